#include "engine/builtin/reading/chat_spelling.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/chat_spelling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::engine::builtin {

std::string spelt_out(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Word& word : words(text)) {
    out.append(text.substr(at, word.begin - at));
    at = word.begin + word.text.size();
    const std::string lower = utf8::lower(word.text);
    // "the U.N."
    const bool initial = word.text.size() == 1 && at + 1 < text.size() && text[at] == '.' &&
                         is_capital(text.substr(at + 1));
    if (initial) {
      out += word.text;
      continue;
    }
    const auto it = std::find_if(
        tables::kChatForms.begin(), tables::kChatForms.end(),
        [&](const auto& one) { return begin_alike(one.first, lower) && one.first == lower; });
    if (it == tables::kChatForms.end()) {
      out += word.text;
      continue;
    }
    std::string full(it->second);
    if (is_capital(word.text))
      full[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(full[0])));
    out += full;
  }
  out.append(text.substr(at));
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view laugh : tables::kLaughs) {
      if (out.size() <= laugh.size()) continue;
      const std::size_t begin = out.size() - laugh.size();
      if (!equals_ignoring_case(std::string_view(out).substr(begin), laugh)) continue;
      const char before = out[begin - 1];
      if (before != ' ' && before != ',') continue;
      out.resize(out.size() - laugh.size());
      while (!out.empty() && std::string_view(" ,;.!").find(out.back()) != std::string_view::npos)
        out.pop_back();
      again = true;
    }
  }
  return out;
}

}  // namespace pyramid::engine::builtin
