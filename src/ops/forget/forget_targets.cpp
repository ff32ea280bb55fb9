#include "ops/forget/forget_targets.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/sections.hpp"
#include "ops/forget/glance.hpp"
#include "ops/nodes/held_session.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/nodes/made_from.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/session_titles.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/why/why_target.hpp"
#include "ops/why/why_tree.hpp"
#include "ops/write/home.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// In the text and the description: names of the model, as other keys have them, are not the
// person's words.
std::vector<std::string> persons_lines(const Ungenerated& file) {
  std::set<std::string_view> known;
  for (const std::string_view line : split_lines(file.bare.bytes)) known.insert(trim(line));
  std::vector<std::string> words;
  std::size_t fences = 0;
  for (const std::string_view line : split_lines(file.rest.bytes)) {
    if (fences < 2 && line == "---") ++fences;
    const bool is_text = fences == 2 || line.starts_with("description:");
    if (is_text && !trim(line).empty() && !known.contains(trim(line))) words.emplace_back(line);
  }
  return words;
}

class Finder {
 public:
  Finder(Services& services, Opened& opened, const WorkingSet& memory, const ForgetOptions& options)
      : files_(services.files),
        progress_(services.progress),
        opened_(opened),
        memory_(memory),
        options_(options) {}

  Result<ForgetTargets> find() {
    if (!options_.match.empty()) PYRAMID_TRY(add_match());
    if (!options_.person.empty()) PYRAMID_TRY(add_person());
    if (!options_.what.empty()) PYRAMID_TRY(add_node(options_.what, false));
    if (!options_.session.empty()) PYRAMID_TRY(add_node(options_.session, true));
    PYRAMID_TRY(add_made());
    PYRAMID_TRY(add_named());
    return std::move(targets_);
  }

 private:
  Status add_match() {
    const std::string words = comparable(options_.match);
    if (words.empty()) {
      return fail(ErrorKind::kUsage, "the text has no word in it", {},
                  "give the words that are to be forgotten");
    }
    targets_.unwanted.push_back({words, false});
    return add_sayers();
  }

  Status add_person() {
    Result<std::string> known = find_model(memory_, options_.person);
    if (!known) {
      Error error = std::move(known).error();
      error.hint += (error.hint.empty() ? "" : "; ") + std::string("or `--match \"") +
                    options_.person + "\"`: every fact, task and turn that holds it";
      return fail(std::move(error));
    }
    const std::string model = *std::move(known);
    if (memory_.rules().is_base(model)) {
      return fail(ErrorKind::kUsage, model + " is one of the models that are always there", {},
                  "forget single facts, or --match TEXT");
    }
    std::vector<std::string> names = {replace_all(model, "-", " ")};
    if (const Node* home = memory_.at(memory_.home_of(model))) {
      names.push_back(home->title);
      names.insert(names.end(), home->aliases.begin(), home->aliases.end());
      PYRAMID_TRY(add_home(*home));
    }
    for (const std::string& name : names) {
      const std::string words = comparable(name);
      if (!words.empty()) targets_.unwanted.push_back({words, true});
    }
    PYRAMID_TRY(memory_.walk(Kind::kObservation, [&](const Node& node) -> Status {
      return node.model == model ? add_observation(node) : Status();
    }));
    return add_sayers();
  }

