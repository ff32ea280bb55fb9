// Which embedding a workspace's settings choose.
#include "pyramid/doctor.hpp"
#include "tests/ops/fixture.hpp"

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("embedding: weights that are not there stop a command before it touches the index") {
  Fixture fixture;
  fixture.write("memory/boat.md", "The boat lies at the pier.\n");
  fixture.write("pyramid.yaml", "embedding: minilm\nminilm_path: no.safetensors\n");
  SearchOptions options;
  options.workspace.root = fixture.root();
  options.query = "where is the boat";
  const auto found = search_memory(fixture.environment(), options);
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == ErrorKind::kUsage);
  CHECK(found.error().hint.find("minilm_path") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(fixture.root() + "/.pyramid/index.db"));
  const auto examined = doctor(fixture.environment(), {fixture.root(), {}});
  REQUIRE(examined);
  CHECK(examined->engine_failed);
  CHECK(examined->embedding.empty());

  fixture.write("pyramid.yaml", "embedding: static\n");
  CHECK(search_memory(fixture.environment(), options));
  CHECK(doctor(fixture.environment(), {fixture.root(), {}})->embedding == "static-256/1");
}
