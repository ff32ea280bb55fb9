#include "ops/run/driver_notes.hpp"

#include "base/digest.hpp"
#include "base/line_ends.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <string_view>

namespace pyramid::ops {

namespace {

std::string notes_of(const std::string& root) {
  return path::join(root, std::string(workspace::kCacheFolder) + "/merged");
}

// git may write a file with other line ends than it was merged with.
std::string sign_of(std::string_view bytes) { return to_hex(digest_of(with_lf(bytes))); }

bool is_known(const std::vector<SyncStep>& told, std::string_view path, std::string_view reason) {
  return std::any_of(told.begin(), told.end(), [&](const SyncStep& step) {
    return step.path == path && step.reason == reason;
  });
}

}  // namespace

void note_merged(FileSystem& files, const std::string& root, const std::string& path,
                 const merge::Merged& merged) {
  if (!merged.bytes || path.find_first_of("\t\n") != std::string::npos) return;
  std::string lines;
  for (const std::string& one : merged.told) {
    lines += sign_of(*merged.bytes) + " " + path + "\t" + one + "\n";
  }
  if (!lines.empty()) static_cast<void>(files.append(notes_of(root), lines));
}

Status tell_merged(FileSystem& files, const workspace::Workspace& workspace,
                   std::vector<SyncStep>& told) {
  const std::string file = notes_of(workspace.root);
  const Result<std::string> notes = files.read(file);
  if (!notes) return {};
  for (const std::string_view line : split_lines(*notes)) {
    const std::size_t blank = line.find(' '), tab = line.find('\t');
    if (blank == std::string_view::npos || tab == std::string_view::npos || tab < blank) continue;
    const std::string path(line.substr(blank + 1, tab - blank - 1));
    const std::string_view reason = line.substr(tab + 1);
    const Result<std::string> now = files.read(workspace.absolute(path));
    if (!now || sign_of(*now) != line.substr(0, blank) || is_known(told, path, reason)) continue;
    told.push_back({"merge", path, std::string(reason)});
  }
  return files.remove(file);
}

}  // namespace pyramid::ops
