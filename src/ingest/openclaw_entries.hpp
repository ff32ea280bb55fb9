// The entries of an OpenClaw session: JSON of one shape, whether it stands as lines in a file or as
// events in the database.
#pragma once

#include "format/conversation.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/reader.hpp"
#include "ingest/speakers.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest::openclaw {

// One entry, with what a conversation may need of it.
struct Entry {
  std::string id, parent;
  bool side = false;      // put beside the conversation
  bool active = false;    // on the active branch, where the source keeps that ready
  bool boundary = false;  // a reset: what follows is another conversation
  bool switches = false;  // goes on behind `parent`: what was said behind that goes aside
  Kind kind = Kind::kOther;
  std::optional<format::Speaker> speaker;
  Time at;
  std::optional<std::int32_t> offset;  // where it was said, as the envelope or the time tells it
  std::string text;
  bool by_program = false;                // in the person's place
  std::optional<LeftOutReason> left_out;  // what the message says besides `text`
  bool mirror = false;                    // the copy of a reply, as a channel delivered it
  std::string channel;                    // as of Inbound, and the rest
  Names sender, from, forwarded;
  bool through_channel = false, in_group = false;
};

struct Transcript {
  std::string title;           // as the session calls itself, or ""
  std::vector<Entry> entries;  // as they were written
  Time last;                   // of the newest entry so far; of the header before there is one
  bool recognised = false;     // at least one entry was OpenClaw's
  bool claude_code = false;
};

// The header's id and time, where the first line of a session is a header.
struct Header {
  std::string id;
  Time at;
};
std::optional<Header> read_header(std::string_view first_line);

// Whether the first line of a file is an OpenClaw session's, be it one without a header.
bool is_session_line(std::string_view first_line);

// Takes one entry in, which gives several where it holds several messages; false when `json` is
// none.
bool read_entry(std::string_view json, Transcript& transcript, std::size_t& skipped_records);

// All lines of a session file, a line at a time, unpacked on the way. What is behind the place
// where a packed one is cut off is missing, and told. Fails where the file cannot be read.
Result<Transcript> read_lines_of(FileSystem& files, const std::string& path, ReadReport& report);
// Lines that are in memory; `path` is for what is said of damaged ones.
Transcript read_lines(std::string_view bytes, const std::string& path, ReadReport& report);

}  // namespace pyramid::ingest::openclaw
