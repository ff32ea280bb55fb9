// Words by which facts that are put in several ways are known. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// Who has a name: "User's dog is Rex" says what it is called.
inline constexpr auto kNamed = std::to_array<std::string_view>(
    {"aunt",      "baby",      "bird",   "boyfriend",  "brother",  "cat",     "child",
     "cousin",    "colleague", "dad",    "daughter",   "dog",      "father",  "fiancé",
     "fiancée",   "flatmate",  "friend", "girlfriend", "grandma",  "grandpa", "hamster",
     "horse",     "husband",   "kitten", "mom",        "mother",   "mum",     "neighbor",
     "neighbour", "nephew",    "niece",  "partner",    "pet",      "puppy",   "rabbit",
     "roommate",  "sister",    "son",    "teacher",    "tortoise", "tutor",   "uncle",
     "wife"});

// Of these one has one, as a rule; their names are their "is".
inline constexpr auto kRoles =
    std::to_array<std::string_view>({"boss", "dentist", "doctor", "editor", "landlord", "manager"});

// With which studies end: "quit law school".
inline constexpr auto kQuits = std::to_array<std::string_view>(
    {"quit ", "dropped out of ", "gave up ", "abandoned ", "broke off "});
inline constexpr auto kStudies = std::to_array<std::string_view>(
    {" school", " studies", " degree", " course", " programme", " program"});
// Behind "ex-".
inline constexpr auto kPartners = std::to_array<std::string_view>(
    {"wife", "husband", "partner", "girlfriend", "boyfriend", "fiancé", "fiancée"});

// A favourite one of these has no name: "Green is User's favourite colour".
inline constexpr auto kPlainFavourites = std::to_array<std::string_view>(
    {"animal", "color", "colour", "dessert", "dish", "drink", "flower", "food", "fruit", "meal",
     "season", "sport", "vegetable"});

// Capitalised, and no names: "User's wife is Portuguese".
inline constexpr auto kOriginEnds =
    std::to_array<std::string_view>({"ese", "ish", "ian", "ean", "can"});
inline constexpr auto kOrigins =
    std::to_array<std::string_view>({"Catholic", "Czech", "Dutch", "French", "German", "Greek",
                                     "Hindu", "Jewish", "Muslim", "Swiss", "Thai", "Welsh"});

}  // namespace pyramid::engine::tables
