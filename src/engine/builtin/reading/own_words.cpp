#include "engine/builtin/reading/own_words.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/text_kind.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/builtin/tables/quoting.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

// Stands for a line of machine output, so that one that was announced is known to have come.
constexpr std::string_view kMachineLine(&kOthersWords, 1);

bool is_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && utf8::is_letter(utf8::next(text, at));
}

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

// A mark opens where a word could begin: not in "27" wide", not in "the kids' room".
bool may_open(std::string_view text, std::size_t at) {
  return at == 0 || is_blank(text[at - 1]) ||
         std::string_view("([:/").find(text[at - 1]) != std::string_view::npos;
}

std::size_t paragraph_end(std::string_view text, std::size_t at) {
  return std::min(text.find("\n\n", at), text.size());
}

// Marks that are apostrophes as well are looked for no further than this.
constexpr std::size_t kLongestSpoken = 2000;

struct Quoted {
  std::size_t begin = 0, end = 0;  // with its marks
  std::string_view inside;
};

// An apostrophe closes behind a word and in front of none; one behind an s, as in "the kids'
// room", only where no other does.
std::size_t closing_apostrophe(std::string_view text, std::size_t from) {
  const std::size_t end = std::min(paragraph_end(text, from), from + kLongestSpoken);
  std::size_t doubtful = std::string_view::npos;
  for (std::size_t i = from; i < end; ++i) {
    if (text[i] != '\'' || is_blank(text[i - 1]) || is_letter_at(text, i + 1)) continue;
    if (text[i - 1] != 's') return i;
    doubtful = i;
  }
  return doubtful;
}

// Curly marks nest: “he wrote “no” to me”.
std::size_t closing_curly(std::string_view text, std::size_t from, std::string_view open,
                          std::string_view close) {
  int depth = 1;
  const std::size_t end = close == "’" ? std::min(text.size(), from + kLongestSpoken) : text.size();
  for (std::size_t i = from; i < end; ++i) {
    if (text.compare(i, close.size(), close) == 0 && --depth == 0) return i;
    if (open != close && text.compare(i, open.size(), open) == 0) ++depth;
  }
  return std::string_view::npos;
}

std::optional<Quoted> quotation_at(std::string_view text, std::size_t at) {
  const auto found = [&](std::size_t open, std::size_t close, std::size_t width) {
    // Never closed: all that follows in the paragraph may be the other's.
    const std::size_t stop =
        close == std::string_view::npos ? paragraph_end(text, at + open) : close;
    const std::size_t end = close == std::string_view::npos ? stop : close + width;
    return Quoted{at, end, text.substr(at + open, stop - at - open)};
  };
  if (text[at] == '"' && may_open(text, at)) return found(1, text.find('"', at + 1), 1);
  if (text[at] == '\'' && may_open(text, at) && is_letter_at(text, at + 1)) {
    if (begins_with_any(utf8::lower(text.substr(at + 1, 8)), tables::kElisions)) return {};
    const std::size_t close = closing_apostrophe(text, at + 1);
    if (close != std::string_view::npos) return found(1, close, 1);
    return {};
  }
  for (const auto& [open, close] : tables::kQuotationMarks) {
    if (text.compare(at, open.size(), open) != 0 || !may_open(text, at)) continue;
    const std::size_t stop = closing_curly(text, at + open.size(), open, close);
    // ‘ and ’ are apostrophes as well.
    if (stop == std::string_view::npos && close == "’") return {};
    return found(open.size(), stop, close.size());
  }
  return {};
}

// "The Salt Ledger", "gluten free": named, not said.
bool is_name(std::string_view inside) {
  constexpr std::size_t kLongestTitle = 8;
  constexpr std::size_t kLongestTerm = 3;
  const std::vector<Word> all = words(inside);
  if (all.size() > kLongestTitle) return false;
  const bool sentence = inside.find_first_of(".!?\n") != std::string_view::npos;
  const bool titled = std::all_of(all.begin(), all.end(), [](const Word& word) {
    return is_capital(word.text) || word.text.size() <= 3;
  });
  if (titled && !sentence) return true;
  const bool spoken = std::any_of(all.begin(), all.end(), [](const Word& word) {
    return lists(tables::kSpeakerWords, utf8::lower(word.text));
  });
  return all.size() <= kLongestTerm && !spoken;
}

std::string without_quotations(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto quotation = quotation_at(text, i);
    if (!quotation) {
      out += text[i++];
      continue;
    }
    if (is_name(quotation->inside)) {
      out.append(text.substr(i, quotation->end - i));
    } else {
      out += kOthersWords;
      // What was said ended with a full stop: so does the sentence around it.
      const std::string_view said = trim(quotation->inside);
      const bool stops =
          !said.empty() && std::string_view(".!?").find(said.back()) != std::string_view::npos;
      std::size_t next = quotation->end;
      while (next < text.size() && text[next] == ' ') ++next;
      const bool new_sentence = next >= text.size() || text[next] == '\n' ||
                                (next > quotation->end && is_capital(text.substr(next)));
      if (stops && new_sentence) out += '.';
    }
    i = quotation->end;
  }
  return out;
}

// How the line hands over to a text that is not the writer's: "Here's the mail I got:".
bool announces(std::string_view line) {
  const std::string_view text = trim(line);
  if (!text.ends_with(":") && !text.ends_with(" below.") && !text.ends_with(" below")) return false;
  const std::vector<std::string> lower = lower_words(text);
  return std::any_of(lower.begin(), lower.end(),
                     [](const std::string& word) { return lists(tables::kTextNouns, word); });
}

// "Translate this: …", on one line; "I must correct that: …" asks for nothing.
std::size_t end_of_request(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return line.size();
  for (const std::string& word : lower_words(line.substr(0, colon))) {
    if (word == "i" || word == "we" || word.starts_with("i'")) break;
    if (lists(tables::kTextRequests, word)) return colon + 1;
  }
  return line.size();
}

