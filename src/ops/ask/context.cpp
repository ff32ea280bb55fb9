#include "ops/ask/context.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/writing/age.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "engine/text/word_parts.hpp"
#include "format/markdown.hpp"
#include "format/tables.hpp"
#include "format/why_page.hpp"
#include "search/evidence.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kLeastStems = 2;    // a sentence of one word is like many others
constexpr std::size_t kTellingWords = 3;  // "Poor Ana!" tells nothing
constexpr std::string_view kGap = "…";

bool is_denial(const std::string& lower) {
  constexpr std::array<std::string_view, 7> kDenials = {"not",    "no",      "never", "none",
                                                        "nobody", "nothing", "cannot"};
  return lower.ends_with("n't") || lower.ends_with("n’t") || engine::lists(kDenials, lower);
}

// "It cost 240 pounds.": what it tells hangs on the sentence before it.
bool leans(std::string_view statement) {
  constexpr std::array<std::string_view, 12> kPointing = {
      "he", "she", "it", "they", "his", "her", "its", "their", "this", "that", "these", "those"};
  const std::vector<engine::Word> words = engine::words(statement);
  return !words.empty() &&
         engine::lists(kPointing, engine::without_owner(utf8::lower(words[0].text)));
}

// Without what surrounds the fact ("Correction: …") and when it was noted ("As of May, …",
// "… (noted May 2025).").
std::string fact_in(std::string_view sentence) {
  constexpr int kAnyYear = 2000;
  const auto lead_in = engine::builtin::writing::read_lead_in(sentence, kAnyYear);
  return engine::builtin::without_surroundings(
      engine::builtin::writing::read_age(lead_in ? lead_in->rest : sentence).text);
}

// Whether it says more than that somebody heard.
bool matters(const std::string& statement) {
  return engine::words(statement).size() >= kTellingWords &&
         search::manner_of(statement).telling > 0;
}

std::size_t next_block(const std::vector<Statement>& statements) {
  return statements.empty() ? 0 : statements.back().block + 1;
}

// `one_block`: they stand and fall together, as those of a list item do.
void append_sentences(const std::string& plain, bool one_block, std::vector<Statement>& out) {
  std::size_t block = next_block(out);
  bool first = true;
  for (const engine::Sentence& sentence : engine::sentences(plain)) {
    std::string_view text = sentence.text;
    const bool cut_before = text.starts_with(kGap);
    if (cut_before) text = trim(text.substr(kGap.size()));
    const bool cut_behind = text.ends_with(" …");
    if (cut_behind) text = trim(text.substr(0, text.size() - kGap.size()));
    if (!std::exchange(first, false) && !one_block && !leans(text)) ++block;
    if (cut_before) out.push_back({"", block});
    if (!text.empty()) out.push_back({collapse_spaces(text), block});
    if (cut_behind) out.push_back({"", block});
  }
}

// What stands between two that follow each other.
std::string_view between(const Statement& first, const Statement& second) {
  constexpr std::array<std::string_view, 12> kEnds = {".",  "!",  "?",  ":",   ";",  "…",
                                                      "。", "！", "？", ".\"", ".”", ".)"};
  if (first.cells || second.cells) return " | ";
  const bool ended = std::any_of(kEnds.begin(), kEnds.end(),
                                 [&](std::string_view end) { return first.text.ends_with(end); });
  return ended || first.block == second.block ? " " : "; ";
}

// Those that are shown, "…" for the others.
std::string joined(const std::vector<Statement>& statements, const std::vector<bool>& shown) {
  std::string out;
  bool gap = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (shown[i]) {
      if (gap) {
        out += out.empty() ? "… " : " … ";
      } else if (!out.empty()) {
        out += between(statements[i - 1], statements[i]);
      }
      out += statements[i].text;
    }
    gap = !shown[i];
  }
  return out.empty() || !gap ? out : out + " …";
}

// As many of the wanted as have room.
std::vector<bool> fitting(const Passage& passage, std::size_t room) {
  std::vector<bool> shown(passage.statements.size());
  for (const std::size_t place : passage.wanted) {
    shown[place] = true;
    if (joined(passage.statements, shown).size() > room) shown[place] = false;
  }
  return shown;
}

