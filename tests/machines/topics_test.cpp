// Random lives of two machines with one topic tree: conversations come and grow, persons add, move,
// delete and set, each machine compacts apart.
#include "pyramid/topics.hpp"

#include "base/path.hpp"
#include "format/topic.hpp"
#include "tests/machines/carrier.hpp"
#include "tests/machines/folders.hpp"
#include "tests/machines/hub.hpp"

namespace topic_lives_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kRules =
    "policy: topics\nfresh_tail_count: 2\nleaf_chunk_tokens: 64\ncondensed_min_fanout: 2\n";

enum class Act { kSay, kGrow, kSync, kExchange, kPull, kAdd, kMove, kDelete, kClear, kSet };
struct Step {
  Act act = Act::kSay;
  int machine = 0, a = 0, b = 0;
};
std::ostream& operator<<(std::ostream& out, const Step& step) {
  static constexpr std::array<const char*, 10> kNames = {
      "say", "grow", "sync", "exchange", "pull", "add", "move", "delete", "clear", "set"};
  return out << "machine " << step.machine << ": " << kNames[static_cast<std::size_t>(step.act)]
             << " " << step.a << " " << step.b;
}
rc::Gen<Step> any_step() {
  return rc::gen::construct<Step>(rc::gen::weightedElement<Act>({{5, Act::kSay},
                                                                 {2, Act::kGrow},
                                                                 {2, Act::kSync},
                                                                 {2, Act::kExchange},
                                                                 {2, Act::kPull},
                                                                 {2, Act::kAdd},
                                                                 {3, Act::kMove},
                                                                 {2, Act::kDelete},
                                                                 {1, Act::kClear},
                                                                 {2, Act::kSet}}),
                                  rc::gen::inRange(0, 2), rc::gen::inRange(0, 1000),
                                  rc::gen::inRange(0, 1000));
}

constexpr std::array<const char*, 4> kAbout = {
    "baked sourdough rye bread in the oven with a fine crust",
    "repaired the chain and the brakes of the bicycle for the ride",
    "planted tomatoes and beans in the garden bed behind the house",
    "tuned the guitar and played the song with the band on stage"};

// What was said and done, by the words that tell each thing from all others.
class TopicLife {
 public:
  TopicLife(std::vector<Machine*> machines, std::string outside,
            std::function<void(Machine&)> exchange, std::function<void(Machine&)> pull)
      : machines_(std::move(machines)),
        outside_(std::move(outside)),
        exchange_(std::move(exchange)),
        pull_(std::move(pull)) {}

  void act(const Step& step) {
    Machine& machine = *machines_[static_cast<std::size_t>(step.machine) % machines_.size()];
    switch (step.act) {
      case Act::kSay:
        talks_.push_back({step.a % 4, 1 + step.b % 2});
        import(machine, talks_.size() - 1);
        break;
      case Act::kGrow:
        if (talks_.empty()) break;
        ++talks_[static_cast<std::size_t>(step.a) % talks_.size()].turns;
        import(machine, static_cast<std::size_t>(step.a) % talks_.size());
        break;
      case Act::kSync:
        must(machine.sync(false));
        break;
      case Act::kExchange:
        exchange_(machine);
        break;
      case Act::kPull:
        pull_(machine);
        break;
      case Act::kAdd:
        add(machine, step);
        break;
      case Act::kMove:
        move(machine, step);
        break;
      case Act::kDelete:
        take(machine, pick(machine, step.a, step.b % 4 != 0), false);
        break;
      case Act::kClear:
        take(machine, pick(machine, step.a, false), true);
        break;
      case Act::kSet:
        set(machine, step);
        break;
    }
  }

