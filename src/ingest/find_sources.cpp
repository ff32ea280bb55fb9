// What a folder holds that a person names without saying of which program it is.
#include "base/path.hpp"
#include "ingest/export_parts.hpp"
#include "ingest/reader.hpp"
#include "ingest/session_paths.hpp"
#include "ingest/sqlite.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

constexpr int kDeepest = 3;  // folders below the one that was named
constexpr std::size_t kMostFolders = 2000;
constexpr std::size_t kMostFiles = 64;  // of a folder that are looked at one by one
constexpr std::string_view kLogs = "markdown";

using FoundSources = std::vector<FoundSource>;

bool has(const FoundSources& found, std::string_view format) {
  return std::any_of(found.begin(), found.end(),
                     [&](const FoundSource& one) { return one.format == format; });
}

// Where the program keeps its data below a home folder: ".claude/projects"; or "".
std::string below_home(const Reader& reader) {
  const std::string place = reader.default_source();
  return place.starts_with("~/") ? place.substr(2) : std::string();
}

std::string without_slash(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

class Survey {
 public:
  explicit Survey(FileSystem& files) : files_(files) {}

  FoundSources of(const std::string& folder) {
    FoundSources found;
    look_into(folder, 0, found);
    if (found.empty() && is_of(logs(), folder)) found.push_back({std::string(kLogs), folder});
    return found;
  }

  FoundSources own_of(std::string_view format, const std::string& folder) {
    FoundSources found = homes_in(without_slash(folder));
    std::erase_if(found, [&](const FoundSource& one) { return one.format != format; });
    return found;
  }

 private:
  // All but written logs, for which every text file of the folder would have to be read: those are
  // looked for where nothing else lies.
  void look_into(const std::string& folder, int depth, FoundSources& found) {
    if (++folders_ > kMostFolders) return;
    FoundSources here = homes_in(folder);
    const bool is_home = !here.empty();
    for (const auto& reader : readers_) {
      if (reader->name() == kLogs || has(here, reader->name())) continue;
      if (is_home && !reader->default_source().empty()) continue;
      if (is_of(*reader, folder)) here.push_back({reader->name(), folder});
    }
    // What else lies in a person's home folder, or beside a program's data, is not for us to open.
    if (is_home) {
      look_for_exports(folder, depth, here);
    } else if (!is_own_folder(folder, here)) {
      look_around(folder, depth, here);
    }
    std::move(here.begin(), here.end(), std::back_inserter(found));
  }

  // Below a home folder: downloaded exports, which are known by the names of their files.
  void look_for_exports(const std::string& folder, int depth, FoundSources& here) {
    const auto entries = files_.list(folder);
    if (!entries || depth == kDeepest) return;
    for (const DirectoryEntry& entry : *entries) {
      if (entry.kind != FileKind::kDirectory || entry.name.starts_with('.')) continue;
      if (++folders_ > kMostFolders) return;
      const std::string inner = path::join(folder, entry.name);
      FoundSources found, below;
      for (const auto& reader : readers_) {
        const bool has_place = !reader->default_source().empty() || reader->name() == kLogs;
        if (!has_place && is_of(*reader, inner)) found.push_back({reader->name(), inner});
      }
      look_for_exports(inner, depth + 1, below);
      // Their readers look into the folders below themselves.
      std::erase_if(below, [&](const FoundSource& one) { return has(found, one.format); });
      std::move(found.begin(), found.end(), std::back_inserter(here));
      std::move(below.begin(), below.end(), std::back_inserter(here));
    }
  }

  // The files of other formats beside what was found, and the folders below.
  void look_around(const std::string& folder, int depth, FoundSources& here) {
    const auto entries = files_.list(folder);
    if (!entries) return;
    const FoundSources whole = here;  // formats whose readers see all of the folder
    std::vector<std::string> others;  // folders that hold nothing that is known
    for (const DirectoryEntry& entry : *entries) {
      const bool is_visible = entry.kind == FileKind::kDirectory && !entry.name.starts_with('.');
      if (!is_visible || depth == kDeepest) continue;
      FoundSources below;
      look_into(path::join(folder, entry.name), depth + 1, below);
      if (below.empty()) others.push_back(path::join(folder, entry.name));
      std::erase_if(below, [&](const FoundSource& one) {
        return has(whole, one.format) && sees(files_, one.format, folder, one.path);
      });
      std::move(below.begin(), below.end(), std::back_inserter(here));
    }
    add_files(folder, *entries, whole, here);
    if (here.empty() || depth > 0) return;
    for (const std::string& other : others) {
      if (is_of(logs(), other)) here.push_back({std::string(kLogs), other});
    }
  }

  void add_files(const std::string& folder, const std::vector<DirectoryEntry>& entries,
                 const FoundSources& whole, FoundSources& here) {
    // Their readers look at each `.jsonl` of the folder, and say whose it is.
    const bool lines_are_told = has(whole, "claude-code") || has(whole, "openclaw");
    const bool is_log_folder = here.empty();
    std::size_t looked_at = 0;
    for (const DirectoryEntry& entry : entries) {
      if (entry.kind != FileKind::kFile || entry.name.starts_with('.')) continue;
      const std::string_view extension = path::extension(entry.name);
      const bool is_text = extension == ".md" || extension == ".markdown" || extension == ".txt";
      const bool is_database =
          extension == ".sqlite" || extension == ".sqlite3" || extension == ".db";
      const bool is_json = extension == ".json" || (extension == ".jsonl" && !lines_are_told);
      if (!(is_text && !is_log_folder) && !is_database && !is_json) continue;
      if (++looked_at > kMostFiles) return;
      const std::string path = path::join(folder, entry.name);
      std::string format = format_of(path);
      const bool is_seen = has(whole, format) && sees(files_, format, folder, path);
      if (!format.empty() && !is_seen) here.push_back({std::move(format), path});
    }
  }

  // "" where no reader knows the file.
  std::string format_of(const std::string& path) {
    const Result<Source> what = look_at(files_, path);
    if (!what) return {};
    for (const auto& reader : readers_) {
      if (!reader->recognises(files_, path, *what)) continue;
      return is_sure(reader->name(), path, *what) ? reader->name() : std::string();
    }
    return {};
  }

  // Two readers take what no other does, to say what is wrong with it.
  bool is_sure(std::string_view format, const std::string& path, const Source& what) {
    if (format == "claude") {
      return part_has_key(files_, {path, std::nullopt}, "chat_messages", "mapping");
    }
    if (format != "glenn") return true;
    const auto database = Database::open(files_, path, what.head);
    return database && !database->columns("messages").empty();
  }

  // Programs' own folders, where `folder` is a home folder (`~`) or the program's (`~/.claude`).
  FoundSources homes_in(const std::string& folder) {
    FoundSources found;
    for (const auto& reader : readers_) {
      const std::string place = below_home(*reader);
      if (place.empty()) continue;
      const std::size_t slash = place.find('/');
      std::vector<std::string> places = {path::join(folder, place)};
      if (slash != std::string::npos && path::name(folder) == place.substr(0, slash)) {
        places.push_back(path::join(folder, place.substr(slash + 1)));
      }
      for (const std::string& one : places) {
        if (files_.list(one) && is_of(*reader, one)) found.push_back({reader->name(), one});
      }
    }
    return found;
  }

  [[nodiscard]] bool is_own_folder(const std::string& folder, const FoundSources& here) const {
    return here.size() == 1 &&
           std::any_of(readers_.begin(), readers_.end(), [&](const auto& reader) {
             return reader->name() == here.front().format &&
                    path::name(below_home(*reader)) == path::name(folder);
           });
  }

  bool is_of(Reader& reader, const std::string& folder) {
    return reader.recognises(files_, folder, Source{Look::kFolder, {}});
  }

  Reader& logs() {
    return **std::find_if(readers_.begin(), readers_.end(),
                          [](const auto& reader) { return reader->name() == kLogs; });
  }

  FileSystem& files_;
  std::vector<std::unique_ptr<Reader>> readers_ = all_readers();
  std::size_t folders_ = 0;
};

}  // namespace

