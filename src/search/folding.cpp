#include "search/folding.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/comparing.hpp"
#include "format/markdown.hpp"
#include "search/evidence.hpp"

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

// What is said, whatever the case, the accents, the markup and the stops.
std::string words_of(std::string_view text) {
  const std::string folded = utf8::fold(collapse_spaces(format::plain_text_and_blocks(text)));
  std::string out;
  for (std::string_view word : split(folded, ' ')) {
    // Inside of a word and in front they tell more: 3.5, -5, .net; and a question is another thing.
    while (word.size() > 1 && std::string_view(".,;:!").find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    out.append(word).push_back(' ');
  }
  return out;
}

bool is_turn(const Hit& hit) { return hit.chunk.kind == format::Kind::kSession; }

// A turn and what was taken from it, where the worse one says nothing more.
bool adds_nothing(const Hit& worse, const Hit& better) {
  if (worse.turn == 0 || worse.turn != better.turn || is_turn(worse) == is_turn(better))
    return false;
  return is_turn(worse) ? says_no_more(worse.snippet, {better.snippet})
                        : stands_in(worse.snippet, better.snippet);
}

// Whether the worse of two that say the same has a date, which the better one lacks.
bool tells_when(const Hit& worse, const Hit& better) {
  return better.chunk.at == Time{} && worse.chunk.at != Time{} && worse.chunk.status.empty() &&
         words_of(worse.text) == words_of(better.text);
}

// Each in the other's rank.
void put_in_place_of(Hit& better, Hit& worse) {
  std::swap(better, worse);
  std::swap(better.score, worse.score);
  std::swap(better.relevance, worse.relevance);
  std::swap(better.also, worse.also);
}

}  // namespace

Folding::Keys Folding::keys_of(const Hit& hit) {
  Keys keys = {"=" + words_of(hit.text)};
  const bool statement =
      hit.chunk.kind == format::Kind::kObservation || hit.chunk.kind == format::Kind::kSession;
  if (statement && hit.snippet.size() <= kLongestStatement) {
    keys.push_back("~" + engine::read_meaning(hit.snippet, hit.said));
  }
  return keys;
}

std::optional<std::size_t> Folding::better_twin(const Hit& hit, const Keys& keys) const {
  for (const std::string& key : keys) {
    const auto known = said_.find(key);
    if (known != said_.end()) return known->second;
  }
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    if (adds_nothing(hit, hits_[i])) return i;
  }
  return std::nullopt;
}

bool Folding::note_twin(Hit& hit, const Keys& keys) {
  if (const std::optional<std::size_t> twin = better_twin(hit, keys)) {
    if (tells_when(hit, hits_[*twin])) put_in_place_of(hits_[*twin], hit);
    if (!hit.snippet.empty()) {  // an empty section says nothing, again or not
      hits_[*twin].also.push_back({hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line,
                                   hit.chunk.status.empty() ? hit.snippet : "", hit.said});
    }
    return true;
  }
  for (const std::string& key : keys) said_.emplace(key, hits_.size());
  return false;
}

Status Folding::offer(Hit hit, const Keys& keys) {
  if (covered_.contains(hit.chunk.path)) return {};
  std::set<std::string> below;
  if (hit.chunk.kind == format::Kind::kSummary) {
    PYRAMID_ASSIGN(below, paths_below(index_, hit.chunk.path));
    const bool overlaps = std::any_of(
        hits_.begin(), hits_.end(), [&](const Hit& one) { return below.contains(one.chunk.path); });
    if (overlaps) return {};
  }
  if (note_twin(hit, keys)) return {};
  covered_.insert(below.begin(), below.end());
  hits_.push_back(std::move(hit));
  return {};
}

}  // namespace pyramid::search
