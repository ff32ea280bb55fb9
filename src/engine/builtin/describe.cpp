#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/alone.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/overriding.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/selection.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {
namespace {

using writing::Fact;

constexpr std::size_t kLongestDescription = 120;  // of what is said about the name

// Where `name` stands as whole words, from `from` on.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from = 0) {
  const auto inside = [&](std::size_t at) {
    return at < text.size() &&
           (utf8::is_letter(static_cast<unsigned char>(text[at])) || (text[at] & 0x80) != 0);
  };
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if ((at == 0 || !inside(at - 1)) && !inside(at + name.size())) return at;
  }
  return std::string_view::npos;
}

// "a weather station", "User's sister": begins as a description of a thing or person does.
bool is_description(std::string_view phrase) {
  const std::vector<Word> all = words(phrase);
  if (all.size() < 2 || phrase.size() > kLongestDescription) return false;
  const std::string_view first = all[0].text;
  return first == "a" || first == "an" || first == "the" || first.ends_with("'s");
}

// "Kestrel is User's home weather station project."
std::optional<std::string> said_to_be(const Fact& fact, std::string_view name) {
  if (fact.subject != name && fact.subject != "Project " + std::string(name)) return std::nullopt;
  if (!fact.predicate.starts_with("is ")) return std::nullopt;
  const std::string phrase = fact.predicate.substr(3);
  return is_description(phrase) ? std::optional(phrase) : std::nullopt;
}

// "User's daughter Mia started school.", "User's dog is called Max."
std::optional<std::string> owned(const Fact& fact, std::string_view name) {
  const std::string_view text = fact.text;
  std::size_t at = find_name(text, name);
  if (at == std::string_view::npos || at < 2) return std::nullopt;
  std::string_view before = trim(text.substr(0, at));
  for (const std::string_view called : {" is called", " is named", " is"}) {
    if (before.ends_with(called)) before.remove_suffix(called.size());
  }
  const std::vector<Word> all = words(before);
  for (std::size_t back = 1; back <= 4 && back < all.size(); ++back) {
    const Word& word = all[all.size() - 1 - back];
    const std::string_view tail = before.substr(word.begin);
    if (tail.find_first_of(",;:(.") != std::string_view::npos) return std::nullopt;
    if (word.text.ends_with("'s") && is_capital(word.text)) return std::string(tail);
    if (is_capital(all[all.size() - back].text)) return std::nullopt;
  }
  return std::nullopt;
}

// "my sister Ana", "our grey cat called Biscuit", "My new manager is Henrik": who somebody is to
// the one who says so, who is one of `speakers`.
std::optional<std::string> related(const Fact& fact, std::string_view name,
                                   std::span<const std::string> speakers) {
  const std::string_view text = fact.text;
  const std::string speaker = speaker_quoted(text);
  const bool by_owner =
      speaker.empty() || std::find(speakers.begin(), speakers.end(), speaker) != speakers.end();
  const std::size_t at = find_name(text, name);
  if (!by_owner || at == std::string_view::npos) return std::nullopt;
  std::vector<Word> before = words(text.substr(0, at));
  const auto ends_in = [&](std::string_view word) {
    return !before.empty() && before.back().text == word;
  };
  while (ends_in("is") || ends_in("called") || ends_in("named")) before.pop_back();
  if (before.empty()) return std::nullopt;
  const Word relation = before.back();
  const std::size_t end = relation.begin + relation.text.size();
  const bool is_apart = text.substr(end, at - end).find_first_of(".!?;:\"") != text.npos;
  if (is_apart ||
      !(lists(tables::kRelations, relation.text) || lists(tables::kPets, relation.text)))
    return std::nullopt;
  constexpr std::size_t kMostBetween = 2;  // "my new grey cat"
  for (std::size_t back = 1; back <= kMostBetween + 1 && back < before.size(); ++back) {
    const std::string word = utf8::lower(before[before.size() - 1 - back].text);
    if (word == "my" || word == "our") return "User's " + std::string(relation.text);
    if (word == "their" && fact.subject == "User") return "User's " + std::string(relation.text);
    const bool between = lists(tables::kRelations, word) || word.ends_with("'s");
    if (between || is_capital(before[before.size() - 1 - back].text)) return std::nullopt;
  }
  return std::nullopt;
}

