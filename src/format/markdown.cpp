#include "format/markdown.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/html_text.hpp"
#include "format/markdown_tree.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// Offsets of line begins, by cmark's idea of a line end: `\n`, `\r\n` and lone `\r`.
class LineTable {
 public:
  explicit LineTable(std::string_view text) : text_(text) {}

  // REQUIRES: lines are asked for in any order; 1-based.
  std::size_t begin_of(std::size_t line) {
    while (begins_.size() < line && next_ < text_.size()) advance();
    return line <= begins_.size() ? begins_[line - 1] : text_.size();
  }

 private:
  void advance() {
    const std::size_t end = text_.find_first_of("\r\n", next_);
    if (end == std::string_view::npos) {
      next_ = text_.size();
    } else {
      next_ = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    }
    begins_.push_back(next_);
  }

  std::string_view text_;
  std::vector<std::size_t> begins_{0};
  std::size_t next_ = 0;
};

bool is_underline(std::string_view line) {
  const std::string_view marks = trim(line);
  return !marks.empty() && (marks[0] == '=' || marks[0] == '-') &&
         marks.find_first_not_of(marks[0]) == std::string_view::npos;
}

// A first look: whether a line may begin or underline a heading.
bool may_hold_heading(std::string_view body) {
  std::size_t at = 0;
  while (at < body.size()) {
    std::size_t first = at;
    while (first < body.size() && first < at + 3 && body[first] == ' ') ++first;
    if (first < body.size() && (body[first] == '#' || body[first] == '=' || body[first] == '-')) {
      return true;
    }
    const std::size_t end = body.find_first_of("\r\n", first);
    if (end == std::string_view::npos) return false;
    at = end + 1;
  }
  return false;
}

bool may_hold_link(std::string_view body) {
  const std::size_t first = body.find_first_of("]<");
  return first != std::string_view::npos && (body.find("](", first) != std::string_view::npos ||
                                             body.find("]:", first) != std::string_view::npos ||
                                             body.find('<', first) != std::string_view::npos);
}

// `<br>`, `<br/>`, `<BR />`.
bool is_break(cmark_node* node) {
  if (cmark_node_get_type(node) != CMARK_NODE_HTML_INLINE) return false;
  const std::string tag = utf8::lower(view(cmark_node_get_literal(node)));
  return tag.starts_with("<br") && tag.find_first_of("> /") == 3;
}

// Text of what is inline below `node`: code and image texts kept, HTML dropped but for line breaks.
std::string inline_text(cmark_node* node) {
  std::string text;
  const MarkdownIterator iterator(cmark_iter_new(node));
  while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
    if (cmark_iter_get_event_type(iterator.get()) != CMARK_EVENT_ENTER) continue;
    cmark_node* one = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(one);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      text += view(cmark_node_get_literal(one));
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK || is_break(one)) {
      text += ' ';
    }
  }
  return text;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// `https:`, `mailto:`; one letter is a drive of Windows, not a scheme.
bool is_external(std::string_view url) {
  if (url.substr(0, 2) == "//") return true;
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return is_letter(url[0]) && std::all_of(url.begin(), url.begin() + colon, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
         });
}

Link make_link(cmark_node* node, LineTable& lines, std::size_t paragraph_line) {
  Link link;
  link.text = inline_text(node);
  std::size_t line = static_cast<std::size_t>(std::max(cmark_node_get_start_line(node), 0));
  // A link that runs over a line end is dated to its last line; its text begins where it begins.
  if (cmark_node* child = cmark_node_first_child(node)) {
    const int begun = cmark_node_get_start_line(child);
    if (begun > 0) line = std::min(line, static_cast<std::size_t>(begun));
  }
  link.line = std::max(line, paragraph_line);
  link.line_begin = lines.begin_of(link.line);
  const std::string_view url = view(cmark_node_get_url(node));
  link.external = is_external(url);
  if (link.external) {
    link.target = url;
    return link;
  }
  const std::size_t hash = url.find('#');
  link.target = percent_decoded(url.substr(0, hash));
  if (hash != std::string_view::npos) link.fragment = percent_decoded(url.substr(hash + 1));
  return link;
}

