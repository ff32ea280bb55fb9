// The language model that a workspace asks: where, with what key, and what is known of it.
#pragma once

#include "engine/openai/batch_client.hpp"
#include "engine/openai/openai_model.hpp"
#include "ops/calls/ledger.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <optional>
#include <string>

namespace pyramid::ops {

// A file of the workspace that holds a key; never read as memory, never committed.
inline constexpr const char* kKeyFile = ".env";

struct ModelAccess {
  engine::openai::Endpoint endpoint;
  std::string key;       // "" = none
  std::string key_from;  // "the environment", ".env", or ""
  // The file of the workspace that says where to send to, or with whose key; "" = none does.
  std::string named_by = {};
  bool confirmed = true;  // else call_world() sends nothing
};
// The address: `base_url` of pyramid.yaml, else $OPENAI_BASE_URL, else .env, else OpenAI. The key:
// $OPENAI_API_KEY, else .env. kUsage for an address that is none.
Result<ModelAccess> model_access(const Environment& environment,
                                 const workspace::Workspace& workspace);

// The same for `embedding: openai`: where `embedding_base_url` says, else as above. A server on
// this machine or its own network that is not the language model's gets no key but
// EMBEDDING_API_KEY of .env, which goes first for others too.
Result<ModelAccess> embedding_access(const Environment& environment,
                                     const workspace::Workspace& workspace);

// The network, for a server; none where nobody confirmed what `access` names.
engine::openai::CallWorld call_world(const Environment& environment,
                                     const workspace::Workspace& workspace,
                                     const ModelAccess& access);

// The value of a variable in the bytes of a .env file: `NAME=value`, `export NAME="value"`; the
// last one counts; "" where there is none.
std::string env_value(std::string_view bytes, std::string_view name);

// A model, and the ledger that watches its calls.
struct WatchedModel {
  std::unique_ptr<engine::openai::OpenAiModel> model;
  std::shared_ptr<Ledger> ledger;
  std::optional<format::ModelPrice> price;  // nullopt: nobody knows it
  engine::openai::BatchClient batches;      // of the same server
  std::shared_ptr<engine::openai::CallSlots> slots;
};
// Sends nothing before it is asked. What it finds out of its server stands in
// `.pyramid/engine.json` for the next command. Borrows files and progress of the environment.
Result<WatchedModel> make_language_model(const Environment& environment,
                                         const workspace::Workspace& workspace);

}  // namespace pyramid::ops
