// What a run makes of files, by their paths.
#pragma once

#include "base/digest.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string_view>

namespace pyramid::ops {

// An import changes a hundred thousand files. A piece of memory for each path and each node of a
// tree, between what comes and goes, would keep all of it from the system; here they lie together.
// What was moved from can be assigned to, and nothing else.
class Changes {
 public:
  using After = std::optional<Digest>;  // nullopt: the file is gone
  using Map = std::pmr::map<std::string_view, After>;

  Changes() : room_(std::make_unique<Room>()) {}
  Changes(const Changes& other) : Changes() { add(other); }
  Changes(Changes&&) = default;
  Changes& operator=(const Changes& other) { return *this = Changes(other); }
  Changes& operator=(Changes&&) = default;
  ~Changes() = default;

  void set(std::string_view path, const After& after);
  // The same of a path that lives as long as this: no copy is made.
  void set_kept(std::string_view path, const After& after);
  void add(const Changes& others);

  // nullptr: not among them.
  [[nodiscard]] const After* find(std::string_view path) const;
  [[nodiscard]] bool contains(std::string_view path) const { return find(path) != nullptr; }
  [[nodiscard]] bool contains(std::string_view path, const After& after) const;
  [[nodiscard]] bool empty() const { return room_->by_path.empty(); }
  [[nodiscard]] std::size_t size() const { return room_->by_path.size(); }
  // In the order of their paths, which live as long as this.
  [[nodiscard]] Map::const_iterator begin() const { return room_->by_path.begin(); }
  [[nodiscard]] Map::const_iterator end() const { return room_->by_path.end(); }

 private:
  struct Room {
    std::pmr::monotonic_buffer_resource pieces;
    Map by_path{&pieces};
  };
  std::unique_ptr<Room> room_;
};

}  // namespace pyramid::ops
