#include "engine/chat/bare_text.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace pyramid::engine::chat {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestAnnouncement = 160;  // bytes
constexpr std::string_view kMarks = " *_#";        // of markdown, around an announcement

// Said before the text is: "Sure! Here is …".
constexpr auto kOpeners = std::to_array<std::string_view>(
    {"sure thing", "sure", "certainly", "of course", "absolutely", "okay", "ok", "here you go",
     "gerne", "natürlich", "selbstverständlich", "klar", "bien sûr", "claro"});
constexpr auto kHere = std::to_array<std::string_view>({"here is", "here's", "here are", "below is",
                                                        "this is", "the following is", "hier ist",
                                                        "hier sind", "voici", "aquí está"});
// What is announced, and what may stand at the end of an announcement too.
constexpr auto kAnnounced = std::to_array<std::string_view>(
    {"summary", "summaries", "section", "description", "paragraph", "overview", "bullets",
     "bullet points", "key points", "key facts", "zusammenfassung", "abschnitt", "beschreibung",
     "absatz", "überblick", "stichpunkte", "résumé", "resumen"});
constexpr auto kAnnouncedLast = std::to_array<std::string_view>(
    {"answer", "text", "sentence", "version", "lines", "antwort", "satz", "fassung"});

std::string_view without_fence(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (!text.starts_with("```") || !text.ends_with("```") || line == std::string_view::npos) {
    return text;
  }
  constexpr std::size_t kFence = 3;
  if (text.size() < line + 1 + kFence) return text;
  return trim(text.substr(line + 1, text.size() - line - 1 - kFence));
}

// A text, or a list of nothing but texts, a line each; else nullopt.
std::optional<std::string> text_or_lines(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array() || json.empty()) return std::nullopt;
  std::string lines;
  for (const Json& one : json) {
    if (!one.is_string()) return std::nullopt;
    lines += one.get<std::string>() + "\n";
  }
  return lines;
}

// nullopt: it is neither an object nor a list of texts.
std::optional<std::string> text_of_json(std::string_view text) {
  const bool object = text.starts_with('{') && text.ends_with('}');
  if (!object && !(text.starts_with('[') && text.ends_with(']'))) return std::nullopt;
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  std::optional<std::string> found;
  if (!object) {
    found = text_or_lines(json);
    return found ? std::optional(std::string(trim(*found))) : std::nullopt;
  }
  std::size_t texts = 0;
  for (const Json& member : json) {
    std::optional<std::string> one = text_or_lines(member);
    if (!one) continue;
    found = std::move(one);
    ++texts;
  }
  return texts == 1 ? std::string(trim(*found)) : std::string();
}

std::string_view without_marks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kMarks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kMarks) + 1);
}

// "sure! here is" -> "here is"; as it was where nothing of that kind opens it.
std::string_view without_opener(std::string_view lower) {
  for (const std::string_view opener : kOpeners) {
    if (!lower.starts_with(opener)) continue;
    const std::string_view rest = lower.substr(opener.size());
    if (!rest.empty() && rest.find_first_of("!,.: ") != 0) continue;
    return rest.substr(std::min(rest.find_first_not_of("!,.: "), rest.size()));
  }
  return lower;
}

template <typename List>
bool any_word(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view word) {
    const std::size_t at = text.find(word);
    return at != std::string_view::npos && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '-');
  });
}

template <typename List>
bool ends_with_any(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return text.ends_with(word); });
}

// Whether these words, which stand in front of a colon, tell of the text and not of the world.
bool announces(std::string_view words) {
  const std::string lower = utf8::lower(without_marks(words));
  const std::string_view said = without_opener(lower);
  const bool opens = std::any_of(kHere.begin(), kHere.end(),
                                 [&](std::string_view here) { return said.starts_with(here); });
  if (opens) return any_word(kAnnounced, said) || ends_with_any(kAnnouncedLast, said);
  return std::find(kAnnounced.begin(), kAnnounced.end(), said) != kAnnounced.end();
}

