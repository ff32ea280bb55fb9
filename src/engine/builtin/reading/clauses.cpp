#include "engine/builtin/reading/clauses.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/telegram.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/questions.hpp"
#include "engine/builtin/tables/quoting.hpp"
#include "engine/builtin/tables/speech.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

bool is_symbol(char32_t c) {  // emoji and dingbats
  return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF) || c == 0xFE0F;
}

// What was cut off at the end takes its stops with it, and may have held the end of a bracket.
void strip_end(std::string& text) {
  while (!text.empty() && std::string_view("! .,;:").find(text.back()) != std::string_view::npos)
    text.pop_back();
  const auto open = std::count(text.begin(), text.end(), '(');
  const auto closed = std::count(text.begin(), text.end(), ')');
  if (open > closed) text.append(static_cast<std::size_t>(open - closed), ')');
}

void strip_lead_ins(std::string& text) {
  bool again = true;
  while (again) {
    again = false;
    for (const std::string_view lead : tables::kLeadIns) {
      if (!starts_with_ignoring_case(text, lead)) continue;
      text.erase(0, lead.size());
      text = std::string(trim(text));
      again = true;
    }
  }
}

// "One thing about me: I am left-handed": what stands in front says what follows is the writer's.
void strip_label(std::string& text) {
  constexpr std::size_t kMostWords = 5;
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos) return;
  const std::vector<std::string> label = lower_words(std::string_view(text).substr(0, colon));
  const std::string behind = utf8::lower(std::string_view(text).substr(colon + 2));
  const bool own = std::any_of(label.begin(), label.end(), [](const std::string& word) {
    return lists(tables::kOwnLabels, word);
  });
  if (!own || label.size() > kMostWords || lists(tables::kFirstPersons, label.front())) return;
  if (begins_with_any(behind, tables::kFirstPersons)) text.erase(0, colon + 2);
}

// "I never wanted to be a manager, honestly, but …", "Mia hates mushrooms though", "I also have a
// cat": a fact stands alone, so what ties it to its neighbours goes.
void strip_fillers(std::string& text) {
  for (const std::string_view filler : tables::kFillers) {
    const std::size_t at = text.find(filler);
    if (at == std::string::npos) continue;
    const std::string_view behind = std::string_view(text).substr(at + filler.size());
    const bool joins = behind.starts_with(" but ") || behind.starts_with(" and ") ||
                       begins_with_any(utf8::lower(trim(behind)), tables::kClauseSubjects);
    text.replace(at, filler.size(), joins ? "," : "");
  }
  for (const std::string_view end : tables::kTrailers) {
    if (text.size() > end.size() && text.ends_with(end)) text.resize(text.size() - end.size());
  }
  for (const std::string_view subject : {"I also ", "We also "}) {
    if (text.starts_with(subject)) text.erase(subject.find("also"), 5);
  }
}

// "…, which is rather inconvenient for a cook": how one feels about a fact is none.
void strip_judgement(std::string& text) {
  const std::string lower = utf8::lower(text);
  if (lower.size() != text.size()) return;
  for (const std::string_view opener : tables::kJudgementOpeners) {
    const std::size_t at = lower.rfind(opener);
    if (at == std::string::npos || at == 0) continue;
    const std::vector<std::string> behind =
        lower_words(std::string_view(lower).substr(at + opener.size()));
    constexpr std::size_t kNear = 3;  // "quite a bit annoying"
    const auto end = behind.begin() + static_cast<std::ptrdiff_t>(std::min(kNear, behind.size()));
    if (std::any_of(behind.begin(), end,
                    [](const std::string& word) { return lists(tables::kJudgements, word); })) {
      text.resize(at);
      return;
    }
  }
  // "I hate macros, so keep it light": what is asked for because of it.
  if (const std::size_t at = lower.rfind(", so "); at != std::string::npos && at > 0) {
    const std::vector<std::string> behind = lower_words(std::string_view(lower).substr(at));
    const bool object = behind.size() > 2 && lists(tables::kObjects, behind[2]);
    if (object && is_plain_verb(behind[1])) {
      text.resize(at);
      return;
    }
  }
  for (const std::string_view opener : tables::kAsides) {
    if (const std::size_t at = lower.find(opener); at != std::string::npos && at > 0) {
      text.resize(at);
      return;
    }
  }
}

// "…, day 12 I think": the guess goes, what stands in front holds.
void strip_guess(std::string& text) {
  constexpr std::size_t kMostWords = 6;
  const std::string lower = utf8::lower(text);
  const std::size_t comma = text.rfind(", ");
  if (lower.size() != text.size() || comma == std::string::npos) return;
  const bool guess = std::any_of(tables::kGuesses.begin(), tables::kGuesses.end(),
                                 [&](std::string_view end) { return lower.ends_with(end); });
  if (guess && words(std::string_view(text).substr(comma)).size() <= kMostWords) text.resize(comma);
}

