#include "format/sections.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/write.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::array<std::string_view, 6> kNames = {"last-3-days",  "this-week", "this-month",
                                                    "this-quarter", "this-year", "earlier"};
constexpr std::array<std::string_view, 6> kHeadings = {"Last 3 Days",  "This Week", "This Month",
                                                       "This Quarter", "This Year", "Earlier"};

std::string_view name_of_heading(std::string_view heading) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (heading == kHeadings[i]) return kNames[i];
  }
  return {};
}

// A generated section and the bytes of the body that it owns, heading included.
struct Owned {
  std::string name;
  std::size_t begin = 0, text = 0, end = 0;
  std::size_t line = 0;
};

// Parent headings of MEMORY.md that hold only generated sections.
std::string_view prefix_of(std::string_view heading) {
  if (heading == "Self") return "self/";
  if (heading == "User") return "user/";
  return {};
}

std::vector<Owned> owned_sections(const std::string& body, const Outline& outline, bool memory) {
  std::vector<Owned> owned;
  std::string_view prefix;
  for (std::size_t i = 0; i < outline.headings.size(); ++i) {
    const Heading& heading = outline.headings[i];
    if (heading.level <= 2) prefix = memory && heading.level == 2 ? prefix_of(heading.text) : "";
    std::string name;
    if (memory && heading.level == 2 && heading.text == "Other Models") name = "other-models";
    const int level = memory ? 3 : 2;
    const std::string_view time = name_of_heading(heading.text);
    if (heading.level == level && !time.empty() && (!memory || !prefix.empty())) {
      name = std::string(prefix) + std::string(time);
    }
    if (name.empty()) continue;
    Owned section{name, heading.begin, heading.body, body.size(), heading.line};
    for (std::size_t j = i + 1; j < outline.headings.size(); ++j) {
      if (outline.headings[j].level > heading.level) continue;
      section.end = outline.headings[j].begin;
      break;
    }
    const bool twice = std::any_of(owned.begin(), owned.end(),
                                   [&](const Owned& one) { return one.name == section.name; });
    if (!twice) owned.push_back(std::move(section));
  }
  return owned;
}

std::string render(const SectionDraft& draft, std::string_view path, int level,
                   std::string_view heading) {
  std::string text = std::string(static_cast<std::size_t>(level), '#') + " " +
                     std::string(heading) + "\n\n" + std::string(trim(draft.text)) + "\n";
  if (draft.from.empty()) return text;
  text += "\nFrom ";
  for (std::size_t i = 0; i < draft.from.size(); ++i) {
    if (i > 0) text += ", ";
    text += link(draft.from[i].text, path::relative(path::directory(path), draft.from[i].path));
  }
  return text + "\n";
}

std::string record_of(const SectionDraft& draft) {
  const Digest output = draft.output ? *draft.output : text_digest(draft.text);
  return draft.name + " " + to_hex(draft.inputs) + " " + to_hex(output);
}

// Body text around the generated parts. What a person put between them stays where it was: the
// pieces in front of, between and behind owned sections are kept in order.
struct Pieces {
  std::string before;                                       // up to the first owned section
  std::vector<std::pair<std::string, std::string>> behind;  // (owned name, bytes up to the next)
};

Pieces cut(const std::string& body, const std::vector<Owned>& owned) {
  Pieces pieces;
  pieces.before = body.substr(0, owned.empty() ? body.size() : owned.front().begin);
  for (std::size_t i = 0; i < owned.size(); ++i) {
    const std::size_t next = i + 1 < owned.size() ? owned[i + 1].begin : body.size();
    pieces.behind.emplace_back(owned[i].name, body.substr(owned[i].end, next - owned[i].end));
  }
  return pieces;
}

// Exactly one blank line between what stands and a heading that follows.
void separate(std::string& body) {
  if (body.empty()) return;
  while (body.size() >= 2 && body.compare(body.size() - 2, 2, "\n\n") != 0) body += '\n';
  if (body.size() == 1 && body != "\n") body += "\n\n";
}

std::size_t rank_in(const std::vector<std::string>& order, std::string_view name) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

