// What a text must be to be written down.
#pragma once

#include "base/utf8.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>

namespace pyramid::ops {

// kUsage for what no text file of the memory can hold.
inline Status check_storable(std::string_view text, const std::string& where = {},
                             const std::string& hint = {}) {
  if (utf8::first_invalid(text)) {
    return fail(ErrorKind::kUsage, "the text is not valid UTF-8", where, hint);
  }
  if (text.find('\0') != std::string_view::npos) {
    return fail(ErrorKind::kUsage, "the text has a NUL character, which no text file can hold",
                where, hint);
  }
  return {};
}

}  // namespace pyramid::ops
