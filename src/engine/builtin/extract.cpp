#include "engine/builtin/extract.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/dates.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/statement.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

using format::Speaker;
using format::Turn;

// Shared stems of all stems above which two facts say the same, if names and numbers agree.
constexpr double kSame = 0.8;

std::string finished(std::string text) {
  std::size_t at = 0;
  const char32_t first = utf8::next(text, at);
  if (first < 0x80) text[0] = static_cast<char>(std::toupper(static_cast<int>(first)));
  return text + ".";
}

// What makes two facts the same: their stems, and the names and numbers in them.
struct Meaning {
  std::set<std::string> stems;
  std::set<std::string> exact;  // numbers and capitalised words
};

Meaning meaning_of(std::string_view text) {
  Meaning meaning;
  bool first = true;
  for (const Word& word : words(text)) {
    const std::string lower = utf8::lower(word.text);
    std::size_t at = 0;
    const char32_t c = utf8::next(word.text, at);
    const bool digits = word.text.find_first_of("0123456789") != std::string_view::npos;
    if (digits || (utf8::is_upper(c) && !first)) meaning.exact.insert(lower);
    if (!is_stop_word(lower)) meaning.stems.insert(stem(lower));
    first = false;
  }
  return meaning;
}

bool same(const Meaning& a, const Meaning& b) {
  if (a.exact != b.exact) return false;
  std::size_t shared = 0;
  for (const std::string& one : a.stems) shared += b.stems.count(one);
  const std::size_t all = a.stems.size() + b.stems.size() - shared;
  return all > 0 && static_cast<double>(shared) >= kSame * static_cast<double>(all);
}

class Extraction {
 public:
  explicit Extraction(const ExtractRequest& request)
      : conversation_(*request.conversation),
        name_(request.user_name.empty() ? "User" : request.user_name) {}

  void read(std::int64_t number) {
    const Turn& turn = conversation_.turns[static_cast<std::size_t>(number - 1)];
    if (turn.speaker == Speaker::kUser) {
      read_user(turn, number);
    } else {
      read_assistant(turn, number);
    }
  }

  std::vector<Extracted> take() { return std::move(facts_); }

 private:
  void read_user(const Turn& turn, std::int64_t number) {
    std::string person;
    const std::vector<Sentence> all = sentences(turn.text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      // "I bought a castle. Just kidding." takes the one before with it.
      if (i + 1 < all.size() && is_retraction(all[i + 1].text)) continue;
      const auto stated = statement(all[i], person);
      if (!stated) continue;
      const std::string mentioned = person_in(*stated);
      if (!mentioned.empty()) person = mentioned;
      const std::string dated = resolve_dates(*stated, date_of(turn.at));
      const auto told = to_third_person(dated, name_);
      if (told) add({finished(*told), number, importance_of(*stated), false});
    }
  }

  void read_assistant(const Turn& turn, std::int64_t number) {
    for (const Sentence& sentence : sentences(turn.text)) {
      if (sentence.question) continue;
      std::string text = collapse_spaces(replace_all(sentence.text, "’", "'"));
      while (!text.empty() && (text.back() == '.' || text.back() == '!')) text.pop_back();
      const std::string said = commitment(text);
      if (said.empty()) continue;
      const std::string dated = resolve_dates(address_user(said), date_of(turn.at));
      const auto told = to_third_person(dated, "Assistant");
      if (told) add({finished(*told), number, std::max(5, importance_of(said)), true});
    }
  }

  static bool is_retraction(std::string_view text) {
    const std::string lower = utf8::lower(text.substr(0, 40));
    return lower.find("just kidding") != std::string::npos ||
           lower.find("kidding") != std::string::npos || lower.find("jk") == 0;
  }

  // The sentence if it is a commitment, decision or admission that outlasts the conversation.
  static std::string commitment(const std::string& text) {
    std::string lower = utf8::lower(text);
    std::string kept = text;
    for (const std::string_view lead : {"understood, ", "got it, ", "got it. ", "done, ", "sure, ",
                                        "ok, ", "okay, ", "and ", "you're right, ", "sorry, "}) {
      if (lower.rfind(lead, 0) != 0) continue;
      kept.erase(0, lead.size());
      lower.erase(0, lead.size());
    }
    if (kept.find('?') != std::string::npos || kept.size() > 300) return {};
    for (const std::string_view opener : tables::kCommitments) {
      if (lower.rfind(opener, 0) != 0) continue;
      const std::string_view rest = std::string_view(lower).substr(opener.size());
      const bool polite =
          std::any_of(tables::kPoliteCommitments.begin(), tables::kPoliteCommitments.end(),
                      [&](std::string_view one) { return rest.rfind(one, 0) == 0; });
      if (polite || content_stems(rest).size() < 2 || points_elsewhere(rest)) return {};
      // "From now on I'll" and its kind begin with "I" once the lead is gone.
      const std::size_t subject = lower.find("i'll ");
      return lower[0] == 'i' ? kept : kept.substr(subject);
    }
    return {};
  }

  // "I'll remind you not to feed him": alone, nobody knows whom.
  static bool points_elsewhere(std::string_view rest) {
    for (const Word& word : words(rest)) {
      const std::string_view one = word.text;
      if (one == "him" || one == "her" || one == "them" || one == "it" || one == "he" ||
          one == "she") {
        return true;
      }
    }
    return false;
  }

  void add(Extracted fact) {
    Meaning meaning = meaning_of(fact.text);
    const bool known = std::any_of(meanings_.begin(), meanings_.end(),
                                   [&](const Meaning& one) { return same(one, meaning); });
    if (known) return;
    meanings_.push_back(std::move(meaning));
    facts_.push_back(std::move(fact));
  }

  const format::Conversation& conversation_;
  std::string name_;
  std::vector<Extracted> facts_;
  std::vector<Meaning> meanings_;
};

}  // namespace

Result<std::vector<Extracted>> extract(const ExtractRequest& request) {
  Extraction extraction(request);
  const auto last = std::min<std::int64_t>(
      request.last, static_cast<std::int64_t>(request.conversation->turns.size()));
  for (std::int64_t turn = std::max<std::int64_t>(1, request.first); turn <= last; ++turn) {
    extraction.read(turn);
  }
  return extraction.take();
}

}  // namespace pyramid::engine::builtin
