#include "format/conflict_note.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <iterator>

namespace pyramid::format {

namespace {

constexpr std::string_view kNoteHead = "> [!conflict] ";
constexpr std::string_view kAdvice =
    "changed on two machines; keep what is right, without this note";
// What a note is of, where that is not a whole paragraph.
constexpr std::string_view kAbove = "the end of the paragraph above, ";
constexpr std::string_view kBelow = "the beginning of the paragraph below, ";
constexpr std::string_view kAmid = "between the paragraphs above and below, which are one, ";
constexpr std::string_view kBetween = "\n\n***\n\n";
constexpr std::size_t kDay = 10;  // bytes of a date

std::optional<std::string> unquoted(std::string_view block) {
  std::string text;
  for (std::string_view line : split(block, '\n')) {
    if (!line.starts_with('>')) return std::nullopt;
    line.remove_prefix(line.starts_with("> ") ? 2 : 1);
    text.append(line).append("\n");
  }
  if (!text.empty()) text.pop_back();
  return text;
}

// "# conflict resolution" is a person's heading.
bool is_dated(std::string_view line, std::string_view begin) {
  return line.starts_with(begin) && parse_date(line.substr(begin.size(), kDay)).has_value();
}

std::string_view place_of(const ConflictNote& note) {
  if (note.ends_above) return note.begins_below ? kAmid : kAbove;
  return note.begins_below ? kBelow : std::string_view();
}

}  // namespace

bool may_hold_note(std::string_view text) { return text.find(kNoteHead) != std::string_view::npos; }

std::string to_text(const ConflictNote& note) {
  std::string inside;
  for (const std::string& text : note.texts) {
    if (!inside.empty()) inside += kBetween;
    inside += text;
  }
  std::string out = std::string(kNoteHead) + note.day + ": " + std::string(place_of(note)) +
                    std::string(kAdvice) + "\n>";
  for (const std::string_view line : split(inside, '\n')) {
    out.append(line.empty() ? "\n>" : "\n> ").append(line);
  }
  return out;
}

std::optional<ConflictNote> parse_conflict_note(std::string_view block) {
  if (!block.starts_with(kNoteHead)) return std::nullopt;
  const std::size_t head_end = block.find('\n');
  if (head_end == std::string_view::npos) return std::nullopt;
  ConflictNote note;
  note.day = block.substr(kNoteHead.size(), kDay);
  if (!parse_date(note.day)) return std::nullopt;
  std::string_view words = block.substr(0, head_end).substr(kNoteHead.size() + kDay);
  if (words.starts_with(": ")) words.remove_prefix(2);
  const bool amid = words.starts_with(kAmid);
  note.ends_above = amid || words.starts_with(kAbove);
  note.begins_below = amid || words.starts_with(kBelow);
  const std::optional<std::string> all = unquoted(block.substr(head_end + 1));
  if (!all) return std::nullopt;
  std::string_view inside = *all;
  if (inside.starts_with('\n')) inside.remove_prefix(1);
  for (std::size_t at = inside.find(kBetween); at != std::string_view::npos;
       at = inside.find(kBetween)) {
    note.texts.emplace(inside.substr(0, at));
    inside.remove_prefix(at + kBetween.size());
  }
  note.texts.emplace(inside);
  return note;
}

std::vector<std::size_t> conflict_lines(std::string_view bytes, std::string_view path) {
  std::vector<std::size_t> lines;
  if (!may_hold_note(bytes) && bytes.find(kConflictComment) == std::string_view::npos) return lines;
  const bool was_said = kind_of_path(path) == Kind::kSession;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (was_said && number > 1 && trim(line) == "---") break;
    if (is_dated(line, kNoteHead) || is_dated(line, kConflictComment)) lines.push_back(number);
  }
  return lines;
}

std::string without_conflicts(std::string_view bytes, std::string_view key) {
  const std::string_view block = frontmatter_block(bytes).value_or(std::string_view());
  if (block.find(kConflictComment) == std::string_view::npos) return std::string(bytes);
  const std::string kept = ": " + std::string(key) + ":";
  std::string out(bytes.substr(0, static_cast<std::size_t>(block.data() - bytes.data())));
  for (const std::string_view line : lines_with_ends(block)) {
    const bool is_of_key = is_dated(line, kConflictComment) &&
                           line.substr(kConflictComment.size() + kDay).starts_with(kept);
    if (!is_of_key) out += line;
  }
  return out.append(
      bytes.substr(static_cast<std::size_t>(block.data() - bytes.data()) + block.size()));
}

namespace {

// The lines of a note's block as the text has them: its head, the rules between its texts and the
// quotation marks are gone.
void append_inside(std::string& out, std::string_view block) {
  bool head = true;
  for (const std::string_view line : split_lines(block)) {
    const std::string inside = head ? std::string() : unquoted(line).value_or(std::string());
    out.append(inside == "***" ? std::string_view() : std::string_view(inside)).append("\n");
    head = false;
  }
}

std::string either(const std::set<std::string>& texts) {
  std::string sentence = texts.size() > 1 ? "Either " : "";
  for (auto text = texts.begin(); text != texts.end(); ++text) {
    const bool last = std::next(text) == texts.end();
    if (text != texts.begin()) sentence += ", or ";
    std::string one = collapse_spaces(*text);
    if (!last && one.ends_with('.')) one.pop_back();
    sentence += one;
  }
  return sentence;
}

void append_as_one(std::string& out, std::string_view block, const ConflictNote& note) {
  out.append(static_cast<std::size_t>(std::count(block.begin(), block.end(), '\n')), '\n');
  out.append(either(note.texts)).append("\n");
}

}  // namespace

std::string without_notes(std::string_view text, Alternatives alternatives) {
  if (text.find(kNoteHead) == std::string_view::npos) return std::string(text);
  std::string out, block;
  const auto close = [&] {
    if (block.empty()) return;
    const std::string_view whole = std::string_view(block).substr(0, block.size() - 1);
    const std::optional<ConflictNote> note = parse_conflict_note(whole);
    if (!note) {
      out += block;
    } else if (alternatives == Alternatives::kAsOne) {
      append_as_one(out, whole, *note);
    } else {
      append_inside(out, whole);
    }
    block.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    const bool begins = line.starts_with(kNoteHead);
    if (begins || !line.starts_with('>')) close();
    const bool inside = begins || (!block.empty() && line.starts_with('>'));
    (inside ? block : out).append(line).append("\n");
  }
  close();
  out.pop_back();  // split() has one line more than there are line ends
  return out;
}

}  // namespace pyramid::format
