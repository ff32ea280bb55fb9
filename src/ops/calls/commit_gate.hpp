// The gate of all commits of a workspace: docs/security.md says what it lets through.
#pragma once

#include "format/settings.hpp"
#include "guard/redact.hpp"
#include "history/gate.hpp"
#include "pyramid/error.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::history {
class Repository;
}

namespace pyramid::ops {

// Leaves out files in which a secret stands, by the settings, and keeps what to say of them.
class SecretsGate final : public history::Gate {
 public:
  explicit SecretsGate(guard::Policy policy) : policy_(std::move(policy)) {}

  bool admits(const std::string& path, std::string_view bytes) override;
  std::string cleared(const std::string& text) override;

  // A warning a file and kind, by their places; what was taken is not told again.
  Diagnostics take();

 private:
  guard::Policy policy_;
  std::mutex adding_;
  Diagnostics left_out_;
};

// The gate that this repository gets by the workspace's settings.
std::shared_ptr<SecretsGate> put_gate(history::Repository& repository,
                                      const format::Settings& settings);

}  // namespace pyramid::ops
