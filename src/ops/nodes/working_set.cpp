#include "ops/nodes/working_set.hpp"

#include "base/text.hpp"
#include "format/sections.hpp"
#include "format/successor.hpp"
#include "format/why_page.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/one_id.hpp"
#include "ops/nodes/unfinished.hpp"
#include "plan/plan.hpp"
#include "plan/room.hpp"
#include "plan/standing.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

// Between paths that are kept in one string.
constexpr char kPathEnd = '\0';

// A session's may be as long as its conversation.
void drop_text(Node& node) { std::string().swap(node.text); }

plan::SummaryFact summary_fact(const index::NodeFacts& facts) {
  plan::SummaryFact fact;
  fact.id = facts.id;
  fact.model = facts.model;
  fact.tier = facts.tier;
  fact.start = facts.start;
  fact.end = facts.end;
  fact.count = facts.count;
  fact.digest = facts.digest;
  fact.bytes = facts.text_bytes;
  fact.inputs = facts.inputs;
  fact.policy = facts.policy;
  fact.made_by = format::made_by(facts.engine, facts.recipe);
  fact.edited = facts.hand == format::Hand::kWords;
  fact.struck = facts.hand == format::Hand::kStruck;
  return fact;
}

// Of what a person did to a summary. The index says only that they did something, so the file is
// read: few are edited. One that cannot be read counts as changed.
Digest own_digest(const WorkingSet& memory, const plan::SummaryFact& fact) {
  if (!fact.edited && !fact.struck) return {};
  const Result<std::string> content = memory.bytes(memory.path_of(fact.id));
  if (!content) return fact.digest;
  const Result<Node> node = format::read_node(*content, memory.path_of(fact.id));
  if (!node) return fact.digest;
  const format::ByHand own = format::by_hand(node->text, node->output, node->sentences);
  return Hasher().field(own.words).field(format::to_text({{}, own.struck})).finish();
}

// As the index hands it over; good while the node is.
index::NodeFacts facts_of(const Node& node) {
  index::NodeFacts facts;
  facts.id = node.id;
  facts.kind = node.kind;
  facts.path = node.path;
  facts.model = node.model;
  facts.status = node.status;
  facts.at = node.at;
  facts.digest = node.digest;
  facts.text_bytes = node.text_bytes;
  facts.to_extract = node.kind == Kind::kSession && node.extracted < node.turns;
  facts.importance = node.importance;
  facts.fact = node.fact;
  facts.superseded_by = node.superseded_by;
  facts.tier = node.tier;
  facts.start = node.start;
  facts.end = node.end;
  facts.count = node.count;
  facts.policy = node.policy;
  facts.engine = node.engine;
  facts.recipe = node.recipe;
  facts.inputs = node.inputs;
  facts.hand = node.hand;
  for (const format::Edge& edge : node.sources) facts.sources.push_back(edge.path);
  return facts;
}

}  // namespace

WorkingSet::WorkingSet(FileSystem& files, const workspace::Workspace& workspace,
                       std::size_t most_held)
    : files_(files),
      workspace_(workspace),
      most_held_(most_held),
      rules_(rules_of(workspace)),
      store_(files, workspace.root, workspace::kJournal) {}

Status WorkingSet::load(index::Index& index, From from) {
  index_ = &index;
  bool done = false;
  if (from == From::kKept) {
    PYRAMID_ASSIGN(done, load_kept());
  }
  return done ? Status() : load_all();
}

