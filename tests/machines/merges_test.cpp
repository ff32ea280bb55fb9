// Random lives of two to five machines with one memory, without git: what it would do to the files
// of two commits is done here, in process, so that there may be many. The rules are the program's
// own: src/merge for a file that both changed, and each sync repairs, plans and writes.
#include "merge/merge.hpp"
#include "tests/machines/folders.hpp"
#include "tests/machines/life.hpp"

namespace merges_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

using Tree = std::map<std::string, std::string>;

const std::string* in(const Tree& tree, const std::string& path) {
  const auto found = tree.find(path);
  return found == tree.end() ? nullptr : &found->second;
}

std::optional<std::string_view> view(const std::string* bytes) {
  if (bytes == nullptr) return std::nullopt;
  return std::string_view(*bytes);
}

// Where the side that took a file away has its node now; "" = nowhere.
std::string moved_in(const Tree& side, const Tree& base, const std::string& bytes) {
  const std::string id = Life::id_in(bytes);
  if (id.empty()) return {};
  for (const auto& [path, there] : side) {
    if (!base.contains(path) && Life::id_in(there) == id) return path;
  }
  return {};
}

// Two trees as one, as git, the driver and finish_merge() do it.
Tree merged(const Tree& base, const Tree& ours, const Tree& theirs) {
  constexpr Date kDay = {2026, 5, 15};
  Tree result;
  std::set<std::string> paths;
  for (const Tree* tree : {&base, &ours, &theirs}) {
    for (const auto& [path, bytes] : *tree) paths.insert(path);
  }
  std::vector<std::pair<std::string, const std::string*>> changes;  // of what the other side moved
  for (const std::string& path : paths) {
    const std::string *before = in(base, path), *mine = in(ours, path), *others = in(theirs, path);
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
    Tree& known = known_[&machine];
    if (known == tip_) return;
    const Tree here = machine.tree();
    const Tree next = merged(known, here, tip_);
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
  Tree tip_;
  std::map<const Machine*, Tree> known_;
};

}  // namespace

TEST_CASE("merges: in whatever order machines exchange, all come to one memory", "[.without-git]") {
  CHECK(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(2, 6);
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    const Folders folders(count, Diaries::kNone);
    Hub hub;
    hub.start(*folders.all().front());
    for (Machine* machine : folders.all()) hub.join(*machine);
    Ways ways;
    ways.exchange = [&](Machine& machine) { return hub.exchange(machine); };
    ways.pull = [&](Machine& machine) { hub.pull(machine); };
    Life life(folders.all(), folders.outside(), ways);
    for (const Event& event : events) life.act(event);
    for (int round = 0; round < 2; ++round) {
      for (Machine* machine : folders.all()) {
        const auto report = hub.exchange(*machine);
        if (!report) RC_FAIL(to_string(report.error()));
      }
    }
    check_one_memory(folders.all(), life);
  }));
}

}  // namespace merges_test
