#include "engine/chat/chatter.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/own_words.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pyramid::engine::chat {

namespace {

// What begins a sentence about the facts that were given …
constexpr auto kFacts = std::to_array<std::string_view>({"the facts",
                                                         "the given facts",
                                                         "the provided facts",
                                                         "these facts",
                                                         "the listed facts",
                                                         "none of the facts",
                                                         "the material",
                                                         "the sources",
                                                         "the provided texts",
                                                         "no information",
                                                         "no further information",
                                                         "no other information",
                                                         "no additional information",
                                                         "there is no information",
                                                         "there is no further information",
                                                         "based on the facts",
                                                         "die fakten",
                                                         "die angaben",
                                                         "in den fakten",
                                                         "keiner der fakten",
                                                         "weitere angaben"});
// … and goes on as one about what they lack, or are.
constexpr auto kLack = std::to_array<std::string_view>(
    {"not say",        "not mention",  "not state",   "not specify",  "not provide",
     "not indicate",   "not contain",  "not include", "not tell",     "not give",
     "n't say",        "n't mention",  "n't specify", "nothing",      "is given",
     "is provided",    "is available", "are given",   "are provided", "no mention",
     "no information", "about",        "mention",     "sagen nicht",  "nicht hervor",
     "keine angabe",   "enthalten",    "nichts"});
// Said to whoever asked.
constexpr auto kToReader = std::to_array<std::string_view>(
    {"let me know", "please let me know", "i hope this", "hope this helps", "feel free to",
     "if you'd like", "if you would like", "if you need", "would you like me", "do you want me",
     "is there anything else", "note: this", "(note", "lass mich wissen", "lassen sie mich wissen",
     "sag mir bescheid", "ich hoffe, das", "gib mir bescheid"});

template <typename List>
const std::string_view* opening_of(const List& list, std::string_view lower) {
  const auto found = std::find_if(list.begin(), list.end(), [&](std::string_view opening) {
    return lower.starts_with(opening);
  });
  return found == list.end() ? nullptr : &*found;
}

bool is_said(std::string_view opening, std::span<const SourceText> sources) {
  return std::any_of(sources.begin(), sources.end(), [&](const SourceText& source) {
    return utf8::lower(source.text).find(opening) != std::string::npos;
  });
}

// As it is compared: lower case, plain apostrophes, no marks of a list in front.
std::string plain(std::string_view sentence) {
  const std::size_t begin = std::min(sentence.find_first_not_of(" \t-*_>"), sentence.size());
  return utf8::lower(replace_all(std::string(sentence.substr(begin)), "\u2019", "'"));
}

bool tells_of_facts(std::string_view sentence, std::span<const SourceText> sources) {
  const std::string lower = plain(sentence);
  const std::string_view* opening = opening_of(kFacts, lower);
  if (opening == nullptr || is_said(*opening, sources)) return false;
  const std::string_view rest = std::string_view(lower).substr(opening->size());
  return std::any_of(kLack.begin(), kLack.end(), [&](std::string_view lack) {
    return rest.find(lack) != std::string_view::npos;
  });
}

bool speaks_to_reader(std::string_view sentence, std::span<const SourceText> sources) {
  const std::string_view* opening = opening_of(kToReader, plain(sentence));
  return opening != nullptr && !is_said(*opening, sources);
}

// With its line and the mark of the list, where nothing else stands in it.
void erase_sentence(std::string& text, std::size_t begin, std::size_t end) {
  const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
  const std::size_t line = text.find_last_of('\n', begin) + 1;  // 0 behind npos
  const bool opens = text.find_first_not_of(" \t-*", line) == begin;
  const bool is_alone = opens && (next == text.size() || text[next] == '\n');
  if (is_alone) {
    text.erase(line, std::min(next + 1, text.size()) - line);
  } else {
    text.erase(begin, next - begin);
  }
}

}  // namespace

std::string without_chatter(std::string_view text, std::span<const SourceText> sources) {
  const std::vector<std::string_view> sentences = format::sentences_in(text);
  std::string out(text);
  bool at_end = true;
  for (auto one = sentences.rbegin(); one != sentences.rend(); ++one) {
    at_end = at_end && speaks_to_reader(*one, sources);
    if (!at_end && !tells_of_facts(*one, sources)) continue;
    const auto begin = static_cast<std::size_t>(one->data() - text.data());
    erase_sentence(out, begin, begin + one->size());
  }
  return out.size() == text.size() ? out : std::string(trim(out));
}

}  // namespace pyramid::engine::chat
