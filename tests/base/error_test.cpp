#include "pyramid/error.hpp"

#include "pyramid/result.hpp"
#include "tests/support/catch.hpp"

#include <memory>
#include <set>
#include <string>

namespace error_test {

using namespace pyramid;

TEST_CASE("error: where, what, cause and hint in one line") {
  Error error{ErrorKind::kIo, "cannot write", "a/b.md:3", "No space left on device", "free some"};
  CHECK(to_string(error) == "a/b.md:3: cannot write (No space left on device); free some");
  error.hint.clear();
  error.cause.clear();
  CHECK(to_string(error) == "a/b.md:3: cannot write");
  error.where.clear();
  CHECK(to_string(error) == "cannot write");
}

TEST_CASE("error: no file name can forge a second line or reach the terminal") {
  const Error error{ErrorKind::kIo, "cannot read", "a\nerror: all is lost\x1b[2J.md", {}, {}};
  CHECK(to_string(error) == "a\\nerror: all is lost\\x1b[2J.md: cannot read");
}

TEST_CASE("error: a diagnostic is rendered like an error and keeps its cause") {
  const Error error{ErrorKind::kInvalid, "is not UTF-8", "a.md:2", "byte 7", "save it as UTF-8"};
  const Diagnostic diagnostic = to_diagnostic(error);
  CHECK(diagnostic.severity == Severity::kError);
  CHECK(to_string(diagnostic) == to_string(error));
}

TEST_CASE("error: every kind has a name of its own") {
  std::set<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::kInternal); ++kind) {
    names.insert(name_of(static_cast<ErrorKind>(kind)));
  }
  CHECK(names.size() == static_cast<std::size_t>(ErrorKind::kInternal) + 1);
}

namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorKind::kUsage, "is odd");
  return n / 2;
}

Result<int> quarter(int n) {
  PYRAMID_ASSIGN(const int once, half(n));
  PYRAMID_ASSIGN(const int twice, half(once));
  return twice;
}

Status is_even(int n) {
  PYRAMID_TRY(half(n));
  return {};
}

Result<std::unique_ptr<int>> boxed(int n) {
  PYRAMID_TRY(is_even(n));
  return std::make_unique<int>(n);
}

}  // namespace

TEST_CASE("result: the macros hand values on and failures up") {
  REQUIRE(quarter(12));
  CHECK(*quarter(12) == 3);
  CHECK(quarter(6).error().what == "is odd");
  CHECK(quarter(6).value_or(-1) == -1);
  CHECK(is_even(2));
  CHECK(is_even(3).error().kind == ErrorKind::kUsage);
  std::unique_ptr<int> owned = *boxed(4);
  CHECK(*owned == 4);
}

}  // namespace error_test
