// What a process finds around it: variables, names, the machine's zone. The front ends hand it to
// the library, which reads none of it.
#pragma once

#include "hosts/host.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/import.hpp"

#include <string>

namespace pyramid::process {

// $HOME, or "".
std::string home_folder();
// `~` and `~/x` with it.
std::string expand_home(const std::string& path);
std::string current_folder();
// Where a program keeps its conversations, also when a variable moves them; "" = nobody knows.
std::string default_source_of(const ImportFormat& format);
// Where agents' hosts look: CLAUDE_CONFIG_DIR, CODEX_HOME and OPENCLAW_STATE_DIR move theirs.
hosts::HostPlaces host_places();
// $OPENAI_API_KEY, $OPENAI_BASE_URL, the proxies, and the person's file of confirmed addresses.
EngineAccess engine_access();
// The machine's zone as the IANA names it: of $TZ, else of /etc/localtime, else of /etc/timezone;
// UTC, as the C library has it, where there is nothing. "" where $TZ holds a rule and no name.
std::string timezone_of_machine(FileSystem& files);
// Where this program lies, for what git runs later.
std::string program_path();
// "laptop" of "laptop.example.org"; "" where the machine has no name.
std::string machine_name();

}  // namespace pyramid::process
