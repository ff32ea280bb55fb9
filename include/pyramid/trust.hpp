// Which addresses a workspace may send to, as far as its own files name them.
//
// A repository comes with a pyramid.yaml, and perhaps a .env, that somebody else wrote. What these
// name gets neither key nor text before a person confirmed it on this machine. The confirmations
// lie in `environment.engine.trusted`, outside of every workspace; where that is nullopt the caller
// vouches for the workspace. Each holds for the workspace that has its mark below .pyramid/, as
// long as it stays in its place.
//
// The same word covers the programs that the settings of its git repository name for files on their
// way into git (`filter.NAME.clean`): without it none of them runs. The settings of the person and
// of the machine need none.
//
// Of a workspace that init() made on this machine, and whose git repository has no remote from
// which its files could come, what they name counts as confirmed, and stays so when it is used.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid {

enum class TrustAction { kConfirm, kRemove, kList };

struct TrustOptions {
  WorkspaceOptions workspace;  // not looked at by kList
  TrustAction action = TrustAction::kConfirm;
};

struct TrustedAddress {
  std::string workspace;  // its real path
  std::string address;    // "" = all that the files of a workspace made here name
};

struct TrustReport {
  std::vector<TrustedAddress> addresses;  // confirmed or removed now; with kList all that stand
  std::vector<TrustedAddress> known;      // kConfirm: confirmed before
};

// kUsage where there is nowhere to keep confirmations.
Result<TrustReport> trust(const Environment& environment, const TrustOptions& options);

}  // namespace pyramid
