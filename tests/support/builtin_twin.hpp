// The built-in engine, for tests that change how it signs or what it costs.
#pragma once

#include "engine/engine.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pyramid::test {

class BuiltinTwin : public engine::TextEngine {
 public:
  [[nodiscard]] std::string name() const override { return inner_->name(); }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return inner_->recipe(step);
  }
  Result<std::vector<engine::Extracted>> extract(const engine::ExtractRequest& request) override {
    return inner_->extract(request);
  }
  Result<engine::Assignments> assign(const engine::AssignRequest& request) override {
    return inner_->assign(request);
  }
  Result<std::string> summarise(const engine::SummariseRequest& request) override {
    return inner_->summarise(request);
  }
  Result<std::string> synthesise(const engine::SynthesiseRequest& request) override {
    return inner_->synthesise(request);
  }
  Result<std::string> describe(const engine::DescribeRequest& request) override {
    return inner_->describe(request);
  }
  Result<std::string> answer(const engine::AnswerRequest& request) override {
    return inner_->answer(request);
  }

 private:
  std::unique_ptr<engine::TextEngine> inner_ = engine::make_builtin_engine();
};

}  // namespace pyramid::test
