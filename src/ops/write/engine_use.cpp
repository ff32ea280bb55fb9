#include "ops/write/engine_use.hpp"

#include "engine/tokens.hpp"
#include "format/conversation.hpp"
#include "ingest/extract_session.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/calls/ledger.hpp"

#include <map>
#include <string>
#include <unordered_set>

namespace pyramid::ops {

using engine::tokens_of;
using format::Kind;
using format::Node;

namespace {

// Of what was said, the share that comes back as observations: 0.53 of the bytes in
// sample-workspace, which is denser than most; as arguments of calls they take twice as many.
constexpr double kExtractedShare = 1.1;

void add_call(std::size_t bytes_in, std::size_t bytes_out, EngineUse& use) {
  ++use.calls;
  use.tokens_in += tokens_of(bytes_in);
  use.tokens_out += tokens_of(bytes_out);
}

class Estimate {
 public:
  Estimate(const Run& run, const plan::Plan& plan, const std::vector<Ulid>& sessions)
      : run_(run), plan_(plan), sessions_(sessions) {
    if (run.services.batches != nullptr) under_way_ = run.services.batches->steps_under_way();
    for (const plan::SummaryTask& task : plan.summaries) written_.insert(task.group.id);
    if (run.report.imported) use_ = run.report.imported->engine;
  }

  Status make() {
    PYRAMID_TRY(sessions());
    PYRAMID_TRY(assignment());
    const format::Settings& settings = run_.opened.workspace.settings;
    const auto summary_bytes = static_cast<std::size_t>(settings.summary_chars);
    for (const plan::SummaryTask& task : plan_.summaries) {
      if (task.reason == plan::Reason::kMisstated) continue;
      PYRAMID_ASSIGN(const std::size_t in, bytes_of(task.group.sources));
      if (!waits("summarize")) add(in, summary_bytes, task.reason);
    }
    for (const auto* tasks : {&plan_.sections, &plan_.descriptions}) {
      const bool sentence = tasks == &plan_.descriptions;
      for (const plan::SectionTask& task : *tasks) {
        // It only goes, or gets its links back.
        if (task.items.empty() || task.reason == plan::Reason::kMislinked) continue;
        std::vector<Ulid> sources;
        for (const plan::CoverItem& item : task.items) sources.push_back(item.id);
        PYRAMID_ASSIGN(const std::size_t in, bytes_of(sources));
        add(in, sentence ? kSentenceBytes : static_cast<std::size_t>(task.room), task.reason);
      }
    }
    return {};
  }

  [[nodiscard]] const EngineUse& use() const { return use_; }

 private:
  static constexpr std::size_t kSentenceBytes = 100;

  // Whether a batch has a call of the step that is not told of yet: which one only its question
  // tells, and texts of one step are about as long.
  bool waits(const std::string& step) {
    const auto left = under_way_.find(step);
    if (left == under_way_.end() || left->second == 0) return false;
    --left->second;
    return true;
  }

  void add(std::size_t bytes_in, std::size_t bytes_out, plan::Reason reason) {
    add_call(bytes_in, bytes_out, use_);
    if (reason == plan::Reason::kSourcesRewritten) ++use_.calls_avoidable;
  }

  Status sessions() {
    for (const Ulid& id : sessions_) {
      const Node& session = *run_.memory.find(id);
      PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(session.path));
      PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, session.path));
      PYRAMID_ASSIGN(const format::Conversation conversation,
                     format::read_session(document, session.path));
      add_extraction(conversation, session.extracted, use_);
    }
    return {};
  }

  // One call for all; those of sessions that wait are among them once they are extracted.
  Status assignment() {
    const std::size_t waiting = run_.memory.unassigned();
    if (waiting == 0) {
      if (use_.calls > 0) add_call(0, 0, use_);
      return {};
    }
    if (waits("assign")) return {};
    std::size_t bytes = 0;
    for (const Ulid& id : run_.memory.to_assign()) {
      const Node& stub = *run_.memory.find(id);
      PYRAMID_ASSIGN(const Node node, run_.memory.read(stub));
      bytes += node.text.size();
    }
    constexpr std::size_t kCallBytes = 40;  // {"number":12,"model":"user"}, and what is around it
    add_call(bytes, waiting * kCallBytes, use_);
    return {};
  }

  // What is not written yet counts with its length budget.
  Result<std::size_t> bytes_of(const std::vector<Ulid>& sources) const {
    std::size_t bytes = 0;
    for (const Ulid& id : sources) {
      const std::string path = run_.memory.path_of(id);
      if (path.empty() || written_.contains(id)) {
        bytes += static_cast<std::size_t>(run_.opened.workspace.settings.summary_chars);
        continue;
      }
      PYRAMID_ASSIGN(const std::string content, run_.memory.bytes(path));
      PYRAMID_ASSIGN(const Node node, format::read_node(content, path));
      bytes += node.text.size();
    }
    return bytes;
  }

  const Run& run_;
  const plan::Plan& plan_;
  const std::vector<Ulid>& sessions_;
  std::map<std::string, std::size_t> under_way_;  // calls in batches, by step
  std::unordered_set<Ulid> written_;
  EngineUse use_;
};

