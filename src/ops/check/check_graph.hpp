// What only several files together can get wrong: tiers, claims, cycles, dates.
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// What only the whole tells of a file: a memory may have very many.
struct Surveyed {
  format::Kind kind = format::Kind::kNote;
  Ulid id;
  std::string model, status, policy;
  int tier = 0;
  Time at, start, end;
  std::int64_t count = 0;
  bool has_inputs = false;
  std::int64_t first = 1, turns = 0;  // of a session
  std::vector<std::string> sources;   // paths
};
Surveyed surveyed(const format::Node& node);
using NodesByPath = std::map<std::string, Surveyed>;

// Summaries, by path, of which a sync does not make what their file says.
struct NotWritten {
  std::set<std::string, std::less<>> left_out;  // another file has their id
  std::set<std::string, std::less<>> waiting;   // until a file that cannot be read is mended
};

// Pure. Summaries whose sources are of the wrong tier, listed by others too or lead back to
// themselves, without `inputs`, or without sources (a person's own statement), and times that lie
// more than a day ahead of `now`. Nothing of a summary that is left out.
Diagnostics check_graph(const NodesByPath& nodes, const NotWritten& not_written, Time now);

}  // namespace pyramid::ops
