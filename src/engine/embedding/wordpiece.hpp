// WordPiece as BERT (uncased) does it: text to token ids.
//
// Clean (controls dropped), CJK ideographs alone, NFD, accents (Mn) dropped, lower case, split on
// white space and punctuation, then greedy longest match; a word over 100 characters, or with a
// part that no token covers, is one [UNK].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// Thread rule: tokenize() is const and may be called from several threads at once.
class WordPiece {
 public:
  // `vocabulary`: one token a line; borrowed. Building takes well under a millisecond, which a
  // one-shot search pays.
  explicit WordPiece(std::string_view vocabulary);

  // Appends the ids of `text`, without [CLS] and [SEP]. Invalid UTF-8 counts as U+FFFD, which BERT
  // drops. Allocates nothing once `ids` is large enough.
  void tokenize(std::string_view text, std::vector<std::uint16_t>& ids) const;

  // Whether the vocabulary has words of the text's language: false where more of its letters, those
  // of stop words left out, stand alone in pieces that are no ASCII, or in none, than in longer
  // ones.
  [[nodiscard]] bool knows(std::string_view text) const;

  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
  [[nodiscard]] std::uint16_t unknown() const { return unknown_; }
  [[nodiscard]] std::string_view token(std::uint16_t id) const;

 private:
  class Splitter;

  void insert(std::uint16_t id);
  void add_word(std::string_view word, std::size_t characters,
                std::vector<std::uint16_t>& ids) const;
  [[nodiscard]] int find(std::uint32_t hash, std::string_view piece, bool inside) const;

  std::string_view vocabulary_;
  std::vector<std::uint32_t> starts_;  // of each token in vocabulary_; one more past the end
  std::vector<std::uint32_t> slots_;   // open addressing: hash tag << 16 | id + 1; 0 = empty
  std::size_t longest_ = 0;            // bytes of the longest token, without ##
  std::uint16_t unknown_ = 0;
};

}  // namespace pyramid::engine
