// Machines whose files another program carries to and fro, as Syncthing does: each has its own
// repository, and of a file that two changed one stays and the other becomes a conflict copy.
#include "tests/machines/machines.hpp"

#include <rapidcheck.h>

#include <set>

using namespace pyramid;
using namespace pyramid::test;

namespace {

using Tree = std::map<std::string, std::string>;

// What goes to and fro, and what each machine had of it last.
class Carrier {
 public:
  explicit Carrier(std::vector<Machine*> machines)
      : machines_(std::move(machines)), known_(machines_.size()) {}

  void connect(std::size_t which) {
    Machine& machine = *machines_[which];
    const Tree here = machine.tree();
    Tree& before = known_[which];
    Tree next = global_;
    for (const auto& [path, bytes] : here) {
      const auto old = before.find(path);
      if (old != before.end() && old->second == bytes) continue;  // not changed here
      const auto there = next.find(path);
      const auto had = before.find(path);
      const bool changed_there = there != next.end() && there->second != bytes &&
                                 (had == before.end() || had->second != there->second);
      if (changed_there) next[copy_of(path)] = there->second;
      next[path] = bytes;
    }
    for (const auto& [path, bytes] : before) {
      const auto there = next.find(path);
      if (!here.contains(path) && there != next.end() && there->second == bytes) next.erase(there);
    }
    for (const auto& [path, bytes] : here) {
      if (!next.contains(path)) std::filesystem::remove(machine.path(path));
    }
    for (const auto& [path, bytes] : next) {
      const auto there = here.find(path);
      if (there == here.end() || there->second != bytes) machine.write(path, bytes);
    }
    before = global_ = next;
  }

 private:
  std::string copy_of(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    return path.substr(0, dot) + ".sync-conflict-20260512-100300-ABCDE" +
           std::to_string(10 + copies_++ % 90) + path.substr(dot);
  }

  std::vector<Machine*> machines_;
  std::vector<Tree> known_;
  Tree global_;
  int copies_ = 0;
};

struct Event {
  int machine = 0, what = 0, number = 0;
};
std::ostream& operator<<(std::ostream& out, const Event& event) {
  return out << event.machine << "/" << event.what << "/" << event.number;
}

void must(const Result<SyncReport>& report) {
  if (!report) RC_FAIL(to_string(report.error()));
}

}  // namespace

TEST_CASE("exchange: machines whose files are carried about come to one memory") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(rc::gen::construct<Event>(
        rc::gen::inRange(0, 3), rc::gen::inRange(0, 8), rc::gen::inRange(0, 1000)));
    const TempDirectory directory;
    std::vector<std::unique_ptr<Machine>> machines;
    std::vector<Machine*> all;
    for (int i = 0; i < 3; ++i) {
      machines.push_back(
          std::make_unique<Machine>(directory / std::to_string(i), std::to_string(i)));
      RC_ASSERT(init(machines.back()->environment(), machines.back()->root(), {"narrative"}));
      all.push_back(machines.back().get());
    }
    Carrier carrier(all);
    for (std::size_t i = 0; i < 3; ++i) carrier.connect(i);
    std::set<std::string> notes, facts;
    int count = 0;
    for (const Event& event : events) {
      const auto which = static_cast<std::size_t>(event.machine);
      Machine& machine = *all[which];
      const std::string number = std::to_string(++count);
      if (event.what < 3) {
        facts.insert(machine.add_fact(count, "Fact " + number + " is here."));
      } else if (event.what == 3) {
        machine.write("MEMORY.md", (std::filesystem::exists(machine.path("MEMORY.md"))
                                        ? machine.read("MEMORY.md")
                                        : std::string("# Memory\n\n## Notes\n")) +
                                       "\nNote" + number + ".\n");
        notes.insert("Note" + number + ".");
      } else if (event.what < 6) {
        must(machine.sync(false));
      } else {
        carrier.connect(which);
      }
    }
    for (int round = 0; round < 4; ++round) {
      for (std::size_t i = 0; i < 3; ++i) {
        carrier.connect(i);
        must(all[i]->sync(false));
        carrier.connect(i);
      }
    }
    const Tree tree = all[0]->tree();
    for (std::size_t i = 0; i < 3; ++i) {
      const Tree other = all[i]->tree();
      for (const auto& [path, bytes] : tree) {
        if (!other.contains(path)) RC_FAIL("lacks " + path);
        if (other.at(path) != bytes) RC_FAIL(path + " differs");
        RC_ASSERT(path.find("sync-conflict") == std::string::npos);
      }
      RC_ASSERT(other.size() == tree.size());
      RC_ASSERT(all[i]->sync(false)->nothing_to_do);
    }
    for (const std::string& path : facts) RC_ASSERT(tree.contains(path));
    for (const std::string& note : notes) {
      RC_ASSERT(tree.at("MEMORY.md").find(note) != std::string::npos);
    }
  }));
}
