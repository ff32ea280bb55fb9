// Words by which a sentence tells that something is over. All lower case, as behind "User".
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// "switched from X to Y": what stands between the two is over.
struct Exchange {
  std::string_view opening, joint;
};
inline constexpr auto kExchanges =
    std::to_array<Exchange>({{"switched from", " to "},   {"migrated from", " to "},
                             {"changed from", " to "},    {"went from", " to "},
                             {"upgraded from", " to "},   {"moved over from", " to "},
                             {"moved away from", " to "}, {"switched away from", " to "},
                             {"replaced", " with "},      {"replaced", " by "},
                             {"swapped", " for "},        {"traded", " for "},
                             {"traded in", " for "},      {"exchanged", " for "},
                             {"ditched", " for "},        {"dropped", " for "},
                             {"left", " for "},           {"abandoned", " for "},
                             {"gave up", " for "},        {"moved from", " to "}});

// Behind an exchange: it holds for some times or uses only.
inline constexpr auto kOnlyThen =
    std::to_array<std::string_view>({" in the ", " at night", " at work", " at home", " for "});

// Who says one of these has it no more.
inline constexpr auto kPartings = std::to_array<std::string_view>(
    {"sold", "gave away", "got rid of", "threw away", "threw out", "returned", "scrapped",
     "had to give away", "had to sell", "had to return", "donated"});
// The same around what is gone: "gave Miso away".
inline constexpr auto kPartingsAround =
    std::to_array<std::string_view>({"gave", "had to give", "traded", "threw"});
inline constexpr auto kPartingEnds = std::to_array<std::string_view>({" away", " in", " out"});
inline constexpr auto kDeaths = std::to_array<std::string_view>(
    {"died", "passed away", "was stolen", "got stolen", "was put down"});

// What is over behind one of these is something done.
inline constexpr auto kStops = std::to_array<std::string_view>(
    {"stopped", "quit", "gave up", "given up", "no longer", "is done with"});

inline constexpr auto kQuittings = std::to_array<std::string_view>(
    {"quit their job", "quit their position", "left their job", "left their position",
     "lost their job", "resigned", "was laid off", "got laid off", "was fired", "got fired",
     "was let go", "got let go", "was made redundant", "got made redundant",
     "handed in their notice", "gave notice", "retired"});

inline constexpr auto kSeparations = std::to_array<std::string_view>(
    {"broke up with", "split up with", "split with", "divorced", "got divorced from",
     "separated from", "is no longer with", "called it off with"});
// "Robin and User broke up"
inline constexpr auto kMutualSeparations = std::to_array<std::string_view>(
    {"broke up", "split up", "separated", "got divorced", "divorced"});
inline constexpr auto kCouples = std::to_array<std::string_view>(
    {"engaged", "married", "dating", "seeing", "relationship", "partner", "girlfriend", "boyfriend",
     "wife", "husband", "fiancé", "fiancée"});

// A plan is off.
inline constexpr auto kCancellations = std::to_array<std::string_view>(
    {"was cancelled", "was canceled", "got cancelled", "got canceled", "is cancelled",
     "is canceled", "has been cancelled", "has been canceled", "was called off", "got called off",
     "is called off", "has been called off", "was scrapped", "got scrapped", "was abandoned",
     "fell through", "is off", "is not happening", "is not going to happen"});
inline constexpr auto kJourneys = std::to_array<std::string_view>(
    {"trip", "flight", "holiday", "journey", "vacation", "train", "travel"});
inline constexpr auto kTravels = std::to_array<std::string_view>(
    {"going", "flying", "travelling", "traveling", "flies", "visiting", "drives", "travels"});

// What one does with a thing as long as one has it, and with what one keeps to.
inline constexpr auto kHolding =
    std::to_array<std::string_view>({"has", "owns", "drives", "rides", "keeps", "uses", "wears"});
inline constexpr auto kUsing = std::to_array<std::string_view>(
    {"uses", "drives", "rides", "runs", "owns", "has", "wears", "drinks", "eats", "smokes", "takes",
     "prefers", "reads", "pays", "works", "is"});

// What one does with what one may give up.
inline constexpr auto kConsuming =
    std::to_array<std::string_view>({"drinks", "eats", "smokes", "takes"});

// They lead up to a thing, or say that it is a known one.
inline constexpr auto kLeadingUp = std::to_array<std::string_view>(
    {"a",  "an",  "the",   "their", "user's", "his", "her",  "on", "with",   "at",
     "in", "for", "using", "own",   "old",    "all", "from", "to", "called", "named"});
inline constexpr auto kDefinite =
    std::to_array<std::string_view>({"the", "their", "user's", "his", "her", "our"});

// How often and when: what is over is the rest.
inline constexpr auto kOften = std::to_array<std::string_view>(
    {"time",     "times",      "day",       "days",    "daily",     "week",     "weeks",
     "weekly",   "month",      "monthly",   "year",    "yearly",    "morning",  "mornings",
     "evening",  "evenings",   "night",     "nights",  "weekend",   "weekends", "monday",
     "tuesday",  "wednesday",  "thursday",  "friday",  "saturday",  "sunday",   "mondays",
     "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",  "lot",
     "go",       "goes",       "going",     "do",      "does",      "every",    "each",
     "other",    "once",       "twice",     "minutes", "hours",     "one",      "two",
     "three",    "four",       "five",      "six",     "regularly", "early",    "late",
     "mid",      "around",     "summer",    "winter",  "spring",    "autumn"});

}  // namespace pyramid::engine::tables
