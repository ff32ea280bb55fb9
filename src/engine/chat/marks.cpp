#include "engine/chat/marks.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace pyramid::engine::chat {

namespace {

constexpr std::size_t kDigits = 8;

}  // namespace

Marks::Marks(std::span<const std::string_view> texts) {
  std::int64_t attempt = 0;
  do {
    Hasher hasher;
    hasher.field(attempt++);
    for (const std::string_view text : texts) hasher.field(text);
    name_ = "data-" + to_hex(hasher.finish()).substr(0, kDigits);
  } while (std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return utf8::lower(text).find(name_) != std::string::npos;
  }));
}

std::string Marks::around(std::string_view attributes, std::string_view text) const {
  std::string out = "<" + name_;
  if (!attributes.empty()) out.append(" ").append(attributes);
  return out.append(">\n").append(text).append("\n</").append(name_).append(">\n");
}

}  // namespace pyramid::engine::chat