// "Kestrel, a home weather station, …"
std::optional<std::string> in_apposition(const Fact& fact, std::string_view name) {
  const std::string_view text = fact.text;
  const std::size_t at = find_name(text, name);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view behind = text.substr(at + name.size());
  constexpr std::string_view kProject = " project";  // "the Kestrel project, a weather station"
  if (behind.starts_with(kProject)) behind.remove_prefix(kProject.size());
  if (!behind.starts_with(", ")) return std::nullopt;
  const std::size_t end = behind.find_first_of(",.;", 2);
  if (end == std::string_view::npos) return std::nullopt;
  std::string phrase(behind.substr(2, end - 2));
  // "User works on Kestrel, their inverter gateway."
  for (const std::string_view own : {"their ", "his ", "her "}) {
    if (!phrase.starts_with(own) || fact.subject.empty() || fact.subject == name) continue;
    phrase = fact.subject + "'s " + phrase.substr(own.size());
  }
  return is_description(phrase) ? std::optional(phrase) : std::nullopt;
}

// "User adopted a cat named Biscuit."
std::optional<std::string> named(const Fact& fact, std::string_view name) {
  const std::string_view text = fact.text;
  const std::size_t at = find_name(text, name);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view before = trim(text.substr(0, at));
  const bool called = before.ends_with(" called") || before.ends_with(" named");
  if (!called) return std::nullopt;
  before = before.substr(0, before.rfind(' '));
  for (const std::string_view article : {" a ", " an "}) {
    const std::size_t begin = before.rfind(article);
    if (begin == std::string_view::npos || before.size() - begin > 40) continue;
    return std::string(before.substr(begin + 1));
  }
  return std::nullopt;
}

// Names that say who somebody is: "Dad" -> "User's father".
std::optional<std::string> relative_called(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kCalled = {
      {{"Dad", "father"},
       {"Daddy", "father"},
       {"Papa", "father"},
       {"Father", "father"},
       {"Mum", "mother"},
       {"Mom", "mother"},
       {"Mama", "mother"},
       {"Mother", "mother"},
       {"Grandma", "grandmother"},
       {"Granny", "grandmother"},
       {"Nana", "grandmother"},
       {"Gran", "grandmother"},
       {"Grandpa", "grandfather"},
       {"Grandad", "grandfather"},
       {"Granddad", "grandfather"}}};
  for (const auto& [called, relative] : kCalled) {
    if (name == called) return "User's " + std::string(relative);
  }
  return std::nullopt;
}

std::optional<std::string> description_of(const std::vector<Fact>& facts, std::string_view name,
                                          std::span<const std::string> speakers) {
  const auto to_owner = [&](const Fact& fact, std::string_view who) {
    return related(fact, who, speakers);
  };
  // "Kestrel is my weather station", in the words of a speaker.
  const auto told_to_be = [&](const Fact& fact, std::string_view who) {
    const std::string speaker = speaker_quoted(fact.text);
    if (std::find(speakers.begin(), speakers.end(), speaker) == speakers.end()) {
      return said_to_be(fact, who);
    }
    return said_to_be(writing::make_fact(roughly_told(fact.text), fact.at), who);
  };
  using Find = std::function<std::optional<std::string>(const Fact&, std::string_view)>;
  for (const Find& find :
       {Find(to_owner), Find(told_to_be), Find(owned), Find(in_apposition), Find(named)}) {
    for (auto fact = facts.rbegin(); fact != facts.rend(); ++fact) {
      if (fact->negative) continue;
      if (auto found = find(*fact, name)) return found;
    }
  }
  return relative_called(name);
}

