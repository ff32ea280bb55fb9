#include "ops/run/told.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "ops/calls/secrets.hpp"
#include "workspace/layout.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::string_view kReadAllTheSame = "; the note is read all the same";

std::string told_file(const workspace::Workspace& workspace) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/told");
}

std::string mark_of(const Diagnostic& one) {
  return to_hex(Hasher().field(one.where).field(one.what).finish());
}

}  // namespace

Diagnostics not_yet_told(FileSystem& files, const workspace::Workspace& workspace,
                         Diagnostics found) {
  if (found.empty()) return found;
  const std::string file = told_file(workspace);
  const Result<std::string> known = files.read(file);
  std::set<std::string_view> marks;
  if (known) {
    for (const std::string_view line : split_lines(*known)) marks.insert(line);
  }
  std::erase_if(found, [&](const Diagnostic& one) { return marks.contains(mark_of(one)); });
  std::string added;
  for (const Diagnostic& one : found) added += mark_of(one) + "\n";
  if (!added.empty()) (void)files.append(file, added);  // else it is told once more
  return found;
}

Diagnostics heads_told(const Diagnostics& heads) {
  Diagnostics told = heads;
  for (Diagnostic& one : told) one.what += kReadAllTheSame;
  return told;
}

void tell_heads(FileSystem& files, const workspace::Workspace& workspace, const Diagnostics& heads,
                Diagnostics& diagnostics) {
  Diagnostics told = not_yet_told(files, workspace, heads_told(heads));
  if (told.empty()) return;
  Diagnostic line = std::move(told.front());
  if (told.size() > 1) {
    const std::size_t others = told.size() - 1;
    line.what += ", and so " + std::string(others == 1 ? "is " : "are ") +
                 count_of(others, "other note") + " with a fault like that";
    line.hint = "pyramid check names each";
  }
  diagnostics.push_back(std::move(line));
}

bool is_told_once(const Diagnostic& diagnostic) {
  return diagnostic.what.find(kReadAllTheSame) != std::string::npos || is_left_out(diagnostic);
}

}  // namespace pyramid::ops
