#include "ops/calls/embedding.hpp"

#include "engine/embedding/minilm/minilm_embedder.hpp"
#include "engine/openai/openai_embedder.hpp"
#include "index/index.hpp"
#include "ops/calls/json_members.hpp"
#include "ops/calls/kept_embedder.hpp"
#include "ops/calls/language_model.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/secrets.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;
using engine::openai::EmbeddingOptions;
using engine::openai::Milliseconds;
using engine::openai::OpenAiEmbedder;

constexpr std::string_view kServerPrefix = "openai/";

// A model of a server, as it is asked.
struct ServerModel {
  std::string model;
  std::size_t dims = 0;   // asked for; 0 = as the model makes them
  std::size_t known = 0;  // of its vectors; 0 = not known
};

// Who waits for the vectors: a person who searches, or a sync.
enum class Waits { kPerson, kSync };

Result<std::unique_ptr<engine::Embedder>> make_minilm(const workspace::Workspace& workspace) {
  std::string path = workspace.settings.minilm_path;
  if (!path.empty() && path.front() != '/') path = workspace.absolute(path);
  return engine::make_minilm_embedder(path);
}

std::string abilities_path(const workspace::Workspace& workspace) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/embedding.json");
}

// All that there is to know, where the file speaks of another server or model, or is damaged.
engine::openai::EmbeddingAbilities read_abilities(FileSystem& files,
                                                  const workspace::Workspace& workspace,
                                                  const std::string& base,
                                                  const std::string& model) {
  const Result<std::string> bytes = files.read(abilities_path(workspace));
  if (!bytes) return {};
  const Json json = Json::parse(*bytes, nullptr, false);
  if (!json.is_object() || text_in(json, "base_url") != base || text_in(json, "model") != model) {
    return {};
  }
  const std::string without = text_in(json, "without");
  return {without.find("base64") == std::string::npos,
          without.find("dimensions") == std::string::npos};
}

// A cache: where it cannot be written, the next command asks again.
void write_abilities(FileSystem& files, const workspace::Workspace& workspace,
                     const std::string& base, const std::string& model,
                     const engine::openai::EmbeddingAbilities& known) {
  std::string without = known.base64 ? "" : "base64";
  if (!known.dimensions) without += without.empty() ? "dimensions" : " dimensions";
  const Json json = {{"base_url", base}, {"model", model}, {"without", without}};
  if (!workspace::ensure_cache_folder(files, workspace)) return;
  static_cast<void>(files.write(abilities_path(workspace), json.dump() + "\n"));
}

class Maker {
 public:
  Maker(const Environment& environment, const workspace::Workspace& workspace,
        std::shared_ptr<index::EmbeddingCache> kept, const std::shared_ptr<Ledger>& ledger)
      : environment_(environment), workspace_(workspace), kept_(std::move(kept)), ledger_(ledger) {}

