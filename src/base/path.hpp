// Path arithmetic on strings; touches no disk.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::path {

std::string join(std::string_view directory, std::string_view name);  // name absolute: name
std::string_view directory(std::string_view path);  // "" for a bare name, "/" for "/x"
std::string_view name(std::string_view path);
std::string_view extension(std::string_view path);  // ".md", or ""
std::string_view stem(std::string_view path);       // the name without it
bool is_markdown(std::string_view path);            // `.md`, also as older systems write it: `.MD`
bool is_absolute(std::string_view path);
// Resolves `.` and `..` in the text; `..` above the start stays ("../x").
std::string normalize(std::string_view path);
// From the folder `from_directory` to `to`, both relative to the same root: "../b/x.md".
std::string relative(std::string_view from_directory, std::string_view to);
// `target` as written in a file of folder `from_directory` (relative to the root), made relative to
// the root; nullopt when it leaves the root.
std::optional<std::string> resolve_inside(std::string_view from_directory, std::string_view target);

}  // namespace pyramid::path
