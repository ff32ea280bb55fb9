#include "index/chunker.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/home_records.hpp"
#include "format/markdown.hpp"
#include "format/sections.hpp"
#include "format/task.hpp"
#include "format/topic.hpp"
#include "format/why_page.hpp"
#include "format/without_data_uris.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

namespace pyramid::index {

namespace {

using format::Document;
using format::Kind;
using format::Node;

constexpr std::size_t kLabelBytes = 40;
constexpr std::size_t kLabelWords = 3;
constexpr std::size_t kDateBytes = 10;   // 2026-05-15
constexpr std::size_t kStatement = 160;  // bytes of a line that may be one statement

// What stands in front of a piece of that time.
std::string dated(LocalTime at) {
  return at.at == Time{} ? "" : format_date_long(date_of(at)) + " ";
}

// A date in front helps to find by words (docs/search.md); in a vector it only blurs the rest.
void set_text(Piece& piece, std::string_view text, const Zone& zone) {
  piece.text = dated(zone.local(piece.at, piece.offset));
  piece.dated = piece.text.size();
  piece.text += text;
}

Piece finished(Piece piece) {
  piece.digest = digest_of(piece.text);
  return piece;
}

std::size_t last_line_of(const Document& document) {
  const auto lines = std::count(document.body.begin(), document.body.end(), '\n');
  const bool open_end = !document.body.empty() && document.body.back() != '\n';
  return document.body_line + static_cast<std::size_t>(lines) - (open_end ? 0 : 1);
}

std::vector<Piece> whole(const Document& document, const Node& node, const Zone& zone) {
  if (node.text.empty()) return {};
  Piece piece;
  const auto lines = std::count(node.text.begin(), node.text.end(), '\n');
  piece.first_line = node.text_line;
  piece.last_line =
      std::min(node.text_line + static_cast<std::size_t>(lines), last_line_of(document));
  piece.at = node.at;
  piece.offset = node.offset;
  set_text(piece, format::without_data_uris(node.text), zone);
  return {finished(std::move(piece))};
}

// "Melanie: I think …": whoever speaks, where a transcript says it in front of each turn; or "".
std::string_view label_of(std::string_view text) {
  const std::size_t end = text.substr(0, kLabelBytes).find(": ");
  if (end == std::string_view::npos) return {};
  const std::string_view label = text.substr(0, end);
  const auto words = split(label, ' ');
  const bool is_name = std::all_of(words.begin(), words.end(), [](std::string_view word) {
    return !word.empty() &&
           word.find_first_of("\n\t:;,!?()[]{}<>*_`\"/") == std::string_view::npos &&
           !(word[0] >= 'a' && word[0] <= 'z') && !(word[0] >= '0' && word[0] <= '9');
  });
  return is_name && words.size() <= kLabelWords ? label : std::string_view();
}

// Whether a transcript names who speaks: in front of all that the user says, or the other one.
bool is_labelled(const format::Conversation& conversation, format::Speaker speaker) {
  return std::all_of(
      conversation.turns.begin(), conversation.turns.end(), [&](const format::Turn& turn) {
        return turn.speaker != speaker || turn.text.empty() || !label_of(turn.text).empty();
      });
}

std::string speaker_of(const format::Turn& turn, const std::string& user) {
  if (turn.speaker == format::Speaker::kAssistant) return "Assistant";
  return user.empty() ? "User" : user;
}

std::vector<Piece> turns(const Document& document, const Node& node, const Zone& zone) {
  const auto conversation = format::read_session(document, node.path);
  if (!conversation) return {};
  const std::vector<format::TurnLines> lines = format::turn_lines(document);
  const bool user_labelled = is_labelled(*conversation, format::Speaker::kUser);
  const bool other_labelled = is_labelled(*conversation, format::Speaker::kAssistant);
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < std::min(lines.size(), conversation->turns.size()); ++i) {
    const format::Turn& turn = conversation->turns[i];
    if (turn.unkept && turn.text.empty()) continue;
    const bool by_user = turn.speaker == format::Speaker::kUser;
    const bool labelled = turn.by_other || (by_user ? user_labelled : other_labelled);
    Piece piece;
    piece.first_line = lines[i].first;
    piece.last_line = lines[i].last;
    piece.heading = conversation->title;
    piece.at = turn.at;
    piece.offset = turn.offset;
    piece.speaker =
        labelled ? std::string(label_of(turn.text)) : speaker_of(turn, conversation->user);
    std::string text = labelled ? turn.text : piece.speaker + ": " + turn.text;
    std::replace(text.begin(), text.end(), '\r', ' ');
    set_text(piece, format::without_data_uris(text), zone);
    pieces.push_back(finished(std::move(piece)));
  }
  if (!pieces.empty() || lines.empty()) return pieces;
  // Its words are not kept: what is left to find it by is how it is called.
  Piece piece;
  piece.first_line = piece.last_line = document.body_line;
  piece.heading = conversation->title;
  piece.at = node.at;
  set_text(piece, conversation->title, zone);
  pieces.push_back(finished(std::move(piece)));
  return pieces;
}

// Text that is not cut: a line, or of a line that is too long for a piece a sentence.
struct Part {
  std::string_view text;
  std::size_t line = 0;
  bool ends_line = true;
};

std::size_t sentence_end(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i + 1] == ' ' && (text[i] == '.' || text[i] == '!' || text[i] == '?')) return i + 2;
  }
  return text.size();
}

