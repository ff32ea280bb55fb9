// An engine's answer to a question, held against the passages that it was made from.
#pragma once

#include "engine/engine.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

struct GroundedAnswer {
  std::string text;                      // with citations of passages that there are; "" = none
  std::vector<DroppedSentence> dropped;  // without paths
};

// An engine that cites is asked once more, told what stands in no passage; then such sentences are
// dropped, and the ledger is told. Names, numbers, dates and addresses are judged: passages may be
// in the first person, so who did what, and denials, are not. Another engine's answer is made of
// the passages' own sentences and passes as it is.
Result<GroundedAnswer> ask_grounded_answer(Services& services, engine::AnswerRequest request);

}  // namespace pyramid::ops
