// Small cuts of a body that several files of this room make. Private to src/format.
#pragma once

#include "format/markdown.hpp"
#include "format/node.hpp"
#include "format/own_words.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::format {

// `\r\n` and lone `\r` become `\n`.
std::string with_lf(std::string_view text);
// Every `\n` becomes `\r\n`. REQUIRES: no `\r` in text.
std::string with_crlf(std::string_view text);
// Without blank lines at both ends and blanks at the very end.
std::string_view trim_lines(std::string_view text);

// The end of the line that `at` is in, its line end included.
std::size_t next_line(std::string_view text, std::size_t at);

// "Sources", "Children", "Related", "Blocks".
bool is_edge_heading(const Heading& heading);

// The lines `From [a](…), [b](…),` / `[c](…)`: the last ones in [begin, end) of a body whose links
// are `links`. Lines without a link that cmark sees do not count.
struct FromLines {
  std::size_t begin = 0, end = 0;
  std::span<const Link> links;
};
std::optional<FromLines> find_from(std::string_view body, std::size_t begin, std::size_t end,
                                   std::span<const Link> links);

// The line `[why](why/MEMORY.md#5d1b88)` that leads to the page of a home: the last one there.
struct WhyLine {
  std::size_t begin = 0, end = 0;
  const Link* link = nullptr;
};
inline constexpr std::string_view kWhyLink = "[why";
// "why", "why, and 7 more": the words of that link, where so many facts had no room; and back,
// nullopt for other words.
std::string words_of_why(std::size_t left_out);
std::optional<std::size_t> left_out_by(std::string_view words);
inline constexpr std::size_t kWhyTag = 6;  // digits
std::optional<WhyLine> find_why(std::string_view body, std::size_t begin, std::size_t end,
                                std::span<const Link> links);

// " (sentences 1, 3)" behind the link to a source, and back; "" and nothing where none rests on it.
std::string sentences_behind(const std::vector<std::string>& numbers);
std::vector<std::size_t> sentence_numbers(std::string_view line);

// `link` as seen from the file `path`.
Edge make_edge(Link link, std::string_view path);

// What a generated text may hold, by where it stands.
struct Allowed {
  int headings_below = 0;       // headings of deeper levels than this; edge headings never
  bool relative_links = false;  // links that the workspace's graph would take for edges
};

// `text` as it may stand in a file: no blank lines around it, and nothing in it that would swallow
// or forge what the format puts behind it. A text that has such a thing is escaped as a whole.
std::string settled_text(std::string_view text, const Allowed& allowed);

// A generated text, without what a person struck out of it and with the person's words in front, as
// both may stand in a file. Links of the person's are theirs.
struct KeptText {
  std::string text;     // both
  Digest output;        // of what was generated
  Sentences sentences;  // the same
};
KeptText settled_text(const ByHand& by_hand, std::string_view text, Allowed allowed);

// A section as it is to stand; headings in it that would end it are escaped.
struct SectionDraft;
KeptText settled_section(const SectionDraft& draft);
// Whether it is in the file: also where a person struck out all that was generated, and heading and
// links stay as they are.
bool has_place(const SectionDraft& draft, const KeptText& text);
// Whether it is on record and has a link: words of a person that nothing was made from have none.
bool was_generated(const SectionDraft& draft, const KeptText& text);

}  // namespace pyramid::format
