#include "format/sections.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/home_records.hpp"
#include "format/settings.hpp"
#include "format/text_parts.hpp"
#include "format/why_page.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::array<std::string_view, 6> kTimeNames = {"last-3-days",  "this-week", "this-month",
                                                        "this-quarter", "this-year", "earlier"};
constexpr std::array<std::string_view, 6> kTimeHeadings = {
    "Last 3 Days", "This Week", "This Month", "This Quarter", "This Year", "Earlier"};
constexpr std::string_view kAlwaysHeading = "Always";
constexpr std::string_view kNotesPart =
    "## Notes\n<!-- Yours: what you write here stays as you wrote it. -->\n";

// A heading of ours that holds sections: one a base model in MEMORY.md.
struct Container {
  std::string_view prefix, heading;
};
constexpr std::array<Container, 3> kContainers = {
    {{"self/", "Self"}, {"user/", "User"}, {"system/", "System"}}};

enum class Home { kModelFile, kMemory };

Home home_of(std::string_view path) {
  return kind_of_path(path) == Kind::kMemory ? Home::kMemory : Home::kModelFile;
}

std::string_view time_name(std::string_view heading) {
  const auto found = std::find(kTimeHeadings.begin(), kTimeHeadings.end(), heading);
  return found == kTimeHeadings.end()
             ? std::string_view()
             : kTimeNames[static_cast<std::size_t>(found - kTimeHeadings.begin())];
}

// A stretch of the body that begins with a heading of ours.
struct Part {
  std::string name;  // of the section; for a container its prefix, "self/"
  Heading heading;
  std::size_t end = 0;
};

std::size_t end_of(const std::vector<Heading>& headings, std::size_t i, std::size_t size) {
  for (std::size_t next = i + 1; next < headings.size(); ++next) {
    if (headings[next].level <= headings[i].level) return headings[next].begin;
  }
  return size;
}

// The headings of ours, containers included, in the order of the file. Of two with one name the
// first is ours.
std::vector<Part> find_parts(const std::vector<Heading>& headings, std::size_t size, Home home) {
  std::vector<Part> parts;
  std::string_view prefix;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const Heading& heading = headings[i];
    std::string name;
    if (heading.level <= 2) prefix = {};
    if (home == Home::kModelFile) {
      if (heading.level == 2) name = time_name(heading.text);
    } else if (heading.level == 2) {
      if (heading.text == "Other Models") name = kOtherModels;
      if (heading.text == kAlwaysHeading) name = kAlways;
      for (const Container& one : kContainers) {
        if (heading.text == one.heading) name = one.prefix;
      }
    } else if (heading.level == 3 && !prefix.empty() && !time_name(heading.text).empty()) {
      name.append(prefix).append(time_name(heading.text));
    }
    const bool known = std::any_of(parts.begin(), parts.end(),
                                   [&](const Part& part) { return part.name == name; });
    if (name.empty() || known) continue;
    parts.push_back({name, heading, end_of(headings, i, size)});
    for (const Container& one : kContainers) {
      if (name == one.prefix) prefix = one.prefix;
    }
  }
  return parts;
}

bool is_container(const Part& part) { return part.name.back() == '/'; }

// What the page lists of this state of the section.
void take_evidence(const Document& document, FoundSection& section) {
  if (!document.evidence) return;
  for (const Evidence& one : *document.evidence) {
    if (one.name != section.name || one.tag != section.tag) continue;
    section.from = one.from;
    section.sentences = one.sentences;
    return;
  }
}

