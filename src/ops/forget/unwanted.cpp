#include "ops/forget/unwanted.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/head_texts.hpp"
#include "format/markdown.hpp"
#include "format/task.hpp"
#include "ops/nodes/memory_changes.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::string_view kZeroWidth = "\xE2\x80\x8B";  // parts words, or hides in one
constexpr std::size_t kMostWrapped = 12;                 // that a text is wrapped into

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

bool holds(std::string_view text, const Unwanted& one) {
  for (std::size_t at = text.find(one.words); at != std::string_view::npos;
       at = text.find(one.words, at + 1)) {
    const std::size_t end = at + one.words.size();
    const bool within =
        (at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]));
    if (!one.whole || !within) return true;
  }
  return false;
}

// Letters and digits, and what else is no ASCII: markup, blanks and dashes may stand between any
// two.
std::string letters_of(std::string_view text) {
  std::string letters;
  letters.reserve(text.size());
  if (utf8::is_ascii(text)) {
    for (const char c : text) {
      if (is_word(c)) letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return letters;
  }
  for (const char c : comparable_raw(replace_all(text, kZeroWidth, ""))) {
    if (is_word(c)) letters += c;
  }
  return letters;
}

// What needs no look at the markup: a word is lacking. Entities and tags stand for other letters.
bool lacks_a_word(const std::string& letters, const Unwanted& one) {
  std::string word;
  for (const char c : one.words + " ") {
    if (is_word(c)) {
      word += c;
    } else {
      if (letters.find(word) == std::string::npos) return true;
      word.clear();
    }
  }
  return false;
}

// With a blank for the hyphens that stand for one in a link or the name of a file.
std::string with_blanks(std::string text) {
  for (const char* hyphen : {"\xE2\x80\x90", "\xE2\x80\x91", "-"}) {
    text = replace_all(text, hyphen, " ");
  }
  return text;
}

bool says_as_seen(std::string_view text, const std::vector<Unwanted>& unwanted) {
  const std::string plain = comparable(text);
  // In links and names of files too, which are no prose.
  const std::string raw = comparable_raw(with_blanks(utf8::replace_invalid(text)));
  return std::any_of(unwanted.begin(), unwanted.end(),
                     [&](const Unwanted& one) { return holds(plain, one) || holds(raw, one); });
}

std::string joined_lines(const std::vector<std::string_view>& lines, std::size_t from,
                         std::size_t end) {
  std::string text;
  for (std::size_t i = from; i < end; ++i) text += std::string(lines[i]) + "\n";
  return text;
}

std::vector<SaidInHead> that_say(const std::vector<format::HeadText>& texts,
                                 const std::vector<Unwanted>& unwanted) {
  std::vector<SaidInHead> found;
  for (const format::HeadText& one : texts) {
    if (says(one.text, unwanted)) found.push_back({one.line, one.last_line});
  }
  return found;
}

// At a glance: no `escapes` stand in it, which write letters in other ways, and each of them lacks
// a word.
bool lacks_words(std::string_view text, const char* escapes,
                 const std::vector<Unwanted>& unwanted) {
  if (text.find_first_of(escapes) != std::string_view::npos) return false;
  const std::string letters = letters_of(text);
  return std::all_of(unwanted.begin(), unwanted.end(),
                     [&](const Unwanted& one) { return lacks_a_word(letters, one); });
}

// The words as a name made of them has them; "" where letters would get lost, or so little is left
// that other names have it too.
std::string as_in_names(const std::string& words) {
  constexpr std::size_t kLeast = 4;
  const std::string slug = slugify(words, words.size());
  return slug.size() < kLeast || slug_of_name(words) != slugify(words) ? std::string() : slug;
}

}  // namespace

Unwanted::Unwanted(std::string words_said, bool as_whole)
    : words(std::move(words_said)), whole(as_whole), name(as_in_names(words)) {}

bool says(std::string_view text, const std::vector<Unwanted>& unwanted) {
  if (unwanted.empty() || lacks_words(text, "&<%", unwanted)) return false;
  if (says_as_seen(text, unwanted)) return true;
  const std::string decoded = format::percent_decoded(text);  // as links write names of files
  if (decoded != text && says_as_seen(decoded, unwanted)) return true;
  return text.find(kZeroWidth) != std::string_view::npos &&
         says_as_seen(replace_all(text, kZeroWidth, ""), unwanted);
}

bool is_named_by(std::string_view path, const std::vector<Unwanted>& unwanted) {
  for (const std::string_view name : split(path, '/')) {
    if (says(name, unwanted)) return true;
    const std::string slug = "-" + slugify(name, name.size()) + "-";
    const auto has = [&](const Unwanted& one) {
      return !one.name.empty() && slug.find("-" + one.name + "-") != std::string::npos;
    };
    if (std::any_of(unwanted.begin(), unwanted.end(), has)) return true;
    std::string words(name);
    std::replace_if(words.begin(), words.end(), [](char c) { return c == '_' || c == '.'; }, ' ');
    if (says(words, unwanted)) return true;
  }
  return false;
}

std::vector<std::size_t> lines_saying(std::string_view bytes,
                                      const std::vector<Unwanted>& unwanted) {
  if (!says(bytes, unwanted)) return {};
  std::vector<std::string_view> lines = split_lines(bytes);
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!says(lines[i], unwanted)) continue;
    found.insert(i + 1);
    lines[i] = {};
  }
  const std::size_t count = lines.size();
  const bool wrapped = says(joined_lines(lines, 0, count), unwanted);
  for (std::size_t i = 0; wrapped && i < count; ++i) {
    const std::size_t end = std::min(i + kMostWrapped, count);
    const bool begins_here = says(joined_lines(lines, i, end), unwanted) &&
                             !says(joined_lines(lines, i + 1, end), unwanted);
    if (begins_here) found.insert(i + 1);
  }
  if (found.empty()) found.insert(0);
  return {found.begin(), found.end()};
}

std::vector<SaidInHead> said_in_head(std::string_view bytes,
                                     const std::vector<Unwanted>& unwanted) {
  return unwanted.empty() ? std::vector<SaidInHead>()
                          : that_say(format::head_texts(bytes), unwanted);
}

std::vector<SaidInHead> said_in_yaml(std::string_view bytes,
                                     const std::vector<Unwanted>& unwanted) {
  return that_say(format::yaml_texts(bytes), unwanted);
}

bool task_says(std::string_view bytes, std::string_view path,
               const std::vector<Unwanted>& unwanted) {
  const Result<format::Document> document = format::read_document(bytes, path);
  if (!document) return false;
  const Result<format::Node> task = format::read_node(*document, std::string(path));
  return task &&
         (says(task->title, unwanted) || says(format::whole_text(*document, *task), unwanted));
}

bool may_say(std::string_view bytes, const std::vector<Unwanted>& unwanted) {
  return !unwanted.empty() && !lacks_words(bytes, "&<%\\", unwanted);
}

bool file_says(std::string_view bytes, const std::vector<Unwanted>& unwanted) {
  return may_say(bytes, unwanted) &&
         (says(bytes, unwanted) || !said_in_head(bytes, unwanted).empty());
}

}  // namespace pyramid::ops