  // All machines have one tree, in which every word is that nobody took out.
  void check() const {
    const Files tree = machines_[0]->tree();
    for (Machine* machine : machines_) {
      const Files other = machine->tree();
      for (const auto& [path, bytes] : tree) {
        const auto there = other.find(path);
        if (there == other.end()) RC_FAIL("one lacks " + path);
        if (there->second != bytes) RC_FAIL(path + " differs");
      }
      RC_ASSERT(other.size() == tree.size());
    }
    std::map<std::string, int> said;  // in how many leaves each word is
    for (const auto& [path, bytes] : tree) {
      if (!path.starts_with("topics/")) continue;
      const auto node = format::read_node(bytes, path);
      if (!node) RC_FAIL(path + " cannot be read");
      for (const format::Edge& edge : node->edges) {
        if (!tree.contains(edge.path)) RC_FAIL(path + " links to nothing: " + edge.link.target);
      }
      if (node->model_type != format::kLeaf) continue;
      for (const std::string& word : words_in(node->text)) ++said[word];
    }
    for (const std::string& word : said_) {
      if (taken_.contains(word)) continue;
      if (said[word] == 0) RC_FAIL("no leaf says " + word);
      if (said[word] > 1 && !set_.contains(word)) RC_FAIL("several leaves say " + word);
    }
    for (const auto& [mark, words] : marks_) {
      if (!tree.contains(mark)) RC_FAIL("the mark is gone: " + mark);
      for (const std::string& word : words) {
        if (!set_.contains(word) && said[word] > 0) RC_FAIL("a leaf says again " + word);
      }
    }
    for (Machine* machine : machines_) {
      const auto again = machine->sync(false);
      RC_ASSERT(again.has_value());
      RC_ASSERT(again->nothing_to_do);
      CheckOptions options;
      options.workspace.root = machine->root();
      const auto checked = pyramid::check(machine->environment(), options);
      RC_ASSERT(checked.has_value());
      for (const auto& one : checked->problems) RC_FAIL(one.where + ": " + one.what);
    }
  }

 private:
  struct Talk {
    int about = 0, turns = 1;
  };

  template <typename T>
  static void must(const Result<T>& result) {
    if (!result) RC_FAIL(to_string(result.error()));
  }

  // "wordq17q" of what holds one.
  static std::vector<std::string> words_in(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = text.find("wordq"); at != std::string::npos;
         at = text.find("wordq", at + 1)) {
      words.push_back(text.substr(at, text.find('q', at + 5) - at + 1));
    }
    return words;
  }

  void import(Machine& machine, std::size_t which) {
    const Talk& talk = talks_[which];
    const std::string file = outside_ + "/talk" + std::to_string(which) + ".jsonl";
    std::ofstream out(file, std::ios::binary);
    const std::string number = std::to_string(1000 + which);
    const Time start{1'777'600'000 + static_cast<std::int64_t>(which) * 3600};
    out << R"({"type":"session","version":3,"id":"0000)" << number
        << R"(-1111-4111-8111-111111111111","timestamp":")" << format_time(start)
        << "\",\"cwd\":\"/x\"}\n";
    std::string parent = "null";
    for (int i = 0; i < talk.turns; ++i) {
      const std::string entry = "e" + std::to_string(i);
      const std::string word =
          "wordq" + std::to_string(which * 100 + static_cast<std::size_t>(i)) + "q";
      said_.insert(word);
      out << R"({"type":"message","id":")" << entry << R"(","parentId":)" << parent
          << R"(,"timestamp":")" << format_time(Time{start.seconds + 60 * i})
          << R"(","message":{"role":"user","content":[{"type":"text","text":"Late in the afternoon we )"
          << kAbout[static_cast<std::size_t>(talk.about)] << ", as " << word << R"( said."}]}})"
          << "\n";
      parent = "\"" + entry + "\"";
    }
    out.close();
    SyncOptions options;
    options.workspace.root = machine.root();
    options.source = file;
    options.source_format = "openclaw";
    must(pyramid::sync(machine.environment(), options));
  }

  // A leaf, or a folder.
  static std::string pick(Machine& machine, int which, bool leaf) {
    TreeOptions options;
    options.workspace.root = machine.root();
    options.depth = 9;
    const auto report = topic_tree(machine.environment(), options);
    must(report);
    std::vector<std::string> paths;
    for (const TreeLine& line : report->lines) {
      if ((line.sort == "leaf") == leaf) paths.push_back(line.path);
    }
    return paths.empty() ? "" : paths[static_cast<std::size_t>(which) % paths.size()];
  }

  void add(Machine& machine, const Step& step) {
    const std::string word = "wordq" + std::to_string(90000 + said_.size()) + "q";
    AddTopicOptions options;
    options.workspace.root = machine.root();
    options.text = "I " + word + " " + kAbout[static_cast<std::size_t>(step.a % 4)] + ".";
    options.at = Time{1'778'600'000 + static_cast<std::int64_t>(said_.size()) * 60};
    if (step.b % 3 == 0) options.into = "topics/Own" + std::to_string(step.b % 2);
    must(add_topic(machine.environment(), options));
    said_.insert(word);
  }

  void move(Machine& machine, const Step& step) {
    const std::string from = pick(machine, step.a, step.b % 4 != 0);
    if (from.empty()) return;
    std::string to = "topics/Own" + std::to_string(step.b % 3);
    if (step.b % 2 == 0) {
      const std::string folder = pick(machine, step.b / 2, false);
      if (!folder.empty()) to = std::string(path::directory(folder));
    }
    const auto report = move_topic(machine.environment(), {{machine.root()}, from, to});
    const bool refused = !report && (report.error().kind == ErrorKind::kUsage ||
                                     report.error().kind == ErrorKind::kConflict);
    if (!refused) must(report);
  }

  void take(Machine& machine, const std::string& path, bool with_contents) {
    if (path.empty()) return;
    const Files before = machine.tree();
    const auto report =
        delete_topic(machine.environment(), {{machine.root()}, path, with_contents});
    const bool refused = !report && report.error().kind == ErrorKind::kConflict;
    if (refused) return;
    must(report);
    for (const std::string& gone : report->deleted) {
      const auto leaf = format::read_node(before.at(gone), gone);
      if (!leaf || leaf->model_type != format::kLeaf) continue;
      const std::vector<std::string> words = words_in(leaf->text);
      taken_.insert(words.begin(), words.end());
      if (leaf->session.is_zero()) continue;
      marks_["topics/_deleted/" + to_string(leaf->id) + ".md"] = words;
    }
  }

  void set(Machine& machine, const Step& step) {
    const std::string path = pick(machine, step.a, step.b % 2 == 0);
    if (!path.ends_with(".md")) return;  // a folder without a summary
    UpdateTopicOptions options;
    options.workspace.root = machine.root();
    options.path = path;
    options.key = "key " + std::to_string(step.b);
    if (step.b % 3 == 0) {
      const auto node = format::read_node(machine.read(path), path);
      if (node) {
        for (const std::string& word : words_in(node->text)) {
          set_.insert(word);
          options.text += "Of " + word + " I know more. ";
        }
      }
    }
    must(update_topic(machine.environment(), options));
  }

  std::vector<Machine*> machines_;
  std::string outside_;
  std::function<void(Machine&)> exchange_, pull_;
  std::vector<Talk> talks_;
  std::set<std::string> said_, taken_, set_;
  std::map<std::string, std::vector<std::string>> marks_;
};

