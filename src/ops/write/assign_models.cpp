#include "base/parallel.hpp"
#include "base/text.hpp"
#include "format/sections.hpp"
#include "ops/calls/ledger.hpp"
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

std::vector<Ulid> active_observations(const WorkingSet& memory) {
  std::vector<Ulid> active;
  for (const Ulid& id : memory.ids(Kind::kObservation)) {
    if (memory.find(id)->status.empty()) active.push_back(id);
  }
  return active;
}

// As the settings and the sessions have it, each once.
std::vector<std::string> names_of_user(const Run& run) {
  std::set<std::string> names = {run.opened.workspace.settings.user_name};
  for (const Ulid& id : run.memory.ids(Kind::kSession)) names.insert(run.memory.find(id)->user);
  names.erase("");
  return {names.begin(), names.end()};
}

Result<engine::AssignRequest> make_request(const Run& run) {
  engine::AssignRequest request;
  request.parallel = run.workers;
  request.mentions = run.opened.workspace.settings.model_mentions;
  request.base_models = run.memory.rules().base_models;
  for (std::string& base : request.base_models) base = role_of(run.memory.rules(), base);
  request.user_names = names_of_user(run);
  for (const Ulid& id : run.memory.ids(Kind::kModel)) {
    const Node* model = run.memory.find(id);
    request.models.push_back(
        {model->model, model->title, model->model_type, model->aliases, model->description});
  }
  const std::vector<Ulid> active = active_observations(run.memory);
  request.items.resize(active.size());
  std::vector<std::optional<Error>> errors(active.size());
  parallel_for(active.size(), run.workers, [&](std::size_t i) {
    const Node& stub = *run.memory.find(active[i]);
    Result<Node> node = run.memory.read(stub);
    if (!node) {
      errors[i] = node.error();
      return;
    }
    // What was said outside any conversation counts as one conversation a day.
    const std::string session = node->from ? workspace::conversation_path(node->from->path)
                                           : format_date(run.memory.zone().date_of(node->at));
    request.items[i] = {node->id, node->text, session, run.memory.zone().local(node->at),
                        role_of(run.memory.rules(), node->model)};
  });
  for (std::optional<Error>& error : errors) {
    if (error) return fail(*std::move(error));
  }
  return request;
}

Status apply(Run& run, const engine::Assignment& assignment) {
  const Node* node = run.memory.find(assignment.id);
  const std::string model = model_of(run.memory.rules(), assignment.model);
  if (node == nullptr || node->model == model) return {};
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

bool has_texts(const plan::FactIndex& facts, plan::FactIndex::Number model) {
  const plan::FactIndex::Numbers& summaries = facts.summaries();
  return !facts.observations_of(model).empty() ||
         std::any_of(summaries.begin(), summaries.end(),
                     [&](const auto number) { return facts.summary(number).model == model; });
}

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

Status follow_other_names(Run& run) {
  PYRAMID_ASSIGN(const auto called, other_names(run));
  if (called.empty()) return {};
  for (const Ulid& id : run.memory.ids(Kind::kObservation)) {
    const auto name = called.find(run.memory.find(id)->model);
    if (name != called.end()) PYRAMID_TRY(apply(run, {id, name->second}));
  }
  for (const Ulid& id : run.memory.ids(Kind::kSummary)) {
    const auto name = called.find(run.memory.find(id)->model);
    if (name != called.end()) PYRAMID_TRY(give_summary(run, id, name->second));
  }
  return {};
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
  PYRAMID_ASSIGN(std::string content, format::write_model(draft, path, {}));
  PYRAMID_TRY(run.memory.put(path, std::move(content), std::nullopt));
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
  // As if their facts were still the user's and their names new.
  PYRAMID_ASSIGN(engine::AssignRequest request, make_request(run));
  request.mentions = 1;
  for (engine::AssignItem& item : request.items) {
    if (lost.contains(item.model)) item.model = "user";
  }
  PYRAMID_ASSIGN(const engine::Assignments known, engine::make_builtin_engine()->assign(request));
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

Status assign_models(Run& run) {
  PYRAMID_TRY(follow_other_names(run));
  const std::size_t waiting = run.memory.unassigned();
  if (waiting == 0) return run.memory.flush();
  PYRAMID_TRY(cancelled_if_asked(run));
  run.services.progress.begin("assigning observations to models", waiting);
  PYRAMID_ASSIGN(const engine::AssignRequest request, make_request(run));
  std::optional<Result<engine::Assignments>> asked;
  PYRAMID_TRY(while_flushing(run, [&] { asked.emplace(run.services.text.assign(request)); }));
  if (!*asked) {  // they wait for the next sync
    run.services.progress.end();
    note_failed(run, std::move(*asked).error(), "");
    return cancelled_if_asked(run);
  }
  const engine::Assignments answer = **std::move(asked);
  if (answer.failure) note_failure(run, *answer.failure);
  for (const engine::KnownModel& model : answer.discovered) PYRAMID_TRY(create_home(run, model));
  for (const engine::Assignment& assignment : answer.assignments) {
    PYRAMID_TRY(apply(run, assignment));
    run.services.progress.advance(1);
  }
  run.services.progress.end();
  return {};
}

}  // namespace pyramid::ops
