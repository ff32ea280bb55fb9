#include "pyramid/error.hpp"

#include "base/text.hpp"

namespace pyramid {

std::string to_string(const Error& error) {
  std::string line;
  if (!error.where.empty()) line += printable(error.where) + ": ";
  line += printable(error.what);
  if (!error.cause.empty()) line += " (" + printable(error.cause) + ")";
  if (!error.hint.empty()) line += "; " + printable(error.hint);
  return line;
}

std::string to_string(const Diagnostic& diagnostic) {
  return to_string(
      Error{ErrorKind::kInvalid, diagnostic.what, diagnostic.where, {}, diagnostic.hint});
}

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kNotFound:
      return "not-found";
    case ErrorKind::kNotWorkspace:
      return "not-a-workspace";
    case ErrorKind::kInvalid:
      return "invalid";
    case ErrorKind::kIo:
      return "io";
    case ErrorKind::kConflict:
      return "conflict";
    case ErrorKind::kEngine:
      return "engine";
    case ErrorKind::kTooLong:
      return "too-long";
    case ErrorKind::kCorruptCache:
      return "corrupt-cache";
    case ErrorKind::kCancelled:
      return "cancelled";
    case ErrorKind::kInternal:
      break;
  }
  return "internal";
}

Diagnostic to_diagnostic(const Error& error) {
  std::string what = error.what;
  if (!error.cause.empty()) what += " (" + error.cause + ")";
  return Diagnostic{Severity::kError, error.where, std::move(what), error.hint};
}

}  // namespace pyramid
