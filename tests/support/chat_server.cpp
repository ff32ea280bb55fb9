#include "tests/support/chat_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace pyramid::test {

using Json = nlohmann::json;
using How = ServerReply::How;

namespace {

constexpr int kPollMs = 20;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool send_all(int connection, const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += static_cast<std::size_t>(n);
  }
  return true;
}

ServerReply completion(const Json& message, const std::string& finish_reason) {
  const Json body = {
      {"id", "chatcmpl-1"},
      {"object", "chat.completion"},
      {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", finish_reason}}}},
      {"usage",
       {{"prompt_tokens", 100},
        {"completion_tokens", 10},
        {"prompt_tokens_details", {{"cached_tokens", 40}}}}}};
  return {200, body.dump()};
}

}  // namespace

ServerReply says(const std::string& text, const std::string& finish_reason) {
  return completion({{"role", "assistant"}, {"content", text}}, finish_reason);
}

ServerReply streams(const std::vector<std::string>& parts, const std::string& finish_reason) {
  std::string body;
  const auto event = [&](const Json& delta, const Json& end) {
    body += "data: " +
            Json{{"choices", {{{"index", 0}, {"delta", delta}, {"finish_reason", end}}}}}.dump() +
            "\n\n";
  };
  event({{"role", "assistant"}, {"content", ""}}, nullptr);
  for (const std::string& part : parts) event({{"content", part}}, nullptr);
  event(Json::object(), finish_reason);
  body += R"(data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}})"
          "\n\ndata: [DONE]\n\n";
  return {200, body, {{"Content-Type", "text/event-stream; charset=utf-8"}}};
}

ServerReply calls_tool(const std::string& tool, const std::vector<std::string>& arguments) {
  Json calls = Json::array();
  for (const std::string& one : arguments) {
    calls.push_back({{"id", "call_" + std::to_string(calls.size())},
                     {"type", "function"},
                     {"function", {{"name", tool}, {"arguments", one}}}});
  }
  return completion({{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}},
                    "tool_calls");
}

ServerReply refuses(int status, const std::string& body,
                    std::vector<std::pair<std::string, std::string>> headers) {
  return {status, body, std::move(headers)};
}

ServerReply goes_wrong(How how) {
  ServerReply reply = says("Not to be had.");
  reply.how = how;
  return reply;
}

std::string ServerCall::header(const std::string& name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

ChatServer::ChatServer(Model model) : model_(std::move(model)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  constexpr int kWaiting = 64;
  if (::bind(listener_, plain, size) != 0 || ::listen(listener_, kWaiting) != 0 ||
      ::getsockname(listener_, plain, &size) != 0) {
    std::abort();
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

ChatServer::~ChatServer() {
  stop_ = true;
  acceptor_.join();
  for (std::thread& worker : workers_) worker.join();
  ::close(listener_);
}

std::string ChatServer::base_url() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/v1";
}

void ChatServer::next(std::vector<ServerReply> replies) {
  const std::lock_guard lock(mutex_);
  next_.insert(next_.end(), replies.begin(), replies.end());
}

std::vector<ServerCall> ChatServer::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

void ChatServer::accept_all() {
  while (!stop_) {
    pollfd waiting{listener_, POLLIN, 0};
    if (::poll(&waiting, 1, kPollMs) <= 0) continue;
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection >= 0) workers_.emplace_back([this, connection] { serve(connection); });
  }
}

void ChatServer::serve(int connection) {
  std::string left;
  ServerCall call;
  while (read_call(connection, left, call)) {
    const std::size_t now = ++at_once_;
    std::size_t most = most_at_once_;
    while (now > most && !most_at_once_.compare_exchange_weak(most, now)) {
    }
    const auto came = std::chrono::steady_clock::now();
    const ServerReply reply = reply_to(call);
    std::this_thread::sleep_until(came + reply.delay);
    --at_once_;
    if (!send_reply(connection, reply)) break;
  }
  ::close(connection);
}

// One request, of which `left` may hold the beginning; false at the end of the connection.
bool ChatServer::read_call(int connection, std::string& left, ServerCall& call) const {
  std::size_t head = std::string::npos;
  std::size_t wanted = std::string::npos;
  while (left.size() < wanted) {
    pollfd waiting{connection, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kPollMs);
    if (stop_) return false;
    if (ready <= 0) continue;
    char buffer[65536];
    const ssize_t n = ::recv(connection, buffer, sizeof buffer, 0);
    if (n <= 0) return false;
    left.append(buffer, static_cast<std::size_t>(n));
    head = left.find("\r\n\r\n");
    if (head == std::string::npos || wanted != std::string::npos) continue;
    call = {};
    std::size_t line = left.find("\r\n");
    call.method = left.substr(0, left.find(' '));
    call.path = left.substr(left.find(' ') + 1);
    call.path.resize(call.path.find(' '));
    while (line < head) {
      const std::size_t end = left.find("\r\n", line + 2);
      const std::string text = left.substr(line + 2, end - line - 2);
      const std::size_t colon = text.find(": ");
      if (colon != std::string::npos) {
        call.headers.emplace_back(lower(text.substr(0, colon)), text.substr(colon + 2));
      }
      line = end;
    }
    const std::string length = call.header("content-length");
    wanted = head + 4 + (length.empty() ? 0 : std::stoul(length));
  }
  call.body = left.substr(head + 4, wanted - head - 4);
  left.erase(0, wanted);
  return true;
}

ServerReply ChatServer::reply_to(const ServerCall& call) {
  {
    const std::lock_guard lock(mutex_);
    received_.push_back(call);
    if (!next_.empty()) {
      ServerReply reply = next_.front();
      next_.pop_front();
      return reply;
    }
  }
  return model_(call);
}

// Whether the connection stays open.
bool ChatServer::send_reply(int connection, const ServerReply& reply) const {
  if (reply.how == How::kHangUp) return false;
  if (reply.how == How::kHang) {
    wait_for_end(connection);
    return false;
  }
  std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " X\r\n";
  for (const auto& [name, value] : reply.headers) head += name + ": " + value + "\r\n";
  head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
  // In one piece, as servers send what is short: a second one would wait for the first's receipt.
  if (reply.how == How::kWhole) return send_all(connection, head + reply.body);
  if (!send_all(connection, head)) return false;
  if (reply.how == How::kCut) {
    send_all(connection, reply.body.substr(0, reply.body.size() / 2));
    return false;
  }
  for (const char c : reply.body) {
    if (stop_ || !send_all(connection, std::string(1, c))) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollMs));
  }
  return true;
}

void ChatServer::wait_for_end(int connection) const {
  while (!stop_) {
    pollfd waiting{connection, POLLIN, 0};
    char byte = 0;
    if (::poll(&waiting, 1, kPollMs) > 0 && ::recv(connection, &byte, 1, 0) <= 0) return;
  }
}

}  // namespace pyramid::test