std::string_view without_announcement(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const bool more = line.size() < text.size();
  const std::string opener = utf8::lower(without_marks(line));
  if (more && opener.size() <= kLongestAnnouncement && without_opener(opener).empty()) {
    return without_announcement(trim(text.substr(line.size())));
  }
  const std::size_t colon = line.substr(0, kLongestAnnouncement).find(':');
  if (colon == std::string_view::npos || !announces(line.substr(0, colon))) return text;
  std::string_view rest = text.substr(colon + 1);
  while (rest.starts_with('*') || rest.starts_with('_')) rest.remove_prefix(1);  // "**Summary:**"
  return trim(rest);
}

bool is_heading(std::string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  return marks != std::string_view::npos && marks > 0 && marks <= 6 && line[marks] == ' ';
}

// A line that is bold as a whole and has another below: "**Health**".
bool is_bold_heading(std::string_view line) {
  constexpr std::string_view kBold = "**";
  if (line.size() <= 2 * kBold.size() || !line.starts_with(kBold) || !line.ends_with(kBold)) {
    return false;
  }
  const std::string_view inner = line.substr(2, line.size() - 2 * kBold.size());
  return inner.find(kBold) == std::string_view::npos &&
         inner.find_first_of(".!?[") == std::string_view::npos;
}

// No heading was asked for; each would read as the words in front of the first sentence below it.
std::string without_headings(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool has_more = i + 1 < lines.size();
    const std::string_view line = trim(lines[i]);
    if (has_more && (is_heading(line) || is_bold_heading(line))) continue;
    out.append(lines[i]).append(has_more ? "\n" : "");
  }
  return std::string(trim(out));
}

// What no reader would see, and in memory would hide what stands behind it.
std::string without_comments(std::string_view text) {
  constexpr std::string_view kBegin = "<!--", kEnd = "-->";
  std::string out;
  while (true) {
    const std::size_t begin = text.find(kBegin);
    out.append(text.substr(0, begin));
    if (begin == std::string_view::npos) return out;
    const std::size_t end = text.find(kEnd, begin);
    text.remove_prefix(end == std::string_view::npos ? begin + kBegin.size() : end + kEnd.size());
  }
}

// "Tea. [END]" -> "Tea."
std::string_view without_end_mark(std::string_view text) {
  for (const std::string_view mark : {"[end]", "(end)", "[/end]"}) {
    if (text.size() < mark.size()) continue;
    const std::string_view last = text.substr(text.size() - mark.size());
    if (utf8::lower(last) == mark) return trim(text.substr(0, text.size() - mark.size()));
  }
  return text;
}

// "- [ ] Buy tea." -> "- Buy tea."
std::string without_boxes(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view mark = line.substr(std::min<std::size_t>(1, line.size()), 5);
    const bool box = mark == " [ ] " || mark == " [x] " || mark == " [X] ";
    if (box && (line[0] == '-' || line[0] == '*')) {
      out.append(line.substr(0, 2)).append(line.substr(1 + mark.size()));
    } else {
      out.append(line);
    }
    out += '\n';
  }
  return std::string(trim(out));
}

// "- Tea. - Bread." -> two lines.
std::string with_items_apart(std::string_view text) {
  constexpr std::string_view kItem = " - ";
  if (!text.starts_with(kItem.substr(1)) || text.find('\n') != std::string_view::npos) {
    return std::string(text);
  }
  std::string out(text);
  for (std::size_t at = out.find(kItem); at != std::string::npos; at = out.find(kItem, at + 1)) {
    if (std::string_view(".!?]").find(out[at - 1]) != std::string_view::npos) out[at] = '\n';
  }
  return out;
}

}  // namespace

std::string bare_text(std::string_view reply) {
  const std::string visible = without_comments(reply);
  const std::string_view bare = without_fence(without_announcement(without_fence(trim(visible))));
  const std::optional<std::string> json = text_of_json(bare);
  const std::string text = without_headings(json ? std::string_view(*json) : bare);
  return with_items_apart(without_boxes(without_end_mark(text)));
}

}  // namespace pyramid::engine::chat
