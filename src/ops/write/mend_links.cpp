// A file moved by hand leaves links behind: those that led to it, and its own. What a link meant is
// still told by its target's name, which ends with the last six characters of the id; of a source
// also by what the text records of what it was made from.
#include "base/path.hpp"
#include "format/sections.hpp"
#include "format/successor.hpp"
#include "format/why_page.hpp"
#include "history/past_versions.hpp"
#include "ops/nodes/moved_sources.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/session_titles.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Edge;
using format::Kind;
using format::Node;

bool leads_nowhere(const WorkingSet& memory, const Edge& edge) { return !memory.is_at(edge.path); }

// The links of a node's `From` lines, and those that stand behind them.
std::vector<Edge> edges_from(const Node& node) {
  const auto first = std::find_if(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
    return node.from && edge.link.line_begin == node.from->link.line_begin;
  });
  return {first, node.edges.end()};
}

// Whether a link that the program wrote into the file leads to no node.
Result<bool> has_broken_link(const WorkingSet& memory, const std::string& path) {
  if (!memory.is_at(path)) return false;  // no file of ours
  PYRAMID_ASSIGN(const format::Document document, memory.document(path));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, path));
  std::vector<Edge> edges;
  if (node.kind == Kind::kObservation || node.kind == Kind::kSummary) {
    edges = node.sources;
    for (Edge& edge : edges_from(node)) edges.push_back(std::move(edge));
    if (node.successor) edges.push_back(*node.successor);
  } else if (node.kind == Kind::kTask) {
    for (const format::Related& one : node.related) edges.push_back(one.edge);
  } else if (format::is_home(node.kind)) {
    for (const format::FoundSection& section : format::find_sections(document, path)) {
      edges.insert(edges.end(), section.from.begin(), section.from.end());
    }
  }
  return std::any_of(edges.begin(), edges.end(),
                     [&](const Edge& edge) { return leads_nowhere(memory, edge); });
}

using SortedPaths = std::set<std::string, std::less<>>;

// The files with a generated link that leads to no node, or to one of the `misnamed`.
Result<std::vector<std::string>> files_with_odd_links(const Run& run, const SortedPaths& misnamed) {
  SortedPaths files;
  PYRAMID_TRY(run.opened.index->each_link([&](std::string_view path, std::string_view target) {
    const bool is_odd = !run.memory.is_at(target) || misnamed.contains(target);
    if (is_odd && run.memory.is_at(path)) files.emplace(path);
  }));
  for (const Kind kind : {Kind::kModel, Kind::kMemory}) {
    for (const Ulid& id : run.memory.ids(kind)) {
      const std::string path = run.memory.path_of(id);
      PYRAMID_ASSIGN(const bool broken, has_broken_link(run.memory, path));
      if (broken || !misnamed.empty()) files.insert(path);
    }
  }
  return std::vector<std::string>(files.begin(), files.end());
}

// Whether a file lies where nodes do and is none: what it was a source of leads nowhere.
bool is_node_no_more(const WorkingSet& memory, const std::string& path) {
  const Kind kind = workspace::kind_of_path(path);
  const bool holds_nodes = !format::is_persons(kind) && kind != Kind::kWhy;
  return holds_nodes && !memory.is_at(path);
}

// Whether a file that came may be what a link means that leads nowhere. Which conversations
// observations mean and miss, the working set does not know.
bool may_be_missed(const WorkingSet& memory, const std::string& path) {
  const Node* node = memory.at(path);
  if (node == nullptr) return false;
  return node->kind == Kind::kSession || memory.is_missed(node->id);
}

// Whether the last sync left nothing to mend and no file went, moved or is missed since: then only
// one that came or was written in may lead nowhere.
bool links_stand(const Run& run) {
  const index::RefreshReport& scan = run.opened.scan;
  const Changes& changes = run.memory.changes();
  const bool all_stay = std::all_of(changes.begin(), changes.end(),
                                    [](const auto& change) { return change.second.has_value(); });
  return scan.settled && !scan.rebuilt && scan.removed.empty() && all_stay &&
         run.memory.copies().empty() &&
         std::none_of(scan.added.begin(), scan.added.end(),
                      [&](const std::string& path) { return may_be_missed(run.memory, path); }) &&
         std::none_of(scan.changed.begin(), scan.changed.end(),
                      [&](const std::string& path) { return is_node_no_more(run.memory, path); });
}

