#include "index/embedded_text.hpp"

#include "index/chunker.hpp"

namespace pyramid::index {

bool wants_times(std::string_view embedder) {
  return embedder.starts_with("minilm-") || embedder.starts_with("openai/");
}

std::string embedded_text(std::string_view embedder, std::string_view text, LocalTime at,
                          const format::Node& node, const Zone& zone) {
  const std::string_view words = without_date(text, at);
  if (!wants_times(embedder)) return std::string(words);
  const Date start = zone.date_of(node.start);
  const bool is_span = node.kind == format::Kind::kSummary && start != zone.date_of(node.end);
  if (!is_span) return std::string(text);
  return format_date_long(start) + " to " + std::string(text);
}

std::vector<Digest> embedding_keys(const std::vector<Index::ToEmbed>& texts) {
  std::vector<Digest> keys;
  keys.reserve(texts.size());
  for (const Index::ToEmbed& one : texts) keys.push_back(digest_of(one.text));
  return keys;
}

}  // namespace pyramid::index
