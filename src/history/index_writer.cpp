#include "history/index_writer.hpp"

#include "history/index_format.hpp"

#define OPENSSL_SUPPRESS_DEPRECATED  // as in base/digest.cpp
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::history {

using namespace index_format;

namespace {

using Folders = std::set<std::string, std::less<>>;

void append_offset(std::string& out, std::size_t value) {
  std::string reversed(1, static_cast<char>(value & 0x7FU));
  while ((value >>= 7U) != 0) reversed += static_cast<char>(0x80U | (--value & 0x7FU));
  out.append(reversed.rbegin(), reversed.rend());
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin()).first -
      a.begin());
}

// Each folder that the path lies in, with a `/` behind; "" is not one of them.
template <typename Take>
void each_folder(std::string_view path, const Take& take) {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    take(path.substr(0, slash + 1));
  }
}

// The cache of trees without the ids of those folders in which something changed. A record: name,
// NUL, "<entries> <folders in it>\n" and, unless entries is -1, the tree's id; then those folders'.
class TreeCacheCopy {
 public:
  TreeCacheCopy(std::string_view from, const Folders& changed) : rest_(from), changed_(changed) {}

  // "" for what is no such cache.
  std::string run() {
    std::vector<Level> open;
    do {
      if (!copy_one(open)) return {};
      while (!open.empty() && open.back().left == 0) open.pop_back();
    } while (!open.empty());
    return rest_.empty() ? out_ : std::string();
  }

 private:
  struct Level {
    std::string folder;  // with a `/` behind; "" = the top
    std::size_t left;    // records of folders in it that are still to come
  };

  bool copy_one(std::vector<Level>& open) {
    const std::size_t name_end = rest_.find('\0');
    const std::size_t line_end = rest_.find('\n', name_end);
    if (line_end == std::string_view::npos) return false;
    const std::string_view name = rest_.substr(0, name_end);
    const std::string_view line = rest_.substr(name_end + 1, line_end - name_end - 1);
    rest_.remove_prefix(line_end + 1);
    int entries = 0;
    std::size_t folders = 0;
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), line.data() + line.size(), entries);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return false;
    const auto second = std::from_chars(first.ptr + 1, end, folders);
    if (second.ec != std::errc() || second.ptr != end) return false;
    if (entries >= 0 && rest_.size() < kHash) return false;
    std::string folder;
    if (!open.empty()) {
      --open.back().left;
      folder = open.back().folder + std::string(name) + "/";
    }
    const bool keep = entries >= 0 && !changed_.contains(folder);
    (out_ += name) += '\0';
    if (keep) {
      ((out_ += line) += '\n') += rest_.substr(0, kHash);
    } else {
      out_ += "-1 " + std::to_string(folders) + "\n";
    }
    if (entries >= 0) rest_.remove_prefix(kHash);
    open.push_back({std::move(folder), folders});
    return true;
  }

  std::string_view rest_;
  const Folders& changed_;
  std::string out_;
};

// What is written, through a buffer, with the checksum at its end.
class Output {
 public:
  explicit Output(const std::function<Status(std::string_view)>& take) : take_(take) {
    SHA1_Init(&hash_);
    buffer_.reserve(kBuffer);
  }

  Status put(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > kBuffer) PYRAMID_TRY(flush());
    if (bytes.size() > kBuffer) return hand_on(bytes);
    buffer_ += bytes;
    return {};
  }

  Status finish() {
    PYRAMID_TRY(flush());
    std::array<unsigned char, kHash> hash{};
    SHA1_Final(hash.data(), &hash_);
    return take_({reinterpret_cast<const char*>(hash.data()), hash.size()});
  }

 private:
  static constexpr std::size_t kBuffer = 1U << 18U;

  Status flush() {
    PYRAMID_TRY(hand_on(buffer_));
    buffer_.clear();
    return {};
  }
  Status hand_on(std::string_view bytes) {
    if (bytes.empty()) return {};
    SHA1_Update(&hash_, bytes.data(), bytes.size());
    return take_(bytes);
  }

  const std::function<Status(std::string_view)>& take_;
  SHA_CTX hash_{};
  std::string buffer_;
};

std::string fixed_part(const git_index_entry& entry, std::size_t path_size) {
  std::string out;
  for (const auto& time : {entry.ctime, entry.mtime}) {
    append_number(out, static_cast<std::uint32_t>(time.seconds));
    append_number(out, time.nanoseconds);
  }
  for (const std::uint32_t number :
       {entry.dev, entry.ino, entry.mode, entry.uid, entry.gid, entry.file_size}) {
    append_number(out, number);
  }
  out.append(reinterpret_cast<const char*>(entry.id.id), kHash);
  const std::size_t flags = std::min<std::size_t>(path_size, kLongestShort);
  out += static_cast<char>(flags >> 8U);
  out += static_cast<char>(flags & 0xFFU);
  return out;
}

