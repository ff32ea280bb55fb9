#include "tests/ops/fixture.hpp"

namespace queue_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

const std::string kFixtures = PYRAMID_SOURCE_DIR "/tests/ingest/fixtures/";

class Queue : public Fixture {
 public:
  Status put(const std::string& format, const std::string& path) {
    return enqueue(environment(), {root(), ""}, {format, path, "c1"});
  }
  QueueReport work(FailedTranscripts failed = FailedTranscripts::kStay) {
    Result<QueueReport> report = process_queue(environment(), {root(), ""}, failed);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  bool waits() { return is_queue_waiting(environment(), {root(), ""}); }
  StatusReport state() { return *status(environment(), {root(), ""}); }
  std::string transcript(const std::string& turns) {
    const std::string path = outside("chat.jsonl");
    std::ofstream(path, std::ios::binary) << turns;
    return path;
  }
  std::string queue(const std::string& name) { return path(".pyramid/queue/" + name); }
  // Of the only entry.
  std::string entry() {
    for (const auto& one : std::filesystem::directory_iterator(path(".pyramid/queue"))) {
      if (one.path().extension() == ".json") return one.path().stem();
    }
    return {};
  }
};

const char* const kFirstTurns =
    R"({"role":"user","message":{"content":[{"type":"text","text":"<info>x</info><user_query>I moved to Austin.</user_query>"}]}})"
    "\n"
    R"({"role":"assistant","message":{"content":"Noted."}})"
    "\n{\"role\":\"tool\"}\n{\"role\":\"us";

}  // namespace

TEST_CASE("queue: with `capture: false` no host keeps a conversation, and an import may") {
  Queue queue;
  queue.write("pyramid.yaml", queue.read("pyramid.yaml") + "capture: false\n");
  const auto tree = queue.tree();
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  CHECK_FALSE(queue.waits());
  CaptureOptions told;
  told.workspace.root = queue.root();
  told.turns = {{"user", "I moved to Austin.", std::nullopt}};
  const auto report = capture(queue.environment(), told);
  REQUIRE(report);
  CHECK(report->path.empty());
  REQUIRE(report->diagnostics.size() == 1);
  CHECK(report->diagnostics[0].where == "pyramid.yaml");
  CHECK(queue.tree() == tree);
  queue.write_session("a", "2026-05-01T09:00:00Z", {"I moved to Austin."});
  REQUIRE(queue.import_sessions());
  CHECK(queue.state().sessions == 1);
}

TEST_CASE("queue: a transcript is taken in once, however often it was put in line") {
  Queue queue;
  CHECK_FALSE(queue.waits());
  const std::string path = queue.transcript(kFirstTurns);
  for (int i = 0; i < 3; ++i) REQUIRE(queue.put("cursor", path));
  CHECK(queue.waits());
  CHECK(queue.state().queued == 1);
  CHECK(queue.work().taken == 1);
  CHECK_FALSE(queue.waits());
  CHECK(queue.state().sessions == 1);
  CHECK(queue.state().observations == 1);
  // It went on.
  queue.transcript(std::string(kFirstTurns, std::string_view(kFirstTurns).rfind('\n') + 1) +
                   R"({"role":"user","message":{"content":"I prefer tea."}})" + "\n");
  REQUIRE(queue.put("cursor", path));
  CHECK(queue.work().taken == 1);
  CHECK(queue.state().sessions == 1);
  CHECK(queue.state().observations == 2);
}

TEST_CASE("queue: transcripts of every host are read by the readers of sessions") {
  Queue queue;
  std::size_t sessions = 0;
  for (const char* format : {"claude-code", "codex", "gemini"}) {
    for (const auto& one : std::filesystem::recursive_directory_iterator(kFixtures + format)) {
      const std::string path = one.path();
      const bool is_session = path.find("subagents") == std::string::npos &&
                              (path.find("/-home-mia-app/11111111") != std::string::npos ||
                               path.find("/sessions/") != std::string::npos ||
                               path.find("/chats/") != std::string::npos);
      if (!one.is_regular_file() || !is_session) continue;
      INFO(path);
      REQUIRE(queue.put(format, path));
      const QueueReport report = queue.work();
      for (const Diagnostic& problem : report.diagnostics) UNSCOPED_INFO(to_string(problem));
      CHECK(report.taken == 1);
    }
    CHECK(queue.state().sessions > sessions);
    sessions = queue.state().sessions;
  }
}

TEST_CASE("queue: a sync that is in line comes behind the transcripts, once") {
  Queue queue;
  REQUIRE(enqueue_sync(queue.environment(), {queue.root(), ""}));
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  const QueueReport report = queue.work();
  CHECK(report.taken == 1);
  CHECK(report.synced);
  CHECK(queue.state().up_to_date());
  CHECK_FALSE(queue.work().synced);
}