Status WorkingSet::load_all() {
  index::Index& index = *index_;
  // Where their links lead is known when every node is.
  struct Waiting {
    plan::SummaryFact fact;
    std::string paths;  // its own, then those of its sources
  };
  std::vector<Waiting> summaries;
  PYRAMID_ASSIGN(const std::size_t most, index.most_files());
  table_.reserve(most);
  facts_.reserve(most);
  PYRAMID_ASSIGN(const auto same, files_with_one_id(index, files_, workspace_));
  std::set<std::string_view> copies;
  for (const std::vector<Claimant>& claimants : same) {
    for (std::size_t i = 1; i < claimants.size(); ++i) copies.insert(claimants[i].path);
  }
  PYRAMID_ASSIGN(const std::vector<Node> pages, index.nodes({Kind::kWhy}));
  for (const Node& page : pages) pages_to_tidy_.insert(page.path);
  PYRAMID_TRY(index.each_facts([&](const index::NodeFacts& facts) {
    if (facts.id.is_zero() || copies.contains(facts.path)) return;
    if (!take(facts) || facts.kind != Kind::kSummary) return;
    Waiting& one = summaries.emplace_back(Waiting{summary_fact(facts), std::string(facts.path)});
    for (const std::string_view source : facts.sources) (one.paths += kPathEnd) += source;
  }));
  for (const std::vector<Claimant>& claimants : same) {
    Row row;
    row.id = claimants.front().id;
    for (std::size_t i = 1; i < claimants.size(); ++i) table_.put(row, claimants[i].path);
  }
  for (Waiting& one : summaries) {
    const std::vector<std::string_view> paths = split(one.paths, kPathEnd);
    put_summary(std::move(one.fact), std::vector(paths.begin() + 1, paths.end()));
  }
  return {};
}

bool WorkingSet::take(const index::NodeFacts& facts) {
  Row row;
  row.id = facts.id;
  row.at = facts.at;
  row.kind = facts.kind;
  row.to_extract = facts.to_extract;
  row.unassigned = facts.kind == Kind::kObservation && facts.status.empty() && facts.model.empty();
  const NodeTable::Put put = table_.put(row, facts.path);
  if (put == NodeTable::Put::kCopy) return false;
  if (put == NodeTable::Put::kOtherKind) facts_.remove(facts.id);
  if (facts.kind == Kind::kObservation) {
    const bool active = facts.status.empty();
    if (plans_) {
      const bool promoted = !workspace::fact_category(facts.path).empty();
      const plan::Holds holds =
          promoted ? plan::Holds::kPromoted : plan::holds_for_good(facts.fact);
      facts_.put({facts.id, facts.at, std::string(facts.model), active, facts.digest,
                  facts.importance, holds, facts.text_bytes, facts.superseded_by});
    }
  } else if (facts.kind == Kind::kMemory) {
    stale_homes_.emplace(facts.path);
  } else if (facts.kind == Kind::kModel && !rules_.is_base(facts.model)) {
    // That of a base model is left from settings in which it was none: nothing is written there.
    homes_[std::string(facts.model)] = facts.path;
    stale_homes_.emplace(facts.path);
  }
  return true;
}

bool WorkingSet::take(const Node& node) { return !node.id.is_zero() && take(facts_of(node)); }

void WorkingSet::put_summary(const Node& node) {
  const index::NodeFacts facts = facts_of(node);
  put_summary(summary_fact(facts), facts.sources);
}

// Links that lead to no node are left out.
void WorkingSet::put_summary(plan::SummaryFact fact, const std::vector<std::string_view>& sources) {
  fact.sources.reserve(sources.size());
  for (const std::string_view path : sources) {
    if (const Row* row = table_.at(path)) {
      fact.sources.push_back(row->id);
    } else {
      if (workspace::kind_of_path(path) == Kind::kSummary) fact.gone += tail_in(path);
      const auto [first, last] = unresolved_.equal_range(path);
      const bool noted =
          std::any_of(first, last, [&](const auto& one) { return one.second == fact.id; });
      if (!noted) unresolved_.emplace(path, fact.id);
    }
  }
  if (!plans_) return;
  fact.own = own_digest(*this, fact);
  facts_.put(fact);
}

