#include "ingest/openclaw_entries.hpp"

#include "base/text.hpp"
#include "ingest/json.hpp"
#include "ingest/json_lines.hpp"
#include "ingest/openclaw_noise.hpp"
#include "ingest/turn_text.hpp"

#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

using format::Speaker;

bool is_claude_code(const Json& line) {
  return member(line, "sessionId") != nullptr && member(line, "uuid") != nullptr;
}

void read_message(const Json& line, Entry& entry) {
  const Json* message = member(line, "message");
  if (message == nullptr) return;
  if (true_member(*message, "runtimeContextCarrier")) return;
  const std::string role = string_member(*message, "role");
  if (role != "user" && role != "assistant") return;
  if (const std::optional<Time> at = time_member(*message, "timestamp")) entry.at = *at;
  const Json* content = member(*message, "content");
  if (content == nullptr) return;
  std::string text = text_of_content(*content);
  if (role == "user") {
    text = stripped(text, strip_openclaw_noise);
  } else if (is_no_reply(text)) {
    text.clear();
  }
  if (trim(text).empty()) return;
  entry.speaker = role == "user" ? Speaker::kUser : Speaker::kAssistant;
  entry.text = std::move(text);
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
  entry.at = time_member(line, "timestamp").value_or(transcript.last);
  if (type == "message") {
    transcript.recognised = transcript.recognised || member(line, "message") != nullptr;
    read_message(line, entry);
  }
  transcript.last = entry.at;
  if (!entry.speaker) ++skipped_records;
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
