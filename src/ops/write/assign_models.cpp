#include "base/parallel.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/speakers.hpp"
#include "format/sections.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/nodes/who_says.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/lost_homes.hpp"
#include "ops/run/run.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/other_names.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr const char* kAssigning = "assigning observations to models";

// A name that more texts than this have is not looked at again.
constexpr std::size_t kMostSayings = 4096;

// What was said outside any conversation counts as one conversation a day.
std::string session_of(const std::string& said_in, LocalTime at) {
  return said_in.empty() ? format_date(date_of(at)) : workspace::conversation_path(said_in);
}

Result<std::vector<engine::AssignItem>> items_of(const Run& run, const std::vector<Ulid>& ids) {
  std::vector<engine::AssignItem> items(ids.size());
  std::vector<std::optional<format::Edge>> turns(ids.size());
  std::vector<std::optional<Error>> errors(ids.size());
  parallel_for(ids.size(), run.workers, [&](std::size_t i) {
    Result<Node> node = run.memory.read(*run.memory.find(ids[i]));
    if (!node) {
      errors[i] = node.error();
      return;
    }
    const LocalTime at = run.memory.zone().local(node->at, node->offset);
    items[i] = {node->id, node->text, session_of(node->from ? node->from->path : std::string(), at),
                at, role_of(run.memory.rules(), node->model)};
    turns[i] = std::move(node->from);
  });
  for (std::optional<Error>& error : errors) {
    if (error) return fail(*std::move(error));
  }
  WhoSays who_says(run.memory);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (turns[i]) items[i].speaker = who_says.other_in(*turns[i]);
  }
  return items;
}

// What the index has of a name in facts of the base models. The engine is told nothing of what goes
// wrong: `problem` is.
std::vector<engine::AssignItem> said_of(const Run& run, std::string_view name, Status& problem) {
  const plan::Rules& rules = run.memory.rules();
  const std::vector<std::string> models = {"user", model_of(rules, "assistant")};
  const auto held = run.memory.hold_index();
  auto sayings = run.opened.index->sayings(name, models, kMostSayings);
  std::vector<engine::AssignItem> items;
  if (!sayings) {
    problem = fail(std::move(sayings).error());
    return items;
  }
  for (index::Index::Saying& one : *sayings) {
    const LocalTime at = run.memory.zone().local(one.at, one.offset);
    items.push_back(
        {one.id, std::move(one.text), session_of(one.said_in, at), at, role_of(rules, one.model)});
  }
  return items;
}

// `problem` lives as long as what is given.
Result<engine::AssignRequest> make_request(const Run& run, const std::vector<Ulid>& ids,
                                           Status& problem) {
  engine::AssignRequest request;
  request.parallel = run.workers;
  request.mentions = run.opened.workspace.settings.model_mentions;
  request.base_models = run.memory.rules().base_models;
  for (std::string& base : request.base_models) base = role_of(run.memory.rules(), base);
  PYRAMID_ASSIGN(request.user_names, names_of_user(run));
  for (const Ulid& id : run.memory.ids(Kind::kModel)) {
    const Node* model = run.memory.find(id);
    request.models.push_back(
        {model->model, model->title, model->model_type, model->aliases, model->description});
  }
  PYRAMID_ASSIGN(request.items, items_of(run, ids));
  request.naming = [&run, &problem](std::string_view name) { return said_of(run, name, problem); };
  return request;
}

Status apply(Run& run, const engine::Assignment& assignment) {
  const Node* node = run.memory.find(assignment.id);
  const std::string model = model_of(run.memory.rules(), assignment.model);
  if (node == nullptr || !node->status.empty() || node->model == model) return {};
  const std::string path = node->path;
  PYRAMID_ASSIGN(const std::string content, run.memory.bytes(path));
  PYRAMID_ASSIGN(std::string changed, format::with_field(content, path, "model", model));
  run.report.steps.push_back({"assign", path, "belongs to " + model});
  ++run.report.observations_assigned;
  return run.memory.put(path, std::move(changed), digest_of(content));
}

