#include "ops/calls/answer_log.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::ops {

using Json = nlohmann::json;

namespace {

// So that a damaged answer is none.
std::string check_of(const std::string& request, const std::string& answer) {
  Hasher hasher;
  return to_hex(hasher.field(request).field(answer).finish()).substr(0, 16);
}

}  // namespace

std::string answer_line(const Digest& request, std::string_view answer) {
  const std::string key = to_hex(request);
  const std::string whole = utf8::replace_invalid(answer);
  const Json entry = {key, whole, check_of(key, whole)};
  return entry.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::unordered_map<std::string, std::string> read_answers(std::string_view bytes) {
  std::unordered_map<std::string, std::string> answers;
  for (const std::string_view line : split_lines(bytes)) {
    const Json entry = Json::parse(line, nullptr, false);
    // Older lines have no check.
    if (!entry.is_array() || entry.size() < 2 || entry.size() > 3) continue;
    if (!std::all_of(entry.begin(), entry.end(), [](const Json& one) { return one.is_string(); })) {
      continue;
    }
    const auto key = entry[0].get<std::string>();
    auto answer = entry[1].get<std::string>();
    if (entry.size() == 3 && entry[2] != check_of(key, answer)) continue;
    answers.insert_or_assign(key, std::move(answer));
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
