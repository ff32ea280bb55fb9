// The fast reader of flat frontmatter, and its slow master. Private to src/format.
#pragma once

#include "format/frontmatter.hpp"
#include "pyramid/result.hpp"

#include <string_view>
#include <vector>

namespace pyramid::format {

// Where the value stands that shares a line with its key: from behind the colon's blank to the
// value's last byte. Both are the place behind the colon where there is none.
struct ValueSpan {
  std::size_t begin = 0, end = 0;
};

// Reads keys with plain or quoted scalars on one line, flow lists on one line and block lists.
// False, and whatever in `fields`, when the block holds anything else: then yaml-cpp must decide.
bool read_flat_yaml(std::string_view block, std::vector<Field>& fields,
                    std::vector<ValueSpan>* values = nullptr);

// What yaml-cpp says. kInvalid, with the 1-based line of the block as `where`.
Result<std::vector<Field>> read_yaml(std::string_view block);

// Whichever of the two may: the keys of a block, one `key:` a line. Failures as of read_yaml().
Result<std::vector<Field>> read_fields(std::string_view block);

// All keys in one `{…}`, which read_yaml() refuses, since no line is a key's. For who only reads:
// no field has a place. Failures as of read_yaml().
Result<std::vector<Field>> read_flow_map(std::string_view block);

}  // namespace pyramid::format
