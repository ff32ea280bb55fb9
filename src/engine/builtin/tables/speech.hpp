// What people say that is no fact: how such sentences begin, and what they hold. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// Put in front of a statement without changing it; taken off, again and again.
// clang-format off
inline constexpr std::array<std::string_view, 70> kLeadIns = {
    "so ", "so, ", "well ", "well, ", "anyway ", "anyway, ", "oh ", "oh, ", "ok ", "ok, ", "okay ",
    "okay, ", "btw ", "btw, ", "by the way ", "by the way, ", "actually ", "actually, ",
    "honestly ", "honestly, ", "also ", "also, ", "and ", "but ", "yes ", "yes, ", "yeah ",
    "yeah, ", "yep, ", "no, ", "nope, ", "hm, ", "hmm, ", "ah, ", "ha, ", "right, ", "plus ",
    "plus, ", "fyi ", "fyi, ", "for the record, ", "good news: ", "bad news: ", "great news: ",
    "small update: ", "update: ", "quick update: ", "news: ", "correction: ", "to be honest, ",
    "tbh, ", "tbh ", "in fact, ", "of course, ", "of course ", "sadly, ", "luckily, ",
    "fortunately, ", "unfortunately, ", "turns out ", "it turns out ", "it turns out that ",
    "just so you know, ", "wait, ", "sorry, ", "as i said, ", "already done, ", "good, ", "great, ",
    "poor "};
// clang-format on

// Said on the way, without changing the statement; taken out wherever they stand.
inline constexpr std::array<std::string_view, 9> kFillers = {
    ", honestly,",     ", of course,", ", actually,", ", by the way,", ", you know,",
    ", to be honest,", ", sadly,",     ", luckily,",  ", obviously,"};
// The same at the end.
inline constexpr std::array<std::string_view, 10> kTrailers = {
    " though",    ", of course",    ", honestly", ", actually", ", by the way",
    ", you know", ", to be honest", ", sadly",    ", luckily",  ", haha"};

// Greetings, thanks and requests: the sentence is dropped.
// clang-format off
inline constexpr std::array<std::string_view, 108> kNoFactOpeners = {
    "hi", "hello", "hey", "good morning", "good evening", "good night", "thanks", "thank you",
    "thx", "cheers", "bye", "please", "can you", "could you", "would you", "will you", "can we",
    "let's", "lets", "help me", "remind me", "tell me", "show me", "give me", "write", "draft",
    "explain", "summarise", "summarize", "suggest", "list", "find", "check", "make it", "make me",
    "make a", "translate", "compare", "imagine", "suppose", "what if", "if", "maybe", "perhaps",
    "i wish", "i hope", "i wonder", "i guess", "i think so", "i suppose", "i see", "i'd", "i would",
    "i could", "i might", "i may", "i should", "i mean", "i was wondering", "i was thinking",
    "i'm wondering", "i'm thinking", "i'm not sure", "i don't know", "i have no idea", "i agree",
    "i want you", "i need you", "i'd like", "i just wanted to", "i wanted to ask",
    "i have a question", "that's", "that is", "that was", "this is", "it's", "it is", "it was",
    "it", "that", "this", "these", "those", "there", "here", "what", "who", "how", "why", "when",
    "where", "which", "do ", "does ", "don't", "never mind", "sounds", "great", "nice", "perfect",
    "cool", "lol", "haha", "got it", "i know", "i think", "i can't believe"};
// clang-format on

// Anywhere in a sentence, these make it no fact of the speaker's: jokes, what-ifs, reported speech.
inline constexpr std::array<std::string_view, 44> kNoFactParts = {
    " would ",     "wouldn't",     " could ",        " if i ",       " if we ",      "just kidding",
    "jk",          "lol",          "haha",           " imagine ",    " said ",       " says ",
    " told me ",   " asked me ",   " claims ",       " apparently ", " supposedly ", " might ",
    "what do you", "do you think", "can you",        "could you",    "let me know",  " as if ",
    "wish i",      "in theory",    "hypothetically", "should i",     "i dreamed",    "i dreamt",
    "in my dream", "in the book",  "in the movie",   "the article",  "the poem",     "the story",
    "the ad ",     "the sign ",    " you ",          " your ",       " i think",     " i guess",
    " sounds ",    "can't believe"};

// Subjects that only the sentence before could explain.
inline constexpr std::array<std::string_view, 30> kPronounSubjects = {
    "he",     "he's",   "he'll",   "her",     "his",     "it",     "it'll", "it's",
    "its",    "she",    "she's",   "she'll",  "that",    "that's", "their", "there",
    "these",  "they",   "they'll", "they're", "they've", "this",   "those", "you",
    "you'll", "you're", "you've",  "your",    "one",     "some"};

// What an assistant promises, learns and admits: how such a sentence begins.
inline constexpr std::array<std::string_view, 17> kCommitments = {
    "i'll ",           "i will ",           "i promise ",
    "i was wrong ",    "i made a mistake",  "i learned ",
    "i've learned ",   "i have learned ",   "i decided ",
    "i've decided ",   "from now on i'll ", "from now on, i'll ",
    "next time i'll ", "i misread ",        "i misremembered ",
    "i should have ",  "i forgot "};

// Commitments that end with the conversation.
// clang-format off
inline constexpr std::array<std::string_view, 27> kPoliteCommitments = {
    "be here", "be happy", "be glad", "help", "do my best", "try my best", "keep that in mind",
    "keep it in mind", "keep this in mind", "explain", "write", "draft", "start with", "start by",
    "give you", "show you", "walk you", "assume", "go with", "note that", "note it", "make a note",
    "remember that", "let you", "wait", "put it", "say"};
// clang-format on

// Function words by which another language is told.
inline constexpr std::array<std::string_view, 61> kForeignWords = {
    "au",   "aber", "auf", "avec", "bin",    "como",  "con", "cuando", "dans", "das",  "dem",
    "den",  "der",  "des", "die",  "dieser", "du",    "ein", "eine",   "el",   "elle", "en",
    "es",   "est",  "et",  "eu",   "habe",   "hace",  "han", "ich",    "ist",  "je",   "la",
    "las",  "le",   "les", "los",  "ma",     "meine", "mi",  "mit",    "mon",  "não",  "nicht",
    "nous", "para", "pas", "pero", "por",    "pour",  "que", "qui",    "sich", "sie",  "sont",
    "suis", "sur",  "um",  "una",  "und",    "wir"};

}  // namespace pyramid::engine::tables
