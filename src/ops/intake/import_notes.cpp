#include "ops/intake/import_notes.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "guard/instructions.hpp"
#include "ingest/claude_memory.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/intake/reporting.hpp"

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
      places.push_back({kind, kPath + (":" + std::to_string(number))});
    }
  }
  tell_redacted(places, ledger, report);
  if (!quarantine) return;
  report.diagnostics.push_back({Severity::kWarning, kPath,
                                "speaks to the assistant; kept in quarantine",
                                "if it is right, remove `status:` from it"});
}

// A note that is to be written; `made_from`: what is there.
struct Note {
  std::string bytes;
  std::optional<Digest> made_from;
};

// nullopt: there is none, it says nothing new, or it is the person's. What is to be told of it goes
// into `report`.
Result<std::optional<Note>> new_note(Run& run, const ImportOptions& options, Ledger* ledger,
                                     ImportReport& report) {
  const std::optional<Note> none;
  const bool may_be_claude = options.format.empty() || options.format == "claude";
  if (!may_be_claude || !options.conversation.empty()) return none;
  std::string text =
      ingest::read_claude_memory(run.services.files, options.source, report.diagnostics);
  if (!text.empty()) text = admitted(run, text, report);
  if (text.empty()) return none;
  const bool quarantine = !guard::find_instructions(text).empty();
  std::string bytes = bytes_of(text, quarantine);
  const Result<std::string> held = run.memory.bytes(kPath);
  if (!held && held.error().kind != ErrorKind::kNotFound) return fail(Error(held.error()));
  // Its frontmatter is the person's too: `status:` that they removed stays away.
  if (held && body_of(*held) == body_of(bytes)) return none;
  if (held && !is_ours(*held)) {
    report.diagnostics.push_back({Severity::kWarning, kPath,
                                  "was changed by hand; what Claude remembers now is left out",
                                  "move the file and import again to have both"});
    return none;
  }
  tell(bytes, quarantine, ledger, report);
  return std::optional(
      Note{std::move(bytes), held ? std::optional(digest_of(*held)) : std::nullopt});
}

}  // namespace

Status import_notes(Run& run, const ImportOptions& options, ImportReport& report) {
  PYRAMID_ASSIGN(std::optional<Note> note, new_note(run, options, run.services.ledger, report));
  return note ? run.memory.put(kPath, std::move(note->bytes), note->made_from) : Status();
}

Status plan_notes(Run& run, const ImportOptions& options, ImportReport& report) {
  PYRAMID_ASSIGN(const std::optional<Note> note, new_note(run, options, nullptr, report));
  if (note) {
    const char* reason = note->made_from ? "summed up anew there" : kNotInMemory;
    run.report.steps.push_back({"import", kPath, reason});
  }
  return {};
}

}  // namespace pyramid::ops
