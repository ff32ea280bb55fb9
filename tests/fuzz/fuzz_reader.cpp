// Any bytes, read as the conversations of each program that is known: they are refused in words, or
// what comes out is whole. (Databases and zips are read from the disk itself, and are not here.)
#include "base/utf8.hpp"
#include "ingest/reader.hpp"
#include "ingest/zstd.hpp"
#include "tests/fuzz/property.hpp"
#include "tests/support/memory_file_system.hpp"

#include <string>
#include <vector>

using namespace pyramid;
using pyramid::fuzz::hold;

namespace {

constexpr std::size_t kPlenty = 1 << 20;

void check_whole(const format::Conversation& conversation, const std::string& reader) {
  hold(conversation.source == reader, "a conversation says where it comes from");
  hold(!conversation.origin.empty() && !conversation.title.empty(), "it has an id and a title");
  hold(!conversation.turns.empty(), "it has a turn");
  for (const format::Turn& turn : conversation.turns) {
    hold(!turn.text.empty() && !utf8::first_invalid(turn.text), "a turn is text");
    hold(turn.text.find_first_of(std::string_view("\0\r", 2)) == std::string::npos,
         "a turn has no NUL and no carriage return");
  }
}

void check_read(ingest::Reader& reader, FileSystem& files, const std::string& path) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(fuzz::text_of(data, size));
  test::MemoryFileSystem files;
  files.put("/source.json", bytes);
  files.put("/source.jsonl", bytes);
  for (const auto& reader : ingest::all_readers()) {
    if (reader->name() == "glenn") continue;
    check_read(*reader, files, "/source.json");
    check_read(*reader, files, "/source.jsonl");
  }
  static_cast<void>(ingest::detect_format(files, "/source.jsonl"));
  const auto unpacked = ingest::decompress_zstd(bytes, kPlenty);
  if (unpacked) hold(unpacked->size() <= kPlenty, "no more is unpacked than is allowed");
  return 0;
}
