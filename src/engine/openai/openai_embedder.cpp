#include "engine/openai/openai_embedder.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/openai/embedding_wire.hpp"
#include "engine/tokens.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr std::size_t kMostTexts = 2'048;
constexpr std::size_t kMostTokens = 250'000;
constexpr std::size_t kLongest = 8'000;  // bytes: no more tokens than the 8,192 of OpenAI's models
constexpr std::size_t kShortest = 500;   // a model that reads less than that is of no use
constexpr std::size_t kShortestKey = 6;  // a shorter one, such as "x", is a stopgap

std::string embeddings_url(const Endpoint& endpoint) {
  constexpr std::string_view kChat = "/chat/completions";
  constexpr std::string_view kEmbeddings = "/embeddings";
  const std::size_t query_at = std::min(endpoint.url.find('?'), endpoint.url.size());
  std::string url = endpoint.url.substr(0, query_at);
  if (url.ends_with(kChat)) url.resize(url.size() - kChat.size());
  if (!url.ends_with(kEmbeddings)) url += kEmbeddings;
  return url + endpoint.url.substr(query_at);
}

// In the words of llama.cpp's server, too.
bool reads_less(int status, const ServerError& error) {
  return is_too_long(status, error) ||
         error.message.find("too large to process") != std::string::npos;
}

bool says(const ServerError& error, std::string_view word) {
  return error.param.find(word) != std::string::npos ||
         utf8::lower(error.message).find(word) != std::string::npos;
}

}  // namespace

struct OpenAiEmbedder::Called {
  Result<std::string> body;  // with status 200
  int status = 0;            // 0: no answer
  ServerError said = {};
};

OpenAiEmbedder::OpenAiEmbedder(EmbeddingOptions options, World world)
    : options_(std::move(options)),
      world_(std::move(world)),
      url_(embeddings_url(options_.endpoint)),
      dims_(options_.dims),
      says_dims_(options_.dims > 0) {}

std::string OpenAiEmbedder::name() const {
  std::string name = "openai/" + options_.model;
  if (options_.dims > 0) name += "/" + std::to_string(options_.dims);
  return name + "@" + options_.endpoint.server;
}

Result<std::vector<float>> OpenAiEmbedder::embed(std::span<const std::string_view> texts) {
  std::vector<std::vector<float>> made;
  std::vector<std::size_t> asked;  // which of the texts
  std::vector<std::string> batch;
  std::size_t bytes = 0;
  const auto flush = [&]() -> Status {
    if (batch.empty()) return {};
    PYRAMID_ASSIGN(std::vector<float> vectors, ask(std::exchange(batch, {})));
    made.push_back(std::move(vectors));
    bytes = 0;
    return {};
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string text = guard::redact(texts[i], options_.secrets).text;
    text = std::string(utf8::truncate(utf8::replace_invalid(trim(text)), kLongest));
    if (text.empty()) continue;
    const bool full = batch.size() == kMostTexts || tokens_of(bytes + text.size()) > kMostTokens;
    if (full) PYRAMID_TRY(flush());
    bytes += text.size();
    batch.push_back(std::move(text));
    asked.push_back(i);
  }
  PYRAMID_TRY(flush());
  const std::size_t dims = dims_;
  std::vector<float> all(texts.size() * dims);
  auto place = asked.begin();
  for (const std::vector<float>& vectors : made) {
    for (auto row = vectors.begin(); row != vectors.end(); ++place) {
      const auto end = row + static_cast<std::ptrdiff_t>(dims);
      std::copy(row, end, all.begin() + static_cast<std::ptrdiff_t>(*place * dims));
      row = end;
    }
  }
  return all;
}

// One request's texts; again with less asked for, or with shorter texts, where the server wants it.
Result<std::vector<float>> OpenAiEmbedder::ask(std::vector<std::string> texts) {
  for (;;) {
    PYRAMID_TRY(ready());
    const EmbeddingBody how{options_.model, says_dims_ ? options_.dims : 0, base64_};
    const Called called = call(embedding_body(texts, how));
    if (called.body) {
      Result<EmbeddingReply> reply = read_embeddings(*called.body, texts.size(), dims_);
      if (!reply) return fail(with_server(std::move(reply).error()));
      std::size_t unknown = 0;
      if (!dims_.compare_exchange_strong(unknown, reply->dims) && unknown != reply->dims) {
        return fail(
            with_server({ErrorKind::kEngine, "changed the length of its vectors", "", "", ""}));
      }
      if (how.base64) base64_worked_ = true;
      return std::move(reply->vectors);
    }
    if (asks_less(called.status, called.said)) continue;
    if (reads_less(called.status, called.said)) {
      std::size_t longest = 0;
      for (const std::string& text : texts) longest = std::max(longest, text.size());
      if (longest > kShortest) {
        for (std::string& text : texts) text = std::string(utf8::truncate(text, longest / 2));
        continue;
      }
    }
    return fail(Error(called.body.error()));
  }
}

OpenAiEmbedder::Called OpenAiEmbedder::call(const std::string& body) {
  if (options_.key.empty() && !options_.endpoint.local) {
    return {fail(
        note_broken({ErrorKind::kEngine, "no key for " + options_.endpoint.server, "pyramid.yaml",
                     "", "set OPENAI_API_KEY, or write it into .env of the workspace"}))};
  }
  CallRecord record;
  record.recipe = "embed";
  const HttpRequest http = http_request(body);
  if (!world_.watcher) return call_until_answered(http, record);
  const std::size_t expected = tokens_of(body.size());
  if (Status may = world_.watcher->may_begin(expected); !may) {
    return {fail(std::move(may).error())};
  }
  Called called = call_until_answered(http, record);
  world_.watcher->ended(record, expected);
  return called;
}

