// Sources that keep each conversation in a file of its own. Private to src/ingest.
#pragma once

#include "format/conversation.hpp"
#include "ingest/json.hpp"
#include "ingest/reader.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ingest {

struct SessionFile {
  std::string path;
  std::string origin;  // the conversation's id
  Time start;          // as near as the head of the file tells; only for the order
};

// What one file gave; a `failure` where it could not be read at all.
struct SessionRead {
  format::Conversation conversation;  // without start and title; may have no turn
  std::string title;
  bool ids_are_unique = false;  // of turns, in all conversations: one that was there is a copy
  std::string forked_from;  // the id of the conversation whose beginning this one repeats, or ""
  ReadReport report;
  std::optional<Error> failure;
};

// Looks at the head of a file, line by line, until `look` says that it has seen enough; `look` sets
// what it finds. Files that cannot be read stay as they are: reading them will say why.
SessionFile look_at_head(FileSystem& files, const std::string& path, std::string origin,
                         const std::function<bool(const Json& line, SessionFile& file)>& look);

// Whether one of the first lines of the file is one of this program's.
bool any_line(FileSystem& files, const std::string& path,
              const std::function<bool(const Json& line)>& is_one);

// Whether one of the first of `paths` is of a kind: enough to tell a folder, however large.
bool any_of_some(const std::vector<std::string>& paths,
                 const std::function<bool(const std::string& path)>& is_one);

// Reads the sessions oldest first, `options.threads` files at a time, and hands over those asked
// for, each id once. What is said in several of them (a session that was resumed or forked repeats
// its beginning) is handed over once, in the first: turns with an id that was there already, and
// the turns that a fork has in common with what it was forked from. A conversation starts with its
// file's first turn even if that was handed over before, so that its own id depends on no other.
Result<ReadReport> read_sessions(std::vector<SessionFile> sessions, const ReadOptions& options,
                                 const std::function<SessionRead(const SessionFile& file)>& read,
                                 const std::function<Status(format::Conversation)>& sink);

// What read_sessions() would report, where all of the files were taken in before. Some are not
// enough: which turns of a file are new depends on the others.
std::optional<ReadReport> all_seen(const std::vector<std::string>& paths,
                                   const ReadOptions& options);

// Every file below `folder` that `wanted` takes by its name, sorted by path.
Result<std::vector<std::string>> files_below(
    FileSystem& files, const std::string& folder,
    const std::function<bool(std::string_view directory)>& enter,
    const std::function<bool(std::string_view name)>& wanted);

// "a" of "x/a.jsonl" and of "x/a.jsonl.zst".
std::string session_stem(const std::string& path);

}  // namespace pyramid::ingest