void add_parts(std::string_view line, std::size_t number, std::size_t most,
               std::vector<Part>& parts) {
  while (line.size() > most) {
    std::size_t end = sentence_end(line);
    if (end > most) end = line.substr(0, most).rfind(' ') + 1;  // npos + 1 = 0
    if (end == 0) end = utf8::truncate(line, most).size();
    if (end == 0) end = most;
    parts.push_back({line.substr(0, end), number, false});
    line.remove_prefix(end);
  }
  parts.push_back({line, number, true});
}

struct Line {
  std::string_view text;
  std::size_t number = 0;  // in the file, where only `\n` ends a line
};

// Lines as headings are counted: a lone `\r` ends one too.
std::vector<Line> lines_of(std::string_view body, std::size_t number) {
  std::vector<Line> lines;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find_first_of("\r\n"), body.size());
    lines.push_back({body.substr(0, end), number});
    const bool crlf = body.substr(end, 2) == "\r\n";
    if (crlf || body.substr(end, 1) == "\n") ++number;
    body.remove_prefix(std::min(end + (crlf ? 2 : 1), body.size()));
  }
  return lines;
}

// When something was written, by the clock of where it was; Time{}: nothing says.
struct Written {
  Time at;
  std::optional<std::int32_t> offset = std::nullopt;  // as of Node
};

// How lines become pieces.
struct Cutting {
  std::size_t longest = 0;  // bytes of a part that is not cut
  PieceSize size;           // of what is put together; with no bytes each part is a piece
};

// Cuts lines [first, last) under one heading.
void cut_lines(const std::vector<Line>& lines, std::size_t first, std::size_t last,
               const std::string& heading, Written at, const Cutting& cutting, const Zone& zone,
               std::vector<Piece>& pieces) {
  const PieceSize& size = cutting.size;
  std::vector<Part> parts;
  for (std::size_t i = first; i < last; ++i) {
    add_parts(lines[i].text, lines[i].number, cutting.longest, parts);
  }
  std::size_t begin = 0;
  while (begin < parts.size()) {
    std::size_t end = begin;
    std::size_t bytes = 0;
    while (end < parts.size() && (end == begin || bytes + parts[end].text.size() <= size.most)) {
      bytes += parts[end++].text.size() + 1;
    }
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      text.append(parts[i].text).append(parts[i].ends_line ? "\n" : "");
    }
    if (!trim(text).empty()) {
      Piece piece;
      piece.first_line = parts[begin].line;
      piece.last_line = parts[end - 1].line;
      piece.heading = heading;
      piece.at = at.at;
      piece.offset = at.offset;
      const std::string words = format::plain_text_and_blocks(text);
      set_text(piece, heading.empty() ? words : heading + "\n" + words, zone);
      pieces.push_back(finished(std::move(piece)));
    }
    if (end >= parts.size()) break;
    std::size_t back = end;
    for (std::size_t seen = 0;
         back > begin + 1 && seen + parts[back - 1].text.size() < size.overlap;) {
      seen += parts[--back].text.size() + 1;
    }
    begin = back;
  }
}

// "2026-02-13", "2026-02-13 12:48", "2026-02-13-walk.md".
std::optional<Written> time_in(std::string_view text, const Zone& zone) {
  const auto written_here = [&](Time at) { return Written{at, zone.offset_at(at)}; };
  if (const auto time = parse_written_time(text)) {
    const Time at = time->in(zone);
    return time->told_offset() ? Written{at, time->told_offset()} : written_here(at);
  }
  const auto date = parse_date(text.substr(0, kDateBytes));
  return date ? std::optional(written_here(zone.start_of(*date))) : std::nullopt;
}

