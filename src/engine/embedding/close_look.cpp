#include "engine/embedding/close_look.hpp"

#include "base/parallel.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace pyramid::engine {

namespace {

using Ids = std::vector<std::uint16_t>;

constexpr double kChance = 0.3;  // a cosine up to this says nothing about two words
// A text of more words is more likely to have one that comes near to anything.
constexpr double kManyWords = 30;
constexpr float kSame = -1;

TableVector sum_of(const TokenTable& table, std::span<const std::uint16_t> ids) {
  TableVector sum{};
  for (const std::uint16_t id : ids) table.add(id, 1, sum);
  normalise(sum);
  return sum;
}

// How much tokens count that some of the texts have.
class Rarity {
 public:
  Rarity(const std::vector<Ids>& texts, std::size_t tokens) : weights_(tokens) {
    struct Having {
      std::uint32_t texts = 0;
      std::uint32_t last = 0;  // the one counted last, from 1
    };
    std::vector<Having> having(tokens);
    std::vector<std::uint16_t> known;
    for (std::uint32_t text = 1; text <= texts.size(); ++text) {
      for (const std::uint16_t id : texts[text - 1]) {
        if (having[id].last == text) continue;
        if (having[id].last == 0) known.push_back(id);
        having[id].last = text;
        ++having[id].texts;
      }
    }
    const double all = static_cast<double>(texts.size()) + 1;
    for (const std::uint16_t id : known) {
      weights_[id] = static_cast<float>(std::log(all / (having[id].texts + 0.5)));
    }
  }
  [[nodiscard]] float of(std::uint16_t id) const { return weights_[id]; }

 private:
  std::vector<float> weights_;
};

constexpr std::string_view kWordBegins = "\xE2\x96\x81";  // U+2581

// A word as its tokens spell it, in lower case.
std::string spelled(const TokenTable& table, std::span<const std::uint16_t> ids) {
  std::string word;
  for (const std::uint16_t id : ids) {
    std::string_view piece = table.piece(id);
    if (piece.starts_with(kWordBegins)) piece.remove_prefix(kWordBegins.size());
    word += piece;
  }
  return word;
}

bool tells_something(std::string_view word) {
  if (word.empty()) return false;
  const auto first = static_cast<unsigned char>(word[0]);
  const bool word_like =
      first >= 0x80 || (first >= 'a' && first <= 'z') || (first >= '0' && first <= '9');
  return word_like && word.size() > 1 && !is_stop_word(word);
}

// Compares the words of texts with those asked for, each different one once.
class NearWords {
 public:
  NearWords(const TokenTable& table, std::span<const AskedWord> words) : table_(table) {
    for (const AskedWord& word : words) {
      const Ids ids = table.tokens_of(word.text);
      asked_.push_back({stem(spelled(table, ids)), sum_of(table, ids), word.weight});
      total_ += word.weight;
    }
  }

  double in(const Ids& text) {
    if (total_ <= 0) return 0;
    best_.assign(asked_.size(), 0);
    std::size_t words = 0;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin + 1;
      while (end < text.size() && !table_.piece(text[end]).starts_with(kWordBegins)) ++end;
      if (take(std::span(text).subspan(begin, end - begin))) ++words;
      begin = end;
    }
    double sum = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (best_[i] != kSame) sum += asked_[i].weight * best_[i];
    }
    const double spread =
        std::sqrt(std::min(1.0, kManyWords / std::max<double>(1, static_cast<double>(words))));
    return spread * sum / total_;
  }

 private:
  struct Asked {
    std::string stem;
    TableVector vector;
    double weight = 0;
  };
  using Near = std::vector<float>;  // of each word asked for; kSame; nothing for an empty word

  // Whether it is a word to compare with.
  bool take(std::span<const std::uint16_t> ids) {
    const auto [known, added] = known_.try_emplace(std::u16string(ids.begin(), ids.end()));
    if (added) known->second = compare(ids);
    const Near& near = known->second;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (best_[i] != kSame) best_[i] = near[i] == kSame ? kSame : std::max(best_[i], near[i]);
    }
    return !near.empty();
  }

  [[nodiscard]] Near compare(std::span<const std::uint16_t> ids) const {
    const std::string word = spelled(table_, ids);
    if (!tells_something(word)) return {};
    const std::string stemmed = stem(word);
    const TableVector vector = sum_of(table_, ids);
    Near near;
    for (const Asked& asked : asked_) {
      const double cosine = dot(vector.data(), asked.vector.data());
      const double above = std::clamp((cosine - kChance) / (1 - kChance), 0.0, 1.0);
      near.push_back(stemmed == asked.stem ? kSame : static_cast<float>(above));
    }
    return near;
  }

  const TokenTable& table_;
  std::vector<Asked> asked_;
  double total_ = 0;
  std::unordered_map<std::u16string, Near> known_;  // by tokens
  Near best_;                                       // in the text at hand
};

}  // namespace

std::vector<CloseLook> look_closely(const TokenTable& table, std::string_view query,
                                    std::span<const AskedWord> words,
                                    std::span<const std::string_view> texts) {
  constexpr std::size_t kWorthAThread = 32;  // texts: a hundredth of a millisecond each
  const unsigned threads = texts.size() < kWorthAThread ? 1 : 2;
  std::vector<Ids> tokens(texts.size());
  parallel_for(texts.size(), threads,
               [&](std::size_t i) { tokens[i] = table.tokens_of(texts[i]); });
  const Rarity rarity(tokens, table.size());
  const TableVector asked = sum_of(table, table.tokens_of(query));
  std::vector<CloseLook> looks(texts.size());
  parallel_for(threads, threads, [&](std::size_t first) {
    NearWords near(table, words);
    for (std::size_t i = first; i < texts.size(); i += threads) {
      TableVector sum{};
      for (const std::uint16_t id : tokens[i]) table.add(id, rarity.of(id), sum);
      normalise(sum);
      looks[i] = {dot(asked.data(), sum.data()), near.in(tokens[i])};
    }
  });
  return looks;
}

}  // namespace pyramid::engine
