// Whole workspaces with random histories: what a person, time and other programs do to the files,
// and a sync after it. RC_PARAMS="seed=… max_success=…" makes other and more of them.
#include "plan/plan.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/slow_plan.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <set>

namespace histories_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// Texts that are a function of what was read, and of nothing else; an edit stands in front.
class FunctionEngine final : public engine::TextEngine {
 public:
  [[nodiscard]] std::string name() const override { return "function"; }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return std::string(step) + "/1";
  }
  Result<std::vector<engine::Extracted>> extract(const engine::ExtractRequest&) override {
    return std::vector<engine::Extracted>();
  }
  Result<engine::Assignments> assign(const engine::AssignRequest& request) override {
    engine::Assignments out;
    for (const engine::AssignItem& item : request.items) {
      if (item.model.empty()) out.assignments.push_back({item.id, "user"});
    }
    return out;
  }
  Result<std::string> summarise(const engine::SummariseRequest& request) override {
    const std::string about = hash(request.sources);
    return with_kept(request.kept, "Summary " + about + ". Also " + about + ".");
  }
  Result<std::string> synthesise(const engine::SynthesiseRequest& request) override {
    const std::string about = hash(request.sources);
    return with_kept(request.kept, "- Section " + about + ".\n- Also " + about + ".");
  }
  Result<std::string> describe(const engine::DescribeRequest& request) override {
    return "Described " + hash(request.sources) + ".";
  }
  Result<std::string> answer(const engine::AnswerRequest&) override { return std::string(); }

 private:
  static std::string hash(const std::vector<engine::SourceText>& sources) {
    Hasher hasher;
    for (const engine::SourceText& source : sources) hasher.field(source.text);
    return to_hex(hasher.finish()).substr(0, 12);
  }
  static std::string with_kept(const std::string& kept, const std::string& text) {
    return kept.empty() ? text : kept + "\n\n" + text;
  }
};

enum class Act {
  kAdd,
  kReword,
  kDelete,
  kMove,
  kSupersede,
  kEditSummary,
  kDeleteSummary,
  kEditSection,
  kTimePasses,
  kForgetCache,
  kSearch,
  kSwap,
  kCopy,
  kRename,
  kStrikeSummary,
  kStrikeSection,
  kClockBack,
};
struct Event {
  Act act = Act::kAdd;
  int a = 0, b = 0;
};
std::ostream& operator<<(std::ostream& out, const Event& event) {
  static constexpr std::array<const char*, 17> kNames = {
      "add",         "reword",       "delete",         "move",
      "supersede",   "edit summary", "delete summary", "edit section",
      "time passes", "forget cache", "search",         "swap",
      "copy",        "rename",       "strike summary", "strike section",
      "clock back"};
  return out << kNames[static_cast<std::size_t>(event.act)] << " " << event.a << " " << event.b;
}

rc::Gen<Event> any_event(std::size_t copies = 0) {
  // Additions often, so that there is something to act on.
  return rc::gen::construct<Event>(rc::gen::weightedElement<Act>({{6, Act::kAdd},
                                                                  {3, Act::kReword},
                                                                  {2, Act::kDelete},
                                                                  {2, Act::kMove},
                                                                  {1, Act::kSupersede},
                                                                  {2, Act::kEditSummary},
                                                                  {1, Act::kDeleteSummary},
                                                                  {1, Act::kEditSection},
                                                                  {2, Act::kTimePasses},
                                                                  {1, Act::kForgetCache},
                                                                  {2, Act::kSearch},
                                                                  {1, Act::kSwap},
                                                                  {2 * copies, Act::kCopy},
                                                                  {copies, Act::kRename},
                                                                  {2, Act::kStrikeSummary},
                                                                  {1, Act::kStrikeSection},
                                                                  {1, Act::kClockBack}}),
                                   rc::gen::inRange(0, 1000), rc::gen::inRange(0, 1000));
}

// How a workspace is set up, and whether the built-in engine writes its texts: of sentences that
// join what several sources say.
struct Life {
  std::string preset = "narrative";
  bool builtin = false;
};

class History {
 public:
  explicit History(bool forgets, const Life& life = {})
      : forgets_(forgets), life_(life), fixture_(life.preset) {
    if (!life.builtin) fixture_.use_engine(std::make_unique<FunctionEngine>());
    const std::string settings = fixture_.read("pyramid.yaml");
    if (settings.find("\nstep: 3\n") == settings.npos) {
      fixture_.write("pyramid.yaml", settings + "\nstep: 3\n");
    }
  }

