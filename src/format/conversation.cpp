#include "format/conversation.hpp"

#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/session_parts.hpp"
#include "format/tags.hpp"
#include "format/text_parts.hpp"
#include "format/turn_escape.hpp"
#include "format/turn_lines.hpp"
#include "format/turn_written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kLongestName = 1024;  // of a title or an id at the source
constexpr std::string_view kUnkeptNote =
    "\nA turn without words: they are not kept (`keep_transcripts: none`).\n";

bool lacks_words(const Conversation& conversation) {
  return std::any_of(conversation.turns.begin(), conversation.turns.end(),
                     [](const Turn& turn) { return turn.unkept.has_value(); });
}

std::string storable_name(std::string_view text) {
  return std::string(utf8::truncate(utf8::storable(text), kLongestName));
}

// Where a long conversation goes on, and from where.
std::string part_links(const Conversation& conversation) {
  std::string line;
  if (!conversation.previous.empty()) {
    line += "Goes on from " +
            link(fmt::format("part {}", conversation.part - 1), conversation.previous, "") + ".";
  }
  if (!conversation.next.empty()) {
    line += (line.empty() ? "Goes on in " : " Goes on in ") +
            link(fmt::format("part {}", conversation.part + 1), conversation.next, "") + ".";
  }
  return line.empty() ? line : "\n" + line + "\n";
}

std::string session_body(const Conversation& conversation) {
  std::string body =
      "# " + escape_inline(collapse_spaces(storable_name(conversation.title))) + "\n";
  body.append(part_links(conversation));
  if (lacks_words(conversation)) body.append(kUnkeptNote);
  Date shown = date_of(conversation.start);
  for (std::size_t i = 0; i < conversation.turns.size(); ++i) {
    const Turn& turn = conversation.turns[i];
    body.append("\n").append(turn_heading(turn, shown)).append("\n");
    if (!turn.origin.empty()) body.append(origin_line(storable_name(turn.origin))).append("\n");
    if (turn.offset) body.append(offset_line(*turn.offset)).append("\n");
    if (turn.by_other) body.append(kOtherLine).append("\n");
    if (turn.unkept) body.append(unkept_line(*turn.unkept)).append(turn.text.empty() ? "" : "\n");
    const WrittenTurn written = write_turn(utf8::storable(turn.text));
    if (const std::string line = text_line(written); !line.empty()) body.append(line).append("\n");
    body.append(escape_turn(written.text));
    body.append(fmt::format("\n\n^t{}\n", conversation.first + static_cast<std::int64_t>(i)));
    shown = date_of(turn.at);
  }
  return body;
}

void set_session_fields(Frontmatter& frontmatter, const Conversation& conversation,
                        std::int64_t extracted) {
  const Ulid whole = session_id(conversation);
  const bool is_later = conversation.part > 1;
  frontmatter.set("id", to_string(part_id(whole, conversation.part)));
  frontmatter.set("kind", name_of(Kind::kSession));
  frontmatter.set("at", format_time(conversation.start));
  frontmatter.set("source", storable_name(conversation.source));
  frontmatter.set("origin", storable_name(conversation.origin));
  frontmatter.set("title", storable_name(conversation.title));
  if (!conversation.user.empty()) frontmatter.set("user", storable_name(conversation.user));
  add_scopes(frontmatter, conversation.scopes);
  if (is_later) frontmatter.set("session", to_string(whole));
  if (is_later) frontmatter.set("part", std::to_string(conversation.part));
  if (is_later) frontmatter.set("first", std::to_string(conversation.first));
  const auto count = static_cast<std::int64_t>(conversation.turns.size());
  frontmatter.set("turns", std::to_string(conversation.first - 1 + count));
  frontmatter.set("extracted", std::to_string(extracted));
  if (!conversation.replaced.empty()) {
    std::vector<std::string> replaced;
    for (const std::int64_t turn : conversation.replaced) replaced.push_back(std::to_string(turn));
    frontmatter.set_list("replaced", replaced);
  }
  if (conversation.updated != Time{}) {
    frontmatter.set("updated", format_time(conversation.updated));
  }
  frontmatter.set("output", to_hex(turns_digest(conversation, conversation.turns.size())));
}

// 0 for what is no number of a turn.
std::int64_t turn_of(std::string_view digits) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  std::int64_t turn = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), turn);
  return error == std::errc() && end == last && turn > 0 && turn <= kMost ? turn : 0;
}

// What is no number of a turn is left out: nothing came with it.
std::vector<std::int64_t> read_replaced(const Frontmatter& frontmatter) {
  std::vector<std::int64_t> turns;
  for (const std::string& digits : frontmatter.list("replaced")) {
    const std::int64_t turn = turn_of(digits);
    if (turn > 0) turns.push_back(turn);
  }
  return turns;
}

std::int64_t number_of(const Frontmatter& frontmatter, std::string_view key) {
  return std::max<std::int64_t>(1, turn_of(frontmatter.scalar(key).value_or("")));
}

