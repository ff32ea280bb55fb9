// The marks between which text of the memory stands in a prompt.
#pragma once

#include "base/digest.hpp"

#include <span>
#include <string>
#include <string_view>

namespace pyramid::engine::chat {

// One pair of marks for all texts of a request. Derived from them, so that the same request is the
// same bytes, and chosen so that none of them holds it: no text can end what it stands in.
class Marks {
 public:
  explicit Marks(std::span<const std::string_view> texts);

  // `<data-1a2b3c4d ATTRIBUTES>`, the text, `</data-1a2b3c4d>`, each on lines of its own.
  // `attributes` are the program's own words: numbers, times, roles.
  [[nodiscard]] std::string around(std::string_view attributes, std::string_view text) const;

 private:
  std::string name_;
};

}  // namespace pyramid::engine::chat
