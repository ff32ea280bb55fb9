// The rule: a line (less its indentation) that is backslashes and then a *token* loses one
// backslash when read. So the writer may put one before any token it likes, and must put one
// before tokens that have backslashes already. Which bare tokens get one is decided from the text:
// those that look like the file's own lines always, the rest only where leaving them would change
// what cmark sees behind the text.
#include "format/turn_escape.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "format/text_parts.hpp"
#include "format/turn_lines.hpp"
#include "format/turn_written.hpp"

#include <algorithm>
#include <vector>

namespace pyramid::format {

namespace {

// One line cut into indentation, backslashes and the rest with its line end. Lines end as cmark
// ends them: `\n`, `\r\n`, `\r`.
struct Line {
  std::string_view indent, slashes, rest;
  bool escape = false;
};

std::vector<Line> cut_lines(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos) {
      end = text.size();
    } else {
      end += text.substr(end, 2) == "\r\n" ? 2 : 1;
    }
    const std::string_view whole = text.substr(0, end);
    Line line;
    const std::size_t indent = std::min(whole.find_first_not_of(" \t"), whole.size());
    line.indent = whole.substr(0, indent);
    const std::size_t slashes = std::min(whole.find_first_not_of('\\', indent), whole.size());
    line.slashes = whole.substr(indent, slashes - indent);
    line.rest = whole.substr(slashes);
    lines.push_back(line);
    text.remove_prefix(end);
  }
  return lines;
}

bool is_heading_underline(std::string_view rest) {
  const std::string_view marks = trim(rest);
  return !marks.empty() && (marks[0] == '-' || marks[0] == '=') &&
         marks.find_first_not_of(marks[0]) == std::string_view::npos;
}

bool is_token(std::string_view rest) {
  return !rest.empty() && (rest[0] == '#' || rest[0] == '<' || is_code_fence(rest) ||
                           is_heading_underline(rest) || parse_turn_mark(trim(rest)) > 0);
}

// What only the file itself may say, wherever it stands.
bool is_ours(std::string_view rest) {
  const std::string_view line = trim(rest);
  WrittenTurn none;
  return parse_turn_heading(line) || parse_turn_mark(line) > 0 || parse_origin_line(line) ||
         parse_offset_line(line) || line == kOtherLine || parse_unkept_line(line) ||
         parse_text_line(line, none);
}

std::string join_lines(const std::vector<Line>& lines) {
  std::string out;
  for (const Line& line : lines) {
    out += line.indent;
    if (line.escape) out += '\\';
    out.append(line.slashes).append(line.rest);
  }
  return out;
}

// Marks the line that opens a fence which nothing closes.
void close_fences(std::vector<Line>& lines) {
  std::size_t i = 0;
  while (i < lines.size()) {
    const Line& opener = lines[i];
    const bool opens = opener.indent.size() < 4 && opener.slashes.empty() && !opener.escape &&
                       is_code_fence(opener.rest);
    if (!opens) {
      ++i;
      continue;
    }
    const char mark = opener.rest[0];
    const std::size_t length = std::min(opener.rest.find_first_not_of(mark), opener.rest.size());
    std::size_t next = i + 1;
    for (; next < lines.size(); ++next) {
      const std::string_view closer = trim(lines[next].rest);
      if (lines[next].slashes.empty() && lines[next].indent.size() < 4 && closer.size() >= length &&
          closer.find_first_not_of(mark) == std::string_view::npos) {
        break;
      }
    }
    if (next < lines.size()) {
      i = next + 1;
    } else {
      lines[i++].escape = true;
    }
  }
}

// A first look: whether a line may begin a heading, a fence or HTML, or underline a heading; also
// behind what begins a quote or an item. What stands behind words begins nothing.
bool may_begin_block(std::string_view text) {
  constexpr std::string_view kBegin = "#`~<=-";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t first = std::min(line.find_first_not_of(" \t>+*-.)0123456789"), line.size());
    const bool is_bare = first == 0;
    if (is_bare ? kBegin.find(line.empty() ? ' ' : line[0]) != std::string_view::npos
                : line.find_first_of(kBegin) != std::string_view::npos) {
      return true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

// Whether, behind this text, cmark still sees the next turn's heading, and no edge heading in it.
bool stands(std::string_view text) {
  if (!may_begin_block(text)) return true;
  std::string probe = "## 10:03 User\n";
  probe.append(text).append("\n\n^t1\n\n");
  const std::size_t next = probe.size();
  probe += "## 10:04 User\n";
  const Outline found = outline(probe);
  return !found.headings.empty() && found.headings.back().begin == next &&
         std::none_of(found.headings.begin(), found.headings.end(), is_edge_heading);
}

// Marks what ends the node's text: an edge heading, or the line under one.
void escape_edge_headings(std::vector<Line>& lines) {
  for (Line& line : lines) {
    if (line.rest.empty() || !line.slashes.empty()) continue;
    if (line.rest[0] == '#') {
      const Outline found = outline(trim(line.rest));
      if (!found.headings.empty() && is_edge_heading(found.headings[0])) line.escape = true;
    } else if (is_heading_underline(line.rest) && line.rest[0] == '-') {
      line.escape = true;
    }
  }
}

void escape_tokens(std::vector<Line>& lines, std::string_view first_characters) {
  for (Line& line : lines) {
    if (is_token(line.rest) && first_characters.find(line.rest[0]) != std::string_view::npos) {
      line.escape = true;
    }
  }
}

}  // namespace

std::string escape_turn(std::string_view text) {
  std::vector<Line> lines = cut_lines(text);
  for (Line& line : lines) {
    line.escape = is_token(line.rest) && (is_ours(line.rest) || !line.slashes.empty());
  }
  std::string out = join_lines(lines);
  if (stands(out)) return out;
  close_fences(lines);
  if (stands(out = join_lines(lines))) return out;
  escape_edge_headings(lines);
  if (stands(out = join_lines(lines))) return out;
  escape_tokens(lines, "<");
  close_fences(lines);
  if (stands(out = join_lines(lines))) return out;
  escape_tokens(lines, "#<`~-=^");
  return join_lines(lines);
}

std::string unescape_turn(std::string_view text) {
  std::vector<Line> lines = cut_lines(text);
  for (Line& line : lines) {
    if (!line.slashes.empty() && is_token(line.rest)) line.slashes.remove_prefix(1);
  }
  return join_lines(lines);
}

}  // namespace pyramid::format
