// Promotion with a language model that judges, and what becomes of it when it does so badly.
#include "tests/ops/asking.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace judging_test {

using namespace pyramid;
using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

bool is_judging(const ServerCall& call) { return holds(call.body, "judge_fact"); }

std::string verdict(int number, const std::string& word, const std::string& reason = "Because.",
                    const std::string& category = "areas") {
  return Json{{"number", number}, {"verdict", word}, {"category", category}, {"reason", reason}}
      .dump();
}

// The numbers of the candidates in a question, each with its line.
std::vector<std::pair<int, std::string>> candidates_in(const ServerCall& call) {
  const std::string question = Json::parse(call.body)["messages"][1]["content"];
  std::vector<std::pair<int, std::string>> found;
  for (std::size_t at = 0; (at = question.find(" number=", at)) != std::string::npos;) {
    at += std::string(" number=").size();
    const std::size_t text = question.find('\n', at) + 1;
    found.emplace_back(std::stoi(question.substr(at)),
                       question.substr(text, question.find('\n', text) - text));
  }
  return found;
}

using Judge = std::function<std::string(int number, const std::string& text)>;

// Judges each candidate by itself; an empty answer is left out.
ChatServer::Model judging(Judge judge) {
  return [judge = std::move(judge)](const ServerCall& call) {
    if (!is_judging(call)) return answer_by_rules(call);
    std::vector<std::string> arguments;
    for (const auto& [number, text] : candidates_in(call)) {
      if (std::string one = judge(number, text); !one.empty()) arguments.push_back(std::move(one));
    }
    return arguments.empty() ? says("NONE") : calls_tool("judge_fact", arguments);
  };
}

class Nights : public Asking {
 public:
  explicit Nights(ChatServer::Model model = answer_by_rules) : Asking(std::move(model)) {}

  std::string observe(const std::string& text, int importance = 9) {
    ObserveOptions options;
    options.workspace.root = fixture.root();
    options.text = text;
    options.importance = importance;
    const auto report = pyramid::observe(environment(), options);
    REQUIRE(report);
    return report->path;
  }
  void observe_things(std::size_t count) {
    const char* things[] = {"boat",   "kite",   "lamp",  "violin", "canoe", "loom",  "atlas",
                            "kettle", "drum",   "tent",  "saw",    "globe", "rug",   "piano",
                            "ladder", "stove",  "vase",  "tripod", "anvil", "easel", "sled",
                            "harp",   "fridge", "couch", "desk",   "radio", "oven",  "mirror"};
    REQUIRE(count <= std::size(things));
    for (std::size_t i = 0; i < count; ++i) {
      observe(std::string("User owns a ") + things[i] + ".");
    }
  }
  Result<PromoteReport> promote(bool dry_run = false, double cents = 12) {
    PromoteOptions options;
    options.workspace.root = fixture.root();
    options.dry_run = dry_run;
    options.cents = cents;
    return pyramid::promote(environment(), options);
  }
  PromoteReport promoted(bool dry_run = false, double cents = 12) {
    auto report = promote(dry_run, cents);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *std::move(report);
  }
  std::vector<Json> events(const std::string& kind) {
    LedgerOptions options;
    options.workspace.root = fixture.root();
    options.kind = kind;
    const auto report = read_ledger(environment(), options);
    REQUIRE(report);
    std::vector<Json> all;
    for (const LedgerEvent& one : report->events) all.push_back(Json::parse(one.json));
    return all;
  }
  [[nodiscard]] std::size_t questions() const {
    const auto received = server.received();
    return static_cast<std::size_t>(std::count_if(received.begin(), received.end(), is_judging));
  }
};

const FactDecision& about(const PromoteReport& report, const std::string& word) {
  const auto found = std::find_if(report.decisions.begin(), report.decisions.end(),
                                  [&](const FactDecision& one) { return holds(one.text, word); });
  REQUIRE(found != report.decisions.end());
  return *found;
}

}  // namespace

