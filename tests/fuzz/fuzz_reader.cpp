// Any bytes, read as the conversations of each program that is known: they are refused in words, or
// what comes out is whole. (Databases, zips and logs have targets of their own.)
#include "ingest/zstd.hpp"
#include "tests/fuzz/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <string>

using namespace pyramid;
using pyramid::fuzz::check_read;
using pyramid::fuzz::hold;

namespace {

constexpr std::size_t kPlenty = 1 << 20;

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
