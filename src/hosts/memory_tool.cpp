#include "hosts/memory_tool.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/write_whole.hpp"
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::hosts {

namespace {

constexpr std::string_view kRoot = "/memories";
constexpr std::size_t kMostLines = 999'999;
constexpr int kViewDepth = 2;

ToolAnswer says(std::string text) { return {std::move(text), false}; }
Failure refuses(std::string text) { return fail(ErrorKind::kUsage, std::move(text)); }

// As "12B", "4K", "1.5K".
std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "K", "M", "G"};
  if (bytes == 0) return "0B";
  const auto bits = static_cast<std::size_t>(std::bit_width(bytes) - 1);
  const std::size_t unit = std::min(bits / 10, kUnits.size() - 1);
  const auto whole = std::uint64_t{1} << (10 * unit);
  if (bytes % whole == 0) return fmt::format("{}{}", bytes / whole, kUnits[unit]);
  return fmt::format("{:.1f}{}", static_cast<double>(bytes) / static_cast<double>(whole),
                     kUnits[unit]);
}

// At every "\n", the empty one at the end too.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view one : split(text, '\n')) lines.emplace_back(one);
  if (lines.empty()) lines.emplace_back();
  return lines;
}

std::string numbered(const std::vector<std::string>& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    text += fmt::format("{}{:>6}\t{}", i == begin ? "" : "\n", i + 1, lines[i]);
  }
  return text;
}

std::size_t line_breaks(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Where `part` begins, overlapping ones too; of an empty part each character and the end.
std::vector<std::size_t> places_of(const std::string& text, const std::string& part) {
  std::vector<std::size_t> places;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    const bool is_inside =
        at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    if (!is_inside) places.push_back(at);
  }
  return places;
}

// How often it could be replaced.
std::size_t times_in(const std::vector<std::size_t>& places, std::size_t length) {
  std::size_t count = 0, behind = 0;
  for (const std::size_t at : places) {
    if (count > 0 && at < behind) continue;
    ++count;
    behind = at + length;
  }
  return count;
}

struct Place {
  std::string given;     // "/memories/a/b"
  std::string absolute;  // links followed
  std::string relative;  // to the workspace, "" for its root
};

class MemoryTool {
 public:
  MemoryTool(FileSystem& files, std::string root, Progress& progress, const Json& command)
      : files_(files), root_(std::move(root)), progress_(progress), command_(command) {}

  Result<ToolAnswer> run() {
    PYRAMID_ASSIGN(root_, files_.real_path(root_));
    PYRAMID_ASSIGN(const workspace::Workspace opened, workspace::open(files_, root_));
    PYRAMID_ASSIGN(const std::string name, text_of("command"));
    if (name == "view") return view();
    PYRAMID_ASSIGN(const std::unique_ptr<FileLock> lock,
                   workspace::lock(files_, opened, progress_));
    if (name == "create") return create();
    if (name == "str_replace") return replace();
    if (name == "insert") return insert();
    if (name == "delete") return remove();
    if (name == "rename") return rename();
    return refuses("Unknown command: " + printable(name));
  }

 private:
  Result<std::string> text_of(const char* key) const {
    const auto found = command_.find(key);
    if (found == command_.end() || !found->is_string()) {
      return refuses(std::string("The command has no ") + key);
    }
    return found->get<std::string>();
  }

