#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/text/language.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace pyramid::engine::builtin {
namespace {

using writing::Fact;

constexpr std::size_t kMostSentences = 4;
constexpr double kEnoughCovered = 0.35;  // of the query's words, by weight
constexpr double kEnoughAlike = 0.62;    // cosine, where no word is shared
constexpr double kAsGood = 0.8;          // of the best, for a further sentence

// Words of a question that ask and do not describe, beyond the stop words.
constexpr std::array<std::string_view, 20> kAsking = {
    "what", "who",  "whom", "whose", "when", "where",    "why",   "how",  "which", "many",
    "much", "tell", "know", "user",  "say",  "remember", "about", "long", "often", "kind"};

// Words that say little about what is asked: sharing only these is no answer.
constexpr std::array<std::string_view, 20> kGeneric = {
    "favourite", "favorite", "name", "thing", "time", "day",  "type", "good", "best", "new",
    "like",      "want",     "get",  "make",  "go",   "plan", "take", "give", "come", "use"};
constexpr double kGenericWeight = 0.4;

// Words that ask for the same, so that "where do I live" finds "moved to".
constexpr std::array<std::array<std::string_view, 5>, 17> kRelated = {{
    {"live", "move", "relocate", "home", "reside"},
    {"job", "work", "employ", "career", "company"},
    {"buy", "purchase", "order", "get", ""},
    {"pet", "cat", "dog", "", ""},
    {"child", "daughter", "son", "kid", "baby"},
    {"like", "love", "enjoy", "favourite", "prefer"},
    {"car", "drive", "", "", ""},
    {"begin", "start", "", "", ""},
    {"study", "university", "degree", "course", "learn"},
    {"trip", "travel", "visit", "holiday", "vacation"},
    {"cancel", "stop", "end", "quit", ""},
    {"allergy", "allergic", "intolerant", "", ""},
    {"name", "call", "named", "", ""},
    {"birthday", "born", "", "", ""},
    {"exercise", "sport", "run", "gym", "swim"},
    {"book", "read", "novel", "", ""},
    {"partner", "wife", "husband", "marry", "girlfriend"},
}};

enum class Asks { kAnything, kTime, kNumber, kPerson, kPlace };

struct Query {
  std::vector<std::string> stems;              // each once
  std::vector<std::set<std::string>> related;  // of each stem
  std::vector<double> weights;                 // of each stem, beside its rarity
  Asks asks = Asks::kAnything;
};

struct Candidate {
  Fact fact;
  std::string text;  // as the passage has it
  std::size_t passage = 0;
  std::set<std::string> stems;
  double covered = 0, score = 0;
};

Asks what_is_asked(std::string_view query) {
  const std::vector<Word> all = words(query);
  if (all.empty()) return Asks::kAnything;
  const std::string first = utf8::lower(all[0].text);
  const std::string second = all.size() > 1 ? utf8::lower(all[1].text) : "";
  if (first == "when") return Asks::kTime;
  if (first == "who" || first == "whose") return Asks::kPerson;
  if (first == "where") return Asks::kPlace;
  if (first == "how" &&
      (second == "many" || second == "much" || second == "old" || second == "long")) {
    return Asks::kNumber;
  }
  return Asks::kAnything;
}

Query read_query(std::string_view text) {
  Query query;
  query.asks = what_is_asked(text);
  for (const Word& word : words(text)) {
    std::string lower = utf8::lower(word.text);
    if (lower.ends_with("'s")) lower.resize(lower.size() - 2);
    if (is_stop_word(lower) || says_now(lower) ||
        std::find(kAsking.begin(), kAsking.end(), lower) != kAsking.end()) {
      continue;
    }
    const std::string stemmed = stem(lower);
    if (std::find(query.stems.begin(), query.stems.end(), stemmed) != query.stems.end()) continue;
    query.stems.push_back(stemmed);
    const bool generic = std::any_of(kGeneric.begin(), kGeneric.end(),
                                     [&](std::string_view one) { return stem(one) == stemmed; });
    query.weights.push_back(generic ? kGenericWeight : 1);
    std::set<std::string> related;
    for (const auto& row : kRelated) {
      std::set<std::string> stems;
      for (const std::string_view one : row) {
        if (!one.empty()) stems.insert(stem(one));
      }
      if (stems.contains(stemmed)) related.merge(stems);
    }
    query.related.push_back(std::move(related));
  }
  return query;
}

// The passage's own words: the links of a last `From [` line are no statement.
std::string prose_of(std::string_view passage) {
  std::string kept;
  for (const std::string_view line : split_lines(passage)) {
    if (line.starts_with("From [")) continue;
    kept.append(writing::read_rated(line).text).push_back('\n');
  }
  return format::plain_text(kept);
}

std::vector<Candidate> candidates(const AnswerRequest& request) {
  std::vector<Candidate> all;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < request.passages.size(); ++i) {
    for (const Sentence& sentence : sentences(prose_of(request.passages[i].text))) {
      if (sentence.question || !seen.insert(sentence.text).second) continue;
      Candidate one;
      one.fact = writing::make_fact(writing::plain_opening(sentence.text), request.passages[i].at);
      one.text = sentence.text;
      one.passage = i;
      for (std::string& stemmed : content_stems(sentence.text))
        one.stems.insert(std::move(stemmed));
      all.push_back(std::move(one));
    }
  }
  return all;
}

