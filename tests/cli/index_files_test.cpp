// The files of the index under the built program: several processes at once, and a full disk.
#include "tests/cli/program.hpp"
#include "tests/support/tree.hpp"

#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

namespace index_files_test {

using namespace pyramid::test;
using Json = nlohmann::json;

namespace {

void write_notes(const Program& program, const std::string& name, const std::string& about) {
  for (int i = 0; i < 150; ++i) {
    program.write(program.inside(name + std::to_string(i) + ".md"),
                  "# " + name + " " + std::to_string(i) + "\n\n" + about + ", number " +
                      std::to_string(i) + "\n");
  }
}

// The hits of a search, or what it said instead.
std::string hits(const ProcessResult& found) {
  if (found.exit_code != 0) return std::to_string(found.exit_code) + found.out + found.err;
  return Json::parse(found.out)["hits"].dump();
}

}  // namespace

TEST_CASE("index: searches beside sync --force find what is there, and none is killed") {
  const Program program;
  program.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  write_notes(program, "bird", "The heron sleeps by the pond");
  const std::vector<std::string> ask = {"search", "--json", "where does the heron sleep"};
  const std::string right = hits(program.in_workspace(ask));
  REQUIRE(right.find("bird") != std::string::npos);
  std::atomic<bool> stop{false};
  std::vector<std::vector<std::string>> wrong(3);
  std::vector<std::thread> readers;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    readers.emplace_back([&, i] {
      auto mine = ask;
      if (i == 0) mine.emplace_back("--no-refresh");
      while (!stop) {
        const ProcessResult found = program.in_workspace(mine);
        const bool damaged = found.err.find("rebuilding") != std::string::npos;
        if (damaged || hits(found) != right) wrong[i].push_back(hits(found) + found.err);
      }
    });
  }
  std::vector<ProcessResult> forced;
  for (int i = 0; i < 12; ++i) forced.push_back(program.in_workspace({"sync", "--force", "-q"}));
  stop = true;
  for (std::thread& reader : readers) reader.join();
  for (const ProcessResult& one : forced) {
    INFO(one.err);
    CHECK(one.exit_code == 0);
  }
  for (const auto& of_reader : wrong) {
    INFO((of_reader.empty() ? "" : of_reader.front()));
    CHECK(of_reader.empty());
  }
  CHECK(program.in_workspace({"check", "--index"}).exit_code == 0);
}

