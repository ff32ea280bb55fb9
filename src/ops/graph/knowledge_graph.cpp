#include "ops/graph/knowledge_graph.hpp"

#include "base/text.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/graph/graph_files.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/settled.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

// What a call asks for, of the graph as it stands and by the settings' policy for secrets.
using Ask = std::function<Result<GraphChange>(const Graph& graph, const guard::Policy& policy)>;

Status check_name(const std::string& name, const guard::Policy& policy) {
  PYRAMID_TRY(check_storable(name));
  const guard::Redacted redacted = guard::redact(name, policy);
  if (redacted.findings.empty() || redacted.text == name) return {};
  const auto what = guard::name_of_secret(redacted.findings.front().kind);
  return fail(ErrorKind::kInvalid, "a name holds " + std::string(what) + "; nothing is written", {},
              "leave it out, or add it to `secrets_allow` in pyramid.yaml");
}

Status settle_texts(std::vector<std::string>& texts, const guard::Policy& policy) {
  for (std::string& text : texts) {
    PYRAMID_TRY(check_storable(text));
    PYRAMID_ASSIGN(guard::Redacted redacted, redact_or_refuse(text, policy));
    text = std::move(redacted.text);
  }
  return {};
}

Status check_relations(const std::vector<GraphRelation>& relations, const guard::Policy& policy) {
  for (const GraphRelation& one : relations) {
    for (const std::string* name : {&one.from, &one.to, &one.type}) {
      PYRAMID_TRY(check_name(*name, policy));
    }
  }
  return {};
}

// "3 entities, 1 relation"; "" = none.
std::string counted(std::size_t entities, std::size_t observations, std::size_t relations) {
  std::vector<std::string> parts;
  if (entities > 0) parts.push_back(count_of(entities, "entity", "entities"));
  if (observations > 0) parts.push_back(count_of(observations, "observation"));
  if (relations > 0) parts.push_back(count_of(relations, "relation"));
  return join(parts, ", ");
}

std::string message_of(const GraphChange& change) {
  std::size_t observations = change.observations.size();
  for (const GraphEntity& one : change.entities) observations += one.observations.size();
  const std::string came = counted(change.entities.size(), observations, change.relations.size());
  const std::string went = counted(change.entities_gone.size(), change.observations_gone.size(),
                                   change.relations_gone.size());
  std::vector<std::string> parts;
  if (!came.empty()) parts.push_back("took in " + came);
  if (!went.empty()) parts.push_back("took out " + went);
  return "memory: " + join(parts, ", ") + " of the knowledge graph\n";
}

Status write_change(Services& services, const WorkspaceOptions& options, const GraphNames& of,
                    const Ask& ask) {
  PYRAMID_ASSIGN(Opened opened, open(services, options, Access::kWrite));
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport report;
  PYRAMID_ASSIGN(const HeldGraph held, read_held_graph(memory, of, report.diagnostics));
  PYRAMID_ASSIGN(const GraphChange change,
                 ask(held.graph, secrets_policy(opened.workspace.settings)));
  if (change.empty()) return {};
  PYRAMID_ASSIGN(const bool settled, was_settled(services, opened));
  PYRAMID_ASSIGN(const Diary diary,
                 begin_diary(services, opened.workspace, report.diagnostics, Publish::kNow,
                             touched(services.files, opened, settled)));
  Run run{services, opened, memory, report, limit_calls(services, 0, opened.workspace.settings)};
  PYRAMID_TRY(write_graph_change(run, held, change));
  PYRAMID_TRY(memory.flush());
  if (!memory.changed_meanwhile().empty()) {
    return fail(ErrorKind::kConflict, "changed while it was being written",
                memory.changed_meanwhile().front(), "say it again");
  }
  note_taken(run);
  if (diary.repository) {
    PYRAMID_ASSIGN(const std::string commit,
                   commit_changes(*diary.repository, memory, message_of(change),
                                  services.clock.now(), report.diagnostics));
  }
  return settled && diary.held.empty() ? stay_settled(run) : Status();
}

// `of`: whose observations the call looks at.
Status change_graph(const Environment& environment, const WorkspaceOptions& options,
                    const std::set<std::string>& of, const Ask& ask) {
  return with_services(environment, options, [&](Services& services) {
    return write_change(services, options, of, ask);
  });
}

std::set<std::string> names_in(const std::vector<GraphTexts>& given) {
  std::set<std::string> names;
  for (const GraphTexts& one : given) names.insert(one.entity);
  return names;
}

}  // namespace