  Status add_home(const Node& home) {
    PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory_, home.path));
    PYRAMID_ASSIGN(Ungenerated left, without_generated(memory_, home.model, home.path, file));
    std::vector<std::string> words = persons_lines(left);
    if (words.empty()) {
      targets_.homes.push_back(home.id);
      targets_.places.push_back({home.path, 0, "model"});
    } else {
      targets_.emptied.push_back({home.id, std::move(left.rest.bytes), std::move(words)});
    }
    return {};
  }

  Status add_node(const std::string& what, bool session_wanted) {
    WhyOptions named;
    named.what = what;
    named.folder = options_.folder;
    Result<Target> searched =
        find_target(files_, opened_.workspace, *opened_.index, memory_, named);
    if (!searched && session_wanted) return add_titled(what, std::move(searched).error());
    PYRAMID_ASSIGN(const Target target, std::move(searched));
    const Node* node = memory_.at(target.path);
    if (node != nullptr && node->kind == Kind::kSession) {
      if (target.line == 0) return add_session(*node);
      return fail(ErrorKind::kUsage, "names lines of a session, which is forgotten as a whole",
                  target.path, "name it without lines, or what was said: --match TEXT");
    }
    if (node != nullptr && node->kind == Kind::kTask && !session_wanted) {
      const std::string title = comparable(node->title);
      if (!title.empty()) targets_.unwanted.push_back({title, false});
      add_task(*node);
      return {};
    }
    if (node != nullptr && node->kind == Kind::kObservation && !session_wanted) {
      const Node observation = *node;
      PYRAMID_ASSIGN(const Node whole, memory_.read(observation));
      const std::string words = comparable(whole.text);
      if (!words.empty()) targets_.unwanted.push_back({words, false});
      return add_observation(observation);
    }
    if (session_wanted) return fail(ErrorKind::kUsage, "is not a session", target.path);
    return fail(
        ErrorKind::kUsage, "is not an observation, task or session", target.path,
        node != nullptr && node->kind == Kind::kSummary
            ? "forget the observations that it was made from: `pyramid why " + target.path + "`"
        : node != nullptr && node->kind == Kind::kModel
            ? "forget the one it is about: --person " + node->model
            : "what you wrote yourself, remove yourself");
  }

  Status add_observation(const Node& stub) {
    if (!targets_.gone.nodes.insert(stub.id).second) return {};
    targets_.places.push_back({stub.path, 0, "observation"});
    PYRAMID_ASSIGN(const Node node, memory_.read(stub));
    for (const format::Edge& edge : node.edges) {
      const std::int64_t turn = format::turn_number(edge.link.fragment);
      const Node* session = turn == 0 ? nullptr : memory_.at(edge.path);
      if (turn > 0 && session == nullptr) add_late(edge, turn);
      if (session == nullptr || session->kind != Kind::kSession) continue;
      add_turn(*session, turn);
    }
    return {};
  }

  void add_task(const Node& task) {
    if (!targets_.gone.nodes.insert(task.id).second) return;
    targets_.places.push_back({task.path, 0, "task"});
  }

  // Of a session that has not come yet, or is gone: it may be called by the words of the turn.
  void add_late(const format::Edge& edge, std::int64_t turn) {
    const std::string_view place = named_by(edge);
    const std::string tail = tail_in(place);
    if (tail.empty()) return;
    targets_.gone.late[tail].turns.insert(turn);
    const std::string plain = plain_title_at(place);
    if (path::name(place) != plain_name(plain, tail)) targets_.names.emplace(path::name(place));
    if (edge.link.text == plain) return;
    targets_.names.insert("[" + format::escape_inline(edge.link.text) + "](");
  }

  void add_turn(const Node& session, std::int64_t turn) {
    if (!targets_.gone.turns[session.id].insert(turn).second) return;
    targets_.places.push_back({session.path, 0, "turn " + std::to_string(turn)});
  }

  // With all its parts, and what was taken from nowhere else.
  Status add_session(const Node& node) {
    const Node* first = memory_.at(workspace::conversation_path(node.path));
    const Node head = first == nullptr ? node : *first;
    std::vector<std::string> paths;
    for (const Node& part : parts_of(memory_, head)) {
      targets_.gone.nodes.insert(part.id);
      targets_.places.push_back({part.path, 0, "session"});
      paths.push_back(part.path);
    }
    const auto is_of = [&](const format::Edge& edge) {
      const std::string place = edge.path.empty() ? tail_in(named_by(edge)) : edge.path;
      return place == short_id(head.id) ||
             std::find(paths.begin(), paths.end(), place) != paths.end();
    };
    return memory_.walk(Kind::kObservation, [&](const Node& stub) -> Status {
      const Result<Node> whole = memory_.read(stub);
      if (!whole) return {};  // the scan names it
      bool here = false, elsewhere = false;
      for (const format::Edge& edge : whole->edges) {
        if (format::turn_number(edge.link.fragment) == 0) continue;
        (is_of(edge) ? here : elsewhere) = true;
      }
      if (!here || elsewhere || !targets_.gone.nodes.insert(stub.id).second) return {};
      targets_.places.push_back({stub.path, 0, "observation"});
      return {};
    });
  }

  // Names that the program gave. A conversation's title is no person's words either.
  Status add_named() {
    for (const Kind kind : {Kind::kObservation, Kind::kSession, Kind::kSummary, Kind::kTask}) {
      for (const Ulid& id : memory_.ids(kind)) {
        if (targets_.gone.nodes.contains(id)) continue;
        const std::string path = memory_.path_of(id);
        PYRAMID_ASSIGN(const bool titled, add_titles(id, kind));
        if (!titled && !is_named_by(path::name(path), targets_.unwanted)) continue;
        targets_.renamed.push_back(id);
        targets_.places.push_back({path, 0, titled ? "title" : "name"});
        targets_.names.emplace(path::name(path));
      }
    }
    return {};
  }

  // Of a conversation those that say it, also by the name that a file gets of them; an earlier
  // version is known by what stands in it for them, however the words do. Whether there are any.
  Result<bool> add_titles(const Ulid& id, Kind kind) {
    constexpr std::size_t kLeast = 4;
    if (kind != Kind::kSession) return false;
    PYRAMID_ASSIGN(const std::vector<std::string> titles, titles_of(memory_, *memory_.find(id)));
    bool any = false;
    for (const std::string& title : titles) {
      const std::string name = plain_name(title, short_id(id));
      if (!says(title, targets_.unwanted) && !is_named_by(name, targets_.unwanted)) continue;
      targets_.gone.titles[id].insert(title_mark(id, title));
      if (title.size() >= kLeast) targets_.names.insert(format::escape_inline(title));
      any = true;
    }
    return any;
  }

  // By its title, where that is the title of one.
  Status add_titled(const std::string& title, Error&& not_found) {
    std::vector<Node> found;
    const std::string wanted = utf8::caseless(title);
    PYRAMID_TRY(memory_.walk(Kind::kSession, [&](const Node& node) -> Status {
      const bool first = workspace::part_of_path(node.path) == 1;
      if (first && utf8::caseless(node.title) == wanted) found.push_back(node);
      return {};
    }));
    if (found.empty()) return fail(std::move(not_found));
    if (found.size() == 1) return add_session(found.front());
    return fail(ErrorKind::kUsage, count_of(found.size(), "session") + " have this title", title,
                "name one by its file: " + found.front().path);
  }

  Status add_made() {
    for (const Ulid& id : targets_.gone.nodes) {
      const std::string path = memory_.path_of(id);
      if (!path.empty()) targets_.names.emplace(path::name(path));
    }
    PYRAMID_ASSIGN(MadeFrom made, made_from(memory_, targets_.gone.nodes));
    for (const Ulid& id : made.summaries) {
      const Node* summary = memory_.find(id);
      if (is_named_by_words(*summary)) targets_.names.emplace(path::name(summary->path));
    }
    targets_.retold = std::move(made.summaries);
    targets_.places.insert(targets_.places.end(), made.places.begin(), made.places.end());
    return {};
  }

  // Until here nothing is written.
  static Failure stopped() { return fail(ErrorKind::kCancelled, "stopped; nothing was forgotten"); }

  // Observations, tasks and turns that say what is unwanted.
  Status add_sayers() {
    PYRAMID_TRY(each_that_may_say(Kind::kObservation, [&](const Node& stub) -> Status {
      const Result<Node> whole = memory_.read(stub);
      return whole && says(whole->text, targets_.unwanted) ? add_observation(stub) : Status();
    }));
    PYRAMID_TRY(each_that_may_say(Kind::kTask, [&](const Node& task) -> Status {
      PYRAMID_ASSIGN(const std::string bytes, memory_.bytes(task.path));
      if (task_says(bytes, task.path, targets_.unwanted)) add_task(task);
      return {};
    }));
    return each_that_may_say(Kind::kSession, [&](const Node& session) -> Status {
      PYRAMID_ASSIGN(const std::string bytes, memory_.bytes(session.path));
      const Result<format::Document> document = format::parse_document(bytes, session.path);
      if (!document) return {};
      const Result<format::Conversation> said = format::read_session(*document, session.path);
      if (!said) return {};
      for (std::size_t i = 0; i < said->turns.size(); ++i) {
        if (!says(said->turns[i].text, targets_.unwanted)) continue;
        add_turn(session, said->first + static_cast<std::int64_t>(i));
      }
      return {};
    });
  }

  Status each_that_may_say(Kind kind, const std::function<Status(const Node&)>& take) {
    const StringFinder no_names({});
    const std::vector<Ulid> ids = memory_.ids(kind);
    for (std::size_t first = 0; first < ids.size(); first += kAtOneGlance) {
      if (progress_.cancelled()) return stopped();
      std::vector<std::string> paths;
      for (std::size_t i = first; i < std::min(first + kAtOneGlance, ids.size()); ++i) {
        paths.push_back(memory_.path_of(ids[i]));
      }
      const auto may = glance(files_, opened_.workspace, paths, targets_.unwanted, no_names);
      for (std::size_t i = 0; i < paths.size(); ++i) {
        if (may[i] != 0) PYRAMID_TRY(take(Node(*memory_.find(ids[first + i]))));
      }
    }
    return {};
  }

  FileSystem& files_;
  const Progress& progress_;
  Opened& opened_;
  const WorkingSet& memory_;
  const ForgetOptions& options_;
  ForgetTargets targets_;
};

}  // namespace

Result<ForgetTargets> find_forget_targets(Services& services, Opened& opened,
                                          const WorkingSet& memory, const ForgetOptions& options) {
  return Finder(services, opened, memory, options).find();
}

Status find_emptied(const WorkingSet& memory, ForgetTargets& targets) {
  std::vector<EmptiedHome> still;
  for (const EmptiedHome& one : targets.emptied) {
    const Node* home = memory.find(one.id);
    if (home == nullptr) continue;
    PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, home->path));
    PYRAMID_ASSIGN(Ungenerated left, without_generated(memory, home->model, home->path, file));
    std::vector<std::string> words = persons_lines(left);
    if (!words.empty()) still.push_back({one.id, std::move(left.rest.bytes), std::move(words)});
  }
  targets.emptied = std::move(still);
  return {};
}

}  // namespace pyramid::ops
