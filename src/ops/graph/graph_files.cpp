#include "ops/graph/graph_files.hpp"

#include "base/text.hpp"
#include "format/relations.hpp"
#include "format/verbatim.hpp"
#include "format/why_page.hpp"
#include "ops/nodes/quarantine.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// When a client made an entity.
constexpr const char* kMadeKey = "entity";

constexpr const char* kNoteHead =
    "# Relations\n\n"
    "Relations of what has no file of its own in models/, as agents told them.\n";

// Reads what the graph is of, a file at a time.
class GraphReader {
 public:
  GraphReader(const WorkingSet& memory, const GraphNames& of, Diagnostics& diagnostics)
      : memory_(memory), of_(of), diagnostics_(diagnostics) {}

  Result<HeldGraph> run() {
    PYRAMID_TRY(read_entities());
    PYRAMID_TRY(read_observations());
    drop_empty_base_models();
    PYRAMID_TRY(read_relations());
    return std::move(held_);
  }

 private:
  struct Model {
    Ulid made;
    HeldGraph::Entity held;
    GraphEntity entity;
  };

  [[nodiscard]] std::optional<format::Document> document(const std::string& path) const {
    Result<format::Document> read = memory_.document(path);
    if (read) return *std::move(read);
    diagnostics_.push_back(to_diagnostic(read.error()));
    return std::nullopt;
  }

  Status read_entities() {
    std::vector<Model> models;
    for (const std::string& name : memory_.rules().base_models) {
      Model& model = models.emplace_back();
      model.held.model = name;
      model.entity.name = title_of_model(memory_, name);
    }
    PYRAMID_TRY(memory_.walk(Kind::kModel, [&](const Node& node) -> Status {
      const bool counts =
          !memory_.rules().is_base(node.model) && memory_.home_of(node.model) == node.path;
      const auto read = counts ? document(node.path) : std::nullopt;
      if (!read) return {};
      PYRAMID_ASSIGN(std::string title, format::verbatim_title(*read, node.path));
      Model& model = models.emplace_back();
      model.made = parse_ulid(read->frontmatter.scalar(kMadeKey).value_or("")).value_or(Ulid());
      model.held.model = node.model;
      model.held.path = node.path;
      model.entity.name = std::move(title);
      model.entity.type = node.model_type;
      note_made(model.made);
      return {};
    }));
    std::stable_sort(models.begin(), models.end(), [](const Model& a, const Model& b) {
      return std::tie(a.made, a.held.path) < std::tie(b.made, b.held.path);
    });
    for (Model& model : models) {
      by_model_.emplace(model.held.model, held_.entities.size());
      held_.entities.push_back(std::move(model.held));
      held_.graph.entities.push_back(std::move(model.entity));
    }
    return {};
  }

  Status read_observations() {
    std::vector<std::tuple<Ulid, std::size_t, std::string>> found;
    PYRAMID_TRY(memory_.walk(Kind::kObservation, [&](const Node& node) -> Status {
      note_made(node.id);
      const auto entity = by_model_.find(node.model);
      const bool may_count = node.status.empty() || node.status == format::kQuarantined;
      if (entity == by_model_.end() || !may_count) return {};
      if (node.status.empty() && of_ && !of_->contains(held_.graph.entities[entity->second].name)) {
        found.emplace_back(node.id, entity->second, std::string());
        return {};
      }
      const auto read = document(node.path);
      if (!read) return {};
      const bool is_own = read->frontmatter.scalar("source") == kGraphSource;
      if (!node.status.empty() && !is_own) return {};
      PYRAMID_ASSIGN(std::string text, format::verbatim_text(*read, node.path));
      found.emplace_back(node.id, entity->second, std::move(text));
      return {};
    }));
    std::sort(found.begin(), found.end());
    for (auto& [id, entity, text] : found) {
      held_.entities[entity].observations.push_back(id);
      held_.graph.entities[entity].observations.push_back(std::move(text));
    }
    return {};
  }

