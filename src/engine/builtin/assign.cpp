#include "engine/builtin/assign.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/tables/verbs.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

std::string without_possessive(std::string_view word) {
  for (const std::string_view ending : {"'s", "’s", "'", "’"}) {
    if (word.ends_with(ending)) return std::string(word.substr(0, word.size() - ending.size()));
  }
  return std::string(word);
}

// One sentence as words, with their lower-case forms.
struct Reading {
  std::vector<std::string> words, lower;
  bool of_assistant = false;  // it begins so

  explicit Reading(std::string_view text) {
    const std::string told = roughly_told(text);
    of_assistant = told.starts_with("Assistant");
    for (const Word& word : engine::words(told)) {
      words.push_back(without_possessive(word.text));
      lower.push_back(utf8::caseless(words.back()));
    }
  }
};

// The user's names in lower case, as they stand and by the first word alone.
std::set<std::string> names_of_user(const AssignRequest& request) {
  std::set<std::string> names = {"user"};
  for (const std::string& name : request.user_names) {
    const std::string lower = utf8::caseless(name);
    names.insert(lower);
    const std::vector<Word> all = engine::words(lower);
    if (!all.empty()) names.emplace(all[0].text);
  }
  return names;
}

bool can_be_name(const Reading& reading, std::size_t i, const std::set<std::string>& user) {
  const std::string& lower = reading.lower[i];
  return is_capital(reading.words[i]) && reading.words[i].size() > 2 && !is_stop_word(lower) &&
         !lists(tables::kNotNames, lower) && !lists(tables::kMonths, lower) &&
         !lists(tables::kWeekdays, lower) && !user.contains(lower);
}

bool is_verb(const std::string& lower) {
  return lower == "is" || lower == "has" || lower == "does" ||
         std::binary_search(tables::kPastForms.begin(), tables::kPastForms.end(), lower) ||
         (lower.size() > 3 &&
          (lower.ends_with("ed") || (lower.ends_with("s") && !lower.ends_with("ss"))));
}

// What the sentences of a memory say about one name.
struct Evidence {
  std::map<std::string, int> spellings;
  std::set<std::string> sessions;
  int person = 0, project = 0, place = 0, mentions = 0;
  int tool = 0, thing = 0;  // called a tool, a boat, a cat
  int product = 0;          // does what programs do
};

// "a boat builder", "a software engineer" are people.
bool is_calling(const std::string& lower) {
  for (const std::string_view end : {"er", "or", "ist", "ian", "mechanic", "student"}) {
    if (lower.size() > 4 && lower.ends_with(end)) return true;
  }
  return false;
}

// "boat Tramontana", "boat called Tramontana", "Tramontana is User's old boat": the noun counts.
void collect_kind(const Reading& reading, std::size_t i, Evidence& evidence) {
  constexpr std::size_t kFar = 5;
  const std::vector<std::string>& lower = reading.lower;
  const auto count = [&](const std::string& noun) {
    if (lists(tables::kToolNouns, noun)) ++evidence.tool;
    if (lists(tables::kNamedThings, noun) || lists(tables::kPets, noun)) ++evidence.thing;
    return lists(tables::kToolNouns, noun) || lists(tables::kNamedThings, noun) ||
           lists(tables::kPets, noun) || lists(tables::kRelations, noun);
  };
  const bool called = i > 1 && (lower[i - 1] == "named" || lower[i - 1] == "called");
  if (i > 0) count(lower[called ? i - 2 : i - 1]);
  if (i + 2 >= lower.size() || lower[i + 1] != "is") return;
  if (lower[i + 2] != "a" && lower[i + 2] != "an" && lower[i + 2] != "the" &&
      lower[i + 2] != "user")
    return;
  for (std::size_t k = i + 3; k < std::min(lower.size(), i + 3 + kFar); ++k) {
    const bool goes_on = !is_stop_word(lower[k]) || lower[k] == "own";
    if (is_calling(lower[k]) || (k + 1 < lower.size() && is_calling(lower[k + 1]))) return;
    if (!goes_on || count(lower[k])) return;  // "a vet with a cat": the first noun is meant
  }
}

