#include "history/filters.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_program.hpp"
#include "history/vouched.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::string_view kEncoding = "working-tree-encoding";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// By path the name of the program; kEncoding where git's own converts.
using Named = std::map<std::string, std::string>;

Result<Named> named_filters(const std::string& folder, const std::vector<std::string>& paths) {
  std::string input;
  for (const std::string& path : paths) input.append(path).push_back('\0');
  PYRAMID_ASSIGN(
      const std::string told,
      run_git(folder, {"check-attr", "-z", "--stdin", "filter", std::string(kEncoding)}, input));
  Named named;
  const std::vector<std::string_view> fields = split(told, '\0');  // path, attribute, value, …
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) {
    const std::string_view value = fields[i + 2];
    if (value == "unspecified" || value == "unset" || value == "set") continue;
    named.emplace(fields[i], fields[i + 1] == kEncoding ? kEncoding : value);
  }
  return named;
}

// The names for which "filter.NAME.clean", ".smudge" or ".process" is set; true where the
// repository's own settings do that, and not the person's.
using SetUp = std::map<std::string, bool, std::less<>>;

Result<SetUp> programs_set_up(const std::string& folder) {
  constexpr std::string_view kSection = "filter.";
  PYRAMID_ASSIGN(const GitAnswer settings,
                 ask_git(folder, {"config", "-z", "--show-scope", "--get-regexp", "^filter\\."}));
  SetUp names;
  const std::vector<std::string_view> fields = split(settings.out, '\0');  // scope, setting, …
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::string_view key = fields[i + 1].substr(0, fields[i + 1].find('\n'));
    const std::size_t dot = key.rfind('.');
    if (!key.starts_with(kSection) || dot <= kSection.size()) continue;
    const std::string_view what = key.substr(dot + 1);
    if (what != "clean" && what != "smudge" && what != "process") continue;
    bool& is_own = names[std::string(key.substr(kSection.size(), dot - kSection.size()))];
    is_own = is_own || fields[i] == "local" || fields[i] == "worktree";
  }
  return names;
}

// Whether the repository's own settings name a program that nobody vouched for.
bool may_run_a_strangers(const std::string& folder) {
  if (is_vouched_for(folder)) return false;
  const Result<SetUp> programs = programs_set_up(folder);
  return !programs || std::any_of(programs->begin(), programs->end(),
                                  [](const auto& one) { return one.second; });
}

// git goes on with the bytes as they are where a program fails that is not `required`.
bool has_failed(const GitAnswer& answer) {
  return answer.exit_code != 0 || answer.err.find("external filter") != std::string::npos;
}

Failure filter_failed(const GitAnswer& answer, const std::string& path) {
  return fail(ErrorKind::kConflict,
              "git's filter for this file fails, so it goes into no commit: " + reason_of(answer),
              path, "see what `git add` says to it");
}

bool fits_a_line(std::string_view path) {
  return !path.starts_with('"') && path.find('\n') == std::string_view::npos;
}

Result<std::vector<std::string>> hash_paths(const std::string& folder,
                                            const std::vector<std::string>& paths, bool store) {
  std::vector<std::string> command = {"hash-object", "--stdin-paths"};
  if (store) command.emplace_back("-w");
  PYRAMID_ASSIGN(const GitAnswer answer, ask_git(folder, command, join(paths, "\n") + "\n"));
  std::vector<std::string> ids;
  for (const std::string_view line : split_lines(answer.out)) ids.emplace_back(line);
  if (has_failed(answer) || ids.size() != paths.size()) return filter_failed(answer, paths.front());
  return ids;
}

Result<std::string> store_one(const std::string& folder, const FileBytes& file) {
  PYRAMID_ASSIGN(
      const GitAnswer answer,
      ask_git(folder, {"hash-object", "-w", "--stdin", "--path=" + file.path}, file.bytes));
  if (has_failed(answer)) return filter_failed(answer, file.path);
  return first_line(answer.out);
}

bool is_on_disk(const std::string& folder, const FileBytes& file) {
  const Result<std::string> now = make_real_file_system()->read(path::join(folder, file.path));
  return now && *now == file.bytes;
}

}  // namespace