void must_exchange(const Result<SyncReport>& report) {
  if (!report) RC_FAIL(to_string(report.error()));
}

}  // namespace

TEST_CASE("topic lives: machines that compact apart come to one tree", "[.topics]") {
  CHECK(rc::check([] {
    const auto steps = *rc::gen::container<std::vector<Step>>(any_step());
    const Folders folders(2, Diaries::kNone, kRules);
    Hub hub;
    hub.start(*folders.all().front());
    for (Machine* machine : folders.all()) hub.join(*machine);
    TopicLife life(
        folders.all(), folders.outside(),
        [&](Machine& machine) { must_exchange(hub.exchange(machine)); },
        [&](Machine& machine) { hub.pull(machine); });
    for (const Step& step : steps) life.act(step);
    for (int round = 0; round < 3; ++round) {
      for (Machine* machine : folders.all()) must_exchange(hub.exchange(*machine));
    }
    life.check();
  }));
}

TEST_CASE("topic lives: so do those whose files are carried about", "[.topics-carried]") {
  CHECK(rc::check([] {
    const auto steps = *rc::gen::container<std::vector<Step>>(any_step());
    const Folders folders(2, Diaries::kNone, kRules);
    Carrier carrier;
    for (Machine* machine : folders.all()) carrier.connect(*machine);
    TopicLife life(
        folders.all(), folders.outside(),
        [&](Machine& machine) { must_exchange(carrier.exchange(machine)); },
        [&](Machine& machine) { carrier.connect(machine); });
    for (const Step& step : steps) life.act(step);
    exchange_until_rest(folders.all(), carrier);
    life.check();
  }));
}

TEST_CASE("topic lives: so do those with real repositories", "[.topics-with-git]") {
  CHECK(rc::check([] {
    const auto steps = *rc::gen::container<std::vector<Step>>(any_step());
    Machines machines(2, kRules);
    TopicLife life(
        machines.all(), machines.outside("."),
        [&](Machine& machine) { must_exchange(machine.sync()); },
        [&](Machine& machine) { machine.git({"pull", "-q", "--no-rebase", "--no-edit"}); });
    for (const Step& step : steps) life.act(step);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < machines.size(); ++i) must_exchange(machines[i].sync());
    }
    life.check();
  }));
}

}  // namespace topic_lives_test
