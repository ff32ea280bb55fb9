#include "ingest/openclaw_entries.hpp"

#include "base/text.hpp"
#include "ingest/envelope_clock.hpp"
#include "ingest/json.hpp"
#include "ingest/json_lines.hpp"
#include "ingest/openclaw_envelope.hpp"
#include "ingest/openclaw_inbound.hpp"
#include "ingest/program_words.hpp"
#include "ingest/turn_text.hpp"

#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

using format::Speaker;

// `provider` and `model` of what is no model's.
constexpr std::string_view kProgram = "openclaw";
constexpr std::string_view kMirror = "delivery-mirror";

bool is_claude_code(const Json& line) {
  return member(line, "sessionId") != nullptr && member(line, "uuid") != nullptr;
}

// Whether OpenClaw or another session wrote what stands in the person's place.
bool is_of_program(const Json& message) {
  const auto is_internal = [&](const char* key) {
    const Json* provenance = member(message, key);
    const std::string kind = provenance == nullptr ? "" : string_member(*provenance, "kind");
    return !kind.empty() && kind != "external_user";
  };
  return true_member(message, "runtimeContextCarrier") || is_internal("provenance") ||
         is_internal("inputProvenance");
}

// What one message says, of the person's side.
void read_words(const Queued& message, Entry& entry) {
  const std::string_view whole = message.text;
  Inbound inbound;
  entry.text = stripped(whole, [&](std::string_view lines) {
    inbound = read_inbound(lines);
    return inbound.words;
  });
  entry.left_out = inbound.left_out;
  entry.by_program = trim(entry.text).empty() && !trim(whole).empty();
  if (!entry.by_program) entry.kind = Kind::kPrompt;  // a picture alone, too
  if (trim(entry.text).empty()) return;
  if (const auto offset = envelope_offset(inbound.clock, entry.at)) entry.offset = offset;
  entry.speaker = Speaker::kUser;
  entry.channel = std::move(inbound.channel);
  entry.sender = std::move(inbound.sender);
  entry.from = std::move(inbound.from);
  const bool is_without_name = entry.sender.empty() && (entry.from.empty() || inbound.in_group);
  if (is_without_name) add_name(entry.sender, message.from);
  entry.forwarded = std::move(inbound.forwarded);
  entry.through_channel = inbound.through_channel;
  entry.in_group = inbound.in_group;
}

// Gives the entries of what one line holds: each message in front of the last has one of its own.
std::vector<Entry> read_messages(const std::string& text, const Entry& line) {
  std::vector<Entry> entries;
  const std::vector<Queued> messages = queued_messages(text);
  for (const Queued& message : messages) {
    Entry& entry = entries.emplace_back(line);
    const bool is_last = entries.size() == messages.size();
    if (!is_last && !line.id.empty()) entry.id += "#" + std::to_string(entries.size());
    if (entries.size() > 1) entry.parent = entries[entries.size() - 2].id;
    read_words(message, entry);
  }
  return entries;
}

void read_reply(const Json& message, const Json& content, Entry& entry) {
  if (string_member(message, "provider") == kProgram) {
    entry.mirror = string_member(message, "model") == kMirror;
    if (!entry.mirror) {
      entry.left_out = LeftOutReason::kProgram;
      return;
    }
  } else {
    entry.kind = Kind::kAnswer;
  }
  std::string text = stripped(text_of_content(content), words_of_reply);
  if (trim(text).empty()) return;
  if (is_no_reply(text)) {
    entry.left_out = LeftOutReason::kProgram;
    return;
  }
  entry.speaker = Speaker::kAssistant;
  entry.text = std::move(text);
}

