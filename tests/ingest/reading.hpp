// Reads a source and keeps what came out.
#pragma once

#include "ingest/reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::test {

struct Reading {
  std::vector<format::Conversation> conversations;
  ingest::ReadReport report;

  [[nodiscard]] std::vector<std::string> origins() const {
    std::vector<std::string> result;
    for (const auto& one : conversations) result.push_back(one.origin);
    return result;
  }
};

inline std::string fixture(const std::string& name) {
  return std::string(PYRAMID_SOURCE_DIR "/tests/ingest/fixtures/") + name;
}

inline Result<Reading> try_read(ingest::Reader& reader, FileSystem& files,
                                const std::string& source,
                                const ingest::ReadOptions& options = {}) {
  Reading reading;
  PYRAMID_ASSIGN(reading.report,
                 reader.read(files, source, options, [&](format::Conversation one) -> Status {
                   reading.conversations.push_back(std::move(one));
                   return {};
                 }));
  return reading;
}

inline Reading read(ingest::Reader& reader, FileSystem& files, const std::string& source,
                    const ingest::ReadOptions& options = {}) {
  Result<Reading> reading = try_read(reader, files, source, options);
  if (!reading) FAIL(to_string(reading.error()));
  return std::move(*reading);
}

// A folder or file among the fixtures.
inline Reading read_fixture(ingest::Reader& reader, const std::string& name,
                            const ingest::ReadOptions& options = {}) {
  return read(reader, *make_real_file_system(), fixture(name), options);
}

// One file of these bytes.
inline Result<Reading> try_bytes(ingest::Reader& reader, const std::string& path,
                                 const std::string& bytes) {
  MemoryFileSystem files;
  files.put(path, bytes);
  return try_read(reader, files, path);
}

// "U: words" or "A: words", one a turn.
inline std::vector<std::string> said(const format::Conversation& conversation) {
  std::vector<std::string> result;
  for (const format::Turn& turn : conversation.turns) {
    result.push_back((turn.speaker == format::Speaker::kUser ? "U: " : "A: ") + turn.text);
  }
  return result;
}

// A limit counts turns: nothing comes behind the conversation that reaches it. `read_up_to` reads
// with the limit that it is given, 0 = all.
template <typename ReadUpTo>
void check_limits(const ReadUpTo& read_up_to) {
  const Reading all = read_up_to(0);
  std::size_t turns = 0;
  for (const auto& one : all.conversations) turns += one.turns.size();
  CHECK(all.report.turns == turns);
  for (std::size_t limit = 1; limit <= turns + 1; ++limit) {
    CAPTURE(limit);
    std::size_t reached = 0;
    std::vector<std::string> expected;
    for (const auto& one : all.conversations) {
      if (reached >= limit) break;
      reached += one.turns.size();
      expected.push_back(one.origin);
    }
    CHECK(read_up_to(limit).origins() == expected);
  }
}

}  // namespace pyramid::test
