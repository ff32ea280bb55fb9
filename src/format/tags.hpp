// Tags in the text of a file.
#pragma once

#include "format/frontmatter.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// What stands in the prose of a body as "#soup" or "#food/soup", behind a blank or at the beginning
// of a line, without the `#`; each once, in the order of the text. Not in headings, code and HTML;
// digits alone are none ("#1").
std::vector<std::string> inline_tags(std::string_view body);

// What stands under `tags:`, each once and without a `#` in front: the items of a list, or what a
// text names between commas and white space, as Obsidian once wrote them ("home, #work").
std::vector<std::string> written_tags(const Frontmatter& frontmatter);

// Whose a captured conversation is, and what was taken from it: "agent/claude-code", "user/mia".
// The same for all ways to write one name.
std::string agent_tag(std::string_view name);
std::string user_tag(std::string_view name);
// Of written_tags() those that agent_tag() and user_tag() give.
std::vector<std::string> scopes_of(const Frontmatter& frontmatter);
// Adds those that are not there; behind the person's own, in the order of their letters, whenever
// they came. A key that is new stands behind `kind`.
void add_scopes(Frontmatter& frontmatter, const std::vector<std::string>& scopes);

}  // namespace pyramid::format