// A summary goes to another model with all that it says and was made from.
Status give_summary(Run& run, const Ulid& id, const std::string& model) {
  const Node& node = *run.memory.find(id);
  const std::string path = node.path;
  std::string moved = path;
  const std::optional<workspace::SummaryPlace> place = workspace::summary_place(path);
  if (place && place->model == slugify(node.model)) {
    const std::size_t tier = path.find('/', path.find('/') + 1);
    moved = "summaries/" + slugify(model) + path.substr(tier);
    if (run.memory.bytes(moved)) moved = path;
  }
  PYRAMID_ASSIGN(const std::string content, run.memory.bytes(path));
  PYRAMID_ASSIGN(std::string changed, format::with_field(content, path, "model", model));
  run.report.steps.push_back({"assign", moved, "belongs to " + model});
  if (moved == path) return run.memory.put(path, std::move(changed), digest_of(content));
  PYRAMID_TRY(run.memory.remove(id));
  return run.memory.put(moved, std::move(changed), std::nullopt);
}

}  // namespace

bool has_texts(const plan::FactIndex& facts, plan::FactIndex::Number model) {
  const plan::FactIndex::Numbers& summaries = facts.summaries();
  return !facts.observations_of(model).empty() ||
         std::any_of(summaries.begin(), summaries.end(),
                     [&](const auto number) { return facts.summary(number).model == model; });
}

namespace {

// Of the models that are named and have no file those that are another's other name, and whose.
Result<std::map<std::string, std::string>> other_names(const Run& run) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  std::map<std::string, std::string> called;
  for (const auto& [name, number] : facts->models()) {
    const bool has_home = run.memory.rules().is_base(name) ||
                          run.memory.is_at(run.memory.home_of(name)) || is_home_hindered(run, name);
    if (name.empty() || has_home || !has_texts(*facts, number)) continue;
    std::set<std::string> owners;
    // After another choice of base models the assistant is called otherwise.
    if (name == "assistant" && run.memory.rules().is_base("self")) owners.insert("self");
    if (name == "self" && run.memory.rules().is_base("assistant")) owners.insert("assistant");
    for (const Ulid& id : run.memory.ids(Kind::kModel)) {
      const Node& model = *run.memory.find(id);
      const bool is_called =
          std::any_of(model.aliases.begin(), model.aliases.end(), [&](const std::string& alias) {
            return equals_ignoring_case(alias, name) || slug_of_name(alias) == name;
          });
      if (is_called) owners.insert(model.model);
    }
    if (owners.size() == 1) called.emplace(name, *owners.begin());
  }
  return called;
}

}  // namespace

namespace {

// What was taken from the words of somebody who by now is known to be the user, from their model
// to the user's.
Status give_to_user(Run& run) {
  PYRAMID_ASSIGN(const std::vector<std::string> users, names_of_user(run));
  WhoSays who_says(run.memory);
  std::vector<Ulid> theirs;
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  for (const std::string& user : users) {
    const auto number = facts->models().find(slug_of_name(user));
    if (number == facts->models().end() || run.memory.rules().is_base(number->first)) continue;
    for (const auto one : facts->observations_of(number->second)) {
      const Node* stub = run.memory.find(facts->observation(one).id);
      if (stub == nullptr) continue;
      PYRAMID_ASSIGN(const Node node, run.memory.read(*stub));
      const bool begins = utf8::caseless(node.text).starts_with(utf8::caseless(user));
      if (node.from && begins && who_says.is_by_user(*node.from, user)) {
        theirs.push_back(node.id);
      }
    }
  }
  for (const Ulid& id : theirs) PYRAMID_TRY(apply(run, {id, "user"}));
  return {};
}

}  // namespace

