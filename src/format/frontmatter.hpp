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
  bool is_nested = false;  // a map or a list of maps: kept, not understood
  std::size_t line = 0;    // 1-based within the block
};

class Frontmatter {
 public:
  Frontmatter() = default;

  // `block` is what stands between the `---` lines, without them. kInvalid with "line N" as where
  // when it is not YAML, not a map, or has a key twice. At most 64 KiB.
  static Result<Frontmatter> parse(std::string_view block);

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
  [[nodiscard]] const Field* find(std::string_view key) const;
  [[nodiscard]] std::optional<std::string_view> scalar(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view key) const;  // a scalar = one item

  // Changes, adds (at the end) or removes one key. No byte changes when the meaning is the same.
  void set(std::string_view key, std::string_view value);
  void set_list(std::string_view key, const std::vector<std::string>& values);
  void erase(std::string_view key);

  // The block as it is to be written, newline at the end if not empty.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void replace(std::string_view key, const std::string& lines);

  std::string bytes_;
  std::vector<Field> fields_;
};

}  // namespace pyramid::format
