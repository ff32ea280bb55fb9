// Facts that another program kept without the conversation that they come from.
#pragma once

#include "ingest/reader.hpp"
#include "ops/run/run.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// An observation file for each fact that is not in memory yet, `source: <format>`. The id derives
// from the fact, so that the same again adds nothing; what is gone there stays here. A subject that
// enough facts are about gets a model; of the others the next assignment decides.
Status put_facts(Run& run, const std::vector<ingest::Fact>& facts, const std::string& format,
                 ImportReport& report);
// How many of them would be new; writes nothing.
void plan_facts(Run& run, const std::vector<ingest::Fact>& facts, const std::string& format,
                ImportReport& report);

}  // namespace pyramid::ops
