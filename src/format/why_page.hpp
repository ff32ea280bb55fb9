// Where the sections of a home come from: `why/MEMORY.md`, `why/models/kestrel.md` (docs/format.md,
// "Why"). Below each generated section of a home stands one link to its place in that page, which
// lists the sources with the numbers of the sentences that rest on them. What people and agents
// read so holds memory; earlier versions wrote `From` lines and `support:` into it.
#pragma once

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

// The name of a section's place in its page: the first six digits of the digest that is recorded
// of it, so that a page of another state of the home tells nothing of this one.
std::string why_tag(const Digest& output);

// What the page lists, in its order. What stands there besides tells nothing.
std::vector<Evidence> read_why_page(const Document& page, std::string_view path);

using ReadPage = std::function<std::optional<std::string>(const std::string& path)>;
// The home with what its page lists; as it is where it links to none, or there is no reading it.
void add_evidence(Document& home, std::string_view path, const ReadPage& read);
// As parse_document(), with that.
Result<Document> parse_home(std::string_view bytes, std::string_view path, const ReadPage& read);

// The page of a home with these sections; "" where none has sources. Pure.
std::string write_why_page(std::string_view home, std::string_view path,
                           std::span<const SectionDraft> sections);

// Which sources the sentences of a section rest on, by its page or, in a file of an earlier
// version, by `support:`.
Support support_of(const Document& home, const FoundSection& section, const Sentences& sentences);

}  // namespace pyramid::format
