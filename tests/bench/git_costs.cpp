// What a memory asks of git, alone:
//
//   git_costs commit WORKSPACE          what a sync of one reworded file does in git: the commit of
//                                       the edit and the program's own, of a summary and MEMORY.md
//   git_costs merge WORKSPACE COMMIT    `sync --remote`'s merge of a commit into HEAD
//
// `commit` prints the best time of several runs, in seconds, each from opening the repository on;
// the files stay as it changed them. `merge` is to be timed from outside.
#include "history/repository.hpp"
#include "history/stopped_merge.hpp"
#include "ops/calls/services.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/merging.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::bench {

namespace {

constexpr Time kNow{1778835600};  // 2026-05-15T09:00:00Z, as run.py has it
constexpr int kRuns = 7;

Result<std::vector<std::string>> files_below(FileSystem& files, const std::string& root,
                                             std::string_view folder) {
  const auto everywhere = [](std::string_view) { return true; };
  PYRAMID_ASSIGN(const Walk walk, files.walk(root + "/" + std::string(folder), everywhere, 2));
  std::vector<std::string> paths;
  for (const WalkEntry& entry : walk.files) {
    if (entry.path.ends_with(".md")) paths.push_back(std::string(folder) + "/" + entry.path);
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) return fail(ErrorKind::kNotFound, "there is no file", std::string(folder));
  return paths;
}

// Another text of the same length or so, a different one each time.
Result<Digest> change(FileSystem& files, const std::string& path, int run) {
  PYRAMID_ASSIGN(std::string bytes, files.read(path));
  bytes += fmt::format("\nOf run {}.\n", run);
  PYRAMID_TRY(files.write(path, bytes));
  return digest_of(bytes);
}

Status measure_commits(ops::Services& services, const std::string& root) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace, workspace::open(services.files, root));
  PYRAMID_ASSIGN(const auto observations, files_below(services.files, root, "observations"));
  PYRAMID_ASSIGN(const auto summaries, files_below(services.files, root, "summaries"));
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < kRuns; ++run) {
    const auto place = static_cast<std::size_t>(1 + run);
    const std::string& edited = observations[observations.size() * place / (kRuns + 1)];
    const std::string& summary = summaries[summaries.size() * place / (kRuns + 1)];
    PYRAMID_ASSIGN(const Digest by_hand, change(services.files, root + "/" + edited, run));
    static_cast<void>(by_hand);
    const auto start = std::chrono::steady_clock::now();
    Diagnostics diagnostics;
    PYRAMID_ASSIGN(const ops::Diary diary,
                   ops::begin_diary(services, workspace, diagnostics, ops::Publish::kLater,
                                    std::vector<std::string>{edited}));
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::vector<history::PathChange> changes;
    for (const std::string& path : {std::string("MEMORY.md"), summary}) {
      PYRAMID_ASSIGN(const Digest digest, change(services.files, root + "/" + path, run));
      changes.push_back({path, std::nullopt, digest});
    }
    const auto again = std::chrono::steady_clock::now();
    PYRAMID_ASSIGN(const Diagnostics ignored,
                   ops::ignored_by_git(*diary.repository, {changes[0].path, changes[1].path}));
    PYRAMID_ASSIGN(const auto made,
                   diary.repository->commit(changes, "memory: 1 summary, user rewritten", kNow));
    taken += std::chrono::steady_clock::now() - again;
    if (!made || !ignored.empty() || diary.hand_edits_commit.empty()) {
      return fail(ErrorKind::kInternal, "there was nothing to commit", edited);
    }
    best = std::min(best, taken.count());
  }
  fmt::print("{:.6f}\n", best);
  return {};
}

// As ops/machines/remote.cpp takes in what it fetched.
Status merge(ops::Services& services, const std::string& root, const std::string& commit) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace, workspace::open(services.files, root));
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(root));
  PYRAMID_TRY(repository->install_merge_driver(services.program));
  PYRAMID_ASSIGN(const bool whole, history::start_merge(root, commit, repository->is_own(),
                                                        *history::strictest_gate()));
  static_cast<void>(whole);
  std::vector<SyncStep> told;
  PYRAMID_ASSIGN(const bool finished, ops::finish_merge(services, workspace, *repository, told));
  if (finished) return {};
  return fail(ErrorKind::kConflict, "the merge did not end", root);
}

Status run(const std::vector<std::string>& arguments) {
  const auto files = make_real_file_system();
  const FixedClock clock(kNow);
  SilentProgress progress;
  const auto text = engine::make_builtin_engine();
  const auto embedder = engine::make_static_embedder();
  ops::Services services{*files, clock, progress, *text, *embedder};
  if (arguments.size() == 2 && arguments[0] == "commit") {
    return measure_commits(services, arguments[1]);
  }
  if (arguments.size() == 3 && arguments[0] == "merge") {
    return merge(services, arguments[1], arguments[2]);
  }
  return fail(ErrorKind::kUsage,
              "usage: git_costs commit WORKSPACE | git_costs merge WORKSPACE COMMIT");
}

}  // namespace

}  // namespace pyramid::bench

int main(int count, char** arguments) {
  const pyramid::Status done =
      pyramid::bench::run(std::vector<std::string>(arguments + 1, arguments + count));
  if (done) return 0;
  std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return 1;
}
