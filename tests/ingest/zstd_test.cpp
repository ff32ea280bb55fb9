#include "ingest/zstd.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/memory_file_system.hpp"

#include <zstd.h>

#include <string>

namespace zstd_test {

using pyramid::ErrorKind;
using namespace pyramid::ingest;
using namespace pyramid::test;

namespace {

std::string compressed(const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  return frame;
}

constexpr std::size_t kPlenty = 1 << 24;

}  // namespace

TEST_CASE("zstd: frames come back as one text") {
  const std::string big(1 << 20, 'x');
  CHECK(is_zstd(compressed("hello")));
  CHECK_FALSE(is_zstd("hello"));
  CHECK(*decompress_zstd(compressed("hello "), kPlenty) == "hello ");
  CHECK(*decompress_zstd(compressed("hello ") + compressed(big), kPlenty) == "hello " + big);
  CHECK(decompress_zstd("", kPlenty)->empty());
}

TEST_CASE("zstd: an archive that unpacks to more than is allowed is refused") {
  const std::string bomb = compressed(std::string(1 << 24, '\0'));
  REQUIRE(bomb.size() < 10'000);
  CHECK(decompress_zstd(bomb, kPlenty));
  const auto refused = decompress_zstd(bomb, kPlenty - 1);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kInvalid);
}

TEST_CASE("zstd: a frame that wants a huge window is refused") {
  // Magic, a header without size or checksum, a window of 2^41 bytes, an empty last block.
  const std::string frame("\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00", 9);
  CHECK(decompress_zstd(frame, kPlenty).error().kind == ErrorKind::kInvalid);
}

TEST_CASE("zstd: damaged bytes are refused wherever they are damaged") {
  const std::string whole = compressed("the same words, the same words, the same words");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    CHECK_FALSE(decompress_zstd(whole.substr(0, size), kPlenty));
  }
  CHECK_FALSE(decompress_zstd("no frame at all", kPlenty));
  CHECK_FALSE(decompress_zstd(whole + "rest", kPlenty));
}

TEST_CASE("zstd: a file in pieces, whole, cut off and stopped early") {
  const std::string text = "first line\n" + std::string(1 << 20, 'y');
  MemoryFileSystem files;
  files.put("/a.zst", compressed(text));
  files.put("/cut.zst", compressed(text) + compressed(text).substr(0, 20));
  std::string read;
  const auto take_all = [&](std::string_view piece) {
    read += piece;
    return true;
  };
  REQUIRE(read_zstd_in_pieces(files, "/a.zst", take_all));
  CHECK(read == text);

  read.clear();
  const auto cut = read_zstd_in_pieces(files, "/cut.zst", take_all);
  REQUIRE_FALSE(cut);
  CHECK(cut.error().where == "/cut.zst");
  CHECK(read.substr(0, text.size()) == text);

  read.clear();
  CHECK(read_zstd_in_pieces(files, "/a.zst", [&](std::string_view piece) {
    read += piece;
    return false;
  }));
  CHECK(read.size() < text.size());
  CHECK(read_zstd_in_pieces(files, "/no", take_all).error().kind == ErrorKind::kNotFound);
}

}  // namespace zstd_test
