// Nodes as rows of the table `nodes`: written by a refresh, read for planning.
#include "base/path.hpp"
#include "base/text.hpp"
#include "index/bound_rows.hpp"
#include "index/sqlite_index.hpp"
#include "workspace/extra_paths.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <charconv>

namespace pyramid::index {

namespace {

using format::Edge;
using format::Kind;
using format::Node;

// Fields that no path, title or digest can hold.
constexpr char kFieldEnd = '\x1f';
constexpr char kRecordEnd = '\x1e';

// A file that was moved by hand may link out of the workspace by then: the link itself is kept.
bool is_inside(std::string_view place) { return !place.starts_with("../"); }

std::string pack(const Edge& edge) {
  const bool leads_out = edge.path.empty() && !is_inside(edge.link.target);
  return (leads_out ? edge.link.target : edge.path) + kFieldEnd + edge.link.text + kFieldEnd +
         edge.link.fragment;
}

Edge unpack_edge(std::string_view packed) {
  const auto parts = split(packed, kFieldEnd);
  Edge edge;
  if (parts.size() != 3) return edge;
  (is_inside(parts[0]) ? edge.path : edge.link.target) = parts[0];
  edge.link.text = parts[1];
  edge.link.fragment = parts[2];
  return edge;
}

std::string pack(const std::vector<Edge>& edges) {
  std::string out;
  for (const Edge& edge : edges) out += pack(edge) + kRecordEnd;
  return out;
}

std::string pack(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += value + kRecordEnd;
  return out;
}

// The first link of the `From` lines, or nothing; behind it what is only told by each_link().
std::string pack_from(const Node& node) {
  const std::string successor = node.successor ? pack(*node.successor) + kRecordEnd : std::string();
  if (!node.from) return successor.empty() ? successor : kRecordEnd + successor;
  const auto is_first = [&](const Edge& edge) {
    return edge.link.line_begin == node.from->link.line_begin;
  };
  const auto first = std::find_if(node.edges.begin(), node.edges.end(), is_first);
  return (first == node.edges.end() ? pack(*node.from) + kRecordEnd
                                    : pack(std::vector<Edge>(first, node.edges.end()))) +
         successor;
}

template <typename Take>
void each_record(std::string_view packed, const Take& take) {
  while (!packed.empty()) {
    const std::size_t end = packed.find(kRecordEnd);
    take(packed.substr(0, end));
    packed.remove_prefix(end == std::string_view::npos ? packed.size() : end + 1);
  }
}

constexpr std::string_view kColumns =
    "SELECT f.path, n.id, n.kind, n.title, n.model, n.status, n.at, n.importance, n.tier, "
    "n.policy, n.start, n.\"end\", n.count, n.engine, n.recipe, n.inputs, n.output, "
    "n.text_digest, n.digest, n.description, n.model_type, n.aliases, n.turns, n.extracted, "
    "n.sections, n.sources, n.from_edge, n.user, n.hand, n.\"offset\", n.text_bytes FROM nodes n "
    "JOIN files f ON f.id = n.file ";

// What only summaries have is not taken out of the rows of the many others.
std::string fact_columns() {
  std::string columns =
      "SELECT f.path, n.id, n.kind, n.model, n.status, n.at, n.digest, CASE n.kind WHEN " +
      std::to_string(static_cast<int>(Kind::kSession)) + " THEN n.extracted < n.turns END";
  for (const char* column : {"n.tier", "n.start", "n.\"end\"", "n.count", "n.policy", "n.engine",
                             "n.recipe", "n.inputs", "n.hand", "n.sources"}) {
    columns += ", CASE n.kind WHEN " + std::to_string(static_cast<int>(Kind::kSummary)) + " THEN " +
               column + " END";
  }
  return columns +
         ", n.importance, n.model_type, n.text_bytes, CASE WHEN n.status <> '' THEN n.user END "
         "FROM nodes n JOIN files f ON f.id = n.file";
}

// "t17" is the 17th turn; 0 for what names none.
std::size_t turn_of(std::string_view fragment) {
  if (fragment.starts_with('^')) fragment.remove_prefix(1);
  if (!fragment.starts_with('t')) return 0;
  std::size_t turn = 0;
  const auto end = fragment.data() + fragment.size();
  const auto read = std::from_chars(fragment.data() + 1, end, turn);
  return read.ec == std::errc() && read.ptr == end ? turn : 0;
}

std::string_view path_in(std::string_view packed_edge) {
  return packed_edge.substr(0, packed_edge.find(kFieldEnd));
}

void take_summary(const Statement& row, NodeFacts& facts) {
  facts.tier = static_cast<int>(row.integer(8));
  facts.start = Time{row.integer(9)};
  facts.end = Time{row.integer(10)};
  facts.count = row.integer(11);
  facts.policy = row.text(12);
  facts.engine = row.text(13);
  facts.recipe = row.text(14);
  facts.inputs.reset();
  if (!row.is_null(15)) facts.inputs = digest_from(row.blob(15));
  facts.hand = static_cast<format::Hand>(row.integer(16));
  each_record(row.blob(17), [&](std::string_view one) {
    const std::string_view place = path_in(one);
    facts.sources.push_back(is_inside(place) ? place : std::string_view());
  });
}

// One column for all: of a model its type, of an observation what sort of fact it is, of a task
// what came of it.
template <typename N>
auto& sort_of(N& node) {
  if (node.kind == Kind::kObservation) return node.fact;
  return node.kind == Kind::kTask ? node.outcome : node.model_type;
}

// One column for two, as above: what a session was read through, and how long a topic is.
template <typename N>
auto& extent_of(N& node) {
  return node.kind == Kind::kTopic ? node.tokens : node.extracted;
}
// And for whom a session was with, which one a leaf was cut from, and what took the place of an
// observation.
std::string whose(const Node& node) {
  if (node.kind != Kind::kTopic && node.kind != Kind::kObservation) return node.user;
  const Ulid& other = node.kind == Kind::kTopic ? node.session : node.superseded_by;
  return other.is_zero() ? std::string() : to_string(other);
}

Node node_of(const Statement& row) {
  Node node;
  node.path = row.blob(0);
  node.id = ulid_from(row.blob(1));
  node.kind = static_cast<Kind>(row.integer(2));
  node.title = row.text(3);
  node.model = row.text(4);
  node.status = row.text(5);
  node.at = Time{row.integer(6)};
  node.importance = static_cast<int>(row.integer(7));
  node.tier = static_cast<int>(row.integer(8));
  node.policy = row.text(9);
  node.start = Time{row.integer(10)};
  node.end = Time{row.integer(11)};
  node.count = row.integer(12);
  node.engine = row.text(13);
  node.recipe = row.text(14);
  if (!row.is_null(15)) node.inputs = digest_from(row.blob(15));
  if (!row.is_null(16)) node.output = digest_from(row.blob(16));
  node.text_digest = digest_from(row.blob(17));
  node.digest = digest_from(row.blob(18));
  node.description = row.text(19);
  sort_of(node) = row.text(20);
  each_record(row.text(21), [&](std::string_view one) { node.aliases.emplace_back(one); });
  node.turns = row.integer(22);
  extent_of(node) = row.integer(23);
  each_record(row.text(24), [&](std::string_view one) {
    std::optional<format::SectionRecord> record = format::parse_section_record(one);
    if (record) node.sections.push_back(*std::move(record));
  });
  each_record(row.blob(25),
              [&](std::string_view one) { node.sources.push_back(unpack_edge(one)); });
  if (!row.is_null(26)) {
    const std::string_view packed = row.blob(26);
    const std::string_view from = packed.substr(0, packed.find(kRecordEnd));
    if (!from.empty()) node.from = unpack_edge(from);
  }
  if (node.kind == Kind::kTopic) {
    node.session = parse_ulid(row.text(27)).value_or(Ulid{});
  } else if (node.kind == Kind::kObservation) {
    node.superseded_by = parse_ulid(row.text(27)).value_or(Ulid{});
  } else {
    node.user = row.text(27);
  }
  node.hand = static_cast<format::Hand>(row.integer(28));
  node.offset = row.offset(29);
  node.text_bytes = row.integer(30);
  return node;
}

std::string pack(const std::vector<format::SectionRecord>& records) {
  std::string out;
  for (const format::SectionRecord& one : records) {
    out += format::to_line(one) + kRecordEnd;
  }
  return out;
}

}  // namespace

void take_origin(std::string_view packed, Chunk& chunk) {
  if (packed.empty()) return;
  const Edge from = unpack_edge(packed.substr(0, packed.find(kRecordEnd)));
  chunk.said_in = from.path;
  chunk.said_turn = turn_of(from.link.fragment);
}

void bind_node(Statement& statement, const Node& node, std::int64_t id) {
  statement.bind(1, id)
      .bind_blob(2, as_blob(node.id))
      .bind(3, static_cast<std::int64_t>(node.kind));
  statement.bind(4, node.title).bind(5, node.model).bind(6, node.status).bind(7, node.at.seconds);
  statement.bind(8, std::int64_t{node.importance}).bind(9, std::int64_t{node.tier});
  statement.bind(10, node.policy).bind(11, node.start.seconds).bind(12, node.end.seconds);
  statement.bind(13, node.count).bind(14, node.engine).bind(15, node.recipe);
  node.inputs ? statement.bind_blob(16, as_blob(*node.inputs)) : statement.bind_null(16);
  node.output ? statement.bind_blob(17, as_blob(*node.output)) : statement.bind_null(17);
  statement.bind_blob(18, as_blob(node.text_digest)).bind_blob(19, as_blob(node.digest));
  statement.bind(20, node.description).bind(21, sort_of(node)).bind(22, pack(node.aliases));
  statement.bind(23, node.turns).bind(24, extent_of(node)).bind(25, pack(node.sections));
  statement.bind_blob(26, pack(node.sources));
  const std::string from = pack_from(node);
  from.empty() ? statement.bind_null(27) : statement.bind_blob(27, from);
  statement.bind(28, whose(node)).bind(29, static_cast<std::int64_t>(node.hand));
  statement.bind_offset(30, node.offset).bind(31, node.text_bytes);
}

Status SqliteIndex::insert_node(const ReadFile& file, std::int64_t id) {
  PYRAMID_ASSIGN(
      Statement * statement,
      prepared("INSERT OR REPLACE INTO nodes VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,"
               "?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25,?26,?27,?28,?29,?30,"
               "NULL,?31)"));
  bind_node(*statement, *file.node, id);
  return statement->run();
}

Result<std::size_t> SqliteIndex::most_files() {
  PYRAMID_ASSIGN(Statement row, database_.prepare("SELECT max(id) FROM files"));
  PYRAMID_ASSIGN(const bool found, row.row());
  return found ? static_cast<std::size_t>(row.integer(0)) : std::size_t{0};
}

Status SqliteIndex::each_facts(const std::function<void(const NodeFacts&)>& take) {
  PYRAMID_ASSIGN(known_generation_, generation());
  PYRAMID_ASSIGN(Statement row, database_.prepare(fact_columns()));
  NodeFacts facts;
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return {};
    facts.kind = static_cast<Kind>(row.integer(2));
    if (!format::is_known_by_id(facts.kind)) continue;
    facts.path = row.blob(0);
    facts.id = ulid_from(row.blob(1));
    facts.model = row.text(3);
    facts.status = row.text(4);
    facts.at = Time{row.integer(5)};
    facts.digest = digest_from(row.blob(6));
    facts.to_extract = facts.kind == Kind::kSession && row.integer(7) != 0;
    facts.importance = static_cast<int>(row.integer(18));
    facts.fact = row.text(19);
    facts.text_bytes = row.integer(20);
    facts.superseded_by = {};
    if (facts.kind == Kind::kObservation && !row.is_null(21)) {
      facts.superseded_by = parse_ulid(row.text(21)).value_or(Ulid{});
    }
    facts.sources.clear();
    if (facts.kind == Kind::kSummary) take_summary(row, facts);
    take(facts);
  }
}