// Links to the path led nowhere until now.
void WorkingSet::resolve_again(const std::string& path) {
  std::vector<Ulid> summaries;
  const auto [first, last] = unresolved_.equal_range(path);
  for (auto it = first; it != last; ++it) summaries.push_back(it->second);
  unresolved_.erase(first, last);
  const auto [first_home, last_home] = unresolved_from_.equal_range(path);
  for (auto it = first_home; it != last_home; ++it) stale_homes_.insert(it->second);
  unresolved_from_.erase(first_home, last_home);
  for (const Ulid& id : summaries) {
    const Node* summary = find(id);
    if (summary != nullptr && summary->kind == Kind::kSummary) put_summary(*summary);
  }
}

void WorkingSet::forget(const std::string& path) {
  const Row* row = table_.at(path);
  if (row == nullptr) return;
  const Ulid id = row->id;
  const Kind kind = row->kind;
  if (!table_.remove(path)) return;
  if (kind == Kind::kModel) {
    const auto home = std::find_if(homes_.begin(), homes_.end(),
                                   [&](const auto& one) { return one.second == path; });
    if (home != homes_.end()) {
      facts_.homes.erase(home->first);
      pages_to_tidy_.insert(format::why_path(home->first));
      homes_.erase(home);
    }
  }
  if (kind == Kind::kMemory) {
    for (const std::string& base : rules_.base_models) facts_.homes.erase(base);
  }
  stale_homes_.erase(path);
  forget_from_lines(path);
  facts_.remove(id);
  nodes_.erase(id);
  nodes_before_.erase(id);
}

// As this run wrote it, or as the index has it. Another command may have changed the index
// meanwhile: then a stub, and reading the file will tell.
Node WorkingSet::node_of(const Row& row) const {
  const std::string path(table_.path_of(row));
  if (changes_.contains(path)) {
    const Result<std::string> content = files_.read(workspace_.absolute(path));
    Result<Node> written =
        content ? format::read_node(*content, path) : fail(Error(content.error()));
    if (written && written->id == row.id) {
      drop_text(*written);
      return std::move(*written);
    }
  } else {
    Result<std::optional<Node>> known = index_->node_at(path);
    if (known && *known && (*known)->id == row.id) return std::move(**known);
  }
  Node stub;
  stub.id = row.id;
  stub.kind = row.kind;
  stub.at = row.at;
  stub.path = path;
  return stub;
}

const Node* WorkingSet::fetch(const Row& row) const {
  const std::lock_guard lock(fetching_);
  const auto known = nodes_.find(row.id);
  if (known != nodes_.end()) return &known->second;
  if (auto before = nodes_before_.extract(row.id)) {
    return &nodes_.insert(std::move(before)).position->second;
  }
  return &nodes_.emplace(row.id, node_of(row)).first->second;
}

void WorkingSet::let_go() {
  nodes_.clear();
  nodes_before_.clear();
}

void WorkingSet::plan_nothing() {
  facts_ = plan::FactIndex();
  plans_ = false;
}

void WorkingSet::let_go_but_changes() {
  let_go();
  table_.let_go();
  facts_ = plan::FactIndex();
}

const Node* WorkingSet::find(const Ulid& id) const {
  const Row* row = table_.find(id);
  return row == nullptr ? nullptr : fetch(*row);
}

const Node* WorkingSet::at(std::string_view path) const {
  const Row* row = table_.at(path);
  return row == nullptr ? nullptr : fetch(*row);
}

std::optional<Time> WorkingSet::time_of(const Ulid& id) const {
  const Row* row = table_.find(id);
  return row == nullptr ? std::nullopt : std::optional(row->at);
}

std::string WorkingSet::path_of(const Ulid& id) const {
  const Row* row = table_.find(id);
  return row == nullptr ? std::string() : std::string(table_.path_of(*row));
}

std::string WorkingSet::free_path(const std::string& wanted, const Ulid& id) const {
  const Row* row = table_.at(wanted);
  return row == nullptr || row->id == id ? wanted : workspace::path_by_whole_id(wanted, id);
}

std::vector<std::pair<std::string, std::string>> WorkingSet::copies() const {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [path, id] : table_.copies()) found.emplace_back(path, path_of(id));
  return found;
}

