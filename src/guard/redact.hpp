// A text without its secrets.
#pragma once

#include "guard/secrets.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::guard {

// What to do with a secret in what is about to be written: `secrets` in pyramid.yaml.
enum class Handling { kRedact, kBlock, kOff };

struct Policy {
  Handling handling = Handling::kRedact;
  // Never taken for secrets: these very texts; one with a `*` at its end stands for all that begin
  // so.
  std::vector<std::string> allow;
};

// The secrets of a text that the policy does not allow; none with kOff.
std::vector<Finding> find_secrets(std::string_view text, const Policy& policy);

struct Redacted {
  std::string text;
  std::vector<Finding> findings;  // places in `text`, of the marks
};
// Each secret becomes `[redacted:kind]`, which holds none itself: doing it again changes nothing.
// With kOff the text as it is.
Redacted redact(std::string_view text, const Policy& policy);

// The kind of a secret that the name of a file holds, or "". Such a name is made from a text: lower
// case, a `-` for whatever is neither letter nor digit, perhaps cut off, six characters of an id
// and
// `.md` behind it. None where the policy allows what the name could be made from.
std::string_view secret_in_name(std::string_view name, const Policy& policy);
// The same of a file and the folders that it lies in.
std::string_view secret_in_path(std::string_view path, const Policy& policy);

}  // namespace pyramid::guard
