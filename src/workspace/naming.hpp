// How errors name what lies in a workspace: as it lies there (pyramid/error.hpp), though the disk
// is asked by whole paths.
#pragma once

#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <utility>
#include <vector>

namespace pyramid::workspace {

class Naming {
 public:
  Naming(FileSystem& files, const std::string& root);
  // Takes the workspace's folder from the front of a path; the folder itself, and what lies
  // elsewhere, stay.
  void shorten(std::string& where) const;

 private:
  std::vector<std::string> folders_;  // as the workspace was named and as it lies on the disk
};

// What a public function is about to give, with its failure and its diagnostics so named.
template <typename Outcome>
Outcome named_within(FileSystem& files, const std::string& root, Outcome outcome) {
  if (!outcome) {
    Naming(files, root).shorten(outcome.error().where);
  } else if constexpr (requires { outcome->diagnostics; }) {
    if (outcome->diagnostics.empty()) return outcome;
    const Naming naming(files, root);
    for (Diagnostic& one : outcome->diagnostics) naming.shorten(one.where);
  }
  return outcome;
}

}  // namespace pyramid::workspace