// What is said of a source that a summary lists, and that is none though it is there; nullopt where
// it is gone, or the link stays. A file that cannot be read, or lies where a
// summary goes, keeps its place (hindered.hpp).
std::optional<Diagnostic> odd_source(const Run& run, const Node& summary, const Edge& edge) {
  const auto is_source = [&](const Edge& one) {
    return one.link.target == edge.link.target && one.link.line_begin == edge.link.line_begin;
  };
  if (std::none_of(summary.sources.begin(), summary.sources.end(), is_source)) return std::nullopt;
  if (edge.path.empty()) {
    return Diagnostic{Severity::kWarning, summary.path,
                      "a source out of the workspace is left out: " + edge.link.target,
                      "link to a file inside it"};
  }
  const std::vector<std::string>& unreadable = run.opened.scan.unreadable;
  const bool waits = std::find(unreadable.begin(), unreadable.end(), edge.path) != unreadable.end();
  if (waits || workspace::summary_place(edge.path) || !run.memory.bytes(edge.path)) {
    return std::nullopt;
  }
  return no_source(edge.path, summary.path);
}

// Whether a link leads to what is gone, as far as the names tell.
bool is_lost(const Run& run, const Tails& tails, const Edge& edge) {
  return !edge.path.empty() && leads_nowhere(run.memory, edge) &&
         place_of(run.memory, tails, edge.link.target).empty() && !run.memory.bytes(edge.path);
}

// Where sources lie that were renamed so that no name tells it, by the paths that they had.
Result<std::map<std::string, std::string>> renamed_sources(const Run& run, const Tails& tails,
                                                           const Node& summary) {
  std::vector<std::string> lost;
  for (const Edge& edge : summary.sources) {
    if (is_lost(run, tails, edge)) lost.push_back(edge.path);
  }
  if (lost.empty()) return std::map<std::string, std::string>();
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  return moved_sources(run.memory, *facts, summary, lost);
}

// Summaries that the plan makes anew, each by its model, its tier and the tail of its id.
using Coming = std::set<std::tuple<std::string, int, std::string>>;

Result<Coming> summaries_to_come(const Run& run) {
  PYRAMID_ASSIGN(const plan::Plan plan, current_plan(run));
  Coming coming;
  for (const plan::SummaryTask& task : plan.summaries) {
    const plan::Group& group = task.group;
    if (!group.exists) coming.emplace(group.model, group.tier, short_id(group.id));
  }
  return coming;
}

struct Mending {
  std::optional<Tails> tails = std::nullopt;  // takes a look at every node: only where needed
  SortedPaths misnamed = {};  // of nodes under a name that tells of another, which lies elsewhere
  // Where files lie now by the places that they had, as far as git was asked; "" = it does not
  // know.
  std::map<std::string, std::string> moved = {};
  // What is gone may come again as it was, and its reader need not be written for that. The plan
  // knows, once all links to what was moved lead there again: not known before.
  std::optional<Coming> coming = std::nullopt;
  std::vector<std::string> later = {};  // files with links that wait for that
  // Summaries of which observations are gone.
  struct Loss {
    Ulid summary;
    std::string gone, kept;  // what the observations said
  };
  std::vector<Loss> losses = {};
};

const Tails& all_tails(Mending& mending, const WorkingSet& memory) {
  if (!mending.tails) mending.tails = tails_of(memory);
  return *mending.tails;
}

