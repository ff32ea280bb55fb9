// A checksum for every page of the database, which SQLite by itself does not have.
//
// A VFS ("virtual file system", sqlite.org/vfs.html) around the machine's own one. The last 8 of a
// page's 4,096 bytes are reserved for a sum of the others, put in when the page is written to the
// database file and held against it when it is read or mapped, a mapped page once a connection. A
// page of another sum, or of another size, is SQLITE_CORRUPT. The write-ahead log has sums of
// SQLite's own, which are looked at when it is recovered.
#pragma once

namespace pyramid::index {

// Its name for sqlite3_open_v2(), or nullptr where SQLite has no file system. REQUIRES: databases
// that are made through it get kReservedBytes by SQLITE_FCNTL_RESERVE_BYTES before anything else.
// From any thread.
const char* checked_vfs();

inline constexpr int kReservedBytes = 8;

}  // namespace pyramid::index
