#include "workspace/layout.hpp"

#include "base/path.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <random>
#include <string>

namespace layout_test {

using namespace pyramid;
using namespace pyramid::workspace;
using format::Kind;

namespace {

const Time kAt{1'778'580'180};  // 2026-05-12T10:03:00Z
const Ulid kId = *parse_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV");

}  // namespace

TEST_CASE("layout: a new file goes to its day, named for people") {
  CHECK(observation_path({kAt}, "User relocated to Austin.", kId) ==
        "observations/2026/05/12/user-relocated-to-austin-9g5fav.md");
  CHECK(session_path({kAt}, "Moving to Austin", kId) ==
        "sessions/2026/05/12/moving-to-austin-9g5fav.md");
  CHECK(summary_path("user", 2, {kAt}, "In early May …", kId) ==
        "summaries/user/tier-2/2026-05-12-in-early-may-9g5fav.md");
  const std::vector<std::string> base = {"self", "user"};
  CHECK(model_path("user", base) == "MEMORY.md");
  CHECK(model_path("self", base) == "MEMORY.md");
  CHECK(model_path("assistant", base) == "models/assistant.md");
  CHECK(model_path("Café Müller", base) == "models/cafe-muller.md");
  CHECK(bucket_path("user", 1, Time{kAt.seconds - 2 * kSecondsPerDay}, kId) ==
        "summaries/user/tier-1/2026-05-10-" + short_id(kId) + ".md");
}

TEST_CASE("layout: names are safe on every system and at most 80 bytes, whatever the text") {
  std::mt19937 random(13);
  for (int round = 0; round < 3'000; ++round) {
    std::string text(random() % 300, ' ');
    for (char& c : text) c = static_cast<char>(random() % 3 == 0 ? random() : 'a' + random() % 26);
    for (const std::string& path :
         {observation_path({kAt}, text, kId), session_path({kAt}, text, kId),
          summary_path(text, 0, {kAt}, text, kId), model_path(text, {})}) {
      INFO(path);
      REQUIRE(path::name(path).size() <= 80);
      REQUIRE(is_memory_file(path));
      REQUIRE(path::resolve_inside("", path) == path);
      REQUIRE(std::all_of(path.begin(), path.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '/' || c == '.';
      }));
    }
  }
}

TEST_CASE("layout: a hostile title is a name like any other") {
  const std::string folder = "sessions/2026/05/12/";
  const std::string tail = "-" + short_id(kId) + ".md";
  const std::vector<std::pair<std::string, std::string>> names = {
      {"../../etc/passwd", "etc-passwd"},
      {"/etc/passwd", "etc-passwd"},
      {"..", "note"},
      {std::string("a\0b", 3), "a-b"},
      {"CON", "con-x"},
      {"lpt1", "lpt1-x"},
      {"\u202egpj.exe", "gpj-exe"},
      {"~/.ssh/config", "ssh-config"},
      {".git/hooks", "git-hooks"}};
  for (const auto& [title, name] : names)
    CHECK(session_path({kAt}, title, kId) == folder + name + tail);
  CHECK(path::name(session_path({kAt}, std::string(5000, 'x'), kId)).size() <= 80);
}

TEST_CASE("layout: the place tells the kind") {
  CHECK(kind_of_path("MEMORY.md") == Kind::kMemory);
  CHECK(kind_of_path("SOUL.md") == Kind::kIdentity);
  CHECK(kind_of_path("USER.md") == Kind::kIdentity);
  CHECK(kind_of_path(observation_path({kAt}, "x", kId)) == Kind::kObservation);
  CHECK(kind_of_path(summary_path("user", 0, {kAt}, "x", kId)) == Kind::kSummary);
  CHECK(kind_of_path(session_path({kAt}, "x", kId)) == Kind::kSession);
  CHECK(kind_of_path("models/ana.md") == Kind::kModel);
  CHECK(kind_of_path("daily/2026-05-12.md") == Kind::kDaily);
  CHECK(kind_of_path("memory/MEMORY.md") == Kind::kNote);
  CHECK(kind_of_path("observations.md") == Kind::kNote);
  CHECK(kind_of_path("my/observations/x.md") == Kind::kNote);
}

TEST_CASE("layout: the path of a summary tells its model, its tier and the end of its id") {
  for (const std::string& path :
       {summary_path("Café Müller", 2, {kAt}, "x", kId), bucket_path("Café Müller", 2, kAt, kId)}) {
    const auto place = summary_place(path);
    REQUIRE(place);
    CHECK(place->model == "cafe-muller");
    CHECK(place->tier == 2);
    CHECK(place->tail == short_id(kId));
  }
  for (const char* path :
       {"", "summaries/user/tier-0/9g5fav.md", "summaries/user/tier-0/x-9g5fav copy.md",
        "summaries/user/tier-0/old/x-9g5fav.md", "summaries/user/tier-x/x-9g5fav.md",
        "summaries/user/tier--1/x-9g5fav.md", "summaries/user/tier-/x-9g5fav.md",
        "memory/user/tier-0/x-9g5fav.md", "summaries/user/tier-0/x-9g5fav.txt"}) {
    INFO(path);
    CHECK_FALSE(summary_place(path));
  }
}

TEST_CASE("layout: what is read and what is passed by") {
  for (const char* path : {"MEMORY.md", "observations/2026/05/12/x.md", "a b/ü.md", "a.b/c.d.md"}) {
    INFO(path);
    CHECK(is_memory_file(path));
  }
  for (const char* path :
       {".pyramid-tmp-0123456789abcdef", "observations/.pyramid-tmp-0123.md", ".hidden.md",
        ".obsidian/x.md", "a/.trash/x.md", ".pyramid/x.md", ".git/x.md", "web/node_modules/m/x.md",
        "x.txt", "x.md.bak", ".md", "pyramid.yaml", "", "a/"}) {
    INFO(path);
    CHECK_FALSE(is_memory_file(path));
  }
  for (const char* name : {"MEMORY.md", "a b.md", "c.d.md"}) CHECK(is_memory_name(name));
  for (const char* name : {".md", ".hidden.md", "x.txt", "md", ""})
    CHECK_FALSE(is_memory_name(name));
  CHECK(enters("observations"));
  CHECK(enters("a/b c"));
  for (const char* folder : {".git", ".pyramid", "a/.obsidian", "node_modules", "a/node_modules"}) {
    INFO(folder);
    CHECK_FALSE(enters(folder));
  }
}

}  // namespace layout_test