Status SqliteIndex::each_link(
    const std::function<void(std::string_view path, std::string_view target)>& take) {
  const std::string kinds = std::to_string(static_cast<int>(Kind::kObservation)) + "," +
                            std::to_string(static_cast<int>(Kind::kSummary));
  PYRAMID_ASSIGN(Statement row,
                 database_.prepare("SELECT f.path, n.from_edge, n.sources FROM nodes n "
                                   "JOIN files f ON f.id = n.file WHERE n.kind IN (" +
                                   kinds + ")"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return each_task_link(take);
    const std::string_view path = row.blob(0);
    const auto take_each = [&](std::string_view one) {
      if (!one.empty()) take(path, path_in(one));
    };
    if (!row.is_null(1)) each_record(row.blob(1), take_each);
    each_record(row.blob(2), take_each);
  }
}

namespace {

// All rows, of kColumns, with such a title.
template <typename IsMeant>
Result<std::vector<Node>> nodes_from(Statement& statement, const IsMeant& is_meant) {
  std::vector<Node> nodes;
  while (true) {
    PYRAMID_ASSIGN(const bool more, statement.row());
    if (!more) return nodes;
    if (is_meant(statement.text(3))) nodes.push_back(node_of(statement));
  }
}
Result<std::vector<Node>> nodes_from(Statement& statement) {
  return nodes_from(statement, [](std::string_view) { return true; });
}

constexpr const char* kBelowFolder =
    "WHERE f.path >= ?1 AND f.path < ?2 AND n.kind = ?3 "
    "ORDER BY f.path";

// The least that is greater than all paths below a folder.
std::string behind(std::string folder) {
  ++folder.back();
  return folder;
}

}  // namespace

Result<std::vector<Node>> SqliteIndex::nodes(const std::vector<Kind>& kinds) {
  std::string where = "WHERE n.kind IN (";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    where += (i > 0 ? "," : "") + std::to_string(static_cast<int>(kinds[i]));
  }
  PYRAMID_ASSIGN(Statement statement, database_.prepare(std::string(kColumns) + where + ")"));
  return nodes_from(statement);
}

