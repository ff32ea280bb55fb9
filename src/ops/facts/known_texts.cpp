#include "ops/facts/known_texts.hpp"

#include "workspace/layout.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr double kTheSame = 0.95;  // cosine of two texts from which on one says the other

// The digits of a text, run by run.
std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  bool goes_on = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !goes_on) numbers.emplace_back();
    if (is_digit) numbers.back() += c;
    goes_on = is_digit;
  }
  return numbers;
}

}  // namespace

Result<ComparedText> compared(engine::Embedder& embedder, const std::string& text) {
  const std::string_view one = text;
  PYRAMID_ASSIGN(std::vector<float> vector, embedder.embed(std::span(&one, 1)));
  return ComparedText{std::move(vector), numbers_in(text)};
}

bool say_the_same(const ComparedText& a, const ComparedText& b) {
  return a.numbers == b.numbers &&
         std::inner_product(a.vector.begin(), a.vector.end(), b.vector.begin(), 0.0) >= kTheSame;
}

Status KnownTexts::load(const WorkingSet& memory, engine::Embedder& embedder) {
  return memory.walk(format::Kind::kObservation, [&](const format::Node& node) -> Status {
    if (!node.status.empty() || workspace::fact_category(node.path).empty()) return {};
    const Result<format::Node> whole = memory.read(node);
    if (!whole) return {};
    PYRAMID_ASSIGN(ComparedText text, compared(embedder, whole->text));
    add(node.model, std::move(text));
    return {};
  });
}

void KnownTexts::add(const std::string& model, ComparedText text) {
  by_model_[model].push_back(std::move(text));
}

bool KnownTexts::say(const std::string& model, const ComparedText& text) const {
  const auto known = by_model_.find(model);
  return known != by_model_.end() &&
         std::any_of(known->second.begin(), known->second.end(),
                     [&](const ComparedText& one) { return say_the_same(one, text); });
}

}  // namespace pyramid::ops
