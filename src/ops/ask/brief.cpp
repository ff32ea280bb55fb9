#include "ops/ask/brief.hpp"

#include "base/code_fence.hpp"
#include "base/cut_text.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/settings.hpp"
#include "format/why_page.hpp"
#include "format/without_data_uris.hpp"
#include "ops/nodes/inside.hpp"
#include "pyramid/recall.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid {

namespace ops {

namespace {

constexpr std::size_t kBesideLink = 32;   // around what stands in a line
constexpr std::size_t kIdentityPart = 4;  // of a briefing

// The page without the lines that `init` wrote, and their headings where nothing else stands there,
// and without the links to where its sections come from.
std::string own_lines(const std::string& body, std::string_view as_made) {
  const std::vector<std::string_view> made = split_lines(as_made);
  std::string text;
  for (const std::string_view line : split_lines(body)) {
    const std::string_view said = trim(line);
    const bool is_form = std::find(made.begin(), made.end(), said) != made.end() ||
                         (said.starts_with("<!--") && said.ends_with("-->")) ||
                         (said.starts_with('[') && format::is_source_line(said));
    if (!said.empty() && is_form) continue;
    const bool is_second_blank = said.empty() && (text.empty() || text.ends_with("\n\n"));
    if (!is_second_blank) text.append(line).append("\n");
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text.ends_with("\n## Notes\n") ? text.substr(0, text.size() - 10) : text;
}

// A heading, and what stands below it up to the next one.
struct Part {
  std::string heading;
  std::vector<std::string_view> lines;  // that say something
  bool is_notes = false;
};

std::vector<Part> parts_of(std::string_view page) {
  std::vector<Part> parts(1);
  bool in_code = false, in_notes = false;
  for (const std::string_view line : split_lines(page)) {
    if (is_code_fence(line)) in_code = !in_code;
    if (!in_code && line.starts_with('#')) {
      if (line.starts_with("# ") || line.starts_with("## ")) in_notes = line == "## Notes";
      parts.push_back({std::string(line) + "\n", {}, in_notes});
    } else if (!trim(line).empty()) {
      parts.back().lines.push_back(line);
    }
  }
  return parts;
}

struct Fitted {
  std::string text;
  std::size_t left_out = 0;  // lines
};

// A person's notes, then so many lines of each other part.
Fitted with_lines(const std::vector<Part>& parts, std::size_t most_lines) {
  Fitted fitted;
  for (const bool notes : {true, false}) {
    for (const Part& part : parts) {
      if (part.is_notes != notes) continue;
      if (part.heading.empty() && part.lines.empty()) continue;
      if (!fitted.text.empty() && !fitted.text.ends_with("\n\n")) fitted.text += '\n';
      fitted.text += part.heading;
      for (std::size_t i = 0; i < part.lines.size(); ++i) {
        if (notes || i < most_lines) {
          fitted.text.append(part.lines[i]).append("\n");
        } else {
          ++fitted.left_out;
        }
      }
    }
  }
  return fitted;
}

// As much of the page as there is room for. A person's notes come first, and of every other part as
// many lines as of any, so that what was said long ago does not go for what was said today; how
// much is left out and where it stands is told.
std::string fitted_page(const std::string& page, std::size_t most) {
  if (page.size() <= most) return page;
  const auto told = [](std::size_t lines) {
    return lines == 0 ? "\nMore stands in MEMORY.md.\n"
                      : "\n" + count_of(lines, "more line") + " in MEMORY.md.\n";
  };
  constexpr std::size_t kRoomToTell = 40;
  if (most <= 2 * kRoomToTell) return std::string(beginning_of(page, most));
  const std::size_t room = most - kRoomToTell;
  const std::vector<Part> parts = parts_of(page);
  Fitted best = with_lines(parts, 1);
  if (best.text.size() > room) {
    return std::string(beginning_of(best.text, room)) + told(0);
  }
  for (std::size_t lines = 2;; ++lines) {
    Fitted next = with_lines(parts, lines);
    if (next.text.size() > room || next.left_out == best.left_out) break;
    best = std::move(next);
  }
  return best.text + told(best.left_out);
}

std::string memory_page(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string name(workspace::kMemoryFile);
  if (!path_inside(files, workspace, name)) return {};
  const Result<std::string> bytes = files.read(workspace.absolute(name));
  if (!bytes) return {};
  const Result<format::Document> page = format::parse_document(*bytes, name);
  if (!page) return {};
  const std::string body = format::without_data_uris(page->body);
  const std::string made = format::identity_template(name);
  return statements_of(body, made).empty() ? std::string() : own_lines(body, made);
}

}  // namespace

void add_identity(FileSystem& files, const workspace::Workspace& workspace, std::size_t most,
                  Context& context) {
  context.begin("Who", most);
  for (const char* name : {"SOUL.md", "USER.md"}) {
    if (!path_inside(files, workspace, name)) continue;  // none, or a symlink
    const Result<std::string> bytes = files.read(workspace.absolute(name));
    if (!bytes) continue;
    const Result<format::Node> node = format::read_node(*bytes, name);
    if (!node) continue;  // the scan names it
    context.add({"", whole(statements_of(node->text, format::identity_template(name))),
                 most / 2 - kBesideLink, name, name});
  }
}

}  // namespace ops

Result<std::string> brief(const Environment& environment, const WorkspaceOptions& options,
                          std::size_t most) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.root));
  ops::Context context(most / ops::kIdentityPart);
  ops::add_identity(environment.files, workspace, most / ops::kIdentityPart, context);
  std::string text = context.text();
  const std::string page = ops::memory_page(environment.files, workspace);
  const std::string between = text.empty() || page.empty() ? "" : "\n";
  if (text.size() + between.size() >= most) return std::string(beginning_of(text, most));
  const std::size_t left = most - text.size() - between.size();
  return text + between + ops::fitted_page(page, left);
}

}  // namespace pyramid
