// A server that speaks chat completions on a free port of this machine, in threads of its own, and
// does wrong what it is told to.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::test {

struct ServerReply {
  int status = 200;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  enum class How {
    kWhole,
    kCut,    // announces more than it sends, then hangs up
    kDrip,   // a byte at a time, for as long as anybody listens
    kHang,   // takes the request and says nothing
    kHangUp  // closes the connection without a word
  };
  How how = How::kWhole;
  std::chrono::milliseconds delay{0};  // from the request to the first byte
};

// A reply of a model: a text, or calls of a tool with these arguments.
ServerReply says(const std::string& text, const std::string& finish_reason = "stop");
// The same as a stream of these parts.
ServerReply streams(const std::vector<std::string>& parts,
                    const std::string& finish_reason = "stop");
ServerReply calls_tool(const std::string& tool, const std::vector<std::string>& arguments);
ServerReply refuses(int status, const std::string& body,
                    std::vector<std::pair<std::string, std::string>> headers = {});
ServerReply goes_wrong(ServerReply::How how);

struct ServerCall {
  std::string method, path;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  [[nodiscard]] std::string header(const std::string& name) const;
};

class ChatServer {
 public:
  using Model = std::function<ServerReply(const ServerCall&)>;
  explicit ChatServer(Model model);
  ~ChatServer();
  ChatServer(const ChatServer&) = delete;
  ChatServer& operator=(const ChatServer&) = delete;

  [[nodiscard]] std::string base_url() const;
  // What the next calls get instead of the model's reply, in this order.
  void next(std::vector<ServerReply> replies);
  [[nodiscard]] std::vector<ServerCall> received() const;
  [[nodiscard]] std::size_t calls() const { return received().size(); }
  [[nodiscard]] std::size_t most_at_once() const { return most_at_once_; }

 private:
  void accept_all();
  void serve(int connection);
  bool read_call(int connection, std::string& left, ServerCall& call) const;
  ServerReply reply_to(const ServerCall& call);
  bool send_reply(int connection, const ServerReply& reply) const;
  void wait_for_end(int connection) const;

  Model model_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> at_once_{0}, most_at_once_{0};
  mutable std::mutex mutex_;
  std::deque<ServerReply> next_;
  std::vector<ServerCall> received_;
  std::vector<std::thread> workers_;
  std::thread acceptor_;
};

// A model by rules: of "I moved to Lisbon." it notes "User moved to Lisbon.", all belongs to the
// user, a summary is the first facts that fit. The same question gets the same answer.
ServerReply answer_by_rules(const ServerCall& call);

}  // namespace pyramid::test
