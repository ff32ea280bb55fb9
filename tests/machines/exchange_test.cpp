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

std::optional<std::string> in(const Tree& tree, const std::string& path) {
  const auto found = tree.find(path);
  if (found == tree.end()) return std::nullopt;
  return found->second;
}

void put(Tree& tree, const std::string& path, const std::optional<std::string>& bytes) {
  if (bytes) {
    tree[path] = *bytes;
  } else {
    tree.erase(path);
  }
}

// What goes to and fro, and what each machine had of it last.
class Carrier {
 public:
  // `parts`: of so many files one goes, the others later.
  void connect(Machine& machine, int parts = 1) {
    const Tree here = machine.tree();
    Tree next = here;
    std::set<std::string> paths;
    Tree& before = known_[&machine];
    for (const Tree& tree : {std::cref(here), std::cref<Tree>(before), std::cref<Tree>(tip_)}) {
      for (const auto& [path, bytes] : tree) paths.insert(path);
    }
    int number = 0;
    for (const std::string& path : paths) {
      if ((++number + times_) % parts == 0) exchange_file(path, here, before, next);
    }
    ++times_;
    for (const auto& [path, bytes] : here) {
      if (!next.contains(path)) std::filesystem::remove(machine.path(path));
    }
    for (const auto& [path, bytes] : next) {
      if (in(here, path) != bytes) machine.write(path, bytes);
    }
  }
  Result<SyncReport> exchange(Machine& machine) {
    connect(machine);
    Result<SyncReport> report = machine.sync(false);
    if (report) connect(machine);
    return report;
  }

 private:
  void exchange_file(const std::string& path, const Tree& here, Tree& before, Tree& next) {
    const auto mine = in(here, path), old = in(before, path), there = in(tip_, path);
    auto stays = mine;
    if (mine == old) {
      stays = there;
    } else if (there != old && there != mine && there) {
      // A change wins over a deletion; which of two is the copy, clocks decide.
      const bool gives_way = !mine || ++conflicts_ % 2 == 0;
      if (mine && !is_copy(path)) {
        const std::string copy = copy_of(path);
        next[copy] = tip_[copy] = before[copy] = gives_way ? *mine : *there;
      }
      if (gives_way) stays = there;
    }
    put(next, path, stays);
    put(tip_, path, stays);
    put(before, path, stays);
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

  Tree tip_;
  std::map<const Machine*, Tree> known_;
  int conflicts_ = 0, times_ = 0;
};

// Whether one machine has something to do, or two differ.
bool is_quiet(const std::vector<Machine*>& machines, const std::vector<Tree>& before) {
  for (std::size_t i = 0; i < machines.size(); ++i) {
    if (machines[i]->tree() != before[i] || before[i] != before[0]) return false;
  }
  return true;
}

// All exchange, then all sync, until nothing changes.
void come_to_rest(const std::vector<Machine*>& machines, Carrier& carrier) {
  constexpr int kMostRounds = 8;
  for (int round = 0;; ++round) {
    std::vector<Tree> before;
    for (int i = 0; i < 2; ++i) {
      for (Machine* machine : machines) carrier.connect(*machine);
    }
    for (Machine* machine : machines) before.push_back(machine->tree());
    for (Machine* machine : machines) {
      const auto report = machine->sync(false);
      if (!report) RC_FAIL(to_string(report.error()));
    }
    if (is_quiet(machines, before)) return;
    if (round == kMostRounds) RC_FAIL("the machines do not come to rest");
  }
}

// What came again by files may have been committed before it went: the purge is said again.
void check_purged(Machine& machine, const std::string& words) {
  ForgetOptions options;
  options.workspace.root = machine.root();
  options.match = words;
  options.purge = true;
  const auto report = forget(machine.environment(), options);
  if (!report && report.error().kind != ErrorKind::kNotFound) return;  // a person's text says it
  const std::string objects =
      machine.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
  if (objects.find(words) != std::string::npos) RC_FAIL("git has " + words);
}

// How they meet: one machine syncs between two exchanges, or all do, of parts of the files too.
enum class Meeting { kOneByOne, kAtOnce };

void come_to_one_memory(Diaries diaries, Meeting meeting) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 6);
  const auto events = *rc::gen::container<std::vector<Event>>(any_event());
  const Folders folders(count, diaries);
  Carrier carrier;
  for (Machine* machine : folders.all()) carrier.connect(*machine);
  const bool at_once = meeting == Meeting::kAtOnce;
  Ways ways;
  ways.exchange = [&](Machine& machine) {
    if (!at_once) return carrier.exchange(machine);
    for (Machine* one : folders.all()) carrier.connect(*one, 2);
    for (Machine* one : folders.all()) {
      auto report = one->sync(false);
      if (!report) return report;
    }
    return machine.sync(false);
  };
  ways.pull = [&](Machine& machine) { carrier.connect(machine, at_once ? 3 : 1); };
  ways.half = [&](Machine& machine) { carrier.connect(machine, 2); };
  ways.purges = diaries == Diaries::kEach;
  Life life(folders.all(), folders.outside(), ways);
  for (const Event& event : events) life.act(event);
  for (int round = 0; round < 3 && !at_once; ++round) {
    for (Machine* machine : folders.all()) {
      const auto report = carrier.exchange(*machine);
      if (!report) RC_FAIL(to_string(report.error()));
    }
  }
  if (at_once) come_to_rest(folders.all(), carrier);
  check_one_memory(folders.all(), life);
  for (const PurgedWords& one : life.purged()) check_purged(*one.machine, one.words);
  for (const auto& [path, bytes] : folders.all()[0]->tree()) {
    RC_ASSERT(path.find("conflicted copy") == std::string::npos);
    RC_ASSERT(path.find("sync-conflict") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("exchange: machines whose files are carried about come to one memory", "[.carried]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kNone, Meeting::kOneByOne); }));
}

TEST_CASE("exchange: so do those that commit, each to a repository of its own",
          "[.carried-with-git]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kEach, Meeting::kOneByOne); }));
}

TEST_CASE("exchange: machines that all sync after each exchange come to rest", "[.at-once]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kNone, Meeting::kAtOnce); }));
}

TEST_CASE("exchange: so do those of them that commit", "[.at-once-with-git]") {
  CHECK(rc::check([] { come_to_one_memory(Diaries::kEach, Meeting::kAtOnce); }));
}

}  // namespace exchange_test
