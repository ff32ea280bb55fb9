#include "ops/write/home.hpp"

#include "format/own_words.hpp"
#include "format/why_page.hpp"
#include "ops/run/run.hpp"
#include "ops/write/home_file.hpp"
#include "plan/plan.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::FoundSection;
using format::SectionDraft;
using format::SectionRecord;

Result<RenderedHome> model_file(const WorkingSet& memory, const Home& home, const HomeFile& file) {
  format::ModelDraft draft;
  draft.id = file.node.id.is_zero() ? derive_ulid(Time{}, "model\n" + home.model) : file.node.id;
  draft.name = home.model;
  draft.title = title_of_model(memory, home.model);
  draft.type = home.type;
  draft.description = home.description;
  draft.description_inputs = home.description_inputs;
  draft.description_output = home.description_output;
  draft.description_made_by = home.description_made_by;
  draft.aliases = file.node.aliases;
  draft.sections = home.sections;
  sort_sections(draft.sections);
  RenderedHome rendered;
  PYRAMID_ASSIGN(rendered.bytes, format::write_model(draft, home.path, file.bytes));
  rendered.page_path = format::why_path(home.model);
  rendered.page = format::write_why_page(home.path, rendered.page_path, draft.sections,
                                         format::description_record(draft));
  return rendered;
}

void Home::replace(SectionDraft draft) {
  for (SectionDraft& section : sections) {
    if (section.name == draft.name) {
      section = std::move(draft);
      return;
    }
  }
  sections.push_back(std::move(draft));
}

void Home::end(const std::string& name) {
  std::erase_if(sections, [&](const SectionDraft& section) { return section.name == name; });
  const auto words = own.find(name);
  if (words == own.end()) return;
  SectionDraft& statement = sections.emplace_back();
  statement.name = name;
  statement.inputs = plan::inputs_digest({});
  statement.by_hand.words = words->second;
}

std::string Home::own_words(const std::string& name) const {
  const auto words = own.find(name);
  return words == own.end() ? std::string() : words->second;
}

Home home_in(const HomeFile& file, const std::string& model, std::string path,
             std::string_view prefix) {
  Home home;
  home.model = model;
  home.path = std::move(path);
  home.type = file.node.model_type;
  home.description = file.node.description;
  const SectionRecord* record = record_of(file.node, format::kDescriptionRecord);
  if (record != nullptr) {
    home.description_inputs = record->inputs;
    home.description_made_by = record->made_by;
  }
  const Digest generated = record != nullptr ? record->output : Digest{};
  if (!home.description.empty() && generated != format::text_digest(home.description)) {
    home.description_output = generated;
  }
  home.sections = drafts_of(file, prefix);
  for (const SectionDraft& section : home.sections) {
    format::ByHand by_hand = format::by_hand(section.text, section.output, section.sentences);
    if (!by_hand.words.empty()) home.own.emplace(section.name, std::move(by_hand.words));
    home.struck.insert(home.struck.end(), by_hand.struck.begin(), by_hand.struck.end());
  }
  const auto struck = format::struck_in(file.document.frontmatter);
  home.struck.insert(home.struck.end(), struck.begin(), struck.end());
  return home;
}

Result<Home> read_home(const WorkingSet& memory, const std::string& model) {
  std::string path = memory.home_of(model);
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, path));
  return home_in(file, model, std::move(path), plan::section_prefix(model, memory.rules()));
}

std::vector<std::string> Home::end_generated() {
  const Digest nothing = plan::inputs_digest({});
  std::vector<std::string> names;
  for (const SectionDraft& section : sections) {
    if (section.inputs != nothing) names.push_back(section.name);
  }
  for (const std::string& name : names) end(name);
  return names;
}

