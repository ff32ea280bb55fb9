#include "history/ref_mark.hpp"

#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <ctime>

namespace pyramid::history {

namespace {

// To take the lock, write it and put it in place takes far less.
constexpr std::time_t kMostSeconds = 2;

bool was_taken_with(const std::string& lock, const std::string& mark) {
  struct stat taken{}, made{};
  if (::stat(lock.c_str(), &taken) != 0 || ::stat(mark.c_str(), &made) != 0) return false;
  return taken.st_mtime >= made.st_mtime && taken.st_mtime <= made.st_mtime + kMostSeconds;
}

}  // namespace

// A mark that cannot be written costs what a missing one costs: a lock that stays after a kill.
RefMark::RefMark(const std::string& head, const std::string& ref)
    : path_(named_by_this_process(head)) {
  static_cast<void>(make_real_file_system()->write(path_, ref + ".lock"));
}

RefMark::~RefMark() { ::unlink(path_.c_str()); }

void release_stale_refs(const std::string& head) {
  for (const std::string& mark : named_by_the_gone(head)) {
    const auto lock = make_real_file_system()->read(mark);
    if (lock && was_taken_with(*lock, mark)) ::unlink(lock->c_str());
    ::unlink(mark.c_str());
  }
}

}  // namespace pyramid::history
