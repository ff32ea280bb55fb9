#include "engine/builtin/noting/noting.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/noting/lists.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/splitting.hpp"
#include "engine/builtin/reading/text_kind.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/text/said.hpp"
#include "language/times.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

using format::Turn;
using language::About;
using language::Judgement;
using language::Kind;

// From which probability on a sentence is noted; training/README.md has what is kept at these.
constexpr float kKept = 0.4F;
constexpr float kKeptOfFriends = 0.5F;
constexpr float kKeptRule = 0.3F;  // a standing rule that is missed is broken again and again
constexpr float kLeansOnBefore = 0.6F;
constexpr float kLeansOnAnothers = 0.8F;    // whose note is about somebody else, which may be wrong
constexpr std::size_t kLongestNote = 1000;  // bytes
constexpr std::size_t kLongestBreath = 400;  // what is quoted together
constexpr std::size_t kLinesBefore = 2;

// As observations record it.
const char* sort_of(Kind kind) {
  switch (kind) {
    case Kind::kState:
      return "state";
    case Kind::kEvent:
      return "event";
    case Kind::kPlan:
      return "plan";
    case Kind::kPreference:
      return "preference";
    case Kind::kRule:
      return "rule";
    case Kind::kFix:
      return "correction";
    case Kind::kPromise:
      return "promise";
  }
  return "";
}

// Of what is so or is wanted: whether it holds for good and not for now, as it does in what is
// written from it.
bool holds_for_good(std::string_view note, Kind kind) {
  if (kind != Kind::kState && kind != Kind::kPreference) return false;
  return writing::is_lasting(writing::make_fact(roughly_told(note), {}));
}

// What lasts matters longer than its sentence shows; the reader sees no more of it than that.
float lasting(Kind kind) {
  switch (kind) {
    case Kind::kRule:
      return 2;
    case Kind::kState:
    case Kind::kPreference:
      return 1;
    default:
      return 0;
  }
}

Extracted rated(std::string text, const Judgement& judged) {
  constexpr int kLeast = 1, kMost = 10;
  Extracted note;
  note.fact = holds_for_good(text, judged.kind) ? "lasting" : sort_of(judged.kind);
  note.text = std::move(text);
  note.importance = std::clamp(
      static_cast<int>(std::lround(judged.importance + lasting(judged.kind))), kLeast, kMost);
  return note;
}

// A fact as it is kept. What a person says of themselves, and not of the user by name, would stand
// in the memory as if the assistant said it of itself.
std::string kept_as(std::string_view fact, std::string_view user, const Judgement& judged) {
  const std::string_view plain = without_end_marks(fact);
  const bool names_user = utf8::fold(fact).find("user") != std::string::npos ||
                          fact.find(user) != std::string_view::npos;
  if (quotes(fact) || names_user || fact.starts_with("Assistant")) return std::string(fact);
  if (const auto told = told_of(plain, user)) {
    return *told == plain ? std::string(fact) : finished(*told);
  }
  const auto tongue = language::tongue_of(fact).value_or(language::Tongue::kEnglish);
  const bool of_speaker = tongue == language::Tongue::kEnglish
                              ? to_third_person(fact, user) != fact
                              : judged.about == language::About::kUser;
  return of_speaker ? quoted(user, fact) : std::string(fact);
}

language::Tense tense_of(Kind kind) {
  switch (kind) {
    case Kind::kEvent:
      return language::Tense::kPast;
    case Kind::kPlan:
    case Kind::kPromise:
      return language::Tense::kFuture;
    default:
      return language::Tense::kOpen;
  }
}

// A line of the conversation, whose it is and where it was said.
struct Said {
  language::Speaker speaker;
  std::string who;  // as notes name them
  std::string text;
  std::int64_t turn = 0;
  bool is_users = false;   // said by whose memory it is
  std::string whole = {};  // with what it goes on from in its turn
  std::string asked = {};  // what that answers
  About about = About::kUser;
};

class Noting {
 public:
  Noting(const ExtractRequest& request, const Judge& judge)
      : request_(request),
        conversation_(*request.conversation),
        user_(request.user_name.empty() ? "User" : request.user_name),
        zone_(request.zone),
        judge_(judge),
        only_one_(talks_alone(conversation_)) {}

