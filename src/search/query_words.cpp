#include "search/query_words.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/word_parts.hpp"
#include "index/word_counts.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::search {

namespace {

constexpr std::size_t kMostTerms = 64;
constexpr std::size_t kLastTerms = 16;
constexpr std::size_t kMostCounted = 1000;   // words of a query
constexpr std::size_t kManyPieces = 10'000;  // more of them make a word no less telling
// Of the text, far more than a question has.
constexpr std::size_t kHeadBytes = 1024;
constexpr std::size_t kTailBytes = 3072;
constexpr std::string_view kBlanks = " \t\n\r";

}  // namespace

std::vector<std::string> terms_of(std::string_view query) {
  std::vector<std::string> all;
  std::vector<std::string> content;
  std::set<std::string> seen;
  const std::string folded = utf8::fold(query);
  for (const engine::Word& word : engine::asked_words(folded)) {
    std::string term(word.text);
    if (!seen.insert(term).second) continue;
    if (!engine::is_stop_word(term) && !engine::says_now(term)) content.push_back(term);
    all.push_back(std::move(term));
  }
  return content.empty() ? all : content;
}

Result<std::vector<std::string>> telling(index::Index& index, std::vector<std::string> terms) {
  if (terms.size() <= kMostTerms) return terms;
  if (terms.size() > kMostCounted) {
    const auto head = terms.begin() + static_cast<std::ptrdiff_t>(kMostCounted / 4);
    terms.erase(head, head + static_cast<std::ptrdiff_t>(terms.size() - kMostCounted));
  }
  std::vector<std::size_t> pieces;
  for (const std::string& term : terms) {
    PYRAMID_ASSIGN(const std::size_t having,
                   index::pieces_having(index, fts_query({term}), kManyPieces));
    pieces.push_back(having);
  }
  std::vector<std::size_t> places(terms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto rank = [&](std::size_t place) {
    const bool before_end = place + kLastTerms < terms.size();
    return std::tuple(before_end, pieces[place], terms.size() - place);
  };
  const bool any_known = std::any_of(pieces.begin(), pieces.end(), [](auto n) { return n > 0; });
  if (any_known) std::erase_if(places, [&](std::size_t place) { return pieces[place] == 0; });
  std::sort(places.begin(), places.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  places.resize(std::min(places.size(), kMostTerms));
  std::sort(places.begin(), places.end());
  std::vector<std::string> chosen;
  for (const std::size_t place : places) chosen.push_back(std::move(terms[place]));
  return chosen;
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
  if (query.size() <= kHeadBytes + kTailBytes) return utf8::replace_invalid(query);
  std::string_view head = query.substr(0, kHeadBytes);
  head = head.substr(0, head.find_last_of(kBlanks));
  std::string_view tail = query.substr(query.size() - kTailBytes);
  tail.remove_prefix(std::min(tail.size(), tail.find_first_of(kBlanks) + 1));  // npos + 1 = 0
  return utf8::replace_invalid(std::string(head) + " " + std::string(tail));
}

std::string asked_part(std::string query) {
  constexpr std::size_t kMostAsked = std::size_t{64} << 10, kBeginning = std::size_t{16} << 10;
  if (query.size() <= kMostAsked) return query;
  const std::string beginning(utf8::truncate(query, kBeginning));
  std::size_t tail = query.size() - (kMostAsked - kBeginning);
  while (tail < query.size() && (static_cast<unsigned char>(query[tail]) & 0xC0U) == 0x80U) ++tail;
  return beginning + "\n" + query.substr(tail);
}

}  // namespace pyramid::search