// Where the target of a link lies now. Of a file that a person gave a name which tells no id, git
// knows which node it was.
std::string place_now(const Run& run, Mending& mending, const Edge& edge) {
  std::string named = place_of(run.memory, all_tails(mending, run.memory), edge.link.target);
  const bool git_may_know = run.memory.settings().commit && !edge.path.empty() &&
                            tail_in(edge.path).empty() &&
                            !format::is_persons(workspace::kind_of_path(edge.path));
  if (!named.empty() || !git_may_know) return named;
  const auto [known, is_new] = mending.moved.try_emplace(edge.path);
  if (!is_new) return known->second;
  constexpr std::size_t kMost = 2;  // it may have gone with the last commit
  for (const std::string& version :
       history::past_versions(run.opened.workspace.root, edge.path, kMost)) {
    const Result<Node> was = format::read_node(version, edge.path);
    if (!was || was->id.is_zero()) continue;
    known->second = run.memory.path_of(was->id);
    break;
  }
  return known->second;
}

// Two files may have swapped their names: then each of these links leads to a node, and to none
// that it meant. A person's name for a file may end like an id by chance.
bool tells_of_another(const Ulid& id, std::string_view path) {
  const std::string tail = tail_in(path);
  return !tail.empty() && tail != short_id(id);
}

// All of them, once a file that changed may be one.
void note_misnamed(const Run& run, Mending& mending, bool links_stood) {
  const WorkingSet& memory = run.memory;
  const index::RefreshReport& scan = run.opened.scan;
  const auto any_is_misnamed = [&](const std::vector<std::string>& paths) {
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const Node* node = memory.at(path);
      return node != nullptr && tells_of_another(node->id, path);
    });
  };
  if (links_stood && !any_is_misnamed(scan.changed) && !any_is_misnamed(scan.added)) return;
  for (const Kind kind : {Kind::kObservation, Kind::kSummary, Kind::kSession}) {
    memory.each(kind, [&](const Ulid& id, std::string_view path) {
      if (!tells_of_another(id, path)) return;
      const Tails& tails = all_tails(mending, memory);
      const auto named = tails.find(tail_in(path));
      if (named != tails.end() && !named->second.empty()) mending.misnamed.emplace(path);
    });
  }
}

// Where what the file was made from lies now, of what swapped names; by the paths that it had.
std::map<std::string, std::string> swapped_in(const Run& run, Mending& mending,
                                              const format::Document& document, const Node& node) {
  std::map<std::string, std::string> swapped;
  if (mending.misnamed.empty()) return swapped;
  const auto look_at = [&](const std::vector<Edge>& sources, const Digest& inputs) {
    std::vector<std::string> named;
    for (const Edge& edge : sources) {
      const bool odd = mending.misnamed.contains(edge.path);
      named.push_back(odd ? place_of(run.memory, all_tails(mending, run.memory), edge.link.target)
                          : "");
    }
    swapped.merge(swapped_sources(run.memory, sources, named, inputs));
  };
  if (node.inputs) look_at(node.sources, *node.inputs);
  for (const format::FoundSection& section : format::find_sections(document, node.path)) {
    const auto record =
        std::find_if(node.sections.begin(), node.sections.end(),
                     [&](const format::SectionRecord& one) { return one.name == section.name; });
    if (record != node.sections.end()) look_at(section.from, record->inputs);
  }
  return swapped;
}

// Each link by way of a target that no link has, for one's place is the other's.
std::string with_swapped(std::string bytes, const Node& node,
                         const std::map<std::string, std::string>& swapped) {
  std::map<std::string, std::pair<format::Link, std::string>> done;  // by the targets on the way
  for (const Edge& edge : node.edges) {
    const auto place = swapped.find(edge.path);
    if (place == swapped.end()) continue;
    format::Link between = edge.link;
    between.target = "\n" + edge.link.target;
    bytes = format::with_link_target(bytes, edge.link, between.target);
    done[between.target + "#" + between.fragment] = {between, place->second};
  }
  for (const auto& [way, link] : done) {
    const std::string target = path::relative(path::directory(node.path), link.second);
    bytes = format::with_link_target(bytes, link.first, target);
  }
  return bytes;
}

// Whether a link to a summary that is gone stays, for now or for good.
bool may_come(Mending& mending, const Node& reader, const Edge& edge) {
  if (reader.kind != Kind::kSummary || reader.tier == 0) return false;
  if (mending.coming) {
    return mending.coming->contains({reader.model, reader.tier - 1, tail_in(edge.link.target)});
  }
  if (mending.later.empty() || mending.later.back() != reader.path) {
    mending.later.push_back(reader.path);
  }
  return true;
}

