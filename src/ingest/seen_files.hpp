// Files of a source that were taken in before and have not changed since, so that they need not be
// read again. A cache: what it does not know is read.
#pragma once

#include "base/ulid.hpp"
#include "pyramid/left_out.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::ingest {

struct SeenFile {
  std::string origin;  // the conversation's id, and when it began, as the file's head says
  Time start;
  std::size_t skipped_records = 0;
  std::vector<Ulid> sessions;  // what it gave
  bool undated = false;        // nothing says when it was said, so it is left out
  LeftOut left_out = {};
  // Of a source in which one conversation tells of another who the person is: somebody is called
  // there as they are; and somebody who is called otherwise was taken for them, as nobody was
  // known.
  bool names_person = false, is_presumed = false;
};

// Not thread-safe: for the thread that reads the source.
class SeenFiles {
 public:
  virtual ~SeenFiles() = default;
  // What the file at `path` gave, if it lies there as it did then and all that it gave is in the
  // memory still; else nullptr. Good until the next keep().
  virtual const SeenFile* find(const std::string& path) = 0;
  // The file was handed over whole, with nothing to complain of but that it is undated. REQUIRES:
  // find() was asked before it was read, and may have known it.
  virtual void keep(const std::string& path, SeenFile file) = 0;
};

}  // namespace pyramid::ingest
