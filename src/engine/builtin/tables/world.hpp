// The calendar, relations between people, and how much a fact weighs. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

inline constexpr std::array<std::string_view, 7> kWeekdays = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
inline constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

// "my sister Ana": whoever follows is a person.
inline constexpr auto kRelations = std::to_array<std::string_view>({"aunt",
                                                                    "baby",
                                                                    "boss",
                                                                    "boyfriend",
                                                                    "brother",
                                                                    "child",
                                                                    "coach",
                                                                    "colleague",
                                                                    "cousin",
                                                                    "coworker",
                                                                    "dad",
                                                                    "daughter",
                                                                    "dentist",
                                                                    "doctor",
                                                                    "ex",
                                                                    "father",
                                                                    "fiancé",
                                                                    "fiancée",
                                                                    "flatmate",
                                                                    "friend",
                                                                    "girlfriend",
                                                                    "grandfather",
                                                                    "grandma",
                                                                    "grandmother",
                                                                    "grandpa",
                                                                    "granddaughter",
                                                                    "grandson",
                                                                    "husband",
                                                                    "kid",
                                                                    "landlady",
                                                                    "landlord",
                                                                    "manager",
                                                                    "mentor",
                                                                    "mom",
                                                                    "mother",
                                                                    "mum",
                                                                    "neighbor",
                                                                    "neighbour",
                                                                    "nephew",
                                                                    "niece",
                                                                    "partner",
                                                                    "physio",
                                                                    "roommate",
                                                                    "sister",
                                                                    "son",
                                                                    "teacher",
                                                                    "therapist",
                                                                    "trainer",
                                                                    "twin",
                                                                    "uncle",
                                                                    "vet",
                                                                    "wife",
                                                                    "supervisor",
                                                                    "brother-in-law",
                                                                    "sister-in-law",
                                                                    "mother-in-law",
                                                                    "father-in-law",
                                                                    "stepmother",
                                                                    "ex-husband",
                                                                    "ex-wife",
                                                                    "ex-boyfriend",
                                                                    "ex-girlfriend",
                                                                    "gf",
                                                                    "bf",
                                                                    "stepson",
                                                                    "stepdaughter",
                                                                    "half-brother",
                                                                    "half-sister",
                                                                    "stepfather",
                                                                    "godmother",
                                                                    "godfather",
                                                                    "bestie",
                                                                    "housemate",
                                                                    "lawyer"});

// Animals: a name that follows is that of a pet.
inline constexpr std::array<std::string_view, 10> kPets = {
    "cat", "dog", "hamster", "kitten", "parrot", "pony", "puppy", "rabbit", "horse", "tortoise"};

// "Portolog is a tool", "the boat Tramontana": what is no person, and is worked on or not.
inline constexpr std::array<std::string_view, 16> kToolNouns = {
    "app",     "application", "cli",     "compiler", "framework", "library",
    "package", "plugin",      "program", "project",  "service",   "software",
    "script",  "tool",        "website", "prototype"};
inline constexpr std::array<std::string_view, 20> kNamedThings = {
    "boat",  "sailboat", "dinghy", "yacht",   "ship",      "canoe",   "kayak",
    "car",   "van",      "bike",   "bicycle", "motorbike", "scooter", "truck",
    "piano", "guitar",   "violin", "cello",   "house",     "band"};

// "the Kestrel firmware": what stands in front is a project.
inline constexpr std::array<std::string_view, 20> kProjectNouns = {
    "app",       "board",      "box",    "build",  "case",    "code",      "demo",
    "enclosure", "firmware",   "hub",    "plugin", "project", "prototype", "release",
    "repo",      "repository", "sensor", "site",   "station", "unit"};

// Verbs by which a person works on a project.
inline constexpr std::array<std::string_view, 22> kProjectVerbs = {
    "build",      "building", "built",    "debugged", "demoed",    "finished",
    "fixed",      "flashed",  "launched", "paused",   "presented", "published",
    "redesigned", "released", "renamed",  "rewrote",  "shipped",   "soldered",
    "started",    "tested",   "worked",   "works"};

// Capitalised words that name no person or project.
inline constexpr auto kNotNames = std::to_array<std::string_view>(
    {"assistant", "christmas", "easter",  "english",  "euro",    "euros",      "european",
     "french",    "friday",    "german",  "god",      "gps",     "i",          "i'd",
     "i'll",      "i'm",       "i've",    "internet", "italian", "lego",       "monday",
     "mr",        "mrs",       "ms",      "ok",       "pdf",     "portuguese", "saturday",
     "spanish",   "sunday",    "swedish", "thursday", "tuesday", "tv",         "usb",
     "user",      "wednesday", "wifi",    "youtube",  "new year"});

// Prepositions in front of places and companies.
inline constexpr std::array<std::string_view, 12> kPlacePrepositions = {
    "around", "at",   "for",     "from", "in",      "inside",
    "into",   "near", "outside", "to",   "towards", "via"};

// A fact with one of these stems weighs so much (1 to 10); the largest counts, else 4.
inline constexpr std::array<std::pair<std::string_view, int>, 74> kWeights = {
    {{"allerg", 9},    {"anniversari", 7}, {"apart", 7},      {"babi", 9},       {"bank", 6},
     {"birthdai", 8},  {"boiler", 5},      {"born", 9},       {"boss", 6},       {"bought", 5},
     {"budget", 6},    {"cancel", 6},      {"cat", 6},        {"daughter", 7},   {"deadlin", 7},
     {"dentist", 6},   {"diagnos", 9},     {"die", 10},       {"doctor", 7},     {"dog", 6},
     {"exam", 7},      {"famili", 7},      {"father", 7},     {"favourit", 6},   {"favorit", 6},
     {"fell", 6},      {"flat", 7},        {"girlfriend", 8}, {"graduat", 8},    {"hate", 5},
     {"hire", 8},      {"hospit", 9},      {"hous", 7},       {"husband", 8},    {"injur", 8},
     {"interview", 7}, {"job", 8},         {"knee", 7},       {"landlord", 6},   {"leas", 7},
     {"live", 7},      {"love", 6},        {"manag", 6},      {"marathon", 7},   {"marri", 10},
     {"medic", 8},     {"mortgag", 8},     {"mother", 7},     {"move", 8},       {"offer", 7},
     {"oper", 8},      {"partner", 7},     {"passport", 7},   {"pregnant", 10},  {"prefer", 6},
     {"promot", 8},    {"quit", 8},        {"rent", 7},       {"resign", 9},     {"salari", 8},
     {"school", 7},    {"sick", 7},        {"sign", 6},       {"sister", 7},     {"son", 7},
     {"surgeri", 9},   {"team", 5},        {"tomorrow", 4},   {"vegetarian", 8}, {"vet", 6},
     {"visa", 8},      {"wed", 9},         {"wife", 8},       {"work", 6}}};

}  // namespace pyramid::engine::tables
