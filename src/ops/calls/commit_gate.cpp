#include "ops/calls/commit_gate.hpp"

#include "history/repository.hpp"
#include "ops/calls/secrets.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace pyramid::ops {

bool SecretsGate::admits(const std::string& path, std::string_view bytes) {
  Diagnostics found;
  if (!leaves_out(bytes, path, policy_, found)) return true;
  const std::lock_guard lock(adding_);
  left_out_.insert(left_out_.end(), found.begin(), found.end());
  return false;
}

std::string SecretsGate::cleared(const std::string& text) {
  return guard::redact(text, policy_).text;
}

Diagnostics SecretsGate::take() {
  const std::lock_guard lock(adding_);
  const auto place = [](const Diagnostic& one) { return std::tie(one.where, one.what); };
  std::sort(left_out_.begin(), left_out_.end(),
            [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  left_out_.erase(
      std::unique(left_out_.begin(), left_out_.end(),
                  [&](const Diagnostic& a, const Diagnostic& b) { return place(a) == place(b); }),
      left_out_.end());
  allow_all_at_once(policy_, left_out_);
  return std::exchange(left_out_, {});
}

std::shared_ptr<SecretsGate> put_gate(history::Repository& repository,
                                      const format::Settings& settings) {
  auto gate = std::make_shared<SecretsGate>(secrets_policy(settings));
  repository.pass_through(gate);
  return gate;
}

}  // namespace pyramid::ops
