// Making a workspace.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid {

struct InitOptions {
  std::string preset = "narrative";  // what pyramid.yaml says: "narrative" or "calendar"
  // The setting `timezone`, as the IANA names the zone; "" = not known: days are UTC's.
  std::string timezone = {};
};

struct InitReport {
  std::string root;
  std::vector<std::string> created;  // workspace-relative; empty when all was there
  std::string repository;            // absolute path of the repository that keeps it
  bool repository_created = false;
  std::string commit;  // id of the first commit, or ""
  // Language models that are at hand, with what to write into pyramid.yaml to have them used.
  std::vector<std::string> offers;
};

// Creates the folder, pyramid.yaml, MEMORY.md, SOUL.md, USER.md, .gitattributes, .gitignore and
// .pyramid/, and a git repository unless one encloses the folder. What is there already is left as
// it is, so a second run changes nothing. kConflict inside another workspace, kUsage for a preset
// that there is not, kInvalid for a zone that nobody knows.
Result<InitReport> init(const Environment& environment, const std::string& directory,
                        const InitOptions& options = {});

}  // namespace pyramid