FoundSection read_part(const Document& document, const Part& part, std::span<const Link> links,
                       std::string_view path) {
  const std::string_view body = document.body;
  FoundSection section;
  section.name = part.name;
  section.line = document.body_line + part.heading.line - 1;
  const std::size_t begin = part.heading.body;
  const std::string_view whole =
      trim_lines(body.substr(part.heading.begin, part.end - part.heading.begin));
  section.last_line =
      section.line + static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n'));
  std::string text;
  const auto take_around = [&](std::size_t from, std::size_t to) {
    const auto lines =
        std::count(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(from), '\n');
    section.sources_line = document.body_line + static_cast<std::size_t>(lines);
    text = trim_lines(body.substr(begin, from - begin));
    const std::string_view behind = trim_lines(body.substr(to, part.end - to));
    if (!text.empty() && !behind.empty()) text += "\n\n";
    text += behind;
  };
  if (const auto why = find_why(body, begin, part.end, links)) {
    section.page = make_edge(*why->link, path).path;
    section.tag = why->link->fragment;
    section.left_out = left_out_by(why->link->text).value_or(0);
    take_evidence(document, section);
    take_around(why->begin, why->end);
  } else if (const auto from = find_from(body, begin, part.end, links)) {
    for (const Link& link : from->links) section.from.push_back(make_edge(link, path));
    take_around(from->begin, from->end);
  } else {
    text = trim_lines(body.substr(begin, part.end - begin));
  }
  section.text = with_lf(text);
  section.text_digest = text_digest(section.text);
  return section;
}

// Whether a section in the file says what `draft` says.
bool same(const FoundSection& found, const SectionDraft& draft, const KeptText& text,
          std::string_view page) {
  if (found.text_digest != text_digest(text.text)) return false;
  if (!was_generated(draft, text)) return found.tag.empty() && found.from.empty();
  return found.tag == why_tag(text.output) && found.page == page &&
         found.left_out == draft.left_out;
}

// The sections that the program wrote: those with a link, or in the head of an earlier version.
std::vector<std::string> recorded_names(const Document& document, const Outline& found,
                                        const std::vector<Part>& parts) {
  std::vector<std::string> names;
  for (const Part& part : parts) {
    const bool linked =
        !is_container(part) && find_why(document.body, part.heading.body, part.end, found.links);
    if (linked) names.push_back(part.name);
  }
  for (const std::string& line : document.frontmatter.list("sections")) {
    names.push_back(line.substr(0, line.find(' ')));
  }
  return names;
}

// Rewrites the generated parts of one body; the person's bytes are only ever copied.
class SectionWriter {
 public:
  SectionWriter(Document& document, std::string_view path, Home home)
      : document_(document),
        path_(path),
        home_(home),
        page_(why_path_of(document, path).value_or(std::string())) {}

  // One section: kept, replaced, inserted, or (empty text) removed.
  void put(const SectionDraft& draft, const KeptText& text);
  [[nodiscard]] const std::string& page() const { return page_; }
  // Removes recorded sections that no draft names, and containers that hold nothing any more. One
  // that is not recorded was written by a person, or is their copy of one of ours.
  void remove_others(const std::vector<std::string>& names);

 private:
  struct Found {
    Outline outline;
    std::vector<Part> parts;
  };
  [[nodiscard]] Found look() const {
    Found found;
    found.outline = outline(document_.body);
    found.parts = find_parts(found.outline.headings, document_.body.size(), home_);
    return found;
  }
  [[nodiscard]] std::string ours(std::string_view text) const {
    return document_.crlf ? with_crlf(text) : std::string(text);
  }
  [[nodiscard]] std::string render(const SectionDraft& draft, const KeptText& text) const;
  [[nodiscard]] std::size_t place_for(std::string_view name, const Found& found) const;
  // A blank line stands before and behind what is put in.
  void replace(std::size_t begin, std::size_t end, std::string_view text);

  Document& document_;
  std::string_view path_;
  Home home_;
  std::string page_;  // of evidence
};

// Of the container that holds it: "user/"; "" for what stands by itself.
std::string_view prefix_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name == kAlways) return {};
  return name.substr(0, slash + 1);
}

std::string heading_line(std::string_view name) {
  for (const Container& one : kContainers) {
    if (name == one.prefix) return "## " + std::string(one.heading) + "\n";
  }
  if (name == kOtherModels) return "## Other Models\n";
  if (name == kAlways) return "## " + std::string(kAlwaysHeading) + "\n";
  const std::string_view prefix = prefix_of(name);
  return (prefix.empty() ? "## " : "### ") +
         std::string(time_section_heading(name.substr(prefix.size()))) + "\n";
}