bool WorkingSet::is_missed(const Ulid& id) const {
  const std::string tail = short_id(id);
  const auto is_meant = [&](const auto& one) { return tail_in(one.first) == tail; };
  return std::any_of(unresolved_.begin(), unresolved_.end(), is_meant) ||
         std::any_of(unresolved_from_.begin(), unresolved_from_.end(), is_meant);
}

std::string WorkingSet::home_of(const std::string& model) const {
  const auto known = homes_.find(model);
  if (known != homes_.end()) return known->second;
  return workspace::model_path(model, rules_.base_models);
}

std::vector<Ulid> WorkingSet::ids_of(const std::function<bool(const Row&)>& wanted) const {
  std::vector<std::pair<Time, Ulid>> found;
  for (const Row& row : table_.rows()) {
    if (row.there && wanted(row)) found.emplace_back(row.at, row.id);
  }
  std::sort(found.begin(), found.end());
  std::vector<Ulid> ids;
  ids.reserve(found.size());
  for (const auto& entry : found) ids.push_back(entry.second);
  return ids;
}

std::vector<Ulid> WorkingSet::ids(Kind kind) const {
  return ids_of([&](const Row& row) { return row.kind == kind; });
}

Status WorkingSet::walk(Kind kind, const std::function<Status(const Node&)>& take) const {
  for (const Ulid& id : ids(kind)) {
    const Row* row = table_.find(id);
    if (row == nullptr) continue;
    std::unique_lock lock(fetching_);
    const auto held = nodes_.find(id);
    const Node node = held == nodes_.end() ? node_of(*row) : held->second;
    lock.unlock();
    PYRAMID_TRY(take(node));
  }
  return {};
}

void WorkingSet::each(
    Kind kind, const std::function<void(const Ulid& id, std::string_view path)>& take) const {
  for (const Row& row : table_.rows()) {
    if (row.there && row.kind == kind) take(row.id, table_.path_of(row));
  }
}

std::vector<Ulid> WorkingSet::sessions_to_extract() const {
  return ids_of([](const Row& row) { return row.to_extract; });
}

std::vector<Ulid> WorkingSet::said_in(const std::string& session) const {
  std::set<std::string, std::less<>> paths;
  for (const auto& [path, pending] : pending_) paths.insert(path);
  if (index_ != nullptr) {
    const std::lock_guard lock(fetching_);
    // What cannot be read is not found.
    (void)index_->each_link([&](std::string_view path, std::string_view target) {
      if (target == session) paths.emplace(path);
    });
  }
  std::vector<std::pair<Time, Ulid>> found;
  for (const std::string& path : paths) {
    const Row* row = table_.at(path);
    if (row == nullptr || row->kind != Kind::kObservation) continue;
    const Node* node = fetch(*row);
    if (node->from && node->from->path == session) found.emplace_back(row->at, row->id);
  }
  std::sort(found.begin(), found.end());
  std::vector<Ulid> ids;
  for (const auto& [at, id] : found) ids.push_back(id);
  return ids;
}

std::vector<Ulid> WorkingSet::to_assign() const {
  return ids_of([](const Row& row) { return row.unassigned; });
}

std::size_t WorkingSet::unassigned() const {
  const auto& rows = table_.rows();
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [](const Row& row) { return row.there && row.unassigned; }));
}

std::vector<Ulid> WorkingSet::sessions_written() const {
  std::vector<Ulid> written;
  each(Kind::kSession, [&](const Ulid& id, std::string_view path) {
    if (changes_.contains(path) || pending_.contains(path)) written.push_back(id);
  });
  return written;
}

Result<std::string> WorkingSet::bytes(const std::string& path) const {
  const auto waiting = pending_.find(path);
  if (waiting != pending_.end()) {
    if (waiting->second.content) return *waiting->second.content;
    return fail(ErrorKind::kNotFound, "file was removed", path);
  }
  return files_.read(workspace_.absolute(path));
}

