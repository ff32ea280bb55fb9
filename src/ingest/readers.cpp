#include "ingest/reader.hpp"

#include <utility>

namespace pyramid::ingest {

std::vector<std::unique_ptr<Reader>> all_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  readers.push_back(make_chatgpt_reader());  // before Claude's, which takes any other zip
  readers.push_back(make_claude_reader());
  readers.push_back(make_claude_code_reader());
  readers.push_back(make_codex_reader());
  readers.push_back(make_gemini_reader());
  readers.push_back(make_openclaw_reader());
  readers.push_back(make_glenn_reader());
  readers.push_back(make_mcp_memory_reader());
  readers.push_back(make_markdown_log_reader());
  return readers;
}

Result<std::string> detect_format(FileSystem& files, const std::string& source) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  std::string known;
  for (const std::unique_ptr<Reader>& reader : all_readers()) {
    if (reader->recognises(files, source, what)) return reader->name();
    known += (known.empty() ? "" : "; ") + reader->description();
  }
  return fail(ErrorKind::kInvalid, "no reader knows this format", source,
              "these are known: " + known);
}

}  // namespace pyramid::ingest