  Result<Place> place_of(const char* key) const {
    Place place;
    PYRAMID_ASSIGN(place.given, text_of(key));
    const std::string& given = place.given;
    const bool is_below =
        given.starts_with(kRoot) && (given.size() == kRoot.size() || given[kRoot.size()] == '/');
    if (!is_below || given.find('\0') != std::string::npos) {
      return refuses("Path must start with /memories, got: " + given);
    }
    const Failure escapes = refuses("Path " + given + " would escape /memories directory");
    std::string at = root_;
    bool is_above = false;  // at "/", where nothing is but /memories
    for (const std::string_view part : split(std::string_view(given).substr(kRoot.size()), '/')) {
      if (part.empty() || part == ".") continue;
      if (is_above) {
        if (part != kRoot.substr(1)) return escapes;
        is_above = false;
        continue;
      }
      is_above = part == ".." && at == root_;
      if (is_above) continue;
      at = part == ".." ? std::string(path::directory(at)) : path::join(at, part);
      const Result<FileStat> there = files_.stat(at);
      if (!there || there->kind != FileKind::kSymlink) continue;
      const Result<std::string> leads = files_.real_path(at);
      if (!leads) return escapes;
      at = *leads;
    }
    if (is_above || (at != root_ && !at.starts_with(root_ + "/"))) return escapes;
    place.absolute = at;
    place.relative = at == root_ ? "" : at.substr(root_.size() + 1);
    for (const std::string_view part : split(place.relative, '/')) {
      if (part.starts_with('.')) return refuses("Hidden files are no memory: " + given);
    }
    return place;
  }

  // What there is to write to: what a person keeps in places of their own.
  static Status check_free(const Place& place) {
    const std::string_view relative = place.relative;
    const std::string_view top = relative.substr(0, relative.find('/'));
    const auto& made = workspace::kMadeFolders;
    if (top == workspace::kMemoryFile || std::find(made.begin(), made.end(), top) != made.end()) {
      return refuses(place.given +
                     " is written by Pyramid and cannot be changed here; a new fact goes into a "
                     "file of its own, or to memory_observe");
    }
    for (const std::string_view name : {"SOUL.md", "USER.md", "pyramid.yaml"}) {
      if (top == name) return refuses(place.given + " is written by people alone");
    }
    return {};
  }
  Result<Place> free_place(const char* key) const {
    PYRAMID_ASSIGN(Place place, place_of(key));
    PYRAMID_TRY(check_free(place));
    return place;
  }

  [[nodiscard]] std::optional<FileStat> there(const std::string& path) const {
    const Result<FileStat> stat = stat_behind(files_, path);
    return stat ? std::optional(*stat) : std::nullopt;
  }

  Result<std::string> read(const Place& place) const {
    PYRAMID_ASSIGN(std::string text, files_.read(place.absolute));
    if (utf8::first_invalid(text)) return refuses("File " + place.given + " is not UTF-8 text");
    return text;
  }

  // A file that is there, to be edited.
  Result<std::string> read_to_edit(const Place& place) const {
    const std::optional<FileStat> stat = there(place.absolute);
    if (!stat) {
      return refuses("The path " + place.given + " does not exist. Please provide a valid path.");
    }
    if (stat->kind != FileKind::kFile) {
      return refuses("The path " + place.given + " is not a file.");
    }
    return read(place);
  }

  // Whole, or as it was.
  [[nodiscard]] Status write(const std::string& path, const std::string& text) const {
    const std::string fresh =
        path::join(path::directory(path), ".pyramid-tmp-tool-" + std::string(path::name(path)));
    return write_whole_by(files_, fresh, path, text);
  }

  Result<ToolAnswer> view() const {
    PYRAMID_ASSIGN(const Place place, place_of("path"));
    const std::optional<FileStat> stat = there(place.absolute);
    if (!stat) {
      return refuses("The path " + place.given + " does not exist. Please provide a valid path.");
    }
    if (stat->kind == FileKind::kDirectory) return view_folder(place, *stat);
    if (stat->kind == FileKind::kFile) return view_file(place);
    return refuses("Unsupported file type for " + place.given);
  }

  Result<ToolAnswer> view_folder(const Place& place, const FileStat& stat) const {
    std::string text = "Here're the files and directories up to 2 levels deep in " + place.given +
                       ", excluding hidden items:\n" + size_text(stat.size) + "\t" + place.given;
    list_into(text, place.given, place.absolute, "", 1);
    return says(std::move(text));
  }

