#include "ops/answer_log.hpp"

#include "base/text.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace pyramid::ops {

using Json = nlohmann::json;

std::string answer_line(const Digest& request, std::string_view answer) {
  const Json entry = {to_hex(request), answer};
  return entry.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::unordered_map<std::string, std::string> read_answers(std::string_view bytes) {
  std::unordered_map<std::string, std::string> answers;
  for (const std::string_view line : split_lines(bytes)) {
    const Json entry = Json::parse(line, nullptr, false);
    const bool usable =
        entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string();
    if (usable) answers.emplace(entry[0].get<std::string>(), entry[1].get<std::string>());
  }
  return answers;
}

AnswerLog::AnswerLog(FileSystem& files, const workspace::Workspace& workspace)
    : files_(files),
      path_(workspace.absolute(std::string(workspace::kCacheFolder) + "/answers.jsonl")) {
  const Result<std::string> bytes = files_.read(path_);
  if (!bytes) return;
  there_ = true;
  answers_ = read_answers(*bytes);
}

std::optional<std::string> AnswerLog::find(const Digest& request) {
  const auto known = answers_.find(to_hex(request));
  return known == answers_.end() ? std::nullopt : std::optional(known->second);
}

void AnswerLog::keep(const Digest& request, std::string_view answer) {
  const std::lock_guard lock(mutex_);
  there_ = files_.append(path_, answer_line(request, answer)).has_value() || there_;
}

Status AnswerLog::forget() {
  if (!there_) return {};
  there_ = false;
  return files_.remove(path_);
}

}  // namespace pyramid::ops