// "[[2026-05-26]]", "[[daily/2026-05-26|Tuesday]]", "[Tuesday](2026-05-26.md)": what a date leads
// to that is a link to its note.
std::string_view without_link(std::string_view value) {
  value = trim(value);
  if (!value.starts_with('[')) return value;
  const std::size_t target = value.find("](");
  const std::size_t begin =
      target == std::string_view::npos ? value.find_first_not_of('[') : target + 2;
  value.remove_prefix(std::min(begin, value.size()));
  return path::name(value.substr(0, value.find_first_of("]|#)")));
}

// What the frontmatter says, in whatever case: when it was made, else when it was last changed.
std::optional<Written> written_time(const format::Frontmatter& frontmatter, const Zone& zone) {
  for (const std::string_view key :
       {"date", "created", "date created", "creation date", "created at", "created_at", "modified",
        "updated", "date modified", "last modified", "updated at", "updated_at"}) {
    for (const format::Field& field : frontmatter.fields()) {
      if (!equals_ignoring_case(field.key, key) || field.values.empty()) continue;
      if (const auto time = time_in(without_link(field.values.front()), zone)) return time;
    }
  }
  return std::nullopt;
}

// A daily log has the day that its file is named after; so has a note, unless its frontmatter says.
Written time_of(const Document& document, const Node& node, const Zone& zone) {
  if (node.kind != Kind::kDaily && node.kind != Kind::kNote) return {node.at, node.offset};
  const auto at = document.frontmatter.scalar("at");
  if (const auto time = at ? time_in(trim(*at), zone) : std::nullopt) return *time;
  if (node.kind == Kind::kNote) {
    if (const auto time = written_time(document.frontmatter, zone)) return *time;
  }
  return time_in(path::name(node.path), zone).value_or(Written{});
}

// An entry of `pyramid remember` has its time as heading: "[2026-02-13 12:48]".
Written time_below(const std::vector<std::string>& headings, Written of_file, const Zone& zone) {
  for (auto heading = headings.rbegin(); heading != headings.rend(); ++heading) {
    if (!heading->starts_with("[")) continue;
    if (const auto time = time_in(std::string_view(*heading).substr(1), zone)) return *time;
  }
  return of_file;
}

// Whether a property says something, and not only when or whether.
bool says_something(std::string_view value, const Zone& zone) {
  const bool has_letter = std::any_of(value.begin(), value.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalpha(byte) != 0;
  });
  return has_letter && value != "true" && value != "false" && !time_in(without_link(value), zone);
}

// One word in lower case, as sorts and tags are.
bool is_category(std::string_view value) {
  return std::none_of(value.begin(), value.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == ' ' || std::isupper(byte) != 0;
  });
}

// What a person wrote into the head of a note, "author: Ursula Tamsin", is a piece; tags and
// categories alone, which many notes share, are none.
void cut_properties(const Document& document, Written at, const Zone& zone,
                    std::vector<Piece>& pieces) {
  if (document.frontmatter.bytes().empty()) return;  // what was read of it is body
  std::string text;
  Piece piece;
  bool is_worth = false;
  for (const format::Field& field : document.frontmatter.fields()) {
    std::vector<std::string> values;
    std::copy_if(field.values.begin(), field.values.end(), std::back_inserter(values),
                 [&](const std::string& value) { return says_something(value, zone); });
    if (values.empty()) continue;
    if (text.empty()) piece.first_line = field.line + 1;
    const std::string_view lines =
        std::string_view(document.frontmatter.bytes()).substr(field.begin, field.end - field.begin);
    const auto breaks = std::count(lines.begin(), lines.end(), '\n');
    piece.last_line = field.line + std::max<std::size_t>(1, static_cast<std::size_t>(breaks));
    text += (text.empty() ? "" : "\n") + field.key + ": " + join(values, ", ");
    is_worth = is_worth || (!equals_ignoring_case(field.key, "tags") &&
                            !std::all_of(values.begin(), values.end(), is_category));
  }
  if (!is_worth) return;
  piece.at = at.at;
  piece.offset = at.offset;
  set_text(piece, text, zone);
  pieces.push_back(finished(std::move(piece)));
}