// Where the sentence may be cut: in front of a clause with a subject of its own.
std::vector<std::string> clauses_of(const std::string& text) {
  std::vector<std::string> clauses;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isalnum(static_cast<unsigned char>(text[i])) != 0) continue;  // no joint begins so
    const std::string behind = utf8::lower(std::string_view(text).substr(i, 32));
    const bool cut =
        std::any_of(tables::kJoints.begin(), tables::kJoints.end(), [&](std::string_view joint) {
          if (!behind.starts_with(joint)) return false;
          const std::string_view next = std::string_view(behind).substr(joint.size());
          return joint.starts_with(" but") || joint.starts_with(";") ||
                 begins_with_any(next, tables::kClauseSubjects);
        });
    if (!cut || i == start) continue;
    clauses.push_back(text.substr(start, i - start));
    start = i;
  }
  clauses.push_back(text.substr(start));
  return clauses;
}

// "my token is [redacted:github-token]": all that it said is gone.
bool is_taken_out(std::string_view padded) {
  for (std::size_t at = padded.find("[redacted:"); at != std::string_view::npos;
       at = padded.find("[redacted:", at + 1)) {
    const std::string_view before = padded.substr(0, at);
    const bool value = std::any_of(tables::kBeforeValues.begin(), tables::kBeforeValues.end(),
                                   [&](std::string_view end) { return before.ends_with(end); });
    if (value) return true;
  }
  return false;
}

// "My physio says I should rest until May": what an adviser told the writer to do.
bool is_advice(std::string_view lower) {
  const std::vector<std::string> all = lower_words(lower);
  constexpr std::size_t kNear = 4;  // "my new family doctor"
  const std::size_t end = std::min(all.size(), kNear);
  if (end == 0 || (all[0] != "my" && all[0] != "our" && all[0] != "the")) return false;
  for (std::size_t i = 1; i < end; ++i) {
    if (!lists(tables::kAdvisers, all[i])) continue;
    const std::size_t at = lower.find(all[i]) + all[i].size();
    const std::string_view behind = trim(lower.substr(at));
    return std::any_of(tables::kAdvising.begin(), tables::kAdvising.end(),
                       [&](std::string_view one) { return behind.starts_with(one); });
  }
  return false;
}

// "I got an error when I ran it": over as soon as it is mended.
bool is_trouble(std::string_view lower) {
  const bool gets = std::any_of(tables::kGettings.begin(), tables::kGettings.end(),
                                [&](std::string_view one) { return lower.starts_with(one); });
  return gets && holds_any(lower, tables::kFaults);
}

bool is_sound(std::string_view clause) {
  const std::string padded = " " + utf8::lower(clause) + " ";
  return !holds_any(padded, tables::kNoFactParts) && !is_taken_out(padded);
}

}  // namespace

std::string without_marks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80 && text[at] != '*' && text[at] != '`') {
      out += text[at++];  // most are
      continue;
    }
    const char32_t c = utf8::next(text, at);
    if (is_symbol(c) || c == '*' || c == '`') continue;
    if (c == U'’' || c == U'‘') {
      out += '\'';
    } else if (c == U'“' || c == U'”') {
      out += '"';
    } else {
      utf8::append(out, c);
    }
  }
  for (const std::string_view smile : {":)", ":(", ":D", ";)", ":-)", "<3", "^^"}) {
    if (out.find(smile) != std::string::npos) out = replace_all(out, smile, "");
  }
  out = collapse_spaces(out);
  strip_end(out);
  return out;
}

std::string bare(std::string_view text) {
  std::string out = spelt_out(without_marks(text));
  strip_end(out);
  return out;
}

std::string without_surroundings(std::string text) {
  strip_lead_ins(text);
  strip_label(text);
  strip_fillers(text);
  strip_judgement(text);
  strip_guess(text);
  strip_end(text);
  return text;
}

std::string sound_part(const std::string& text) {
  const std::string padded = " " + utf8::lower(text) + " ";
  const std::string_view lower = std::string_view(padded).substr(1);
  if (is_advice(lower)) return text;
  if (is_trouble(lower) || holds_any(padded, tables::kNoFactSentences)) return {};
  if (is_sound(text)) return text;
  const std::vector<std::string> clauses = clauses_of(text);
  // What stands in front of the first clause that does not hold ...
  std::string sound;
  for (const std::string& clause : clauses) {
    if (!is_sound(clause)) break;
    sound += clause;
  }
  strip_end(sound);
  if (!sound.empty()) return sound;
  // ... else what comes behind it with a "but": "I would love a dog, but my flat is small".
  for (std::size_t i = clauses.size(); i-- > 1;) {
    if (!is_sound(clauses[i])) return {};
    std::string rest(clauses[i]);
    for (const std::string_view joint : {", but ", " but "}) {
      if (!rest.starts_with(joint)) continue;
      rest.erase(0, joint.size());
      return begins_with_any(utf8::lower(rest), tables::kFirstPersons) ? rest : std::string();
    }
  }
  return {};
}

}  // namespace pyramid::engine::builtin