  Fixture& fixture() { return fixture_; }

  void act(const Event& event) {
    switch (event.act) {
      case Act::kAdd:
        for (int i = 0; i <= event.b % 4; ++i) add(event.a + i);
        break;
      case Act::kReword:
        change(pick("observations/", event.a), [&](std::string& bytes) {
          const std::size_t end = bytes.rfind(".\n");
          if (end != std::string::npos) bytes.insert(end, " " + std::to_string(event.b));
        });
        break;
      case Act::kDelete:
        if (const auto path = pick("observations/", event.a)) fixture_.remove(*path);
        break;
      case Act::kMove:
        if (const auto path = pick("observations/", event.a)) {
          const std::string name = std::filesystem::path(*path).filename().string();
          move(*path, "observations/kept/" + std::to_string(event.b % 3) + "/" + name);
        }
        break;
      case Act::kSupersede:
        change(pick("observations/", event.a), [](std::string& bytes) {
          if (bytes.find("status:") == std::string::npos) bytes.insert(4, "status: superseded\n");
        });
        break;
      case Act::kEditSummary:
        change(pick("summaries/", event.a), [&](std::string& bytes) {
          bytes.insert(body_of(bytes), "Edit " + std::to_string(event.b) + ". ");
        });
        break;
      case Act::kDeleteSummary:
        if (const auto path = pick("summaries/", event.a)) fixture_.remove(*path);
        break;
      case Act::kEditSection:
        change("MEMORY.md", [&](std::string& bytes) {
          const std::size_t at = line_of_section(bytes);
          if (at != std::string::npos) {
            bytes.insert(at, "- Mine " + std::to_string(event.b) + ".\n");
          }
        });
        break;
      case Act::kTimePasses:
        now_.seconds += (1 + event.a % 40) * kSecondsPerDay;
        fixture_.set_now(now_);
        break;
      case Act::kForgetCache:
        if (forgets_) fixture_.remove(".pyramid");
        break;
      case Act::kSearch:  // brings the index up to date, and nothing else
        RC_ASSERT(fixture_.search("fact").has_value());
        break;
      case Act::kSwap:
        swap(pick("observations/", event.a), pick("observations/", event.b));
        told_ = true;  // two summaries may list one of them then
        break;
      case Act::kCopy:
        copy(pick(event.a % 3 == 0 ? "summaries/" : "observations/", event.b), event.b);
        break;
      case Act::kRename:
        if (const auto path = pick("observations/", event.a)) {
          move(*path, "observations/named-" + std::to_string(event.b) + ".md");
        }
        break;
      case Act::kStrikeSummary:
        change(pick("summaries/", event.a), [&](std::string& bytes) {
          const std::size_t at = body_of(bytes);
          const std::size_t end = bytes.find(". ", at);
          if (end < bytes.find("\n\n## ", at)) bytes.erase(at, end + 2 - at);
        });
        break;
      case Act::kStrikeSection:
        change("MEMORY.md", [&](std::string& bytes) {
          const std::size_t at = line_of_section(bytes);
          if (at != std::string::npos) bytes.erase(at, bytes.find('\n', at) + 1 - at);
        });
        break;
      case Act::kClockBack:
        now_.seconds -= (1 + event.a % 20) * kSecondsPerDay;
        fixture_.set_now(now_);
        told_ = true;
        break;
    }
  }

  // What one of the observations says happened so many days later.
  void redate(int which, int days) {
    change(pick("observations/", which), [&](std::string& bytes) {
      const std::size_t begin = bytes.find("\nat: ") + 5;
      const std::size_t size = bytes.find('\n', begin) - begin;
      const auto was = parse_time(bytes.substr(begin, size));
      if (was) bytes.replace(begin, size, format_time(Time{was->seconds + days * kSecondsPerDay}));
    });
  }

  [[nodiscard]] Time now() const { return now_; }

  // Summaries and sections that a sync would write or remove.
  std::multiset<std::string> planned() {
    SyncOptions options;
    options.dry_run = true;
    const auto report = fixture_.sync(options);
    if (!report) RC_FAIL(to_string(report.error()));
    std::multiset<std::string> steps;
    for (const SyncStep& step : report->steps) {
      const bool told = step.what != "commit" && step.what != "mend" && step.what != "unlink" &&
                        step.what != "describe" && step.what != "release" &&
                        step.what != "restore" && !step.path.ends_with("#other-models") &&
                        step.path != "MEMORY.md" &&
                        step.reason != plan::describe(plan::Reason::kTakesUp);
      if (told) steps.insert(step.what + " " + step.path);
    }
    return steps;
  }

