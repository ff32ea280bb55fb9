// What must hold of every conversation that a reader gives, whatever it was given.
#pragma once

#include "base/utf8.hpp"
#include "ingest/reader.hpp"
#include "tests/fuzz/property.hpp"

#include <string>
#include <string_view>

namespace pyramid::fuzz {

inline void check_whole(const format::Conversation& conversation, const std::string& reader) {
  hold(conversation.source == reader, "a conversation says where it comes from");
  hold(!conversation.origin.empty() && !conversation.title.empty(), "it has an id and a title");
  hold(!conversation.turns.empty(), "it has a turn");
  for (const format::Turn& turn : conversation.turns) {
    hold(!turn.text.empty() && !utf8::first_invalid(turn.text), "a turn is text");
    hold(turn.text.find('\0') == std::string::npos, "a turn has no NUL");
  }
}

// Reads `path`: it is refused in words, or what comes out is whole.
inline void check_read(ingest::Reader& reader, FileSystem& files, const std::string& path) {
  std::size_t taken = 0;
  const auto take = [&](const format::Conversation& conversation) -> Status {
    check_whole(conversation, reader.name());
    ++taken;
    return {};
  };
  const auto report = reader.read(files, path, {}, take);
  if (report) {
    hold(report->conversations == taken, "what was handed over was counted");
  } else {
    hold(!report.error().what.empty() && report.error().where.starts_with(path),
         "a refusal says what is wrong, and where");
  }
}

}  // namespace pyramid::fuzz