// Of all sections that a home may have.
std::vector<std::string> all_names(Home home) {
  std::vector<std::string> names;
  for (const std::string_view time : kTimeNames) {
    if (home == Home::kModelFile) names.emplace_back(time);
  }
  if (home == Home::kModelFile) return names;
  for (const Container& one : kContainers) {
    for (const std::string_view time : kTimeNames)
      names.push_back(std::string(one.prefix).append(time));
  }
  names.emplace_back(kAlways);
  names.emplace_back(kOtherModels);
  return names;
}

std::string SectionWriter::render(const SectionDraft& draft, const KeptText& text) const {
  std::string out = heading_line(draft.name);
  out.append(text.text).append("\n");
  if (!was_generated(draft, text)) return out;
  const std::string page = path::relative(path::directory(path_), page_);
  return out + "\n" + link(words_of_why(draft.left_out), page, why_tag(text.output)) + "\n";
}

// Before the next part of ours in order, else behind the last one before it, else before the
// person's notes, else at the end.
std::size_t SectionWriter::place_for(std::string_view name, const Found& found) const {
  const std::string_view prefix = prefix_of(name);
  const bool inside = !prefix.empty() && name != prefix;
  std::size_t limit = document_.body.size();
  const Part* before = nullptr;
  for (const Part& part : found.parts) {
    if (inside && part.name == prefix) limit = part.end;
    if (inside && prefix_of(part.name) != prefix) continue;
    if (!inside && prefix_of(part.name) != part.name && !prefix_of(part.name).empty()) continue;
    if (section_rank(part.name) > section_rank(name)) return part.heading.begin;
    before = &part;
  }
  if (inside) return before != nullptr && !is_container(*before) ? before->end : limit;
  if (before != nullptr) return before->end;
  for (const Heading& heading : found.outline.headings) {
    if (heading.level == 2 && heading.text == "Notes") return heading.begin;
  }
  return limit;
}

void SectionWriter::replace(std::size_t begin, std::size_t end, std::string_view text) {
  std::string& body = document_.body;
  std::string piece = ours(text);
  if (!text.empty()) {
    const std::string_view before = std::string_view(body).substr(0, begin);
    const bool starts = before.find_first_not_of("\r\n") == std::string_view::npos;
    const bool ends_line = before.empty() || before.back() == '\n';
    const std::string_view last =
        before.substr(0, before.size() - (before.empty() || !ends_line ? 0 : 1));
    const bool blank = ends_line && (last.empty() || last.back() == '\n' ||
                                     (last.size() > 1 && last.substr(last.size() - 2) == "\n\r"));
    if (!ends_line) piece = ours("\n\n") + piece;
    if (ends_line && !blank && !starts) piece = ours("\n") + piece;
    if (end < body.size()) piece += ours("\n");
  }
  body.replace(begin, end - begin, piece);
}

void SectionWriter::put(const SectionDraft& draft, const KeptText& text) {
  Found found = look();
  const auto at = std::find_if(found.parts.begin(), found.parts.end(),
                               [&](const Part& part) { return part.name == draft.name; });
  if (at != found.parts.end()) {
    const FoundSection old = read_part(document_, *at, found.outline.links, path_);
    if (same(old, draft, text, page_)) return;
    // The blank lines behind it, or a missing last newline, are as the file has them.
    const std::string_view part = std::string_view(document_.body).substr(0, at->end);
    const std::size_t end = part.find_last_not_of(" \t\r\n") + 1;
    const std::string section = render(draft, text);
    document_.body.replace(at->heading.begin, end - at->heading.begin, ours(trim_lines(section)));
    return;
  }
  const std::string prefix(prefix_of(draft.name));
  const bool housed =
      prefix.empty() || std::any_of(found.parts.begin(), found.parts.end(),
                                    [&](const Part& part) { return part.name == prefix; });
  if (!housed) {
    const std::size_t place = place_for(prefix, found);
    replace(place, place, heading_line(prefix));
    found = look();
  }
  const std::size_t place = place_for(draft.name, found);
  replace(place, place, render(draft, text));
}

