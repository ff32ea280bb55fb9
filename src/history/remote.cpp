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

// Whether it says where a remote is, and not what it is called.
bool is_address(std::string_view asked) {
  return asked.find_first_of(":/") != std::string_view::npos || asked.starts_with('-');
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
                "see `git remote -v`, or add it: git remote add " +
                    (is_address(asked) ? "NAME " + asked : asked + " URL"));
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
  if (answer.err.find("refusing to update checked out branch") != std::string::npos) {
    return "the other end has this branch checked out, and git changes no files there; push to a "
           "bare repository: git clone --bare THERE NEW.git, git remote set-url NAME NEW.git";
  }
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

// What ssh or a helper said, which git's own line only says happened, and that line.
std::string why_unreached(const GitAnswer& answer) {
  std::string reason = reason_of(answer);
  for (const std::string_view line : split_lines(answer.err)) {
    const std::string said = printable(trim(line));
    if (said == reason) break;
    const bool tells =
        !said.empty() && !said.starts_with("warning: ") && !said.starts_with("Warning: ");
    if (tells) return said + "; " + reason;
  }
  return reason;
}

}  // namespace

Result<Remote> find_remote(const std::string& root, const std::string& asked) {
  Remote remote;
  remote.branch = ask_line(root, {"symbolic-ref", "-q", "--short", "HEAD"});
  if (remote.branch.empty()) {
    return fail(ErrorKind::kConflict, "HEAD is on no branch", root,
                "git switch -c NAME, which keeps what was committed since; or git switch main");
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
  return std::optional(why_unreached(answer));
}

std::vector<std::string> branches_instead(const std::string& root, const Remote& remote) {
  std::vector<std::string> found;
  if (!ask_line(root, {"rev-parse", "-q", "--verify", remote.tracking}).empty()) return found;
  const auto listed = run_git(
      root, {"for-each-ref", "--format=%(refname:lstrip=3)", "refs/remotes/" + remote.name});
  if (!listed) return found;
  for (const std::string_view line : split_lines(*listed)) {
    if (line != "HEAD") found.emplace_back(line);
  }
  return found;
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

Result<std::set<std::string>> history_of(const std::string& root, const std::string& revision) {
  std::set<std::string> commits;
  PYRAMID_ASSIGN(const GitAnswer listed,
                 ask_git(root, {"--no-replace-objects", "rev-list", revision, "--"}));
  if (listed.exit_code != 0) return commits;
  for (const std::string_view commit : split_lines(listed.out)) commits.emplace(commit);
  return commits;
}

Result<std::vector<std::string>> names_at(const std::string& root, const std::string& revision,
                                          const std::string& folder) {
  std::vector<std::string> names;
  PYRAMID_ASSIGN(const GitAnswer listed,
                 ask_git(root, {"ls-tree", "-z", "--name-only", revision, folder + "/"}));
  if (listed.exit_code != 0) return names;
  for (const std::string_view path : split(listed.out, '\0')) {
    if (!path.empty()) names.emplace_back(path.substr(path.rfind('/') + 1));
  }
  return names;
}

Result<Nearest> nearest_of(const std::string& root, const std::set<std::string>& commits,
                           const std::string& revision) {
  PYRAMID_ASSIGN(const std::set<std::string> history, history_of(root, revision));
  Nearest nearest;
  for (const std::string& commit : commits) {
    if (!history.contains(commit)) continue;
    PYRAMID_ASSIGN(const std::string counted, run_git(root, {"--no-replace-objects", "rev-list",
                                                             "--count", revision, "^" + commit}));
    const std::size_t since = count_in(counted);
    if (nearest.commit.empty() || since < nearest.since) nearest = {commit, since};
  }
  return nearest;
}

Status pretend_parent(const std::string& root, const std::string& commit,
                      const std::string& parent) {
  PYRAMID_TRY(run_git(root, {"replace", "-f", "--graft", commit, parent}));
  return {};
}

void drop_pretence(const std::string& root, const std::string& commit) {
  // It is not there, or stays; nobody but a merge heeds it.
  static_cast<void>(ask_git(root, {"replace", "-d", commit}));
}

Result<std::string> move_onto(const std::string& root, const std::string& revision,
                              const std::string& message) {
  const std::string head = ask_line(root, {"rev-parse", "HEAD"});
  const std::string tree = ask_line(root, {"rev-parse", "HEAD^{tree}"});
  std::string onto = ask_line(root, {"rev-parse", revision + "^{commit}"});
  if (tree != ask_line(root, {"rev-parse", revision + "^{tree}"})) {
    std::vector<std::string> command;
    if (ask_line(root, {"var", "GIT_COMMITTER_IDENT"}).empty()) {
      command = {"-c", "user.name=Pyramid", "-c", "user.email=pyramid@localhost"};
    }
    command.insert(command.end(), {"commit-tree", tree, "-p", onto});
    if (ask_line(root, {"config", "--bool", "commit.gpgsign"}) == "true")
      command.emplace_back("-S");
    PYRAMID_ASSIGN(const std::string made, run_git(root, command, message));
    onto = made.substr(0, made.find('\n'));
  }
  PYRAMID_TRY(
      run_git(root, {"update-ref", "-m", "pyramid: onto the purged history", "HEAD", onto, head}));
  return onto;
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
