// Random lives of two to five machines whose files another program carries to and fro, as Syncthing
// does: of a file that two changed one state stays and the other becomes a conflict copy, a change
// holds against a deletion, and nobody knows of a move.
#include "tests/machines/folders.hpp"
#include "tests/machines/life.hpp"

namespace exchange_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

using Tree = std::map<std::string, std::string>;

// What goes to and fro, and what each machine had of it last.
class Carrier {
 public:
  void connect(Machine& machine) {
    const Tree here = machine.tree();
    Tree& before = known_[&machine];
    Tree next = tip_;
    for (const auto& [path, bytes] : here) {
      const auto old = before.find(path), there = tip_.find(path);
      if (old != before.end() && old->second == bytes) continue;  // not changed here
      const bool both = there != tip_.end() && there->second != bytes &&
                        (old == before.end() || old->second != there->second);
      // Which of the two is the copy, clocks decide.
      const bool gives_way = both && ++conflicts_ % 2 == 0;
      if (both && !is_copy(path)) next[copy_of(path)] = gives_way ? bytes : there->second;
      if (!gives_way) next[path] = bytes;
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
    before = tip_ = next;
  }
  Result<SyncReport> exchange(Machine& machine) {
    connect(machine);
    Result<SyncReport> report = machine.sync(false);
    if (report) connect(machine);
    return report;
  }

 private:
  static bool is_copy(const std::string& path) {
    return path.find(".sync-conflict-") != std::string::npos;
  }
  std::string copy_of(const std::string& path) const {
    const std::size_t dot = path.find('.', path.rfind('/') + 1);
    return path.substr(0, dot) + ".sync-conflict-20260512-100300-ABCD" +
           std::to_string(100 + conflicts_) + (dot == std::string::npos ? "" : path.substr(dot));
  }

  Tree tip_;
  std::map<const Machine*, Tree> known_;
  int conflicts_ = 0;
};

void come_to_one_memory(Diaries diaries) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 6);
  const auto events = *rc::gen::container<std::vector<Event>>(any_event());
  const Folders folders(count, diaries);
  Carrier carrier;
  for (Machine* machine : folders.all()) carrier.connect(*machine);
  Ways ways;
  ways.exchange = [&](Machine& machine) { return carrier.exchange(machine); };
  ways.pull = [&](Machine& machine) { carrier.connect(machine); };
  Life life(folders.all(), folders.outside(), ways);
  for (const Event& event : events) life.act(event);
  for (int round = 0; round < 3; ++round) {
    for (Machine* machine : folders.all()) {
      const auto report = carrier.exchange(*machine);
      if (!report) RC_FAIL(to_string(report.error()));
    }
  }
  check_one_memory(folders.all(), life);
  for (const auto& [path, bytes] : folders.all()[0]->tree()) {
    RC_ASSERT(path.find("sync-conflict") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("exchange: machines whose files are carried about come to one memory", "[.carried]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kNone); }));
}

TEST_CASE("exchange: so do those that commit, each to a repository of its own",
          "[.carried-with-git]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kEach); }));
}

}  // namespace exchange_test
