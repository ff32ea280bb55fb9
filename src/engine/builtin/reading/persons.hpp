// Who "she", "him" and "his" are: the people of a session, in the order they were spoken of.
//
// An animal, a car or a stranger spoken of later may be meant as well: then nobody is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

class Persons {
 public:
  // Remembers who is spoken of in a sentence of the user's, in the first person.
  void note(std::string_view statement);
  // Somebody was spoken of who is none of these: "she" may be that one.
  void meet_stranger() { remember({"", Gender::kUnknown}); }
  // What the assistant says about a person brings that person back to mind.
  void hear(std::string_view text);
  [[nodiscard]] bool knows(std::string_view name) const;
  // The statement with its first "she", "her", "him" ... as a name, where one person can be meant.
  // nullopt: it begins with a pronoun, and nobody knows whose.
  std::optional<std::string> resolve(const std::string& statement);
  // `lower`: its lower_words().
  std::optional<std::string> resolve(const std::string& statement,
                                     const std::vector<std::string>& lower);

 private:
  enum class Gender : std::uint8_t { kUnknown, kShe, kHe };
  struct Person {
    // "Ana", or "my wife" where no name was said; "" is somebody or something that has neither.
    std::string name;
    Gender gender = Gender::kUnknown;
  };

  static std::vector<Person> people_in(std::string_view text);
  static std::size_t named_in(std::string_view text);
  Person* antecedent(Gender gender);
  void remember(const Person& person);
  std::optional<std::string> resolve_first(const std::string& statement,
                                           const std::vector<std::string>& lower);
  std::string resolve_inside(const std::string& statement, const std::vector<std::string>& lower);

  std::vector<Person> known_;  // the one spoken of last is at the end
};

// The person that a statement is about: "my sister Ana is a vet" -> "Ana".
std::string person_in(std::string_view statement);

}  // namespace pyramid::engine::builtin
