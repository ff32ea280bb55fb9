// A Batch API over a model: what is uploaded is answered when the test says so, well or badly.
#pragma once

#include "tests/support/chat_server.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pyramid::test {

class BatchApi {
 public:
  explicit BatchApi(ChatServer::Model model = answer_by_rules);
  ~BatchApi();
  BatchApi(const BatchApi&) = delete;
  BatchApi& operator=(const BatchApi&) = delete;

  // As a server's model: what is no file and no batch goes to the model.
  ChatServer::Model as_model();

  // What becomes of a line of a batch; it is answered unless something else is said.
  enum class Fate { kAnswered, kFailed, kExpired, kLost, kForeign };
  // All batches that are under way come to their end; fates by line, in order.
  void finish(const std::vector<Fate>& fates = {});
  // They are refused as a whole.
  void refuse_all(const std::string& why);
  // The next batch is made, and its answer never sent.
  void hang_up_once();

  [[nodiscard]] std::size_t batches() const;
  [[nodiscard]] std::size_t lines() const;  // of all batches
  [[nodiscard]] std::size_t chats() const;  // calls that were asked by themselves
  [[nodiscard]] std::string uploaded() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace pyramid::test