// "sauna", "running"; not "tom" or "harding".
bool is_topic(const std::string& lower) {
  if (lists(tables::kTopics, lower)) return true;
  if (!lower.ends_with("ing") || lower.size() < 6) return false;
  const std::string base = lower.substr(0, lower.size() - 3);
  const bool doubled = base[base.size() - 1] == base[base.size() - 2];
  return is_plain_verb(base) || is_plain_verb(base + "e") ||
         (doubled && is_plain_verb(base.substr(0, base.size() - 1)));
}

// "Tom: I live in Rome", "My dad always says: I am …", "Role-play: I am …": whose words follow.
bool names_speaker(std::string_view label) {
  const std::vector<std::string> lower = lower_words(label);
  if (lower.empty() || lists(tables::kLeadIns, join(lower, " ") + ": ")) return false;
  const auto any = [&](const auto& table) {
    return std::any_of(lower.begin(), lower.end(),
                       [&](const std::string& word) { return lists(table, word); });
  };
  // "My friend wrote me: …", but "As I said: …".
  const bool own = any(tables::kSayers);
  if (!own && any(tables::kSayings)) return true;
  if (any(tables::kOwnLabels) || any(tables::kWeekdays) || any(tables::kMonths)) return false;
  if (any(tables::kSayings) || any(tables::kMadeUp)) return true;
  constexpr std::size_t kLongestName = 4;
  // "tom: i live in rome", "My wife: I am …"
  if (lower.size() == 1) return !is_stop_word(lower.front()) && !is_topic(lower.front());
  const bool someone = any(tables::kRelations) || any(tables::kAgents);
  if (someone && lower.size() <= kLongestName) return true;
  std::vector<Word> all = words(label);
  std::erase_if(all, [](const Word& word) {  // "[12.03.26, 10:32] Tom"
    return word.text.find_first_not_of("0123456789") == std::string_view::npos;
  });
  return !all.empty() && all.size() <= kLongestName &&
         std::all_of(all.begin(), all.end(),
                     [](const Word& word) { return is_capital(word.text); });
}

bool speaks(std::string_view text) {
  const std::vector<std::string> lower = lower_words(text);
  return std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
    return lists(tables::kFirstPersonsSaid, word);
  });
}

// The line with what somebody else says in it replaced: all behind the colon of its speaker.
std::string without_speakers(std::string_view line) {
  std::size_t begin = 0;  // of the sentence
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const bool bold = line[i] == ':' && line[i + 1] == '*';  // "**Tom:** I live in Rome"
    if ((line[i + 1] != ' ' && !bold) ||
        std::string_view(".!?:").find(line[i]) == std::string_view::npos) {
      continue;
    }
    if (line[i] == ':' && names_speaker(line.substr(begin, i - begin)) &&
        speaks(line.substr(i + 1))) {
      return std::string(line.substr(0, i + 2)) + kOthersWords;
    }
    // "Dr. House: …": a title's full stop ends no sentence.
    if (line[i] != '.' || words(line.substr(begin, i - begin)).size() > 1) begin = i + 2;
  }
  return std::string(line);
}

bool greets(std::string_view line, bool something_before) {
  const std::string lower = utf8::lower(trim(line));
  if (lower.starts_with("dear ") || lower.starts_with("to whom it may")) return true;
  const bool short_line = words(lower).size() <= 4 && lower.ends_with(",");
  return something_before && short_line &&
         (lower.starts_with("hi ") || lower.starts_with("hello ") || lower.starts_with("hey "));
}

bool is_mail_head(std::string_view line) {
  const std::string lower = utf8::lower(trim(line));
  return std::any_of(tables::kMailHeads.begin(), tables::kMailHeads.end(),
                     [&](std::string_view head) { return lower.starts_with(head); });
}

bool signs_off(std::string_view line) {
  return words(line).size() <= 4 && begins_with_any(utf8::lower(trim(line)), tables::kSignOffs);
}

// Line by line: what is pasted, in turns of letter and block.
std::string without_pasted(std::string_view text) {
  enum class In { kOwn, kAnnounced, kBlock, kLetter, kSigned, kThread };
  In state = In::kOwn;
  std::string out;
  bool fenced = false;
  for (const std::string_view line : split_lines(text)) {
    const bool blank = trim(line).empty();
    if (is_code_fence(trim(line))) fenced = !fenced;
    if (state == In::kBlock && blank) state = In::kOwn;
    // The name under "Kind regards,".
    const bool name = state == In::kSigned && !blank && words(line).size() <= 3;
    if (state == In::kSigned && !blank) state = In::kOwn;
    if (state == In::kAnnounced && !blank) state = list_item(line) ? In::kOwn : In::kBlock;
    const bool letter = state == In::kOwn || state == In::kBlock;
    if (letter && !fenced && greets(line, !trim(out).empty())) state = In::kLetter;
    if (!fenced && is_mail_head(line)) state = In::kThread;
    const bool pasted = name || state == In::kThread || state == In::kBlock || state == In::kLetter;
    if (state == In::kLetter && signs_off(line)) state = In::kSigned;
    if (!fenced && (pasted || line == kMachineLine)) {
      out += '\n';
      continue;
    }
    out.append(fenced ? std::string(line) : without_speakers(line.substr(0, end_of_request(line))));
    out += '\n';
    if (state == In::kOwn && !fenced && announces(line)) state = In::kAnnounced;
  }
  return out;
}

}  // namespace

std::string own_words(std::string_view turn) {
  return without_pasted(without_quotations(without_machine_output(turn, kMachineLine)));
}

}  // namespace pyramid::engine::builtin
