#include "pyramid/doctor.hpp"

#include "history/repository.hpp"
#include "ops/calls/batch_records.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/offers.hpp"
#include "ops/calls/reply_cache.hpp"
#include "ops/run/key_file.hpp"
#include "ops/run/opened.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

namespace pyramid {

namespace {

// A local server whose model has no price is taken to cost nothing, which a budget cannot tell.
void look_at_budget(const Environment& environment, const workspace::Workspace& workspace,
                    const std::string& model, bool local, DoctorReport& report) {
  const format::Budget& budget = workspace.settings.budget;
  if (!budget.per_sync && !budget.per_day) return;
  Diagnostics told_when_opened;
  const ops::Prices prices = ops::read_prices(environment.files, workspace, told_when_opened);
  const bool is_listed = format::price_of(prices.table, model).has_value();
  if (is_listed || !ops::price_of_model(prices, model, local)) return;
  report.problems.push_back(
      {Severity::kWarning, std::string(workspace::kSettingsFile),
       "`budget` counts 0 cents for a call of `" + model +
           "`: no price of it is known, and its server is a local one",
       std::string("if it costs something, write its price into ") + ops::kPricesFile});
}

// Asks a server for one vector.
void look_at_embedding(const Environment& environment, const workspace::Workspace& workspace,
                       const ops::Embedding& embedding, DoctorReport& report) {
  if (!embedding.chosen_asks) return;
  const auto note = [&](const Error& error) {
    report.engine_failed = true;
    report.problems.push_back(to_diagnostic(error));
  };
  const Result<ops::ModelAccess> access = ops::embedding_access(environment, workspace);
  if (!access) return note(access.error());
  report.embedding_endpoint = access->endpoint.base;
  report.embedding_key_from = access->key_from;
  look_at_budget(environment, workspace, workspace.settings.embedding_model, access->endpoint.local,
                 report);
  const std::array<std::string_view, 1> texts = {"ready"};
  const auto vector = embedding.asked->embed(texts);
  if (!vector) return note(vector.error());
  report.embedding_dims = vector->size();
}

void look_at_engine(const Environment& environment, const workspace::Workspace& workspace,
                    DoctorReport& report) {
  const auto note = [&](const Error& error) {
    report.engine_failed = true;
    report.problems.push_back(to_diagnostic(error));
  };
  report.engine = workspace.settings.engine;
  if (const Status forgotten = ops::forget_embedding_abilities(environment.files, workspace);
      !forgotten) {
    note(forgotten.error());
  }
  const Result<ops::Engines> engines = ops::make_engines(environment, workspace, "");
  if (!engines) return note(engines.error());
  if (const auto reranker = ops::make_reranker(workspace); !reranker) note(reranker.error());
  look_at_embedding(environment, workspace, *engines->embedding, report);
  if (report.engine != "openai") return;
  report.model = workspace.settings.model;
  const Result<ops::ModelAccess> access = ops::model_access(environment, workspace);
  if (!access) return note(access.error());
  report.endpoint = access->endpoint.base;
  report.key = !access->key.empty();
  report.key_from = access->key_from;
  look_at_budget(environment, workspace, report.model, access->endpoint.local, report);
  const auto watched = ops::make_language_model(environment, workspace);
  if (!watched) return note(watched.error());
  const auto abilities = watched->model->probe();
  if (!abilities) return note(abilities.error());
  report.reachable = true;
  if (const Status forgotten = ops::forget_unanswered(environment.files, workspace); !forgotten) {
    note(forgotten.error());
  }
  if (abilities->mode) report.mode = engine::openai::name_of(*abilities->mode);
}

void look_at_git(const Environment& environment, const workspace::Workspace& workspace,
                 DoctorReport& report) {
  const auto repository = history::Repository::open(workspace.root);
  if (!repository) {  // without commits it is of no use either
    if (workspace.settings.commit) report.problems.push_back(to_diagnostic(repository.error()));
    return;
  }
  if (*repository == nullptr) {
    if (!workspace.settings.commit) return;
    report.problems.push_back({Severity::kWarning, workspace.root, "no git repository keeps it",
                               "run `pyramid init` there, or set `commit: false`"});
    return;
  }
  report.repository = (*repository)->workdir();
  if (workspace.settings.commit) {
    Status able = (*repository)->can_commit();
    if (able) able = (*repository)->can_sign(environment.clock.now());
    if (!able) report.problems.push_back(to_diagnostic(able.error()));
  }
  if (auto kept = ops::key_file_in_git(environment.files, workspace, **repository)) {
    report.problems.push_back(*std::move(kept));
    return;
  }
  if (!environment.files.stat(workspace.absolute(ops::kKeyFile))) return;
  const auto ignored = (*repository)->ignored({ops::kKeyFile});
  if (ignored && !ignored->empty()) return;
  report.problems.push_back({Severity::kWarning, ops::kKeyFile, "git does not ignore this file",
                             "add a line `.env` to .gitignore, so that no key is committed"});
}

// Opens the index with the built-in text engine, as the configured one is tried by itself; but with
// the configured embedding, or its vectors would be dropped.
void look_at_index(const Environment& environment, const WorkspaceOptions& options,
                   const workspace::Workspace& workspace, DoctorReport& report) {
  const auto text = engine::make_builtin_engine();
  const auto ledger = std::make_shared<ops::Ledger>(environment.files, environment.clock, workspace,
                                                    environment.machine, std::nullopt);
  auto embedding = ops::make_embedding(environment, workspace, options.database, ledger);
  if (!embedding) return;  // make_engines() has said why
  report.embedding = embedding->chosen ? embedding->chosen->name() : embedding->serving->name();
  ops::Services services{environment.files, environment.clock, environment.progress, *text,
                         *embedding->serving};
  services.embedding = &*embedding;
  services.home = environment.home;
  const Result<ops::Opened> opened = ops::open(services, options, ops::Access::kRead);
  const auto counts =
      opened ? opened->index->counts() : Result<index::Counts>(fail(Error(opened.error())));
  if (!counts) {
    report.problems.push_back(to_diagnostic(counts.error()));
    return;
  }
  report.index = true;
  report.files = counts->files;
  const Diagnostics& found = opened->scan.diagnostics;
  report.problems.insert(report.problems.end(), found.begin(), found.end());
}

}  // namespace

Result<DoctorReport> doctor(const Environment& environment, const WorkspaceOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.root));
  DoctorReport report;
  report.root = workspace.root;
  look_at_engine(environment, workspace, report);
  report.offers = ops::offers(environment, workspace);
  const Diagnostics batches = ops::batches_under_way(environment.files, workspace);
  report.problems.insert(report.problems.end(), batches.begin(), batches.end());
  look_at_git(environment, workspace, report);
  look_at_index(environment, options, workspace, report);
  const workspace::Naming naming(environment.files, options.root);
  for (Diagnostic& problem : report.problems) naming.shorten(problem.where);
  return report;
}

}  // namespace pyramid
