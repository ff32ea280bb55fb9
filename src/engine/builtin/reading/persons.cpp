#include "engine/builtin/reading/persons.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>

namespace pyramid::engine::builtin {

namespace {

bool is_person_name(std::string_view word) {
  const std::string lower = utf8::lower(word);
  return is_capital(word) && !lists(tables::kNotNames, lower) && !is_stop_word(lower) &&
         !lists(tables::kWeekdays, lower) && !lists(tables::kMonths, lower);
}

// "Ana", but "Professor Okafor" as "Okafor": the name that follows the titles at `i`.
std::size_t behind_titles(const std::vector<Word>& all, std::size_t i) {
  while (i + 1 < all.size() && lists(tables::kTitles, utf8::lower(all[i].text))) ++i;
  return i;
}

bool is_animal(std::string_view lower) {
  return lists(tables::kPets, lower) || lists(tables::kAnimals, lower);
}

bool is_animate(std::string_view lower) {
  return lists(tables::kRelations, lower) || is_animal(lower) || lists(tables::kAgents, lower);
}

// "I have an old cat": it is the speaker's.
bool has_it(const std::vector<std::string>& lower, std::size_t i) {
  const bool mine = lower.front() == "i" || lower.front() == "we" || lower.front() == "i've" ||
                    lower.front() == "we've";
  return mine &&
         std::any_of(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(i),
                     [](const std::string& word) { return lists(tables::kGettingPets, word); });
}

// "She's called Miso", "her name is Miso": no news of somebody whose name was said.
bool gives_name(const std::vector<std::string>& lower) {
  if (lower.size() > 2 && (lower[1] == "name" || lower[1] == "name's")) return true;
  for (std::size_t i = 1; i < std::min<std::size_t>(lower.size(), 3); ++i) {
    if (lower[i] == "called" || lower[i] == "named") return true;
  }
  return false;
}

bool is_named(std::string_view person) { return is_capital(person); }

// "her" in "see her again" is no possessive.
bool is_object_her(const std::vector<std::string>& lower, std::size_t i) {
  return i + 1 >= lower.size() || lists(tables::kBehindObjects, lower[i + 1]);
}

}  // namespace

std::vector<Persons::Person> Persons::people_in(std::string_view text) {
  const std::vector<Word> all = words(text);
  const std::vector<std::string> lower = lower_words(text);
  const auto gender_of = [](std::string_view relation) {
    if (lists(tables::kSheRelations, relation)) return Gender::kShe;
    return lists(tables::kHeRelations, relation) ? Gender::kHe : Gender::kUnknown;
  };
  std::vector<Person> people;
  const auto add = [&](std::string name, Gender gender) {
    const auto there = std::find_if(people.begin(), people.end(),
                                    [&](const Person& one) { return one.name == name; });
    if (there == people.end()) {
      people.push_back({std::move(name), gender});
    } else if (name.empty() && there->gender != gender) {
      there->gender = Gender::kUnknown;
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view before = i > 0 ? std::string_view(lower[i - 1]) : std::string_view();
    // "Dad's knee", "Mum called": they go by what they are.
    const std::string plain(without_owner(all[i].text));
    if (is_capital(plain) && lists(tables::kHomeNames, utf8::lower(plain)) &&
        !lists(tables::kOwners, before)) {
      add(plain, gender_of(utf8::lower(plain)));
    } else if (const std::string noun(without_owner(lower[i])); is_animate(noun)) {
      // "my supervisor is Professor Okafor", "a greyhound called Pepper".
      std::size_t name = i + 1;
      while (name < all.size() && lists(tables::kNaming, lower[name])) ++name;
      name = behind_titles(all, name);
      if (name < all.size() && is_person_name(all[name].text)) {
        add(std::string(without_owner(all[name].text)), gender_of(noun));
      } else if (lists(tables::kRelations, noun) && lists(tables::kOwners, before)) {
        add(std::string(before) + " " + noun, gender_of(noun));
      } else if (is_animal(noun) && (before == "my" || before == "our" || has_it(lower, i))) {
        add((before == "our" ? "our " : "my ") + noun, Gender::kUnknown);
      } else {
        add("", gender_of(noun));
      }
    } else if (lists(tables::kThings, without_owner(lower[i]))) {
      add("", Gender::kUnknown);
    } else if (i + 2 < all.size() && lower[i + 1] == "and" && lower[i + 2] == "i" &&
               all[i + 1].begin == all[i].begin + all[i].text.size() + 1 &&
               !lists(tables::kPlacePrepositions, before) && is_person_name(all[i].text)) {
      // "Sarah and I"; "in Graz, and I" is two clauses.
      add(std::string(all[i].text), Gender::kUnknown);
    } else if (lists(tables::kPersonVerbs, lower[i]) && i + 1 < all.size() &&
               is_person_name(all[i + 1].text)) {
      add(std::string(all[i + 1].text), Gender::kUnknown);
    }
  }
  if (const std::string subject = person_in(text); !subject.empty()) add(subject, Gender::kUnknown);
  return people;
}

std::size_t Persons::named_in(std::string_view text) {
  const std::vector<Person> people = people_in(text);
  return static_cast<std::size_t>(std::count_if(
      people.begin(), people.end(), [](const Person& one) { return !one.name.empty(); }));
}

void Persons::remember(const Person& person) {
  const auto it = std::find_if(known_.begin(), known_.end(),
                               [&](const Person& one) { return one.name == person.name; });
  Person latest = person;
  if (it != known_.end()) {
    if (latest.gender == Gender::kUnknown) latest.gender = it->gender;
    known_.erase(it);
  }
  constexpr std::size_t kMost = 64;  // nobody means someone of long ago
  if (known_.size() == kMost) known_.erase(known_.begin());
  known_.push_back(std::move(latest));
}

void Persons::note(std::string_view statement) {
  std::vector<Person> people = people_in(statement);
  // The one named first is the subject most often, and so the likeliest "she" of what follows;
  // "the vet" is so only where nobody else was spoken of.
  std::reverse(people.begin(), people.end());
  const auto is_role = [](const Person& one) {
    return one.name.empty() || one.name.starts_with("the ");
  };
  for (const Person& person : people) {
    if (is_role(person)) remember(person);
  }
  hear(statement);
  bool gendered = false;
  for (const Person& person : people) {
    if (!is_role(person)) remember(person);
    gendered = gendered || (!person.name.empty() && person.gender != Gender::kUnknown);
  }
  // "My neighbour has a dog. He …": either.
  const std::vector<std::string> lower = lower_words(statement);
  const bool stranger =
      std::any_of(people.begin(), people.end(), [](const Person& one) { return one.name.empty(); });
  const bool animal = std::any_of(lower.begin(), lower.end(), is_animal);
  if (stranger && animal && !gendered) meet_stranger();
}

bool Persons::knows(std::string_view name) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const Person& one) { return one.name == name; });
}

