#include "format/markdown.hpp"

#include "base/text.hpp"

#include <cmark-gfm.h>

#include <cctype>
#include <cstdlib>
#include <memory>

namespace pyramid::format {

namespace {

struct NodeDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct IterDeleter {
  void operator()(cmark_iter* iter) const { cmark_iter_free(iter); }
};
using Tree = std::unique_ptr<cmark_node, NodeDeleter>;
using Iter = std::unique_ptr<cmark_iter, IterDeleter>;

Tree parse(std::string_view text) {
  return Tree(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
}

const char* literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text == nullptr ? "" : text;
}

// The words below a node, markup dropped.
std::string words_below(cmark_node* root) {
  std::string text;
  const Iter iter(cmark_iter_new(root));
  for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iter.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iter.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) text += literal(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) text += ' ';
  }
  return text;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() + 0 ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

// scheme ":" as RFC 3986 has it, at least two letters so that `C:\x` is no scheme.
bool has_scheme(std::string_view target) {
  std::size_t i = 0;
  while (i < target.size() && (std::isalnum(static_cast<unsigned char>(target[i])) != 0 ||
                               target[i] == '+' || target[i] == '-' || target[i] == '.')) {
    ++i;
  }
  return i >= 2 && i < target.size() && target[i] == ':' &&
         std::isalpha(static_cast<unsigned char>(target[0])) != 0;
}

Link link_of(cmark_node* node) {
  Link link;
  link.text = words_below(node);
  const char* url = cmark_node_get_url(node);
  const std::string_view target = url == nullptr ? "" : url;
  link.external = has_scheme(target) || target.substr(0, 2) == "//";
  if (link.external) {
    link.target = target;
  } else {
    const std::size_t hash = target.find('#');
    link.target = percent_decode(target.substr(0, hash));
    if (hash != std::string_view::npos) link.fragment = percent_decode(target.substr(hash + 1));
  }
  return link;
}

std::vector<std::size_t> line_starts(std::string_view body) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < body.size(); ++i) {
    // cmark takes a lone carriage return as a line end too.
    const bool lone = body[i] == '\r' && (i + 1 == body.size() || body[i + 1] != '\n');
    if (body[i] == '\n' || lone) starts.push_back(i + 1);
  }
  starts.push_back(body.size());
  return starts;
}

bool may_hold_structure(std::string_view body) {
  return body.find('#') != std::string_view::npos || body.find("](") != std::string_view::npos ||
         body.find("]:") != std::string_view::npos || body.find("\n=") != std::string_view::npos ||
         body.find("\n-") != std::string_view::npos || body.find('<') != std::string_view::npos;
}

bool is_escapable(char c) {
  return std::string_view("\\`*_[]<>&").find(c) != std::string_view::npos;
}

}  // namespace

Outline outline(std::string_view body) {
  Outline result;
  if (!may_hold_structure(body)) return result;
  const Tree tree = parse(body);
  const std::vector<std::size_t> starts = line_starts(body);
  const auto start_of_line = [&](std::size_t line) {
    return line - 1 < starts.size() ? starts[line - 1] : body.size();
  };
  const Iter iter(cmark_iter_new(tree.get()));
  std::size_t block_line = 1;
  for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iter.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iter.get());
    const cmark_node_type type = cmark_node_get_type(node);
    const int line = cmark_node_get_start_line(node);
    if (cmark_node_first_child(node) != nullptr && line > 0 && type != CMARK_NODE_LINK) {
      block_line = static_cast<std::size_t>(line);
    }
    if (type == CMARK_NODE_HEADING && cmark_node_parent(node) == tree.get()) {
      Heading heading;
      heading.level = cmark_node_get_heading_level(node);
      heading.text = collapse_spaces(words_below(node));
      heading.line = static_cast<std::size_t>(line);
      heading.begin = start_of_line(heading.line);
      heading.body = start_of_line(static_cast<std::size_t>(cmark_node_get_end_line(node)) + 1);
      result.headings.push_back(std::move(heading));
    } else if (type == CMARK_NODE_LINK) {
      Link link = link_of(node);
      link.line = line > 0 ? static_cast<std::size_t>(line) : block_line;
      result.links.push_back(std::move(link));
    }
  }
  return result;
}

std::string escape_inline(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inner_underscore = c == '_' && i > 0 && i + 1 < text.size() &&
                                  std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 &&
                                  std::isalnum(static_cast<unsigned char>(text[i + 1])) != 0;
    const bool plain_ampersand = c == '&' && (i + 1 == text.size() || text[i + 1] == ' ');
    if (is_escapable(c) && !inner_underscore && !plain_ampersand) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  // A start that would make the line a heading, a list item or a rule.
  const std::size_t digits = out.find_first_not_of("0123456789");
  if (!out.empty() && std::string_view("#+-=|~").find(out[0]) != std::string_view::npos) {
    out.insert(0, "\\");
  } else if (digits != std::string::npos && digits > 0 &&
             (out[digits] == '.' || out[digits] == ')') &&
             (digits + 1 == out.size() || out[digits + 1] == ' ')) {
    out.insert(digits, "\\");
  }
  return out;
}

std::string unescape_inline(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() &&
        std::ispunct(static_cast<unsigned char>(text[i + 1])) != 0) {
      ++i;
    }
    out += text[i];
  }
  return out;
}

std::string link(std::string_view text, std::string_view target) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : target) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7F ||
        std::string_view("()<>%\\").find(c) != std::string_view::npos) {
      encoded += '%';
      encoded += kHex[byte >> 4];
      encoded += kHex[byte & 15];
    } else {
      encoded += c;
    }
  }
  return "[" + escape_inline(text) + "](" + encoded + ")";
}

std::string plain_text(std::string_view markdown) {
  const Tree tree = parse(markdown);
  std::string text;
  const auto end_line = [&text] {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (!text.empty() && text.back() != '\n') text += '\n';
  };
  const Iter iter(cmark_iter_new(tree.get()));
  for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iter.get())) {
    cmark_node* node = cmark_iter_get_node(iter.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (event == CMARK_EVENT_EXIT) {
      if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING) end_line();
    } else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      text += literal(node);
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      text += ' ';
    }
  }
  return std::string(trim(text));
}

}  // namespace pyramid::format
