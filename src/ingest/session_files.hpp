// Sources that keep each conversation in a file of its own. Private to src/ingest.
#pragma once

#include "format/conversation.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "ingest/source.hpp"
#include "ingest/source_files.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct SessionFile {
  std::string path;
  std::string origin;  // the conversation's id
  Time start;          // as near as the head of the file tells; only for the order
};

// What one file gave; a `failure` where it could not be read at all.
struct SessionRead {
  format::Conversation conversation;  // the turns alone; may have none
  bool recognised = false;            // a line of it is this program's
  std::string title;
  // Of turns, in all conversations: one that was in another is a copy.
  bool ids_are_unique = false;
  std::string forked_from;  // the id of the conversation whose beginning this one repeats, or ""
  ReadReport report;
  std::optional<Error> failure;
};

// Looks at the head of a file, line by line, until `look` says that it has seen enough; `look` sets
// what it finds. Files that cannot be read stay as they are: reading them will say why.
SessionFile look_at_head(FileSystem& files, const std::string& path, std::string origin,
                         const std::function<bool(const Json& line, SessionFile& file)>& look);

// Whether one of the first lines of the file is one of this program's: all of its lines have one of
// the members `names`, and the others are not parsed.
bool any_line(FileSystem& files, const std::string& path, std::span<const std::string_view> names,
              const std::function<bool(const Json& line)>& is_one);

// Whether one of the first of `paths` is of a kind: enough to tell a folder, however large.
bool any_of_some(const std::vector<std::string>& paths,
                 const std::function<bool(const std::string& path)>& is_one);

// How a program keeps its sessions, for read_session_files().
struct SessionFormat {
  std::string name;            // "codex"
  std::string_view session;    // "a Codex session"
  std::string_view files;      // as they are called where a folder holds none: "rollout-*.jsonl"
  const char* hint = nullptr;  // what to name instead
  std::string_view default_source;
  std::function<bool(const Source& what, const std::string& path)> is_one_file;
  std::function<Result<std::vector<std::string>>(FileSystem& files, const std::string& folder,
                                                 Diagnostics& diagnostics)>
      paths;
  std::function<SessionFile(FileSystem& files, const std::string& path)> head;
  std::function<SessionRead(FileSystem& files, const std::string& path)> read;
};

// The usual `is_one_file`: JSON lines, or one object.
bool begins_with_object(const Source& what, const std::string& path);

// The sessions of one file, or of a folder, as Reader::read() gives them: oldest first,
// `options.threads` files at a time, those asked for, each id once. What is said in several of them
// (a session that was resumed or forked repeats its beginning) is handed over once, in the first:
// turns with an id that was there already, and the turns that a fork has in common with what it was
// forked from. A conversation starts with its file's first turn even if that was handed over
// before, so that its own id depends on no other. Where all of the files were taken in before none
// is read; some are not enough, since which turns of a file are new depends on the others.
Result<ReadReport> read_session_files(FileSystem& files, const std::string& source,
                                      const ReadOptions& options, const SessionFormat& format,
                                      const std::function<Status(format::Conversation)>& sink);

// "a" of "x/a.jsonl" and of "x/a.jsonl.zst".
std::string session_stem(const std::string& path);

}  // namespace pyramid::ingest
