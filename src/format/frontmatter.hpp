// The YAML block at the top of a node, kept byte for byte but for the keys that change.
//
// Flat: scalars and lists of scalars. A fast reader takes what the program itself writes; whatever
// it does not know goes to yaml-cpp, which decides what YAML means (a differential test holds the
// two together). Keys that the program does not know, their order, comments, quoting and blank
// lines survive every set(). Touches no disk.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// One key and its meaning. A scalar has one value; `[]` has none and is_list.
struct Field {
  std::string key;
  std::vector<std::string> values;
  bool is_list = false;
  // A map or a list of lists or maps: kept, not understood, and without values; but for a link as
  // Obsidian has them, `[[…]]` on the key's line, which is the text that it looks like.
  bool is_nested = false;
  std::size_t line = 0;            // 1-based within the block
  std::size_t begin = 0, end = 0;  // the whole lines that it takes, as bytes of the block
};

class Frontmatter {
 public:
  static constexpr std::size_t kLargest = 64 * 1024;  // bytes of a block

  Frontmatter() = default;

  // `block` is what stands between the `---` lines, without them. kInvalid with "line N" as where
  // when it is not YAML, not a block map (one `key:` a line), has a key twice, an alias, control
  // characters or more than 64 KiB. `crlf`: the line ends of a block that has none to go by.
  static Result<Frontmatter> parse(std::string_view block, bool crlf = false);
  // What was read of a block that parse() refuses. REQUIRES: nothing of it is changed.
  static Frontmatter as_read(std::string_view block, std::vector<Field> fields);

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
  [[nodiscard]] const Field* find(std::string_view key) const;
  [[nodiscard]] std::optional<std::string_view> scalar(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view key) const;  // a scalar = one item

  // Changes, adds (at the end) or removes one key. No byte changes when the meaning is the same.
  // Quotes where YAML would read something else than this text; numbers are plain where the key
  // holds numbers (schema.hpp).
  void set(std::string_view key, std::string_view value);
  void set_list(std::string_view key, const std::vector<std::string>& values);
  // As set(); a key that is new stands behind `before`, where that is one, else at the end.
  void set_behind(std::string_view before, std::string_view key, std::string_view value);
  // The comment behind a value, on the line of its key; "" where none is, or YAML of a kind that
  // the program does not write. set_comment() does nothing there.
  [[nodiscard]] std::string_view comment(std::string_view key) const;
  void set_comment(std::string_view key, std::string_view text);
  void erase(std::string_view key);
  // What `from` has under the key, or nothing. A scalar is written as it is there: 3 stays a
  // number, "3" a text. REQUIRES: it is not nested.
  void take(std::string_view key, const Frontmatter& from);

  // The block as it is to be written, newline at the end if not empty.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void set_yaml(std::string_view key, std::string_view value, const std::string& yaml);
  void splice(std::size_t begin, std::size_t end, std::string_view text);
  void append(std::string_view key, std::string_view text);
  void insert(std::size_t place, std::string_view key, std::string_view text);
  [[nodiscard]] std::string_view eol() const;
  [[nodiscard]] std::string_view lines_of(const Field& field) const;

  std::string bytes_;
  std::vector<Field> fields_;
  bool crlf_ = false;
};

// What stands between the two lines `---` at the top of a file, with its line end; nullopt where
// there are no such lines.
std::optional<std::string_view> frontmatter_block(std::string_view bytes);

}  // namespace pyramid::format
