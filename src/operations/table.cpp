#include "operations/operation.hpp"
#include "operations/tables.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace pyramid::operations {

const std::vector<Operation>& all_operations() {
  static const std::vector<Operation> table = [] {
    std::vector<Operation> all;
    add_asking(all);
    add_telling(all);
    add_syncing(all);
    add_tasks(all);
    add_facts(all);
    add_tracing(all);
    add_undoing(all);
    add_tending(all);
    add_ledger(all);
    add_listing(all);
    add_topics(all);
    return all;
  }();
  return table;
}

const std::string& command_of(const Operation& operation) {
  return operation.command.empty() ? operation.name : operation.command;
}

Json with_diagnostics(Json schema) {
  if (!schema["properties"].contains("diagnostics")) {
    schema["properties"]["diagnostics"] = {{"type", "array"}, {"description", "None"}};
  }
  return schema;
}

Json printed_document(const Operation& operation) {
  return with_diagnostics(operation.report(View::kPrograms, true));
}

Json described_operations() {
  Json all = Json::object();
  for (const Operation& one : all_operations()) {
    all[one.name] = {{"title", one.title},
                     {"what", one.what},
                     {"command", command_of(one)},
                     {"local", one.is_local},
                     {"options", one.options(View::kPrograms, true)},
                     {"report", printed_document(one)}};
  }
  return all;
}

const Operation* find_operation(std::string_view name) {
  const std::vector<Operation>& all = all_operations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Operation& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace pyramid::operations
