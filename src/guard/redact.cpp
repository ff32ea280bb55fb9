#include "guard/redact.hpp"

#include "base/text.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace pyramid::guard {

namespace {

bool is_allowed(std::string_view secret, const std::vector<std::string>& allow) {
  return std::any_of(allow.begin(), allow.end(), [&](const std::string_view one) {
    if (one.size() > 1 && one.ends_with("*")) {
      return secret.starts_with(one.substr(0, one.size() - 1));
    }
    return secret == one;
  });
}

// The words that a name was made from, without its ending and the id, which may look like anything.
std::string words_of_name(std::string_view name) {
  constexpr std::size_t kIdBytes = 6;
  name = name.substr(0, name.rfind('.'));
  const std::size_t last = name.rfind('-');
  if (last != std::string_view::npos && name.size() - last - 1 == kIdBytes) {
    name = name.substr(0, last);
  }
  std::string words(name);
  std::replace(words.begin(), words.end(), '-', ' ');
  // As it may be cut off, a key is told by what names it alone.
  return replace_all(replace_all(words, " is ", " = "), " ist ", " = ");
}

// Whether what an allowed text becomes in a name is this, or goes on where the name was cut off.
bool is_allowed_in_name(std::string_view secret, const std::vector<std::string>& allow) {
  constexpr std::size_t kWhole = 1000;  // bytes
  const std::string slug = slugify(secret, kWhole);
  return std::any_of(allow.begin(), allow.end(), [&](const std::string_view one) {
    const std::string allowed = slugify(one, kWhole);
    const bool is_beginning = one.ends_with("*") && slug.starts_with(allowed);
    return is_beginning || allowed.starts_with(slug);
  });
}

std::string_view secret_in_words(std::string_view words, const std::vector<std::string>& allow) {
  for (const Finding& found : find_secrets(words)) {
    const std::string_view secret = words.substr(found.begin, found.end - found.begin);
    if (!is_allowed_in_name(secret, allow)) return found.kind;
  }
  return {};
}

}  // namespace

std::string_view secret_in_name(std::string_view name, const Policy& policy) {
  if (policy.handling == Handling::kOff) return {};
  // As somebody wrote it: "ghp_….md".
  const std::string_view stem = name.substr(0, name.rfind(".md"));
  if (const std::vector<Finding> plain = find_secrets(stem, policy); !plain.empty())
    return plain.front().kind;
  const bool has_digit = std::any_of(name.begin(), name.end(), is_digit);
  if (!has_digit || name.find('-') == std::string_view::npos) return {};
  std::string words = words_of_name(name);
  std::string_view kind = secret_in_words(words, policy.allow);
  // A mark within the secret became a `-` as well: "ghp_16c7…".
  for (std::size_t at = words.find(' '); kind.empty() && at != std::string::npos;
       at = words.find(' ', at + 1)) {
    const std::string_view next = std::string_view(words).substr(at + 1);
    const std::string_view word = next.substr(0, next.find(' '));
    if (std::none_of(word.begin(), word.end(), is_digit)) continue;
    words[at] = '_';
    kind = secret_in_words(words, policy.allow);
    words[at] = ' ';
  }
  return kind;
}

std::string_view secret_in_path(std::string_view path, const Policy& policy) {
  for (const std::string_view part : split(path, '/')) {
    if (const std::string_view kind = secret_in_name(part, policy); !kind.empty()) return kind;
  }
  return {};
}

std::vector<Finding> find_secrets(std::string_view text, const Policy& policy) {
  if (policy.handling == Handling::kOff) return {};
  std::vector<Finding> findings = find_secrets(text);
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](const Finding& one) {
                                  return is_allowed(text.substr(one.begin, one.end - one.begin),
                                                    policy.allow);
                                }),
                 findings.end());
  return findings;
}

Redacted redact(std::string_view text, const Policy& policy) {
  Redacted result;
  std::size_t copied = 0;
  for (const Finding& found : find_secrets(text, policy)) {
    result.text += text.substr(copied, found.begin - copied);
    const std::size_t begin = result.text.size();
    result.text += "[redacted:";
    result.text += found.kind;
    result.text += ']';
    result.findings.push_back({found.kind, begin, result.text.size()});
    copied = found.end;
  }
  result.text += text.substr(copied);
  return result;
}

}  // namespace pyramid::guard
