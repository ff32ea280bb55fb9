#include "history/process_name.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
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

constexpr std::string_view kProcessMark = ".pyramid-";

struct Process {
  pid_t number = 0;
  std::string begun;
};

// The fields of /proc/PID/stat from the third on (proc(5)); empty where nobody tells. The second,
// the name in brackets, may hold blanks.
std::vector<std::string> stat_of(pid_t process) {
  const auto stat = make_real_file_system()->read("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = stat ? stat->rfind(')') : std::string::npos;
  std::vector<std::string> fields;
  if (name_end == std::string::npos) return fields;
  for (const std::string_view field : split(std::string_view(*stat).substr(name_end + 1), ' ')) {
    if (!field.empty()) fields.emplace_back(field);
  }
  return fields;
}

// When it began, in the system's own ticks: a number may be another process's by now.
std::string beginning_of(pid_t process) {
  constexpr std::size_t kBegan = 19;  // field 22
  const std::vector<std::string> fields = stat_of(process);
  return fields.size() > kBegan ? fields[kBegan] : std::string();
}

// The process that a file is named by; nullopt for any other file.
std::optional<Process> process_of(std::string_view name, std::string_view base) {
  const std::string prefix = std::string(path::name(base)) + std::string(kProcessMark);
  if (!name.starts_with(prefix)) return std::nullopt;
  Process process;
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + prefix.size(), last, process.number);
  if (error != std::errc() || process.number <= 0) return std::nullopt;
  const std::string_view rest(end, static_cast<std::size_t>(last - end));
  if (!rest.empty() && !rest.starts_with('-')) return std::nullopt;
  if (!rest.empty()) process.begun = rest.substr(1);
  return process;
}

bool is_gone(const Process& process) {
  if (::kill(process.number, 0) != 0 && errno == ESRCH) return true;
  if (has_ended(process.number)) return true;
  if (process.begun.empty()) return false;
  const std::string begun = beginning_of(process.number);
  return !begun.empty() && begun != process.begun;
}

}  // namespace

bool has_ended(pid_t process) {
  const std::vector<std::string> fields = stat_of(process);
  return !fields.empty() && (fields[0] == "Z" || fields[0] == "X");
}

std::string named_by_this_process(const std::string& base) {
  std::string name = base + std::string(kProcessMark) + std::to_string(::getpid());
  const std::string begun = beginning_of(::getpid());
  if (!begun.empty()) name += "-" + begun;
  return name;
}

std::vector<std::string> named_by_the_gone(const std::string& base) {
  std::vector<std::string> found;
  const std::string folder(path::directory(base));
  const auto entries = make_real_file_system()->list(folder);
  if (!entries) return found;
  for (const DirectoryEntry& entry : *entries) {
    const std::optional<Process> process = process_of(entry.name, base);
    if (process && is_gone(*process)) found.push_back(path::join(folder, entry.name));
  }
  return found;
}

}  // namespace pyramid::history