// "Pipette 0.4 ships on 20 May", "Pipette crashes when …": no person does.
void collect_product(const Reading& reading, std::size_t i, Evidence& evidence) {
  static constexpr std::array<std::string_view, 3> kDoings = {"ships", "crashes", "compiles"};
  const auto is_number = [&](std::size_t k) {
    return k < reading.lower.size() &&
           reading.lower[k].find_first_not_of("0123456789") == std::string::npos;
  };
  if (is_number(i + 1) && is_number(i + 2)) ++evidence.tool;  // a version
  if (i + 1 >= reading.lower.size()) return;
  const std::string& after = reading.lower[i + 1];
  if (std::find(kDoings.begin(), kDoings.end(), after) != kDoings.end()) ++evidence.product;
}

// Whether what is said there tells of names that may deserve a model.
bool is_of_base(const AssignItem& item) {
  return item.model.empty() || item.model == "user" || item.model == "assistant";
}

// Counts those of the names that have an entry.
void collect(const Reading& reading, const std::string& session, const std::set<std::string>& user,
             std::map<std::string, Evidence>& names) {
  for (std::size_t i = 0; i < reading.words.size(); ++i) {
    if (!can_be_name(reading, i, user)) continue;
    const auto name = names.find(reading.lower[i]);
    if (name == names.end()) continue;
    Evidence& evidence = name->second;
    ++evidence.spellings[reading.words[i]];
    ++evidence.mentions;
    evidence.sessions.insert(session);
    collect_kind(reading, i, evidence);
    collect_product(reading, i, evidence);
    const std::string before = i > 0 ? reading.lower[i - 1] : "";
    const std::string after = i + 1 < reading.lower.size() ? reading.lower[i + 1] : "";
    if (lists(tables::kRelations, before) || lists(tables::kPets, before) ||
        ((before == "named" || before == "called") && i > 1)) {
      evidence.person += 2;
    }
    if (before == "project" || lists(tables::kProjectNouns, after)) evidence.project += 2;
    if (lists(tables::kPlacePrepositions, before)) ++evidence.place;
    // "Harbour Analytics moved" says no more than "moved" does of anybody.
    const bool acts = is_verb(after) && !is_capital(reading.words[i + 1]);
    if ((i == 0 || before == "and" || before == "but") && acts) ++evidence.person;
  }
}

std::string usual_spelling(const Evidence& evidence) {
  const auto most =
      std::max_element(evidence.spellings.begin(), evidence.spellings.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

// "person", "project", "topic" (a boat, a cat), or "" when a name is none of them (a place, a
// company, a word in capitals).
std::string type_of(const Evidence& evidence) {
  if (evidence.place * 2 > evidence.mentions) return {};
  if (evidence.project >= 4 && evidence.project >= evidence.person) return "project";
  if (evidence.person < 2) return {};
  if (evidence.tool > evidence.thing || evidence.product > 1) return "project";
  return evidence.thing > 0 ? "topic" : "person";
}

// In so many sessions, or in one that is about it.
bool is_talked_about(const Evidence& evidence, int sessions) {
  constexpr int kFactsForSession = 4;
  return evidence.sessions.size() >= static_cast<std::size_t>(sessions) ||
         evidence.mentions >= kFactsForSession * sessions;
}

// Models by the names they answer to.
struct Directory {
  std::map<std::string, const KnownModel*> by_name;

  void add(const KnownModel& model) {
    by_name.emplace(utf8::caseless(model.title), &model);
    for (const std::string& alias : model.aliases) by_name.emplace(utf8::caseless(alias), &model);
  }
};

constexpr std::size_t kMostWordsOfName = 4;

// The model that a sentence is about; "" = the user.
std::string about(const Reading& reading, const Directory& models) {
  if (reading.lower.empty()) return {};
  // The longest name that begins there: "Mia Berg" rather than "Mia". `end`: behind it.
  std::size_t end = 0;
  const auto find = [&](std::size_t i) -> const KnownModel* {
    const KnownModel* model = nullptr;
    std::string name;
    for (std::size_t at = i; at < std::min(i + kMostWordsOfName, reading.lower.size()); ++at) {
      name += (name.empty() ? "" : " ") + reading.lower[at];
      const auto it = models.by_name.find(name);
      if (it == models.by_name.end()) continue;
      model = it->second;
      end = at + 1;
    }
    return model;
  };
  // The subject: "Mia …", "User's daughter Mia …", "The Kestrel …".
  std::size_t subject = 0;
  if (reading.lower[0] == "the" || reading.lower[0] == "project") subject = 1;
  if (const KnownModel* model = find(subject)) return model->name;
  for (std::size_t i = 1; i < std::min<std::size_t>(reading.lower.size(), 4); ++i) {
    const bool relation =
        lists(tables::kRelations, reading.lower[i]) || lists(tables::kPets, reading.lower[i]);
    if (!relation) continue;
    if (const KnownModel* model = find(i + 1)) return model->name;
  }
  // What is done to a project is about the project.
  for (std::size_t i = 1; i < reading.lower.size(); ++i) {
    const KnownModel* model = find(i);
    if (model == nullptr || model->type != "project") continue;
    const bool worked_on =
        std::any_of(reading.lower.begin(), reading.lower.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const std::string& word) { return lists(tables::kProjectVerbs, word); });
    const bool noun =
        end < reading.lower.size() && lists(tables::kProjectNouns, reading.lower[end]);
    if (worked_on || noun) return model->name;
  }
  return {};
}

}  // namespace

