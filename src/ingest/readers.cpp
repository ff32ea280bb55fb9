#include "base/path.hpp"
#include "ingest/reader.hpp"
#include "ingest/session_files.hpp"
#include "ingest/zstd.hpp"

#include <utility>

namespace pyramid::ingest {

std::vector<std::unique_ptr<Reader>> all_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  readers.push_back(make_chatgpt_reader());
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

namespace {

bool holds_notes(FileSystem& files, const std::string& folder) {
  const auto enter = [](std::string_view directory) {
    return !path::name(directory).starts_with('.');
  };
  const auto is_note = [](std::string_view name) {
    return path::extension(name) == ".md" && !name.starts_with('.');
  };
  Diagnostics unheard;
  const auto notes = files_below(files, folder, enter, is_note, unheard);
  return notes && !notes->empty();
}

bool is_empty(FileSystem& files, const std::string& folder) {
  const auto any = [](std::string_view) { return true; };
  Diagnostics unread;
  const auto all = files_below(files, folder, any, any, unread);
  return all && all->empty() && unread.empty();
}

}  // namespace

std::optional<std::string> known_format(FileSystem& files, const std::string& source,
                                        const std::string& user) {
  Result<Source> what = look_at(files, source);
  if (!what) return std::nullopt;
  what->user = user;
  for (const std::unique_ptr<Reader>& reader : all_readers()) {
    if (reader->recognises(files, source, *what)) return reader->name();
  }
  return std::nullopt;
}

Result<std::string> detect_format(FileSystem& files, const std::string& source,
                                  const std::string& user) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  if (what.is_utf16 && (what.look == Look::kJsonArray || what.look == Look::kJsonObject)) {
    return fail(ErrorKind::kInvalid, "this is JSON in UTF-16, which is not read", source,
                "save it as UTF-8");
  }
  if (auto known = known_format(files, source, user)) return *std::move(known);
  // Reading says what is wrong with it.
  if (what.look == Look::kJsonArray || what.look == Look::kZip) {
    return make_claude_reader()->name();
  }
  if (what.look == Look::kEmpty) {
    return fail(ErrorKind::kInvalid, "this is an empty file: there is nothing to import", source);
  }
  if (what.look == Look::kFolder && is_empty(files, source)) {
    return fail(ErrorKind::kInvalid, "this folder is empty: there is nothing to import", source);
  }
  if (is_zstd(what.head)) {  // what it holds could not be looked at
    PYRAMID_TRY(read_zstd_in_pieces(files, source, [](std::string_view) { return true; }));
  }
  if (what.look == Look::kFolder && holds_notes(files, source)) {
    return fail(ErrorKind::kInvalid, "this folder holds notes and no conversation", source,
                "`pyramid init` makes a memory of it where it lies; or move it into one");
  }
  std::string known;
  for (const std::unique_ptr<Reader>& reader : all_readers()) {
    known += (known.empty() ? "" : "; ") + reader->description();
  }
  return fail(ErrorKind::kInvalid, "no reader knows this format", source,
              "these are known: " + known);
}

}  // namespace pyramid::ingest
