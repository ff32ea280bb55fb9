// What went wrong, as a value.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pyramid {

// The few kinds a caller decides by. src/process/exit_code.hpp maps each to an exit code.
enum class ErrorKind {
  kUsage,         // the caller asked for something that cannot be: bad option, bad query
  kNotFound,      // a file, folder, node or revision that does not exist
  kNotWorkspace,  // the folder is no Pyramid workspace and none encloses it
  kInvalid,       // bytes that are not what they should be: a broken document, a wrong export
  kIo,            // the file system refused: permission, full disk, vanished device
  kConflict,      // somebody else holds it: a lock, a merge under way
  kEngine,        // a language model or embedding engine failed
  kTooLong,       // more text than a language model can read at once
  kCorruptCache,  // something under .pyramid/ is damaged; rebuilding cures it
  kCancelled,     // the person pressed Ctrl-C
  kInternal,      // a bug of ours
};

// One failure. `what` is a lower-case phrase without full stop; `where` is `path` or `path:line`
// (workspace-relative when inside one); `hint` says what to do. Rendered as
// `where: what (cause); hint`. Any of where, cause and hint may be empty.
struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  std::string what;
  std::string where;
  std::string cause;
  std::string hint;
};

// A problem with one input that did not stop the rest (law 10). Same fields, same rendering.
enum class Severity { kWarning, kError };
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string where;
  std::string what;
  std::string hint;
};
using Diagnostics = std::vector<Diagnostic>;

// One line, no trailing newline. Control characters in file names come out escaped (`\n`).
std::string to_string(const Error& error);
std::string to_string(const Diagnostic& diagnostic);

// The stable lower-case name of a kind, as `--json` prints it: "not-found", "io", …
const char* name_of(ErrorKind kind);

// `error` seen as the problem of one input.
Diagnostic to_diagnostic(const Error& error);

}  // namespace pyramid
