#include "engine/builtin/reading/lists.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/lists.hpp"
#include "engine/text/language.hpp"
#include "engine/text/said.hpp"

#include <algorithm>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

struct Intro {
  std::string words;      // what the items complete; "": they speak for themselves
  bool together = false;  // one sentence for all
};

// Which word is the subject "I" or "we"; its size where none is.
std::size_t subject_in(const std::vector<std::string>& lower) {
  const auto it = std::find_if(lower.begin(), lower.end(), [](const std::string& word) {
    return word == "i" || word == "we" || word.starts_with("i'") || word.starts_with("we'");
  });
  return static_cast<std::size_t>(it - lower.begin());
}

bool is_done(const std::vector<std::string>& lower, std::size_t subject) {
  return std::any_of(lower.begin() + static_cast<std::ptrdiff_t>(subject) + 1, lower.end(),
                     [](const std::string& word) {
                       return (word.size() > 4 && word.ends_with("ed")) ||
                              (is_irregular_past(word) && !is_modal(word) && word != "had");
                     });
}

// The sentence of the line that ends with the colon, without the colon and "the following".
std::string head_of(std::string_view line) {
  const std::vector<Sentence> all = sentences_said(line);
  std::string head = all.empty() ? std::string() : all.back().text;
  while (!head.empty() && (head.back() == ':' || head.back() == ' ')) head.pop_back();
  for (const std::string_view tail : tables::kListTails) {
    if (utf8::lower(head).ends_with(tail)) head.resize(head.size() - tail.size());
  }
  return head;
}

Intro intro_of(std::string_view line) {
  const std::string head = head_of(line);
  const std::vector<std::string> lower = lower_words(head);
  if (lower.empty() || begins_with_any(utf8::lower(head), tables::kListRequests)) return {};
  const std::size_t subject = subject_in(lower);
  if (subject == lower.size()) {
    const bool mine = std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
      return word == "my" || word == "our";
    });
    return mine ? Intro{head + ":", true} : Intro{};
  }
  // "Documents I still need": what the items are stands in front; they say it themselves.
  const bool adverbial = subject == 0 || head.find(',') != std::string::npos ||
                         lists(tables::kListAdverbials, lower.front());
  const std::size_t begin = adverbial ? 0 : words(head)[subject].begin;
  return {head.substr(begin), !is_done(lower, subject)};
}

std::string bare_item(std::string_view item) {
  std::string out(trim(item));
  while (!out.empty() && std::string_view(".;,").find(out.back()) != std::string_view::npos)
    out.pop_back();
  return out;
}

// "We closed the seed round": an item that needs no introduction.
bool is_sentence(const std::string& item) {
  const std::vector<std::string> lower = lower_words(item);
  return subject_in(lower) < lower.size() ||
         std::any_of(
             lower.begin(), lower.end(), [](const std::string& word) { return is_linking(word); });
}

void tell(const Intro& intro, const std::vector<std::string>& items, std::string& out) {
  if (!intro.together) {
    for (const std::string& item : items) out += "\n" + intro.words + " " + item + ".\n\n";
    return;
  }
  out += "\n" + intro.words;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    out += (i == 0 ? " " : last ? " and " : ", ") + items[i];
  }
  out += ".\n\n";
}

}  // namespace

std::string with_lists_told(std::string_view turn) {
  std::string out;
  std::string announced;  // the line with a colon that nothing but blank lines follows
  bool fenced = false;
  const std::vector<std::string_view> lines = split_lines(turn);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.starts_with("```")) fenced = !fenced;
    std::vector<std::string> items;
    std::size_t end = i;
    while (!fenced && !announced.empty() && end < lines.size() && list_item(lines[end]))
      items.push_back(bare_item(*list_item(lines[end++])));
    const Intro intro = items.empty() || announced.empty() ? Intro{} : intro_of(announced);
    if (!intro.words.empty() && std::none_of(items.begin(), items.end(), is_sentence)) {
      tell(intro, items, out);
      i = end - 1;
      announced.clear();
      continue;
    }
    // A blank line keeps what was announced; an item announces nothing.
    const bool announces = !fenced && line.ends_with(":") && !list_item(lines[i]);
    if (!line.empty()) announced = announces ? std::string(line) : std::string();
    out.append(lines[i]);
    out += '\n';
  }
  return out;
}

}  // namespace pyramid::engine::builtin
