// Where the texts of a home come from: `why/MEMORY.md`, `why/models/kestrel.md` (docs/format.md,
// "Why"). Below each generated section of a home stands one link to its place in that page, which
// has its record, one line, and lists the sources with the numbers of the sentences that rest on
// them. What people and agents read so holds memory; earlier versions wrote all of that into it.
#pragma once

#include "format/home_records.hpp"
#include "format/sections.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::format {

// The page of a model's home; "" = that of MEMORY.md. By the model and not by the place of its
// file, which a person may move.
std::string why_path(std::string_view model);
// The same of a file; nullopt where it is no home.
std::optional<std::string> why_path_of(const Document& document, std::string_view path);
// The list of all models, where MEMORY.md names but some.
inline constexpr std::string_view kModelsPage = "why/models.md";
// Whether a file lies where such pages do.
bool is_why_path(std::string_view path);

// Whether a line only leads to sources: it begins `From [`, or is the link to a page. Memory is
// what stands besides.
bool is_source_line(std::string_view line);

// What the page lists, in its order. What stands there besides tells nothing.
std::vector<Evidence> read_why_page(const Document& page, std::string_view path);

using ReadPage = std::function<Result<std::string>(const std::string& path)>;
// As parse_document(), a home with what its page lists: nothing where there is none, or none that
// can be read as a page. Fails where `read` does, but for kNotFound.
Result<Document> parse_home(std::string_view bytes, std::string_view path, const ReadPage& read);

// The page of a home with these texts; "" where none was generated. Pure.
std::string write_why_page(std::string_view home, std::string_view path,
                           std::span<const SectionDraft> sections,
                           const std::optional<SectionRecord>& description = {});

// Which sources the sentences of a section rest on, by its page or, in a file of an earlier
// version, by `support:`.
Support support_of(const Document& home, const FoundSection& section, const Sentences& sentences);

}  // namespace pyramid::format
