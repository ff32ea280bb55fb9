#include "history/git_program.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "pyramid/file_system.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

extern char** environ;

namespace pyramid::history {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Files rather than pipes: no amount of output can block the program.
File scratch() { return File(std::tmpfile(), std::fclose); }

std::string read_all(std::FILE* file) {
  std::string text;
  std::array<char, 65536> piece{};
  std::rewind(file);
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file)) {
    text.append(piece.data(), size);
  }
  return text;
}

bool is_kept(std::string_view variable) {
  static constexpr std::array<std::string_view, 11> kOurs = {
      "GIT_DIR=",    "GIT_WORK_TREE=",      "GIT_INDEX_FILE=",
      "GIT_PREFIX=", "GIT_COMMON_DIR=",     "GIT_EDITOR=",
      "LC_ALL=",     "GIT_MERGE_AUTOEDIT=", "LANGUAGE=",
      "GIT_PAGER=",  "GIT_OPTIONAL_LOCKS="};
  for (const std::string_view one : kOurs) {
    if (variable.starts_with(one)) return false;
  }
  return true;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

constexpr int kKilled = 128;  // more: by that signal

Failure cannot_run(int code) {
  if (code == ENOENT) {
    return fail(ErrorKind::kNotFound, "the program git is not there", {},
                "install git, or leave merging and remotes to another machine");
  }
  return fail(ErrorKind::kIo, std::string("the program git cannot be run: ") + std::strerror(code));
}

// Of files by their paths in the repository that of the first which the gate lets into no commit.
std::string first_kept_out(const std::string& root, const std::vector<std::string>& files,
                           Gate& gate) {
  const Result<GitAnswer> asked = ask_git(root, {"rev-parse", "--show-prefix"});
  const std::string above = asked ? std::string(trim(asked->out)) : std::string();
  std::string first;
  for (const std::string& file : files) {
    if (!file.starts_with(above)) continue;
    const std::string path = file.substr(above.size());
    const Result<std::string> bytes = make_real_file_system()->read(path::join(root, path));
    if (bytes && !gate.admits(path, *bytes) && first.empty()) first = path;
  }
  return first;
}

}  // namespace

Result<GitAnswer> ask_git(const std::string& folder, const std::vector<std::string>& arguments,
                          const std::string& input, const std::vector<std::string>& environment) {
  const File in = scratch(), out = scratch(), err = scratch();
  if (!in || !out || !err) return cannot_run(errno);
  std::fwrite(input.data(), 1, input.size(), in.get());
  std::rewind(in.get());
  // Nothing that we ask needs a program which the repository's own settings name; git would run
  // these at any look.
  std::vector<std::string> command = {
      "git", "-C", folder, "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  // No index is written, and no hook run for it, because git looked at a file.
  std::vector<std::string> variables = {"LC_ALL=C", "GIT_EDITOR=true", "GIT_MERGE_AUTOEDIT=no",
                                        "GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0"};
  variables.insert(variables.end(), environment.begin(), environment.end());
  for (char** one = environ; *one != nullptr; ++one) {
    if (is_kept(*one)) variables.emplace_back(*one);
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(in.get()), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(out.get()), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(err.get()), STDERR_FILENO);
  pid_t child = 0;
  const int code = ::posix_spawnp(&child, "git", &actions, nullptr, pointers_to(command).data(),
                                  pointers_to(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (code != 0) return cannot_run(code);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return cannot_run(errno);
  }
  GitAnswer answer;
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : kKilled + WTERMSIG(status);
  answer.out = read_all(out.get());
  answer.err = read_all(err.get());
  return answer;
}

std::string reason_of(const GitAnswer& answer) {
  std::string_view last;
  for (const std::string* text : {&answer.err, &answer.out}) {
    for (const std::string_view line : split_lines(*text)) {
      const bool unsaid = line.starts_with("fatal: Could not read from remote") && !last.empty();
      if (unsaid) return printable(last);
      if (line.starts_with("fatal: ") || line.starts_with("error: ")) return printable(line);
      if (!trim(line).empty()) last = trim(line);
    }
    if (!last.empty()) break;
  }
  if (last.empty()) return "it says nothing, and ended with " + std::to_string(answer.exit_code);
  return printable(last);
}

ErrorKind kind_of(const GitAnswer& answer) {
  for (const std::string_view line : split_lines(answer.err)) {
    if (line.starts_with("remote: ")) continue;  // the other end's disk
    for (const std::string_view refusal : {"No space left on device", "Disk quota exceeded",
                                           "Read-only file system", "Input/output error"}) {
      if (line.find(refusal) != std::string_view::npos) return ErrorKind::kIo;
    }
  }
  return ErrorKind::kConflict;
}

Failure cannot_bring_in(const std::string& root, const GitAnswer& answer, Gate& gate) {
  Error error;
  error.kind = kind_of(answer);
  error.what = "git cannot merge";
  error.where = root;
  if (answer.exit_code > kKilled) {
    error.what = "git was killed while it merged";
    error.hint = "pyramid sync, which takes up what it left";
    return Failure{std::move(error)};
  }
  // git names edited files in a line each, behind a tab, and staged ones in one, behind two blanks.
  std::vector<std::string> files;
  const bool of_files = answer.err.find("would be overwritten") != std::string::npos;
  for (const std::string_view line : split_lines(answer.err)) {
    if (line.starts_with('\t')) files.emplace_back(line.substr(1));
    if (!of_files || !line.starts_with("  ")) continue;
    error.what = "git merges nothing while changes are staged";
    error.where = printable(trim(line));
    error.hint = "commit them, or unstage them with `git reset`";
    return Failure{std::move(error)};
  }
  if (files.empty()) {
    error.cause = reason_of(answer);
    return Failure{std::move(error)};
  }
  if (const std::string held = first_kept_out(root, files, gate); !held.empty()) {
    error.what =
        "the other commits change a file that is in none of ours, as a secret stands in it";
    error.where = printable(held);
    error.hint = "take the secret out of the file";
    return Failure{std::move(error)};
  }
  error.what = "the other commits change a file with edits that are not committed";
  if (files.size() > 1) {
    error.what = "the other commits change " + count_of(files.size(), "file") +
                 " with edits that are not committed";
  }
  error.where = printable(files.front());
  error.hint =
      "commit it, or put the edits away with `git stash`; where it says only which windows "
      "are open, take it out of git: `git rm --cached " +
      error.where + "`, and a line in .gitignore";
  return Failure{std::move(error)};
}

Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                            const std::string& input) {
  PYRAMID_ASSIGN(GitAnswer answer, ask_git(folder, arguments, input));
  if (answer.exit_code == 0) return std::move(answer.out);
  Error error;
  error.kind = kind_of(answer);
  error.what = "git " + arguments.front() + " failed";
  error.where = folder;
  error.cause = reason_of(answer);
  return Failure{std::move(error)};
}

}  // namespace pyramid::history