TEST_CASE("index: on a full disk a search answers and a writer says so") {
  // In a file system of its own, where a user may have one.
  constexpr const char* kScript = R"sh(
set -e
mount -t tmpfs -o size=24m none "$2"
cp -r "$1/." "$2"
cd "$2"
rm filler
free=$(df --output=avail -k . | tail -1)
head -c $(( (free - 300) * 1024 )) /dev/zero > full
set +e
"$0" -w . search --json "where does the heron sleep" --now 2026-05-15 > "$1/found" 2>/dev/null
echo $?
"$0" -w . sync -q 2> "$1/said"
echo $?
"$0" -w . sync --force -q 2>> "$1/said"
echo $?
)sh";
  const Program program;
  program.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  REQUIRE(program.in_workspace({"search", "Lisbon"}).exit_code == 0);
  write_notes(program, "bird", "The heron sleeps by the pond");
  write_notes(program, "more", "The kestrel hovers over the field");
  write_notes(program, "others", "The swift sleeps in the air");
  program.write(program.inside("filler"), "");
  std::filesystem::create_directories(program.outside("full"));
  const ProcessResult result =
      run_process({"unshare", "--user", "--map-root-user", "--mount", "sh", "-c", kScript,
                   PYRAMID_PROGRAM, program.root(), program.outside("full")},
                  {program.outside(""), {{"GIT_CONFIG_GLOBAL", "/dev/null"}}, {}});
  if (result.out.empty()) {
    WARN("skipped: no file system may be mounted here: " + result.err);
    return;
  }
  INFO(result.out << result.err);
  CHECK(result.out == "0\n7\n7\n");
  const auto text = [&](const std::string& name) {
    std::ifstream in(program.inside(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  CHECK(Json::parse(text("found"))["hits"].dump().find("bird") != std::string::npos);
  CHECK(text("said").find("No space left") != std::string::npos);
}

TEST_CASE(
    "index: a folder, pipe or dead link in the place of any file of the caches stops no command "
    "for ever") {
  const Program program;
  program.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  REQUIRE(program.in_workspace({"observe", "User has a cat."}).exit_code == 0);
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  REQUIRE(program.in_workspace({"search", "--at", "HEAD", "Lisbon"}).exit_code == 0);
  std::set<std::string> names = {"lock", "watch.lock", "unfinished", "answers.jsonl", "told"};
  for (const std::string& name : names_below(program.inside(".pyramid"))) names.insert(name);
  for (const std::string& name : names) {
    for (const std::string kind : {"empty folder", "folder", "pipe", "dead link"}) {
      INFO(name << ", " << kind);
      const std::string place = program.inside(".pyramid/" + name);
      std::filesystem::remove_all(place);
      std::filesystem::create_directories(std::filesystem::path(place).parent_path());
      if (kind == "pipe") {
        REQUIRE(::mkfifo(place.c_str(), 0600) == 0);
      } else if (kind == "dead link") {
        std::filesystem::create_symlink("/nowhere/at/all", place);
      } else {
        std::filesystem::create_directories(place);
        if (kind == "folder") program.write(place + "/mine.txt", "kept");
      }
      program.write(program.inside("memory/more.md"), name);
      const ProcessResult synced = program.in_workspace({"sync"});
      INFO(synced.err);
      CHECK(synced.exit_code == 0);
      CHECK(program.in_workspace({"search", "--at", "HEAD", "Lisbon"}).exit_code == 0);
    }
  }
}

TEST_CASE("index: that of another workspace answers nothing here") {
  const Program program, other;
  program.init();
  other.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  write_notes(other, "train", "A train to Lisbon was booked");
  REQUIRE(other.in_workspace({"search", "Lisbon"}).exit_code == 0);
  REQUIRE(program.in_workspace({"search", "Lisbon"}).exit_code == 0);
  std::filesystem::remove_all(program.inside(".pyramid"));
  std::filesystem::copy(other.inside(".pyramid"), program.inside(".pyramid"),
                        std::filesystem::copy_options::recursive);
  for (const char* how : {"--no-refresh", "--raw"}) {
    const ProcessResult found = program.in_workspace({"search", how, "Lisbon"});
    INFO(how << found.out << found.err);
    CHECK(found.out.find("train") == std::string::npos);
    CHECK(found.out.find("flight") != std::string::npos);
  }
}

TEST_CASE("index: a damaged one is made anew for a search in the past too") {
  const Program program;
  program.init();
  write_notes(program, "flight", "A flight to Lisbon was booked");
  REQUIRE(program.in_workspace({"sync"}).exit_code == 0);
  for (const bool asked_before : {false, true}) {
    if (asked_before) {
      REQUIRE(program.in_workspace({"search", "--at", "HEAD", "Lisbon"}).exit_code == 0);
    }
    for (const std::string& name : names_below(program.inside(".pyramid"))) {
      if (name.find("vectors.") == std::string::npos) continue;
      std::fstream file(program.inside(".pyramid/" + name),
                        std::ios::in | std::ios::out | std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(file), {});
      for (std::size_t at = 200; at < bytes.size(); at += 97) {
        file.seekp(static_cast<std::streamoff>(at));
        file.put(static_cast<char>(bytes[at] ^ 1));
      }
    }
    const ProcessResult found =
        program.in_workspace({"search", "--at", "HEAD", "--raw", "flight to Lisbon"});
    INFO(found.err);
    CHECK(found.exit_code == 0);
    CHECK(found.out.find("flight") != std::string::npos);
  }
}

}  // namespace index_files_test
