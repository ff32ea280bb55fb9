#include "base/text.hpp"
#include "engine/builtin/answering/kin.hpp"
#include "engine/builtin/answering/question.hpp"
#include "engine/builtin/answering/statements.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/content.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "language/times.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace pyramid::engine::builtin::answering {
namespace {

constexpr std::size_t kMostSentences = 4;
constexpr double kEnoughCovered = 0.35;  // of the question's words, by weight
constexpr double kEnoughAlike = 0.6;     // cosine, where no word is shared
constexpr double kAsGood = 0.8;          // of the best, for a further sentence
constexpr double kSameWords = 0.7;       // of two sentences that differ in no name or number
constexpr double kRelated = 0.8;         // of a word, for one that asks for the same

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

// "640 pounds", "€3".
bool tells_cost(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSigns = {"$", "€", "£", "¥"};
  constexpr std::array<std::string_view, 12> kMoney = {"pound",  "pounds",  "euro", "euros",
                                                       "dollar", "dollars", "eur",  "usd",
                                                       "gbp",    "chf",     "yen",  "crowns"};
  if (!has_digit(text)) return false;
  const bool sign = std::any_of(kSigns.begin(), kSigns.end(), [&](std::string_view one) {
    return text.find(one) != std::string_view::npos;
  });
  const std::vector<Word> all = words(text);
  return sign || std::any_of(all.begin(), all.end(), [&](const Word& word) {
           return lists(kMoney, plain_owner(word.text));
         });
}

// A number that is of no date: "0161 555 0104", "X1234567".
bool tells_number(const Statement& one) {
  const std::string settled = writing::settle_dates(one.text, one.fact.at);
  const std::vector<Word> all = words(settled);
  const bool code = std::any_of(all.begin(), all.end(), [](const Word& word) {
    return has_digit(word.text) && !has_digit(word.text.substr(0, 1));
  });
  return code || has_digit(writing::numbers_in(settled).others);
}

// How much of a word of the question a statement has.
double part_of(const Term& term, const Question& question, const Statement& one) {
  if (one.stems.contains(term.stem) || (term.when && one.then)) return 1;
  const bool meant = std::any_of(one.kin.begin(), one.kin.end(), [&](const std::string& kin) {
    return question.kin.contains(kin) &&
           (is_stem_of(term.stem, kin) || (term.naming && one.names_kin) || term.who);
  });
  if (meant) return 1;
  const bool related =
      std::any_of(term.related.begin(), term.related.end(),
                  [&](const std::string& other) { return one.stems.contains(other); }) ||
      (question.asks == Asks::kPerson && tells_doer(one.stems, term.stem)) ||
      (term.costs && tells_cost(one.text));
  return related ? kRelated : 0;
}

// Beside whom it is about, and more than "get" or "plan". A time says it where it is told ("on
// Sundays"), not where the statement is of that time alone.
bool says_what(const Term& term, const Statement& one) {
  if (term.who || (term.when && !one.stems.contains(term.stem))) return false;
  return term.weight == 1 || term.naming;
}

// With the day behind each "yesterday".
std::string with_days(const Statement& one) {
  return language::with_dates(one.text, date_of(one.fact.at), language::Tense::kOpen);
}

// The day that a statement tells ("by 1 June 2026", "yesterday"); nullopt where it tells none, or
// none for certain.
std::optional<Date> day_told(const Statement& one) {
  const std::string dated = with_days(one);
  if (dated.find("(around ") != std::string::npos) return std::nullopt;
  return writing::last_date_in(writing::settle_dates(dated, one.fact.at));
}

// Else it is of when it was said.
bool is_of_time_asked(const AnswerRequest& request, const Statement& one) {
  const auto day = request.time_asked ? day_told(one) : std::nullopt;
  if (!day) return request.passages[one.passage].of_time_asked;
  return *day >= request.time_asked->first && *day <= request.time_asked->second;
}

void find_time_asked(const AnswerRequest& request, std::vector<Statement>& all) {
  for (Statement& one : all) one.then = is_of_time_asked(request, one);
}

// As it was said, with the days that it tells where these are others than when it was.
std::string told(const Statement& one) {
  const auto day = day_told(one);
  return day && *day != date_of(one.fact.at) ? with_days(one) : one.text;
}

// The share of the question's words that each statement has, weighted by rarity among them.
void score_words(const Question& question, std::vector<Statement>& all) {
  std::vector<double> idf;
  double total = 0;
  for (const Term& term : question.terms) {
    const auto having =
        static_cast<double>(std::count_if(all.begin(), all.end(), [&](const Statement& one) {
          return one.stems.contains(term.stem);
        }));
    idf.push_back(term.weight * std::log(1.5 + static_cast<double>(all.size()) / (1.0 + having)));
    total += idf.back();
  }
  for (Statement& one : all) {
    double covered = 0;
    double what = 0;
    for (std::size_t i = 0; i < question.terms.size(); ++i) {
      const Term& term = question.terms[i];
      const double part = idf[i] * part_of(term, question, one);
      covered += part;
      if (!says_what(term, one)) continue;
      what += idf[i];
      one.said += part;
    }
    one.said = what > 0 ? one.said / what : 1;
    one.covered = total > 0 ? covered / total : 0;
  }
}

bool gives(Asks asks, const Statement& one) {
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

// How near each is to the question, by cosine; names that both have would make all alike.
Result<std::vector<double>> likeness(const AnswerRequest& request, const Question& question,
                                     Embedder& embedder, const std::vector<Statement>& all) {
  std::vector<std::string> bare{without_names(request.query, question)};
  for (const Statement& one : all) bare.push_back(without_names(one.text, question));
  const std::vector<std::string_view> texts(bare.begin(), bare.end());
  PYRAMID_ASSIGN(const std::vector<float> vectors, embedder.embed(texts));
  const std::size_t dims = embedder.dims();
  std::vector<double> alike(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t d = 0; d < dims; ++d) {
      alike[i] += static_cast<double>(vectors[d]) * vectors[(i + 1) * dims + d];
    }
  }
  return alike;
}

// Whether a row of a table is one of those that are asked for: all of its table have its headings.
bool is_row_asked(const Question& question, const Statement& one) {
  if (!one.cells) return true;
  const auto has = [&](const std::string& stemmed) { return one.cells->contains(stemmed); };
  const bool of_kin = std::any_of(one.kin.begin(), one.kin.end(), [&](const std::string& kin) {
    return question.kin.contains(kin);
  });
  return of_kin || std::any_of(question.terms.begin(), question.terms.end(), [&](const Term& term) {
           return has(term.stem) || std::any_of(term.related.begin(), term.related.end(), has);
         });
}

// Where something is of the time that is asked for, nothing of another time is told beside it.
void keep_time_asked(const AnswerRequest& request, std::vector<Statement>& all) {
  const auto is_then = [](const Statement& one) { return one.then; };
  if (!request.time_asked || std::none_of(all.begin(), all.end(), is_then)) return;
  std::erase_if(all, [&](const Statement& one) { return !is_then(one); });
}

// Whether it says enough of what is asked.
bool answers(const Question& question, const Statement& one, double alike) {
  if (!is_about(question, one) || !is_row_asked(question, one)) return false;
  if (question.wants_number && !tells_number(one)) return false;
  if (question.when_only) {
    return one.then && !one.fact.verb.empty();
  }
  const double enough = question.kin.empty() ? std::min(one.covered, one.said) : one.said;
  return enough >= kEnoughCovered || alike >= kEnoughAlike;
}

// Scores all; those that do not answer fall to 0.
Result<void> score(const AnswerRequest& request, const Question& question, Embedder& embedder,
                   std::vector<Statement>& all) {
  find_time_asked(request, all);
  score_words(question, all);
  PYRAMID_ASSIGN(const std::vector<double> alike, likeness(request, question, embedder, all));
  double best_passage = 0;
  for (const Passage& passage : request.passages)
    best_passage = std::max(best_passage, passage.score);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Statement& one = all[i];
    const Passage& passage = request.passages[one.passage];
    if (!answers(question, one, alike[i])) continue;
    const double standing = best_passage > 0 ? passage.score / best_passage : 0;
    one.score = 0.55 * one.covered + 0.3 * std::max(0.0, alike[i]) + 0.1 * standing +
                (gives(question.asks, one) ? 0.1 : 0);
  }
  return {};
}

