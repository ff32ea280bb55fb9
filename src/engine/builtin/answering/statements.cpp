#include "engine/builtin/answering/statements.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/answering/kin.hpp"
#include "engine/builtin/answering/runs.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/comparing.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace pyramid::engine::builtin::answering {
namespace {

constexpr double kSame = 0.75;         // of the words of two facts
constexpr std::size_t kLongest = 700;  // bytes, as a snippet has

const std::string& markdown_of(const Passage& passage) {
  return passage.markdown.empty() ? passage.text : passage.markdown;
}

// "I live in Leeds" as "User lives in Leeds", whoever says it.
writing::Fact fact_of(const std::string& sentence, const Passage& passage) {
  const std::string who = passage.speaker.empty() ? "User" : passage.speaker;
  const std::string told = to_third_person(sentence, who).value_or(sentence);
  return writing::make_fact(writing::plain_opening(who == "Assistant" ? address_user(told) : told),
                            passage.at);
}

bool holds_no_longer(const writing::Fact& fact, const Passage& passage) {
  return std::any_of(passage.outdated.begin(), passage.outdated.end(), [&](const auto& text) {
    const writing::Fact old = writing::make_fact(writing::plain_opening(text), passage.at);
    return writing::same_fact(fact, old) ||
           (fact.anchors == old.anchors && writing::overlap(fact.stems, old.stems) >= kSame);
  });
}

// A row as it is; else the sentences that are no question, and no field or list's opening without
// what belongs there.
std::vector<std::string> sayings_of(const Run& run) {
  if (run.row) return {run.text};
  std::vector<std::string> sayings;
  for (Sentence& sentence : sentences(run.text)) {
    if (!sentence.question && !sentence.text.ends_with(':')) {
      sayings.push_back(std::move(sentence.text));
    }
  }
  return sayings;
}

bool is_endless(const Run& run) {
  if (run.text.size() <= kLongest) return false;
  const std::vector<std::string> sayings = sayings_of(run);
  return std::any_of(sayings.begin(), sayings.end(),
                     [](const std::string& one) { return one.size() > kLongest; });
}

// Of all that a passage says. What is too long for an answer is there as far as the passage's text,
// a snippet around the words asked, has it.
std::vector<Run> runs_in(const Passage& passage) {
  std::vector<Run> runs = runs_of(markdown_of(passage));
  if (std::any_of(runs.begin(), runs.end(), is_endless)) {
    for (Run& run : runs_of(passage.text)) runs.push_back(std::move(run));
  }
  for (const std::string& fact : passage.also) runs.push_back({fact});
  return runs;
}

std::set<std::string> stem_set(std::string_view text) {
  std::set<std::string> stems;
  for (std::string& stemmed : stems_of(text)) stems.insert(std::move(stemmed));
  return stems;
}

std::set<std::string> names_in(std::string_view text) {
  std::set<std::string> names;
  for (const Word& word : words(text)) names.insert(name_of(word.text));
  return names;
}

// The names of the user's family, as texts tell them: "their daughter Mia".
using KinNames = std::map<std::string, std::string_view>;
void find_kin_names(std::string_view text, KinNames& names) {
  constexpr auto kOwners = std::to_array<std::string_view>({"my", "our", "their", "user"});
  const std::vector<Word> all = words(text);
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    const std::string_view kin = kin_of(all[i].text);
    if (kin.empty() || !is_capital(all[i + 1].text)) continue;
    if (lists(kOwners, plain_owner(all[i - 1].text))) names.emplace(name_of(all[i + 1].text), kin);
  }
}

// Of whom each is: by a word for them, a name, or a pronoun behind these.
void find_people(const KinNames& names, std::vector<Statement>& statements) {
  constexpr auto kPronouns = std::to_array<std::string_view>(
      {"he", "she", "him", "her", "his", "they", "it", "its", "their", "them"});
  const Statement* before = nullptr;
  for (Statement& one : statements) {
    bool pronoun = false;
    for (const Word& word : words(one.text)) {
      pronoun = pronoun || lists(kPronouns, plain_owner(word.text));
      const auto named = names.find(name_of(word.text));
      one.names_kin = one.names_kin || named != names.end();
      const std::string_view kin = named == names.end() ? kin_of(word.text) : named->second;
      if (!kin.empty()) one.kin.emplace(kin);
    }
    const bool goes_on =
        before != nullptr && before->passage == one.passage && pronoun && !one.cells;
    if (goes_on && one.kin.empty()) one.kin = before->kin;
    if (goes_on) one.names.insert(before->names.begin(), before->names.end());
    before = &one;
  }
}

