// What is kept of one workspace from call to call. See pyramid/warm.hpp.
#pragma once

#include "base/wake.hpp"
#include "index/vector_graph.hpp"
#include "ops/calls/services.hpp"
#include "ops/run/changed_files.hpp"
#include "pyramid/warm.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::ops {

class WarmWorkspace final : public WarmState {
 public:
  WarmWorkspace(WorkspaceOptions workspace, const WarmOptions& options)
      : workspace_(std::move(workspace)), large_(options.large) {
    if (options.graph) graph.emplace();
  }
  ~WarmWorkspace() override;

  // Only calls on this workspace use it.
  [[nodiscard]] bool is_of(const WorkspaceOptions& options) const {
    return options.root == workspace_.root && options.database == workspace_.database;
  }

  // The vectors of the index, for who only reads.
  std::optional<index::VectorGraph> graph;

  // Has changed files told from now on, and begins the first look.
  void watch(const Environment& environment);
  // Whether that is under way.
  [[nodiscard]] bool is_at_first_look() const { return at_first_look_; }
  [[nodiscard]] bool is_large(std::size_t files) const { return files >= large_; }

  // What nobody needs to be asked twice.
  struct Told {
    std::optional<std::vector<std::string>> changed;  // since the last look; nullopt: any file
    std::string index;  // that it went into (index/identity.hpp); "" before the first
  };
  struct Looked {
    index::RefreshReport scan;
    std::string index;
  };
  // `look` brings the index up to what changed, one call at a time. Where it fails the files stay
  // to be looked at. nullopt: nobody tells of changes, so who asks has to look by himself.
  using Look = std::function<Result<Looked>(const Told& told)>;
  Result<std::optional<index::RefreshReport>> bring_up(const Services& services,
                                                       const workspace::Workspace& workspace,
                                                       const Look& look);

 private:
  void look_first(const Environment& environment);
  [[nodiscard]] bool is_told(const workspace::Workspace& workspace);  // REQUIRES: mutex_

  const WorkspaceOptions workspace_;
  const std::size_t large_;
  const Wake nobody_rings_;
  bool watches_ = false;  // before any call
  std::atomic<bool> at_first_look_ = false;
  std::mutex mutex_;  // guards the rest
  std::optional<ChangedFiles> changed_;
  std::string index_;     // as Told has it
  bool refused_ = false;  // the kernel lets nobody watch so many folders
  std::thread looking_;
};

}  // namespace pyramid::ops
