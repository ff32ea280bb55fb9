// The lines of a configuration by which a host calls `pyramid hook` at its events.
#pragma once

#include "hosts/host.hpp"
#include "hosts/json_text.hpp"

#include <string>
#include <vector>

namespace pyramid::hosts {

// What is left of a file of HookShape::kFlat without hooks.
inline const Json kBareHooks = {{"version", 1}};

// Where ours are, in the order of the file: each an object with `command`.
std::vector<JsonPath> our_hooks(const HostFile& file, const JsonText& json);
std::string command_at(const JsonText& json, const JsonPath& at);

// One at each event of the host; what a person changed in ours besides the command stays.
Status add_hooks(const HostFile& file, const HostOurs& ours, JsonText& json);
Status remove_hooks(const HostFile& file, JsonText& json);

}  // namespace pyramid::hosts
