// The observations, newest first.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct ListOptions {
  WorkspaceOptions workspace;
  std::size_t limit = 20;
  std::string model;          // name, title or alias; "" = all
  std::optional<Time> since;  // then or later, as the clocks showed where it was said
};

// One observation, told in a line.
struct ObservationLine {
  std::string id, path;
  LocalTime at;               // by the clock of where it was said, else the workspace's
  int importance = 0;         // 0 = not judged
  std::string model, status;  // "" = not assigned; "" = active
  std::string text;           // one line, markup dropped
};

struct ListReport {
  std::vector<ObservationLine> observations;
  std::size_t total = 0;  // that model and since let through
  Diagnostics diagnostics;
};

// Reads only (the index is refreshed). kUsage for a limit of 0, kNotFound for an unknown model.
Result<ListReport> list_observations(const Environment& environment, const ListOptions& options);

}  // namespace pyramid
