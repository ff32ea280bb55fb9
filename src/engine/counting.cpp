#include "engine/counting.hpp"

namespace pyramid::engine {
namespace {

class CountingTextEngine final : public TextEngine {
 public:
  CountingTextEngine(TextEngine& inner, CallCounts& counts) : inner_(inner), counts_(counts) {}

  [[nodiscard]] std::string name() const override { return inner_.name(); }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return inner_.recipe(step);
  }
  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    ++counts_.extract;
    return inner_.extract(request);
  }
  Result<Assignments> assign(const AssignRequest& request) override {
    ++counts_.assign;
    return inner_.assign(request);
  }
  Result<std::string> summarise(const SummariseRequest& request) override {
    ++counts_.summarise;
    return inner_.summarise(request);
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    ++counts_.synthesise;
    return inner_.synthesise(request);
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    ++counts_.describe;
    return inner_.describe(request);
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    ++counts_.answer;
    return inner_.answer(request);
  }

 private:
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