  void list_into(std::string& text, const std::string& given, const std::string& folder,
                 const std::string& below, int depth) const {
    const Result<std::vector<DirectoryEntry>> entries = files_.list(folder);
    if (!entries) return;
    for (const DirectoryEntry& entry : *entries) {
      if (entry.name.starts_with('.')) continue;
      const std::string path = path::join(folder, entry.name);
      const Result<std::string> real = files_.real_path(path);
      if (!real || !real->starts_with(root_ + "/")) continue;
      const std::optional<FileStat> stat = there(path);
      if (!stat) continue;
      const std::string name = below.empty() ? entry.name : below + "/" + entry.name;
      const bool is_folder = stat->kind == FileKind::kDirectory;
      if (!is_folder && stat->kind != FileKind::kFile) continue;
      text += "\n" + size_text(stat->size) + "\t" + given + "/" + name + (is_folder ? "/" : "");
      if (is_folder && depth < kViewDepth) list_into(text, given, path, name, depth + 1);
    }
  }

  Result<ToolAnswer> view_file(const Place& place) const {
    PYRAMID_ASSIGN(const std::string text, read(place));
    const std::vector<std::string> lines = lines_of(text);
    if (lines.size() > kMostLines) {
      return refuses("File " + place.given + " exceeds maximum line limit of 999,999 lines.");
    }
    std::size_t begin = 0, end = lines.size();
    const auto range = command_.find("view_range");
    if (range != command_.end() && range->is_array() && range->size() == 2 &&
        (*range)[0].is_number_integer() && (*range)[1].is_number_integer()) {
      const auto count = static_cast<std::int64_t>(lines.size());
      const std::int64_t last = (*range)[1].get<std::int64_t>();
      const std::int64_t first = std::max<std::int64_t>(1, (*range)[0].get<std::int64_t>()) - 1;
      begin = static_cast<std::size_t>(std::min(first, count));
      // Others than -1 count from the end.
      const std::int64_t stop = last == -1 ? count : last < 0 ? count + last : last;
      end = static_cast<std::size_t>(std::clamp<std::int64_t>(stop, 0, count));
      end = std::max(begin, end);
    }
    return says("Here's the content of " + place.given + " with line numbers:\n" +
                numbered(lines, begin, end));
  }

  Result<ToolAnswer> create() const {
    PYRAMID_ASSIGN(const Place place, place_of("path"));
    PYRAMID_ASSIGN(const std::string text, text_of("file_text"));
    if (files_.stat(place.absolute)) return refuses("File " + place.given + " already exists");
    PYRAMID_TRY(check_free(place));
    PYRAMID_TRY(files_.make_directories(std::string(path::directory(place.absolute))));
    PYRAMID_TRY(write(place.absolute, text));
    return says("File created successfully at: " + place.given);
  }

  Result<ToolAnswer> replace() const {
    PYRAMID_ASSIGN(const Place place, free_place("path"));
    PYRAMID_ASSIGN(const std::string old_text, text_of("old_str"));
    PYRAMID_ASSIGN(const std::string new_text, text_of("new_str"));
    PYRAMID_ASSIGN(std::string content, read_to_edit(place));
    const std::vector<std::size_t> places = places_of(content, old_text);
    if (places.empty()) {
      return refuses("No replacement was performed, old_str `" + old_text +
                     "` did not appear verbatim in " + place.given + ".");
    }
    if (times_in(places, old_text.size()) > 1) {
      std::string lines;
      for (const std::size_t at : places) {
        lines += (lines.empty() ? "" : ", ") +
                 std::to_string(line_breaks(std::string_view(content).substr(0, at)) + 1);
      }
      return refuses("No replacement was performed. Multiple occurrences of old_str `" + old_text +
                     "` in lines: " + lines + ". Please ensure it is unique");
    }
    const std::size_t changed = line_breaks(std::string_view(content).substr(0, places.front()));
    content.replace(places.front(), old_text.size(), new_text);
    PYRAMID_TRY(write(place.absolute, content));
    const std::vector<std::string> lines = lines_of(content);
    const std::size_t begin = changed < 2 ? 0 : changed - 2;
    return says(
        "The memory file has been edited. Here is the snippet showing the change (with line "
        "numbers):\n" +
        numbered(lines, begin, std::min(lines.size(), changed + 3)));
  }

