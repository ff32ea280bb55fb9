#include "ops/check/conflicts.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "format/conflict_note.hpp"
#include "workspace/layout.hpp"

#include <cstddef>

namespace pyramid::ops {

namespace {

std::string place(const std::string& path, std::size_t line) {
  return path + ":" + std::to_string(line);
}

}  // namespace

Diagnostics conflict_notes(std::string_view bytes, const std::string& path) {
  Diagnostics found;
  for (const std::size_t line : format::conflict_lines(bytes, path)) {
    found.push_back({Severity::kWarning, place(path, line), "two machines changed the same words",
                     "keep what is right and remove the note"});
  }
  return found;
}

std::optional<Diagnostic> conflict_marker(std::string_view bytes, const std::string& path) {
  if (workspace::kind_of_path(path) == format::Kind::kSession) return std::nullopt;
  std::size_t line = 0;
  bool fenced = false;
  for (const std::string_view text : split_lines(bytes)) {
    ++line;
    if (is_code_fence(trim(text))) fenced = !fenced;
    if (fenced) continue;
    if (!text.starts_with("<<<<<<< ") && !text.starts_with(">>>>>>> ")) continue;
    return Diagnostic{Severity::kError, place(path, line),
                      "a conflict marker of git's stands in it",
                      "keep one side, and remove the marker lines"};
  }
  return std::nullopt;
}

}  // namespace pyramid::ops