// Of what alone is longer than that, the beginning.
void shorten(std::vector<Statement>& statements, std::size_t most) {
  constexpr std::size_t kGaps = 3 * (kGap.size() + 1);  // in front, at the end, and behind it
  for (Statement& statement : statements) {
    if (statement.text.size() <= most) continue;
    const std::size_t bytes = most - std::min(most, kGaps);
    statement.text = std::string(trim(utf8::truncate(statement.text, bytes))) + " …";
  }
}

bool is_heading(std::string_view line) {
  const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
  return marks > 0 && marks <= 6 && (marks == line.size() || line[marks] == ' ');
}

}  // namespace

std::vector<Statement> statements_of(std::string_view markdown, std::string_view as_made) {
  const std::vector<std::string_view> made = split_lines(as_made);
  std::vector<Statement> out;
  std::string paragraph;
  const auto end_paragraph = [&] {
    append_sentences(format::plain_text(std::exchange(paragraph, {})), false, out);
  };
  const auto add_row = [&](const format::TableRow& row) {
    out.push_back({row.text, next_block(out), row.cells});
  };
  const auto add_item = [&](std::string_view item) {
    const std::string plain = format::plain_text(item);
    const std::size_t before = out.size();
    append_sentences(plain, true, out);
    if (out.size() != before || plain.empty()) return;
    out.push_back({collapse_spaces(plain), next_block(out)});
  };
  const std::vector<std::string_view> lines = split_lines(markdown);
  const std::vector<format::TableLine> tables = format::read_tables(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::string_view said = trim(line);
    const bool from_template = std::find(made.begin(), made.end(), said) != made.end();
    const std::optional<std::string_view> item = engine::list_item(line);
    if (tables[i].of_table) {
      end_paragraph();
      if (tables[i].row) add_row(*tables[i].row);
    } else if (said.empty() || is_heading(said) || format::is_source_line(said) || from_template) {
      end_paragraph();
    } else if (item) {
      end_paragraph();
      const bool left_empty = !made.empty() && item->ends_with(":");
      if (!left_empty) add_item(*item);
    } else {
      paragraph.append(line).append("\n");
    }
  }
  end_paragraph();
  return out;
}

namespace {

std::set<std::string> telling_stems(const std::vector<engine::Word>& words) {
  constexpr std::array<std::string_view, 2> kSpeakers = {"user", "assistant"};
  std::set<std::string> stems;
  for (const engine::Word& word : words) {
    const std::string written = utf8::fold(word.text);
    const std::string_view lower = engine::without_owner(written);
    const bool idle =
        engine::is_stop_word(lower) || engine::says_now(lower) || engine::lists(kSpeakers, lower);
    if (!idle) stems.insert(engine::stem(lower));
  }
  return stems;
}

}  // namespace

std::set<std::string> stems_of(std::string_view text) {
  return telling_stems(engine::text_words(text));
}

std::set<std::string> stems_asked(std::string_view prompt) {
  return telling_stems(engine::asked_words(prompt));
}

bool Meaning::holds(const Meaning& other) const {
  if (words == other.words) return true;
  return other.stems.size() >= kLeastStems && denies == other.denies && asks <= other.asks &&
         std::includes(stems.begin(), stems.end(), other.stems.begin(), other.stems.end());
}

namespace {

// Who said it is told by some texts and not by others: `User: "We moved."`
std::string_view without_speaker(std::string_view statement) {
  for (const std::string_view speaker : {"User: ", "Assistant: "}) {
    if (statement.starts_with(speaker)) return statement.substr(speaker.size());
  }
  return statement;
}

}  // namespace

Meaning meaning_of(std::string_view statement, LocalTime said) {
  std::string text = fact_in(statement);
  if (said.at != Time{}) text = engine::builtin::writing::settle_dates(text, said);
  Meaning meaning;
  meaning.stems = stems_of(text);
  meaning.asks = statement.ends_with('?');
  for (const engine::Word& word : engine::words(without_speaker(statement))) {
    meaning.words += utf8::fold(word.text) + " ";
    meaning.denies = meaning.denies || is_denial(utf8::lower(word.text));
  }
  if (meaning.asks) meaning.words += "?";
  return meaning;
}

namespace {

// The sentences of a quotation, which is one statement where its speaker is named; empty where
// there is one sentence.
std::vector<Meaning> meanings_in(std::string_view statement, LocalTime said) {
  std::vector<Meaning> parts;
  const std::string_view words = without_speaker(statement);
  if (words.size() == statement.size()) return parts;
  for (const engine::Sentence& sentence : engine::sentences(words)) {
    parts.push_back(meaning_of(sentence.text, said));
  }
  return parts;
}

}  // namespace

