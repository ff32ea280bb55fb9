#include "ops/intake/import_facts.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/intake/reporting.hpp"
#include "ops/nodes/lookup.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

using ingest::Fact;

// The graph holds no times: the id must not depend on when it was imported.
Ulid fact_id(const Fact& fact, const std::string& format) {
  return derive_ulid(Time{}, "fact\n" + format + "\n" + fact.about + "\n" + fact.text);
}

bool is_user(const Run& run, std::string_view name) {
  const std::array<std::string_view, 2> names = {"User", run.opened.workspace.settings.user_name};
  return std::any_of(names.begin(), names.end(), [&](std::string_view one) {
    return !one.empty() && utf8::caseless(one) == utf8::caseless(name);
  });
}

std::string model_type_of(std::string_view type) {
  if (equals_ignoring_case(type, "person") || equals_ignoring_case(type, "user")) return "person";
  return equals_ignoring_case(type, "project") ? "project" : "topic";
}

// What is known of a subject of the facts.
struct Subject {
  std::string type;
  std::size_t facts = 0;
  std::string model;  // "" = for the assignment to decide
};

std::map<std::string, Subject> subjects_of(const std::vector<Fact>& facts) {
  std::map<std::string, Subject> subjects;
  for (const Fact& fact : facts) {
    Subject& subject = subjects[fact.about];
    ++subject.facts;
    if (!fact.about_type.empty()) subject.type = fact.about_type;
  }
  return subjects;
}

Status find_or_make_model(Run& run, const std::string& name, Subject& subject) {
  const std::vector<std::string>& base = run.memory.rules().base_models;
  const bool has_user = std::find(base.begin(), base.end(), "user") != base.end();
  if (has_user && is_user(run, name)) {
    subject.model = "user";
    return {};
  }
  if (const auto known = find_model(run.memory, name)) {
    subject.model = *known;
    return {};
  }
  const auto mentions = static_cast<std::size_t>(run.opened.workspace.settings.model_mentions);
  if (subject.facts < mentions) return {};
  engine::KnownModel model{slug_of_name(name), name, model_type_of(subject.type), {}};
  subject.model = model.name;
  return create_home(run, model);
}

// Without its secrets; nullopt, and that is told, where one forbids to take it in.
std::optional<guard::Redacted> without_secrets(const Fact& fact, const guard::Policy& policy,
                                               ImportReport& report) {
  guard::Redacted clean = guard::redact(fact.text, policy);
  if (policy.handling != guard::Handling::kBlock || clean.findings.empty()) return clean;
  report.diagnostics.push_back(
      {Severity::kError, printable(guard::redact(fact.about, {}).text),
       "a fact about it holds " + std::string(guard::name_of_secret(clean.findings.front().kind)) +
           "; not imported",
       "remove it there, add it to `secrets_allow` in pyramid.yaml, or set `secrets: redact`"});
  return std::nullopt;
}

}  // namespace

Status put_facts(Run& run, const std::vector<Fact>& facts, const std::string& format,
                 ImportReport& report) {
  const guard::Policy policy = secrets_policy(run.memory.settings());
  std::map<std::string, Subject> subjects = subjects_of(facts);
  std::set<std::string> asked;
  KnownFacts known(run);
  for (const Fact& fact : facts) {
    PYRAMID_TRY(cancelled_if_asked(run, kToBeTakenIn));
    ++report.facts;
    format::ObservationDraft draft;
    draft.id = fact_id(fact, format);
    if (run.memory.find(draft.id) != nullptr) continue;
    Subject& subject = subjects[fact.about];
    if (asked.insert(fact.about).second) {
      PYRAMID_TRY(find_or_make_model(run, guard::redact(fact.about, policy).text, subject));
    }
    draft.at = run.services.clock.now();
    draft.source = format;
    const auto clean = without_secrets(fact, policy, report);
    if (!clean) continue;
    draft.text = clean->text;
    draft.model = subject.model;
    PYRAMID_ASSIGN(const KnownFacts::Taken taken, known.take(draft));
    if (!taken.added) continue;
    ++report.facts_added;
    std::vector<SecretPlace> places;
    for (const guard::Finding& mark : clean->findings) places.push_back({mark.kind, taken.path});
    tell_redacted(places, run.services.ledger, report);
  }
  return {};
}

void plan_facts(Run& run, const std::vector<Fact>& facts, const std::string& format,
                ImportReport& report) {
  const guard::Policy policy = secrets_policy(run.memory.settings());
  for (const Fact& fact : facts) {
    ++report.facts;
    if (run.memory.find(fact_id(fact, format)) != nullptr) continue;
    const auto clean = without_secrets(fact, policy, report);
    if (!clean) continue;
    ++report.facts_added;
    report.redacted += clean->findings.size();
    const std::string path = workspace::observation_path(
        run.memory.zone().local(run.services.clock.now()), clean->text, fact_id(fact, format));
    run.report.steps.push_back({"import", path, kNotInMemory});
  }
}

}  // namespace pyramid::ops
