#include "ops/ask/named_models.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "index/chunker.hpp"
#include "search/query_words.hpp"
#include "search/snippet.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::size_t kMostWords = 200;

// "Anne-Marie" are two words, "McDonald's" is mcdonalds.
std::string without_hyphens(std::string_view text) { return replace_all(text, "-", " "); }
std::string plain(std::string_view word) {
  return utf8::fold(replace_all(replace_all(word, "'", ""), "’", ""));
}

struct Said {
  std::string word, owner;  // "Ana's": anas, ana
  bool as_name = false;     // it has a capital that opens no sentence
};

// Han, kana and Hangul: words with nothing between them, or with endings.
bool stands_in_words(std::string_view name) {
  constexpr char32_t kFirst = 0x2E80;
  for (std::size_t at = 0; at < name.size();) {
    if (utf8::next(name, at) >= kFirst) return true;
  }
  return false;
}

class Text {
 public:
  explicit Text(const std::string& text) : folded_(utf8::fold(text)) {
    const std::string spaced = without_hyphens(text);
    for (const engine::Word& word : engine::words(spaced)) {
      said_.push_back({plain(word.text), plain(engine::without_owner(word.text)),
                       engine::is_capital(word.text) && !opens(spaced, word.begin)});
    }
    if (said_.size() == 1) said_[0].as_name = true;
    if (said_.size() > kMostWords) said_.erase(said_.begin(), said_.end() - kMostWords);
  }

  // Where it is called so first.
  [[nodiscard]] std::optional<std::size_t> place_of(const std::string& name) const {
    if (stands_in_words(name)) {
      const std::size_t at = folded_.find(utf8::fold(name));
      return at == std::string::npos ? std::nullopt : std::optional(at);
    }
    std::vector<std::string> wanted;
    const std::string spaced = without_hyphens(name);
    for (const engine::Word& word : engine::words(spaced)) wanted.push_back(plain(word.text));
    if (wanted.empty()) return std::nullopt;
    const bool common = wanted.size() == 1 && engine::is_stop_word(wanted[0]);
    const auto is_same = [common](const Said& said, const std::string& word) {
      return (said.word == word || said.owner == word) && (!common || said.as_name);
    };
    const auto found =
        std::search(said_.begin(), said_.end(), wanted.begin(), wanted.end(), is_same);
    if (found == said_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - said_.begin());
  }

 private:
  static bool opens(std::string_view text, std::size_t begin) {
    const std::size_t before = begin == 0 ? begin : text.find_last_not_of(" \n\"", begin - 1);
    return begin == 0 || before == std::string_view::npos ||
           std::string_view(".!?:").find(text[before]) != std::string_view::npos;
  }

  std::string folded_;
  std::vector<Said> said_;
};

std::vector<std::string> names_of(const Node& model) {
  std::vector<std::string> names = model.aliases;
  names.push_back(model.model);
  names.push_back(model.title);
  const std::vector<engine::Word> words = engine::words(model.title);
  if (model.model_type == "person" && !words.empty()) names.emplace_back(words[0].text);
  return names;
}

}  // namespace

Result<std::vector<Node>> models_named_in(const std::string& text, index::Index& index) {
  PYRAMID_ASSIGN(std::vector<Node> models, index.nodes_below("models/", Kind::kModel));
  const Text said(text);
  std::vector<std::pair<std::size_t, Node>> named;
  for (Node& model : models) {
    std::optional<std::size_t> first;
    for (const std::string& name : names_of(model)) {
      const std::optional<std::size_t> place = said.place_of(name);
      if (place && (!first || *place < *first)) first = place;
    }
    if (first) named.emplace_back(*first, std::move(model));
  }
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Node> in_order;
  for (auto& [place, model] : named) in_order.push_back(std::move(model));
  return in_order;
}

std::vector<search::Hit> sections_of(Services& services, const Opened& opened, const Node& model,
                                     const std::string& text) {
  std::vector<search::Hit> sections;
  const Result<std::string> bytes = services.files.read(opened.workspace.absolute(model.path));
  if (!bytes) return sections;
  const Result<format::Document> document = format::parse_document(*bytes, model.path);
  if (!document) return sections;
  const std::vector<std::string> terms = search::terms_of(text);
  for (const index::Piece& piece : index::cut(*document, model)) {
    search::Hit hit;
    hit.chunk.path = model.path;
    hit.chunk.first_line = piece.first_line;
    hit.chunk.last_line = piece.last_line;
    hit.chunk.heading = piece.heading;
    hit.chunk.kind = model.kind;
    hit.chunk.model = model.model;
    hit.chunk.status = model.status;
    hit.text = search::lines_of(*bytes, piece.first_line, piece.last_line);
    hit.snippet = search::snippet(hit.text, model.kind, terms);
    if (!search::is_empty_section(hit.text, model.kind)) sections.push_back(std::move(hit));
  }
  return sections;
}

}  // namespace pyramid::ops
