#include "ops/write/embed_rest.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "index/embedded_text.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/calls/over_budget.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using ToEmbed = index::Index::ToEmbed;

// Texts that a transformer takes at once, and texts between two looks at the index.
constexpr std::size_t kOfTransformer = 16;
constexpr std::size_t kEmbeddedAtOnce = 1'024;
// Kept vectors of texts that are gone are dropped once they outnumber those in use.
constexpr std::size_t kMostUnused = 1'000;

class Rest {
 public:
  Rest(const Services& services, Opened& opened)
      : services_(services),
        embedding_(*services.embedding),
        index_(*opened.index),
        parallel_(static_cast<unsigned>(opened.workspace.settings.parallel)),
        serves_(embedding_.chosen->name() == services.embedder.name()) {}

  [[nodiscard]] bool serves() const { return serves_; }

  // The next texts, from the first on.
  Result<std::vector<ToEmbed>> next() {
    auto got = serves_ ? index_.without_vector(after_, kEmbeddedAtOnce)
                       : index_.to_embed(embedding_.chosen->name(), after_, kEmbeddedAtOnce);
    if (got && !got->empty()) after_ = got->back().row;
    return got;
  }

  // Those of them that have no vector.
  Result<std::vector<std::string_view>> missing(const std::vector<ToEmbed>& texts) {
    PYRAMID_ASSIGN(const std::vector<bool> held,
                   embedding_.kept->holds(embedding_.chosen->name(), index::embedding_keys(texts)));
    std::vector<std::string_view> left;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!held[i]) left.push_back(texts[i].text);
    }
    return left;
  }

  // Of all texts from here on.
  Result<TextsToEmbed> count_missing() {
    TextsToEmbed all;
    while (true) {
      PYRAMID_ASSIGN(const std::vector<ToEmbed> texts, next());
      if (texts.empty()) return all;
      PYRAMID_ASSIGN(const std::vector<std::string_view> left, missing(texts));
      all.count += left.size();
      for (const std::string_view text : left) all.bytes += text.size();
    }
  }

  Status make_all(unsigned parallel, SyncReport& report) {
    if (parallel != 0) parallel_ = parallel;
    while (true) {
      PYRAMID_ASSIGN(const std::vector<ToEmbed> texts, next());
      if (texts.empty()) return {};
      PYRAMID_ASSIGN(std::vector<std::string_view> left, missing(texts));
      std::sort(left.begin(), left.end());
      left.erase(std::unique(left.begin(), left.end()), left.end());
      const Status made = make(left);
      PYRAMID_TRY(tell_refused(texts, report.diagnostics));
      PYRAMID_TRY(made);
      report.texts_embedded += left.size();
      services_.progress.advance(texts.size());
    }
  }

 private:
  // Each text by the place where it stands.
  Status tell_refused(const std::vector<ToEmbed>& texts, Diagnostics& diagnostics) {
    if (!embedding_.refused) return {};
    std::unordered_map<std::string, Error> refused;  // by digest
    for (engine::openai::RefusedText& one : embedding_.refused()) {
      refused.emplace(to_hex(one.text), std::move(one.why));
    }
    if (refused.empty()) return {};
    for (const ToEmbed& text : texts) {
      const auto why = refused.find(to_hex(digest_of(text.text)));
      if (why == refused.end()) continue;
      PYRAMID_ASSIGN(const std::vector<index::Chunk> found, index_.chunks({text.row}));
      for (const index::Chunk& chunk : found) diagnostics.push_back(refusal(chunk, why->second));
    }
    return {};
  }
  static Diagnostic refusal(const index::Chunk& chunk, const Error& why) {
    std::string what = "is found by its words alone: " + why.what;
    if (!why.cause.empty()) what += " (" + why.cause + ")";
    return {Severity::kWarning, chunk.path + ":" + std::to_string(chunk.first_line),
            std::move(what), "it is asked for again once it, or the embedding, is another"};
  }

  Status make(const std::vector<std::string_view>& texts) {
    const std::size_t together = embedding_.chosen_asks ? kTextsOfRequest : kOfTransformer;
    const std::size_t groups = (texts.size() + together - 1) / together;
    const unsigned workers =
        embedding_.chosen_asks ? parallel_ : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::optional<Error>> errors(groups);
    std::atomic<bool> stop{false}, interrupted{false};
    parallel_for(groups, workers, [&](std::size_t group) {
      if (services_.progress.cancelled()) interrupted = true;
      if (stop || interrupted) return;
      const std::size_t begin = group * together;
      const auto part = std::span(texts).subspan(begin, std::min(together, texts.size() - begin));
      const auto made = embedding_.chosen->embed(part);
      if (made) return;
      errors[group] = made.error();
      stop = true;
    });
    for (std::optional<Error>& error : errors) {
      if (error) return fail(*std::move(error));
    }
    if (!interrupted) return {};
    return fail(ErrorKind::kCancelled, "interrupted; left: texts to embed", {},
                "run the same command again: it goes on from here");
  }

  const Services& services_;
  Embedding& embedding_;
  index::Index& index_;
  unsigned parallel_;
  bool serves_;
  std::int64_t after_ = 0;
};

}  // namespace

