// Any bytes, read as a database of Glenn's or OpenClaw's: from the disk, as SQLite does.
#include "tests/fuzz/reading.hpp"
#include "tests/support/temp_directory.hpp"

#include <fstream>
#include <string>

using namespace pyramid;
using pyramid::fuzz::check_read;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::TempDirectory folder;
  const std::string path = folder / "openclaw-agent.sqlite";
  std::ofstream(path, std::ios::binary) << fuzz::text_of(data, size);
  const auto files = make_real_file_system();
  check_read(*ingest::make_glenn_reader(), *files, path);
  check_read(*ingest::make_openclaw_reader(), *files, path);
  static_cast<void>(ingest::detect_format(*files, path));
  return 0;
}
