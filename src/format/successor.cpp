#include "format/successor.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kSuccessorKey = "superseded_by";
constexpr std::string_view kWikiOpen = "[[", kWikiClose = "]]", kMarkdownEnd = ".md";

// "[[x|words]]" as the link [words](x.md).
std::optional<Link> wiki_link(std::string_view value) {
  if (!value.starts_with(kWikiOpen) || !value.ends_with(kWikiClose)) return std::nullopt;
  value = value.substr(kWikiOpen.size(), value.size() - kWikiOpen.size() - kWikiClose.size());
  const std::size_t bar = value.find('|');
  const std::string_view said = value.substr(0, bar);
  Link link;
  link.target = trim(said.substr(0, said.find('#')));
  if (link.target.empty() || link.target.find_first_of("[]") != std::string::npos) {
    return std::nullopt;
  }
  if (!link.target.ends_with(kMarkdownEnd)) link.target += kMarkdownEnd;
  if (bar != std::string_view::npos) link.text = trim(value.substr(bar + 1));
  return link;
}

std::optional<Link> successor_link(std::string_view value) {
  if (auto link = wiki_link(value)) return link;
  std::vector<Link> links = outline(value).links;
  const bool is_one = links.size() == 1 && !links[0].external && !links[0].target.empty();
  return is_one ? std::optional(std::move(links[0])) : std::nullopt;
}

}  // namespace

std::optional<Successor> parse_successor(std::string_view value, std::string_view path) {
  value = trim(value);
  if (const auto id = parse_ulid(value)) return Successor{*id, {}};
  std::optional<Link> link = successor_link(value);
  if (!link) return std::nullopt;
  const Ulid id = parse_ulid(link->text).value_or(Ulid{});
  return Successor{id, make_edge(*std::move(link), path)};
}

std::string successor_value(const Ulid& id, std::string_view path, std::string_view to) {
  const bool is_linked = to.ends_with(kMarkdownEnd) && to.find_first_of("|#^[]\\\"\n") == to.npos;
  if (!is_linked) return to_string(id);
  std::string target = path::relative(path::directory(path), to);
  target.erase(target.size() - kMarkdownEnd.size());
  return std::string(kWikiOpen) + target + "|" + to_string(id) + std::string(kWikiClose);
}

Result<std::string> with_successor_at(std::string_view bytes, std::string_view path,
                                      std::string_view to) {
  PYRAMID_ASSIGN(const Document document, read_document(bytes, path));
  const auto value = document.frontmatter.scalar(kSuccessorKey);
  const auto now = value ? parse_successor(*value, path) : std::nullopt;
  if (!now || (now->edge ? now->edge->path : std::string()) == to) return std::string(bytes);
  if (!now->id.is_zero())
    return with_field(bytes, path, kSuccessorKey, successor_value(now->id, path, to));
  if (to.empty()) return with_field(bytes, path, kSuccessorKey, "");
  const std::string target = path::relative(path::directory(path), to);
  const std::string title = now->edge->link.text;
  if (value->starts_with(kWikiOpen)) {
    const std::string bare = target.substr(0, target.size() - kMarkdownEnd.size());
    const std::string words = title.empty() ? "" : "|" + title;
    return with_field(bytes, path, kSuccessorKey,
                      std::string(kWikiOpen) + bare + words + std::string(kWikiClose));
  }
  return with_field(bytes, path, kSuccessorKey, link(title, target));
}

}  // namespace pyramid::format
