#include "engine/builtin/reading/pasted_forms.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>

namespace pyramid::engine::builtin {

namespace {

using Lines = std::span<const std::string_view>;

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

std::size_t name_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_name_char) -
                                  text.begin());
}

// How many lines stand up to the next blank one.
std::size_t block_length(Lines lines) {
  const auto blank = std::find_if(lines.begin(), lines.end(),
                                  [](std::string_view line) { return trim(line).empty(); });
  return static_cast<std::size_t>(blank - lines.begin());
}

// Each of these: how many of the lines belong to the form that begins with the first; 0: none does.

// `BEGIN:VCARD` to `END:VCARD`.
std::size_t card(Lines lines) {
  constexpr std::string_view kBegin = "BEGIN:";
  const std::string_view first = trim(lines.front());
  if (!first.starts_with(kBegin) || first.size() == kBegin.size()) return 0;
  const std::string end = "END:" + std::string(first.substr(kBegin.size()));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trim(lines[i]) == end) return i + 1;
  }
  return block_length(lines);
}

// A unified diff, whole or one hunk of it.
std::size_t diff(Lines lines) {
  static constexpr std::array<std::string_view, 13> kLines = {
      " ",    "+",    "-",        "\\",          "@@",      "index ", "diff ",
      "new ", "old ", "deleted ", "similarity ", "rename ", "Binary "};
  const bool files =
      lines.size() > 1 && lines[0].starts_with("--- ") && lines[1].starts_with("+++ ");
  if (!files &&
      !begins_with_one(lines.front(), std::array<std::string_view, 2>{"diff --git ", "@@ -"})) {
    return 0;
  }
  std::size_t count = 1;
  while (count < lines.size() && begins_with_one(lines[count], kLines)) ++count;
  return count;
}

// "ana@host:~$ ls", "[ana@host ~]$ ls", "PS C:\Users\ana> dir", "C:\> dir", ">>> print(1)", "In
// [3]: x", "$ make", "~/proj ❯ make".
bool is_prompt(std::string_view line) {
  const std::string_view sign =
      line.substr(std::min(line.find(' ') + 1, line.size()));  // npos + 1 = 0
  if (sign.starts_with("❯ ") || sign.starts_with("➜ ")) return true;
  const auto follows = [&](std::size_t at) {
    return at != std::string_view::npos && (at + 1 == line.size() || line[at + 1] == ' ');
  };
  if (line.starts_with(">>> ") || line.starts_with("➜ ") || line.starts_with("❯ ")) return true;
  if (line.starts_with("PS ") && line.substr(3).find(":\\") == 1) return true;
  if (line.size() > 3 && line.substr(1).starts_with(":\\")) return line.find('>') < line.size();
  if (line.starts_with("In [") && line.find("]: ") < 8) return true;
  if (line.starts_with("$ ") || line.starts_with("% ")) {
    const char first = line.size() > 2 ? line[2] : ' ';
    return std::islower(static_cast<unsigned char>(first)) != 0 || first == '.' || first == '/';
  }
  const bool in_brackets = line.starts_with("[");
  if (in_brackets) line.remove_prefix(1);
  const std::size_t user = name_length(line);
  if (user == 0 || user >= line.size() || line[user] != '@') return false;
  const std::size_t host = name_length(line.substr(user + 1));
  const std::size_t after = user + 1 + host;
  const bool is_place = after < line.size() && line[after] == (in_brackets ? ' ' : ':');
  return host > 0 && is_place && follows(line.find_first_of("$#%", after));
}
// Whether a line may begin content of the type that the fields of an answer's head tell: JSON and
// markup are known by their first sign, of any other type may be whatever stands there.
bool may_be_content(Lines head, std::string_view line) {
  for (const std::string_view field : head) {
    const std::string type = utf8::lower(field);
    if (!type.starts_with("content-type:")) continue;
    if (type.find("json") != std::string::npos) return line.find_first_of("{[\"") == 0;
    if (type.find("html") != std::string::npos || type.find("xml") != std::string::npos) {
      return line.starts_with('<');
    }
    return true;
  }
  return std::any_of(head.begin(), head.end(), [](std::string_view field) {
    return utf8::lower(field).starts_with("content-");
  });
}