Status follow_other_names(Run& run) {
  PYRAMID_TRY(give_to_user(run));
  PYRAMID_ASSIGN(const auto called, other_names(run));
  if (called.empty()) return {};
  PYRAMID_TRY(run.memory.walk(Kind::kObservation, [&](const format::Node& node) -> Status {
    const auto name = called.find(node.model);
    return name == called.end() ? Status() : apply(run, {node.id, name->second});
  }));
  return run.memory.walk(Kind::kSummary, [&](const format::Node& node) -> Status {
    const auto name = called.find(node.model);
    return name == called.end() ? Status() : give_summary(run, node.id, name->second);
  });
}

namespace {

// The file of a model that has none; false where it has one, or none of its own.
Result<bool> write_home(Run& run, const engine::KnownModel& model) {
  const std::string path = workspace::model_path(model.name, run.memory.rules().base_models);
  if (path == workspace::kMemoryFile) return false;
  if (run.memory.at(path) != nullptr || is_home_hindered(run, model.name)) return false;
  format::ModelDraft draft;
  draft.id = derive_ulid(Time{}, "model\n" + model.name);
  draft.name = model.name;
  draft.title = model.title;
  draft.type = model.type;
  draft.aliases = model.aliases;
  std::string existing;
  std::optional<Digest> made_from;
  if (Result<std::string> there = run.memory.bytes(path)) {
    // A person's page without an id: what its head says holds.
    const Result<Node> page = format::read_node(*there, path);
    if (!page) return false;  // the scan names it
    if (!page->title.empty()) draft.title = page->title;
    if (!page->model_type.empty()) draft.type = page->model_type;
    if (!page->aliases.empty()) draft.aliases = page->aliases;
    made_from = digest_of(*there);
    existing = *std::move(there);
  }
  PYRAMID_ASSIGN(std::string content, format::write_model(draft, path, existing));
  PYRAMID_TRY(run.memory.put(path, std::move(content), made_from));
  return true;
}

}  // namespace

Status create_home(Run& run, const engine::KnownModel& model) {
  PYRAMID_ASSIGN(const bool created, write_home(run, model));
  if (!created) return {};
  run.report.models_created.push_back(model.name);
  if (run.services.ledger != nullptr) run.services.ledger->promoted("model");
  return {};
}

std::set<std::string> lost_homes(const Run& run, const plan::Plan& plan) {
  std::set<std::string> lost;
  for (const std::string& model : plan.models) {
    const bool there = run.memory.is_at(run.memory.home_of(model));
    if (!there && !is_home_hindered(run, model)) lost.insert(model);
  }
  for (const std::string& base : run.memory.rules().base_models) lost.erase(base);
  return lost;
}

SyncStep restore_step(const Run& run, const std::string& model) {
  return {kRestored, run.memory.home_of(model), "it has no file"};
}

Status restore_homes(Run& run, const plan::Plan& plan) {
  const std::set<std::string> lost = lost_homes(run, plan);
  if (lost.empty()) return {};
  // As if their facts had no model and their names were new.
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  std::vector<Ulid> ids;
  for (const std::string& model : lost) {
    const auto number = facts->models().find(model);
    if (number == facts->models().end()) continue;
    for (const auto observation : facts->observations_of(number->second)) {
      ids.push_back(facts->observation(observation).id);
    }
  }
  Status problem;
  PYRAMID_ASSIGN(engine::AssignRequest request, make_request(run, ids, problem));
  request.mentions = 1;
  for (engine::AssignItem& item : request.items) item.model.clear();
  PYRAMID_ASSIGN(engine::Assignments known, engine::make_builtin_engine()->assign(request));
  PYRAMID_TRY(std::move(problem));
  engine::give_to_speakers(request, known);
  for (const engine::KnownModel& model : known.discovered) {
    if (lost.contains(model.name)) PYRAMID_TRY(write_home(run, model));
  }
  for (const std::string& model : lost) run.report.steps.push_back(restore_step(run, model));
  return run.memory.flush();
}

