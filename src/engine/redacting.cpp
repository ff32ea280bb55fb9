#include "engine/redacting.hpp"

#include <optional>
#include <utility>

namespace pyramid::engine {

namespace {

class RedactingEngine final : public TextEngine {
 public:
  RedactingEngine(std::unique_ptr<TextEngine> inner, guard::Policy policy)
      : inner_(std::move(inner)), policy_(std::move(policy)) {}

  [[nodiscard]] std::string name() const override { return inner_->name(); }
  [[nodiscard]] Price price() const override { return inner_->price(); }
  [[nodiscard]] bool cites() const override { return inner_->cites(); }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return inner_->recipe(step);
  }
  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    auto facts = inner_->extract(request);
    if (!facts) return facts;
    for (Extracted& fact : *facts) fact.text = guard::redact(fact.text, policy_).text;
    return facts;
  }
  // Names of models come from texts that went through here before.
  Result<Assignments> assign(const AssignRequest& request) override {
    return inner_->assign(request);
  }
  [[nodiscard]] bool judges() const override { return inner_->judges(); }
  Result<Judgements> judge(const JudgeRequest& request) override {
    auto judged = inner_->judge(request);
    if (!judged) return judged;
    for (std::optional<Judgement>& one : *judged) {
      if (one) one->reason = guard::redact(one->reason, policy_).text;
    }
    return judged;
  }
  Result<std::string> summarise(const SummariseRequest& request) override {
    return redacted(inner_->summarise(request));
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    return redacted(inner_->synthesise(request));
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    return redacted(inner_->describe(request));
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    return inner_->answer(request);
  }

 private:
  [[nodiscard]] Result<std::string> redacted(Result<std::string> text) const {
    if (!text) return text;
    return guard::redact(*text, policy_).text;
  }

  std::unique_ptr<TextEngine> inner_;
  guard::Policy policy_;
};

}  // namespace

std::unique_ptr<TextEngine> redact_answers(std::unique_ptr<TextEngine> inner,
                                           guard::Policy policy) {
  return std::make_unique<RedactingEngine>(std::move(inner), std::move(policy));
}

}  // namespace pyramid::engine
