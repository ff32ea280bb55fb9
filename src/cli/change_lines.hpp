// What changed in the memory, on lines of a terminal.
#pragma once

#include "cli/commands.hpp"
#include "pyramid/memory_history.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::cli {

// "3f2a1b9  2026-05-15 09:00  memory: 12 observations", with where and by whom; of the first commit
// of a shallow clone a second line says so.
std::string line_of(const Terminal& terminal, const MemoryCommit& commit);
// "3f2a1b9 of 2026-05-15 09:00"
std::string name_of(const Terminal& terminal, const MemoryCommit& commit);

// "I live in [-Lisbon.-]{+Porto.+}", in colours where there are; of words that stayed only those
// near a change.
std::string words_of(const Terminal& terminal, const std::vector<TextPiece>& words);

enum class Detail {
  kLine,   // one line each
  kWhole,  // texts as a whole
};
// Each change with what it was about, indented by two; at most `most` of them, and how many more;
// else all.
std::string lines_of(const Terminal& terminal, const std::vector<MemoryChange>& changes,
                     Detail detail, std::optional<std::size_t> most = std::nullopt);

}  // namespace pyramid::cli
