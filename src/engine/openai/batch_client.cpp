#include "engine/openai/batch_client.hpp"

#include "base/digest.hpp"
#include "engine/openai/caller.hpp"
#include "engine/openai/endpoint.hpp"
#include "engine/openai/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr int kStatusOk = 200;

// As a server answers that does not know such a path.
bool has_no_batches(int status) {
  constexpr std::array<int, 4> kUnknown = {400, 404, 405, 501};
  return std::find(kUnknown.begin(), kUnknown.end(), status) != kUnknown.end();
}

}  // namespace

BatchClient::BatchClient(Endpoint endpoint, std::string key, std::shared_ptr<HttpClient> client,
                         std::shared_ptr<Sleeper> sleeper, Cancelled cancelled)
    : endpoint_(std::move(endpoint)),
      key_(std::move(key)),
      client_(std::move(client)),
      sleeper_(std::move(sleeper)),
      cancelled_(std::move(cancelled)) {}

std::string BatchClient::new_name() {
  const std::string drawn = fmt::format("{} {}", sleeper_->date().seconds, sleeper_->chance());
  return format_date(date_of(sleeper_->date())) + "-" + to_hex(digest_of(drawn)).substr(0, 16);
}

Status BatchClient::look() {
  HttpRequest request = request_to("/batches?limit=1");
  request.get = true;
  const Result<std::string> body = ask(request, Tries::kSeveral);
  if (body && read_batch_list(*body)) return {};
  if (!body && body.error().kind != ErrorKind::kUsage) return fail(Error(body.error()));
  return fail(ErrorKind::kUsage, endpoint_.server + " has no Batch API", {},
              "do it without --batch", body ? "" : body.error().cause);
}

Result<std::optional<BatchState>> BatchClient::find(std::string_view file, std::string_view name) {
  constexpr int kMostPages = 50;
  std::string path = "/batches?limit=100";
  for (int page = 0; page < kMostPages; ++page) {
    HttpRequest request = request_to(path);
    request.get = true;
    PYRAMID_ASSIGN(const std::string body, ask(request, Tries::kSeveral));
    Result<BatchList> list = read_batch_list(body);
    if (!list) return fail(with_server(std::move(list).error()));
    for (BatchState& one : list->batches) {
      const bool is_it = one.name == name || (!file.empty() && one.file == file);
      if (is_it) return std::optional(std::move(one));
    }
    if (!list->more) break;
    path = "/batches?limit=100&after=" + list->batches.back().id;
  }
  return std::optional<BatchState>();
}

Result<std::string> BatchClient::upload(std::string_view name, std::string_view jsonl) {
  UploadForm form = upload_form(std::string(name) + ".jsonl", jsonl);
  HttpRequest request = request_to("/files");
  request.headers.push_back({"Content-Type", std::move(form.content_type)});
  request.body = std::move(form.body);
  PYRAMID_ASSIGN(const std::string body, ask(request, Tries::kSeveral));
  Result<std::string> id = read_file_id(body);
  if (!id) return fail(with_server(std::move(id).error()));
  return id;
}

Result<BatchState> BatchClient::create(std::string_view file, std::string_view name) {
  HttpRequest request = request_to("/batches");
  request.headers.push_back({"Content-Type", "application/json"});
  request.headers.push_back({"Connection", "close"});  // so that it is sent once
  request.body = batch_body(file, name);
  PYRAMID_ASSIGN(const std::string body, ask(request, Tries::kOne));
  Result<BatchState> state = read_batch(body);
  if (!state) return fail(with_server(std::move(state).error()));
  return state;
}

Result<BatchState> BatchClient::state(std::string_view id) {
  HttpRequest request = request_to("/batches/" + std::string(id));
  request.get = true;
  PYRAMID_ASSIGN(const std::string body, ask(request, Tries::kSeveral));
  Result<BatchState> state = read_batch(body);
  if (!state) return fail(with_server(std::move(state).error()));
  return state;
}

Result<std::string> BatchClient::content(std::string_view file) {
  constexpr std::size_t kLargest = 1024UL * 1024 * 1024;
  HttpRequest request = request_to("/files/" + std::string(file) + "/content");
  request.get = true;
  request.largest = kLargest;
  return ask(request, Tries::kSeveral);
}

// `path` beside that of chat completions; the address's own query stays.
HttpRequest BatchClient::request_to(std::string_view path) const {
  HttpRequest request;
  const std::size_t chat = endpoint_.url.rfind(kChatPath);
  const std::string query = endpoint_.url.substr(chat + kChatPath.size());
  request.url = endpoint_.url.substr(0, chat).append(path);
  if (!query.empty()) {
    const bool asks = path.find('?') != std::string_view::npos;
    request.url.append(asks ? "&" : "?").append(query.substr(1));
  }
  request.headers = key_headers(endpoint_, key_);
  return request;
}

Result<std::string> BatchClient::ask(const HttpRequest& request, Tries tries) {
  if (auto keyless = lacks_key(endpoint_, key_)) return fail(*std::move(keyless));
  for (int tried = 0;; ++tried) {
    Result<HttpResponse> response = client_->post(request, cancelled_);
    if (response && response->status == kStatusOk) return std::move(response->body);
    const bool may_help = response || response.error().kind == ErrorKind::kEngine;
    const bool final = tries == Tries::kOne || !may_help ||
                       (response && is_out_of_credit(read_error(response->body)));
    const auto wait = wait_before_retry(retry_, tried, response ? &*response : nullptr, final,
                                        sleeper_->date(), sleeper_->chance());
    if (!wait) {
      if (response) return fail(refused(*response));
      if (response.error().kind == ErrorKind::kCancelled) return fail(Error(response.error()));
      return fail(with_server(response.error()));
    }
    if (!sleeper_->sleep(*wait, cancelled_)) return fail(ErrorKind::kCancelled, "interrupted");
  }
}

Error BatchClient::refused(const HttpResponse& response) const {
  const std::string code = std::to_string(response.status);
  Error error{ErrorKind::kEngine, endpoint_.server + " answered with an error (" + code + ")", "",
              without_key(read_error(response.body).message, key_), kTryLater};
  if (auto refused = refuses_account(response.status, {}, endpoint_, key_)) {
    error.what = refused->what;
    if (!refused->hint.empty()) error.hint = refused->hint;
  } else if (has_no_batches(response.status)) {
    error.kind = ErrorKind::kUsage;
  }
  return error;
}

Error BatchClient::with_server(Error error) const {
  return of_server(std::move(error), endpoint_, key_);
}

}  // namespace pyramid::engine::openai