OpenAiEmbedder::Called OpenAiEmbedder::call_until_answered(const HttpRequest& http,
                                                           CallRecord& record) {
  record.tokens_in = tokens_of(http.body.size());
  for (;;) {
    if (Status turn = wait_turn(record.tokens_in); !turn) return {fail(std::move(turn).error())};
    const Milliseconds begun = world_.sleeper->now();
    record.sent = true;
    Result<HttpResponse> response = world_.client->post(http, world_.cancelled);
    record.took = world_.sleeper->now() - begun;
    record.status = response ? response->status : 0;
    const Time date = world_.sleeper->date();
    if (response) limiter_.learn(response->headers, world_.sleeper->now(), date);
    if (response && response->status == 200) {
      record.answered = true;
      if (const std::size_t tokens = tokens_said(response->body)) record.tokens_in = tokens;
      return {std::move(response->body), 200};
    }
    if (!response && response.error().kind == ErrorKind::kCancelled) {
      return {fail(Error(response.error()))};
    }
    const ServerError said = response ? read_error(response->body) : ServerError();
    const bool final = is_out_of_credit(said) || reads_less(record.status, said) ||
                       (!response && response.error().kind != ErrorKind::kEngine);
    const auto wait =
        wait_before_retry(options_.retry, record.retries, response ? &*response : nullptr, final,
                          date, world_.sleeper->chance());
    if (!wait && !response) return {fail(note_broken(with_server(response.error())))};
    if (!wait) return {fail(given_up(record.status, said)), record.status, said};
    if (record.status == 429) limiter_.hold(world_.sleeper->now() + *wait);
    if (world_.watcher) world_.watcher->retried(record, *wait);
    if (!world_.sleeper->sleep(*wait, world_.cancelled)) {
      return {fail(ErrorKind::kCancelled, "interrupted")};
    }
    ++record.retries;
  }
}

// Until the server's limits leave room; no longer than a retry may wait: then it may say itself.
Status OpenAiEmbedder::wait_turn(std::size_t tokens) {
  Milliseconds waited(0);
  while (waited < options_.retry.longest) {
    const Milliseconds wait = limiter_.wait(world_.sleeper->now(), tokens);
    if (wait <= Milliseconds(0)) break;
    if (!world_.sleeper->sleep(wait, world_.cancelled)) {
      return fail(ErrorKind::kCancelled, "interrupted");
    }
    waited += wait;
  }
  if (world_.cancelled()) return fail(ErrorKind::kCancelled, "interrupted");
  return {};
}

HttpRequest OpenAiEmbedder::http_request(const std::string& body) const {
  HttpRequest request;
  request.url = url_;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (!options_.key.empty() && options_.endpoint.azure) {
    request.headers.push_back({"api-key", options_.key});
  } else if (!options_.key.empty()) {
    request.headers.push_back({"Authorization", "Bearer " + options_.key});
  }
  request.body = body;
  request.timeouts = options_.timeouts;
  return request;
}

// A server that does not know base64 or `dimensions` is asked without; some say no more than that
// something is wrong. Whether there is something to ask less of.
bool OpenAiEmbedder::asks_less(int status, const ServerError& said) {
  const bool refused = status == 400 || status == 422 || status == 501;
  if (!refused || reads_less(status, said)) return false;
  if (says(said, "dimensions")) return says_dims_.exchange(false);
  const bool named = says(said, "encoding_format") || says(said, "base64");
  if (named || !base64_worked_) return base64_.exchange(false);
  return false;
}

Error OpenAiEmbedder::given_up(int status, const ServerError& said) {
  Error error{ErrorKind::kEngine, "", "", said.message, ""};
  constexpr int kPaymentRequired = 402;
  if (is_out_of_credit(said) || status == kPaymentRequired) {
    error.what = "the account has no credit left";
  } else if (status == 401 || status == 403) {
    error.what = options_.key.empty() ? "wants a key" : "refuses the key";
    error.hint = "set OPENAI_API_KEY, or write it into .env of the workspace";
  } else if (status == 404) {
    error.what = "has no model `" + options_.model + "`, or makes no embeddings at this address";
    error.where = "pyramid.yaml";
    error.hint = "set `embedding_model` and `embedding_base_url`";
  } else {
    error.what = "answered with an error (" + std::to_string(status) + ")";
    return with_server(std::move(error));
  }
  return note_broken(with_server(std::move(error)));
}

Error OpenAiEmbedder::note_broken(Error error) {
  const std::lock_guard lock(state_);
  if (!broken_) broken_ = error;
  return error;
}

Status OpenAiEmbedder::ready() {
  const std::lock_guard lock(state_);
  if (broken_) return fail(Error(*broken_));
  return {};
}

Error OpenAiEmbedder::with_server(Error error) const {
  error.what = options_.endpoint.server + " " + error.what;
  if (options_.key.size() >= kShortestKey) {
    error.cause = replace_all(error.cause, options_.key, "[key]");
  }
  error.cause = guard::redact(error.cause, guard::Policy{}).text;
  if (error.hint.empty()) error.hint = "the next sync tries again";
  return error;
}

}  // namespace pyramid::engine::openai
