// What `why` knows of the whole workspace: the plan's word on each node and section, and who reads
// what.
#pragma once

#include "format/sections.hpp"
#include "ops/nodes/working_set.hpp"
#include "plan/plan.hpp"
#include "pyramid/why.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

// The record of a model's `description:`, which is told as a section without lines.
inline constexpr std::string_view kDescription = "description";

// A home file as it stands, links to moved files mended.
struct HomeText {
  std::string path;
  format::Document document;
  format::Node node;
  std::vector<format::FoundSection> sections;
  // nullptr when the file has, or records, no such section.
  [[nodiscard]] const format::FoundSection* found(std::string_view section) const;
  [[nodiscard]] const format::SectionRecord* record(std::string_view section) const;
};

// One reader of a node: a summary (by id), or a section of a home (by its path and record name).
struct Reader {
  Ulid summary;
  std::string home, section;
  bool operator==(const Reader&) const = default;
};

struct Verdict {
  WhyState state = WhyState::kNone;
  std::string reason;
  std::optional<Digest> inputs_now;  // nullopt: not known, or nothing is read
};

// Borrows the working set and its facts; node pointers stay valid as long as nobody writes to it.
class WhyGraph {
 public:
  // Homes are by path, as on the disk.
  // What no plan says: `index_dirty`: `## Other Models` of MEMORY.md would be written anew;
  // `ending`: why sections go, by place ("MEMORY.md#system/this-week").
  WhyGraph(const WorkingSet& memory, const plan::FactIndex& facts, plan::Plan plan,
           plan::Writers writers, std::map<std::string, HomeText> homes, bool index_dirty,
           std::map<std::string, std::string> ending);
  WhyGraph(const WhyGraph&) = delete;
  WhyGraph& operator=(const WhyGraph&) = delete;

  [[nodiscard]] Verdict verdict(const format::Node& node) const;
  [[nodiscard]] Verdict section_verdict(const HomeText& home, std::string_view section) const;

  // Summaries by (at, id), then those that are new, then sections by file. Both those whose files
  // link the node and those that will read it by the plan.
  [[nodiscard]] std::vector<Reader> readers(const Ulid& id) const;

  // The summary as the plan will have it; nullptr when it goes or is none.
  [[nodiscard]] const plan::Group* group(const Ulid& id) const;
  [[nodiscard]] std::vector<Ulid> sources_of(const plan::Group& group) const {
    return plan::sources_of(facts_, group);
  }
  // Those in use, by (at, id).
  [[nodiscard]] std::vector<Ulid> observations_of(const std::string& model) const;
  // Those of the user's own facts that say who it is, the oldest first.
  [[nodiscard]] std::vector<Ulid> introductions_of(const std::string& model) const;
  [[nodiscard]] const plan::SectionTask* task(const std::string& home,
                                              std::string_view section) const;
  [[nodiscard]] const HomeText* home(const std::string& path) const;
  [[nodiscard]] const plan::Plan& plan() const { return plan_; }
  [[nodiscard]] const plan::Writers& writers() const { return writers_; }
  // What would write a section now; "" for those that need no engine.
  [[nodiscard]] std::string writer_of(std::string_view section) const;

 private:
  void add_reader(const Ulid& source, Reader reader);
  void find_planned_readers();
  [[nodiscard]] Verdict topic_verdict(const format::Node& node) const;
  [[nodiscard]] Verdict summary_verdict(const format::Node& node) const;

  const WorkingSet& memory_;
  const plan::FactIndex& facts_;
  plan::Plan plan_;
  plan::Writers writers_;
  std::map<std::string, HomeText> homes_;
  bool index_dirty_ = false;
  std::map<std::string, std::string> ending_;
  std::unordered_map<Ulid, const plan::Group*> groups_;
  std::unordered_map<Ulid, const plan::SummaryTask*> tasks_;
  // But for the summaries whose files link the node: the facts know those.
  std::unordered_map<Ulid, std::vector<Reader>> readers_;
};

}  // namespace pyramid::ops
