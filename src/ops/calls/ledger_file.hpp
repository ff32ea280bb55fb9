// Events appended to ledger/<month>-<machine>.jsonl, a line each.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace pyramid::ops {

// As the ledger's files call a machine of this name, which may be "".
std::string ledger_machine(const std::string& name);

// Thread rule: one thread at a time; several processes may append at once.
class LedgerFile {
 public:
  using Fields = nlohmann::ordered_json;

  // Borrows `files` and `workspace`. `machine`: as ledger_machine() says it.
  LedgerFile(FileSystem& files, const workspace::Workspace& workspace, std::string machine);

  // Makes the folder where it is missing. `fields`: an object, without "at" and "kind".
  Status append(std::string_view kind, Time at, const Fields& fields);

 private:
  Status prepare(const std::string& path);

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  std::string machine_;
  std::string prepared_;  // path of the file that ends with a whole line
};

}  // namespace pyramid::ops
