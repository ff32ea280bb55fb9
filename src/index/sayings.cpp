// What observations say of a name, and what the user is called.
#include "base/text.hpp"
#include "engine/text/word_parts.hpp"
#include "index/chunker.hpp"
#include "index/sqlite_index.hpp"

#include <algorithm>
#include <string>

namespace pyramid::index {

Result<std::vector<Index::Saying>> SqliteIndex::sayings(std::string_view name,
                                                        const std::vector<std::string>& models,
                                                        std::size_t most) {
  const std::string phrase = '"' + replace_all(engine::indexed_words(name), "\"", "") + '"';
  PYRAMID_ASSIGN(const std::size_t pieces, pieces_having(phrase, most + 1));
  std::vector<Saying> found;
  if (pieces == 0 || pieces > most) return found;
  PYRAMID_ASSIGN(Statement * row,
                 prepared("SELECT n.id, n.at, n.model, c.text, n.from_edge, n.\"offset\" "
                          "FROM words w "
                          "JOIN chunks c ON c.row = w.rowid JOIN nodes n ON n.file = c.file "
                          "WHERE w.words MATCH ?1 AND n.kind = 0 AND n.status = ''"));
  row->bind(1, phrase);
  while (true) {
    PYRAMID_ASSIGN(const bool more, row->row());
    if (!more) return found;
    if (std::find(models.begin(), models.end(), row->text(2)) == models.end()) continue;
    Saying one{ulid_from(row->blob(0)),
               Time{row->integer(1)},
               row->offset(5),
               std::string(row->text(2)),
               {},
               {}};
    one.text = without_date(row->text(3), zone_.local(one.at, one.offset));
    if (!row->is_null(4)) {
      Chunk origin;
      take_origin(row->blob(4), origin);
      one.said_in = std::move(origin.said_in);
    }
    found.push_back(std::move(one));
  }
}

Result<std::vector<std::string>> SqliteIndex::user_names() {
  PYRAMID_ASSIGN(Statement * row, prepared("SELECT DISTINCT user FROM nodes WHERE user <> ''"));
  std::vector<std::string> names;
  while (true) {
    PYRAMID_ASSIGN(const bool more, row->row());
    if (!more) return names;
    names.emplace_back(row->text(0));
  }
}

}  // namespace pyramid::index
