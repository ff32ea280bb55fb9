#include "engine/builtin/reading/telegram.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/telegram.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

using Words = std::vector<std::string>;

bool is_subject_pronoun(const std::string& word) {
  return lists(tables::kSubjects, word) || word.starts_with("i'") || word.starts_with("we'") ||
         word.starts_with("he'") || word.starts_with("she'") || word.starts_with("they'");
}

// The words before the first comma, semicolon or colon; "2,000" has none.
Words first_clause(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = std::string_view(",;:").find(text[i]) != std::string_view::npos;
    if (mark && (i + 1 == text.size() || text[i + 1] == ' ')) return lower_words(text.substr(0, i));
  }
  return lower_words(text);
}

bool is_past_form(const std::string& word) {
  return (word.size() > 3 && word.ends_with("ed")) || (is_irregular_past(word) && !is_modal(word));
}

// "Working from home is great", "Baked beans are cheap": the verb comes later, so what stands in
// front is its subject.
bool has_later_verb(const Words& clause) {
  for (std::size_t i = 1; i < clause.size(); ++i) {
    if (is_subject_pronoun(clause[i]) || lists(tables::kSubordinators, clause[i])) return false;
    const std::string& word = clause[i];
    if (is_linking(word) || word == "will" || word == "can") return true;
    const bool agrees = word.ends_with("s") && is_plain_verb(word.substr(0, word.size() - 1));
    // "Training starts next week", "Ahmed moved to Bonn".
    if (i == 1 && (agrees || is_past_form(word))) return true;
    // "Baking bread keeps me sane".
    if (agrees && i + 1 < clause.size() && (clause[i + 1] == "me" || clause[i + 1] == "us"))
      return true;
  }
  return false;
}

bool has_past_time(const Words& all) {
  return std::any_of(all.begin(), all.end(),
                     [](const std::string& word) { return lists(tables::kPastTimes, word); });
}

std::string lowered(const std::string& text) {
  std::string out = text;
  if (is_capital(text) && static_cast<unsigned char>(text[0]) < 0x80)
    out[0] = static_cast<char>(out[0] - 'A' + 'a');
  return out;
}

bool is_past(const Words& clause, const Words& all) {
  const std::string& first = clause.front();
  if (lists(tables::kNoTelegram, first) || is_modal(first) || is_linking(first)) return false;
  // "Put", "read": a request as well, unless a time says otherwise.
  if (lists(tables::kSamePast, first)) return has_past_time(all);
  // "Ordered by date": nobody did it.
  if (clause.size() > 1 && clause[1] == "by") return false;
  // "Left knee hurts" is no leaving.
  if (first == "left") return clause.size() > 1 && lists(tables::kBehindLeft, clause[1]);
  if (first.size() > 3 && first.ends_with("ed") && !is_participle_adjective(first) &&
      !is_plain_verb(first)) {
    return true;
  }
  return is_irregular_past(first);
}

bool is_progressive(const std::string& word) {
  return word.size() > 5 && word.ends_with("ing") && !lists(tables::kNoProgressives, word);
}

}  // namespace

std::string spelt_out(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Word& word : words(text)) {
    out.append(text.substr(at, word.begin - at));
    at = word.begin + word.text.size();
    const std::string lower = utf8::lower(word.text);
    // "the U.N."
    const bool initial = word.text.size() == 1 && at + 1 < text.size() && text[at] == '.' &&
                         is_capital(text.substr(at + 1));
    if (initial) {
      out += word.text;
      continue;
    }
    const auto it = std::find_if(
        tables::kChatForms.begin(), tables::kChatForms.end(),
        [&](const auto& one) { return begin_alike(one.first, lower) && one.first == lower; });
    if (it == tables::kChatForms.end()) {
      out += word.text;
      continue;
    }
    std::string full(it->second);
    if (is_capital(word.text))
      full[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(full[0])));
    out += full;
  }
  out.append(text.substr(at));
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view laugh : tables::kLaughs) {
      if (out.size() <= laugh.size()) continue;
      const std::size_t begin = out.size() - laugh.size();
      if (!equals_ignoring_case(std::string_view(out).substr(begin), laugh)) continue;
      const char before = out[begin - 1];
      if (before != ' ' && before != ',') continue;
      out.resize(out.size() - laugh.size());
      while (!out.empty() && std::string_view(" ,;.!").find(out.back()) != std::string_view::npos)
        out.pop_back();
      again = true;
    }
  }
  return out;
}

