// Several files with one id: which of them is the node.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "index/index.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// A file that says it is the node with this id.
struct Claimant {
  std::string path;
  Ulid id;
  Time at;
  Digest digest;
  bool is_known = false;  // a link that the program wrote leads to it, or the digest beside one
};

// The files that share their id with another, notes apart: for each id its files, the one that
// counts first. That is the one which the memory was made from: links that the program wrote lead
// to it; where they lead to none, because it was renamed, a digest that they were recorded with
// comes out with it. Where that tells several or none, the file itself decides (node_table.hpp). A
// function of the files as the index knows them. Takes a look at every id, and at every link where
// two files have one.
Result<std::vector<std::vector<Claimant>>> files_with_one_id(index::Index& index, FileSystem& files,
                                                             const workspace::Workspace& workspace);

}  // namespace pyramid::ops
