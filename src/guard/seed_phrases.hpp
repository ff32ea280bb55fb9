// Seed phrases of wallets: runs of BIP-39 words whose checksum holds.
#pragma once

#include "guard/secrets.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pyramid::guard {

// The 2048 words in order, a blank behind each.
std::string_view bip39_words();
// The place of a word in the list; nullopt for any other.
std::optional<std::uint16_t> bip39_index(std::string_view word);

// Collects words as a scan of `text` comes to them, in order.
class SeedRun {
 public:
  explicit SeedRun(std::string_view text) : text_(text) {}
  // The next word of the text. What the words before it turn out to be goes into `findings`.
  void word(std::size_t begin, std::size_t end, std::vector<Finding>& findings);
  void finish(std::vector<Finding>& findings);

 private:
  struct Word {
    std::size_t begin = 0, end = 0;
    std::uint16_t index = 0;
  };
  [[nodiscard]] bool follows(std::size_t begin) const;
  [[nodiscard]] bool checksum_holds(std::size_t first, std::size_t count) const;
  [[nodiscard]] bool is_one_word(std::size_t first, std::size_t count) const;
  [[nodiscard]] std::size_t phrase_at(std::size_t first) const;

  std::string_view text_;
  std::vector<Word> words_;
};

}  // namespace pyramid::guard
