// A process that is killed while it brings the index up to date, at every write to a file.
#include "index/index.hpp"
#include "tests/index/indexed.hpp"
#include "tests/support/catch.hpp"

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <set>
#include <string>

namespace stopped_writer_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

bool is_write(std::uint64_t number) {
  static const std::set<std::uint64_t> writes = {SYS_write,     SYS_pwrite64, SYS_ftruncate,
                                                 SYS_fdatasync, SYS_fsync,    SYS_msync,
                                                 SYS_flock,     SYS_munmap};
  return writes.contains(number);
}

// Does `work` in a process of its own and kills that before its n-th write. False where it ends
// before; nullopt where processes may not be traced.
template <typename Work>
std::optional<bool> killed_at(std::size_t n, const Work& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(2);
    ::raise(SIGSTOP);
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) return std::nullopt;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
  std::size_t writes = 0;
  long signal = 0;
  while (true) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, signal);
    ::waitpid(child, &status, 0);
    if (!WIFSTOPPED(status)) {
      CHECK(WIFEXITED(status));
      return false;
    }
    signal = WSTOPSIG(status);
    if (signal != (SIGTRAP | 0x80)) continue;
    signal = 0;
    __ptrace_syscall_info info{};
    ::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info);
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY || !is_write(info.entry.nr)) continue;
    if (writes++ < n) continue;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
  }
}

// What is found and with which scores, whatever the rows are called.
std::string found(index::Index& index, WordEmbedder& embedder) {
  std::multiset<std::string> lines;
  const std::string_view query[] = {"boiler winter"};
  const std::vector<float> embedded = *embedder.embed(query);
  auto scored = *index.keyword("\"boiler\" OR \"winter\"", 1000);
  const auto nearest = *index.nearest(embedded, 1000);
  scored.insert(scored.end(), nearest.begin(), nearest.end());
  for (const index::Scored& one : scored) {
    const auto chunks = *index.chunks({one.row});
    REQUIRE(chunks.size() == 1);
    const auto cosine = *index.cosine_of(embedded, {one.row});
    lines.insert(chunks[0].path + " " + std::to_string(one.score) + " " +
                 std::to_string(cosine[0].score));
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// Ten notes, of which a change takes, rewords and adds some; the rows of those that go are taken by
// those that come.
void write_notes(const Indexed& indexed, bool changed) {
  std::mt19937 random(changed ? 2 : 1);
  for (int i = 0; i < 10; ++i) {
    const std::string name = "n" + std::to_string(i) + ".md";
    const std::string text = "boiler " + sentence(random);
    if (changed && i < 2) {
      indexed.remove(name);
    } else if (!changed || i < 5) {
      indexed.write(name, text);
    }
  }
  for (int i = 10; changed && i < 14; ++i) {
    indexed.write("n" + std::to_string(i) + ".md", "winter " + sentence(random));
  }
}

std::string found_afresh(bool changed) {
  Indexed fresh;
  write_notes(fresh, false);
  if (changed) write_notes(fresh, true);
  const auto index = fresh.open();
  fresh.refresh(*index);
  return found(*index, fresh.embedder());
}

}  // namespace

TEST_CASE("index: whoever was killed at whatever write, a search finds what a fresh index has") {
  // The person may have taken the change back before anybody looks again: the same bytes as before,
  // of which nothing is read.
  const std::string of_old = found_afresh(false);
  const std::string of_new = found_afresh(true);
  REQUIRE(of_old != of_new);
  bool killed = true;
  for (std::size_t n = 0; killed; ++n) {
    for (const bool taken_back : {false, true}) {
      INFO("killed before write " << n << (taken_back ? ", and the change taken back" : ""));
      Indexed indexed;
      write_notes(indexed, false);
      {
        const auto index = indexed.open();
        indexed.refresh(*index);
      }
      write_notes(indexed, true);
      const std::optional<bool> was = killed_at(n, [&] {
        SilentProgress progress;
        const auto files = make_real_file_system();
        const auto index = indexed.open();
        static_cast<void>(index->refresh(*files, indexed.embedder(), progress, false));
      });
      if (!was) {
        WARN("skipped: processes may not be traced here");
        return;
      }
      killed = *was;
      if (taken_back) {
        for (int i = 0; i < 14; ++i) indexed.remove("n" + std::to_string(i) + ".md");
        write_notes(indexed, false);
      }
      const auto index = indexed.open();
      indexed.refresh(*index);
      CHECK(found(*index, indexed.embedder()) == (taken_back ? of_old : of_new));
      CHECK(indexed.notices.empty());
    }
  }
}

}  // namespace stopped_writer_test
