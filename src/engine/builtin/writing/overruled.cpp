#include "engine/builtin/writing/overruled.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/content.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/emphasis.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr double kNearlyAll = 0.7;  // of what the shorter one is about
constexpr double kHalf = 0.5;       // of what the longer one is about

// A person's sentence, and what of it is compared.
struct OwnFact {
  Fact fact;
  std::optional<Relation> relation;
  std::vector<std::string> content;
};

// Whether both are about one thing, numbers left out. Of the user there are many facts that share
// one word ("ran 8 km", "ran 10 km"); two have to be shared.
bool are_about_one(const std::vector<std::string>& a, const std::vector<std::string>& b,
                   std::string_view subject) {
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const bool named = subject != "User" && subject != "Assistant";
  if (a == b && !a.empty() && named) return true;
  const auto shared = static_cast<double>(both.size());
  return both.size() > 1 &&
         shared >= kNearlyAll * static_cast<double>(std::min(a.size(), b.size())) &&
         shared >= kHalf * static_cast<double>(std::max(a.size(), b.size()));
}

bool stands_for(const OwnFact& word, const Fact& fact) {
  const Fact& own = word.fact;
  if (fact.by_hand || fact.predicate.empty() || own.subject != fact.subject) return false;
  if (own.verb_stem != fact.verb_stem) return false;
  const auto relation = relation_of(fact);
  if (word.relation && relation && word.relation->key == relation->key) return true;
  const bool other_day = numbers_in(own.text).days != numbers_in(fact.text).days;
  if (other_day && tells_time(own.text) && tells_time(fact.text)) return false;
  return are_about_one(word.content, content_of(fact.predicate), own.subject);
}

}  // namespace

void drop_overruled(std::vector<Fact>& facts, std::string_view words) {
  std::vector<OwnFact> own;
  const std::string plain = without_ratings(words);
  for (const std::string_view line : split_lines(plain)) {
    const std::string_view bare = line.starts_with("- ") ? line.substr(2) : line;
    for (const Sentence& sentence : sentences(bare)) {
      Fact fact = make_fact(plain_opening(without_emphasis(sentence.text).text), LocalTime{});
      if (fact.predicate.empty()) continue;
      auto relation = relation_of(fact);
      auto content = content_of(fact.predicate);
      own.push_back({std::move(fact), std::move(relation), std::move(content)});
    }
  }
  std::erase_if(facts, [&](const Fact& fact) {
    return std::any_of(own.begin(), own.end(),
                       [&](const OwnFact& word) { return stands_for(word, fact); });
  });
}

}  // namespace pyramid::engine::builtin::writing
