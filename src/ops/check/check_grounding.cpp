#include "ops/check/check_grounding.hpp"

#include "base/text.hpp"
#include "engine/grounding/grounding.hpp"
#include "format/corrected_sources.hpp"
#include "format/own_words.hpp"
#include "format/sections.hpp"
#include "ops/nodes/home_pages.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;
namespace grounding = engine::grounding;

// A generated text and where it stands.
struct Written {
  std::string_view text;
  std::size_t line = 1;  // of the file, from which on its sentences are found
  std::optional<Digest> output;
  format::Sentences sentences;
  std::vector<std::string> sources = {};  // paths
  format::Support support = {};           // by sentence: positions in `sources`
};

// Sources are read again for each text that is made from them: a large memory does not fit.
struct SourceFile {
  std::string path, text;
  LocalTime start, end;
};

class Checker {
 public:
  Checker(Services& services, const Opened& opened, const NodesByPath& nodes)
      : services_(services), opened_(opened), nodes_(nodes), words_(grounding::make_words()) {
    for (const auto& [path, node] : nodes) {
      if (node.model.empty()) continue;
      if (node.kind == Kind::kModel) homes_.emplace(node.model, path);
      const bool summary = node.kind == Kind::kSummary;
      if (summary || (node.kind == Kind::kObservation && node.status.empty())) {
        by_model_[node.model][summary ? node.tier : -1].push_back(path);
      }
    }
  }

  Result<GroundingReport> run() {
    std::vector<const std::string*> written;
    for (const auto& [path, node] : nodes_) {
      const bool home = format::is_home(node.kind);
      if (home || node.kind == Kind::kSummary) written.push_back(&path);
    }
    read_always();
    services_.progress.begin("checking sentences", written.size());
    for (const std::string* path : written) {
      if (services_.progress.cancelled()) {
        return fail(ErrorKind::kCancelled, "interrupted", {}, "run the same command again");
      }
      check(*path);
      services_.progress.advance(1);
    }
    services_.progress.end();
    return std::move(report_);
  }

 private:
  void check(const std::string& path) {
    const Result<std::string> bytes = services_.files.read(opened_.workspace.absolute(path));
    if (!bytes) return;
    const Result<format::Document> document =
        format::parse_home(*bytes, path, reading_pages(services_.files, opened_.workspace));
    if (!document) return;
    const Result<Node> node = format::read_node(*document, path);
    if (!node) return;
    if (node->kind == Kind::kSummary) {
      Written text{node->text, document->body_line, node->output, node->sentences};
      for (const format::Edge& edge : node->sources) text.sources.push_back(edge.path);
      text.support = format::summary_support(*node, document->body);
      check(*node, *bytes, text);
      return;
    }
    for (const format::FoundSection& found : format::find_sections(*document, node->path)) {
      if (const format::SectionRecord* record = record_of(*node, found.name)) {
        Written text{found.text, found.line, record->output, record->sentences};
        for (const format::Edge& edge : found.from) text.sources.push_back(edge.path);
        text.support = format::support_of(*document, found, record->sentences);
        if (!text.sources.empty()) check(*node, *bytes, text);
      }
    }
    if (const format::SectionRecord* record = record_of(*node, "description")) {
      Written text{node->description, 1, record->output, {}, sources_of_model(node->model)};
      if (!text.text.empty()) check(*node, *bytes, text);
    }
  }

  static const format::SectionRecord* record_of(const Node& node, std::string_view name) {
    for (const format::SectionRecord& record : node.sections) {
      if (record.name == name) return &record;
    }
    return nullptr;
  }

  // What a description is made from: the summaries of the highest tier, else the observations; and
  // what MEMORY.md tells of whatever its age.
  [[nodiscard]] std::vector<std::string> sources_of_model(const std::string& model) const {
    const auto place = by_model_.find(model);
    if (place == by_model_.end()) return {};
    std::vector<std::string> sources = place->second.rbegin()->second;
    sources.insert(sources.end(), always_.begin(), always_.end());
    return sources;
  }

  void read_always() {
    const std::string path(workspace::kMemoryFile);
    const Result<std::string> bytes = services_.files.read(opened_.workspace.absolute(path));
    if (!bytes) return;
    const Result<format::Document> document =
        format::parse_home(*bytes, path, reading_pages(services_.files, opened_.workspace));
    if (!document) return;
    for (const format::FoundSection& found : format::find_sections(*document, path)) {
      if (found.name != format::kAlways) continue;
      for (const format::Edge& edge : found.from) always_.push_back(edge.path);
    }
  }

  // What the names of a model are; they need no source.
  [[nodiscard]] std::vector<std::string> known_of(const Node& home) const {
    std::vector<std::string> known = home.aliases;
    known.push_back(home.title);
    known.push_back(replace_all(home.model, "-", " "));
    known.push_back(opened_.workspace.settings.user_name);
    return known;
  }
  [[nodiscard]] std::vector<std::string> known_to(const Node& node) const {
    if (node.kind != Kind::kSummary) return known_of(node);
    if (const auto home = homes_.find(node.model); home != homes_.end()) {
      const auto bytes = services_.files.read(opened_.workspace.absolute(home->second));
      if (const auto read =
              bytes ? format::read_node(*bytes, home->second) : Result<Node>(Node())) {
        return known_of(*read);
      }
    }
    return {replace_all(node.model, "-", " "), opened_.workspace.settings.user_name};
  }

