#include "history/index_file.hpp"

#include "history/index_format.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace pyramid::history {

using namespace index_format;

namespace {

// As in the offsets of a pack: seven bits a byte, and one more for each byte that follows.
std::optional<std::size_t> read_offset(std::string_view bytes, std::size_t& at, std::size_t end) {
  std::size_t value = 0;
  for (int i = 0; i < 4 && at < end; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[at++]);
    value = (value << 7U) + (byte & 0x7FU);
    if ((byte & 0x80U) == 0) return value;
    ++value;
  }
  return std::nullopt;
}

// What is not to be passed over, and how to have git write an index without it.
Failure cannot_read(std::string_view extension, const std::string& where) {
  if (extension == "link") {
    return fail(ErrorKind::kInvalid, "git's index is split", where,
                "git config core.splitIndex false, git update-index --no-split-index");
  }
  if (extension == "sdir") {
    return fail(ErrorKind::kInvalid, "git's index is sparse", where,
                "git sparse-checkout reapply --no-sparse-index");
  }
  return fail(ErrorKind::kInvalid, "git's index has a part of an unknown kind", where,
              "make it again: remove that file and run `git reset`");
}

}  // namespace

Failure IndexFile::damaged(const char* cause) const {
  return fail(Error{ErrorKind::kInvalid, "git's index is damaged", where_, cause,
                    "make it again: remove that file and run `git reset`"});
}

Result<IndexFile> IndexFile::read(const std::string& path) {
  IndexFile index;
  index.where_ = path;
  Result<MappedFile> file = MappedFile::open(path);
  if (!file && file.error().kind == ErrorKind::kNotFound) return index;
  if (!file) return fail(std::move(file).error());
  index.file_ = std::move(*file);
  index.bytes_ = index.file_.bytes();
  PYRAMID_TRY(index.parse_all());
  return index;
}

Result<IndexFile> IndexFile::parse(std::string bytes, const std::string& where) {
  IndexFile index;
  index.where_ = where;
  // Whatever is an index is too long to lie in the string itself: moving it moves no byte.
  index.held_ = std::move(bytes);
  index.bytes_ = index.held_;
  PYRAMID_TRY(index.parse_all());
  return index;
}

Status IndexFile::parse_all() {
  if (bytes_.empty()) return {};
  if (bytes_.size() < kHeader + kHash || !bytes_.starts_with(kMagic)) {
    return damaged("it does not begin as one");
  }
  if (bytes_.size() > UINT32_MAX) return damaged("it has over 4 GB");
  version_ = number_at(bytes_, 4);
  if (version_ < 2 || version_ > 4) {
    return fail(ErrorKind::kInvalid,
                "git's index is of version " + std::to_string(version_) +
                    ", which this program does not know",
                where_, "git update-index --index-version 2");
  }
  return parse_entries(number_at(bytes_, 8), bytes_.size() - kHash);
}

Status IndexFile::parse_entries(std::uint32_t count, std::size_t end) {
  const std::string_view all = bytes_;
  std::size_t at = kHeader;
  if (count > (end - at) / kFixed) return damaged("it is too short");
  entries_.reserve(count);
  std::string last;
  bool in_order = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    Place place;
    place.at = static_cast<std::uint32_t>(at);
    if (end - at < kFixed + 2) return damaged("it is too short");
    std::size_t path_at = at + kFixed;
    if ((flags_of(place) & kExtended) != 0) path_at += 2;
    std::size_t kept = 0;
    if (version_ == 4) {
      const std::optional<std::size_t> cut = read_offset(all, path_at, end);
      if (!cut || *cut > last.size()) return damaged("a path is cut off");
      kept = last.size() - *cut;
    }
    const std::size_t path_end = all.find('\0', path_at);
    if (path_end >= end) return damaged("a path is cut off");  // npos too
    if (version_ == 4) {
      last.resize(kept);
      last += all.substr(path_at, path_end - path_at);
      place.path_at = static_cast<std::uint32_t>(paths_.size());
      place.path_size = static_cast<std::uint32_t>(last.size());
      paths_ += last;
      at = path_end + 1;
    } else {
      place.path_at = static_cast<std::uint32_t>(path_at);
      place.path_size = static_cast<std::uint32_t>(path_end - path_at);
      at += padded(path_end - at);
    }
    if (at > end || paths_.size() > UINT32_MAX) return damaged("it is too short");
    in_order = in_order && place.path_size > 0 &&
               (entries_.empty() || stands_before(entries_.back(), place));
    entries_.push_back(place);
  }
  entries_end_ = static_cast<std::uint32_t>(at);
  PYRAMID_TRY(parse_extensions(at));
  if (!in_order) return damaged("its entries are not in order");
  return {};
}

Status IndexFile::parse_extensions(std::size_t at) {
  const std::string_view all = bytes_;
  const std::size_t end = all.size() - kHash;
  while (at < end) {
    if (end - at < 8) return damaged("it is too short");
    const std::string_view name = all.substr(at, 4);
    const std::size_t size = number_at(all, at + 4);
    at += 8;
    if (size > end - at) return damaged("it is too short");
    if (name == kTreeCache) {
      tree_cache_at_ = static_cast<std::uint32_t>(at);
      tree_cache_size_ = static_cast<std::uint32_t>(size);
    } else if (name.front() < 'A' || name.front() > 'Z') {  // not to be passed over
      return cannot_read(name, where_);
    }
    at += size;
  }
  return {};
}

