#include "ops/calls/untold_task.hpp"

#include "ops/calls/ledger.hpp"
#include "ops/calls/ledger_events.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

std::string note_of_task(const workspace::Workspace& workspace) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/task");
}

bool ledger_tells(const Services& services, const workspace::Workspace& workspace,
                  const Json& event, Time since) {
  Diagnostics ignored;
  const auto events = ledger_events(services.files, workspace, since, ignored);
  return std::any_of(events.begin(), events.end(), [&](const LedgerEvent& one) {
    const Json told = one.kind == "task" ? Json::parse(one.json, nullptr, false) : Json();
    return told.is_object() && told.value("id", "") == event.value("id", "") &&
           told.value("state", "") == event.value("state", "");
  });
}

}  // namespace

Status note_untold(const Services& services, const workspace::Workspace& workspace,
                   const UntoldTask& event) {
  if (services.ledger == nullptr) return {};
  const Json note = {{"id", event.task},
                     {"state", event.state},
                     {"at", format_time(event.at)},
                     {"path", event.path},
                     {"before", event.before ? to_hex(*event.before) : ""}};
  return services.files.write(note_of_task(workspace),
                              note.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Status forget_untold(FileSystem& files, const workspace::Workspace& workspace) {
  const Status gone = files.remove(note_of_task(workspace));
  return gone || gone.error().kind == ErrorKind::kNotFound ? Status() : gone;
}

Status tell_untold(const Services& services, const workspace::Workspace& workspace) {
  if (services.ledger == nullptr) return {};
  const Result<std::string> bytes = services.files.read(note_of_task(workspace));
  if (!bytes) return {};
  const Json note = Json::parse(*bytes, nullptr, false);
  const bool is_note = note.is_object() && note.value("path", Json()).is_string();
  const std::optional<Time> at = is_note ? parse_time(note.value("at", "")) : std::nullopt;
  if (at) {
    const Result<std::string> now = services.files.read(workspace.absolute(note.value("path", "")));
    const std::string before = note.value("before", "");
    const bool came = now && to_hex(digest_of(*now)) != before;
    if (came && !ledger_tells(services, workspace, note, *at)) {
      services.ledger->task(note.value("id", ""), note.value("state", ""));
    }
  }
  return forget_untold(services.files, workspace);
}

}  // namespace pyramid::ops