// The head of an answer, "HTTP/1.1 200 OK" and its fields, and behind a blank line the content that
// they tell of.
std::size_t answer(Lines lines) {
  const std::string_view line = lines.front();
  const std::size_t status = line.find(' ');
  if (!line.starts_with("HTTP/") || status == std::string_view::npos) return 0;
  if (!is_all_digits(line.substr(status + 1, 3))) return 0;
  const std::size_t head = block_length(lines);
  if (head + 1 >= lines.size()) return head;
  if (!may_be_content(lines.subspan(0, head), trim(lines[head + 1]))) return head;
  return head + 1 + block_length(lines.subspan(head + 1));
}

// A prompt with what is printed below it; an answer there (`curl -i`) with its content.
std::size_t terminal(Lines lines) {
  if (!is_prompt(lines.front())) return 0;
  const std::size_t block = block_length(lines);
  for (std::size_t i = 1; i < block; ++i) {
    if (const std::size_t more = answer(lines.subspan(i)); more > 0) return i + more;
  }
  return block;
}

// The head of a mail, in whatever language: labels of one word, one of them telling a day with a
// clock or beside an address. What stands below it is its sender's, to the end.
std::size_t mail(Lines lines) {
  constexpr std::size_t kFewest = 3, kLongestLabel = 16;
  const std::size_t head = block_length(lines);
  if (head < kFewest || head == lines.size()) return 0;
  bool has_year = false, has_more = false;
  for (const std::string_view line : lines.subspan(0, head)) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos || colon == 0 || colon > kLongestLabel) return 0;
    if (line.substr(0, colon).find(' ') != std::string_view::npos) return 0;
    const std::string_view value = line.substr(colon + 2);
    const std::size_t address = value.find('<');
    has_year = has_year || has_pattern(value, " 2000") || has_pattern(value, " 1900");
    has_more = has_more || has_pattern(value, "0:00") ||
               (address != std::string_view::npos && value.find('@', address) != value.npos);
  }
  return has_year && has_more ? lines.size() : 0;
}

// "2026-03-10 20:00:00,123 INFO …": nobody types the thousandths.
std::size_t logged(Lines lines) {
  static constexpr std::array<std::string_view, 4> kForms = {
      "0000-00-00 00:00:00,000", "0000-00-00 00:00:00.000", "0000-00-00T00:00:00,000",
      "0000-00-00T00:00:00.000"};
  const std::string_view begin = lines.front().substr(0, kForms.front().size());
  return std::any_of(kForms.begin(), kForms.end(),
                     [&](std::string_view form) { return has_pattern(begin, form); })
             ? 1
             : 0;
}

// "notes/a.md:12:I live in Vaasa.", as grep finds it.
std::size_t hit(Lines lines) {
  const std::string_view line = lines.front();
  const std::size_t file = line.find(':');
  if (file == std::string_view::npos || file == 0) return 0;
  const std::string_view name = line.substr(0, file);
  const std::size_t number = line.find(':', file + 1);
  const bool is_file = name.find_first_of("./") != std::string_view::npos &&
                       name.find(' ') == std::string_view::npos;
  const bool is_hit = is_file && number != std::string_view::npos &&
                      is_all_digits(line.substr(file + 1, number - file - 1));
  return is_hit ? 1 : 0;
}

// A number, "00:00:01,000 --> 00:00:03,000", what is said.
std::size_t subtitle(Lines lines) {
  const std::size_t times = is_all_digits(trim(lines.front())) ? 1 : 0;
  if (times >= lines.size()) return 0;
  const std::string_view line = lines[times];
  const std::size_t arrow = line.find(" --> ");
  const bool is_time = arrow != std::string_view::npos && arrow > 4 && is_digit(line[0]) &&
                       line.substr(0, arrow).find(':') != std::string_view::npos;
  return is_time ? block_length(lines) : 0;
}

// The Test Anything Protocol.
std::size_t tests(Lines lines) {
  const std::string_view line = lines.front();
  const bool plan = line.starts_with("1..") && is_all_digits(trim(line.substr(3)));
  if (plan || line.starts_with("TAP version ")) return block_length(lines);
  for (const std::string_view begin : {"ok ", "not ok "}) {
    if (!line.starts_with(begin)) continue;
    const std::string_view rest = line.substr(begin.size());
    const std::size_t number = std::min(rest.find(' '), rest.size());
    const std::string_view what = rest.substr(number);
    const bool is_test = what.empty() || what.starts_with(" - ") || what.starts_with(" #");
    if (is_all_digits(rest.substr(0, number)) && is_test) return 1;
  }
  return 0;
}

