// Keys and tokens that are known by their form: one table.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::guard {

struct SecretKind {
  std::string_view kind;  // "aws-access-key"
  std::string_view name;  // "an AWS access key"
};
std::span<const SecretKind> secret_kinds();

// The token that begins at `at`, where a word of the text begins.
std::optional<Finding> token_at(std::string_view text, std::size_t at);
// The same in the middle of a word, of such as their prefix tells beyond doubt ("ghp_").
std::optional<Finding> telling_token_at(std::string_view text, std::size_t at);

// For tests: a token that the rule describes, its shortest, of characters that `draw` takes from an
// alphabet. REQUIRES: rule < count_of_token_rules().
struct TokenExample {
  std::string_view kind;
  std::string text;
};
std::size_t count_of_token_rules();
TokenExample example_of(std::size_t rule, const std::function<char(std::string_view)>& draw);

// Whether vendors publish just this value in their documentation.
bool is_published_example(std::string_view value);

}  // namespace pyramid::guard