  Result<ToolAnswer> insert() const {
    PYRAMID_ASSIGN(const Place place, free_place("path"));
    PYRAMID_ASSIGN(std::string added, text_of("insert_text"));
    const auto number = command_.find("insert_line");
    if (number == command_.end() || !number->is_number_integer()) {
      return refuses("The command has no insert_line");
    }
    PYRAMID_ASSIGN(const std::string content, read_to_edit(place));
    std::vector<std::string> lines = lines_of(content);
    if (lines.back().empty()) lines.pop_back();
    const auto line = number->get<std::int64_t>();
    if (line < 0 || line > static_cast<std::int64_t>(lines.size())) {
      return refuses(
          fmt::format("Invalid `insert_line` parameter: {}. It should be within the range [0, {}].",
                      line, lines.size()));
    }
    while (added.ends_with('\n')) added.pop_back();
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line), added);
    std::string text = join(lines, "\n");
    if (!text.ends_with('\n')) text += '\n';
    PYRAMID_TRY(write(place.absolute, text));
    return says("The file " + place.given + " has been edited.");
  }

  Result<ToolAnswer> remove() const {
    PYRAMID_ASSIGN(const Place place, place_of("path"));
    if (place.relative.empty()) return refuses("Cannot delete the /memories directory itself");
    const std::optional<FileStat> stat = there(place.absolute);
    if (!stat || (stat->kind != FileKind::kFile && stat->kind != FileKind::kDirectory)) {
      return refuses("The path " + place.given + " does not exist");
    }
    PYRAMID_TRY(check_free(place));
    PYRAMID_TRY(remove_all(place.absolute));
    return says("Successfully deleted " + place.given);
  }

  [[nodiscard]] Status remove_all(const std::string& path) const {
    PYRAMID_ASSIGN(const FileStat stat, files_.stat(path));
    if (stat.kind == FileKind::kDirectory) {
      PYRAMID_ASSIGN(const std::vector<DirectoryEntry> entries, files_.list(path));
      for (const DirectoryEntry& entry : entries) {
        PYRAMID_TRY(remove_all(path::join(path, entry.name)));
      }
    }
    return files_.remove(path);
  }

  Result<ToolAnswer> rename() const {
    PYRAMID_ASSIGN(const Place from, place_of("old_path"));
    PYRAMID_ASSIGN(const Place to, place_of("new_path"));
    if (from.relative.empty()) return refuses("Cannot rename the /memories directory itself");
    if (there(to.absolute)) return refuses("The destination " + to.given + " already exists");
    PYRAMID_TRY(check_free(from));
    PYRAMID_TRY(check_free(to));
    const Status made = files_.make_directories(std::string(path::directory(to.absolute)));
    if (!files_.stat(from.absolute)) return refuses("The path " + from.given + " does not exist");
    PYRAMID_TRY(made);
    PYRAMID_TRY(files_.rename(from.absolute, to.absolute));
    return says("Successfully renamed " + from.given + " to " + to.given);
  }

  FileSystem& files_;
  std::string root_;
  Progress& progress_;
  const Json& command_;
};

}  // namespace

ToolAnswer run_memory_tool(FileSystem& files, const std::string& root, Progress& progress,
                           const Json& command) {
  if (!command.is_object()) return {"The command is not a JSON object", true};
  const Result<ToolAnswer> answer = MemoryTool(files, root, progress, command).run();
  if (answer) return *answer;
  const Error& error = answer.error();
  if (error.kind == ErrorKind::kUsage && error.where.empty()) return {error.what, true};
  // Where the workspace lies on this machine is none of the agent's business.
  return {replace_all(to_string(error), files.real_path(root).value_or(root), "/memories"), true};
}

}  // namespace pyramid::hosts
