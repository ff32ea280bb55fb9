// Readers of other programs' conversations: one file a format, one interface.
#pragma once

#include "format/conversation.hpp"
#include "ingest/seen_files.hpp"
#include "ingest/source.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/left_out.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

struct ReadOptions {
  std::size_t limit = 0;     // no conversation behind the one that reaches so many turns; 0 = all
  std::string conversation;  // only the one with this id at the source; "" = all
  std::string user;          // how the person is called, or ""
  unsigned threads = 1;      // files read at a time, where a source is several
  bool deleted = false;  // also conversations that were deleted at the source but are still there
  // Borrowed; may be null. What it knows is not read again.
  SeenFiles* seen = nullptr;
  // May be empty. Told once how many conversations there may be, before the first is handed over,
  // where the source tells that.
  std::function<void(std::size_t count)> expect = {};
  // May be empty. Of a conversation that is held already, by its id: how the person is called in
  // it, where that is to stay so, else ""; nullopt where it is not held.
  std::function<std::optional<std::string>(const Ulid& session)> held_user = {};
  // May be empty. Asked for a file of a folder of which no line is this format's; true: it is
  // another's, who will be asked to read it, and nothing is to be said of it here.
  std::function<bool(const std::string& path)> is_others = {};
  // Of a program with several agents: the sessions of this one alone; "" = of all. kUsualAgent is
  // also the only one, where none is called so.
  std::string agent = {};
  // `user` was named for this reading, not by the settings: a source that keeps several users'
  // messages apart is asked for theirs.
  bool user_is_asked_for = false;
  Zone zone = {};  // by whose days and clocks that is which tells no zone
};
inline constexpr std::string_view kUsualAgent = "main";

// A sentence that a program keeps as such, said in no conversation that is known.
struct Fact {
  std::string about;       // whom or what, as a person writes it; "User" for the person
  std::string about_type;  // "person", or ""
  std::string text;        // one line that names whom it is about
};

struct ReadReport {
  std::size_t conversations = 0;
  std::size_t turns = 0;               // of these
  std::size_t seen_conversations = 0;  // besides: of files that were taken in before
  std::size_t skipped_records = 0;     // of types that are no conversation
  // Left out as a whole: deleted at the source, or no person's (cron jobs, sub-agents).
  std::size_t skipped_conversations = 0;
  LeftOut left_out;         // what else is not taken, by reason
  std::vector<Fact> facts;  // of a source that holds no conversations
  Diagnostics diagnostics;  // damaged records, with path:line
};

inline bool is_enough(const ReadReport& report, const ReadOptions& options) {
  return options.limit != 0 && report.turns >= options.limit;
}

class Reader {
 public:
  virtual ~Reader() = default;
  [[nodiscard]] virtual std::string name() const = 0;  // "glenn"
  // What it reads, as the help says it: "SQLite file with a table `messages`".
  [[nodiscard]] virtual std::string description() const = 0;
  // Where the product keeps its data, with `~` for the home folder; "" when there is no such place.
  [[nodiscard]] virtual std::string default_source() const = 0;
  // Whether `path`, which look_at() gave `what` for, is a source of this format, by its content.
  virtual bool recognises(FileSystem& files, const std::string& path, const Source& what) = 0;
  // Hands every conversation that has a turn to `sink`, oldest first where that does not cost all
  // of the source in memory (a Claude export comes in its own order). A damaged record is a
  // diagnostic; kNotFound / kInvalid only when the source as a whole cannot be read or is no export
  // of this kind. A sink that returns a failure stops the reading with it.
  virtual Result<ReadReport> read(FileSystem& files, const std::string& source,
                                  const ReadOptions& options,
                                  const std::function<Status(format::Conversation)>& sink) = 0;
};

std::unique_ptr<Reader> make_openclaw_reader();
std::unique_ptr<Reader> make_claude_reader();
std::unique_ptr<Reader> make_glenn_reader();
std::unique_ptr<Reader> make_claude_code_reader();
std::unique_ptr<Reader> make_chatgpt_reader();
std::unique_ptr<Reader> make_codex_reader();
std::unique_ptr<Reader> make_gemini_reader();
std::unique_ptr<Reader> make_mcp_memory_reader();
std::unique_ptr<Reader> make_markdown_log_reader();
// All of them, in the order in which they are asked whether a source is theirs; the front end's
// flags come from here. A new reader is declared above and added in readers.cpp, nowhere else.
std::vector<std::unique_ptr<Reader>> all_readers();

// Which reader's format a source is in, told by its content; nullopt when no reader knows it.
// `user`: how the person is called, if that is known: it may be what makes a text a log.
std::optional<std::string> known_format(FileSystem& files, const std::string& source,
                                        const std::string& user = {});
// The same, or the format as which reading it says best what is wrong with it. kNotFound without a
// source, kInvalid when there is none.
Result<std::string> detect_format(FileSystem& files, const std::string& source,
                                  const std::string& user = {});

struct FoundSource {
  std::string format;
  std::string path;
};
// The same for a source that may hold several programs' data: a folder with exports, session files
// and logs in it and in folders below, a program's folder (`~/.claude`), a home folder with several
// of these (then no other file of it is opened). At least one; failures as detect_format()'s.
Result<std::vector<FoundSource>> find_sources(FileSystem& files, const std::string& source,
                                              const std::string& user = {});
// Where the program that `format` names keeps its conversations in a folder of its own or in a home
// folder; empty: `folder` is none of these.
std::vector<FoundSource> own_folders(FileSystem& files, std::string_view format,
                                     const std::string& folder);

}  // namespace pyramid::ingest