  Result<std::vector<Extracted>> run(std::int64_t first, std::int64_t last) {
    remember_before(first);
    for (std::int64_t turn = first; turn <= last; ++turn) {
      for (Said& said : lines_of(turn)) {
        if (request_.stops && request_.stops()) return fail(ErrorKind::kCancelled, "interrupted");
        const std::size_t noted = notes_.size();
        note(said);
        if (said.whole == said.text) of_last_ = noted;
        before_.push_back(std::move(said));
        if (before_.size() > kLinesBefore) before_.erase(before_.begin());
      }
      if (request_.read) request_.read(turn);
    }
    return std::move(notes_);
  }

 private:
  // Whether one person alone talks with the assistant, whoever that is: they speak of themselves,
  // as the user does, and not in a round of friends.
  static bool talks_alone(const format::Conversation& conversation) {
    std::string_view name;
    for (const Turn& turn : conversation.turns) {
      if (!turn.by_other) {
        if (turn.speaker == format::Speaker::kUser) return false;
        continue;
      }
      const std::string_view one = format::others_words(turn).name;
      if (!name.empty() && one != name) return false;
      name = one;
    }
    return true;
  }

  [[nodiscard]] const Turn& turn_at(std::int64_t number) const {
    return conversation_.turns[static_cast<std::size_t>(number - 1)];
  }

  void remember_before(std::int64_t first) {
    std::vector<Said> lines;
    for (std::int64_t turn = first - 1; turn >= 1 && lines.size() < kLinesBefore; --turn) {
      std::vector<Said> earlier = lines_of(turn);
      lines.insert(lines.begin(), std::make_move_iterator(earlier.begin()),
                   std::make_move_iterator(earlier.end()));
    }
    const std::size_t kept = std::min(lines.size(), kLinesBefore);
    before_.assign(std::make_move_iterator(lines.end() - static_cast<std::ptrdiff_t>(kept)),
                   std::make_move_iterator(lines.end()));
  }

  [[nodiscard]] std::vector<Said> lines_of(std::int64_t number) const {
    const Turn& turn = turn_at(number);
    Said by{language::Speaker::kUser, user_, {}, number};
    std::string text;
    if (turn.by_other) {
      const auto [name, said] = format::others_words(turn);
      if (!only_one_) by.speaker = language::Speaker::kFriend;
      by.who = name;
      text = own_words(said);
    } else if (turn.speaker == format::Speaker::kUser) {
      by.is_users = true;
      text = own_words(turn.text);
    } else {
      by.speaker = language::Speaker::kAssistant;
      by.who = "Assistant";
      text = without_machine_output(turn.text, "");
    }
    std::vector<Said> lines;
    for (Sentence& sentence : sentences_said(lists_in_line(text, kLongestNote))) {
      by.text = by.whole = std::move(sentence.text);
      lines.push_back(by);
    }
    return lines;
  }

  void note(Said& said) {
    if (said.who.empty()) return;  // words of nobody that is known
    if (said.text.size() > kLongestNote || said.text.find(kOthersWords) != std::string::npos ||
        kind_of(said.text) == TextKind::kMachine)
      return;
    std::vector<language::Line> before;
    for (const Said& one : before_) before.push_back({one.speaker, one.text});
    const Judgement judged = judge_(before, {said.speaker, said.text});
    said.about = judged.about;
    if (judged.keep < least(said.speaker, judged.kind)) return;
    for (std::string& text : texts_of(said, judged)) add(said, judged, std::move(text));
  }

  // Also notes in `said` what it is quoted with; the notes of what it goes on from are taken back.
  std::vector<std::string> texts_of(Said& said, const Judgement& judged) {
    if (goes_on(said, judged)) {
      said.whole = before_.back().whole + " " + said.text;
      said.asked = before_.back().asked;
      notes_.resize(of_last_);
    } else if (judged.needs_context < kLeansOnBefore) {
      if (auto told = all_told(said, judged); !told.empty()) return told;
    } else if (!before_.empty() && answers(said, before_.back())) {
      said.asked = before_.back().text;
    }
    const std::string words = dated(said.whole, said, judged);
    return {said.asked.empty() ? quoted(said.who, words)
                               : quoted_answer(said.who, said.asked, words)};
  }

