#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/tables/asked.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/overriding.hpp"
#include "engine/builtin/writing/rated.hpp"
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
constexpr std::array<std::string_view, 30> kAsking = {
    "what",    "who",      "whom",     "whose",     "when",     "where",     "why",    "how",
    "which",   "many",     "much",     "tell",      "know",     "user",      "say",    "remember",
    "about",   "long",     "often",    "kind",      "anything", "something", "anyone", "anybody",
    "someone", "somebody", "anywhere", "somewhere", "anymore",  "else"};

// Words that say little about what is asked: sharing only these is no answer.
constexpr std::array<std::string_view, 21> kGeneric = {
    "favourite", "favorite", "name", "thing", "time", "day", "type",
    "good",      "best",     "new",  "like",  "want", "get", "make",
    "go",        "plan",     "take", "give",  "come", "use", "happen"};
constexpr double kGenericWeight = 0.4;

// Whom a question may be about beside the user and names, one a row.
constexpr std::array<std::array<std::string_view, 3>, 18> kKin = {{{"mother", "mum", "mom"},
                                                                   {"father", "dad", ""},
                                                                   {"sister", "", ""},
                                                                   {"brother", "", ""},
                                                                   {"daughter", "", ""},
                                                                   {"son", "", ""},
                                                                   {"wife", "", ""},
                                                                   {"husband", "", ""},
                                                                   {"partner", "", ""},
                                                                   {"girlfriend", "", ""},
                                                                   {"boyfriend", "", ""},
                                                                   {"grandmother", "grandma", ""},
                                                                   {"grandfather", "grandpa", ""},
                                                                   {"aunt", "", ""},
                                                                   {"uncle", "", ""},
                                                                   {"cousin", "", ""},
                                                                   {"nephew", "", ""},
                                                                   {"niece", "", ""}}};

enum class Asks { kAnything, kTime, kNumber, kPerson, kPlace };

struct Query {
  std::vector<std::string> stems;              // each once
  std::vector<std::set<std::string>> related;  // of each stem
  std::vector<double> weights;                 // of each stem, beside its rarity
  std::vector<bool> who;                       // a name or kin: says of whom, not what
  std::vector<std::string> codes;              // lower case: "kx56993b", "inc-12345"
  Asks asks = Asks::kAnything;
  std::set<std::string> kin;  // rows' first words
  bool kin_told = false;      // some sentence is about them
  bool of_user = false;       // "I" or "we" do what is asked
};

struct Candidate {
  Fact fact;
  std::string text;  // as the passage has it
  std::size_t passage = 0;
  std::set<std::string> stems;
  std::set<std::string> kin;  // whom it is about
  double covered = 0;         // of the query's words
  double said = 0;            // of those that say what is asked, not of whom
  double score = 0;
};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view kin_of_stem(std::string_view stemmed) {
  for (const auto& row : kKin) {
    if (std::any_of(row.begin(), row.end(), [&](auto one) { return stem(one) == stemmed; })) {
      return row[0];
    }
  }
  return {};
}

std::string lower_owner(std::string_view word) {
  std::string lower = utf8::lower(word);
  for (const std::string_view end : {"'s", "’s"}) {
    if (lower.ends_with(end)) lower.resize(lower.size() - end.size());
  }
  return lower;
}

// "father" for "Dad's"; "" for who is no kin.
std::string_view kin_of(std::string_view word) {
  const std::string lower = lower_owner(word);
  for (const auto& row : kKin) {
    if (is_one_of(lower, row)) return row[0];
  }
  return {};
}

// What stands for one thing alone, so that nothing else answers: with a digit, and no year.
bool is_code(std::string_view lower) {
  const bool digit = lower.find_first_of("0123456789") != std::string_view::npos;
  const bool number = lower.find_first_not_of("0123456789") == std::string_view::npos;
  return digit && lower.size() >= 4 && !(number && lower.size() == 4);
}

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
    const std::string lower = lower_owner(word.text);
    if (is_code(lower)) query.codes.push_back(lower);
    query.of_user = query.of_user || lower == "i" || lower == "we";
    if (const std::string_view kin = kin_of(word.text); !kin.empty()) query.kin.emplace(kin);
    if (is_stop_word(lower) || says_now(lower) || is_one_of(lower, kAsking)) continue;
    const std::string stemmed = stem(lower);
    if (std::find(query.stems.begin(), query.stems.end(), stemmed) != query.stems.end()) continue;
    query.stems.push_back(stemmed);
    const bool opens = word.text.data() == words(text).front().text.data();
    query.who.push_back(!kin_of(word.text).empty() || (is_capital(word.text) && !opens));
    const bool generic = std::any_of(kGeneric.begin(), kGeneric.end(),
                                     [&](std::string_view one) { return stem(one) == stemmed; });
    query.weights.push_back(generic ? kGenericWeight : 1);
    std::set<std::string> related;
    for (const auto& row : tables::kRelated) {
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

// The names of the user's kin, as the passages tell them: "their daughter Mia".
std::map<std::string, std::string_view> names_of_kin(const AnswerRequest& request) {
  constexpr std::array<std::string_view, 4> kOwners = {"my", "our", "their", "user"};
  std::map<std::string, std::string_view> names;
  for (const Passage& passage : request.passages) {
    const std::string prose = prose_of(passage.text);
    const std::vector<Word> all = words(prose);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      const std::string_view kin = kin_of(all[i].text);
      if (kin.empty() || !is_capital(all[i + 1].text)) continue;
      if (is_one_of(lower_owner(all[i - 1].text), kOwners)) {
        names.emplace(lower_owner(all[i + 1].text), kin);
      }
    }
  }
  return names;
}

