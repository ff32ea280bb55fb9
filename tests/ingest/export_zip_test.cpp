#include "ingest/claude_memory.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/temp_directory.hpp"
#include "tests/support/tree.hpp"

#include <zip.h>

#include <fstream>
#include <utility>

namespace export_zip_test {

using pyramid::ErrorKind;
using pyramid::ingest::detect_format;
using namespace pyramid::test;
using Lines = std::vector<std::string>;
using Members = std::vector<std::pair<std::string, std::string>>;
using Catch::Matchers::Contains;

namespace {

void write_zip(const std::string& path, const Members& members) {
  const zipFile zip = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  REQUIRE(zip != nullptr);
  for (const auto& [name, bytes] : members) {
    const zip_fileinfo info{};
    REQUIRE(zipOpenNewFileInZip64(zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr,
                                  Z_DEFLATED, 6, 1) == ZIP_OK);
    REQUIRE(zipWriteInFileInZip(zip, bytes.data(), static_cast<unsigned>(bytes.size())) == ZIP_OK);
    REQUIRE(zipCloseFileInZip(zip) == ZIP_OK);
  }
  REQUIRE(zipClose(zip, nullptr) == ZIP_OK);
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string claude(const std::string& id) {
  return R"({"uuid":")" + id +
         R"(","name":"N","chat_messages":[{"uuid":"m","sender":"human","text":"hello",)"
         R"("created_at":"2026-01-01T00:00:00Z"}]})";
}

std::string chatgpt(const std::string& id) {
  return R"({"id":")" + id +
         R"(","create_time":1767261600,"mapping":{"a":{"message":{"author":{"role":"user"},"content":)"
         R"({"content_type":"text","parts":["hello"]}}}}})";
}

Reading read_claude(const std::string& source) {
  const auto reader = pyramid::ingest::make_claude_reader();
  return read(*reader, *pyramid::make_real_file_system(), source);
}

pyramid::Result<Reading> try_claude(const std::string& source) {
  const auto reader = pyramid::ingest::make_claude_reader();
  return try_read(*reader, *pyramid::make_real_file_system(), source);
}

}  // namespace

TEST_CASE("export zip: as it was downloaded, told by what it holds; twice the same") {
  const TempDirectory folder;
  const auto files = pyramid::make_real_file_system();
  write_zip(
      folder / "a.zip",
      {{"users.json", "[]"}, {"conversations.json", "[" + claude("a") + "," + claude("b") + "]"}});
  CHECK(*detect_format(*files, folder / "a.zip") == "claude");
  CHECK(read_claude(folder / "a.zip").origins() == Lines{"a", "b"});
  CHECK(read_claude(folder / "a.zip").origins() == Lines{"a", "b"});

  write_zip(folder / "g.zip", {{"export/conversations-000.json", "[" + chatgpt("x") + "]"},
                               {"export/conversations-001.json", "[" + chatgpt("y") + "]"},
                               {"export/chat.html", "<html>"}});
  CHECK(*detect_format(*files, folder / "g.zip") == "chatgpt");
  const auto reader = pyramid::ingest::make_chatgpt_reader();
  CHECK(read(*reader, *files, folder / "g.zip").origins() == Lines{"x", "y"});
}

TEST_CASE("export zip: a delivery in several, overlapping, with one that holds no conversations") {
  const TempDirectory folder;
  write_zip(folder / "conversations-000.zip", {{"conversations.json", "[" + claude("a") + "]"}});
  write_zip(folder / "conversations-001.zip",
            {{"conversations.json", "[" + claude("a") + "," + claude("b") + "]"}});
  write_zip(folder / "projects-000.zip", {{"projects.json", "[]"}});
  CHECK(*detect_format(*pyramid::make_real_file_system(), folder.path()) == "claude");
  const Reading reading = read_claude(folder.path());
  CHECK(reading.origins() == Lines{"a", "b"});
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("export zip: one of a delivery that holds no conversations is none by itself either") {
  const TempDirectory folder;
  write_zip(folder / "projects-000.zip", {{"projects/projects.json", "[]"}});
  const Reading reading = read_claude(folder / "projects-000.zip");
  CHECK(reading.conversations.empty());
  CHECK(reading.report.diagnostics.empty());
}

TEST_CASE("export zip: another program's export in the same folder is told, a damaged one too") {
  const TempDirectory folder;
  write_zip(folder / "a.zip", {{"conversations.json", "[" + claude("a") + "]"}});
  write_zip(folder / "g.zip", {{"conversations.json", "[" + chatgpt("x") + "]"}});
  put(folder / "z.zip", "PK\x03\x04 and no more");
  const Reading reading = read_claude(folder.path());
  CHECK(reading.origins() == Lines{"a"});
  REQUIRE(reading.report.diagnostics.size() == 2);
  CHECK(reading.report.diagnostics[0].where == folder / "z.zip");
  CHECK(reading.report.diagnostics[1].where == folder / "g.zip/conversations.json");
}

TEST_CASE("export zip: without conversations, damaged or encrypted it is refused in one line") {
  const TempDirectory folder;
  const auto files = pyramid::make_real_file_system();
  write_zip(folder / "none.zip", {{"photo.jpg", "x"}});
  CHECK(detect_format(*files, folder / "none.zip"));
  CHECK_THAT(to_string(try_claude(folder / "none.zip").error()),
             Contains("no conversations.json in this zip archive"));

  write_zip(folder / "whole.zip", {{"conversations.json", "[" + claude("a") + "]"}});
  const std::string whole = bytes_of(folder / "whole.zip");
  put(folder / "cut.zip", whole.substr(0, whole.size() / 2));
  CHECK_THAT(to_string(try_claude(folder / "cut.zip").error()), Contains("damaged"));

  std::string encrypted = whole;
  encrypted[whole.find("PK\x01\x02") + 8] |= 1;
  put(folder / "encrypted.zip", encrypted);
  CHECK_THAT(to_string(try_claude(folder / "encrypted.zip").error()), Contains("encrypted"));
}

TEST_CASE("export zip: of a member whose end is damaged the beginning is kept") {
  const TempDirectory folder;
  std::string conversations = "[";
  for (int i = 0; i < 20'000; ++i) conversations += claude("id" + std::to_string(i * 7919)) + ",\n";
  write_zip(folder / "a.zip", {{"conversations.json", conversations + claude("last") + "]"}});
  std::string bytes = bytes_of(folder / "a.zip");
  bytes.replace(bytes.find("PK\x01\x02") - 2000, 1000, 1000, '\xff');
  put(folder / "a.zip", bytes);
  const Reading reading = read_claude(folder / "a.zip");
  CHECK(reading.conversations.size() > 1000);
  CHECK_FALSE(reading.report.diagnostics.empty());
}

TEST_CASE("export zip: of several a damaged one is named and the others are read, in any order") {
  for (const char* damaged : {"a.zip", "z.zip"}) {
    const TempDirectory folder;
    write_zip(folder / "m.zip", {{"conversations.json", "[" + claude("m") + "]"}});
    write_zip(folder / damaged, {{"conversations.json", "[" + claude("x") + "]"}});
    std::string bytes = bytes_of(folder / damaged);
    bytes.replace(bytes.find("conversations.json") + 18, 40, 40, '\xff');
    put(folder / damaged, bytes);
    CHECK_THAT(to_string(try_claude(folder / damaged).error()), Contains("damaged"));
    const Reading reading = read_claude(folder.path());
    CHECK(reading.origins() == Lines{"m"});
    REQUIRE(reading.report.diagnostics.size() == 1);
    CHECK(reading.report.diagnostics[0].where.find(damaged) != std::string::npos);
  }
}

TEST_CASE("export zip: names of members lead nowhere") {
  const TempDirectory folder;
  write_zip(folder / "a.zip", {{"../../conversations.json", "[" + claude("a") + "]"},
                               {"/etc/conversations.json", "[" + claude("b") + "]"}});
  CHECK(read_claude(folder / "a.zip").origins() == Lines{"a", "b"});
}

TEST_CASE("export zip: one record that unpacks to more than a conversation can be is refused") {
  const TempDirectory folder;
  const zipFile zip = zipOpen64((folder / "bomb.zip").c_str(), APPEND_STATUS_CREATE);
  const zip_fileinfo info{};
  REQUIRE(zipOpenNewFileInZip64(zip, "conversations.json", &info, nullptr, 0, nullptr, 0, nullptr,
                                Z_DEFLATED, 0, 1) == ZIP_OK);
  const std::string begin = "[{\"chat_messages\":\"", more(1 << 20, 'a');
  zipWriteInFileInZip(zip, begin.data(), static_cast<unsigned>(begin.size()));
  for (int i = 0; i < 129; ++i) {
    zipWriteInFileInZip(zip, more.data(), static_cast<unsigned>(more.size()));
  }
  zipCloseFileInZip(zip);
  zipClose(zip, nullptr);
  CHECK_THAT(to_string(try_claude(folder / "bomb.zip").error()), Contains("too long"));
}

TEST_CASE("export zip: wounds anywhere do no harm") {
  const TempDirectory folder;
  write_zip(folder / "a.zip", {{"conversations.json", "[" + claude("a") + "]"},
                               {"conversations-001.json", "[" + claude("b") + "]"}});
  const std::string whole = bytes_of(folder / "a.zip");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string wounded = whole;
    wounded[at] = at % 2 == 0 ? '\xff' : '\0';
    put(folder / "w.zip", wounded);
    const auto reading = try_claude(folder / "w.zip");
    if (!reading) CHECK_FALSE(to_string(reading.error()).empty());
  }
}

TEST_CASE("claude memory: from a zip, a folder and beside the conversations, projects by name") {
  const TempDirectory folder;
  const auto files = pyramid::make_real_file_system();
  const std::string memories =
      R"([{"account_uuid":"a","conversations_memory":"Mia lives in Porto.",)"
      R"("project_memories":{"p1":"Tabs.","p2":"Left."}}])";
  const std::string projects = R"([{"uuid":"p1","name":"The app","docs":[]}])";
  const std::string text =
      "Mia lives in Porto.\n\n## Project The app\n\nTabs.\n\n## Project p2\n\nLeft.";
  write_zip(folder / "a.zip", {{"conversations.json", "[" + claude("a") + "]"},
                               {"memories.json", memories},
                               {"projects.json", projects}});
  pyramid::Diagnostics diagnostics;
  using pyramid::ingest::read_claude_memory;
  CHECK(read_claude_memory(*files, folder / "a.zip", diagnostics) == text);
  CHECK(read_claude_memory(*files, folder.path(), diagnostics) == text);
  put(folder / "conversations.json", "[" + claude("a") + "]");
  CHECK(read_claude_memory(*files, folder / "conversations.json", diagnostics).empty());
  put(folder / "memories.json", memories);
  put(folder / "projects.json", projects);
  CHECK(read_claude_memory(*files, folder / "conversations.json", diagnostics) == text);
  CHECK(read_claude_memory(*files, folder / "nothing", diagnostics).empty());
  CHECK(diagnostics.empty());

  put(folder / "memories.json", "[{\"conversations_memory\":nonsense},7]");
  CHECK(read_claude_memory(*files, folder / "conversations.json", diagnostics).empty());
  CHECK(diagnostics.size() == 1);
}

TEST_CASE("export zip: one that was made to fill a machine is refused") {
  const TempDirectory folder;
  const std::string blanks(std::size_t{80} << 20, ' ');
  write_zip(folder / "bomb.zip", {{"conversations.json", "[" + blanks + "]"}});
  const auto read = try_claude(folder / "bomb.zip");
  const std::string told = !read ? to_string(read.error())
                           : read->report.diagnostics.empty()
                               ? ""
                               : to_string(read->report.diagnostics.front());
  CHECK_THAT(told, Contains("more than 200 times"));
}

}  // namespace export_zip_test
