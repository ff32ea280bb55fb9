#include "ops/revision.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t seconds;
};
constexpr std::int64_t kMinute = 60, kHour = 3600;
constexpr std::array<Unit, 5> kUnits = {{{"second", 1},
                                         {"minute", kMinute},
                                         {"hour", kHour},
                                         {"day", kSecondsPerDay},
                                         {"week", 7 * kSecondsPerDay}}};

Time end_of(Date date) { return Time{start_of(date).seconds + kSecondsPerDay - 1}; }

std::optional<std::int64_t> number_of(std::string_view word) {
  if (word == "a" || word == "an" || word == "one") return 1;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  constexpr std::int64_t kMost = 1'000'000;
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value >= 0 && value <= kMost ? std::optional(value) : std::nullopt;
}

// "3 days ago"
std::optional<Time> ago(std::string_view said, Time now) {
  const std::vector<std::string_view> words = split(said, ' ');
  if (words.size() != 3 || words[2] != "ago") return std::nullopt;
  const std::optional<std::int64_t> count = number_of(words[0]);
  if (!count) return std::nullopt;
  std::string_view name = words[1];
  if (name.ends_with('s')) name.remove_suffix(1);
  for (const Unit& unit : kUnits) {
    if (unit.name != name) continue;
    const Time then{now.seconds - *count * unit.seconds};
    return unit.seconds < kSecondsPerDay ? then : end_of(date_of(then));
  }
  if (name == "month") return end_of(add_months(date_of(now), -static_cast<int>(*count)));
  if (name == "year") return end_of(add_months(date_of(now), -12 * static_cast<int>(*count)));
  return std::nullopt;
}

}  // namespace

std::optional<Time> moment(std::string_view said, Time now) {
  const std::string text = utf8::lower(collapse_spaces(said));
  if (text == "now") return now;
  if (text == "today") return end_of(date_of(now));
  if (text == "yesterday") return end_of(add_days(date_of(now), -1));
  if (const auto date = parse_date(text)) return end_of(*date);
  if (const auto time = ago(text, now)) return time;
  // What has no dash is a hash that happens to have digits alone.
  if (said.find('-') == std::string_view::npos) return std::nullopt;
  return parse_time(trim(said));
}

Result<std::unique_ptr<history::Past>> open_past(const std::string& root) {
  PYRAMID_ASSIGN(std::unique_ptr<history::Past> past, history::Past::open(root));
  if (past) return past;
  return fail(ErrorKind::kNotFound, "the workspace is in no git repository, which keeps the past",
              root, "run `git init` there; from the next sync on it is kept");
}

Result<history::PastCommit> commit_named(history::Past& past, const std::string& said, Time now) {
  const std::optional<Time> time = moment(said, now);
  if (!time) return past.commit(said);
  PYRAMID_ASSIGN(std::optional<history::PastCommit> found, past.commit_at(*time));
  if (found) return *std::move(found);
  return fail(ErrorKind::kNotFound, "the memory has no commit as old as " + printable(said), {},
              "`pyramid history` lists those there are");
}

bool is_by_hand(const history::PastCommit& commit) {
  return !subject_of(commit).starts_with("memory: ") &&
         trailer_of(commit, "Pyramid-Version").empty();
}

MemoryCommit told(const history::PastCommit& commit) {
  return {commit.id,
          commit.at,
          history::subject_of(commit),
          is_by_hand(commit),
          trailer_of(commit, "Pyramid-Machine"),
          commit.author};
}

}  // namespace pyramid::ops
