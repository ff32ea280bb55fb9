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
inline constexpr auto kNoFactOpeners = std::to_array<std::string_view>({
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
    "cool", "lol", "haha", "got it", "i know", "i think", "i can't believe", "what's", "how's", "who's",
    "where's", "when's", "here's", "there's", "i'm dying", "ideally", "according to", "good day", "heads up",
    "i don't need any more", "i don't want any more", "i need no more",
    "i'll be right back", "be right back", "i'll be back in a", "i'll be back soon",
    "i'll be back later", "i'll be back in five", "i'll be back in ten", "be back", "brb", "one moment",
    "i have to run", "i have to go now", "gotta go", "gotta run", "i'm back", "i'm off to bed", "otherwise", "i don't think", "i doubt", "bet", "guess"});
// clang-format on

// Anywhere in a sentence, these make it no fact of the speaker's: jokes, reported speech, fiction.
// clang-format off
inline constexpr auto kNoFactSentences = std::to_array<std::string_view>({
    "just kidding", " imagine ", " said ", " says ", " told me ", " asked me ", " claims ", " read that ", " heard that ",
    " apparently ", " supposedly ", "what do you", "do you think", "can you", "could you",
    " as if ", "wish i", "in theory", "hypothetically", "i dreamed", "i dreamt", "in my dream",
    "in the book", "in the movie", "in the game",
    "in-game", " my character", "in my game", "in my novel", "in my story", "in my campaign",
    "d&d character", "the article", "the poem", "the story", "the ad ", "the sign ",
    ", obviously, "});
// What the writer gets on the screen while asking for help: "I got an error when I ran it".
inline constexpr auto kGettings = std::to_array<std::string_view>({
    "i get ", "i got ", "i'm getting ", "i am getting ", "i keep getting ", "i see ", "i'm seeing ",
    "i'm still getting ", "i still get ", "i keep seeing ", "i hit ", "i ran into ", "we get ",
    "we got ", "we're getting ", "i received ", "i am seeing "});
inline constexpr auto kFaults = std::to_array<std::string_view>({
    " error", " exception", " segfault", " segmentation fault", " stack trace", " stacktrace",
    " traceback", " a 404", " a 500", " a 403", " a 401", " a 502", " a 503", " timeout",
    " core dump", " blue screen", " undefined", " null pointer", " syntaxerror", " typeerror",
    " merge conflict", " kernel panic"});
// Whose advice one follows: "My physio says I should rest" is news of oneself.
inline constexpr auto kAdvisers = std::to_array<std::string_view>({
    "allergist", "cardiologist", "coach", "dentist", "dermatologist", "dietician", "dietitian",
    "doctor", "gp", "gynaecologist", "gynecologist", "lawyer", "midwife", "neurologist", "nurse",
    "nutritionist", "oncologist", "optician", "orthodontist", "orthopaedist", "osteopath",
    "pharmacist", "physician", "physio", "physiotherapist", "psychiatrist", "psychologist",
    "surgeon", "therapist", "trainer", "vet", "accountant", "landlord", "landlady", "boss",
    "manager", "teacher"});
inline constexpr auto kAdvising = std::to_array<std::string_view>({
    "says i should ", "says i shouldn't ", "says i must ", "says i mustn't ", "says i need to ",
    "says i have to ", "says i can't ", "says i have ", "said i have ",
    "told me i have ", "says i need ", "said i need ", "told me i need ", "says i may not ", "says no ", "said i should ",
    "said i shouldn't ", "said i must ", "said i mustn't ", "said i need to ", "said i have to ",
    "said i can't ", "said i may not ", "said no ", "told me to ", "told me not to ",
    "told me i should ", "told me i shouldn't ", "told me i must ", "told me i need to ",
    "told me i can't ", "told me i have to ", "advised me to ", "advised me not to ",
    "asked me to ", "wants me to ", "doesn't want me to "});
// What one may tell an assistant to do from now on.
inline constexpr auto kAssistantActs = std::to_array<std::string_view>({
    "address", "answer", "avoid", "call", "cite", "end", "explain", "format", "give", "include",
    "keep", "put", "reply", "respond", "show", "skip", "speak", "start", "suggest", "talk", "tell",
    "translate", "use", "write"});
inline constexpr auto kFromNowOn = std::to_array<std::string_view>({
    "from now on, ", "from now on ", "going forward, ", "in future, ", "in the future, ",
    "in general, "});
// Nouns by which one says little of oneself: "I'm a mess".
inline constexpr auto kVagueSelves = std::to_array<std::string_view>({
    "bit", "bot", "clown", "disaster", "dummy", "failure", "fan", "fool", "fraud", "genius",
    "ghost", "god", "human", "idiot", "joke", "legend", "loser", "lot", "machine", "mess", "moron",
    "monster", "person", "potato", "raccoon", "robot", "wreck", "zombie", "while", "little"});
// These only unsettle the clause that holds them.
inline constexpr auto kNoFactParts = std::to_array<std::string_view>({
    " would ", " wouldn't", " could ", " if i ", " if we ", " if i'm", " might ", " i'd ", " we'd ",
    "let me know", "should i", " you ", " your ", " i think", " i guess", " sounds ",
    "can't believe", " maybe i", " remind me"});
// In front of what a clause is about.
inline constexpr auto kBeforeValues = std::to_array<std::string_view>({
    " is ", " are ", " was ", " were ", ": ", "= ", " is still ", " is now ", " is: "});
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
inline constexpr auto kSmallNumbers = std::to_array<std::string_view>(
    {"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"});
// "We're seven now", "we're 7 people": the number is one of heads.
inline constexpr auto kBehindHeads = std::to_array<std::string_view>(
    {"now", "since", "people", "persons", "of", "in", "at", "again", "developers", "adults"});
