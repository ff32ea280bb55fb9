// Places in files as search, recall, links in the memory and people write them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// 1-based, the last included. As they are named: no file may have them, and none has line 0.
struct Lines {
  std::size_t first = 1, last = 0;
};

struct Cited {
  std::string path;
  std::optional<Lines> lines;  // "#L3", "#L3-L5", ":3", ":3-5"
  std::string block;           // "#^t6": "t6"
};

// What does not end like that is a path.
Cited cited_in(const std::string& given);

// The places that `given` may mean, likeliest first: files have odd names, and links percent-encode
// them.
std::vector<Cited> readings_of(const std::string& given);

// The turn, list item or paragraph that has this block id; nullopt: none has.
std::optional<Lines> lines_of_block(const std::string& bytes, const std::string& path,
                                    std::string_view block);

}  // namespace pyramid::ops
