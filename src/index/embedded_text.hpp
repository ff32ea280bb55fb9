// What of a chunk goes to an embedder: its words, and where that helps its time in front of them.
//
// Pure; any thread.
#pragma once

#include "base/digest.hpp"
#include "format/node.hpp"
#include "index/index.hpp"
#include "pyramid/zone.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

// The time of a text in front of it blurs a mean of its words, and helps a transformer
// (docs/search.md); whatever a server runs is taken for one.
bool wants_times(std::string_view embedder);

// `text` and `at`: of the chunk, as indexed (with its date in front). Of the node only kind, start
// and end are looked at. The date is that of the chunk; a summary's is its span; days are
// the zone's.
std::string embedded_text(std::string_view embedder, std::string_view text, LocalTime at,
                          const format::Node& node, const Zone& zone);

// By which the vectors of these are kept.
std::vector<Digest> embedding_keys(const std::vector<Index::ToEmbed>& texts);

}  // namespace pyramid::index