// Whom of the user's kin each is about: by that word, a name, or a pronoun behind these.
void find_kin(const AnswerRequest& request, std::vector<Candidate>& all) {
  constexpr std::array<std::string_view, 6> kPronouns = {"he", "she", "him", "her", "his", "they"};
  const std::map<std::string, std::string_view> names = names_of_kin(request);
  const Candidate* before = nullptr;
  for (Candidate& one : all) {
    bool pronoun = false;
    for (const Word& word : words(one.text)) {
      const std::string lower = lower_owner(word.text);
      pronoun = pronoun || is_one_of(lower, kPronouns);
      const auto named = names.find(lower);
      const std::string_view kin = named == names.end() ? kin_of(lower) : named->second;
      if (!kin.empty()) one.kin.emplace(kin);
    }
    const bool goes_on = before != nullptr && before->passage == one.passage && pronoun;
    if (one.kin.empty() && goes_on) one.kin = before->kin;
    before = &one;
  }
}

bool shares_kin(const Query& query, const Candidate& one) {
  return std::any_of(query.kin.begin(), query.kin.end(),
                     [&](const std::string& kin) { return one.kin.contains(kin); });
}

// Whether it speaks of whom the question is about: a fact about another one is no answer.
bool is_about(const Query& query, const Candidate& one) {
  constexpr std::array<std::string_view, 8> kUser = {"user", "i",   "we",  "me",
                                                     "us",   "you", "i'm", "i've"};
  constexpr std::array<std::string_view, 5> kOwn = {"user's", "my", "our", "your", "mine"};
  std::set<std::string> said;
  for (const Word& word : words(one.text)) said.insert(utf8::lower(word.text));
  const auto says = [&](std::string_view word) { return said.contains(std::string(word)); };
  if (!std::all_of(query.codes.begin(), query.codes.end(), says)) return false;
  if (query.kin_told) return shares_kin(query, one);
  if (!query.of_user || std::any_of(kUser.begin(), kUser.end(), says)) return true;
  if (!one.kin.empty()) return false;
  return one.fact.subject.empty() || std::any_of(kOwn.begin(), kOwn.end(), says);
}

// Stems: whether one who does it is called so, "teacher" of "teach".
bool is_doer_of(std::string_view doer, std::string_view verb) {
  if (verb.size() < 3 || !doer.starts_with(verb)) return false;
  std::string_view end = doer.substr(verb.size());
  if (end.size() == 3 && end[0] == verb.back()) end.remove_prefix(1);  // "runner"
  return end == "er" || end == "or" || (end == "r" && verb.back() == 'e');
}

// "Mia's teacher is …" tells who teaches Mia, and the other way round.
bool tells_doer(const std::set<std::string>& stems, const std::string& asked) {
  return std::any_of(stems.begin(), stems.end(), [&](const std::string& one) {
    return is_doer_of(one, asked) || is_doer_of(asked, one);
  });
}

// The share of the query's words that each candidate has, weighted by rarity among them.
void score_words(const Query& query, std::vector<Candidate>& all) {
  std::vector<double> idf;
  double total = 0;
  double what = 0;
  const auto sentences_in_all = static_cast<double>(all.size());
  for (std::size_t i = 0; i < query.stems.size(); ++i) {
    const auto having =
        static_cast<double>(std::count_if(all.begin(), all.end(), [&](const Candidate& one) {
          return one.stems.contains(query.stems[i]);
        }));
    idf.push_back(query.weights[i] * std::log(1.5 + sentences_in_all / (1.0 + having)));
    total += idf.back();
    if (!query.who[i]) what += idf.back();
  }
  for (Candidate& one : all) {
    double covered = 0;
    for (std::size_t i = 0; i < query.stems.size(); ++i) {
      const bool related =
          std::any_of(query.related[i].begin(), query.related[i].end(),
                      [&](const auto& other) { return one.stems.contains(other); }) ||
          (query.asks == Asks::kPerson && tells_doer(one.stems, query.stems[i]));
      const bool meant = std::any_of(one.kin.begin(), one.kin.end(), [&](const std::string& kin) {
        return query.kin.contains(kin) && kin_of_stem(query.stems[i]) == kin;
      });
      const bool said = meant || one.stems.contains(query.stems[i]);
      const double part = idf[i] * (said ? 1 : related ? 0.8 : 0);
      covered += part;
      if (!query.who[i]) one.said += part;
    }
    one.said = what > 0 ? one.said / what : 1;
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
    if (!is_about(query, one)) continue;
    const double enough = query.kin.empty() ? std::min(one.covered, one.said) : one.said;
    if (enough < kEnoughCovered && alike < kEnoughAlike) continue;
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
  Query query = read_query(replace_all(request.query, "for a living", "as a job"));
  std::vector<Candidate> all = candidates(request);
  find_kin(request, all);
  query.kin_told = std::any_of(all.begin(), all.end(),
                               [&](const Candidate& one) { return shares_kin(query, one); });
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
