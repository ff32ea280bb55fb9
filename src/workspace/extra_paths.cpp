#include "workspace/extra_paths.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::workspace {

namespace {

// "/a/b" and "/a/b/c" of "/a/b"; everything of "/".
bool is_in(std::string_view path, std::string_view folder) {
  if (folder == "/") return path.starts_with('/');
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

// What of `real` stands behind the extra path; "" for the path itself. REQUIRES: is_in().
std::string_view behind(const ExtraPath& extra, std::string_view real) {
  if (real == extra.real) return {};
  return real.substr(extra.real == "/" ? 1 : extra.real.size() + 1);
}

// Whether a walk of the extra path comes to what is there, a folder or a file.
bool reaches(const ExtraPath& extra, std::string_view real) {
  if (real == extra.real) return true;
  if (extra.is_file || !is_in(real, extra.real)) return false;
  const std::string_view below = behind(extra, real);
  for (std::size_t slash = below.find('/'); slash != std::string_view::npos;
       slash = below.find('/', slash + 1)) {
    if (!enters(path::join(extra.path, below.substr(0, slash)))) return false;
  }
  return true;
}

bool walks_into(const ExtraPath& extra, std::string_view real) {
  if (extra.is_file || !reaches(extra, real)) return false;
  return real == extra.real || enters(path::join(extra.path, behind(extra, real)));
}

bool covers(const ExtraPath& extra, const ExtraPath& other) {
  if (other.real == extra.real) return true;
  if (!other.is_file) return walks_into(extra, other.real);
  return reaches(extra, other.real) && is_memory_name(path::name(other.real));
}

// Whether one of the folders on the way is called so, but for those that `root` lies in too.
bool lies_below(std::string_view real, std::string_view name, std::string_view root) {
  const auto parts = split(real, '/');
  const auto shared = split(root, '/');
  const auto parted = std::mismatch(parts.begin(), parts.end(), shared.begin(), shared.end());
  return std::find(parted.first, parts.end(), name) != parts.end();
}

Failure refused(std::string what, std::string hint) {
  return fail(ErrorKind::kUsage, std::move(what), {}, std::move(hint));
}

// What the setting says as the index names it.
Result<std::string> named(const std::string& written, const std::string& home) {
  constexpr std::string_view kInside = "lies in the workspace, all of which is searched";
  if (written.empty() || written.find('\0') != std::string::npos) {
    return refused("is not a path", "name a folder or a .md file");
  }
  std::string whole = written;
  if (written == "~" || written.starts_with("~/")) {
    if (home.empty()) return refused("begins with ~, and no home folder is known", "write it out");
    whole = home + written.substr(1);
  }
  std::string path = path::normalize(whole);
  // Of ".." alone and the like no file's path would begin with "../".
  if (path == ".." || path.ends_with("/..")) {
    return refused("holds the workspace", "name a folder beside it");
  }
  if (!is_outside(path)) return refused(std::string(kInside), "name what lies outside of it");
  return path;
}

Result<ExtraPath> look_up(FileSystem& files, const std::string& root, const std::string& real_root,
                          const std::string& written, const std::string& home) {
  ExtraPath extra;
  PYRAMID_ASSIGN(extra.path, named(written, home));
  const Result<std::string> real = files.real_path(path::join(root, extra.path));
  Result<FileStat> stat = real ? files.stat(*real) : Result<FileStat>(fail(Error(real.error())));
  if (!stat && stat.error().kind == ErrorKind::kNotFound) {
    return refused("is not there", "make it, or take it out of extra_paths");
  }
  if (!stat) {
    return fail(ErrorKind::kIo, "cannot be looked at", {}, "mend it, or take it out of extra_paths",
                stat.error().cause);
  }
  extra.real = path::normalize(*real);
  for (const std::string_view own : {std::string_view(".git"), kCacheFolder}) {
    if (lies_below(extra.real, own, real_root)) {
      return refused("lies in a folder " + std::string(own) + ", which holds no notes",
                     "take it out of extra_paths");
    }
  }
  if (is_in(extra.real, real_root) && extra.real != real_root) {
    return refused("lies in the workspace, all of which is searched",
                   "name what lies outside of it");
  }
  extra.is_file = stat->kind == FileKind::kFile;
  if (extra.is_file && !path::is_markdown(extra.real)) {
    return refused("is not markdown", "name a folder or a .md file");
  }
  if (!extra.is_file && stat->kind != FileKind::kDirectory) {
    return refused("is neither a folder nor a file", "name a folder or a .md file");
  }
  if (is_in(real_root, extra.real))
    return refused("holds the workspace", "name a folder beside it");
  return extra;
}

Diagnostic problem_with(const std::string& written, const Error& error) {
  Error line = error;
  line.where = kSettingsFile;
  line.what = "extra path " + (written.empty() ? "\"\"" : written) + " " + error.what;
  Diagnostic problem = to_diagnostic(line);
  problem.severity = Severity::kWarning;
  return problem;
}

}  // namespace

bool is_outside(std::string_view path) { return path.starts_with('/') || path.starts_with("../"); }

ExtraPaths extra_paths(FileSystem& files, const std::string& root,
                       const std::vector<std::string>& setting, const std::string& home) {
  ExtraPaths all;
  if (setting.empty()) return all;
  const Result<std::string> real = files.real_path(root);
  const std::string real_root = path::normalize(real ? *real : root);
  std::vector<ExtraPath> known;
  for (const std::string& written : setting) {
    Result<ExtraPath> one = look_up(files, root, real_root, written, home);
    if (one) {
      known.push_back(*std::move(one));
    } else {
      all.problems.push_back(problem_with(written, one.error()));
    }
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto holds_it = [&](const ExtraPath& other) {
      const bool earlier = &other < &known[i];
      return &other != &known[i] && covers(other, known[i]) &&
             (earlier || !covers(known[i], other));
    };
    const auto holder = std::find_if(known.begin(), known.end(), holds_it);
    if (holder == known.end()) {
      all.found.push_back(known[i]);
      continue;
    }
    const Error twice{ErrorKind::kUsage,
                      "is read with " + holder->path + " already",
                      {},
                      {},
                      "take it out of extra_paths"};
    all.problems.push_back(problem_with(known[i].path, twice));
  }
  return all;
}

bool enters_extra(const std::vector<ExtraPath>& extra, std::string_view real) {
  return std::any_of(extra.begin(), extra.end(),
                     [&](const ExtraPath& one) { return walks_into(one, real); });
}

std::optional<std::string> path_in(const std::vector<ExtraPath>& extra, std::string_view real) {
  for (const ExtraPath& one : extra) {
    if (!reaches(one, real)) continue;
    if (real == one.real) return one.is_file ? std::optional(one.path) : std::nullopt;
    if (!is_memory_name(path::name(real))) return std::nullopt;
    return path::join(one.path, behind(one, real));
  }
  return std::nullopt;
}

}  // namespace pyramid::workspace
