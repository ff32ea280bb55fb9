#include "ops/write/home.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"
#include "format/own_words.hpp"
#include "format/text_parts.hpp"
#include "ops/run/run.hpp"
#include "plan/plan.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace pyramid::ops {

using format::Document;
using format::FoundSection;
using format::Node;
using format::SectionDraft;
using format::SectionRecord;

namespace {

constexpr std::string_view kOtherModels = "other-models";

bool belongs(std::string_view record, std::string_view prefix) {
  return prefix.empty() ? record != "description" : record.starts_with(prefix);
}

SectionDraft draft_of(const FoundSection& found, const SectionRecord* record,
                      std::span<const std::string> support) {
  SectionDraft draft;
  draft.name = found.name;
  draft.text = found.text;
  for (const format::Edge& edge : found.from) {
    if (!edge.path.empty()) draft.from.push_back({edge.link.text, edge.path});
  }
  // What is not recorded was not generated: it is made from nothing, and all of it is a person's.
  draft.inputs = record != nullptr ? record->inputs : plan::inputs_digest({});
  draft.output = record != nullptr ? record->output : format::text_digest({});
  if (record != nullptr) {
    draft.made_by = record->made_by;
    draft.sentences = record->sentences;
    draft.support = format::read_support(support, found.name, record->sentences);
  }
  return draft;
}

const SectionRecord* record_of(const Node& node, std::string_view name) {
  for (const SectionRecord& record : node.sections) {
    if (record.name == name) return &record;
  }
  return nullptr;
}

struct HomeFile {
  bool exists = false;
  std::string bytes;
  Node node;
  std::vector<FoundSection> found;
  std::vector<std::string> support;  // lines of its key
};

Result<HomeFile> read_file(const WorkingSet& memory, const std::string& path) {
  HomeFile file;
  Result<std::string> content = memory.bytes(path);
  if (!content) {
    if (content.error().kind == ErrorKind::kNotFound) return file;
    return fail(std::move(content).error());
  }
  file.exists = true;
  file.bytes = std::move(*content);
  PYRAMID_ASSIGN(const Document document, format::parse_document(file.bytes, path));
  PYRAMID_ASSIGN(file.node, format::read_node(document, path));
  file.found = format::find_sections(document, path);
  file.support = document.frontmatter.list("support");
  return file;
}

// The sections of a home file whose names begin so, as drafts that change nothing.
std::vector<SectionDraft> drafts_of(const HomeFile& file, std::string_view prefix) {
  std::vector<SectionDraft> drafts;
  for (const FoundSection& found : file.found) {
    if (!belongs(found.name, prefix)) continue;
    drafts.push_back(draft_of(found, record_of(file.node, found.name), file.support));
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

// A section below a heading that only another choice of base models would make ours.
bool is_persons(const WorkingSet& memory, const HomeFile& file, const std::string& name) {
  const std::string prefix = name.substr(0, name.find('/') + 1);
  if (prefix.empty() || record_of(file.node, name) != nullptr) return false;
  const plan::Rules& rules = memory.rules();
  return std::none_of(
      rules.base_models.begin(), rules.base_models.end(),
      [&](const std::string& base) { return plan::section_prefix(base, rules) == prefix; });
}

// Position of a section in its file: self, user, system, other models; newest time first.
std::size_t rank(std::string_view name) {
  const std::size_t slash = name.find('/');
  const std::string_view prefix = slash == std::string_view::npos ? "" : name.substr(0, slash);
  const std::string_view part = slash == std::string_view::npos ? name : name.substr(slash + 1);
  const auto names = format::time_section_names();
  const auto place =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), part) - names.begin());
  const std::size_t base = prefix == "user" ? 10 : prefix == "system" ? 20 : 0;
  return base + (part == kOtherModels ? 30 : place);
}

void sort_sections(std::vector<SectionDraft>& sections) {
  std::stable_sort(sections.begin(), sections.end(),
                   [](const auto& a, const auto& b) { return rank(a.name) < rank(b.name); });
}

Status put_file(WorkingSet& memory, const std::string& path, const HomeFile& file,
                Result<std::string> rendered) {
  if (!rendered) return fail(std::move(rendered).error());
  if (*rendered == file.bytes) return {};
  const std::optional<Digest> made_from =
      file.exists ? std::optional(digest_of(file.bytes)) : std::nullopt;
  return memory.put(path, *std::move(rendered), made_from);
}

