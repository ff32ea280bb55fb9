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

// Gives summaries of whose names words stand neither in them nor in their sources their plain
// names, and mends links to them: those that this run wrote, and that came or changed since the
// last one; `all`: whatever they are, for a tombstone came. Nothing where nothing was forgotten.
// REQUIRES: the summaries are written. Not flushed.
Status drop_left_names(Run& run, bool all);

}  // namespace pyramid::ops
