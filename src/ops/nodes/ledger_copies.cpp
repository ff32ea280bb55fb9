#include "ops/nodes/ledger_copies.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"
#include "ops/nodes/copies.hpp"
#include "workspace/store.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

// Of a file that is a conflict copy; such names are told by those of markdown files.
std::optional<std::string> original_of(const std::string& path) {
  const std::string stem = path.substr(0, path.size() - path::extension(path).size());
  const std::optional<CopyName> copy = conflict_copy(stem + ".md");
  if (!copy || !copy->certain) return std::nullopt;
  const std::string& named = copy->original;
  return named.substr(0, named.size() - path::extension(named).size()) +
         std::string(path::extension(path));
}

// A line begins with its time, so that the order of lines is that of times.
std::string united_lines(std::string_view a, std::string_view b) {
  std::set<std::string_view> lines;
  for (const std::string_view bytes : {a, b}) {
    for (const std::string_view line : split_lines(bytes)) {
      if (!trim(line).empty()) lines.insert(line);
    }
  }
  std::string united;
  for (const std::string_view line : lines) united.append(line).append("\n");
  return united;
}

Status unite(FileSystem& files, const workspace::Workspace& workspace, const std::string& copy,
             const std::string& original) {
  PYRAMID_ASSIGN(const std::string theirs, files.read(workspace.absolute(copy)));
  const Result<std::string> ours = files.read(workspace.absolute(original));
  if (!ours && ours.error().kind != ErrorKind::kNotFound) return fail(Error(ours.error()));
  workspace::Store store(files, workspace.root);
  store.put(original, united_lines(ours ? *ours : std::string(), theirs),
            ours ? std::optional(digest_of(*ours)) : std::nullopt);
  store.remove(copy, digest_of(theirs));
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store.commit());
  static_cast<void>(stored);  // what changed meanwhile is united by the next sync
  return {};
}

}  // namespace

Status unite_ledger_copies(FileSystem& files, const workspace::Workspace& workspace) {
  PYRAMID_ASSIGN(const std::vector<LedgerMonth> months, ledger_months(files, workspace));
  for (const LedgerMonth& month : months) {
    if (const auto original = original_of(month.path)) {
      PYRAMID_TRY(unite(files, workspace, month.path, *original));
    }
  }
  return {};
}

}  // namespace pyramid::ops
