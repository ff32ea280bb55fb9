#include "hosts/hook_lines.hpp"

#include "base/path.hpp"
#include "hosts/hook.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::hosts {

namespace {

constexpr int kMilliseconds = 1000;

// As a shell reads one word.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string command_of(const HostFile& file, const HostOurs& ours, const HookEvent& event) {
  return quoted(ours.program) + " hook " + file.host + " " + event.name + " -w " +
         quoted(ours.workspace);
}

bool is_our_command(const HostFile& file, std::string_view command) {
  const std::size_t at = command.find(" hook " + file.host + " ");
  if (at == std::string_view::npos) return false;
  std::string_view program = command.substr(0, at);
  while (program.ends_with('\'') || program.ends_with('"')) program.remove_suffix(1);
  return path::name(program) == "pyramid";
}

JsonPath below(JsonPath path, const Json& step) {
  path.push_back(step);
  return path;
}

// Places in the list of one event.
void find_ours(const HostFile& file, const JsonText& json, const JsonPath& list,
               std::vector<JsonPath>& found) {
  const Json* items = json.at(list);
  if (items == nullptr || !items->is_array()) return;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const JsonPath item = below(list, i);
    if (file.hooks == HookShape::kFlat || !(*items)[i].is_object() ||
        !(*items)[i].contains("hooks")) {
      if (is_our_command(file, command_at(json, item))) found.push_back(item);
      continue;
    }
    const JsonPath handlers = below(item, "hooks");
    const Json* inner = json.at(handlers);
    for (std::size_t j = 0; inner->is_array() && j < inner->size(); ++j) {
      const JsonPath handler = below(handlers, j);
      if (is_our_command(file, command_at(json, handler))) found.push_back(handler);
    }
  }
}

Json item_of(const HostFile& file, const HookEvent& event, const std::string& command) {
  if (file.hooks == HookShape::kFlat) return {{"command", command}};
  const bool is_gemini = file.host == "gemini";
  Json handler = Json::object();
  if (is_gemini) handler["name"] = kServerName;
  handler["type"] = "command";
  handler["command"] = command;
  handler["timeout"] = is_gemini ? event.timeout * kMilliseconds : event.timeout;
  Json item = Json::object();
  item["hooks"] = Json::array({std::move(handler)});
  return item;
}

Status erase_hook(const HostFile& file, JsonText& json, JsonPath at) {
  if (file.hooks == HookShape::kGrouped && at.size() > 3) {
    const JsonPath handlers(at.begin(), at.end() - 1);
    if (json.at(handlers)->size() == 1) at.resize(at.size() - 2);  // the group is ours
  }
  return json.erase(at);
}

}  // namespace

std::string command_at(const JsonText& json, const JsonPath& at) {
  const Json* handler = json.at(at);
  if (handler == nullptr || !handler->is_object()) return {};
  const auto command = handler->find("command");
  return command != handler->end() && command->is_string() ? command->get<std::string>() : "";
}

std::vector<JsonPath> our_hooks(const HostFile& file, const JsonText& json) {
  std::vector<JsonPath> found;
  const Json* events = json.at({"hooks"});
  if (events == nullptr || !events->is_object()) return found;
  for (const auto& [name, list] : events->items()) find_ours(file, json, {"hooks", name}, found);
  return found;
}

Status add_hooks(const HostFile& file, const HostOurs& ours, JsonText& json) {
  if (file.hooks == HookShape::kFlat && json.at({"version"}) == nullptr) {
    PYRAMID_TRY(json.set({"version"}, kBareHooks["version"]));
  }
  // At each event one, and none at those that are ours no more.
  std::vector<JsonPath> held = our_hooks(file, json);
  for (std::size_t i = held.size(); i-- > 0;) {
    const bool is_wanted = find_event(file.host, held[i][1].get<std::string>()).has_value();
    const bool is_first = i == 0 || held[i - 1][1] != held[i][1];
    if (!is_wanted || !is_first) PYRAMID_TRY(erase_hook(file, json, held[i]));
  }
  for (const HookEvent& event : events_of_host(file.host)) {
    const std::string command = command_of(file, ours, event);
    std::vector<JsonPath> there;
    find_ours(file, json, {"hooks", event.name}, there);
    if (there.empty()) {
      PYRAMID_TRY(json.append({"hooks", event.name}, item_of(file, event, command)));
    } else {
      PYRAMID_TRY(json.set(below(there.front(), "command"), command));
    }
  }
  return {};
}

Status remove_hooks(const HostFile& file, JsonText& json) {
  // From the last on: places before it stay right.
  std::vector<JsonPath> held = our_hooks(file, json);
  for (std::size_t i = held.size(); i-- > 0;) PYRAMID_TRY(erase_hook(file, json, held[i]));
  return {};
}

}  // namespace pyramid::hosts
