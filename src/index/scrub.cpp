// What went from the index, taken out of the bytes that it lies in.
#include "index/sqlite_index.hpp"

#include <utility>

namespace pyramid::index {

Status SqliteIndex::scrub() {
  // All pages pass once: none of them is worth keeping in memory.
  PYRAMID_TRY(database_.execute("PRAGMA mmap_size=0; PRAGMA cache_size=-4000"));
  Status cleared = database_.transact([&]() -> Status {
    remove_row_files(other_slot(flat_.slot));  // a change over that was stopped
    PYRAMID_TRY(set_meta("settled_key", ""));
    // Segments of FTS5 keep what was deleted until they are merged.
    for (const char* sql : {"DELETE FROM since", "DELETE FROM touched",
                            "DELETE FROM keys WHERE id NOT IN (SELECT id FROM nodes)",
                            "INSERT INTO words(words) VALUES('optimize')"}) {
      PYRAMID_TRY(database_.execute(sql));
    }
    return {};
  });
  PYRAMID_TRY(std::move(cleared));
  PYRAMID_TRY(database_.execute("VACUUM"));
  PYRAMID_ASSIGN(Statement checkpoint, database_.prepare("PRAGMA wal_checkpoint(TRUNCATE)"));
  PYRAMID_ASSIGN(const bool told, checkpoint.row());
  if (told && checkpoint.integer(0) == 0) return {};
  return fail(ErrorKind::kConflict, "another process reads the index");
}

}  // namespace pyramid::index
