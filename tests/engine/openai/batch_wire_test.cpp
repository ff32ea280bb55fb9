// The Batch API as bytes.
#include "engine/openai/batch_wire.hpp"

#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

namespace batch_wire_test {

using namespace pyramid;
using namespace pyramid::engine;
using namespace pyramid::engine::openai;
using Json = nlohmann::json;

TEST_CASE("batch wire: a call is one line of JSON with its id, and the file lies in a form") {
  const std::string line = batch_line("0a1b", R"({"model":"m","messages":[]})");
  REQUIRE(line.ends_with("}\n"));
  const Json json = Json::parse(line);
  CHECK(json["custom_id"] == "0a1b");
  CHECK(json["method"] == "POST");
  CHECK(json["url"] == "/v1/chat/completions");
  CHECK(json["body"]["model"] == "m");
  const UploadForm form = upload_form("a.jsonl", line);
  const std::string boundary = form.content_type.substr(form.content_type.find("boundary=") + 9);
  CHECK(form.body.starts_with("--" + boundary + "\r\n"));
  CHECK(form.body.ends_with("\r\n--" + boundary + "--\r\n"));
  CHECK(form.body.find("name=\"purpose\"\r\n\r\nbatch\r\n") != std::string::npos);
  CHECK(form.body.find("filename=\"a.jsonl\"") != std::string::npos);
  CHECK(form.body.find("\r\n\r\n" + line + "\r\n--") != std::string::npos);
  CHECK(line.find(boundary) == std::string::npos);
}

TEST_CASE("batch wire: what becomes of a batch is read, and anything else is an error") {
  const auto state =
      read_batch(R"({"id":"b1","status":"expired","input_file_id":"f1","output_file_id":"f2",)"
                 R"("error_file_id":null,"metadata":{"pyramid":"n"},"errors":null})");
  REQUIRE(state);
  CHECK(state->phase == BatchState::Phase::kOver);
  CHECK(state->file == "f1");
  CHECK(state->name == "n");
  CHECK(state->answers == "f2");
  CHECK(state->errors.empty());
  const auto failed = read_batch(
      R"({"id":"b1","status":"failed","errors":{"data":[{"code":"x","message":"Too many"}]}})");
  REQUIRE(failed);
  CHECK(failed->phase == BatchState::Phase::kRefused);
  CHECK(failed->why == "Too many");
  CHECK(read_batch(R"({"id":"b1","status":"cancelling"})")->phase == BatchState::Phase::kUnderWay);
  CHECK_FALSE(read_batch("<html>Bad gateway</html>"));
  CHECK_FALSE(read_batch("{}"));
  CHECK_FALSE(read_batch_list(R"({"data":"none"})"));
  CHECK_FALSE(read_file_id("[]"));
}

TEST_CASE("batch wire: answers and errors are read line by line, and what is none is passed over") {
  const std::vector<BatchAnswer> answers = read_batch_answers(
      R"({"custom_id":"a","response":{"status_code":200,"body":{"choices":[{"message":)"
      R"({"content":"Yes."},"finish_reason":"stop"}],"usage":{"prompt_tokens":7}}},"error":null})"
      "\n"
      R"({"custom_id":"b","response":{"status_code":400,"body":{"error":{"message":"No"}}}})"
      "\n"
      R"({"custom_id":"c","response":null,"error":{"code":"batch_expired","message":"Late"}})"
      "\nnot json\n\n{\"custom_id\":\"d\",\"resp");
  REQUIRE(answers.size() == 3);
  REQUIRE(answers[0].reply);
  CHECK(answers[0].reply->text == "Yes.");
  CHECK(answers[0].reply->tokens_in == 7);
  CHECK(answers[1].status == 400);
  CHECK(answers[1].reply.error().cause == "No");
  CHECK(answers[2].status == 0);
  CHECK_FALSE(answers[2].reply);
}

}  // namespace batch_wire_test
