#include "engine/builtin/reading/clauses.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/chat_spelling.hpp"
#include "engine/builtin/reading/match.hpp"
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

}  // namespace pyramid::engine::builtin
