#include "ops/calls/ledger_events.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/openai/call_watcher.hpp"
#include "ops/calls/json_members.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kLedgerExtension = ".jsonl";
constexpr std::size_t kMonthBytes = 7;  // "2026-11"
constexpr std::string_view kEmbedRecipe = "embed";

// No answer, or that of a server that has too much to do or is broken; what refuses a key or a
// question is well.
bool is_ill(int status) {
  constexpr int kTimeout = 408, kTooMany = 429, kBroken = 500;
  return status == 0 || status == kTimeout || status == kTooMany || status >= kBroken;
}

std::string month_of(Time at) { return format_date(date_of(at)).substr(0, kMonthBytes); }

std::size_t count_in(const Json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_number_unsigned() ? place->get<std::size_t>() : 0;
}

bool is_true(const Json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_boolean() && place->get<bool>();
}

std::optional<LedgerEvent> read_event(std::string_view line, const std::string& machine) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const std::optional<Time> at = parse_time(text_in(json, "at"));
  LedgerEvent event{at.value_or(Time{}), text_in(json, "kind"), machine, std::string(line)};
  if (!at || event.kind.empty()) return std::nullopt;
  return event;
}

// "2026-11-laptop.jsonl"; nullopt for another name.
std::optional<LedgerMonth> month_named(const std::string& name) {
  const bool month_and_machine = name.size() > kMonthBytes + 1 + kLedgerExtension.size() &&
                                 name[kMonthBytes] == '-' && name.ends_with(kLedgerExtension);
  if (!month_and_machine) return std::nullopt;
  const std::optional<Date> first = parse_date(name.substr(0, kMonthBytes) + "-01");
  if (!first) return std::nullopt;
  const std::size_t before = kMonthBytes + 1;
  return LedgerMonth{path::join(std::string(kLedgerFolder), name),
                     name.substr(before, name.size() - before - kLedgerExtension.size()),
                     start_of(add_months(*first, 1))};
}

class EventReader {
 public:
  EventReader(FileSystem& files, const workspace::Workspace& workspace, std::optional<Time> since,
              Diagnostics& diagnostics)
      : files_(files), workspace_(workspace), since_(since), diagnostics_(diagnostics) {}

  void read(const LedgerMonth& month) {
    if (since_ && month.end <= *since_) return;
    const Result<std::string> bytes = files_.read(workspace_.absolute(month.path));
    if (!bytes) {
      diagnostics_.push_back(to_diagnostic(bytes.error()));
      diagnostics_.back().where = month.path;
      return;
    }
    read_lines(*bytes, month.path, month.machine);
  }

  std::vector<LedgerEvent> take() {
    std::stable_sort(events_.begin(), events_.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    return std::move(events_);
  }

 private:
  void read_lines(std::string_view bytes, const std::string& path, const std::string& machine) {
    const bool torn = !bytes.ends_with('\n');
    const std::vector<std::string_view> lines = split_lines(bytes);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (trim(lines[i]).empty()) continue;
      std::optional<LedgerEvent> event = read_event(lines[i], machine);
      if (!event) {
        if (torn && i + 1 == lines.size()) continue;
        diagnostics_.push_back({Severity::kWarning, fmt::format("{}:{}", path, i + 1),
                                "this line is not an event of the ledger", "it is not counted"});
      } else if (!since_ || event->at >= *since_) {
        events_.push_back(*std::move(event));
      }
    }
  }

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  std::optional<Time> since_;
  Diagnostics& diagnostics_;
  std::vector<LedgerEvent> events_;
};

// With its .gitignore or not at all: who is killed leaves no folder that git would take in.
Status put_in_place(FileSystem& files, const workspace::Workspace& workspace,
                    const std::string& folder) {
  PYRAMID_TRY(workspace::ensure_cache_folder(files, workspace));
  const std::string made = workspace.absolute(path::join(workspace::kCacheFolder, "ledger.new"));
  PYRAMID_TRY(files.make_directories(made));
  PYRAMID_TRY(files.write(path::join(made, ".gitignore"), "*.jsonl\n.gitignore\n"));
  return files.rename(made, folder);
}

// The ids in `facts` of an event of that kind; of any other none.
std::vector<std::string> facts_of(const LedgerEvent& event, std::string_view kind) {
  std::vector<std::string> ids;
  if (event.kind != kind) return ids;
  const Json json = Json::parse(event.json, nullptr, false);
  const auto facts = json.find("facts");
  if (facts == json.end() || !facts->is_array()) return ids;
  for (const Json& one : *facts) {
    if (one.is_string()) ids.push_back(one.get<std::string>());
  }
  return ids;
}

}  // namespace

std::string ledger_name(Time at, std::string_view machine) {
  return month_of(at) + "-" + std::string(machine) + std::string(kLedgerExtension);
}

Status make_ledger_folder(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string folder = workspace.absolute(kLedgerFolder);
  if (files.stat(folder)) return {};
  const Status made = put_in_place(files, workspace, folder);
  return files.stat(folder) ? Status() : made;  // another command may have been first
}