  SyncReport sync() {
    const auto report = fixture_.sync();
    if (!report) RC_FAIL(to_string(report.error()));
    for (const Diagnostic& one : report->diagnostics) {
      if (!told_) RC_FAIL(to_string(one));
    }
    return *report;
  }

 private:
  void add(int seed) {
    const Ulid id = derive_ulid(now_, "observation " + std::to_string(++added_));
    const Time at{now_.seconds - (seed % 500) * 3600};
    fixture_.write("observations/fact-" + tail(id) + ".md",
                   "---\nid: " + to_string(id) + "\nkind: observation\nat: " + format_time(at) +
                       "\nmodel: " + (seed % 5 == 0 ? "kestrel" : "user") +
                       "\nsource: test\n---\n" + fact(seed) + "\n");
  }
  [[nodiscard]] std::string fact(int seed) const {
    const std::string number = std::to_string(added_);
    if (!life_.builtin) return "Fact number " + number + " of " + std::to_string(seed) + ".";
    static constexpr std::array<const char*, 6> kDeeds = {
        "sold the", "repaired the", "painted the", "is allergic to", "prefers the", "moved to"};
    static constexpr std::array<const char*, 5> kThings = {"bicycle", "soup", "roof", "Austin",
                                                           "cello"};
    const auto which = static_cast<std::size_t>(seed);
    return std::string("The user ") + kDeeds[which % kDeeds.size()] + " " +
           kThings[which % kThings.size()] + " mark" + number + ".";
  }
  // Where the text of a summary begins.
  static std::size_t body_of(const std::string& bytes) {
    const std::size_t end = bytes.find("\n---\n", 3);
    return end == std::string::npos ? bytes.size() : end + 5;
  }
  // Where the first line of the first generated section of MEMORY.md begins.
  static std::size_t line_of_section(const std::string& bytes) {
    const std::size_t heading = bytes.find("\n### ");
    const std::size_t line = heading == bytes.npos ? heading : bytes.find("\n- ", heading);
    return line >= bytes.find("\n## Other Models") ? bytes.npos : line + 1;
  }
  static std::string tail(const Ulid& id) {
    std::string text = to_string(id).substr(20);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  }
  // One of the files below a folder.
  [[nodiscard]] std::optional<std::string> pick(const std::string& folder, int which) const {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : fixture_.tree()) {
      if (path.rfind(folder, 0) == 0) paths.push_back(path);
    }
    if (paths.empty()) return std::nullopt;
    return paths[static_cast<std::size_t>(which) % paths.size()];
  }
  template <typename Change>
  void change(const std::optional<std::string>& path, const Change& change) {
    if (!path || !std::filesystem::exists(fixture_.path(*path))) return;
    std::string bytes = fixture_.read(*path);
    change(bytes);
    fixture_.write(*path, bytes);
  }
  void move(const std::string& from, const std::string& to) const {
    std::filesystem::create_directories(std::filesystem::path(fixture_.path(to)).parent_path());
    std::filesystem::rename(fixture_.path(from), fixture_.path(to));
  }

  // With its id, other words, and a name that ends as the program's do, or not.
  void copy(const std::optional<std::string>& path, int which) {
    if (!path) return;
    told_ = true;
    std::string bytes = fixture_.read(*path);
    const std::size_t end = bytes.find(".\n");
    if (end != std::string::npos) bytes.insert(end, " copied " + std::to_string(which));
    const std::size_t folder = path->rfind('/') + 1;
    const std::string ending =
        which % 2 == 0 ? ".md" : path->substr(std::min(path->rfind('-'), path->size() - 3));
    fixture_.write(path->substr(0, folder) + "c" + std::to_string(which) + ending, bytes);
  }

  // Each file has the other's name.
  void swap(const std::optional<std::string>& a, const std::optional<std::string>& b) {
    if (!a || !b || *a == *b) return;
    move(*a, "observations/swapping.md");
    move(*b, *a);
    move("observations/swapping.md", *b);
  }

  bool forgets_;
  bool told_ = false;  // what a sync has to say is no surprise
  Life life_;
  Fixture fixture_;
  Time now_ = at("2026-05-15T09:00:00Z");
  int added_ = 0;
};

// A second sync finds nothing to do and does nothing.
void check_settled(History& history) {
  Fixture& fixture = history.fixture();
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  RC_ASSERT(history.sync().nothing_to_do);
  RC_ASSERT(fixture.calls().total() == 0U);
  RC_ASSERT(fixture.tree() == before);
  RC_ASSERT(fixture.commits() == commits);
}