// "Henrik builds weather stations, so the user talked about Kestrel." -> what it says of the name.
Fact without_consequence(Fact fact, std::string_view name) {
  const std::size_t so = fact.text.find(", so ");
  if (fact.subject != name || so == std::string::npos) return fact;
  Fact alone = writing::make_fact(fact.text.substr(0, so) + ".", fact.at);
  return alone.predicate.empty() ? fact : alone;
}

constexpr std::array<std::string_view, 8> kDoings = {"works", "teaches", "studies", "lives",
                                                     "leads", "builds",  "makes",   "runs"};

// Whether the sentence is of the name itself and of what that does for good: all else that is so of
// it ("Quillon accepts nested comments") tells nobody who or what it is.
bool tells_who_it_is(const Fact& fact, std::string_view name) {
  return fact.subject == name && fact.tense == writing::Tense::kPresent &&
         std::find(kDoings.begin(), kDoings.end(), fact.verb) != kDoings.end();
}

// What comes on top of a sentence's weight: "Tomas teaches statistics" tells who somebody is,
// better than what happened once, what is over at `day` or what only feeds on another sentence.
double tells_who(const Fact& fact, std::string_view name, Date day) {
  constexpr double kOver = -2;
  constexpr double kOfAnother = -0.6;
  constexpr double kHolds = 0.5;
  constexpr double kOnce = -0.2;
  static constexpr std::array<std::string_view, 6> kLikings = {"likes", "loves",   "hates",
                                                               "wants", "prefers", "enjoys"};
  double sum = writing::points_back(fact.text) ? kOfAnother : 0;
  if (writing::is_over(fact, day)) return sum + kOver;
  const bool dated = writing::tells_time(fact.text);
  const bool plain = fact.text.find(" and ") == std::string::npos &&
                     fact.text.find(" because ") == std::string::npos;
  if (fact.subject.starts_with(std::string(name) + "'s ")) sum += kOfAnother / 2;
  const bool likes = std::find(kLikings.begin(), kLikings.end(), fact.verb) != kLikings.end();
  if (fact.subject == name && fact.tense == writing::Tense::kPresent && !dated && plain && !likes) {
    sum += kHolds;
    if (std::find(kDoings.begin(), kDoings.end(), fact.verb) != kDoings.end()) sum += kHolds;
  }
  return fact.tense == writing::Tense::kPast && dated ? sum + kOnce : sum;
}

// The sentence that tells most of it, as it stands.
std::string best_sentence(std::vector<Fact> facts, std::string_view name, Date day) {
  // What somebody said, what happened and what is over tell nobody who that is.
  std::erase_if(facts, [&](const Fact& fact) {
    return !tells_who_it_is(fact, name) || quotes(fact.text) || writing::tells_time(fact.text);
  });
  if (facts.empty()) return {};
  for (Fact& fact : facts) fact = without_consequence(std::move(fact), name);
  std::vector<double> weights = writing::weights_of(facts);
  for (std::size_t i = 0; i < facts.size(); ++i) weights[i] += tells_who(facts[i], name, day);
  const auto best = std::max_element(weights.begin(), weights.end()) - weights.begin();
  return writing::in_prose(facts[static_cast<std::size_t>(best)].text, false);
}

}  // namespace

Result<std::string> describe(const DescribeRequest& request) {
  if (request.sources.empty()) return std::string();
  std::string_view name = request.model_title;
  if (name.starts_with("Project ")) name.remove_prefix(8);
  if (name.empty()) return std::string();
  std::vector<Fact> facts = writing::facts_of(request.sources, true);
  writing::drop_replaced(facts, false);
  const Date day = writing::day_of_reading(writing::newest_of(request.sources));
  const auto description = description_of(facts, name, request.speakers);
  if (!description) return best_sentence(std::move(facts), name, day);
  return request.model_title + ": " + writing::in_prose(*description, false, false) + ".";
}

}  // namespace pyramid::engine::builtin