Passage whole(std::vector<Statement> statements) {
  Passage passage;
  passage.statements = std::move(statements);
  for (std::size_t i = 0; i < passage.statements.size(); ++i) {
    if (!passage.statements[i].text.empty()) passage.wanted.push_back(i);
  }
  return passage;
}

void Context::begin(const std::string& heading, std::size_t most) {
  part_ = heading;
  heading_ = "## " + heading + "\n";
  limit_ = std::min(most, left_);
}

void Context::add(const Entry& entry) {
  Passage unsaid = unsaid_of(entry.passage);
  if (!closed_.empty() && !unsaid.wanted.empty()) return leave(entry.citation, closed_);
  shorten(unsaid.statements, entry.most);
  const std::size_t room = std::min(entry.most, room_beside(entry.lead, entry.target));
  const std::vector<bool> shown = fitting(unsaid, room);
  const std::string text = joined(unsaid.statements, shown);
  if (text.empty()) {
    if (entry.passage.wanted.empty()) return;  // it says nothing
    return leave(entry.citation, unsaid.wanted.empty() ? "is told already" : "there was no room");
  }
  write("- " + entry.lead + text + link_to(entry.target), entry.citation);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]) continue;
    const std::string& told = entry.passage.statements[i].text;
    known_.push_back(meaning_of(told, unsaid.said));
    for (const Meaning& part : meanings_in(told, unsaid.said)) known_.push_back(part);
  }
}

void Context::add_verbatim(const std::string& text, const std::string& target,
                           const std::string& citation) {
  if (!closed_.empty()) return leave(citation, closed_);
  if (text.size() > room_beside("", target)) return leave(citation, "there was no room");
  write("- " + text + link_to(target), citation);
}

void Context::leave(const std::string& citation, const std::string& why) {
  considered_.push_back({part_, citation, why});
}

void Context::note_said(std::string_view text, LocalTime said) {
  for (const Statement& statement : statements_of(text)) {
    known_.push_back(meaning_of(statement.text, said));
  }
}

bool Context::knows(const Meaning& meaning) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const Meaning& known) { return known.holds(meaning); });
}

bool Context::knows_all(const std::vector<Meaning>& parts) const {
  return !parts.empty() &&
         std::all_of(parts.begin(), parts.end(), [&](const Meaning& part) { return knows(part); });
}

// A fact, its turn and the summary over it tell one thing.
Passage Context::unsaid_of(const Passage& passage) const {
  Passage unsaid = passage;
  std::vector<bool> known(passage.statements.size());
  std::set<std::string> here;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string& text = passage.statements[i].text;
    const Meaning meaning = meaning_of(text, passage.said);
    const bool hangs = i > 0 && !known[i - 1] && leans(text);
    const bool is_told = knows(meaning) || knows_all(meanings_in(text, passage.said));
    known[i] = !here.insert(meaning.words).second || (!hangs && is_told);
  }
  std::erase_if(unsaid.wanted, [&](std::size_t place) { return known[place]; });
  const bool thinned = unsaid.wanted.size() < passage.wanted.size();
  const bool more = std::any_of(unsaid.wanted.begin(), unsaid.wanted.end(), [&](std::size_t place) {
    return matters(passage.statements[place].text);
  });
  if (passage.quoted && thinned && !more) unsaid.wanted.clear();
  return unsaid;
}

std::size_t Context::room_beside(const std::string& lead, const std::string& target) const {
  const std::size_t opening = heading_.empty() ? 0 : heading_.size() + (out_.empty() ? 0 : 1);
  const std::size_t taken =
      opening + std::string_view("- ").size() + lead.size() + link_to(target).size();
  const std::size_t room = std::min(limit_, left_);
  return room - std::min(room, taken);
}

std::string Context::link_to(const std::string& target) const {
  return " ([" + std::to_string(cited_ + taken_.size() + 1) + "](" + target + "))\n";
}

void Context::write(const std::string& line, const std::string& citation) {
  const std::size_t before = out_.size();
  if (!heading_.empty()) out_ += (out_.empty() ? "" : "\n") + std::exchange(heading_, {});
  out_ += line;
  limit_ -= out_.size() - before;
  left_ -= out_.size() - before;
  taken_.push_back(citation);
  considered_.push_back({part_, citation, {}});
}

}  // namespace pyramid::ops
