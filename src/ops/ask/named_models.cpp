#include "ops/ask/named_models.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "format/without_data_uris.hpp"
#include "index/chunker.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/nodes/inside.hpp"
#include "search/query_words.hpp"
#include "search/snippet.hpp"

#include <algorithm>
#include <array>
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
  std::size_t at = 0;       // in the text
  bool capital = false;
  bool opens = false;  // a line, a sentence, what stands in quotes or brackets
};

// Han, kana and Hangul: words with nothing between them, or with endings.
bool stands_in_words(std::string_view name) {
  const auto is_one = [](char32_t c) {
    return utf8::is_cjk(c) || (c >= 0x3040 && c <= 0x30FF) || (c >= 0xAC00 && c <= 0xD7AF);
  };
  std::size_t letters = 0;
  for (std::size_t at = 0; at < name.size();) {
    if (!is_one(utf8::next(name, at))) return false;
    ++letters;
  }
  return letters > 1;
}

struct Name {
  std::string text;
  bool implied = false;  // the first word of a person's title
};

class Text {
 public:
  explicit Text(const std::string& text) : text_(without_hyphens(utf8::nfc(text))) {
    std::size_t end = 0;  // of the word before
    for (const engine::Word& word : engine::words(text_)) {
      const std::string_view between = std::string_view(text_).substr(end, word.begin - end);
      said_.push_back(
          {plain(word.text), plain(engine::without_owner(word.text)), word.begin,
           engine::is_capital(word.text),
           said_.empty() || between.find_first_not_of(" ,;&/") != std::string_view::npos});
      end = word.begin + word.text.size();
    }
    if (said_.size() == 1) said_[0].opens = false;
    if (said_.size() > kMostWords) said_.erase(said_.begin(), said_.end() - kMostWords);
  }

  // Where it is called so first.
  [[nodiscard]] std::optional<std::size_t> place_of(const Name& name) const {
    if (said_.empty()) return std::nullopt;
    const std::string spaced = without_hyphens(utf8::nfc(name.text));
    if (stands_in_words(spaced)) {
      const std::size_t at = text_.find(spaced, said_.front().at);
      return at == std::string::npos ? std::nullopt : std::optional(at);
    }
    std::vector<std::string> wanted;
    for (const engine::Word& word : engine::words(spaced)) wanted.push_back(plain(word.text));
    if (wanted.empty()) return std::nullopt;
    const bool common = wanted.size() == 1 && engine::is_stop_word(wanted[0]);
    const auto is_same = [&](const Said& said, const std::string& word) {
      if (said.word != word && said.owner != word) return false;
      return said.capital ? !common || !said.opens : !common && !name.implied;
    };
    const auto found =
        std::search(said_.begin(), said_.end(), wanted.begin(), wanted.end(), is_same);
    return found == said_.end() ? std::nullopt : std::optional(found->at);
  }

 private:
  std::string text_;
  std::vector<Said> said_;
};

bool is_form_of_address(const std::string& word) {
  constexpr auto kForms = std::to_array<std::string_view>(
      {"mr", "mrs", "ms", "miss", "dr", "prof", "sir", "st", "herr", "frau"});
  return engine::lists(kForms, word);
}

std::vector<Name> names_of(const Node& model) {
  std::vector<Name> names = {{model.model}, {model.title}};
  for (const std::string& alias : model.aliases) names.push_back({alias});
  const std::vector<engine::Word> words = engine::words(model.title);
  const bool person = model.model_type == "person" && words.size() > 1;
  if (person && !is_form_of_address(plain(words[0].text))) {
    names.push_back({std::string(words[0].text), true});
  }
  return names;
}

}  // namespace

Result<std::vector<Node>> models_named_in(Services& services, Opened& opened,
                                          const std::string& text) {
  PYRAMID_ASSIGN(std::vector<Node> models, opened.index->nodes_below("models/", Kind::kModel));
  const Text said(text);
  std::vector<std::pair<std::size_t, Node>> named;
  for (Node& model : models) {
    std::optional<std::size_t> first;
    for (const Name& name : names_of(model)) {
      const std::optional<std::size_t> place = said.place_of(name);
      if (place && (!first || *place < *first)) first = place;
    }
    if (!first || model.status == format::kQuarantined) continue;
    if (is_waiting_copy(services, opened, model.path)) continue;
    named.emplace_back(*first, std::move(model));
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
  // By now it may be a symlink.
  if (!path_inside(services.files, opened.workspace, model.path)) return sections;
  const Result<std::string> bytes = services.files.read(opened.workspace.absolute(model.path));
  if (!bytes) return sections;
  const Result<format::Document> document = format::parse_document(*bytes, model.path);
  if (!document) return sections;
  const std::vector<std::string> terms = search::terms_of(text);
  const index::PieceSize size = index::piece_size(opened.workspace.settings);
  for (const index::Piece& piece : index::cut(*document, model, size, opened.workspace.zone)) {
    search::Hit hit;
    hit.chunk.path = model.path;
    hit.chunk.first_line = piece.first_line;
    hit.chunk.last_line = piece.last_line;
    hit.chunk.heading = piece.heading;
    hit.chunk.kind = model.kind;
    hit.chunk.model = model.model;
    hit.chunk.status = model.status;
    hit.text =
        format::without_data_uris(search::lines_of(*bytes, piece.first_line, piece.last_line));
    hit.snippet = search::snippet(hit.text, model.kind, terms);
    if (!search::is_empty_section(hit)) sections.push_back(std::move(hit));
  }
  return sections;
}

}  // namespace pyramid::ops
