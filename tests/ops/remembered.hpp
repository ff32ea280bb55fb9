// A memory of two syncs, and how its past is asked for.
#pragma once

#include "tests/ops/fixture.hpp"

namespace pyramid::test {

// Twelve facts imported on 15 May, a sync behind it.
class Remembered : public Fixture {
 public:
  Remembered() {
    write_twelve_facts(*this);
    ImportOptions options;
    options.workspace.root = root();
    options.format = "openclaw";
    options.source = outside("sessions");
    REQUIRE(import(on_laptop(), options));
    synced();
  }

  Environment on_laptop() {
    Environment environment = this->environment();
    environment.machine = "Laptop";
    return environment;
  }
  void synced() {
    SyncOptions options;
    options.workspace.root = root();
    const auto report = pyramid::sync(on_laptop(), options);
    if (!report) FAIL(to_string(report.error()));
  }
  HistoryReport history(const std::string& what = {}, std::size_t limit = 20) {
    HistoryOptions options;
    options.workspace.root = root();
    options.what = what;
    options.limit = limit;
    auto report = memory_history(environment(), options);
    if (!report) FAIL(to_string(report.error()));
    return *report;
  }
  DiffReport diff(const std::string& from = {}, const std::string& to = {}) {
    DiffOptions options;
    options.workspace.root = root();
    options.from = from;
    options.to = to;
    auto report = memory_diff(environment(), options);
    if (!report) FAIL(to_string(report.error()));
    return *report;
  }
  Result<ShowReport> shown(const std::string& what, const std::string& at = {}) {
    ShowOptions options;
    options.workspace.root = root();
    options.what = what;
    options.at = at;
    return show_memory(environment(), options);
  }
  BlameReport blamed(const std::string& what) {
    BlameOptions options;
    options.workspace.root = root();
    options.what = what;
    auto report = blame(environment(), options);
    if (!report) FAIL(to_string(report.error()));
    return *report;
  }
  Result<RevertReport> reverted(const std::string& what, const std::string& to = {},
                                bool dry_run = false) {
    RevertOptions options;
    options.workspace.root = root();
    options.what = what;
    options.to = to;
    options.dry_run = dry_run;
    return revert(on_laptop(), options);
  }
  std::string remembered(const std::string& text) {
    RememberOptions options;
    options.workspace.root = root();
    options.text = text;
    const auto report = remember(on_laptop(), options);
    if (!report) FAIL(to_string(report.error()));
    return report->commit;
  }
  BisectReport bisected(const std::string& text) {
    BisectOptions options;
    options.workspace.root = root();
    options.text = text;
    auto report = bisect_memory(environment(), options);
    if (!report) FAIL(to_string(report.error()));
    return *report;
  }
  std::string observed(const std::string& text) {
    ObserveOptions options;
    options.workspace.root = root();
    options.text = text;
    const auto report = observe(on_laptop(), options);
    if (!report) FAIL(to_string(report.error()));
    return report->path;
  }
  // The observation whose file name begins so.
  std::string observation(const std::string& slug) {
    for (const auto& [path, bytes] : tree()) {
      if (path.find("/" + slug) != std::string::npos && path.rfind("observations/", 0) == 0) {
        return path;
      }
    }
    FAIL("no observation " << slug);
    return {};
  }
  void reword(const std::string& path, const std::string& from, const std::string& to) {
    std::string bytes = read(path);
    const std::size_t place = bytes.find(from);
    REQUIRE(place != std::string::npos);
    write(path, bytes.replace(place, from.size(), to));
  }
  void move(const std::string& from, const std::string& to) {
    const std::string bytes = read(from);
    remove(from);
    write(to, bytes);
  }
  // Commits everything as a person would who knows git.
  std::string committed(const std::string& subject) {
    git({"add", "-A"});
    git({"commit", "-q", "-m", subject});
    return git({"rev-parse", "HEAD"}).substr(0, 40);
  }
  std::string git(const std::vector<std::string>& arguments) {
    const ProcessResult result = run_git(root(), arguments);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return result.out;
  }
};

// "reworded observation", "added section user/this-week"
inline std::vector<std::string> told(const std::vector<MemoryChange>& changes) {
  std::vector<std::string> lines;
  for (const MemoryChange& one : changes) {
    lines.push_back(one.what + " " + one.kind + (one.kind == "section" ? " " + one.name : ""));
  }
  return lines;
}

inline std::string words(const MemoryChange& change) {
  std::string out;
  for (const TextPiece& one : change.words) {
    const bool same = one.kind == TextPiece::Kind::kSame;
    const bool removed = one.kind == TextPiece::Kind::kRemoved;
    out += same ? one.text : (removed ? "[-" : "{+") + one.text + (removed ? "-]" : "+}");
  }
  return out;
}

inline const MemoryChange* of_kind(const std::vector<MemoryChange>& changes,
                                   const std::string& kind) {
  for (const MemoryChange& one : changes) {
    if (one.kind == kind) return &one;
  }
  return nullptr;
}

using Lines = std::vector<std::string>;

}  // namespace pyramid::test
