// What the program can do, each thing described once: every way in, for people and for agents, is
// derived from this table.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::operations {

using Json = nlohmann::ordered_json;  // its keys stay as they are written

struct CommandOption;

// Whose eyes a document is for. Agents see what they can act on, under the names that the memory
// tools of their hosts use; programs see all.
enum class View { kPrograms, kAgents };

// What a schema or document is wanted for.
struct Look {
  View view = View::kPrograms;
  bool is_report = false;  // else options
  bool with_help = false;  // descriptions of a report's members too; options have theirs always
};

// How a caller's values are read.
struct Reading {
  View view = View::kPrograms;
  Zone zone = {};  // of times that name none
  Time now = {};   // from which "yesterday" counts
};

enum class Effect { kReads, kWrites, kDestroys };

// Which tools an agent is told of: each takes room in its context.
enum class Tools {
  kMemory,
  kMemoryAndTasks,  // where it is asked for
};

struct Call {
  Environment environment;
  WorkspaceOptions workspace;
  View view = View::kPrograms;
};

struct Operation {
  std::string name;   // "search"
  std::string title;  // "Search memory"
  std::string what;   // one sentence: what it does
  std::string when;   // to an agent: when to use it; "" = it is not offered to agents
  Effect effect = Effect::kReads;
  bool is_idempotent = true;       // the same again changes nothing more
  Tools offered = Tools::kMemory;  // from which on it is among the tools
  bool on_topics = false;          // agents are told of it where there is a topic tree
  // For who is at the machine, and not over a network: it names files or asks addresses outside of
  // the workspace.
  bool is_local = false;
  std::string command = {};                // of the command line: "internal generate"; "" = `name`
  std::string manual = {};                 // to a person: what there is to know, in lines
  std::vector<std::string> examples = {};  // command lines
  // Where a failure is an answer to agents: that answer, or null.
  std::function<Json(const Json& given, const Error& error)> answer_to_failure = {};

  // JSON Schemas.
  std::function<Json(View view, bool with_help)> options = {};
  std::function<std::vector<CommandOption>()> command_options = {};
  std::function<Json(View view, bool with_help)> report = {};
  // kUsage where what is given is not as `options` says; else the failures of the use case.
  std::function<Result<Json>(const Call& call, const Json& given)> run = {};
};

[[nodiscard]] const std::string& command_of(const Operation& operation);

// All of them, in the order in which they are told.
const std::vector<Operation>& all_operations();
// What `--json` prints of it: its report, with diagnostics in any case.
Json printed_document(const Operation& operation);
// The schema of a document with `diagnostics`, where it has none of its own.
Json with_diagnostics(Json schema);
// schema/operations.json.
Json described_operations();
// Null where there is none.
const Operation* find_operation(std::string_view name);

}  // namespace pyramid::operations
