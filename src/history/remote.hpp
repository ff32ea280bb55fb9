// The other end of a repository, through the git program: people's keys, helpers and hooks are its.
#pragma once

#include "history/gate.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::history {

struct Remote {
  std::string name, branch;   // here
  std::string there;          // the branch at the other end
  std::string tracking;       // refs/remotes/…, which fetch() brings up to date
  bool has_upstream = false;  // the branch's own settings name one, this or another
};

// The remote to work with: `asked`, else the branch's own, else origin, else the only one. kUsage
// where there is none; kConflict on a detached HEAD.
Result<Remote> find_remote(const std::string& root, const std::string& asked);

// Whether the repository has another end, from which its files may come; false where there is none.
bool has_remotes(const std::string& root);

struct Fetched {
  std::string why_not;  // the other end was not reached, in its own words; "" = done
  // There is no such branch at the other end, whatever `tracking` says.
  bool lacks_branch = false;
};
Result<Fetched> fetch(const std::string& root, const Remote& remote);
// `tracking` goes, where there is one: all of HEAD is to be sent.
Status forget_branch(const std::string& root, const Remote& remote);

// What fetch() found the other end to have where it has no branch of this name: its others, sorted.
std::vector<std::string> branches_instead(const std::string& root, const Remote& remote);

struct Distance {
  std::size_t theirs = 0;  // commits that HEAD does not have
  std::size_t ours = 0;    // commits that the other end does not have
};
Result<Distance> distance(const std::string& root, const Remote& remote);

// Every commit in the history of `revision`; empty where there is no such revision.
Result<std::set<std::string>> history_of(const std::string& root, const std::string& revision);
// The names of what lies in a folder of the workspace at `revision`.
Result<std::vector<std::string>> names_at(const std::string& root, const std::string& revision,
                                          const std::string& folder);
// Of these commits the one nearest to `revision` in its history, and how many it has since.
struct Nearest {
  std::string commit;  // "" = none is in it
  std::size_t since = 0;
};
Result<Nearest> nearest_of(const std::string& root, const std::set<std::string>& commits,
                           const std::string& revision);

// The last commit that both have in their history; "" = none.
Result<std::string> last_shared(const std::string& root, const std::string& one,
                                const std::string& other);

// Has git take `parent` for the only one of `commit`, as long as merges need it so.
Status pretend_parent(const std::string& root, const std::string& commit,
                      const std::string& parent);
void drop_pretence(const std::string& root, const std::string& commit);
// HEAD's files as one commit on `revision`, in place of HEAD's own history, which its reflog keeps;
// where the files are the same, `revision` itself. The files stay. The new HEAD.
Result<std::string> move_onto(const std::string& root, const std::string& revision,
                              const std::string& message);

// HEAD moves to the other end's commit. REQUIRES: distance().ours == 0. Fails as start_merge()
// does.
Status move_forward(const std::string& root, const Remote& remote, Gate& gate);

// kOvertaken: another machine was faster. kLocked: something has, or left, a lock there.
enum class Pushed { kDone, kOvertaken, kLocked, kRefused };
struct PushAnswer {
  Pushed how = Pushed::kDone;
  std::string why;  // of a refusal or a lock
  // How a clone gets the branch, where the other end's HEAD names none that it has: it was empty
  // before, and begun for another name. "" = a plain clone does.
  std::string how_to_clone;
};
Result<PushAnswer> push(const std::string& root, const Remote& remote);

}  // namespace pyramid::history