// As many as the line has of what parts its columns; 0 where it parts none.
using Columns = std::size_t (*)(std::string_view line);
std::size_t tabs(std::string_view line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
}
template <char Mark>
std::size_t marks(std::string_view line) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != Mark) continue;
    if (i + 1 < line.size() && line[i + 1] == ' ') return 0;  // as sentences have it
    ++count;
  }
  return count > 1 ? count : 0;
}
std::size_t gaps(std::string_view line) {
  std::size_t count = 0;
  line = trim(line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != ' ' || line.substr(i, 2) != "  ") continue;
    ++count;
    while (i + 1 < line.size() && line[i + 1] == ' ') ++i;
  }
  return count > 1 ? count : 0;
}
// Three lines and more, of as many columns each.
std::size_t table(Lines lines) {
  constexpr std::size_t kFewest = 3;
  for (const Columns columns :
       {Columns(tabs), Columns(marks<','>), Columns(marks<';'>), Columns(gaps)}) {
    const std::size_t wanted = columns(lines.front());
    if (wanted == 0) continue;
    std::size_t count = 1;
    while (count < lines.size() && columns(lines[count]) == wanted) ++count;
    if (count >= kFewest) return count;
  }
  return 0;
}

// `key`, `key: value`, `- value`, however deep.
bool is_yaml(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ")) return true;
  const std::size_t key = name_length(line);
  return key > 0 && key < line.size() && line[key] == ':' &&
         (key + 1 == line.size() || line[key + 1] == ' ');
}
// Keys of which one holds others.
std::size_t yaml(Lines lines) {
  const std::size_t size = block_length(lines);
  bool nests = false;
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_yaml(lines[i])) return 0;
    nests = nests || (i + 1 < size && lines[i].ends_with(':') && lines[i + 1].starts_with(' '));
  }
  return nests ? size : 0;
}

// Two lines and more of `app.city=Oslo`.
std::size_t properties(Lines lines) {
  const auto sets = [](std::string_view line) {
    const std::size_t key = name_length(line);
    return key > 0 && key + 1 < line.size() && line[key] == '=' && line[key + 1] != ' ';
  };
  std::size_t count = 0;
  while (count < lines.size() && sets(lines[count])) ++count;
  return count > 1 ? count : 0;
}

// A clock at the end of the text, with what stands around it there: "20:00]", "8:00 PM".
bool ends_with_clock(std::string_view text) {
  for (const std::string_view end : {"]", ")", "M", "m", "P", "p", "A", "a", " "}) {
    if (text.ends_with(end)) text.remove_suffix(1);
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view minutes = text.substr(colon + 1);
  return minutes.size() == 2 && is_all_digits(minutes) && is_digit(text[colon - 1]);
}
// "Bob, [10.03.2026 20:00]", "Bob Smith  8:00 PM", "Bob — Today at 8:00 PM": whose words follow.
bool heads_message(std::string_view line) {
  constexpr std::size_t kLongest = 80;
  constexpr std::ptrdiff_t kMostBlanks = 3;  // of a name
  if (line.size() > kLongest || !ends_with_clock(trim(line))) return false;
  for (const std::string_view between : {", [", "  ", " — ", " – "}) {
    const std::size_t at = line.find(between);
    if (at == std::string_view::npos || at == 0) continue;
    const std::string_view name = line.substr(0, at);
    return std::count(name.begin(), name.end(), ' ') <= kMostBlanks;
  }
  return false;
}

}  // namespace

std::vector<bool> pasted_forms(Lines lines) {
  std::vector<bool> found(lines.size());
  // One line alone with a time at its end may be a person's.
  const bool is_chat = std::count_if(lines.begin(), lines.end(), heads_message) > 1;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t count = 0;
    if (!trim(lines[i]).empty()) {
      for (const auto form : {card, diff, terminal, answer, mail, logged, hit, subtitle, tests,
                              table, yaml, properties}) {
        count = std::max(count, form(lines.subspan(i)));
      }
      const bool in_chat = is_chat && heads_message(lines[i]);
      if (in_chat) count = std::max(count, block_length(lines.subspan(i)));
    }
    for (std::size_t k = 0; k < count; ++k) found[i + k] = true;
    i += std::max<std::size_t>(count, 1);
  }
  return found;
}

}  // namespace pyramid::engine::builtin
