// Random lives of machines with one memory: what persons and programs do to its files, and what has
// to hold when all have exchanged what they have.
#pragma once

#include "pyramid/remember.hpp"
#include "tests/machines/machines.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>

namespace pyramid::test {

enum class Deed {
  kAdd,
  kReword,
  kDelete,
  kMove,
  kNote,
  kRewordNote,
  kEditSection,
  kEditSummary,
  kImport,
  kForget,
  kSync,
  kSyncHere,
  kPull,
  kKill,
  kLog,
  kBegin,
  kMoveNote,
};
struct Event {
  Deed deed = Deed::kAdd;
  int machine = 0, a = 0, b = 0;
};
inline std::ostream& operator<<(std::ostream& out, const Event& event) {
  static constexpr std::array<const char*, 17> kNames = {
      "add",          "reword",       "delete", "move",   "note",     "reword note",
      "edit section", "edit summary", "import", "forget", "sync",     "sync here",
      "pull",         "kill",         "log",    "begin",  "move note"};
  return out << "machine " << event.machine << ": " << kNames[static_cast<std::size_t>(event.deed)]
             << " " << event.a << " " << event.b;
}

inline rc::Gen<Event> any_event() {
  return rc::gen::construct<Event>(rc::gen::weightedElement<Deed>({{6, Deed::kAdd},
                                                                   {2, Deed::kReword},
                                                                   {2, Deed::kDelete},
                                                                   {2, Deed::kMove},
                                                                   {2, Deed::kNote},
                                                                   {2, Deed::kRewordNote},
                                                                   {1, Deed::kEditSection},
                                                                   {1, Deed::kEditSummary},
                                                                   {2, Deed::kImport},
                                                                   {1, Deed::kForget},
                                                                   {3, Deed::kSync},
                                                                   {2, Deed::kSyncHere},
                                                                   {2, Deed::kPull},
                                                                   {1, Deed::kKill},
                                                                   {2, Deed::kLog},
                                                                   {2, Deed::kBegin},
                                                                   {1, Deed::kMoveNote}}),
                                   rc::gen::inRange(0, 5), rc::gen::inRange(0, 1000),
                                   rc::gen::inRange(0, 1000));
}

// How machines exchange what they have.
struct Ways {
  std::function<Result<SyncReport>(Machine&)> exchange;  // as `sync --remote` does
  std::function<void(Machine&)> pull;                    // as a person's `git pull`
};

class Life {
 public:
  // `outside`: a folder for conversations to import.
  Life(std::vector<Machine*> machines, std::string outside, Ways ways)
      : machines_(std::move(machines)), outside_(std::move(outside)), ways_(std::move(ways)) {}

  void act(const Event& event) {
    Machine& machine = *machines_[static_cast<std::size_t>(event.machine) % machines_.size()];
    switch (event.deed) {
      case Deed::kAdd:
        for (int i = 0; i <= event.b % 4; ++i) add(machine, event.a + i);
        break;
      case Deed::kReword:
        change(machine, pick(machine, "observations/", event.a), [&](std::string& bytes) {
          const std::size_t end = bytes.rfind(".\n");
          if (end != std::string::npos) bytes.insert(end, " " + std::to_string(event.b % 5));
        });
        break;
      case Deed::kDelete:
        if (const auto path = pick(machine, "observations/", event.a)) {
          deleted_.insert(id_in(machine.read(*path)));
          std::filesystem::remove(machine.path(*path));
        }
        break;
      case Deed::kMove:
        if (const auto path = pick(machine, "observations/", event.a)) {
          const std::string name = std::filesystem::path(*path).filename().string();
          const std::string to = "observations/kept/" + std::to_string(event.b % 3) + "/" + name;
          std::filesystem::create_directories(
              std::filesystem::path(machine.path(to)).parent_path());
          std::filesystem::rename(machine.path(*path), machine.path(to));
        }
        break;
      case Deed::kNote:
        note(machine, event.a % 2 == 0 ? "MEMORY.md" : "memory/plan.md",
             "\nNote " + new_word() + ".\n");
        break;
      case Deed::kBegin:  // machines begin notes of one name apart
        note(machine, "notes/day" + std::to_string(event.a % 2) + ".md",
             (event.b % 2 == 0 ? "\n- " : "\nCall ") + new_word() + "\n");
        break;
      case Deed::kLog:
        log(machine, event.b % 2 == 0 ? "web" : "");
        break;
      case Deed::kMoveNote:
        move_note(machine, event.b % 2 == 0 ? "memory/kept/plan.md" : "memory/old/plan.md");
        break;
      case Deed::kRewordNote:
        change(machine, pick(machine, "memory/", 0), [&](std::string& bytes) {
          const std::size_t at = bytes.find("Note ");
          if (at != std::string::npos) bytes.insert(at + 5, std::to_string(event.b % 7) + " ");
        });
        break;
      case Deed::kEditSection:
        change(machine, std::string("MEMORY.md"), [&](std::string& bytes) {
          const std::size_t at = bytes.find("- ");
          const std::size_t body = bytes.find("# Memory");
          const std::size_t item = body == std::string::npos ? at : bytes.find("\n- ", body);
          if (item != std::string::npos) {
            bytes.insert(item + 1, "- Mine " + std::to_string(event.b) + ".\n");
          }
        });
        break;
      case Deed::kEditSummary:
        change(machine, pick(machine, "summaries/", event.a), [&](std::string& bytes) {
          const std::size_t at = bytes.find("---\n", 4);
          if (at != std::string::npos) {
            bytes.insert(at + 4, "Mine " + std::to_string(event.b) + ".\n\n");
          }
        });
        break;
      case Deed::kImport:
        import(machine, event.a % 3, event.b % 6 + 1);
        break;
      case Deed::kForget:
        must(machine.sync(false));  // ends a merge that stopped
        if (const auto path = pick(machine, "observations/", event.a)) forget(machine, *path);
        break;
      default:
        act_with_git(machine, event);
    }
  }

