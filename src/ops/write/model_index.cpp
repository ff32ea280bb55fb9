#include "ops/write/model_index.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/markdown.hpp"
#include "format/own_words.hpp"
#include "format/text_parts.hpp"
#include "format/why_page.hpp"
#include "ops/run/run.hpp"
#include "ops/write/home_file.hpp"
#include "plan/room.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::FoundSection;
using format::Node;
using format::SectionDraft;
using format::SectionRecord;

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
  const SectionRecord* record = record_of(file.node, format::kOtherModels);
  const auto found =
      std::find_if(file.found.begin(), file.found.end(),
                   [](const FoundSection& one) { return one.name == format::kOtherModels; });
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
  std::string page;                // of all models; "" where the index names all
  Digest inputs;
};

struct Listed {
  std::string title;
  const Node* model = nullptr;
  bool named = false, described = false;  // in MEMORY.md
};

// "- [Ana](models/ana.md) (person)", as seen from the file `from`, and ": the user's sister.".
std::string line_naming(const Listed& one, std::string_view from) {
  const Node& model = *one.model;
  std::string line =
      "- " + format::link(one.title, path::relative(path::directory(from), model.path));
  if (!model.model_type.empty()) line += " (" + format::escape_inline(model.model_type) + ")";
  return line;
}

std::string description_behind(const Listed& one) {
  std::string_view description = one.model->description;
  if (description.starts_with(one.title + ": ")) description.remove_prefix(one.title.size() + 2);
  return description.empty() ? std::string() : ": " + format::escape_inline(description);
}

// All models by title. Those that matter most are named in MEMORY.md, and are described there as
// far as there is room.
std::vector<Listed> models_by_title(const WorkingSet& memory) {
  std::vector<Listed> models;
  for (const Ulid& id : memory.ids(format::Kind::kModel)) {
    const Node* model = memory.find(id);
    models.push_back({title_of_model(memory, model->model), model});
  }
  std::sort(models.begin(), models.end(), [](const Listed& a, const Listed& b) {
    return std::tie(a.title, a.model->path) < std::tie(b.title, b.model->path);
  });
  std::vector<std::pair<std::int64_t, Listed*>> by_weight;
  for (Listed& one : models) by_weight.emplace_back(memory.weight_of(one.model->model), &one);
  std::stable_sort(by_weight.begin(), by_weight.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::int64_t room = memory.room_for_index();
  const auto takes = [&](std::size_t bytes) {
    const auto needed = static_cast<std::int64_t>(bytes);
    if (needed > room) return false;
    room -= needed;
    return true;
  };
  by_weight.resize(std::min(plan::kModelsNamed, by_weight.size()));
  for (auto& [weight, one] : by_weight) {
    one->named = takes(line_naming(*one, workspace::kMemoryFile).size() + 1);
  }
  for (auto& [weight, one] : by_weight) {
    one->described = one->named && takes(description_behind(*one).size());
  }
  return models;
}

// The index of models as it should be.
ModelIndex index_of_models(const WorkingSet& memory) {
  ModelIndex index;
  Hasher inputs;
  const std::vector<Listed> models = models_by_title(memory);
  const auto add = [&](std::string line) {
    index.order.emplace_back(link_in(line));
    index.lines.emplace(index.order.back(), std::move(line));
  };
  std::string all;
  bool is_whole = true;
  for (const Listed& one : models) {
    const Node& model = *one.model;
    const std::string description = description_behind(one);
    all += line_naming(one, format::kModelsPage) + description + "\n";
    is_whole = is_whole && one.described;
    if (!one.named) continue;
    add(line_naming(one, workspace::kMemoryFile) + (one.described ? description : ""));
    inputs.field(model.path).field(one.title).field(model.model_type);
    inputs.field(one.described ? model.description : "").field(1);
  }
  if (!is_whole) {
    inputs.field(static_cast<std::int64_t>(models.size()));
    const std::string count = count_of(models.size(), "model");
    add("- " + format::link("All " + count, format::kModelsPage));
    index.page = "---\nkind: why\n---\n# All " + count + "\n\n" + all;
  }
  index.inputs = inputs.finish();
  return index;
}

// Whether the page of all models is as it should be.
bool has_page(const WorkingSet& memory, const ModelIndex& index) {
  const Result<std::string> page = memory.bytes(std::string(format::kModelsPage));
  return index.page.empty() ? !page : page && *page == index.page;
}

Status put_page(WorkingSet& memory, const ModelIndex& index) {
  const std::string path(format::kModelsPage);
  if (has_page(memory, index)) return {};
  if (index.page.empty()) return memory.remove_at(path);
  const Result<std::string> page = memory.bytes(path);
  return memory.put(path, index.page, page ? std::optional(digest_of(*page)) : std::nullopt);
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
  draft.name = format::kOtherModels;
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
  const SectionRecord* record = record_of(file.node, format::kOtherModels);
  return record != nullptr ? record->inputs == index.inputs : index.order.empty();
}

Result<RenderedHome> with_index(const WorkingSet& memory, const HomeFile& file,
                                const ModelIndex& index) {
  std::vector<SectionDraft> sections = drafts_of(file, {});
  std::erase_if(sections, [&](const SectionDraft& one) {
    return one.name == format::kOtherModels || is_persons(memory, file, one.name);
  });
  sections.push_back(draft_of(index, own_index(file, index.lines)));
  return memory_file(file, std::move(sections));
}

}  // namespace

Result<bool> is_memory_home_stale(const WorkingSet& memory) {
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, std::string(workspace::kMemoryFile)));
  const ModelIndex index = index_of_models(memory);
  return !has_index(file, index) || !has_page(memory, index);
}

Result<IndexDone> write_memory_home(WorkingSet& memory) {
  const std::string path(workspace::kMemoryFile);
  PYRAMID_ASSIGN(const HomeFile file, read_home_file(memory, path));
  const ModelIndex index = index_of_models(memory);
  const bool stands = has_index(file, index) && has_page(memory, index);
  if (file.exists && stands) return IndexDone::kNothing;
  PYRAMID_TRY(put_page(memory, index));
  PYRAMID_TRY(put_home_file(memory, path, file, with_index(memory, file, index)));
  return stands ? IndexDone::kCreated : IndexDone::kChanged;
}

}  // namespace pyramid::ops
