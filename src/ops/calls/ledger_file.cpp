#include "ops/calls/ledger_file.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ops/calls/ledger_events.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace pyramid::ops {

std::string ledger_machine(const std::string& name) {
  return name.empty() ? "unnamed" : slugify(name);
}

LedgerFile::LedgerFile(FileSystem& files, const workspace::Workspace& workspace,
                       std::string machine)
    : files_(files), workspace_(workspace), machine_(std::move(machine)) {}

Status LedgerFile::append(std::string_view kind, Time at, const Fields& fields) {
  Fields line = {{"at", format_time(at)}, {"kind", kind}};
  line.update(fields);
  const std::string path =
      path::join(workspace_.absolute(kLedgerFolder), ledger_name(at, machine_));
  PYRAMID_TRY(prepare(path));
  return files_.append(path, line.dump(-1, ' ', false, Fields::error_handler_t::replace) + "\n");
}

// The folder, and git kept from the files: they change with every call, a search's too, and a
// commit each would tell nothing. What a killed command left torn gets an end of line first.
Status LedgerFile::prepare(const std::string& path) {
  if (path == prepared_) return {};
  PYRAMID_TRY(make_ledger_folder(files_, workspace_));
  for (const std::string& place : {workspace_.absolute(kLedgerFolder), path}) {
    const Result<FileStat> stat = files_.stat(place);
    if (!stat || stat->kind != FileKind::kSymlink) continue;
    return fail(ErrorKind::kConflict, "is a symlink; nothing is written behind it", place,
                "put a folder there, or a file");
  }
  const Result<std::string> there = files_.read(path);
  if (there && !there->empty() && there->back() != '\n') PYRAMID_TRY(files_.append(path, "\n"));
  if (!there && there.error().kind != ErrorKind::kNotFound) return fail(Error(there.error()));
  prepared_ = path;
  return {};
}

}  // namespace pyramid::ops
