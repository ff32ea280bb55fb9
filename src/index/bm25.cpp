#include "index/bm25.hpp"

#include "index/tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace pyramid::index {

namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;
constexpr double kLeastIdf = 1e-6;
constexpr int kMostCounted = 65'535;

Failure damaged_length() {
  return fail(ErrorKind::kCorruptCache, "a length of the index is damaged");
}

// nullopt where it is damaged.
std::optional<std::uint32_t> length_of(const WordMatches& matches, std::int64_t row) {
  const auto at = static_cast<std::size_t>(row);
  std::uint32_t length = 0;
  if (at >= matches.lengths->records()) return length;
  if (!matches.lengths->is_sound(at)) return std::nullopt;
  std::memcpy(&length, matches.lengths->record(at), 4);
  return length;
}

double saturated(double frequency, double length, double average) {
  const double norm = kK1 * (1 - kB + kB * length / average);
  return frequency * (kK1 + 1) / (frequency + norm);
}

int count_phrase(const Fts5ExtensionApi* api, Fts5Context* context, int phrase, int& frequency) {
  Fts5PhraseIter iter;
  int column = 0;
  int offset = 0;
  const int code = api->xPhraseFirst(context, phrase, &iter, &column, &offset);
  while (code == SQLITE_OK && column >= 0) {
    ++frequency;
    api->xPhraseNext(context, &iter, &column, &offset);
  }
  return code;
}

// Of the query and the table, with its first row.
int begin(const Fts5ExtensionApi* api, Fts5Context* context, WordMatches& matches) {
  sqlite3_int64 rows = 0;
  sqlite3_int64 tokens = 0;
  int code = api->xRowCount(context, &rows);
  if (code == SQLITE_OK) code = api->xColumnTotalSize(context, -1, &tokens);
  if (code != SQLITE_OK) return code;
  matches.rows = static_cast<double>(rows);
  matches.average_length = rows > 0 ? static_cast<double>(tokens) / matches.rows : 1;
  matches.idf.resize(static_cast<std::size_t>(api->xPhraseCount(context)));
  return code;
}

void count_row(const Fts5ExtensionApi* api, Fts5Context* context, sqlite3_context* result, int,
               sqlite3_value**) {
  auto& matches = *static_cast<WordMatches*>(api->xUserData(context));
  int code = matches.scored.empty() ? begin(api, context, matches) : SQLITE_OK;
  matches.scored.push_back({api->xRowid(context), 0});
  for (std::size_t phrase = 0; code == SQLITE_OK && phrase < matches.idf.size(); ++phrase) {
    int frequency = 0;
    code = count_phrase(api, context, static_cast<int>(phrase), frequency);
    matches.counts.push_back(static_cast<std::uint16_t>(std::min(frequency, kMostCounted)));
  }
  if (code == SQLITE_OK) {
    sqlite3_result_int(result, 1);
  } else {
    sqlite3_result_error_code(result, code);
  }
}

void weigh_words(WordMatches& matches) {
  const std::size_t words = matches.idf.size();
  std::vector<double> having(words);
  for (std::size_t i = 0; i < matches.counts.size(); i += words) {
    for (std::size_t word = 0; word < words; ++word) {
      having[word] += matches.counts[i + word] > 0 ? 1 : 0;
    }
  }
  for (std::size_t word = 0; word < words; ++word) {
    const double n = having[word];
    matches.idf[word] = std::max(kLeastIdf, std::log((matches.rows - n + 0.5) / (n + 0.5)));
  }
}

}  // namespace

void WordMatches::clear() {
  rows = 0;
  idf.clear();
  average_length = 1;
  scored.clear();
  counts.clear();
}

std::optional<std::size_t> WordMatches::find(std::int64_t row) const {
  const auto it =
      std::lower_bound(scored.begin(), scored.end(), row,
                       [](const Scored& one, std::int64_t wanted) { return one.row < wanted; });
  if (it == scored.end() || it->row != row) return std::nullopt;
  return static_cast<std::size_t>(it - scored.begin());
}

Status score_rows(WordMatches& matches) {
  weigh_words(matches);
  const std::uint16_t* count = matches.counts.data();
  for (Scored& one : matches.scored) {
    const std::optional<std::uint32_t> length = length_of(matches, one.row);
    if (!length) return damaged_length();
    for (const double idf : matches.idf) {
      if (*count > 0) one.score += idf * saturated(*count, *length, matches.average_length);
      ++count;
    }
  }
  return {};
}

Result<std::vector<double>> score_files(const WordMatches& matches,
                                        const std::vector<std::vector<std::int64_t>>& files) {
  const std::size_t words = matches.idf.size();
  std::vector<std::vector<double>> counts(files.size(), std::vector<double>(words));
  std::vector<double> lengths(files.size());
  std::vector<double> having(words);
  double total = 0;
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (const std::int64_t row : files[file]) {
      const std::optional<std::uint32_t> length = length_of(matches, row);
      if (!length) return damaged_length();
      lengths[file] += *length;
      const auto at = matches.find(row);
      for (std::size_t word = 0; at && word < words; ++word) {
        counts[file][word] += matches.counts[*at * words + word];
      }
    }
    total += lengths[file];
    for (std::size_t word = 0; word < words; ++word) having[word] += counts[file][word] > 0 ? 1 : 0;
  }
  const auto n = static_cast<double>(files.size());
  const double average = std::max(1.0, total / std::max(1.0, n));
  std::vector<double> scores(files.size());
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (std::size_t word = 0; word < words; ++word) {
      const double idf = std::log(1 + (n - having[word] + 0.5) / (having[word] + 0.5));
      scores[file] += idf * saturated(counts[file][word], lengths[file], average);
    }
  }
  return scores;
}

Status register_count(Database& database, WordMatches& matches) {
  PYRAMID_ASSIGN(fts5_api* const api, fts5_of(database));
  if (api->xCreateFunction(api, "pyramid_count", &matches, count_row, nullptr) != SQLITE_OK) {
    return database.failure();
  }
  return {};
}

}  // namespace pyramid::index
