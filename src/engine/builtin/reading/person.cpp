#include "engine/builtin/reading/person.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// Words and what stands between them, in turn.
struct Piece {
  std::string text;
  bool is_word = false;
};

std::vector<Piece> pieces_of(std::string_view sentence) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  for (const Word& word : words(sentence)) {
    if (word.begin > at)
      pieces.push_back({std::string(sentence.substr(at, word.begin - at)), false});
    pieces.push_back({replace_all(word.text, "’", "'"), true});
    at = word.begin + word.text.size();
  }
  if (at < sentence.size()) pieces.push_back({std::string(sentence.substr(at)), false});
  return pieces;
}

class Teller {
 public:
  Teller(std::string_view sentence, std::string_view name)
      : pieces_(pieces_of(sentence)), name_(name) {}

  std::optional<std::string> run() {
    bool quoted = false;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (!pieces_[i].is_word) {
        // A clause of its own: its verb agrees with its own subject.
        if (pieces_[i].text.find_first_of(",;:") != std::string::npos) subject_open_ = false;
        for (const char c : pieces_[i].text) quoted = quoted != (c == '"');
        continue;
      }
      // What stands in quotation marks is a name.
      if (quoted) continue;
      if (!turn(i)) return std::nullopt;
    }
    std::string out;
    for (const Piece& piece : pieces_) out += piece.text;
    return out;
  }

 private:
  bool turn(std::size_t i) {
    const std::string lower = utf8::lower(pieces_[i].text);
    if (lower == "i" || lower == "we") return subject(i);
    if (lower == "i'd" || lower == "we'd") return false;
    if (lower == "i'm" || lower == "we're") return contracted(i, " is", "they are");
    if (lower == "i've" || lower == "we've") return contracted(i, " has", "they have");
    if (lower == "i'll" || lower == "we'll") return contracted(i, " will", "they will");
    if (lower == "my" || lower == "our") return replace(i, possessive(), "their");
    if (lower == "mine" || lower == "ours") return replace(i, possessive(), "theirs");
    // "the four of us": nobody is four of one.
    const bool part = lower == "us" && i > 1 && pieces_[i - 2].text == "of";
    if (part) return replace(i, "them", "them");
    if (lower == "me" || lower == "us") return replace(i, name_, "them");
    if (lower == "myself" || lower == "ourselves") return replace(i, name_, "themselves");
    if ((lower == "and" || lower == "but") && subject_open_) agree_behind(i);
    // "I have to wake up and go": the second verb stays plain like the first.
    if (lower == "to" && subject_open_) {
      const std::size_t verb = next_verb(i);
      if (verb < pieces_.size() && is_plain_verb(utf8::lower(pieces_[verb].text))) {
        subject_open_ = false;
      }
    }
    return true;
  }

  [[nodiscard]] std::string possessive() const {
    return name_ + (name_.ends_with("s") ? "'" : "'s");
  }

  bool replace(std::size_t i, const std::string& first, const std::string& later) {
    const bool start = i == 0;
    pieces_[i].text = named_ ? later : first;
    if (start && named_) pieces_[i].text[0] = static_cast<char>(std::toupper(pieces_[i].text[0]));
    named_ = true;
    return true;
  }

  bool contracted(std::size_t i, const std::string& verb, const std::string& later) {
    subject_open_ = !named_ && verb != " will";
    keep_names_apart(i);
    return replace(i, name_ + verb, later);
  }

  // "At Northwind Rail I build …": without a comma the two names would read as one.
  void keep_names_apart(std::size_t i) {
    if (i < 2 || pieces_[i - 1].text != " " || named_) return;
    const std::string& before = pieces_[i - 2].text;
    std::size_t at = 0;
    if (utf8::is_upper(utf8::next(before, at)) && !is_stop_word(utf8::lower(before))) {
      pieces_[i - 1].text = ", ";
    }
  }

  bool subject(std::size_t i) {
    const bool first = !named_;
    keep_names_apart(i);
    replace(i, name_, "they");
    subject_open_ = first;
    const std::size_t verb = next_verb(i);
    if (verb == pieces_.size()) return true;
    std::string& word = pieces_[verb].text;
    // "I can cook and bake": behind a modal both verbs stay plain.
    if (is_modal(utf8::lower(word)) && utf8::lower(word) != "do") subject_open_ = false;
    if (first) {
      word = third_person(word);
    } else if (utf8::lower(word) == "am") {
      word = "are";
    } else if (utf8::lower(word) == "was") {
      word = "were";
    }
    return true;
  }

  // The next word that is no adverb.
  [[nodiscard]] std::size_t next_verb(std::size_t i) const {
    for (std::size_t j = i + 1; j < pieces_.size(); ++j) {
      if (!pieces_[j].is_word) {
        if (pieces_[j].text.find_first_not_of(' ') != std::string::npos) break;
        continue;
      }
      if (!is_mid_adverb(utf8::lower(pieces_[j].text))) return j;
    }
    return pieces_.size();
  }

  // "I quit and move": the second verb agrees too, if it is surely a plain verb.
  void agree_behind(std::size_t i) {
    const std::size_t verb = next_verb(i);
    if (verb == pieces_.size()) return;
    std::string& word = pieces_[verb].text;
    if (is_plain_verb(utf8::lower(word)) && !is_irregular_past(word)) {
      word = third_person(word);
    }
  }

  std::vector<Piece> pieces_;
  std::string name_;
  bool named_ = false;         // the name was said: later mentions are "they"
  bool subject_open_ = false;  // a second verb would still have the name as its subject
};

}  // namespace

std::optional<std::string> to_third_person(std::string_view sentence, std::string_view name) {
  return Teller(sentence, name).run();
}

std::string address_user(std::string_view sentence) {
  std::string out;
  std::string before;    // the word in front of "you"
  bool subject = false;  // "the user" stands right in front
  bool clause = true;    // and begins a clause: whatever follows is its verb
  bool start = true;
  for (const Piece& piece : pieces_of(sentence)) {
    if (!piece.is_word) {
      if (piece.text.find_first_of(",;:") != std::string::npos) start = true;
      out += piece.text;
      continue;
    }
    const std::string lower = utf8::lower(piece.text);
    const bool known = is_plain_verb(lower) || is_linking(lower);
    const bool adverb = is_mid_adverb(lower) && lower != "not" && lower != "no";
    if (subject && !adverb && (known || (clause && !is_modal(lower)) || lower == "don't")) {
      out += third_person(piece.text);
      subject = false;
      continue;
    }
    subject = lower == "you" || (subject && adverb);
    if (lower == "you") clause = start || lists(tables::kBeforeSubjects, before);
    if (lower == "you" || lower == "yourself") {
      out += "the user";
    } else if (lower == "your" || lower == "yours") {
      out += "the user's";
    } else if (lower == "you're") {
      out += "the user is";
    } else if (lower == "you've") {
      out += "the user has";
    } else if (lower == "you'll") {
      out += "the user will";
    } else {
      out += piece.text;
    }
    before = lower;
    start = false;
  }
  return out;
}

}  // namespace pyramid::engine::builtin
