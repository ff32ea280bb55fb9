// What changes below a folder, told by the kernel (inotify).
#pragma once

#include "base/wake.hpp"
#include "pyramid/result.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace pyramid {

// A watch a folder; each that comes into being below gets its own. Belongs to one thread.
class DirectoryWatch {
 public:
  struct Changes {
    // Relative to the root, or as also_below() says: written, made, moved here or away, removed.
    std::set<std::string> files;
    // More than the files says: folders came, went or moved, or events were lost. Whoever wants to
    // know looks at everything.
    bool all = false;
    [[nodiscard]] bool empty() const { return files.empty() && !all; }
  };

  // Everything that happens after this has returned is told. `enter(relative directory)` says which
  // folders count. kNotFound without such a folder; kIo with a hint where the kernel's limit is
  // reached.
  static Result<DirectoryWatch> start(const std::string& root,
                                      std::function<bool(std::string_view)> enter);
  ~DirectoryWatch();
  DirectoryWatch(DirectoryWatch&& other) noexcept;
  DirectoryWatch& operator=(DirectoryWatch&& other) noexcept;
  DirectoryWatch(const DirectoryWatch&) = delete;
  DirectoryWatch& operator=(const DirectoryWatch&) = delete;

  // Watches one folder more, by itself, whatever `enter` says.
  Status also(const std::string& directory);
  // The same with all below that `enter` lets in. One that lies outside is given as an absolute
  // path, and so are its files. True where it was not watched yet; kNotFound where it is not there.
  Result<bool> also_below(const std::string& directory);

  // Waits at most so long for something to happen, then adds all there is; false when nothing came,
  // or when `wake` was rung. What was done before something that is told here has been told as
  // well. kNotFound once the root is gone.
  Result<bool> wait(std::chrono::milliseconds patience, const Wake& wake, Changes& changes);

  [[nodiscard]] std::size_t folders() const { return folders_.size(); }

 private:
  DirectoryWatch() = default;

  Status add(const std::string& directory);
  Status add_below(const std::string& directory);
  void forget_below(const std::string& directory);
  Status take_all(Changes& changes);
  Status take_folder(std::uint32_t mask, const std::string& path, Changes& changes);

  std::string root_;
  std::function<bool(std::string_view)> enter_;
  int fd_ = -1;
  std::map<int, std::string> folders_;  // by watch descriptor, relative; "" = the root
};

}  // namespace pyramid