Result<format::Document> WorkingSet::document(const std::string& path) const {
  PYRAMID_ASSIGN(const std::string content, bytes(path));
  return format::parse_home(content, path, [this](const std::string& page) { return bytes(page); });
}

Result<Node> WorkingSet::read(const Node& node) const {
  PYRAMID_ASSIGN(const std::string content, bytes(node.path));
  PYRAMID_ASSIGN(Node whole, format::read_node(content, node.path));
  if (whole.successor && whole.superseded_by.is_zero()) {
    whole.superseded_by = id_at(whole.successor->path).value_or(Ulid{});
  }
  return whole;
}

Result<WorkingSet::ReadFile> WorkingSet::read_file(std::string path, std::string content) {
  PYRAMID_ASSIGN(Node node, format::read_node(content, path));
  const Digest digest = digest_of(content);
  return ReadFile{std::move(path), std::move(content), std::move(node), digest};
}

Status WorkingSet::put(const std::string& path, std::string content,
                       std::optional<Digest> made_from) {
  PYRAMID_ASSIGN(ReadFile file, read_file(path, std::move(content)));
  return put(std::move(file), made_from);
}

Status WorkingSet::put(ReadFile file, std::optional<Digest> made_from) {
  auto& [path, content, node, digest] = file;
  const Row* old = table_.at(path);
  const bool is_new = old == nullptr;
  if (!is_new && (old->id != node.id || old->kind != node.kind)) forget(path);
  store_.put(path, content, made_from, digest);
  pending_[path] = {std::move(content), digest};
  if (node.kind == Kind::kWhy) {
    std::string home = home_of_page(path);
    if (!home.empty()) stale_homes_.insert(std::move(home));
  }
  if (!take(node)) return {};
  if (node.kind == Kind::kSummary) put_summary(node);
  drop_text(node);
  nodes_before_.erase(node.id);
  nodes_[node.id] = std::move(node);
  if (is_new) resolve_again(path);
  return {};
}

Status WorkingSet::put_extracted(const Ulid& session, std::string content,
                                 const Digest& made_from) {
  const Node* known = find(session);
  if (known == nullptr) {
    return fail(ErrorKind::kInternal, "no such session: " + to_string(session));
  }
  const Digest digest = digest_of(content);
  ReadFile file{known->path, std::move(content), *known, digest};
  file.node.extracted = file.node.turns;
  return put(std::move(file), made_from);
}

Status WorkingSet::remove(const Ulid& id) {
  const std::string path = path_of(id);
  return path.empty() ? Status() : remove_at(path);
}

Status WorkingSet::remove_at(const std::string& path) {
  PYRAMID_ASSIGN(const std::string content, bytes(path));
  const auto home = std::find_if(homes_.begin(), homes_.end(),
                                 [&](const auto& one) { return one.second == path; });
  const std::string page = home == homes_.end() ? std::string() : format::why_path(home->first);
  store_.remove(path, digest_of(content));
  pending_[path] = {};
  forget(path);
  if (!page.empty() && bytes(page)) return remove_at(page);
  return {};
}

Status WorkingSet::remove_with_copies(const Ulid& id) {
  std::vector<std::string> paths;
  for (const auto& [path, of] : table_.copies()) {
    if (of == id) paths.push_back(path);
  }
  for (const std::string& path : paths) PYRAMID_TRY(remove_at(path));
  return remove(id);
}

Status WorkingSet::flush() {
  if (pending_.empty()) return {};
  PYRAMID_TRY(link_successors());
  note_pending();
  Result<workspace::Store::Report> stored = store_.commit();
  const Changes flushed = stored ? flushed_by(*stored) : Changes();
  return note_flushed(std::move(stored), flushed);
}

