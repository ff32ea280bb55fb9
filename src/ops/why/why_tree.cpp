#include "ops/why/why_tree.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/corrected_sources.hpp"
#include "format/markdown.hpp"
#include "format/topic.hpp"
#include "format/why_page.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr std::size_t kTextCharacters = 120;
constexpr std::string_view kByAPerson = "written by a person, made from nothing";

// The first characters of a text, on one line.
std::string first_characters(std::string_view text) {
  std::string line = collapse_spaces(text);
  std::size_t at = 0;
  for (std::size_t i = 0; i < kTextCharacters && at < line.size(); ++i) utf8::next(line, at);
  if (at >= line.size()) return line;
  line.resize(at);
  return line + "…";
}

std::string prose(std::string_view markdown) {
  return first_characters(format::plain_text(markdown));
}

std::string hex_or_nothing(const std::optional<Digest>& digest) {
  return digest ? to_hex(*digest) : std::string();
}

// A text that stands where the writer's own was of no use is that writer's.
void keep_writer(WhyRecord& made) {
  if (plan::is_by(made.writer_recorded, made.writer_now)) made.writer_now = made.writer_recorded;
}

std::string model_of_section(const HomeText& home, std::string_view section,
                             const plan::Rules& rules) {
  if (home.node.kind == Kind::kModel) return home.node.model;
  for (const std::string& base : rules.base_models) {
    if (section.starts_with(plan::section_prefix(base, rules))) return base;
  }
  return {};
}

WhyNode person_line(const std::string& path, std::size_t line, std::string_view text) {
  WhyNode node;
  node.kind = "line";
  node.path = path;
  node.first_line = node.last_line = line;
  node.text = trim(text);
  node.reason = kByAPerson;
  if (node.text.starts_with('#')) node.reason = "a heading, made from nothing";
  if (node.text.empty()) node.reason = "nothing stands there";
  return node;
}

// Positions that lead beyond what there is tell nothing.
std::vector<std::size_t> within(std::size_t count, std::vector<std::size_t> positions) {
  const bool all = positions.empty() || positions.back() < count;
  return all ? std::move(positions) : std::vector<std::size_t>();
}

// What a line of the frontmatter or a heading stands for is the whole.
bool is_prose(std::string_view line) {
  const std::string_view text = trim(line);
  return !text.empty() && !text.starts_with('#');
}

// A fact that somebody made from a summary may be a source of it since: once is enough.
void name_readers_once(WhyNode& fact) {
  const std::vector<WhyNode>& above = fact.made_from;
  const std::size_t twice = std::erase_if(fact.read_by, [&](const WhyNode& reader) {
    return std::any_of(above.begin(), above.end(), [&](const WhyNode& source) {
      return source.kind == reader.kind && source.path == reader.path;
    });
  });
  if (twice == 0) return;
  fact.reason += fact.reason.empty() ? "" : "; ";
  fact.reason += "what it was made from reads it, too";
}

}  // namespace

WhyTree::WhyTree(FileSystem& files, const workspace::Workspace& workspace, const WorkingSet& memory,
                 const WhyGraph& graph, const WhyOptions& options)
    : files_(files),
      workspace_(workspace),
      memory_(memory),
      graph_(graph),
      shown_(options.shown.value_or(kNoLimit)),
      depth_(options.depth) {}

// Keeps the first line, and no blank one at the end.
void WhyTree::Passage::end_before(std::size_t line) {
  while (lines.size() > 1 && (last() >= line || trim(lines.back()).empty())) lines.pop_back();
}

std::string WhyTree::Passage::joined(std::string_view between) const {
  std::string text;
  for (const std::string_view line : lines) {
    if (trim(line).empty()) continue;
    text.append(text.empty() ? "" : between).append(trim(line));
  }
  return text;
}

WhyTree::Passage WhyTree::passage_of(const std::vector<std::string_view>& lines, std::size_t first,
                                     std::size_t last) {
  Passage asked{first, {}};
  if (first == 0) return asked;
  const std::size_t end = std::clamp(last, first, lines.size());
  for (std::size_t line = first; line <= end; ++line) asked.lines.push_back(lines[line - 1]);
  return asked;
}

