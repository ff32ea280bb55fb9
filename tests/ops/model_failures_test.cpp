// Language models that fail, are stopped or write what is of no use: what is kept and what is left.
#include "ops/calls/reply_cache.hpp"
#include "pyramid/observe.hpp"
#include "tests/ops/asking.hpp"

#include <atomic>

namespace model_failures_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

ObserveReport said(Asking& asking, const std::string& text) {
  ObserveOptions options;
  options.workspace.root = asking.fixture.root();
  options.text = text;
  auto report = observe(asking.environment(), options);
  REQUIRE(report);
  return *report;
}

ServerReply out_of_order() {
  return refuses(500, R"({"error":"out of order"})", {{"x-should-retry", "false"}});
}

ServerReply filtered() {
  return refuses(400,
                 R"({"error":{"message":"The prompt was filtered.","code":"content_filter"}})");
}

}  // namespace

TEST_CASE("observe: while the server fails the fact is stored, and one line says so") {
  Asking asking([](const ServerCall&) { return out_of_order(); });
  const ObserveReport report = said(asking, "User moved to Lisbon.");
  CHECK(report.failed == 1);
  CHECK(report.model.empty());
  CHECK_FALSE(report.commit.empty());
  REQUIRE(report.diagnostics.size() == 1);
  const Diagnostic& told = report.diagnostics[0];
  CHECK(told.where == report.path);
  CHECK(told.what.starts_with("stored; no model yet (127.0.0.1:"));
  CHECK(told.what.ends_with(" answered with an error (500) (out of order))"));
  CHECK(told.hint == "the next sync assigns it");
}

TEST_CASE(
    "observe: a server that gave no answer is left alone for a minute, unless a sync got one") {
  std::atomic<bool> ill{true};
  Asking asking(
      [&](const ServerCall& call) { return ill ? out_of_order() : answer_by_rules(call); });
  said(asking, "User moved to Lisbon.");
  const std::size_t calls = asking.server.calls();
  CHECK(calls > 0);
  for (int i = 0; i < 10; ++i) {
    const ObserveReport report = said(asking, "User planted fig tree " + std::to_string(i) + ".");
    CHECK(report.failed == 1);
    CHECK_FALSE(report.commit.empty());
    CHECK(holds(report.diagnostics.at(0).what, "gpt-4.1-mini did not answer a moment ago"));
  }
  CHECK(asking.server.calls() == calls);

  asking.fixture.set_now("2026-05-15T09:01:00Z");
  said(asking, "User plays chess.");
  CHECK(asking.server.calls() > calls);

  ill = false;
  const SyncReport synced = asking.synced();
  CHECK(synced.failed == 0);
  CHECK(synced.observations_assigned == 12);
  CHECK(said(asking, "User sings in a choir.").model == "user");
}

TEST_CASE("observe: a server that refuses the key is asked again at once") {
  std::atomic<bool> refusing{true};
  Asking asking([&](const ServerCall& call) {
    return refusing ? refuses(401, R"({"error":"who are you"})") : answer_by_rules(call);
  });
  const ObserveReport refused = said(asking, "User moved to Lisbon.");
  CHECK(holds(refused.diagnostics.at(0).what, "refuses the key"));
  CHECK(refused.diagnostics.at(0).hint ==
        "the next sync assigns it; set OPENAI_API_KEY, or write it into .env of the workspace");
  refusing = false;
  CHECK(said(asking, "User plays chess.").model == "user");
}

TEST_CASE("language model: without a key one line says so, and the rest of a sync is done") {
  Asking asking;
  asking.key.clear();
  asking.set("engine: openai\n");
  asking.fixture.write("memory/note.md", "A note.\n");
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->added == 3);
  const SyncReport report = asking.synced();
  CHECK(report.failed == 3);
  CHECK(report.left == "3 conversations to read, and what follows from them");
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(to_string(report.diagnostics[0]) ==
        "pyramid.yaml: no key for api.openai.com; set OPENAI_API_KEY, or write it into .env of "
        "the workspace");
}

