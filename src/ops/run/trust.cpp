#include "pyramid/trust.hpp"

#include "history/vouched.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/trusted.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid {

namespace {

// What the files of the workspace name; an address of the environment needs no word.
Result<std::vector<std::string>> addresses_named(const Environment& environment,
                                                 const workspace::Workspace& workspace) {
  std::vector<std::string> named;
  const auto add = [&](const ops::ModelAccess& access) {
    const std::string& base = access.endpoint.base;
    if (access.named_by.empty()) return;
    if (std::find(named.begin(), named.end(), base) == named.end()) named.push_back(base);
  };
  PYRAMID_ASSIGN(const ops::ModelAccess model, ops::model_access(environment, workspace));
  add(model);
  PYRAMID_ASSIGN(const ops::ModelAccess embedding, ops::embedding_access(environment, workspace));
  add(embedding);
  return named;
}

}  // namespace

Result<TrustReport> trust(const Environment& environment, const TrustOptions& options) {
  TrustReport report;
  if (options.action == TrustAction::kList) {
    report.addresses = ops::all_confirmed(environment);
    return report;
  }
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  if (options.action == TrustAction::kRemove) {
    PYRAMID_ASSIGN(report.addresses, ops::take_back(environment, workspace.root));
    PYRAMID_TRY(history::forget_vouching(workspace.root));
    return report;
  }
  PYRAMID_ASSIGN(const auto named, addresses_named(environment, workspace));
  PYRAMID_ASSIGN(report, ops::confirm_addresses(environment, workspace, named));
  PYRAMID_TRY(history::vouch_for(workspace.root));
  return report;
}

}  // namespace pyramid
