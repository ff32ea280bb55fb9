// Result<T>: a value or an Error, with the member names of std::expected.
//
// Our own, because public headers carry no third-party type and GCC 12 has std::expected only in
// C++23; a later switch is one alias. value() on a failure and error() on a success are bugs of
// the caller and undefined (asserted in debug builds).
#pragma once

#include "pyramid/error.hpp"

#include <cassert>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace pyramid {

// Wraps an Error so that `return fail(...)` converts to any Result<T>.
struct [[nodiscard]] Failure {
  Error error;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit
  Result(Failure failure)                                                // NOLINT: implicit
      : state_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] T& value() & {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  // By value, so that `for (auto& x : *read())` has something to stand on.
  [[nodiscard]] T value() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] T value_or(T other) const& {
    if (has_value()) return value();
    return other;
  }

  [[nodiscard]] Error& error() & {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] const Error& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error error() && {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Failure failure) : error_(std::move(failure.error)) {}  // NOLINT: implicit

  [[nodiscard]] bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] Error& error() & {
    assert(!has_value());
    return *error_;
  }
  [[nodiscard]] const Error& error() const& {
    assert(!has_value());
    return *error_;
  }
  [[nodiscard]] Error error() && {
    assert(!has_value());
    return *std::move(error_);
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

inline Failure fail(Error error) { return Failure{std::move(error)}; }
inline Failure fail(ErrorKind kind, std::string what, std::string where = {}, std::string hint = {},
                    std::string cause = {}) {
  return Failure{Error{kind, std::move(what), std::move(where), std::move(cause), std::move(hint)}};
}

}  // namespace pyramid

// Returns the failure of `expression` from the enclosing function; otherwise goes on.
#define PYRAMID_TRY(expression)                                                       \
  do {                                                                                \
    auto pyramid_status_ = (expression);                                              \
    if (!pyramid_status_) return ::pyramid::fail(std::move(pyramid_status_).error()); \
  } while (false)

#define PYRAMID_CONCAT_INNER_(a, b) a##b
#define PYRAMID_CONCAT_(a, b) PYRAMID_CONCAT_INNER_(a, b)
#define PYRAMID_ASSIGN_IMPL_(temporary, target, expression)             \
  auto temporary = (expression);                                        \
  if (!temporary) return ::pyramid::fail(std::move(temporary).error()); \
  target = std::move(temporary).value()

// `PYRAMID_ASSIGN(auto x, expression);` declares x from a success, or returns the failure.
#define PYRAMID_ASSIGN(target, expression) \
  PYRAMID_ASSIGN_IMPL_(PYRAMID_CONCAT_(pyramid_result_, __LINE__), target, expression)