Result<std::vector<LedgerMonth>> ledger_months(FileSystem& files,
                                               const workspace::Workspace& workspace) {
  const Result<std::vector<DirectoryEntry>> entries = files.list(workspace.absolute(kLedgerFolder));
  std::vector<LedgerMonth> months;
  if (!entries && entries.error().kind == ErrorKind::kNotFound) return months;
  if (!entries) return fail(Error(entries.error()));
  for (const DirectoryEntry& entry : *entries) {
    if (entry.kind != FileKind::kFile) continue;
    if (std::optional<LedgerMonth> month = month_named(entry.name)) {
      months.push_back(*std::move(month));
    }
  }
  std::sort(months.begin(), months.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return months;
}

std::optional<LedgerEvent> ledger_event(std::string_view line) { return read_event(line, {}); }

std::vector<LedgerEvent> ledger_events(FileSystem& files, const workspace::Workspace& workspace,
                                       std::optional<Time> since, Diagnostics& diagnostics) {
  const Result<std::vector<LedgerMonth>> months = ledger_months(files, workspace);
  if (!months) {
    diagnostics.push_back(to_diagnostic(months.error()));
    return {};
  }
  EventReader reader(files, workspace, since, diagnostics);
  for (const LedgerMonth& month : *months) reader.read(month);
  return reader.take();
}

std::vector<LedgerEvent> learned_events(FileSystem& files, const workspace::Workspace& workspace,
                                        Time since) {
  std::vector<LedgerEvent> learned;
  const Result<std::vector<LedgerMonth>> months = ledger_months(files, workspace);
  if (!months) return learned;  // `ledger` names it
  for (const LedgerMonth& month : *months) {
    const auto bytes = month.end <= since ? Result<std::string>(std::string())
                                          : files.read(workspace.absolute(month.path));
    if (!bytes) continue;
    for (const std::string_view line : split_lines(*bytes)) {
      if (line.find("\"learned\"") == std::string_view::npos) continue;
      std::optional<LedgerEvent> event = read_event(line, month.machine);
      if (event && event->kind == "learned" && event->at >= since) {
        learned.push_back(*std::move(event));
      }
    }
  }
  std::stable_sort(learned.begin(), learned.end(),
                   [](const auto& a, const auto& b) { return a.at > b.at; });
  return learned;
}

LedgerCall call_of(const LedgerEvent& event) {
  const Json json = Json::parse(event.json, nullptr, false);
  LedgerCall call{text_in(json, "model"), text_in(json, "recipe"), 0, {}};
  call.status = static_cast<int>(count_in(json, "status"));
  Cost& cost = call.cost;
  cost.calls = 1;
  cost.tokens_in = count_in(json, "tokens_in");
  cost.tokens_cached = count_in(json, "tokens_cached");
  cost.tokens_out = count_in(json, "tokens_out");
  // Earlier versions left the name of a probe empty.
  if (call.recipe.empty()) call.recipe = engine::openai::kProbeRecipe;
  const auto answered = json.find("answered");
  cost.failed = answered != json.end() && answered->is_boolean() && !answered->get<bool>() ? 1 : 0;
  cost.batched = is_true(json, "batch") ? 1 : 0;
  cost.estimated = is_true(json, "estimated") ? 1 : 0;
  const auto cents = json.find("cents");
  const bool priced = cents != json.end() && cents->is_number() && cents->get<double>() >= 0;
  cost.cents = priced ? cents->get<double>() : 0;
  cost.unpriced = priced ? 0 : 1;
  return call;
}

LedgerDecision decision_of(const LedgerEvent& event) {
  if (event.kind != "decided") return {};
  const Json json = Json::parse(event.json, nullptr, false);
  return {text_in(json, "id"), is_true(json, "promoted"), is_true(json, "chosen"),
          text_in(json, "state")};
}

std::vector<std::string> promoted_by(const LedgerEvent& event) {
  return facts_of(event, "promoted");
}

bool binds(const LedgerEvent& event) {
  return !decision_of(event).state.empty() || !promoted_by(event).empty();
}

std::vector<std::string> recalled_by(const LedgerEvent& event) {
  return facts_of(event, "recalled");
}

bool went_unanswered(FileSystem& files, const workspace::Workspace& workspace,
                     std::string_view machine, Time since, Time now) {
  const std::string path = path::join(std::string(kLedgerFolder), ledger_name(now, machine));
  const Result<std::string> bytes = files.read(workspace.absolute(path));
  if (!bytes) return false;
  const std::vector<std::string_view> lines = split_lines(*bytes);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::optional<LedgerEvent> event = read_event(*line, std::string(machine));
    if (!event) continue;
    if (event->at < since || event->at > now) return false;
    if (event->kind != "call") continue;
    const LedgerCall call = call_of(*event);
    if (call.recipe == kEmbedRecipe) continue;  // may be another server
    return call.cost.failed > 0 && is_ill(call.status);
  }
  return false;
}

}  // namespace pyramid::ops
