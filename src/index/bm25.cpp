#include "index/bm25.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace pyramid::index {

namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;
constexpr double kLeastIdf = 1e-6;
constexpr int kMostCounted = 255;

int count_row(const Fts5ExtensionApi*, Fts5Context*, void* user) {
  ++*static_cast<sqlite3_int64*>(user);
  return SQLITE_OK;
}

int weigh(const Fts5ExtensionApi* api, Fts5Context* context, WordMatches& matches) {
  sqlite3_int64 rows = 0;
  sqlite3_int64 tokens = 0;
  int code = api->xRowCount(context, &rows);
  if (code == SQLITE_OK) code = api->xColumnTotalSize(context, -1, &tokens);
  if (code != SQLITE_OK) return code;
  matches.average_length = rows > 0 ? static_cast<double>(tokens) / static_cast<double>(rows) : 1;
  for (int phrase = 0; phrase < api->xPhraseCount(context); ++phrase) {
    sqlite3_int64 hits = 0;
    code = api->xQueryPhrase(context, phrase, &hits, count_row);
    if (code != SQLITE_OK) return code;
    const auto n = static_cast<double>(hits);
    const double idf = std::log((static_cast<double>(rows) - n + 0.5) / (n + 0.5));
    matches.idf.push_back(idf > 0 ? idf : kLeastIdf);
  }
  return SQLITE_OK;
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

void score_row(const Fts5ExtensionApi* api, Fts5Context* context, sqlite3_context* result, int,
               sqlite3_value**) {
  auto& matches = *static_cast<WordMatches*>(api->xUserData(context));
  int code = SQLITE_OK;
  if (matches.scored.empty() && matches.idf.empty()) code = weigh(api, context, matches);
  const std::optional<std::uint32_t> length = length_of(matches, api->xRowid(context));
  if (!length && code == SQLITE_OK) code = SQLITE_CORRUPT;
  double score = 0;
  for (std::size_t phrase = 0; code == SQLITE_OK && phrase < matches.idf.size(); ++phrase) {
    int frequency = 0;
    code = count_phrase(api, context, static_cast<int>(phrase), frequency);
    score += matches.idf[phrase] * saturated(frequency, *length, matches.average_length);
    matches.counts.push_back(static_cast<std::uint8_t>(std::min(frequency, kMostCounted)));
  }
  if (code == SQLITE_OK) {
    sqlite3_result_double(result, score);
  } else {
    sqlite3_result_error_code(result, code);
  }
}

}  // namespace

void WordMatches::clear() {
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
      if (!length) return fail(ErrorKind::kCorruptCache, "a length of the index is damaged");
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

Status register_bm25(Database& database, WordMatches& matches) {
  PYRAMID_ASSIGN(Statement statement, database.prepare("SELECT fts5(?1)"));
  fts5_api* api = nullptr;
  statement.bind_pointer(1, &api, "fts5_api_ptr");
  PYRAMID_ASSIGN(const bool row, statement.row());
  if (!row || api == nullptr) {
    return fail(ErrorKind::kInternal, "SQLite was built without FTS5");
  }
  statement.reset();
  if (api->xCreateFunction(api, "pyramid_bm25", &matches, score_row, nullptr) != SQLITE_OK) {
    return database.failure();
  }
  return {};
}

}  // namespace pyramid::index