  void drop_empty_base_models() {
    for (std::size_t i = held_.entities.size(); i-- > 0;) {
      if (!held_.entities[i].path.empty() || !held_.entities[i].observations.empty()) continue;
      held_.entities.erase(held_.entities.begin() + static_cast<std::ptrdiff_t>(i));
      held_.graph.entities.erase(held_.graph.entities.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i < held_.entities.size(); ++i) {
      if (!held_.entities[i].path.empty()) by_path_.emplace(held_.entities[i].path, i);
    }
  }

  Status read_relations() {
    struct Found {
      Ulid made;
      HeldGraph::Relation held;
      GraphRelation relation;
    };
    std::vector<Found> found;
    const auto take = [&](const std::string& path, const std::string& about) {
      const auto read = document(path);
      if (!read) return;
      for (format::RelationLine& line : format::find_relations(*read, path)) {
        if (!line.from && about.empty()) continue;
        const auto target = by_path_.find(line.path);
        const std::string& linked =
            target == by_path_.end() ? line.shown : held_.graph.entities[target->second].name;
        note_made(line.made);
        found.push_back({line.made,
                         {path, line.begin},
                         {line.from.value_or(about), line.to.value_or(linked), line.type}});
      }
    };
    for (std::size_t i = 0; i < held_.entities.size(); ++i) {
      const std::string& path = held_.entities[i].path;
      if (!path.empty()) take(path, held_.graph.entities[i].name);
    }
    const Result<std::string> note = memory_.bytes(kRelationsNote);  // it has no id, and is no node
    if (note || note.error().kind != ErrorKind::kNotFound) take(kRelationsNote, {});
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.made < b.made; });
    for (Found& one : found) {
      held_.relations.push_back(std::move(one.held));
      held_.graph.relations.push_back(std::move(one.relation));
    }
    return {};
  }

  void note_made(const Ulid& id) { held_.newest = std::max(held_.newest, milliseconds_of(id)); }

  const WorkingSet& memory_;
  const GraphNames& of_;
  Diagnostics& diagnostics_;
  HeldGraph held_;
  std::map<std::string, std::size_t> by_model_, by_path_;
};

class GraphWriter {
 public:
  GraphWriter(Run& run, const HeldGraph& held)
      : run_(run),
        memory_(run.memory),
        held_(held),
        now_(run.services.clock.now()),
        tick_(std::max(held.newest + 1, now_.seconds * 1000)) {}

  Status write(const GraphChange& change) {
    PYRAMID_TRY(remove_relations(change.relations_gone));
    for (const auto& [entity, number] : change.observations_gone) {
      PYRAMID_TRY(memory_.remove_with_copies(held_.entities[entity].observations[number]));
    }
    for (const std::size_t entity : change.entities_gone) {
      PYRAMID_TRY(remove_entity(held_.entities[entity]));
    }
    for (std::size_t i = 0; i < held_.entities.size(); ++i) {
      files_.emplace(held_.graph.entities[i].name, held_.entities[i].path);
    }
    for (const GraphEntity& entity : change.entities) PYRAMID_TRY(add(entity));
    for (const auto& [entity, text] : change.observations) {
      PYRAMID_TRY(add_observation(held_.entities[entity].model, text));
    }
    return add(change.relations);
  }

 private:
  // Hashes the time, too: what is made twice has names of its own.
  Ulid next_id(const std::string& material) {
    const std::int64_t at = tick_++;
    return derive_ulid_at(at,
                          std::string(kGraphSource) + "\n" + std::to_string(at) + "\n" + material);
  }

  // Where the file of a new model of that name goes.
  [[nodiscard]] std::string free_model(const std::string& name, const Ulid& made) const {
    const std::string slug = slug_of_name(name);
    const bool is_free = !memory_.rules().is_base(slug) && !memory_.is_at(memory_.home_of(slug));
    return is_free ? slug : slug + "-" + short_id(made);
  }

  Status add(const GraphEntity& entity) {
    const Ulid made = next_id("entity\n" + entity.name);
    format::ModelDraft draft;
    draft.name = free_model(entity.name, made);
    draft.id = derive_ulid(Time{}, "model\n" + draft.name);
    draft.title = entity.name;
    draft.type = entity.type;
    std::string words = replace_all(entity.name, "_", " ");  // "Mia_Berg" is spoken of as Mia Berg
    if (words != entity.name && !trim(words).empty()) draft.aliases = {collapse_spaces(words)};
    const std::string path = workspace::model_path(draft.name, memory_.rules().base_models);
    const std::string model = draft.name;
    PYRAMID_ASSIGN(std::string bytes, format::write_model_verbatim(std::move(draft), path));
    PYRAMID_ASSIGN(bytes, format::with_field(bytes, path, kMadeKey, to_string(made)));
    PYRAMID_TRY(memory_.put(path, std::move(bytes), std::nullopt));
    files_.emplace(entity.name, path);
    for (const std::string& text : entity.observations) PYRAMID_TRY(add_observation(model, text));
    return {};
  }

