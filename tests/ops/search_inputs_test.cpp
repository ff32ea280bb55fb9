#include "tests/ops/fixture.hpp"

#include <cmath>

namespace pyramid::search_inputs_test {
namespace {

SearchOptions asking(const test::Fixture& fixture, const std::string& query) {
  SearchOptions options;
  options.workspace.root = fixture.root();
  options.query = query;
  return options;
}

class Asked : public test::Fixture {
 public:
  Asked() {
    write("notes/boiler.md", "# Boiler\n\nThe boiler hums at 55 degrees.\n");
    write("notes/kessel.md", "# Kessel\n\nDer Kessel brummt, 日本語で.\n");
  }
  Result<SearchReport> ask(const std::string& query) {
    return search_memory(environment(), asking(*this, query));
  }
  // The first path found, or what it is refused with.
  std::string first(const std::string& query) {
    const auto report = ask(query);
    if (!report) return report.error().what;
    return report->hits.empty() ? "nothing" : report->hits[0].path;
  }
};

}  // namespace

TEST_CASE("search: whatever is asked is answered, or refused because it holds no word") {
  Asked memory;
  CHECK(memory.first("") == "the query holds no word");
  CHECK(memory.first("?!… 🦊") == "the query holds no word");
  CHECK(memory.first("\"NEAR(boiler) OR * ^ -{text}: AND NOT (\"") == "notes/boiler.md");
  CHECK(memory.first("boiler*\"\"\"") == "notes/boiler.md");
  CHECK(memory.first(std::string("boiler\0degrees", 14)) == "notes/boiler.md");
  CHECK(memory.first("🦊 boiler 🦊") == "notes/boiler.md");
  CHECK(memory.first("boiler \xFF\xFE") == "notes/boiler.md");
  CHECK(memory.first("Was brummt im Kessel?") == "notes/kessel.md");
  CHECK(memory.ask("the of and"));
  std::string page;
  while (page.size() < 100'000) page += "boiler degrees ";
  CHECK(memory.first(page) == "notes/boiler.md");
  CHECK(memory.ask(std::string(100'000, 'x')));
}

TEST_CASE("search: numbers out of range are refused") {
  Asked memory;
  SearchOptions options = asking(memory, "boiler");
  options.limit = 0;
  CHECK(search_memory(memory.environment(), options).error().kind == ErrorKind::kUsage);
  options = asking(memory, "boiler");
  for (const double weight : {-0.1, 1.1, std::nan("")}) {
    options.time_weight = weight;
    CHECK(search_memory(memory.environment(), options).error().kind == ErrorKind::kUsage);
    options.time_weight.reset();
    options.vector_weight = weight;
    CHECK(search_memory(memory.environment(), options).error().kind == ErrorKind::kUsage);
    options.vector_weight.reset();
    options.min_score = weight;
    CHECK(search_memory(memory.environment(), options).error().kind == ErrorKind::kUsage);
    options.min_score.reset();
  }
  options.limit = static_cast<std::size_t>(-1);
  CHECK(search_memory(memory.environment(), options).error().kind == ErrorKind::kUsage);
}

TEST_CASE("search: a workspace without an index gets one, and without a look is told so") {
  Asked memory;
  memory.remove(".pyramid");
  SearchOptions options = asking(memory, "boiler");
  options.refresh = false;
  const auto refused = search_memory(memory.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kNotFound);
  CHECK(refused.error().what == "there is no index yet");
  CHECK(memory.first("boiler") == "notes/boiler.md");
}

}  // namespace pyramid::search_inputs_test