Result<WhyNode> WhyTree::of(const Target& target) {
  PYRAMID_ASSIGN(const std::string bytes, files_.read(workspace_.absolute(target.path)));
  PYRAMID_ASSIGN(const format::Document document, format::read_document(bytes, target.path));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, target.path));
  const std::vector<std::string_view> lines = split_lines(bytes);
  if (target.line > lines.size()) {
    return fail(ErrorKind::kNotFound, "no such line: " + std::to_string(target.line), target.path,
                "the file has " + count_of(lines.size(), "line"));
  }
  const std::size_t line = target.line < document.body_line ? 0 : target.line;
  Passage asked = passage_of(lines, line, target.last);
  if (const HomeText* home = graph_.home(target.path)) {
    const bool described = line == 0 && target.line > 0 && home->record(kDescription) != nullptr &&
                           lines[target.line - 1].starts_with("description:");
    return described ? of_description(*home, target.line) : of_home(*home, asked);
  }
  switch (node.kind) {
    case Kind::kSession:
      return of_session(node, line);
    case Kind::kSummary:
      return of_summary(document, node, std::move(asked));
    case Kind::kObservation: {
      WhyNode out = down(node, {depth_.value_or(kNoLimit), {}, {}});
      add_readers(out, node.id, depth_.value_or(kNoLimit));
      name_readers_once(out);
      return out;
    }
    case Kind::kTopic: {
      WhyNode out = down(node, {depth_.value_or(kNoLimit), {}, {}});
      add_folders(out, depth_.value_or(kNoLimit));
      return out;
    }
    default:
      return line == 0 ? head(node) : person_line(target.path, line, asked.lines.front());
  }
}

WhyNode WhyTree::of_home(const HomeText& home, const Passage& asked) {
  if (const std::size_t line = asked.first; line > 0) {
    for (const format::FoundSection& section : home.sections) {
      if (line < section.line || line > section.last_line) continue;
      if (home.record(section.name) == nullptr) break;
      return of_home_lines(home, section, asked);
    }
    return person_line(home.path, line, asked.lines.front());
  }
  WhyNode out = head(home.node);
  const std::size_t levels = depth_.value_or(1);
  const auto add = [&](std::string_view name) {
    WhyNode section = section_head(home, name);
    add_sources(section, sources_of(home, name), {levels - 1, {}, {}});
    out.made_from.push_back(std::move(section));
  };
  if (levels == 0) {
    out.more_made_from = home.sections.size();
    return out;
  }
  if (home.record(kDescription) != nullptr || graph_.task(home.path, kDescription) != nullptr) {
    add(kDescription);
  }
  for (const format::FoundSection& section : home.sections) add(section.name);
  for (const plan::SectionTask& task : graph_.plan().sections) {
    if (memory_.home_of(task.model) != home.path) continue;
    if (home.found(task.name) == nullptr) add(task.name);
  }
  return out;
}

// As the file records it, while its links are those of the record.
std::vector<std::size_t> WhyTree::rests_on(const HomeText& home,
                                           const format::FoundSection& section,
                                           const Passage& asked) const {
  const format::SectionRecord* record = home.record(section.name);
  const plan::SectionTask* task = graph_.task(home.path, section.name);
  const bool mislinked = task != nullptr && task->reason == plan::Reason::kMislinked;
  if (record == nullptr || mislinked) return {};
  return recorded_sources(asked, format::support_of(home.document, section, record->sentences),
                          section.from.size());
}

// All that the lines rest on; nothing where one of them has no record.
std::vector<std::size_t> WhyTree::recorded_sources(const Passage& asked,
                                                   const format::Support& support,
                                                   std::size_t sources) {
  std::set<std::size_t> positions;
  for (const std::string_view line : asked.lines) {
    if (!is_prose(line)) continue;
    const std::vector<std::size_t> of_line = format::support_of_line(line, support);
    if (of_line.empty()) return {};
    positions.insert(of_line.begin(), of_line.end());
  }
  return within(sources, {positions.begin(), positions.end()});
}

