#include "search/snippet.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/word_parts.hpp"
#include "format/markdown.hpp"
#include "format/why_page.hpp"

#include <algorithm>
#include <set>

namespace pyramid::search {

namespace {

std::size_t matches(std::string_view sentence, const std::vector<std::string>& stems) {
  const std::vector<engine::Word> words = engine::text_words(sentence);
  return static_cast<std::size_t>(
      std::count_if(words.begin(), words.end(), [&](const engine::Word& word) {
        const std::string folded = utf8::fold(word.text);
        return !engine::is_stop_word(folded) &&
               std::find(stems.begin(), stems.end(), engine::stem(folded)) != stems.end();
      }));
}

// Of a sentence without end, what stands around the first of the words.
std::string around_match(std::string_view sentence, const std::vector<std::string>& terms) {
  const std::vector<Mark> found = marks(sentence, terms);
  const std::size_t at = found.empty() ? 0 : found.front().first;
  if (at < kSnippetBytes / 2) return std::string(utf8::truncate(sentence, kSnippetBytes));
  const std::size_t blank = sentence.find(' ', at - kSnippetBytes / 4);
  const std::string_view rest = sentence.substr(blank < at ? blank + 1 : at);
  return std::string(utf8::truncate("… " + std::string(rest), kSnippetBytes));
}

}  // namespace

std::string said(std::string_view text, format::Kind kind) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    if (format::is_source_line(line)) continue;
    if (kind == format::Kind::kSession &&
        (line.substr(0, 3) == "## " || line.substr(0, 2) == "^t")) {
      continue;
    }
    out += std::string(line) + "\n";
  }
  return out;
}

std::string lines_of(std::string_view bytes, std::size_t first, std::size_t last) {
  std::string out;
  const std::vector<std::string_view> lines = split_lines(bytes);
  for (std::size_t i = first; i <= std::min(last, lines.size()); ++i) {
    if (i >= 1) out.append(lines[i - 1]).append("\n");
  }
  return out;
}

std::string snippet(std::string_view text, format::Kind kind,
                    const std::vector<std::string>& terms) {
  std::string plain = format::plain_text_and_blocks(said(text, kind));
  if (plain.size() <= kSnippetBytes) return plain;
  std::vector<std::string> stems;
  for (const std::string& term : terms) stems.push_back(engine::stem(term));
  const std::vector<engine::Sentence> all = engine::sentences(plain);
  if (all.empty()) return std::string(utf8::truncate(plain, kSnippetBytes));
  // Starts at the sentence that matches best and goes on as far as there is room.
  std::size_t best = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t count = matches(all[i].text, stems);
    if (count > most) {
      most = count;
      best = i;
    }
  }
  if (all[best].text.size() > kSnippetBytes) return around_match(all[best].text, terms);
  std::string out = best > 0 ? "… " : "";
  for (std::size_t i = best; i < all.size(); ++i) {
    if (out.size() + all[i].text.size() + 5 > kSnippetBytes && i > best) {
      out += " …";
      break;
    }
    if (i > best) out += ' ';
    out += all[i].text;
  }
  return std::string(utf8::truncate(out, kSnippetBytes));
}

std::vector<Mark> marks(std::string_view text, const std::vector<std::string>& terms) {
  std::set<std::string> stems;
  for (const std::string& term : terms) stems.insert(engine::stem(term));
  std::vector<Mark> found;
  for (const engine::Word& word : engine::text_words(text)) {
    if (!stems.contains(engine::stem(utf8::fold(word.text)))) continue;
    const std::size_t end = word.begin + word.text.size();
    if (!found.empty() && found.back().second >= word.begin) {  // as one word
      found.back().second = std::max(found.back().second, end);
    } else {
      found.emplace_back(word.begin, end);
    }
  }
  return found;
}

}  // namespace pyramid::search
