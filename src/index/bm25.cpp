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

// What is the same for every row of one query.
struct QueryWeights {
  std::vector<double> idf;
  double average_length = 1;
};

int count_row(const Fts5ExtensionApi*, Fts5Context*, void* user) {
  ++*static_cast<sqlite3_int64*>(user);
  return SQLITE_OK;
}

int weigh(const Fts5ExtensionApi* api, Fts5Context* context, QueryWeights& weights) {
  sqlite3_int64 rows = 0;
  sqlite3_int64 tokens = 0;
  int code = api->xRowCount(context, &rows);
  if (code == SQLITE_OK) code = api->xColumnTotalSize(context, -1, &tokens);
  if (code != SQLITE_OK) return code;
  weights.average_length = rows > 0 ? static_cast<double>(tokens) / static_cast<double>(rows) : 1;
  for (int phrase = 0; phrase < api->xPhraseCount(context); ++phrase) {
    sqlite3_int64 hits = 0;
    code = api->xQueryPhrase(context, phrase, &hits, count_row);
    if (code != SQLITE_OK) return code;
    const auto n = static_cast<double>(hits);
    const double idf = std::log((static_cast<double>(rows) - n + 0.5) / (n + 0.5));
    weights.idf.push_back(idf > 0 ? idf : kLeastIdf);
  }
  return SQLITE_OK;
}

void delete_weights(void* weights) { delete static_cast<QueryWeights*>(weights); }

// The weights of the query under way, computed at its first row.
int weights_of(const Fts5ExtensionApi* api, Fts5Context* context, const QueryWeights*& out) {
  out = static_cast<const QueryWeights*>(api->xGetAuxdata(context, 0));
  if (out != nullptr) return SQLITE_OK;
  auto weights = std::make_unique<QueryWeights>();
  int code = weigh(api, context, *weights);
  if (code != SQLITE_OK) return code;
  out = weights.get();
  return api->xSetAuxdata(context, weights.release(), delete_weights);
}

void score_row(const Fts5ExtensionApi* api, Fts5Context* context, sqlite3_context* result, int,
               sqlite3_value**) {
  const QueryWeights* weights = nullptr;
  int code = weights_of(api, context, weights);
  const auto* lengths = static_cast<const FlatFile*>(api->xUserData(context));
  const auto row = static_cast<std::size_t>(api->xRowid(context));
  std::uint32_t length = 0;
  if (row < lengths->records()) std::memcpy(&length, lengths->record(row), 4);
  double score = 0;
  for (std::size_t phrase = 0; code == SQLITE_OK && phrase < weights->idf.size(); ++phrase) {
    Fts5PhraseIter iter;
    int column = 0;
    int offset = 0;
    double frequency = 0;
    code = api->xPhraseFirst(context, static_cast<int>(phrase), &iter, &column, &offset);
    while (code == SQLITE_OK && column >= 0) {
      ++frequency;
      api->xPhraseNext(context, &iter, &column, &offset);
    }
    const double norm = kK1 * (1 - kB + kB * length / weights->average_length);
    score += weights->idf[phrase] * (frequency * (kK1 + 1)) / (frequency + norm);
  }
  if (code == SQLITE_OK) {
    sqlite3_result_double(result, score);
  } else {
    sqlite3_result_error_code(result, code);
  }
}

}  // namespace

Status register_bm25(Database& database, const FlatFile& lengths) {
  PYRAMID_ASSIGN(Statement statement, database.prepare("SELECT fts5(?1)"));
  fts5_api* api = nullptr;
  statement.bind_pointer(1, &api, "fts5_api_ptr");
  PYRAMID_ASSIGN(const bool row, statement.row());
  if (!row || api == nullptr) {
    return fail(ErrorKind::kInternal, "SQLite was built without FTS5");
  }
  statement.reset();
  auto* user = const_cast<FlatFile*>(&lengths);
  if (api->xCreateFunction(api, "pyramid_bm25", user, score_row, nullptr) != SQLITE_OK) {
    return database.failure();
  }
  return {};
}

}  // namespace pyramid::index
