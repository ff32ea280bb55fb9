#include "guard/redact.hpp"

#include <algorithm>

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

}  // namespace

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
