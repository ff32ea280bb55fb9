#include "ops/run/run.hpp"

#include "base/text.hpp"
#include "engine/waiting.hpp"
#include "format/own_words.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/over_budget.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/introductions.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cctype>

namespace pyramid::ops {

namespace {

// Steps by which engines tell their recipes.
constexpr std::string_view kSectionStep = "synthesize";
constexpr std::string_view kDescriptionStep = "describe";

// Nothing is to be done; what there is stays known.
void leave_all(plan::Plan& plan) {
  plan.summaries.clear();
  plan.removals.clear();
  plan.releases.clear();
  plan.sections.clear();
  plan.descriptions.clear();
}

// Failures that differ in lengths and counts alone are one.
std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

void add(Diagnostics& diagnostics, Error error, const std::string& path) {
  if (error.where.empty()) error.where = path;
  diagnostics.push_back(to_diagnostic(error));
}

void tell_more(Diagnostics& diagnostics, ToldFailure& told) {
  diagnostics[told.diagnostic].what = told.what + " (and " + std::to_string(++told.more) + " more)";
}

}  // namespace

Status knows_shape(const format::Settings& settings) {
  if (settings.shapeless.empty()) return {};
  const Diagnostic& first = settings.shapeless.front();
  return fail(ErrorKind::kInvalid, first.what, first.where, first.hint);
}

std::string what_is_left(const Run& run) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count > 0) parts.push_back(count_of(count, one, many));
  };
  const std::size_t sessions = run.memory.sessions_to_extract().size();
  const std::size_t unassigned = run.memory.unassigned();
  add(sessions, "conversation to read", "conversations to read");
  add(unassigned, "observation to assign", "observations to assign");
  if (const Result<plan::Plan> plan = current_plan(run)) {
    add(plan->summaries.size(), "summary to write", "summaries to write");
    add(plan->sections.size(), "section to write", "sections to write");
    add(plan->descriptions.size(), "description to write", "descriptions to write");
  }
  // Facts that no model has yet are in no plan.
  if (sessions + unassigned > 0) parts.emplace_back("and what follows from them");
  return join(parts, ", ");
}

void note_failed(Run& run, Error error, const std::string& path) {
  if (engine::is_waiting(error)) return;  // the report of the batch tells it
  if (error.kind == ErrorKind::kEngine || error.kind == ErrorKind::kTooLong) {
    ++run.report.failed;
    if (is_over_budget(error)) ++run.report.over_budget;
    if (run.services.ledger != nullptr) run.services.ledger->left_undone();
    const auto [told, first] = run.failures.try_emplace(without_digits(error.what + error.cause));
    // What is wrong in the settings is wrong once.
    if (!first && error.where == workspace::kSettingsFile) return;
    if (!first) return tell_more(run.report.diagnostics, told->second);
    told->second = {run.report.diagnostics.size(), {}, 0};
    add(run.report.diagnostics, std::move(error), path);
    told->second.what = run.report.diagnostics.back().what;
    return;
  }
  add(run.report.diagnostics, std::move(error), path);
}

void note_taken(const Run& run) {
  note_happened(run.services.ledger, "observed", run.report.observations_added);
  note_happened(run.services.ledger, "superseded", run.report.observations_superseded);
}

std::size_t tasks_at_once(const Run& run) {
  constexpr std::size_t kAbout = 64;
  const std::size_t workers = std::max(1U, run.workers);
  return (kAbout + workers - 1) / workers * workers;
}

Diagnostic no_source(const std::string& path, const std::string& summary) {
  return {Severity::kWarning, path,
          "was listed as a source of " + summary + ", and is none: left out of it",
          "restore the file from git's history, or remove it"};
}

SyncStep release_step(const std::string& path) {
  return {"release", path, "its sources are gone or in other summaries: your words alone stay"};
}

std::string_view summary_step(const plan::Rules& rules) {
  return rules.policy == plan::Policy::kCalendar ? "summarize-calendar" : "summarize";
}

Status cancelled_if_asked(const Run& run, std::string_view rest) {
  if (!run.services.progress.cancelled()) return {};
  std::vector<std::string> left;
  if (!rest.empty()) left.emplace_back(rest);
  if (std::string shown = what_is_left(run); !shown.empty()) left.push_back(std::move(shown));
  if (left.empty()) return {};
  std::string what = "interrupted";
  if (run.taken_in > 0) what += "; taken in: " + count_of(run.taken_in, "conversation");
  what += "; left: " + join(left, ", ");
  return fail(ErrorKind::kCancelled, std::move(what), {},
              "run the same command again: it goes on from here");
}

