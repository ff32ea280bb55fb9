// What tasks have to do with others, as rows of the table `relations`.
#include "index/sqlite_index.hpp"

namespace pyramid::index {

namespace {

constexpr const char* kFrom =
    "SELECT f.path, r.target, r.relation FROM relations r JOIN files f ON f.id = r.file "
    "WHERE f.path = ?1 ORDER BY r.rowid";
// A task's link to itself stands among those from it.
constexpr const char* kTo =
    "SELECT f.path, r.target, r.relation FROM relations r JOIN files f ON f.id = r.file "
    "WHERE r.target = ?1 AND f.path <> ?1 ORDER BY f.path, r.rowid";
constexpr const char* kAll =
    "SELECT f.path, r.target, r.relation FROM relations r JOIN files f ON f.id = r.file "
    "ORDER BY f.path, r.rowid";

Status take_rows(Statement& row, std::vector<Index::TaskLink>& links) {
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return {};
    links.push_back({std::string(row.blob(0)), std::string(row.blob(1)),
                     static_cast<format::Relation>(row.integer(2))});
  }
}

}  // namespace

Status SqliteIndex::insert_relations(const ReadFile& file, std::int64_t id) {
  if (file.node->related.empty()) return {};
  PYRAMID_ASSIGN(Statement * insert, prepared("INSERT INTO relations VALUES(?1, ?2, ?3)"));
  for (const format::Related& one : file.node->related) {
    insert->bind(1, id).bind(2, static_cast<std::int64_t>(one.relation));
    PYRAMID_TRY(insert->bind_blob(3, one.edge.path).run());
  }
  return {};
}

Result<bool> SqliteIndex::has_tasks() {
  PYRAMID_ASSIGN(Statement * row, prepared("SELECT 1 FROM files f JOIN nodes n ON n.file = f.id "
                                           "WHERE f.path >= X'7461736B732F' "  // "tasks/"
                                           "AND f.path < X'7461736B7330' AND n.kind = ?1 LIMIT 1"));
  row->bind(1, static_cast<std::int64_t>(format::Kind::kTask));
  PYRAMID_ASSIGN(const bool found, row->row());
  row->reset();
  return found;
}

Result<std::vector<Index::TaskLink>> SqliteIndex::links_of_task(const std::string& path) {
  std::vector<TaskLink> links;
  for (const char* sql : {kFrom, kTo}) {
    PYRAMID_ASSIGN(Statement * row, prepared(sql));
    row->bind_blob(1, path);
    PYRAMID_TRY(take_rows(*row, links));
    row->reset();
  }
  return links;
}

Status SqliteIndex::each_task_link(
    const std::function<void(std::string_view path, std::string_view target)>& take) {
  PYRAMID_ASSIGN(Statement row, database_.prepare("SELECT f.path, r.target FROM relations r "
                                                  "JOIN files f ON f.id = r.file"));
  while (true) {
    PYRAMID_ASSIGN(const bool more, row.row());
    if (!more) return {};
    take(row.blob(0), row.blob(1));
  }
}

Result<std::vector<Index::TaskLink>> SqliteIndex::task_links() {
  std::vector<TaskLink> links;
  PYRAMID_ASSIGN(Statement row, database_.prepare(kAll));
  PYRAMID_TRY(take_rows(row, links));
  return links;
}

}  // namespace pyramid::index
