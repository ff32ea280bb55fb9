// Writes conversations as another program keeps them, the same bytes on every machine.
//
//   make_source openclaw FOLDER MB [PER_FILE_KB]   session files below FOLDER
//   make_source claude FILE MB                     a Claude export's conversations.json
//
// A person asks for something and tells something of themselves in every third turn; the assistant
// answers with a few sentences; in the sessions of an agent most of the bytes are what its tools
// gave.
#include "base/path.hpp"
#include "pyramid/file_system.hpp"
#include "tests/bench/sentences.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::bench {

namespace {

constexpr std::uint64_t kSeed = 20260514;
constexpr std::size_t kMegabyte = 1'000'000;
constexpr std::size_t kPerSession = 60'000;  // bytes, as sessions with an agent have
constexpr Time kFirst = {1'735'718'400};     // 2025-01-01T08:00:00Z
constexpr std::int64_t kTurnSeconds = 75;
constexpr std::size_t kToolLines = 24;

class Source {
 public:
  explicit Source(std::size_t session_bytes) : session_bytes_(session_bytes) {}

  // One line a record, with a header: an OpenClaw session.
  std::string session(std::size_t number) {
    begin(number);
    std::string text = R"({"type":"session","version":3,"id":")" + id(number, 0) +
                       R"(","timestamp":")" + now() + "\"}\n";
    std::size_t turn = 0;
    while (text.size() < session_bytes_) {
      text += record(number, ++turn, "user", said());
      for (std::size_t calls = random_.below(4); calls > 0; --calls) {
        text += record(number, ++turn, "toolResult", tool_output());
      }
      text += record(number, ++turn, "assistant", answer());
    }
    return text;
  }

  // One element of a Claude export.
  std::string conversation(std::size_t number) {
    begin(number);
    std::string text = R"({"uuid":")" + id(number, 0) + R"(","name":")" +
                       title(vocabulary_, random_) + R"(","created_at":")" + now() +
                       R"(","chat_messages":[)";
    for (std::size_t turn = 1; text.size() < session_bytes_; turn += 2) {
      if (turn > 1) text += ",";
      text += message(number, turn, "human", said()) + ",";
      text += message(number, turn + 1, "assistant", answer());
    }
    return text + "]}";
  }

 private:
  void begin(std::size_t number) {
    at_ = {kFirst.seconds + static_cast<std::int64_t>(number) * 1800};
    day_ = date_of(at_);
  }

  std::string now() const { return format_time(at_); }

  static std::string id(std::size_t session, std::size_t turn) {
    char text[64];
    std::snprintf(text, sizeof text, "%08zx-5e55-4000-8000-%012zx", session, turn);
    return text;
  }

  std::string said() {
    std::string text = "Can you look at the " + vocabulary_.draw(random_) + " of the " +
                       vocabulary_.draw(random_) + " and say what is wrong there?";
    if (random_.below(3) == 0) text += " " + sentence(vocabulary_, random_, "I", day_);
    return text;
  }

  std::string answer() {
    std::string text;
    for (std::size_t left = 3 + random_.below(5); left > 0; --left) {
      text += sentence(vocabulary_, random_, left % 2 == 0 ? "You" : "One", day_);
      text += left % 3 == 0 ? R"(\n\n)" : " ";
    }
    return text + "Shall we go on?";
  }

  std::string tool_output() {
    std::string text;
    for (std::size_t line = 1; line <= kToolLines; ++line) {
      text += R"(\tsrc/)" + vocabulary_.draw(random_) + ".cpp:" + std::to_string(line) + R"(: \")" +
              vocabulary_.draw(random_) + R"(\" = )" + std::to_string(random_.next()) + R"(;\n)";
    }
    return text;
  }

  std::string record(std::size_t session, std::size_t turn, std::string_view role,
                     const std::string& text) {
    at_.seconds += kTurnSeconds;
    return R"({"type":"message","id":")" + id(session, turn) + R"(","parentId":")" +
           (turn > 1 ? id(session, turn - 1) : std::string()) + R"(","timestamp":")" + now() +
           R"(","message":{"role":")" + std::string(role) +
           R"(","content":[{"type":"text","text":")" + text + "\"}]}}\n";
  }

  std::string message(std::size_t session, std::size_t turn, std::string_view sender,
                      const std::string& text) {
    at_.seconds += kTurnSeconds;
    return R"({"uuid":")" + id(session, turn) + R"(","sender":")" + std::string(sender) +
           R"(","created_at":")" + now() + R"(","text":")" + text +
           R"(","content":[{"type":"text","text":")" + text + R"("}],"attachments":[],"files":[]})";
  }

  std::size_t session_bytes_;
  Vocabulary vocabulary_;
  Random random_{kSeed};
  Time at_;
  Date day_;
};

Status write_sessions(const std::string& folder, std::size_t bytes, std::size_t session_bytes) {
  const auto files = make_real_file_system();
  PYRAMID_TRY(files->make_directories(folder));
  Source source(session_bytes);
  std::size_t written = 0;
  for (std::size_t number = 0; written < bytes; ++number) {
    char name[32];
    std::snprintf(name, sizeof name, "%08zx.jsonl", number);
    const std::string text = source.session(number);
    PYRAMID_TRY(files->write(path::join(folder, name), text));
    written += text.size();
  }
  return {};
}

Status write_export(const std::string& path, std::size_t bytes, std::size_t session_bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return fail(ErrorKind::kIo, "cannot be written", path);
  Source source(session_bytes);
  std::size_t written = 0;
  for (std::size_t number = 0; written < bytes; ++number) {
    const std::string text = (number == 0 ? "[" : ",\n") + source.conversation(number);
    written += std::fwrite(text.data(), 1, text.size(), file);
  }
  std::fputs("]\n", file);
  if (std::fclose(file) != 0) return fail(ErrorKind::kIo, "cannot be written", path);
  return {};
}

std::size_t number(std::string_view text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

}  // namespace pyramid::bench

int main(int argc, char** argv) {
  using namespace pyramid;
  const std::string_view kind = argc > 1 ? argv[1] : "";
  const std::size_t megabytes = argc > 3 ? bench::number(argv[3]) : 0;
  const std::size_t session = argc > 4 ? bench::number(argv[4]) * 1000 : bench::kPerSession;
  if (megabytes == 0 || session == 0 || (kind != "openclaw" && kind != "claude")) {
    std::fprintf(stderr, "usage: make_source openclaw|claude PATH MB [KB a session]\n");
    return 2;
  }
  const std::size_t bytes = megabytes * bench::kMegabyte;
  const Status done = kind == "openclaw" ? bench::write_sessions(argv[2], bytes, session)
                                         : bench::write_export(argv[2], bytes, session);
  if (!done) std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return done ? 0 : 1;
}
