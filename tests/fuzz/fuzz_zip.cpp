// Any bytes, read as the zip of a Claude or ChatGPT export.
#include "ingest/claude_memory.hpp"
#include "tests/fuzz/reading.hpp"
#include "tests/support/temp_directory.hpp"

#include <fstream>
#include <string>

using namespace pyramid;
using pyramid::fuzz::check_read;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::TempDirectory folder;
  const std::string path = folder / "export.zip";
  std::ofstream(path, std::ios::binary) << fuzz::text_of(data, size);
  const auto files = make_real_file_system();
  check_read(*ingest::make_claude_reader(), *files, path);
  check_read(*ingest::make_chatgpt_reader(), *files, path);
  static_cast<void>(ingest::detect_format(*files, path));
  Diagnostics diagnostics;
  static_cast<void>(ingest::read_claude_memory(*files, path, diagnostics));
  return 0;
}
