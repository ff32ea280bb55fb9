#include "history/process_name.hpp"

#include "base/path.hpp"
#include "pyramid/file_system.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>

namespace pyramid::history {

namespace {

constexpr std::string_view kMark = ".pyramid-";

// The process that a file is named by; nullopt for any other file.
std::optional<pid_t> process_of(std::string_view name, std::string_view base) {
  const std::string prefix = std::string(path::name(base)) + std::string(kMark);
  if (!name.starts_with(prefix)) return std::nullopt;
  pid_t process = 0;
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + prefix.size(), last, process);
  if (error != std::errc() || end != last || process <= 0) return std::nullopt;
  return process;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

}  // namespace

std::string named_by_this_process(const std::string& base) {
  return base + std::string(kMark) + std::to_string(::getpid());
}

std::vector<std::string> named_by_the_gone(const std::string& base) {
  std::vector<std::string> found;
  const std::string folder(path::directory(base));
  const auto entries = make_real_file_system()->list(folder);
  if (!entries) return found;
  for (const DirectoryEntry& entry : *entries) {
    const std::optional<pid_t> process = process_of(entry.name, base);
    if (process && is_gone(*process)) found.push_back(path::join(folder, entry.name));
  }
  return found;
}

}  // namespace pyramid::history
