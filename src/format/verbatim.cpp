#include "format/verbatim.hpp"

#include "base/text.hpp"

#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

std::string unquoted(const Node& node) {
  if (node.status != kQuarantined) return node.text;
  std::string text;
  for (const std::string_view line : split_lines(node.text)) {
    if (!line.starts_with('>')) return node.text;
    text += text.empty() ? "" : "\n";
    text += line.substr(line.starts_with("> ") ? 2 : 1);
  }
  return text;
}

// The text of the node that an observation with these words has.
Result<std::string> shown_text(const ObservationDraft& draft, std::string_view path) {
  PYRAMID_ASSIGN(const Node node, read_node(write_observation(draft, path), path));
  return node.text;
}

Result<std::string> shown_title(ModelDraft draft, std::string_view path) {
  if (collapse_spaces(draft.title).empty()) draft.title = draft.name;
  PYRAMID_ASSIGN(const std::string bytes, write_model(draft, path, {}));
  PYRAMID_ASSIGN(const Node node, read_node(bytes, path));
  return node.title;
}

Failure not_kept(std::string_view what) {
  return fail(ErrorKind::kInvalid,
              "this " + std::string(what) + " cannot be kept in a file as it is", {},
              "a file holds no NUL, and at most 64 KiB of what markdown would show otherwise");
}

using Reads = Result<std::string> (*)(const Document& document, std::string_view path);

// The file, with the key where it is needed, if it gives `given` back.
Result<std::string> settled(std::string bytes, std::string_view path, const std::string& given,
                            Reads read, std::string_view what) {
  for (const bool with_key : {false, true}) {
    Result<Document> document = parse_document(bytes, path);
    if (!document) return not_kept(what);
    if (with_key) {
      document->frontmatter.set(kVerbatim, given);
      bytes = to_bytes(*document);
      document = parse_document(bytes, path);
      if (!document) return not_kept(what);
    }
    const Result<std::string> back = read(*document, path);
    if (back && *back == given) return bytes;
  }
  return not_kept(what);
}

}  // namespace

Result<std::string> verbatim_text(const Document& document, std::string_view path) {
  PYRAMID_ASSIGN(const Node node, read_node(document, path));
  const auto given = document.frontmatter.scalar(kVerbatim);
  if (!given) return unquoted(node);
  ObservationDraft draft;
  draft.id = node.id;
  draft.at = node.at;
  draft.text = *given;
  for (const bool quarantine : {false, true}) {  // a person may have released it
    draft.quarantine = quarantine;
    const Result<std::string> shown = shown_text(draft, path);
    if (shown && *shown == node.text) return std::string(*given);
  }
  return unquoted(node);
}

Result<std::string> write_observation_verbatim(const ObservationDraft& draft,
                                               std::string_view path) {
  return settled(write_observation(draft, path), path, draft.text, verbatim_text, "text");
}

Result<std::string> verbatim_title(const Document& document, std::string_view path) {
  PYRAMID_ASSIGN(const Node node, read_node(document, path));
  const auto given = document.frontmatter.scalar(kVerbatim);
  if (!given) return node.title;
  ModelDraft draft;
  draft.id = node.id;
  draft.name = node.model;
  draft.title = *given;
  const Result<std::string> shown = shown_title(std::move(draft), path);
  return shown && *shown == node.title ? std::string(*given) : node.title;
}

Result<std::string> write_model_verbatim(ModelDraft draft, std::string_view path) {
  const std::string title = draft.title;
  if (collapse_spaces(title).empty()) draft.title = draft.name;
  PYRAMID_ASSIGN(std::string bytes, write_model(draft, path, {}));
  return settled(std::move(bytes), path, title, verbatim_title, "name");
}

}  // namespace pyramid::format
