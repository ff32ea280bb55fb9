#include "engine/builtin/reading/commitment.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/questions.hpp"
#include "engine/builtin/tables/speech.hpp"

#include <algorithm>

namespace pyramid::engine::builtin {

namespace {

// "I'll remind you not to feed him": alone, nobody knows whom. "I'll bring the fee table, it
// changes": that one is clear.
bool points_elsewhere(std::string_view rest) {
  const std::vector<Word> all = words(rest);
  std::size_t nouns = 0;
  bool name = false;
  for (const Word& word : all) {
    const std::string lower = utf8::lower(word.text);
    if (lower == "him" || lower == "her" || lower == "he" || lower == "she") {
      if (!name) return true;
    } else if (lower == "it" || lower == "them" || lower == "they") {
      constexpr std::size_t kClear = 2;  // the verb, and a noun that "it" can be
      if (nouns < kClear) return true;
    } else if (!is_stop_word(lower)) {
      ++nouns;
      name = name || is_capital(word.text);
    }
  }
  return false;
}

}  // namespace

std::string commitment(std::string_view sentence) {
  constexpr std::size_t kLongest = 300;
  std::string kept = collapse_spaces(replace_all(sentence, "’", "'"));
  while (!kept.empty() && (kept.back() == '.' || kept.back() == '!')) kept.pop_back();
  if (kept.find('?') != std::string::npos || kept.size() > kLongest) return {};
  for (const std::string_view lead : tables::kAssistantLeads) {
    if (starts_with_ignoring_case(kept, lead)) kept.erase(0, lead.size());
  }
  // "I was wrong; for ash, choose another oil": the advice is no part of it.
  if (const std::size_t stop = kept.find("; "); stop != std::string::npos) {
    const std::string behind = utf8::lower(std::string_view(kept).substr(stop + 2));
    if (!begins_with_any(behind, tables::kFirstPersons)) kept.resize(stop);
  }
  const std::string lower = utf8::lower(kept);
  for (const std::string_view opener : tables::kCommitments) {
    if (!lower.starts_with(opener)) continue;
    const std::string_view behind = std::string_view(lower).substr(opener.size());
    const bool polite =
        std::any_of(tables::kPoliteCommitments.begin(), tables::kPoliteCommitments.end(),
                    [&](std::string_view one) { return behind.starts_with(one); });
    const std::string_view rest = std::string_view(kept).substr(opener.size());
    if (polite || content_stems(behind).size() < 2 || points_elsewhere(rest)) return {};
    // "From now on I'll" and its kind begin with "I" once the lead is gone.
    return lower[0] == 'i' ? kept : kept.substr(lower.find("i'll "));
  }
  return {};
}

}  // namespace pyramid::engine::builtin
