// git's index as bytes: which paths it holds, and what an index with other entries is made of
// (index_writer.hpp).
//
// Why not libgit2: it makes an object of each entry. With 116,000 files that took 160 ms to read
// and 90 to write, where a commit of ten files changes ten entries.
//
// The format: git's own documentation, gitformat-index(5). Versions 2, 3 and 4 with SHA-1. An index
// that is split or sparse is refused.
#pragma once

#include "base/mapped_file.hpp"
#include "history/libgit2.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

// Immutable; several threads may read it. What it gives is good while it is.
class IndexFile {
 public:
  IndexFile() = default;
  IndexFile(IndexFile&&) noexcept = default;
  IndexFile& operator=(IndexFile&&) noexcept = default;
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;
  ~IndexFile() = default;

  // No file, or no bytes: an index that holds nothing. kInvalid, with `where`, for what has not the
  // form of an index, or is split. The checksum at its end is left to `git fsck`, as git itself
  // does; with index.skipHash it is zeros.
  static Result<IndexFile> read(const std::string& path);
  static Result<IndexFile> parse(std::string bytes, const std::string& where);

  struct Entry {
    std::string_view path;
    int stage = 0;  // 1, 2 and 3: the sides of a conflict
    std::uint32_t mode = 0;
    git_oid blob;
  };
  // Entries have numbers, from 0, by path and then stage.
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] Entry entry(std::size_t number) const;
  [[nodiscard]] std::string_view path(std::size_t number) const {
    return path_of(entries_[number]);
  }
  // What the disk said of the file when it was last found equal to the blob, as far as git keeps
  // it: 32 bits of each of the seconds, of the inode and of the size.
  [[nodiscard]] FileStat seen(std::size_t number) const;
  // All of it in libgit2's terms, but for the path. What could have changed within the moment in
  // which the index was written, at `written_at`, bears no time: then the content is compared.
  [[nodiscard]] git_index_entry for_libgit2(std::size_t number, std::int64_t written_at_ns) const;
  // The first entry whose path is not before this one; size() when there is none.
  [[nodiscard]] std::size_t position_of(std::string_view path) const;

  // Without a conflict about it.
  [[nodiscard]] bool holds(std::string_view path) const;
  // Any below the folder, which is given with a `/` behind.
  [[nodiscard]] bool holds_below(std::string_view folder) const;
  // A path below the folder ("" = any) that has conflicts; nullopt where there is none.
  [[nodiscard]] std::optional<std::string> conflict_below(std::string_view folder) const;

  // Paths below the folder that git keeps off the disk: a sparse checkout.
  [[nodiscard]] std::vector<std::string> skipped_below(std::string_view folder) const;

  // For the writer: what stands before the path; entries first..end, without `end`, and all of
  // them; the extension TREE without its head, "" = none.
  [[nodiscard]] std::uint32_t version() const { return version_; }
  [[nodiscard]] std::string_view fixed_part(std::size_t number) const;
  [[nodiscard]] std::string_view entries_as_they_are(std::size_t first, std::size_t end) const;
  [[nodiscard]] std::string_view tree_cache() const;

 private:
  // An entry begins at `at`; its path lies in `paths_` for version 4, where `bytes_` has but its
  // end, and else in `bytes_`.
  struct Place {
    std::uint32_t at = 0, path_at = 0, path_size = 0;
  };

  Status parse_entries(std::uint32_t count, std::size_t end);
  Status parse_extensions(std::size_t at);
  [[nodiscard]] Failure damaged(const char* cause) const;
  [[nodiscard]] std::string_view path_of(const Place& place) const;
  [[nodiscard]] std::uint16_t flags_of(const Place& place) const;
  [[nodiscard]] bool stands_before(const Place& a, const Place& b) const;

  Status parse_all();

  std::string held_, where_;
  MappedFile file_;
  std::string_view bytes_;  // of one of the two
  std::uint32_t version_ = 2;
  std::vector<Place> entries_;
  std::uint32_t entries_end_ = 0;
  std::string paths_;
  std::uint32_t tree_cache_at_ = 0, tree_cache_size_ = 0;
};

}  // namespace pyramid::history
