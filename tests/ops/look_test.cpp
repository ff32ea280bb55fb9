// The commands that look: observations, summaries, models.
#include "tests/ops/fixture.hpp"

#include <algorithm>

namespace look_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

void remember_twelve_facts(Fixture& fixture) {
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
}

ListOptions limited_to(std::size_t limit) {
  ListOptions options;
  options.limit = limit;
  return options;
}

ListOptions since(const char* time) {
  ListOptions options;
  options.since = at(time);
  return options;
}

SummariesOptions of(const std::string& model, std::optional<int> tier) {
  SummariesOptions options;
  options.model = model;
  options.tier = tier;
  return options;
}

ListReport list(Fixture& fixture, ListOptions options = {}) {
  options.workspace.root = fixture.root();
  const auto report = list_observations(fixture.environment(), options);
  REQUIRE(report);
  return *report;
}

SummariesReport summaries(Fixture& fixture, SummariesOptions options = {}) {
  options.workspace.root = fixture.root();
  const auto report = list_summaries(fixture.environment(), options);
  REQUIRE(report);
  return *report;
}

ModelReport model(Fixture& fixture, const std::string& name) {
  const auto report = show_model(fixture.environment(), {{fixture.root(), {}}, name});
  REQUIRE(report);
  return *report;
}

void replace(const Fixture& fixture, const std::string& path, const std::string& from,
             const std::string& to) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.replace(at, from.size(), to));
}

}  // namespace

TEST_CASE("list: newest first, as many as asked, and how many there are") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const ListReport all = list(fixture);
  CHECK(all.total == 12);
  REQUIRE(all.observations.size() == 12);
  CHECK(std::is_sorted(all.observations.begin(), all.observations.end(),
                       [](const auto& a, const auto& b) { return b.at < a.at; }));
  CHECK(all.observations[0].text.find("Biscuit") != std::string::npos);
  const ListReport three = list(fixture, limited_to(3));
  CHECK(three.total == 12);
  CHECK(three.observations.size() == 3);
}

TEST_CASE("list: since a time holds what was said at that very instant") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  CHECK(list(fixture, since("2026-05-12")).total == 4);
  CHECK(list(fixture, since("2026-05-12T20:15:00Z")).total == 4);
  CHECK(list(fixture, since("2026-05-12T20:15:01Z")).total == 3);
  CHECK(list(fixture, since("2026-06-01")).total == 0);
}

TEST_CASE("list: a superseded observation is there and says so") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const std::string path = list(fixture).observations[0].path;
  replace(fixture, path, "kind: observation\n", "kind: observation\nstatus: superseded\n");
  const ListReport report = list(fixture);
  CHECK(report.total == 12);
  CHECK(report.observations[0].status == "superseded");
  CHECK(report.observations[1].status.empty());
}

TEST_CASE("list: looking changes no file, makes no commit and works while another one writes") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const auto tree = fixture.tree();
  const std::size_t commits = fixture.commits();
  const auto files = make_real_file_system();
  const auto lock = files->lock(fixture.path(".pyramid/lock"));
  REQUIRE(lock);
  list(fixture);
  summaries(fixture);
  model(fixture, "user");
  REQUIRE(list_models(fixture.environment(), {fixture.root(), {}}));
  CHECK(fixture.tree() == tree);
  CHECK(fixture.commits() == commits);
}

TEST_CASE("list: a model that there is not is answered with the nearest") {
  Fixture fixture;
  ListOptions options;
  options.workspace.root = fixture.root();
  options.model = "usr";
  const auto report = list_observations(fixture.environment(), options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kNotFound);
  CHECK(report.error().hint == "did you mean user?");
}

TEST_CASE("summaries: one of ten facts, and it is out of date once a fact was reworded") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const SummariesReport fresh = summaries(fixture);
  REQUIRE(fresh.summaries.size() == 1);
  CHECK(fresh.summaries[0].tier == 0);
  CHECK(fresh.summaries[0].count == 10);
  CHECK(fresh.summaries[0].first_sentence.back() == '.');
  CHECK_FALSE(fresh.summaries[0].out_of_date);
  CHECK(summaries(fixture, of({}, 1)).summaries.empty());
  CHECK(summaries(fixture, of("assistant", {})).summaries.empty());
  const std::string oldest = list(fixture).observations.back().path;
  replace(fixture, oldest, "Lisbon", "Porto");
  CHECK(summaries(fixture).summaries[0].out_of_date);
}

TEST_CASE("models: the base models are there from the start, others with what stands below") {
  Fixture fixture;
  const auto empty = list_models(fixture.environment(), {fixture.root(), {}});
  REQUIRE(empty);
  REQUIRE(empty->models.size() == 2);
  CHECK(empty->models[0].name == "assistant");
  CHECK(empty->models[1].base);
  remember_twelve_facts(fixture);
  fixture.write("models/boiler.md",
                "---\nid: 0000000000W7GZDV4H7362PM0R\nkind: model\ndescription: Heats.\n---\n"
                "# The Boiler\n");
  const auto report = list_models(fixture.environment(), {fixture.root(), {}});
  REQUIRE(report);
  REQUIRE(report->models.size() == 3);
  CHECK(report->models[1].observations == 12);
  CHECK(report->models[1].waiting == 2);
  CHECK(report->models[1].summaries_by_tier == std::vector<std::size_t>{1});
  CHECK(report->models[2].name == "boiler");
  CHECK(report->models[2].title == "The Boiler");
  CHECK(report->models[2].description == "Heats.");
  CHECK_FALSE(report->models[2].base);
}

TEST_CASE("model: its summaries, what waits and its sections, and which of them a sync rewrites") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const ModelReport fresh = model(fixture, "user");
  REQUIRE(fresh.summaries.size() == 1);
  CHECK(fresh.waiting.size() == 2);
  REQUIRE(fresh.sections.size() >= 1);
  CHECK_FALSE(fresh.sections[0].heading.empty());
  CHECK(std::none_of(fresh.sections.begin(), fresh.sections.end(),
                     [](const ModelSection& one) { return one.out_of_date || one.edited; }));
  replace(fixture, "MEMORY.md", "Biscuit", "Figo");
  replace(fixture, fresh.waiting[0].path, "Biscuit", "Figo");
  const ModelReport stale = model(fixture, "user");
  CHECK(std::any_of(stale.sections.begin(), stale.sections.end(),
                    [](const ModelSection& one) { return one.out_of_date && one.edited; }));
}

TEST_CASE("model: an observation that a person gave to a model without a file is found there") {
  Fixture fixture;
  remember_twelve_facts(fixture);
  const std::string path = list(fixture).observations[0].path;
  replace(fixture, path, "model: user\n", "model: biscuit\n");
  const ModelReport report = model(fixture, "biscuit");
  CHECK(report.model.path.empty());
  REQUIRE(report.model.observations == 1);
}

}  // namespace look_test