void SectionWriter::remove_others(const std::vector<std::string>& names) {
  const auto named = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::vector<std::string> recorded = recorded_names(document_, look().outline, look().parts);
  const auto is_recorded = [&](const std::string& name) {
    return std::find(recorded.begin(), recorded.end(), name) != recorded.end();
  };
  std::vector<Part> parts = look().parts;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (is_container(*part) || named(part->name) || !is_recorded(part->name)) continue;
    replace(part->heading.begin, part->end, "");
  }
  parts = look().parts;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const std::string_view held =
        std::string_view(document_.body).substr(part->heading.body, part->end - part->heading.body);
    const bool emptied = std::any_of(recorded.begin(), recorded.end(), [&](const std::string& one) {
      return one.starts_with(part->name);
    });
    if (is_container(*part) && emptied && trim(held).empty()) {
      replace(part->heading.begin, part->end, "");
    }
  }
}

// What stands in the file must be found again, or every sync would write it once more.
Status check_written(const Document& document, std::string_view path, std::string_view page,
                     const std::vector<SectionDraft>& sections,
                     const std::vector<KeptText>& texts) {
  const std::vector<FoundSection> found = find_sections(document, path);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (texts[i].text.empty()) continue;
    const bool there = std::any_of(found.begin(), found.end(), [&](const FoundSection& one) {
      return one.name == sections[i].name && same(one, sections[i], texts[i], page);
    });
    if (!there) {
      return fail(ErrorKind::kInvalid,
                  "something above hides the section `" + sections[i].name + "`", std::string(path),
                  "close the code fence or HTML comment that is left open");
    }
  }
  return {};
}

// Where the first link of ours stands that is none because of what stands above, so that some
// section has lost it.
std::optional<std::size_t> hidden_link(std::string_view body, const Outline& found) {
  std::set<std::string_view> seen;
  std::optional<std::size_t> hidden;
  std::string_view missed;
  for (std::size_t at = body.find(kWhyLink); at != std::string_view::npos;
       at = body.find(kWhyLink, at + 1)) {
    if (at != 0 && body[at - 1] != '\n') continue;
    const std::string_view line = trim(body.substr(at, next_line(body, at) - at));
    if (!is_source_line(line)) continue;
    const bool is_link = std::any_of(found.links.begin(), found.links.end(),
                                     [&](const Link& link) { return link.line_begin == at; });
    if (is_link) {
      seen.insert(line);
    } else if (!hidden) {
      hidden = at;
      missed = line;
    }
  }
  return hidden && !seen.contains(missed) ? hidden : std::nullopt;
}

// The first line of the body that reads as a heading of one of these, or as `## Notes` inside of a
// section, and is none because of what stands above.
std::optional<Swallowed> hidden_heading(const Document& document, const Outline& found,
                                        const std::vector<Part>& sections,
                                        const std::set<std::string, std::less<>>& missing) {
  const std::string_view body = document.body;
  const auto seen = [&](const Heading& heading) {
    return heading.level == 2 && heading.text == "Notes";
  };
  const bool notes = std::any_of(found.headings.begin(), found.headings.end(), seen);
  std::size_t line = document.body_line;
  for (std::size_t at = 0; at < body.size(); at = next_line(body, at), ++line) {
    if (body[at] != '#') continue;
    const std::string_view text = trim(body.substr(at, next_line(body, at) - at));
    const auto inside = [&](const Part& part) { return part.heading.begin < at && at < part.end; };
    const bool ours =
        missing.contains(text) ||
        (!notes && text == "## Notes" && std::any_of(sections.begin(), sections.end(), inside));
    const auto begins = [&](const Heading& heading) { return heading.begin == at; };
    if (ours && std::none_of(found.headings.begin(), found.headings.end(), begins)) {
      return Swallowed{std::string(text.substr(text.find(' ') + 1)), line};
    }
  }
  return std::nullopt;
}

// Whether something in the last section would swallow what is put behind it.
bool is_left_open(std::string_view body, const Part& part) {
  if (part.end != body.size()) return false;
  std::string probe(body.substr(part.heading.begin));
  probe += "\n\n";
  const std::size_t behind = probe.size();
  const Outline found = outline(probe.append("# Behind\n"));
  return found.headings.back().begin != behind;
}

