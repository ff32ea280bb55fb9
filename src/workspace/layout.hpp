// Which file is what, and where a new one goes (docs/format.md, "The workspace").
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "pyramid/time.hpp"
#include "pyramid/zone.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::workspace {

inline constexpr std::string_view kSettingsFile = "pyramid.yaml";
inline constexpr std::string_view kCacheFolder = ".pyramid";
inline constexpr std::string_view kMemoryFile = "MEMORY.md";
inline constexpr std::string_view kForgottenFolder = "forgotten";  // tombstones
inline constexpr std::string_view kExportFolder = "export";  // made from memory, never read as it

// Folders at the top whose files the program makes: what a person or an agent puts down has another
// place.
inline constexpr std::array<std::string_view, 12> kMadeFolders = {
    "models", "why",    "observations", "summaries", "sessions",  "facts",
    "tasks",  "topics", "daily",        "ledger",    "forgotten", "export"};

// The topic tree: leaves that wait for a topic, and folders, each with its summary.
inline constexpr std::string_view kTopics = "topics";
inline constexpr std::string_view kTopicsFolder = "topics/";
inline constexpr std::string_view kFreshFolder = "topics/_fresh";
inline constexpr std::string_view kDeletedLeaves = "topics/_deleted";  // marks, one a leaf
inline constexpr std::string_view kTopicSummary = "_summary.md";
inline constexpr std::string_view kTopicIndex = "topics/_index.md";

// Paths for new nodes: the day where it was said, then the slug and the last six characters of the
// id; workspace-relative.
std::string observation_path(LocalTime at, std::string_view text, const Ulid& id);
// Where a file goes that is promoted: "facts/areas/x.md" of "observations/2026/05/12/x.md"; and
// from facts/areas to the archive, "facts/archives/areas/x.md", so that it can go back. The name
// stays: machines that promote it apart write the same file.
std::string fact_path(std::string_view category, std::string_view from);
inline constexpr std::array<std::string_view, 4> kFactCategories = {"projects", "areas",
                                                                    "resources", "archives"};
// One of these, in small letters, stands in what other programs call a file that two machines
// changed: in English first, then as they say it in other languages.
inline constexpr std::array<std::string_view, 8> kConflictWords = {
    "conflict", "conflit", "konflikt", "конфликт", "競合", "冲突", "衝突", "충돌"};
// "areas" of "facts/areas/x.md"; "" of what lies elsewhere.
std::string_view fact_category(std::string_view path);
std::string session_path(LocalTime at, std::string_view title, const Ulid& id);
std::string task_path(std::string_view title, const Ulid& id);
// One of these with all of the id: "x-7t5xbn.md" -> "x-01kjma0mg8z6a1v8x2nq7t5xbn.md".
std::string path_by_whole_id(std::string_view path, const Ulid& id);
// A later part of a long conversation, beside its first: "x.md" -> "x-part2.md".
std::string part_path(std::string_view first_part, int part);
// Which part a path names; 1 for every other.
int part_of_path(std::string_view path);
// The path of the first part: one for all parts of a conversation.
std::string conversation_path(std::string_view path);
// Where the summaries of a model's tier stand: "summaries/user/tier-0".
std::string summary_folder(std::string_view model, int tier);
std::string summary_path(std::string_view model, int tier, LocalTime start, std::string_view text,
                         const Ulid& id);
// The file of a calendar bucket that begins then: its name has no words, so that machines whose
// texts differ write the same file.
std::string bucket_path(std::string_view model, int tier, Time bucket, const Ulid& id);
// What the path of a summary says, as the two above make it: "summaries/user/tier-0/….md".
struct SummaryPlace {
  std::string_view model;  // as a folder
  int tier = 0;
  std::string_view tail;  // of the id, lower case
};
// nullopt for any other path.
std::optional<SummaryPlace> summary_place(std::string_view path);
// Base models: MEMORY.md.
std::string model_path(std::string_view model, std::span<const std::string> base_models);

// The kind that the place alone tells; kNote for any other *.md.
format::Kind kind_of_path(std::string_view path);
// Whether a walk descends into a folder: not .pyramid, .git, .obsidian, .trash, node_modules, other
// dot folders, nor export/ at the top.
bool enters(std::string_view directory);
// Whether a file is memory to be read: `*.md`, no dot file, no temporary name of ours.
bool is_memory_file(std::string_view path);
// The same of a file's name alone, for a walk that went only where enters() lets it.
bool is_memory_name(std::string_view name);

}  // namespace pyramid::workspace