Result<TextsToEmbed> texts_to_embed(const Services& services, Opened& opened) {
  if (services.embedding == nullptr || !services.embedding->chosen) return TextsToEmbed();
  return Rest(services, opened).count_missing();
}

namespace {

// What a sync does where some texts could not be embedded: as with any call that fails.
Status note_left(Services& services, Opened& opened, Error error, SyncReport& report) {
  if (error.kind == ErrorKind::kCancelled) return fail(std::move(error));
  PYRAMID_ASSIGN(const TextsToEmbed left, texts_to_embed(services, opened));
  report.texts_to_embed = left.count;
  ++report.failed;
  if (is_over_budget(error)) ++report.over_budget;
  if (!report.left.empty()) report.left += ", ";
  report.left += count_of(report.texts_to_embed, "text") + " to embed";
  report.diagnostics.push_back(to_diagnostic(error));
  return {};
}

// Search goes by the chosen embedding from now on.
Status change_over(Embedding& embedding, Opened& opened) {
  const std::size_t dims = embedding.chosen->dims();
  if (dims == 0) return {};  // there is no text yet
  PYRAMID_TRY(opened.index->change_over(embedding.chosen->name(), dims, *embedding.kept));
  embedding.serving->become(embedding.successor());
  embedding.serving_asks = embedding.chosen_asks;
  return {};
}

Status keep_used(index::EmbeddingCache& kept, const std::string& embedder, Opened& opened) {
  std::vector<Digest> keys;
  for (std::int64_t after = 0;;) {
    PYRAMID_ASSIGN(const std::vector<ToEmbed> texts,
                   opened.index->to_embed(embedder, after, kEmbeddedAtOnce));
    if (texts.empty()) break;
    const std::vector<Digest> some = index::embedding_keys(texts);
    keys.insert(keys.end(), some.begin(), some.end());
    after = texts.back().row;
  }
  return kept.keep_only(keys);
}

Status keep_used_if_many_are_not(index::EmbeddingCache& kept, const std::string& embedder,
                                 Opened& opened) {
  PYRAMID_ASSIGN(const index::Counts counts, opened.index->counts());
  PYRAMID_ASSIGN(const std::size_t size, kept.size());
  return size > 2 * counts.chunks + kMostUnused ? keep_used(kept, embedder, opened) : Status();
}

// What searches kept, where no embedding keeps any. Without its weights nothing is wrong with a
// sync.
Status drop_unused_of_reranker(Opened& opened) {
  const auto reranker = make_reranker(opened.workspace);
  if (!reranker || *reranker == nullptr) return {};
  return keep_used_if_many_are_not(*kept_vectors(opened.workspace), (*reranker)->name(), opened);
}

}  // namespace

Result<EmbeddingState> embedding_state(const Services& services, Opened& opened) {
  PYRAMID_ASSIGN(const index::Counts counts, opened.index->counts());
  EmbeddingState state{services.embedder.name(), true, counts.embeddings, counts.chunks};
  if (services.embedding == nullptr || !services.embedding->chosen) return state;
  Rest rest(services, opened);
  state.chosen = services.embedding->chosen->name();
  state.serves = rest.serves();
  if (state.serves) return state;
  PYRAMID_ASSIGN(const TextsToEmbed missing, rest.count_missing());
  state.done = counts.chunks - missing.count;
  return state;
}

Status embed_rest(Services& services, Opened& opened, unsigned parallel, SyncReport& report) {
  if (services.embedding == nullptr || !services.embedding->chosen) {
    return drop_unused_of_reranker(opened);
  }
  Embedding& embedding = *services.embedding;
  Rest rest(services, opened);
  if (rest.serves()) {
    PYRAMID_ASSIGN(const std::vector<ToEmbed> first, opened.index->without_vector(0, 1));
    if (first.empty()) return {};
  }
  PYRAMID_ASSIGN(const index::Counts counts, opened.index->counts());
  const std::size_t total = rest.serves() ? counts.chunks - counts.embeddings : counts.chunks;
  services.progress.begin("embedding texts", total);
  const Status made = rest.make_all(parallel, report);
  services.progress.end();
  if (rest.serves()) PYRAMID_TRY(opened.index->take_vectors(*embedding.kept));
  if (!made) return note_left(services, opened, made.error(), report);
  if (!rest.serves()) PYRAMID_TRY(change_over(embedding, opened));
  return keep_used_if_many_are_not(*embedding.kept, embedding.chosen->name(), opened);
}

Status forget_vectors(const Services& services, Opened& opened) {
  if (services.embedding == nullptr || !services.embedding->kept) return {};
  return keep_used(*services.embedding->kept, services.embedding->chosen->name(), opened);
}

}  // namespace pyramid::ops
