// What cannot be read is not gone, and not for ever: a sync that meets an error of reading,
// wherever it is, writes nothing as if the place were empty, and the next one comes to what a sync
// without the error comes to.
#include "history/repository.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/unreadable_file_system.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace unread_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr std::array kCodes = {EIO,    ESTALE, EMFILE, ENFILE,       EACCES,  EPERM,
                               ENOMEM, EINTR,  ELOOP,  ENAMETOOLONG, ENOTDIR, EAGAIN};

// As many places as are looked at, evenly: all of them with PYRAMID_UNREAD_PLACES=100000.
std::size_t places() {
  const char* asked = std::getenv("PYRAMID_UNREAD_PLACES");
  return asked != nullptr ? std::stoul(asked) : 16;
}

Result<SyncReport> sync_on(const std::string& root, FileSystem& files) {
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  const auto text = engine::make_builtin_engine();
  const auto embedder = engine::make_static_embedder();
  SilentProgress progress;
  ops::Services services{files, clock, progress, *text, *embedder};
  SyncOptions options;
  options.workspace.root = root;
  options.parallel = 1;
  return ops::sync(services, options);
}

std::string fact(const std::string& id, const std::string& when, const std::string& text) {
  return "---\nid: " + to_string(derive_ulid(at(when.c_str()), id)) +
         "\nkind: observation\nat: " + when + "\nmodel: user\nsource: test\n---\n" + text + "\n";
}

// A memory that a sync wrote, and what a person did since: something of each kind for the next one.
void set_up(Fixture& fixture) {
  fixture.write("pyramid.yaml", fixture.read("pyramid.yaml") + "\nstep: 3\n");
  write_twelve_facts(fixture);
  taken_in(fixture);
  fixture.set_now("2026-05-14T09:00:00Z");
  const auto first = fixture.sync();
  if (!first) FAIL(to_string(first.error()));
  fixture.write("observations/2026/05/13/tea.md",
                fact("tea", "2026-05-13T10:00:00Z", "User bought a green teapot in Braga."));
  fixture.write("observations/2026/05/03/boat.md",
                fact("boat", "2026-05-03T10:00:00Z", "User sold a small boat in Faro."));
  fixture.write("memory/garden.md", "# Garden\n\nThe beans are in.\n");
  const std::string gone = file_below(fixture, "observations/2026/05/06/");
  fixture.remove(gone);
  fixture.write("forgotten/" + to_string(derive_ulid(at("2020-01-01T00:00:00Z"), "x")), "");
}

struct Disk {
  TempDirectory folder;
  [[nodiscard]] std::string root() const { return folder / "memory"; }
  // `indexed`: with what the last sync knew.
  Disk(const Fixture& from, bool indexed) {
    std::filesystem::copy(from.root(), root(), std::filesystem::copy_options::recursive);
    if (!indexed) std::filesystem::remove_all(root() + "/.pyramid");
  }
  [[nodiscard]] std::map<std::string, std::string> tree() const {
    std::map<std::string, std::string> files;
    const std::string listed = run_git(root(), {"ls-tree", "-r", "-z", "HEAD"}).out;
    for (std::size_t at = 0; at < listed.size();) {
      const std::size_t end = listed.find('\0', at);
      const std::size_t tab = listed.find('\t', at);
      files.emplace(listed.substr(tab + 1, end - tab - 1), listed.substr(at, tab - at));
      at = end + 1;
    }
    return files;
  }
  [[nodiscard]] bool is_clean() const {
    return run_git(root(), {"status", "--porcelain"}).out.empty();
  }
};

// What a person or a conversation said is in the commit as it was before, or as it is to be; of
// generated texts none is gone that stays. One of them may be as it was on the way there.
void check_none_lost(const std::map<std::string, std::string>& before,
                     const std::map<std::string, std::string>& now,
                     const std::map<std::string, std::string>& wanted) {
  for (const auto& [path, blob] : before) {
    if (path.starts_with("ledger/")) continue;
    INFO(path);
    const auto here = now.find(path);
    const auto later = wanted.find(path);
    if (here == now.end()) {
      CHECK(later == wanted.end());
    } else if (path.starts_with("observations/") || path.starts_with("sessions/") ||
               path.starts_with("memory/")) {
      CHECK((here->second == blob || (later != wanted.end() && here->second == later->second)));
    }
  }
}

