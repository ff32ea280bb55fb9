// What people say that is no fact: how such sentences begin, and what they hold. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// Put in front of a statement without changing it; taken off, again and again.
// clang-format off
inline constexpr auto kLeadIns = std::to_array<std::string_view>({
    "so ", "so, ", "well ", "well, ", "anyway ", "anyway, ", "oh ", "oh, ", "ok ", "ok, ", "okay ",
    "okay, ", "btw ", "btw, ", "by the way ", "by the way, ", "actually ", "actually, ",
    "honestly ", "honestly, ", "also ", "also, ", "and ", "but ", "yes ", "yes, ", "yeah ",
    "yeah, ", "yep, ", "no, ", "nope, ", "hm, ", "hmm, ", "ah, ", "ah right, ", "oh right, ", "all right, ", "alright, ", "ha, ", "right, ", "plus ",
    "plus, ", "fyi ", "fyi, ", "for the record, ", "good news: ", "bad news: ", "great news: ",
    "small update: ", "update: ", "quick update: ", "news: ", "correction: ", "to be honest, ",
    "tbh, ", "tbh ", "in fact, ", "of course, ", "of course ", "sadly, ", "luckily, ",
    "fortunately, ", "unfortunately, ", "turns out ", "it turns out ", "it turns out that ",
    "just so you know, ", "wait, ", "sorry, ", "as i said, ", "already done, ", "good, ", "great, ",
    "poor ", "forgot to say: ", "forgot to say, ", "forgot to mention: ",
    "forgot to mention that ", "forgot to mention, ", "forgot to say that ", "oh and ", "ps: ",
    "ps ", "p.s. ", "note: ", "i must correct myself: ", "i must correct myself, ",
    "i have to correct myself: ", "i have to correct myself, ", "i have to correct that: ",
    "i need to correct myself: ", "i need to correct that: ", "let me correct that: ",
    "let me correct myself: ", "let me correct myself, ", "to correct myself: ",
    "small correction: ", "one correction: ", "quick correction: ", "i misspoke: ", "i misspoke, ",
    "i was wrong: ", "i was wrong, ", "i got that wrong: ",
    "i got that wrong, ", "i mixed that up: ", "i mixed that up, ", "i made a mistake: ",
    "i made a mistake, ", "correction, ", "small correction, ", "my mistake, ", "my mistake: ", "my bad, ", "my bad: ",
    "scratch that, ", "scratch that: ", "i stand corrected: ", "that was wrong: ", "seriously, ",
    "seriously though, ", "seriously though ", "back to reality: ", "back to reality, ",
    "in reality, ", "in reality ", "in truth, ", "the truth is, ", "the truth is that ",
    "the truth is ", "truth is, ", "truth is ", "for real, ", "for real: ", "for real ",
    "in real life, ", "in real life ", "irl ", "but really, ", "jokes aside, ", "nah, ", "wrong, ",
    "not quite, ", "for context, ", "for background, ", "context: ", "background: ",
    "you remember that ", "you know that ", "as you know, ",
    "as i mentioned, ", "as i told you, ", "like i said, ", "i mean, ", "now for real: ","anyways, ", "anyways ", "nvm ", "yo ", "yo, ", "omg ", "omg, ", "ugh ", "ugh, ", "wow, ", "damn, ", "if you must know, ", "quick intro: ", "intro: ", "about me: ", "a bit about me: ", "long story short, ", "tl;dr: ", "in short, ", "nvm, ", "hey so ", "hey, ",
    "remind me that ", "please remind me that ", "remember that ", "please remember that ",
    "remember: ", "please remember: ", "note that ", "please note that ", "keep in mind that ",
    "please keep in mind that ", "don't forget that ", "please don't forget that ", "don't forget: ", "please don't forget: ",
    "don't forget, ", "fun fact: ",
    "i take that back, ", "i take it back, ", "i take that back: ", "changed my mind, ",
    "i changed my mind, ", "i've changed my mind, ", "changed my mind: ", "change of plans: ",
    "change of plan: ", "change of plans, ", "slight change: ", "small change: ", "between us, ",
    "between you and me, ", "not gonna lie, ", "not going to lie, ", "on second thought, ",
    "on second thoughts, ", "hi, ", "hello, ", "hi there, ", "hey there, "});
