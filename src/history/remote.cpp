#include "history/remote.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_program.hpp"
#include "pyramid/file_system.hpp"

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

// What to do about a remote that is not there; its address may have been given for its name.
std::string how_to_name(const std::string& asked, const std::string& name) {
  std::string look = "see `git remote -v`";
  if (asked.starts_with('-')) return look;
  if (asked.find_first_of("/:") == std::string::npos) {
    return look + ", or add it: git remote add " + asked + " URL";
  }
  return look + ", or add it: git remote add " + name + " " + asked + ", pyramid sync --remote " +
         name;
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
                how_to_name(asked, has("origin") ? "other" : "origin"));
  }
  if (!of_branch.empty() && has(of_branch)) return of_branch;
  if (has("origin")) return std::string("origin");
  if (names.size() == 1) return std::string(names.front());
  return fail(ErrorKind::kUsage,
              names.empty() ? "the repository has no remote" : "the repository has many remotes",
              root, names.empty() ? "git remote add origin URL" : "name one: --remote NAME");
}

bool is_known(const std::string& root, const std::string& ref) {
  return !ask_line(root, {"rev-parse", "-q", "--verify", ref}).empty();
}

// Whether the fetch just done saw the branch. git keeps what it once saw of one that is gone.
bool was_seen(const std::string& root, const Remote& remote) {
  const std::string place = ask_line(root, {"rev-parse", "--git-path", "FETCH_HEAD"});
  const Result<std::string> seen = make_real_file_system()->read(path::join(root, place));
  return seen && seen->find("\tbranch '" + remote.there + "' of ") != std::string::npos;
}

// What the other end itself says; false where it cannot be asked.
bool lacks_branch(const std::string& root, const Remote& remote) {
  constexpr int kNoneFound = 2;
  const Result<GitAnswer> listed =
      ask_git(root, {"ls-remote", "-q", "--exit-code", remote.name, "refs/heads/" + remote.there});
  return listed && listed->exit_code == kNoneFound;
}

// An address without the password or token that may stand in it.
std::string without_secret(std::string address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string::npos) return address;
  const std::size_t login = scheme + 3;
  const std::size_t at = address.substr(0, address.find('/', login)).rfind('@');
  if (at == std::string::npos || at < login) return address;
  if (address.starts_with("http")) return address.erase(login, at + 1 - login);
  const std::size_t colon = address.find(':', login);
  return colon < at ? address.erase(colon, at - colon) : address;
}

// git changes no branch that someone has in front of them.
std::string needs_bare(const std::string& root, const Remote& remote) {
  std::string address =
      without_secret(ask_line(root, {"remote", "get-url", "--push", remote.name}));
  for (const std::string_view end : {"/", "/.git"}) {
    if (address.ends_with(end)) address.resize(address.size() - end.size());
  }
  const std::string name = address.substr(address.find_last_of("/:") + 1) + ".git";
  return "its branch " + remote.there +
         " is checked out there, so git takes nothing for it; exchange through a bare repository: "
         "in that folder `git clone --bare . ../" +
         name + "`, here `git remote set-url " + remote.name + " " + address + ".git`";
}

// Of a branch that is new there: see PushAnswer. The other end says what its HEAD is, if anything.
std::string how_to_clone(const std::string& root, const Remote& remote) {
  const Result<GitAnswer> head = ask_git(root, {"ls-remote", "-q", remote.name, "HEAD"});
  if (!head || head->exit_code != 0 || !head->out.empty()) return {};
  const std::string address = without_secret(ask_line(root, {"remote", "get-url", remote.name}));
  return "`git clone -b " + remote.there + " " + address +
         "`; or have it name this branch, there: `git symbolic-ref HEAD refs/heads/" +
         remote.there + "`";
}

// By what git itself says, here or there. The words of a hook stand behind "remote: " too, without
// "error: ".
bool was_overtaken(const GitAnswer& answer) {
  for (const std::string_view line : split_lines(answer.err)) {
    const bool is_told = trim(line).starts_with("! [rejected]");
    const bool is_status = is_told || trim(line).starts_with("! [remote rejected]");
    if (is_told) return true;
    if (!is_status && !line.starts_with("remote: error: cannot lock ref ")) continue;
    for (const char* sign : {"but expected", "incorrect old value", "reference already exists"}) {
      if (line.find(sign) != std::string_view::npos) return true;
    }
  }
  return false;
}

