#include "ops/nodes/source_cache.hpp"

#include "base/text.hpp"
#include "base/write_whole.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using ingest::SeenFile;

constexpr char kPathBetween = '\t';
// Size, mtime, ctime, inode, skipped records, start, the sum of the marks, origin, sessions, parts,
// what was left out, path.
constexpr std::size_t kFields = 12;
constexpr unsigned kUndated = 1, kNamesPerson = 2, kPresumed = 4;

unsigned marks_of(const SeenFile& file) {
  return (file.undated ? kUndated : 0) + (file.names_person ? kNamesPerson : 0) +
         (file.is_presumed ? kPresumed : 0);
}

template <typename T>
bool read_number(std::string_view text, T& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size();
}

bool read_sessions(std::string_view text, std::vector<Ulid>& sessions) {
  if (text.empty()) return true;
  for (const std::string_view one : split(text, ',')) {
    const std::optional<Ulid> id = parse_ulid(one);
    if (!id) return false;
    sessions.push_back(*id);
  }
  return true;
}

bool read_left_out(std::string_view text, LeftOut& left_out) {
  const std::vector<std::string_view> numbers = split(text, ',');
  if (numbers.size() != left_out.counts().size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!read_number(numbers[i], left_out.counts()[i])) return false;
  }
  return true;
}

std::string join_left_out(const LeftOut& left_out) {
  std::vector<std::string> texts;
  for (const std::size_t count : left_out.counts()) texts.push_back(std::to_string(count));
  return join(texts, ",");
}

std::string join_ids(const std::vector<Ulid>& ids) {
  std::vector<std::string> texts;
  for (const Ulid& id : ids) texts.push_back(to_string(id));
  return join(texts, ",");
}

bool fits_in_a_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return c == kPathBetween || c == '\n'; });
}

}  // namespace

SourceCache::SourceCache(FileSystem& files, const workspace::Workspace& workspace,
                         const WorkingSet& memory, const std::string& format, const Digest& key)
    : files_(files),
      memory_(memory),
      path_(workspace.absolute(std::string(workspace::kCacheFolder) + "/sources-" + format)),
      key_(to_hex(key)) {
  load();
  // The time of a file that is written now.
  const std::string probe = path_ + ".new";
  if (!files_.write(probe, {})) return;
  const Result<FileStat> stat = files_.stat(probe);
  if (stat) started_ns_ = stat->mtime_ns;
  static_cast<void>(files_.remove(probe));
}

void SourceCache::load() {
  const Result<std::string> bytes = files_.read(path_);
  if (!bytes) return;
  bool is_first = true;
  for (const std::string_view line : split_lines(*bytes)) {
    const bool good = is_first ? line == key_ : load_line(line);
    if (!good) {
      entries_.clear();
      return;
    }
    is_first = false;
  }
}

bool SourceCache::load_line(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, kPathBetween);
  if (fields.size() != kFields) return false;
  Entry entry;
  SeenFile& file = entry.file;
  unsigned marks = 0;
  const bool good =
      read_number(fields[0], entry.stat.size) && read_number(fields[1], entry.stat.mtime_ns) &&
      read_number(fields[2], entry.stat.ctime_ns) && read_number(fields[3], entry.stat.inode) &&
      read_number(fields[4], file.skipped_records) && read_number(fields[5], file.start.seconds) &&
      read_number(fields[6], marks) && read_sessions(fields[8], file.sessions) &&
      read_sessions(fields[9], entry.parts) && read_left_out(fields[10], file.left_out);
  file.undated = (marks & kUndated) != 0;
  file.names_person = (marks & kNamesPerson) != 0;
  file.is_presumed = (marks & kPresumed) != 0;
  file.origin = fields[7];
  if (good) entries_[std::string(fields[11])] = std::move(entry);
  return good;
}

bool SourceCache::is_there(const Entry& entry) const {
  const auto is_held = [&](const Ulid& id) {
    return !memory_.path_of(id).empty() && !distrusted_.contains(id);
  };
  const std::vector<Ulid>& sessions = entry.file.sessions;
  return std::all_of(sessions.begin(), sessions.end(), is_held) &&
         std::all_of(entry.parts.begin(), entry.parts.end(), is_held);
}

const SeenFile* SourceCache::find(const std::string& path) {
  const Result<FileStat> stat = stat_behind(files_, path);
  if (!stat || stat->kind != FileKind::kFile) return nullptr;
  looked_at_.try_emplace(path, *stat);
  const auto known = entries_.find(path);
  const bool is_known =
      known != entries_.end() && known->second.stat == *stat && is_there(known->second);
  return is_known ? &known->second.file : nullptr;
}

void SourceCache::keep(const std::string& path, SeenFile file) {
  const auto seen = looked_at_.find(path);
  if (seen == looked_at_.end()) return;
  const FileStat& stat = seen->second;
  if (stat.mtime_ns >= started_ns_ || stat.ctime_ns >= started_ns_) return;
  Entry entry{stat, std::move(file), {}};
  for (const Ulid& id : entry.file.sessions) {
    const auto parts = parts_.find(id);
    if (parts == parts_.end()) continue;
    entry.parts.insert(entry.parts.end(), parts->second.begin(), parts->second.end());
  }
  if (!fits_in_a_line(path) || !fits_in_a_line(entry.file.origin) || !is_there(entry)) return;
  entries_[path] = std::move(entry);
  changed_ = true;
}

void SourceCache::save() {
  if (!changed_) return;
  std::vector<const std::pair<const std::string, Entry>*> sorted;
  sorted.reserve(entries_.size());
  for (const auto& entry : entries_) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  std::string text = key_ + "\n";
  for (const auto* one : sorted) {
    const auto& [path, entry] = *one;
    const std::vector<std::string> fields = {std::to_string(entry.stat.size),
                                             std::to_string(entry.stat.mtime_ns),
                                             std::to_string(entry.stat.ctime_ns),
                                             std::to_string(entry.stat.inode),
                                             std::to_string(entry.file.skipped_records),
                                             std::to_string(entry.file.start.seconds),
                                             std::to_string(marks_of(entry.file)),
                                             entry.file.origin,
                                             join_ids(entry.file.sessions),
                                             join_ids(entry.parts),
                                             join_left_out(entry.file.left_out),
                                             path};
    text += join(fields, std::string(1, kPathBetween)) + "\n";
  }
  static_cast<void>(write_whole(files_, path_, text));
  changed_ = false;
}

}  // namespace pyramid::ops
