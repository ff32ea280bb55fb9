// Asking in a process that goes on running.
#pragma once

#include "index/vector_graph.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/recall.hpp"
#include "pyramid/result.hpp"
#include "pyramid/search.hpp"

namespace pyramid::ops {

// search_memory() and recall() with a graph of the vectors where there is one for the index as it
// stands; where there is none, one is made meanwhile. Of the same workspace each time.
Result<SearchReport> search_warm(const Environment& environment, const SearchOptions& options,
                                 index::VectorGraph& graph);
Result<RecallReport> recall_warm(const Environment& environment, const RecallOptions& options,
                                 index::VectorGraph& graph);

}  // namespace pyramid::ops
