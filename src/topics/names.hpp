// Names of the files and directories of the topic tree: "03-sourdough-rye-oven".
//
// Pure; any thread.
#pragma once

#include "base/ulid.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::topics {

// The number that a name begins with, or nullopt: "03-sourdough" and "03" have 3, "3d-printing" and
// what a person called "notes" none.
std::optional<std::size_t> number_in(std::string_view name);

inline constexpr std::size_t kFolderDigits = 2, kLeafDigits = 3;

// "03-sourdough-rye-oven": the number with at least `digits` digits, and the first words of the
// key.
std::string numbered_name(std::size_t number, std::string_view key,
                          std::size_t digits = kFolderDigits);

// What lies in one directory, or is to.
struct Sibling {
  Ulid id;
  std::string
      name;  // as it is called now, without an extension; "" = it is new, or comes from elsewhere
  std::string key;
  bool by_hand = false;  // a person called it so: it stays
};
// The name of each, in the order given; a function of the siblings as a set. Who has a name keeps
// it but for this: of two with one number the one with the smaller id keeps it (one named by hand
// before all others), the other counts as new. New ones get the numbers behind the largest, by id,
// so that no number ever means something else than it did.
std::vector<std::string> sibling_names(std::span<const Sibling> siblings,
                                       std::size_t digits = kFolderDigits);

}  // namespace pyramid::topics
