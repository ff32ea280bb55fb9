// The engine that needs no key and no network: a taught reader for what is noted, rules and tables
// for what is written; the same bytes on every machine.
#include "engine/builtin/assign.hpp"
#include "engine/builtin/noting/noting.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/engine.hpp"
#include "engine/telling.hpp"
#include "language/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::engine {
namespace {

// Versions of what the rules of a step write. HACKING.md, "Recipes", says when one is raised.
struct StepVersion {
  std::string_view step;
  int version;
};
constexpr std::array<StepVersion, 5> kVersions = {{{"describe", 6},
                                                   {"extract", 4},
                                                   {"summarize", 4},
                                                   {"summarize-calendar", 5},
                                                   {"synthesize", 6}}};

int version_of(std::string_view step) {
  const auto known = std::find_if(kVersions.begin(), kVersions.end(),
                                  [&](const StepVersion& one) { return one.step == step; });
  return known == kVersions.end() ? 1 : known->version;
}

// Mapped once a process, and only where something is read.
Result<builtin::Judge> shipped_judge() {
  PYRAMID_ASSIGN(const std::shared_ptr<const language::Reader> reader, language::Reader::shipped());
  return builtin::Judge(
      [reader](std::span<const language::Line> before, const language::Line& line) {
        return reader->judge(before, line);
      });
}

class BuiltinEngine final : public TextEngine {
 public:
  [[nodiscard]] std::string name() const override { return "builtin"; }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return fmt::format("{}/{}", step, version_of(step));
  }

  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    PYRAMID_ASSIGN(const builtin::Judge judge, shipped_judge());
    return builtin::notes_of(request, judge);
  }
  Result<Assignments> assign(const AssignRequest& request) override {
    return builtin::assign(request);
  }
  Result<std::string> summarise(const SummariseRequest& request) override {
    return builtin::summarise(request);
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    return builtin::synthesise(request);
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    return builtin::describe(request);
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    std::call_once(embedder_made_, [this] { embedder_ = make_static_embedder(); });
    return builtin::answer(request, *embedder_);
  }

 private:
  std::once_flag embedder_made_;  // only answers need it, and it takes a millisecond
  std::unique_ptr<Embedder> embedder_;
};

}  // namespace

Result<Extracted> told_fact(std::string_view fact, std::string_view user) {
  PYRAMID_ASSIGN(const builtin::Judge judge, shipped_judge());
  return builtin::note_of(fact, user, judge);
}

std::unique_ptr<TextEngine> make_builtin_engine() { return std::make_unique<BuiltinEngine>(); }

}  // namespace pyramid::engine
