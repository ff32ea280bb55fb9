// Random lives of machines with one memory: what persons and programs do to its files, and what has
// to hold when all have exchanged what they have.
#pragma once

#include "pyramid/forget.hpp"
#include "pyramid/observe.hpp"
#include "pyramid/remember.hpp"
#include "pyramid/revert.hpp"
#include "pyramid/tasks.hpp"
#include "tests/machines/machines.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cctype>
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
  kObserve,
  kTag,
  kApart,
  kEditBoth,
  kRevert,
  kForgetBetween,
  kTask,
  kPromote,
  kTitle,
};
struct Event {
  Deed deed = Deed::kAdd;
  int machine = 0, a = 0, b = 0;
};
inline std::ostream& operator<<(std::ostream& out, const Event& event) {
  static constexpr std::array<const char*, 26> kNames = {
      "add",          "reword",       "delete",    "move",   "note",           "reword note",
      "edit section", "edit summary", "import",    "forget", "sync",           "sync here",
      "pull",         "kill",         "log",       "begin",  "move note",      "observe",
      "tag",          "apart",        "edit both", "revert", "forget between", "task",
      "promote",      "title"};
  return out << "machine " << event.machine << ": " << kNames[static_cast<std::size_t>(event.deed)]
             << " " << event.a << " " << event.b;
}

inline rc::Gen<Event> any_event() {
  return rc::gen::construct<Event>(
      rc::gen::weightedElement<Deed>(
          {{6, Deed::kAdd},         {2, Deed::kReword},        {2, Deed::kDelete},
           {2, Deed::kMove},        {2, Deed::kNote},          {2, Deed::kRewordNote},
           {1, Deed::kEditSection}, {1, Deed::kEditSummary},   {2, Deed::kImport},
           {1, Deed::kForget},      {3, Deed::kSync},          {2, Deed::kSyncHere},
           {2, Deed::kPull},        {1, Deed::kKill},          {2, Deed::kLog},
           {2, Deed::kBegin},       {1, Deed::kMoveNote},      {2, Deed::kObserve},
           {2, Deed::kTag},         {2, Deed::kApart},         {2, Deed::kEditBoth},
           {3, Deed::kRevert},      {2, Deed::kForgetBetween}, {2, Deed::kTask},
           {2, Deed::kPromote},     {2, Deed::kTitle}}),
      rc::gen::inRange(0, 5), rc::gen::inRange(0, 1000), rc::gen::inRange(0, 1000));
}

// How machines exchange what they have.
struct Ways {
  std::function<Result<SyncReport>(Machine&)> exchange;  // as `sync --remote` does
  std::function<void(Machine&)> pull;                    // as a person's `git pull`
  std::function<void(Machine&)> half;  // half of what is on its way; twice: all; null: comes whole
  bool purges = false;                 // each repository is for itself
};

