// What becomes of an observation after it was made: said again, out of use, or never said after
// all.
#include "base/path.hpp"
#include "format/node.hpp"
#include "format/tags.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kLinksPerLine = 12;

std::string link_to(const ObservationDraft& again, std::string_view path) {
  const std::string turn = again.from_turn > 0 ? "^t" + std::to_string(again.from_turn) : "";
  return link(again.from_title, path::relative(path::directory(path), again.from_path), turn);
}

// The end of the text and its `From` lines: where the first edge heading begins.
std::size_t end_of_text(const Outline& found, std::size_t size) {
  for (const Heading& heading : found.headings) {
    if (is_edge_heading(heading)) return heading.begin;
  }
  return size;
}

// One more link in the `From` lines; in lines of its own where there are none. Where a person wrote
// something behind them they are part of the text, and stay as they are.
void add_link(Document& document, const std::string& added) {
  const std::string& body = document.body;
  const Outline found = outline(body);
  const std::size_t end = end_of_text(found, body.size());
  const std::string eol = document.crlf ? "\r\n" : "\n";
  if (const auto from = find_from(body, 0, end, found.links)) {
    if (body.find_first_not_of(" \t\r\n", from->end) < end) return;
    const std::size_t last = body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
    const std::string gap = from->links.size() % kLinksPerLine == 0 ? "," + eol : ", ";
    document.body.insert(last, gap + added);
    return;
  }
  const std::size_t last = body.find_last_not_of(" \t\r\n", end == 0 ? 0 : end - 1);
  const std::size_t at = last == std::string::npos ? 0 : last + 1;
  const bool ends = body.find_first_not_of(" \t\r\n", at) == std::string::npos;
  document.body.replace(at, ends ? body.size() - at : 0,
                        eol + eol + "From " + added + (ends ? eol : ""));
}

bool leads_behind(const Link& link, std::string_view path, std::string_view session,
                  std::int64_t last) {
  return turn_number(link.fragment) > last && make_edge(link, path).path == session;
}

// `From` lines as the program writes them.
std::string from_lines(const std::vector<Link>& links, std::string_view eol) {
  std::string lines = "From ";
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (i > 0) lines.append(i % kLinksPerLine == 0 ? "," : ", ");
    if (i > 0 && i % kLinksPerLine == 0) lines.append(eol);
    lines += link(links[i].text, links[i].target, links[i].fragment);
  }
  return lines;
}

// Takes `times` out of `seen`.
void drop_seen(Document& document, const std::vector<std::string>& times) {
  std::vector<std::string> seen = document.frontmatter.list("seen");
  const std::size_t fewer = std::erase_if(seen, [&](const std::string& time) {
    return std::find(times.begin(), times.end(), time) != times.end();
  });
  if (fewer > 0 && seen.empty()) document.frontmatter.erase("seen");
  if (fewer > 0 && !seen.empty()) document.frontmatter.set_list("seen", seen);
}

std::optional<FromLines> from_of(const Document& document, const Outline& found) {
  return find_from(document.body, 0, end_of_text(found, document.body.size()), found.links);
}

bool is_linked(const Document& document, std::string_view path, const ObservationDraft& again) {
  const Outline found = outline(document.body);
  const auto from = from_of(document, found);
  return from && again.from_turn > 0 &&
         std::any_of(from->links.begin(), from->links.end(), [&](const Link& one) {
           return one.fragment == "^t" + std::to_string(again.from_turn) &&
                  make_edge(one, path).path == again.from_path;
         });
}

// What the program adds to a file's head once it is there stands in one order, whichever came
// first.
void order_record(Frontmatter& head) {
  constexpr std::array<std::string_view, 4> kRecord = {"seen", "status", "superseded_by", "model"};
  std::vector<std::string_view> behind;  // keys that are to follow what stands behind them
  const Field* last = nullptr;
  for (const std::string_view key : kRecord) {
    const Field* field = head.find(key);
    if (field == nullptr || field->is_nested) continue;
    if (key == "model") {  // an observation may have it from the beginning
      const Field* importance = head.find("importance");
      const bool came_later = importance != nullptr && importance->begin < field->begin;
      if (!came_later) continue;
    }
    if (last == nullptr || last->begin < field->begin) {
      if (behind.empty()) {
        last = field;
        continue;
      }
    }
    behind.push_back(key);
  }
  for (const std::string_view key : behind) {
    const Field field = *head.find(key);
    if (head.bytes().substr(field.begin, field.end - field.begin).find('#') != std::string::npos)
      continue;  // a comment of a person's
    head.erase(key);
    if (field.is_list) {
      head.set_list(key, field.values);
    } else {
      head.set(key, field.values.front());
    }
  }
}

}  // namespace

Result<std::string> said_again(std::string_view bytes, std::string_view path,
                               const ObservationDraft& again) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  std::vector<std::string> seen = document.frontmatter.list("seen");
  const std::string when = format_time(again.at);
  const auto place = std::lower_bound(seen.begin(), seen.end(), when);
  const bool is_seen = std::find(seen.begin(), seen.end(), when) != seen.end();
  if (is_seen && again.from_path.empty()) return std::string(bytes);
  if (is_linked(document, path, again)) return std::string(bytes);
  document.has_frontmatter = true;
  add_scopes(document.frontmatter, again.scopes);
  if (!is_seen && document.frontmatter.scalar("at") != when) {  // else: its own turn, after all
    seen.insert(place, when);
    document.frontmatter.set_list("seen", seen);
    order_record(document.frontmatter);
  }
  if (!again.from_path.empty()) add_link(document, link_to(again, path));
  return to_bytes(document);
}

