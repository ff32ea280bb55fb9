#include "engine/openai/openai_embedder.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/openai/embedding_wire.hpp"
#include "engine/openai/keys.hpp"
#include "engine/tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr std::size_t kMostTexts = 2'048;
constexpr std::size_t kMostTokens = 250'000;
constexpr std::size_t kLongest = 8'000;  // bytes: no more tokens than the 8,192 of OpenAI's models
constexpr std::size_t kShortest = 500;   // a model that reads less than that is of no use

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

std::vector<std::size_t> rows_of_zeros(const std::vector<float>& vectors, std::size_t dims) {
  std::vector<std::size_t> rows;
  for (std::size_t at = 0; dims > 0 && at < vectors.size(); at += dims) {
    const auto row = std::span(vectors).subspan(at, dims);
    if (std::all_of(row.begin(), row.end(), [](float one) { return one == 0; })) {
      rows.push_back(at / dims);
    }
  }
  return rows;
}

// The server will not take what is asked: no failure of the network, account or address.
bool is_refusal(int status) { return status == 400 || status == 422; }

}  // namespace

struct OpenAiEmbedder::Refusal {
  std::size_t place = 0;  // among the texts that are sent
  Error why;
};

struct OpenAiEmbedder::Called {
  Result<std::string> body;  // with status 200
  int status = 0;            // 0: no answer
  ServerError said = {};
};

OpenAiEmbedder::OpenAiEmbedder(EmbeddingOptions options, CallWorld world)
    : options_(std::move(options)),
      caller_(options_.retry, std::move(world)),
      url_(embeddings_url(options_.endpoint)),
      dims_(options_.dims > 0 ? options_.dims : options_.known_dims),
      base64_(options_.known.base64),
      says_dims_(options_.dims > 0 && options_.known.dimensions) {}

std::string OpenAiEmbedder::name() const {
  std::string name = "openai/" + options_.model;
  if (options_.dims > 0) name += "/" + std::to_string(options_.dims);
  return name + "@" + options_.endpoint.server;
}