plan::Writers writers(const Run& run) {
  const engine::TextEngine& text = run.services.text;
  const auto by = [&](std::string_view step) {
    return format::made_by(text.name(), text.recipe(step));
  };
  return {by(summary_step(run.memory.rules())), by(kSectionStep), by(kDescriptionStep)};
}

Result<plan::Plan> plan_of(const Run& run, const plan::FactIndex& facts) {
  plan::Plan plan = plan::make_plan(facts, run.memory.rules(), run.services.clock.now(),
                                    run.refresh, introductions_in(run.memory, facts));
  PYRAMID_TRY(leave_hindered(run, plan));
  if (!knows_shape(run.opened.workspace.settings)) leave_all(plan);
  return plan;
}

Result<plan::Plan> current_plan(const Run& run) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  return plan_of(run, *facts);
}

std::string role_of(const plan::Rules& rules, const std::string& model) {
  return model == "self" && rules.is_base("self") ? "assistant" : model;
}

std::string model_of(const plan::Rules& rules, const std::string& role) {
  return role == "assistant" && rules.is_base("self") ? "self" : role;
}

std::string title_of_model(const WorkingSet& memory, const std::string& model) {
  const plan::Rules& rules = memory.rules();
  if (role_of(rules, model) == "assistant") return "Assistant";
  const format::Node* home = memory.at(memory.home_of(model));
  // The title of MEMORY.md is that of the file, not of the user whose home it is.
  const bool own = home != nullptr && home->kind == format::Kind::kModel;
  if (own && !home->title.empty()) return home->title;
  std::string title = model;
  bool start = true;
  for (char& c : title) {
    if (c == '-') c = ' ';
    if (start) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    start = c == ' ';
  }
  return title;
}

std::vector<std::string> names_of_model(const WorkingSet& memory, const std::string& model) {
  const format::Node* home = memory.at(memory.home_of(model));
  std::vector<std::string> names = {title_of_model(memory, model), memory.settings().user_name};
  if (home != nullptr) names.insert(names.end(), home->aliases.begin(), home->aliases.end());
  return names;
}

Result<std::vector<std::string>> names_of_user(const Run& run) {
  std::set<std::string> names;
  for (const Ulid& id : run.memory.sessions_written()) names.insert(run.memory.find(id)->user);
  const auto held = run.memory.hold_index();
  PYRAMID_ASSIGN(const std::vector<std::string> said, names_of_user(run.opened));
  names.insert(said.begin(), said.end());
  names.erase("");
  return std::vector<std::string>(names.begin(), names.end());
}

std::string span_label(LocalTime start, LocalTime end) {
  const Date a = date_of(start);
  const Date b = date_of(end);
  if (a == b) return format_date_long(a);
  if (a.year != b.year) return format_date_long(a) + " to " + format_date_long(b);
  if (a.month != b.month) {
    return std::to_string(a.day) + " " + month_name(a.month) + " to " + format_date_long(b);
  }
  return std::to_string(a.day) + " to " + format_date_long(b);
}

std::size_t budget_beside(std::string_view kept, std::int64_t budget) {
  const auto bytes = static_cast<std::size_t>(budget);
  return std::max(bytes, kept.size() + bytes / 2);
}

Result<engine::SourceText> source_text(const WorkingSet& memory, const Ulid& id) {
  const std::string path = memory.path_of(id);
  if (path.empty()) {
    return fail(ErrorKind::kNotFound, "source " + to_string(id) + " is not in the workspace");
  }
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(path));
  PYRAMID_ASSIGN(const format::Node node, format::read_node(bytes, path));
  engine::SourceText source;
  source.id = id;
  source.text = node.text;
  source.importance = node.importance;
  const bool summary = node.kind == format::Kind::kSummary;
  const Zone& zone = memory.zone();
  source.start = summary ? zone.local(node.start) : zone.local(node.at, node.offset);
  source.end = summary ? zone.local(node.end) : source.start;
  source.count = summary ? node.count : 1;
  if (summary) source.by_hand = format::by_hand(node.text, node.output, node.sentences).words;
  return source;
}

}  // namespace pyramid::ops
