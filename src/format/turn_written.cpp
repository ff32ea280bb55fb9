#include "format/turn_written.hpp"

#include "base/code_fence.hpp"
#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/turn_lines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

constexpr std::string_view kTextBegin = "<!-- text", kTextEnd = " -->";
constexpr std::string_view kCrlf = " crlf", kEntities = " entities";
constexpr std::string_view kAmp = "amp;";
constexpr std::array<std::pair<char, std::string_view>, 3> kStands = {
    {{'\r', "#13;"}, {'^', "#94;"}, {'%', "#37;"}}};

std::string_view entity_of(char c) {
  for (const auto& [said, entity] : kStands) {
    if (said == c) return entity;
  }
  return {};
}

// What `&` and any number of `amp;` have behind them.
struct Ampersand {
  std::size_t amps = 0, end = 0;  // `end`: behind the entity
  char said = 0;                  // 0: no entity of ours
};

Ampersand look_at(std::string_view text, std::size_t at) {
  Ampersand found;
  found.end = at + 1;
  for (; text.substr(found.end, kAmp.size()) == kAmp; found.end += kAmp.size()) ++found.amps;
  for (const auto& [said, entity] : kStands) {
    if (text.substr(found.end, entity.size()) != entity) continue;
    found.said = said;
    found.end += entity.size();
    return found;
  }
  return found;
}

// Lines of a text without their ends.
struct WrittenLine {
  std::size_t begin = 0;
  std::string_view text;
  bool fenced = false;  // in a fence that is closed
};

std::vector<WrittenLine> lines_of(std::string_view text) {
  std::vector<WrittenLine> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    lines.push_back({at, text.substr(at, end - at), false});
    at = end + 1;
  }
  return lines;
}

void mark_fenced(std::vector<WrittenLine>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view opener = trim(lines[i].text);
    if (!is_code_fence(opener)) continue;
    const std::size_t length = std::min(opener.find_first_not_of(opener[0]), opener.size());
    std::size_t end = i + 1;
    for (; end < lines.size(); ++end) {
      const std::string_view closer = trim(lines[end].text);
      if (closer.size() >= length &&
          closer.find_first_not_of(opener[0]) == std::string_view::npos) {
        break;
      }
    }
    if (end == lines.size()) continue;
    for (; i < end; ++i) lines[i].fenced = true;
  }
}

// Where the `^` of a block id like ours stands at the end of a line, behind words; a line of
// nothing else is escaped with a backslash.
std::size_t block_id_in(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t") + 1;
  const std::size_t mark = line.substr(0, end).rfind('^');
  if (mark == std::string_view::npos || mark == 0) return std::string_view::npos;
  const bool is_behind_words =
      (line[mark - 1] == ' ' || line[mark - 1] == '\t') && !trim(line.substr(0, mark)).empty();
  const bool is_ours = parse_turn_mark(line.substr(mark, end - mark)) > 0;
  return is_behind_words && is_ours ? mark : std::string_view::npos;
}

// The bytes of the text for which an entity stands, in order.
std::vector<std::size_t> hidden_bytes(std::string_view text, bool crlf) {
  constexpr std::string_view kComment = "%%";
  std::vector<std::size_t> hidden;
  const bool may_be = text.find(" ^t") != std::string_view::npos ||
                      text.find("\t^t") != std::string_view::npos ||
                      text.find(kComment) != std::string_view::npos;
  std::size_t comments = 0, last = 0;
  std::vector<WrittenLine> lines;
  if (may_be) lines = lines_of(text);
  mark_fenced(lines);
  for (const WrittenLine& line : lines) {
    if (line.fenced) continue;
    const std::size_t mark = block_id_in(line.text);
    if (mark != std::string_view::npos) hidden.push_back(line.begin + mark);
    for (std::size_t at = line.text.find(kComment); at != std::string_view::npos;
         at = line.text.find(kComment, at + kComment.size())) {
      ++comments;
      last = line.begin + at;
    }
  }
  if (comments % 2 == 1) hidden.insert(hidden.end(), {last, last + 1});
  for (std::size_t at = crlf ? std::string_view::npos : text.find('\r');
       at != std::string_view::npos; at = text.find('\r', at + 1)) {
    hidden.push_back(at);
  }
  std::sort(hidden.begin(), hidden.end());
  return hidden;
}

std::string with_entities(std::string_view text, const std::vector<std::size_t>& hidden) {
  std::string out;
  auto next = hidden.begin();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (next != hidden.end() && *next == at) {
      out.append("&").append(entity_of(text[at]));
      ++next;
      continue;
    }
    out += text[at];
    if (text[at] == '&' && look_at(text, at).said != 0) out += kAmp;
  }
  return out;
}

std::string without_entities(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Ampersand found = text[at] == '&' ? look_at(text, at) : Ampersand{0, at + 1, 0};
    if (found.said == 0) {
      out += text[at++];
    } else if (found.amps == 0) {
      out += found.said;
      at = found.end;
    } else {
      out += '&';
      at += 1 + kAmp.size();
      out.append(text.substr(at, found.end - at));
      at = found.end;
    }
  }
  return out;
}

}  // namespace

WrittenTurn write_turn(std::string_view said) {
  WrittenTurn written;
  written.crlf = is_crlf(said);
  const std::vector<std::size_t> hidden = hidden_bytes(said, written.crlf);
  written.entities = !hidden.empty();
  written.text = written.entities ? with_entities(said, hidden) : std::string(said);
  if (written.crlf) written.text = replace_all(written.text, "\r\n", "\n");
  return written;
}

std::string said_as_written(const WrittenTurn& written) {
  std::string said = written.crlf ? replace_all(written.text, "\n", "\r\n") : written.text;
  return written.entities ? without_entities(said) : said;
}

std::string text_line(const WrittenTurn& written) {
  if (!written.crlf && !written.entities) return {};
  std::string line(kTextBegin);
  if (written.crlf) line += kCrlf;
  if (written.entities) line += kEntities;
  return line.append(kTextEnd);
}

bool parse_text_line(std::string_view line, WrittenTurn& written) {
  for (const bool crlf : {false, true}) {
    for (const bool entities : {false, true}) {
      const WrittenTurn one{{}, crlf, entities};
      if ((!crlf && !entities) || line != text_line(one)) continue;
      written.crlf = crlf;
      written.entities = entities;
      return true;
    }
  }
  return false;
}

}  // namespace pyramid::format
