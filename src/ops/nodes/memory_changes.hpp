// From files that differ to what changed in the memory.
#pragma once

#include "history/past.hpp"
#include "pyramid/changes.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// One path on both sides; nullopt = no such file there.
struct FileVersions {
  std::string path;
  std::optional<std::string> before, after;  // bytes
};

// Whether a change of this file is one of the memory: its markdown files, and pyramid.yaml.
bool is_told(std::string_view path);

// What these differences mean: observations first, then summaries, sections, and the rest, each by
// path. A file that went and one that came with the same id are one that was renamed. What means
// the same is left out: YAML, links, what generated texts record of how they were made.
std::vector<MemoryChange> meaning_of(const std::vector<FileVersions>& files);
// The same of those in git, which are read one after the other: of a commit that brought a large
// memory all bytes would not fit.
Result<std::vector<MemoryChange>> meaning_of(history::Past& past,
                                             const std::vector<history::PastChange>& changes);

// The bytes of those of the changes that are told.
Result<std::vector<FileVersions>> read_versions(history::Past& past,
                                                const std::vector<history::PastChange>& changes);

// `text` without case, accents, markup and line ends, with one kind of blanks, quotes and dashes,
// so that what reads the same is the same.
std::string comparable(std::string_view text);
// The same of what is no markdown.
std::string comparable_raw(std::string_view text);

}  // namespace pyramid::ops
