// A turn of a conversation with the language model of a workspace, which is told what memory knows.
#pragma once

#include "pyramid/capture.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid {

struct ConverseOptions {
  WorkspaceOptions workspace;
  std::vector<CapturedTurn> turns;  // of the conversation so far; the last one is the person's
  std::size_t budget = 2000;        // tokens of what is recalled, as in RecallOptions
  // Given each part of the answer as it comes, where the server streams, else the whole; on the
  // calling thread. None: nobody waits for it.
  std::function<void(std::string_view)> on_text = {};
};

struct ConverseReport {
  std::string text;                // the answer, in markdown; why, if `refused`
  bool cut = false;                // it came to the length that an answer may have
  bool refused = false;            // the model will not answer
  std::vector<std::string> taken;  // what was recalled for it, as of RecallReport
  std::size_t left_out = 0;        // turns at the beginning that the model was not shown any more
  Diagnostics diagnostics;
};

// Whether the workspace has a language model to converse with; it is not asked.
Result<bool> can_converse(const Environment& environment, const WorkspaceOptions& workspace);

// Recalls what memory knows for the last turn and asks the model for the next one. Keeps nothing:
// capture() does. kUsage without a turn of the person's at the end, and where `engine` in
// pyramid.yaml is the built-in one, which does not converse; kEngine, kTooLong and kCancelled as
// the model fails. If the answer fails midway, what `on_text` was given is all there is.
Result<ConverseReport> converse(const Environment& environment, const ConverseOptions& options);

}  // namespace pyramid