void Persons::hear(std::string_view text) {
  if (known_.empty()) return;
  const std::vector<Word> all = words(text);
  for (auto word = all.rbegin(); word != all.rend(); ++word) {
    const std::string_view name = without_owner(word->text);
    const auto it = std::find_if(known_.begin(), known_.end(),
                                 [&](const Person& one) { return one.name == name; });
    if (it != known_.end()) remember(Person(*it));
  }
}

Persons::Person* Persons::antecedent(Gender gender) {
  for (auto it = known_.rbegin(); it != known_.rend(); ++it) {
    if (it->gender != gender && it->gender != Gender::kUnknown) continue;
    return it->name.empty() ? nullptr : &*it;
  }
  return nullptr;
}

std::optional<std::string> Persons::resolve(const std::string& statement) {
  return resolve(statement, lower_words(statement));
}

std::optional<std::string> Persons::resolve(const std::string& statement,
                                            const std::vector<std::string>& lower) {
  if (lower.empty()) return statement;
  if (lists(tables::kPronounSubjects, lower.front())) return resolve_first(statement, lower);
  return resolve_inside(statement, lower);
}

std::optional<std::string> Persons::resolve_first(const std::string& statement,
                                                  const std::vector<std::string>& lower) {
  const std::string& first = lower.front();
  const bool she = first == "she" || first == "her" || first == "she's" || first == "she'll";
  const bool he = first == "he" || first == "his" || first == "he's" || first == "he'll";
  if (!she && !he) return std::nullopt;
  Person* person = antecedent(she ? Gender::kShe : Gender::kHe);
  if (person == nullptr || (is_named(person->name) && gives_name(lower))) return std::nullopt;
  person->gender = she ? Gender::kShe : Gender::kHe;
  std::string subject = person->name;
  if (first == "her" || first == "his") subject += "'s";
  if (first.ends_with("'ll")) subject += " will";
  if (first.ends_with("'s")) subject += has_perfect(lower, 1) ? " has" : " is";
  return subject + statement.substr(first.size());
}

