#include "history/rewritten.hpp"

#include "base/text.hpp"
#include "history/git_program.hpp"
#include "history/own_identity.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

// "Ana <ana@example.org> 1778580180 +0000"
std::string address_in(std::string_view who) {
  const std::size_t begin = who.find('<'), end = who.find('>');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return std::string(who.substr(begin + 1, end - begin - 1));
}

// "<id>", then the commit as git keeps it.
MadeCommit read_commit(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kAuthor = "author ", kSigned = "gpgsig";
  MadeCommit made{std::string(lines.front()), {}, false};
  for (const std::string_view line : lines) {
    if (line.empty()) break;  // the message follows
    if (line.starts_with(kAuthor)) made.author = address_in(line.substr(kAuthor.size()));
    made.is_signed = made.is_signed || line.starts_with(kSigned);
  }
  return made;
}

}  // namespace

Result<std::vector<MadeCommit>> commits_made(const std::string& root) {
  PYRAMID_ASSIGN(const std::string listed,
                 run_git(root, {"rev-list", "--header", "--branches", "--tags", "HEAD"}));
  std::vector<MadeCommit> commits;
  for (const std::string_view record : split(listed, '\0')) {
    const std::vector<std::string_view> lines = split_lines(record);
    if (!lines.empty() && !lines.front().empty()) commits.push_back(read_commit(lines));
  }
  return commits;
}

Result<Rewritten> count_rewritten(const std::string& root, const std::vector<MadeCommit>& before,
                                  const std::vector<MadeCommit>& after) {
  PYRAMID_ASSIGN(const GitAnswer identity, ask_git(root, {"var", "GIT_AUTHOR_IDENT"}));
  const std::set<std::string> own = {address_in(identity.out), kOwnAddress};
  std::set<std::string> stay;
  for (const MadeCommit& one : after) stay.insert(one.id);
  Rewritten found;
  for (const MadeCommit& one : before) {
    if (stay.contains(one.id)) continue;
    ++found.commits;
    found.signatures += one.is_signed ? 1 : 0;
    found.others += own.contains(one.author) ? 0 : 1;
  }
  return found;
}

}  // namespace pyramid::history
