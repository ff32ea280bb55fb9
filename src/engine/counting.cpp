#include "engine/counting.hpp"

#include "engine/tokens.hpp"

namespace pyramid::engine {
namespace {

class CountingTextEngine final : public TextEngine {
 public:
  CountingTextEngine(TextEngine& inner, CallCounts& counts) : inner_(inner), counts_(counts) {}

  [[nodiscard]] std::string name() const override { return inner_.name(); }
  [[nodiscard]] Price price() const override { return inner_.price(); }
  [[nodiscard]] bool cites() const override { return inner_.cites(); }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return inner_.recipe(step);
  }
  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    ++counts_.extract;
    return counted(request, inner_.extract(request));
  }
  Result<Assignments> assign(const AssignRequest& request) override {
    ++counts_.assign;
    return counted(request, inner_.assign(request));
  }
  [[nodiscard]] bool judges() const override { return inner_.judges(); }
  Result<Judgements> judge(const JudgeRequest& request) override {
    ++counts_.judge;
    return counted(request, inner_.judge(request));
  }
  Result<std::string> summarise(const SummariseRequest& request) override {
    ++counts_.summarise;
    return counted(request, inner_.summarise(request));
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    ++counts_.synthesise;
    return counted(request, inner_.synthesise(request));
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    ++counts_.describe;
    return counted(request, inner_.describe(request));
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    ++counts_.answer;
    return counted(request, inner_.answer(request));
  }

 private:
  static std::size_t size_of(const std::string& text) { return tokens_of(text.size()); }
  template <typename Answer>
  static std::size_t size_of(const Answer& answer) {
    return tokens_out(answer);
  }
  template <typename Request, typename Answer>
  Result<Answer> counted(const Request& request, Result<Answer> answer) {
    counts_.tokens_in += tokens_in(request);
    if (answer) counts_.tokens_out += size_of(*answer);
    return answer;
  }

  TextEngine& inner_;
  CallCounts& counts_;
};

class CountingEmbedder final : public Embedder {
 public:
  CountingEmbedder(Embedder& inner, CallCounts& counts) : inner_(inner), counts_(counts) {}

  [[nodiscard]] std::string name() const override { return inner_.name(); }
  [[nodiscard]] std::size_t dims() const override { return inner_.dims(); }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    ++counts_.embed;
    return inner_.embed(texts);
  }
  [[nodiscard]] std::vector<CloseLook> look_closely(
      std::string_view query, std::span<const AskedWord> words,
      std::span<const std::string_view> texts) const override {
    return inner_.look_closely(query, words, texts);
  }

 private:
  Embedder& inner_;
  CallCounts& counts_;
};

}  // namespace

std::unique_ptr<TextEngine> count_calls(TextEngine& inner, CallCounts& counts) {
  return std::make_unique<CountingTextEngine>(inner, counts);
}
std::unique_ptr<Embedder> count_calls(Embedder& inner, CallCounts& counts) {
  return std::make_unique<CountingEmbedder>(inner, counts);
}

}  // namespace pyramid::engine
