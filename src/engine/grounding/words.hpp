// What is known of a word by itself, looked up once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace pyramid::engine::grounding {

struct Word {
  std::uint32_t id = 0;    // of its letters, in lower case
  std::uint32_t stem = 0;  // of what words with the same meaning share
  bool stop = false;       // says nothing of what the sentence is about
  bool verb = false;       // a finite form that the tables know
  bool denies = false, half_denies = false;
  bool joins = false;    // something with another subject may begin behind it
  bool opens = false;    // may open a sentence without being a name
  int month = 0;         // 1 to 12
  int weekday = -1;      // 0 = Monday
  int numeral = -1;      // "three", "third"
  bool ordinal = false;  // "third"
  double multiplier = 0;
  std::uint8_t unit = 0;  // place in the table of units, from 1
  std::uint8_t kin = 0;   // the same in that of relatives: "mother" and "mum" are one
  std::uint8_t role = 0;  // the same in that of prepositions
  std::uint8_t rate = 0;  // unit that it is by: "monthly"
  bool determines = false, is_being = false, helps = false;  // "the", "is", "will"
  bool adds_up = false;                                      // "together"
  bool rises = false, falls = false;
  bool near = false;  // "almost": of a number that it is not yet
  // Of German: a little word that English has not; one that English has too ("die", "am") or that
  // is none; one behind which a name may stand without an article; a verb of a person's doing.
  bool german = false, german_little = false, german_before_name = false, german_verb = false;
  bool german_finite = false;  // of German: "hat", "ist" and such
};

// How many of the smallest unit of its sort a unit is: a week is seven days, both of time. `sort`
// 0: it is of a sort of its own.
struct Measure {
  int sort = 0;
  double size = 1;
};
Measure measure_of(std::uint8_t unit);

// Grows with what is asked for. One thread at a time.
class Words {
 public:
  // `lower` in lower case, without a possessive ending. The pointer is good as long as this.
  const Word* find(std::string_view lower);
  // Whether one of the ids is of this word; nothing grows.
  [[nodiscard]] bool among(const std::string& lower,
                           const std::unordered_set<std::uint32_t>& ids) const;

  // Those that the rules ask for all the time.
  struct Fixed {
    const Word *user, *users, *assistant, *i, *born, *to, *day, *night, *week, *year;
    std::array<const Word*, 9> each;
    std::array<const Word*, 5> births;  // "born", "birthday"
    std::array<const Word*, 4> aged;    // "old"
    std::array<const Word*, 6> lasted;  // "ago": beside how long it was
    const Word* month;
  };
  const Fixed& fixed();

 private:
  std::uint32_t id_of(const std::string& text);
  Word describe(const std::string& lower);

  std::unordered_map<std::string, Word> words_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::optional<Fixed> fixed_;
};

}  // namespace pyramid::engine::grounding