Status WorkingSet::flush_beside(const std::function<void()>& work,
                                const std::function<void(const Changes& flushed)>& then) {
  if (pending_.empty()) {
    work();
    return {};
  }
  PYRAMID_TRY(link_successors());
  note_pending();
  Result<workspace::Store::Report> stored = workspace::Store::Report();
  Changes flushed;
  {
    const std::jthread writer([&] {
      stored = store_.commit();
      if (!stored) return;
      flushed = flushed_by(*stored);
      then(flushed);
    });
    work();
  }
  return note_flushed(std::move(stored), flushed);
}

Ulid WorkingSet::successor_of(const Node& observation) const {
  if (observation.status.empty()) return {};
  if (!observation.superseded_by.is_zero()) return observation.superseded_by;
  const Result<Node> whole = read(observation);
  return whole ? whole->superseded_by : Ulid();  // one that cannot be read, the scan names
}

Status WorkingSet::link_successors() {
  std::vector<std::pair<std::string, std::string>> places;  // of the files, and of what they name
  for (const auto& [path, pending] : pending_) {
    const Row* row = table_.at(path);
    if (row == nullptr || row->kind != Kind::kObservation) continue;
    const auto node = nodes_.find(row->id);
    if (node == nodes_.end() || node->second.superseded_by.is_zero()) continue;
    std::string to = path_of(node->second.superseded_by);
    const auto& linked = node->second.successor;
    if (!to.empty() && (!linked || linked->path != to)) places.emplace_back(path, std::move(to));
  }
  for (const auto& [path, to] : places) {
    PYRAMID_ASSIGN(const std::string content, bytes(path));
    PYRAMID_ASSIGN(std::string linked, format::with_successor_at(content, path, to));
    PYRAMID_TRY(put(path, std::move(linked), digest_of(content)));
  }
  return {};
}

void WorkingSet::note_pending() const {
  std::vector<Unwritten> unwritten;
  unwritten.reserve(pending_.size());
  for (const auto& [path, pending] : pending_) unwritten.push_back({path, pending.digest});
  note_unfinished(files_, workspace_, unwritten);
}

Changes WorkingSet::flushed_by(const workspace::Store::Report& stored) const {
  Changes flushed;
  for (const std::string& path : stored.written) flushed.set(path, pending_.at(path).digest);
  for (const std::string& path : stored.removed) flushed.set(path, std::nullopt);
  return flushed;
}

Status WorkingSet::note_flushed(Result<workspace::Store::Report> stored, const Changes& flushed) {
  all_on_disk_ = all_on_disk_ && stored.has_value();
  if (!stored) return fail(std::move(stored).error());
  const workspace::Store::Report& report = *stored;
  changed_meanwhile_.insert(changed_meanwhile_.end(), report.changed_meanwhile.begin(),
                            report.changed_meanwhile.end());
  for (const auto& [path, after] : flushed) {
    const Row* row = table_.at(path);
    if (row != nullptr && table_.path_of(*row) == path) {
      changes_.set_kept(table_.path_of(*row), after);
    } else {
      changes_.set(path, after);
    }
  }
  pending_.clear();
  if (nodes_.size() > most_held_) {
    auto lately = std::exchange(nodes_, {});
    let_go();
    nodes_before_ = std::move(lately);
  }
  return {};
}

Status WorkingSet::note_committed() const { return forget_unfinished(files_, workspace_); }

