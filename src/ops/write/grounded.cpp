#include "ops/write/grounded.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/grounding/citations.hpp"
#include "engine/grounding/grounding.hpp"
#include "ops/run/run.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

namespace grounding = engine::grounding;

// A text with what is wrong with it.
struct Judged {
  Grounded grounded;
  std::vector<format::SentenceMark> bad;
  std::set<std::string> reasons;
};

// What the engine cites, where that has something of the sentence, and its names and numbers; else
// what the words tell.
std::vector<std::size_t> support_of(const std::vector<std::size_t>& cited,
                                    const grounding::Judgement& judgement, std::size_t sources) {
  std::vector<std::size_t> support;
  for (const std::size_t number : cited) {
    if (number == 0 || number > sources) continue;
    const std::size_t source = number - 1;
    const bool known = std::find(support.begin(), support.end(), source) != support.end();
    if (!known && judgement.has_part(source)) support.push_back(source);
  }
  std::vector<std::size_t> by_words = judgement.support;
  std::erase_if(by_words, [&](std::size_t source) { return source >= sources; });
  const bool stands = !support.empty() && (judgement.is_told_by(support) || by_words.empty());
  return stands ? support : by_words;
}

std::vector<format::SentenceMark> marks_in(std::string_view text) {
  std::vector<format::SentenceMark> marks;
  for (const std::string_view sentence : format::sentences_in(text)) {
    marks.push_back(format::mark_of(sentence));
  }
  return marks;
}

// Not what is left of a table or a list beside its words: "|", "- ***".
bool has_words_or_digits(std::string_view sentence) {
  for (std::size_t at = 0; at < sentence.size();) {
    const char32_t letter = utf8::next(sentence, at);
    if (utf8::is_letter(letter) || (letter >= U'0' && letter <= U'9')) return true;
  }
  return false;
}

Judged judge(const grounding::Grounds& grounds, const Material& material, bool cites,
             const std::string& text) {
  const std::vector<format::SentenceMark> kept = marks_in(material.kept);
  const auto read = [&] {
    if (cites) return grounding::take_citations(text, engine::texts_of(material.sources));
    return grounding::Cited{text, {}};
  };
  const grounding::Cited cited = read();
  Judged judged;
  judged.grounded.text = cited.text;
  const std::vector<std::string_view> sentences = format::sentences_in(cited.text);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (!has_words_or_digits(sentences[i])) continue;
    const format::SentenceMark mark = format::mark_of(sentences[i]);
    if (std::find(kept.begin(), kept.end(), mark) != kept.end()) continue;
    const grounding::Judgement judgement = grounds.judge(sentences[i]);
    if (judgement.violations.empty()) {
      judged.grounded.support[mark] =
          support_of(i < cited.numbers.size() ? cited.numbers[i] : std::vector<std::size_t>(),
                     judgement, material.sources.size());
      continue;
    }
    std::vector<std::string> reasons;
    for (const grounding::Violation& one : judgement.violations) reasons.push_back(explain(one));
    judged.bad.push_back(mark);
    judged.grounded.dropped.push_back({{}, std::string(sentences[i]), join(reasons, "; ")});
    judged.reasons.insert(std::string(sentences[i]) + " (" + join(reasons, "; ") + ")");
  }
  judged.grounded.violations = judged.bad.size();
  return judged;
}

std::string complaint_of(const Judged& judged) {
  std::string complaint;
  for (const std::string& reason : judged.reasons) complaint += "- " + reason + "\n";
  return complaint;
}

// The text without its bad sentences. Where all are bad, one by an engine that cites goes; another
// stays whole, as it is made of its sources' own sentences.
Grounded cleared(Judged judged, bool cites) {
  Grounded& grounded = judged.grounded;
  if (judged.bad.empty()) return std::move(grounded);
  const bool all = grounded.support.empty();
  if (all && cites) {
    grounded.text.clear();
  } else if (all) {
    grounded.dropped.clear();
  } else {
    grounded.text = format::without_struck(grounded.text, judged.bad).text;
  }
  return std::move(grounded);
}

// A word table on loan from the pool: it goes back at the end.
class BorrowedWords {
 public:
  explicit BorrowedWords(WordPool& pool) : pool_(pool), words_(pool.take()) {}
  ~BorrowedWords() { pool_.give(std::move(words_)); }
  BorrowedWords(const BorrowedWords&) = delete;
  BorrowedWords& operator=(const BorrowedWords&) = delete;
  BorrowedWords(BorrowedWords&&) = delete;
  BorrowedWords& operator=(BorrowedWords&&) = delete;
  grounding::Words& operator*() const { return *words_; }

 private:
  WordPool& pool_;
  grounding::WordStore words_;
};

}  // namespace

engine::grounding::WordStore WordPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return grounding::make_words();
  grounding::WordStore words = std::move(free_.back());
  free_.pop_back();
  return words;
}

void WordPool::give(engine::grounding::WordStore words) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(words));
}

std::shared_ptr<WordPool> make_word_pool() { return std::make_shared<WordPool>(); }

Result<Grounded> ask_grounded(const Material& material, bool cites,
                              const std::function<Result<std::string>(const std::string&)>& ask) {
  PYRAMID_ASSIGN(const std::string text, ask({}));
  const BorrowedWords words(material.words);
  std::vector<grounding::Source> sources;
  for (const engine::SourceText& one : material.sources) {
    sources.push_back({one.text, one.start, one.end});
  }
  if (!material.kept.empty() && !sources.empty()) {
    sources.push_back({material.kept, sources.front().start, sources.back().end});
  }
  const grounding::Grounds grounds(*words, sources, material.known);
  Judged first = judge(grounds, material, cites, text);
  if (!cites || first.bad.empty()) return cleared(std::move(first), cites);
  const Result<std::string> again = ask(complaint_of(first));
  if (!again) return cleared(std::move(first), cites);
  const std::size_t before = first.grounded.violations;
  Grounded second = cleared(judge(grounds, material, cites, *again), cites);
  second.violations += before;
  return second;
}

void note_dropped(SyncReport& report, std::size_t violations, std::vector<DroppedSentence> dropped,
                  const std::string& path) {
  report.violations += violations;
  for (DroppedSentence& one : dropped) {
    one.path = path;
    report.dropped.push_back(std::move(one));
  }
}

void note_fallback(SyncReport& report, std::optional<FallbackText> fallback,
                   const std::string& path) {
  if (!fallback) return;
  fallback->path = path;
  report.fallbacks.push_back(*std::move(fallback));
}

}  // namespace pyramid::ops