// clang-format on

// Said on the way, without changing the statement; taken out wherever they stand.
inline constexpr auto kFillers = std::to_array<std::string_view>(
    {", honestly,", ", of course,", ", actually,", ", by the way,", ", you know,", ", btw,",
     ", to be honest,", ", sadly,", ", luckily,"});
// The same at the end.
inline constexpr auto kTrailers = std::to_array<std::string_view>(
    {" though", ", of course", ", honestly", ", actually", ", by the way", ", you know",
     ", to be honest", ", sadly", ", luckily", ", haha", ", btw", ", thanks", ", thank you"});

// Greetings, thanks and requests: the sentence is dropped.
// clang-format off
// clang-format on

// Anywhere in a sentence, these make it no fact of the speaker's: jokes, reported speech, fiction.
// clang-format off
// Between clauses; all but "but" and ";" only in front of a subject.
inline constexpr auto kJoints = std::to_array<std::string_view>({
    ", but ", " but ", "; ", ", and ", ", so ", ", because ", ", "});
inline constexpr auto kClauseSubjects = std::to_array<std::string_view>({
    "i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "we'd", "my", "our", "he", "she",
    "they", "it", "the", "if", "maybe", "you", "that", "so", "please", "can", "could", "let", "remind"});
// Behind a fact: how it feels, and why it is told.
inline constexpr auto kJudgementOpeners = std::to_array<std::string_view>({
    ", which is ", ", which was ", ", which feels ", ", that's ", ", that is ", ", it's ", " which is "});
inline constexpr auto kJudgements = std::to_array<std::string_view>({
    "amazing", "annoying", "awesome", "awful", "awkward", "bad", "brilliant", "cool", "crazy",
    "cute", "disappointing", "embarrassing", "exciting", "fantastic", "fine", "fun", "funny",
    "good", "great", "hilarious", "horrible", "inconvenient", "insane", "ironic", "lovely", "mad",
    "neat", "nice", "perfect", "ridiculous", "sad", "scary", "shame", "silly", "strange", "sweet",
    "terrible", "weird", "wild", "wonderful"});
inline constexpr auto kAsides = std::to_array<std::string_view>({
    ", if it matters", " if it matters", ", if that matters", ", if it helps", ", if that helps",
    " if that helps", " in case it matters", " in case that helps", ", in case you",
    ", if you must know", ", if you care", ", just so you know", ", so please ", ", as you know",
    ", as you can imagine", " as i told you", " as i said", " as i mentioned", " like i said",
    " as i wrote", ", fingers crossed", ", wish me luck", ", please remember", ", please note",
    ", please keep that in mind", ", please keep this in mind", ", please keep it in mind",
    ", please don't forget", ", please do not forget", ", remember that", ", remember this",
    ", keep that in mind", ", keep this in mind", ", note that", ", don't forget that",
    ", let's "});
// Behind a verb in front of these it asks for something: "so keep it light".
inline constexpr auto kObjects = std::to_array<std::string_view>(
    {"it", "me", "us", "them", "that", "this", "the", "a", "an", "my", "all", "your"});
inline constexpr auto kGuesses = std::to_array<std::string_view>(
    {" i think", " i guess", " i believe", " i suppose", " if i remember correctly"});
// What is over, and what is no news where it is over.
inline constexpr auto kEnds = std::to_array<std::string_view>(
    {" any more ", " anymore ", " no longer ", " any longer "});
// clang-format on

// What turns a fact into its opposite, "n't" aside; in two languages.
inline constexpr auto kDenials = std::to_array<std::string_view>(
    {"no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without",
     "nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "keins"});

// Behind these "you" is the subject of a clause.
inline constexpr auto kBeforeSubjects = std::to_array<std::string_view>(
    {"after", "as",   "because", "before",   "if",    "once",  "since", "that", "though",  "unless",
     "until", "what", "when",    "whenever", "where", "which", "while", "who",  "whether", "why"});

// Commitments that end with the conversation.
// clang-format off
// clang-format on

}  // namespace pyramid::engine::tables
