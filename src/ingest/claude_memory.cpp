#include "ingest/claude_memory.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/array_splitter.hpp"
#include "ingest/export_parts.hpp"
#include "ingest/json.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using ProjectNames = std::map<std::string, std::string>;

// The parts that lie beside the conversations; none where the source cannot be read, which reading
// its conversations has told.
std::vector<ExportPart> parts_beside(FileSystem& files, const std::string& source,
                                     std::string_view begins) {
  const auto what = look_at(files, source);
  if (!what) return {};
  Diagnostics told;
  if (what->look == Look::kFolder || what->look == Look::kZip) {
    auto parts = export_parts(files, source, *what, told, begins);
    return parts ? std::move(*parts) : std::vector<ExportPart>();
  }
  std::string path = path::join(path::directory(source), std::string(begins) + ".json");
  if (!path::name(source).starts_with("conversations") || !files.stat(path)) return {};
  return {{std::move(path), std::nullopt}};
}

void each_record(FileSystem& files, const std::vector<ExportPart>& parts, Diagnostics& diagnostics,
                 const std::function<void(const Json& record)>& take) {
  for (const ExportPart& part : parts) {
    ArraySplitter splitter([&](std::string_view element, std::size_t line) {
      const ParsedJson parsed = parse_json(element);
      if (parsed.value) {
        take(*parsed.value);
      } else {
        diagnostics.push_back({Severity::kError, part.where() + ":" + std::to_string(line),
                               "this record is not valid JSON", "it is left out"});
      }
      return true;
    });
    const Status read =
        read_part(files, part, [&](std::string_view piece) { return splitter.feed(piece); });
    if (!read) diagnostics.push_back(to_diagnostic(read.error()));
  }
}

void add(std::string& text, std::string_view heading, std::string_view words) {
  const std::string clean = clean_text(words);
  if (trim(clean).empty()) return;
  if (!text.empty()) text += "\n\n";
  if (!heading.empty()) text += "## " + collapse_spaces(heading) + "\n\n";
  text += trim(clean);
}

void add_memory(const Json& record, const ProjectNames& projects, std::string& text) {
  add(text, "", string_member(record, "conversations_memory"));
  const Json* of_projects = member(record, "project_memories");
  if (of_projects == nullptr || !of_projects->is_object()) return;
  for (const auto& [id, memory] : of_projects->items()) {
    if (!memory.is_string()) continue;
    const auto name = projects.find(id);
    add(text, "Project " + (name == projects.end() ? id : name->second),
        memory.get_ref<const std::string&>());
  }
}

}  // namespace

std::string read_claude_memory(FileSystem& files, const std::string& source,
                               Diagnostics& diagnostics) {
  const std::vector<ExportPart> memories = parts_beside(files, source, "memories");
  if (memories.empty()) return "";
  ProjectNames projects;
  each_record(files, parts_beside(files, source, "projects"), diagnostics, [&](const Json& record) {
    std::string name = clean_text(string_member(record, "name"));
    if (!trim(name).empty()) projects[string_member(record, "uuid")] = std::move(name);
  });
  std::string text;
  each_record(files, memories, diagnostics,
              [&](const Json& record) { add_memory(record, projects, text); });
  return text;
}

}  // namespace pyramid::ingest
