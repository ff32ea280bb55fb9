#include "ingest/eval_set.hpp"

#include "base/text.hpp"
#include "ingest/json_lines.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace pyramid::ingest {

namespace {

int month_of(std::string_view name) {
  for (int month = 1; month <= 12; ++month) {
    if (equals_ignoring_case(name, month_name(month))) return month;
  }
  return 0;
}

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "1:56 pm": seconds of the day.
std::optional<std::int64_t> clock_in(std::string_view text) {
  const auto words = split(trim(text), ' ');
  if (words.size() != 2) return std::nullopt;
  const auto parts = split(words[0], ':');
  if (parts.size() != 2) return std::nullopt;
  const auto hour = number_in(parts[0]);
  const auto minute = number_in(parts[1]);
  const bool pm = equals_ignoring_case(words[1], "pm");
  if (!hour || !minute || *hour < 1 || *hour > 12 || *minute < 0 || *minute > 59) {
    return std::nullopt;
  }
  return std::int64_t{*hour % 12 + (pm ? 12 : 0)} * 3600 + std::int64_t{*minute} * 60;
}

// ISO 8601, or "1:56 pm on 8 May, 2023".
std::optional<Time> date_in(std::string_view text) {
  if (const auto time = parse_time(text)) return time;
  const std::size_t on = text.find(" on ");
  if (on == std::string_view::npos) return std::nullopt;
  const auto seconds = clock_in(text.substr(0, on));
  const std::string day = replace_all(text.substr(on + 4), ",", "");
  const auto words = split(day, ' ');
  if (!seconds || words.size() != 3) return std::nullopt;
  const auto number = number_in(words[0]);
  const auto year = number_in(words[2]);
  const int month = month_of(words[1]);
  if (!number || !year || month == 0 || *year < 1 || *year > 9999) return std::nullopt;
  if (*number < 1 || *number > days_in_month(*year, month)) return std::nullopt;
  return Time{start_of({*year, month, *number}).seconds + *seconds};
}

// Collects one line after another; what is wrong is told and left out.
class SetReader {
 public:
  SetReader(EvalSet& set, const std::string& path) : set_(set), path_(path) {}

  void take(const Json& line, std::size_t number) {
    where_ = path_ + ":" + std::to_string(number);
    const std::string name = string_member(line, "conversation");
    if (name.empty()) return tell("the line names no conversation");
    EvalConversation& conversation = of(name);
    each(line, "sessions", [&](const Json& one) { take_session(one, conversation); });
    each(line, "notes", [&](const Json& one) { take_note(one, conversation); });
    each(line, "questions", [&](const Json& one) { take_question(one, conversation); });
  }

  // Evidence may stand in a later line than its question.
  void check_evidence() {
    for (std::size_t i = 0; i < set_.conversations.size(); ++i) {
      std::vector<EvalQuestion> kept;
      for (std::size_t q = 0; q < set_.conversations[i].questions.size(); ++q) {
        EvalQuestion& question = set_.conversations[i].questions[q];
        where_ = places_[i][q];
        std::erase_if(question.evidence, [&](const std::string& id) {
          if (ids_[i].contains(id)) return false;
          tell("evidence " + printable(id) + " is not a turn of " +
               printable(set_.conversations[i].name));
          return true;
        });
        if (!question.evidence.empty()) kept.push_back(std::move(question));
      }
      set_.conversations[i].questions = std::move(kept);
    }
  }

 private:
  void tell(std::string what) {
    set_.diagnostics.push_back({Severity::kError, where_, std::move(what), "it is left out"});
  }

  template <typename Take>
  void each(const Json& object, const char* key, const Take& take) {
    if (!object.contains(key)) return;
    const Json* list = array_member(object, key);
    if (list == nullptr) return tell(std::string(key) + " is not a list");
    for (const Json& one : *list) {
      if (one.is_object()) {
        take(one);
      } else {
        tell("an item of " + std::string(key) + " is not an object");
      }
    }
  }

  EvalConversation& of(const std::string& name) {
    const auto known = std::find_if(set_.conversations.begin(), set_.conversations.end(),
                                    [&](const EvalConversation& one) { return one.name == name; });
    at_ = static_cast<std::size_t>(known - set_.conversations.begin());
    if (known != set_.conversations.end()) return *known;
    ids_.emplace_back();
    places_.emplace_back();
    set_.conversations.emplace_back().name = name;
    return set_.conversations.back();
  }

  bool take_id(const std::string& id) {
    if (id.empty()) tell("an item has no id");
    const bool fresh = !id.empty() && ids_[at_].insert(id).second;
    if (!fresh && !id.empty()) tell("the id " + printable(id) + " is there twice");
    return fresh;
  }

  Time date_of_item(const Json& object) {
    const std::string text = string_member(object, "date");
    const auto at = date_in(text);
    if (!at && !text.empty()) tell("no date: " + printable(text));
    return at.value_or(Time{});
  }

  void take_session(const Json& object, EvalConversation& conversation) {
    EvalSession session;
    session.name = string_member(object, "session");
    if (session.name.empty()) return tell("a session has no name");
    session.at = date_of_item(object);
    each(object, "turns", [&](const Json& one) {
      EvalTurn turn{string_member(one, "id"), string_member(one, "speaker"),
                    string_member(one, "text")};
      if (take_id(turn.id)) session.turns.push_back(std::move(turn));
    });
    if (!session.turns.empty()) conversation.sessions.push_back(std::move(session));
  }

  void take_note(const Json& object, EvalConversation& conversation) {
    EvalNote note{string_member(object, "id"), string_member(object, "text"), date_of_item(object)};
    if (note.text.empty()) return tell("a note has no text");
    if (take_id(note.id)) conversation.notes.push_back(std::move(note));
  }

  void take_question(const Json& object, EvalConversation& conversation) {
    EvalQuestion question;
    question.text = string_member(object, "question");
    question.category = string_member(object, "category");
    if (const Json* evidence = array_member(object, "evidence")) {
      for (const Json& one : *evidence) {
        if (one.is_string()) question.evidence.push_back(one.get<std::string>());
      }
    }
    if (question.text.empty() || question.evidence.empty()) {
      return tell("a question has no text or no evidence");
    }
    conversation.questions.push_back(std::move(question));
    places_[at_].push_back(where_);
  }

  EvalSet& set_;
  const std::string& path_;
  std::string where_;
  std::size_t at_ = 0;                            // the conversation of the line
  std::vector<std::set<std::string>> ids_;        // of each conversation
  std::vector<std::vector<std::string>> places_;  // of each conversation's questions
};

}  // namespace

Result<EvalSet> read_eval_set(FileSystem& files, const std::string& path) {
  EvalSet set;
  SetReader reader(set, path);
  PYRAMID_TRY(
      read_json_lines(files, path, set.diagnostics, [&](const Json& line, std::size_t number) {
        reader.take(line, number);
        return true;
      }));
  reader.check_evidence();
  return set;
}

}  // namespace pyramid::ingest
