// How a text is written as a YAML scalar. Private to src/format.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::format {

enum class Numbers { kPlain, kQuoted };

// Plain where every reader of YAML 1.1 and 1.2 takes it for this very text; double-quoted
// otherwise. Numbers::kPlain leaves a number plain if it comes back the same from a number type.
std::string yaml_scalar(std::string_view text, Numbers numbers);
// The same between `[` and `]`.
std::string yaml_flow_scalar(std::string_view text);
std::string yaml_key(std::string_view key);

}  // namespace pyramid::format
