#include "ops/nodes/summary_names.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/text/language.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

std::set<std::string> telling_words(std::string_view slug) {
  constexpr std::size_t kShortest = 4;
  std::set<std::string> words;
  for (const std::string_view word : split(slug, '-')) {
    const bool anybody = word == "user" || word == "users" || word == "assistant";
    if (word.size() >= kShortest && !anybody && !engine::is_stop_word(word)) words.emplace(word);
  }
  return words;
}

}  // namespace

bool is_named_by_words(const format::Node& summary) {
  const std::string tail = short_id(summary.id) + ".md";
  const std::string_view name = path::name(summary.path);
  if (!workspace::summary_place(summary.path) || name == "summary-" + tail) return false;
  // "2026-05-12-<words>-7t5xbn.md"; of a calendar's bucket "2026-05-12-7t5xbn.md".
  constexpr std::size_t kDate = 11;
  return name.size() > kDate + tail.size() && name.substr(kDate) != "summary-" + tail;
}

bool is_named_after(const format::Node& summary, std::string_view text) {
  constexpr std::size_t kAll = 4096;  // bytes: of a slug, which is cut elsewhere
  const std::set<std::string> named = telling_words(path::name(summary.path));
  std::set<std::string> told = telling_words(slugify(text, kAll));
  for (const std::string& word : telling_words(slugify(summary.model))) told.erase(word);
  return std::any_of(told.begin(), told.end(),
                     [&](const std::string& word) { return named.contains(word); });
}

Status rename_file(WorkingSet& memory, const format::Node& node, std::string_view name) {
  std::string moved = path::join(path::directory(node.path), name);
  if (moved == node.path) return {};
  PYRAMID_ASSIGN(std::string bytes, memory.bytes(node.path));
  PYRAMID_TRY(memory.remove(node.id));
  return memory.put(moved, std::move(bytes), std::nullopt);
}

Status give_plain_name(WorkingSet& memory, const format::Node& summary) {
  const std::string plain =
      workspace::summary_path(summary.model, summary.tier, summary.start, "summary", summary.id);
  return rename_file(memory, summary, path::name(plain));
}

}  // namespace pyramid::ops