WhyNode WhyTree::of_home_lines(const HomeText& home, const format::FoundSection& section,
                               Passage asked) {
  WhyNode out = section_head(home, section.name);
  std::vector<Source> sources = sources_of(home, section.name);
  asked.end_before(section.last_line + 1);
  if (section.sources_line > 0) asked.end_before(section.sources_line);
  const bool of_from = format::is_source_line(asked.lines.front());
  Descent descent{depth_.value_or(kNoLimit), {}, {}};
  if (is_prose(asked.lines.front()) && !of_from) {
    out.first_line = asked.first;
    out.last_line = asked.last();
    out.text = asked.joined(" ");
    descent.sentence = asked.joined("\n");
    descent.rests_on = rests_on(home, section, asked);
    if (section.name == format::kOtherModels) {  // each line is about the model that it links
      std::erase_if(sources, [&](const Source& source) {
        return source.node == nullptr ||
               descent.sentence.find(source.node->path) == std::string::npos;
      });
      descent = {1, {}, {}};
    } else {
      out.likely = descent.rests_on.empty();
    }
  }
  add_sources(out, sources, descent);
  return out;
}

WhyNode WhyTree::of_description(const HomeText& home, std::size_t line) {
  WhyNode out = section_head(home, kDescription);
  out.first_line = out.last_line = line;
  add_sources(out, sources_of(home, kDescription),
              {depth_.value_or(kNoLimit), home.node.description, {}});
  return out;
}

WhyNode WhyTree::of_session(const Node& session, std::size_t line) {
  const SessionText* text = session_text(session.path);
  const std::size_t levels = depth_.value_or(line > 0 ? kNoLimit : 1);
  if (line > 0 && text != nullptr) {
    for (std::size_t place = 0; place < text->lines.size(); ++place) {
      if (line < text->lines[place].first || line > text->lines[place].last) continue;
      WhyNode out = turn_head(session, *text, place);
      add_observations(out, session.path, static_cast<std::size_t>(out.turn), levels);
      return out;
    }
  }
  WhyNode out = head(session);
  add_observations(out, session.path, 0, levels);
  return out;
}

Result<WhyNode> WhyTree::of_summary(const format::Document& document, const Node& summary,
                                    Passage asked) {
  const std::size_t levels = depth_.value_or(kNoLimit);
  Descent descent{levels, {}, {}};
  if (asked.first > 0 && is_prose(asked.lines.front())) {
    const std::size_t line = asked.first;
    for (const format::Edge& edge : summary.sources) {
      if (edge.link.line + document.body_line - 1 != line) continue;
      const Source source = resolve(edge);
      if (source.node == nullptr) return source_node(source, descent);
      return of({source.node->path, 0, 0});
    }
    const std::size_t text_lines = split_lines(summary.text).size();
    if (line >= summary.text_line + text_lines) {
      return person_line(summary.path, line, asked.lines.front());
    }
    asked.end_before(summary.text_line + text_lines);
    descent.sentence = asked.joined("\n");
    descent.rests_on = recorded_sources(asked, format::summary_support(summary, document.body),
                                        summary.sources.size());
  }
  WhyNode out = down(summary, descent);
  if (!descent.sentence.empty()) {
    out.first_line = asked.first;
    out.last_line = asked.last();
    out.text = asked.joined(" ");
    out.likely = descent.rests_on.empty();
  }
  add_readers(out, summary.id, levels);
  return out;
}

