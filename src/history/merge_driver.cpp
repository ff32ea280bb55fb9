// The merge driver in the repository's own configuration, never in the person's.
#include "base/path.hpp"
#include "base/text.hpp"
#include "history/git_repository.hpp"
#include "history/settings_lock.hpp"

namespace pyramid::history {

namespace {

constexpr const char* kDriverName = "merge.pyramid.name";
constexpr const char* kDriver = "merge.pyramid.driver";
constexpr const char* kRenames = "merge.renames";
constexpr const char* kStrategy = "pull.twohead";
constexpr const char* kRebase = "pull.rebase";
constexpr const char* kForward = "pull.ff";

std::string quoted(const std::string& program) {
  return "'" + replace_all(program, "'", "'\\''") + "'";
}

}  // namespace

std::string driver_command(const std::string& program) {
  return quoted(program) + " merge-driver %O %A %B %P";
}

bool GitRepository::is_merging() {
  return git_->repository_state(repository_.get()) == GIT_REPOSITORY_STATE_MERGE;
}

Status GitRepository::install_merge_driver(const std::string& program) {
  const std::string command = driver_command(program);
  const auto value = [&](const char* key) -> std::string {
    const char* text = nullptr;
    const bool found = config_ && git_->config_get_string(&text, config_.get(), key) == 0;
    return found ? text : std::string();
  };
  // What git takes for a rename by likeness is often another fact: files are known by their ids.
  const bool set_renames = is_own() && value(kRenames).empty();
  // git before 2.50 heeds it with this strategy alone; later it is another name of the default.
  const bool set_strategy = is_own() && value(kStrategy).empty();
  // Where two machines went on, git pulls nothing before it was told how: "divergent branches".
  const bool set_pull = is_own() && value(kRebase).empty() && value(kForward).empty();
  const bool is_set = value(kDriver) == command && !value(kDriverName).empty();
  if (is_set && !set_renames && !set_strategy && !set_pull) return {};
  const WritesSettings writes(path::join(common_folder(), "config"));
  Handle<git_config> all = no_handle<git_config>(), local = no_handle<git_config>();
  int code = make(all, git_->config_free, [&](git_config** out) {
    return git_->repository_config(out, repository_.get());
  });
  if (code == 0) {
    code = make(local, git_->config_free, [&](git_config** out) {
      return git_->config_open_level(out, all.get(), GIT_CONFIG_LEVEL_LOCAL);
    });
  }
  const auto set = [&](const char* key, const char* text) {
    if (code == 0) code = git_->config_set_string(local.get(), key, text);
  };
  set(kDriverName, "Pyramid: memory files by their kind");
  set(kDriver, command.c_str());
  if (set_renames) set(kRenames, "false");
  if (set_strategy) set(kStrategy, "recursive");
  if (set_pull) set(kRebase, "false");
  if (code < 0) {
    return git_->failure(code, ErrorKind::kIo, "the merge driver cannot be set in git's settings",
                         workdir_);
  }
  return {};
}

}  // namespace pyramid::history
