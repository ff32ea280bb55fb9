// People and animals in sentences: what makes a word stand for one. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kSheRelations = std::to_array<std::string_view>({
    "aunt", "daughter", "ex-wife", "ex-girlfriend", "gf", "stepdaughter", "half-sister", "fiancée", "girlfriend", "granddaughter", "grandma", "grandmother",
    "granny", "nan", "nana", "mummy", "landlady", "mother-in-law", "sister-in-law", "mom", "mother", "mum", "niece", "sister", "wife", "stepmother", "stepsister",
    "girl", "mare", "queen", "lady", "woman"});
inline constexpr auto kHeRelations = std::to_array<std::string_view>({
    "bf", "ex-husband", "ex-boyfriend", "stepson", "half-brother", "boyfriend", "brother", "dad", "daddy", "father", "fiancé", "grandfather", "grandpa", "grandson",
    "brother-in-law", "father-in-law", "husband", "nephew", "son", "uncle", "stepfather", "stepbrother", "boy", "man", "guy"});
// Beside the relations, nouns that "she" or "he" may stand for.
inline constexpr auto kAgents = std::to_array<std::string_view>({
    "assistant", "boy", "client", "customer", "girl", "guest", "guy", "lady", "lawyer", "man",
    "nurse", "patient", "person", "professor", "recruiter", "someone", "somebody", "student",
    "anyone", "everyone", "who", "woman", "queen", "king", "driver", "plumber", "agent"});
// Things that some people call "she" or "he".
inline constexpr auto kThings = std::to_array<std::string_view>({
    "bike", "boat", "camper", "car", "guitar", "lorry", "moped", "motorbike", "motorcycle",
    "plane", "robot", "sailboat", "scooter", "ship", "tractor", "truck", "van", "yacht"});
// Between a noun and its name.
inline constexpr auto kNaming = std::to_array<std::string_view>({"called", "named", "is"});
inline constexpr auto kOwners = std::to_array<std::string_view>({"my", "our", "the"});
// clang-format on

}  // namespace pyramid::engine::tables
