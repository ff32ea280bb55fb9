#include "engine/builtin/reading/questions.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/builtin/tables/questions.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

// Begins with the asker as subject or owner.
bool is_mine(std::string_view lower) { return begins_with_any(lower, tables::kFirstPersons); }

// Up to the tag or the next question: "I'm coeliac, don't you" -> "I'm coeliac".
std::string_view clause_of(std::string_view text) {
  for (std::size_t comma = text.find(','); comma != std::string_view::npos;
       comma = text.find(',', comma + 1)) {
    const std::string behind = utf8::lower(trim(text.substr(comma + 1)));
    if (begins_with_any(behind, tables::kAsking)) return trim(text.substr(0, comma));
  }
  return trim(text);
}

}  // namespace

std::vector<std::string> facts_in_question(std::string_view question) {
  std::string text = collapse_spaces(replace_all(question, "’", "'"));
  while (!text.empty() && (text.back() == '?' || text.back() == '!' || text.back() == ' '))
    text.pop_back();
  const std::string lower = utf8::lower(text);
  std::vector<std::string> facts;
  if (lower.size() != text.size()) return facts;
  const auto take = [&](std::size_t at) {
    if (is_mine(std::string_view(lower).substr(at)))
      facts.emplace_back(clause_of(std::string_view(text).substr(at)));
  };
  for (const std::string_view opener : tables::kReminders) {
    if (lower.starts_with(opener)) take(opener.size());
  }
  if (facts.empty()) facts = reasons_in(text);
  // "is it a problem that we only have a small yard".
  if (const std::size_t is_it = lower.find("is it "); is_it != std::string::npos && facts.empty()) {
    constexpr std::size_t kNear = 24;
    constexpr std::string_view kThat = " that ";
    const std::size_t that = lower.find(kThat, is_it);
    if (that != std::string::npos && that - is_it <= kNear) take(that + kThat.size());
  }
  // "I have a bad knee, should I get clip pedals": the statement stands in front.
  if (facts.empty() && is_mine(lower)) {
    const std::string_view front = clause_of(text);
    if (front.size() < text.size()) facts.emplace_back(front);
  }
  // "… for someone who is 34".
  for (const std::string_view someone : tables::kSomeoneWho) {
    const std::size_t at = lower.find(someone);
    if (at == std::string::npos) continue;
    std::string said = text.substr(at + someone.size());
    if (said.starts_with("is ")) said = "am" + said.substr(2);
    if (said.starts_with("has ")) said = "have" + said.substr(3);
    facts.push_back("I " + said);
  }
  if (facts.empty()) {
    if (auto who = introduced_in(text)) facts.push_back(std::move(*who));
  }
  return facts;
}

std::optional<std::string> introduced_in(const std::string& text) {
  const std::vector<Word> all = words(text);
  for (std::size_t i = 0; i + 2 < all.size(); ++i) {
    const std::string owner = utf8::lower(all[i].text);
    const std::string relation = utf8::lower(all[i + 1].text);
    if ((owner != "my" && owner != "our") || !lists(tables::kRelations, relation)) continue;
    std::size_t name = i + 2;
    const bool titled = lists(tables::kTitles, utf8::lower(all[name].text));
    if (titled && name + 1 < all.size()) ++name;
    const std::string_view between = std::string_view(text).substr(
        all[i + 1].begin + relation.size(), all[i + 2].begin - all[i + 1].begin - relation.size());
    const std::string lower = utf8::lower(all[name].text);
    if (trim(between) != "" || !is_capital(all[name].text) || is_stop_word(lower) ||
        lists(tables::kNotNames, lower) || lists(tables::kWeekdays, lower) ||
        lists(tables::kMonths, lower) || all[name].text.ends_with("'s")) {
      return std::nullopt;
    }
    while (name + 1 < all.size() && is_capital(all[name + 1].text) &&
           all[name + 1].begin == all[name].begin + all[name].text.size() + 1) {
      ++name;
    }
    const std::size_t end = all[name].begin + all[name].text.size();
    return "my " + relation + (titled ? " is " : " is called ") +
           text.substr(all[i + 2].begin, end - all[i + 2].begin);
  }
  return std::nullopt;
}

std::vector<std::string> reasons_in(std::string_view request) {
  const std::string lower = utf8::lower(request);
  if (lower.size() != request.size()) return {};
  for (const std::string_view reason : tables::kReasons) {
    const std::size_t at = lower.find(reason);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + reason.size();
    if (!begins_with_any(std::string_view(lower).substr(begin), tables::kCircumstances)) continue;
    return {std::string(clause_of(request.substr(begin)))};
  }
  return {};
}

std::string told_of_asked(const std::string& text, std::string_view question) {
  std::string asked(trim(question));
  if (!asked.ends_with("?")) return text;
  asked.pop_back();
  const std::string lower = utf8::lower(asked);
  if (lower.size() != asked.size()) return text;
  const std::size_t mine = std::max(lower.rfind(" my ") + 1, lower.rfind(" our ") + 1);
  constexpr std::size_t kLongestNoun = 5;
  if (mine == 0 || asked.find_first_of(",;:", mine) != std::string::npos ||
      words(std::string_view(asked).substr(mine)).size() > kLongestNoun) {
    return text;
  }
  for (const std::string_view opener : {"It's ", "It’s ", "It is ", "it's ", "it is "}) {
    if (text.starts_with(opener)) return asked.substr(mine) + " is " + text.substr(opener.size());
  }
  return text;
}

std::string full_answer(const std::string& answer, std::string_view question) {
  std::string asked(trim(question));
  if (!asked.ends_with("?")) return answer;
  asked.pop_back();
  const std::string lower = utf8::lower(answer);
  for (const auto& [short_answer, opener, full] : tables::kShortAnswers) {
    if (!begins_with(lower, short_answer) || !starts_with_ignoring_case(asked, opener)) continue;
    const std::string_view rest = std::string_view(answer).substr(short_answer.size());
    // Only where nothing of its own follows: "I have, and …", but not "I have two".
    if (!rest.empty() && rest.front() != ',' && rest.front() != ';') continue;
    return std::string(full) + asked.substr(opener.size()) + std::string(rest);
  }
  return answer;
}

}  // namespace pyramid::engine::builtin
