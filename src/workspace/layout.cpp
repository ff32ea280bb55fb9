#include "workspace/layout.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

namespace pyramid::workspace {

namespace {

using format::Kind;

constexpr std::string_view kPart = "-part";
constexpr std::string_view kTier = "tier-";
constexpr std::string_view kFacts = "facts/";
constexpr std::size_t kTail = 6;        // of short_id()
constexpr std::size_t kSlugBytes = 60;  // with date, id and extension a name stays below 80

std::string day_folder(std::string_view top, LocalTime at) {
  const Date date = date_of(at);
  return fmt::format("{}/{:04}/{:02}/{:02}/", top, date.year, date.month, date.day);
}

bool below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.substr(0, folder.size()) == folder;
}

}  // namespace

std::string observation_path(LocalTime at, std::string_view text, const Ulid& id) {
  return day_folder("observations", at) + slugify(text, kSlugBytes) + "-" + short_id(id) + ".md";
}

std::string fact_path(std::string_view category, std::string_view from) {
  const std::string_view was = fact_category(from);
  const bool archives = category == kFactCategories.back() && !was.empty();
  return fmt::format("{}{}/{}{}", kFacts, category, archives ? std::string(was) + "/" : "",
                     path::name(from));
}

std::string_view fact_category(std::string_view path) {
  if (!below(path, kFacts)) return {};
  const std::string_view rest = path.substr(kFacts.size());
  for (const std::string_view category : kFactCategories) {
    if (below(rest, category) && rest[category.size()] == '/') return category;
  }
  return {};
}

std::string session_path(LocalTime at, std::string_view title, const Ulid& id) {
  return day_folder("sessions", at) + slugify(title, kSlugBytes) + "-" + short_id(id) + ".md";
}

std::string task_path(std::string_view title, const Ulid& id) {
  const std::string slug = slugify(title, kSlugBytes);
  const bool has_letters = slug != slugify({}, kSlugBytes);  // else it stands for none
  return "tasks/" + (has_letters ? slug : "task") + "-" + short_id(id) + ".md";
}

std::string path_by_whole_id(std::string_view path, const Ulid& id) {
  path.remove_suffix(short_id(id).size() + path::extension(path).size());
  return std::string(path) + utf8::lower(to_string(id)) + ".md";
}

std::string part_path(std::string_view first_part, int part) {
  first_part.remove_suffix(path::extension(first_part).size());
  return fmt::format("{}{}{}.md", first_part, kPart, part);
}

int part_of_path(std::string_view path) {
  path.remove_suffix(path::extension(path).size());
  const std::size_t at = path.rfind(kPart);
  if (at == std::string_view::npos) return 1;
  const std::string_view digits = path.substr(at + kPart.size());
  int part = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), part);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  return is_number && part > 1 ? part : 1;
}

std::string conversation_path(std::string_view path) {
  if (part_of_path(path) == 1) return std::string(path);
  return std::string(path.substr(0, path.rfind(kPart))) + ".md";
}

std::string summary_folder(std::string_view model, int tier) {
  return fmt::format("summaries/{}/tier-{}", slugify(model), tier);
}

std::string summary_path(std::string_view model, int tier, LocalTime start, std::string_view text,
                         const Ulid& id) {
  return fmt::format("{}/{}-{}-{}.md", summary_folder(model, tier), format_date(date_of(start)),
                     slugify(text, kSlugBytes - 12), short_id(id));
}

std::string bucket_path(std::string_view model, int tier, Time bucket, const Ulid& id) {
  return fmt::format("{}/{}-{}.md", summary_folder(model, tier), format_date(date_of(bucket)),
                     short_id(id));
}

std::optional<SummaryPlace> summary_place(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, '/');
  if (parts.size() != 4 || parts[0] != "summaries" || !parts[2].starts_with(kTier)) return {};
  SummaryPlace place;
  place.model = parts[1];
  const std::string_view digits = parts[2].substr(kTier.size());
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), place.tier);
  const bool is_tier = error == std::errc() && end == digits.data() + digits.size();
  if (!is_tier || place.tier < 0) return {};
  std::string_view name = parts[3];
  if (path::extension(name) != ".md") return {};
  name.remove_suffix(3);
  if (name.size() <= kTail || name[name.size() - kTail - 1] != '-') return {};
  place.tail = name.substr(name.size() - kTail);
  return place;
}

std::string model_path(std::string_view model, std::span<const std::string> base_models) {
  const bool is_base =
      std::find(base_models.begin(), base_models.end(), model) != base_models.end();
  if (is_base) return std::string(kMemoryFile);
  return "models/" + slugify(model) + ".md";
}

Kind kind_of_path(std::string_view path) {
  if (path == kMemoryFile) return Kind::kMemory;
  if (path == "SOUL.md" || path == "USER.md") return Kind::kIdentity;
  if (below(path, "observations/") || !fact_category(path).empty()) return Kind::kObservation;
  if (below(path, "summaries/")) return Kind::kSummary;
  if (below(path, "sessions/")) return Kind::kSession;
  if (below(path, "models/")) return Kind::kModel;
  if (below(path, "daily/")) return Kind::kDaily;
  if (below(path, "why/")) return Kind::kWhy;
  if (below(path, "tasks/")) return Kind::kTask;
  if (below(path, kTopicsFolder)) return Kind::kTopic;
  return Kind::kNote;
}

bool enters(std::string_view directory) {
  if (directory == kExportFolder) return false;
  const std::string_view name = path::name(directory);
  return !name.empty() && name.front() != '.' && name != "node_modules";
}

bool is_memory_name(std::string_view name) {
  return !name.empty() && name.front() != '.' && path::is_markdown(name);
}

bool is_memory_file(std::string_view path) {
  if (!is_memory_name(path::name(path))) return false;
  for (std::string_view folder = path::directory(path); !folder.empty();
       folder = path::directory(folder)) {
    if (!enters(folder)) return false;
  }
  return true;
}

}  // namespace pyramid::workspace
