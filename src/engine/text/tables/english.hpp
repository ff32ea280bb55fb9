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

// How a question begins that ends without a question mark.
inline constexpr std::array<std::string_view, 14> kQuestionOpeners = {
    "are you ", "can i ",  "can we ", "can you ",  "could i ",  "could you ", "did you ",
    "do i ",    "do you ", "how do ", "is there ", "should i ", "what is ",   "would you "};

}  // namespace pyramid::engine::tables