// Which files are not in both, or not the same.
std::string differences(const std::map<std::string, std::string>& tree,
                        const std::map<std::string, std::string>& wanted) {
  std::string all;
  for (const auto& [path, bytes] : tree) {
    const auto found = wanted.find(path);
    if (found == wanted.end()) all += "only here " + path + "\n";
    if (found != wanted.end() && found->second != bytes)
      all += "other " + path + "\n" + bytes + "wanted\n" + found->second;
  }
  for (const auto& [path, bytes] : wanted) {
    if (!tree.contains(path)) all += "not here " + path + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE(
    "unread: whatever cannot be read in a sync, nothing is lost and the next one makes it up") {
  Fixture fixture;
  set_up(fixture);
  const auto real = make_real_file_system();
  for (const bool indexed : {true, false}) {
    const Disk undisturbed(fixture, indexed);
    const auto before = undisturbed.tree();
    UnreadableFileSystem counting(*real);
    REQUIRE(sync_on(undisturbed.root(), counting));
    const auto wanted = undisturbed.tree();
    REQUIRE(wanted != before);
    const std::size_t all = counting.reads();
    const std::size_t looked_at = std::min(all, places());
    std::size_t refused = 0;
    for (std::size_t i = 0; i < looked_at; ++i) {
      const std::size_t n = i * all / looked_at;
      const int code = kCodes[i % kCodes.size()];
      const Disk disk(fixture, indexed);
      UnreadableFileSystem files(*real);
      files.fail_at(n, code, i % 2 == 0, i % 3 == 0);
      const Result<SyncReport> report = sync_on(disk.root(), files);
      INFO("read " << n << " of " << all << ", " << files.failed() << ", errno " << code
                   << (indexed ? ", indexed" : ", not indexed"));
      if (!report) {
        ++refused;
        CHECK(!report.error().hint.empty());
      }
      check_none_lost(before, disk.tree(), wanted);
      const Result<SyncReport> again = sync_on(disk.root(), *real);
      if (!again) FAIL(to_string(again.error()));
      CHECK(differences(disk.tree(), wanted) == "");
      CHECK(disk.is_clean());
    }
    CHECK(refused > looked_at / 4);
  }
}

TEST_CASE("unread: an error of reading is told with its cause, and believed by no later command") {
  Fixture fixture;
  set_up(fixture);
  REQUIRE(fixture.sync());
  const Disk disk(fixture, false);
  const auto real = make_real_file_system();
  const std::string path = file_below(fixture, "observations/2026/05/02/");
  // The file is there, and opened once.
  UnreadableFileSystem counting(*real);
  REQUIRE(sync_on(Disk(fixture, false).root(), counting));
  for (std::size_t n = 0; n < counting.reads(); ++n) {
    std::filesystem::remove_all(disk.root() + "/.pyramid");
    UnreadableFileSystem files(*real);
    files.fail_at(n, ESTALE, false, false);
    const FixedClock clock(at("2026-05-15T09:00:00Z"));
    SilentProgress progress;
    SearchOptions options;
    options.workspace.root = disk.root();
    options.query = "Lisbon";
    const auto once = search_memory(Environment{files, clock, progress}, options);
    if (!files.failed().ends_with(path) || !once) continue;
    const bool told =
        std::any_of(once->diagnostics.begin(), once->diagnostics.end(), [&](const Diagnostic& one) {
          return one.where == path && one.what.find("Stale file handle") != std::string::npos;
        });
    CHECK(told);
    const auto then = search_memory(Environment{*real, clock, progress}, options);
    REQUIRE(then);
    CHECK(then->diagnostics.empty());
    REQUIRE(sync_on(disk.root(), *real));
    CHECK(disk.is_clean());
    return;
  }
  FAIL("the file was never read");
}

TEST_CASE("unread: forget does not say done while a file may still say it") {
  Fixture fixture;
  set_up(fixture);
  REQUIRE(fixture.sync());
  const auto real = make_real_file_system();
  const FixedClock clock(at("2026-05-15T09:00:00Z"));
  SilentProgress progress;
  const Disk disk(fixture, false);
  ForgetOptions options;
  options.workspace.root = disk.root();
  options.match = "teapot";
  options.dry_run = true;
  UnreadableFileSystem counting(*real);
  REQUIRE(forget(Environment{counting, clock, progress}, options));
  std::size_t refused = 0;
  for (std::size_t n = 0; n < counting.reads(); n += 7) {
    const Disk tried(fixture, false);
    options.workspace.root = tried.root();
    options.dry_run = false;
    UnreadableFileSystem files(*real);
    files.fail_at(n, EIO, true, false);
    const auto report = forget(Environment{files, clock, progress}, options);
    if (report) continue;
    ++refused;
    CHECK(report.error().kind != ErrorKind::kNotFound);
    if (refused == 5) break;
  }
  CHECK(refused == 5);
}

}  // namespace unread_test