Result<std::vector<Node>> SqliteIndex::nodes_below(const std::string& folder, Kind kind) {
  PYRAMID_ASSIGN(Statement statement, database_.prepare(std::string(kColumns) + kBelowFolder));
  statement.bind_blob(1, folder).bind_blob(2, behind(folder));
  statement.bind(3, static_cast<std::int64_t>(kind));
  return nodes_from(statement);
}

Result<std::vector<Node>> SqliteIndex::tasks_called(
    const std::function<bool(std::string_view title)>& is_meant) {
  const std::string folder = "tasks/";
  PYRAMID_ASSIGN(Statement statement, database_.prepare(std::string(kColumns) + kBelowFolder));
  statement.bind_blob(1, folder).bind_blob(2, behind(folder));
  statement.bind(3, static_cast<std::int64_t>(Kind::kTask));
  return nodes_from(statement, is_meant);
}

Result<std::optional<Node>> SqliteIndex::node(const Ulid& id) {
  PYRAMID_ASSIGN(Statement statement, database_.prepare(std::string(kColumns) +
                                                        "WHERE n.id = ?1 ORDER BY f.path LIMIT 1"));
  statement.bind_blob(1, as_blob(id));
  PYRAMID_ASSIGN(const bool found, statement.row());
  return found ? std::optional(node_of(statement)) : std::nullopt;
}

