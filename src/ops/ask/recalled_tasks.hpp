// Tasks in what an agent is told before a turn.
#pragma once

#include "ops/ask/context.hpp"
#include "ops/run/opened.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::ops {

// A line of it, and where what it tells stands.
struct RecalledTask {
  std::string text;
  std::string path;
  std::size_t first_line = 0, last_line = 0;  // 0: of no line in particular
};

struct RecalledTasks {
  std::vector<RecalledTask> lines;
  std::vector<LeftOut> left;
};

// The tasks that the prompt touches, best first (tasks_about()); behind each, one step along every
// relation in either direction: "Deploy the gateway is blocked by Rotate the certificates (failed):
// The vault was sealed." What is no longer wanted is left out; so is a link that leads nowhere, or
// to the task itself.
Result<RecalledTasks> recalled_tasks(Services& services, Opened& opened, const std::string& prompt);

}  // namespace pyramid::ops
