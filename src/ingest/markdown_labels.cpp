#include "ingest/markdown_labels.hpp"

#include "base/text.hpp"
#include "ingest/speakers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace pyramid::ingest::markdown {

namespace {

constexpr std::array<std::string_view, 4> kUsers = {"user", "human", "me", "you"};
constexpr std::array<std::string_view, 14> kAssistants = {
    "assistant", "ai",    "bot",     "chatgpt",  "claude", "gpt", "gpt-4",
    "gemini",    "model", "copilot", "openclaw", "codex",  "llm", "agent"};
constexpr std::array<std::string_view, 4> kNobodies = {"system", "tool", "developer", "function"};
constexpr std::size_t kMostNameBytes = 40;
constexpr std::size_t kMostLabelBytes = 120;  // a name with a time
constexpr std::string_view kAround = " \t-,:()[]*_|";

std::string_view without(std::string_view text, std::string_view around) {
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

// "Claude (Opus)" is Claude, and "You said" you.
std::string_view bare(std::string_view name) {
  name = trim(name.substr(0, name.find('(')));
  if (name.ends_with(" said")) name.remove_suffix(5);
  return without(name, kAround);
}

// 09:00 or 09:00:30, as seconds of the day.
std::optional<std::int64_t> clock_of(std::string_view text) {
  if (text.size() != 5 && text.size() != 8) return std::nullopt;
  const std::optional<Time> time = parse_time("1970-01-01T" + std::string(text));
  return time ? std::optional(time->seconds) : std::nullopt;
}

std::optional<Stamp> stamp_of(std::string_view text) {
  if (const auto date = parse_date(text))
    return Stamp{day_number(*date), std::nullopt, std::nullopt};
  if (const auto clock = clock_of(text)) return Stamp{std::nullopt, *clock, std::nullopt};
  if (text.size() <= 10) return std::nullopt;
  const std::optional<WrittenTime> time = parse_written_time(text);
  if (!time) return std::nullopt;
  return Stamp{day_number(time->date), time->second_of_day, time};
}

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > kMostNameBytes) return false;
  const auto counts = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::string_view(" .'-_()@+").find(c) != std::string_view::npos ||
           is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return std::all_of(name.begin(), name.end(), counts) &&
         std::any_of(name.begin(), name.end(), [&](char c) { return counts(c) && !is_digit(c); });
}

// Beside a time a name may be written in other ways, too: "Smith, Bob", "Mary & Jim", "42".
bool is_name_beside_time(std::string_view name) {
  if (name.empty() || name.size() > kMostNameBytes) return false;
  const std::vector<std::string_view> words = split(name, ' ');
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    constexpr std::string_view kBegins = "&|~/(@+-";
    if (word.empty()) return false;
    const auto first = static_cast<unsigned char>(word.front());
    return first >= 0x80 || is_digit(word.front()) || (first >= 'A' && first <= 'Z') ||
           kBegins.find(word.front()) != std::string_view::npos;
  });
}

std::optional<Label> parse_heading(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6 || level == line.size() || line[level] != ' ') return std::nullopt;
  if (line.size() > kMostLabelBytes) return std::nullopt;
  Label label;
  label.style = Style::kHeading;
  label.level = static_cast<int>(level);
  label.name = std::string(trim(line.substr(level)));
  label.stamp = take_stamp(label.name);
  label.name = std::string(bare(label.name));
  if (label.name.size() > kMostNameBytes) return std::nullopt;
  return label;
}

// `name: text`, where the name may be bold and a time stand behind it, or stood before it.
std::optional<Label> parse_named(std::string_view line, bool is_timed = false) {
  const bool bold = line.starts_with("**");
  std::size_t end = bold ? line.find("**", 2) : line.find(':');
  if (end == std::string_view::npos || end > kMostLabelBytes) return std::nullopt;
  std::string_view name = line.substr(bold ? 2 : 0, end - (bold ? 2 : 0));
  if (bold) end += 2;
  Label label;
  label.style = bold ? Style::kBold : Style::kPlain;
  if (bold && !name.ends_with(':')) {
    const std::size_t colon = line.substr(0, kMostLabelBytes).find(": ", end);
    const bool ends_here = line.ends_with(':') && colon == std::string_view::npos;
    const std::size_t at = ends_here ? line.size() - 1 : colon;
    if (at == std::string_view::npos) return std::nullopt;
    std::string between(line.substr(end, at - end));
    label.stamp = take_stamp(between);
    if (!without(between, kAround).empty()) return std::nullopt;
    end = at + 1;
  } else if (!bold) {
    ++end;
    if (end < line.size() && line[end] != ' ') return std::nullopt;
  }
  label.name = std::string(name);
  if (!label.stamp.day && !label.stamp.second) label.stamp = take_stamp(label.name);
  if (label.name.find(':') != std::string::npos && !label.name.ends_with(':')) return std::nullopt;
  label.name = std::string(bare(label.name));
  is_timed = is_timed || label.stamp.day || label.stamp.second;
  if (!is_name(label.name) && !(is_timed && is_name_beside_time(label.name))) return std::nullopt;
  label.rest = line.substr(end);
  return label;
}

std::optional<Label> parse_timed(std::string_view line) {
  const std::size_t end = line.find(']');
  if (!line.starts_with('[') || end == std::string_view::npos) return std::nullopt;
  const std::optional<Stamp> stamp = stamp_of(trim(line.substr(1, end - 1)));
  if (!stamp) return std::nullopt;
  std::optional<Label> label = parse_named(trim(line.substr(end + 1)), true);
  if (!label) return std::nullopt;
  label->style = Style::kTimed;
  label->stamp = *stamp;
  return label;
}

}  // namespace

Who who_is(std::string_view name, std::string_view user) {
  name = bare(name);
  const auto is_one = [&](std::string_view one) { return equals_ignoring_case(name, one); };
  if (is_named({std::string(name)}, user)) return Who::kUser;
  if (std::any_of(kUsers.begin(), kUsers.end(), is_one)) return Who::kUser;
  if (std::any_of(kAssistants.begin(), kAssistants.end(), is_one)) return Who::kAssistant;
  if (std::any_of(kNobodies.begin(), kNobodies.end(), is_one)) return Who::kNobody;
  return Who::kOther;
}

Stamp take_stamp(std::string& words) {
  constexpr std::string_view kOf = "0123456789-:TZ+. ";
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_digit(words[at]) || (at > 0 && is_digit(words[at - 1]))) continue;
    const std::size_t run = std::min(words.find_first_not_of(kOf, at), words.size()) - at;
    for (std::size_t size = run; size >= 5; --size) {
      const std::optional<Stamp> stamp = stamp_of(std::string_view(words).substr(at, size));
      if (!stamp) continue;
      words.erase(at, size);
      words = replace_all(replace_all(words, "—", "-"), "–", "-");
      words = std::string(without(words, kAround));
      return *stamp;
    }
  }
  return {};
}

std::optional<Label> parse_label(std::string_view line) {
  if (auto label = parse_timed(line)) return label;
  if (auto label = parse_heading(line)) return label;
  return parse_named(line);
}

}  // namespace pyramid::ingest::markdown