// The best, and those that are nearly as good and say something else.
std::vector<const Statement*> chosen(const std::vector<Statement>& best_first) {
  std::vector<const Statement*> told;
  for (const Statement& one : best_first) {
    if (told.size() == kMostSentences || one.score < kAsGood * best_first[0].score) break;
    const bool again = std::any_of(told.begin(), told.end(), [&](const Statement* other) {
      return writing::same_fact(one.fact, other->fact) ||
             (one.fact.anchors == other->fact.anchors &&
              writing::overlap(one.fact.stems, other->fact.stems) > kSameWords);
    });
    if (!again) told.push_back(&one);
  }
  return told;
}

}  // namespace
}  // namespace pyramid::engine::builtin::answering

namespace pyramid::engine::builtin {

Result<std::string> answer(const AnswerRequest& request, Embedder& embedder) {
  using namespace answering;
  const Question question =
      read_question(replace_all(request.query, "for a living", "as a job"), request.users);
  std::vector<Statement> all = statements_of(request);
  drop_corrected(all);
  PYRAMID_TRY(score(request, question, embedder, all));
  std::erase_if(all, [](const Statement& one) { return one.score == 0; });
  keep_time_asked(request, all);
  std::stable_sort(all.begin(), all.end(), [](const Statement& a, const Statement& b) {
    return a.score != b.score ? a.score > b.score : a.fact.at > b.fact.at;
  });
  std::string out;
  for (const Statement* one : chosen(all)) {
    if (!out.empty()) out += ' ';
    const Passage& passage = request.passages[one->passage];
    if (one->is_others && !one->text.starts_with(passage.speaker)) out += passage.speaker + ": ";
    out += told(*one) + " " + passage.citation;
  }
  return out;
}

}  // namespace pyramid::engine::builtin
