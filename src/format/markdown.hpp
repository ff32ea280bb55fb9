// What a markdown body says: headings, links, prose, with line numbers (cmark-gfm behind it).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// A link as written. `target` is percent-decoded and has no `#fragment`; an external URL keeps all.
struct Link {
  std::string text;
  std::string target;
  std::string fragment;   // "^t17", "L3", a heading; without the `#`
  std::size_t line = 0;   // 1-based within the body
  bool external = false;  // has a scheme (https:, mailto:)
};

// A heading of the document's top level; headings inside quotes and code do not count.
struct Heading {
  int level = 1;
  std::string text;       // inline markup dropped
  std::size_t line = 0;   // 1-based line of the heading itself
  std::size_t begin = 0;  // byte offset of the heading's first byte
  std::size_t body = 0;   // byte offset just behind the heading
};

struct Outline {
  std::vector<Heading> headings;
  std::vector<Link> links;  // in document order, images left out
};

// Skips cmark where the body can hold neither heading nor link.
Outline outline(std::string_view body);

// Escapes what would be markup inside a link text or a line of prose: `[ ] * _ < > \ ` and a
// leading `# - + > 1.`.
std::string escape_inline(std::string_view text);
// Takes the backslashes of escape_inline() off again.
std::string unescape_inline(std::string_view text);
// `[text](target)`; blanks and parentheses of the target percent-encoded.
std::string link(std::string_view text, std::string_view target);
// Plain prose of a markdown fragment: link texts kept, markup dropped, code spans kept, code blocks
// and HTML dropped, paragraphs joined by newlines.
std::string plain_text(std::string_view markdown);

}  // namespace pyramid::format
