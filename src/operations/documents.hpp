// JSON documents that programs read (docs/reference.md), beside those of the operations: parts of
// reports, and what commands print that are no operations.
#pragma once

#include "operations/operation.hpp"
#include "pyramid/pyramid.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::operations {

// Of `version`.
struct VersionReport {
  std::string version;
};
// Of `help`.
struct HelpReport {
  struct Command {
    std::string name, what;
  };
  std::string text;
  std::vector<Command> commands;
  Diagnostics diagnostics;
};
// Of `setup`.
struct SetupReport {
  struct File {
    std::string path, state, text;
  };
  std::string host;
  std::vector<File> files;
};
// Of `doctor --host`.
struct HostReport {
  std::string host, path, command;
  std::vector<std::string> args;
  std::size_t recalled = 0;
  std::vector<std::string> hooks;
};
// Of `memory-tool`.
struct MemoryToolReport {
  std::string content;
  bool is_error = false;
};

// {"error": {"kind", "what", "where", "cause", "hint"}}
Json to_json(const Error& error);
Json to_json(const Diagnostics& diagnostics);
Json to_json(const SyncReport& report);
Json to_json(const InitReport& report);
Json to_json(const VersionReport& report);
Json to_json(const HelpReport& report);
Json to_json(const SetupReport& report);
Json to_json(const HostReport& report);
Json to_json(const MemoryToolReport& report);
Json to_json(const TrustReport& report);
Json to_json(const QueueReport& report);
Json to_json(const ConverseReport& report);
Json to_json(const EvaluateReport& report);
Json to_json(const WatchUpdate& update);

// schema/documents.json: of each command that is no operation what it prints, as a JSON Schema.
Json described_documents();

}  // namespace pyramid::operations