void note_mended(SyncReport& report, const std::string& file, const char* why) {
  const bool told = std::any_of(report.steps.begin(), report.steps.end(), [&](const SyncStep& one) {
    return one.what == "mend" && one.path == file;
  });
  if (told) return;
  report.steps.push_back({"mend", file, why});
  ++report.links_mended;
}

Mending::Loss loss_of(const Node& summary, const std::set<std::string>& gone) {
  Mending::Loss loss{summary.id, {}, {}};
  for (const Edge& edge : summary.sources) {
    (gone.contains(edge.link.target) ? loss.gone : loss.kept) += edge.link.text + "\n";
  }
  return loss;
}

// The same of what the page of a home lists.
Status mend_page(Run& run, Mending& mending, const std::string& home) {
  PYRAMID_ASSIGN(const format::Document document, run.memory.document(home));
  if (!document.evidence || document.evidence->empty()) return {};
  const std::string page = format::why_path_of(document, home).value_or(std::string());
  PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(page));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, home));
  Node listed;
  listed.path = page;
  for (const format::Evidence& section : *document.evidence) {
    listed.edges.insert(listed.edges.end(), section.from.begin(), section.from.end());
  }
  std::string mended = with_swapped(bytes, listed, swapped_in(run, mending, document, node));
  for (const Edge& edge : listed.edges) {
    if (!leads_nowhere(run.memory, edge)) continue;
    const std::string place = place_now(run, mending, edge);
    if (place.empty()) continue;
    const std::string target = path::relative(path::directory(page), place);
    mended = format::with_link_target(mended, edge.link, target);
  }
  if (mended == bytes) return {};
  note_mended(run.report, page, "what it links to was moved");
  return run.memory.put(page, std::move(mended), digest_of(bytes));
}

Status mend_file(Run& run, Mending& mending, const std::string& file) {
  PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(file));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, file));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, file));
  if (format::is_home(node.kind)) {
    PYRAMID_TRY(mend_page(run, mending, file));
  }
  const std::size_t before_body = document.body_line - 1;
  std::string mended = with_swapped(bytes, node, swapped_in(run, mending, document, node));
  const char* why = "what it links to was moved";
  std::map<std::string, std::string> renamed;
  std::set<std::string> gone;
  for (const Edge& edge : node.edges) {
    if (!leads_nowhere(run.memory, edge)) continue;
    std::string place = place_now(run, mending, edge);
    if (place.empty() && node.kind == Kind::kSummary) {
      if (renamed.empty()) {
        PYRAMID_ASSIGN(renamed, renamed_sources(run, *mending.tails, node));
      }
      const auto found = renamed.find(edge.path);
      if (found != renamed.end()) place = found->second;
    }
    if (!place.empty()) {
      const std::string target = path::relative(path::directory(file), place);
      mended = format::with_link_target(mended, edge.link, target);
    } else if (const auto odd = node.kind == Kind::kSummary ? odd_source(run, node, edge)
                                                            : std::optional<Diagnostic>()) {
      std::string without = format::without_list_link(mended, edge.link);
      if (without == mended) continue;  // a person's words stand beside it
      mended = std::move(without);
      run.report.diagnostics.push_back(*odd);
      why = "a source of it is none";
    } else if (node.kind == Kind::kSummary && !edge.path.empty() && !run.memory.bytes(edge.path)) {
      if (may_come(mending, node, edge)) continue;
      mended = format::without_list_link(mended, edge.link);
      why = "a source of it is gone";
      gone.insert(edge.link.target);
      const std::size_t line = before_body + edge.link.line;
      run.report.steps.push_back({"unlink", file + ":" + std::to_string(line),
                                  "its source " + edge.link.target + " is gone: left out"});
    }
  }
  if (node.successor && leads_nowhere(run.memory, *node.successor)) {
    const std::string place = node.superseded_by.is_zero()
                                  ? place_now(run, mending, *node.successor)
                                  : run.memory.path_of(node.superseded_by);
    if (!place.empty()) {
      PYRAMID_ASSIGN(mended, format::with_successor_at(mended, file, place));
    }
  }
  if (mended == bytes) return {};
  if (node.kind == Kind::kObservation) {
    PYRAMID_ASSIGN(mended, format::with_from_titles(mended, file, [&](const std::string& session) {
                     return lost_title(run.memory, session);
                   }));
  }
  if (node.tier == 0 && !gone.empty()) mending.losses.push_back(loss_of(node, gone));
  note_mended(run.report, file, why);
  return run.memory.put(file, std::move(mended), digest_of(bytes));
}

