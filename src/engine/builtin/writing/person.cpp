// "User" and "Assistant" as they stand in observations, turned into prose.
#include "base/text.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pyramid::engine::builtin::writing {
namespace {

// What the assistant may have: "its answers" becomes "my answers", "its graph view" stays.
constexpr std::array<std::string_view, 18> kOwned = {
    "own",       "answer",   "answers", "reply",  "replies",    "response",
    "responses", "note",     "notes",   "memory", "mistake",    "mistakes",
    "promise",   "promises", "tone",    "style",  "suggestion", "summaries"};

// What the assistant does: "every recipe they suggest" becomes "every recipe I suggest".
constexpr std::array<std::string_view, 11> kDone = {
    "suggest", "suggested", "recommend", "recommended", "propose", "proposed",
    "write",   "wrote",     "draft",     "answer",      "explain"};

// Where a clause with a subject of its own begins.
constexpr std::array<std::string_view, 9> kClauses = {"that", "who",   "which", "because", "when",
                                                      "if",   "while", "so",    "whether"};

template <typename List>
bool holds_word(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_subject_verb(std::string_view word) {
  const VerbForm form = read_verb(word).form;
  return form == VerbForm::kPresent || form == VerbForm::kPast || form == VerbForm::kModal;
}

class Rewriter {
 public:
  Rewriter(std::string_view text, bool first_person, bool opening)
      : text_(text), all_(words(text)), first_person_(first_person), opening_(opening) {}

  std::string run() {
    own_ = !all_.empty() && all_[0].text.starts_with("Assistant");
    for (std::size_t i = 0; i < all_.size(); ++i) {
      out_ += text_.substr(done_, all_[i].begin - done_);
      done_ = all_[i].begin + all_[i].text.size();
      word(i);
    }
    out_ += text_.substr(done_);
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view at(std::size_t i) const {
    return i < all_.size() ? all_[i].text : "";
  }

  [[nodiscard]] std::string_view gap_before(std::size_t i) const {
    const std::size_t end = all_[i - 1].begin + all_[i - 1].text.size();
    return text_.substr(end, all_[i].begin - end);
  }

  void word(std::size_t i) {
    const std::string_view text = all_[i].text;
    const bool after_the = i > 0 && (at(i - 1) == "the" || at(i - 1) == "The");
    const bool possessive = text.ends_with("'s") || text.ends_with("’s");
    const std::string_view bare = text.substr(0, text.find_first_of("'\xe2"));
    const bool titled = !possessive && is_capital(text) && is_capital(at(i + 1));
    const bool compound = i > 1 && !after_the && is_capital(at(i - 1)) && gap_before(i) == " ";
    if (bare == "User" && !titled && !compound) return user(i, text, after_the);
    const bool assistant = bare == "Assistant" || (bare == "assistant" && after_the);
    if (assistant && !titled && !compound) {
      return first_person_ ? me(i, possessive, after_the) : third(i, text, after_the);
    }
    if (first_person_ && own_ && text == "itself") return put("myself");
    if (first_person_ && own_ && text == "its" && holds_word(kOwned, at(i + 1))) return put("my");
    if (first_person_ && own_ && text == "they" && holds_word(kDone, at(i + 1))) return put("I");
    if (follow_ > 0) return agree(i);
    put(text);
  }

  void user(std::size_t i, std::string_view text, bool after_the) {
    put(after_the ? "" : starts(i) ? "The " : "the ");
    put("user");
    put(text.substr(4));
    follow_ = 0;
  }

  void third(std::size_t i, std::string_view text, bool after_the) {
    put(after_the ? "" : starts(i) ? "The " : "the ");
    put("assistant");
    put(text.substr(9));
  }

  void me(std::size_t i, bool possessive, bool after_the) {
    const bool first = starts(i) || (after_the && starts(i - 1));
    if (after_the) out_.resize(out_.size() - 4);
    if (possessive) return put(first ? "My" : "my");
    std::size_t next = i + 1;
    while (is_adverb(at(next))) ++next;
    if (!first && i != 0 && !is_subject_verb(at(next))) return put("me");
    put("I");
    follow_ = next;
  }

  // Behind "I": its verb, and the verbs that "and" ties to it, take the first person.
  void agree(std::size_t i) {
    const std::string_view text = all_[i].text;
    if (i < follow_) return put(text);
    if (i == follow_) {
      const bool present = read_verb_here(text).form == VerbForm::kPresent;
      put(first_person(text));
      if (!present) follow_ = 0;
      return;
    }
    if (holds_word(kClauses, text)) follow_ = 0;
    const bool tied = at(i - 1) == "and" || at(i - 1) == "or" || at(i - 1) == "but";
    const bool verb =
        tied && read_verb(text).form == VerbForm::kPresent && is_coordinated_verb(text, at(i + 1));
    put(verb ? first_person(text) : std::string(text));
  }

  [[nodiscard]] bool starts(std::size_t i) const { return opening_ && i == 0; }
  void put(std::string_view text) { out_ += text; }

  std::string_view text_;
  std::vector<Word> all_;
  bool first_person_;
  bool opening_;
  bool own_ = false;        // the sentence is about the assistant
  std::size_t follow_ = 0;  // index of the verb of the last "I"; 0 = none
  std::size_t done_ = 0;
  std::string out_;
};

}  // namespace

std::string in_prose(std::string_view sentence, bool first_person, bool opening) {
  if (quotes(sentence) || is_told_in_another_language(sentence)) return std::string(sentence);
  if (first_person) {
    static constexpr std::string_view kBoth = "Assistant and the user ";
    if (sentence.starts_with(kBoth)) {
      const std::string rest(sentence.substr(kBoth.size()));
      return Rewriter((opening ? "The user and I " : "the user and I ") + rest, true, true).run();
    }
  }
  return Rewriter(sentence, first_person, opening).run();
}

}  // namespace pyramid::engine::builtin::writing
