// Names of summaries' files that may tell what was forgotten.
//
// A file is named after the words that its summary began with, and keeps that name as the summary
// goes on. Nothing tells later whose words they were: the fact may have come to another summary
// since, or have gone before its tombstone came. So where something was forgotten, a summary is
// called after what it and its sources say, or plainly.
#pragma once

#include "ops/run/run.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// Below .pyramid/: the tombstones with which all names were looked at, each file read. A cache:
// without it all are looked at again.
inline constexpr const char* kNamesFile = "names";

// Gives summaries of whose names words stand neither in them nor in their sources their plain
// names, and mends links to them. Looks at those that this run wrote and at what came or changed
// since the last one; at all where a tombstone came, or where one could not be read the last time:
// what cannot be read keeps its name until it can. Nothing where nothing was forgotten.
// REQUIRES: the summaries are written.
Status drop_left_names(Run& run);

}  // namespace pyramid::ops
