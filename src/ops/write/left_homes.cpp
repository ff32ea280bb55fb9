#include "ops/write/left_homes.hpp"

#include "base/text.hpp"
#include "ops/run/hindered.hpp"
#include "ops/write/home.hpp"
#include "ops/write/home_file.hpp"
#include "ops/write/other_names.hpp"
#include "plan/plan.hpp"
#include "workspace/layout.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::SectionDraft;

namespace {

void tell(Run& run, const std::string& place, const std::string& now_in) {
  run.report.steps.push_back({"section", place, "it goes: its model lives in " + now_in + " now"});
}

Status end_in_memory_file(Run& run) {
  const std::string path(workspace::kMemoryFile);
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(run.memory, path));
  std::set<std::string> prefixes = {""};
  for (const std::string& base : run.memory.rules().base_models) {
    prefixes.insert(plan::section_prefix(base, run.memory.rules()));
  }
  std::vector<SectionDraft> sections;
  std::set<std::string> left;
  for (SectionDraft& draft : drafts_of(file, {})) {
    std::string prefix = draft.name.substr(0, draft.name.find('/') + 1);
    if (prefixes.contains(prefix)) {
      sections.push_back(std::move(draft));
    } else if (!is_persons(run.memory, file, draft.name)) {
      left.insert(std::move(prefix));
    }
  }
  bool changed = false;
  for (const std::string& prefix : left) {
    const std::string name = prefix.substr(0, prefix.size() - 1);
    const std::string model = name == "self" ? "assistant" : name;
    Home home = home_in(file, model, path, prefix);
    for (const std::string& ended : home.end_generated()) {
      tell(run, path + "#" + ended, run.memory.home_of(model));
      changed = true;
    }
    sections.insert(sections.end(), home.sections.begin(), home.sections.end());
  }
  if (!changed) return {};
  return put_home_file(run.memory, path, file, memory_file(file, std::move(sections)));
}

// `emptied`: nothing generated may be left in it, and it goes all the same.
Status end_model_file(Run& run, const format::Node& node, bool emptied) {
  const std::string path = node.path;
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(run.memory, path));
  PYRAMID_ASSIGN(const Ungenerated left, without_generated(run.memory, node.model, path, file));
  const bool goes = left.rest.bytes == left.bare.bytes && (left.changes || emptied);
  const std::string now_in(workspace::kMemoryFile);
  if (goes) {
    run.report.steps.push_back({"remove", path, "its model lives in " + now_in + " now"});
    return run.memory.remove(file.node.id);
  }
  if (!left.changes) return {};
  for (const std::string& name : left.sections) tell(run, path + "#" + name, now_in);
  return put_home_file(run.memory, path, file, left.rest);
}

// Models that are called as the user is, of whom nothing is said any more (other_names.hpp).
Result<std::set<std::string>> emptied_models(const Run& run) {
  PYRAMID_ASSIGN(const std::vector<std::string> users, names_of_user(run));
  std::set<std::string> emptied;
  for (const std::string& user : users) {
    const std::string name = slug_of_name(user);
    if (!run.memory.is_at(run.memory.home_of(name))) continue;
    PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
    const auto number = facts->models().find(name);
    const bool is_told = number != facts->models().end() && has_texts(*facts, number->second);
    if (!is_told) emptied.insert(name);
  }
  return emptied;
}

}  // namespace

Status end_left_homes(Run& run) {
  if (is_index_hindered(run.opened)) return {};
  PYRAMID_TRY(end_in_memory_file(run));
  PYRAMID_ASSIGN(const std::set<std::string> emptied, emptied_models(run));
  for (const Ulid& id : run.memory.ids(format::Kind::kModel)) {
    const format::Node& node = *run.memory.find(id);
    const bool is_emptied = emptied.contains(node.model);
    if (is_emptied || run.memory.rules().is_base(node.model)) {
      PYRAMID_TRY(end_model_file(run, node, is_emptied));
    }
  }
  return {};
}

}  // namespace pyramid::ops
