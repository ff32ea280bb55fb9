// What a source is, told by its first bytes: so that a wrong flag gets a right answer.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

enum class Look { kFolder, kEmpty, kSqlite, kZip, kJsonArray, kJsonObject, kOther };

struct Source {
  Look look = Look::kOther;
  std::string head;       // the first bytes of a file, at most 256 KiB; of UTF-16 as UTF-8
  bool is_utf16 = false;  // which of conversations logs alone are read in
  std::string user = {};  // how the person is called there, if that is known
};

// kNotFound when nothing is there; `default_source` (may be empty) goes into the hint. kIo for a
// file or folder that may not be read.
Result<Source> look_at(FileSystem& files, const std::string& path,
                       std::string_view default_source = {});

// "an SQLite database", "a folder": how a person would call it.
std::string describe(const Source& source);

}  // namespace pyramid::ingest
