#include "format/why_page.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/corrected_sources.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kFolder = "why/";
constexpr std::string_view kPageHead = "---\nkind: why\n---\n";

// By link: the numbers of the sentences, as they stand now, that rest on it.
std::vector<std::vector<std::string>> numbers_of(const Sentences& sentences, const Support& support,
                                                 std::size_t links) {
  std::vector<std::vector<std::string>> numbers(links);
  for (std::size_t i = 0; i < sentences.standing.size(); ++i) {
    const auto place = support.find(sentences.standing[i]);
    if (place == support.end()) continue;
    for (const std::size_t link : place->second) {
      if (link < links) numbers[link].push_back(std::to_string(i + 1));
    }
  }
  return numbers;
}

}  // namespace

std::string why_path(std::string_view model) {
  std::string path(kFolder);
  return model.empty() ? path + "MEMORY.md" : path + "models/" + slugify(model) + ".md";
}

std::optional<std::string> why_path_of(const Document& document, std::string_view path) {
  const Kind kind = kind_of(document, path);
  if (kind == Kind::kMemory) return why_path({});
  if (kind != Kind::kModel) return std::nullopt;
  return why_path(model_of(document, path));
}

bool is_why_path(std::string_view path) { return path.starts_with(kFolder); }

bool is_source_line(std::string_view line) {
  if (line.starts_with("From [")) return true;
  line = trim(line);
  const std::size_t end = line.find("](");
  if (!line.starts_with(kWhyLink) || end == std::string_view::npos || !line.ends_with(')'))
    return false;
  if (!left_out_by(line.substr(1, end - 1))) return false;
  line.remove_suffix(1);
  const std::size_t mark = line.rfind('#');
  return mark != std::string_view::npos && is_why_tag(line.substr(mark + 1));
}

std::vector<Evidence> read_why_page(const Document& page, std::string_view path) {
  const Outline found = outline(page.body);
  std::vector<Evidence> sections;
  auto link = found.links.begin();
  for (auto heading = found.headings.begin(); heading != found.headings.end(); ++heading) {
    if (heading->level != 2 || !is_why_tag(heading->text)) continue;
    const auto next = std::next(heading);
    const std::size_t end = next == found.headings.end() ? page.body.size() : next->begin;
    const std::string_view lines =
        trim(std::string_view(page.body).substr(heading->body, end - heading->body));
    Evidence section;
    section.tag = heading->text;
    const std::string_view record = trim(lines.substr(0, lines.find('\n')));
    section.name = record.substr(0, record.find(' '));
    section.record = parse_section_record(record);
    while (link != found.links.end() && link->line_begin < heading->body) ++link;
    for (; link != found.links.end() && link->line_begin < end; ++link) {
      const std::size_t line = link->line_begin;
      section.from.push_back(make_edge(*link, path));
      section.sentences.push_back(sentence_numbers(
          std::string_view(page.body).substr(line, next_line(page.body, line) - line)));
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

Result<Document> parse_home(std::string_view bytes, std::string_view path, const ReadPage& read) {
  PYRAMID_ASSIGN(Document home, parse_document(bytes, path));
  const std::optional<std::string> at = why_path_of(home, path);
  if (!at) return home;
  home.evidence.emplace();
  Result<std::string> page = read(*at);
  if (!page && page.error().kind == ErrorKind::kNotFound) return home;
  if (!page) return fail(std::move(page).error());
  const Result<Document> document = parse_document(*page, *at);
  if (document) home.evidence = read_why_page(*document, *at);
  return home;
}

std::string write_why_page(std::string_view home, std::string_view path,
                           std::span<const SectionDraft> sections,
                           const std::optional<SectionRecord>& description) {
  std::string out;
  const auto add = [&](const SectionRecord& record) {
    out.append("\n## ").append(why_tag(record.output)).append("\n");
    out.append(to_line(record)).append("\n");
  };
  if (description) add(*description);
  for (const SectionDraft& section : sections) {
    const KeptText text = settled_section(section);
    const bool stands = has_place(section, text) && was_generated(section, text);
    if (!stands && !says_nothing(text.output, section.made_by)) continue;
    add({section.name,
         section.inputs,
         text.output,
         section.made_by,
         {text.sentences.standing, {}}});
    if (!section.from.empty()) out += '\n';
    const auto numbers = numbers_of(text.sentences, section.support, section.from.size());
    for (std::size_t i = 0; i < section.from.size(); ++i) {
      const SourceLink& source = section.from[i];
      out += "- " + link(source.text, path::relative(path::directory(path), source.path));
      out.append(sentences_behind(numbers[i])).append("\n");
    }
  }
  if (out.empty()) return out;
  const std::string to = link(home, path::relative(path::directory(path), home));
  return std::string(kPageHead) + "# Why " + escape_inline(home) +
         " says so\n\nWhat each text of " + to +
         " was made from, with the numbers of the sentences that rest on it.\n" + out;
}

Support support_of(const Document& home, const FoundSection& section, const Sentences& sentences) {
  if (section.tag.empty()) {
    return read_support(home.frontmatter.list("support"), section.name, sentences);
  }
  Support support;
  for (std::size_t link = 0; link < section.sentences.size(); ++link) {
    for (const std::size_t number : section.sentences[link]) {
      if (number > sentences.standing.size()) continue;
      support[sentences.standing[number - 1]].push_back(link);
    }
  }
  return support;
}

}  // namespace pyramid::format
