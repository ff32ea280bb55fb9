#include "ops/answer_log.hpp"

#include "base/text.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace pyramid::ops {

using Json = nlohmann::json;

AnswerLog::AnswerLog(FileSystem& files, const workspace::Workspace& workspace)
    : files_(files),
      path_(workspace.absolute(std::string(workspace::kCacheFolder) + "/answers.jsonl")) {
  const Result<std::string> bytes = files_.read(path_);
  if (!bytes) return;
  there_ = true;
  for (const std::string_view line : split_lines(*bytes)) {
    const Json entry = Json::parse(line, nullptr, false);  // the last one may be torn
    const bool usable =
        entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string();
    if (usable) answers_.emplace(entry[0].get<std::string>(), entry[1].get<std::string>());
  }
}

std::optional<std::string> AnswerLog::find(const Digest& request) {
  const auto known = answers_.find(to_hex(request));
  return known == answers_.end() ? std::nullopt : std::optional(known->second);
}

void AnswerLog::keep(const Digest& request, std::string_view answer) {
  const Json entry = {to_hex(request), answer};
  const std::string line = entry.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(mutex_);
  there_ = files_.append(path_, line).has_value() || there_;
}

Status AnswerLog::forget() {
  if (!there_) return {};
  there_ = false;
  return files_.remove(path_);
}

}  // namespace pyramid::ops
