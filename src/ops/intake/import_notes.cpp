#include "ops/intake/import_notes.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "guard/instructions.hpp"
#include "ingest/claude_memory.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

constexpr const char* kOutput = "output";
constexpr const char* kPath = "notes/claude-memory.md";
constexpr const char* kTitle = "What Claude remembers";

// In quarantine, like an observation, the text is a quotation.
std::string quotation(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    out.append(line.empty() ? ">" : "> ").append(line).append("\n");
  }
  return out;
}

std::string bytes_of(const std::string& text, bool quarantine) {
  const std::string body =
      std::string("# ") + kTitle +
      "\n\nSummed up by Claude, not said by anybody; each import writes it anew.\n\n" +
      (quarantine ? quotation(text) : text + "\n");
  const std::string status =
      quarantine ? std::string("status: ") + format::kQuarantined + "\n" : std::string();
  return std::string("---\ntitle: ") + kTitle + "\n" + status + kOutput + ": \"" +
         to_hex(digest_of(body)) + "\"\n---\n" + body;
}

std::string body_of(const std::string& bytes) {
  const Result<format::Document> document = format::parse_document(bytes, kPath);
  return document ? document->body : std::string();
}

// Whether the text is as an import wrote it.
bool is_ours(const std::string& bytes) {
  const Result<format::Document> document = format::parse_document(bytes, kPath);
  return document && document->frontmatter.scalar(kOutput) == to_hex(digest_of(document->body));
}

// What Claude says without its secrets; "" where one forbids to take it in.
std::string admitted(const Run& run, const std::string& text, ImportReport& report) {
  const guard::Policy policy = secrets_policy(run.memory.settings());
  const guard::Redacted clean = guard::redact(text, policy);
  if (policy.handling != guard::Handling::kBlock || clean.findings.empty()) return clean.text;
  report.diagnostics.push_back(
      {Severity::kError, kPath,
       "what Claude remembers holds " +
           std::string(guard::name_of_secret(clean.findings.front().kind)) + "; not imported",
       "remove it there, add it to `secrets_allow` in pyramid.yaml, or set `secrets: redact`"});
  return {};
}

// What is to be said of a note that was just written.
void tell(const std::string& bytes, bool quarantine, Ledger* ledger, ImportReport& report) {
  constexpr std::string_view kMark = "[redacted:";
  std::size_t number = 0;
  std::vector<SecretPlace> places;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    for (std::size_t at = line.find(kMark); at != std::string_view::npos;
         at = line.find(kMark, at + 1)) {
      const std::string_view rest = line.substr(at + kMark.size());
      const std::string_view kind = rest.substr(0, rest.find(']'));
      ++report.redacted;
      note_redacted(ledger, kind);
      places.push_back({kind, kPath + (":" + std::to_string(number))});
    }
  }
  for (Diagnostic& one : redacted_at(places)) report.diagnostics.push_back(std::move(one));
  if (!quarantine) return;
  report.diagnostics.push_back({Severity::kWarning, kPath,
                                "speaks to the assistant; kept in quarantine",
                                "if it is right, remove `status:` from it"});
}

}  // namespace

Status import_notes(Run& run, const ImportOptions& options, ImportReport& report) {
  const bool may_be_claude = options.format.empty() || options.format == "claude";
  if (!may_be_claude || !options.conversation.empty()) return {};
  std::string text =
      ingest::read_claude_memory(run.services.files, options.source, report.diagnostics);
  if (!text.empty()) text = admitted(run, text, report);
  if (text.empty()) return {};
  const bool quarantine = !guard::find_instructions(text).empty();
  std::string bytes = bytes_of(text, quarantine);
  const Result<std::string> held = run.memory.bytes(kPath);
  if (!held && held.error().kind != ErrorKind::kNotFound) return fail(Error(held.error()));
  // Its frontmatter is the person's too: `status:` that they removed stays away.
  if (held && body_of(*held) == body_of(bytes)) return {};
  if (held && !is_ours(*held)) {
    report.diagnostics.push_back({Severity::kWarning, kPath,
                                  "was changed by hand; what Claude remembers now is left out",
                                  "move the file and import again to have both"});
    return {};
  }
  tell(bytes, quarantine, run.services.ledger, report);
  const auto made_from = held ? std::optional(digest_of(*held)) : std::nullopt;
  return run.memory.put(kPath, std::move(bytes), made_from);
}

}  // namespace pyramid::ops
