// What a search takes in a process that has the index open, and how good its parts are, in a real
// workspace with an index:
//
//   warm_costs WORKSPACE [LEAST]
//
// prints one JSON object. LEAST: vectors from which on there is a graph. Nothing is written.
#include "base/text.hpp"
#include "engine/engine.hpp"
#include "index/index.hpp"
#include "index/vector_graph.hpp"
#include "search/query_words.hpp"
#include "search/search.hpp"
#include "tests/bench/sentences.hpp"
#include "workspace/workspace.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::bench {

namespace {

constexpr Time kNow{1778835600};  // 2026-05-15T09:00:00Z, as run.py has it
constexpr std::size_t kQuestions = 200;
constexpr std::size_t kExact = 50;  // questions that every vector is scored for
constexpr std::size_t kTop = 10;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <typename Value>
Value value_of(Result<Value> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", to_string(result.error()));
  std::exit(1);
}

// The middle one of what each question takes.
double median(std::size_t questions, const std::function<void(std::size_t)>& ask) {
  std::vector<double> taken;
  for (std::size_t i = 0; i < questions; ++i) {
    taken.push_back(seconds_of([&] { ask(i); }));
  }
  std::nth_element(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(taken.size() / 2),
                   taken.end());
  return taken[taken.size() / 2];
}

struct Question {
  std::string text, words;  // words: as FTS5 takes them
  std::vector<float> embedded;
};

// Two to four words of something that is in the memory.
std::vector<Question> questions_about(index::Index& index, engine::Embedder& embedder,
                                      FileSystem& files, const std::string& root,
                                      std::size_t rows) {
  Random random(20260515);
  std::vector<Question> questions;
  while (questions.size() < kQuestions) {
    const auto row = static_cast<std::int64_t>(1 + random.below(rows));
    const auto chunks = value_of(index.chunks({row}));
    if (chunks.empty()) continue;
    const std::string bytes = value_of(files.read(root + "/" + chunks[0].path));
    const std::size_t body = bytes.rfind("---\n");
    const std::vector<std::string> terms =
        search::terms_of(bytes.substr(body == std::string::npos ? 0 : body + 4));
    if (terms.size() < 4) continue;
    std::vector<std::string> chosen;
    for (std::size_t i = 2 + random.below(3); i > 0; --i) {
      chosen.push_back(terms[random.below(terms.size())]);
    }
    Question question;
    question.text = join(chosen, " ");
    question.words = search::fts_query(search::terms_of(question.text));
    const std::vector<std::string_view> texts = {question.text};
    question.embedded = value_of(embedder.embed(texts));
    questions.push_back(std::move(question));
  }
  return questions;
}

std::set<std::int64_t> rows_of(const std::vector<index::Scored>& scored) {
  std::set<std::int64_t> rows;
  for (const index::Scored& one : scored) rows.insert(one.row);
  return rows;
}

// Part of the ten nearest, each vector looked at as it is, that nearest() has among its ten.
double recall(index::Index& index, const std::vector<Question>& questions, std::size_t rows) {
  std::vector<std::int64_t> all(rows);
  for (std::size_t i = 0; i < rows; ++i) all[i] = static_cast<std::int64_t>(i) + 1;
  std::size_t found = 0;
  for (std::size_t i = 0; i < kExact; ++i) {
    const auto has = rows_of(value_of(index.nearest(questions[i].embedded, kTop)));
    auto exact = value_of(index.cosine_of(questions[i].embedded, all));
    const auto end = exact.begin() + static_cast<std::ptrdiff_t>(std::min(kTop, exact.size()));
    std::partial_sort(exact.begin(), end, exact.end(),
                      [](const auto& a, const auto& b) { return a.score > b.score; });
    const double least = std::prev(end)->score;
    // Of equal ones any will do.
    for (const std::int64_t row : has) {
      const auto scored = value_of(index.cosine_of(questions[i].embedded, {row}));
      found += scored[0].score >= least ? 1 : 0;
    }
  }
  return static_cast<double>(found) / static_cast<double>(kExact * kTop);
}

// FTS5's own ranking of the same words.
class Fts {
 public:
  explicit Fts(const std::string& path) {
    sqlite3_open_v2(path.c_str(), &database_, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_exec(database_, "PRAGMA mmap_size=268435456", nullptr, nullptr, nullptr);
    sqlite3_prepare_v2(database_,
                       "SELECT rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 10", -1,
                       &statement_, nullptr);
  }
  ~Fts() {
    sqlite3_finalize(statement_);
    sqlite3_close(database_);
  }
  Fts(const Fts&) = delete;
  Fts& operator=(const Fts&) = delete;

  std::vector<double> ask(const std::string& words) {
    sqlite3_bind_text(statement_, 1, words.c_str(), -1, SQLITE_TRANSIENT);
    std::vector<double> scores;
    while (sqlite3_step(statement_) == SQLITE_ROW) {
      scores.push_back(-sqlite3_column_double(statement_, 0));
    }
    sqlite3_reset(statement_);
    return scores;
  }

 private:
  sqlite3* database_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

bool are_equal(const std::vector<index::Scored>& ours, const std::vector<double>& theirs) {
  if (ours.size() != theirs.size()) return false;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (std::fabs(ours[i].score - theirs[i]) > 1e-9 * std::max(1.0, theirs[i])) return false;
  }
  return true;
}

void run(const std::string& root, std::size_t least) {
  const auto files = make_real_file_system();
  const auto embedder = engine::make_static_embedder();
  const auto workspace = value_of(workspace::open(*files, root));
  index::OpenOptions options;
  options.mode = index::Mode::kRead;
  const auto index = value_of(
      index::open(workspace, embedder->name(), embedder->dims(), options, [](std::string_view) {}));
  const std::size_t rows = value_of(index->counts()).chunks;
  const auto questions = questions_about(*index, *embedder, *files, root, rows);
  const auto vector_of = [&](std::size_t i) {
    static_cast<void>(value_of(index->nearest(questions[i].embedded, kTop)));
  };
  Fts fts(workspace.absolute(".pyramid/index.db"));
  std::size_t equal = 0;
  for (const Question& one : questions) {
    equal += are_equal(value_of(index->keyword(one.words, kTop)), fts.ask(one.words)) ? 1 : 0;
  }
  const double keyword = median(questions.size(), [&](std::size_t i) {
    static_cast<void>(value_of(index->keyword(questions[i].words, kTop)));
  });
  const double rank = median(questions.size(), [&](std::size_t i) { fts.ask(questions[i].words); });
  vector_of(0);
  const double scan = median(questions.size(), vector_of);
  const double scan_recall = recall(*index, questions, rows);

  index::VectorGraph graph(least);
  index::use_graph(*index, graph);
  const double made = seconds_of([&] {
    vector_of(0);
    graph.wait();
  });
  const double with_graph = median(questions.size(), vector_of);
  const double graph_recall = recall(*index, questions, rows);
  const double hybrid = median(questions.size(), [&](std::size_t i) {
    search::Query query;
    query.text = questions[i].text;
    query.now = kNow;
    static_cast<void>(value_of(search::search(*index, *embedder, *files, root, query)));
  });
  fmt::print(
      "{{\"vectors\": {}, \"hybrid_s\": {}, \"scan_s\": {}, \"graph_s\": {}, \"graph_made_s\": {}, "
      "\"scan_recall\": {}, \"graph_recall\": {}, \"keyword_s\": {}, \"rank_s\": {}, "
      "\"questions\": {}, \"equal_top_10\": {}}}\n",
      rows, hybrid, scan, with_graph, made, scan_recall, graph_recall, keyword, rank,
      questions.size(), equal);
}

}  // namespace

}  // namespace pyramid::bench

int main(int count, char** arguments) {
  std::size_t least = pyramid::index::VectorGraph::kLeastRows;
  if (count == 3) {
    const std::string_view text = arguments[2];
    std::from_chars(text.data(), text.data() + text.size(), least);
  }
  if (count != 2 && count != 3) {
    std::fputs("usage: warm_costs WORKSPACE [LEAST]\n", stderr);
    return 2;
  }
  pyramid::bench::run(arguments[1], least);
  return 0;
}