Result<std::string> memory_file(const HomeFile& file, std::vector<SectionDraft> sections) {
  sort_sections(sections);
  format::MemoryDraft draft;
  draft.id = file.node.id.is_zero() ? derive_ulid(Time{}, "memory") : file.node.id;
  draft.sections = std::move(sections);
  return format::write_memory(draft, workspace::kMemoryFile, file.bytes);
}

Status write_model_home(WorkingSet& memory, const Home& home) {
  PYRAMID_ASSIGN(const HomeFile file, read_file(memory, home.path));
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
  return put_file(memory, home.path, file, format::write_model(draft, home.path, file.bytes));
}

}  // namespace

void Home::replace(SectionDraft draft) {
  for (SectionDraft& section : sections) {
    if (section.name == draft.name) {
      section = std::move(draft);
      return;
    }
  }
  sections.push_back(std::move(draft));
}

void Home::remove(const std::string& name) {
  std::erase_if(sections, [&](const SectionDraft& section) { return section.name == name; });
}

std::string Home::own_words(const std::string& name) const {
  const auto words = own.find(name);
  return words == own.end() ? std::string() : words->second;
}

Result<Home> read_home(const WorkingSet& memory, const std::string& model) {
  Home home;
  home.model = model;
  home.path = memory.home_of(model);
  PYRAMID_ASSIGN(const HomeFile file, read_file(memory, home.path));
  home.type = file.node.model_type;
  home.description = file.node.description;
  const SectionRecord* record = record_of(file.node, "description");
  if (record != nullptr) {
    home.description_inputs = record->inputs;
    home.description_made_by = record->made_by;
  }
  const Digest generated = record != nullptr ? record->output : Digest{};
  if (!home.description.empty() && generated != format::text_digest(home.description)) {
    home.description_output = generated;
  }
  home.sections = drafts_of(file, plan::section_prefix(model, memory.rules()));
  for (const SectionDraft& section : home.sections) {
    format::ByHand by_hand = format::by_hand(section.text, section.output, section.sentences);
    if (!by_hand.words.empty()) home.own.emplace(section.name, std::move(by_hand.words));
    home.struck.insert(home.struck.end(), by_hand.struck.begin(), by_hand.struck.end());
  }
  return home;
}

Status write_changed(WorkingSet& memory, const std::map<std::string, Home>& homes) {
  bool base_changed = false;
  for (const auto& [model, home] : homes) {
    if (!home.changed) continue;
    if (memory.rules().is_base(model)) {
      base_changed = true;
    } else {
      PYRAMID_TRY(write_model_home(memory, home));
    }
  }
  if (!base_changed) return {};
  PYRAMID_ASSIGN(const HomeFile file, read_file(memory, std::string(workspace::kMemoryFile)));
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
  // The index of models, and what base models wrote that this workspace has no more.
  for (const FoundSection& found : file.found) {
    const std::string prefix = found.name.substr(0, found.name.find('/') + 1);
    if (planned.contains(prefix) || is_persons(memory, file, found.name)) continue;
    sections.push_back(draft_of(found, record_of(file.node, found.name), file.support));
  }
  return put_file(memory, std::string(workspace::kMemoryFile), file,
                  memory_file(file, std::move(sections)));
}

