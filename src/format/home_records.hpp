// What is recorded of the generated texts of a home, MEMORY.md or models/*.md (docs/format.md,
// "Why").
//
// The records stand in the page of the home. A home and its page are two files that may come apart:
// by a merge, a restored commit, a deleted folder. So each text names the state that it is of, a
// section by the link below it and the description by the comment behind it, and the record of
// another state tells nothing of it. Where there is none, that name is the beginning of the digest
// of what was generated: enough to tell a person's words from it. What it was made from is not
// known then, so it is written again. What a person struck out is in the head of the home.
#pragma once

#include "format/node.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// The name of the state of a text: the first six digits of its recorded digest.
std::string why_tag(const Digest& output);
bool is_why_tag(std::string_view text);

inline constexpr std::string_view kDescriptionRecord = "description";
inline constexpr std::string_view kStruckKey = "struck";

// All of them, in the order of the file. Of a home whose page was not looked for (evidence) those
// that an earlier version wrote into its head. Pure.
std::vector<SectionRecord> records_of(const Document& home, std::string_view path);

// What the home itself tells of a text, by its tag. Pure.
SectionRecord record_by_tag(std::string name, std::string_view text, std::string_view tag);
// The same of its description; nullopt where it has none that the program wrote.
std::optional<SectionRecord> record_of_description(const Document& home);

// Sentences that a person struck out of any of its sections.
std::vector<SentenceMark> struck_in(const Frontmatter& head);
void set_struck(Frontmatter& head, std::vector<SentenceMark> struck);

// Whether an earlier version wrote it, with records in its head.
bool has_old_head(const Document& home);

}  // namespace pyramid::format
