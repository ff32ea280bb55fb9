#include "ops/import_notes.hpp"

#include "base/digest.hpp"
#include "format/node.hpp"
#include "ingest/claude_memory.hpp"

#include <optional>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr const char* kOutput = "output";
constexpr const char* kPath = "notes/claude-memory.md";
constexpr const char* kTitle = "What Claude remembers";

std::string bytes_of(const std::string& text) {
  const std::string body =
      std::string("# ") + kTitle +
      "\n\nSummed up by Claude, not said by anybody; each import writes it anew.\n\n" + text + "\n";
  return std::string("---\ntitle: ") + kTitle + "\n" + kOutput + ": \"" + to_hex(digest_of(body)) +
         "\"\n---\n" + body;
}

// Whether the file is as an import wrote it.
bool is_ours(const std::string& bytes) {
  const Result<format::Document> document = format::parse_document(bytes, kPath);
  return document && document->frontmatter.scalar(kOutput) == to_hex(digest_of(document->body));
}

}  // namespace

Status import_notes(Run& run, const ImportOptions& options, ImportReport& report) {
  const bool may_be_claude = options.format.empty() || options.format == "claude";
  if (!may_be_claude || !options.conversation.empty()) return {};
  const std::string text =
      ingest::read_claude_memory(run.services.files, options.source, report.diagnostics);
  if (text.empty()) return {};
  std::string bytes = bytes_of(text);
  const Result<std::string> held = run.memory.bytes(kPath);
  if (!held && held.error().kind != ErrorKind::kNotFound) return fail(Error(held.error()));
  if (!held) return run.memory.put(kPath, std::move(bytes), std::nullopt);
  if (*held == bytes) return {};
  if (!is_ours(*held)) {
    report.diagnostics.push_back({Severity::kWarning, kPath,
                                  "was changed by hand; what Claude remembers now is left out",
                                  "move the file and import again to have both"});
    return {};
  }
  return run.memory.put(kPath, std::move(bytes), digest_of(*held));
}

}  // namespace pyramid::ops