// Behind a verb in front of these it asks for something: "so keep it light".
inline constexpr auto kObjects = std::to_array<std::string_view>(
    {"it", "me", "us", "them", "that", "this", "the", "a", "an", "my", "all", "your"});
inline constexpr auto kGuesses = std::to_array<std::string_view>(
    {" i think", " i guess", " i believe", " i suppose", " if i remember correctly"});
// What others do to what is the writer's: "They pushed my deadline to Friday".
inline constexpr auto kBeforeDone =
    std::to_array<std::string_view>({"have", "just", "already", "finally", "also"});
inline constexpr auto kDoneToMine = std::to_array<std::string_view>({
    "pushed", "moved", "postponed", "rescheduled", "delayed", "cancelled", "canceled", "raised",
    "increased", "reduced", "cut", "changed"});
inline constexpr auto kHaving = std::to_array<std::string_view>(
    {"have", "own", "has", "got", "had", "need", "want"});
// One may have these without its being a fact.
inline constexpr auto kVagueThings = std::to_array<std::string_view>({
    "question", "questions", "problem", "problems", "idea", "ideas", "feeling", "point", "doubt",
    "doubts", "request", "issue", "issues", "thought", "thoughts", "suggestion", "plan", "choice",
    "clue", "minute", "moment", "second", "look", "try", "time", "help", "advice", "break", "answer",
    "chance", "say", "way", "example", "examples", "fun", "list", "hint", "hand", "sense"});
// What is over, and what is no news where it is over.
inline constexpr auto kEnds = std::to_array<std::string_view>(
    {" any more ", " anymore ", " no longer ", " any longer "});
inline constexpr auto kVagueEnds = std::to_array<std::string_view>({
    "care", "mind", "know", "understand", "remember", "want", "can't", "do", "need", "it", "that",
    "this", "see", "get", "sure"});
// "This spring" says when.
inline constexpr auto kTimeNouns = std::to_array<std::string_view>({
    "morning", "afternoon", "evening", "night", "week", "weekend", "month", "year", "spring",
    "summer", "autumn", "fall", "winter", "term", "semester", "season", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday"});
// Intransitive, what is said by them stands in the sentence before.
inline constexpr auto kReactions = std::to_array<std::string_view>({
    "insists", "insisted", "agrees", "agreed", "disagrees", "approves", "approved", "knows",
    "laughed", "laughs", "asked", "says", "said", "thinks", "objected", "objects"});
inline constexpr auto kBehindBareThat = std::to_array<std::string_view>({
    "again", "all", "already", "and", "at", "aside", "away", "before", "but", "by", "every", "for",
    "from", "in", "last", "now", "off", "on", "out", "since", "so", "to", "today", "too", "up",
    "when", "with", "yesterday"});
// clang-format on

// What turns a fact into its opposite, "n't" aside; in two languages.
inline constexpr auto kDenials = std::to_array<std::string_view>(
    {"no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without",
     "nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "keins"});

// Subjects that only the sentence before could explain.
inline constexpr auto kPronounSubjects = std::to_array<std::string_view>(
    {"he",     "he's",   "he'll",   "her",     "his",     "it",     "it'll", "it's",
     "its",    "she",    "she's",   "she'll",  "that",    "that's", "their", "there",
     "these",  "they",   "they'll", "they're", "they've", "this",   "those", "you",
     "you'll", "you're", "you've",  "your",    "one",     "some"});

// What an assistant promises, learns and admits: how such a sentence begins.
inline constexpr auto kCommitments = std::to_array<std::string_view>({"i'll ",
                                                                      "i will ",
                                                                      "i promise ",
                                                                      "i was wrong ",
                                                                      "i made a mistake",
                                                                      "i learned ",
                                                                      "i've learned ",
                                                                      "i have learned ",
                                                                      "i decided ",
                                                                      "i've decided ",
                                                                      "from now on i'll ",
                                                                      "from now on, i'll ",
                                                                      "next time i'll ",
                                                                      "i misread ",
                                                                      "i misremembered ",
                                                                      "i should have ",
                                                                      "i forgot ",
                                                                      "i won't ",
                                                                      "i will not ",
                                                                      "i'll never ",
                                                                      "i'm going to ",
                                                                      "i am going to ",
                                                                      "i misjudged ",
                                                                      "i misunderstood ",
                                                                      "i got that wrong",
                                                                      "i mixed up ",
                                                                      "i've noted ",
                                                                      "i have noted "});

// In front of a commitment, each at most once.
inline constexpr auto kAssistantLeads = std::to_array<std::string_view>(
    {"understood, ", "got it, ", "got it. ", "done, ", "sure, ", "ok, ", "okay, ", "and ",
     "you're right, ", "sorry, ", "then ", "noted, ", "good point, ", "of course, ", "so "});

// Behind these "you" is the subject of a clause.
inline constexpr auto kBeforeSubjects = std::to_array<std::string_view>(
    {"after", "as",   "because", "before",   "if",    "once",  "since", "that", "though",  "unless",
     "until", "what", "when",    "whenever", "where", "which", "while", "who",  "whether", "why"});

// Commitments that end with the conversation.
// clang-format off
inline constexpr auto kPoliteCommitments = std::to_array<std::string_view>({
    "be here", "be happy", "be glad", "help", "do my best", "try my best", "keep that in mind",
    "keep it in mind", "keep this in mind", "explain", "write", "draft", "start with", "start by",
    "give you", "show you", "walk you", "assume", "go with", "note that", "note it", "make a note",
    "remember that", "let you", "sketch", "outline", "be able", "need you", "need a ", "need the", "wait", "put it", "say"});
// clang-format on

}  // namespace pyramid::engine::tables
