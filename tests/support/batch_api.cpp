#include "tests/support/batch_api.hpp"

#include <nlohmann/json.hpp>

#include <mutex>
#include <sstream>
#include <utility>

namespace pyramid::test {

using Json = nlohmann::json;

struct BatchApi::State {
  struct Batch {
    std::string id, file, status;
    Json metadata;
    std::string answers, errors;  // files
    Json why = nullptr;
  };

  mutable std::mutex mutex;
  ChatServer::Model model;
  std::map<std::string, std::string> files;
  std::vector<Batch> batches;
  std::size_t chats = 0;
  bool hang_up = false;

  std::string keep(std::string bytes) {
    const std::string id = "file-" + std::to_string(files.size() + 1);
    files[id] = std::move(bytes);
    return id;
  }

  static Json shown(const Batch& batch) {
    Json json = {{"id", batch.id},
                 {"object", "batch"},
                 {"endpoint", "/v1/chat/completions"},
                 {"input_file_id", batch.file},
                 {"completion_window", "24h"},
                 {"status", batch.status},
                 {"metadata", batch.metadata},
                 {"output_file_id", nullptr},
                 {"error_file_id", nullptr}};
    if (!batch.answers.empty()) json["output_file_id"] = batch.answers;
    if (!batch.errors.empty()) json["error_file_id"] = batch.errors;
    if (!batch.why.is_null()) json["errors"] = {{"data", {{{"message", batch.why}}}}};
    return json;
  }

  std::vector<Json> lines_of(const Batch& batch) const {
    std::vector<Json> lines;
    std::istringstream text(files.at(batch.file));
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
    return lines;
  }

  ServerReply upload(const ServerCall& call) {
    const std::size_t begin = call.body.find("\r\n\r\n", call.body.find("filename=")) + 4;
    const std::size_t end = call.body.rfind("\r\n--", call.body.size() - 4);
    return {200, Json{{"id", keep(call.body.substr(begin, end - begin))}}.dump()};
  }

  ServerReply create(const ServerCall& call) {
    const Json body = Json::parse(call.body);
    Batch batch{"batch_" + std::to_string(batches.size() + 1),
                body["input_file_id"],
                "in_progress",
                body["metadata"],
                {},
                {}};
    batches.push_back(batch);
    ServerReply reply{200, shown(batch).dump()};
    if (std::exchange(hang_up, false)) reply.how = ServerReply::How::kHangUp;
    return reply;
  }

  ServerReply list() const {
    Json data = Json::array();
    for (auto batch = batches.rbegin(); batch != batches.rend(); ++batch) {
      data.push_back(shown(*batch));
    }
    return {200, Json{{"object", "list"}, {"data", data}, {"has_more", false}}.dump()};
  }

  void answer(Batch& batch, const std::vector<Fate>& fates) {
    std::string answers;
    std::string errors;
    std::size_t number = 0;
    for (const Json& line : lines_of(batch)) {
      const Fate fate = number < fates.size() ? fates[number] : Fate::kAnswered;
      ++number;
      Json said = {{"id", "batch_req_" + std::to_string(number)},
                   {"custom_id", line["custom_id"]},
                   {"response", nullptr},
                   {"error", nullptr}};
      if (fate == Fate::kLost) continue;
      if (fate == Fate::kExpired) {
        said["error"] = {{"code", "batch_expired"}, {"message", "It took too long."}};
        errors += said.dump() + "\n";
        continue;
      }
      ServerCall call;
      call.body = line["body"].dump();
      ServerReply reply = model(call);
      if (fate == Fate::kFailed) reply = {400, R"({"error":{"message":"Not this one"}})"};
      said["response"] = {{"status_code", reply.status}, {"body", Json::parse(reply.body)}};
      if (fate == Fate::kForeign) said["custom_id"] = "somebody-elses";
      (reply.status == 200 ? answers : errors) += said.dump() + "\n";
    }
    batch.status = "completed";
    if (!answers.empty()) batch.answers = keep(answers);
    if (!errors.empty()) batch.errors = keep(errors);
  }

  ServerReply reply_to(const ServerCall& call) {
    const std::lock_guard lock(mutex);
    const std::string path = call.path.substr(0, call.path.find('?'));
    if (path == "/v1/files" && call.method == "POST") return upload(call);
    if (path == "/v1/batches") return call.method == "POST" ? create(call) : list();
    for (const Batch& batch : batches) {
      if (path == "/v1/batches/" + batch.id) return {200, shown(batch).dump()};
    }
    for (const auto& [id, bytes] : files) {
      if (path == "/v1/files/" + id + "/content") return {200, bytes};
    }
    if (path != "/v1/chat/completions") return {404, R"({"error":{"message":"No such path"}})"};
    ++chats;
    return model(call);
  }
};

BatchApi::BatchApi(ChatServer::Model model) : state_(std::make_shared<State>()) {
  state_->model = std::move(model);
}
BatchApi::~BatchApi() = default;

ChatServer::Model BatchApi::as_model() {
  return [state = state_](const ServerCall& call) { return state->reply_to(call); };
}

void BatchApi::finish(const std::vector<Fate>& fates) {
  const std::lock_guard lock(state_->mutex);
  for (State::Batch& batch : state_->batches) {
    if (batch.status == "in_progress") state_->answer(batch, fates);
  }
}

void BatchApi::refuse_all(const std::string& why) {
  const std::lock_guard lock(state_->mutex);
  for (State::Batch& batch : state_->batches) {
    if (batch.status != "in_progress") continue;
    batch.status = "failed";
    batch.why = why;
  }
}

void BatchApi::hang_up_once() {
  const std::lock_guard lock(state_->mutex);
  state_->hang_up = true;
}

std::size_t BatchApi::batches() const {
  const std::lock_guard lock(state_->mutex);
  return state_->batches.size();
}

std::size_t BatchApi::lines() const {
  const std::lock_guard lock(state_->mutex);
  std::size_t lines = 0;
  for (const State::Batch& batch : state_->batches) lines += state_->lines_of(batch).size();
  return lines;
}

std::size_t BatchApi::chats() const {
  const std::lock_guard lock(state_->mutex);
  return state_->chats;
}

std::string BatchApi::uploaded() const {
  const std::lock_guard lock(state_->mutex);
  std::string all;
  for (const State::Batch& batch : state_->batches) all += state_->files.at(batch.file);
  return all;
}

}  // namespace pyramid::test
