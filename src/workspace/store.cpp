#include "workspace/store.hpp"

#include "base/path.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid::workspace {

namespace {

// The same for the same file, so that a retry writes over what a failure left behind.
std::string temporary_for(const std::string& place) {
  const std::string name = std::string(kTemporaryPrefix) + to_hex(digest_of(place)).substr(0, 16);
  return path::join(path::directory(place), name);
}

// What stands at a path. A folder, symlink or pipe is never ours to replace.
struct Present {
  bool foreign = false;
  std::optional<Digest> digest;  // nullopt: nothing is there
};

Result<Present> look_at(FileSystem& files, const std::string& place) {
  const Result<FileStat> stat = files.stat(place);
  if (!stat) {
    if (stat.error().kind == ErrorKind::kNotFound) return Present{};
    return fail(stat.error());
  }
  if (stat->kind != FileKind::kFile) return Present{true, std::nullopt};
  const Result<std::string> bytes = files.read(place);
  if (bytes) return Present{false, digest_of(*bytes)};
  if (bytes.error().kind == ErrorKind::kNotFound) return Present{};  // gone meanwhile
  return fail(bytes.error());
}

// kConflict where one of the folders that lead from the root to `path` is a symlink: behind it is
// another place, and no walk comes back from there. `known` holds folders that are none.
Status check_folders(FileSystem& files, const std::string& root, std::string_view path,
                     std::set<std::string>& known) {
  const std::string folder(path::directory(path));
  if (folder.empty() || known.contains(folder)) return {};
  PYRAMID_TRY(check_folders(files, root, folder, known));
  const Result<FileStat> stat = files.stat(path::join(root, folder));
  if (stat && stat->kind == FileKind::kSymlink) {
    return fail(ErrorKind::kConflict, "is a symlink; nothing is written behind it", folder,
                "put a folder in its place");
  }
  if (stat) known.insert(folder);
  return {};
}

}  // namespace

Status sweep(FileSystem& files, const std::string& folder) {
  const Result<std::vector<DirectoryEntry>> entries = files.list(folder);
  if (!entries) return {};  // a real problem shows when we write
  for (const DirectoryEntry& entry : *entries) {
    const bool ours = entry.kind == FileKind::kFile &&
                      entry.name.compare(0, kTemporaryPrefix.size(), kTemporaryPrefix) == 0;
    if (ours) PYRAMID_TRY(files.remove(path::join(folder, entry.name)));
  }
  return {};
}

// One change on its way to the disk.
struct Store::Step {
  std::string path;   // as the caller named it
  std::string place;  // on the disk
  std::optional<std::string> bytes;
  std::optional<Digest> expected;
  std::optional<Digest> digest;  // of `bytes`
  std::string temporary;         // "" until written, and again once renamed
};

Store::Store(FileSystem& files, std::string root, std::string_view journal)
    : files_(files),
      root_(std::move(root)),
      journal_(journal.empty() ? std::string() : path::join(root_, journal)) {}

void Store::put(std::string path, std::string bytes, std::optional<Digest> expected,
                std::optional<Digest> digest) {
  const auto known = changes_.find(path);
  // A second change of the same batch still starts from what is on the disk.
  if (known != changes_.end()) expected = known->second.expected;
  changes_[std::move(path)] = Change{std::move(bytes), expected, digest};
}

void Store::remove(std::string path, Digest expected) {
  const auto known = changes_.find(path);
  if (known == changes_.end()) {
    changes_[std::move(path)] = Change{std::nullopt, expected, std::nullopt};
  } else if (known->second.expected) {
    known->second.bytes = std::nullopt;
    known->second.digest = std::nullopt;
  } else {
    changes_.erase(known);  // it was to be new: nothing has to happen
  }
}

Result<Store::Report> Store::commit() {
  if (stopped_) PYRAMID_TRY(finish());
  Report report;
  PYRAMID_ASSIGN(std::vector<Step> steps, choose(std::exchange(changes_, {}), report));
  const bool journaled = !journal_.empty() && steps.size() > 1;
  Status done = write_temporaries(steps);
  if (done && journaled) done = write_journal(steps);
  if (done && !steps.empty()) done = files_.sync(root_);
  if (done) {
    done = put_in_place(steps, report);
    stopped_ = journaled && !done;
  }
  drop_empty_folders(report.removed);
  if (stopped_) return fail(std::move(done).error());
  if (journaled) (void)files_.remove(journal_);  // one that stays finds all of it done
  if (done) return report;
  // As much as the disk still allows; what stays is swept by the next commit.
  for (const Step& step : steps) {
    if (!step.temporary.empty()) (void)files_.remove(step.temporary);
  }
  return fail(std::move(done).error());
}

Status Store::finish() {
  stopped_ = false;
  if (journal_.empty()) return {};
  const Result<std::string> bytes = files_.read(journal_);
  if (!bytes && bytes.error().kind == ErrorKind::kNotFound) return {};
  if (!bytes) return fail(bytes.error());
  Status done = go_on(*bytes);
  Status gone = files_.remove(journal_);
  return done ? gone : done;
}

Status Store::go_on(std::string_view journal) {
  auto changes = read_journal(journal);
  if (!changes) return {};
  Report report;
  PYRAMID_ASSIGN(std::vector<Step> steps, choose(*std::move(changes), report));
  for (Step& step : steps) {
    if (step.bytes) step.temporary = temporary_for(step.place);
  }
  Status done = put_in_place(steps, report);
  drop_empty_folders(report.removed);
  return done;
}