Status write_sections(Document& document, std::string_view path, Home home,
                      const std::vector<SectionDraft>& sections) {
  std::vector<KeptText> texts;
  std::vector<std::string> names;
  std::vector<SentenceMark> struck;
  for (const SectionDraft& draft : sections) {
    texts.push_back(settled_section(draft));
    if (has_place(draft, texts.back())) names.push_back(draft.name);
    const std::vector<SentenceMark>& gone = texts.back().sentences.struck;
    struck.insert(struck.end(), gone.begin(), gone.end());
  }
  SectionWriter writer(document, path, home);
  writer.remove_others(names);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!texts[i].text.empty()) writer.put(sections[i], texts[i]);
  }
  if (!sections.empty()) set_struck(document.frontmatter, std::move(struck));
  document.frontmatter.erase("sections");  // an earlier version's, as is the next one
  document.frontmatter.erase("support");
  return check_written(document, path, writer.page(), sections, texts);
}

Result<Document> open_home(std::string_view existing, std::string_view path, std::string_view title,
                           std::string_view introduction = {}) {
  Document document;
  if (existing.empty()) {
    document.body = "# " + escape_inline(collapse_spaces(title)) + "\n\n" +
                    std::string(introduction) + std::string(kNotesPart);
  } else {
    PYRAMID_ASSIGN(document, parse_document(existing, path));
    if (!document.has_frontmatter && document.crlf) {
      PYRAMID_ASSIGN(document.frontmatter, Frontmatter::parse({}, true));
    }
  }
  document.has_frontmatter = true;
  return document;
}

void set_or_erase(Frontmatter& frontmatter, std::string_view key, std::string_view value) {
  if (value.empty()) {
    frontmatter.erase(key);
  } else {
    frontmatter.set(key, value);
  }
}

}  // namespace

std::size_t section_rank(std::string_view name) {
  if (name == kAlways) return 0;
  const std::string_view part = name.substr(prefix_of(name).size());
  std::size_t base = 1;
  for (std::size_t i = 0; i < kContainers.size(); ++i) {
    if (name.starts_with(kContainers[i].prefix)) base = 1 + 10 * i;
  }
  if (part.empty()) return base;
  if (part == kOtherModels) return 1 + 10 * kContainers.size();
  const auto time = std::find(kTimeNames.begin(), kTimeNames.end(), part);
  return base + 1 + static_cast<std::size_t>(time - kTimeNames.begin());
}

KeptText settled_section(const SectionDraft& draft) {
  if (draft.output) return {draft.text, *draft.output, draft.sentences};
  const int level = prefix_of(draft.name).empty() ? 2 : 3;
  return settled_text(draft.by_hand, draft.text, {level, draft.name == kOtherModels});
}

bool has_place(const SectionDraft& draft, const KeptText& text) {
  return !text.text.empty() || (draft.output && *draft.output != text_digest(""));
}

bool was_generated(const SectionDraft& draft, const KeptText& text) {
  return !draft.from.empty() || !draft.made_by.empty() || text.output != text_digest("");
}

bool says_nothing(const Digest& output, std::string_view made_by) {
  return !made_by.empty() && output == text_digest("");
}

std::span<const std::string_view> time_section_names() { return kTimeNames; }

std::string_view time_section_heading(std::string_view name) {
  if (name == kAlways.substr(kAlways.find('/') + 1)) return kAlwaysHeading;
  const auto found = std::find(kTimeNames.begin(), kTimeNames.end(), name);
  return found == kTimeNames.end()
             ? std::string_view()
             : kTimeHeadings[static_cast<std::size_t>(found - kTimeNames.begin())];
}

std::optional<Swallowed> find_swallowed(const Document& document, std::string_view path) {
  const Outline found = outline(document.body);
  std::vector<Part> sections = find_parts(found.headings, document.body.size(), home_of(path));
  const std::vector<std::string> recorded = recorded_names(document, found, sections);
  const std::optional<std::size_t> lost = hidden_link(document.body, found);
  if (recorded.empty() && !lost) return std::nullopt;
  const std::vector<std::string> wanted = lost ? all_names(home_of(path)) : recorded;
  std::set<std::string, std::less<>> missing;  // headings
  for (const std::string& name : wanted) {
    const bool is_there = std::any_of(sections.begin(), sections.end(),
                                      [&](const Part& part) { return part.name == name; });
    if (!is_there && name != kDescriptionRecord) missing.emplace(trim(heading_line(name)));
  }
  std::erase_if(sections, [&](const Part& part) {
    return std::find(recorded.begin(), recorded.end(), part.name) == recorded.end();
  });
  if (auto heading = hidden_heading(document, found, sections, missing)) return heading;
  if (lost) {
    const std::string_view above = std::string_view(document.body).substr(0, *lost);
    const auto lines = static_cast<std::size_t>(std::count(above.begin(), above.end(), '\n'));
    return Swallowed{"why", document.body_line + lines};
  }
  if (sections.empty() || !is_left_open(document.body, sections.back())) return std::nullopt;
  const Heading& open = sections.back().heading;
  return Swallowed{open.text, document.body_line + open.line - 1};
}