  // Facts that nobody took out: their ids.
  [[nodiscard]] std::set<std::string> kept() const {
    std::set<std::string> ids;
    std::set_difference(added_.begin(), added_.end(), deleted_.begin(), deleted_.end(),
                        std::inserter(ids, ids.end()));
    return ids;
  }
  // What persons wrote into notes and logs.
  [[nodiscard]] const std::set<std::string>& words() const { return words_; }
  // What was forgotten on any machine: ids.
  [[nodiscard]] const std::set<std::string>& forgotten() const { return forgotten_; }
  [[nodiscard]] const std::set<std::string>& forgotten_words() const { return forgotten_words_; }
  static bool is_said(const std::map<std::string, std::string>& tree, const std::string& word) {
    return std::any_of(tree.begin(), tree.end(), [&](const auto& file) {
      return file.second.find(word) != std::string::npos;
    });
  }
  static std::string id_in(const std::string& bytes) {
    const std::size_t at = bytes.find("\nid: ");
    return at == std::string::npos ? "" : bytes.substr(at + 5, 26);
  }

 private:
  void act_with_git(Machine& machine, const Event& event) {
    if (event.deed == Deed::kSync) {
      must(ways_.exchange(machine));
    } else if (event.deed == Deed::kSyncHere) {
      must(machine.sync(false));
    } else if (event.deed == Deed::kPull) {
      must(machine.sync(false));
      ways_.pull(machine);
    } else {
      FaultyFileSystem faulty(*real_);
      faulty.cut_mutations_at(static_cast<std::size_t>(event.a % 12));
      machine.use_files(faulty);
      static_cast<void>(ways_.exchange(machine));
      machine.use_files(*real_);
    }
  }

  static void must(const Result<SyncReport>& report) {
    if (!report) RC_FAIL(to_string(report.error()));
  }

  void add(Machine& machine, int seed) {
    ++facts_;
    const std::string name = machine.add_fact(
        facts_, "Fact number " + std::to_string(facts_) + " of " + std::to_string(seed) + ".",
        seed % 5 == 0 ? "kestrel" : "user");
    added_.insert(id_in(machine.read(name)));
  }

  void forget(Machine& machine, const std::string& path) {
    ForgetOptions options;
    options.workspace.root = machine.root();
    const std::string said = machine.read(path);
    options.what = id_in(said);
    const auto report = pyramid::forget(machine.environment(), options);
    if (!report) RC_FAIL(to_string(report.error()));
    deleted_.insert(options.what);
    forgotten_.insert(options.what);
    for (const char* begin : {"Fact number ", "bicycle "}) {
      const std::size_t at = said.find(begin);
      if (at == std::string::npos) continue;
      forgotten_words_.insert(said.substr(at, said.find(' ', at + std::strlen(begin)) + 1 - at));
    }
  }

  std::string new_word() {
    std::string word = "word" + std::to_string(++notes_) + "x";
    words_.insert(word);
    return word;
  }

  void log(Machine& machine, const std::string& channel) {
    RememberOptions options;
    options.workspace.root = machine.root();
    options.text = "Said " + new_word() + ".";
    options.channel = channel;
    const auto report = log_text(machine.environment(), options);
    if (!report) RC_FAIL(to_string(report.error()));
  }

  static void move_note(Machine& machine, const std::string& to) {
    const std::string from = "memory/plan.md";
    if (!std::filesystem::exists(machine.path(from)) || std::filesystem::exists(machine.path(to))) {
      return;
    }
    std::filesystem::create_directories(std::filesystem::path(machine.path(to)).parent_path());
    std::filesystem::rename(machine.path(from), machine.path(to));
  }