TEST_CASE("queue: what a killed worker had taken is taken by the next one") {
  Queue queue;
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  const std::string name = queue.entry();
  std::filesystem::rename(queue.queue(name + ".json"), queue.queue(name + ".work"));
  CHECK(queue.waits());
  CHECK(queue.work().taken == 1);
  CHECK(queue.state().sessions == 1);
  // One that kills every worker is given up, and told.
  REQUIRE(queue.put("cursor", queue.outside("chat.jsonl")));
  for (int i = 0; i < 2; ++i) {
    std::filesystem::rename(queue.queue(name + ".json"), queue.queue(name + ".work"));
    const auto held = queue.environment().files.lock(queue.path(".pyramid/lock"));
    REQUIRE(held);
    CHECK_FALSE(process_queue(queue.environment(), {queue.root(), ""}));
  }
  std::filesystem::rename(queue.queue(name + ".json"), queue.queue(name + ".work"));
  CHECK(queue.work().taken == 0);
  CHECK_FALSE(queue.waits());
  const StatusReport state = queue.state();
  CHECK(state.queued == 0);
  REQUIRE_FALSE(state.diagnostics.empty());
  CHECK(to_string(state.diagnostics.back()).find("killed") != std::string::npos);
}

TEST_CASE("queue: one that cannot be read is tried three times, told, and stops no other") {
  Queue queue;
  REQUIRE(queue.put("claude-code", queue.outside("gone.jsonl")));
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  const QueueReport report = queue.work();
  CHECK(report.taken == 1);
  CHECK(report.failed == 1);
  CHECK_FALSE(queue.waits());
  const StatusReport state = queue.state();
  REQUIRE_FALSE(state.diagnostics.empty());
  CHECK(to_string(state.diagnostics.back()).find("gone.jsonl") != std::string::npos);
  // Put in line again it is tried again.
  REQUIRE(queue.put("claude-code", queue.outside("gone.jsonl")));
  CHECK(queue.waits());
}

TEST_CASE("queue: what was given up is tried again, or dropped, where that is asked for") {
  Queue queue;
  const std::string later = queue.outside("chat.jsonl");
  REQUIRE(queue.put("cursor", later));
  REQUIRE(queue.put("cursor", queue.outside("gone.jsonl")));
  CHECK(queue.work().failed == 2);
  CHECK(queue.work().taken == 0);
  queue.transcript(kFirstTurns);
  const QueueReport again = queue.work(FailedTranscripts::kTryAgain);
  CHECK(again.taken == 1);
  CHECK(again.failed == 1);
  CHECK(again.dropped == 0);
  REQUIRE(queue.state().diagnostics.size() == 1);
  CHECK(to_string(queue.state().diagnostics.front()).find("gone.jsonl") != std::string::npos);
  CHECK(queue.work(FailedTranscripts::kDrop).dropped == 1);
  CHECK(queue.state().diagnostics.empty());
  CHECK(queue.work(FailedTranscripts::kDrop).dropped == 0);
}

TEST_CASE("queue: a memory that another command holds loses nothing of it") {
  Queue queue;
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  {
    const auto held = queue.environment().files.lock(queue.path(".pyramid/lock"));
    REQUIRE(held);
    const Result<QueueReport> report = process_queue(queue.environment(), {queue.root(), ""});
    REQUIRE_FALSE(report);
    CHECK(report.error().kind == ErrorKind::kConflict);
    CHECK(queue.waits());
  }
  CHECK(queue.work().taken == 1);
}

TEST_CASE("queue: one worker a workspace; what is no entry is passed over") {
  Queue queue;
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  std::ofstream(queue.queue("x.json")) << "{";
  std::ofstream(queue.queue("y.json")) << "{\"path\": 7}";
  const auto other = queue.environment().files.lock(queue.queue("worker.lock"));
  REQUIRE(other);
  CHECK(queue.work().busy_elsewhere);
  CHECK(queue.waits());
}

TEST_CASE("queue: what is in line outlives a forget, which makes the caches anew") {
  Queue queue;
  ObserveOptions fact;
  fact.workspace.root = queue.root();
  fact.text = "User likes jazz.";
  const auto told = observe(queue.environment(), fact);
  REQUIRE(told);
  REQUIRE(queue.put("cursor", queue.transcript(kFirstTurns)));
  ForgetOptions forgetting;
  forgetting.workspace.root = queue.root();
  forgetting.what = told->path;
  REQUIRE(forget(queue.environment(), forgetting));
  CHECK(queue.waits());
  CHECK(queue.work().taken == 1);
}

TEST_CASE("queue: a transcript without an absolute path, or a workspace, is refused") {
  Queue queue;
  CHECK_FALSE(queue.put("cursor", "chat.jsonl"));
  CHECK_FALSE(enqueue(queue.environment(), {queue.outside("none"), ""}, {"cursor", "/x", ""}));
}

}  // namespace queue_test
