// Leaves and folders of the topic tree -> the places where they belong.
#pragma once

#include "ops/run/run.hpp"
#include "ops/topics/topic_tree.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <string>
#include <vector>

namespace pyramid::ops {

// By path: folders nearest in meaning to each that lie in other branches, the nearest first.
using RelatedFolders = std::map<std::string, std::vector<std::string>>;

// Files move to where topics::arrange() has them; summaries of folders that go, go. Founded folders
// have no summary yet: their ids are `born`, by path. Not flushed.
struct Arranged {
  RelatedFolders related;
  std::map<std::string, Ulid> born;
};
Result<Arranged> arrange_topics(Run& run, const TopicTree& tree);

}  // namespace pyramid::ops
