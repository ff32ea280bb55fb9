#include "ops/facts/choose_facts.hpp"

#include "base/text.hpp"
#include "engine/tokens.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/facts/known_texts.hpp"
#include "ops/facts/move_facts.hpp"
#include "ops/facts/near_facts.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/write/engine_use.hpp"
#include "plan/standing.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr int kMostOfRepeats = 2;  // that having been said again adds
constexpr std::size_t kTail = 6;   // bytes of short_id()
// Of a language model: candidates in a question, and questions of one run.
constexpr std::size_t kMostJudged = 8;
constexpr std::size_t kMostQuestions = 3;

struct Candidate {
  Ulid id;
  Time at;
  int weight = 0;
  std::string state;  // judged_state()
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
    if (weight >= plan::kLeastStanding) {
      found.push_back({node.id, node.at, weight, judged_state(node)});
    }
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

// Decides about one candidate after the other; those that nothing speaks against go to the engine
// together, as many as there is room for.
class Choosing {
 public:
  Choosing(Run& run, const FactChoice& choice, std::vector<Candidate> candidates)
      : run_(run),
        choice_(choice),
        candidates_(std::move(candidates)),
        decisions_(candidates_.size()),
        near_(run) {}

  Result<ChosenFacts> choose() {
    if (choice_.most == 0 || candidates_.empty()) return chosen();
    PYRAMID_ASSIGN(tied_, named_in_notes(run_, candidates_));
    PYRAMID_TRY(known_.load(run_.memory));
    while (next_ < candidates_.size() && promoted_ < choice_.most && !is_over()) {
      PYRAMID_TRY(take_open());
      PYRAMID_TRY(decide_open());
    }
    return chosen();
  }

 private:
  struct Open {
    std::size_t place = 0;  // among the candidates
    WeighedFact fact;
  };

  [[nodiscard]] bool judges() const { return run_.services.text.judges(); }
  [[nodiscard]] bool rehearses() const {
    return run_.services.batches != nullptr && run_.services.batches->rehearses();
  }
  [[nodiscard]] bool is_over() const { return failed_ || (judges() && asked_ == kMostQuestions); }

  // The next candidates that may become facts; what the rules keep back is decided on the way. Of
  // two that say the same the second waits for what becomes of the first.
  Status take_open() {
    const std::size_t most = judges() ? std::min(kMostJudged, choice_.most - promoted_) : 1;
    for (; next_ < candidates_.size() && open_.size() < most; ++next_) {
      PYRAMID_ASSIGN(Node node, run_.memory.read(Node(*run_.memory.find(candidates_[next_].id))));
      std::string meaning = meaning_of_fact(run_.memory, node);
      const bool waits = std::any_of(open_.begin(), open_.end(), [&](const Open& one) {
        return one.fact.node.model == node.model && one.fact.meaning == meaning;
      });
      if (waits) return {};
      if (known_.say(node.model, meaning)) {
        decide(next_, node, "a fact says it already");
      } else if (tied_.contains(short_id(node.id)) || has_links_of_a_person(node)) {
        decide(next_, node, "links that you wrote would break: move it yourself, or name it");
      } else {
        open_.push_back({next_, {std::move(node), std::move(meaning)}});
      }
    }
    return {};
  }

  Status decide_open() {
    if (open_.empty()) return {};
    engine::JudgeRequest request;
    if (judges()) {
      PYRAMID_TRY(cancelled_if_asked(run_));
      for (const Open& one : open_) {
        PYRAMID_ASSIGN(engine::FactCandidate candidate, near_.candidate(one.fact));
        request.candidates.push_back(std::move(candidate));
      }
      ++asked_;
    } else {
      request.candidates.resize(open_.size());
    }
    Result<engine::Judgements> judged = run_.services.text.judge(request);
    if (!judged && rehearses()) {
      expect(request);
    } else if (!judged) {
      if (judged.error().kind == ErrorKind::kCancelled) return fail(std::move(judged).error());
      note_failed(run_, std::move(judged).error(), "");
      failed_ = true;
    } else {
      for (std::size_t i = 0; i < open_.size(); ++i) take(open_[i], (*judged)[i]);
    }
    open_.clear();
    return {};
  }

