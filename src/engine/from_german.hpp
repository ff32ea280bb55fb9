// A German observation in English as far as comparing needs it: "User wohnt nicht mehr in Kiel" as
// "User no longer lives in Kiel".
//
// Words that no table has stay German; others' sentences pass as they are. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine {

// For sentences of "User", "Users …" or "Die …".
std::string from_german(std::string_view sentence);

}  // namespace pyramid::engine
