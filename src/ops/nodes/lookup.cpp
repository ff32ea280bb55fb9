#include "ops/nodes/lookup.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr std::size_t kNamesInHint = 8;

bool is_called(const Node& model, std::string_view said) {
  const auto is_same = [wanted = utf8::caseless(said)](const std::string& name) {
    return utf8::caseless(name) == wanted;
  };
  return is_same(model.model) || is_same(model.title) ||
         std::any_of(model.aliases.begin(), model.aliases.end(), is_same);
}

Failure no_such_model(const std::vector<std::string>& names, const std::string& said) {
  std::string hint;
  if (const auto near = closest(slug_of_name(said), names)) {
    hint = "did you mean " + *near + "?";
  } else if (names.size() <= kNamesInHint) {
    hint = "there are " + join(names, ", ");
  } else {
    hint = "pyramid models lists the " + std::to_string(names.size()) + " there are";
  }
  return fail(ErrorKind::kNotFound, "no model is called " + printable(said), {}, std::move(hint));
}

std::string text_of(const WorkingSet& memory, const Node& node, Diagnostics& diagnostics) {
  const Result<Node> read = memory.read(node);
  if (read) return read->text;
  diagnostics.push_back(to_diagnostic(read.error()));
  return node.title;
}

}  // namespace

std::vector<std::string> model_names(const WorkingSet& memory) {
  std::set<std::string> others;
  for (const Kind kind : {Kind::kModel, Kind::kObservation, Kind::kSummary}) {
    (void)memory.walk(kind, [&](const Node& node) -> Status {
      const std::string& name = node.model;
      if (!name.empty() && !memory.rules().is_base(name)) others.insert(name);
      return {};
    });
  }
  std::vector<std::string> names = memory.rules().base_models;
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

Result<std::string> find_model(const WorkingSet& memory, const std::string& said) {
  const std::vector<std::string> names = model_names(memory);
  if (std::find(names.begin(), names.end(), said) != names.end()) return said;
  for (const std::string& name : names) {
    if (utf8::caseless(name) == utf8::caseless(said)) return name;
  }
  for (const Ulid& id : memory.ids(Kind::kModel)) {
    const Node& model = *memory.find(id);
    if (is_called(model, said)) return model.model;
  }
  return no_such_model(names, said);
}

std::string one_line(std::string_view markdown) {
  return collapse_spaces(format::plain_text(markdown));
}

std::string first_sentence(std::string_view markdown) {
  const std::vector<engine::Sentence> sentences = engine::sentences(format::plain_text(markdown));
  return sentences.empty() ? one_line(markdown) : sentences.front().text;
}

ObservationLine observation_line(const WorkingSet& memory, const Node& node,
                                 Diagnostics& diagnostics) {
  ObservationLine line;
  line.id = to_string(node.id);
  line.path = node.path;
  line.at = memory.zone().local(node.at, node.offset);
  line.importance = node.importance;
  line.model = node.model;
  line.status = node.status;
  line.text = one_line(text_of(memory, node, diagnostics));
  return line;
}

SummaryLine summary_line(const WorkingSet& memory, const Node& node, Diagnostics& diagnostics) {
  SummaryLine line;
  line.id = to_string(node.id);
  line.path = node.path;
  line.model = node.model;
  line.tier = node.tier;
  line.start = node.start;
  line.end = node.end;
  line.count = node.count;
  line.first_sentence = first_sentence(text_of(memory, node, diagnostics));
  return line;
}

std::unordered_set<Ulid> out_of_date(const plan::Plan& plan) {
  std::unordered_set<Ulid> ids(plan.releases.begin(), plan.releases.end());
  for (const plan::SummaryTask& task : plan.summaries) ids.insert(task.group.id);
  for (const plan::Removal& removal : plan.removals) ids.insert(removal.id);
  return ids;
}

bool above(const SummaryLine& a, const SummaryLine& b) {
  return std::tie(b.tier, b.end, b.id) < std::tie(a.tier, a.end, a.id);
}

}  // namespace pyramid::ops