Status mend_all(Run& run, Mending& mending) {
  std::vector<std::string> files;
  const bool stand = links_stand(run);
  note_misnamed(run, mending, stand);
  if (stand && mending.misnamed.empty()) {
    const index::RefreshReport& scan = run.opened.scan;
    for (const auto* paths : {&scan.added, &scan.changed}) {
      for (const std::string& path : *paths) {
        const std::string file = format::is_why_path(path) ? run.memory.home_of_page(path) : path;
        PYRAMID_ASSIGN(const bool broken, has_broken_link(run.memory, file));
        if (broken) files.push_back(file);
      }
    }
  } else {
    PYRAMID_ASSIGN(files, files_with_odd_links(run, mending.misnamed));
  }
  for (const std::string& file : files) PYRAMID_TRY(mend_file(run, mending, file));
  if (!mending.later.empty()) {
    PYRAMID_ASSIGN(mending.coming, summaries_to_come(run));
    for (const std::string& file : mending.later) PYRAMID_TRY(mend_file(run, mending, file));
  }
  return {};
}

// The summaries, up to the top, whose file names tell what was said by sources that are gone.
Result<std::set<Ulid>> named_after_gone(const Run& run, const Mending& mending) {
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  std::set<Ulid> found;
  for (const Mending::Loss& loss : mending.losses) {
    std::set<Ulid> seen = {loss.summary};
    for (std::vector<Ulid> left = {loss.summary}; !left.empty();) {
      const Ulid id = left.back();
      left.pop_back();
      const Node* summary = run.memory.find(id);
      if (summary == nullptr) continue;
      if (is_named_after(*summary, loss.gone, loss.kept)) found.insert(id);
      for (const Ulid& reader : facts->readers_of(id)) {
        if (seen.insert(reader).second) left.push_back(reader);
      }
    }
  }
  return found;
}

// What was deleted is in no text above it; nor is it in the names of files, and so in the links
// that an agent loads.
Status rename_told(Run& run, Mending& mending) {
  if (mending.losses.empty()) return {};
  PYRAMID_ASSIGN(const std::set<Ulid> told, named_after_gone(run, mending));
  if (told.empty()) return {};
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  std::set<Ulid> readers;
  for (const Ulid& id : told) {
    for (const Ulid& reader : facts->readers_of(id)) readers.insert(reader);
  }
  for (const Ulid& id : told) {
    PYRAMID_TRY(give_plain_name(run.memory, Node(*run.memory.find(id))));
    note_mended(run.report, run.memory.path_of(id), "its name told of a source that is gone");
  }
  mending.tails.reset();
  for (const Kind kind : {Kind::kModel, Kind::kMemory}) {
    for (const Ulid& id : run.memory.ids(kind)) readers.insert(id);
  }
  for (const Ulid& reader : readers) {
    const std::string path = run.memory.path_of(reader);
    if (!path.empty()) PYRAMID_TRY(mend_file(run, mending, path));
  }
  return {};
}

}  // namespace

const Node* moved_to(const WorkingSet& memory, std::string_view target) {
  const Tails tails = tails_of(memory);
  const std::string place = place_of(memory, tails, target);
  return place.empty() ? nullptr : memory.at(place);
}

Status mend_links(Run& run) {
  Mending mending;
  return mend_all(run, mending);
}

Status mend_links_and_names(Run& run) {
  Mending mending;
  PYRAMID_TRY(mend_all(run, mending));
  return rename_told(run, mending);
}

}  // namespace pyramid::ops
