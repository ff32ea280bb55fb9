// A real workspace in a temporary folder, with conversations, a fixed clock and counted engines.
#pragma once

#include "engine/counting.hpp"
#include "ops/sync/sync.hpp"
#include "pyramid/pyramid.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/run_process.hpp"
#include "tests/support/temp_directory.hpp"
#include "tests/support/tree.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace pyramid::test {

inline Time at(const char* text) { return *parse_time(text); }

// Of a person who pressed Ctrl-C.
class Stops final : public Progress {
 public:
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return true; }
};

// Counts what reaches the disk below a workspace's memory files (not .pyramid/).
class Fixture {
 public:
  explicit Fixture(const std::string& preset = "narrative") {
    REQUIRE(init(environment(), root(), {preset}));
  }

  [[nodiscard]] std::string root() const { return directory_ / "memory"; }
  [[nodiscard]] std::string path(const std::string& name) const { return root() + "/" + name; }
  [[nodiscard]] std::string outside(const std::string& name) const { return directory_ / name; }

  Environment environment() { return Environment{*files_, *clock_, progress_}; }
  void set_now(const char* text) { set_now(at(text)); }
  void set_now(Time now) { clock_ = std::make_unique<FixedClock>(now); }
  // For sync() and import_sessions().
  void use_engine(std::unique_ptr<engine::TextEngine> text) {
    text_ = std::move(text);
    chosen_ = true;
  }

  // Sync with engines that count; `calls` holds the counts of the last one.
  Result<SyncReport> sync(SyncOptions options = {}) {
    options.workspace.root = root();
    calls_ = std::make_unique<engine::CallCounts>();
    const auto text = engine::count_calls(*text_, *calls_);
    const auto embedder = engine::count_calls(*embedder_, *calls_);
    ops::Services services{*files_, *clock_, progress_, *text, *embedder};
    return ops::sync(services, options);
  }
  [[nodiscard]] const engine::CallCounts& calls() const { return *calls_; }

  Result<CheckReport> check(bool fix = false) {
    CheckOptions options;
    options.workspace.root = root();
    options.fix = fix;
    return pyramid::check(environment(), options);
  }

  Result<SearchReport> search(const std::string& query, bool refresh = true) {
    SearchOptions options;
    options.workspace.root = root();
    options.query = query;
    options.refresh = refresh;
    return search_memory(environment(), options);
  }

  // One OpenClaw session file in outside("sessions"): what the person said, a turn each, a minute
  // apart, each answered "Noted."
  void write_session(const std::string& id, const char* start,
                     const std::vector<std::string>& said) {
    std::filesystem::create_directories(outside("sessions"));
    std::ofstream out(outside("sessions") + "/" + id + ".jsonl", std::ios::binary);
    out << R"({"type":"session","version":3,"id":")" << id << R"(","timestamp":")"
        << format_time(at(start)) << "\",\"cwd\":\"/x\"}\n";
    std::string parent = "null";
    int number = 0;
    for (const std::string& text : said) {
      for (const bool user : {true, false}) {
        const Time when{at(start).seconds + 60 * number};
        const std::string entry = "e" + std::to_string(++number);
        out << R"({"type":"message","id":")" << entry << R"(","parentId":)" << parent
            << R"(,"timestamp":")" << format_time(when) << R"(","message":{"role":")"
            << (user ? "user" : "assistant") << R"(","content":[{"type":"text","text":")"
            << (user ? text : "Noted.") << R"("}],"timestamp":)" << when.seconds * 1000 << "}}\n";
        parent = "\"" + entry + "\"";
      }
    }
  }

  Result<ImportReport> import_sessions(const std::string& user = {}) {
    ImportOptions options;
    options.user = user;
    options.workspace.root = root();
    options.format = "openclaw";
    options.source = outside("sessions");
    if (!chosen_) return import(environment(), options);
    ops::Services services{*files_, *clock_, progress_, *text_, *embedder_};
    return ops::import(services, options);
  }

  // Every file of the workspace but .git, .pyramid and ledger, by relative path.
  [[nodiscard]] std::map<std::string, std::string> tree() const {
    return tree_below(root(), {".git", ".pyramid", "ledger"});
  }

  static std::string read_file(const std::filesystem::path& path) { return bytes_of(path); }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(path(name)); }
  void remove(const std::string& name) const { std::filesystem::remove_all(path(name)); }

  [[nodiscard]] std::size_t commits() const {
    const ProcessResult log = run_git(root(), {"rev-list", "--count", "HEAD"});
    return log.exit_code == 0 ? std::stoul(log.out) : 0;
  }

 private:
  TempDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  std::unique_ptr<Clock> clock_ = std::make_unique<FixedClock>(at("2026-05-15T09:00:00Z"));
  SilentProgress progress_;
  std::unique_ptr<engine::TextEngine> text_ = engine::make_builtin_engine();
  bool chosen_ = false;  // else commands make the engine of the settings
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::unique_ptr<engine::CallCounts> calls_;
};

// Paths of the workspace that begin so, sorted.
inline std::vector<std::string> files_below(const Fixture& fixture, const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind(folder, 0) == 0) found.push_back(path);
  }
  return found;
}

// The first of them; there must be one.
inline std::string file_below(const Fixture& fixture, const std::string& folder) {
  const std::vector<std::string> found = files_below(fixture, folder);
  if (found.empty()) FAIL("no file below " << folder);
  return found.front();
}

// Twelve sentences of which the built-in engine makes an observation each, over ten days.
inline void write_twelve_facts(Fixture& fixture) {
  fixture.write_session("11111111-1111-4111-8111-111111111111", "2026-05-02T09:00:00Z",
                        {"I moved to Lisbon in March 2026.", "My sister Ana is a vet in Porto.",
                         "I work at Harbour Analytics as a data engineer.",
                         "My daughter Mia is allergic to peanuts."});
  fixture.write_session(
      "22222222-2222-4222-8222-222222222222", "2026-05-06T18:30:00Z",
      {"I bought a blue bicycle for 420 euros.", "My manager Priya approved the holiday in August.",
       "I stopped drinking coffee in April 2026.", "Our landlord raised the rent to 1150 euros."});
  fixture.write_session("33333333-3333-4333-8333-333333333333", "2026-05-12T20:15:00Z",
                        {"I ran the half marathon in 1:52 on 10 May 2026.",
                         "My father had a knee operation in Coimbra.",
                         "I prefer tea without sugar.", "We adopted a grey cat called Biscuit."});
}

inline StatusReport status_of(Fixture& fixture) {
  const auto report = status(fixture.environment(), {fixture.root(), {}});
  if (!report) FAIL(to_string(report.error()));
  return *report;
}

// What importing the session files gives; fails the test where that cannot be.
inline ImportReport taken_in(Fixture& fixture) {
  Result<ImportReport> report = fixture.import_sessions();
  if (!report) FAIL(to_string(report.error()));
  return *std::move(report);
}

}  // namespace pyramid::test
