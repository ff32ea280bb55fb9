#include "format/html_text.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>

namespace pyramid::format {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

// Inside of a word they part nothing.
bool is_within_words(std::string_view name) {
  constexpr std::array<std::string_view, 18> kNames = {
      "a", "abbr", "b",    "code",  "del",  "em",     "font", "i",   "ins",
      "q", "kbd",  "mark", "small", "span", "strong", "sub",  "sup", "u"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// Reads a block from its beginning to its end.
class Reader {
 public:
  explicit Reader(std::string_view html) : html_(html) {}

  std::string read() {
    while (at_ < html_.size()) {
      const std::size_t open = std::min(html_.find('<', at_), html_.size());
      text_ += html_.substr(at_, open - at_);
      at_ = open;
      if (at_ < html_.size()) markup();
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return html_.substr(at_); }

  // Of what begins with `<`.
  void markup() {
    const std::string_view begin = rest().substr(0, 4);
    if (begin == "<!--") return leave_out_to("-->");
    if (begin.starts_with("<!") || begin.starts_with("<?")) return leave_out_to(">");
    const std::size_t name = begin.starts_with("</") ? 2 : 1;
    if (begin.size() > name && is_letter(begin[name])) return tag(name);
    text_ += html_[at_++];
  }

  void tag(std::size_t begin) {
    std::size_t end = begin;
    while (end < rest().size() && is_name(rest()[end])) ++end;
    const std::string name = utf8::lower(rest().substr(begin, end - begin));
    at_ += end;
    leave_out_attributes();
    if (!is_within_words(name)) text_ += ' ';
    if (begin == 1 && (name == "script" || name == "style")) leave_out_content(name);
  }

  // Up to the `>` that is in no quotes.
  void leave_out_attributes() {
    char quote = 0;
    for (; at_ < html_.size(); ++at_) {
      const char c = html_[at_];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        ++at_;
        return;
      }
    }
  }

  // What a browser runs or draws with, and nobody reads.
  void leave_out_content(std::string_view name) {
    while (at_ < html_.size()) {
      leave_out_to("</");
      if (starts_with_ignoring_case(rest(), name)) return leave_out_to(">");
    }
  }

  void leave_out_to(std::string_view end) {
    const std::size_t found = html_.find(end, at_);
    at_ = found == std::string_view::npos ? html_.size() : found + end.size();
  }

  std::string_view html_;
  std::size_t at_ = 0;
  std::string text_;
};

}  // namespace

std::string text_of_html(std::string_view html) {
  const std::string text = Reader(html).read();
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const std::string words = collapse_spaces(line);
    if (words.empty()) continue;
    if (!out.empty()) out += '\n';
    out += words;
  }
  return out;
}

}  // namespace pyramid::format
