#include "pyramid/trust.hpp"

#include "history/vouched.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/trusted.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
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
  std::vector<TrustedAddress> all = ops::read_trusted(environment);
  if (options.deed == TrustDeed::kList) {
    report.addresses = std::move(all);
    return report;
  }
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  const std::string place = ops::place_of_workspace(environment, workspace.root);
  if (options.deed == TrustDeed::kRemove) {
    const auto is_here = [&](const TrustedAddress& one) { return one.workspace == place; };
    std::copy_if(all.begin(), all.end(), std::back_inserter(report.addresses), is_here);
    std::erase_if(all, is_here);
    if (!report.addresses.empty()) PYRAMID_TRY(ops::write_trusted(environment, all));
    PYRAMID_TRY(history::forget_vouching(workspace.root));
    return report;
  }
  PYRAMID_ASSIGN(const auto named, addresses_named(environment, workspace));
  for (const std::string& address : named) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const TrustedAddress& one) {
      return one.workspace == place && one.address == address;
    });
    (known ? report.known : report.addresses).push_back({place, address});
    if (!known) all.push_back({place, address});
  }
  if (!report.addresses.empty()) PYRAMID_TRY(ops::write_trusted(environment, all));
  PYRAMID_TRY(history::vouch_for(workspace.root));
  return report;
}

}  // namespace pyramid
