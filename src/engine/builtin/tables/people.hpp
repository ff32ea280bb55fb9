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
inline constexpr auto kHomeNames = std::to_array<std::string_view>(
    {"dad", "daddy", "mom", "mum", "mummy", "mother", "father", "grandma", "grandpa", "granny",
     "nan", "nana"});
// Beside the relations, nouns that "she" or "he" may stand for.
inline constexpr auto kAgents = std::to_array<std::string_view>({
    "assistant", "boy", "client", "customer", "girl", "guest", "guy", "lady", "lawyer", "man",
    "nurse", "patient", "person", "professor", "recruiter", "someone", "somebody", "student",
    "anyone", "everyone", "who", "woman", "queen", "king", "driver", "plumber", "agent"});
inline constexpr auto kAnimals = std::to_array<std::string_view>({
    "animal", "alpaca", "beagle", "bird", "budgie", "bulldog", "chicken", "duck", "fish", "goose",
    "lamb", "lizard", "llama", "mouse", "pet", "rat", "sheep", "snake", "spider", "tomcat", "bunny", "canary", "collie", "corgi", "cow", "dachshund", "donkey",
    "ferret", "goat", "greyhound", "gecko", "hen", "husky", "labrador", "mare", "parakeet", "pig",
    "poodle", "pug", "retriever", "sheepdog", "spaniel", "stallion", "tabby", "terrier", "turtle",
    "whippet"});
// How one comes to have an animal.
inline constexpr auto kGettingPets = std::to_array<std::string_view>(
    {"have", "own", "got", "adopted", "bought", "rescued", "keep"});
// Things that some people call "she" or "he".
inline constexpr auto kThings = std::to_array<std::string_view>({
    "bike", "boat", "camper", "car", "guitar", "lorry", "moped", "motorbike", "motorcycle",
    "plane", "robot", "sailboat", "scooter", "ship", "tractor", "truck", "van", "yacht"});
inline constexpr auto kTitles = std::to_array<std::string_view>({
    "professor", "prof", "dr", "doctor", "mr", "mrs", "ms", "herr", "frau", "sir", "aunt",
    "uncle"});
// Between a noun and its name.
inline constexpr auto kNaming = std::to_array<std::string_view>({"called", "named", "is"});
inline constexpr auto kOwners = std::to_array<std::string_view>({"my", "our", "the"});
// Verbs whose object is a person if it is a name.
inline constexpr auto kPersonVerbs = std::to_array<std::string_view>({
    "hired", "fired", "married", "dated", "dating", "met", "marrying", "babysit", "babysat"});
// Behind "her" as an object; anything else is what is hers.
inline constexpr auto kBehindObjects = std::to_array<std::string_view>({
    "a", "about", "after", "again", "alone", "an", "and", "around", "as", "at", "away", "back",
    "because", "before", "but", "by", "down", "during", "everything", "for", "from",
    "here", "home", "how", "if", "in", "into", "my", "nothing",
    "now", "off", "often", "on", "once", "our", "out", "over", "since", "so", "some", "something",
    "soon", "that", "the", "there", "this", "through", "to", "today", "tomorrow", "tonight", "too",
    "twice", "until", "up", "what", "when", "where", "which", "while", "with",
    "yesterday"});
// clang-format on

}  // namespace pyramid::engine::tables
