// Secrets that are known by what stands in front: `password=`, `api_key:`, "the password is …",
// `Authorization:`, `scheme://user:password@host`, `curl -u user:password`.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace pyramid::guard {

// The value behind the `:` or `=` at `at`, be it full-width, where what stands in front names a
// secret.
std::optional<Finding> assigned_at(std::string_view text, std::size_t at);
// The password of the URL whose `://` begins at `at`.
std::optional<Finding> url_password_at(std::string_view text, std::size_t at);
// The value of a sentence ("password is …",
// "Passwort für den Router ist …", "Bearer …") whose word [at, end) is.
std::optional<Finding> said_at(std::string_view text, std::size_t at, std::size_t end);
// The password of a command's option (`mysql -pX`, `--password X`, `-u ana -p X`) that begins at
// `at`.
std::optional<Finding> option_at(std::string_view text, std::size_t at);

// "パスワードは … です", "パスワード：…", "暗証番号は 4711": the value is what stands there in
// ASCII.
std::optional<Finding> japanese_password_at(std::string_view text, std::size_t at);

}  // namespace pyramid::guard
