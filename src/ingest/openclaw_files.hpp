// OpenClaw's folders: where sessions lie, and what each file of a sessions folder is.
#pragma once

#include "ingest/seen_files.hpp"
#include "ingest/source.hpp"
#include "ingest/speakers.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest::openclaw {

// What became of a session, and with that whether a transcript of it is read.
enum class Standing {
  kLive,     // in use
  kEnded,    // by a reset, or put into cold storage: read like one in use
  kCopy,     // a backup: read where there is nothing else
  kDeleted,  // by the person: read when they ask for it
};

struct TranscriptFile {
  std::string path;
  std::string origin;  // the session's id
  Time start;          // as the header says
  Standing standing = Standing::kLive;
  bool named_by_id = false;
  bool compressed = false;
};

// What the index of a sessions folder (sessions.json) or of the database says of a session.
struct Card {
  std::string key;    // "agent:main:main", "cron:7"
  std::string title;  // as a person called it, or the name of the group that it was said in, or ""
  bool in_group = false;
  Names peer = {};           // who writes in a session that is theirs alone
  std::string channel = {};  // on which they are called so
};

// One agent's places; either may be "".
struct Agent {
  std::string sessions;   // folder
  std::string store;      // openclaw-agent.sqlite
  std::string name = {};  // its folder's
};

// The agents of a state folder (~/.openclaw), of its agents/ folder, of one agent's folder, or of
// one sessions folder, whose database beside it counts as well. Empty for any other folder.
std::vector<Agent> agents_in(FileSystem& files, const std::string& folder);

// Whether the agent has a database, a session file, or a folder that may not be looked into: other
// programs have a folder `sessions`, too.
bool has_data(FileSystem& files, const Agent& agent);

struct SessionFiles {
  std::vector<TranscriptFile> transcripts;
  std::size_t beside =
      0;  // files that belong to a session and are none: traces, checkpoints, locks
};
// What lies in a sessions folder, and beside it of what went into the database. What `seen` (may be
// null) knows is not opened.
Result<SessionFiles> session_files(FileSystem& files, const std::string& folder,
                                   SeenFiles* seen = nullptr);

// Whether the file at `path` begins like a session, be it compressed.
bool is_session_file(FileSystem& files, const std::string& path);

// The one that lies at `path`, whatever it is called.
TranscriptFile session_file(FileSystem& files, const std::string& path);

// sessions.json by session id; empty when there is none that can be read.
std::map<std::string, Card> session_index(FileSystem& files, const std::string& folder);
// The card of an entry as the database holds it.
Card card_of(std::string_view key, std::string_view entry_json);

// Whether sessions of this key are the agent's own errands (cron, heartbeat, hook, sub-agent), and
// so no memory of a person.
bool is_errand(std::string_view session_key);

// The session's id: a topic of a group chat shares its header's id with the chat's main session;
// its name tells more.
std::string origin_of(std::string_view name, const std::string& header_id);

}  // namespace pyramid::ingest::openclaw
