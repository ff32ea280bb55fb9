#include "ops/run/opened.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <span>

namespace pyramid::search_options_test {
namespace {

std::string observation(int number, const std::string& day, const std::string& model,
                        const std::string& text, const std::string& more = {}) {
  return "---\nid: 0" + std::to_string(1'000'000 + number) +
         "000000000000000000\nkind: observation\nat: " + day + "T10:00:00Z\nmodel: " + model +
         "\nsource: test\n" + more + "---\n" + text + "\n";
}

class Heron : public test::Fixture {
 public:
  Heron() {
    set_now("2026-05-15T09:00:00Z");
    write("observations/a.md",
          observation(1, "2026-05-01", "user", "User saw a heron.", "tags: [birds]\n"));
    write("observations/b.md", observation(2, "2025-01-10", "kestrel", "Kestrel films a heron."));
    write("memory/c.md", "# Heron\n\nA heron eats frogs.\n");
    write("daily/2026-05-02.md", "# Log\n\nThe heron came back.\n");
  }

  SearchReport look(const std::vector<std::string>& sources) {
    options.workspace.root = root();
    options.query = "heron";
    options.sources = sources;
    const auto report = search_memory(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  std::vector<std::string> paths(const std::vector<std::string>& sources) {
    std::vector<std::string> found;
    for (const SearchHit& hit : look(sources).hits) found.push_back(hit.path);
    std::sort(found.begin(), found.end());
    return found;
  }

  SearchOptions options;
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("search: facts are looked for alone, or beside another sort") {
  Heron memory;
  memory.write("facts/areas/d.md", observation(4, "2026-05-03", "user", "User feeds the heron."));
  CHECK(memory.paths({"facts"}) == Paths{"facts/areas/d.md"});
  CHECK(memory.paths({"facts", "daily"}) == Paths{"daily/2026-05-02.md", "facts/areas/d.md"});
  CHECK(memory.paths({"facts", "model:kestrel"}).empty());
}

TEST_CASE("search: a tag in the text counts as one above it, but none in a heading or in code") {
  Heron memory;
  memory.write("memory/soup.md", "# Heron #heading\n\nThe heron eats #soup, not `#code`.\n");
  CHECK(memory.paths({"tag:soup"}) == Paths{"memory/soup.md"});
  memory.options.sources = {"tag:code"};
  CHECK(search_memory(memory.environment(), memory.options).error().kind == ErrorKind::kNotFound);
  memory.options.sources = {"tag:heading"};
  CHECK(search_memory(memory.environment(), memory.options).error().kind == ErrorKind::kNotFound);
}

TEST_CASE("search: tags that are written as a text, or with a #, are tags all the same") {
  Heron memory;
  memory.write("memory/soup.md", "---\ntags: home, work\n---\nThe heron eats soup.\n");
  memory.write("memory/nest.md", "---\ntags: [\"#home\"]\n---\nThe heron has a nest.\n");
  CHECK(memory.paths({"tag:home"}) == Paths{"memory/nest.md", "memory/soup.md"});
  CHECK(memory.paths({"tag:work"}) == Paths{"memory/soup.md"});
}

TEST_CASE("search: a tag has no case, in any script and however its letters are put together") {
  Heron memory;
  memory.write("memory/soup.md", "---\ntags: [\"Über Tag\"]\n---\nThe heron eats soup.\n");
  memory.write("memory/nest.md",
               "---\ntags: [\"U\xCC\x88"
               "BER TAG\"]\n---\nThe heron has a nest.\n");
  memory.write("memory/pond.md", "The heron likes the #ПРУД.\n");
  CHECK(memory.paths({"tag:über tag"}) == Paths{"memory/nest.md", "memory/soup.md"});
  CHECK(memory.paths({"tag:пруд"}) == Paths{"memory/pond.md"});
  memory.options.sources = {"tag:Über Tak"};
  CHECK(search_memory(memory.environment(), memory.options).error().hint ==
        "did you mean Über Tag?");
}

TEST_CASE("search: sources narrow what is looked at, any of a sort and each of several") {
  Heron memory;
  CHECK(memory.paths({}).size() >= 4);
  CHECK(memory.paths({"observations"}) == Paths{"observations/a.md", "observations/b.md"});
  CHECK(memory.paths({"observation"}).size() == 2);
  CHECK(memory.paths({"daily"}) == Paths{"daily/2026-05-02.md"});
  CHECK(memory.paths({"notes"}) == Paths{"memory/c.md"});
  CHECK(memory.paths({"notes", "daily"}) == Paths{"daily/2026-05-02.md", "memory/c.md"});
  CHECK(memory.paths({"model:Kestrel"}) == Paths{"observations/b.md"});
  CHECK(memory.paths({"tag:birds"}) == Paths{"observations/a.md"});
  CHECK(memory.paths({"2025-01-01..2025-01-10"}) == Paths{"observations/b.md"});
  CHECK(memory.paths({"since:2026-05-01", "observations"}) == Paths{"observations/a.md"});
  CHECK(memory.paths({"until:2025-01-09"}).empty());
  CHECK(memory.paths({"sessions"}).empty());
}

TEST_CASE("search: a source that there is not is refused with the nearest") {
  Heron memory;
  memory.options.workspace.root = memory.root();
  memory.options.query = "heron";
  const auto error_of = [&](const char* source) {
    memory.options.sources = {source};
    const auto report = search_memory(memory.environment(), memory.options);
    REQUIRE_FALSE(report);
    return report.error();
  };
  CHECK(error_of("observatons").hint == "did you mean observations?");
  CHECK(error_of("since:soon").kind == ErrorKind::kUsage);
  CHECK(error_of("2026..2027").kind == ErrorKind::kUsage);
  CHECK(error_of("model:kestrl").kind == ErrorKind::kNotFound);
  CHECK(error_of("model:kestrl").hint == "did you mean kestrel?");
  CHECK(error_of("tag:fish").kind == ErrorKind::kNotFound);
  CHECK(error_of("").kind == ErrorKind::kUsage);
}

TEST_CASE("search: age counts from the time that is given") {
  Heron memory;
  memory.options.time_weight = 0.5;
  memory.options.as_of = *parse_time("2025-01-11");
  for (const SearchHit& hit : memory.look({"observations"}).hits) {
    const bool later = hit.path == "observations/a.md";
    CHECK((later ? hit.recency < 0.1 : hit.recency > 0.99));
  }
  memory.options.as_of.reset();
  CHECK(memory.look({"observations"}).hits.back().recency < 0.1);
}

TEST_CASE("search: a hit has its citation and the places of the query's words") {
  Heron memory;
  const SearchReport report = memory.look({"tag:birds"});
  REQUIRE(report.hits.size() == 1);
  const SearchHit& hit = report.hits[0];
  CHECK(hit.citation.starts_with("observations/a.md#L"));
  REQUIRE(hit.marks.size() == 1);
  CHECK(hit.snippet.substr(hit.marks[0].first, hit.marks[0].second - hit.marks[0].first) ==
        "heron");
}

TEST_CASE("search: an unknown fusion, weight or least score is refused") {
  Heron memory;
  const auto kind_of = [&] {
    memory.options.workspace.root = memory.root();
    memory.options.query = "heron";
    const auto report = search_memory(memory.environment(), memory.options);
    return report ? std::string("ok") : std::string(name_of(report.error().kind));
  };
  CHECK(kind_of() == "ok");
  memory.options.fusion = "rrf";
  CHECK(kind_of() == "ok");
  memory.options.fusion = "sum";
  CHECK(kind_of() == "usage");
  memory.options.fusion.reset();
  memory.options.min_score = -0.1;
  CHECK(kind_of() == "usage");
  memory.options.min_score.reset();
  memory.options.weights = {{"moon", 1}};
  CHECK(kind_of() == "usage");
}

TEST_CASE("search: what the options leave open is as the settings say") {
  Heron memory;
  CHECK(memory.paths({}).size() >= 4);
  memory.write("pyramid.yaml", "max_results: 2\nsources: [observations, daily]\n");
  CHECK(memory.look({}).hits.size() == 2);
  memory.options.limit = 10;
  CHECK(memory.paths({}) == Paths{"daily/2026-05-02.md", "observations/a.md", "observations/b.md"});
  CHECK(memory.paths({"notes"}) == Paths{"memory/c.md"});
  CHECK(memory.paths({"all"}).size() >= 4);
  CHECK(memory.paths({"all", "notes"}).size() >= 4);
  memory.write("pyramid.yaml", "sources: [moon]\n");
  memory.options.sources.clear();
  const auto report = search_memory(memory.environment(), memory.options);
  REQUIRE_FALSE(report);
  CHECK(report.error().where == "pyramid.yaml, `sources`");
  CHECK(report.error().what == "no such source: moon");
}

TEST_CASE("search: changed files are looked for, or not, as the settings say") {
  Heron memory;
  memory.write("pyramid.yaml", "sync_on_search: false\n");
  const SearchReport first = memory.look({});  // there was no index
  CHECK(first.refreshed);
  CHECK(first.hits.size() >= 4);
  memory.write("memory/d.md", "The heron is grey.\n");
  CHECK_FALSE(memory.look({}).refreshed);
  CHECK(memory.look({}).hits.size() == first.hits.size());
  memory.options.refresh = true;
  CHECK(memory.look({}).hits.size() == first.hits.size() + 1);
}

TEST_CASE("search: another size of pieces makes the index anew") {
  Heron memory;
  std::string note = "# Pond\n\n";
  for (int i = 0; i < 40; ++i) {
    note += "Line " + std::to_string(i) + " of the pond is about reeds and frogs.\n";
  }
  memory.write("memory/pond.md", note + "A heron stands there.\n");
  const auto lines_of_hit = [&] {
    for (const SearchHit& hit : memory.look({"notes"}).hits) {
      if (hit.path == "memory/pond.md") return hit.last_line - hit.first_line + 1;
    }
    return std::size_t{0};
  };
  CHECK(lines_of_hit() > 10);
  memory.write("pyramid.yaml", "chunk_tokens: 64\nchunk_overlap: 8\n");
  const std::size_t few = lines_of_hit();
  CHECK(few > 0);
  CHECK(few < 8);
  memory.write("pyramid.yaml", "");
  CHECK(lines_of_hit() > 10);
}

// Asks the memory while the index is being written.
class AskingEmbedder final : public engine::Embedder {
 public:
  explicit AskingEmbedder(std::function<void()> ask) : ask_(std::move(ask)) {}
  [[nodiscard]] std::string name() const override { return inner_->name(); }
  [[nodiscard]] std::size_t dims() const override { return inner_->dims(); }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::call_once(asked_, ask_);
    return inner_->embed(texts);
  }

 private:
  std::unique_ptr<engine::Embedder> inner_ = engine::make_static_embedder();
  std::function<void()> ask_;
  std::once_flag asked_;
};

TEST_CASE("search: while another command writes the index, the last state answers and says so") {
  Heron memory;
  REQUIRE(memory.look({}).refreshed);
  memory.write("memory/d.md", "# Heron\n\nThe heron is grey.\n");
  memory.remove("memory/c.md");
  std::optional<Result<SearchReport>> meanwhile;
  AskingEmbedder embedder([&] { meanwhile = memory.search("heron"); });
  SilentProgress progress;
  const Environment environment = memory.environment();
  const auto text = engine::make_builtin_engine();
  ops::Services services{environment.files, environment.clock, progress, *text, embedder};
  WorkspaceOptions options;
  options.root = memory.root();
  REQUIRE(ops::open(services, options, ops::Access::kRead));
  REQUIRE(meanwhile);
  INFO((*meanwhile ? "" : to_string(meanwhile->error())));
  REQUIRE(*meanwhile);
  CHECK_FALSE((*meanwhile)->refreshed);
  Paths found;
  for (const SearchHit& hit : (*meanwhile)->hits) found.push_back(hit.path);
  const auto has = [&](const char* path) { return std::count(found.begin(), found.end(), path); };
  CHECK(has("observations/a.md") == 1);
  CHECK(has("memory/d.md") == 0);  // it is new
  CHECK(has("memory/c.md") == 0);  // it is gone, though the index knew it
  CHECK(memory.look({}).refreshed);
  CHECK(memory.paths({"notes"}) == Paths{"memory/d.md"});
}

TEST_CASE("search: a range of time that ends before it begins is refused") {
  Heron memory;
  memory.options.workspace.root = memory.root();
  memory.options.query = "heron";
  memory.options.sources = {"2026-12-01..2026-01-01"};
  const auto report = search_memory(memory.environment(), memory.options);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == ErrorKind::kUsage);
}

TEST_CASE("search: several ranges of time are any of them, and one has to lie within the bounds") {
  Heron memory;
  const std::string old = "2025-01-10..2025-01-10", may = "2026-05-01..2026-05-01";
  CHECK(memory.paths({old, may}) == Paths{"observations/a.md", "observations/b.md"});
  CHECK(memory.paths({may, old}) == Paths{"observations/a.md", "observations/b.md"});
  CHECK(memory.paths({old, may, "model:kestrel"}) == Paths{"observations/b.md"});
  CHECK(memory.paths({old, may, "since:2026-01-01"}) == Paths{"observations/a.md"});
  CHECK(memory.paths({"until:2026-01-01", old, may}) == Paths{"observations/b.md"});
  CHECK(memory.paths({"2025-01-10..2026-05-01", "since:2026-05-01"}) == Paths{"observations/a.md"});
}

TEST_CASE("search: since and until bound one range, of several the narrowest") {
  Heron memory;
  CHECK(memory.paths({"until:2026-05-01", "since:2025-01-11"}) == Paths{"observations/a.md"});
  CHECK(memory.paths({"since:2025-01-01", "since:2026-05-02"}) == Paths{"daily/2026-05-02.md"});
  CHECK(memory.paths({"until:2025-01-10", "until:2026-05-02"}) == Paths{"observations/b.md"});
}

TEST_CASE("search: times of which nothing is left are refused") {
  Heron memory;
  const auto refused = [&](const std::vector<std::string>& sources) {
    memory.options.workspace.root = memory.root();
    memory.options.query = "heron";
    memory.options.sources = sources;
    const auto report = search_memory(memory.environment(), memory.options);
    return report ? "" : report.error().what;
  };
  CHECK(refused({"2026-05-01..2026-05-01", "2026-05-02..2026-05-01"}) ==
        "2026-05-02..2026-05-01 ends before it begins");
  CHECK(refused({"since:2026-05-02", "until:2026-05-01"}) == "since: lies behind until:");
  CHECK(refused({"2026-05-01..2026-05-01", "since:2026-05-02"}) ==
        "no range of time lies within since: and until:");
}

TEST_CASE("search: notes are of the day that they or their names say") {
  Heron memory;
  memory.write("memory/2026-05-10.md", "The heron caught an eel.\n");
  memory.write("memory/e.md", "---\ndate: 2026-05-11\n---\nThe heron slept.\n");
  memory.write("memory/f.md", "---\ncreated: 2026-05-12 08:30\n---\nThe heron woke.\n");
  CHECK(memory.paths({"notes", "since:2026-05-10"}) ==
        Paths{"memory/2026-05-10.md", "memory/e.md", "memory/f.md"});
  CHECK(memory.paths({"notes", "until:2026-05-10"}) == Paths{"memory/2026-05-10.md"});
}

}  // namespace pyramid::search_options_test