  Result<std::unique_ptr<OpenAiEmbedder>> server(const ServerModel& asked, Waits waits) const {
    PYRAMID_ASSIGN(ModelAccess access, embedding_access(environment_, workspace_));
    EmbeddingOptions options;
    options.model = asked.model;
    options.dims = asked.dims;
    options.known_dims = asked.known;
    options.secrets = secrets_policy(workspace_.settings);
    options.sets_apart = waits == Waits::kSync;
    const std::string base = access.endpoint.base;
    options.known = read_abilities(environment_.files, workspace_, base, asked.model);
    options.learnt = [&files = environment_.files, workspace = workspace_, base,
                      model = asked.model](const engine::openai::EmbeddingAbilities& known) {
      write_abilities(files, workspace, base, model, known);
    };
    if (waits == Waits::kPerson) {
      options.retry.retries = 0;
      options.timeouts = {Milliseconds(3'000), Milliseconds(10'000), Milliseconds(15'000)};
    }
    engine::openai::CallWorld world = call_world(environment_, workspace_, access);
    world.watcher = Ledger::watch(ledger_, {asked.model, price(asked.model, access.endpoint)});
    options.endpoint = std::move(access.endpoint);
    options.key = std::move(access.key);
    return std::make_unique<OpenAiEmbedder>(std::move(options), std::move(world));
  }

  [[nodiscard]] Progress& progress() const { return environment_.progress; }
  [[nodiscard]] std::optional<format::ModelPrice> price(
      const std::string& model, const engine::openai::Endpoint& endpoint) const {
    Diagnostics told_when_opened;
    const Prices prices = read_prices(environment_.files, workspace_, told_when_opened);
    return price_of_model(prices, model, endpoint.local);
  }
  Result<std::optional<format::ModelPrice>> price(const std::string& model) const {
    PYRAMID_ASSIGN(const ModelAccess access, embedding_access(environment_, workspace_));
    return price(model, access.endpoint);
  }

  // For questions: what fails leaves the words.
  [[nodiscard]] std::unique_ptr<engine::Embedder> for_questions(
      std::unique_ptr<engine::Embedder> inner) const {
    return words_alone(
        keep_vectors(std::shared_ptr<engine::Embedder>(std::move(inner)), kept_, Keeping::kMay),
        environment_.progress);
  }

  // The one whose vectors an index has, by its name.
  [[nodiscard]] std::unique_ptr<engine::Embedder> of_index(const index::Embedded& by) const {
    const auto fixed = engine::make_static_embedder();
    if (by.embedder == fixed->name()) return engine::make_static_embedder();
    if (auto local = make_minilm(workspace_); local && (*local)->name() == by.embedder) {
      return keep_vectors(*std::move(local), kept_, Keeping::kMay);
    }
    if (auto asked = server_of_index(by)) return for_questions(std::move(asked));
    return words_alone(gone_embedder(by.embedder, by.dims), environment_.progress);
  }

 private:
  // "openai/MODEL/DIMS@SERVER", where that server is still the one to be asked.
  [[nodiscard]] std::unique_ptr<engine::Embedder> server_of_index(const index::Embedded& by) const {
    if (!by.embedder.starts_with(kServerPrefix)) return nullptr;
    ServerModel asked;
    asked.model = by.embedder.substr(kServerPrefix.size());
    asked.model.resize(std::min(asked.model.rfind('@'), asked.model.size()));
    asked.known = by.dims;
    const std::string dims = "/" + std::to_string(by.dims);
    if (asked.model.ends_with(dims)) {
      asked.model.resize(asked.model.size() - dims.size());
      asked.dims = by.dims;
    }
    auto made = server(asked, Waits::kPerson);
    if (!made || (*made)->name() != by.embedder) return nullptr;
    return *std::move(made);
  }

  const Environment& environment_;
  const workspace::Workspace& workspace_;
  std::shared_ptr<index::EmbeddingCache> kept_;
  const std::shared_ptr<Ledger>& ledger_;
};

Embedding serving(std::unique_ptr<engine::Embedder> embedder) {
  Embedding made;
  made.serving = std::make_unique<ServingEmbedder>(std::move(embedder));
  return made;
}

bool is_asked(const std::string& name) { return name.starts_with(kServerPrefix); }

Result<Embedding> with_minilm(const Maker& maker, const workspace::Workspace& workspace,
                              const std::optional<index::Embedded>& there,
                              const std::shared_ptr<index::EmbeddingCache>& kept) {
  PYRAMID_ASSIGN(std::unique_ptr<engine::Embedder> made, make_minilm(workspace));
  const std::shared_ptr<engine::Embedder> minilm = std::move(made);
  const bool serves = !there || there->embedder == minilm->name();
  Embedding embedding =
      serving(serves ? keep_vectors(minilm, kept, Keeping::kMay) : maker.of_index(*there));
  embedding.serving_asks = !serves && is_asked(there->embedder);
  embedding.chosen = keep_vectors(minilm, kept, Keeping::kMust);
  embedding.successor = [minilm, kept] { return keep_vectors(minilm, kept, Keeping::kMay); };
  return embedding;
}

Result<Embedding> with_server(const Maker& maker, const format::Settings& settings,
                              const std::optional<index::Embedded>& there,
                              const std::shared_ptr<index::EmbeddingCache>& kept) {
  ServerModel asked{settings.embedding_model, static_cast<std::size_t>(settings.embedding_dims), 0};
  PYRAMID_ASSIGN(std::shared_ptr<OpenAiEmbedder> chosen, maker.server(asked, Waits::kSync));
  const std::string name = chosen->name();
  const Result<std::size_t> known = kept->dims_of(name);
  asked.known = known ? *known : 0;
  const bool serves = there ? there->embedder == name : asked.known > 0;
  if (there && serves) asked.known = there->dims;
  PYRAMID_ASSIGN(chosen, maker.server(asked, Waits::kSync));
  // An index that is made anew begins with the vectors that are built in, unless there are others.
  std::unique_ptr<engine::Embedder> serves_now;
  if (serves) {
    PYRAMID_ASSIGN(std::unique_ptr<engine::Embedder> quick, maker.server(asked, Waits::kPerson));
    serves_now = maker.for_questions(std::move(quick));
  } else {
    serves_now = there ? maker.of_index(*there) : engine::make_static_embedder();
  }
  Embedding embedding = serving(std::move(serves_now));
  embedding.serving_asks = is_asked(embedding.serving->name());
  embedding.chosen_asks = true;
  embedding.asked = chosen;
  PYRAMID_ASSIGN(embedding.price, maker.price(asked.model));
  embedding.refused = [chosen] { return chosen->take_refused(); };
  embedding.chosen = keep_vectors(chosen, kept, Keeping::kMust);
  Progress& progress = maker.progress();
  embedding.successor = [chosen, kept, &progress] {
    return words_alone(keep_vectors(chosen, kept, Keeping::kMay), progress);
  };
  return embedding;
}

}  // namespace

Status forget_embedding_abilities(FileSystem& files, const workspace::Workspace& workspace) {
  return files.remove(abilities_path(workspace));
}

Result<Embedding> make_embedding(const Environment& environment,
                                 const workspace::Workspace& workspace, const std::string& database,
                                 const std::shared_ptr<Ledger>& ledger) {
  const std::string& chosen = workspace.settings.embedding;
  if (chosen != "minilm" && chosen != "openai") return serving(engine::make_static_embedder());
  const auto kept = kept_vectors(workspace);
  const std::optional<index::Embedded> there = index::embedded_by(workspace, database);
  const Maker maker(environment, workspace, kept, ledger);
  Result<Embedding> made = chosen == "minilm" ? with_minilm(maker, workspace, there, kept)
                                              : with_server(maker, workspace.settings, there, kept);
  if (made) made->kept = kept;
  return made;
}

Result<std::unique_ptr<engine::Embedder>> make_reranker(const workspace::Workspace& workspace) {
  if (workspace.settings.rerank != "minilm") return std::unique_ptr<engine::Embedder>();
  PYRAMID_ASSIGN(std::unique_ptr<engine::Embedder> made, make_minilm(workspace));
  return keep_vectors(std::move(made), kept_vectors(workspace), Keeping::kMay);
}

std::shared_ptr<index::EmbeddingCache> kept_vectors(const workspace::Workspace& workspace) {
  return std::make_shared<index::EmbeddingCache>(
      workspace.absolute(std::string(workspace::kCacheFolder) + "/" + kEmbeddingsFile));
}

}  // namespace pyramid::ops
