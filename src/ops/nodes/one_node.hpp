// Two files of one node: which of them stands, and with what.
#pragma once

#include "merge/merge.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// So many versions of a file are looked through for what two states of it came from.
inline constexpr std::size_t kPastVersions = 20;

// A file's bytes with the links that the program wrote as they read in another place.
std::string with_links_of(const std::string& bytes, const std::string& from,
                          const std::string& place);

struct OneFile {
  std::string path, bytes;
};
struct United {
  std::string place, gone;  // paths
  merge::Merged merged;
  std::string reason;  // as the report of a sync tells it
};
// Two files of a conversation, or of a summary under names that the program gives, are one, as are
// two of a node that machines moved apart, or that one moved and another changed, as far as the
// repository around `root` tells it. nullopt for what a person may have copied to begin another:
// `check --fix` tells such files apart. `counting`: the one that counts as long as there are two.
std::optional<United> unite_files(const std::string& root, Date day, const OneFile& counting,
                                  const OneFile& extra);
// The same of two files with one id, whichever of them counts; nothing is written.
bool becomes_one(const std::string& root, const OneFile& one, const OneFile& other);

}  // namespace pyramid::ops
