#include "process/local_servers.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::process {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience{100};
constexpr std::size_t kMostBytes = 1U << 20U;
constexpr std::string_view kRequest =
    "GET /v1/models HTTP/1.0\r\nHost: localhost\r\nAccept: application/json\r\n\r\n";

class Socket {
 public:
  Socket() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

bool waits_for(const Socket& socket, short event, Steady::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Steady::now());
  pollfd one{socket.fd(), event, 0};
  return left.count() > 0 && ::poll(&one, 1, static_cast<int>(left.count())) > 0;
}

// The first model that an OpenAI-compatible server lists.
std::optional<std::string> first_model(std::string_view answer) {
  const std::size_t body = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.") || body == std::string_view::npos) return std::nullopt;
  const auto listed = nlohmann::json::parse(answer.substr(body + 4), nullptr, false);
  if (!listed.is_object() || !listed.contains("data") || !listed["data"].is_array()) {
    return std::nullopt;
  }
  for (const auto& model : listed["data"]) {
    if (model.is_object() && model.contains("id") && model["id"].is_string()) {
      return model["id"].get<std::string>();
    }
  }
  return std::nullopt;
}

// The first model of the server at this port; nullopt where none answers in time.
std::optional<std::string> ask(std::uint16_t port) {
  const Steady::time_point end = Steady::now() + kPatience;
  const Socket socket;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
      (errno != EINPROGRESS || !waits_for(socket, POLLOUT, end))) {
    return std::nullopt;
  }
  const ssize_t sent = ::send(socket.fd(), kRequest.data(), kRequest.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(kRequest.size())) return std::nullopt;
  std::string answer;
  std::array<char, 16384> piece{};
  while (answer.size() < kMostBytes && waits_for(socket, POLLIN, end)) {
    const ssize_t size = ::recv(socket.fd(), piece.data(), piece.size(), 0);
    if (size <= 0) break;
    answer.append(piece.data(), static_cast<std::size_t>(size));
    if (auto model = first_model(answer)) return model;
  }
  return std::nullopt;
}

// The port at the end of "8081", "127.0.0.1:11434" or "http://localhost:11434".
std::uint16_t port_in(const char* variable, std::uint16_t usual) {
  const char* value = std::getenv(variable);
  std::string_view text = value == nullptr ? "" : value;
  while (text.ends_with('/')) text.remove_suffix(1);
  const std::string_view digits = text.substr(text.rfind(':') + 1);  // npos + 1 is 0
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  return error == std::errc() && end == digits.data() + digits.size() && port != 0 ? port : usual;
}

}  // namespace

std::vector<LocalServer> find_local_servers() {
  constexpr std::uint16_t kOllama = 11434, kLlama = 8080;
  std::vector<LocalServer> found;
  const auto look = [&](const char* name, std::uint16_t port) {
    if (const auto model = ask(port)) {
      found.push_back({name, "http://localhost:" + std::to_string(port) + "/v1", *model});
    }
  };
  look("Ollama", port_in("OLLAMA_HOST", kOllama));
  look("llama-server", port_in("LLAMA_ARG_PORT", kLlama));
  return found;
}

}  // namespace pyramid::process