// What was purged on a machine.
struct PurgedWords {
  Machine* machine = nullptr;
  std::string words;
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
        reword(machine, pick(machine, "observations/", event.a), event.b);
        break;
      case Deed::kDelete:
        take_away(machine, pick(machine, "observations/", event.a));
        break;
      case Deed::kMove:
        move(machine, pick(machine, "observations/", event.a), event.b);
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
        edit_home(machine,
                  event.a % 2 == 0 ? std::string("MEMORY.md") : pick(machine, "models/", event.b));
        break;
      case Deed::kEditSummary:
        edit_summary(machine, pick(machine, "summaries/", event.a));
        break;
      case Deed::kObserve:
        observe(machine, event);
        break;
      case Deed::kTask:
        work_on_task(machine, event);
        break;
      case Deed::kPromote:
        promote(machine, event);
        break;
      case Deed::kTitle:
        event.b % 2 == 0 ? give_title(machine, event) : forget_title(machine, event);
        break;
      case Deed::kTag:
        tag(machine, pick(machine, "observations/", event.a), event.b);
        break;
      case Deed::kApart:
        work_apart(machine, other_than(machine, event.b), event);
        break;
      case Deed::kEditBoth:
        edit_both(machine, other_than(machine, event.b), event);
        break;
      case Deed::kRevert:
        revert(machine, event);
        break;
      case Deed::kForgetBetween:
        forget_between(machine, other_than(machine, event.b / 8), event);
        break;
      case Deed::kImport:
        import(machine, event.a % 3, event.b % 6 + 1);
        break;
      case Deed::kForget:
        must(machine.sync(false));  // ends a merge that stopped
        if (const auto path = pick(machine, "observations/", event.a)) {
          forget_node(machine, *path, false);
        }
        break;
      default:
        act_with_git(machine, event);
    }
  }

  // Facts that nobody took out: their ids.
  [[nodiscard]] std::set<std::string> kept() const {
    std::set<std::string> ids;
    for (const std::string& id : added_) {
      if (!deleted_.contains(id) && !forgotten_.contains(id)) ids.insert(id);
    }
    return ids;
  }
  // What persons wrote into notes, logs, generated texts and heads of files, and nobody took out.
  [[nodiscard]] std::set<std::string> words() const {
    std::set<std::string> kept;
    for (const auto& [word, fact] : words_) {
      const bool went_with_it =
          forgotten_.contains(id_in(fact)) ||
          std::any_of(forgotten_words_.begin(), forgotten_words_.end(),
                      [&](const auto& words) { return fact.find(words) != std::string::npos; });
      if (!went_with_it) kept.insert(word);
    }
    return kept;
  }
  [[nodiscard]] const std::vector<PurgedWords>& purged() const { return purged_; }
  // What was forgotten on any machine: ids.
  [[nodiscard]] const std::set<std::string>& forgotten() const { return forgotten_; }
  [[nodiscard]] const std::set<std::string>& forgotten_words() const { return forgotten_words_; }
  static bool is_said(const std::map<std::string, std::string>& tree, const std::string& word) {
    return std::any_of(tree.begin(), tree.end(), [&](const auto& file) {
      return file.second.find(word) != std::string::npos;
    });
  }
  // As names of files have it: "Fact number 3 " -> "fact-number-3-".
  static std::string in_names(std::string words) {
    std::transform(words.begin(), words.end(), words.begin(), [](char c) {
      return c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return words;
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

  Machine& other_than(const Machine& machine, int which) const {
    const auto self = static_cast<std::size_t>(
        std::find(machines_.begin(), machines_.end(), &machine) - machines_.begin());
    const std::size_t steps = 1 + static_cast<std::size_t>(which) % (machines_.size() - 1);
    return *machines_[(self + steps) % machines_.size()];
  }

  static void reword(Machine& machine, const std::optional<std::string>& path, int how) {
    change(machine, path, [&](std::string& bytes) {
      const std::size_t end = bytes.rfind(".\n");
      if (end != std::string::npos) bytes.insert(end, " " + std::to_string(how % 5));
    });
  }

  void take_away(Machine& machine, const std::optional<std::string>& path) {
    if (!path) return;
    const auto before = machine.tree();
    std::filesystem::remove(machine.path(*path));
    note_taken_out(before, machine.tree());
  }

  static void move(Machine& machine, const std::optional<std::string>& path, int where) {
    if (!path) return;
    const std::string name = std::filesystem::path(*path).filename().string();
    const std::string to = "observations/kept/" + std::to_string(where % 3) + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(machine.path(to)).parent_path());
    std::filesystem::rename(machine.path(*path), machine.path(to));
  }

  // A tag, or a key of the person's own, in the head of a fact's file.
  void tag(Machine& machine, const std::optional<std::string>& path, int how) {
    change(machine, path, [&](std::string& bytes) {
      const std::size_t tags = bytes.find("\ntags:\n"), end = bytes.find("\n---\n");
      if (!bytes.starts_with("---\n") || end == std::string::npos) return;
      const std::string said = bytes, word = new_word(said);
      if (how % 2 == 0 && bytes.find("\nmood: ") == std::string::npos) {
        bytes.insert(end, "\nmood: " + word);
      } else if (tags < end) {
        bytes.insert(tags + 7, "  - " + word + "\n");
      } else {
        bytes.insert(end, "\ntags:\n  - " + word);
      }
    });
  }

  static void supersede(Machine& machine, const std::string& path, int by) {
    const auto other = pick(machine, "observations/", by);
    if (!other || *other == path) return;
    const std::string id = id_in(machine.read(*other));
    change(machine, path, [&](std::string& bytes) {
      const std::size_t end = bytes.find("\n---\n");
      if (end == std::string::npos || bytes.find("\nstatus:") < end) return;
      bytes.insert(end, "\nstatus: superseded\nsuperseded_by: " + id);
    });
  }

  // Two persons at one fact that both have.
  void work_apart(Machine& one, Machine& other, const Event& event) {
    const auto path = pick(one, "observations/", event.a);
    if (!path || !std::filesystem::exists(other.path(*path))) return;
    const auto work = [&](Machine& machine, int what) {
      switch (what % 6) {
        case 0:
        case 1:
          return tag(machine, path, what);
        case 2:
          return move(machine, path, event.b);
        case 3:
          return reword(machine, path, event.b);
        case 4:
          return take_away(machine, path);
        default:
          return supersede(machine, *path, event.b);
      }
    };
    work(one, event.a / 7);
    work(other, event.b / 7);
  }

  void edit_home(Machine& machine, const std::optional<std::string>& path) {
    change(machine, path, [&](std::string& bytes) {
      const std::size_t body = bytes.find("\n---\n");
      const std::size_t item = body == std::string::npos ? body : bytes.find("\n- ", body);
      if (item != std::string::npos) bytes.insert(item + 1, "- Mine " + new_word() + ".\n");
    });
  }

  void edit_summary(Machine& machine, const std::optional<std::string>& path) {
    change(machine, path, [&](std::string& bytes) {
      const std::size_t at = bytes.find("---\n", 4);
      if (at != std::string::npos) bytes.insert(at + 4, "Mine " + new_word() + ".\n\n");
    });
  }

  // Two persons write into one generated text.
  void edit_both(Machine& one, Machine& other, const Event& event) {
    static constexpr std::array<const char*, 3> kWhere = {"summaries/", "MEMORY.md", "models/"};
    const auto path = pick(one, kWhere.at(static_cast<std::size_t>(event.a % 3)), event.b);
    if (!path || !std::filesystem::exists(other.path(*path))) return;
    for (Machine* machine : {&one, &other}) {
      event.a % 3 == 0 ? edit_summary(*machine, path) : edit_home(*machine, path);
    }
  }

  void observe(Machine& machine, const Event& event) {
    must(machine.sync(false));  // ends a merge that stopped
    static constexpr std::array<const char*, 4> kTowns = {"Porto", "Braga", "Faro", "Oslo"};
    ObserveOptions options;
    options.workspace.root = machine.root();
    ++facts_;
    options.text = event.b % 2 == 0 ? std::string("User lives in ") +
                                          kTowns.at(static_cast<std::size_t>(event.a % 4)) + "."
                                    : "User keeps lamp " + std::to_string(facts_) + " in Porto.";
    options.at = Time{1'778'666'400 + std::int64_t{facts_} * 60};
    const auto report = pyramid::observe(machine.environment(), options);
    if (!report) RC_FAIL(to_string(report.error()));
    if (report->added) added_.insert(report->id);
  }

  // Machines set the same few tasks apart, say what came of them, and link them.
  void work_on_task(Machine& machine, const Event& event) {
    must(machine.sync(false));  // ends a merge that stopped
    const auto path = pick(machine, "tasks/", event.a);
    if (!path || event.b % 3 == 0) {
      AddTaskOptions options;
      options.workspace.root = machine.root();
      options.title = "Task number " + std::to_string(event.a % 3);
      options.at = Time{1'778'666'400 + event.a % 3};
      const auto report = add_task(machine.environment(), options);
      if (!report) RC_FAIL(to_string(report.error()));
    } else if (event.b % 3 == 1) {
      EndTaskOptions options;
      options.workspace.root = machine.root();
      options.task = *path;
      options.text = "Came to " + new_word() + ".";
      const auto report = event.a % 2 == 0 ? finish_task(machine.environment(), options)
                                           : fail_task(machine.environment(), options);
      if (!report) RC_FAIL(to_string(report.error()));
    } else {
      const auto other = pick(machine, "tasks/", event.a + 1);
      if (*other == *path) return;
      LinkTaskOptions options;
      options.workspace.root = machine.root();
      options.task = *path;
      options.relation = event.a % 2 == 0 ? "blocks" : "related-to";
      options.to = *other;
      const auto report = link_task(machine.environment(), options);
      if (!report) RC_FAIL(to_string(report.error()));
    }
  }

  // Of one observation, or of what weighs most.
  void promote(Machine& machine, const Event& event) {
    must(machine.sync(false));  // ends a merge that stopped
    PromoteOptions options;
    options.workspace.root = machine.root();
    if (const auto path = pick(machine, "observations/", event.a); path && event.b % 3 > 0) {
      options.what.push_back(*path);
      options.category = std::array{"", "projects", "areas", "resources"}[event.b / 3 % 4];
    }
    const auto report = pyramid::promote(machine.environment(), options);
    const bool is_out_of_use = !report && report.error().kind == ErrorKind::kUsage;
    if (!report && !is_out_of_use) RC_FAIL(to_string(report.error()));
  }

  // What a person's command, or hand, made of a tree: of what it took out nothing is asked any
  // more; one fact that somebody took out, and nobody else, it may have put back.
  void note_taken_out(const std::map<std::string, std::string>& before,
                      const std::map<std::string, std::string>& after) {
    const auto ids = [](const std::map<std::string, std::string>& tree) {
      std::set<std::string> all;
      for (const auto& [path, bytes] : tree) all.insert(id_in(bytes));
      return all;
    };
    const std::set<std::string> had = ids(before), has = ids(after);
    for (const std::string& id : had) {
      if (!has.contains(id)) ++deleted_[id];
    }
    for (const std::string& id : has) {
      const auto gone = had.contains(id) ? deleted_.end() : deleted_.find(id);
      if (gone != deleted_.end() && gone->second == 1) deleted_.erase(gone);
    }
    std::erase_if(words_,
                  [&](const auto& word) { return is_taken_out(before, after, word.first); });
  }

  // Where it stood it stands no more; the program's texts made from that may still have it.
  static bool is_taken_out(const std::map<std::string, std::string>& before,
                           const std::map<std::string, std::string>& after,
                           const std::string& word) {
    const auto says = [&](const std::string& bytes) {
      return bytes.find(word) != std::string::npos;
    };
    const bool went = std::any_of(before.begin(), before.end(), [&](const auto& file) {
      const auto now = after.find(file.first);
      return says(file.second) && (now == after.end() || !says(now->second));
    });
    return went && std::all_of(after.begin(), after.end(), [&](const auto& file) {
             const std::string& path = file.first;
             const bool is_retold = path == "MEMORY.md" || path.starts_with("models/") ||
                                    (path.find("/tier-") != std::string::npos &&
                                     path.find("/tier-0/") == std::string::npos);
             return is_retold || !says(file.second);
           });
  }

  // One of the latest commits, or what became last of a fact.
  std::string revert_target(const Machine& machine, const Event& event) const {
    if (event.b % 5 == 0) return pick(machine, "observations/", event.a).value_or("MEMORY.md");
    const std::string log = machine.git({"log", "--format=%H", "-n", "8"}).out;
    const auto commits = static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
    return commits == 0 ? "HEAD" : log.substr(static_cast<std::size_t>(event.a) % commits * 41, 40);
  }

  // Takes something back; a third of them are killed on the way, and most of these said again.
  void revert(Machine& machine, const Event& event) {
    if (!std::filesystem::exists(machine.path(".git"))) return;
    must(machine.sync(false));
    const auto before = machine.tree();
    RevertOptions options;
    options.what = revert_target(machine, event);
    const auto say = [&](Machine& one) {
      options.workspace.root = one.root();
      return pyramid::revert(one.environment(), options);
    };
    if (event.b % 3 == 0) {
      const std::string place = outside_ + "/twin";
      std::filesystem::remove_all(place);
      std::filesystem::copy(machine.root(), place, std::filesystem::copy_options::recursive);
      Machine twin(place, "twin");
      const auto wanted = say(twin);
      FaultyFileSystem faulty(*real_);
      faulty.cut_mutations_at(static_cast<std::size_t>(event.a / 3 % 9));
      machine.use_files(faulty);
      const bool ended = say(machine).has_value();
      machine.use_files(*real_);
      // One of a file that came to its end would take back itself.
      if (event.b % 4 != 0 && !(ended && event.b % 5 == 0)) {
        const auto again = say(machine);
        if (wanted && !again) RC_FAIL("said again: " + to_string(again.error()));
        RC_ASSERT(machine.tree() == twin.tree());
        const std::vector<std::string> committed = {"rev-parse", "HEAD^{tree}"};
        RC_ASSERT(machine.git(committed).out == twin.git(committed).out);
      }
    } else {
      const auto report = say(machine);
      const bool forgot =
          machine.git({"log", "-1", "--format=%B", options.what}).out.find("Pyramid-Forgot") !=
          std::string::npos;
      RC_ASSERT(!forgot || event.b % 5 == 0 || !report);
      RC_ASSERT(report || machine.tree() == before);
    }
    must(machine.sync(false));  // what was made from it no longer says it
    note_taken_out(before, machine.tree());
  }

  void note_forgotten_words(const std::string& said) {
    for (const char* begin : {"Fact number ", "bicycle ", "lamp "}) {
      const std::size_t at = said.find(begin);
      if (at == std::string::npos) continue;
      forgotten_words_.insert(said.substr(at, said.find(' ', at + std::strlen(begin)) + 1 - at));
    }
  }

  void forget(Machine& machine, ForgetOptions options) {
    options.workspace.root = machine.root();
    const auto before = machine.tree();
    auto report = pyramid::forget(machine.environment(), options);
    if (!report && options.purge && report.error().kind == ErrorKind::kConflict) {
      options.purge = false;  // a person's own text says it
      report = pyramid::forget(machine.environment(), options);
    }
    if (!report) RC_FAIL(to_string(report.error()));
    note_taken_out(before, machine.tree());
    if (options.purge) purged_.push_back({&machine, {}});
  }

  void forget_node(Machine& machine, const std::string& path, bool purge) {
    ForgetOptions options;
    const std::string said = machine.read(path);
    options.what = id_in(said);
    options.purge = purge;
    forget(machine, options);
    forgotten_.insert(options.what);
    note_forgotten_words(said);
    if (!purged_.empty() && purged_.back().words.empty()) note_purged(said);
  }
  void note_purged(const std::string& said) {
    for (const char* begin : {"Fact number ", "bicycle ", "lamp "}) {
      const std::size_t at = said.find(begin);
      if (at != std::string::npos) {
        purged_.back().words = said.substr(at, said.find(' ', at + std::strlen(begin)) + 1 - at);
      }
    }
    if (purged_.back().words.empty()) purged_.pop_back();
  }

  // A person calls a conversation something else.
  void give_title(Machine& machine, const Event& event) {
    const std::string title = "Heron h" + std::to_string(++titles_) + "x talk";
    change(machine, pick(machine, "sessions/", event.a), [&](std::string& bytes) {
      const std::size_t at = bytes.find("\ntitle: "), end = bytes.find('\n', at + 1);
      if (at != std::string::npos) bytes.replace(at + 8, end - at - 8, title);
    });
  }

  // One of the titles that persons gave.
  void forget_title(Machine& machine, const Event& event) {
    must(machine.sync(false));  // ends a merge that stopped
    const auto path = pick(machine, "sessions/", event.a);
    if (!path) return;
    const std::string said = machine.read(*path);
    const std::size_t at = said.find("\ntitle: Heron ");
    if (at == std::string::npos) return;
    ForgetOptions options;
    options.match = said.substr(at + 8, said.find(" talk", at) - at - 8);
    forget(machine, options);
    forgotten_words_.insert(options.match);
  }

  // One takes a conversation in; half of its files come to another, who forgets, and then the rest.
  void forget_between(Machine& machine, Machine& other, const Event& event) {
    import(other, event.a % 3, event.b % 6 + 1);
    if (ways_.half) {
      ways_.pull(other);
      ways_.half(machine);
    }
    must(machine.sync(false));
    const bool purge =
        ways_.purges && event.a % 4 == 0 && std::filesystem::exists(machine.path(".git"));
    const std::string talk = "bicycle " + std::to_string(event.a % 3);
    const auto tree = machine.tree();
    const auto holds = [&](const char* folder) {
      return std::find_if(tree.begin(), tree.end(), [&](const auto& file) {
        return file.first.starts_with(folder) && file.second.find(talk) != std::string::npos;
      });
    };
    const auto session = holds("sessions/"), fact = holds("observations/");
    if (event.b % 2 == 0 && session != tree.end()) {
      ForgetOptions options;
      options.session = id_in(session->second);
      options.purge = purge;
      forget(machine, options);
      forgotten_.insert(options.session);
      forgotten_words_.insert(talk);
      if (!purged_.empty() && purged_.back().words.empty()) purged_.back().words = talk;
    } else if (fact != tree.end()) {
      forget_node(machine, fact->first, purge);
    }
    if (ways_.half) {
      ways_.half(machine);
    } else {
      ways_.pull(other);
    }
  }

  // `fact`: the file in which it is going to stand, if it goes with that.
  std::string new_word(const std::string& fact = {}) {
    std::string word = "word" + std::to_string(++notes_) + "x";
    words_.emplace(word, fact);
    return word;
  }

  void log(Machine& machine, const std::string& channel) {
    must(machine.sync(false));  // ends a merge that stopped
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
      const bool is_temporary = path.find("/.") != std::string::npos;  // of a killed write
      if (path.rfind(folder, 0) == 0 && !is_temporary &&
          bytes.find("[!conflict]") == std::string::npos) {
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
          << R"(","message":{"role":"user","content":[{"type":"text","text":"I own bicycle )"
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
  std::set<std::string> added_, forgotten_, forgotten_words_;
  std::map<std::string, int> deleted_;        // how often
  std::map<std::string, std::string> words_;  // with the fact in whose file they stand, or ""
  std::vector<PurgedWords> purged_;
  int facts_ = 0, notes_ = 0, titles_ = 0;
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
      if (path.find(Life::in_names(words)) != std::string::npos) RC_FAIL(path + " is named so");
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