std::string_view IndexFile::fixed_part(std::size_t number) const {
  const Place& place = entries_[number];
  const std::size_t size = kFixed + ((flags_of(place) & kExtended) != 0 ? 2U : 0U);
  return bytes_.substr(place.at, size);
}

std::string_view IndexFile::entries_as_they_are(std::size_t first, std::size_t end) const {
  if (first >= end) return {};
  const std::size_t to = end < size() ? entries_[end].at : entries_end_;
  return bytes_.substr(entries_[first].at, to - entries_[first].at);
}

std::string_view IndexFile::tree_cache() const {
  return bytes_.substr(tree_cache_at_, tree_cache_size_);
}

std::string_view IndexFile::path_of(const Place& place) const {
  return (version_ == 4 ? std::string_view(paths_) : bytes_).substr(place.path_at, place.path_size);
}

std::uint16_t IndexFile::flags_of(const Place& place) const {
  const std::size_t at = place.at + kFlagsAt;
  return static_cast<std::uint16_t>(static_cast<std::uint8_t>(bytes_[at]) << 8U |
                                    static_cast<std::uint8_t>(bytes_[at + 1]));
}

IndexFile::Entry IndexFile::entry(std::size_t number) const {
  const Place& place = entries_[number];
  Entry entry;
  entry.path = path_of(place);
  entry.stage = (flags_of(place) & kStageBits) >> 12U;
  entry.mode = number_at(bytes_, place.at + kModeAt);
  std::memcpy(entry.blob.id, bytes_.data() + place.at + kStat, kHash);
  return entry;
}

FileStat IndexFile::seen(std::size_t number) const {
  const std::size_t at = entries_[number].at;
  const auto time_at = [&](std::size_t from) {
    return std::int64_t{number_at(bytes_, from)} * kSecond + number_at(bytes_, from + 4);
  };
  FileStat stat;
  stat.ctime_ns = time_at(at);
  stat.mtime_ns = time_at(at + kMtimeAt);
  stat.inode = number_at(bytes_, at + kInodeAt);
  stat.size = number_at(bytes_, at + kSizeAt);
  return stat;
}

git_index_entry IndexFile::for_libgit2(std::size_t number, std::int64_t written_at_ns) const {
  const Place& place = entries_[number];
  const auto number_of = [&](std::size_t from) { return number_at(bytes_, place.at + from); };
  git_index_entry entry{};
  entry.mode = number_of(kModeAt);
  entry.file_size = number_of(kSizeAt);
  std::memcpy(entry.id.id, bytes_.data() + place.at + kStat, kHash);
  entry.flags = flags_of(place);
  if ((entry.flags & kExtended) != 0) {
    entry.flags_extended = static_cast<std::uint16_t>(number_of(kFixed) >> 16U);
  }
  // Of a size of 0 git says that it is not to be believed.
  if (entry.file_size == 0 || seen(number).mtime_ns >= written_at_ns) return entry;
  entry.ctime = {static_cast<std::int32_t>(number_of(0)), number_of(4)};
  entry.mtime = {static_cast<std::int32_t>(number_of(kMtimeAt)), number_of(kMtimeAt + 4)};
  entry.dev = number_of(kMtimeAt + 8);
  entry.ino = number_of(kInodeAt);
  entry.uid = number_of(kModeAt + 4);
  entry.gid = number_of(kModeAt + 8);
  return entry;
}

bool IndexFile::stands_before(const Place& a, const Place& b) const {
  const int order = path_of(a).compare(path_of(b));
  return order != 0 ? order < 0 : (flags_of(a) & kStageBits) < (flags_of(b) & kStageBits);
}

std::size_t IndexFile::position_of(std::string_view path) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), path,
                       [this](const Place& a, std::string_view b) { return path_of(a) < b; });
  return static_cast<std::size_t>(found - entries_.begin());
}

bool IndexFile::holds(std::string_view path) const {
  const std::size_t number = position_of(path);
  return number < size() && path_of(entries_[number]) == path &&
         (flags_of(entries_[number]) & kStageBits) == 0;
}

bool IndexFile::holds_below(std::string_view folder) const {
  const std::size_t number = position_of(folder);
  return number < size() && path_of(entries_[number]).starts_with(folder);
}

std::vector<std::string> IndexFile::skipped_below(std::string_view folder) const {
  std::vector<std::string> paths;
  if (version_ == 2) return paths;  // has no such flag
  for (std::size_t i = position_of(folder); i < size(); ++i) {
    const std::string_view path = path_of(entries_[i]);
    if (!path.starts_with(folder)) break;
    if ((flags_of(entries_[i]) & kExtended) == 0) continue;
    const auto more = static_cast<std::uint8_t>(bytes_[entries_[i].at + kFixed]);
    if ((more & kSkipped) != 0) paths.emplace_back(path);
  }
  return paths;
}

std::optional<std::string> IndexFile::conflict_below(std::string_view folder) const {
  for (std::size_t i = position_of(folder); i < size(); ++i) {
    const std::string_view path = path_of(entries_[i]);
    if (!path.starts_with(folder)) break;
    if ((flags_of(entries_[i]) & kStageBits) != 0) return std::string(path);
  }
  return std::nullopt;
}

}  // namespace pyramid::history