// Gives the entries that the line is; `entry` holds what is no message's.
std::vector<Entry> read_message(const Json& line, Entry entry) {
  const Json* message = member(line, "message");
  const std::string role = string_member(*message, "role");
  if (is_programs_role(role)) entry.left_out = LeftOutReason::kProgram;
  if (role != "user" && role != "assistant") return {std::move(entry)};
  if (const std::optional<Time> at = time_member(*message, "timestamp")) {
    entry.at = *at;
    entry.offset = offset_member(*message, "timestamp");
  }
  const Json* content = member(*message, "content");
  if (role == "user" && is_of_program(*message)) {
    entry.by_program = true;
    entry.left_out = LeftOutReason::kProgram;
  } else if (content != nullptr && role == "user") {
    return read_messages(text_of_content(*content), entry);
  } else if (content != nullptr) {
    read_reply(*message, *content, entry);
  }
  return {std::move(entry)};
}

void take(const Json& line, Transcript& transcript, std::size_t& skipped_records) {
  const std::string type = string_member(line, "type");
  if (type == "session") {
    transcript.recognised = true;
    transcript.last = time_member(line, "timestamp").value_or(transcript.last);
    return;
  }
  if (is_claude_code(line)) transcript.claude_code = true;
  if (type == "session_info") transcript.title = string_member(line, "name");
  Entry entry;
  entry.id = string_member(line, "id");
  entry.parent = string_member(line, "parentId");
  entry.side = string_member(line, "appendMode") == "side";
  entry.boundary = type == "reset";
  const bool is_leaf = type == "leaf" && member(line, "targetId") != nullptr;
  if (is_leaf) entry.parent = string_member(line, "targetId");
  entry.switches = is_leaf || type == "branch_summary";
  entry.at = time_member(line, "timestamp").value_or(transcript.last);
  entry.offset = offset_member(line, "timestamp");
  const bool is_message = type == "message" && member(line, "message") != nullptr;
  transcript.recognised = transcript.recognised || is_message;
  std::vector<Entry> entries = is_message ? read_message(line, entry) : std::vector<Entry>{entry};
  transcript.last = entries.back().at;
  for (Entry& one : entries) {
    if (!one.speaker && !one.left_out) ++skipped_records;
    transcript.entries.push_back(std::move(one));
  }
}

}  // namespace

std::optional<Header> read_header(std::string_view first_line) {
  const ParsedJson parsed = parse_json(first_line);
  if (!parsed.value || string_member(*parsed.value, "type") != "session") return std::nullopt;
  return Header{string_member(*parsed.value, "id"),
                time_member(*parsed.value, "timestamp").value_or(Time{})};
}

bool is_session_line(std::string_view first_line) {
  const ParsedJson parsed = parse_json(first_line);
  if (!parsed.value || is_claude_code(*parsed.value)) return false;
  const std::string type = string_member(*parsed.value, "type");
  if (type == "session") return true;
  if (type == "message") return member(*parsed.value, "message") != nullptr;
  return !type.empty() && member(*parsed.value, "id") != nullptr &&
         member(*parsed.value, "parentId") != nullptr;
}

bool read_entry(std::string_view json, Transcript& transcript, std::size_t& skipped_records) {
  const ParsedJson parsed = parse_json(json);
  if (!parsed.value || !parsed.value->is_object()) return false;
  take(*parsed.value, transcript, skipped_records);
  return true;
}

Transcript read_lines(std::string_view bytes, const std::string& path, ReadReport& report) {
  Transcript transcript;
  read_json_lines(bytes, path, report.diagnostics, [&](const Json& line, std::size_t number) {
    static_cast<void>(number);
    take(line, transcript, report.skipped_records);
    return true;
  });
  return transcript;
}

Result<Transcript> read_lines_of(FileSystem& files, const std::string& path, ReadReport& report) {
  Transcript transcript;
  const auto take_line = [&](const Json& line, std::size_t number) {
    static_cast<void>(number);
    take(line, transcript, report.skipped_records);
    return true;
  };
  PYRAMID_TRY(read_json_lines(files, path, report.diagnostics, take_line));
  return transcript;
}

}  // namespace pyramid::ingest::openclaw
