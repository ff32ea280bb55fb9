#include "base/cut_text.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace pyramid {

namespace {

// "。", "！" and "？" have no blank behind them.
bool ends_wide_sentence(std::string_view text) {
  return text.ends_with("\u3002") || text.ends_with("\uff01") || text.ends_with("\uff1f");
}

bool ends_sentence(std::string_view text) {
  if (ends_wide_sentence(text)) return true;
  if (text.size() < 2 || !is_blank(text.back())) return false;
  const char mark = text[text.size() - 2];
  return mark == '.' || mark == '!' || mark == '?';
}

// The longest beginning of `piece`, longer than half of it, that `ends` is true of; else "".
template <typename Ends>
std::string_view last_that(std::string_view piece, Ends ends) {
  for (std::size_t size = piece.size(); size > piece.size() / 2; --size) {
    if (ends(piece.substr(0, size))) return piece.substr(0, size);
  }
  return {};
}

}  // namespace

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::string_view piece = utf8::truncate(text, most);
  const auto ends_line = [](std::string_view part) { return part.back() == '\n'; };
  const auto ends_word = [](std::string_view part) { return is_blank(part.back()); };
  std::string_view beginning = last_that(piece, ends_line);
  if (beginning.empty()) beginning = last_that(piece, ends_sentence);
  if (beginning.empty()) beginning = last_that(piece, ends_word);
  return beginning.empty() ? piece : beginning;
}

}  // namespace pyramid
