#include "pyramid/memory.hpp"

#include "pyramid/init.hpp"
#include "workspace/workspace.hpp"

#include <utility>

namespace pyramid {

struct Memory::State {
  MemoryOptions options;
  std::unique_ptr<FileSystem> own_files = make_real_file_system();
  SystemClock own_clock;
  SilentProgress own_progress;

  [[nodiscard]] Environment environment() {
    return Environment{options.files != nullptr ? *options.files : *own_files,
                       options.clock != nullptr ? *options.clock : own_clock,
                       options.progress != nullptr ? *options.progress : own_progress,
                       options.engine, options.machine};
  }
};

namespace {

Failure closed() { return fail(ErrorKind::kUsage, "the memory is closed", {}, "open it again"); }

}  // namespace

Memory::Memory(std::unique_ptr<State> state) : state_(std::move(state)) {}
Memory::~Memory() = default;
Memory::Memory(Memory&& other) noexcept = default;
Memory& Memory::operator=(Memory&& other) noexcept = default;

Result<Memory> Memory::open(const MemoryOptions& options) {
  auto state = std::make_unique<State>();
  state->options = options;
  const Environment environment = state->environment();
  const std::string& root = options.workspace.root;
  Result<workspace::Workspace> workspace = workspace::open(environment.files, root);
  if (!workspace && options.create &&
      (workspace.error().kind == ErrorKind::kNotFound ||
       workspace.error().kind == ErrorKind::kNotWorkspace)) {
    PYRAMID_ASSIGN(const InitReport made, init(environment, root));
    workspace = workspace::open(environment.files, made.root);
  }
  if (!workspace) return fail(std::move(workspace).error());
  state->options.workspace.root = workspace->root;
  return Memory(std::move(state));
}

Result<Memory> Memory::open(const std::string& root) {
  MemoryOptions options;
  options.workspace.root = root;
  return open(options);
}

Result<SyncReport> Memory::sync(SyncOptions options) const {
  if (!state_) return closed();
  options.workspace = state_->options.workspace;
  return pyramid::sync(state_->environment(), options);
}

Result<SearchReport> Memory::search(SearchOptions options) const {
  if (!state_) return closed();
  options.workspace = state_->options.workspace;
  return search_memory(state_->environment(), options);
}

Result<SearchReport> Memory::search(const std::string& query, std::size_t limit) const {
  SearchOptions options;
  options.query = query;
  options.limit = limit;
  return search(std::move(options));
}

Result<RecallReport> Memory::recall(RecallOptions options) const {
  if (!state_) return closed();
  options.workspace = state_->options.workspace;
  return pyramid::recall(state_->environment(), options);
}

Result<RecallReport> Memory::recall(const std::string& prompt, std::size_t budget) const {
  RecallOptions options;
  options.prompt = prompt;
  options.budget = budget;
  return recall(std::move(options));
}

Result<RememberReport> Memory::log_session(const std::string& text,
                                           const std::string& channel) const {
  if (!state_) return closed();
  return log_text(state_->environment(), {state_->options.workspace, text, channel});
}

Result<ReadReport> Memory::read_file(const std::string& path, std::size_t from,
                                     std::size_t lines) const {
  if (!state_) return closed();
  return read_memory(state_->environment(), {state_->options.workspace, path, from, lines});
}

Result<RememberReport> Memory::append_to_memory(const std::string& text) const {
  if (!state_) return closed();
  return remember(state_->environment(), {state_->options.workspace, text, {}});
}

Result<IdentityReport> Memory::read_identity(const std::string& name) const {
  if (!state_) return closed();
  return pyramid::read_identity(state_->environment(), {state_->options.workspace, name, {}, {}});
}

Result<IdentityReport> Memory::update_identity(const std::string& name, const std::string& text,
                                               std::optional<std::string> made_from) const {
  if (!state_) return closed();
  return pyramid::update_identity(state_->environment(),
                                  {state_->options.workspace, name, text, std::move(made_from)});
}

Result<StatusReport> Memory::status() const {
  if (!state_) return closed();
  return pyramid::status(state_->environment(), state_->options.workspace);
}

std::string Memory::root() const { return state_ ? state_->options.workspace.root : std::string(); }

void Memory::close() { state_.reset(); }

}  // namespace pyramid
