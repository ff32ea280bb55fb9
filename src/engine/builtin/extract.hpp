// Extraction by rule: the declarative sentences of a conversation as facts in the third person.
#pragma once

#include "engine/engine.hpp"

namespace pyramid::engine::builtin {

// From the person's turns: statements about themselves and their world. From the assistant's: what
// it promised, decided, learned or got wrong. Dropped: greetings, questions, requests, what-ifs,
// jokes, quotes, code, sentences whose subject only another could explain, and sentences in another
// language than English (nothing is better than nonsense). A near-duplicate within the request
// is said once; a different name, number or date is never a duplicate.
Result<std::vector<Extracted>> extract(const ExtractRequest& request);

}  // namespace pyramid::engine::builtin
