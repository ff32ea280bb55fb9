#include "history/path_rules.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::string_view kAttributesFile = ".gitattributes";
constexpr std::string_view kIgnores = ".gitignore";

// What has git change a file's bytes where it is set.
bool is_filtering(std::string_view attribute) {
  constexpr std::array<std::string_view, 6> kNames = {"text",  "crlf",   "eol",
                                                      "ident", "filter", "working-tree-encoding"};
  const std::string_view name = attribute.substr(0, attribute.find('='));
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// What libgit2 does not do.
bool is_program(std::string_view attribute) {
  const std::string_view name = attribute.substr(0, attribute.find('='));
  return name == "filter" || name == "working-tree-encoding";
}

// Whether a pattern is one of files with an ending that none of the memory's has: "*.png".
bool is_of_others(std::string_view pattern) {
  constexpr std::array<std::string_view, 4> kOurs = {"md", "yaml", "jsonl", "gitattributes"};
  const std::size_t dot = pattern.rfind('.');
  if (dot == std::string_view::npos || pattern.find('"') != std::string_view::npos) return false;
  const std::string ending = lower(pattern.substr(dot + 1));
  return !ending.empty() && ending.find_first_of("*?[]/\\") == std::string::npos &&
         std::find(kOurs.begin(), kOurs.end(), ending) == kOurs.end();
}

bool says_nothing(std::string_view line) { return trim(line).empty() || line.starts_with('#'); }

}  // namespace

PathRules::PathRules(const Libgit2& git, git_repository* repository, git_config* config,
                     std::string workdir, const IndexFile& index)
    : git_(git),
      repository_(repository),
      config_(config),
      workdir_(std::move(workdir)),
      index_(index) {
  read_persons();
}

bool PathRules::is_set(const char* key) const {
  const char* unused = nullptr;
  return config_ == nullptr || git_.config_get_string(&unused, config_, key) == 0;
}

// Of the machine, the person and this repository, where libgit2 looks for them.
void PathRules::read_persons() {
  int crlf = 0;
  const bool is_off =
      config_ != nullptr && git_.config_get_bool(&crlf, config_, "core.autocrlf") == 0 && crlf == 0;
  programs_ = is_set("core.attributesfile");
  filters_ = (is_set("core.autocrlf") && !is_off) || programs_;
  ignores_ = is_set("core.excludesfile");
  constexpr std::array<std::pair<git_config_level_t, const char*>, 2> kPlaces = {
      {{GIT_CONFIG_LEVEL_SYSTEM, "gitattributes"}, {GIT_CONFIG_LEVEL_XDG, "attributes"}}};
  for (const auto& [level, name] : kPlaces) {
    git_buf folders = GIT_BUF_INIT;
    const int code = git_.libgit2_opts(GIT_OPT_GET_SEARCH_PATH, static_cast<int>(level), &folders);
    const std::string list = folders.ptr == nullptr ? "" : folders.ptr;
    git_.buf_dispose(&folders);
    filters_ = filters_ || code < 0;
    programs_ = programs_ || code < 0;
    ignores_ = ignores_ || code < 0;
    for (const std::string_view folder : split(list, GIT_PATH_LIST_SEPARATOR)) {
      if (folder.empty()) continue;
      read_attributes(path::join(folder, name));
      if (level == GIT_CONFIG_LEVEL_XDG) read_ignores(path::join(folder, "ignore"));
    }
  }
  const std::string own = path::join(git_.repository_commondir(repository_), "info");
  read_attributes(path::join(own, "attributes"));
  read_ignores(path::join(own, "exclude"));
}

void PathRules::read_attributes(const std::string& file) {
  const Result<std::string> bytes = make_real_file_system()->read(file);
  if (bytes) {
    add_attributes(*bytes);
  } else if (bytes.error().kind != ErrorKind::kNotFound) {
    filters_ = programs_ = true;
  }
}

void PathRules::read_ignores(const std::string& file) {
  const Result<std::string> bytes = make_real_file_system()->read(file);
  if (bytes) {
    add_ignores(*bytes);
  } else if (bytes.error().kind != ErrorKind::kNotFound) {
    ignores_ = true;
  }
}

void PathRules::add_attributes(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (says_nothing(line)) continue;
    if (line.find("[attr]") != std::string_view::npos)
      filters_ = programs_ = true;  // a name for others
    std::string words(trim(line));
    std::replace_if(words.begin(), words.end(), [](char c) { return c == '\t' || c == '\r'; }, ' ');
    const std::vector<std::string_view> all = split(words, ' ');
    const bool of_others = is_of_others(all.front());
    for (const std::string_view word : all) {
      filters_ = filters_ || is_filtering(word);
      programs_ = programs_ || (is_program(word) && !of_others);
    }
  }
}

void PathRules::add_ignores(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (const std::string_view line : split_lines(text)) {
    if (!says_nothing(line) && !line.starts_with('!')) add_pattern(line);
  }
}

void PathRules::add_pattern(std::string_view line) {
  const bool is_odd = line.find('\\') != std::string_view::npos || trim(line).size() != line.size();
  std::string_view name = trim(line);
  while (name.ends_with('/')) name.remove_suffix(1);
  // The whole path or one of its folders is meant, whose name the last part is.
  name = path::name(name);
  const std::size_t first = name.find_first_of("*?[");
  Pattern pattern;
  pattern.exact = first == std::string_view::npos;
  pattern.begin = lower(name.substr(0, first));
  if (!pattern.exact) pattern.end = lower(name.substr(name.find_last_of("*?[]") + 1));
  if (is_odd || (pattern.begin.empty() && pattern.end.empty())) {
    ignores_ = true;
  } else {
    patterns_.push_back(std::move(pattern));
  }
}

// With those that it lies in.
void PathRules::read_folder(std::string_view folder) {
  if (been_.contains(folder)) return;
  been_.emplace(folder);
  if (!folder.empty()) read_folder(path::directory(folder));
  const std::string here = path::join(workdir_, folder);
  const std::string ours = path::join(folder, kAttributesFile);
  read_attributes(path::join(here, kAttributesFile));
  read_ignores(path::join(here, kIgnores));
  // Where the folder lacks it, git takes what is staged. That is rare: no need to read it.
  if (index_.holds(ours) && !make_real_file_system()->stat(workdir_ + ours)) {
    filters_ = programs_ = true;
  }
}

bool PathRules::may_be_filtered(std::string_view path) {
  if (!filters_) read_folder(path::directory(path));
  return filters_;
}

bool PathRules::may_run_program(std::string_view path) {
  if (!programs_) read_folder(path::directory(path));
  return programs_;
}

std::vector<std::string> PathRules::may_run_programs_in(const std::string& prefix) {
  std::vector<std::string> found;
  for (const char* one : {"MEMORY.md", "observations/a.md", "sessions/a.md", "summaries/a.md",
                          "models/a.md", "memory/a.md"}) {
    std::string path = prefix + one;
    if (may_run_program(path)) found.push_back(std::move(path));
  }
  return found;
}

bool PathRules::may_be_ignored(std::string_view path) {
  if (!ignores_) read_folder(path::directory(path));
  if (ignores_) return true;
  if (patterns_.empty()) return false;
  const std::string whole = lower(path);
  const std::vector<std::string_view> names = split(whole, '/');
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& one) {
      return one.exact ? name == one.begin : name.starts_with(one.begin) && name.ends_with(one.end);
    });
  });
}

}  // namespace pyramid::history
