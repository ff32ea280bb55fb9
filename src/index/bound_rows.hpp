// What a file's rows hold, bound to a statement: the one that writes them, and the one that holds
// them against the file.
#pragma once

#include "index/chunker.hpp"
#include "index/database.hpp"
#include "index/read_file.hpp"

#include <cstdint>

namespace pyramid::index {

// From ?1: path, size, mtime, ctime, inode, checked, digest, problem_where, problem, hint,
// conflict, mild.
void bind_file(Statement& statement, const ReadFile& file);
// All columns of `nodes` but the last, in their order; `id`: of the file.
void bind_node(Statement& statement, const format::Node& node, std::int64_t id);
// All columns of `chunks`, in their order.
void bind_chunk(Statement& statement, std::int64_t row, std::int64_t file, format::Kind kind,
                const Piece& piece, const Zone& zone);

}  // namespace pyramid::index
