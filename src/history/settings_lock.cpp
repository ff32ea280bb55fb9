#include "history/settings_lock.hpp"

#include "history/process_name.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <vector>

namespace pyramid::history {

void release_stale_settings(const std::string& settings) {
  const std::vector<std::string> notes = named_by_the_gone(settings);
  if (notes.empty()) return;
  const std::string lock = settings + ".lock";
  constexpr std::chrono::milliseconds kMoment{500}, kStep{50};
  const auto is_held = [&] { return ::access(lock.c_str(), F_OK) == 0; };
  for (std::chrono::milliseconds waited{0}; is_held() && waited < kMoment; waited += kStep) {
    std::this_thread::sleep_for(kStep);
  }
  ::unlink(lock.c_str());
  for (const std::string& note : notes) ::unlink(note.c_str());
}

WritesSettings::WritesSettings(const std::string& settings)
    : note_(named_by_this_process(settings)) {
  constexpr mode_t kForOwner = 0600;
  release_stale_settings(settings);
  const int file = ::open(note_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kForOwner);
  if (file >= 0) ::close(file);
}

WritesSettings::~WritesSettings() { ::unlink(note_.c_str()); }

}  // namespace pyramid::history