namespace {

// A record whose text is no section of the body but the `description:` of the frontmatter.
constexpr std::string_view kDescriptionKey = "description";

// None of a section with `From` lines, as earlier versions wrote: its links are to be made anew.
Digest links_of(const format::FoundSection& section, const NodeTable& table) {
  if (section.tag.empty() && !section.from.empty()) return {};
  std::vector<Ulid> ids;
  for (const format::Edge& edge : section.from) {
    const NodeTable::Row* row = table.at(edge.path);
    ids.push_back(row == nullptr ? Ulid{} : row->id);
  }
  return plan::links_digest(ids);
}

plan::ModelFact model_fact(const std::string& name, const Node& node,
                           const std::vector<format::FoundSection>& found, std::size_t own,
                           std::string_view prefix, const NodeTable& table) {
  plan::ModelFact fact;
  fact.name = name;
  fact.own_bytes = static_cast<std::int64_t>(own);
  for (const format::SectionRecord& record : node.sections) {
    if (!prefix.empty() && record.name.rfind(prefix, 0) != 0) continue;
    if (record.name == format::kOtherModels) continue;
    plan::SectionFact section;
    section.name = record.name;
    section.inputs = record.inputs;
    section.output = record.output;
    section.made_by = record.made_by;
    const auto here =
        std::find_if(found.begin(), found.end(),
                     [&](const format::FoundSection& one) { return one.name == record.name; });
    const bool said_nothing =
        here == found.end() && format::says_nothing(record.output, record.made_by);
    section.present = here != found.end() || said_nothing || record.name == kDescriptionKey;
    if (said_nothing) section.text = record.output;
    if (here != found.end()) {
      section.text = here->text_digest;
      section.from = links_of(*here, table);
    }
    if (record.name == kDescriptionKey) section.text = format::text_digest(node.description);
    fact.sections.push_back(std::move(section));
  }
  return fact;
}

}  // namespace

plan::Rules rules_of(const workspace::Workspace& workspace) {
  const format::Settings& settings = workspace.settings;
  plan::Rules rules;
  rules.zone = workspace.zone;
  rules.step = settings.step;
  rules.policy = plan::policy_named(settings.policy).value_or(plan::Policy::kCount);
  rules.span_days = settings.span_days;
  rules.base_models = settings.base_models;
  rules.section_chars = settings.section_chars;
  rules.memory_chars = settings.memory_chars;
  rules.model_chars = settings.model_chars;
  return rules;
}

Status WorkingSet::take_home(const std::string& path) {
  PYRAMID_ASSIGN(const format::Document document, this->document(path));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, path));
  const auto found = format::find_sections(document, path);
  if (format::has_old_head(document)) {
    pages_to_tidy_.insert(format::why_path_of(document, path).value_or(std::string()));
  }
  forget_from_lines(path);
  for (const format::FoundSection& section : found) {
    for (const format::Edge& edge : section.from) {
      if (!is_at(edge.path)) unresolved_from_.emplace(edge.path, path);
    }
  }
  const std::size_t own = format::own_bytes(document, path);
  if (node.kind != Kind::kMemory) {
    facts_.homes[node.model] = model_fact(node.model, node, found, own, "", table_);
    return {};
  }
  for (const std::string& base : rules_.base_models) {
    facts_.homes[base] =
        model_fact(base, node, found, own, plan::section_prefix(base, rules_), table_);
  }
  return {};
}

std::int64_t WorkingSet::weight_of(const std::string& model) const {
  return plan::weight_of(facts_, model);
}

std::int64_t WorkingSet::room_for_index() const { return plan::room_for_index(facts_, rules_); }

std::string WorkingSet::home_of_page(std::string_view page) const {
  if (page == format::why_path({}) && is_at(workspace::kMemoryFile)) {
    return std::string(workspace::kMemoryFile);
  }
  const auto home = std::find_if(homes_.begin(), homes_.end(), [&](const auto& one) {
    return format::why_path(one.first) == page;
  });
  return home == homes_.end() ? std::string() : home->second;
}

void WorkingSet::note_page(const std::string& page) {
  pages_to_tidy_.insert(page);
  std::string home = home_of_page(page);
  if (!home.empty()) stale_homes_.insert(std::move(home));
}

void WorkingSet::forget_from_lines(const std::string& home) {
  std::erase_if(unresolved_from_, [&](const auto& one) { return one.second == home; });
}

Result<const plan::FactIndex*> WorkingSet::facts() {
  if (!plans_) return fail(ErrorKind::kInternal, "nothing can be planned here");
  for (const std::string& path : stale_homes_) PYRAMID_TRY(take_home(path));
  stale_homes_.clear();
  facts_.settle();
  return &facts_;
}

}  // namespace pyramid::ops
