// What a process finds around it: variables, names, the machine's zone. The front ends hand it to
// the library, which reads none of it.
#pragma once

#include "pyramid/environment.hpp"

#include <string>

namespace pyramid::process {

// $HOME, or "".
std::string home_folder();
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
