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
  std::string fragment;        // "^t17", "L3", a heading; without the `#`
  std::size_t line = 0;        // 1-based within the body; where its text begins
  std::size_t line_begin = 0;  // byte offset of that line
  bool external = false;       // has a scheme (https:, mailto:)
};

// A heading of the document's top level; headings inside quotes and code do not count.
struct Heading {
  int level = 1;
  std::string text;       // inline markup dropped
  std::size_t line = 0;   // 1-based line of the heading itself
  std::size_t last = 0;   // the line that it ends with: underlined, another one
  std::size_t begin = 0;  // byte offset of the heading's first byte
  std::size_t body = 0;   // byte offset just behind the heading
};

struct Outline {
  std::vector<Heading> headings;
  std::vector<Link> links;  // in document order, images left out
};

// Skips cmark where the body can hold neither heading nor link.
Outline outline(std::string_view body);

// Escapes what would be markup in a link text or in lines of prose, and only where it would be:
// brackets, backticks, emphasis, tags, entities, what begins a block (`#`, `-`, `>`, `1.`, fences),
// and Obsidian's `%%` and `==`. Blanks around lines are dropped. plain_text() gives it back.
std::string escape_inline(std::string_view text);
// `[text](path)` or `[text](path#fragment)`. Line ends in the text become blanks; what a link
// target cannot hold is percent-encoded.
std::string link(std::string_view text, std::string_view path, std::string_view fragment = {});
// A path as link() encodes it, as it was; left as written where it would decode to no text: a path
// with a NUL names another file.
std::string percent_decoded(std::string_view text);
// The markdown with `old`, as link() writes it, leading to `target` wherever it stands in a line
// that the program writes: one that begins `From [`, `- [`, or `[` behind a `From` line. Everything
// else keeps its bytes.
std::string with_link_target(std::string_view markdown, const Link& old, std::string_view target);
// The markdown without the list items that are nothing but this link, with or without the numbers
// of sentences behind it.
std::string without_list_link(std::string_view markdown, const Link& old);
// Plain prose of a markdown fragment: link texts kept, markup dropped, code spans kept, code blocks
// and HTML dropped, paragraphs joined by newlines.
std::string plain_text(std::string_view markdown);
// The same, and the lines of code blocks and the words of HTML blocks where they stand.
std::string plain_text_and_blocks(std::string_view markdown);

}  // namespace pyramid::format
