#include "ops/run/key_file.hpp"

#include "ops/calls/language_model.hpp"

#include <algorithm>

namespace pyramid::ops {

std::optional<Diagnostic> key_file_in_git(FileSystem& files, const workspace::Workspace& workspace,
                                          history::Repository& repository) {
  if (!files.stat(workspace.absolute(kKeyFile))) return std::nullopt;
  const auto tracked = repository.tracked_as(kKeyFile);
  if (!tracked || std::find(tracked->begin(), tracked->end(), kKeyFile) == tracked->end()) {
    return std::nullopt;
  }
  return Diagnostic{
      Severity::kWarning, kKeyFile, "git keeps this file",
      "take it out with `git rm --cached .env`; where it was committed, get a new key"};
}

}  // namespace pyramid::ops