  void take(Open& one, const std::optional<engine::Judgement>& judgement) {
    const Node& node = one.fact.node;
    if (!judgement) return take_by_rules(one);
    const std::string reason = judgement->verdict + ": " + judgement->reason;
    if (judgement->promotes()) {
      promote(one, choice_.category.empty() ? judgement->category : choice_.category, reason);
    } else {
      decide(one.place, node, reason);
    }
    decisions_[one.place]->verdict = judgement->verdict;
  }

  void take_by_rules(Open& one) {
    std::string reason = why_promoted(one.fact.node);
    if (judges()) {
      reason += "; the language model gave no answer of use";
      Ledger* ledger = run_.services.ledger;
      if (ledger != nullptr) ledger->escalated(run_.services.text.recipe("judge"), "builtin");
    }
    promote(one, choice_.category, std::move(reason));
  }

  void promote(Open& one, const std::string& category, std::string reason) {
    const Node& node = one.fact.node;
    decide(one.place, node, std::move(reason));
    FactDecision& decision = *decisions_[one.place];
    decision.to = place_of_fact(run_.memory, node, category);
    decision.category = workspace::fact_category(decision.to);
    decision.promoted = true;
    known_.add(node.model, std::move(one.fact.meaning));
    ++promoted_;
  }

  void decide(std::size_t place, const Node& node, std::string reason) {
    decisions_[place] =
        FactDecision{node.path, {}, one_line(node.text), {}, false, std::move(reason), {}};
  }

  // What the call would cost.
  void expect(const engine::JudgeRequest& request) {
    constexpr std::size_t kAnswerBytes = 160;  // of the call about one observation
    EngineUse& use = expected_;
    ++use.calls;
    use.tokens_in += engine::tokens_in(request);
    use.tokens_out += engine::tokens_of(request.candidates.size() * kAnswerBytes);
    for (const Open& one : open_) {
      decide(one.place, one.fact.node, "to be judged: " + why_promoted(one.fact.node));
    }
  }

  ChosenFacts chosen() {
    ChosenFacts chosen;
    for (std::optional<FactDecision>& one : decisions_) {
      if (one) {
        chosen.decisions.push_back(*std::move(one));
      } else {
        ++chosen.waiting;
      }
    }
    chosen.expected = priced(run_.services.text, expected_);
    return chosen;
  }

  Run& run_;
  const FactChoice& choice_;
  const std::vector<Candidate> candidates_;
  std::vector<std::optional<FactDecision>> decisions_;  // by candidate
  NearFacts near_;
  KnownTexts known_;
  std::set<std::string> tied_;
  std::vector<Open> open_;
  std::size_t next_ = 0, promoted_ = 0;
  std::size_t asked_ = 0;  // questions to the engine
  bool failed_ = false;    // one of these
  EngineUse expected_;
};

}  // namespace

std::string place_of_fact(const WorkingSet& memory, const Node& node, const std::string& category) {
  const std::string_view folder =
      category.empty() ? category_for(memory, node.model) : std::string_view(category);
  return workspace::fact_category(node.path) == folder ? ""
                                                       : workspace::fact_path(folder, node.path);
}

std::string judged_state(const Node& node) {
  constexpr std::size_t kDigits = 8;
  return to_hex(node.digest).substr(0, kDigits);
}

Result<ChosenFacts> choose_facts(Run& run, const FactChoice& choice) {
  PYRAMID_ASSIGN(std::vector<Candidate> candidates, candidates_in(run.memory));
  std::erase_if(candidates, [&](const Candidate& one) {
    const std::string id = to_string(one.id);
    const auto refused = choice.refused.find(id);
    return choice.taken_back.contains(id) ||
           (refused != choice.refused.end() && refused->second == one.state);
  });
  return Choosing(run, choice, std::move(candidates)).choose();
}

}  // namespace pyramid::ops
