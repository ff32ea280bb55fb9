#include "engine/rephrasing.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/writing/contrast.hpp"
#include "engine/tables/rephrasing.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine {

namespace {

using builtin::writing::Fact;
using Words = std::vector<std::string>;

constexpr std::string_view kOwner = "'s ";

// A sentence in other words, without the full stop.
struct Wording {
  std::string text;
  bool one_of_several = false;
};

Words words_of(std::string_view text) {
  Words all;
  for (const Word& word : words(text)) all.emplace_back(word.text);
  return all;
}

std::string last_word(std::string_view text) {
  const Words all = words_of(text);
  return all.empty() ? std::string() : all.back();
}

// "Rex", "Ana Sousa"; not "Portuguese", "User's dog" or "He".
bool is_name(const Words& all) {
  constexpr std::size_t kLongest = 3;
  if (all.empty() || all.size() > kLongest) return false;
  return std::all_of(all.begin(), all.end(), [](const std::string& word) {
    const bool origin = lists(tables::kOrigins, word) ||
                        std::any_of(tables::kOriginEnds.begin(), tables::kOriginEnds.end(),
                                    [&](std::string_view end) { return word.ends_with(end); });
    return is_capital(word) && !origin && word != "User" && word != "Assistant" &&
           !word.ends_with("'s") && !is_stop_word(utf8::lower(word));
  });
}

std::optional<std::string> behind(const std::string& text, std::string_view opening) {
  if (!text.starts_with(opening)) return std::nullopt;
  return text.substr(opening.size());
}

std::optional<std::string> before(const std::string& text, std::string_view ending) {
  if (!text.ends_with(ending) || text.size() == ending.size()) return std::nullopt;
  return text.substr(0, text.size() - ending.size());
}

// "has a dog called Rex", "has a dog whose name is Rex"
std::optional<Wording> of_having(const Fact& fact) {
  std::string predicate = fact.predicate;
  if (const auto less = before(predicate, " at home")) predicate = *less;
  const Words all = words_of(predicate);
  if (all.size() < 5 || all[0] != "has" || (all[1] != "a" && all[1] != "an")) return std::nullopt;
  const bool called = all[3] == "called" || all[3] == "named";
  const bool whose = all.size() > 6 && all[3] == "whose" && all[4] == "name" && all[5] == "is";
  if (!called && !whose) return std::nullopt;
  const Words name(all.begin() + (called ? 4 : 6), all.end());
  if (is_capital(all[2]) || !is_name(name)) return std::nullopt;
  return Wording{fact.subject + "'s " + all[2] + " is called " + join(name, " "), true};
}

// "User's dog's name is Rex", "The name of User's dog is Rex"
std::optional<Wording> of_names(const Fact& fact) {
  const auto name = behind(fact.predicate, "is ");
  if (!name || !is_name(words_of(*name))) return std::nullopt;
  auto whose = before(fact.subject, "'s name");
  if (!whose) whose = behind(fact.subject, "The name of ");
  if (!whose) return std::nullopt;
  return Wording{*whose + " is called " + *name};
}

// "Rex is User's dog", "Green is User's favourite colour"
std::optional<Wording> of_turned_round(const Fact& fact) {
  auto what = behind(fact.predicate, "is ");
  if (!what || !is_name(words_of(fact.subject))) return std::nullopt;
  if (const auto less = before(*what, " now")) what = less;
  const Words all = words_of(*what);
  if (all.size() < 2 || !is_capital(all[0]) || !all[0].ends_with("'s")) return std::nullopt;
  const std::string noun = utf8::lower(all.back());
  if (noun == "employer") return Wording{*what + " is " + fact.subject};
  if (lists(tables::kNamed, noun)) return Wording{*what + " is called " + fact.subject, true};
  const bool favourite = all[all.size() - 2] == "favourite" || all[all.size() - 2] == "favorite";
  if (!lists(tables::kRoles, noun) && !favourite) return std::nullopt;
  const bool plain = lists(tables::kPlainFavourites, noun);
  return Wording{*what + " is " + (plain ? utf8::lower(fact.subject) : fact.subject)};
}

// "User's dog is Rex"; of a manager it stays so, and becomes so.
std::optional<Wording> of_people(const Fact& fact) {
  if (fact.subject.find(kOwner) == std::string::npos) return std::nullopt;
  const std::string noun = utf8::lower(last_word(fact.subject));
  for (const std::string_view called : {"is called ", "is named "}) {
    const auto name = behind(fact.predicate, called);
    if (name && lists(tables::kRoles, noun)) return Wording{fact.subject + " is " + *name};
    if (name) return std::nullopt;
  }
  const auto name = behind(fact.predicate, "is ");
  if (!name || !lists(tables::kNamed, noun) || !is_name(words_of(*name))) return std::nullopt;
  return Wording{fact.subject + " is called " + *name, true};
}

std::optional<Wording> of_work(const Fact& fact) {
  for (const std::string_view has : {"has a job at ", "is employed by ", "is employed at "}) {
    const auto where = behind(fact.predicate, has);
    if (where && is_capital(*where)) return Wording{fact.subject + " works at " + *where};
  }
  const auto who = before(fact.subject, "'s employer");
  const auto where = behind(fact.predicate, "is ");
  if (!who || !where || !is_name(words_of(*where))) return std::nullopt;
  return Wording{*who + " works at " + *where};
}

// "User's home is in Oslo", "Oslo is where User lives"
std::optional<Wording> of_home(const Fact& fact) {
  if (auto lives = behind(fact.predicate, "is where "); lives && is_name(words_of(fact.subject))) {
    lives = before(*lives, " lives");
    if (lives) return Wording{*lives + " lives in " + fact.subject};
  }
  const auto who = before(fact.subject, "'s home");
  if (!who) return std::nullopt;
  auto where = behind(fact.predicate, "is in ");
  if (!where) where = behind(fact.predicate, "is ");
  if (!where || !is_name(words_of(*where))) return std::nullopt;
  return Wording{*who + " lives in " + *where};
}

std::optional<Wording> of_age(const Fact& fact) {
  const Words all = words_of(fact.predicate);
  if (const auto who = before(fact.subject, "'s age")) {
    if (all.size() != 2 || all[0] != "is" || !is_all_digits(all[1])) return std::nullopt;
    return Wording{*who + " is " + all[1] + " years old"};
  }
  const bool person = fact.subject == "User" || is_name(words_of(fact.subject)) ||
                      lists(tables::kNamed, utf8::lower(last_word(fact.subject)));
  if (!person || all.size() < 2 || all[0] != "is") return std::nullopt;
  const std::string& years = all[1] == "aged" && all.size() == 3 ? all[2] : all[1];
  if (!is_all_digits(years) || (all.size() > 2 && all[1] != "aged")) return std::nullopt;
  return Wording{fact.subject + " is " + years + " years old"};
}

std::optional<Wording> of_contacts(const Fact& fact) {
  if (const auto less = before(fact.subject, "'s email address")) {
    return Wording{*less + "'s email " + fact.predicate};
  }
  if (const auto less = before(fact.subject, "'s telephone number")) {
    return Wording{*less + "'s phone number " + fact.predicate};
  }
  const auto number = behind(fact.predicate, "is ");
  if (!number || words_of(*number).size() != 1 || !is_all_digits(*number)) return std::nullopt;
  for (const std::string_view phone : {"'s phone", "'s mobile"}) {
    if (fact.subject.ends_with(phone)) return Wording{fact.subject + " number is " + *number};
  }
  return std::nullopt;
}

std::optional<Wording> of_birthdays(const Fact& fact) {
  const auto day = behind(fact.predicate, "is on ");
  if (!day || !fact.subject.ends_with("'s birthday")) return std::nullopt;
  return Wording{fact.subject + " is " + *day};
}

// "can't stand techno", "has a penicillin allergy", "plays football on Tuesdays"
std::optional<Wording> of_usual_words(const Fact& fact) {
  for (const std::string_view hates : {"can't stand ", "cannot stand ", "can not stand "}) {
    if (const auto what = behind(fact.predicate, hates)) {
      return Wording{fact.subject + " hates " + *what};
    }
  }
  const auto allergy = before(fact.predicate, " allergy");
  for (const std::string_view has : {"has a ", "has an "}) {
    const auto what = allergy ? behind(*allergy, has) : std::nullopt;
    if (what && words_of(*what).size() == 1) {
      return Wording{fact.subject + " is allergic to " + *what};
    }
  }
  constexpr std::string_view kDays = "days";  // Tuesdays
  const std::size_t on = fact.predicate.rfind(" on ");
  if (on == std::string::npos || !fact.predicate.ends_with(kDays)) return std::nullopt;
  std::string day = fact.predicate.substr(on + 4);
  day.pop_back();
  if (words_of(day).size() != 1 || !is_capital(day)) return std::nullopt;
  return Wording{fact.subject + " " + fact.predicate.substr(0, on) + " every " + day};
}

// "quit law school" as "no longer studies law"
std::optional<Wording> of_studies(const Fact& fact) {
  for (const std::string_view quit : tables::kQuits) {
    auto what = behind(fact.predicate, quit);
    if (!what) continue;
    for (const std::string_view whose : {"their ", "the ", "a "}) {
      if (const auto less = behind(*what, whose)) what = less;
    }
    for (const std::string_view studies : tables::kStudies) {
      const auto subject = before(*what, studies);
      constexpr std::size_t kLongest = 3;
      if (!subject || words_of(*subject).size() > kLongest) continue;
      return Wording{fact.subject + " no longer studies " + *subject};
    }
  }
  return std::nullopt;
}

// "Anna is User's ex-wife now" as "User separated from Anna"; without the "now" she may have been
// so before the husband of that name.
std::optional<Wording> of_former(const Fact& fact) {
  constexpr std::string_view kFormer = "'s ex-";
  const auto is = behind(fact.predicate, "is ");
  const auto who = is ? before(*is, " now") : std::nullopt;
  const std::size_t at = who ? who->find(kFormer) : std::string::npos;
  if (at == std::string::npos || words_of(*who).size() != 2 || !is_name(words_of(fact.subject)) ||
      !lists(tables::kPartners, std::string_view(*who).substr(at + kFormer.size()))) {
    return std::nullopt;
  }
  return Wording{who->substr(0, at) + " separated from " + fact.subject};
}

std::optional<Wording> another_wording(const Fact& fact) {
  for (const auto rule : {of_having, of_names, of_turned_round, of_people, of_work, of_home, of_age,
                          of_contacts, of_birthdays, of_usual_words, of_studies, of_former}) {
    if (auto wording = rule(fact)) return wording;
  }
  return std::nullopt;
}

}  // namespace

Rephrased in_usual_words(const Fact& fact) {
  const builtin::writing::Contrast contrast = builtin::writing::contrast_of(fact);
  Rephrased usual{contrast.said, false};
  const std::string tail =
      contrast.denies ? fact.text.substr(contrast.said.text.size() - 1) : std::string(".");
  // "The name of User's manager is Priya" takes two steps.
  for (int step = 0; step < 2; ++step) {
    if (usual.fact.predicate.find_first_of(",;:(\"") != std::string::npos) break;
    const std::optional<Wording> wording = another_wording(usual.fact);
    if (!wording) break;
    Fact changed = builtin::writing::make_fact(wording->text + ".", fact.at);
    if (changed.predicate.empty()) break;
    usual.fact = std::move(changed);
    usual.one_of_several = usual.one_of_several || wording->one_of_several;
  }
  usual.fact.text.pop_back();
  usual.fact = builtin::writing::make_fact(usual.fact.text + tail, fact.at);
  return usual;
}

}  // namespace pyramid::engine
