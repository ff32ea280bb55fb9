// The Batch API as bytes: files of calls, what becomes of a batch, files of answers. Pure
// functions.
#pragma once

#include "engine/chat/chat_model.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::openai {

// What a batch may hold: OpenAI takes 50,000 calls and 200 MB.
inline constexpr std::size_t kMostBatchCalls = 50'000;
inline constexpr std::size_t kMostBatchBytes = 64UL * 1024 * 1024;

// One call as a line of the file that is uploaded, with its end. `body`: as request_body() has it.
std::string batch_line(std::string_view custom_id, std::string_view body);

// A form of two fields, as it is uploaded: the purpose "batch", and the file.
struct UploadForm {
  std::string content_type, body;
};
UploadForm upload_form(std::string_view file_name, std::string_view jsonl);

// The body that makes a batch of an uploaded file. `name`: kept with it by the server, to be known
// again by.
std::string batch_body(std::string_view file, std::string_view name);

// `id` of what was uploaded.
Result<std::string> read_file_id(std::string_view body);

struct BatchState {
  enum class Phase {
    kUnderWay,
    kOver,    // completed, expired or cancelled: what was answered can be had
    kRefused  // nothing was asked; `why` says why
  };
  std::string id, file, name;  // file: that it was made of
  std::string status;          // the server's word: "in_progress"
  Phase phase = Phase::kUnderWay;
  std::string answers, errors;  // files; "" = none
  std::string why;
};
Result<BatchState> read_batch(std::string_view body);

struct BatchList {
  std::vector<BatchState> batches;  // newest first
  bool more = false;                // behind the last of them
};
Result<BatchList> read_batch_list(std::string_view body);

// A line of a file of answers or errors.
struct BatchAnswer {
  std::string custom_id;
  int status = 0;  // 0: the call was not made
  Result<ChatReply> reply;
};
// Without the lines that are none: they answer nothing.
std::vector<BatchAnswer> read_batch_answers(std::string_view jsonl);

}  // namespace pyramid::engine::openai
