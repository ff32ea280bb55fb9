#include "format/tags.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/markdown_tree.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace pyramid::format {

namespace {

bool is_of_tag(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-' ||
         c == '/' || static_cast<unsigned char>(c) >= 0x80;
}

void add_tag(std::string_view tag, std::vector<std::string>& tags) {
  if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.emplace_back(tag);
}

void add_tags(std::string_view text, std::vector<std::string>& tags) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (at > 0 && !is_blank(text[at - 1])) continue;
    std::size_t end = at + 1;
    while (end < text.size() && is_of_tag(text[end])) ++end;
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    if (std::all_of(tag.begin(), tag.end(), is_digit)) continue;
    add_tag(tag, tags);
  }
}

void add_written(std::string_view item, std::vector<std::string>& tags) {
  item = trim(item);
  if (item.starts_with('#')) item.remove_prefix(1);
  if (!item.empty()) add_tag(item, tags);
}

constexpr std::string_view kOfAgent = "agent/", kOfUser = "user/";

// One for each name, whatever its case: where letters and digits alone do not tell it from others,
// six digits of its digest do.
std::string scope_of(std::string_view name) {
  const std::string called = utf8::caseless(collapse_spaces(name));
  std::string slug = slug_of_name(name);
  const std::string tail = "-" + to_hex(digest_of(called)).substr(0, 6);
  // A name without a letter that a slug may have is called by that already.
  if (slug == replace_all(called, " ", "-") || slug.ends_with(tail)) return slug;
  return slug + tail;
}

bool is_scope(std::string_view tag) {
  return tag.starts_with(kOfAgent) || tag.starts_with(kOfUser);
}

}  // namespace

std::vector<std::string> written_tags(const Frontmatter& frontmatter) {
  std::vector<std::string> tags;
  const std::optional<std::string_view> text = frontmatter.scalar("tags");
  if (!text) {
    for (const std::string& item : frontmatter.list("tags")) add_written(item, tags);
    return tags;
  }
  const std::string words = collapse_spaces(replace_all(*text, ",", " "));
  for (const std::string_view word : split(words, ' ')) add_written(word, tags);
  return tags;
}

std::string agent_tag(std::string_view name) { return std::string(kOfAgent) + scope_of(name); }

std::string user_tag(std::string_view name) { return std::string(kOfUser) + scope_of(name); }

std::vector<std::string> scopes_of(const Frontmatter& frontmatter) {
  std::vector<std::string> tags = written_tags(frontmatter);
  std::erase_if(tags, [](const std::string& tag) { return !is_scope(tag); });
  return tags;
}

void add_scopes(Frontmatter& frontmatter, const std::vector<std::string>& scopes) {
  std::vector<std::string> tags = written_tags(frontmatter);
  std::set<std::string> known;
  for (const std::string& tag : tags) {
    if (is_scope(tag)) known.insert(tag);
  }
  const std::size_t before = known.size();
  known.insert(scopes.begin(), scopes.end());
  if (known.size() == before) return;
  std::erase_if(tags, is_scope);
  tags.insert(tags.end(), known.begin(), known.end());
  if (frontmatter.find("tags") == nullptr) frontmatter.set_behind("kind", "tags", "");
  frontmatter.set_list("tags", tags);
}

std::vector<std::string> inline_tags(std::string_view body) {
  std::vector<std::string> tags;
  add_tags(body, tags);
  if (tags.empty()) return tags;  // most files, and cmark is slow
  tags.clear();
  const MarkdownTree tree = parse_markdown(body);
  const MarkdownIterator iterator(cmark_iter_new(tree.get()));
  cmark_node* heading = nullptr;
  while (true) {
    const cmark_event_type event = cmark_iter_next(iterator.get());
    if (event == CMARK_EVENT_DONE) return tags;
    cmark_node* node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING) heading = event == CMARK_EVENT_ENTER ? node : nullptr;
    if (event != CMARK_EVENT_ENTER || type != CMARK_NODE_TEXT || heading != nullptr) continue;
    cmark_node* before = cmark_node_previous(node);
    const cmark_node_type left = before == nullptr ? CMARK_NODE_NONE : cmark_node_get_type(before);
    std::string text = cmark_node_get_literal(node);
    // Behind code or emphasis it is part of a word.
    const bool begins =
        left == CMARK_NODE_NONE || left == CMARK_NODE_SOFTBREAK || left == CMARK_NODE_LINEBREAK;
    if (!begins) text.insert(text.begin(), '.');
    add_tags(text, tags);
  }
}

}  // namespace pyramid::format