std::string with_subject(const std::string& text) {
  const Words all = lower_words(text);
  const Words clause = first_clause(text);
  if (all.size() < 3 || clause.size() < 2) return text;
  const std::string& first = clause.front();
  const std::string lower = utf8::lower(text);
  for (const auto& [opener, subject] : tables::kSubjectless) {
    if (begins_with(lower, opener)) return std::string(subject) + lowered(text);
  }
  // "Just moved to Bonn", "still living with my parents".
  if (lists(tables::kLeadAdverbs, first) && !is_subject_pronoun(clause[1])) {
    const Words behind(clause.begin() + 1, clause.end());
    if (!has_later_verb(behind)) {
      if (is_progressive(clause[1])) return "I'm " + lowered(text);
      if (clause.size() > 2 && is_past(behind, all)) return "I " + lowered(text);
    }
  }
  if (has_later_verb(clause)) return text;
  if (first == "not" && lists(tables::kStates, clause[1])) return "I'm " + lowered(text);
  if (lists(tables::kStates, first)) {
    const bool since = std::find(clause.begin(), clause.end(), "since") != clause.end() ||
                       (clause.size() > 2 && clause[1] == "for" && has_digit(clause[2]));
    if (first == "born") return "I was " + lowered(text);
    return (since ? "I've been " : "I'm ") + lowered(text);
  }
  // "Excited about Peru", "worried about the exam".
  if (is_participle_adjective(first) && first != "used" && first != "supposed" &&
      lists(tables::kBehindFeelings, clause[1])) {
    return "I'm " + lowered(text);
  }
  const bool more = clause.size() > 2 && !is_subject_pronoun(clause[1]);
  if (more && is_past(clause, all)) return "I " + lowered(text);
  if (more && is_progressive(first)) return "I'm " + lowered(text);
  // "Runway until March 2027".
  for (std::size_t i = 1; i < std::min<std::size_t>(clause.size(), 4); ++i) {
    if (clause[i] != "until" && clause[i] != "till") continue;
    const bool noun = std::none_of(clause.begin(), clause.begin() + static_cast<std::ptrdiff_t>(i),
                                   [](const std::string& word) {
                                     return is_stop_word(word) || lists(tables::kMonths, word) ||
                                            lists(tables::kWeekdays, word) ||
                                            lists(tables::kNoDurations, word) ||
                                            is_plain_verb(word) || word.ends_with("ed");
                                   });
    const bool dated = i + 1 < clause.size() &&
                       (has_digit(clause[i + 1]) || lists(tables::kMonths, clause[i + 1]) ||
                        lists(tables::kWeekdays, clause[i + 1]) || clause[i + 1] == "next");
    if (!noun || !dated) break;
    const std::size_t at = words(text)[i].begin;
    return "The " + lowered(text.substr(0, at)) + "lasts " + text.substr(at);
  }
  return text;
}

bool lacks_subject(std::string_view text) {
  const Words clause = first_clause(text);
  if (clause.empty() || has_later_verb(clause)) return false;
  // "Forecast: 27 February" is a noun with its date.
  if (clause.size() == 1 && !clause.front().ends_with("ed")) return false;
  const std::string& first = clause.front();
  // "Works great".
  const bool agrees = first.ends_with("s") && is_plain_verb(first.substr(0, first.size() - 1));
  return agrees || is_past_form(first) || is_progressive(first);
}

bool is_fragment(std::string_view text) {
  constexpr std::size_t kMost = 7;
  const Words all = lower_words(text);
  if (all.empty() || all.size() > kMost || lists(tables::kNoFragments, all.front())) return false;
  bool telling = false;  // a number, a time or a price: it is worth keeping
  for (const std::string& word : all) {
    if (is_subject_pronoun(word) || is_linking(word) || is_modal(word) || is_plain_verb(word) ||
        is_irregular_past(word) || (word.size() > 4 && word.ends_with("ed")) ||
        (word.ends_with("s") && is_plain_verb(word.substr(0, word.size() - 1)))) {
      return false;
    }
    telling = telling || has_digit(word) || word == "since" || lists(tables::kMonths, word);
  }
  return telling;
}

}  // namespace pyramid::engine::builtin