// The lock that the other end found there.
std::string lock_in(const GitAnswer& answer) {
  constexpr std::string_view kBefore = "Unable to create '", kBehind = ".lock': File exists";
  for (const std::string_view line : split_lines(answer.err)) {
    if (!line.starts_with("remote: ")) continue;
    const std::size_t end = line.find(kBehind);
    const std::size_t begin = line.substr(0, end).rfind(kBefore);
    if (end == std::string_view::npos || begin == std::string_view::npos) continue;
    const std::size_t path = begin + kBefore.size();
    return std::string(line.substr(path, end - path)) + ".lock";
  }
  return {};
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

bool has_remotes(const std::string& root) {
  const Result<GitAnswer> named = ask_git(root, {"remote"});
  return named && named->exit_code == 0 && !named->out.empty();
}

Result<Fetched> fetch(const std::string& root, const Remote& remote) {
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, {"fetch", "-q", remote.name}));
  const bool done = answer.exit_code == 0;
  // Said of a branch that the remote's settings name.
  const bool unfound = answer.err.find("couldn't find remote ref") != std::string::npos;
  if (!done && kind_of(answer) == ErrorKind::kIo) {
    return fail(ErrorKind::kIo, "git fetch failed", root, {}, reason_of(answer));
  }
  if (!done && !unfound) return Fetched{reason_of(answer), false};
  const bool may_be_stale = unfound || (is_known(root, remote.tracking) && !was_seen(root, remote));
  if (may_be_stale && lacks_branch(root, remote)) return Fetched{"", true};
  return Fetched{done ? "" : reason_of(answer), false};
}

Status forget_branch(const std::string& root, const Remote& remote) {
  if (!is_known(root, remote.tracking)) return {};
  PYRAMID_TRY(run_git(root, {"update-ref", "-d", remote.tracking}));
  return {};
}

std::vector<std::string> branches_instead(const std::string& root, const Remote& remote) {
  std::vector<std::string> found;
  if (is_known(root, remote.tracking)) return found;
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
  const bool known = is_known(root, remote.tracking);
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

Result<std::string> last_shared(const std::string& root, const std::string& one,
                                const std::string& other) {
  PYRAMID_ASSIGN(const GitAnswer base, ask_git(root, {"merge-base", one, other}));
  return base.exit_code == 0 ? base.out.substr(0, base.out.find('\n')) : std::string();
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
  // git's index notes what a merge began with, and keeps that from `git gc`.
  PYRAMID_TRY(run_git(root, {"update-index", "--clear-resolve-undo"}));
  return onto;
}

Status move_forward(const std::string& root, const Remote& remote, Gate& gate) {
  PYRAMID_ASSIGN(const GitAnswer moved,
                 ask_git(root, {"merge", "-q", "--ff-only", remote.tracking}));
  if (moved.exit_code != 0) return cannot_bring_in(root, moved, gate);
  return {};
}

Result<PushAnswer> push(const std::string& root, const Remote& remote) {
  std::vector<std::string> command = {"push", "-q"};
  if (!remote.has_upstream) command.emplace_back("-u");
  command.insert(command.end(), {remote.name, "HEAD:refs/heads/" + remote.there});
  const bool is_new = !is_known(root, remote.tracking);
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(root, command));
  if (answer.exit_code == 0) {
    return PushAnswer{Pushed::kDone, {}, is_new ? how_to_clone(root, remote) : std::string()};
  }
  if (was_overtaken(answer)) return PushAnswer{Pushed::kOvertaken, {}, {}};
  if (std::string lock = lock_in(answer); !lock.empty()) {
    return PushAnswer{Pushed::kLocked,
                      "a lock lies there, " + lock +
                          ": another push is under way, or one that was killed left it; where "
                          "none runs, remove that file",
                      {}};
  }
  if (answer.err.find("refusing to update checked out branch") != std::string::npos) {
    return PushAnswer{Pushed::kRefused, needs_bare(root, remote), {}};
  }
  return PushAnswer{Pushed::kRefused, refusal_in(answer), {}};
}

}  // namespace pyramid::history
