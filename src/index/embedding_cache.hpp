// Vectors by the digest of the text that they are of, and by the embedder that made them: kept
// beside the index, so that a file that moves, a pull or an index that was deleted costs no call.
//
// On disk: .pyramid/embeddings.db (SQLite; pages are summed as those of the index), numbers as
// float32. It may be deleted at any time, and holds no words; texts that are gone leave with
// keep_only(). A damaged one is begun anew. A file that is not there is made with the first vector.
// Thread rule: all methods may be called from several threads at once; several processes may use
// the same file.
#pragma once

#include "base/digest.hpp"
#include "index/database.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::index {

class EmbeddingCache {
 public:
  explicit EmbeddingCache(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  // The length of this embedder's vectors; 0 where there are none.
  Result<std::size_t> dims_of(std::string_view embedder);
  // One a text, in their order, empty where there is none.
  Result<std::vector<std::vector<float>>> find(std::string_view embedder,
                                               std::span<const Digest> texts);
  // Which of the texts have one.
  Result<std::vector<bool>> holds(std::string_view embedder, std::span<const Digest> texts);
  // `vectors`: one a text, row-major. A length that differs from that of earlier ones drops those.
  Status put(std::string_view embedder, std::size_t dims, std::span<const Digest> texts,
             std::span<const float> vectors);
  // How many there are, of all embedders.
  Result<std::size_t> size();
  // Drops the vectors of all other texts, and what they leave in the file.
  Status keep_only(std::span<const Digest> texts);

 private:
  struct Engine {
    std::int64_t id = 0;  // 0: not there
    std::size_t dims = 0;
  };
  // `work` with the database, or nothing where there is none and none is to be made. Damage shows
  // as if there were none.
  Status with(bool make, const std::function<Status(Database&)>& work);
  Status open(bool make);
  static Result<Engine> engine(Database& database, std::string_view name);
  // Gives `take` the place, the row of `query` and the length of the vectors of each text that is
  // there.
  using TakeRow = std::function<void(std::size_t, const Statement&, std::size_t)>;
  Status look_up(std::string_view embedder, std::span<const Digest> texts, const char* query,
                 const TakeRow& take);

  std::string path_;
  std::mutex mutex_;  // of what stands below
  std::optional<Database> database_;
};

}  // namespace pyramid::index
