// English word lists. Each is sorted: it is searched by halving.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// Words that say nothing of what a text is about; dropped from queries and comparisons.
inline constexpr std::array<std::string_view, 164> kStopWords = {
    "a",       "about", "above",      "after",   "again",   "all",      "also",      "am",
    "an",      "and",   "any",        "are",     "aren't",  "as",       "at",        "be",
    "because", "been",  "before",     "being",   "below",   "between",  "both",      "but",
    "by",      "can",   "can't",      "cannot",  "could",   "couldn't", "did",       "didn't",
    "do",      "does",  "doesn't",    "doing",   "don't",   "down",     "during",    "each",
    "either",  "else",  "ever",       "few",     "for",     "from",     "further",   "get",
    "got",     "had",   "hadn't",     "has",     "hasn't",  "have",     "haven't",   "having",
    "he",      "her",   "here",       "hers",    "herself", "him",      "himself",   "his",
    "how",     "i",     "i'd",        "i'll",    "i'm",     "i've",     "if",        "in",
    "into",    "is",    "isn't",      "it",      "it's",    "its",      "itself",    "just",
    "let",     "let's", "may",        "me",      "might",   "more",     "most",      "much",
    "must",    "my",    "myself",     "no",      "nor",     "not",      "of",        "off",
    "on",      "once",  "only",       "or",      "other",   "our",      "ours",      "ourselves",
    "out",     "over",  "own",        "same",    "she",     "should",   "shouldn't", "since",
    "so",      "some",  "such",       "than",    "that",    "that's",   "the",       "their",
    "theirs",  "them",  "themselves", "then",    "there",   "there's",  "these",     "they",
    "this",    "those", "though",     "through", "to",      "too",      "under",     "until",
    "up",      "us",    "very",       "was",     "wasn't",  "we",       "were",      "weren't",
    "what",    "when",  "where",      "which",   "while",   "who",      "whom",      "whose",
    "why",     "will",  "with",       "won't",   "would",   "wouldn't", "yes",       "yet",
    "you",     "your",  "yours",      "yourself"};

// Words for the present.
inline constexpr std::array<std::string_view, 8> kNow = {
    "already", "anymore", "currently", "now", "nowadays", "presently", "still", "today"};

// Words whose full stop does not end a sentence (without it, lower case).
inline constexpr std::array<std::string_view, 30> kAbbreviations = {
    "a.m", "approx", "apr", "aug", "ave",  "dec", "dr",   "e.g", "etc", "feb",
    "fig", "i.e",    "inc", "jan", "jr",   "ltd", "mr",   "mrs", "ms",  "mt",
    "no",  "nov",    "oct", "p.m", "prof", "sep", "sept", "sr",  "st",  "vs"};

// The same in German; "str" also at the end of a street's name.
inline constexpr auto kGermanAbbreviations = std::to_array<std::string_view>(
    {"bspw", "bzgl", "bzw", "ca", "d.h", "dipl", "evtl", "exkl", "fa",  "geb", "ggf", "inkl",
     "mind", "mio",  "mrd", "nr", "sog", "str",  "tel",  "u.a",  "vgl", "z.b", "zzgl"});
// Behind a day with its full stop: "am 3. Oktober".
inline constexpr auto kGermanMonthForms = std::to_array<std::string_view>(
    {"april", "aug",      "august", "dez",     "dezember", "feb",  "februar",
     "jan",   "januar",   "juli",   "juni",    "jänner",   "mai",  "märz",
     "nov",   "november", "okt",    "oktober", "sep",      "sept", "september"});
// In front of an ordinal: "im 3. Stock", "der 5. Geburtstag".
inline constexpr auto kGermanBeforeOrdinals = std::to_array<std::string_view>(
    {"ab",  "am",   "beim",   "bis",    "das",  "dem",  "den",   "der",     "die", "ihr", "im",
     "ins", "mein", "meinem", "meinen", "sein", "seit", "unser", "unserem", "vom", "zum", "zur"});
// How a German sentence begins, but no noun behind an ordinal.
inline constexpr auto kGermanOpeners = std::to_array<std::string_view>(
    {"aber", "also", "am",   "an",    "auch", "bei",   "da",     "danach", "dann", "das",
     "der",  "die",  "dort", "du",    "ein",  "eine",  "er",     "es",     "ich",  "ihr",
     "im",   "in",   "mein", "meine", "sie",  "unser", "unsere", "was",    "wenn", "wir"});

// How a question begins that ends without a question mark.
inline constexpr std::array<std::string_view, 14> kQuestionOpeners = {
    "are you ", "can i ",  "can we ", "can you ",  "could i ",  "could you ", "did you ",
    "do i ",    "do you ", "how do ", "is there ", "should i ", "what is ",   "would you "};

}  // namespace pyramid::engine::tables
