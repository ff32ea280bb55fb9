// Small string helpers that several rooms need.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }  // ASCII
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_all_digits(std::string_view text);  // false for ""
// Whether `pattern`, in which `0` stands for any digit, is somewhere in `text`.
bool has_pattern(std::string_view text, std::string_view pattern);
bool begins_with_one(std::string_view text, std::span<const std::string_view> beginnings);
std::string_view trim(std::string_view text);  // ASCII white space at both ends
std::vector<std::string_view> split(std::string_view text, char separator);
// Lines without their ends; `\r\n` counts as one end; a trailing newline makes no empty last line.
std::vector<std::string_view> split_lines(std::string_view text);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);  // ASCII
bool equals_ignoring_case(std::string_view a, std::string_view b);               // ASCII
// Runs of white space become one blank; ends trimmed.
std::string collapse_spaces(std::string_view text);

// "1 file", "2 files"; `plural` defaults to singular + "s".
std::string count_of(std::size_t n, std::string_view singular, std::string_view plural = {});
std::string with_commas(std::uint64_t n);  // 12,345
// Bytes as "1.2 MB".
std::string human_bytes(std::uint64_t n);
// A name safe for one terminal line: control characters, line separators and direction overrides
// escaped (`\n`, `\x1b`, `\u202e`), invalid bytes replaced.
std::string printable(std::string_view text);
// The same for a text of several lines: tabs and the ends of lines stay, which are `\n` then.
std::string printable_lines(std::string_view text);

// `[a-z0-9-]`, at most max_bytes, no leading or trailing dash, cut at a dash where one is near;
// accents folded; never a device name that Windows reserves (con, nul, com1 …: gets "-x" behind).
// Text without a usable character gives "note".
std::string slugify(std::string_view text, std::size_t max_bytes = 60);
// Of somebody's or something's name, so that two names do not become one: where letters of another
// script are lost, six characters of the name's digest stand behind ("name-0c8fd2",
// "tower-91ab04").
std::string slug_of_name(std::string_view name);

// The candidate nearest to `word` by edit distance, if near enough to be a slip of the finger; else
// the only one that begins with it.
std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates);

}  // namespace pyramid
