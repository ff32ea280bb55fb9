// A server's Batch API: calls that are answered together, within a day, for less.
//
// Failures are those of OpenAiModel, without the key; kUsage where the server has no Batch API.
// What can be asked again without harm is, as any other call. Thread rule: one thread at a time.
#pragma once

#include "engine/openai/batch_wire.hpp"
#include "engine/openai/endpoint.hpp"
#include "engine/openai/http.hpp"
#include "engine/openai/retry.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::openai {

class BatchClient {
 public:
  BatchClient(Endpoint endpoint, std::string key, std::shared_ptr<HttpClient> client,
              std::shared_ptr<Sleeper> sleeper, Cancelled cancelled);

  [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }
  // As HttpClient::get_ready(). Any thread.
  void get_ready() { client_->get_ready(); }
  // For a batch: no other has it.
  std::string new_name();
  // Success where the server answers as one that has batches.
  Status look();
  // The batch that was made of this file or has this name; nullopt where there is none among the
  // server's newest thousands.
  Result<std::optional<BatchState>> find(std::string_view file, std::string_view name);
  // The id of the file with these lines.
  Result<std::string> upload(std::string_view name, std::string_view jsonl);
  // Asked once: after a failure only find() tells whether there is a batch now.
  Result<BatchState> create(std::string_view file, std::string_view name);
  Result<BatchState> state(std::string_view id);
  Result<std::string> content(std::string_view file);

 private:
  enum class Tries { kOne, kSeveral };
  [[nodiscard]] HttpRequest request_to(std::string_view path) const;
  Result<std::string> ask(const HttpRequest& request, Tries tries);
  [[nodiscard]] Error refused(const HttpResponse& response) const;
  [[nodiscard]] Error with_server(Error error) const;

  Endpoint endpoint_;
  std::string key_;
  std::shared_ptr<HttpClient> client_;
  std::shared_ptr<Sleeper> sleeper_;
  Cancelled cancelled_;
  RetryPolicy retry_;
};

}  // namespace pyramid::engine::openai