Heading make_heading(cmark_node* node, std::string_view body, LineTable& lines) {
  Heading heading;
  heading.level = cmark_node_get_heading_level(node);
  heading.text = inline_text(node);
  heading.line = static_cast<std::size_t>(std::max(cmark_node_get_start_line(node), 1));
  heading.last = heading.line;
  heading.begin = lines.begin_of(heading.line);
  heading.body = lines.begin_of(heading.line + 1);
  const std::size_t first = body.find_first_not_of(' ', heading.begin);
  if (first != std::string_view::npos && body[first] == '#') return heading;
  // Underlined: the text may take several lines, the heading ends with the line below them.
  while (heading.body < body.size()) {
    const std::size_t begin = heading.body;
    heading.body = lines.begin_of(++heading.last + 1);
    if (is_underline(body.substr(begin, heading.body - begin))) break;
  }
  return heading;
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : hex_value(text[i + 2]);
    if (low < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  const bool is_text = out.find('\0') == std::string::npos && !utf8::first_invalid(out);
  return is_text ? out : std::string(text);
}

Outline outline(std::string_view body) {
  Outline found;
  if (!may_hold_link(body) && !may_hold_heading(body)) return found;
  const MarkdownTree tree = parse_markdown(body);
  LineTable lines(body);
  std::size_t block_line = 1;
  const MarkdownIterator iterator(cmark_iter_new(tree.get()));
  while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
    if (cmark_iter_get_event_type(iterator.get()) != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if ((type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK) {
      block_line = static_cast<std::size_t>(std::max(cmark_node_get_start_line(node), 1));
    }
    if (type == CMARK_NODE_HEADING && cmark_node_parent(node) == tree.get()) {
      found.headings.push_back(make_heading(node, body, lines));
    } else if (type == CMARK_NODE_LINK) {
      found.links.push_back(make_link(node, lines, block_line));
    }
  }
  return found;
}

namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

std::string percent_encoded(std::string_view path) {
  static constexpr std::string_view kEncoded = " ()<>[]%#?\"\\`:&|";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F && kEncoded.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether the character at `at`, somewhere within a line, would be read as markup.
bool is_markup(std::string_view line, std::size_t at) {
  const char before = at == 0 ? ' ' : line[at - 1];
  const char after = at + 1 < line.size() ? line[at + 1] : ' ';
  switch (line[at]) {
    case '\\':
    case '`':
    case '[':
    case ']':
      return true;
    case '*':
      return before != ' ' || after != ' ';
    case '_':
      return !is_word_character(before) || !is_word_character(after);
    case '<':
      return is_word_character(after) || after == '/' || after == '!' || after == '?';
    case '&':
      return after == '#' || is_word_character(after);
    case '~':
    case '=':
    case '%':
      return after == line[at] || before == line[at];
    default:
      return false;
  }
}

// How many leading characters of the line begin a block; the last of them takes the backslash.
std::size_t block_start(std::string_view line) {
  if (line.empty()) return 0;
  const char after = line.size() > 1 ? line[1] : ' ';
  if (line[0] == '#' || line[0] == '>' || line[0] == '|' || line[0] == '=') return 1;
  if (line[0] == '-' || line[0] == '+' || line[0] == '*') {
    return after == ' ' || after == line[0] ? 1 : 0;
  }
  std::size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') ++digits;
  const bool item = digits > 0 && digits < 10 && digits < line.size() &&
                    (line[digits] == '.' || line[digits] == ')');
  return item ? digits + 1 : 0;
}

std::string escape_line(std::string_view line) {
  std::string out;
  const std::size_t start = block_start(line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i + 1 == start || is_markup(line, i)) out += '\\';
    out += line[i];
  }
  return out;
}

bool is_plain_line(std::string_view text) {
  return text.find_first_of("\r\n\t\\`*_[]<>&~=%#|!") == std::string_view::npos &&
         block_start(text) == 0;
}

}  // namespace

std::string escape_inline(std::string_view text) {
  std::string out;
  bool first = true;
  for (const std::string_view line : split_lines(text)) {
    if (!first) out += '\n';
    first = false;
    out += escape_line(trim(line));
  }
  return out;
}

std::string link(std::string_view text, std::string_view path, std::string_view fragment) {
  std::string out = "[" + escape_inline(collapse_spaces(text)) + "](" + percent_encoded(path);
  if (!fragment.empty()) out.append("#").append(percent_encoded(fragment));
  return out + ")";
}

namespace {

// `markdown` with each line that the program writes links in (`From [`, the lines behind it that go
// on with `[`, `- [`) put through `change`.
template <typename Change>
std::string with_link_lines(std::string_view markdown, const Change& change) {
  std::string out;
  bool in_from = false;
  for (std::size_t begin = 0; begin < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size() - 1) + 1;
    const std::string_view line = markdown.substr(begin, end - begin);
    in_from = line.starts_with("From [") || (in_from && line.starts_with('['));
    const bool ours = in_from || line.starts_with("- [");
    out += ours ? change(line) : std::string(line);
    begin = end;
  }
  return out;
}

// "](target#fragment)"
std::string tail_of_link(std::string_view target, std::string_view fragment) {
  return link({}, target, fragment).substr(1);
}

}  // namespace

std::string with_link_target(std::string_view markdown, const Link& old, std::string_view target) {
  const std::string from = tail_of_link(old.target, old.fragment);
  const std::string to = tail_of_link(target, old.fragment);
  return with_link_lines(markdown,
                         [&](std::string_view line) { return replace_all(line, from, to); });
}

std::string without_list_link(std::string_view markdown, const Link& old) {
  const std::string tail = tail_of_link(old.target, old.fragment);
  return with_link_lines(markdown, [&](std::string_view line) {
    std::string_view item = trim(line);
    // What the program says behind a source.
    const std::size_t said = item.ends_with(')') ? item.rfind(" (sentence") : item.npos;
    if (said != item.npos) item = item.substr(0, said);
    const bool gone = line.starts_with("- [") && item.ends_with(tail);
    return gone ? std::string() : std::string(line);
  });
}

namespace {

enum class Blocks { kProse, kCodeToo, kHtmlToo };

std::string plain(std::string_view markdown, Blocks blocks) {
  const std::string_view trimmed = trim(markdown);
  if (is_plain_line(trimmed)) return std::string(trimmed);
  std::string out;
  const MarkdownTree tree = parse_markdown(markdown);
  const MarkdownIterator iterator(cmark_iter_new(tree.get()));
  while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
    if (cmark_iter_get_event_type(iterator.get()) != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    std::string text;
    if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING) text = inline_text(node);
    if (type == CMARK_NODE_CODE_BLOCK && blocks != Blocks::kProse) {
      text = trim(view(cmark_node_get_literal(node)));
    }
    if (type == CMARK_NODE_HTML_BLOCK && blocks == Blocks::kHtmlToo) {
      // Its entities are those of markdown.
      text = plain(text_of_html(view(cmark_node_get_literal(node))), Blocks::kCodeToo);
    }
    if (text.empty()) continue;
    if (!out.empty()) out += '\n';
    out += text;
  }
  return out;
}

}  // namespace

std::string plain_text(std::string_view markdown) { return plain(markdown, Blocks::kProse); }

std::string plain_text_and_blocks(std::string_view markdown) {
  return plain(markdown, Blocks::kHtmlToo);
}

}  // namespace pyramid::format
