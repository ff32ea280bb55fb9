#include "engine/builtin/reading/mood.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/mood.hpp"

#include <algorithm>
#include <string>

namespace pyramid::engine::builtin {

namespace {

// Lower case, straight apostrophes, and without "ok so", "well," and their kind in front.
std::string plain(std::string_view sentence) {
  std::string lower = utf8::lower(collapse_spaces(replace_all(sentence, "’", "'")));
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view lead : tables::kMoodLeads) {
      if (!lower.starts_with(lead)) continue;
      lower.erase(0, lead.size());
      again = true;
    }
  }
  return lower;
}

// "in the novel, i am a detective"
bool tells_fiction(std::string_view lower) {
  const std::size_t comma = lower.find(", ");
  if (comma == std::string_view::npos) return false;
  const std::string_view speaker = lower.substr(comma + 2);
  if (!begins_with_any(speaker, tables::kFictionSpeakers)) return false;
  return std::any_of(
      tables::kInFiction.begin(), tables::kInFiction.end(), [&](std::string_view opener) {
        if (!lower.starts_with(opener)) return false;
        return lists(tables::kFictions, lower.substr(opener.size(), comma - opener.size()));
      });
}

// "you are the judge and i am the defendant"
bool casts_parts(std::string_view lower) {
  return holds_any(lower, tables::kOthersParts) && holds_any(lower, tables::kOwnParts);
}

// "and i'm the queen of england"
bool claims_throne(std::string_view lower) {
  for (const std::string_view claim : tables::kClaims) {
    const std::size_t at = lower.find(claim);
    if (at == std::string_view::npos) continue;
    std::string_view who = lower.substr(at + claim.size());
    for (const std::string_view throne : tables::kThrones) {
      // "the king's cook", "godmother"
      const bool open = throne.ends_with(' ');
      if (open ? who.starts_with(throne)
               : who == throne || who.starts_with(std::string(throne) + ","))
        return true;
    }
  }
  return false;
}

bool is_famous(std::string lower) {
  while (!lower.empty() && std::string_view(".! ").find(lower.back()) != std::string_view::npos)
    lower.pop_back();
  return lists(tables::kFamousLines, lower);
}

}  // namespace

bool opens_what_if(std::string_view sentence) {
  const std::string lower = plain(sentence);
  if (tells_fiction(lower) || casts_parts(lower)) return true;
  if (begins_with_any(lower, tables::kWhatIfOpeners)) return true;
  return holds_any(lower, tables::kWhatIfParts);
}

bool returns_to_reality(std::string_view sentence) {
  // "Anyway" is a lead of other moods, so the sentence counts as it stands.
  const std::string lower = utf8::lower(collapse_spaces(replace_all(sentence, "’", "'")));
  return begins_with_any(lower, tables::kReturns) ||
         begins_with_any(plain(sentence), tables::kReturns);
}

bool is_retraction(std::string_view sentence) {
  const std::string lower = plain(sentence);
  if (begins_with_any(lower, tables::kRetractions)) return true;
  constexpr std::size_t kShort = 40;
  return lower.size() < kShort && holds_any(lower, tables::kRetractionParts);
}

bool is_ironic(std::string_view sentence) {
  if (holds_any(sentence, tables::kIronicSymbols)) return true;
  std::string lower = plain(sentence);
  if (is_famous(lower)) return true;
  while (!lower.empty() && (lower.back() == '.' || lower.back() == '!')) lower.pop_back();
  const bool ends = std::any_of(tables::kIronicEnds.begin(), tables::kIronicEnds.end(),
                                [&](std::string_view end) { return lower.ends_with(end); });
  return ends || claims_throne(lower) || begins_with_any(lower, tables::kIronicOpeners) ||
         holds_any(" " + lower + " ", tables::kIronicParts);
}

}  // namespace pyramid::engine::builtin
