#include "engine/builtin/reading/wishes.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/speech.hpp"

#include <utility>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// "when you answer me" -> "when it answers me"
std::string of_the_assistant(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  bool verb_follows = false;
  for (const Word& word : words(text)) {
    out.append(text.substr(at, word.begin - at));
    at = word.begin + word.text.size();
    const std::string lower = utf8::lower(word.text);
    const bool verb = std::exchange(verb_follows, lower == "you");
    if (lower == "you") {
      out += "it";
    } else if (lower == "your") {
      out += "its";
    } else if (verb) {
      out += third_person(std::string(word.text));
    } else {
      out += word.text;
    }
  }
  out.append(text.substr(at));
  return out;
}

std::string_view without_opener(std::string_view text, std::string_view opener) {
  return starts_with_ignoring_case(text, opener) ? text.substr(opener.size()) : text;
}

}  // namespace

std::optional<std::string> standing_wish(std::string_view sentence) {
  if (sentence.find('?') != std::string_view::npos) return std::nullopt;
  std::string_view text = without_opener(sentence, "please ");
  bool standing = false;
  for (const std::string_view opener : tables::kFromNowOn) {
    const std::string_view rest = without_opener(text, opener);
    standing = standing || rest.size() < text.size();
    text = rest;
  }
  text = without_opener(text, "please ");
  constexpr std::string_view kAtTheEnd = " from now on";
  if (text.ends_with(kAtTheEnd)) {
    text.remove_suffix(kAtTheEnd.size());
    standing = true;
  }
  std::string how;
  for (const std::string_view adverb : {"always ", "never "}) {
    const std::string_view rest = without_opener(text, adverb);
    if (rest.size() == text.size()) continue;
    how = adverb;
    text = rest;
  }
  const std::vector<std::string> lower = lower_words(text);
  constexpr std::size_t kLeast = 2;
  if ((how.empty() && !standing) || lower.size() < kLeast ||
      !lists(tables::kAssistantActs, lower.front())) {
    return std::nullopt;
  }
  std::string told = of_the_assistant(text);
  told[0] = lower.front()[0];
  return "I want the assistant to " + how + told;
}

}  // namespace pyramid::engine::builtin
