// What a thing has to do with others: the list below `## Relations` in its file, and in
// notes/relations.md that of what has no file (docs/format.md, "Relations").
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// A line as it stands: `- works at [Acme](acme.md) <!-- relation 01K0M3… -->`.
struct RelationLine {
  std::string type;                 // "works at"
  std::optional<std::string> from;  // where it is not of what the file is about
  std::optional<std::string> to;    // by name; none: what `path` is about
  std::string path;                 // where its link leads, workspace-relative; "" = no link
  std::string shown;                // the words of that link
  Ulid made;                        // zero: a person wrote the line
  std::size_t begin = 0, end = 0;   // bytes of the body
};
std::vector<RelationLine> find_relations(const Document& document, std::string_view path);

struct RelationDraft {
  std::string type;
  std::optional<std::string> from;  // as above
  std::string to;                   // by name
  std::string path;                 // of the file that is about it, "" = there is none
  Ulid made;
};
// The file with these behind the relations that it has; every other byte kept. find_relations()
// gives each back as it was. A new section stands in front of `## Notes`, where there is that.
Result<std::string> with_relations(std::string_view bytes, std::string_view path,
                                   const std::vector<RelationDraft>& added);
// The file without these lines, and without the heading if nothing is left below it.
Result<std::string> without_relations(std::string_view bytes, std::string_view path,
                                      const std::function<bool(const RelationLine&)>& goes);

}  // namespace pyramid::format