// "User's neighbour Mr Campbell": another one than the user.
bool is_somebody_of(std::string_view subject) {
  if (!subject.starts_with("User's ")) return false;
  const std::vector<Word> all = words(subject);
  return std::any_of(all.begin() + 1, all.end(), [&](const Word& word) {
    const bool last = word.begin == all.back().begin;
    return is_somebody(utf8::lower(word.text)) && (last || is_capital(all.back().text));
  });
}

bool is_about_user(const Statement& one) {
  constexpr auto kUser = std::to_array<std::string_view>(
      {"user", "i", "we", "me", "us", "you", "i'm", "i've", "i'll", "i'd", "we're", "we've"});
  constexpr auto kOwn =
      std::to_array<std::string_view>({"user's", "my", "our", "your", "mine", "ours"});
  if (one.is_others || is_somebody_of(one.fact.subject)) return false;
  bool own = false;
  for (const Word& word : words(one.text)) {
    const std::string lower = utf8::lower(word.text);
    if (lists(kUser, lower)) return true;
    own = own || lists(kOwn, lower);
  }
  return one.kin.empty() && (own || one.fact.subject.empty());
}

// nullopt: it holds no longer.
std::optional<Statement> statement_of(const std::string& sentence, const Passage& passage) {
  Statement one;
  one.fact = fact_of(sentence, passage);
  if (holds_no_longer(one.fact, passage)) return std::nullopt;
  one.text = sentence;
  one.is_others = !passage.speaker.empty() && passage.speaker != "Assistant";
  one.stems = stem_set(sentence);
  one.names = names_in(sentence + " " + passage.about + " " + passage.speaker);
  return one;
}

}  // namespace

std::vector<Statement> statements_of(const AnswerRequest& request) {
  std::vector<Statement> all;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < request.passages.size(); ++i) {
    const Passage& passage = request.passages[i];
    for (const Run& run : runs_in(passage)) {
      for (const std::string& saying : sayings_of(run)) {
        if (saying.size() > kLongest || !seen.insert(saying).second) continue;
        std::optional<Statement> one = statement_of(saying, passage);
        if (!one) continue;
        one->passage = i;
        if (run.row) one->cells = stem_set(run.row->cells);
        all.push_back(*std::move(one));
      }
    }
  }
  KinNames names;
  for (const Statement& one : all) find_kin_names(one.text, names);
  for (const std::string& text : request.beside) find_kin_names(text, names);
  find_people(names, all);
  return all;
}

bool is_about(const Question& question, const Statement& statement) {
  const auto has = [](const std::set<std::string>& wanted, const std::set<std::string>& there) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const std::string& one) { return there.contains(one); });
  };
  std::set<std::string> said;
  for (const Word& word : words(statement.text)) said.insert(utf8::fold(word.text));
  const bool codes = std::all_of(question.codes.begin(), question.codes.end(),
                                 [&](const std::string& code) { return said.contains(code); });
  if (!codes) return false;
  if (!question.names.empty() && !has(question.names, statement.names)) return false;
  // Somebody else's "my wife" is not the user's.
  if (statement.is_others && question.names.empty())
    return !question.of_user && question.kin.empty();
  if (!question.kin.empty()) return has(question.kin, statement.kin);
  return !question.of_user || is_about_user(statement);
}

void drop_corrected(std::vector<Statement>& statements) {
  std::stable_sort(statements.begin(), statements.end(),
                   [](const Statement& a, const Statement& b) { return a.fact.at < b.fact.at; });
  std::vector<Said> said;
  said.reserve(statements.size());
  for (const Statement& one : statements) said.push_back(read_said(one.fact.text, one.fact.at));
  std::vector<bool> gone(statements.size());
  for (std::size_t newer = 1; newer < said.size(); ++newer) {
    for (std::size_t older = 0; older < newer; ++older) {
      gone[older] = gone[older] || corrects(said[newer], said[older]);
    }
  }
  std::size_t at = 0;
  std::erase_if(statements, [&](const Statement&) { return gone[at++]; });
}

}  // namespace pyramid::engine::builtin::answering