// The share of the query's words that each candidate has, weighted by rarity among them.
void score_words(const Query& query, std::vector<Candidate>& all) {
  std::vector<double> idf;
  double total = 0;
  const auto sentences_in_all = static_cast<double>(all.size());
  for (std::size_t i = 0; i < query.stems.size(); ++i) {
    const auto having =
        static_cast<double>(std::count_if(all.begin(), all.end(), [&](const Candidate& one) {
          return one.stems.contains(query.stems[i]);
        }));
    idf.push_back(query.weights[i] * std::log(1.5 + sentences_in_all / (1.0 + having)));
    total += idf.back();
  }
  for (Candidate& one : all) {
    double covered = 0;
    for (std::size_t i = 0; i < query.stems.size(); ++i) {
      const bool related =
          std::any_of(query.related[i].begin(), query.related[i].end(),
                      [&](const auto& other) { return one.stems.contains(other); });
      covered += idf[i] * (one.stems.contains(query.stems[i]) ? 1 : related ? 0.8 : 0);
    }
    one.covered = total > 0 ? covered / total : 0;
  }
}

bool gives(Asks asks, const Candidate& one) {
  const auto& anchors = one.fact.anchors;
  const auto digit = [](const std::string& anchor) {
    return anchor.find_first_of("0123456789") != std::string::npos;
  };
  switch (asks) {
    case Asks::kAnything:
      return false;
    case Asks::kTime:
      return writing::tells_time(one.text);
    case Asks::kNumber:
      return std::any_of(anchors.begin(), anchors.end(), digit);
    case Asks::kPerson:
    case Asks::kPlace:
      return std::any_of(anchors.begin(), anchors.end(), [&](const auto& a) { return !digit(a); });
  }
  return false;
}

// Scores all; those that do not answer fall to 0.
Result<void> score(const AnswerRequest& request, const Query& query, Embedder& embedder,
                   std::vector<Candidate>& all) {
  score_words(query, all);
  std::vector<std::string_view> texts{request.query};
  for (const Candidate& one : all) texts.push_back(one.text);
  PYRAMID_ASSIGN(const std::vector<float> vectors, embedder.embed(texts));
  const std::size_t dims = embedder.dims();
  double best_passage = 0;
  for (const Passage& passage : request.passages)
    best_passage = std::max(best_passage, passage.score);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Candidate& one = all[i];
    double alike = 0;
    for (std::size_t d = 0; d < dims; ++d) {
      alike += static_cast<double>(vectors[d]) * vectors[(i + 1) * dims + d];
    }
    if (one.covered < kEnoughCovered && alike < kEnoughAlike) continue;
    const double passage =
        best_passage > 0 ? request.passages[one.passage].score / best_passage : 0;
    one.score = 0.55 * one.covered + 0.3 * std::max(0.0, alike) + 0.1 * passage +
                (gives(query.asks, one) ? 0.1 : 0);
  }
  return {};
}

// Of facts that cannot both hold only the newest stays.
void drop_outdated(std::vector<Candidate>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.fact.at < b.fact.at; });
  std::vector<Fact> facts;
  facts.reserve(all.size());
  for (const Candidate& one : all) facts.push_back(one.fact);
  const std::vector<bool> gone = writing::replaced(facts);
  std::size_t at = 0;
  std::erase_if(all, [&](const Candidate&) { return gone[at++]; });
}

}  // namespace

Result<std::string> answer(const AnswerRequest& request, Embedder& embedder) {
  const Query query = read_query(replace_all(request.query, "for a living", "as a job"));
  std::vector<Candidate> all = candidates(request);
  drop_outdated(all);
  PYRAMID_TRY(score(request, query, embedder, all));
  std::erase_if(all, [](const Candidate& one) { return one.score == 0; });
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.fact.at > b.fact.at;
  });
  std::string out;
  std::vector<const Candidate*> told;
  for (const Candidate& one : all) {
    if (told.size() == kMostSentences || one.score < kAsGood * all[0].score) break;
    const bool again = std::any_of(told.begin(), told.end(), [&](const Candidate* other) {
      return writing::same_fact(one.fact, other->fact) ||
             (one.fact.anchors == other->fact.anchors &&
              writing::overlap(one.fact.stems, other->fact.stems) > 0.7);
    });
    if (again) continue;
    if (!out.empty()) out += ' ';
    out += one.text + " " + request.passages[one.passage].citation;
    told.push_back(&one);
  }
  return out;
}

}  // namespace pyramid::engine::builtin
