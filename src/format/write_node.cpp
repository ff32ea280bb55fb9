#include "base/path.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/write.hpp"

namespace pyramid::format {

namespace {

std::string relative_link(std::string_view from_path, const SourceLink& source) {
  return link(source.text, path::relative(path::directory(from_path), source.path));
}

void set_fields(Frontmatter& fields, const SummaryDraft& draft, const Digest& output) {
  fields.set("id", to_string(draft.id));
  fields.set("kind", "summary");
  fields.set("model", draft.model);
  fields.set("tier", std::to_string(draft.tier));
  fields.set("start", format_time(draft.start));
  fields.set("end", format_time(draft.end));
  fields.set("count", std::to_string(draft.count));
  fields.set("engine", draft.engine);
  fields.set("recipe", draft.recipe);
  fields.set("inputs", to_hex(draft.inputs));
  fields.set("output", to_hex(output));
}

}  // namespace

Document new_document() {
  Document document;
  document.has_frontmatter = true;
  document.open_fence = "---\n";
  document.close_fence = "---\n";
  return document;
}

Document with_frontmatter(Document document) {
  if (document.has_frontmatter) return document;
  const std::string newline = document.crlf ? "\r\n" : "\n";
  document.has_frontmatter = true;
  document.open_fence = "---" + newline;
  document.close_fence = "---" + newline;
  return document;
}

std::string write_observation(const ObservationDraft& draft, std::string_view path) {
  std::string bytes = "---\nid: " + to_string(draft.id) +
                      "\nkind: observation\nat: " + format_time(draft.at) + "\n";
  if (!draft.model.empty()) bytes += "model: " + draft.model + "\n";
  if (draft.importance > 0) bytes += "importance: " + std::to_string(draft.importance) + "\n";
  bytes += "---\n" + escape_inline(draft.text) + "\n";
  if (!draft.from_path.empty()) {
    const std::string place = path::relative(path::directory(path), draft.from_path);
    // The fragment's `#` and `^` stand as they are: Obsidian and GitHub both follow them.
    std::string target = link(draft.from_title, place);
    target.insert(target.size() - 1, "#^t" + std::to_string(draft.from_turn));
    bytes += "\nFrom " + target + "\n";
  }
  return bytes;
}

Result<std::string> write_summary(const SummaryDraft& draft, std::string_view path,
                                  std::string_view existing) {
  Document document = new_document();
  if (!existing.empty()) {
    PYRAMID_ASSIGN(document, parse_document(existing, path));
    document = with_frontmatter(std::move(document));
  }
  std::string text;
  for (const std::string_view line : split_lines(draft.text)) {
    text += escape_inline(line) + "\n";
  }
  text = std::string(trim(text));
  std::string body = text + "\n\n## Sources\n";
  for (const SourceLink& source : draft.sources) body += "- " + relative_link(path, source) + "\n";
  set_fields(document.frontmatter, draft, text_digest(text));
  document.body = document.crlf ? replace_all(body, "\n", "\r\n") : body;
  return to_bytes(document);
}

Result<std::string> with_field(std::string_view bytes, std::string_view path, std::string_view key,
                               std::string_view value) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  document = with_frontmatter(std::move(document));
  if (value.empty()) {
    document.frontmatter.erase(key);
  } else {
    document.frontmatter.set(key, value);
  }
  return to_bytes(document);
}

}  // namespace pyramid::format
