#include "ops/secrets.hpp"

#include "base/text.hpp"
#include "format/frontmatter.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using guard::Finding;
using guard::Policy;

namespace {

constexpr const char* kHint =
    "remove it, or add it to `secrets_allow` in pyramid.yaml, or set `secrets: off` there";
constexpr std::string_view kLeftOut = "; the file is left out of the commit";

std::size_t line_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string mark_of(std::string_view kind) { return "[redacted:" + std::string(kind) + "]"; }

// A title that ends within the secret holds its beginning.
void cut_from_title(std::string& title, const std::string& secret, std::string_view kind) {
  constexpr std::size_t kFewest = 4;  // bytes of it that tell something
  constexpr std::string_view kEllipsis = "…";
  title = replace_all(title, secret, mark_of(kind));
  std::string_view shown = title;
  const bool cut = shown.ends_with(kEllipsis);
  if (cut) shown.remove_suffix(kEllipsis.size());
  for (std::size_t length = std::min(secret.size(), shown.size()); length >= kFewest; --length) {
    if (!shown.ends_with(std::string_view(secret).substr(0, length))) continue;
    title = std::string(shown.substr(0, shown.size() - length)) + mark_of(kind);
    return;
  }
}

}  // namespace

Policy secrets_policy(const format::Settings& settings) {
  Policy policy;
  if (settings.secrets == "off") policy.handling = guard::Handling::kOff;
  if (settings.secrets == "block") policy.handling = guard::Handling::kBlock;
  policy.allow = settings.secrets_allow;
  return policy;
}

Diagnostic redacted_at(std::string_view kind, std::string where) {
  return {Severity::kWarning, std::move(where),
          "redacted " + std::string(guard::name_of_secret(kind)),
          "if it is none, add it to `secrets_allow` in pyramid.yaml before it is taken in"};
}

RedactedConversation redact(const Conversation& conversation, const Policy& policy) {
  RedactedConversation result{conversation, {}};
  std::string& title = result.conversation.title;
  for (std::size_t turn = 0; turn < conversation.turns.size(); ++turn) {
    const std::string& said = conversation.turns[turn].text;
    guard::Redacted redacted = guard::redact(said, policy);
    if (redacted.findings.empty()) continue;
    for (const Finding& secret : guard::find_secrets(said, policy)) {
      cut_from_title(title, collapse_spaces(said.substr(secret.begin, secret.end - secret.begin)),
                     secret.kind);
    }
    for (const Finding& mark : redacted.findings) {
      result.marks.push_back({mark.kind, turn, line_of(redacted.text, mark.begin)});
    }
    result.conversation.turns[turn].text = std::move(redacted.text);
  }
  title = guard::redact(title, policy).text;
  return result;
}

Diagnostics redacted_in(const RedactedConversation& redacted, const TurnsInFile& turns,
                        std::string_view session, const std::string& path) {
  Diagnostics diagnostics;
  if (redacted.marks.empty()) return diagnostics;
  const Result<format::Document> document = format::parse_document(session, path);
  const auto lines = document ? format::turn_lines(*document) : std::vector<format::TurnLines>();
  for (const RedactedTurn& mark : redacted.marks) {
    if (mark.turn < turns.first || mark.turn >= turns.end) continue;
    std::string where = path;
    if (mark.turn - turns.begin < lines.size()) {
      const format::TurnLines& place = lines[mark.turn - turns.begin];
      const bool origin = !redacted.conversation.turns[mark.turn].origin.empty();
      const std::size_t line = place.first + 1 + (origin ? 1 : 0) + mark.line;
      // The turn's end where its words are not kept.
      where += ":" + std::to_string(std::min(line, place.last));
    }
    diagnostics.push_back(redacted_at(mark.kind, std::move(where)));
  }
  return diagnostics;
}

Diagnostics secrets_in(std::string_view content, const std::string& path, const Policy& policy) {
  Diagnostics diagnostics;
  for (const Finding& secret : guard::find_secrets(content, policy)) {
    diagnostics.push_back({Severity::kError,
                           path + ":" + std::to_string(line_of(content, secret.begin) + 1),
                           "holds " + std::string(guard::name_of_secret(secret.kind)), kHint});
  }
  return diagnostics;
}

bool leaves_out(std::string_view content, const std::string& path, const Policy& policy,
                Diagnostics& diagnostics) {
  Diagnostics found = secrets_in(content, path, policy);
  for (Diagnostic& one : found) {
    one.what += kLeftOut;
    const bool said = std::any_of(
        diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic& old) { return old.where == one.where && old.what == one.what; });
    if (!said) diagnostics.push_back(std::move(one));
  }
  return !found.empty();
}

bool left_some_out(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
    return std::string_view(one.what).ends_with(kLeftOut);
  });
}

}  // namespace pyramid::ops
