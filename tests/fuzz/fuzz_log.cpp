// Any text, read as a log of a conversation in markdown or plain text.
#include "tests/fuzz/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <string>

using namespace pyramid;
using pyramid::fuzz::check_read;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(fuzz::text_of(data, size));
  test::MemoryFileSystem files;
  const auto reader = ingest::make_markdown_log_reader();
  for (const char* path : {"/log/2026-03-01.md", "/log/chat.txt"}) {
    files.put(path, bytes);
    check_read(*reader, files, path);
  }
  check_read(*reader, files, "/log");
  static_cast<void>(ingest::detect_format(files, "/log/chat.txt"));
  return 0;
}