Result<Graph> read_knowledge_graph(const Environment& environment,
                                   const WorkspaceOptions& options) {
  return with_services(environment, options, [&](Services& services) -> Result<Graph> {
    PYRAMID_ASSIGN(Opened opened, open(services, options, Access::kRead));
    WorkingSet memory(services.files, opened.workspace);
    PYRAMID_TRY(memory.load(*opened.index));
    Diagnostics diagnostics;
    PYRAMID_ASSIGN(HeldGraph held, read_held_graph(memory, std::nullopt, diagnostics));
    return std::move(held.graph);
  });
}

Result<std::string> state_of_knowledge_graph(const Environment& environment,
                                             const WorkspaceOptions& options) {
  return with_services(environment, options, [&](Services& services) -> Result<std::string> {
    PYRAMID_ASSIGN(Opened opened, open(services, options, Access::kRead));
    index::Index& index = *opened.index;
    Hasher state;
    const auto take_file = [&](const std::string& path) -> Status {
      PYRAMID_ASSIGN(const std::optional<Digest> digest, index.file_digest(path));
      state.field(path).field(digest ? to_hex(*digest) : std::string());
      return {};
    };
    PYRAMID_ASSIGN(const auto models, index.nodes({format::Kind::kModel}));
    for (const format::Node& node : models) PYRAMID_TRY(take_file(node.path));
    PYRAMID_ASSIGN(const auto observations, index.nodes({format::Kind::kObservation}));
    for (const format::Node& node : observations) {
      state.field(to_string(node.id)).field(node.path).field(to_hex(node.digest));
    }
    PYRAMID_TRY(take_file(kRelationsNote));
    return to_hex(state.finish());
  });
}

Result<std::vector<GraphEntity>> create_entities(const Environment& environment,
                                                 const WorkspaceOptions& options,
                                                 std::vector<GraphEntity> given) {
  std::vector<GraphEntity> added;
  const Ask ask = [&](const Graph& graph, const guard::Policy& policy) -> Result<GraphChange> {
    for (GraphEntity& one : given) {
      PYRAMID_TRY(check_name(one.name, policy));
      PYRAMID_TRY(check_name(one.type, policy));
      PYRAMID_TRY(settle_texts(one.observations, policy));
    }
    GraphChange change = with_entities(graph, given);
    added = change.entities;
    return change;
  };
  PYRAMID_TRY(change_graph(environment, options, {}, ask));
  return added;
}

Result<std::vector<GraphRelation>> create_relations(const Environment& environment,
                                                    const WorkspaceOptions& options,
                                                    const std::vector<GraphRelation>& given) {
  std::vector<GraphRelation> added;
  const Ask ask = [&](const Graph& graph, const guard::Policy& policy) -> Result<GraphChange> {
    PYRAMID_TRY(check_relations(given, policy));
    GraphChange change = with_relations(graph, given);
    added = change.relations;
    return change;
  };
  PYRAMID_TRY(change_graph(environment, options, {}, ask));
  return added;
}

Result<std::vector<GraphTexts>> add_observations(const Environment& environment,
                                                 const WorkspaceOptions& options,
                                                 std::vector<GraphTexts> given) {
  std::vector<GraphTexts> added;
  const Ask ask = [&](const Graph& graph, const guard::Policy& policy) -> Result<GraphChange> {
    for (GraphTexts& one : given) PYRAMID_TRY(settle_texts(one.texts, policy));
    added.clear();  // the call may run twice, where the index had to be made again
    return with_texts(graph, given, added);
  };
  PYRAMID_TRY(change_graph(environment, options, names_in(given), ask));
  return added;
}

Status delete_entities(const Environment& environment, const WorkspaceOptions& options,
                       const std::vector<std::string>& names) {
  const Ask ask = [&](const Graph& graph, const guard::Policy&) -> Result<GraphChange> {
    return without_entities(graph, names);
  };
  return change_graph(environment, options, {}, ask);
}

Status delete_observations(const Environment& environment, const WorkspaceOptions& options,
                           const std::vector<GraphTexts>& given) {
  const Ask ask = [&](const Graph& graph, const guard::Policy&) -> Result<GraphChange> {
    return without_texts(graph, given);
  };
  return change_graph(environment, options, names_in(given), ask);
}

Status delete_relations(const Environment& environment, const WorkspaceOptions& options,
                        const std::vector<GraphRelation>& given) {
  const Ask ask = [&](const Graph& graph, const guard::Policy&) -> Result<GraphChange> {
    return without_relations(graph, given);
  };
  return change_graph(environment, options, {}, ask);
}

}  // namespace pyramid::ops