  static void note(Machine& machine, const std::string& name, const std::string& text) {
    const bool there = std::filesystem::exists(machine.path(name));
    machine.write(name, (there ? machine.read(name) : std::string("# Plan\n")) + text);
  }

  static std::optional<std::string> pick(const Machine& machine, const std::string& folder,
                                         int which) {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : machine.tree()) {
      if (path.rfind(folder, 0) == 0 && bytes.find("[!conflict]") == std::string::npos) {
        paths.push_back(path);
      }
    }
    if (paths.empty()) return std::nullopt;
    return paths[static_cast<std::size_t>(which) % paths.size()];
  }

  template <typename Change>
  static void change(Machine& machine, const std::optional<std::string>& path,
                     const Change& change) {
    if (!path || !std::filesystem::exists(machine.path(*path))) return;
    std::string bytes = machine.read(*path);
    change(bytes);
    machine.write(*path, bytes);
  }

  // The first turns of one of three conversations, as much as was said by then. A third one goes on
  // elsewhere on each machine.
  void import(Machine& machine, int which, int turns) {
    const std::string file = outside_ + "/talk" + std::to_string(which) + ".jsonl";
    const auto self = std::find(machines_.begin(), machines_.end(), &machine) - machines_.begin();
    std::ofstream out(file, std::ios::binary);
    out << R"({"type":"session","version":3,"id":"0000000)" << which
        << R"(-1111-4111-8111-111111111111","timestamp":"2026-05-0)" << which + 1
        << "T09:00:00Z\",\"cwd\":\"/x\"}\n";
    std::string parent = "null";
    for (int i = 0; i < turns; ++i) {
      const std::string entry = "e" + std::to_string(i);
      const Time when{1'777'600'000 + which * 86'400 + i * 60};
      out << R"({"type":"message","id":")" << entry << R"(","parentId":)" << parent
          << R"(,"timestamp":")" << format_time(when)
          << R"(","message":{"role":"user","content":[{"type":"text","text":"I bought bicycle )"
          << which << i << (which == 2 && i > 2 ? std::string(1, "abcde"[self]) : std::string())
          << R"( in Porto."}]}})" << "\n";
      parent = "\"" + entry + "\"";
    }
    out.close();
    SyncOptions options;
    options.workspace.root = machine.root();
    options.source = file;
    options.source_format = "openclaw";
    must(pyramid::sync(machine.environment(), options));
  }

  std::vector<Machine*> machines_;
  std::string outside_;
  Ways ways_;
  std::unique_ptr<FileSystem> real_ = make_real_file_system();
  std::set<std::string> added_, deleted_, forgotten_, forgotten_words_, words_;
  int facts_ = 0, notes_ = 0;
};

inline std::vector<std::string> found_by(Machine& machine) {
  SearchOptions options;
  options.workspace.root = machine.root();
  options.query = "fact bicycle";
  const auto report = search_memory(machine.environment(), options);
  RC_ASSERT(report.has_value());
  std::vector<std::string> found;
  for (const SearchHit& hit : report->hits) {
    found.push_back(hit.path + " " + std::to_string(hit.score));
  }
  return found;
}

// All have the same tree, which holds what nobody took out and nothing that somebody forgot, find
// the same, and have nothing to do.
inline void check_one_memory(const std::vector<Machine*>& machines, const Life& life) {
  const auto tree = machines[0]->tree();
  std::set<std::string> ids;
  for (const auto& [path, bytes] : tree) {
    RC_ASSERT(bytes.find("<<<<<<<") == std::string::npos);
    for (const std::string& words : life.forgotten_words()) {
      if (bytes.find(words) != std::string::npos) RC_FAIL(path + " says again: " + words);
    }
    ids.insert(Life::id_in(bytes));
  }
  for (const std::string& id : life.kept()) RC_ASSERT(ids.contains(id));
  for (const std::string& word : life.words()) {
    if (!Life::is_said(tree, word)) RC_FAIL("nothing says any more: " + word);
  }
  for (const std::string& id : life.forgotten()) {
    RC_ASSERT(!ids.contains(id));
    RC_ASSERT(tree.contains("forgotten/" + id));
  }
  const auto found = found_by(*machines[0]);
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const auto other = machines[i]->tree();
    for (const auto& [path, bytes] : tree) {
      const auto there = other.find(path);
      if (there == other.end()) RC_FAIL("machine " + std::to_string(i) + " lacks " + path);
      if (there->second != bytes) RC_FAIL(path + " differs on machine " + std::to_string(i));
    }
    RC_ASSERT(other.size() == tree.size());
    RC_ASSERT(found_by(*machines[i]) == found);
    const auto again = machines[i]->sync(false);
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->nothing_to_do);
  }
}

}  // namespace pyramid::test