// Puts `drafts` into the body: a section that stands is replaced in place; a new one goes in front
// of the first standing section that follows it in `order`, else behind the last, else at `anchor`.
std::string assemble(const std::string& body, const std::vector<Owned>& owned,
                     const std::vector<std::pair<std::string, std::string>>& drafts,
                     const std::vector<std::string>& order, std::size_t anchor) {
  struct Slot {
    std::string name, text;
    std::string behind;
  };
  std::vector<Slot> slots;
  const Pieces pieces = cut(body, owned);
  std::string before = pieces.before;
  std::string after;
  if (owned.empty()) {
    after = before.substr(anchor);
    before.resize(anchor);
  }
  for (const auto& [name, behind] : pieces.behind) {
    const auto draft =
        std::find_if(drafts.begin(), drafts.end(),
                     [&, &wanted = name](const auto& one) { return one.first == wanted; });
    if (draft != drafts.end()) {
      slots.push_back({name, draft->second, behind});
    } else if (slots.empty()) {
      before += behind;
    } else {
      slots.back().behind += behind;
    }
  }
  for (const auto& [name, text] : drafts) {
    const bool stands =
        std::any_of(slots.begin(), slots.end(),
                    [&, &wanted = name](const Slot& slot) { return slot.name == wanted; });
    if (stands) continue;
    const auto place =
        std::find_if(slots.begin(), slots.end(), [&, &wanted = name](const Slot& slot) {
          return rank_in(order, slot.name) > rank_in(order, wanted);
        });
    // What a person wrote behind the last section stays behind it.
    Slot slot{name, text, {}};
    if (place == slots.end() && !slots.empty()) std::swap(slot.behind, slots.back().behind);
    slots.insert(place, std::move(slot));
  }
  std::string out = before;
  for (const Slot& slot : slots) {
    separate(out);
    out += slot.text;
    if (!slot.behind.empty()) {
      separate(out);
      const std::size_t start = slot.behind.find_first_not_of('\n');
      if (start != std::string::npos) out += slot.behind.substr(start);
    }
  }
  if (!after.empty()) {
    separate(out);
    const std::size_t start = after.find_first_not_of('\n');
    if (start != std::string::npos) out += after.substr(start);
  }
  return out;
}

std::vector<std::string> records_of(const std::vector<SectionDraft>& sections) {
  std::vector<std::string> records;
  for (const SectionDraft& draft : sections) {
    if (!draft.text.empty()) records.push_back(record_of(draft));
  }
  return records;
}

// The part of MEMORY.md below one parent heading, found again after each change.
struct Region {
  std::size_t begin = 0, end = 0;
};
std::optional<Region> region_of(const Outline& found, std::string_view title, std::size_t size) {
  for (std::size_t i = 0; i < found.headings.size(); ++i) {
    if (found.headings[i].level != 2 || found.headings[i].text != title) continue;
    Region region{found.headings[i].body, size};
    for (std::size_t j = i + 1; j < found.headings.size(); ++j) {
      if (found.headings[j].level > 2) continue;
      region.end = found.headings[j].begin;
      break;
    }
    return region;
  }
  return std::nullopt;
}

// Adds `## title` in front of the first heading of `before` that stands, else at the end.
void add_parent(std::string& body, std::string_view title,
                std::initializer_list<std::string_view> before) {
  const Outline found = outline(body);
  std::size_t at = body.size();
  for (const Heading& heading : found.headings) {
    const bool stop =
        heading.level == 2 && std::find(before.begin(), before.end(), heading.text) != before.end();
    if (!stop) continue;
    at = heading.begin;
    break;
  }
  std::string front = body.substr(0, at);
  separate(front);
  body = front + "## " + std::string(title) + "\n\n" + body.substr(at);
}

using Drafts = std::vector<std::pair<std::string, std::string>>;

void put_below(std::string& body, std::string_view title, std::string_view prefix,
               const Drafts& drafts, std::initializer_list<std::string_view> before) {
  if (!region_of(outline(body), title, body.size())) {
    if (drafts.empty()) return;
    add_parent(body, title, before);
  }
  const Outline found = outline(body);
  const Region region = *region_of(found, title, body.size());
  std::vector<Owned> owned;
  for (Owned& one : owned_sections(body, found, true)) {
    if (one.begin < region.begin || one.begin >= region.end) continue;
    one.begin -= region.begin;
    one.text -= region.begin;
    one.end -= region.begin;
    owned.push_back(one);
  }
  std::vector<std::string> order;
  for (const std::string_view name : kNames)
    order.push_back(std::string(prefix) + std::string(name));
  const std::string inside = body.substr(region.begin, region.end - region.begin);
  std::string front = body.substr(0, region.begin);
  std::string changed = assemble(inside, owned, drafts, order, inside.size());
  if (changed == inside) return;
  const std::size_t start = changed.find_first_not_of('\n');
  changed = start == std::string::npos ? "" : changed.substr(start);
  if (!changed.empty()) separate(front);
  front += changed;
  if (region.end < body.size()) separate(front);
  body = front + body.substr(region.end);
}