// Vectors that a server makes: of texts that have none, and of those that the plan writes.
void add_embedding(const Run& run, const plan::Plan& plan, TextsToEmbed texts, EngineUse& use) {
  const Embedding* embedding = run.services.embedding;
  if (embedding == nullptr || !embedding->chosen_asks) return;
  const format::Settings& settings = run.opened.workspace.settings;
  texts.count += plan.summaries.size() + plan.sections.size();
  texts.bytes += plan.summaries.size() * static_cast<std::size_t>(settings.summary_chars);
  for (const plan::SectionTask& task : plan.sections) {
    texts.bytes += static_cast<std::size_t>(task.room);
  }
  if (texts.count == 0) return;
  use.calls += (texts.count + kTextsOfRequest - 1) / kTextsOfRequest;
  use.tokens_in += tokens_of(texts.bytes);
  use.price_known = use.price_known && embedding->price.has_value();
  constexpr double kMillion = 1e6;
  const double price = embedding->price ? embedding->price->in : 0;
  use.cents += static_cast<double>(tokens_of(texts.bytes)) * price / kMillion;
}

}  // namespace

void add_extraction(const format::Conversation& conversation, std::int64_t extracted,
                    EngineUse& use) {
  for (const ingest::Window& window : ingest::extraction_windows(conversation, extracted)) {
    std::size_t read = 0;
    std::size_t fresh = 0;
    for (std::int64_t turn = window.read_from; turn <= window.last; ++turn) {
      const auto place = static_cast<std::size_t>(turn - conversation.first);
      const std::size_t size = conversation.turns[place].text.size();
      read += size;
      if (turn >= window.first) fresh += size;
    }
    add_call(read, static_cast<std::size_t>(static_cast<double>(fresh) * kExtractedShare), use);
  }
}

EngineUse priced(const engine::TextEngine& text, EngineUse use) {
  const engine::Price price = text.price();
  use.price_known = price.known;
  use.tokens_in += use.calls * price.prompt_tokens;
  constexpr double kMillion = 1e6;
  use.cents = (static_cast<double>(use.tokens_in) * price.cents_per_million_in +
               static_cast<double>(use.tokens_out) * price.cents_per_million_out) /
              kMillion;
  return use;
}

Result<EngineUse> expected_use(const Run& run, const plan::Plan& plan,
                               const std::vector<std::size_t>& topics, const TextsToEmbed& texts,
                               const std::vector<Ulid>& sessions) {
  Estimate estimate(run, plan, sessions);
  PYRAMID_TRY(estimate.make());
  EngineUse calls = estimate.use();
  const auto length = static_cast<std::size_t>(run.opened.workspace.settings.summary_chars);
  for (const std::size_t bytes : topics) add_call(bytes, length, calls);
  EngineUse use = priced(run.services.text, calls);
  add_embedding(run, plan, texts, use);
  return use;
}

EngineUse counted_use(const Services& services, const engine::CallCounts& calls) {
  if (services.batches != nullptr) return services.ledger->use();
  EngineUse use = priced(services.text, EngineUse{calls.text(), calls.tokens_in, calls.tokens_out});
  if (services.ledger == nullptr) return use;
  const EngineUse of_vectors = services.ledger->use();
  use.cents += of_vectors.cents;
  use.price_known = use.price_known && of_vectors.price_known;
  use.estimated = of_vectors.estimated;
  return use;
}

}  // namespace pyramid::ops