// Sections of a home that were generated, and then changed by a person, as their lines in the file.
std::vector<std::pair<std::size_t, std::size_t>> edited_sections(const Document& document,
                                                                 const Node& node) {
  std::vector<std::pair<std::size_t, std::size_t>> edited;
  if (!format::is_home(node.kind)) return edited;
  for (const format::FoundSection& section : format::find_sections(document, node.path)) {
    const bool stands = section.tag.empty() || format::why_tag(section.text_digest) == section.tag;
    if (!stands) edited.emplace_back(section.line, section.last_line);
  }
  return edited;
}

std::vector<Piece> by_headings(const Document& document, const Node& node, const PieceSize& size,
                               const Zone& zone) {
  std::vector<Piece> pieces;
  const Written of_file = time_of(document, node, zone);
  if (node.kind == Kind::kNote || node.kind == Kind::kDaily) {
    cut_properties(document, of_file, zone, pieces);
  }
  // Before it is cut: the second half of an image would be text.
  const std::string body = format::without_data_uris(document.body);
  std::vector<Line> lines = lines_of(body, document.body_line);
  if (format::is_home(node.kind)) {
    for (Line& line : lines) {
      if (format::is_source_line(line.text)) line.text = {};
    }
  }
  const format::Outline outline = format::outline(body);
  const auto edited = edited_sections(document, node);
  const Cutting by_size{size.most, size};
  const Cutting by_line{std::min(size.most, kStatement), {}};
  std::vector<std::string> path;  // headings above, by level
  std::size_t first = 0;          // line of the heading
  std::size_t begin = 0;          // of what stands below it
  std::string heading;
  // Cuts up to line `end`. A heading with nothing below it, not even headings, is a piece itself.
  const auto cut_section = [&](std::size_t end, std::size_t next_level) {
    const std::size_t before = pieces.size();
    const Written at = time_below(path, of_file, zone);
    const bool apart = std::any_of(edited.begin(), edited.end(), [&](const auto& section) {
      const std::size_t line = first < lines.size() ? lines[first].number : 0;
      return section.first <= line && line <= section.second;
    });
    cut_lines(lines, begin, end, heading, at, apart ? by_line : by_size, zone, pieces);
    if (pieces.size() > before || heading.empty() || next_level > path.size()) return;
    Piece piece;
    piece.first_line = lines[first].number;
    piece.last_line = lines[begin - 1].number;
    piece.heading = heading;
    piece.at = at.at;
    piece.offset = at.offset;
    set_text(piece, heading, zone);
    pieces.push_back(finished(std::move(piece)));
  };
  for (const format::Heading& next : outline.headings) {
    cut_section(next.line - 1, static_cast<std::size_t>(next.level));
    path.resize(static_cast<std::size_t>(next.level));
    path.back() = next.text;
    heading.clear();
    for (const std::string& part : path) {
      if (part.empty()) continue;
      if (!heading.empty()) heading += " › ";
      heading += part;
    }
    first = next.line - 1;
    begin = next.last;
  }
  cut_section(lines.size(), 0);
  return pieces;
}

// A task is one piece; what a person wrote behind its relations is cut as a note is.
std::vector<Piece> task(const Document& document, const Node& node, const PieceSize& size,
                        const Zone& zone) {
  std::vector<Piece> pieces = whole(document, node, zone);
  Document rest = document;
  rest.body = format::behind_relations(document);
  if (trim(rest.body).empty()) return pieces;
  for (Piece& piece : by_headings(rest, node, size, zone)) pieces.push_back(std::move(piece));
  return pieces;
}

}  // namespace

PieceSize piece_size(const format::Settings& settings) {
  constexpr std::size_t kBytes = 4;  // of a token
  return {static_cast<std::size_t>(settings.chunk_tokens) * kBytes,
          static_cast<std::size_t>(settings.chunk_overlap) * kBytes};
}

std::vector<Piece> cut(const Document& document, const Node& node, const PieceSize& size,
                       const Zone& zone) {
  switch (node.kind) {
    case Kind::kObservation:
    case Kind::kSummary:
      return whole(document, node, zone);
    case Kind::kSession:
      return turns(document, node, zone);
    case Kind::kTask:
      return task(document, node, size, zone);
    case Kind::kTopic:  // its words are the session's, which has pieces of its own
      if (node.model_type != format::kLeaf || !node.session.is_zero()) return {};
      return by_headings(document, node, size, zone);
    case Kind::kWhy:
      return {};
    default:
      return by_headings(document, node, size, zone);
  }
}

std::string_view without_date(std::string_view text, LocalTime at) {
  const std::string date = dated(at);
  return text.starts_with(date) ? text.substr(date.size()) : text;
}

}  // namespace pyramid::index
