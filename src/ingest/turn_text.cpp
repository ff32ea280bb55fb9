#include "ingest/turn_text.hpp"

#include "base/line_ends.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/markdown_labels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

constexpr std::size_t kTitleBytes = 60;
constexpr double kFirstMilliseconds = 1e11;
constexpr double kYear1 = -62'135'596'800.0, kYear10000 = 253'402'300'800.0;

// A line of words, cut between two of them.
std::string first_words(std::string_view text) {
  std::string line = collapse_spaces(text);
  if (line.size() <= kTitleBytes) return line;
  line = utf8::truncate(line, kTitleBytes);
  const std::size_t blank = line.rfind(' ');
  if (blank != std::string::npos && blank > kTitleBytes / 2) line.resize(blank);
  return line + "…";
}

std::string first_line_with_words(std::string_view text) {
  const std::string lines = with_lf(text);
  for (const std::string_view line : split_lines(lines)) {
    std::string words = first_words(line);
    if (!words.empty()) return words;
  }
  return "";
}

}  // namespace

std::string clean_text(std::string_view text) { return with_lf(utf8::storable(text)); }

std::string stripped(std::string_view text,
                     const std::function<std::string(std::string_view)>& strip) {
  std::string valid = utf8::storable(text);
  if (valid.find('\r') == std::string::npos) return strip(valid);
  const std::string lines = with_lf(valid);
  std::string left = strip(lines);
  if (left == lines) return valid;
  return is_crlf(valid) ? replace_all(left, "\n", "\r\n") : left;
}

void add_turn(format::Conversation& conversation, format::Speaker speaker, Time at,
              std::string_view text, std::string origin, std::optional<std::int32_t> offset) {
  std::string said = utf8::storable(text);
  if (trim(said).empty()) return;
  conversation.turns.push_back(
      {speaker, at, std::move(said), std::move(origin), std::nullopt, offset});
}

bool settle_times(format::Conversation& conversation, Time otherwise) {
  std::vector<format::Turn>& turns = conversation.turns;
  const auto dated = std::find_if(turns.begin(), turns.end(),
                                  [](const format::Turn& turn) { return turn.at != Time{}; });
  Time last = conversation.updated != Time{} ? conversation.updated : otherwise;
  if (dated != turns.end()) last = dated->at;
  for (format::Turn& turn : turns) {
    if (turn.at == Time{}) turn.at = last;
    last = turn.at;
  }
  return turns.empty() || last != Time{};
}

Diagnostic undated(std::string where, std::string hint) {
  return {Severity::kWarning, std::move(where),
          "nothing says on which day this was said; it is left out", std::move(hint)};
}

Time day_in_name(std::string_view path, const Zone& zone) {
  std::string name(path::name(path));
  const auto day = markdown::take_stamp(name).day;
  return day ? zone.start_of(date_of_day(*day)) : Time{};
}

std::string title_from_words(const format::Conversation& conversation) {
  const std::vector<format::Turn>& turns = conversation.turns;
  const auto by_user = std::find_if(turns.begin(), turns.end(), [](const format::Turn& turn) {
    return turn.speaker == format::Speaker::kUser;
  });
  if (by_user != turns.end()) return first_line_with_words(by_user->text);
  return turns.empty() ? std::string() : first_line_with_words(turns.front().text);
}

bool complete(format::Conversation& conversation, std::string_view name) {
  if (conversation.turns.empty()) return false;
  constexpr std::int64_t kHalfDay = kSecondsPerDay / 2;
  for (std::size_t i = 1; i < conversation.turns.size(); ++i) {
    const format::Turn& before = conversation.turns[i - 1];
    format::Turn& turn = conversation.turns[i];
    const bool near = turn.at.seconds - before.at.seconds <= kHalfDay;
    if (!turn.offset && near) turn.offset = before.offset;
  }
  conversation.start = conversation.turns.front().at;
  conversation.title = collapse_spaces(clean_text(name));
  if (conversation.title.empty()) conversation.title = title_from_words(conversation);
  return true;
}

std::optional<Time> time_of_number(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  if (std::abs(number) >= kFirstMilliseconds) number /= 1000;
  number = std::floor(number);
  if (number < kYear1 || number >= kYear10000) return std::nullopt;
  return Time{static_cast<std::int64_t>(number)};
}

}  // namespace pyramid::ingest