// One turn as it stands in a body with `\n` line ends.
struct RawTurn {
  TurnHeading heading;
  std::string_view text;      // between the heading and the `^tN` line, origin line included
  std::size_t line = 0;       // 1-based within the body, of the heading
  std::size_t last_line = 0;  // of the `^tN` line
};

struct BodyScan {
  std::vector<RawTurn> turns;
  std::size_t bad_line = 0;  // 0 = all is well
  std::string what, hint;
};

BodyScan broken(BodyScan scan, std::size_t line, std::string what, std::string hint) {
  scan.bad_line = line;
  scan.what = std::move(what);
  scan.hint = std::move(hint);
  return scan;
}

// `line_end`: "\n", or "\r\n" in a file that has such line ends.
BodyScan scan_turns(std::string_view body, std::int64_t first) {
  BodyScan scan;
  bool open = false;
  std::size_t text_begin = 0;
  std::size_t number = 0;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t next = next_line(body, at);
    std::string_view line = body.substr(at, next - at);
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    ++number;
    const auto heading = parse_turn_heading(line);
    const std::int64_t mark = heading ? 0 : parse_turn_mark(line);
    const std::int64_t turn = first - 1 + static_cast<std::int64_t>(scan.turns.size());
    if (heading && open) {
      return broken(std::move(scan), number, fmt::format("turn {} has no `^t{}` line", turn, turn),
                    fmt::format("put `^t{}` on a line of its own before this heading", turn));
    }
    if (heading) {
      scan.turns.push_back({*heading, {}, number, 0});
      open = true;
      text_begin = next;
    } else if (mark > 0 && (!open || mark != turn)) {
      return broken(std::move(scan), number, fmt::format("`^t{}` is not where it belongs", mark),
                    fmt::format("every turn ends with its own number, counted from {}", first));
    } else if (mark > 0) {
      scan.turns.back().text = body.substr(text_begin, at - text_begin);
      scan.turns.back().last_line = number;
      open = false;
    }
    at = next;
  }
  if (open) {
    const std::int64_t turn = first - 1 + static_cast<std::int64_t>(scan.turns.size());
    const std::size_t line = scan.turns.back().line;
    return broken(std::move(scan), line, fmt::format("turn {} has no `^t{}` line", turn, turn),
                  fmt::format("put `^t{}` on a line of its own behind its text", turn));
  }
  return scan;
}

// The body with `\n` line ends, where the file's are `\r\n`; `\r` inside a text stays.
std::string lf_body(const Document& document) {
  return document.crlf ? replace_all(document.body, "\r\n", "\n") : document.body;
}

// "" where no line ends.
std::string_view first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

Turn read_turn(const RawTurn& raw, Date& day) {
  Turn turn;
  if (raw.heading.date) day = *raw.heading.date;
  turn.at = Time{start_of(day).seconds + raw.heading.second_of_day};
  turn.speaker = raw.heading.speaker;
  std::string_view text = raw.text;
  if (auto origin = parse_origin_line(first_line(text))) {
    turn.origin = *std::move(origin);
    text.remove_prefix(next_line(text, 0));
  }
  turn.offset = parse_offset_line(first_line(text));
  if (turn.offset) text.remove_prefix(next_line(text, 0));
  turn.by_other = turn.speaker == Speaker::kAssistant && first_line(text) == kOtherLine;
  if (turn.by_other) text.remove_prefix(next_line(text, 0));
  turn.unkept = parse_unkept_line(first_line(text));
  if (turn.unkept) text.remove_prefix(next_line(text, 0));
  for (int i = 0; i < 2 && !text.empty() && text.back() == '\n'; ++i) text.remove_suffix(1);
  WrittenTurn written;
  const bool says_how = parse_text_line(first_line(text), written);
  if (says_how) text.remove_prefix(std::min(next_line(text, 0), text.size()));
  written.text = unescape_turn(text);
  turn.text = said_as_written(written);
  return turn;
}

}  // namespace

namespace {

// Whom nobody can tell from another, or whom texts of ours call so.
bool is_nobodys(std::string_view name) {
  constexpr std::array<std::string_view, 3> kNobodys = {"somebody", "user", "assistant"};
  const std::string plain = utf8::caseless(trim(name));
  return std::find(kNobodys.begin(), kNobodys.end(), plain) != kNobodys.end();
}

}  // namespace

OthersWords others_words(const Turn& turn) {
  constexpr std::size_t kLongestSpeaker = 60;
  const std::size_t colon = turn.by_other ? turn.text.find(": ") : std::string::npos;
  if (colon == std::string::npos || colon > kLongestSpeaker) return {{}, turn.text};
  const std::string_view text = turn.text;
  const std::string_view name = text.substr(0, colon);
  return {is_nobodys(name) ? std::string_view() : name, text.substr(colon + 2)};
}

LocalTime said_at(const Turn& turn, const Zone& zone) {
  return turn.offset ? LocalTime{turn.at, *turn.offset} : zone.local(turn.at);
}

LocalTime begun_at(const Conversation& conversation, const Zone& zone) {
  if (conversation.turns.empty()) return zone.local(conversation.start);
  return {conversation.start, said_at(conversation.turns.front(), zone).offset};
}

std::string plain_title(Time start) {
  return "Conversation of " + format_date_long(date_of(start));
}

