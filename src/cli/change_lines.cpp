#include "cli/change_lines.hpp"

#include "base/text.hpp"
#include "base/ulid.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pyramid::cli {

namespace {

constexpr std::size_t kContext = 6;      // words around a change
constexpr std::size_t kLineBytes = 160;  // of a text told on one line
constexpr std::size_t kShortId = 7;      // of a commit
constexpr const char* kOrBefore =
    "\n    or before: this shallow clone begins here; `git fetch --unshallow` brings the rest";
constexpr const char* kEllipsis = "…";

// What stands at both ends of a line that stayed, or at one.
std::string shortened_line(const std::string& text, bool first, bool last) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(text, ' ')) words.push_back(word);
  const std::size_t room = (first ? 0 : kContext) + (last ? 0 : kContext);
  if (words.size() <= room + 2) return text;
  std::string out;
  if (!first) {
    for (std::size_t i = 0; i < kContext; ++i) out += std::string(words[i]) + " ";
  }
  out += kEllipsis;
  if (!last) {
    for (std::size_t i = words.size() - kContext; i < words.size(); ++i) {
      out += " " + std::string(words[i]);
    }
  }
  return out;
}

// What stayed, as far as it stands near a change: the words around it, and one line.
std::string shortened(const std::string& text, bool first, bool last, bool begins_line) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
  if (lines.size() == 1) return shortened_line(text, first, last);
  std::size_t head = 2, tail = 2;  // lines; changes stand on the first and the last
  if (first) {
    head = 0;
  } else if (begins_line) {
    head = 1;
  } else {
    lines.front() = shortened_line(lines.front(), false, true);
  }
  if (last) {
    tail = 0;
  } else {
    lines.back() = shortened_line(lines.back(), true, false);
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += "\n";
    const std::size_t left = lines.size() - std::min(lines.size(), head + tail);
    if (i == head && left > 1) {
      out += kEllipsis;
      i += left - 1;
    } else {
      out += lines[i];
    }
  }
  return out;
}

std::string marked_line(const Terminal& terminal, bool removed, std::string_view line) {
  const std::string words = printable(line);
  if (terminal.colour) return styled(terminal, removed ? Style::kRed : Style::kGreen, words);
  return removed ? "[-" + words + "-]" : "{+" + words + "+}";
}

// Each line of its own. The white space at the end of a piece belongs to no word.
std::string marked(const Terminal& terminal, const TextPiece& piece, bool begins_line,
                   const TextPiece* next) {
  const bool removed = piece.kind == TextPiece::Kind::kRemoved;
  const std::size_t end = piece.text.find_last_not_of(" \n") + 1;
  std::string out;
  bool is_first = true;
  for (const std::string_view line : split(std::string_view(piece.text).substr(0, end), '\n')) {
    if (!std::exchange(is_first, false)) out += "\n";
    if (!trim(line).empty()) out += marked_line(terminal, removed, line);
  }
  const std::string space = piece.text.substr(end);
  if (!removed) return out + space;
  if (next == nullptr) return out;
  const bool ends_line = space.find('\n') != std::string::npos;
  if (next->kind == TextPiece::Kind::kAdded) {
    const bool is_item = space.empty() && next->text.starts_with("- ");  // the last of its text
    return out + (begins_line && (ends_line || is_item) ? "\n" : "");
  }
  return out + (ends_line ? space : " ");
}

std::string verb_of(const MemoryChange& change) {
  const bool fact = change.kind == "observation" || change.kind == "session";
  if (change.what == "added") return fact ? "learned" : "wrote";
  if (change.what == "deleted") return "dropped";
  return change.what;
}

std::string label_of(const MemoryChange& change) {
  std::string label = change.kind;
  if (change.tier) label += " tier " + std::to_string(*change.tier);
  if (change.kind == "section") label = change.path + "#" + change.name;
  if (change.kind == "text") label = change.path + ", your own part";
  if (change.kind == "session") label += " \"" + change.name + "\"";
  const std::optional<Ulid> id = parse_ulid(change.id);
  if (id && (change.kind == "observation" || change.kind == "summary")) {
    label += " [" + short_id(*id) + "]";
  }
  const bool named_by_path = change.kind == "note" || change.kind == "daily" ||
                             change.kind == "identity" || change.kind == "settings" ||
                             change.kind == "model" || change.kind == "memory";
  if (named_by_path) label = change.path;
  return printable(label);
}