namespace {

// The names of which something that waits for its model tells, and no model is called so.
std::map<std::string, Evidence> names_to_judge(const AssignRequest& request,
                                               const std::set<std::string>& user,
                                               const Directory& known) {
  std::map<std::string, Evidence> names;
  for (const AssignItem& item : request.items) {
    if (!item.model.empty()) continue;
    const Reading reading(item.text);
    for (std::size_t i = 0; i < reading.words.size(); ++i) {
      const bool is_new = !known.by_name.contains(reading.lower[i]);
      if (is_new && can_be_name(reading, i, user)) names.try_emplace(reading.lower[i]);
    }
  }
  return names;
}

// What is to be assigned, and what else tells of these names; oldest first.
std::vector<AssignItem> all_that_tells(const AssignRequest& request,
                                       const std::map<std::string, Evidence>& names) {
  std::vector<AssignItem> items = request.items;
  if (!request.naming) return items;
  std::unordered_set<Ulid> there;
  for (const AssignItem& item : items) there.insert(item.id);
  for (const auto& [name, evidence] : names) {
    for (AssignItem& item : request.naming(name)) {
      if (there.insert(item.id).second) items.push_back(std::move(item));
    }
  }
  std::stable_sort(items.begin(), items.end(), [](const AssignItem& a, const AssignItem& b) {
    return std::tie(a.at, a.id) < std::tie(b.at, b.id);
  });
  return items;
}

}  // namespace

Result<Assignments> assign(const AssignRequest& request) {
  const std::set<std::string> user = names_of_user(request);
  Directory known;
  for (const KnownModel& model : request.models) known.add(model);
  // A model that was made before it was known whose name this is takes nothing in any more.
  std::erase_if(known.by_name, [&](const auto& entry) { return user.contains(entry.first); });
  std::map<std::string, Evidence> names = names_to_judge(request, user, known);
  const std::vector<AssignItem> items = all_that_tells(request, names);
  std::vector<Reading> readings;
  readings.reserve(items.size());
  for (const AssignItem& item : items) {
    readings.emplace_back(item.text);
    if (is_of_base(item)) collect(readings.back(), item.session, user, names);
  }
  Assignments out;
  for (const auto& [name, evidence] : names) {
    if (!is_talked_about(evidence, std::max(1, request.mentions))) continue;
    const std::string type = type_of(evidence);
    if (type.empty()) continue;
    KnownModel model;
    model.title = usual_spelling(evidence);
    model.name = slug_of_name(model.title);
    model.type = type;
    const auto& base = request.base_models;
    const bool taken = std::find(base.begin(), base.end(), model.name) != base.end() ||
                       model.name == "user" || model.name == "assistant" ||
                       std::any_of(request.models.begin(), request.models.end(),
                                   [&](const KnownModel& one) { return one.name == model.name; });
    if (!taken) out.discovered.push_back(std::move(model));
  }
  Directory all = known;
  Directory discovered;
  for (const KnownModel& model : out.discovered) {
    all.add(model);
    discovered.add(model);
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const AssignItem& item = items[i];
    if (item.model.empty()) {
      std::string model = "assistant";
      if (!readings[i].of_assistant) {
        model = about(readings[i], all);
        if (model.empty()) model = "user";
      }
      out.assignments.push_back({item.id, model});
    } else if (item.model == "user") {
      const std::string model = about(readings[i], discovered);
      if (!model.empty()) out.assignments.push_back({item.id, model});
    }
  }
  // A name that is only mentioned, never told about, would make an empty page.
  std::erase_if(out.discovered, [&](const KnownModel& model) {
    return std::none_of(out.assignments.begin(), out.assignments.end(),
                        [&](const auto& one) { return one.model == model.name; });
  });
  return out;
}

}  // namespace pyramid::engine::builtin