Ulid session_id(const Conversation& conversation) {
  if (!conversation.session.is_zero()) return conversation.session;
  return derive_ulid(conversation.start,
                     "session\n" + conversation.source + "\n" + conversation.origin);
}

Digest turns_digest(const Conversation& conversation, std::size_t count) {
  return turns_digest(conversation, 0, count);
}

Digest turns_digest(const Conversation& conversation, std::size_t begin, std::size_t end) {
  Hasher hasher;
  for (std::size_t i = begin; i < end; ++i) {
    const Turn& turn = conversation.turns[i];
    hasher.field(turn.speaker == Speaker::kUser ? "user" : "assistant");
    if (turn.unkept) hasher.field(to_hex(*turn.unkept));
    hasher.field(with_lf(utf8::storable(turn.text)));
  }
  return hasher.finish();
}

std::vector<Digest> said_digests(const Conversation& conversation) {
  std::vector<Digest> digests;
  digests.reserve(conversation.turns.size());
  std::string before;
  for (const Turn& turn : conversation.turns) {
    Hasher hasher;
    hasher.field(before).field(turn.speaker == Speaker::kUser ? "user" : "assistant");
    hasher.field(with_lf(utf8::storable(turn.text)));
    // Words that went are told by what stands for them.
    digests.push_back(turn.unkept ? *turn.unkept : hasher.finish());
    before = to_hex(digests.back());
  }
  return digests;
}

int change_of(const Conversation& conversation, std::int64_t turn) {
  int change = 0;
  for (std::size_t i = 0; i < conversation.replaced.size(); ++i) {
    if (conversation.replaced[i] <= turn) change = static_cast<int>(i) + 1;
  }
  return change;
}

Ulid observation_id(const Ulid& session, Time at, std::int64_t turn, int ordinal, int change) {
  std::string material = fmt::format("observation\n{}\n{}\n{}", to_string(session), turn, ordinal);
  if (change > 0) material += fmt::format("\n{}", change);
  return derive_ulid(at, material);
}

Ulid observation_id(Time at, std::string_view text) {
  return derive_ulid(at,
                     fmt::format("observation\nobserve\n{}\n{}", format_time(at), utf8::nfc(text)));
}

std::string write_session(const Conversation& conversation, std::int64_t extracted) {
  Document document;
  document.has_frontmatter = true;
  set_session_fields(document.frontmatter, conversation, extracted);
  document.body = session_body(conversation);
  return to_bytes(document);
}

Result<std::string> rewrite_session(const Conversation& conversation, std::int64_t extracted,
                                    std::string_view path, std::string_view existing) {
  PYRAMID_ASSIGN(Document document, parse_document(existing, path));
  document.has_frontmatter = true;
  set_session_fields(document.frontmatter, conversation, extracted);
  document.body = session_body(conversation);
  if (document.crlf) document.body = replace_all(document.body, "\n", "\r\n");
  return to_bytes(document);
}

Result<Conversation> read_session(const Document& document, std::string_view path) {
  const Frontmatter& frontmatter = document.frontmatter;
  const auto text = [&](std::string_view key) {
    return std::string(frontmatter.scalar(key).value_or(std::string_view()));
  };
  Conversation conversation;
  conversation.source = text("source");
  conversation.origin = text("origin");
  conversation.title = text("title");
  conversation.user = text("user");
  conversation.scopes = scopes_of(frontmatter);
  conversation.replaced = read_replaced(frontmatter);
  conversation.updated = parse_time(text("updated")).value_or(Time{});
  conversation.first = number_of(frontmatter, "first");
  constexpr std::int64_t kMostParts = 1'000'000;
  conversation.part = static_cast<int>(std::min(number_of(frontmatter, "part"), kMostParts));
  conversation.session = parse_ulid(text("session")).value_or(Ulid{});
  const auto start = parse_time(text("at"));
  if (!start) {
    const Field* field = frontmatter.find("at");
    return fail(ErrorKind::kInvalid, "session without a time `at:`",
                fmt::format("{}:{}", path, field == nullptr ? 1 : field->line + 1),
                "write it as 2026-05-12T10:03:00Z");
  }
  conversation.start = *start;
  const std::string body = lf_body(document);
  const BodyScan scan = scan_turns(body, conversation.first);
  if (scan.bad_line > 0) {
    return fail(ErrorKind::kInvalid, scan.what,
                fmt::format("{}:{}", path, document.body_line + scan.bad_line - 1), scan.hint);
  }
  Date day = date_of(conversation.start);
  for (const RawTurn& raw : scan.turns) conversation.turns.push_back(read_turn(raw, day));
  return conversation;
}

std::vector<TurnLines> turn_lines(const Document& document) {
  std::vector<TurnLines> lines;
  const std::string body = lf_body(document);
  for (const RawTurn& raw : scan_turns(body, number_of(document.frontmatter, "first")).turns) {
    const std::size_t offset = document.body_line - 1;
    if (raw.last_line > 0) lines.push_back({offset + raw.line, offset + raw.last_line});
  }
  return lines;
}

}  // namespace pyramid::format
