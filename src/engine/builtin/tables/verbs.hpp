// Verbs, for turning "I" into "User": which forms are past already, and which take an -s.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// Forms that stay: pasts that do not end in -ed, and modals. Sorted.
inline constexpr std::array<std::string_view, 120> kPastForms = {
    "ate",     "became",  "began",      "bit",    "bled",   "blew",      "bought", "broke",
    "brought", "built",   "burnt",      "came",   "can",    "can't",     "cannot", "caught",
    "chose",   "could",   "couldn't",   "cut",    "dealt",  "did",       "didn't", "drank",
    "dreamt",  "drew",    "drove",      "fed",    "fell",   "felt",      "fit",    "fled",
    "flew",    "forgave", "forgot",     "fought", "found",  "froze",     "gave",   "got",
    "grew",    "had",     "hadn't",     "heard",  "held",   "hid",       "hit",    "hung",
    "hurt",    "kept",    "knew",       "laid",   "lay",    "learnt",    "led",    "left",
    "lent",    "let",     "lit",        "lost",   "made",   "may",       "meant",  "met",
    "might",   "must",    "paid",       "proved", "put",    "quit",      "ran",    "rang",
    "read",    "rode",    "rose",       "said",   "sang",   "sat",       "saw",    "sent",
    "set",     "shall",   "shook",      "shot",   "should", "shouldn't", "showed", "shut",
    "slept",   "sold",    "spent",      "spilt",  "split",  "spoilt",    "spoke",  "stole",
    "stood",   "stuck",   "swam",       "swore",  "taught", "thought",   "threw",  "told",
    "took",    "tore",    "understood", "used",   "was",    "wasn't",    "went",   "were",
    "weren't", "will",    "woke",       "won",    "won't",  "wore",      "would",  "wrote"};

// The third person of the irregular ones.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kThirdPerson = {
    {{"am", "is"},
     {"are", "is"},
     {"aren't", "isn't"},
     {"be", "is"},
     {"do", "does"},
     {"don't", "doesn't"},
     {"go", "goes"},
     {"have", "has"},
     {"haven't", "hasn't"},
     {"were", "was"},
     {"weren't", "wasn't"},
     {"echo", "echoes"},
     {"veto", "vetoes"},
     {"undergo", "undergoes"}}};

// Verbs in their plain form: after "and" they agree with the subject too. Sorted.
inline constexpr std::array<std::string_view, 109> kPlainVerbs = {
    "add",    "am",       "answer",   "ask",     "avoid",     "bake",      "bike",  "bring",
    "buy",    "call",     "cancel",   "carry",   "celebrate", "change",    "check", "climb",
    "close",  "collect",  "come",     "commute", "cook",      "cost",      "cycle", "dislike",
    "do",     "don't",    "drink",    "drive",   "eat",       "enjoy",     "feel",  "finish",
    "fix",    "get",      "give",     "go",      "grow",      "hate",      "have",  "haven't",
    "help",   "hike",     "hope",     "keep",    "know",      "lead",      "learn", "leave",
    "like",   "live",     "love",     "make",    "manage",    "meet",      "miss",  "move",
    "need",   "open",     "own",      "paint",   "paste",     "pay",       "plan",  "play",
    "power",  "practice", "practise", "prefer",  "pull",      "put",       "read",  "rent",
    "repair", "return",   "ride",     "run",     "save",      "see",       "sell",  "send",
    "share",  "sing",     "sit",      "sleep",   "speak",     "spend",     "stand", "start",
    "stay",   "still",    "study",    "suggest", "swim",      "take",      "teach", "think",
    "train",  "travel",   "try",      "use",     "visit",     "volunteer", "wake",  "walk",
    "want",   "watch",    "wear",     "work",    "write"};

// Between a subject and its verb.
inline constexpr std::array<std::string_view, 30> kMidAdverbs = {
    "almost",   "already",   "also",      "always", "both",   "even",     "ever",   "finally",
    "first",    "generally", "hardly",    "just",   "mostly", "never",    "no",     "normally",
    "not",      "now",       "often",     "once",   "only",   "probably", "rarely", "really",
    "recently", "seldom",    "sometimes", "soon",   "still",  "usually"};

}  // namespace pyramid::engine::tables