std::string on_one_line(std::string_view text) {
  std::string line = printable(collapse_spaces(text));
  if (line.size() <= kLineBytes) return line;
  return std::string(utf8::truncate(line, kLineBytes)) + kEllipsis;
}

// The words of a change on lines of their own, indented; of one line when they are few.
std::string told(const Terminal& terminal, const MemoryChange& change, Detail detail) {
  if (!change.words.empty()) {
    const std::string words = words_of(terminal, change.words);
    return detail == Detail::kLine ? collapse_spaces(words) : std::string(trim(words));
  }
  const bool gone = change.what == "deleted";
  const std::string& text = gone ? change.text_before : change.text;
  if (text.empty()) return {};
  if (detail == Detail::kLine) return on_one_line(text);
  std::string whole = printable_lines(trim(text));
  if (!gone && change.what != "added") return whole;
  return styled(terminal, gone ? Style::kRed : Style::kGreen, whole);
}

std::string indented(const std::string& text) { return replace_all(text, "\n", "\n      "); }

std::string lines_of(const Terminal& terminal, const MemoryChange& change, Detail detail) {
  std::string out = fmt::format("  {:<10} {}", verb_of(change), label_of(change));
  std::vector<std::string> details = change.details;
  if (!change.path_before.empty()) details.push_back("was " + change.path_before);
  if (!details.empty()) {
    out += styled(terminal, Style::kDim, "  (" + printable(join(details, "; ")) + ")");
  }
  const std::string text = told(terminal, change, detail);
  if (text.empty()) return out + "\n";
  const bool beside = detail == Detail::kLine || text.find('\n') == std::string::npos;
  return out + (beside ? ": " : "\n      ") + indented(text) + "\n";
}

}  // namespace

std::string name_of(const Terminal& terminal, const MemoryCommit& commit) {
  return commit.id.substr(0, kShortId) + " of " + format_minute(terminal.zone.local(commit.at));
}

std::string line_of(const Terminal& terminal, const MemoryCommit& commit) {
  std::string line = styled(terminal, Style::kBold, commit.id.substr(0, kShortId)) + "  " +
                     format_minute(terminal.zone.local(commit.at)) + "  " +
                     printable(commit.subject);
  std::string by;
  if (commit.by_hand && !commit.subject.starts_with("by hand")) {
    by = "by hand, by " + commit.author;
  }
  if (!commit.machine.empty()) by += (by.empty() ? "on " : "; on ") + commit.machine;
  if (!by.empty()) line += styled(terminal, Style::kDim, "  (" + printable(by) + ")");
  if (commit.is_edge) line += kOrBefore;
  return line + "\n";
}

std::string words_of(const Terminal& terminal, const std::vector<TextPiece>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size();
    const bool begins_line = out.empty() || out.back() == '\n';
    if (words[i].kind == TextPiece::Kind::kSame) {
      out += printable_lines(shortened(words[i].text, i == 0, last, begins_line));
    } else {
      out += marked(terminal, words[i], begins_line, last ? nullptr : &words[i + 1]);
    }
  }
  return out;
}

std::string lines_of(const Terminal& terminal, const std::vector<MemoryChange>& changes,
                     Detail detail, std::optional<std::size_t> most) {
  std::string out;
  const std::size_t shown = std::min(most.value_or(changes.size()), changes.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out += lines_of(terminal, changes[i], detail);
  }
  if (changes.size() > shown) {
    out += styled(terminal, Style::kDim,
                  fmt::format("  {} {} more (--all)", kEllipsis, changes.size() - shown)) +
           "\n";
  }
  return out;
}

}  // namespace pyramid::cli
