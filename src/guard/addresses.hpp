// What an address of the web says in its query and behind its `#`. Private to src/guard. Pure; any
// thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::guard {

struct Parameter {
  std::size_t end = 0;  // of its value, in the text
  // A page loads the address or links to it (`src="…"`, `[…](…)`): whoever may see that page has
  // it.
  bool is_linked = false;
};
// The parameter of an address whose `=` stands at `sign`; nullopt where none does.
std::optional<Parameter> parameter_at(std::string_view text, std::size_t sign);

}  // namespace pyramid::guard
