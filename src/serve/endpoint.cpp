#include "serve/endpoint.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"

#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::serve {

using protocol::Json;

namespace {

constexpr std::size_t kMostSessions = 1000;
constexpr int kHeaderMismatch = -32020;
constexpr const char* kModern = "2026-07-28";
constexpr const char* kWithBatches = "2025-03-26";
constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";

// One message in, and what comes out.
class OneMessage : public protocol::Channel {
 public:
  explicit OneMessage(std::string message) : message_(std::move(message)) { message_ += '\n'; }
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = std::min(most, message_.size() - at_);
    std::memcpy(into, message_.data() + at_, count);
    at_ += count;
    return count != 0 ? count : wait_for_end();
  }
  bool write(std::string_view bytes) override {
    answer += bytes;
    return true;
  }
  bool is_open() override { return true; }
  std::string answer;

 protected:
  virtual std::size_t wait_for_end() { return 0; }

 private:
  std::string message_;
  std::size_t at_ = 0;
};

// The same as a stream of events. The input of a subscription ends when nobody reads it any more.
class EventStream final : public OneMessage {
 public:
  EventStream(std::string message, bool stays, const std::function<bool(std::string_view)>& write,
              const std::function<bool()>& is_open)
      : OneMessage(std::move(message)), stays_(stays), write_(write), is_open_(is_open) {}
  bool write(std::string_view bytes) override {
    std::string event = "event: message\ndata: ";
    event += trim(bytes);
    event += "\n\n";
    return write_(event);
  }
  bool is_open() override { return is_open_(); }

