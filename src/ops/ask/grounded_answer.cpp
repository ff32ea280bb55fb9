#include "ops/ask/grounded_answer.hpp"

#include "base/text.hpp"
#include "engine/grounding/citations.hpp"
#include "engine/grounding/grounding.hpp"
#include "format/own_words.hpp"
#include "ops/calls/ledger.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

namespace grounding = engine::grounding;

// "User moved to Lisbon." with [1] and [2] behind it, as far as there are such passages.
std::string with_citations(std::string_view sentence, const std::vector<std::size_t>& numbers,
                           const std::vector<engine::Passage>& passages) {
  std::string marks;
  for (const std::size_t number : numbers) {
    const std::string mark = "[" + std::to_string(number) + "]";
    const bool known =
        std::any_of(passages.begin(), passages.end(),
                    [&](const engine::Passage& one) { return one.citation == mark; });
    if (known && marks.find(mark) == std::string::npos) marks += mark;
  }
  std::string out(trim(sentence));
  if (marks.empty()) return out;
  const bool stops = out.ends_with('.');
  if (stops) out.pop_back();
  return out + " " + marks + (stops ? "." : "");
}

std::string reasons_of(const grounding::Judgement& judgement) {
  std::vector<std::string> reasons;
  for (const grounding::Violation& one : judgement.violations) {
    if (!one.elsewhere && one.fault != grounding::Fault::kDenial) reasons.push_back(explain(one));
  }
  return join(reasons, "; ");
}

GroundedAnswer judge(const std::string& text, const engine::AnswerRequest& request) {
  const std::vector<engine::Passage>& passages = request.passages;
  std::vector<grounding::Source> sources;
  std::vector<std::string_view> told;
  for (const engine::Passage& one : passages) {
    sources.push_back({one.text, one.at, one.at});
    told.push_back(one.text);
  }
  const grounding::WordStore words = grounding::make_words();
  const grounding::Grounds grounds(*words, sources, request.users);
  const grounding::Cited cited = grounding::take_citations(text, told);
  const std::vector<std::string_view> sentences = format::sentences_in(cited.text);
  GroundedAnswer answer;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::string reasons = reasons_of(grounds.judge(sentences[i]));
    if (!reasons.empty()) {
      answer.dropped.push_back({{}, std::string(trim(sentences[i])), std::move(reasons)});
      continue;
    }
    const bool numbered = i < cited.numbers.size();
    answer.text +=
        (answer.text.empty() ? "" : " ") +
        with_citations(sentences[i], numbered ? cited.numbers[i] : std::vector<std::size_t>(),
                       passages);
  }
  return answer;
}

}  // namespace

Result<GroundedAnswer> ask_grounded_answer(Services& services, engine::AnswerRequest request) {
  engine::TextEngine& text = services.text;
  PYRAMID_ASSIGN(std::string first, text.answer(request));
  if (!text.cites()) return GroundedAnswer{std::move(first), {}};
  GroundedAnswer answer = judge(first, request);
  std::size_t violations = answer.dropped.size();
  if (violations == 0) return answer;
  for (const DroppedSentence& one : answer.dropped) {
    request.complaint += "- " + one.sentence + " (" + one.reason + ")\n";
  }
  if (const Result<std::string> second = text.answer(request)) {
    answer = judge(*second, request);
    violations += answer.dropped.size();
  }
  if (services.ledger != nullptr) {
    services.ledger->violated(text.recipe("answer"), violations, answer.dropped.size());
  }
  return answer;
}

}  // namespace pyramid::ops
