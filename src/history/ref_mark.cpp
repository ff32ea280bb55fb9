#include "history/ref_mark.hpp"

#include "base/text.hpp"
#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <string_view>

namespace pyramid::history {

namespace {

// An empty lock is about to be written. On a loaded machine that may take seconds.
constexpr std::time_t kMostSeconds = 60;

bool was_taken_with(const std::string& lock, const std::string& mark) {
  struct stat taken{}, made{};
  if (::stat(lock.c_str(), &taken) != 0 || ::stat(mark.c_str(), &made) != 0) return false;
  return taken.st_mtime >= made.st_mtime && taken.st_mtime <= made.st_mtime + kMostSeconds;
}

// `told`: what the mark says, the lock's path and what goes into it.
void release(const std::string& told, const std::string& mark) {
  const std::size_t line = told.find('\n');
  if (line == std::string::npos) return;  // of a process that was killed while it wrote the mark
  const std::string lock = told.substr(0, line);
  const auto held = make_real_file_system()->read(lock);
  if (!held) return;
  const bool ours = held->empty() ? was_taken_with(lock, mark)
                                  : trim(*held) == trim(std::string_view(told).substr(line));
  if (ours) ::unlink(lock.c_str());
}

}  // namespace

// A mark that cannot be written costs what a missing one costs: a lock that stays after a kill.
RefMark::RefMark(const std::string& head, const std::string& ref, const std::string& tip)
    : path_(named_by_this_process(head)) {
  static_cast<void>(make_real_file_system()->write(path_, ref + ".lock\n" + tip + "\n"));
}

RefMark::~RefMark() { ::unlink(path_.c_str()); }

bool is_locked(const std::string& ref) { return ::access((ref + ".lock").c_str(), F_OK) == 0; }

Failure ref_is_held(const std::string& ref) {
  return fail(ErrorKind::kConflict, "another git program holds the branch", ref + ".lock",
              "wait for it to end; if none is running, remove that file");
}

void release_stale_refs(const std::string& head) {
  for (const std::string& mark : named_by_the_gone(head)) {
    if (const auto told = make_real_file_system()->read(mark)) release(*told, mark);
    ::unlink(mark.c_str());
  }
}

}  // namespace pyramid::history
