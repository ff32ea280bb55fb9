// Whether a generated sentence says only what it was made from.
//
// Rules over the words alone, the same for every engine: each name, number, date and address of a
// sentence has to stand in its sources or follow from them by date arithmetic, and beside the same
// words as there; what they say may not be denied, nor the other way round. What no rule sees
// passes: docs/grounding.md has what that finds and misses.
#pragma once

#include "pyramid/zone.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::grounding {

// A text that others were made from, and when it was said (both times of an observation are one).
struct Source {
  std::string_view text;
  LocalTime start, end;
};

enum class Fault { kName, kNumber, kDate, kAddress, kDenial };
const char* name_of(Fault fault);  // "name", "number", "date", "address", "denial"

struct Violation {
  Fault fault = Fault::kName;
  std::string words;  // of the sentence; "" of a denial
  // The words stand in the sources, but of something else.
  bool elsewhere = false;
};
// "“Glasgow” stands in none of its sources".
std::string explain(const Violation& violation);

struct Judgement {
  std::vector<Violation> violations;  // each once
  // Positions of the sources that together say most of the sentence, best first.
  std::vector<std::size_t> support;
  std::vector<std::size_t> partial;  // those that say a fair part of it, sorted
  // For each name and number of the sentence that sources have: these sources, sorted.
  std::vector<std::vector<std::size_t>> telling;
  // Whether a source says a fair part of the sentence.
  [[nodiscard]] bool has_part(std::size_t source) const;
  // Whether these sources have all its names and numbers that any source has.
  [[nodiscard]] bool is_told_by(std::span<const std::size_t> some) const;
};

// What is known of words, kept from one text to the next. One thread at a time.
class Words;
struct WordsDeleter {
  void operator()(Words* words) const;
};
using WordStore = std::unique_ptr<Words, WordsDeleter>;
WordStore make_words();

// The sources of one text, read once for all its sentences. Borrows `words` and nothing else. Equal
// sources and sentences have equal judgements. One thread at a time.
class Grounds {
 public:
  // `known`: names that need no source, such as the title and aliases of the model.
  Grounds(Words& words, std::span<const Source> sources, std::span<const std::string> known = {});
  ~Grounds();
  Grounds(Grounds&&) noexcept;
  Grounds& operator=(Grounds&&) = delete;
  Grounds(const Grounds&) = delete;
  Grounds& operator=(const Grounds&) = delete;

  // `sentence`: one sentence of markdown, as it stands in the text.
  [[nodiscard]] Judgement judge(std::string_view sentence) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pyramid::engine::grounding
