// How much of MEMORY.md or a model's file is worth loading into a prompt: its body without the
// lines that say where a section comes from, and its description. The rest of the head, for the
// program and not for who reads, is not.
#pragma once

#include "format/node.hpp"

#include <cstddef>
#include <string_view>

namespace pyramid::format {

struct Loaded {
  std::size_t bytes = 0;   // of the file
  std::size_t memory = 0;  // of these
};

// Pure. `path` is the file's place, by which its sections are known.
Loaded loaded(const Document& document, std::string_view path);

// In percent, rounded down; 100 of nothing.
int share_of(const Loaded& loaded);

}  // namespace pyramid::format