WhyNode WhyTree::head(const Node& node) const {
  WhyNode out;
  out.kind = format::name_of(node.kind);
  if (!node.id.is_zero()) out.id = to_string(node.id);
  out.path = node.path;
  out.model = node.model;
  if (node.at != Time{}) out.at = node.at;
  out.offset = node.offset;
  Verdict verdict = graph_.verdict(node);
  const Node* counting = node.id.is_zero() ? nullptr : memory_.find(node.id);
  if (counting != nullptr && counting->path != node.path) {
    verdict = {WhyState::kNone, "a second file with the id of " + counting->path, {}};
  }
  out.state = verdict.state;
  out.reason = std::move(verdict.reason);
  const Result<Node> whole = read(node.path);
  const bool folder = node.model_type == format::kCondensed;
  const bool is_prose = node.kind == Kind::kObservation || node.kind == Kind::kSummary || folder;
  if (whole && is_prose) out.text = prose(whole->text);
  if (!is_prose) out.name = node.title;
  if (node.kind == Kind::kTopic && !node.description.empty()) out.name = node.description;
  if (node.kind == Kind::kModel) out.text = prose(node.description);
  if (node.kind != Kind::kSummary && !folder) return out;
  if (!folder) out.tier = node.tier;
  out.made = WhyRecord{format::made_by(node.engine, node.recipe), graph_.writers().summary,
                       hex_or_nothing(node.inputs), hex_or_nothing(verdict.inputs_now),
                       whole && node.output && *node.output != whole->text_digest};
  keep_writer(*out.made);
  return out;
}

WhyNode WhyTree::section_head(const HomeText& home, std::string_view name) const {
  WhyNode out;
  out.kind = "section";
  out.path = home.path;
  out.name = name;
  out.model = model_of_section(home, name, memory_.rules());
  Verdict verdict = graph_.section_verdict(home, name);
  out.state = verdict.state;
  out.reason = std::move(verdict.reason);
  out.made = WhyRecord{};
  out.made->inputs_now = hex_or_nothing(verdict.inputs_now);
  const format::SectionRecord* record = home.record(name);
  if (record != nullptr) {
    out.made->inputs_recorded = to_hex(record->inputs);
    out.made->writer_recorded = record->made_by;
  }
  out.made->writer_now = graph_.writer_of(name);
  keep_writer(*out.made);
  if (name == kDescription) {
    out.text = prose(home.node.description);
    out.made->edited =
        record != nullptr && record->output != format::text_digest(home.node.description);
  }
  const format::FoundSection* found = home.found(name);
  if (found == nullptr) return out;
  out.first_line = found->line;
  out.last_line = found->last_line;
  out.text = prose(found->text);
  out.made->edited = record != nullptr && record->output != found->text_digest;
  return out;
}

WhyNode WhyTree::turn_head(const Node& session, const SessionText& text, std::size_t place) const {
  const format::Turn& said = text.conversation.turns[place];
  WhyNode out;
  out.kind = "turn";
  out.id = to_string(session.id);
  out.path = session.path;
  out.first_line = text.lines[place].first;
  out.last_line = text.lines[place].last;
  out.name = said.speaker == format::Speaker::kUser ? "User" : "Assistant";
  if (said.by_other) out.name = format::others_words(said).name;
  if (out.name.empty()) out.name = "Somebody";
  out.turn = text.conversation.first + static_cast<std::int64_t>(place);
  out.text = first_characters(said.text);
  if (said.unkept && said.text.empty()) out.reason = "its words are not kept";
  out.at = said.at;
  out.offset = said.offset;
  return out;
}

Result<Node> WhyTree::read(const std::string& path) const {
  PYRAMID_ASSIGN(const std::string bytes, files_.read(workspace_.absolute(path)));
  return format::read_node(bytes, path);
}

const WhyTree::SessionText* WhyTree::session_text(const std::string& path) {
  const auto [place, added] = sessions_.try_emplace(path);
  std::optional<SessionText>& text = place->second;
  if (!added) return text ? &*text : nullptr;
  const Result<std::string> bytes = files_.read(workspace_.absolute(path));
  if (!bytes) return nullptr;
  const Result<format::Document> document = format::parse_document(*bytes, path);
  if (!document) return nullptr;
  Result<format::Conversation> conversation = format::read_session(*document, path);
  if (!conversation) return nullptr;
  text = SessionText{*std::move(conversation), format::turn_lines(*document)};
  if (text->lines.size() > text->conversation.turns.size()) text.reset();
  return text ? &*text : nullptr;
}

}  // namespace pyramid::ops
