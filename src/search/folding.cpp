#include "search/folding.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/comparing.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::search {

namespace {

// The engine's rules compare single statements.
constexpr std::size_t kLongestStatement = 300;

// Everything below a summary, through its tiers.
Result<std::set<std::string>> paths_below(index::Index& index, const std::string& path) {
  std::set<std::string> below;
  std::vector<std::string> open = {path};
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    PYRAMID_ASSIGN(const std::optional<format::Node> node, index.node_at(next));
    if (!node) continue;
    for (const format::Edge& source : node->sources) {
      if (!source.path.empty() && below.insert(source.path).second) open.push_back(source.path);
    }
  }
  return below;
}

// Equal for hits that say the same, word for word or, where they are short, by the engine's rules.
std::vector<std::string> keys_of(const Hit& hit) {
  std::vector<std::string> keys = {"=" + utf8::fold(collapse_spaces(format::plain_text(hit.text)))};
  const bool statement =
      hit.chunk.kind == format::Kind::kObservation || hit.chunk.kind == format::Kind::kSession;
  if (statement && hit.snippet.size() <= kLongestStatement) {
    keys.push_back("~" + engine::read_said(hit.snippet, hit.chunk.at).meaning);
  }
  return keys;
}

}  // namespace

bool Folding::note_twin(const Hit& hit) {
  const std::vector<std::string> keys = keys_of(hit);
  for (const std::string& key : keys) {
    const auto known = said_.find(key);
    if (known == said_.end()) continue;
    if (!hit.snippet.empty()) {  // an empty section says nothing, again or not
      hits_[known->second].also.push_back(
          {hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line});
    }
    return true;
  }
  for (const std::string& key : keys) said_.emplace(key, hits_.size());
  return false;
}

Status Folding::offer(Hit hit) {
  if (covered_.contains(hit.chunk.path)) return {};
  std::set<std::string> below;
  if (hit.chunk.kind == format::Kind::kSummary) {
    PYRAMID_ASSIGN(below, paths_below(index_, hit.chunk.path));
    const bool overlaps = std::any_of(
        hits_.begin(), hits_.end(), [&](const Hit& one) { return below.contains(one.chunk.path); });
    if (overlaps) return {};
  }
  if (note_twin(hit)) return {};
  covered_.insert(below.begin(), below.end());
  hits_.push_back(std::move(hit));
  return {};
}

}  // namespace pyramid::search
