#include "base/path.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"

#include <string_view>
#include <utility>

namespace pyramid::ingest {

namespace {

// A file that begins with `{` is a line of OpenClaw's or one conversation of Claude's.
std::string name_for_object(std::string_view head) {
  const ParsedJson first = parse_json(head.substr(0, head.find('\n')));
  const bool line = first.value && !string_member(*first.value, "type").empty();
  if (line) return "openclaw";
  return head.find("\"chat_messages\"") != std::string_view::npos ? "claude" : "";
}

}  // namespace

std::vector<std::unique_ptr<Reader>> all_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  readers.push_back(make_openclaw_reader());
  readers.push_back(make_claude_reader());
  readers.push_back(make_glenn_reader());
  return readers;
}

Result<std::string> detect_format(FileSystem& files, const std::string& source) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  std::string name;
  if (what.look == Look::kFolder) {
    PYRAMID_ASSIGN(const std::vector<std::string> sessions, openclaw_files(files, source));
    PYRAMID_ASSIGN(const std::vector<std::string> exports, claude_files(files, source));
    name = !exports.empty() ? "claude" : !sessions.empty() ? "openclaw" : "";
  } else if (what.look == Look::kSqlite) {
    name = "glenn";
  } else if (what.look == Look::kJsonArray) {
    name = "claude";
  } else if (what.look == Look::kJsonObject) {
    name = name_for_object(what.head);
  }
  if (!name.empty()) return name;
  return fail(ErrorKind::kInvalid, "no reader knows this format", source,
              "it may be a folder of OpenClaw sessions (*.jsonl), a Claude export "
              "(conversations.json) or a Glenn database");
}

}  // namespace pyramid::ingest