  Status add_observation(const std::string& model, const std::string& text) {
    if (trim(text).empty()) {
      return fail(ErrorKind::kUsage, "an observation without words cannot be kept");
    }
    format::ObservationDraft draft;
    draft.id = next_id("observation\n" + model + "\n" + text);
    draft.at = now_;
    const std::int32_t here = run_.services.zone.offset_at(now_);
    if (here != memory_.zone().offset_at(now_)) draft.offset = here;
    draft.model = model;
    draft.source = kGraphSource;
    draft.text = text;
    const std::string path = memory_.free_path(
        workspace::observation_path(memory_.zone().local(now_, draft.offset), text, draft.id),
        draft.id);
    if (const auto warning = quarantine(draft, path)) run_.report.diagnostics.push_back(*warning);
    PYRAMID_ASSIGN(std::string bytes, format::write_observation_verbatim(draft, path));
    ++run_.report.observations_added;
    return memory_.put(path, std::move(bytes), std::nullopt);
  }

  Status add(const std::vector<GraphRelation>& relations) {
    std::map<std::string, std::vector<format::RelationDraft>> by_file;
    for (const GraphRelation& one : relations) {
      std::string path = file_of(one.from);
      format::RelationDraft draft;
      if (path.empty()) {
        path = kRelationsNote;
        draft.from = one.from;
      }
      draft.type = one.type;
      draft.to = one.to;
      draft.path = file_of(one.to);
      draft.made = next_id("relation\n" + one.from + "\n" + one.type + "\n" + one.to);
      by_file[path].push_back(std::move(draft));
    }
    for (const auto& [path, drafts] : by_file) {
      const Result<std::string> before = memory_.bytes(path);
      if (!before && (before.error().kind != ErrorKind::kNotFound || path != kRelationsNote)) {
        return fail(Error(before.error()));
      }
      PYRAMID_ASSIGN(std::string after,
                     format::with_relations(before ? *before : kNoteHead, path, drafts));
      PYRAMID_TRY(memory_.put(path, std::move(after),
                              before ? std::optional(digest_of(*before)) : std::nullopt));
    }
    return {};
  }

  // "" = it has none.
  [[nodiscard]] std::string file_of(const std::string& name) const {
    const auto found = files_.find(name);
    return found == files_.end() ? std::string() : found->second;
  }

  Status remove_relations(const std::vector<std::size_t>& gone) {
    std::map<std::string, std::set<std::size_t>> by_file;
    for (const std::size_t number : gone) {
      by_file[held_.relations[number].path].insert(held_.relations[number].begin);
    }
    for (const auto& [path, begins] : by_file) {
      PYRAMID_ASSIGN(const std::string before, memory_.bytes(path));
      PYRAMID_ASSIGN(std::string after,
                     format::without_relations(before, path, [&](const format::RelationLine& one) {
                       return begins.contains(one.begin);
                     }));
      if (path == kRelationsNote && trim(after) == trim(kNoteHead)) {
        PYRAMID_TRY(memory_.remove_at(path));
      } else {
        PYRAMID_TRY(memory_.put(path, std::move(after), digest_of(before)));
      }
    }
    return {};
  }

  // With all that was said of it, out of use or not: a sync would else make its file again.
  Status remove_entity(const HeldGraph::Entity& entity) {
    std::vector<Ulid> observations;
    PYRAMID_TRY(memory_.walk(Kind::kObservation, [&](const Node& node) -> Status {
      if (node.model == entity.model) observations.push_back(node.id);
      return {};
    }));
    for (const Ulid& id : observations) PYRAMID_TRY(memory_.remove_with_copies(id));
    if (entity.path.empty()) return {};
    const std::string page = format::why_path(entity.model);
    if (memory_.is_at(page)) PYRAMID_TRY(memory_.remove_at(page));
    const std::optional<Ulid> id = memory_.id_at(entity.path);
    return id ? memory_.remove_with_copies(*id) : Status();
  }

  Run& run_;
  WorkingSet& memory_;
  const HeldGraph& held_;
  Time now_;
  std::int64_t tick_;
  std::map<std::string, std::string> files_;  // of entities, by name: of the first of each
};

}  // namespace

Result<HeldGraph> read_held_graph(const WorkingSet& memory, const GraphNames& of,
                                  Diagnostics& diagnostics) {
  return GraphReader(memory, of, diagnostics).run();
}

Status write_graph_change(Run& run, const HeldGraph& held, const GraphChange& change) {
  return GraphWriter(run, held).write(change);
}

}  // namespace pyramid::ops
