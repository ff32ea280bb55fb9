// Notes and comments in which what two machines changed waits for a person.
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace conflicts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kNote =
    "> [!conflict] 2026-05-15: changed on two machines; keep what is right, without this note\n"
    ">\n> Ana lives in Braga.\n>\n> ***\n>\n> Ana lives in Faro.\n";
constexpr const char* kComment = "# conflict 2026-05-15: mood: glad\n";

using Places = std::vector<std::string>;

Places told(const Diagnostics& all) {
  Places places;
  for (const Diagnostic& one : all) {
    if (one.what == "two machines changed the same words") places.push_back(one.where);
  }
  std::sort(places.begin(), places.end());
  return places;
}

// "memory/a.md:3", where the part stands.
std::string place_of(const Fixture& fixture, const std::string& path, const std::string& part) {
  const std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(part);
  REQUIRE(at != std::string::npos);
  const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  return path + ":" + std::to_string(1 + std::count(bytes.begin(), end, '\n'));
}

}  // namespace

TEST_CASE("conflicts: status and check list what waits, whatever file it is in") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  const std::string fact = file_below(fixture, "observations/");
  const std::string session = file_below(fixture, "sessions/");
  std::string bytes = fixture.read(fact);
  fixture.write(fact, bytes.insert(bytes.find("\n---\n") + 1, kComment));
  fixture.write("MEMORY.md", fixture.read("MEMORY.md") + "\n" + kNote);
  fixture.write("models/ana.md",
                "---\nkind: model\nmodel: ana\n---\n## Notes\n\n" + std::string(kNote));
  fixture.write("memory/plan.md", std::string("# conflict resolution\n\n") + kNote);
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "# conflict 2026-05-15: step: 8\n");
  fixture.write(session, fixture.read(session) + "\n" + kNote);  // somebody quotes one
  Places expected = {place_of(fixture, fact, "# conflict"),
                     place_of(fixture, "MEMORY.md", "> [!conflict]"),
                     place_of(fixture, "models/ana.md", "> [!conflict]"), "memory/plan.md:3",
                     place_of(fixture, "pyramid.yaml", "# conflict")};
  std::sort(expected.begin(), expected.end());
  CHECK(told(status_of(fixture).diagnostics) == expected);
  CHECK(told(fixture.check()->problems) == expected);

  fixture.write("memory/plan.md", "# conflict resolution\n\nAna lives in Faro.\n");
  std::erase(expected, "memory/plan.md:3");
  CHECK(told(status_of(fixture).diagnostics) == expected);
}

TEST_CASE("conflicts: what is made from a fact that nobody settled yet tells all alternatives") {
  Fixture fixture;
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = "Ana lives in Porto.";
  const auto fact = observe(fixture.environment(), options);
  REQUIRE(fact);
  REQUIRE(fixture.sync());
  REQUIRE(fixture.read("MEMORY.md").find("Ana lives in Porto.") != std::string::npos);
  std::string bytes = fixture.read(fact->path);
  fixture.write(fact->path, bytes.replace(bytes.find("Ana lives"), 20, kNote));
  REQUIRE(fixture.sync());
  CHECK(fixture.read("MEMORY.md").find("Either Ana lives in Braga, or Ana lives in Faro.") !=
        std::string::npos);
  const auto found = fixture.search("Ana lives");
  REQUIRE(found);
  const auto hit = std::find_if(found->hits.begin(), found->hits.end(),
                                [&](const SearchHit& one) { return one.path == fact->path; });
  REQUIRE(hit != found->hits.end());
  CHECK(hit->snippet.find("Either Ana lives in Braga, or Ana lives in Faro.") != std::string::npos);
}

}  // namespace conflicts_test
