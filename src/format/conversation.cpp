#include "format/conversation.hpp"

#include "base/text.hpp"
#include "format/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kUserName = "User";
constexpr std::string_view kAssistantName = "Assistant";

// What a line of ours looks like; a line of the conversation that looks so gets a `\` in front, as
// does one that begins with such an escape. Reading takes one `\` off again.
bool looks_ours(std::string_view line) {
  while (!line.empty() && line.front() == '\\') line.remove_prefix(1);
  if (line.substr(0, 1) == "#") return true;       // a heading
  if (line.substr(0, 2) == "^t") return true;      // a block id
  if (line.substr(0, 6) == "From [") return true;  // an edge line
  const std::string_view bare = trim(line);
  // Rules, setext underlines, frontmatter fences.
  return !bare.empty() && (bare.find_first_not_of('-') == std::string_view::npos ||
                           bare.find_first_not_of('=') == std::string_view::npos);
}

std::string escape_turn(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    if (looks_ours(line)) out += '\\';
    out += line;
    out += '\n';
  }
  return out;
}

std::string unescape_turn(std::span<const std::string_view> lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += '\n';
    std::string_view line = lines[i];
    if (!line.empty() && line.front() == '\\' && looks_ours(line)) line.remove_prefix(1);
    out += line;
  }
  return out;
}

std::string clock_of(Time at) {
  const std::string full = format_time(at);
  return full.substr(17, 2) == "00" ? full.substr(11, 5) : full.substr(11, 8);
}

std::string_view name_of_speaker(Speaker speaker) {
  return speaker == Speaker::kUser ? kUserName : kAssistantName;
}

// `## [2026-05-12 ]10:03[:07] User`; nullopt for anything else.
struct TurnHeading {
  Time at;
  Speaker speaker = Speaker::kUser;
};
std::optional<TurnHeading> parse_heading(std::string_view line, Date& day) {
  if (line.substr(0, 3) != "## ") return std::nullopt;
  auto parts = split(line.substr(3), ' ');
  if (parts.size() == 3) {
    const auto date = parse_date(parts[0]);
    if (!date) return std::nullopt;
    day = *date;
    parts.erase(parts.begin());
  }
  if (parts.size() != 2) return std::nullopt;
  const auto at = parse_time(format_date(day) + "T" + std::string(parts[0]) + "Z");
  if (!at) return std::nullopt;
  if (parts[1] == kUserName) return TurnHeading{*at, Speaker::kUser};
  if (parts[1] == kAssistantName) return TurnHeading{*at, Speaker::kAssistant};
  return std::nullopt;
}

// `^t17` and, behind it, the turn's id at its source: `^t17 <!-- e5 -->`.
std::optional<std::string> parse_block_id(std::string_view line, std::size_t number) {
  const std::string id = "^t" + std::to_string(number);
  if (line.substr(0, id.size()) != id) return std::nullopt;
  const std::string_view rest = trim(line.substr(id.size()));
  if (rest.empty()) return std::string();
  if (rest.size() < 7 || rest.substr(0, 4) != "<!--" || rest.substr(rest.size() - 3) != "-->") {
    return std::nullopt;
  }
  return std::string(trim(rest.substr(4, rest.size() - 7)));
}

struct FoundTurn {
  Turn turn;
  TurnLines lines;  // 1-based within the body
};

std::vector<FoundTurn> find_turns(std::string_view body, Date day) {
  const std::vector<std::string_view> lines = split_lines(body);
  std::vector<FoundTurn> turns;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto heading = parse_heading(lines[i], day);
    if (!heading) continue;
    for (std::size_t end = i + 1; end < lines.size(); ++end) {
      const auto origin = parse_block_id(lines[end], turns.size() + 1);
      if (!origin) continue;
      // A blank line below the heading and one above the block id are ours.
      const std::size_t begin = std::min(i + 2, end);
      const std::size_t last = end > begin ? end - 1 : begin;
      FoundTurn found;
      found.turn = {heading->speaker, heading->at,
                    unescape_turn(std::span(lines).subspan(begin, last - begin)), *origin};
      found.lines = {i + 1, end + 1};
      turns.push_back(std::move(found));
      i = end;
      break;
    }
  }
  return turns;
}

}  // namespace

Ulid session_id(const Conversation& conversation) {
  return derive_ulid(conversation.start,
                     "session\n" + conversation.source + "\n" + conversation.origin);
}

Ulid observation_id(const Ulid& session, Time at, std::int64_t turn, int ordinal) {
  return derive_ulid(at, fmt::format("observation\n{}\n{}\n{}", to_string(session), turn, ordinal));
}

std::string write_session(const Conversation& conversation, std::int64_t extracted) {
  Document document = new_document();
  Frontmatter& fields = document.frontmatter;
  fields.set("id", to_string(session_id(conversation)));
  fields.set("kind", "session");
  fields.set("at", format_time(conversation.start));
  fields.set("source", conversation.source);
  fields.set("origin", conversation.origin);
  fields.set("title", conversation.title);
  if (!conversation.user.empty()) fields.set("user", conversation.user);
  fields.set("turns", std::to_string(conversation.turns.size()));
  fields.set("extracted", std::to_string(extracted));
  std::string& body = document.body;
  body = "# " + escape_inline(conversation.title) + "\n";
  Date day = date_of(conversation.start);
  for (std::size_t i = 0; i < conversation.turns.size(); ++i) {
    const Turn& turn = conversation.turns[i];
    body += "\n## ";
    if (date_of(turn.at) != day) {
      day = date_of(turn.at);
      body += format_date(day) + " ";
    }
    body += fmt::format("{} {}\n\n{}\n^t{}", clock_of(turn.at), name_of_speaker(turn.speaker),
                        escape_turn(turn.text), i + 1);
    if (!turn.origin.empty()) body += " <!-- " + replace_all(turn.origin, "-->", "") + " -->";
    body += "\n";
  }
  return to_bytes(document);
}

Result<Conversation> read_session(const Document& document, std::string_view path) {
  const Frontmatter& fields = document.frontmatter;
  const auto text = [&](std::string_view key) {
    return std::string(fields.scalar(key).value_or(std::string_view()));
  };
  Conversation conversation;
  conversation.source = text("source");
  conversation.origin = text("origin");
  conversation.title = text("title");
  conversation.user = text("user");
  const auto start = parse_time(text("at"));
  if (!start) {
    return fail(ErrorKind::kInvalid, "`at` is no time", std::string(path), "mend the line");
  }
  conversation.start = *start;
  for (FoundTurn& found : find_turns(document.body, date_of(*start))) {
    conversation.turns.push_back(std::move(found.turn));
  }
  return conversation;
}

std::vector<TurnLines> turn_lines(const Document& document) {
  std::vector<TurnLines> lines;
  const auto start = parse_time(document.frontmatter.scalar("at").value_or(std::string_view()));
  for (const FoundTurn& found : find_turns(document.body, date_of(start.value_or(Time{})))) {
    const std::size_t offset = document.body_line - 1;
    lines.push_back({found.lines.first + offset, found.lines.last + offset});
  }
  return lines;
}

}  // namespace pyramid::format
