#include "engine/builtin/writing/clauses.hpp"

#include "base/text.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 4 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool has_article(std::string_view text) {
  return text.starts_with("a ") || text.starts_with("an ");
}

// Behind one of these a clause could hang on another than the first.
bool binds(std::string_view sentence) {
  static constexpr std::array<std::string_view, 12> kBinding = {
      "because", "so",    "which", "who",   "that", "when",
      "while",   "until", "if",    "since", "but",  "or"};
  const std::vector<Word> all = words(sentence);
  return std::any_of(all.begin(), all.end(), [](const Word& word) {
    return std::find(kBinding.begin(), kBinding.end(), word.text) != kBinding.end();
  });
}

// "they live in Turin" -> "lives in Turin". `named`: the sentence began with who the user is; else
// "they are a big firm" may be others.
std::optional<std::string> of_user(std::string_view clause, bool named) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kVerbs = {
      {{"live ", "lives "},
       {"work ", "works "},
       {"study ", "studies "},
       {"come from ", "comes from "},
       {"speak ", "speaks "},
       {"teach ", "teaches "},
       {"are from ", "is from "}}};
  if (clause.starts_with("they ")) clause.remove_prefix(5);
  for (const auto& [plural, singular] : kVerbs) {
    if (clause.starts_with(plural)) {
      return std::string(singular).append(clause.substr(plural.size()));
    }
  }
  if (clause.starts_with("are ")) clause.remove_prefix(4);
  constexpr std::string_view kYears = " years old";
  if (clause.ends_with(kYears)) clause.remove_suffix(kYears.size());
  if (is_number(clause)) return "is " + std::string(clause) + std::string(kYears);
  if (named && has_article(clause)) return "is " + std::string(clause);
  return std::nullopt;
}

// The clauses of a sentence without its full stop, cut at commas and in front of "and they".
std::vector<std::string_view> cut(std::string_view body) {
  constexpr std::string_view kAnd = "and ";
  constexpr std::string_view kAndThey = " and they ";
  std::vector<std::string_view> clauses;
  for (std::size_t from = 0; from <= body.size();) {
    const std::size_t end = std::min(body.find(", ", from), body.size());
    std::string_view part = body.substr(from, end - from);
    from = end + 2;
    if (part.starts_with(kAnd)) part.remove_prefix(kAnd.size());
    while (true) {
      const std::size_t at = part.find(kAndThey);
      clauses.push_back(part.substr(0, at));
      if (at == std::string_view::npos) break;
      part.remove_prefix(at + kAnd.size() + 1);
    }
  }
  return clauses;
}

std::string_view without_request(std::string_view body) {
  for (const std::string_view asked : {", so please ", ", please ", "; please ", " - please "}) {
    const std::size_t at = body.find(asked);
    if (at != std::string_view::npos) body = body.substr(0, at);
  }
  return body;
}

}  // namespace

std::vector<std::string> plain_clauses(std::string_view sentence) {
  std::vector<std::string> whole = {std::string(sentence)};
  if (!sentence.starts_with("User") || !sentence.ends_with('.')) return whole;
  const std::string_view body = without_request(sentence.substr(0, sentence.size() - 1));
  std::vector<std::string> plain = {std::string(body) + "."};
  static constexpr std::array<std::string_view, 3> kOpenings = {"User is ", "User lives in ",
                                                                "User works as "};
  constexpr std::string_view kIs = kOpenings[0];
  const bool named = body.starts_with("User's name is ") ||
                     (body.starts_with(kIs) && is_capital(body.substr(kIs.size())));
  const bool of_person =
      named || std::any_of(kOpenings.begin(), kOpenings.end(),
                           [&](std::string_view opening) { return body.starts_with(opening); });
  if (!of_person || binds(body)) return plain;
  std::vector<std::string> clauses;
  for (const std::string_view clause : cut(body)) {
    if (clauses.empty()) {
      clauses.push_back(std::string(clause) + ".");
      continue;
    }
    const auto said = of_user(clause, named);
    if (!said) return plain;
    // With whom somebody lives holds when the place no longer does.
    const std::size_t with = said->starts_with("lives in ") ? said->find(" with ") : said->npos;
    clauses.push_back("User " + said->substr(0, with) + ".");
    if (with != said->npos) clauses.push_back("User lives" + said->substr(with) + ".");
  }
  return clauses;
}

}  // namespace pyramid::engine::builtin::writing
