// Writes a workspace of many observations straight to the disk, the same bytes on every machine.
//
//   make_workspace DIRECTORY [OBSERVATIONS]
//
// 250 days up to 14 May 2026; by default 400 observations on each, 20 of them from each of 20 short
// conversations; 70 % about the user, 10 % about the assistant, the rest about 20 further models.
#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/settings.hpp"
#include "pyramid/file_system.hpp"
#include "tests/bench/sentences.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::bench {

namespace {

constexpr std::uint64_t kSeed = 20260514;
constexpr std::size_t kDays = 250;
constexpr Date kLastDay = {2026, 5, 14};
constexpr std::size_t kPerSession = 20;
constexpr std::int64_t kTurnSeconds = 75;

struct Model {
  std::string_view name, title;
};
constexpr Model kModels[] = {{"project-kestrel", "Project Kestrel"},
                             {"project-aurora", "Project Aurora"},
                             {"project-basalt", "Project Basalt"},
                             {"project-cobalt", "Project Cobalt"},
                             {"project-dune", "Project Dune"},
                             {"maria", "Maria"},
                             {"jonas", "Jonas"},
                             {"priya", "Priya"},
                             {"kenji", "Kenji"},
                             {"amina", "Amina"},
                             {"lucas", "Lucas"},
                             {"sofia", "Sofia"},
                             {"emil", "Emil"},
                             {"nadia", "Nadia"},
                             {"tomas", "Tomas"},
                             {"garden", "Garden"},
                             {"house", "House"},
                             {"marathon", "Marathon"},
                             {"choir", "Choir"},
                             {"chess-club", "Chess Club"}};
constexpr Model kUser = {"user", "User"};
constexpr Model kAssistant = {"assistant", "Assistant"};

Model draw_model(Random& random) {
  const std::size_t percent = random.below(100);
  if (percent < 70) return kUser;
  if (percent < 80) return kAssistant;
  return kModels[random.below(std::size(kModels))];
}

// Writes files of one workspace; remembers the first failure.
class Writer {
 public:
  Writer(FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

  void write(const std::string& path, std::string_view bytes) {
    keep(files_.write(path::join(root_, path), bytes));
  }
  void make_directory(std::string_view path) {
    keep(files_.make_directories(path::join(root_, path)));
  }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  void keep(const Status& status) {
    if (status) return;
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = status.error();
  }

  FileSystem& files_;
  std::string root_;
  std::mutex mutex_;
  std::optional<Error> failure_;
};

format::Conversation make_conversation(const Vocabulary& vocabulary, Random& random, Date day,
                                       Time start, std::size_t number) {
  format::Conversation conversation;
  conversation.source = "bench";
  conversation.origin = format_date(day) + "/" + std::to_string(number);
  conversation.title = title(vocabulary, random);
  conversation.start = start;
  const std::size_t turns = 2 + random.below(7);
  for (std::size_t i = 0; i < turns; ++i) {
    format::Turn turn;
    turn.speaker = i % 2 == 0 ? format::Speaker::kUser : format::Speaker::kAssistant;
    turn.at = Time{start.seconds + static_cast<std::int64_t>(i) * kTurnSeconds};
    turn.text = sentence(vocabulary, random, i % 2 == 0 ? "My sister" : "Your sister", day);
    if (random.below(2) == 0)
      turn.text.append(1, ' ').append(sentence(vocabulary, random, "The team", day));
    conversation.turns.push_back(std::move(turn));
  }
  return conversation;
}

void write_session(Writer& writer, const Vocabulary& vocabulary, Random& random, Date day,
                   const format::Conversation& conversation, std::size_t observations) {
  const Ulid session = format::session_id(conversation);
  const std::string path =
      workspace::session_path({conversation.start}, conversation.title, session);
  const std::size_t turns = conversation.turns.size();
  writer.write(path, format::write_session(conversation, static_cast<std::int64_t>(turns)));
  for (std::size_t i = 0; i < observations; ++i) {
    const std::size_t turn = i * turns / observations;  // in the order of the turns
    const Model model = draw_model(random);
    format::ObservationDraft draft;
    draft.at = conversation.turns[turn].at;
    draft.model = model.name;
    draft.importance = static_cast<int>(random.below(10)) + 1;
    draft.text = sentence(vocabulary, random, model.title, day);
    draft.from_title = conversation.title;
    draft.from_path = path;
    draft.from_turn = static_cast<std::int64_t>(turn) + 1;
    draft.id = format::observation_id(session, draft.at, draft.from_turn, static_cast<int>(i));
    const std::string place = workspace::observation_path({draft.at}, draft.text, draft.id);
    writer.write(place, format::write_observation(draft, place));
  }
}

// Each day has its own random numbers, so that days can be written side by side.
void write_day(Writer& writer, const Vocabulary& vocabulary, std::size_t number,
               std::size_t observations) {
  if (observations == 0) return;
  Random random(kSeed + number);
  random.next();
  const Date day =
      add_days(kLastDay, static_cast<std::int64_t>(number + 1) - static_cast<std::int64_t>(kDays));
  const std::string folder = replace_all(format_date(day), "-", "/");
  writer.make_directory("sessions/" + folder);
  writer.make_directory("observations/" + folder);
  const std::size_t sessions = std::max<std::size_t>(1, observations / kPerSession);
  const std::int64_t morning = start_of(day).seconds + 7 * 3600;
  for (std::size_t i = 0; i < sessions; ++i) {
    const auto apart = static_cast<std::int64_t>(14 * 3600 * i / sessions);
    const Time start{morning + apart + static_cast<std::int64_t>(random.below(600))};
    const std::size_t share = (i + 1) * observations / sessions - i * observations / sessions;
    write_session(writer, vocabulary, random, day,
                  make_conversation(vocabulary, random, day, start, i), share);
  }
}

int make_workspace(const std::string& root, std::size_t observations) {
  const auto begin = std::chrono::steady_clock::now();
  const auto files = make_real_file_system();
  Writer writer(*files, root);
  writer.make_directory("");
  writer.write(std::string(workspace::kSettingsFile), *format::settings_template("narrative"));
  writer.write("SOUL.md", format::soul_template());
  writer.write("USER.md", format::user_template());
  writer.write(".gitattributes", format::gitattributes_template());
  const Vocabulary vocabulary;
  parallel_for(kDays, 2, [&](std::size_t day) {
    const std::size_t count = (day + 1) * observations / kDays - day * observations / kDays;
    write_day(writer, vocabulary, day, count);
  });
  if (writer.failure()) {
    std::fprintf(stderr, "make_workspace: %s\n", to_string(*writer.failure()).c_str());
    return 1;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%zu observations in %.1f s\n", observations, took.count());
  return 0;
}

}  // namespace

}  // namespace pyramid::bench

int main(int count, char** arguments) {
  std::size_t observations = 100'000;
  bool usable = count == 2 || count == 3;
  if (count == 3) {
    const std::string_view text = arguments[2];
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), observations);
    usable = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  }
  if (!usable) {
    std::fputs("usage: make_workspace DIRECTORY [OBSERVATIONS]\n", stderr);
    return 2;
  }
  return pyramid::bench::make_workspace(arguments[1], observations);
}