  [[nodiscard]] std::vector<SourceFile> read_sources(const Written& text) const {
    std::vector<SourceFile> sources;
    for (const std::string& path : text.sources) {
      const auto facts = nodes_.find(path);
      if (facts == nodes_.end()) continue;
      const Result<std::string> bytes = services_.files.read(opened_.workspace.absolute(path));
      if (!bytes) continue;
      Result<Node> node = format::read_node(*bytes, path);
      if (!node) continue;
      const bool summary = node->kind == Kind::kSummary;
      const Zone& zone = opened_.workspace.zone;
      const LocalTime at = zone.local(node->at, node->offset);
      sources.push_back({path, std::move(node->text), summary ? zone.local(node->start) : at,
                         summary ? zone.local(node->end) : at});
    }
    return sources;
  }

  void check(const Node& node, std::string_view bytes, const Written& text) {
    const std::vector<std::string_view> sentences = generated(text);
    ++report_.texts;
    if (sentences.empty()) return;
    const std::vector<SourceFile> files = read_sources(text);
    std::vector<grounding::Source> sources;
    for (const SourceFile& file : files) sources.push_back({file.text, file.start, file.end});
    const std::string by_hand = format::by_hand(text.text, text.output, text.sentences).words;
    const Zone& zone = opened_.workspace.zone;
    if (!by_hand.empty())
      sources.push_back({by_hand, zone.local(node.start), zone.local(node.end)});
    const grounding::Grounds grounds(*words_, sources, known_to(node));
    for (const std::string_view sentence : sentences) {
      ++report_.sentences;
      report_.bytes += sentence.size();
      const grounding::Judgement judgement = grounds.judge(sentence);
      if (judgement.violations.empty()) continue;
      Ungrounded finding;
      finding.path = node.path;
      finding.line = line_of(bytes, sentence, text.line);
      finding.sentence = sentence;
      for (const grounding::Violation& one : judgement.violations) {
        finding.violations.push_back({grounding::name_of(one.fault), one.words, explain(one)});
      }
      finding.sources = recorded_sources(sentence, text);
      const bool recorded = !finding.sources.empty();
      for (const std::size_t source : judgement.support) {
        if (!recorded && source < files.size()) finding.sources.push_back(files[source].path);
      }
      if (finding.sources.empty()) finding.sources = text.sources;
      report_.findings.push_back(std::move(finding));
    }
  }

  // Those that the sentence rests on as the file has it on record.
  static std::vector<std::string> recorded_sources(std::string_view sentence, const Written& text) {
    std::vector<std::string> paths;
    for (const std::size_t source : format::support_of_line(sentence, text.support)) {
      if (source < text.sources.size()) paths.push_back(text.sources[source]);
    }
    return paths;
  }

  // The sentences that are not a person's.
  std::vector<std::string_view> generated(const Written& text) {
    std::vector<std::string_view> sentences = format::sentences_in(text.text);
    if (text.output && text.output == format::text_digest(text.text)) return sentences;
    const auto& standing = text.sentences.standing;
    const std::size_t all = sentences.size();
    std::erase_if(sentences, [&](std::string_view sentence) {
      return std::find(standing.begin(), standing.end(), format::mark_of(sentence)) ==
             standing.end();
    });
    report_.by_hand += all - sentences.size();
    return sentences;
  }

  // The line from `from` on that has the sentence; `from` where none has it as it stands.
  static std::size_t line_of(std::string_view bytes, std::string_view sentence, std::size_t from) {
    std::size_t line = 0;
    for (const std::string_view text : split_lines(bytes)) {
      ++line;
      if (line >= from && text.find(sentence) != std::string_view::npos) return line;
    }
    return from;
  }

  Services& services_;
  const Opened& opened_;
  const NodesByPath& nodes_;
  std::map<std::string, std::string> homes_;  // paths of model files, by model
  grounding::WordStore words_;
  std::map<std::string, std::map<int, std::vector<std::string>>> by_model_;  // by tier; -1: none
  std::vector<std::string> always_;  // paths of what MEMORY.md tells whatever its age
  GroundingReport report_;
};

}  // namespace

Result<GroundingReport> check_grounding(Services& services, const Opened& opened,
                                        const NodesByPath& nodes) {
  return Checker(services, opened, nodes).run();
}

Diagnostic to_diagnostic(const Ungrounded& finding) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> reasons;
  for (const Ungrounded::Violation& one : finding.violations) reasons.push_back(one.reason);
  std::string from;
  for (std::size_t i = 0; i < std::min(kNamed, finding.sources.size()); ++i) {
    from += (i == 0 ? "" : ", ") + finding.sources[i];
  }
  if (finding.sources.size() > kNamed) {
    from += " and " + std::to_string(finding.sources.size() - kNamed) + " more";
  }
  return {Severity::kWarning, finding.path + ":" + std::to_string(finding.line),
          join(reasons, "; ") + ": " + finding.sentence, "look at what it was made from: " + from};
}

}  // namespace pyramid::ops
