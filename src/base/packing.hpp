// Values as bytes and back, for caches that the machine which wrote them reads again: as they lie
// in memory, without a thought for other machines or versions.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pyramid {

class Packer {
 public:
  template <typename T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    value(text.size());
    bytes_ += text;
  }
  template <typename T>
  void values(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    value(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  [[nodiscard]] std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what a Packer wrote, in the same order. Of bytes that end too early come empty values, and
// good() is false from then on.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  void value(T& out) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::string_view bytes = next(sizeof out);
    if (good_) std::memcpy(&out, bytes.data(), bytes.size());
  }
  std::size_t size() {
    std::size_t size = 0;
    value(size);
    return size;
  }
  std::string_view text() { return next(size()); }
  void text(std::string& out) { out = text(); }
  template <typename T>
  void values(std::vector<T>& out) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t count = size();
    const bool fits = count <= rest_.size() / sizeof(T);
    const std::string_view bytes = next(fits ? count * sizeof(T) : rest_.size() + 1);
    out.resize(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  }

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return good_ && rest_.empty(); }

 private:
  std::string_view next(std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace pyramid