TEST_CASE("judging: the language model says what becomes a fact, where, and why") {
  Nights memory(judging([](int number, const std::string& text) {
    if (holds(text, "nuts")) return verdict(number, "lasting", "A danger.", "resources");
    return verdict(number, "passing", "It ends on Friday.");
  }));
  memory.observe("User is allergic to nuts.");
  memory.observe("User rents the blue van.");
  const PromoteReport report = memory.promoted();
  CHECK(memory.questions() == 1);
  CHECK(report.promoted == 1);
  CHECK(report.failed == 0);
  CHECK(report.waiting == 0);
  CHECK(report.engine.calls >= 1);
  CHECK(report.engine.tokens_in > 0);
  const FactDecision& nuts = about(report, "nuts");
  CHECK(nuts.to.starts_with("facts/resources/"));
  CHECK(nuts.verdict == "lasting");
  CHECK(nuts.reason == "lasting: A danger.");
  const FactDecision& van = about(report, "van");
  CHECK(van.to.empty());
  CHECK(van.reason == "passing: It ends on Friday.");
  // The ledger has no word of the memory's, so none that a model may have taken from it.
  const auto decided = memory.events("decided");
  REQUIRE(decided.size() == 2);
  CHECK(decided[0]["reason"] == "judged lasting");
  CHECK(decided[0]["promoted"] == true);
  CHECK_FALSE(decided[0].contains("state"));
  CHECK(decided[1]["reason"] == "judged passing");
  CHECK(decided[1]["promoted"] == false);
  CHECK(decided[1]["state"].get<std::string>().size() == 8);
  CHECK(memory.fixture.check()->problems.empty());
}

TEST_CASE("judging: what the model did not take is asked about again only once it has changed") {
  Nights memory(judging([](int number, const std::string&) { return verdict(number, "passing"); }));
  const std::string van = memory.observe("User rents the blue van.");
  CHECK(memory.promoted().promoted == 0);
  CHECK(memory.promoted().decisions.empty());
  memory.fixture.set_now("2026-05-17T03:00:00Z");
  CHECK(memory.promoted().decisions.empty());
  CHECK(memory.questions() == 1);
  std::string bytes = memory.fixture.read(van);
  bytes.replace(bytes.find("importance: 9"), 13, "importance: 10");
  memory.fixture.write(van, bytes);
  CHECK(memory.promoted().decisions.size() == 1);
  CHECK(memory.questions() == 2);
}

TEST_CASE("judging: facts known, what is out of use and other observations are told beside it") {
  Nights memory;
  memory.observe("User is allergic to nuts.");
  CHECK(memory.promoted().promoted == 1);
  memory.observe("User is allergic to bees.");
  memory.observe("User is allergic to cats.", 1);
  CHECK(memory.promoted().promoted == 1);
  REQUIRE(memory.questions() == 2);
  const auto received = memory.server.received();
  const std::string asked = Json::parse(received.back().body)["messages"][1]["content"];
  CHECK(holds(asked, "near-number=1 is=known-fact on=2026-05-15>\nUser is allergic to nuts.\n"));
  CHECK(holds(asked, "near-number=1 is=observation on=2026-05-15>\nUser is allergic to cats.\n"));
  CHECK(candidates_in(received.back()).size() == 1);
}

TEST_CASE("judging: 24 are judged a night, and eight become facts, no more than are asked about") {
  std::atomic<bool> strict{true};
  Nights memory(judging([&](int number, const std::string&) {
    return verdict(number, strict ? "passing" : "lasting");
  }));
  memory.observe_things(28);
  const PromoteReport first = memory.promoted();
  CHECK(first.promoted == 0);
  CHECK(memory.questions() == 3);
  CHECK(first.decisions.size() == 24);
  CHECK(first.waiting == 4);
  strict = false;
  CHECK(memory.promoted().promoted == 4);
  memory.observe("User owns a hammock.");
  memory.observe("User owns a wardrobe.");
  memory.observe("User owns a barometer.");
  memory.observe("User owns a cello.");
  memory.observe("User owns a trampoline.");
  const PromoteReport rest = memory.promoted();
  CHECK(rest.promoted == 4);
  CHECK(rest.decisions.size() == 4);
  CHECK(rest.waiting == 1);
  CHECK(memory.questions() == 5);
  CHECK(memory.promoted().waiting == 1);
  CHECK(memory.questions() == 5);
}

TEST_CASE("judging: answers of no use are asked for again; then the rules decide, and it is said") {
  Nights memory(judging([](int number, const std::string& text) {
    return holds(text, "nuts") ? verdict(number, "lasting", "") : verdict(number, "passing");
  }));
  memory.observe("User is allergic to nuts.");
  memory.observe("User rents the blue van.");
  const PromoteReport report = memory.promoted();
  CHECK(memory.questions() == 2);
  CHECK(report.failed == 0);
  const FactDecision& nuts = about(report, "nuts");
  CHECK(nuts.promoted);
  CHECK(nuts.verdict.empty());
  CHECK(holds(nuts.reason, "importance 9"));
  CHECK(holds(nuts.reason, "no answer of use"));
  CHECK_FALSE(about(report, "van").promoted);
  const auto escalated = memory.events("escalated");
  REQUIRE(escalated.size() == 1);
  CHECK(escalated[0]["recipe"] == "judge/1");
  CHECK(escalated[0]["to"] == "builtin");
}