 protected:
  std::size_t wait_for_end() override {
    constexpr int kLooksBetweenComments = 150;
    for (int i = 0; stays_ && is_open_(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      // Somebody between may close what is silent; a write also finds out who has gone.
      if (i % kLooksBetweenComments == kLooksBetweenComments - 1 && !write_(": here\n\n")) break;
    }
    return 0;
  }

 private:
  const bool stays_;
  const std::function<bool(std::string_view)>& write_;
  const std::function<bool()>& is_open_;
};

Answered refused(int status, int code, const std::string& what, const Json& id = nullptr) {
  Answered answered;
  answered.status = status;
  answered.body = protocol::line_of(protocol::error_to(id, code, what, nullptr));
  return answered;
}

const Json* member_of(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string text_member(const Json& object, const char* key) {
  const Json* found = member_of(object, key);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

// The revision that a message of the newer era names; "" for the older one's.
std::string modern_version(const Json& message) {
  const Json* params = member_of(message, "params");
  const Json* meta = params == nullptr ? nullptr : member_of(*params, "_meta");
  return meta == nullptr ? "" : text_member(*meta, kVersionKey);
}

// What stands in base64; "" where that is none.
std::string base64_decoded(std::string_view text) {
  std::vector<unsigned char> bytes(text.size() / 4 * 3 + 1);
  const int size =
      EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                      static_cast<int>(text.size()));
  if (size < 0) return {};
  // The block is told with the bytes that its padding stands for.
  const auto padding = static_cast<int>(std::count(text.begin(), text.end(), '='));
  return {bytes.begin(), bytes.begin() + std::max(0, size - padding)};
}

// Whether a header says that: as it is, as the HTTP library decodes it, or as `=?base64?…?=`.
bool says(const std::optional<std::string>& header, const std::string& value) {
  constexpr std::string_view kOpening = "=?base64?", kClosing = "?=";
  if (!header) return false;
  if (*header == value || *header == format::percent_decoded(value)) return true;
  std::string_view text = *header;
  if (text.size() < kOpening.size() + kClosing.size() || !text.starts_with(kOpening) ||
      !text.ends_with(kClosing)) {
    return false;
  }
  text.remove_prefix(kOpening.size());
  text.remove_suffix(kClosing.size());
  return base64_decoded(text) == value;
}

std::optional<std::string> wrong_header(const Json& message, const Posted& posted,
                                        const std::string& version) {
  if (posted.version != version) return "MCP-Protocol-Version";
  const std::string method = text_member(message, "method");
  if (posted.method != method) return "Mcp-Method";
  const Json* params = member_of(message, "params");
  const char* key = method == "resources/read"                          ? "uri"
                    : method == "tools/call" || method == "prompts/get" ? "name"
                                                                        : nullptr;
  if (key != nullptr && !says(posted.name, text_member(*params, key))) return "Mcp-Name";
  return std::nullopt;
}

bool wants_stream(const Json& message) {
  if (text_member(message, "method") == "subscriptions/listen") return true;
  const Json* params = member_of(message, "params");
  const Json* meta = params == nullptr ? nullptr : member_of(*params, "_meta");
  return meta != nullptr && member_of(*meta, "progressToken") != nullptr;
}

// What HTTP says of an answer that is an error of the protocol.
int status_of(const Json& answer, bool is_modern) {
  const Json* error = member_of(answer, "error");
  if (error == nullptr || !is_modern) return 200;
  const int code = error->value("code", 0);
  if (code == protocol::kNoSuchMethod) return 404;
  return code == protocol::kInternalError ? 500 : 400;
}

}  // namespace

std::string Endpoint::begin_session() {
  std::random_device random;
  std::string id;
  for (int i = 0; i < 4; ++i) {
    std::array<char, 9> hex{};
    static_cast<void>(std::snprintf(hex.data(), hex.size(), "%08x", random()));
    id += hex.data();
  }
  const std::lock_guard lock(mutex_);
  sessions_.insert(id);
  by_age_.push_back(id);
  if (by_age_.size() > kMostSessions) {
    sessions_.erase(by_age_.front());
    by_age_.pop_front();
  }
  return id;
}

bool Endpoint::knows(const std::string& session) {
  const std::lock_guard lock(mutex_);
  return sessions_.contains(session);
}

int Endpoint::end_session(const std::optional<std::string>& session) {
  if (!session) return 400;
  const std::lock_guard lock(mutex_);
  if (sessions_.erase(*session) == 0) return 404;
  by_age_.erase(std::find(by_age_.begin(), by_age_.end(), *session));
  return 204;
}

std::string Endpoint::answer_to(const std::string& body, protocol::Terms terms) {
  OneMessage channel(body);
  terms.workers = 1;
  terms.watches = false;
  protocol::serve(offer_, channel, terms);
  return std::move(channel.answer);
}

Answered Endpoint::post(const Posted& posted) {
  const Result<Json> message = protocol::parse_message(posted.body);
  if (!message) return refused(400, protocol::kParseError, message.error().what);
  // Who speaks 2025-03-26 names no version: it has no such header.
  const bool is_batch = message->is_array() && posted.session &&
                        posted.version.value_or(kWithBatches) == kWithBatches;
  if (!message->is_object() && !is_batch) {
    return refused(400, protocol::kInvalidRequest, "the message is not an object");
  }
  const Json* id = member_of(*message, "id");
  const Json reply_id =
      id != nullptr && (id->is_string() || id->is_number_integer()) ? *id : Json();
  const std::string version = modern_version(*message);
  const bool is_modern = !version.empty();
  const bool begins = !is_modern && text_member(*message, "method") == "initialize";
  if (is_modern) {
    if (const auto header = wrong_header(*message, posted, version)) {
      return refused(400, kHeaderMismatch, "the header " + *header + " is not as the message says",
                     reply_id);
    }
  } else if (!begins) {
    if (!posted.session && posted.version == kModern) {  // meant for the newer era
      return refused(400, protocol::kInvalidParams, std::string("_meta has no ") + kVersionKey,
                     reply_id);
    }
    if (!posted.session) {
      return refused(400, protocol::kInvalidRequest, "the header MCP-Session-Id is missing",
                     reply_id);
    }
    if (!knows(*posted.session)) {
      return refused(404, protocol::kInvalidRequest, "there is no such session", reply_id);
    }
  }
  Answered answered;
  if (wants_stream(*message) && id != nullptr) {
    answered.streams = true;
    return answered;
  }
  protocol::Terms terms;
  terms.has_begun = !is_modern && !begins;
  terms.takes_batches = is_batch;
  // A body of several lines is one message.
  answered.body = answer_to(message->dump(-1, ' ', false, Json::error_handler_t::replace), terms);
  if (answered.body.empty()) {
    answered.status = 202;
    return answered;
  }
  const Json answer = Json::parse(answered.body, nullptr, false);
  answered.status = status_of(answer, is_modern);
  if (begins && member_of(answer, "result") != nullptr) answered.session = begin_session();
  return answered;
}

void Endpoint::stream(const std::string& body, const std::function<bool(std::string_view)>& write,
                      const std::function<bool()>& is_open) {
  const Result<Json> message = protocol::parse_message(body);
  if (!message) return;
  const bool is_modern = !modern_version(*message).empty();
  const bool stays = text_member(*message, "method") == "subscriptions/listen";
  EventStream channel(message->dump(-1, ' ', false, Json::error_handler_t::replace), stays, write,
                      is_open);
  protocol::Terms terms;
  terms.has_begun = !is_modern;
  terms.workers = 1;
  terms.watches = stays;
  protocol::serve(offer_, channel, terms);
}

}  // namespace pyramid::serve
