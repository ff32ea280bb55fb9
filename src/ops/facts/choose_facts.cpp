#include "ops/facts/choose_facts.hpp"

#include "base/text.hpp"
#include "ops/facts/move_facts.hpp"
#include "ops/nodes/lookup.hpp"
#include "plan/standing.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr int kMostOfRepeats = 2;  // that having been said again adds
constexpr std::size_t kTail = 6;   // bytes of short_id()
constexpr double kTheSame = 0.95;  // cosine of two texts from which on one says the other

struct Candidate {
  Ulid id;
  Time at;
  int weight = 0;
};

// "lasting, importance 8, said 3 times"
std::string why_promoted(const Node& node) {
  std::vector<std::string> parts;
  if (!node.fact.empty()) parts.push_back(node.fact);
  if (node.importance > 0) parts.push_back(fmt::format("importance {}", node.importance));
  if (!node.seen.empty()) parts.push_back(fmt::format("said {} times", node.seen.size() + 1));
  return join(parts, ", ");
}

// Observations that weigh enough, the weightiest first, then the oldest.
Result<std::vector<Candidate>> candidates_in(const WorkingSet& memory) {
  std::vector<Candidate> found;
  PYRAMID_TRY(memory.walk(Kind::kObservation, [&](const Node& node) -> Status {
    const bool counts =
        node.status.empty() && !node.model.empty() && workspace::fact_category(node.path).empty();
    int weight = plan::weight_of(node.importance, plan::holds_for_good(node.fact));
    if (!counts || weight + kMostOfRepeats < plan::kLeastStanding) return {};
    // How often it was said the index does not know. One that cannot be read is named by the sync.
    const Result<Node> whole = memory.read(node);
    if (!whole) return {};
    weight += static_cast<int>(std::min<std::size_t>(whole->seen.size(), kMostOfRepeats));
    if (weight >= plan::kLeastStanding) found.push_back({node.id, node.at, weight});
    return {};
  }));
  std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.weight, a.at, a.id) < std::tuple(-b.weight, b.at, b.id);
  });
  return found;
}

// The ends of their ids, of those whose file a note names: the program rewrites no link of it.
Result<std::set<std::string>> named_in_notes(const Run& run,
                                             const std::vector<Candidate>& candidates) {
  constexpr std::string_view kExtension = ".md";
  std::set<std::string, std::less<>> tails;
  for (const Candidate& one : candidates) tails.insert(short_id(one.id));
  std::set<std::string> named;
  PYRAMID_ASSIGN(const std::vector<Node> notes,
                 run.opened.index->nodes({Kind::kNote, Kind::kDaily, Kind::kIdentity}));
  for (const Node& note : notes) {
    const Result<std::string> bytes =
        run.services.files.read(run.opened.workspace.absolute(note.path));
    if (!bytes) continue;  // told by the scan
    for (std::size_t at = bytes->find(kExtension); at != std::string::npos;
         at = bytes->find(kExtension, at + 1)) {
      const auto tail = std::string_view(*bytes).substr(0, at).substr(at - std::min(at, kTail));
      if (tails.contains(tail)) named.emplace(tail);
    }
  }
  return named;
}

// Beside the link to its turn.
bool has_links_of_a_person(const Node& node) {
  return std::any_of(node.edges.begin(), node.edges.end(), [&](const format::Edge& edge) {
    return workspace::kind_of_path(edge.path) != Kind::kSession;
  });
}

// The digits of a text, run by run: what differs in a number differs.
std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  bool goes_on = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !goes_on) numbers.emplace_back();
    if (is_digit) numbers.back() += c;
    goes_on = is_digit;
  }
  return numbers;
}

// What the facts of each model say.
class KnownTexts {
 public:
  KnownTexts(const WorkingSet& memory, engine::Embedder& embedder)
      : memory_(memory), embedder_(embedder) {}

  Status load() {
    return memory_.walk(Kind::kObservation, [&](const Node& node) -> Status {
      if (!node.status.empty() || workspace::fact_category(node.path).empty()) return {};
      const Result<Node> whole = memory_.read(node);
      return whole ? add(node.model, whole->text) : Status();
    });
  }
  Status add(const std::string& model, const std::string& text) {
    PYRAMID_ASSIGN(std::vector<float> vector, vector_of(text));
    by_model_[model].push_back({std::move(vector), numbers_in(text)});
    return {};
  }
  Result<bool> say(const std::string& model, const std::string& text) {
    PYRAMID_ASSIGN(const std::vector<float> asked, vector_of(text));
    const std::vector<std::string> numbers = numbers_in(text);
    const std::vector<Text>& known = by_model_[model];
    return std::any_of(known.begin(), known.end(), [&](const Text& one) {
      return one.numbers == numbers && std::inner_product(one.vector.begin(), one.vector.end(),
                                                          asked.begin(), 0.0) >= kTheSame;
    });
  }

 private:
  Result<std::vector<float>> vector_of(const std::string& text) {
    const std::string_view one = text;
    return embedder_.embed(std::span(&one, 1));
  }

  struct Text {
    std::vector<float> vector;
    std::vector<std::string> numbers;
  };

  const WorkingSet& memory_;
  engine::Embedder& embedder_;
  std::map<std::string, std::vector<Text>> by_model_;
};

}  // namespace

std::string place_of_fact(const WorkingSet& memory, const Node& node, const std::string& category) {
  const std::string_view folder =
      category.empty() ? category_for(memory, node.model) : std::string_view(category);
  return workspace::fact_category(node.path) == folder ? ""
                                                       : workspace::fact_path(folder, node.path);
}

Result<std::vector<FactDecision>> choose_facts(const Run& run, std::size_t most,
                                               const std::string& category,
                                               const std::set<std::string>& taken_back) {
  std::vector<FactDecision> decisions;
  if (most == 0) return decisions;
  PYRAMID_ASSIGN(std::vector<Candidate> candidates, candidates_in(run.memory));
  std::erase_if(candidates,
                [&](const Candidate& one) { return taken_back.contains(to_string(one.id)); });
  if (candidates.empty()) return decisions;
  PYRAMID_ASSIGN(const std::set<std::string> tied, named_in_notes(run, candidates));
  KnownTexts known(run.memory, run.services.embedder);
  PYRAMID_TRY(known.load());
  std::size_t promoted = 0;
  for (const Candidate& one : candidates) {
    if (promoted == most) break;
    PYRAMID_ASSIGN(const Node node, run.memory.read(Node(*run.memory.find(one.id))));
    FactDecision decision{node.path, {}, one_line(node.text), {}, false, {}};
    PYRAMID_ASSIGN(const bool is_known, known.say(node.model, node.text));
    if (is_known) {
      decision.reason = "a fact says it already";
    } else if (tied.contains(short_id(node.id)) || has_links_of_a_person(node)) {
      decision.reason = "links that you wrote would break: move it yourself, or name it";
    } else {
      decision.to = place_of_fact(run.memory, node, category);
      decision.category = workspace::fact_category(decision.to);
      decision.promoted = true;
      decision.reason = why_promoted(node);
      PYRAMID_TRY(known.add(node.model, node.text));
      ++promoted;
    }
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

}  // namespace pyramid::ops