struct Held {
  std::map<std::string, format::Node> nodes;  // by path
  std::map<std::string, int> parents;         // how many summaries list a path
};

Held read_all(const Fixture& fixture) {
  Held held;
  for (const auto& [path, bytes] : fixture.tree()) {
    if (!path.ends_with(".md")) continue;
    const auto node = format::read_node(bytes, path);
    RC_ASSERT(node.has_value());
    held.nodes.emplace(path, *node);
    if (node->kind != format::Kind::kSummary) continue;
    for (const format::Edge& source : node->sources) ++held.parents[source.path];
  }
  return held;
}

// Every active observation is in one tier-0 summary or among the few that wait; what summaries say
// of their sources is true.
void check_pyramid(const Fixture& fixture) {
  const Held held = read_all(fixture);
  std::map<std::string, int> waiting;
  for (const auto& [path, node] : held.nodes) {
    const auto parents = held.parents.find(path);
    const int count = parents == held.parents.end() ? 0 : parents->second;
    if (node.kind == format::Kind::kObservation) {
      RC_ASSERT(count <= (node.status.empty() ? 1 : 0));
      if (node.status.empty() && count == 0) ++waiting[node.model];
    }
    if (node.kind != format::Kind::kSummary || node.sources.empty()) continue;
    RC_ASSERT(count <= 1);
    std::int64_t below = 0;
    Time start = held.nodes.at(node.sources.front().path).at;
    Time end = start;
    for (const format::Edge& source : node.sources) {
      const format::Node& one = held.nodes.at(source.path);
      const bool summary = one.kind == format::Kind::kSummary;
      RC_ASSERT(summary == (node.tier > 0));
      below += summary ? one.count : 1;
      start = std::min(start, summary ? one.start : one.at);
      end = std::max(end, summary ? one.end : one.at);
    }
    RC_ASSERT(node.count == below);
    RC_ASSERT(node.start == start);
    RC_ASSERT(node.end == end);
  }
  for (const auto& [model, count] : waiting) RC_ASSERT(count < 3);
}

// One life whose `.pyramid/` stays and one whose is deleted end with the same files. `after` is
// called with the first after each of its syncs.
template <typename After>
void live_with_and_without(const std::vector<Event>& events, const After& after,
                           const Life& life = {}) {
  History with(true, life);
  History without(false, life);
  for (const Event& event : events) {
    with.act(event);
    without.act(event);
    if (event.a % 3 != 0) continue;
    with.sync();
    without.sync();
    after(with);
  }
  with.sync();
  without.sync();
  after(with);
  RC_ASSERT(with.fixture().tree() == without.fixture().tree());
}

}  // namespace

TEST_CASE("histories: after a sync nothing is dirty, and the pyramid is true") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    History history(true);
    for (const Event& event : events) {
      history.act(event);
      if (event.a % 3 != 0) continue;
      history.sync();
      check_settled(history);
    }
    history.sync();
    check_settled(history);
    check_pyramid(history.fixture());
  }));
}

TEST_CASE("histories: deleting .pyramid/ anywhere changes nothing that follows") {
  CHECK(rc::check([] {
    live_with_and_without(*rc::gen::container<std::vector<Event>>(any_event()), [](History&) {});
  }));
}

TEST_CASE("histories: of files with one id always the same one counts, once a sync chose") {
  CHECK(rc::check([] {
    live_with_and_without(*rc::gen::container<std::vector<Event>>(any_event(1)),
                          [](History& with) { check_settled(with); });
  }));
}

TEST_CASE("histories: with calendar tiers, too, .pyramid/ changes nothing and a sync settles all") {
  CHECK(rc::check([] {
    live_with_and_without(*rc::gen::container<std::vector<Event>>(any_event()),
                          [](History& with) { check_settled(with); }, {"calendar"});
  }));
}

TEST_CASE("histories: nor do they where the built-in engine joins facts into sentences") {
  CHECK(rc::check([] {
    const Life life{*rc::gen::element<std::string>("narrative", "calendar"), true};
    live_with_and_without(
        *rc::gen::container<std::vector<Event>>(any_event()),
        [](History& with) { check_settled(with); }, life);
  }));
}

TEST_CASE("histories: what was kept of the facts gives the plan that the files give") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    History history(true);
    for (const Event& event : events) {
      history.act(event);
      const auto kept = history.planned();
      history.fixture().remove(".pyramid/facts.cache");
      RC_ASSERT(history.planned() == kept);
      if (event.a % 2 != 0) continue;
      history.sync();
    }
  }));
}