// "The vet wants to see her again", "I pay her rent": meant is somebody of an earlier sentence if
// nobody of this one can be.
std::string Persons::resolve_inside(const std::string& statement,
                                    const std::vector<std::string>& lower) {
  const std::vector<Word> all = words(statement);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const bool she = lower[i] == "she" || lower[i] == "her" || lower[i] == "she's";
    const bool he =
        lower[i] == "he" || lower[i] == "his" || lower[i] == "him" || lower[i] == "he's";
    if (!she && !he) continue;
    const std::string_view before = std::string_view(statement).substr(0, all[i].begin);
    const bool object = lower[i] == "him" || (lower[i] == "her" && is_object_her(lower, i));
    std::size_t people = named_in(before);
    bool me = false;
    for (std::size_t j = 0; j < i; ++j) {
      if (lists(tables::kAgents, lower[j])) ++people;
      // "My gf and I ..., she": whoever that is.
      if (!object && (lower[j] == "my" || lower[j] == "our")) ++people;
      // "Ulrike is in Oslo with her boys": a name that is no place's.
      const bool place = j > 0 && lists(tables::kPlacePrepositions, lower[j - 1]);
      if (j > 0 && !place && is_person_name(all[j].text) && !knows(without_owner(all[j].text)))
        ++people;
      if (lists(tables::kRelations, lower[j]) && j > 0 && !lists(tables::kOwners, lower[j - 1]))
        ++people;
      if (lower[j] == "i" || lower[j].starts_with("i'") || lower[j] == "we" ||
          lower[j].starts_with("we'")) {
        me = true;
      }
    }
    // The subject of a clause is not its own object: "The vet wants to see her".
    const bool clause = before.find_first_of(",;:") == std::string_view::npos;
    if (object && people == 1 && clause && !me) people = 0;
    if (people > 0 || (!me && !object)) return statement;
    Person* person = antecedent(she ? Gender::kShe : Gender::kHe);
    if (person == nullptr) return statement;
    person->gender = she ? Gender::kShe : Gender::kHe;
    std::string name = person->name;
    if (lower[i].ends_with("'s")) {
      name += has_perfect(lower, i + 1) ? " has" : " is";
    } else if (lower[i] == "his" || (lower[i] == "her" && !object)) {
      name += "'s";
    }
    remember(Person(*person));
    return std::string(before) + name + statement.substr(all[i].begin + all[i].text.size());
  }
  return statement;
}

std::string person_in(std::string_view statement) {
  const std::vector<Word> all = words(statement);
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 4); ++i) {
    const bool named = is_capital(all[i].text);
    const std::string lower = utf8::lower(all[i].text);
    const bool after_relation = i > 0 && lists(tables::kRelations, utf8::lower(all[i - 1].text));
    if (named && after_relation && !lists(tables::kNotNames, lower))
      return std::string(all[i].text);
    if (i == 0 && named && lower != "i" && !lists(tables::kNotNames, lower) && all.size() > 1 &&
        !is_stop_word(lower) && !lists(tables::kPronounSubjects, lower)) {
      const std::string next = utf8::lower(all[1].text);
      const bool verb = next == "is" || next == "has" || next == "was" || next == "starts" ||
                        next == "got" || next.ends_with("ed") || is_irregular_past(next);
      if (verb) return std::string(all[0].text);
    }
  }
  return {};
}

}  // namespace pyramid::engine::builtin