Result<std::string> with_from_titles(
    std::string_view bytes, std::string_view path,
    const std::function<std::string(const std::string& session)>& title_of) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  const auto from = from_of(document, found);
  if (!from) return std::string(bytes);
  std::vector<Link> links;
  std::set<std::pair<std::string, std::string>> seen;
  bool changed = false;
  for (const Link& one : from->links) {
    const std::string session = make_edge(one, path).path;
    const bool again = !session.empty() && !seen.emplace(session, one.fragment).second;
    changed = changed || again;
    if (again) continue;
    Link& kept = links.emplace_back(one);
    std::string title = title_of(session.empty() ? one.target : session);
    if (title.empty() || title == one.text) continue;
    kept.text = std::move(title);
    changed = true;
  }
  if (!changed) return std::string(bytes);
  const std::size_t end = document.body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
  document.body.replace(from->begin, end - from->begin,
                        from_lines(links, document.crlf ? "\r\n" : "\n"));
  return to_bytes(document);
}

Result<std::string> with_from_in_order(
    std::string_view bytes, std::string_view path,
    const std::function<std::string(const std::string& session)>& order) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  const auto from = from_of(document, found);
  if (!from || from->links.size() < 3) return std::string(bytes);
  std::vector<std::pair<std::string, Link>> links;
  for (const Link& one : from->links) links.emplace_back(order(make_edge(one, path).path), one);
  const auto earlier = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (std::is_sorted(std::next(links.begin()), links.end(), earlier)) return std::string(bytes);
  std::stable_sort(std::next(links.begin()), links.end(), earlier);
  std::vector<Link> sorted;
  for (auto& [key, one] : links) sorted.push_back(std::move(one));
  const std::size_t end = document.body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
  document.body.replace(from->begin, end - from->begin,
                        from_lines(sorted, document.crlf ? "\r\n" : "\n"));
  return to_bytes(document);
}

Result<std::string> without_said(std::string_view bytes, std::string_view path,
                                 const std::function<bool(const Edge& from)>& is_gone,
                                 const std::vector<std::string>& times) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  if (const auto from = from_of(document, found)) {
    std::vector<Link> left(from->links.begin(), from->links.end());
    std::erase_if(left, [&](const Link& one) { return is_gone(make_edge(one, path)); });
    if (!left.empty() && left.size() < from->links.size()) {
      const std::size_t end = document.body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
      document.body.replace(from->begin, end - from->begin,
                            from_lines(left, document.crlf ? "\r\n" : "\n"));
    }
  }
  drop_seen(document, times);
  return to_bytes(document);
}

Result<bool> is_as_written(std::string_view bytes, std::string_view path) {
  constexpr std::array<std::string_view, 11> kOurs = {
      "id",     "kind",       "at",   "offset", "model",        "fact",
      "source", "importance", "seen", "status", "superseded_by"};
  PYRAMID_ASSIGN(const Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  const auto from = from_of(document, found);
  const std::size_t end = from ? from->end : document.body.size();
  if (document.body.find_first_not_of(" \t\r\n", end) != std::string::npos) return false;
  if (document.frontmatter.bytes().find('#') != std::string::npos) return false;  // a comment
  const auto fields = document.frontmatter.fields();
  const bool tagged = scopes_of(document.frontmatter) != written_tags(document.frontmatter);
  return !tagged && std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
    return field.key == "tags" || std::find(kOurs.begin(), kOurs.end(), field.key) != kOurs.end();
  });
}

Result<std::optional<Unsaid>> unsaid(std::string_view bytes, std::string_view path,
                                     std::string_view session, std::int64_t last,
                                     const std::vector<std::string>& times) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  const auto from = from_of(document, found);
  if (!from) return std::optional<Unsaid>();
  std::vector<Link> left(from->links.begin(), from->links.end());
  const std::size_t gone =
      std::erase_if(left, [&](const Link& one) { return leads_behind(one, path, session, last); });
  if (gone == 0) return std::optional<Unsaid>();
  if (left.empty()) {
    const bool in_use = document.frontmatter.scalar("status").value_or("active") == "active";
    if (in_use) document.frontmatter.set("status", "superseded");
    document.frontmatter.erase("superseded_by");
    return std::optional<Unsaid>({to_bytes(document), true});
  }
  const std::size_t end = document.body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
  document.body.replace(from->begin, end - from->begin,
                        from_lines(left, document.crlf ? "\r\n" : "\n"));
  drop_seen(document, times);
  return std::optional<Unsaid>({to_bytes(document), false});
}

Result<std::string> said_after_all(std::string_view bytes, std::string_view path,
                                   const ObservationDraft& again,
                                   const std::vector<std::string>& times) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  if (const auto from = from_of(document, found)) {
    const std::size_t end = document.body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
    document.body.replace(from->begin, end - from->begin, "From " + link_to(again, path));
  }
  document.frontmatter.erase("status");
  document.frontmatter.erase("superseded_by");
  drop_seen(document, times);
  return to_bytes(document);
}

Result<std::string> reinstated(std::string_view bytes, std::string_view path) {
  PYRAMID_ASSIGN(const std::string in_use, with_field(bytes, path, "status", ""));
  return with_field(in_use, path, "superseded_by", "");
}

Result<std::string> superseded(std::string_view bytes, std::string_view path, const Ulid& by) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  document.has_frontmatter = true;
  document.frontmatter.set("status", "superseded");
  document.frontmatter.set("superseded_by", to_string(by));
  order_record(document.frontmatter);
  return to_bytes(document);
}

}  // namespace pyramid::format