  [[nodiscard]] std::string dated(std::string_view words, const Said& said,
                                  const Judgement& judged) const {
    return language::with_dates(words, day_of(said.turn), tense_of(judged.kind));
  }

  // Whether a line says nothing, or puts right, without the one that was said in one breath with
  // it: "I live in Porto. No, sorry, Lisbon." A standing rule stands alone.
  [[nodiscard]] bool goes_on(const Said& said, const Judgement& judged) const {
    if (judged.kind == Kind::kRule) return false;
    if (judged.needs_context < kLeansOnBefore && judged.kind != Kind::kFix) return false;
    if (before_.empty() || before_.back().turn != said.turn) return false;
    if (turns_to_speaker(judged) && judged.needs_context < kLeansOnAnothers) return false;
    const std::string& before = before_.back().whole;
    return before.size() + said.text.size() < kLongestBreath &&
           before.find(kOthersWords) == std::string::npos;
  }

  // Whether a line tells of its speaker, who is known, or of the assistant behind a note about
  // somebody else, in which it would be lost: "Lena got a job. From now on I am Max."
  [[nodiscard]] bool turns_to_speaker(const Judgement& judged) const {
    const bool is_noted = of_last_ < notes_.size();
    const bool of_speaker = judged.about == About::kUser || judged.about == About::kAssistant;
    return is_noted && before_.back().about == About::kOther && of_speaker &&
           judged.kind != Kind::kFix;
  }

  static float least(language::Speaker speaker, Kind kind) {
    const bool of_assistant = speaker == language::Speaker::kAssistant;
    if (kind == Kind::kRule && !of_assistant) return kKeptRule;
    return speaker == language::Speaker::kFriend ? kKeptOfFriends : kKept;
  }

  [[nodiscard]] Date day_of(std::int64_t turn) const {
    return date_of(said_at(turn_at(turn), zone_));
  }

  // Whether a line may answer what another asked. Of what holds others' words nothing can stand in
  // a quotation.
  static bool answers(const Said& said, const Said& before) {
    return before.text.ends_with('?') && before.who != said.who &&
           before.text.size() + said.text.size() <= kLongestNote &&
           before.text.find(kOthersWords) == std::string::npos;
  }

  // The facts of a sentence, each told by itself; none where one of them cannot be.
  [[nodiscard]] std::vector<std::string> all_told(const Said& said, const Judgement& judged) const {
    std::vector<std::string> all;
    std::string text(without_end_marks(said.text));
    if (said.speaker == language::Speaker::kAssistant) text = address_user(text);
    for (const std::string& fact : single_facts(text)) {
      const auto told = told_of(fact, said.who);
      // What stands as it is is so for the user alone; of others it is what they say.
      if (!told || (!said.is_users && *told == fact)) return {};
      all.push_back(finished(dated(*told, said, judged)));
    }
    return all;
  }

  void add(const Said& said, const Judgement& judged, std::string text) {
    const bool known = std::any_of(notes_.rbegin(), notes_.rend(), [&](const Extracted& one) {
      return one.turn == said.turn && one.text == text;
    });
    if (known) return;
    Extracted note = rated(std::move(text), judged);
    note.turn = said.turn;
    note.about_assistant =
        judged.about == About::kAssistant ||
        (said.speaker == language::Speaker::kAssistant && judged.kind == Kind::kPromise);
    notes_.push_back(std::move(note));
  }

  const ExtractRequest& request_;
  const format::Conversation& conversation_;
  std::string user_;
  Zone zone_;
  const Judge& judge_;
  const bool only_one_;
  std::vector<Said> before_;  // the last lines, at most kLinesBefore
  std::size_t of_last_ = 0;   // of the notes those behind it are of the last line
  std::vector<Extracted> notes_;
};

}  // namespace

Extracted note_of(std::string_view fact, std::string_view user, const Judge& judge) {
  const Judgement judged = judge({}, {language::Speaker::kUser, fact});
  return rated(kept_as(fact, user, judged), judged);
}

Result<std::vector<Extracted>> notes_of(const ExtractRequest& request, const Judge& judge) {
  const auto last = std::min<std::int64_t>(
      request.last, static_cast<std::int64_t>(request.conversation->turns.size()));
  return Noting(request, judge).run(std::max<std::int64_t>(1, request.first), last);
}

}  // namespace pyramid::engine::builtin
