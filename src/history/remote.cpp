#include "history/remote.hpp"

#include "base/text.hpp"
#include "history/git_program.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::history {

namespace {

// The first line of what git says; "" where it says no.
std::string ask_line(const std::string& root, const std::vector<std::string>& arguments) {
  const Result<GitAnswer> answer = ask_git(root, arguments);
  if (!answer || answer->exit_code != 0) return {};
  return answer->out.substr(0, answer->out.find('\n'));
}

std::size_t count_in(const std::string& text) {
  std::size_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

Result<std::string> choose_name(const std::string& root, const std::string& asked,
                                const std::string& of_branch) {
  PYRAMID_ASSIGN(const std::string listed, run_git(root, {"remote"}));
  const std::vector<std::string_view> names = split_lines(listed);
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!asked.empty() && has(asked)) return asked;
  if (!asked.empty()) {
    return fail(ErrorKind::kUsage, "there is no remote of this name: " + asked, root,
                "see `git remote -v`, or add it: git remote add " + asked + " URL");
  }
  if (!of_branch.empty() && has(of_branch)) return of_branch;
  if (has("origin")) return std::string("origin");
  if (names.size() == 1) return std::string(names.front());
  return fail(ErrorKind::kUsage,
              names.empty() ? "the repository has no remote" : "the repository has many remotes",
              root, names.empty() ? "git remote add origin URL" : "name one: --remote NAME");
}

// What the other end, or a hook here, said: git's own last line tells only that something failed.
std::string refusal_in(const GitAnswer& answer) {
  constexpr std::string_view kRemote = "remote: ";
  std::vector<std::string> said;
  for (std::string_view line : split_lines(answer.err)) {
    line = trim(line);
    if (line.starts_with("To ") || line.starts_with("hint: ") ||
        line.starts_with("error: failed to push")) {
      continue;
    }
    if (line.starts_with(kRemote)) line = trim(line.substr(kRemote.size()));
    if (!line.empty() && line != "remote:") said.emplace_back(line);
  }
  return said.empty() ? reason_of(answer) : join(said, "; ");
}

}  // namespace

Result<Remote> find_remote(const std::string& root, const std::string& asked) {
  Remote remote;
  remote.branch = ask_line(root, {"symbolic-ref", "-q", "--short", "HEAD"});
  if (remote.branch.empty()) {
    return fail(ErrorKind::kConflict, "HEAD is on no branch", root, "git switch main");
  }
  const std::string setting = "branch." + remote.branch;
  const std::string of_branch = ask_line(root, {"config", setting + ".remote"});
  PYRAMID_ASSIGN(remote.name, choose_name(root, asked, of_branch));
  remote.there = remote.branch;
  constexpr std::string_view kHeads = "refs/heads/";
  const std::string merges = ask_line(root, {"config", setting + ".merge"});
  if (remote.name == of_branch && merges.starts_with(kHeads)) {
    remote.there = merges.substr(kHeads.size());
  }
  remote.has_upstream = !of_branch.empty();
  remote.tracking = "refs/remotes/" + remote.name + "/" + remote.there;
  return remote;
}

Result<std::optional<std::string>> fetch(const std::string& root, const Remote& remote) {
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, {"fetch", "-q", remote.name}));
  if (answer.exit_code == 0) return std::optional<std::string>();
  return std::optional(reason_of(answer));
}

Result<Distance> distance(const std::string& root, const Remote& remote) {
  Distance found;
  const bool known = !ask_line(root, {"rev-parse", "-q", "--verify", remote.tracking}).empty();
  const std::string range = known ? remote.tracking + "..HEAD" : "HEAD";
  PYRAMID_ASSIGN(const std::string ours, run_git(root, {"rev-list", "--count", range}));
  found.ours = count_in(ours);
  if (!known) return found;
  PYRAMID_ASSIGN(const std::string theirs,
                 run_git(root, {"rev-list", "--count", "HEAD.." + remote.tracking}));
  found.theirs = count_in(theirs);
  return found;
}

Status move_forward(const std::string& root, const Remote& remote) {
  PYRAMID_ASSIGN(const GitAnswer moved,
                 ask_git(root, {"merge", "-q", "--ff-only", remote.tracking}));
  if (moved.exit_code != 0) return cannot_bring_in(root, moved);
  return {};
}

Result<PushAnswer> push(const std::string& root, const Remote& remote) {
  std::vector<std::string> command = {"push", "-q"};
  if (!remote.has_upstream) command.emplace_back("-u");
  command.insert(command.end(), {remote.name, "HEAD:refs/heads/" + remote.there});
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, command));
  if (answer.exit_code == 0) return PushAnswer{};
  for (const char* sign : {"fetch first", "non-fast-forward", "cannot lock ref", "stale info",
                           "incorrect old value"}) {
    if (answer.err.find(sign) != std::string::npos) return PushAnswer{Pushed::kOvertaken, {}};
  }
  return PushAnswer{Pushed::kRefused, refusal_in(answer)};
}

}  // namespace pyramid::history