bool sees(FileSystem& files, std::string_view format, const std::string& folder,
          const std::string& path) {
  Diagnostics unheard;  // reading will tell them
  Result<std::vector<std::string>> paths = std::vector<std::string>();
  if (format == "claude-code") {
    paths = claude_code_paths(files, folder, unheard);
  } else if (format == "codex") {
    paths = codex_paths(files, folder, unheard);
  } else if (format == "gemini") {
    paths = gemini_paths(files, folder, unheard);
  } else {
    return true;
  }
  return paths && std::any_of(paths->begin(), paths->end(), [&](const std::string& one) {
           return one == path || one.starts_with(path + "/");
         });
}

std::vector<FoundSource> own_folders(FileSystem& files, std::string_view format,
                                     const std::string& folder) {
  return Survey(files).own_of(format, folder);
}

Result<std::vector<FoundSource>> find_sources(FileSystem& files, const std::string& source,
                                              const std::string& user) {
  PYRAMID_ASSIGN(const Source what, look_at(files, source));
  if (what.look == Look::kFolder) {
    std::vector<FoundSource> found = Survey(files).of(without_slash(source));
    if (!found.empty()) return found;
  }
  PYRAMID_ASSIGN(std::string format, detect_format(files, source, user));
  return std::vector<FoundSource>{{std::move(format), source}};
}

}  // namespace pyramid::ingest
