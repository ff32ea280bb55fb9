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
#include <span>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr int kLeastWeight = 8;    // as what stands under `## Always` has
constexpr int kMostOfRepeats = 2;  // that having been said again adds
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
    if (!counts || weight + kMostOfRepeats < kLeastWeight) return {};
    // How often it was said the index does not know. One that cannot be read is named by the sync.
    const Result<Node> whole = memory.read(node);
    if (!whole) return {};
    weight += static_cast<int>(std::min<std::size_t>(whole->seen.size(), kMostOfRepeats));
    if (weight >= kLeastWeight) found.push_back({node.id, node.at, weight});
    return {};
  }));
  std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.weight, a.at, a.id) < std::tuple(-b.weight, b.at, b.id);
  });
  return found;
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
    PYRAMID_ASSIGN(by_model_[model].emplace_back(), vector_of(text));
    return {};
  }
  Result<bool> say(const std::string& model, const std::string& text) {
    PYRAMID_ASSIGN(const std::vector<float> asked, vector_of(text));
    const std::vector<std::vector<float>>& known = by_model_[model];
    return std::any_of(known.begin(), known.end(), [&](const std::vector<float>& one) {
      return std::inner_product(one.begin(), one.end(), asked.begin(), 0.0) >= kTheSame;
    });
  }

 private:
  Result<std::vector<float>> vector_of(const std::string& text) {
    const std::string_view one = text;
    return embedder_.embed(std::span(&one, 1));
  }

  const WorkingSet& memory_;
  engine::Embedder& embedder_;
  std::map<std::string, std::vector<std::vector<float>>> by_model_;
};

}  // namespace

std::string place_of_fact(const WorkingSet& memory, const Node& node, const std::string& category) {
  const std::string_view folder =
      category.empty() ? category_for(memory, node.model) : std::string_view(category);
  if (workspace::fact_category(node.path) == folder) return {};
  return memory.free_path(workspace::fact_path(folder, first_sentence(node.text), node.id),
                          node.id);
}

Result<std::vector<FactDecision>> choose_facts(const Run& run, std::size_t most,
                                               const std::string& category) {
  PYRAMID_ASSIGN(const std::vector<Candidate> candidates, candidates_in(run.memory));
  KnownTexts known(run.memory, run.services.embedder);
  PYRAMID_TRY(known.load());
  std::vector<FactDecision> decisions;
  std::size_t promoted = 0;
  for (const Candidate& one : candidates) {
    if (promoted == most) break;
    PYRAMID_ASSIGN(const Node node, run.memory.read(Node(*run.memory.find(one.id))));
    FactDecision decision{node.path, {}, one_line(node.text), {}, false, {}};
    PYRAMID_ASSIGN(const bool is_known, known.say(node.model, node.text));
    if (is_known) {
      decision.reason = "a fact says it already";
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
