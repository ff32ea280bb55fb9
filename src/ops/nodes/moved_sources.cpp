#include "ops/nodes/moved_sources.hpp"

#include "plan/inputs.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

using Facts = plan::FactIndex;
using Source = std::pair<Ulid, Digest>;
using Places = std::map<std::string, std::string>;

// A few names are lost at once, and few nodes are held by no summary: more than this is no rename.
constexpr std::size_t kMostMoves = 10'000;
constexpr std::size_t kMostRead = 100;
constexpr std::size_t kMostSwapped = 12;  // of the sources of one text

bool is_held(const Facts& facts, const Ulid& id, Facts::Number number, int tier) {
  const std::vector<Ulid> readers = facts.readers_of(id);
  return std::any_of(readers.begin(), readers.end(), [&](const Ulid& reader) {
    const Facts::Summary* summary = facts.find_summary(reader);
    if (summary == nullptr || summary->tier != tier) return false;
    const Facts::Numbers& listed = summary->sources;
    return std::find(listed.begin(), listed.end(), number) != listed.end();
  });
}

// What could be a source of a summary of that tier and model, and is nobody's.
std::vector<Source> free_sources(const Facts& facts, const std::string& model, int tier) {
  std::vector<Source> found;
  const auto name = facts.models().find(model);
  if (name == facts.models().end()) return found;
  if (tier == 0) {
    for (const Facts::Number number : facts.observations_of(name->second)) {
      const Facts::Observation& one = facts.observation(number);
      if (!is_held(facts, one.id, number, tier)) found.emplace_back(one.id, one.digest);
    }
    return found;
  }
  for (const Facts::Number number : facts.summaries()) {
    const Facts::Summary& one = facts.summary(number);
    if (one.model != name->second || one.tier != tier - 1) continue;
    if (!is_held(facts, one.id, number, tier)) found.emplace_back(one.id, one.digest);
  }
  return found;
}

// Puts free sources into the gaps, each way until the digest comes out.
class Search {
 public:
  Search(std::vector<Source> sources, std::vector<std::size_t> gaps, std::vector<Source> free,
         const Digest& inputs)
      : sources_(std::move(sources)),
        gaps_(std::move(gaps)),
        free_(std::move(free)),
        inputs_(inputs) {}

  bool run(std::size_t gap = 0) {
    if (gap == gaps_.size()) {
      ++tries_;
      return plan::inputs_digest(sources_) == inputs_;
    }
    for (Source& one : free_) {
      if (tries_ >= kMostMoves) return false;
      if (one.first.is_zero()) continue;  // in another gap
      const Source taken = std::exchange(one, {});
      sources_[gaps_[gap]] = taken;
      if (run(gap + 1)) return true;
      one = taken;
    }
    return false;
  }

  [[nodiscard]] const Ulid& in_gap(std::size_t gap) const { return sources_[gaps_[gap]].first; }

 private:
  std::vector<Source> sources_;
  std::vector<std::size_t> gaps_;
  std::vector<Source> free_;
  Digest inputs_;
  std::size_t tries_ = 0;
};

// The one of them that says this; a zero id where none or several do.
Ulid that_says(const WorkingSet& memory, const std::vector<Source>& free, std::string_view text) {
  Ulid found;
  if (free.size() > kMostRead) return found;
  for (const Source& one : free) {
    const std::string path = memory.path_of(one.first);
    const Result<std::string> bytes = memory.bytes(path);
    if (!bytes) continue;
    const Result<format::Node> node = format::read_node(*bytes, path);
    if (!node || node->text != text) continue;
    if (!found.is_zero()) return {};
    found = one.first;
  }
  return found;
}

// By what the lost links were called: the words of an observation. Those of a summary are its span,
// which is another one's too.
Places places_by_words(const WorkingSet& memory, const format::Node& summary,
                       const std::vector<std::string>& lost, const std::vector<Source>& free) {
  Places places;
  if (summary.tier != 0) return places;
  for (const format::Edge& edge : summary.sources) {
    if (std::find(lost.begin(), lost.end(), edge.path) == lost.end()) continue;
    const Ulid id = that_says(memory, free, edge.link.text);
    if (!id.is_zero()) places.emplace(edge.path, memory.path_of(id));
  }
  return places;
}

}  // namespace

std::map<std::string, std::string> moved_sources(const WorkingSet& memory,
                                                 const plan::FactIndex& facts,
                                                 const format::Node& summary,
                                                 const std::vector<std::string>& lost) {
  if (!summary.inputs || lost.empty()) return {};
  std::vector<Source> sources;
  std::vector<std::size_t> gaps;
  std::vector<std::string> gone;
  for (const format::Edge& edge : summary.sources) {
    if (std::find(lost.begin(), lost.end(), edge.path) != lost.end()) {
      gaps.push_back(sources.size());
      gone.push_back(edge.path);
      sources.emplace_back();
    } else if (const format::Node* source = memory.at(edge.path)) {
      sources.emplace_back(source->id, source->digest);
    }
  }
  const std::vector<Source> free = free_sources(facts, summary.model, summary.tier);
  Search search(std::move(sources), std::move(gaps), free, *summary.inputs);
  if (!search.run()) return places_by_words(memory, summary, lost, free);
  std::map<std::string, std::string> places;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    places.emplace(gone[i], memory.path_of(search.in_gap(i)));
  }
  return places;
}

std::map<std::string, std::string> swapped_sources(const WorkingSet& memory,
                                                   const std::vector<format::Edge>& sources,
                                                   const std::vector<std::string>& named,
                                                   const Digest& inputs) {
  struct Odd {
    std::size_t at;
    Source meant;
    const std::string* from;
    const std::string* place;
  };
  std::vector<Odd> odd;
  std::vector<Source> lie;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const format::Node* there = memory.at(sources[i].path);
    if (there == nullptr) continue;
    const format::Node* meant = named[i].empty() ? nullptr : memory.at(named[i]);
    if (meant != nullptr && meant->id != there->id) {
      odd.push_back({lie.size(), {meant->id, meant->digest}, &sources[i].path, &named[i]});
    }
    lie.emplace_back(there->id, there->digest);
  }
  if (odd.empty() || odd.size() > kMostSwapped) return {};
  // Others may have swapped names long ago: each set of them, of which the empty one comes first.
  for (std::size_t set = 0; set < std::size_t{1} << odd.size(); ++set) {
    std::vector<Source> tried = lie;
    Places places;
    for (std::size_t i = 0; i < odd.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      tried[odd[i].at] = odd[i].meant;
      places.emplace(*odd[i].from, *odd[i].place);
    }
    if (plan::inputs_digest(tried) == inputs) return places;
  }
  return {};
}

}  // namespace pyramid::ops
