// `ledger record`: an event that an agent's host reports.
#include "ops/calls/ledger_events.hpp"
#include "ops/calls/ledger_file.hpp"
#include "ops/calls/secrets.hpp"
#include "pyramid/ledger.hpp"
#include "workspace/naming.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid {

namespace {

using Fields = ops::LedgerFile::Fields;

constexpr std::size_t kLongestKind = 32, kLongestEvent = 8000;  // bytes

bool is_name_of_kind(std::string_view kind) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto may_follow = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !kind.empty() && kind.size() <= kLongestKind && is_letter(kind.front()) &&
         std::all_of(kind.begin(), kind.end(), may_follow);
}

Status may_be_reported(const std::string& kind) {
  if (!is_name_of_kind(kind)) {
    return fail(ErrorKind::kUsage, "not a name for a kind of event: " + kind, {},
                "lower-case letters, digits, `-` and `_`, 32 at most: tool, validation, learned");
  }
  const auto& own = ops::kLedgerKinds;
  if (std::find(own.begin(), own.end(), kind) == own.end()) return {};
  return fail(ErrorKind::kUsage, "kind is one that Pyramid tells itself: " + kind, {},
              "a host's are tool, validation, learned, or another name");
}

Result<Fields> fields_in(const std::string& event) {
  if (event.size() > kLongestEvent) {
    return fail(ErrorKind::kUsage, fmt::format("event has {} bytes", event.size()), {},
                fmt::format("it may have {} at most", kLongestEvent));
  }
  Fields fields = event.empty() ? Fields::object() : Fields::parse(event, nullptr, false);
  if (!fields.is_object()) {
    return fail(ErrorKind::kUsage, "event is not a JSON object", {},
                R"(such as {"tool": "deploy", "ok": false})");
  }
  for (const char* own : {"at", "kind", "machine"}) {
    if (!fields.contains(own)) continue;
    return fail(ErrorKind::kUsage, fmt::format("event has a member `{}`", own), {},
                "Pyramid writes that one: leave it out");
  }
  return fields;
}

// Each text by itself, so that what stands instead is JSON still.
Status redact_texts(Fields& value, const guard::Policy& policy, std::size_t& count) {
  if (value.is_structured()) {
    for (Fields& inner : value) PYRAMID_TRY(redact_texts(inner, policy, count));
  } else if (value.is_string()) {
    PYRAMID_ASSIGN(const guard::Redacted redacted,
                   ops::redact_or_refuse(value.get<std::string>(), policy));
    count += redacted.findings.size();
    if (!redacted.findings.empty()) value = redacted.text;
  }
  return {};
}

// What is a secret only together with its name: `"password": "…"`; and names that are one.
Status redact_whole(Fields& fields, const guard::Policy& policy, std::size_t& count) {
  PYRAMID_ASSIGN(const guard::Redacted whole, ops::redact_or_refuse(fields.dump(), policy));
  if (whole.findings.empty()) return {};
  count += whole.findings.size();
  fields = Fields::parse(whole.text, nullptr, false);
  if (fields.is_object()) return {};
  return fail(ErrorKind::kInvalid, "a secret stands in the event", {}, "leave it out");
}

Result<RecordReport> record_in(const Environment& environment, const RecordOptions& options) {
  PYRAMID_TRY(may_be_reported(options.kind));
  PYRAMID_ASSIGN(Fields fields, fields_in(options.event));
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  const guard::Policy policy = ops::secrets_policy(workspace.settings);
  RecordReport report;
  report.diagnostics = workspace.diagnostics;
  PYRAMID_TRY(redact_texts(fields, policy, report.redacted));
  PYRAMID_TRY(redact_whole(fields, policy, report.redacted));
  report.at = environment.clock.now();
  ops::LedgerFile file(environment.files, workspace, ops::ledger_machine(environment.machine));
  PYRAMID_TRY(file.append(options.kind, report.at, fields));
  return report;
}

}  // namespace

Result<RecordReport> record_event(const Environment& environment, const RecordOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 record_in(environment, options));
}

}  // namespace pyramid
