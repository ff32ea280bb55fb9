#include "engine/chat/refusals.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/grounding/citations.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace pyramid::engine::chat {

namespace {

constexpr std::size_t kLongest = 600;  // bytes
constexpr std::size_t kWord = 4;       // columns: shorter ones are no sign of a source

constexpr auto kSorry = std::to_array<std::string_view>(
    {"i'm sorry", "i am sorry", "sorry", "i apologize", "i apologise", "my apologies", "as an ai",
     "unfortunately, i", "unfortunately i", "es tut mir leid", "tut mir leid", "leider",
     "entschuldig", "als ki", "désolé", "je suis désolé", "lo siento"});
constexpr auto kUnable = std::to_array<std::string_view>(
    {"i cannot", "i can't", "i can not", "i am unable", "i'm unable", "i am not able",
     "i'm not able", "i won't", "i will not", "i must decline", "i'm afraid", "ich kann",
     "kann ich", "ich bin nicht in der lage", "ich darf", "je ne peux pas", "no puedo"});
constexpr auto kTask = std::to_array<std::string_view>(
    {"help",      "assist",       "comply",  "fulfil",    "request",      "provide",
     "generate",  "creat",        "summar",  "write",     "answer",       "continue",
     "do that",   "do this",      "content", "guideline", "polic",        "decline",
     "helfen",    "unterstütz",   "anfrage", "beantwort", "zusammenfass", "schreiben",
     "erstellen", "weiterhelfen", "aider",   "demande",   "ayudar",       "solicitud"});
// Words of excuses that may well stand in a source too.
constexpr auto kExcuses = std::to_array<std::string_view>(
    {"sorry",  "cannot",  "can't",  "help",   "assist", "with",   "that",
     "this",   "request", "unable", "able",   "write",  "answer", "provide",
     "leider", "kann",    "nicht",  "helfen", "dabei",  "ihnen"});

template <typename List>
bool holds_any(std::string_view text, const List& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

template <typename List>
bool begins_with_any(std::string_view text, const List& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.starts_with(part); });
}

std::set<std::string> words_of(std::string_view lower) {
  std::set<std::string> found;
  for (const Word& word : words(lower)) {
    const bool excuse = std::find(kExcuses.begin(), kExcuses.end(), word.text) != kExcuses.end();
    if (utf8::width(word.text) >= kWord && !excuse) found.emplace(word.text);
  }
  return found;
}

bool has_word_of(std::string_view lower, std::span<const SourceText> sources) {
  const std::set<std::string> said = words_of(lower);
  return std::any_of(sources.begin(), sources.end(), [&](const SourceText& source) {
    const std::set<std::string> held = words_of(utf8::lower(source.text));
    return std::any_of(said.begin(), said.end(),
                       [&](const std::string& word) { return held.contains(word); });
  });
}

}  // namespace

bool is_refusal_in_words(std::string_view text, std::span<const SourceText> sources) {
  const std::string_view bare = trim(text);
  if (bare.empty() || bare.size() > kLongest) return false;
  if (trim(grounding::take_citations(bare, texts_of(sources)).text) != bare) return false;
  const std::string lower = utf8::lower(replace_all(std::string(bare), "\u2019", "'"));
  const bool excuse = holds_any(lower, kUnable) && holds_any(lower, kTask);
  if (!excuse) return false;
  if (begins_with_any(lower, kSorry)) return true;
  return begins_with_any(lower, kUnable) && !has_word_of(lower, sources);
}

}  // namespace pyramid::engine::chat
