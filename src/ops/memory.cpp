#include "pyramid/memory.hpp"

#include "ops/sync/watch.hpp"
#include "pyramid/init.hpp"
#include "pyramid/warm.hpp"
#include "workspace/workspace.hpp"

#include <atomic>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace pyramid {

namespace {

// What the front end wants to know, with a wish to stop of our own.
class Stoppable final : public Progress {
 public:
  explicit Stoppable(Progress& inner) : inner_(inner) {}
  void begin(std::string_view stage, std::size_t total) override { inner_.begin(stage, total); }
  void advance(std::size_t steps) override { inner_.advance(steps); }
  void end() override { inner_.end(); }
  void notice(std::string_view line) override { inner_.notice(line); }
  [[nodiscard]] bool cancelled() const override { return stop_ || inner_.cancelled(); }
  void stop() {
    stop_ = true;
    wake_.ring();
  }
  [[nodiscard]] const Wake& wake() const { return wake_; }

 private:
  Progress& inner_;
  std::atomic<bool> stop_ = false;
  Wake wake_;
};

// A watch in a thread of its own.
class Watching {
 public:
  Watching(Environment environment, WatchOptions options, WatchListener listener)
      : progress_(environment.progress),
        environment_{environment.files,
                     environment.clock,
                     progress_,
                     std::move(environment.engine),
                     std::move(environment.program),
                     std::move(environment.machine),
                     std::move(environment.home)},
        options_(std::move(options)),
        listener_(std::move(listener)),
        started_(ready_.get_future()),
        thread_([this] { run(); }) {}
  ~Watching() { static_cast<void>(stop()); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  // Waits for the first update; why there is none to come.
  Status wait_until_started() {
    started_.wait();
    if (indexed_) return {};
    return stop();
  }

  Status stop() {
    progress_.stop();
    if (thread_.joinable()) thread_.join();
    return std::exchange(ended_, Status());
  }

 private:
  void run() {
    const WatchListener listener = [this](const WatchUpdate& update) {
      if (listener_) listener_(update);
      tell_started(true);
    };
    ended_ = ops::watch(environment_, options_, listener, progress_.wake());
    tell_started(false);
  }

  void tell_started(bool indexed) {
    if (std::exchange(told_, true)) return;
    indexed_ = indexed;
    ready_.set_value();
  }

  Stoppable progress_;
  Environment environment_;
  WatchOptions options_;
  WatchListener listener_;
  std::promise<void> ready_;
  std::future<void> started_;
  bool told_ = false;     // of the thread
  bool indexed_ = false;  // before ready_
  Status ended_;          // after the thread
  std::thread thread_;    // the last: it uses the others
};

}  // namespace

struct Memory::State {
  MemoryOptions options;
  std::unique_ptr<FileSystem> own_files = make_real_file_system();
  SystemClock own_clock;
  SilentProgress own_progress;
  std::unique_ptr<WarmState> warm;
  std::unique_ptr<Watching> watching;

  [[nodiscard]] Environment environment() {
    Environment environment{options.files != nullptr ? *options.files : *own_files,
                            options.clock != nullptr ? *options.clock : own_clock,
                            options.progress != nullptr ? *options.progress : own_progress,
                            options.engine};
    environment.machine = options.machine;
    environment.home = options.home;
    environment.warm = warm.get();
    return environment;
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
    PYRAMID_ASSIGN(const InitReport made, init(environment, root, {.timezone = options.timezone}));
    workspace = workspace::open(environment.files, made.root);
  }
  if (!workspace) return fail(std::move(workspace).error());
  state->options.workspace.root = workspace->root;
  state->warm = keep_warm(environment, state->options.workspace, {.graph = true});
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

Result<TreeReport> Memory::tree(const std::string& path, std::size_t depth) const {
  if (!state_) return closed();
  return topic_tree(state_->environment(), {state_->options.workspace, path, depth});
}

Result<AddTopicReport> Memory::add(const std::string& text, const std::string& folder) const {
  if (!state_) return closed();
  AddTopicOptions options;
  options.workspace = state_->options.workspace;
  options.text = text;
  options.into = folder;
  return add_topic(state_->environment(), options);
}

Result<MoveTopicReport> Memory::move(const std::string& path, const std::string& folder) const {
  if (!state_) return closed();
  return move_topic(state_->environment(), {state_->options.workspace, path, folder});
}

Result<UpdateTopicReport> Memory::update(const std::string& path, const std::string& text,
                                         const std::string& key) const {
  if (!state_) return closed();
  return update_topic(state_->environment(), {state_->options.workspace, path, text, key});
}

Result<DeleteTopicReport> Memory::remove(const std::string& path, bool with_contents) const {
  if (!state_) return closed();
  return delete_topic(state_->environment(), {state_->options.workspace, path, with_contents});
}

Result<WalkReport> Memory::walk(const std::string& query, std::size_t budget) const {
  if (!state_) return closed();
  WalkOptions options;
  options.workspace = state_->options.workspace;
  options.query = query;
  options.budget = budget;
  return walk_topics(state_->environment(), options);
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

Result<CaptureReport> Memory::capture(CaptureOptions options) const {
  if (!state_) return closed();
  options.workspace = state_->options.workspace;
  return pyramid::capture(state_->environment(), options);
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
                                               std::optional<std::string> expected) const {
  if (!state_) return closed();
  return pyramid::update_identity(state_->environment(),
                                  {state_->options.workspace, name, text, std::move(expected)});
}

Result<StatusReport> Memory::status() const {
  if (!state_) return closed();
  return pyramid::status(state_->environment(), state_->options.workspace);
}

Status Memory::start_watching(WatchOptions options, WatchListener listener) {
  if (!state_) return closed();
  if (state_->watching) {
    return fail(ErrorKind::kUsage, "is watched by this memory already", root());
  }
  options.workspace = state_->options.workspace;
  auto watching =
      std::make_unique<Watching>(state_->environment(), std::move(options), std::move(listener));
  PYRAMID_TRY(watching->wait_until_started());
  state_->watching = std::move(watching);
  return {};
}

Status Memory::stop_watching() {
  if (!state_) return closed();
  const std::unique_ptr<Watching> watching = std::move(state_->watching);
  return watching ? watching->stop() : Status();
}

std::string Memory::root() const { return state_ ? state_->options.workspace.root : std::string(); }

void Memory::close() { state_.reset(); }

}  // namespace pyramid
