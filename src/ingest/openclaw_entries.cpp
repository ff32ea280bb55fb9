#include "ingest/openclaw_entries.hpp"

#include "base/text.hpp"
#include "ingest/envelope_clock.hpp"
#include "ingest/json.hpp"
#include "ingest/json_lines.hpp"
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

void read_words(const Json& content, Entry& entry) {
  const std::string whole = text_of_content(content);
  Inbound inbound;
  entry.text = stripped(whole, [&](std::string_view lines) {
    inbound = read_inbound(lines);
    return inbound.words;
  });
  entry.left_out = inbound.left_out;
  entry.by_program = trim(entry.text).empty() && !trim(whole).empty();
  if (!entry.by_program) entry.kind = Kind::kPrompt;  // a picture alone, too
  if (trim(entry.text).empty()) return;
  if (const auto offset = envelope_offset(inbound.envelope, entry.at)) entry.offset = offset;
  entry.speaker = Speaker::kUser;
  entry.sender = std::move(inbound.sender);
  entry.through_channel = inbound.through_channel;
  entry.in_group = inbound.in_group;
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
  std::string text = text_of_content(content);
  if (trim(text).empty()) return;
  if (is_no_reply(text)) {
    entry.left_out = LeftOutReason::kProgram;
    return;
  }
  entry.speaker = Speaker::kAssistant;
  entry.text = std::move(text);
}

void read_message(const Json& line, Entry& entry) {
  const Json* message = member(line, "message");
  if (message == nullptr) return;
  const std::string role = string_member(*message, "role");
  if (is_programs_role(role)) entry.left_out = LeftOutReason::kProgram;
  if (role != "user" && role != "assistant") return;
  if (const std::optional<Time> at = time_member(*message, "timestamp")) {
    entry.at = *at;
    entry.offset = offset_member(*message, "timestamp");
  }
  const Json* content = member(*message, "content");
  if (role == "user" && is_of_program(*message)) {
    entry.by_program = true;
    entry.left_out = LeftOutReason::kProgram;
  } else if (content != nullptr && role == "user") {
    read_words(*content, entry);
  } else if (content != nullptr) {
    read_reply(*message, *content, entry);
  }
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
  if (type == "message") {
    transcript.recognised = transcript.recognised || member(line, "message") != nullptr;
    read_message(line, entry);
  }
  transcript.last = entry.at;
  if (!entry.speaker && !entry.left_out) ++skipped_records;
  transcript.entries.push_back(std::move(entry));
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
