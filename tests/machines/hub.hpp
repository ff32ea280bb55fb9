// What git would do to the files of two commits, done in process, so that there may be many. The
// rules are the program's own: src/merge for a file that both changed.
#pragma once

#include "merge/merge.hpp"
#include "tests/machines/life.hpp"
#include "tests/machines/machines.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::test {

using Files = std::map<std::string, std::string>;

inline const std::string* bytes_in(const Files& tree, const std::string& path) {
  const auto found = tree.find(path);
  return found == tree.end() ? nullptr : &found->second;
}

inline std::optional<std::string_view> view(const std::string* bytes) {
  if (bytes == nullptr) return std::nullopt;
  return std::string_view(*bytes);
}

// Where the side that took a file away has its node now; "" = nowhere.
inline std::string moved_in(const Files& side, const Files& base, const std::string& bytes) {
  const std::string id = Life::id_in(bytes);
  if (id.empty()) return {};
  for (const auto& [path, there] : side) {
    if (!base.contains(path) && Life::id_in(there) == id) return path;
  }
  return {};
}

// Two trees as one, as git, the driver and finish_merge() do it.
inline Files merged(const Files& base, const Files& ours, const Files& theirs) {
  constexpr Date kDay = {2026, 5, 15};
  Files result;
  std::set<std::string> paths;
  for (const Files* tree : {&base, &ours, &theirs}) {
    for (const auto& [path, bytes] : *tree) paths.insert(path);
  }
  std::vector<std::pair<std::string, const std::string*>> changes;  // of what the other side moved
  for (const std::string& path : paths) {
    const std::string *before = bytes_in(base, path), *mine = bytes_in(ours, path),
                      *others = bytes_in(theirs, path);
    const bool apart = before != nullptr && (mine == nullptr) != (others == nullptr);
    const std::string* left = mine != nullptr ? mine : others;
    if (apart && *left != *before) {
      const std::string to = moved_in(mine == nullptr ? ours : theirs, base, *before);
      if (!to.empty()) {
        changes.emplace_back(to, left);
        continue;
      }
    }
    auto one = merge::merge_file({path, view(before), view(mine), view(others), kDay});
    if (one.bytes) result[path] = *std::move(one.bytes);
  }
  for (const auto& [path, changed] : changes) {
    const std::string id = Life::id_in(*changed);
    const auto before = std::find_if(
        base.begin(), base.end(), [&](const auto& one) { return Life::id_in(one.second) == id; });
    auto one = merge::merge_file(
        {path, std::string_view(before->second), std::string_view(result[path]), *changed, kDay});
    if (one.bytes) result[path] = *std::move(one.bytes);
  }
  return result;
}

// The other end, and what each machine had of it last.
class Hub {
 public:
  void join(Machine& machine) { known_[&machine] = tip_; }
  void start(const Machine& machine) { tip_ = machine.tree(); }

  void pull(Machine& machine) {
    Files& known = known_[&machine];
    if (known == tip_) return;
    const Files here = machine.tree();
    const Files next = merged(known, here, tip_);
    for (const auto& [path, bytes] : here) {
      if (!next.contains(path)) std::filesystem::remove(machine.path(path));
    }
    for (const auto& [path, bytes] : next) {
      const auto there = here.find(path);
      if (there == here.end() || there->second != bytes) machine.write(path, bytes);
    }
    known = tip_;
  }
  Result<SyncReport> exchange(Machine& machine) {
    Result<SyncReport> report = machine.sync(false);
    if (!report) return report;
    pull(machine);
    report = machine.sync(false);
    if (report) known_[&machine] = tip_ = machine.tree();
    return report;
  }

 private:
  Files tip_;
  std::map<const Machine*, Files> known_;
};

}  // namespace pyramid::test
