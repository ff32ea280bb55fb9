// Words that matter, or do not, where two observations are compared. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

using Pair = std::pair<std::string_view, std::string_view>;

// Words without which a sentence says the same.
inline constexpr auto kIdleWords = std::to_array<std::string_view>(
    {"a",     "an",        "the",     "is",     "are",   "was",  "were",     "be",    "been",
     "being", "am",        "do",      "does",   "did",   "to",   "in",       "on",    "at",
     "of",    "for",       "into",    "that",   "there", "it",   "its",      "and",   "also",
     "very",  "really",    "quite",   "just",   "now",   "as",   "own",      "who",   "which",
     "so",    "currently", "already", "then",   "too",   "both", "actually", "still", "presently",
     "any",   "single",    "longer",  "anymore"});

// What puts something right says so behind its verb.
inline constexpr auto kPutRight = std::to_array<std::string_view>({" actually ", " eigentlich "});

// Denials: their number does not matter, that there is one does.
inline constexpr auto kNoWords = std::to_array<std::string_view>(
    {"not", "never", "no", "without", "neither", "nor", "cannot", "none", "nobody", "nothing"});

// Beside these the order of the words carries meaning.
inline constexpr auto kOrderWords = std::to_array<std::string_view>(
    {"from", "prefers", "prefer", "preferred", "than", "instead", "before", "after", "between"});

inline constexpr auto kSameWords = std::to_array<Pair>({{"named", "called"},
                                                        {"mom", "mother"},
                                                        {"mum", "mother"},
                                                        {"dad", "father"},
                                                        {"bike", "bicycle"},
                                                        {"flat", "apartment"},
                                                        {"holiday", "vacation"},
                                                        {"children", "kid"},
                                                        {"child", "kid"},
                                                        {"movie", "film"},
                                                        {"grey", "gray"},
                                                        {"vet", "veterinarian"},
                                                        {"doctor", "physician"},
                                                        {"color", "colour"},
                                                        {"quit", "stop"},
                                                        {"large", "big"}});

inline constexpr auto kCurrencies =
    std::to_array<Pair>({{"€", "euros"}, {"$", "dollars"}, {"£", "pounds"}});

inline constexpr auto kContractions = std::to_array<Pair>(
    {{"can't", "can not"}, {"cannot", "can not"}, {"won't", "will not"}, {"n't", " not"}});

// A move in two clauses.
inline constexpr auto kMovedThere = std::to_array<std::string_view>(
    {" moved, they are in ", " moved, they are living in ", " moved, they live in ",
     " moved, they are now in ", " moved, they now live in ", " moved and is in ",
     " moved and lives in ", " moved and now lives in ", " moved; they are in ",
     " moved; they live in "});

inline constexpr auto kNumberWords =
    std::to_array<std::string_view>({"zero", "one", "two", "three", "four", "five", "six", "seven",
                                     "eight", "nine", "ten", "eleven", "twelve"});

inline constexpr auto kMonthNames =
    std::to_array<std::string_view>({"january", "february", "march", "april", "may", "june", "july",
                                     "august", "september", "october", "november", "december"});

// What-ifs, guesses, intentions and reports; as they are written inside a sentence.
inline constexpr auto kHearsay = std::to_array<std::string_view>(
    {"if",        "might",       "maybe",  "perhaps",  "would",    "could",      "should",
     "may",       "almost",      "nearly", "probably", "possibly", "apparently", "supposedly",
     "considers", "considering", "thinks", "thinking", "plans",    "planning",   "hopes",
     "hoping",    "wants",       "wishes", "dreams",   "imagines", "pretends",   "pretended",
     "says",      "said",        "claims", "claimed",  "believes", "heard",      "told",
     "according", "joked",       "rumour", "rumor",    "wonders",  "dreamed",    "dreamt"});

// Tastes, as they are in the present.
inline constexpr auto kLiking =
    std::to_array<std::string_view>({"likes", "loves", "enjoys", "adores"});
inline constexpr auto kHating =
    std::to_array<std::string_view>({"hates", "dislikes", "detests", "loathes", "despises"});

// Of whom somebody may have several.
inline constexpr auto kSeveral = std::to_array<std::string_view>(
    {"dog",       "cat",        "horse",   "bird",   "rabbit",    "pet",      "puppy",
     "kitten",    "sister",     "brother", "son",    "daughter",  "child",    "friend",
     "colleague", "cousin",     "aunt",    "uncle",  "neighbour", "neighbor", "niece",
     "nephew",    "grandchild", "student", "client", "customer",  "project"});

}  // namespace pyramid::engine::tables