std::vector<FoundSection> find_sections(const Document& document, std::string_view path) {
  const Outline found = outline(document.body);
  std::vector<FoundSection> sections;
  for (const Part& part : find_parts(found.headings, document.body.size(), home_of(path))) {
    if (!is_container(part)) sections.push_back(read_part(document, part, found.links, path));
  }
  return sections;
}

std::size_t own_bytes(const Document& document, std::string_view path) {
  const std::string_view body = document.body;
  const Outline found = outline(body);
  const std::vector<Part> parts = find_parts(found.headings, body.size(), home_of(path));
  const std::string introduction = identity_template("MEMORY.md");
  const auto is_ours = [&](std::string_view line) {
    return line.empty() || line.starts_with("# ") || heads_sections(line) ||
           kNotesPart.find(line) != std::string_view::npos ||
           introduction.find(line) != std::string::npos;
  };
  std::size_t own = 0;
  for (std::size_t at = 0, next = 0; at < body.size(); at = next) {
    next = next_line(body, at);
    const bool inside = std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      return !is_container(part) && part.heading.begin <= at && at < part.end;
    });
    if (!inside && !is_ours(trim(body.substr(at, next - at)))) own += next - at;
  }
  return own;
}

bool heads_sections(std::string_view line) {
  return std::any_of(kContainers.begin(), kContainers.end(), [&](const Container& one) {
    return trim(line) == trim(heading_line(one.prefix));
  });
}

std::optional<SectionRecord> description_record(const ModelDraft& draft) {
  if (!draft.description_inputs) return std::nullopt;
  const Digest output = draft.description_output.value_or(text_digest(draft.description));
  return SectionRecord{std::string(kDescriptionRecord), *draft.description_inputs, output,
                       draft.description_made_by};
}

Result<std::string> write_model(const ModelDraft& draft, std::string_view path,
                                std::string_view existing) {
  PYRAMID_ASSIGN(Document document, open_home(existing, path, draft.title));
  Frontmatter& frontmatter = document.frontmatter;
  frontmatter.set("id", to_string(draft.id));
  frontmatter.set("kind", name_of(Kind::kModel));
  frontmatter.set("model", draft.name);
  set_or_erase(frontmatter, "type", draft.type);
  if (draft.description.empty()) {
    frontmatter.erase("description");
  } else {  // where it stands in a file that is written at once, also when sections came before it
    frontmatter.set_behind(draft.type.empty() ? "model" : "type", "description", draft.description);
  }
  if (!draft.aliases.empty() || frontmatter.find("aliases") != nullptr) {
    frontmatter.set_list("aliases", draft.aliases);
  }
  if (const auto record = description_record(draft)) {
    const bool generated = !draft.description.empty() && record->output != Digest();
    frontmatter.set_comment(kDescriptionRecord, generated ? why_tag(record->output) : "");
  }
  PYRAMID_TRY(write_sections(document, path, Home::kModelFile, draft.sections));
  return to_bytes(document);
}

Result<std::string> write_memory(const MemoryDraft& draft, std::string_view path,
                                 std::string_view existing) {
  PYRAMID_ASSIGN(Document document,
                 open_home(existing, path, "Memory", identity_template("MEMORY.md") + "\n"));
  document.frontmatter.set("id", to_string(draft.id));
  document.frontmatter.set("kind", name_of(Kind::kMemory));
  PYRAMID_TRY(write_sections(document, path, Home::kMemory, draft.sections));
  return to_bytes(document);
}

}  // namespace pyramid::format
