// Files that another program carries to and fro between machines, as Syncthing does: of a file that
// two changed one state stays and the other becomes a conflict copy, a change holds against a
// deletion, and nobody knows of a move.
#pragma once

#include "tests/machines/hub.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::test {

inline std::optional<std::string> file_in(const Files& files, const std::string& path) {
  const std::string* found = bytes_in(files, path);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

// A file as it is somewhere: its bytes, nullopt = gone, and how many changes of each machine it
// comes after.
struct State {
  std::optional<std::string> bytes;
  std::map<const Machine*, int> changes;
  int clock = 0;  // when it was changed, by the clock of who did
};

// Whether `one` comes after all that `other` does.
inline bool knows(const State& one, const State& other) {
  return std::all_of(other.changes.begin(), other.changes.end(), [&](const auto& change) {
    const auto mine = one.changes.find(change.first);
    return mine != one.changes.end() && mine->second >= change.second;
  });
}

// What goes to and fro, and what each machine had of it last. On no machine does a state take the
// place of one that it does not come after, unless that one is a conflict copy there from then on.
class Carrier {
 public:
  // `parts`: of so many files one goes, the others later.
  void connect(Machine& machine, int parts = 1) {
    const Files here = machine.tree();
    Files next = here;
    std::set<std::string> paths;
    for (const auto& [path, bytes] : here) paths.insert(path);
    for (const auto* states : {&known_[&machine], &tip_}) {
      for (const auto& [path, state] : *states) paths.insert(path);
    }
    const int time = times_[&machine]++;
    for (const std::string& path : paths) {
      const int number = std::accumulate(path.begin(), path.end(), 0);
      if ((number + time) % parts == 0) exchange_file(machine, path, here, next);
    }
    for (const auto& [path, bytes] : here) {
      if (!next.contains(path)) std::filesystem::remove(machine.path(path));
    }
    for (const auto& [path, bytes] : next) {
      if (file_in(here, path) != bytes) machine.write(path, bytes);
    }
  }
  Result<SyncReport> exchange(Machine& machine) {
    connect(machine);
    Result<SyncReport> report = machine.sync(false);
    if (report) connect(machine);
    return report;
  }

 private:
  // As it is on the machine now.
  State& look_at(const Machine& machine, const std::string& path,
                 const std::optional<std::string>& bytes) {
    State& mine = known_[&machine][path];
    if (mine.bytes == bytes) return mine;
    if (tip_[path].bytes == bytes) return mine = tip_[path];  // who made it does not matter
    mine.bytes = bytes;
    mine.changes[&machine] = ++made_[{&machine, path}];
    mine.clock = ++changes_ * 37 % 101;  // clocks differ
    return mine;
  }

  void exchange_file(const Machine& machine, const std::string& path, const Files& here,
                     Files& next) {
    State& there = tip_[path];
    State& mine = look_at(machine, path, file_in(here, path));
    if (knows(mine, there)) {
      there = mine;
    } else if (!knows(there, mine)) {
      settle(machine, path, mine, there, next);
    }
    mine = there;
    if (mine.bytes) {
      next[path] = *mine.bytes;
    } else {
      next.erase(path);
    }
  }

  // Two states of which neither comes after the other: afterwards `there` is the one that stands.
  void settle(const Machine& machine, const std::string& path, const State& mine, State& there,
              Files& next) {
    if (!mine.bytes) return;  // a change wins over a deletion
    if (!there.bytes) {
      there = mine;
      return;
    }
    // The other end has the word (Dropbox), or clocks have (Syncthing): then the state that gives
    // way becomes a copy on each machine that has it.
    const bool gives_way = ++conflicts_ % 2 == 0 || std::pair(mine.clock, *mine.bytes) <
                                                        std::pair(there.clock, *there.bytes);
    if (!gives_way) {
      there = mine;
      return;
    }
    if (is_copy(path)) return;
    const std::string copy = copy_of(path);
    next[copy] = *mine.bytes;
    if (conflicts_ % 3 != 0) tip_[copy] = look_at(machine, copy, mine.bytes);
  }

  static bool is_copy(const std::string& path) {
    return path.find(".sync-conflict-") != std::string::npos ||
           path.find("conflicted copy") != std::string::npos;
  }
  // Of Syncthing, Dropbox, iCloud, Google Drive and OneDrive. A product gives no name that is
  // there.
  std::string copy_of(const std::string& path) const {
    const std::size_t dot = path.find('.', path.rfind('/') + 1);
    const std::string end = dot == std::string::npos ? "" : path.substr(dot);
    const std::string stem = path.substr(0, dot), number = std::to_string(conflicts_ + 1);
    switch (end == ".md" ? conflicts_ / 2 % 6 : 0) {
      case 1:
        return stem + " (Ana's conflicted copy 2026-05-12 " + number + ")" + end;
      case 2:
        return stem + " " + number + end;
      case 3:
        return stem + " (" + number + ")" + end;
      case 4:
        return stem + "-LAPTOP-" + number + end;
      default:
        return stem + ".sync-conflict-20260512-100300-ABCD" + number + end;
    }
  }

  std::map<std::string, State> tip_;
  std::map<const Machine*, std::map<std::string, State>> known_;
  std::map<const Machine*, int> times_;
  // How many changes each made: what it took from elsewhere since may not have the last of them.
  std::map<std::pair<const Machine*, std::string>, int> made_;
  int changes_ = 0, conflicts_ = 0;
};

// Whether one machine has something to do, or two differ.
inline bool is_quiet(const std::vector<Machine*>& machines, const std::vector<Files>& before) {
  for (std::size_t i = 0; i < machines.size(); ++i) {
    if (machines[i]->tree() != before[i] || before[i] != before[0]) return false;
  }
  return true;
}

// One after the other, until nothing changes: a copy of a conflict takes a round to reach all.
inline void exchange_until_rest(const std::vector<Machine*>& machines, Carrier& carrier) {
  constexpr int kMostRounds = 8;
  for (int round = 0;; ++round) {
    std::vector<Files> before;
    for (Machine* machine : machines) before.push_back(machine->tree());
    for (Machine* machine : machines) {
      const auto report = carrier.exchange(*machine);
      if (!report) RC_FAIL(to_string(report.error()));
    }
    if (is_quiet(machines, before)) return;
    if (round == kMostRounds) RC_FAIL("the machines do not come to rest");
  }
}

}  // namespace pyramid::test
