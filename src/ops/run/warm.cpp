#include "ops/run/warm.hpp"

#include "ops/run/opened.hpp"

#include <chrono>

namespace pyramid {

std::unique_ptr<WarmState> keep_warm(const Environment& environment,
                                     const WorkspaceOptions& workspace,
                                     const WarmOptions& options) {
  auto warm = std::make_unique<ops::WarmWorkspace>(workspace, options);
  if (options.watches) warm->watch(environment);
  return warm;
}

namespace ops {

WarmWorkspace::~WarmWorkspace() {
  if (looking_.joinable()) looking_.join();
}

void WarmWorkspace::watch(const Environment& environment) {
  watches_ = true;
  at_first_look_ = true;
  looking_ = std::thread([this, environment] {
    look_first(environment);
    at_first_look_ = false;
  });
}

// Where there is an index: to make one is for who asks, who is told how it goes on.
void WarmWorkspace::look_first(const Environment& environment) {
  SilentProgress silent;
  Environment mine{environment.files,  environment.clock,   silent,
                   environment.engine, environment.program, environment.machine,
                   environment.home,   environment.zone,    this};
  static_cast<void>(with_services(mine, workspace_, [this](Services& services) -> Status {
    PYRAMID_TRY(open(services, workspace_, Access::kReadUnchecked));
    PYRAMID_TRY(open(services, workspace_, Access::kRead));
    return {};
  }));
}

bool WarmWorkspace::is_told(const workspace::Workspace& workspace) {
  if (!watches_ || refused_) return false;
  if (!changed_) {
    Result<ChangedFiles> begun = ChangedFiles::begin(workspace);
    refused_ = !begun && begun.error().kind == ErrorKind::kIo;
    if (!begun) return false;
    changed_ = *std::move(begun);
  }
  // The kernel tells of a change before who made it can go on, so all of them are in this.
  if (changed_->take(std::chrono::milliseconds(0), nobody_rings_)) return true;
  changed_.reset();
  return false;
}

Result<std::optional<index::RefreshReport>> WarmWorkspace::bring_up(
    const Services& services, const workspace::Workspace& workspace, const Look& look) {
  const std::lock_guard lock(mutex_);
  if (!is_told(workspace)) return std::optional<index::RefreshReport>();
  changed_->look_at_unwatched(services.files, workspace, services.home);
  PYRAMID_ASSIGN(Looked looked, look({changed_->paths(), index_}));
  changed_->taken_in(looked.scan);
  index_ = std::move(looked.index);
  return std::optional(std::move(looked.scan));
}

}  // namespace ops
}  // namespace pyramid
