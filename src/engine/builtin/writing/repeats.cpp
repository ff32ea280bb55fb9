#include "engine/builtin/writing/repeats.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/emphasis.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {
namespace {

// "User's name is Dario" and "User is Dario".
bool are_one_name(const Fact& a, const Fact& b) {
  return a.subject == "User's name" && b.subject == "User" && a.predicate == b.predicate;
}

}  // namespace

bool says(const Fact& one, const Fact& fact) {
  return one.negative == fact.negative &&
         std::includes(one.anchors.begin(), one.anchors.end(), fact.anchors.begin(),
                       fact.anchors.end()) &&
         (fact.stems.empty() ? one.stems.empty() : containment(fact.stems, one.stems) >= 0.8) &&
         one.stems.size() + 1 >= fact.stems.size();
}

double overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string_view> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t either = a.size() + b.size() - both.size();
  return either == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

double containment(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string_view> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t smaller = std::min(a.size(), b.size());
  return smaller == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(smaller);
}

bool same_fact(const Fact& a, const Fact& b) {
  if (a.text == b.text || are_one_name(a, b) || are_one_name(b, a)) return true;
  if (a.negative != b.negative || a.subject != b.subject) return false;
  const Fact& less = a.anchors.size() <= b.anchors.size() ? a : b;
  const Fact& more = &less == &a ? b : a;
  if (!std::includes(more.anchors.begin(), more.anchors.end(), less.anchors.begin(),
                     less.anchors.end())) {
    return false;
  }
  if (a.stems.empty() || b.stems.empty()) return a.stems == b.stems && a.anchors == b.anchors;
  if (a.verb_stem != b.verb_stem) return false;
  if (a.anchors == b.anchors) return overlap(a.stems, b.stems) >= 0.7;
  // The one that knows more must say all that the other says.
  return std::includes(more.stems.begin(), more.stems.end(), less.stems.begin(), less.stems.end());
}

void drop_repeated(std::vector<Fact>& facts) {
  std::vector<bool> gone(facts.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    for (std::size_t k = i + 1; k < facts.size() && !gone[i]; ++k) {
      if (gone[k] || !same_fact(facts[i], facts[k])) continue;
      Fact& earlier = facts[i];
      Fact& later = facts[k];
      earlier.importance = later.importance = std::max(earlier.importance, later.importance);
      earlier.by_hand = later.by_hand = earlier.by_hand || later.by_hand;
      const bool richer = earlier.anchors.size() > later.anchors.size() ||
                          (earlier.anchors.size() == later.anchors.size() &&
                           earlier.stems.size() > later.stems.size() + 1);
      gone[richer ? k : i] = true;
    }
  }
  std::size_t at = 0;
  std::erase_if(facts, [&](const Fact&) { return gone[at++]; });
}

void drop_said(std::vector<Fact>& facts, std::string_view kept) {
  if (trim(kept).empty()) return;
  std::vector<Fact> said;
  for (const Sentence& sentence : sentences(kept)) {
    said.push_back(make_fact(plain_opening(without_emphasis(sentence.text).text), LocalTime{}));
  }
  std::erase_if(facts, [&](const Fact& fact) {
    return std::any_of(said.begin(), said.end(), [&](const Fact& one) { return says(one, fact); });
  });
}

}  // namespace pyramid::engine::builtin::writing
