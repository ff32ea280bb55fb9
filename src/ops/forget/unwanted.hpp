// Words that are to stand nowhere, and where they stand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Words that are not to stand anywhere, as comparable() has them.
struct Unwanted {
  Unwanted(std::string words_said, bool as_whole);

  std::string words;
  bool whole;        // a name: not within another word
  std::string name;  // as names of files have the words; "" = too little is left, or other names
};

// `text` as it stands in a file: markup, wrapped lines, kinds of blanks and quotes, and what is not
// seen hide no words.
bool says(std::string_view text, const std::vector<Unwanted>& unwanted);

// Whether a name in this path does, of the file or of a folder; dashes, dots and underscores part
// words there.
bool is_named_by(std::string_view path, const std::vector<Unwanted>& unwanted);

// Lines of a file that say it, from 1, in order: of words that go on in another line the first one;
// 0 where they go on for longer than that can be told.
std::vector<std::size_t> lines_saying(std::string_view bytes,
                                      const std::vector<Unwanted>& unwanted);

// Of a file as it stands, what the texts of its frontmatter say by YAML counts too, however they
// are written: lines that say it by that, from 1 (`last`: to the end of such a text).
struct SaidInHead {
  std::size_t line = 0, last = 0;
};
std::vector<SaidInHead> said_in_head(std::string_view bytes, const std::vector<Unwanted>& unwanted);
std::vector<SaidInHead> said_in_yaml(std::string_view bytes, const std::vector<Unwanted>& unwanted);
// Whether the task does, its links to others left out, which say what these are called.
bool task_says(std::string_view bytes, std::string_view path,
               const std::vector<Unwanted>& unwanted);
// A glance at a whole file: false where neither its lines nor its head, read as YAML, say it.
bool may_say(std::string_view bytes, const std::vector<Unwanted>& unwanted);
bool file_says(std::string_view bytes, const std::vector<Unwanted>& unwanted);

}  // namespace pyramid::ops
