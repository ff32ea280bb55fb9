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

constexpr std::size_t kDate = 11;  // bytes of "2026-05-12-"

// Numbers with the word before them: one alone stands in many texts.
std::set<std::string> telling_words(std::string_view slug) {
  constexpr std::size_t kShortest = 4;
  std::set<std::string> words;
  std::string_view before;
  for (const std::string_view word : split(slug, '-')) {
    if (word.size() < kShortest && !engine::has_digit(word)) continue;
    if (engine::is_stop_word(word)) continue;
    words.insert(engine::has_digit(word) && !before.empty()
                     ? std::string(before) + " " + std::string(word)
                     : std::string(word));
    before = word;
  }
  return words;
}

std::set<std::string> words_of(std::string_view text) {
  constexpr std::size_t kAll = 100'000;  // bytes: a slug is cut elsewhere
  return telling_words(slugify(text, kAll));
}

// Of the name of a summary that is named by words.
std::set<std::string> words_of_name(const format::Node& summary) {
  std::string_view name = path::name(summary.path).substr(kDate);
  name.remove_suffix(name.size() - name.rfind('-'));  // the end of its id
  return telling_words(name);
}

}  // namespace

bool is_named_by_words(const format::Node& summary) {
  const std::string tail = short_id(summary.id) + ".md";
  const std::string_view name = path::name(summary.path);
  if (!workspace::summary_place(summary.path) || name == "summary-" + tail) return false;
  // "2026-05-12-<words>-7t5xbn.md"; of a calendar's bucket "2026-05-12-7t5xbn.md".
  return name.size() > kDate + tail.size() && name.substr(kDate) != "summary-" + tail;
}

bool is_named_after(const format::Node& summary, std::string_view gone, std::string_view kept) {
  if (!is_named_by_words(summary)) return false;
  const std::set<std::string> told = words_of(gone), left = words_of(kept);
  const std::set<std::string> named = words_of_name(summary);
  return std::any_of(named.begin(), named.end(), [&](const std::string& word) {
    return told.contains(word) && !left.contains(word);
  });
}

bool is_named_beside(const format::Node& summary, std::string_view kept) {
  if (!is_named_by_words(summary)) return false;
  const std::set<std::string> left = words_of(kept), named = words_of_name(summary);
  return std::any_of(named.begin(), named.end(),
                     [&](const std::string& word) { return !left.contains(word); });
}

Status rename_file(WorkingSet& memory, const format::Node& node, std::string_view name) {
  std::string moved = path::join(path::directory(node.path), name);
  if (moved == node.path) return {};
  PYRAMID_ASSIGN(std::string bytes, memory.bytes(node.path));
  PYRAMID_TRY(memory.remove(node.id));
  return memory.put(moved, std::move(bytes), std::nullopt);
}

Status give_plain_name(WorkingSet& memory, const format::Node& summary) {
  const std::string plain = workspace::summary_path(
      summary.model, summary.tier, memory.zone().local(summary.start), "summary", summary.id);
  return rename_file(memory, summary, path::name(plain));
}

}  // namespace pyramid::ops
