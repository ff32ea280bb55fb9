#include "ops/ask/named_models.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "format/node.hpp"
#include "index/chunker.hpp"
#include "search/query_words.hpp"
#include "search/snippet.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kMostWords = 200;
constexpr std::size_t kLongestName = 3;  // words

// Where models stand that are called by one or several of the words.
std::vector<std::string> paths_named(Services& services, const Opened& opened,
                                     const std::string& text) {
  std::vector<engine::Word> words = engine::words(text);
  if (words.size() > kMostWords) words.erase(words.begin(), words.end() - kMostWords);
  std::vector<std::string> paths;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string name;
    for (std::size_t i = first; i < std::min(words.size(), first + kLongestName); ++i) {
      name.append(name.empty() ? "" : " ").append(engine::without_owner(words[i].text));
      if (i == first && engine::is_stop_word(utf8::lower(name))) continue;
      std::string path = workspace::model_path(name, opened.workspace.settings.base_models);
      const bool known = std::find(paths.begin(), paths.end(), path) != paths.end();
      if (known || !services.files.stat(opened.workspace.absolute(path))) continue;
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

}  // namespace

std::vector<search::Hit> sections_of_named_models(Services& services, const Opened& opened,
                                                  const std::string& text) {
  const std::vector<std::string> terms = search::terms_of(text);
  std::vector<search::Hit> sections;
  for (const std::string& path : paths_named(services, opened, text)) {
    const Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
    if (!bytes) continue;
    const Result<format::Document> document = format::parse_document(*bytes, path);
    if (!document) continue;
    const Result<format::Node> node = format::read_node(*document, path);
    if (!node || node->kind != format::Kind::kModel) continue;
    for (const index::Piece& piece : index::cut(*document, *node)) {
      search::Hit hit;
      hit.chunk.path = path;
      hit.chunk.first_line = piece.first_line;
      hit.chunk.last_line = piece.last_line;
      hit.chunk.heading = piece.heading;
      hit.chunk.kind = node->kind;
      hit.chunk.model = node->model;
      hit.text = search::lines_of(*bytes, piece.first_line, piece.last_line);
      hit.snippet = search::snippet(hit.text, node->kind, terms);
      if (!hit.snippet.empty()) sections.push_back(std::move(hit));
    }
  }
  return sections;
}

}  // namespace pyramid::ops
