#include "ops/write/home_file.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"
#include "format/why_page.hpp"
#include "plan/plan.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid::ops {

using format::FoundSection;
using format::Node;
using format::SectionDraft;
using format::SectionRecord;

namespace {

bool belongs(std::string_view record, std::string_view prefix) {
  return prefix.empty() ? record != "description" : record.starts_with(prefix);
}

}  // namespace

Result<HomeFile> read_home_file(const WorkingSet& memory, const std::string& path) {
  HomeFile file;
  Result<std::string> content = memory.bytes(path);
  if (!content) {
    if (content.error().kind == ErrorKind::kNotFound) return file;
    return fail(std::move(content).error());
  }
  file.exists = true;
  file.bytes = std::move(*content);
  PYRAMID_ASSIGN(file.document, memory.document(path));
  PYRAMID_ASSIGN(file.node, format::read_node(file.document, path));
  file.found = format::find_sections(file.document, path);
  return file;
}

const SectionRecord* record_of(const Node& node, std::string_view name) {
  for (const SectionRecord& record : node.sections) {
    if (record.name == name) return &record;
  }
  return nullptr;
}

SectionDraft draft_of(const HomeFile& file, const FoundSection& found) {
  const SectionRecord* record = record_of(file.node, found.name);
  SectionDraft draft;
  draft.name = found.name;
  draft.text = found.text;
  draft.left_out = found.left_out;
  for (const format::Edge& edge : found.from) {
    if (!edge.path.empty()) draft.from.push_back({edge.link.text, edge.path});
  }
  // What is not recorded was not generated: it is made from nothing, and all of it is a person's.
  draft.inputs = record != nullptr ? record->inputs : plan::inputs_digest({});
  draft.output = record != nullptr ? record->output : format::text_digest({});
  if (record != nullptr) {
    draft.made_by = record->made_by;
    draft.sentences = record->sentences;
    draft.support = format::support_of(file.document, found, record->sentences);
  }
  return draft;
}

std::vector<SectionDraft> drafts_of(const HomeFile& file, std::string_view prefix) {
  std::vector<SectionDraft> drafts;
  for (const FoundSection& found : file.found) {
    if (!belongs(found.name, prefix)) continue;
    drafts.push_back(draft_of(file, found));
  }
  for (const SectionRecord& record : file.node.sections) {  // of which there was nothing to say
    const bool is_found =
        std::any_of(file.found.begin(), file.found.end(),
                    [&](const FoundSection& found) { return found.name == record.name; });
    if (is_found || !format::says_nothing(record.output, record.made_by)) continue;
    if (!belongs(record.name, prefix)) continue;
    SectionDraft& draft = drafts.emplace_back();
    draft.name = record.name;
    draft.inputs = record.inputs;
    draft.output = record.output;
    draft.made_by = record.made_by;
  }
  return drafts;
}

bool is_persons(const WorkingSet& memory, const HomeFile& file, const std::string& name) {
  const std::string prefix = name.substr(0, name.find('/') + 1);
  if (prefix.empty() || record_of(file.node, name) != nullptr) return false;
  const plan::Rules& rules = memory.rules();
  return std::none_of(
      rules.base_models.begin(), rules.base_models.end(),
      [&](const std::string& base) { return plan::section_prefix(base, rules) == prefix; });
}

void sort_sections(std::vector<SectionDraft>& sections) {
  std::stable_sort(sections.begin(), sections.end(), [](const auto& a, const auto& b) {
    return format::section_rank(a.name) < format::section_rank(b.name);
  });
}

Result<RenderedHome> memory_file(const HomeFile& file, std::vector<SectionDraft> sections) {
  sort_sections(sections);
  format::MemoryDraft draft;
  if (!file.node.id.is_zero()) draft.id = file.node.id;
  draft.sections = std::move(sections);
  RenderedHome home;
  PYRAMID_ASSIGN(home.bytes, format::write_memory(draft, workspace::kMemoryFile, file.bytes));
  home.page_path = format::why_path({});
  home.page = format::write_why_page(workspace::kMemoryFile, home.page_path, draft.sections);
  return home;
}

Status put_home_file(WorkingSet& memory, const std::string& path, const HomeFile& file,
                     Result<RenderedHome> rendered) {
  if (!rendered) return fail(std::move(rendered).error());
  const Result<std::string> page = memory.bytes(rendered->page_path);
  const std::optional<Digest> page_before = page ? std::optional(digest_of(*page)) : std::nullopt;
  if (rendered->page.empty()) {
    if (page) PYRAMID_TRY(memory.remove_at(rendered->page_path));
  } else if (!page || *page != rendered->page) {
    PYRAMID_TRY(memory.put(rendered->page_path, std::move(rendered->page), page_before));
  }
  if (rendered->bytes == file.bytes) return {};
  const std::optional<Digest> made_from =
      file.exists ? std::optional(digest_of(file.bytes)) : std::nullopt;
  return memory.put(path, std::move(rendered->bytes), made_from);
}

}  // namespace pyramid::ops
