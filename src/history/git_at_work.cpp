#include "history/git_at_work.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/filters.hpp"
#include "history/git_program.hpp"
#include "history/process_name.hpp"
#include "pyramid/file_system.hpp"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pyramid::history {

namespace {

namespace fs = std::filesystem;

std::string base_of(const std::string& folder) { return path::join(folder, "git-at-work"); }

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// By /proc; where there is none, nobody can tell.
bool works_in(const fs::path& process, const std::string& root) {
  const auto name = make_real_file_system()->read((process / "comm").string());
  if (!name || !name->starts_with("git")) return false;
  std::error_code unknown;
  const std::string at = fs::read_symlink(process / "cwd", unknown).string();
  const bool ended = unknown == std::errc::no_such_file_or_directory ||  // just now
                     unknown == std::errc::no_such_process;
  if (unknown) return !ended;  // else another person's
  return is_below(at, root) || is_below(root, at);
}

}  // namespace

bool is_git_at_work(const std::string& root) {
  std::error_code failed;
  const std::string place = fs::canonical(root, failed).string();
  const fs::directory_iterator processes("/proc", failed);
  if (failed) return true;
  for (const fs::directory_entry& one : processes) {
    const std::string name = one.path().filename().string();
    pid_t process = 0;
    const auto end = std::from_chars(name.data(), name.data() + name.size(), process).ptr;
    const bool is_process = end == name.data() + name.size();
    if (is_process && !has_ended(process) && works_in(one.path(), place)) return true;
  }
  return false;
}

GitAtWork::GitAtWork(const std::string& folder, const std::string& commit)
    : note_(named_by_this_process(base_of(folder))) {
  // A folder that takes no note takes no cache either: then a killed merge is as it was before.
  static_cast<void>(make_real_file_system()->write(note_, commit));
}

GitAtWork::~GitAtWork() {
  if (!stays_) ::unlink(note_.c_str());
}

void GitAtWork::ended(const std::string& root) {
  const Result<std::string> index = run_git(root, {"rev-parse", "--git-path", "index"});
  if (!index) return;
  const fs::path lock = fs::path(root) / (std::string(trim(*index)) + ".lock");
  stays_ = ::access(lock.c_str(), F_OK) == 0;
}

std::optional<std::string> cut_off(const std::string& folder, const std::string& root) {
  const std::vector<std::string> notes = named_by_the_gone(base_of(folder));
  if (notes.empty() || is_git_at_work(root)) return std::nullopt;
  const Result<std::string> commit = make_real_file_system()->read(notes.front());
  if (!commit) return std::nullopt;
  return std::string(trim(*commit));
}

void forget_cut_off(const std::string& folder) {
  for (const std::string& note : named_by_the_gone(base_of(folder))) ::unlink(note.c_str());
}

Status drop_remains(const std::string& root) {
  PYRAMID_ASSIGN(const std::string index, run_git(root, {"rev-parse", "--git-path", "index"}));
  const fs::path lock = fs::path(root) / (std::string(trim(index)) + ".lock");
  ::unlink(lock.c_str());
  PYRAMID_ASSIGN(const std::string top, run_git(root, {"rev-parse", "--show-toplevel"}));
  std::error_code ignored;
  for (const fs::directory_entry& one : fs::directory_iterator(std::string(trim(top)), ignored)) {
    constexpr std::size_t kLength = 18;  // ".merge_file_" and six characters
    const std::string name = one.path().filename().string();
    if (name.size() == kLength && name.starts_with(".merge_file_")) ::unlink(one.path().c_str());
  }
  return {};
}

std::vector<Unmerged> three_sides(const std::string& root, const std::string& commit,
                                  const std::vector<std::string>& paths) {
  const Result<std::string> told = run_git(root, {"merge-base", "HEAD", commit});
  const std::string base(told ? trim(*told) : std::string_view());
  std::vector<Unmerged> files;
  for (const std::string& path : paths) {
    Unmerged& file = files.emplace_back(Unmerged{path});
    if (!base.empty()) file.base = checked_out_at(root, base, path);
    file.ours = checked_out_at(root, "HEAD", path);
    file.theirs = checked_out_at(root, commit, path);
  }
  return files;
}

bool is_brought_in(const std::string& root, const std::string& commit) {
  const Result<GitAnswer> answer = ask_git(root, {"merge-base", "--is-ancestor", commit, "HEAD"});
  return answer && answer->exit_code == 0;
}

}  // namespace pyramid::history
