// What is noted in an observation's file after it was made.
#include "format/node.hpp"
#include "format/successor.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace said_again_test {

using namespace pyramid;
using namespace pyramid::format;

namespace {

constexpr const char* kPath = "observations/2026/05/12/user-lives-in-austin-7t5xbn.md";

ObservationDraft again(const char* when, const char* session, std::int64_t turn) {
  ObservationDraft draft;
  draft.at = *parse_time(when);
  draft.from_title = "Later";
  draft.from_path = session;
  draft.from_turn = turn;
  return draft;
}

std::string observation() {
  ObservationDraft draft;
  draft.id = derive_ulid(Time{0}, "x");
  draft.at = *parse_time("2026-05-12T10:03:00Z");
  draft.model = "user";
  draft.text = "User lives in Austin.";
  draft.from_title = "Moving";
  draft.from_path = "sessions/2026/05/12/moving-aaaaaa.md";
  draft.from_turn = 1;
  return write_observation(draft, kPath);
}

std::string after(const std::string& bytes, const ObservationDraft& draft) {
  const auto changed = said_again(bytes, kPath, draft);
  REQUIRE(changed);
  return *changed;
}

const ObservationDraft kJune = again("2026-06-01T08:00:00Z", "sessions/2026/06/01/b-bbbbbb.md", 3);
const ObservationDraft kMay = again("2026-05-20T08:00:00Z", "sessions/2026/05/20/c-cccccc.md", 5);

}  // namespace

TEST_CASE("said again: times are a set, links join the From line, no digest changes") {
  const std::string first = observation();
  const std::string twice = after(after(first, kJune), kMay);
  CHECK(twice.find("seen:\n  - 2026-05-20T08:00:00Z\n  - 2026-06-01T08:00:00Z\n---\n") !=
        std::string::npos);
  CHECK(twice.find("moving-aaaaaa.md#^t1), [Later](../../../../sessions/2026/06/01/b-bbbbbb.md#^t3"
                   "), [Later](../../../../sessions/2026/05/20/c-cccccc.md#^t5)\n") !=
        std::string::npos);
  CHECK(after(twice, kJune) == twice);
  CHECK(after(twice, kMay) == twice);
  const auto before = read_node(first, kPath);
  const auto now = read_node(twice, kPath);
  REQUIRE(now);
  CHECK(now->digest == before->digest);
  CHECK(now->text == before->text);
  CHECK(now->from->path == before->from->path);
  CHECK(now->edges.size() == 3);
  CHECK(now->seen.size() == 2);
}

TEST_CASE("said again: many links go on in lines of their own") {
  std::string bytes = observation();
  for (int day = 1; day <= 28; ++day) {
    const std::string date = "2026-06-" + std::string(day < 10 ? "0" : "") + std::to_string(day);
    bytes = after(bytes, again((date + "T08:00:00Z").c_str(), "sessions/x.md", day));
  }
  const auto node = read_node(bytes, kPath);
  REQUIRE(node);
  CHECK(node->edges.size() == 29);
  CHECK(node->text == "User lives in Austin.");
}

TEST_CASE("said again: words of a person, edge headings and CRLF stay as they are") {
  std::string bytes = observation() + "\nI know that.\n\n## Related\n- [Austin](../../../a.md)\n";
  const auto before = read_node(bytes, kPath);
  auto now = read_node(after(bytes, kJune), kPath);
  REQUIRE(now);
  CHECK(now->digest == before->digest);
  CHECK(now->seen.size() == 1);
  CHECK(after(bytes, kJune).find("I know that.\n\n## Related\n- [Austin]") != std::string::npos);
  std::string crlf;
  for (const char c : observation()) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::string changed = after(crlf, kJune);
  for (std::size_t at = changed.find('\n'); at != std::string::npos;
       at = changed.find('\n', at + 1))
    CHECK(changed[at - 1] == '\r');
}

TEST_CASE("said again: an observation from no conversation gets a From line") {
  const std::string bytes =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: 2026-05-12T10:03:00Z\n"
      "source: observe\n---\nUser lives in Austin.\n";
  const std::string changed = after(bytes, kJune);
  CHECK(
      changed.ends_with("User lives in Austin.\n\nFrom [Later](../../../../sessions/2026/06/01/"
                        "b-bbbbbb.md#^t3)\n"));
  CHECK(read_node(changed, kPath)->digest == read_node(bytes, kPath)->digest);
  ObservationDraft told;
  told.at = kJune.at;
  CHECK(after(bytes, told).find("From [") == std::string::npos);
}

TEST_CASE("said again: what is superseded names what took its place") {
  const auto changed = superseded(observation(), kPath, derive_ulid(Time{1}, "y"));
  REQUIRE(changed);
  const auto node = read_node(*changed, kPath);
  REQUIRE(node);
  CHECK(node->status == "superseded");
  CHECK(node->superseded_by == derive_ulid(Time{1}, "y"));
}

TEST_CASE("superseded: what took its place is an id, a link with one, or a person's link") {
  const Ulid id = derive_ulid(Time{1}, "y");
  const std::string path = "facts/areas/a-abcdef.md", to = "facts/projects/b-ghijkl.md";
  const std::string value = successor_value(id, path, to);
  CHECK(value == "[[../projects/b-ghijkl|" + to_string(id) + "]]");
  const auto linked = parse_successor(value, path);
  REQUIRE(linked);
  CHECK(linked->id == id);
  REQUIRE(linked->edge);
  CHECK(linked->edge->path == to);
  const auto plain = parse_successor(to_string(id), path);
  REQUIRE(plain);
  CHECK(plain->id == id);
  CHECK_FALSE(plain->edge);
  for (const char* by_hand : {"[[../projects/b-ghijkl]]", "[[../projects/b-ghijkl.md|B]]",
                              "[B](../projects/b-ghijkl.md)"}) {
    const auto person = parse_successor(by_hand, path);
    INFO(by_hand);
    REQUIRE(person);
    CHECK(person->id.is_zero());
    REQUIRE(person->edge);
    CHECK(person->edge->path == to);
    const std::string bytes = "---\nsuperseded_by: \"" + std::string(by_hand) + "\"\n---\nA.\n";
    const auto moved = with_successor_at(bytes, path, "facts/archives/b-ghijkl.md");
    REQUIRE(moved);
    CHECK(moved->find("../archives/b-ghijkl") != std::string::npos);
    CHECK(*with_successor_at(*moved, path, to) ==
          (std::string(by_hand).find(".md|") == std::string::npos
               ? bytes
               : "---\nsuperseded_by: \"[[../projects/b-ghijkl|B]]\"\n---\nA.\n"));
  }
  CHECK_FALSE(parse_successor("something else", path));
  CHECK(successor_value(id, path, "facts/projects/b [1].md") == to_string(id));
}

}  // namespace said_again_test