TEST_CASE("judging: a server that fails leaves all as it is, and the next night asks") {
  std::atomic<bool> dead{true};
  Nights memory([&](const ServerCall& call) {
    if (is_judging(call) && dead) return refuses(401, R"({"error":{"message":"No."}})");
    return answer_by_rules(call);
  });
  const std::string nuts = memory.observe("User is allergic to nuts.");
  const auto tree = memory.fixture.tree();
  const PromoteReport report = memory.promoted();
  CHECK(report.failed == 1);
  CHECK(report.over_budget == 0);
  CHECK(report.waiting == 1);
  CHECK(report.decisions.empty());
  CHECK(memory.fixture.tree() == tree);
  CHECK(memory.events("decided").empty());
  CHECK(memory.events("finished").back()["whole"] == false);
  dead = false;
  CHECK(memory.promoted().promoted == 1);
}

TEST_CASE("judging: what was judged before a call fails counts, and the rest waits") {
  std::atomic<int> asked{0};
  Nights memory([&](const ServerCall& call) {
    if (is_judging(call) && ++asked > 1) return refuses(400, R"({"error":{"message":"No."}})");
    return judging([](int number, const std::string&) {
      return verdict(number, number == 1 ? "lasting" : "passing");
    })(call);
  });
  memory.observe_things(12);
  const PromoteReport report = memory.promoted();
  CHECK(report.promoted == 1);
  CHECK(report.failed == 1);
  CHECK(report.decisions.size() == 8);
  CHECK(report.waiting == 4);
  CHECK_FALSE(report.commit.empty());
  CHECK(memory.fixture.check()->problems.empty());
}

TEST_CASE("judging: twelve cents a day, and no question that would cost more") {
  Nights memory(judging([](int number, const std::string&) { return verdict(number, "passing"); }));
  memory.observe_things(12);
  memory.fixture.write("prices.yaml", "models: {gpt-4.1-mini: {in: 0, out: 100000}}\n");
  const PromoteReport report = memory.promoted();
  CHECK(memory.questions() == 0);
  CHECK(report.failed == 1);
  CHECK(report.over_budget == 1);
  CHECK(report.waiting == 12);
  REQUIRE_FALSE(report.diagnostics.empty());
  CHECK(holds(to_string(report.diagnostics.back()),
              "the budget of 12 cents a day for `promote` has 12.00 left"));
  CHECK(memory.events("budget").back()["limit"] == "promote");
  // What a run has spent today the next one has not: the second run asks one question less.
  memory.fixture.write("prices.yaml", "models: {gpt-4.1-mini: {in: 0, out: 1}}\n");
  CHECK(memory.promoted().decisions.size() == 12);
  const double spent = memory.events("finished").back()["cents"];
  CHECK(spent > 0);
  memory.observe("User owns a hammock.");
  const PromoteReport stopped = memory.promoted(false, spent);
  CHECK(stopped.over_budget == 1);
  CHECK(stopped.waiting == 1);
  memory.fixture.set_now("2026-05-17T03:00:00Z");
  CHECK(memory.promoted().decisions.size() == 1);
}

TEST_CASE("judging: a dry run asks nothing, says what it takes, and knows the answers there are") {
  Nights memory;
  memory.observe_things(10);
  const auto tree = memory.fixture.tree();
  const std::size_t calls = memory.server.calls();
  const PromoteReport plan = memory.promoted(true);
  CHECK(memory.server.calls() == calls);
  CHECK(memory.fixture.tree() == tree);
  CHECK(plan.failed == 0);
  CHECK(plan.promoted == 0);
  CHECK(plan.engine.calls == 2);
  CHECK(plan.engine.cents > 0);
  CHECK(plan.decisions.size() == 10);
  CHECK(holds(plan.decisions[0].reason, "to be judged: "));
  CHECK(memory.events("decided").empty());
}

TEST_CASE("judging: a run that is stopped behind its answers is gone on with, and pays nothing") {
  for (const char* settings : {"", "commit: false\n"}) {
    INFO("settings: " << settings);
    Nights memory;
    memory.set(memory.fixture.read("pyramid.yaml") + settings);
    memory.observe("User is allergic to nuts.");
    // What lies in the way, so that the move fails.
    memory.fixture.write("facts/areas", "My own.\n");
    REQUIRE_FALSE(memory.promote());
    CHECK(memory.questions() == 1);
    memory.fixture.remove("facts/areas");
    CHECK(memory.promoted(true).promoted == 1);  // known by now
    CHECK(memory.promoted().promoted == 1);
    CHECK(memory.questions() == 1);
    CHECK(memory.promoted().decisions.empty());
  }
}

}  // namespace judging_test