std::string with_memory_sections(std::string body, const MemoryDraft& draft,
                                 std::string_view path) {
  Drafts self;
  Drafts user;
  Drafts others;
  for (const SectionDraft& section : draft.sections) {
    if (section.text.empty()) continue;
    const std::size_t slash = section.name.find('/');
    if (slash == std::string::npos) {
      others.emplace_back(section.name, render(section, path, 2, "Other Models"));
      continue;
    }
    const std::string_view time = std::string_view(section.name).substr(slash + 1);
    auto& list = section.name.rfind("self/", 0) == 0 ? self : user;
    list.emplace_back(section.name, render(section, path, 3, time_section_heading(time)));
  }
  put_below(body, "Self", "self/", self, {"User", "Other Models", "Notes"});
  put_below(body, "User", "user/", user, {"Other Models", "Notes"});
  const Outline found = outline(body);
  std::vector<Owned> owned = owned_sections(body, found, true);
  std::erase_if(owned, [](const Owned& one) { return one.name != "other-models"; });
  std::size_t anchor = body.size();
  for (const Heading& heading : found.headings) {
    if (heading.level == 2 && heading.text == "Notes") {
      anchor = heading.begin;
      break;
    }
  }
  return assemble(body, owned, others, {"other-models"}, anchor);
}

std::string notes_template() {
  return "## Notes\n\n<!-- Yours: what stands here is read, and never written by Pyramid. -->\n";
}

}  // namespace

std::span<const std::string_view> time_section_names() { return kNames; }

std::string_view time_section_heading(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return kHeadings[i];
  }
  return {};
}

std::vector<FoundSection> find_sections(const Document& document, std::string_view path) {
  const std::string& body = document.body;
  const Outline found = outline(body);
  const bool memory = kind_of_path(path) == Kind::kMemory;
  std::vector<FoundSection> sections;
  for (const Owned& owned : owned_sections(body, found, memory)) {
    FoundSection section;
    section.name = owned.name;
    section.line = owned.line + document.body_line - 1;
    std::string text = replace_all(body.substr(owned.text, owned.end - owned.text), "\r\n", "\n");
    text = trim(text);
    const std::size_t last = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    if (text.compare(last, 6, "From [") == 0) {
      const std::string folder(path::directory(path));
      for (const Link& one : outline(text.substr(last)).links) {
        section.from.push_back(
            {one, path::resolve_inside(folder, one.target).value_or(std::string())});
      }
      text.resize(last);
      text = std::string(trim(text));
    }
    section.text_digest = text_digest(text);
    section.text = std::move(text);
    sections.push_back(std::move(section));
  }
  return sections;
}

Result<std::string> write_model(const ModelDraft& draft, std::string_view path,
                                std::string_view existing) {
  Document document = new_document();
  if (!existing.empty()) {
    PYRAMID_ASSIGN(document, parse_document(existing, path));
    document = with_frontmatter(std::move(document));
  } else {
    document.body = "# " + escape_inline(draft.title) + "\n\n" + notes_template();
  }
  Frontmatter& fields = document.frontmatter;
  fields.set("id", to_string(draft.id));
  fields.set("kind", "model");
  if (!draft.type.empty()) fields.set("type", draft.type);
  if (!draft.description.empty()) fields.set("description", draft.description);
  if (!draft.aliases.empty()) fields.set_list("aliases", draft.aliases);
  std::vector<std::string> records = records_of(draft.sections);
  if (draft.description_inputs) {
    SectionDraft described{"description", draft.description, {}, *draft.description_inputs, {}};
    records.push_back(record_of(described));
  }
  fields.set_list("sections", records);

  std::string body = replace_all(document.body, "\r\n", "\n");
  const Outline found = outline(body);
  std::vector<std::pair<std::string, std::string>> drafts;
  for (const SectionDraft& section : draft.sections) {
    if (section.text.empty()) continue;
    drafts.emplace_back(section.name, render(section, path, 2, time_section_heading(section.name)));
  }
  // In a file without generated sections they go below the title, above everything else.
  std::size_t anchor = body.size();
  for (const Heading& heading : found.headings) {
    if (heading.level == 1) continue;
    anchor = heading.begin;
    break;
  }
  const std::vector<std::string> order(kNames.begin(), kNames.end());
  body = assemble(body, owned_sections(body, found, false), drafts, order, anchor);
  document.body = document.crlf ? replace_all(body, "\n", "\r\n") : body;
  return to_bytes(document);
}

Result<std::string> write_memory(const MemoryDraft& draft, std::string_view path,
                                 std::string_view existing) {
  Document document = new_document();
  if (!existing.empty()) {
    PYRAMID_ASSIGN(document, parse_document(existing, path));
    document = with_frontmatter(std::move(document));
  } else {
    document.body = "# Memory\n\n## Self\n\n## User\n\n" + notes_template();
  }
  Frontmatter& fields = document.frontmatter;
  fields.set("id", to_string(draft.id));
  fields.set("kind", "memory");
  fields.set_list("sections", records_of(draft.sections));
  std::string body = replace_all(document.body, "\r\n", "\n");
  body = with_memory_sections(body, draft, path);
  document.body = document.crlf ? replace_all(body, "\n", "\r\n") : body;
  return to_bytes(document);
}

}  // namespace pyramid::format
