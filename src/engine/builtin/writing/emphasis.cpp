#include "engine/builtin/writing/emphasis.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/importance.hpp"

namespace pyramid::engine::builtin::writing {
namespace {

constexpr std::string_view kMark = "**";

}  // namespace

bool is_stressed(const Fact& fact) {
  return fact.importance >= kStressed && importance_of(fact.text) < kStressed;
}

std::string with_emphasis(std::string sentence) {
  if (!sentence.ends_with('.') || sentence.find_first_of("*\n") != std::string::npos) {
    return sentence;
  }
  sentence.pop_back();
  return std::string(kMark) + sentence + std::string(kMark) + ".";
}

Unstressed without_emphasis(std::string_view sentence) {
  std::string_view inner = sentence;
  const bool stop = inner.ends_with('.');
  if (stop) inner.remove_suffix(1);
  const bool marked = inner.size() > 2 * kMark.size() && inner.starts_with(kMark) &&
                      inner.ends_with(kMark) && inner.find(kMark, kMark.size()) + 2 == inner.size();
  if (!marked) return {std::string(sentence), false};
  std::string text(inner.substr(kMark.size(), inner.size() - 2 * kMark.size()));
  if (stop) text += '.';
  return {std::move(text), true};
}

}  // namespace pyramid::engine::builtin::writing