TEST_CASE("histories: whatever happened, the index says what the files say") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    History history(true);
    for (const Event& event : events) {
      history.act(event);
      if (event.a % 3 == 0) history.sync();
    }
    CheckOptions options;
    options.workspace.root = history.fixture().root();
    options.index = true;
    const auto report = check(history.fixture().environment(), options);
    RC_ASSERT(report.has_value());
    for (const auto& one : report->index->differences) {
      RC_FAIL(one.table + " " + one.path + " " + one.what);
    }
  }));
}

std::size_t height_of(const Fixture& fixture) {
  int height = 0;
  for (const auto& [path, node] : read_all(fixture).nodes) {
    if (node.kind == format::Kind::kSummary) height = std::max(height, node.tier + 1);
  }
  return static_cast<std::size_t>(height);
}

TEST_CASE("histories: one changed observation costs no more than its pyramid is high") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    const int which = *rc::gen::inRange(0, 1000);
    History history(false);
    for (const Event& event : events) history.act(event);
    history.sync();
    const std::size_t height = height_of(history.fixture());
    history.act({Act::kReword, which, 7});
    history.sync();
    const engine::CallCounts& calls = history.fixture().calls();
    RC_ASSERT(calls.total() - calls.embed <= height + 2);
  }));
}

TEST_CASE("histories: one observation of another day costs no more but for the sections it moves") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    const int which = *rc::gen::inRange(0, 1000);
    const int days = *rc::gen::inRange(-60, 60);
    History history(false);
    for (const Event& event : events) history.act(event);
    history.sync();
    const std::size_t height = height_of(history.fixture());
    history.redate(which, days);
    const SyncReport report = history.sync();
    const engine::CallCounts& calls = history.fixture().calls();
    const std::size_t sections = std::max<std::size_t>(report.sections_written, 1);
    RC_ASSERT(calls.total() - calls.embed <= height + 1 + sections);
  }));
}

TEST_CASE("histories: what is dirty is what the files alone give, worked out slowly") {
  CHECK(rc::check([] {
    const auto events = *rc::gen::container<std::vector<Event>>(any_event());
    History history(true);
    for (const Event& event : events) {
      history.act(event);
      const SlowPlan slow(history.fixture().tree(), 3, history.now());
      RC_ASSERT(history.planned() == slow.steps());
      if (event.a % 3 == 0) history.sync();
    }
    history.sync();
    const SlowPlan slow(history.fixture().tree(), 3, history.now());
    RC_ASSERT(slow.steps().empty());
  }));
}

// Both ways of planning agree after each event.
void check_plans(const std::vector<Event>& events) {
  History history(true);
  for (const Event& event : events) {
    history.act(event);
    const SlowPlan slow(history.fixture().tree(), 3, history.now());
    CHECK(history.planned() == slow.steps());
    if (event.a % 3 == 0) history.sync();
  }
}

TEST_CASE("histories: where two facts take each other's name, the links follow them") {
  check_plans({{Act::kDelete, 11, 64},
               {Act::kAdd, 129, 61},
               {Act::kForgetCache, 49, 130},
               {Act::kAdd, 162, 112},
               {Act::kReword, 126, 24},
               {Act::kDelete, 134, 68},
               {Act::kDelete, 141, 97},
               {Act::kAdd, 48, 171},
               {Act::kDeleteSummary, 47, 97},
               {Act::kEditSummary, 135, 3},
               {Act::kAdd, 158, 65},
               {Act::kAdd, 123, 180},
               {Act::kSwap, 85, 49}});
}

TEST_CASE("histories: an edited summary gives way but for a person's words, also to the future") {
  check_plans({{Act::kAdd, 10, 122},
               {Act::kClockBack, 18, 62},
               {Act::kSwap, 22, 131},
               {Act::kAdd, 34, 74},
               {Act::kReword, 144, 64},
               {Act::kDelete, 68, 45},
               {Act::kEditSummary, 41, 112},
               {Act::kReword, 41, 65},
               {Act::kReword, 96, 45},
               {Act::kEditSection, 56, 35}});
}

TEST_CASE("histories: facts swap their names beside others that did so before") {
  check_plans({{Act::kEditSummary, 30, 14},
               {Act::kEditSummary, 141, 81},
               {Act::kSearch, 41, 81},
               {Act::kAdd, 49, 171},
               {Act::kSwap, 54, 29},
               {Act::kSwap, 27, 136}});
}

}  // namespace histories_test