// The digest of the rest, then of each step the digests of what it makes and of what must be there
// ("-": no file), and its path. A path may hold anything but NUL.
Status Store::write_journal(const std::vector<Step>& steps) {
  const auto hex = [](const std::optional<Digest>& digest) {
    return digest ? to_hex(*digest) : std::string("-");
  };
  std::string lines;
  for (const Step& step : steps) {
    lines += hex(step.digest) + ' ' + hex(step.expected) + ' ' + step.path + '\0';
  }
  PYRAMID_TRY(files_.make_directories(std::string(path::directory(journal_))));
  return files_.write(journal_, to_hex(digest_of(lines)) + '\0' + lines);
}

bool Store::holds(const std::string& place, const Digest& digest) const {
  const Result<std::string> bytes = files_.read(place);
  return bytes && digest_of(*bytes) == digest;
}

std::optional<std::map<std::string, Store::Change>> Store::read_journal(
    std::string_view bytes) const {
  const std::size_t head = bytes.find('\0');
  if (head == std::string_view::npos) return std::nullopt;
  std::string_view lines = bytes.substr(head + 1);
  if (bytes.substr(0, head) != to_hex(digest_of(lines))) return std::nullopt;
  std::map<std::string, Change> changes;
  for (; !lines.empty(); lines.remove_prefix(lines.find('\0') + 1)) {
    const std::string_view line = lines.substr(0, lines.find('\0'));
    const std::size_t second = line.find(' ') + 1, third = line.find(' ', second) + 1;
    const std::optional<Digest> wanted = parse_digest(line.substr(0, second - 1));
    std::string path(line.substr(third));
    const std::string place = path::join(root_, path);
    if (wanted && !holds(temporary_for(place), *wanted) && !holds(place, *wanted)) {
      return std::nullopt;
    }
    changes[std::move(path)] = {wanted ? std::optional(std::string()) : std::nullopt,
                                parse_digest(line.substr(second, third - second - 1)), wanted};
  }
  return changes;
}

Result<std::vector<Store::Step>> Store::choose(std::map<std::string, Change> changes,
                                               Report& report) {
  std::vector<Step> steps;
  std::set<std::string> folders;
  for (auto& [path, change] : changes) {
    if (!path::resolve_inside({}, path)) {
      return fail(ErrorKind::kInternal, "would be written outside the workspace", path);
    }
    PYRAMID_TRY(check_folders(files_, root_, path, folders));
    if (change.bytes && !change.digest) change.digest = digest_of(*change.bytes);
    Step step{
        path, path::join(root_, path), std::move(change.bytes), change.expected, change.digest, {}};
    PYRAMID_ASSIGN(const Present present, look_at(files_, step.place));
    if (present.foreign) {
      report.changed_meanwhile.push_back(path);
    } else if (present.digest == step.digest) {
      ++report.unchanged;
    } else if (present.digest != step.expected) {
      report.changed_meanwhile.push_back(path);
    } else {
      steps.push_back(std::move(step));
    }
  }
  // A home whose page does not list it yet would lose which sentences rest on what; a page that is
  // ahead of its home is of texts that are still to be written. A file that gets another name as
  // something went from what it was made from is not told of that once it went.
  const auto rank = [](const Step& step) {
    if (kind_of_path(step.path) == format::Kind::kWhy) return 0;
    return step.expected ? 2 : 1;
  };
  std::stable_sort(steps.begin(), steps.end(),
                   [&](const Step& a, const Step& b) { return rank(a) < rank(b); });
  return steps;
}

Status Store::write_temporaries(std::vector<Step>& steps) {
  std::set<std::string> folders;
  for (const Step& step : steps) {
    if (step.bytes) folders.emplace(path::directory(step.place));
  }
  for (const std::string& folder : folders) {
    PYRAMID_TRY(files_.make_directories(folder));
    PYRAMID_TRY(sweep(files_, folder));
  }
  for (Step& step : steps) {
    if (!step.bytes) continue;
    step.temporary = temporary_for(step.place);
    PYRAMID_TRY(files_.write(step.temporary, *step.bytes));
    if (!step.expected) continue;
    const Status mode = files_.copy_mode(step.place, step.temporary);
    if (!mode && mode.error().kind != ErrorKind::kNotFound) return mode;
  }
  return {};
}

// Folders that are empty by what was removed go, as git has it; those at the root stay.
void Store::drop_empty_folders(const std::vector<std::string>& removed) {
  for (const std::string& path : removed) {
    std::string_view folder = path::directory(path);
    for (; folder.find('/') != std::string_view::npos; folder = path::directory(folder)) {
      const std::string place = path::join(root_, folder);
      const auto entries = files_.list(place);
      if (!entries || !entries->empty() || !files_.remove(place)) break;
    }
  }
}

Status Store::put_in_place(std::vector<Step>& steps, Report& report) {
  // New and changed files first: a file is taken away once what replaces it is there.
  for (const bool writing : {true, false}) {
    for (Step& step : steps) {
      if (step.bytes.has_value() != writing) continue;
      // Flushing takes long enough for a person to save the file in an editor.
      PYRAMID_ASSIGN(const Present present, look_at(files_, step.place));
      if (present.foreign || present.digest != step.expected) {
        if (writing) PYRAMID_TRY(files_.remove(std::exchange(step.temporary, {})));
        report.changed_meanwhile.push_back(step.path);
        continue;
      }
      if (writing) {
        PYRAMID_TRY(files_.rename(step.temporary, step.place));
        step.temporary.clear();
        report.written.push_back(step.path);
      } else {
        PYRAMID_TRY(files_.remove(step.place));
        report.removed.push_back(step.path);
      }
    }
  }
  return {};
}

}  // namespace pyramid::workspace
