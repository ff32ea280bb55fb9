#include "ops/forget/forgotten_before.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "history/purge.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/why/why_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::size_t kLeastIdLength = 6;

bool may_be_forgotten(Kind kind) {
  return kind == Kind::kObservation || kind == Kind::kSession || kind == Kind::kTask;
}

class Looking {
 public:
  Looking(const WorkingSet& memory, const ForgetOptions& options, Forgotten buried,
          ForgetTargets& now)
      : memory_(memory), options_(options), buried_(std::move(buried)), now_(now), targets_(now) {
    if (options.person.empty()) return;
    models_.insert(slug_of_name(options.person));
    want(options.person, true);
  }

  // Names first: what they are found in is found by them.
  void look_for_names(const Node& node) {
    if (node.kind == Kind::kModel && !options_.person.empty()) add_model(node);
    if (node.kind == Kind::kSession) sessions_[node.path] = node.id;
    if (!buried_.nodes.contains(node.id) || !is_named(node)) return;
    targets_.gone.nodes.insert(node.id);
    if (options_.what.empty()) return;
    if (node.kind == Kind::kObservation) want(node.text, false);
    if (node.kind == Kind::kTask) want(node.title, false);
  }

  void look_for_nodes(const Node& node, const std::string& bytes) {
    if (node.kind == Kind::kObservation) add_observation(node);
    if (node.kind == Kind::kSession) add_turns(node, bytes);
    if (node.kind == Kind::kTask) add_task(node, bytes);
  }

  ForgetTargets found() { return std::move(targets_); }

 private:
  void want(const std::string& text, bool whole) {
    std::string words = comparable(text);
    const bool known = std::any_of(targets_.unwanted.begin(), targets_.unwanted.end(),
                                   [&](const Unwanted& one) { return one.words == words; });
    if (!words.empty() && !known) targets_.unwanted.push_back({std::move(words), whole});
  }

  void add_model(const Node& home) {
    const std::string name = comparable(options_.person);
    const auto is_it = [&](const std::string& one) { return comparable(one) == name; };
    if (!is_it(home.title) && !is_it(replace_all(home.model, "-", " ")) && !is_it(home.model) &&
        std::none_of(home.aliases.begin(), home.aliases.end(), is_it)) {
      return;
    }
    models_.insert(home.model);
    const bool stays = std::any_of(targets_.emptied.begin(), targets_.emptied.end(),
                                   [&](const EmptiedHome& one) { return one.id == home.id; });
    const bool known =
        std::find(targets_.homes.begin(), targets_.homes.end(), home.id) != targets_.homes.end();
    if (!stays && !known) targets_.homes.push_back(home.id);
    want(home.title, true);
    want(replace_all(home.model, "-", " "), true);
    for (const std::string& alias : home.aliases) want(alias, true);
  }

  [[nodiscard]] bool is_named(const Node& node) const {
    const std::string& said = options_.session.empty() ? options_.what : options_.session;
    if (said.empty()) return false;
    const bool is_id =
        said.size() >= kLeastIdLength && (starts_with_ignoring_case(to_string(node.id), said) ||
                                          equals_ignoring_case(short_id(node.id), said));
    return is_id || node.path == path::normalize(said);
  }

  void add_observation(const Node& node) {
    const bool buried = buried_.nodes.contains(node.id);
    if (!buried && memory_.find(node.id) != nullptr) return;
    const bool of_session =
        std::any_of(node.edges.begin(), node.edges.end(), [&](const format::Edge& edge) {
          const auto session = sessions_.find(edge.path);
          return session != sessions_.end() && targets_.gone.nodes.contains(session->second);
        });
    const bool is_meant = targets_.gone.nodes.contains(node.id) || of_session ||
                          models_.contains(node.model) || says(node.text, targets_.unwanted);
    if (!is_meant) return;
    targets_.gone.nodes.insert(node.id);
    if (!buried) now_.gone.nodes.insert(node.id);
    for (const format::Edge& edge : node.edges) {
      const auto session = sessions_.find(edge.path);
      const std::int64_t turn = format::turn_number(edge.link.fragment);
      if (session != sessions_.end()) add_turn(session->second, turn);
    }
  }

  void add_task(const Node& task, const std::string& bytes) {
    const bool buried = buried_.nodes.contains(task.id);
    if (task.id.is_zero() || (!buried && memory_.find(task.id) != nullptr)) return;
    if (!targets_.gone.nodes.contains(task.id) && !task_says(bytes, task.path, targets_.unwanted)) {
      return;
    }
    targets_.gone.nodes.insert(task.id);
    if (!buried) now_.gone.nodes.insert(task.id);
  }

  void add_turns(const Node& session, const std::string& bytes) {
    const bool deleted = memory_.find(session.id) == nullptr;
    if (!deleted && !buried_.turns.contains(session.id)) return;
    if (targets_.unwanted.empty()) return;
    const Result<format::Document> document = format::parse_document(bytes, session.path);
    if (!document) return;
    const Result<format::Conversation> said = format::read_session(*document, session.path);
    if (!said) return;
    for (std::size_t i = 0; i < said->turns.size(); ++i) {
      if (!says(said->turns[i].text, targets_.unwanted)) continue;
      const std::int64_t turn = said->first + static_cast<std::int64_t>(i);
      if (deleted && !buried_.nodes.contains(session.id)) {
        now_.gone.turns[session.id].insert(turn);
        targets_.gone.turns[session.id].insert(turn);
      } else {
        add_turn(session.id, turn);
      }
    }
  }

  void add_turn(const Ulid& session, std::int64_t turn) {
    const auto buried = buried_.turns.find(session);
    if (buried == buried_.turns.end() || !buried->second.contains(turn)) return;
    targets_.gone.turns[session].insert(turn);
  }

  const WorkingSet& memory_;
  const ForgetOptions& options_;
  Forgotten buried_;
  ForgetTargets& now_;
  ForgetTargets targets_;
  std::set<std::string> models_;
  std::map<std::string, Ulid> sessions_;  // by each of their paths
};

}  // namespace

Result<ForgetTargets> with_forgotten_before(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            const WorkingSet& memory, const ForgetOptions& options,
                                            ForgetTargets& targets) {
  PYRAMID_ASSIGN(const auto past, open_past(workspace.root));
  PYRAMID_ASSIGN(Forgotten buried, read_forgotten(files, workspace));
  PYRAMID_ASSIGN(const std::vector<history::Version> versions,
                 history::all_versions(workspace.root));
  Looking looking(memory, options, std::move(buried), targets);
  for (const bool names : {true, false}) {
    for (const history::Version& version : versions) {
      const Kind kind = format::kind_of_path(version.path);
      if (kind != Kind::kModel && !may_be_forgotten(kind)) continue;
      const Result<std::string> bytes = past->read(version.blob);
      if (!bytes) continue;
      const Result<Node> node = format::read_node(*bytes, version.path);
      if (!node) continue;
      names ? looking.look_for_names(*node) : looking.look_for_nodes(*node, *bytes);
    }
  }
  return looking.found();
}

}  // namespace pyramid::ops