Result<std::optional<Node>> SqliteIndex::node_at(const std::string& path) {
  static const std::string sql = std::string(kColumns) + "WHERE f.path = ?1";
  PYRAMID_ASSIGN(Statement * statement, prepared(sql.c_str()));
  statement->bind_blob(1, path);
  PYRAMID_ASSIGN(const bool found, statement->row());
  std::optional<Node> node;
  if (found) node = node_of(*statement);
  statement->reset();
  return node;
}

namespace {

// The first column of all rows.
Result<std::vector<std::string>> paths_from(Statement& row) {
  std::vector<std::string> paths;
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return paths;
    paths.emplace_back(row.blob(0));
  }
}

}  // namespace

Result<std::vector<std::string>> SqliteIndex::paths_like_copies() {
  std::string named;
  for (const std::string_view word : workspace::kConflictWords) {
    named += " OR CAST(f.path AS TEXT) LIKE '%" + std::string(word) + "%'";
  }
  PYRAMID_ASSIGN(Statement row,
                 database_.prepare("SELECT f.path FROM nodes n JOIN files f ON f.id = n.file "
                                   "WHERE (n.id IN (SELECT id FROM nodes WHERE id <> zeroblob(16) "
                                   "GROUP BY id HAVING count(*) > 1)" +
                                   named +
                                   ") AND substr(CAST(f.path AS TEXT), 1, 3) <> '../' "
                                   "AND substr(CAST(f.path AS TEXT), 1, 1) <> '/' "
                                   "ORDER BY f.path"));
  return paths_from(row);
}

Result<std::vector<std::string>> SqliteIndex::paths_with_conflicts() {
  PYRAMID_ASSIGN(Statement row,
                 database_.prepare("SELECT path FROM files WHERE conflict <> 0 ORDER BY path"));
  PYRAMID_ASSIGN(std::vector<std::string> paths, paths_from(row));
  std::erase_if(paths, [](const std::string& path) { return workspace::is_outside(path); });
  return paths;
}

Result<std::vector<std::string>> SqliteIndex::paths_with(const Ulid& id) {
  PYRAMID_ASSIGN(Statement row,
                 database_.prepare("SELECT f.path FROM nodes n JOIN files f ON f.id = n.file "
                                   "WHERE n.id = ?1 ORDER BY f.path"));
  row.bind_blob(1, as_blob(id));
  return paths_from(row);
}

Result<std::vector<std::string>> SqliteIndex::strangers(const std::string& folder, Kind kind) {
  PYRAMID_ASSIGN(Statement row,
                 database_.prepare("SELECT f.path FROM files f JOIN nodes n ON n.file = f.id "
                                   "WHERE f.path >= ?1 AND f.path < ?2 AND f.size > 0 "
                                   "AND n.kind <> ?3 ORDER BY f.path"));
  row.bind_blob(1, folder).bind_blob(2, behind(folder)).bind(3, static_cast<std::int64_t>(kind));
  return paths_from(row);
}

Result<std::optional<Digest>> SqliteIndex::file_digest(const std::string& path) {
  PYRAMID_ASSIGN(Statement statement,
                 database_.prepare("SELECT digest FROM files WHERE path = ?1"));
  statement.bind_blob(1, path);
  PYRAMID_ASSIGN(const bool found, statement.row());
  return found ? std::optional(digest_from(statement.blob(0))) : std::nullopt;
}

}  // namespace pyramid::index
