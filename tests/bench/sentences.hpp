// Sentences such as memories are made of, from word tables; the same on every machine.
#pragma once

#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::bench {

// splitmix64: fast, and its numbers are the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

 private:
  std::uint64_t state_;
};

// Some 20,000 words of which the r-th is drawn with a weight of 1/r, as words of real texts are:
// a few stand in every tenth sentence, most in hardly any.
class Vocabulary {
 public:
  Vocabulary();
  [[nodiscard]] const std::string& draw(Random& random) const;
  [[nodiscard]] std::size_t size() const { return words_.size(); }

 private:
  std::vector<std::string> words_;
  std::vector<std::uint64_t> weight_up_to_;
};

// One sentence about `subject`, said on `day`. Thread rule: any number at once, each with its own
// Random.
std::string sentence(const Vocabulary& vocabulary, Random& random, std::string_view subject,
                     Date day);

// "Copper lantern": two words, for a conversation's title.
std::string title(const Vocabulary& vocabulary, Random& random);

}  // namespace pyramid::bench
