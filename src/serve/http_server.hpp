// The Model Context Protocol, and operations as plain HTTP beside it, at an address of this
// machine.
#pragma once

#include "protocol/server.hpp"
#include "pyramid/result.hpp"
#include "serve/bridge.hpp"
#include "serve/gate.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace pyramid::serve {

struct Serving {
  const protocol::Offer& offer;
  Address address;    // port 0: any
  std::string token;  // "" = none is asked for
  // Answers all_routes(); empty: they are not served.
  std::function<Reply(const Route& route, const std::string& body)> bridge = {};
  double at_once = 100, a_second = 50;  // requests that are answered; 429 beyond
};

// Calls `ready` with the port, then answers until `stops` is set. kIo where the address cannot be
// had.
Status serve_http(const Serving& serving, const std::function<void(int port)>& ready,
                  std::atomic<bool>& stops);

}  // namespace pyramid::serve
