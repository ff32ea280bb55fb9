// MEMORY.md and models/<name>.md: generated sections between the person's own.
//
// Model file: generated are `## Last 3 Days`, `## This Week`, `## This Month`, `## This Quarter`,
// `## This Year`, `## Earlier`. MEMORY.md: `## Self`, `## User` and `## System` with the same names
// as `###` below them, `## Always` above and `## Other Models` behind them. Everything else is the
// person's: kept byte for byte, in place. An empty generated section is left out of the file. Of
// two headings with one name the first is ours; a section that the frontmatter does not record is
// never removed.
#pragma once

#include "format/node.hpp"
#include "format/section_support.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// Names, newest first: "last-3-days", "this-week", "this-month", "this-quarter", "this-year",
// "earlier".
std::span<const std::string_view> time_section_names();
std::string_view time_section_heading(std::string_view name);  // "Last 3 Days"; also "Always"

// A generated section as found in a file.
struct FoundSection {
  std::string name;          // as in SectionRecord
  std::string text;          // without heading and link to its sources; `\n` line ends, trimmed
  std::vector<Edge> from;    // what it was made from, as its page or its `From` lines list it
  std::string page, tag;     // where its link to that leads; "" where `From` lines stand instead
  std::size_t left_out = 0;  // of what it was made from, as that link says
  std::vector<std::vector<std::size_t>> sentences;  // by link, as in Evidence
  std::size_t line = 0;                             // 1-based line of the heading in the file
  std::size_t sources_line = 0;  // the first that leads to sources; 0 = there is none
  std::size_t last_line = 0;     // of the section, less the blank lines at its end
  Digest text_digest;
};
std::vector<FoundSection> find_sections(const Document& document, std::string_view path);

// Bytes of the body that a person wrote beside the generated sections. The framework of ours,
// titles and all, counts nothing, whatever of it stands: no sync changes this.
std::size_t own_bytes(const Document& document, std::string_view path);

// Whether a line is the heading above the sections of a base model: `## Self`.
bool heads_sections(std::string_view line);

// A heading below which, or by which, the file is not as it looks: something left open (a code
// fence, an HTML comment) above it or in its section swallows what stands behind.
struct Swallowed {
  std::string heading;   // "This Week"
  std::size_t line = 0;  // 1-based, in the file
};
// Of the sections that the frontmatter records, and of the person's Notes behind them. nullopt in
// any file as a sync leaves it. What is read from a file with such a heading is not what a person
// sees in it, and must not be written back.
std::optional<Swallowed> find_swallowed(const Document& document, std::string_view path);

// Whether an engine was asked for the section of this record and had nothing to say: no heading
// stands in the file for it.
bool says_nothing(const Digest& output, std::string_view made_by);

// The section of MEMORY.md that tells what holds whatever its age. The user's, though it stands
// above
// `## Self`.
inline constexpr std::string_view kAlways = "user/always";
// The section of MEMORY.md that lists the other models.
inline constexpr std::string_view kOtherModels = "other-models";

// Its place in its file, from the top.
std::size_t section_rank(std::string_view name);

// A section as it is to stand. Empty text = leave the section out; where an engine had nothing to
// say, its record stands alone, so that nobody asks again.
struct SectionDraft {
  std::string name;
  std::string text;
  std::vector<SourceLink> from;
  Digest inputs;
  std::optional<Digest> output;  // set: the text stays as it is, and this is recorded with it
  std::string made_by = {};      // as in SectionRecord
  Sentences sentences = {};      // goes with `output`
  ByHand by_hand = {};           // the words stand in front of the text, verbatim
  Support support = {};          // by sentence of the text: the positions in `from`
  std::size_t left_out = 0;      // facts that its sources have and the text has no room for
};

struct ModelDraft {
  Ulid id;
  std::string name;                          // "project-x"; file stem
  std::string title;                         // "Project X"
  std::string type;                          // person, project, topic
  std::string description;                   // one sentence, or ""
  std::optional<Digest> description_inputs;  // set: recorded as the section "description"
  std::optional<Digest> description_output;  // as with SectionDraft::output
  std::string description_made_by;
  std::vector<std::string> aliases;
  std::vector<SectionDraft> sections;  // every section that is to stand, in order
};
// What is to be recorded of its description; nullopt: nothing.
std::optional<SectionRecord> description_record(const ModelDraft& draft);
// `existing` may be empty: a new file, with an empty `## Notes` for the person.
Result<std::string> write_model(const ModelDraft& draft, std::string_view path,
                                std::string_view existing);

struct MemoryDraft {
  Ulid id = derive_ulid(Time{}, "memory");  // the same in every workspace
  std::vector<SectionDraft> sections;       // "self/…", "user/…", "system/…", "other-models"
};
Result<std::string> write_memory(const MemoryDraft& draft, std::string_view path,
                                 std::string_view existing);

}  // namespace pyramid::format