namespace {

// kInvalid: the model has no answer, and nothing is left to be asked.
void note_failure(Run& run, const Error& error) {
  if (error.kind != ErrorKind::kInvalid) return note_failed(run, error, "");
  Diagnostic told = to_diagnostic(error);
  told.severity = Severity::kWarning;
  if (told.where.empty()) told.where = "observations";
  run.report.diagnostics.push_back(std::move(told));
}

}  // namespace

namespace {

// nullopt: there is none, and why was noted.
Result<std::optional<engine::Assignments>> ask_for_models(Run& run, const std::vector<Ulid>& ids) {
  Status problem;
  PYRAMID_ASSIGN(const engine::AssignRequest request, make_request(run, ids, problem));
  std::optional<Result<engine::Assignments>> asked;
  PYRAMID_TRY(while_flushing(run, [&] { asked.emplace(run.services.text.assign(request)); }));
  PYRAMID_TRY(std::move(problem));
  if (!*asked) {  // they wait for the next sync
    note_failed(run, std::move(*asked).error(), "");
    return std::optional<engine::Assignments>();
  }
  std::optional<engine::Assignments> answer = **std::move(asked);
  engine::give_to_speakers(request, *answer);
  if (answer->failure) note_failure(run, *answer->failure);
  return answer;
}

Status apply_all(Run& run, const engine::Assignments& answer) {
  for (const engine::KnownModel& model : answer.discovered) PYRAMID_TRY(create_home(run, model));
  for (const engine::Assignment& assignment : answer.assignments) {
    PYRAMID_TRY(apply(run, assignment));
    run.services.progress.advance(1);
  }
  return {};
}

}  // namespace

Status assign_models(Run& run) {
  PYRAMID_TRY(follow_other_names(run));
  const std::vector<Ulid> waiting = run.memory.to_assign();
  if (waiting.empty()) return run.memory.flush();
  PYRAMID_TRY(cancelled_if_asked(run));
  run.services.progress.begin(kAssigning, waiting.size());
  PYRAMID_ASSIGN(std::optional<engine::Assignments> answer, ask_for_models(run, waiting));
  if (!answer) {
    run.services.progress.end();
    return cancelled_if_asked(run);
  }
  // What has a model stays there, but for the user's that a new model is told of in: a kept answer
  // may be older than what a person did.
  const std::set<Ulid> asked(waiting.begin(), waiting.end());
  std::erase_if(answer->assignments, [&](const engine::Assignment& one) {
    const Node* node = asked.contains(one.id) ? nullptr : run.memory.find(one.id);
    return node != nullptr && node->model != "user";
  });
  PYRAMID_TRY(apply_all(run, *answer));
  run.services.progress.end();
  return {};
}

Status assign_alone(Run& run, const Ulid& id) {
  PYRAMID_TRY(cancelled_if_asked(run));
  run.services.progress.begin(kAssigning, 1);
  PYRAMID_ASSIGN(const std::optional<engine::Assignments> answer, ask_for_models(run, {id}));
  const auto older = static_cast<std::size_t>(
      answer ? std::count_if(answer->assignments.begin(), answer->assignments.end(),
                             [&](const engine::Assignment& one) { return one.id != id; })
             : 0);
  if (answer && older == 0) PYRAMID_TRY(apply_all(run, *answer));
  run.services.progress.end();
  if (!answer) return cancelled_if_asked(run);
  if (older == 0) return {};
  std::vector<std::string> names;
  for (const engine::KnownModel& model : answer->discovered) names.push_back(model.name);
  run.report.diagnostics.push_back({Severity::kWarning, run.memory.path_of(id),
                                    "stored; with it " + count_of(older, "older fact") +
                                        (older == 1 ? " moves" : " move") + " to a new model, " +
                                        join(names, ", "),
                                    "the next sync moves them and assigns it"});
  return {};
}

}  // namespace pyramid::ops
