// `/mcp`: the Model Context Protocol over HTTP, a message a request.
#pragma once

#include "protocol/json_rpc.hpp"
#include "protocol/server.hpp"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace pyramid::serve {

struct Posted {
  std::string body;
  // Headers; nullopt = not there.
  std::optional<std::string> session, version, method, name;
};

struct Answered {
  int status = 200;
  std::string body;      // JSON, or "" for none
  std::string session;   // a header, or ""
  bool streams = false;  // then stream() gives the body, as events
};

class Endpoint {
 public:
  // `offer` is borrowed.
  explicit Endpoint(const protocol::Offer& offer) : offer_(offer) {}

  // Waits for the answer, but for what streams.
  Answered post(const Posted& posted);
  // Writes events until the answer is given, or, of a subscription, until nobody reads any more.
  void stream(const std::string& body, const std::function<bool(std::string_view)>& write,
              const std::function<bool()>& is_open);
  // The status: 204, or 404 where there is no such session.
  int end_session(const std::optional<std::string>& session);

 private:
  std::string begin_session();
  bool knows(const std::string& session);
  std::string answer_to(const std::string& body, protocol::Terms terms);

  const protocol::Offer& offer_;
  std::mutex mutex_;
  std::set<std::string> sessions_;
  std::deque<std::string> by_age_;
};

}  // namespace pyramid::serve