Result<Ungenerated> without_generated(const WorkingSet& memory, const std::string& model,
                                      const std::string& path, const HomeFile& file) {
  Home home = home_in(file, model, path, {});
  Ungenerated found;
  found.sections = home.end_generated();
  const bool is_described = !home.description.empty() && !home.description_output;
  if (is_described) {
    home.description.clear();
    home.description_inputs.reset();
  }
  found.changes = is_described || !found.sections.empty();
  Home nothing = home;
  nothing.description.clear();
  nothing.description_output.reset();
  std::erase_if(nothing.sections,
                [&](const SectionDraft& section) { return home.own.contains(section.name); });
  HomeFile bare;
  bare.node.id = file.node.id;
  PYRAMID_ASSIGN(found.bare, model_file(memory, nothing, bare));
  PYRAMID_ASSIGN(found.rest, model_file(memory, home, file));
  return found;
}

namespace {

// Whether what its page tells is of another state of the home, or stands in its head.
bool lists_more(const HomeFile& file) {
  if (format::has_old_head(file.document)) return true;
  const std::vector<format::Evidence>& listed = *file.document.evidence;
  return std::any_of(listed.begin(), listed.end(), [&](const format::Evidence& one) {
    const SectionRecord* record = record_of(file.node, one.name);
    return record == nullptr || format::why_tag(record->output) != one.tag;
  });
}

Result<RenderedHome> as_it_stands(const WorkingSet& memory, const std::string& path,
                                  const HomeFile& file) {
  if (path != workspace::kMemoryFile) {
    return model_file(memory, home_in(file, file.node.model, path, {}), file);
  }
  std::vector<SectionDraft> sections = drafts_of(file, {});
  std::erase_if(sections,
                [&](const SectionDraft& one) { return is_persons(memory, file, one.name); });
  return memory_file(file, std::move(sections));
}

}  // namespace

Status tidy_pages(WorkingSet& memory) {
  for (const std::string& page : std::set<std::string>(memory.pages_to_tidy())) {
    if (page == format::kModelsPage) continue;
    const std::string path = memory.home_of_page(page);
    if (path.empty()) {
      const Result<std::string> bytes = memory.bytes(page);
      if (!bytes) continue;
      const Result<format::Node> node = format::read_node(*bytes, page);
      if (node && node->kind == format::Kind::kWhy) PYRAMID_TRY(memory.remove_at(page));
      continue;
    }
    const Result<HomeFile> file = read_home_file(memory, path);
    if (!file || !lists_more(*file)) continue;  // what cannot be read is named by the scan
    PYRAMID_TRY(put_home_file(memory, path, *file, as_it_stands(memory, path, *file)));
  }
  return {};
}

Status write_changed(WorkingSet& memory, const std::map<std::string, Home>& homes) {
  bool base_changed = false;
  for (const auto& [model, home] : homes) {
    if (!home.changed) continue;
    if (memory.rules().is_base(model)) {
      base_changed = true;
    } else {
      PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, home.path));
      PYRAMID_TRY(put_home_file(memory, home.path, file, model_file(memory, home, file)));
    }
  }
  if (!base_changed) return {};
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, std::string(workspace::kMemoryFile)));
  std::vector<SectionDraft> sections;
  std::set<std::string> planned;
  for (const std::string& base : memory.rules().base_models) {
    const std::string prefix = plan::section_prefix(base, memory.rules());
    const auto home = homes.find(base);
    const std::vector<SectionDraft> own =
        home != homes.end() ? home->second.sections : drafts_of(file, prefix);
    sections.insert(sections.end(), own.begin(), own.end());
    planned.insert(prefix);
  }
  // The index of models, and what left_homes.cpp takes away.
  for (const FoundSection& found : file.found) {
    const std::string prefix = found.name.substr(0, found.name.find('/') + 1);
    if (planned.contains(prefix) || is_persons(memory, file, found.name)) continue;
    sections.push_back(draft_of(file, found));
  }
  return put_home_file(memory, std::string(workspace::kMemoryFile), file,
                       memory_file(file, std::move(sections)));
}

}  // namespace pyramid::ops