Result<std::vector<float>> OpenAiEmbedder::embed(std::span<const std::string_view> texts) {
  std::vector<std::vector<float>> made;
  std::vector<std::size_t> asked;  // which of the texts
  std::vector<std::string> batch;
  Refusals refused;
  std::size_t bytes = 0;
  const auto flush = [&]() -> Status {
    if (batch.empty()) return {};
    const std::size_t first = asked.size() - batch.size();
    PYRAMID_ASSIGN(std::vector<float> vectors, ask(std::exchange(batch, {}), first, refused));
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
  const std::lock_guard lock(state_);
  for (Refusal& one : refused) {
    refused_.push_back({digest_of(texts[asked[one.place]]), std::move(one.why)});
  }
  return all;
}

std::vector<RefusedText> OpenAiEmbedder::take_refused() {
  const std::lock_guard lock(state_);
  return std::exchange(refused_, {});
}

EmbeddingBody OpenAiEmbedder::body_now() const {
  return {options_.model, says_dims_ ? options_.dims : 0, base64_};
}

// One request's texts, of which `first` were sent before; again with less asked for, or with
// shorter texts, where the server wants it.
Result<std::vector<float>> OpenAiEmbedder::ask(std::vector<std::string> texts, std::size_t first,
                                               Refusals& refused) {
  for (;;) {
    PYRAMID_TRY(ready());
    const EmbeddingBody how = body_now();
    const Called called = call(embedding_body(texts, how));
    if (called.body) {
      auto vectors = vectors_in(*called.body, texts.size());
      if (!vectors) return vectors;
      worked_ = true;
      note_abilities();
      return without_zeros(*std::move(vectors), first, refused);
    }
    if (asks_less(how, called.status, called.said)) continue;
    if (reads_less(called.status, called.said)) {
      std::size_t longest = 0;
      for (const std::string& text : texts) longest = std::max(longest, text.size());
      if (longest > kShortest) {
        for (std::string& text : texts) text = std::string(utf8::truncate(text, longest / 2));
        continue;
      }
    }
    Error error = called.body.error();
    if (!options_.sets_apart || !is_refusal(called.status)) return fail(std::move(error));
    return ask_in_halves(std::move(texts), first, refused, std::move(error));
  }
}

// What was refused as a whole, until the text is found that is to blame: none, where the server
// takes nothing at all just now.
Result<std::vector<float>> OpenAiEmbedder::ask_in_halves(std::vector<std::string> texts,
                                                         std::size_t first, Refusals& refused,
                                                         Error why) {
  if (!takes_texts()) return fail(std::move(why));
  if (texts.size() == 1) {
    refused.push_back({first, std::move(why)});
    return std::vector<float>(dims_);
  }
  const std::size_t half = texts.size() / 2;
  std::vector<std::string> later(texts.begin() + static_cast<std::ptrdiff_t>(half), texts.end());
  texts.resize(half);
  PYRAMID_ASSIGN(std::vector<float> vectors, ask(std::move(texts), first, refused));
  PYRAMID_ASSIGN(const std::vector<float> more, ask(std::move(later), first + half, refused));
  vectors.insert(vectors.end(), more.begin(), more.end());
  return vectors;
}

// A vector of zeros is none: it is near to nothing.
Result<std::vector<float>> OpenAiEmbedder::without_zeros(std::vector<float> vectors,
                                                         std::size_t first, Refusals& refused) {
  const std::vector<std::size_t> empty = rows_of_zeros(vectors, dims_);
  if (empty.empty()) return vectors;
  const Error why = with_server({ErrorKind::kEngine, "made a vector of zeros, which is none", "",
                                 "", "look at `embedding_model`"});
  const bool all = empty.size() * dims_ == vectors.size();
  if (all && !(options_.sets_apart && takes_texts())) return fail(Error(why));
  if (!options_.sets_apart) return vectors;
  for (const std::size_t row : empty) refused.push_back({first + row, why});
  return vectors;
}

// Whether it takes what is harmless.
bool OpenAiEmbedder::takes_texts() {
  const std::array<std::string, 1> harmless = {"A sentence."};
  const Called called = call(embedding_body(harmless, body_now()));
  if (!called.body) return false;
  const auto vectors = vectors_in(*called.body, 1);
  return vectors && rows_of_zeros(*vectors, dims_).empty();
}

// Once the server has taken a request as it is made now.
void OpenAiEmbedder::note_abilities() {
  const std::lock_guard lock(state_);
  EmbeddingAbilities now = options_.known;
  now.base64 = base64_;
  if (options_.dims > 0) now.dimensions = says_dims_;
  if (now == options_.known) return;
  options_.known = now;
  if (options_.learnt) options_.learnt(now);
}

Result<std::vector<float>> OpenAiEmbedder::vectors_in(const std::string& body, std::size_t count) {
  Result<EmbeddingReply> reply = read_embeddings(body, count, dims_);
  if (!reply) return fail(with_server(std::move(reply).error()));
  std::size_t unknown = 0;
  if (!dims_.compare_exchange_strong(unknown, reply->dims) && unknown != reply->dims) {
    return fail(with_server({ErrorKind::kEngine, "changed the length of its vectors", "", "", ""}));
  }
  return std::move(reply->vectors);
}

OpenAiEmbedder::Called OpenAiEmbedder::call(const std::string& body) {
  if (auto keyless = lacks_key(options_.endpoint, options_.key)) {
    return {fail(note_broken(*std::move(keyless)))};
  }
  CallRecord record;
  record.recipe = "embed";
  Result<double> set_aside = caller_.may_begin(record.recipe, tokens_of(body.size()));
  if (!set_aside) return {fail(std::move(set_aside).error())};
  Called called = call_until_answered(body, record);
  caller_.ended(record, *set_aside);
  return called;
}

OpenAiEmbedder::Called OpenAiEmbedder::call_until_answered(const std::string& body,
                                                           CallRecord& record) {
  CallRules rules;
  rules.request = [&] {
    HttpRequest request = json_request(options_.endpoint, options_.key, options_.timeouts);
    request.url = url_;
    request.body = body;
    return request;
  };
  rules.is_final = reads_less;
  rules.may_go = [&] { return ready(); };
  CallOutcome outcome = caller_.call(rules, record);
  if (!outcome.response) {
    Error error = std::move(outcome.response).error();
    if (!outcome.by_network) return {fail(std::move(error))};
    return {fail(note_broken(with_server(std::move(error))))};
  }
  if (record.status != 200) {
    return {fail(given_up(record.status, outcome.said)), record.status, outcome.said};
  }
  record.answered = !is_page(outcome.response->body);
  const std::size_t said = tokens_said(outcome.response->body);
  if (record.answered) record.tokens_in = said > 0 ? said : tokens_of(body.size());
  record.estimated = record.answered && said == 0;
  return {std::move(outcome.response->body), 200};
}

// A server that does not know base64 or `dimensions` is asked without; some say no more than that
// something is wrong, and are asked without either, once, while they have taken nothing yet.
// Whether there is something to ask less of.
bool OpenAiEmbedder::asks_less(const EmbeddingBody& how, int status, const ServerError& said) {
  const bool refused = status == 400 || status == 422 || status == 501;
  if (!refused || reads_less(status, said)) return false;
  if (how != body_now()) return true;  // another worker found out
  if (says(said, "dimensions")) return says_dims_.exchange(false);
  if (says(said, "encoding_format") || says(said, "base64")) return base64_.exchange(false);
  if (worked_) return false;
  if (base64_.exchange(false)) return true;
  if (!dims_in_doubt_.exchange(true)) return says_dims_.exchange(false);
  // They are not to blame, and vectors of another length would be of no use.
  says_dims_ = options_.dims > 0 && options_.known.dimensions;
  return false;
}

Error OpenAiEmbedder::given_up(int status, const ServerError& said) {
  const std::string cause = without_key(said.message, options_.key);
  if (auto refused = refuses_account(status, said, options_.endpoint, options_.key)) {
    refused->cause = cause;
    if (refused->hint.empty()) refused->hint = kTryLater;
    return note_broken(*std::move(refused));
  }
  Error error{ErrorKind::kEngine, "", "", cause, ""};
  constexpr int kNotFound = 404;
  if (status != kNotFound) {
    error.what = "answered with an error (" + std::to_string(status) + ")";
    return with_server(std::move(error));
  }
  error.what = "has no model `" + options_.model + "`, or makes no embeddings at this address";
  error.where = "pyramid.yaml";
  error.hint = "set `embedding_model` and `embedding_base_url`";
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
  return of_server(std::move(error), options_.endpoint, options_.key);
}

}  // namespace pyramid::engine::openai
