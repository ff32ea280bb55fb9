#include "ops/ask/brief.hpp"

#include "base/cut_text.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/settings.hpp"
#include "format/without_data.hpp"
#include "ops/nodes/inside.hpp"
#include "pyramid/recall.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid {

namespace ops {

namespace {

constexpr std::size_t kBesideLink = 32;   // around what stands in a line
constexpr std::size_t kIdentityPart = 4;  // of a briefing

// The page without the lines that `init` wrote, and their headings where nothing else stands there.
std::string own_lines(const std::string& body, std::string_view as_made) {
  const std::vector<std::string_view> made = split_lines(as_made);
  std::string text;
  for (const std::string_view line : split_lines(body)) {
    const std::string_view said = trim(line);
    const bool is_form = std::find(made.begin(), made.end(), said) != made.end() ||
                         (said.starts_with("<!--") && said.ends_with("-->"));
    if (!said.empty() && is_form) continue;
    const bool is_second_blank = said.empty() && (text.empty() || text.ends_with("\n\n"));
    if (!is_second_blank) text.append(line).append("\n");
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text.ends_with("\n## Notes\n") ? text.substr(0, text.size() - 10) : text;
}

std::string memory_page(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string name(workspace::kMemoryFile);
  if (!path_inside(files, workspace, name)) return {};
  const Result<std::string> bytes = files.read(workspace.absolute(name));
  if (!bytes) return {};
  const Result<format::Document> page = format::parse_document(*bytes, name);
  if (!page) return {};
  const std::string body = format::without_data(page->body);
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
  return text + between + std::string(beginning_of(page, left));
}

}  // namespace pyramid
