// The file of a home as it stands: what of it the program wrote, and how the rest is kept.
#pragma once

#include "format/sections.hpp"
#include "ops/nodes/working_set.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

struct HomeFile {
  bool exists = false;
  std::string bytes;
  format::Node node;
  std::vector<format::FoundSection> found;
  format::Document document;
};

// One without bytes when there is none.
Result<HomeFile> read_home_file(const WorkingSet& memory, const std::string& path);
// What is recorded of a section; nullptr: nothing. Borrowed from the node.
const format::SectionRecord* record_of(const format::Node& node, std::string_view name);
// A section as a draft that changes nothing.
format::SectionDraft draft_of(const HomeFile& file, const format::FoundSection& found);
// All of them whose names begin so; with "" all but the description.
std::vector<format::SectionDraft> drafts_of(const HomeFile& file, std::string_view prefix);
// Whether it stands below a heading of MEMORY.md that only another choice of base models would make
// ours.
bool is_persons(const WorkingSet& memory, const HomeFile& file, const std::string& name);

// By the order in which a home has them: self, user, system, other models; newest time first.
void sort_sections(std::vector<format::SectionDraft>& sections);
// A home as it is to stand, with the page that lists where its sections come from.
struct RenderedHome {
  std::string bytes;
  std::string page_path, page;  // no bytes: there is none
};
// MEMORY.md with these sections, sorted.
Result<RenderedHome> memory_file(const HomeFile& file, std::vector<format::SectionDraft> sections);
// Nothing when the texts are the ones that the files have.
Status put_home_file(WorkingSet& memory, const std::string& path, const HomeFile& file,
                     Result<RenderedHome> rendered);

}  // namespace pyramid::ops
