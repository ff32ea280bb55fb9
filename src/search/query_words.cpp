#include "search/query_words.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <set>
#include <utility>

namespace pyramid::search {

namespace {

constexpr std::size_t kMostTerms = 64;
constexpr std::size_t kMostBytes = 4096;  // far more than a question has

}  // namespace

std::vector<std::string> terms_of(std::string_view query) {
  std::vector<std::string> all;
  std::vector<std::string> content;
  std::set<std::string> seen;
  const std::string clean = text_to_embed(query);
  for (const engine::Word& word : engine::words(clean)) {
    std::string lower = utf8::lower(word.text);
    if (!seen.insert(lower).second) continue;
    if (!engine::is_stop_word(lower) && !engine::says_now(lower)) content.push_back(lower);
    all.push_back(std::move(lower));
  }
  std::vector<std::string>& chosen = content.empty() ? all : content;
  if (chosen.size() > kMostTerms) chosen.resize(kMostTerms);
  return std::move(chosen);
}

// FTS5 takes anything between double quotes as words.
std::string fts_query(const std::vector<std::string>& terms) {
  std::string query;
  for (const std::string& term : terms) {
    if (!query.empty()) query += " OR ";
    query += '"' + replace_all(term, "\"", "") + '"';
  }
  return query;
}

std::string text_to_embed(std::string_view query) {
  return utf8::replace_invalid(query.substr(0, kMostBytes));
}

}  // namespace pyramid::search
