// git's lock on its settings, which libgit2 takes and a killed process leaves.
#pragma once

#include <string>

namespace pyramid::history {

// While this lives a file beside git's settings says that this process writes them: the lock does
// not say whose it is.
class WritesSettings {
 public:
  // `settings`: the file `config` of the repository.
  explicit WritesSettings(const std::string& settings);
  ~WritesSettings();
  WritesSettings(const WritesSettings&) = delete;
  WritesSettings& operator=(const WritesSettings&) = delete;

 private:
  std::string note_;
};

// Takes away such files of gone processes, and first a lock that stays beside one although git
// would have had its moment.
void release_stale_settings(const std::string& settings);

}  // namespace pyramid::history
