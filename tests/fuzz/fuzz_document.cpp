// Any file: it comes back byte for byte, is read without harm, and survives what is written over
// it.
#include "format/schema.hpp"
#include "format/sections.hpp"
#include "tests/fuzz/property.hpp"

#include <algorithm>
#include <string>

using namespace pyramid;
using namespace pyramid::format;
using pyramid::fuzz::hold;

namespace {

const Ulid kId = derive_ulid(Time{1'778'580'180}, "fuzz");

void check_node(const Document& document, const std::string& bytes, const std::string& path) {
  const Result<Node> node = read_node(document, path);
  if (!node) {
    hold(node.error().where.rfind(path, 0) == 0, "a refusal names its file");
    return;
  }
  for (const Edge& edge : node->edges) {
    hold(edge.path.rfind("../", 0) != 0 && edge.path.rfind('/', 0) != 0,
         "no edge leaves the workspace");
  }
  hold(node->text_digest == text_digest(node->text), "the digest is that of the text");
  static_cast<void>(validate(document, node->kind, path));
  static_cast<void>(plain_text(document.body));
  const Result<std::string> marked = with_field(bytes, path, "status", "superseded");
  hold(marked.has_value(), "a field can be set in what can be read");
  const Result<Node> again = read_node(*marked, path);
  hold(again && again->text == node->text, "a field does not touch the text");
}

void check_sections(const std::string& bytes) {
  const std::string path = "models/x.md";
  ModelDraft draft;
  draft.id = kId;
  draft.name = "x";
  draft.title = "X";
  draft.type = "topic";
  draft.sections = {{"this-week", "New.", {{"a", "b.md"}}, {}, {}},
                    {"earlier", "# Old.", {}, {}, {}}};
  const Result<std::string> first = write_model(draft, path, bytes);
  if (!first) return;
  const Result<std::string> second = write_model(draft, path, *first);
  hold(second && *second == *first, "sections that are written again change nothing");
  hold(find_sections(*parse_document(*first, path), path).size() >= 2, "sections are found again");
}

void check_summary(const std::string& bytes) {
  const std::string path = "summaries/user/tier-0/x.md";
  SummaryDraft draft;
  draft.id = kId;
  draft.model = "user";
  draft.engine = draft.recipe = "x";
  draft.text = bytes.substr(0, 4096);
  draft.sources = {{"a", "b.md"}};
  for (const std::string& existing : {std::string(), bytes}) {
    const Result<std::string> first = write_summary(draft, path, existing);
    if (!first) continue;
    const Result<Node> node = read_node(*first, path);
    if (!node) continue;
    hold(*node->output == node->text_digest, "a summary's text is the one that was recorded");
    // Links that a person wrote above or below the list are sources too.
    const bool found = std::any_of(node->sources.begin(), node->sources.end(),
                                   [](const Edge& edge) { return edge.path == "b.md"; });
    hold(found, "a summary's sources are found");
    const Result<std::string> second = write_summary(draft, path, *first);
    hold(second && *second == *first, "a summary that is written again changes nothing");
  }
}

// A note is never refused for its head.
void check_note(const std::string& bytes) {
  const std::string path = "memory/x.md";
  const Result<Document> document = read_document(bytes, path);
  if (document) {
    hold(to_bytes(*document) == bytes, "a note comes back byte for byte");
    static_cast<void>(read_node(*document, path));
  }
  const Result<Document> below = read_document("---\n" + bytes + "\n---\n\nbelow.\n", path);
  if (below) hold(below->body.ends_with("below.\n"), "what stands below a head is body");
  const bool is_text = parse_document("\n" + bytes, path).has_value();
  const bool may_name_kind = bytes.find("kind") != std::string::npos;
  hold(below.has_value() || !is_text || may_name_kind, "a note is not refused for its head");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(fuzz::text_of(data, size));
  check_note(bytes);
  const Result<Document> document = parse_document(bytes, "memory/x.md");
  if (!document) {
    hold(document.error().kind == ErrorKind::kInvalid, "a refusal is of the kind invalid");
    return 0;
  }
  hold(to_bytes(*document) == bytes, "a file comes back byte for byte");
  for (const char* path : {"memory/x.md", "MEMORY.md", "models/x.md", "observations/x.md"}) {
    check_node(*document, bytes, path);
    static_cast<void>(find_sections(*document, path));
  }
  check_sections(bytes);
  check_summary(bytes);
  return 0;
}
