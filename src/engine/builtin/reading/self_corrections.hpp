// Who corrects themselves within a turn: "I live in Porto. No, sorry, Lisbon."
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// What `said` becomes by a sentence that is nothing but its correction, in English or German: the
// one name, day or number of its kind in `said` gives way to the one that the correction names.
// "" where the correction does not tell which of several it means: then `said` is known to be
// wrong, and nothing is known instead. nullopt where `sentence` is no such correction.
std::optional<std::string> put_right(std::string_view said, std::string_view sentence);

// The same in one sentence: "I live in Porto, no, sorry, Lisbon" as "I live in Lisbon".
std::string without_slip(const std::string& sentence);

}  // namespace pyramid::engine::builtin
