// What several ways in say alike of what came, or would come, in.
#pragma once

#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"

#include <utility>
#include <vector>

namespace pyramid::ops {

// Why a dry run has a file in its plan.
inline constexpr const char* kNotInMemory = "not in memory yet";

// Counts secrets that were taken out, and tells of them; `ledger` may be nullptr. Report: of an
// import, or of one observation.
template <typename Report>
void tell_redacted(const std::vector<SecretPlace>& places, Ledger* ledger, Report& report) {
  report.redacted += places.size();
  for (const SecretPlace& place : places) note_redacted(ledger, place.kind);
  for (Diagnostic& one : redacted_at(places)) report.diagnostics.push_back(std::move(one));
}

}  // namespace pyramid::ops