TEST_CASE(
    "language model: a call that fails leaves its own node, and the next sync does just that") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    const bool summary = holds(call.body, "You write one paragraph");
    if (broken && summary && holds(call.body, "Coimbra")) return refuses(400, R"({"error":"no"})");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport first = asking.synced();
  CHECK(first.failed == 1);
  CHECK(first.summaries_written >= 3);
  CHECK_FALSE(first.commit.empty());
  CHECK(holds(first.left, "to write"));
  CHECK_FALSE(first.nothing_to_do);
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(first.diagnostics[0].where.starts_with("summaries/user/tier-0, "));
  CHECK(first.diagnostics[0].where.ends_with(" 2026"));
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
  const auto written = asking.fixture.tree();

  broken = false;
  const std::size_t calls = asking.server.calls();
  const SyncReport second = asking.synced();
  CHECK(second.failed == 0);
  CHECK(second.left.empty());
  CHECK(second.diagnostics.empty());
  for (const auto& [path, bytes] : written) {
    if (path.rfind("summaries/user/tier-0/", 0) == 0) CHECK(asking.fixture.read(path) == bytes);
  }
  CHECK(asking.server.calls() - calls < calls);
  CHECK(asking.fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

namespace {

void write_fact(const Fixture& fixture, const std::string& number, const std::string& at,
                const std::string& text) {
  fixture.write("observations/" + number + ".md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5X0" + number + "\nkind: observation\nat: " + at +
                    "\nmodel: user\nsource: test\n---\n" + text + "\n");
}

}  // namespace

TEST_CASE("language model: a summary that fails holds back only the sections that tell of it") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    const bool summary = holds(call.body, "You write one paragraph");
    if (broken && summary && holds(call.body, "Coimbra")) return refuses(400, R"({"error":"no"})");
    return answer_by_rules(call);
  });
  Fixture& fixture = asking.fixture;
  write_fact(fixture, "1", "2024-03-01T10:00:00Z", "User studied in Coimbra.");
  write_fact(fixture, "2", "2024-03-02T10:00:00Z", "User keeps bees.");
  write_fact(fixture, "3", "2026-05-14T10:00:00Z", "User moved to Lisbon.");
  asking.synced();
  CHECK(holds(fixture.read("MEMORY.md"), "Coimbra"));
  write_fact(fixture, "4", "2024-03-03T10:00:00Z", "User sold a boat.");
  write_fact(fixture, "5", "2026-05-13T10:00:00Z", "User bought a piano.");
  write_fact(fixture, "6", "2026-05-14T11:00:00Z", "User reads Pessoa.");
  const SyncReport first = asking.synced();
  CHECK(first.failed == 1);
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(holds(memory, "Pessoa"));
  CHECK(holds(memory, "Coimbra"));  // told as before
  CHECK_FALSE(holds(memory, "boat"));
  CHECK(asking.synced().sections_written == 0);

  broken = false;
  const SyncReport last = asking.synced();
  CHECK(last.failed == 0);
  CHECK(last.sections_written == 1);
  CHECK(holds(fixture.read("MEMORY.md"), "boat"));
  CHECK(fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("language model: observations that could not be assigned wait, and the sync goes on") {
  std::atomic<bool> broken{true};
  Asking asking([&](const ServerCall& call) {
    if (broken && holds(call.body, "assign_model")) return refuses(422, "{}");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport first = asking.synced();
  CHECK(first.failed == 1);
  CHECK(first.left == "12 observations to assign, and what follows from them");
  broken = false;
  CHECK(asking.synced().observations_assigned == 12);
}

TEST_CASE("language model: observations that it has no answer to are asked about once") {
  Asking asking([](const ServerCall& call) {
    return holds(call.body, "assign_model") ? says("") : answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport first = asking.synced();
  CHECK(first.failed == 0);
  CHECK(first.observations_assigned == 12);
  REQUIRE(first.diagnostics.size() == 1);
  CHECK(first.diagnostics[0].severity == Severity::kWarning);
  CHECK(holds(to_string(first.diagnostics[0]), "12 observations without a model's word"));
  const std::size_t calls = asking.server.calls();
  CHECK(asking.synced().nothing_to_do);
  CHECK(asking.server.calls() == calls);
}

TEST_CASE(
    "language model: a conversation that it has no answer to is named by each sync, asked once") {
  const auto reply = GENERATE(says("I must not.", "content_filter"), filtered(),
                              calls_tool("add_observation", {"{\"text\": "}));
  std::atomic<bool> unwilling{true};
  Asking asking([&](const ServerCall& call) {
    const bool asked = holds(call.body, "You read a conversation") && holds(call.body, "Coimbra");
    return unwilling && asked ? reply : answer_by_rules(call);
  });
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->failed > 0);
  asking.synced();
  const std::size_t calls = asking.server.calls();
  const auto before = asking.fixture.tree();
  const SyncReport report = asking.synced();
  CHECK(report.failed == imported->failed);
  CHECK(holds(report.left, "to read"));
  REQUIRE_FALSE(report.diagnostics.empty());
  CHECK(report.diagnostics[0].where.starts_with("sessions/"));
  CHECK(report.diagnostics[0].hint ==
        "it is asked again once `model` is another one, or `pyramid doctor` was run");
  CHECK(asking.server.calls() == calls);
  CHECK(asking.fixture.tree() == before);

  const auto planned = asking.sync(true);
  REQUIRE(planned);
  CHECK(planned->engine.calls == 0);
  CHECK(planned->sessions_extracted == 0);
  CHECK_FALSE(planned->nothing_to_do);
  REQUIRE(planned->diagnostics.size() == imported->failed);
  CHECK(planned->diagnostics[0].where == report.diagnostics[0].where);
  CHECK(planned->diagnostics[0].severity == Severity::kWarning);
  CHECK(asking.server.calls() == calls);

  unwilling = false;
  CHECK(asking.synced().failed == imported->failed);
  asking.examined();
  CHECK(asking.synced().failed == 0);
  CHECK(asking.synced().nothing_to_do);
}

namespace {

ServerReply too_long() {
  return refuses(400, R"({"error":{"message":"too much","code":"context_length_exceeded"}})");
}

// Forty conversations, each shorter than the one before.
void write_shorter_and_shorter(Asking& asking) {
  for (int i = 0; i < 40; ++i) {
    asking.fixture.write_session(
        "55555555-5555-4555-8555-5555555555" + std::to_string(10 + i), "2026-04-02T09:00:00Z",
        std::vector<std::string>(static_cast<std::size_t>(41 - i), "I moved to Lisbon in 2025."));
  }
}

// Ctrl-C in a stage, once the calls are under way.
class StopsWhenAsked final : public Progress {
 public:
  explicit StopsWhenAsked(std::string stage) : stage_(std::move(stage)) {}
  void begin(std::string_view stage, std::size_t) override {
    if (stage == stage_) asked_ = true;
  }
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return asked_ && ++looks_ > 8; }

 private:
  std::string stage_;
  std::atomic<bool> asked_{false};
  mutable std::atomic<int> looks_{0};
};

Environment stopped_by(Asking& asking, StopsWhenAsked& progress) {
  const Environment fixed = asking.environment();
  return {fixed.files, fixed.clock, progress, fixed.engine};
}

// All calls but the one that tries the connection hang.
ServerReply hangs(const ServerCall& call) {
  return holds(call.body, "You test a connection") ? answer_by_rules(call)
                                                   : goes_wrong(ServerReply::How::kHang);
}

}  // namespace

TEST_CASE("language model: a server that finds everything too long is asked once a command") {
  Asking asking([](const ServerCall&) { return too_long(); });
  write_shorter_and_shorter(asking);
  REQUIRE(asking.import_all());
  CHECK(asking.server.calls() == 1);
  const SyncReport report = asking.synced();
  CHECK(asking.server.calls() == 2);
  CHECK(report.failed == 43);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(holds(to_string(report.diagnostics[0]), "cannot read even a short question (too much)"));
  CHECK(holds(to_string(report.diagnostics[0]), "max_tokens"));
}

TEST_CASE("language model: a server that finds all texts too long is soon asked no more") {
  Asking asking([](const ServerCall& call) {
    return holds(call.body, "You test a connection") ? answer_by_rules(call) : too_long();
  });
  asking.set("engine: openai\nbase_url: " + asking.server.base_url() + "\nparallel: 1\n");
  write_shorter_and_shorter(asking);
  const auto imported = asking.import_all();
  REQUIRE(imported);
  CHECK(imported->added == 43);
  // A conversation is cut in two a few times, and by as many threads as there are.
  CHECK(asking.server.calls() <= 40);
  const std::size_t calls = asking.server.calls();
  const SyncReport report = asking.synced();
  CHECK(report.failed == 43);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(holds(to_string(report.diagnostics[0]), "cannot read so much at once"));
  CHECK(asking.server.calls() - calls <= 40);
}

TEST_CASE("language model: Ctrl-C while the server says nothing ends a sync cleanly") {
  Asking asking([](const ServerCall& call) {
    if (holds(call.body, "You write one paragraph")) return goes_wrong(ServerReply::How::kHang);
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  StopsWhenAsked progress("writing summaries");
  SyncOptions options;
  options.workspace.root = asking.fixture.root();
  const auto report = pyramid::sync(stopped_by(asking, progress), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  CHECK(holds(report.error().what, "to write"));
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE(
    "language model: Ctrl-C in an import that waits for answers ends it, and tells what is left") {
  Asking asking(hangs);
  StopsWhenAsked progress("reading turns");
  ImportOptions options;
  options.workspace.root = asking.fixture.root();
  options.source = asking.fixture.outside("sessions");
  const auto report = pyramid::import(stopped_by(asking, progress), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  CHECK(holds(report.error().what, "to read"));
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("language model: Ctrl-C in an observe leaves what was observed stored, and says so") {
  Asking asking(hangs);
  StopsWhenAsked progress("assigning observations to models");
  ObserveOptions options;
  options.workspace.root = asking.fixture.root();
  options.text = "User moved to Leeds.";
  const auto report = pyramid::observe(stopped_by(asking, progress), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kCancelled);
  CHECK(holds(report.error().what, "it is stored"));
  CHECK(std::filesystem::exists(asking.fixture.path(report.error().where)));
  CHECK(run_git(asking.fixture.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("language model: what was paid for is not paid for again, also when a sync was killed") {
  Asking asking;
  REQUIRE(asking.import_all());
  asking.synced();
  const std::size_t calls = asking.server.calls();
  // As if neither had come to its end: the files are gone, what the model said is not.
  const auto before = asking.fixture.tree();
  for (const char* folder : {"sessions", "observations", "summaries", "models"}) {
    asking.fixture.remove(folder);
  }
  asking.fixture.remove("MEMORY.md");
  REQUIRE(asking.import_all());
  asking.synced();
  CHECK(asking.server.calls() == calls);
  CHECK(asking.fixture.tree() == before);
  REQUIRE(asking.search("Lisbon"));
  REQUIRE(asking.search("Lisbon"));
  CHECK(asking.server.calls() == calls + 1);
}

TEST_CASE("language model: a summary of no use is asked for more strictly, then made by rule") {
  std::atomic<int> strict_too_long{0};
  Asking asking([&](const ServerCall& call) {
    if (!holds(call.body, "You write one paragraph")) return answer_by_rules(call);
    const bool strict = holds(call.body, "in any case");
    if (holds(call.body, "Lisbon")) return strict ? says("Lisbon, in short.") : says("");
    if (holds(call.body, "landlord")) {
      if (strict) ++strict_too_long;
      return says(std::string(700, 'x') + ".");
    }
    if (holds(call.body, "Coimbra") && !strict) return says("I cannot.", "content_filter");
    return answer_by_rules(call);
  });
  REQUIRE(asking.import_all());
  const SyncReport report = asking.synced();
  CHECK(report.failed == 0);
  CHECK(report.diagnostics.empty());
  CHECK(strict_too_long >= 1);
  std::size_t lisbon = 0;
  std::size_t landlord = 0;
  std::size_t coimbra = 0;
  for (const std::string& path : files_below(asking.fixture, "summaries/user/tier-0/")) {
    const std::string file = asking.fixture.read(path);
    const std::string sources = file.substr(file.find("## Sources"));
    if (holds(sources, "Lisbon")) lisbon += holds(file, "\nengine: openai/gpt-4.1-mini+strict\n");
    if (holds(sources, "landlord"))
      landlord += holds(file, "\nengine: openai/gpt-4.1-mini+builtin\n");
    if (holds(sources, "Coimbra")) coimbra += holds(file, "gpt-4.1-mini+strict\n");
  }
  CHECK(lisbon == 1);
  CHECK(landlord == 1);
  CHECK(coimbra == 1);
  CHECK(asking.fixture.check()->problems.empty());
  CHECK(asking.synced().nothing_to_do);
}

TEST_CASE("replies: the log of what was paid for keeps its newer half when it grows too large") {
  Fixture fixture;
  const auto files = make_real_file_system();
  const auto workspace = workspace::open(*files, fixture.root());
  REQUIRE(workspace);
  const auto key = [](int i) { return digest_of("question " + std::to_string(i)); };
  {
    ops::ReplyCache cache(*files, *workspace);
    for (int i = 0; i < 100; ++i) cache.keep(key(i), "answer " + std::to_string(i));
    CHECK(cache.find(key(7)) == "answer 7");
  }
  ops::ReplyCache small(*files, *workspace, 1000);
  CHECK(small.find(key(3)) == "answer 3");  // this command still knows all
  ops::ReplyCache next(*files, *workspace);
  CHECK_FALSE(next.find(key(3)));
  CHECK(next.find(key(99)) == "answer 99");
  fixture.write(".pyramid/replies.jsonl", "[1,2]\nnonsense\n[\"a\"");
  CHECK_FALSE(ops::ReplyCache(*files, *workspace).find(key(99)));
}

}  // namespace model_failures_test
