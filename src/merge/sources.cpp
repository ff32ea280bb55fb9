#include "merge/sources.hpp"

#include "merge/sequence.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pyramid::merge {

namespace {

using Links = std::vector<std::string>;

constexpr std::string_view kFrom = "From [";
constexpr std::size_t kLinksPerLine = 12;

// The links of "From [a](b), [c](d),\n[e](f)".
Links links_of(std::string_view from) {
  Links links;
  from.remove_prefix(kFrom.size() - 1);
  for (std::size_t at = 0; at + 3 < from.size(); ++at) {
    const bool ends = from.substr(at).starts_with("), [") || from.substr(at).starts_with("),\n[");
    if (!ends) continue;
    links.emplace_back(from.substr(0, at + 1));
    from.remove_prefix(at + 3);
    at = 0;
  }
  links.emplace_back(from);
  return links;
}

// "tsx9f8.md#^t6" of "[…](../a-talk-tsx9f8.md#^t6)": the turn, whatever the conversation and its
// file are called.
std::string_view turn_of(std::string_view link) {
  constexpr std::string_view kPart = "-part";
  const std::string_view name = link.substr(link.rfind('/') + 1);
  const std::size_t part = name.rfind(kPart);
  const std::size_t dash =
      part == std::string_view::npos ? name.rfind('-') : name.rfind('-', part - 1);
  const bool is_turn = name.find(".md#^t") != std::string_view::npos;
  return is_turn && dash != std::string_view::npos ? name.substr(dash + 1) : std::string_view();
}

// Gives links to one turn one form, where its conversation goes by another name on the other side.
void name_alike(Links& ours, Links& theirs) {
  for (std::string& mine : ours) {
    for (std::string& other : theirs) {
      const std::string_view turn = turn_of(mine);
      if (turn.empty() || turn != turn_of(other)) continue;
      mine = other = std::min(mine, other);
    }
  }
}

std::vector<Placed> placed(const Links& items) {
  std::vector<Placed> all;
  for (const std::string& item : items) all.push_back({item});
  return all;
}

bool is_never(const std::string&, const std::string&) { return false; }

}  // namespace

// Not a paragraph that goes on behind the links, nor a heading that begins with one.
bool is_sources(std::string_view block) { return block.starts_with(kFrom) && block.ends_with(')'); }

std::string merge_sources(const std::string& base, const std::string& ours,
                          const std::string& theirs) {
  const Links before = is_sources(base) ? links_of(base) : Links();
  Links mine = links_of(ours), others = links_of(theirs);
  if (before.empty()) name_alike(mine, others);
  const std::vector<Origin> all = before.empty()
                                      ? join_items(placed(mine), placed(others))
                                      : merge_items(before, mine, others, {is_never, is_never});
  std::string merged = "From ";
  std::size_t count = 0;
  for (const Origin& origin : all) {
    if (count > 0) merged += count % kLinksPerLine == 0 ? ",\n" : ", ";
    merged += origin.ours ? mine[*origin.ours] : others[*origin.theirs];
    ++count;
  }
  return count == 0 ? std::max(ours, theirs) : merged;
}

}  // namespace pyramid::merge
