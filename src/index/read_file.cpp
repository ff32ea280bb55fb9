#include "index/read_file.hpp"

#include "base/encoding.hpp"
#include "base/path.hpp"
#include "format/conflict_note.hpp"
#include "format/tags.hpp"
#include "workspace/extra_paths.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace pyramid::index {

namespace {

std::int64_t clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// A file that its place makes a node though it says that it is something else.
std::optional<Diagnostic> kind_problem(const format::Document& document, const format::Node& node) {
  const std::string kind(document.frontmatter.scalar("kind").value_or(""));
  if (kind.empty() || format::parse_kind(kind)) return std::nullopt;
  const format::Kind place = format::kind_of_path(node.path);
  if (place == format::Kind::kNote || place == format::Kind::kWhy) return std::nullopt;
  return Diagnostic{Severity::kError, node.path, "is of no known kind: " + kind,
                    "mend `kind:`, or move the file to memory/"};
}

// The person's own. What was said in a conversation tags no file.
std::vector<std::string> tags_of(const format::Document& document, const format::Node& node) {
  std::vector<std::string> tags = format::written_tags(document.frontmatter);
  if (node.kind == format::Kind::kSession) return tags;
  for (std::string& tag : format::inline_tags(document.body)) {
    if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(std::move(tag));
  }
  return tags;
}

}  // namespace

Diagnostic unread_problem(const std::string& path, Error error) {
  error.where = path;
  error.hint = "what is known of it stands; it is tried again by the next command";
  return to_diagnostic(error);
}

// Whether `path` is one of these, or in a folder that is.
bool is_within(std::string_view path, const std::vector<std::string>& places) {
  return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
    if (place.empty()) return !workspace::is_outside(path);
    return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
  });
}

ReadFile read_file(FileSystem& files, const std::string& root, const PieceSize& size,
                   const Zone& zone, const WalkEntry& entry, const std::optional<Digest>& stored) {
  ReadFile file;
  file.path = entry.path;
  file.stat = entry.stat;
  file.checked_ns = clock_ns();
  const Result<std::string> bytes = files.read(path::join(root, entry.path));
  if (!bytes) {
    file.gone = bytes.error().kind == ErrorKind::kNotFound;
    file.unread = !file.gone;
    file.problem = unread_problem(entry.path, bytes.error());
    return file;
  }
  file.digest = digest_of(*bytes);
  if (file.digest == stored) {
    file.same = true;
    return file;
  }
  Decoded other;
  if (format::is_persons(format::kind_of_path(entry.path))) other = decode(*bytes);
  const std::string& text = other.encoding == Encoding::kUtf8 ? *bytes : other.text;
  file.conflict = !format::conflict_lines(text, entry.path).empty();
  Result<format::Document> document = format::read_document(text, entry.path);
  if (!document) {
    file.problem = to_diagnostic(document.error());
    return file;
  }
  Result<format::Node> node = format::read_node(*document, entry.path);
  if (!node) {
    file.problem = to_diagnostic(node.error());
    return file;
  }
  file.problem = kind_problem(*document, *node);
  if (!file.problem && document->head_problem) {
    file.problem = to_diagnostic(*document->head_problem);
    file.problem->severity = Severity::kWarning;
  }
  if (!file.problem && other.encoding != Encoding::kUtf8) {
    file.problem = encoding_problem(*bytes, other.encoding, entry.path);
  }
  file.pieces = cut(*document, *node, size, zone);
  file.tags = tags_of(*document, *node);
  file.node = std::move(*node);
  return file;
}

}  // namespace pyramid::index
