// How the calls of a language model follow each other: the workers are not left idle where there is
// something to ask, and no file depends on which answer came first.
#include "tests/ops/asking.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

namespace rounds_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

bool is_summary(const ServerCall& call) { return holds(call.body, "You write one paragraph"); }

// Holds the calls of a kind back until so many are there at once.
class Gate {
 public:
  explicit Gate(std::size_t wanted) : wanted_(wanted) {}
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    most_ = std::max(most_, waiting_);
    changed_.notify_all();
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return most_ >= wanted_; });
    --waiting_;
  }
  std::size_t most() const {
    const std::lock_guard lock(mutex_);
    return most_;
  }

 private:
  const std::size_t wanted_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t waiting_ = 0, most_ = 0;
};

std::map<std::string, std::string> files_of(Asking& asking) {
  std::map<std::string, std::string> files;
  for (const auto& [path, bytes] : asking.fixture.tree()) {
    if (path != "pyramid.yaml" && !path.starts_with("ledger/")) files.emplace(path, bytes);
  }
  return files;
}

}  // namespace

TEST_CASE("rounds: a summary of the next tier is asked for beside the last of the tier below") {
  std::atomic<std::size_t> summaries{0};
  Gate gate(2);
  Asking asking([&](const ServerCall& call) {
    // Four of tier 0 and one of tier 1 that reads the first three, for three workers.
    if (is_summary(call) && ++summaries > 3) gate.pass();
    return answer_by_rules(call);
  });
  asking.set("engine: openai\nbase_url: " + asking.server.base_url() + "\nstep: 3\nparallel: 3\n");
  REQUIRE(asking.import_all());
  CHECK(asking.synced().summaries_written == 5);
  CHECK(gate.most() == 2);
}

// Written first, the disk's failure would have ended the sync before anything else was asked.
TEST_CASE("rounds: what assignments change is written beside the questions about summaries") {
  const auto files = make_real_file_system();
  FaultyFileSystem disk(*files);
  std::atomic<std::size_t> summaries{0};
  Asking asking([&](const ServerCall& call) {
    if (is_summary(call)) ++summaries;
    if (holds(call.body, "\"assign_model\"")) disk.cut_mutations_at(disk.mutations());
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const Environment usual = asking.environment();
  Environment environment{disk, usual.clock, usual.progress};
  environment.engine.key = asking.key;
  SyncOptions options;
  options.workspace.root = asking.fixture.root();
  CHECK_FALSE(pyramid::sync(environment, options));
  CHECK(summaries > 0);
}

TEST_CASE("rounds: the files are the same whichever call is answered first") {
  std::map<std::string, std::string> known;
  for (const unsigned parallel : {1U, 3U, 10U}) {
    std::atomic<unsigned> calls{0};
    Asking asking([&](const ServerCall& call) {
      ServerReply reply = answer_by_rules(call);
      const unsigned number = ++calls;
      reply.delay = std::chrono::milliseconds((number * 7 + parallel * 5) % 23);
      return reply;
    });
    asking.set("engine: openai\nbase_url: " + asking.server.base_url() +
               "\nstep: 3\nparallel: " + std::to_string(parallel) + "\n");
    REQUIRE(asking.import_all());
    asking.synced();
    const std::map<std::string, std::string> files = files_of(asking);
    if (known.empty()) known = files;
    CHECK(files == known);
  }
}

TEST_CASE("rounds: a group that splits is split alike, however many texts are written at once") {
  std::vector<std::map<std::string, std::string>> trees;
  for (const unsigned parallel : {1U, 2U}) {
    Fixture fixture;
    fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
    int number = 0;
    const auto observe = [&](const std::string& day, const std::string& model = "user") {
      const std::string name = std::to_string(100 + ++number);
      fixture.write("observations/" + name + ".md", "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5" + name +
                                                        "\nkind: observation\nat: 2026-" + day +
                                                        "T10:00:00Z\nmodel: " + model + "\n---\n" +
                                                        (model == "user" ? "User" : "Assistant") +
                                                        " visited town T" + name + " in Spain.\n");
    };
    const auto synced = [&] {
      SyncOptions options;
      options.parallel = parallel;
      const auto report = fixture.sync(options);
      REQUIRE(report);
      const auto again = fixture.sync(options);
      REQUIRE(again);
      CHECK(again->nothing_to_do);
    };
    for (const char* day : {"01-01", "01-02", "01-03", "02-01", "02-02", "02-03"}) observe(day);
    for (const char* day : {"04-10", "04-11", "04-20"}) observe(day);
    synced();
    for (const char* day : {"04-15", "04-15", "04-15"}) observe(day);
    synced();
    observe("04-05");
    synced();
    observe("04-12");  // the seventh of its group
    for (const char* day : {"04-01", "04-02", "04-03"}) observe(day, "assistant");
    synced();
    trees.push_back(fixture.tree());
    CHECK(trees.back() == trees.front());
  }
}

}  // namespace rounds_test