Result<std::set<std::string>> filtered_files(const std::string& folder,
                                             const std::vector<std::string>& paths) {
  std::set<std::string> filtered;
  if (paths.empty()) return filtered;
  PYRAMID_ASSIGN(const Named named, named_filters(folder, paths));
  if (named.empty()) return filtered;
  PYRAMID_ASSIGN(const SetUp programs, programs_set_up(folder));
  const bool vouched = is_vouched_for(folder);
  for (const auto& [path, name] : named) {
    const auto program = programs.find(name);
    if (name != kEncoding && program != programs.end() && program->second && !vouched) {
      return fail(ErrorKind::kConflict,
                  "the settings of this repository pass this file through the program `" + name +
                      "`, which nobody confirmed on this machine",
                  path, "if the repository is yours: pyramid trust -w " + folder);
    }
    if (name != kEncoding && program == programs.end()) {
      return fail(ErrorKind::kConflict,
                  "the repository's attributes pass this file through the program `" + name +
                      "`, which is not set up in this clone",
                  path,
                  "set it up (`git-crypt unlock`, `git lfs install`, `git config filter." + name +
                      ".clean …`), or take that attribute off the memory's files");
    }
    filtered.insert(path);
  }
  return filtered;
}

Result<std::vector<std::string>> store_filtered(const std::string& folder,
                                                const std::vector<FileBytes>& files) {
  std::vector<std::string> paths;
  for (const FileBytes& file : files) {
    if (fits_a_line(file.path) && is_on_disk(folder, file)) paths.push_back(file.path);
  }
  std::map<std::string, std::string> stored;
  if (!paths.empty()) {
    PYRAMID_ASSIGN(const std::vector<std::string> ids, hash_paths(folder, paths, true));
    for (std::size_t i = 0; i < paths.size(); ++i) stored.emplace(paths[i], ids[i]);
  }
  std::vector<std::string> all;
  for (const FileBytes& file : files) {
    const auto found = stored.find(file.path);
    // What somebody wrote meanwhile is in no commit of ours.
    if (found != stored.end() && is_on_disk(folder, file)) {
      all.push_back(found->second);
      continue;
    }
    PYRAMID_ASSIGN(std::string one, store_one(folder, file));
    all.push_back(std::move(one));
  }
  return all;
}

Result<std::vector<std::string>> filtered_ids(const std::string& folder,
                                              const std::vector<std::string>& paths) {
  if (paths.empty()) return std::vector<std::string>();
  return hash_paths(folder, paths, false);
}

Result<std::string> checked_out(const std::string& folder, const std::string& path,
                                const std::string& blob) {
  PYRAMID_ASSIGN(GitAnswer answer,
                 ask_git(folder, {"cat-file", "--filters", "--path=" + path, blob}));
  if (!has_failed(answer)) return std::move(answer.out);
  return fail(ErrorKind::kConflict,
              "git's filter for this file fails, so it cannot be read: " + reason_of(answer), path,
              "see what `git checkout` says to it");
}

std::optional<std::string> checked_out_at(const std::string& folder, const std::string& revision,
                                          const std::string& path) {
  const char* how = may_run_a_strangers(folder) ? "blob" : "--filters";
  Result<GitAnswer> bytes = ask_git(folder, {"cat-file", how, revision + ":./" + path});
  if (!bytes || bytes->exit_code != 0) return std::nullopt;
  return std::move(bytes->out);
}

Result<std::string> smudged(const std::string& folder, const std::string& path,
                            const std::string& stored) {
  PYRAMID_ASSIGN(const std::string blob,
                 run_git(folder, {"hash-object", "-w", "--no-filters", "--stdin"}, stored));
  return checked_out(folder, path, first_line(blob));
}

Result<std::string> cleaned(const std::string& folder, const FileBytes& file) {
  PYRAMID_ASSIGN(const std::string blob, store_one(folder, file));
  return run_git(folder, {"cat-file", "blob", blob});
}

}  // namespace pyramid::history
