// Texts and names that come back as they were given, also where a file shows them otherwise: the
// key `verbatim` has them then. It counts as long as the file shows what it did with it: what a
// person writes over it holds.
#pragma once

#include "format/node.hpp"
#include "format/sections.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>

namespace pyramid::format {

inline constexpr std::string_view kVerbatim = "verbatim";

// A new observation that verbatim_text() gives back as the draft has it. kInvalid for a text that
// no file can hold so.
Result<std::string> write_observation_verbatim(const ObservationDraft& draft,
                                               std::string_view path);
// What the observation says; of one in quarantine without the marks of a quotation.
Result<std::string> verbatim_text(const Document& document, std::string_view path);

// A new file of a model that verbatim_title() gives back; its name where the title has no words.
Result<std::string> write_model_verbatim(ModelDraft draft, std::string_view path);
Result<std::string> verbatim_title(const Document& document, std::string_view path);

}  // namespace pyramid::format