class IndexWriter {
 public:
  IndexWriter(const IndexFile& index, std::span<const IndexChange> changes, std::int64_t written_at,
              const std::function<Status(std::string_view)>& take)
      : index_(index), changes_(changes), written_at_(written_at), output_(take) {}

  Status run() {
    find_gone();
    PYRAMID_TRY(write_header());
    for (const IndexChange& change : changes_) {
      PYRAMID_TRY(keep_up_to(index_.position_of(change.path)));
      if (change.entry != nullptr) {
        PYRAMID_TRY(put_entry(fixed_part(*change.entry, change.path.size()), change.path));
      }
    }
    PYRAMID_TRY(keep_up_to(index_.size()));
    PYRAMID_TRY(write_tree_cache());
    return output_.finish();
  }

 private:
  // Entries that go: those of the changed paths, and of what cannot stand beside a new file: a file
  // where its folder is, files in a folder of its name.
  void find_gone() {
    gone_.assign(index_.size(), false);
    for (const IndexChange& change : changes_) {
      note_change(change.path);
      drop(change.path);
      if (change.entry == nullptr) continue;
      each_folder(change.path,
                  [&](std::string_view folder) { drop(folder.substr(0, folder.size() - 1)); });
      const std::string folder = std::string(change.path) + "/";
      for (std::size_t i = index_.position_of(folder);
           i < index_.size() && index_.path(i).starts_with(folder); ++i) {
        drop_one(i);
      }
    }
  }
  void drop(std::string_view path) {
    for (std::size_t i = index_.position_of(path); i < index_.size() && index_.path(i) == path;
         ++i) {
      drop_one(i);
    }
  }
  void drop_one(std::size_t number) {
    if (gone_[number]) return;
    gone_[number] = true;
    ++gone_count_;
    note_change(index_.path(number));
  }
  void note_change(std::string_view path) {
    each_folder(path, [&](std::string_view folder) { folders_.emplace(folder); });
  }

  Status write_header() {
    const auto added = static_cast<std::size_t>(
        std::count_if(changes_.begin(), changes_.end(),
                      [](const IndexChange& change) { return change.entry != nullptr; }));
    std::string header(kMagic);
    append_number(header, index_.version());
    append_number(header, static_cast<std::uint32_t>(index_.size() - gone_count_ + added));
    return output_.put(header);
  }

  // In version 4 each path leans on the one before; in the others entries are copied as they are,
  // as many at once as lie together.
  Status keep_up_to(std::size_t end) {
    std::size_t from = next_;
    for (; next_ < end; ++next_) {
      const bool as_is = index_.version() != 4 && !gone_[next_] && !is_racy(next_);
      if (as_is) continue;
      PYRAMID_TRY(output_.put(index_.entries_as_they_are(from, next_)));
      from = next_ + 1;
      if (!gone_[next_]) PYRAMID_TRY(put_entry(kept_part(next_), index_.path(next_)));
    }
    return from < end ? output_.put(index_.entries_as_they_are(from, end)) : Status();
  }

  [[nodiscard]] bool is_racy(std::size_t number) const {
    const auto mtime = static_cast<std::int32_t>(number_at(index_.fixed_part(number), kMtimeAt));
    return mtime >= written_at_;
  }

  // Of a size that is 0 git believes nothing: it compares the content.
  [[nodiscard]] std::string kept_part(std::size_t number) const {
    std::string part(index_.fixed_part(number));
    if (is_racy(number)) part.replace(kSizeAt, 4, 4, '\0');
    return part;
  }

  Status put_entry(std::string entry, std::string_view path) {
    if (index_.version() == 4) {
      const std::size_t shared = common_prefix(last_, path);
      append_offset(entry, last_.size() - shared);
      (entry += path.substr(shared)) += '\0';
      last_ = path;
    } else {
      entry += path;
      entry.resize(padded(entry.size()), '\0');
    }
    return output_.put(entry);
  }

  Status write_tree_cache() {
    if (index_.tree_cache().empty()) return {};
    const std::string cache = TreeCacheCopy(index_.tree_cache(), folders_).run();
    if (cache.empty()) return {};
    std::string extension(kTreeCache);
    append_number(extension, static_cast<std::uint32_t>(cache.size()));
    return output_.put(extension + cache);
  }

  const IndexFile& index_;
  std::span<const IndexChange> changes_;
  std::int64_t written_at_;
  Output output_;
  std::vector<bool> gone_;
  std::size_t gone_count_ = 0, next_ = 0;
  Folders folders_ = {""};  // in which something changes, each with a `/` behind
  std::string last_;        // path of the entry before, in version 4
};

}  // namespace

Status write_index(const IndexFile& index, std::span<const IndexChange> changes,
                   std::int64_t written_at,
                   const std::function<Status(std::string_view piece)>& take) {
  return IndexWriter(index, changes, written_at, take).run();
}

}  // namespace pyramid::history
