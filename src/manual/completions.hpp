// What shells need to complete a command line, the manual page and the reference: derived from the
// commands and options themselves.
#pragma once

#include "pyramid/result.hpp"

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace pyramid::manual {

// What an option's value is called, without the values that there are: "HOST:PORT", "NAME".
std::string value_name(const CLI::Option& option);

// The values that there are, as its help has them: "NAME:{narrative,calendar}". None: any.
std::vector<std::string> choices_of(const CLI::Option& option);

// A script for bash, zsh or fish; kUsage for any other shell.
Result<std::string> completions_for(const std::string& shell, const CLI::App& app);

// pyramid(1), for man.
std::string manual_page(const CLI::App& app, const std::string& version);

// docs/reference.md.
std::string reference_page(const CLI::App& app);

}  // namespace pyramid::manual
