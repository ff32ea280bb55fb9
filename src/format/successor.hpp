// What took the place of an observation, as `superseded_by` says it:
// "[[../projects/tuesday-h1msbb|01KQS3EFM017193KFZKJH1MSBB]]", a link that Obsidian follows, with
// the id by which the other one is known wherever it lies. An id alone is read too, and so are
// "[[../projects/tuesday-h1msbb]]" and "[Tuesday](../projects/tuesday-h1msbb.md)" of a person's.
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

struct Successor {
  Ulid id;                   // zero: the link tells none
  std::optional<Edge> edge;  // none: an id alone
};
// nullopt for what is neither id nor link. `path`: of the file that says it.
std::optional<Successor> parse_successor(std::string_view value, std::string_view path);

// As the program writes it; the id alone where `to` is "" or a name that no such link can hold.
std::string successor_value(const Ulid& id, std::string_view path, std::string_view to);

// The observation at `path` with its successor linked at `to`; "": nowhere, so that the id alone
// stays, and of a person's link without one nothing. The same bytes where it says that already, or
// has none.
Result<std::string> with_successor_at(std::string_view bytes, std::string_view path,
                                      std::string_view to);

}  // namespace pyramid::format