namespace {

// The line of a model in the index, by what it links to.
using IndexLines = std::map<std::string, std::string, std::less<>>;

std::string_view link_in(std::string_view line) {
  const std::size_t begin = line.find("](");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find(')', begin);
  return end == std::string_view::npos ? std::string_view() : line.substr(begin, end + 1 - begin);
}

// Whether a line of the index stands as it was written: its sentences are on record, or it would be
// written so today.
bool is_generated(std::string_view line, const SectionRecord* record, const IndexLines& index) {
  const auto now = index.find(link_in(line));
  if (now != index.end() && trim(line) == now->second) return true;
  const std::vector<std::string_view> sentences = format::sentences_in(line);
  const auto is_on_record = [&](std::string_view sentence) {
    if (record == nullptr) return false;
    const std::vector<format::SentenceMark>& marks = record->sentences.standing;
    return std::find(marks.begin(), marks.end(), format::mark_of(sentence)) != marks.end();
  };
  return !sentences.empty() && std::all_of(sentences.begin(), sentences.end(), is_on_record);
}

// What a person wrote into the index of models.
struct OwnIndex {
  IndexLines lines;  // in place of what would be written of a model
  std::string rest;
};

OwnIndex own_index(const HomeFile& file, const IndexLines& index) {
  OwnIndex own;
  const SectionRecord* record = record_of(file.node, kOtherModels);
  const auto found = std::find_if(file.found.begin(), file.found.end(),
                                  [](const FoundSection& one) { return one.name == kOtherModels; });
  if (found == file.found.end()) return own;
  if (record != nullptr && format::text_digest(found->text) == record->output) return own;
  for (const std::string_view line : split_lines(found->text)) {
    if (is_generated(line, record, index)) continue;
    const std::string_view link = link_in(line);
    if (!index.contains(link) || !own.lines.emplace(link, line).second) {
      own.rest.append(line).append("\n");
    }
  }
  own.rest = format::trim_lines(own.rest);
  return own;
}

struct ModelIndex {
  IndexLines lines;
  std::vector<std::string> order;  // of their links: by title
  Digest inputs;
};

// The index of models as it should be.
ModelIndex index_of_models(const WorkingSet& memory) {
  ModelIndex index;
  Hasher inputs;
  std::vector<std::pair<std::string, const Node*>> models;  // by title
  for (const Ulid& id : memory.ids(format::Kind::kModel)) {
    const Node* model = memory.find(id);
    models.emplace_back(title_of_model(memory, model->model), model);
  }
  std::sort(models.begin(), models.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second->path) < std::tie(b.first, b.second->path);
  });
  for (const auto& [title, model] : models) {
    std::string line = "- " + format::link(title, model->path);
    if (!model->description.empty()) line += ": " + format::escape_inline(model->description);
    index.order.emplace_back(link_in(line));
    index.lines.emplace(index.order.back(), std::move(line));
    inputs.field(model->path).field(title).field(model->description);
  }
  index.inputs = inputs.finish();
  return index;
}

// Each model's line, a person's in its place; their other words above. What is recorded of it is
// what was generated.
SectionDraft draft_of(const ModelIndex& index, const OwnIndex& own) {
  std::vector<std::string> lines, generated;
  for (const std::string& link : index.order) {
    const auto edited = own.lines.find(link);
    if (edited == own.lines.end()) generated.push_back(index.lines.at(link));
    lines.push_back(edited == own.lines.end() ? generated.back() : edited->second);
  }
  SectionDraft draft;
  draft.name = kOtherModels;
  draft.inputs = index.inputs;
  draft.made_by = kIndexMadeBy;
  draft.text = join(generated, "\n");
  draft.by_hand.words = own.rest;
  if (!own.lines.empty()) {
    draft.output = format::text_digest(draft.text);
    for (const std::string_view sentence : format::sentences_in(draft.text)) {
      draft.sentences.standing.push_back(format::mark_of(sentence));
    }
    draft.text = format::joined_text(own.rest, join(lines, "\n"));
  }
  return draft;
}

// Whether the file has what the index is made from on record; an edit of it then stays.
bool has_index(const HomeFile& file, const ModelIndex& index) {
  const SectionRecord* record = record_of(file.node, kOtherModels);
  return record != nullptr ? record->inputs == index.inputs : index.order.empty();
}

Result<std::string> with_index(const WorkingSet& memory, const HomeFile& file,
                               const ModelIndex& index) {
  std::vector<SectionDraft> sections = drafts_of(file, {});
  std::erase_if(sections, [&](const SectionDraft& one) {
    return one.name == kOtherModels || is_persons(memory, file, one.name);
  });
  sections.push_back(draft_of(index, own_index(file, index.lines)));
  return memory_file(file, std::move(sections));
}

}  // namespace

Result<bool> is_memory_home_stale(const WorkingSet& memory) {
  PYRAMID_ASSIGN(const HomeFile file, read_file(memory, std::string(workspace::kMemoryFile)));
  return !has_index(file, index_of_models(memory));
}

Result<IndexDone> write_memory_home(WorkingSet& memory) {
  const std::string path(workspace::kMemoryFile);
  PYRAMID_ASSIGN(const HomeFile file, read_file(memory, path));
  const ModelIndex index = index_of_models(memory);
  const bool stands = has_index(file, index);
  if (file.exists && stands) return IndexDone::kNothing;
  PYRAMID_TRY(put_file(memory, path, file, with_index(memory, file, index)));
  return stands ? IndexDone::kCreated : IndexDone::kChanged;
}

}  // namespace pyramid::ops
