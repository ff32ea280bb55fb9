// Embeddings of a server that speaks OpenAI's /v1/embeddings.
//
// At most 2,048 texts and about 250,000 tokens go into one request. Texts are redacted before they
// leave, empty ones do not leave at all and have the zero vector; one that is longer than the model
// reads goes in by its beginning. The key goes into one header of the requests and nowhere else.
// One that the server refuses by itself or has no vector for but zeros, while it takes others, has
// the zero vector too, where the options ask for that. Once the server cannot be reached or refuses
// what no other call could mend, this object asks it no more: its later calls fail at once with the
// same error.
#pragma once

#include "base/digest.hpp"
#include "engine/engine.hpp"
#include "engine/openai/caller.hpp"
#include "engine/openai/embedding_wire.hpp"
#include "guard/redact.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::engine::openai {

// What of a request the server knows.
struct EmbeddingAbilities {
  bool base64 = true, dimensions = true;
  bool operator==(const EmbeddingAbilities&) const = default;
};

struct EmbeddingOptions {
  Endpoint endpoint;
  std::string key;  // "" = none
  std::string model;
  std::size_t dims = 0;        // asked for; 0 = as the model makes them
  std::size_t known_dims = 0;  // of the vectors it made before; 0 = not known
  RetryPolicy retry = {};
  Timeouts timeouts = {};
  guard::Policy secrets = {};
  // Where the server refuses a request though it takes others, find the text that it refuses and do
  // without it. Else the whole call fails.
  bool sets_apart = false;
  EmbeddingAbilities known = {};  // of an earlier command
  std::function<void(const EmbeddingAbilities&)> learnt =
      {};  // called when something else is known
};

// A text that was set apart, and what the server said of it.
struct RefusedText {
  Digest text;
  Error why;
};

class OpenAiEmbedder final : public Embedder {
 public:
  OpenAiEmbedder(EmbeddingOptions options, CallWorld world);

  // "openai/text-embedding-3-small@api.openai.com", with "/512" behind the model where dims are
  // asked for: vectors of two servers are not compared, they may call two models the same.
  [[nodiscard]] std::string name() const override;
  // 0 before the first reply, where the options do not say.
  [[nodiscard]] std::size_t dims() const override { return dims_; }
  // kEngine, kCancelled; kUsage for an address that is none.
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override;
  // Those set apart since this was asked last.
  std::vector<RefusedText> take_refused();

 private:
  struct Called;
  struct Refusal;
  using Refusals = std::vector<Refusal>;
  Result<std::vector<float>> ask(std::vector<std::string> texts, std::size_t first,
                                 Refusals& refused);
  Result<std::vector<float>> ask_in_halves(std::vector<std::string> texts, std::size_t first,
                                           Refusals& refused, Error why);
  Result<std::vector<float>> without_zeros(std::vector<float> vectors, std::size_t first,
                                           Refusals& refused);
  bool takes_texts();
  void note_abilities();
  Result<std::vector<float>> vectors_in(const std::string& body, std::size_t count);
  Called call(const std::string& body);
  Called call_until_answered(const std::string& body, CallRecord& record);
  [[nodiscard]] EmbeddingBody body_now() const;
  bool asks_less(const EmbeddingBody& how, int status, const ServerError& said);
  Error given_up(int status, const ServerError& said);
  Error note_broken(Error error);
  [[nodiscard]] Status ready();
  [[nodiscard]] Error with_server(Error error) const;

  EmbeddingOptions options_;
  Caller caller_;
  std::string url_;
  std::atomic<std::size_t> dims_;
  // What the server takes: base64 until it says no, then `dimensions`.
  std::atomic<bool> base64_, says_dims_, dims_in_doubt_{false}, worked_{false};
  std::mutex state_;  // of what stands below
  std::optional<Error> broken_;
  std::vector<RefusedText> refused_;
};

}  // namespace pyramid::engine::openai
