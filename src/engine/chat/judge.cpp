// Which observations are worth being facts: for each a verdict that can be used, or none.
#include "base/text.hpp"
#include "engine/chat/asking.hpp"
#include "engine/chat/marks.hpp"
#include "engine/chat/steps.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine::chat {

namespace {

constexpr const char* kTwoVerdicts = "it has two verdicts";
constexpr std::size_t kLongestReason = 200;  // bytes
using Places = std::vector<std::size_t>;     // of candidates in the request

template <typename List>
bool is_one_of(const List& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <typename List>
std::string all_of(const List& words, std::string_view mark) {
  std::string text;
  for (const std::string_view word : words) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", mark, word, mark);
  }
  return text;
}

Tool judge_tool() {
  Tool tool;
  tool.name = "judge_fact";
  tool.description = "Says whether an observation is worth being kept as a fact, and why.";
  tool.parameters = fmt::format(
      R"({{"type":"object","properties":{{)"
      R"("number":{{"type":"integer","description":"of the observation"}},)"
      R"("verdict":{{"type":"string","enum":[{}]}},"category":{{"type":"string","enum":[{}]}},)"
      R"("reason":{{"type":"string","description":"why, in at most 100 characters"}}}},)"
      R"("required":["number","verdict","category","reason"]}})",
      all_of(kVerdicts, "\""), all_of(workspace::kFactCategories, "\""));
  return tool;
}

std::string_view name_of(FactCandidate::Standing standing) {
  switch (standing) {
    case FactCandidate::Standing::kFact:
      return "known-fact";
    case FactCandidate::Standing::kOutdated:
      return "no-longer-true";
    case FactCandidate::Standing::kInUse:
      break;
  }
  return "observation";
}

class Judging {
 public:
  Judging(std::string_view instructions, const JudgeRequest& request)
      : instructions_(instructions),
        request_(request),
        judged_(request.candidates.size()),
        wrong_(request.candidates.size()) {}

  // One that is too long, or whose answer is of no use, in two halves, the latter once. What then
  // has no answer goes without: asked again with each night it would be paid for each time.
  Status ask(ChatModel& model, const Places& places, bool is_half = false) {
    if (places.empty()) return {};
    const Result<std::vector<Item>> items =
        ask_for_calls(model, instructions_, question(places), tool_);
    if (items) {
      take(places, *items);
      return {};
    }
    const bool too_long = items.error().kind == ErrorKind::kTooLong;
    const bool of_no_use = items.error().kind == ErrorKind::kInvalid || is_no_answer(items.error());
    if (!too_long && !of_no_use) return fail(Error(items.error()));
    if (places.size() < 2 || (of_no_use && is_half)) return {};
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    PYRAMID_TRY(ask(model, Places(places.begin(), middle), is_half || of_no_use));
    return ask(model, Places(middle, places.end()), is_half || of_no_use);
  }

  // Those whose answer cannot be used.
  [[nodiscard]] Places wrong() const {
    Places places;
    for (std::size_t i = 0; i < wrong_.size(); ++i) {
      if (!wrong_[i].empty()) places.push_back(i);
    }
    return places;
  }

  Judgements finish() { return std::move(judged_); }

 private:
  [[nodiscard]] std::string question(const Places& places) const {
    std::vector<std::string_view> texts;
    for (const std::size_t place : places) {
      const FactCandidate& one = request_.candidates[place];
      texts.push_back(one.text);
      texts.push_back(one.about);
      for (const FactCandidate::Near& near : one.near) texts.push_back(near.text);
    }
    const Marks marks(texts);
    std::string out = "The observations, each with what the memory has near it:\n";
    std::string complaints;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const FactCandidate& one = request_.candidates[places[i]];
      std::string attributes =
          fmt::format("number={} on={} said={}", i + 1, format_date(date_of(one.at)), one.times);
      if (one.importance != 0) attributes += fmt::format(" importance={}", one.importance);
      out += marks.around(attributes, one.text);
      out += marks.around(fmt::format("about-number={}", i + 1), one.about);
      for (const FactCandidate::Near& near : one.near) {
        out += marks.around(fmt::format("near-number={} is={} on={}", i + 1, name_of(near.standing),
                                        format_date(date_of(near.at))),
                            near.text);
      }
      if (!wrong_[places[i]].empty()) {
        complaints += fmt::format("number={}: {}\n", i + 1, wrong_[places[i]]);
      }
    }
    if (complaints.empty()) return out;
    return out + "What was answered first could not be used. Judge these again:\n" + complaints;
  }

  void take(const Places& places, const std::vector<Item>& answers) {
    for (const std::size_t place : places) wrong_[place] = "no answer came";
    for (const Item& answer : answers) {
      const auto number = number_of(answer, "number");
      if (!number || *number < 1 || *number > static_cast<std::int64_t>(places.size())) continue;
      const std::size_t place = places[static_cast<std::size_t>(*number - 1)];
      Judgement judgement{text_of(answer, "verdict"), text_of(answer, "category"),
                          collapse_spaces(text_of(answer, "reason"))};
      std::optional<Judgement>& known = judged_[place];
      if (wrong_[place] == kTwoVerdicts || (known && known->verdict == judgement.verdict)) continue;
      wrong_[place] = known ? kTwoVerdicts : problem_of(judgement);
      known = wrong_[place].empty() ? std::optional(std::move(judgement)) : std::nullopt;
    }
  }

  // Why an answer cannot be used; "" = it can.
  static std::string problem_of(const Judgement& judgement) {
    if (!is_one_of(kVerdicts, judgement.verdict)) {
      return "`verdict` is none of " + all_of(kVerdicts, "");
    }
    if (judgement.promotes() && !is_one_of(workspace::kFactCategories, judgement.category)) {
      return "`category` is none of " + all_of(workspace::kFactCategories, "");
    }
    if (judgement.reason.empty()) return "`reason` is missing";
    if (judgement.reason.size() > kLongestReason) return "`reason` is too long";
    return {};
  }

  std::string_view instructions_;
  const JudgeRequest& request_;
  const Tool tool_ = judge_tool();
  Judgements judged_;
  std::vector<std::string> wrong_;  // by candidate, what was wrong with its answer
};

}  // namespace

Result<Judgements> judge(ChatModel& model, std::string_view instructions,
                         const JudgeRequest& request) {
  Judging judging(instructions, request);
  Places all(request.candidates.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  PYRAMID_TRY(judging.ask(model, all));
  PYRAMID_TRY(judging.ask(model, judging.wrong()));
  return judging.finish();
}

}  // namespace pyramid::engine::chat
