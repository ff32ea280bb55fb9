// The Model Context Protocol over one channel: revision 2026-07-28, in which each request stands by
// itself, and those up to 2025-11-25, which begin with `initialize`. A client may speak either.
//
// What is offered is somebody else's: this room knows nothing of memory.
#pragma once

#include "protocol/json_rpc.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::protocol {

// What a server offers. Thread rule: all but info() from several threads at once.
class Offer {
 public:
  struct Info {
    std::string name, title, version, instructions;
  };

  virtual ~Offer() = default;
  [[nodiscard]] virtual Info info() const = 0;

  // Lists as the protocol has them, in an order that stays. Who offers tools alone says no more
  // than tools() and call().
  [[nodiscard]] virtual Json tools() const = 0;
  [[nodiscard]] virtual Json resources() const;
  [[nodiscard]] virtual Json resource_templates() const;
  [[nodiscard]] virtual Json prompts() const;

  // {content, structuredContent, isError}; kNotFound where there is no such tool. A call that could
  // not be done is a result with isError.
  [[nodiscard]] virtual Result<Json> call(const std::string& tool, const Json& arguments,
                                          Progress& progress) const = 0;
  // The list `contents`; any failure: there is none.
  [[nodiscard]] virtual Result<Json> read(const std::string& uri) const;
  // Differs whenever the resource does; "" while there is none.
  [[nodiscard]] virtual std::string state_of(const std::string& uri) const;
  // {description, messages}.
  [[nodiscard]] virtual Result<Json> prompt(const std::string& name, const Json& arguments,
                                            Progress& progress) const;
};

// Where messages come from and go to.
class Channel {
 public:
  virtual ~Channel() = default;
  // Waits for up to `most` bytes; 0: no more will come.
  virtual std::size_t read(char* into, std::size_t most) = 0;
  // All of it; false: nobody reads any more. Called by one thread at a time.
  virtual bool write(std::string_view bytes) = 0;
  // Whether somebody may still read. From any thread.
  virtual bool is_open() = 0;
};

// How a channel is served, where it is not one client's from beginning to end.
struct Terms {
  bool has_begun = false;      // the client said `initialize` before
  bool takes_batches = false;  // and spoke 2025-03-26, which alone has several messages in a list
  std::size_t workers = 4;     // calls at once
  bool watches = true;         // who subscribed is told of what others change
};

// Answers until no more comes, and what was asked before is answered; once nobody reads the answers
// calls are told to stop. Whatever comes in is answered, by an error if it is no message.
void serve(const Offer& offer, Channel& channel, const Terms& terms = {});

}  // namespace pyramid::protocol
