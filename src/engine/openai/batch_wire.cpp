#include "engine/openai/batch_wire.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "engine/openai/json_members.hpp"
#include "engine/openai/wire.hpp"

#include <utility>

namespace pyramid::engine::openai {

namespace {

constexpr const char* kPath = "/v1/chat/completions";
constexpr const char* kNameKey = "pyramid";

std::string text_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Failure unreadable(std::string_view body) {
  return fail(ErrorKind::kEngine, "answered with what is no batch", {}, {},
              read_error(body).message);
}

BatchState::Phase phase_of(std::string_view status) {
  if (status == "completed" || status == "expired" || status == "cancelled") {
    return BatchState::Phase::kOver;
  }
  return status == "failed" ? BatchState::Phase::kRefused : BatchState::Phase::kUnderWay;
}

std::string first_error(const Json& batch) {
  const Json& list = member(member(batch, "errors"), "data");
  if (!list.is_array() || list.empty()) return {};
  return read_error(list[0].dump(-1, ' ', false, Json::error_handler_t::replace)).message;
}

Result<BatchState> batch_of(const Json& json, std::string_view body) {
  BatchState state;
  state.id = text_in(json, "id");
  state.status = text_in(json, "status");
  if (state.id.empty() || state.status.empty()) return unreadable(body);
  state.file = text_in(json, "input_file_id");
  state.name = text_in(member(json, "metadata"), kNameKey);
  state.phase = phase_of(state.status);
  state.answers = text_in(json, "output_file_id");
  state.errors = text_in(json, "error_file_id");
  state.why = first_error(json);
  return state;
}

BatchAnswer answer_of(const Json& line) {
  BatchAnswer answer{text_in(line, "custom_id"), 0, ChatReply()};
  const Json& response = member(line, "response");
  const Json& status = member(response, "status_code");
  if (status.is_number_integer()) answer.status = status.get<int>();
  const std::string body =
      member(response, "body").dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr int kOk = 200;
  if (answer.status == kOk) {
    answer.reply = read_reply(body);
  } else {
    answer.reply = fail(ErrorKind::kEngine, "answered with an error", {}, {},
                        read_error(answer.status == 0 ? line.dump() : body).message);
  }
  return answer;
}

}  // namespace

std::string batch_line(std::string_view custom_id, std::string_view body) {
  const Json head = {{"custom_id", custom_id}, {"method", "POST"}, {"url", kPath}};
  std::string line = head.dump();
  line.pop_back();
  return line.append(",\"body\":").append(body).append("}\n");
}

UploadForm upload_form(std::string_view file_name, std::string_view jsonl) {
  // Made of what it must not stand in.
  const std::string boundary = "pyramid-" + to_hex(digest_of(jsonl));
  std::string body = "--" + boundary +
                     "\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--" +
                     boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"";
  body.append(file_name).append("\"\r\nContent-Type: application/jsonl\r\n\r\n").append(jsonl);
  body += "\r\n--" + boundary + "--\r\n";
  return {"multipart/form-data; boundary=" + boundary, std::move(body)};
}

std::string batch_body(std::string_view file, std::string_view name) {
  const Json body = {{"input_file_id", file},
                     {"endpoint", kPath},
                     {"completion_window", "24h"},
                     {"metadata", {{kNameKey, name}}}};
  return body.dump();
}

Result<std::string> read_file_id(std::string_view body) {
  std::string id = text_in(parse(body), "id");
  if (id.empty()) return unreadable(body);
  return id;
}

Result<BatchState> read_batch(std::string_view body) { return batch_of(parse(body), body); }

Result<BatchList> read_batch_list(std::string_view body) {
  const Json json = parse(body);
  const Json& data = member(json, "data");
  if (!data.is_array()) return unreadable(body);
  BatchList list;
  for (const Json& one : data) {
    PYRAMID_ASSIGN(BatchState state, batch_of(one, body));
    list.batches.push_back(std::move(state));
  }
  const Json& more = member(json, "has_more");
  list.more = more.is_boolean() && more.get<bool>() && !list.batches.empty();
  return list;
}

std::vector<BatchAnswer> read_batch_answers(std::string_view jsonl) {
  std::vector<BatchAnswer> answers;
  for (const std::string_view line : split_lines(jsonl)) {
    const Json json = parse(line);
    if (json.is_object()) answers.push_back(answer_of(json));
  }
  return answers;
}

}  // namespace pyramid::engine::openai
