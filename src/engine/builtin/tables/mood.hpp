// What-ifs, jokes and returns. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

inline constexpr auto kMoodLeads = std::to_array<std::string_view>(
    {"so ", "so, ", "well ", "well, ", "ok ", "ok, ", "okay ", "okay, ", "oh, ", "hm ", "hmm, ",
     "and ", "but ", "now ", "now,", "lol ", "haha "});

// clang-format off
inline constexpr auto kWhatIfOpeners = std::to_array<std::string_view>({
    "imagine", "suppose", "supposing", "pretend", "let's pretend", "lets pretend", "let's say",
    "lets say", "let's imagine", "lets imagine", "let's suppose", "let's assume", "say i", "say we",
    "say you", "picture this", "picture me", "what if", "assume", "assuming", "in an ideal world",
    "in a perfect world", "in another life", "in a parallel", "in an alternate",
    "in my dreams", "in my dream", "in my fantasy", "hypothetically", "thought experiment",
    "i dreamed that", "i dreamt that", "i had a dream", "last night i dreamed", "last night i dreamt",
    "for the sake of argument", "role play", "roleplay", "role-play", "act as", "rollenspiel",
    "stell dir vor", "stellen wir uns vor", "angenommen", "nehmen wir an", "tun wir so", "mal angenommen"});
inline constexpr auto kWhatIfParts = std::to_array<std::string_view>({
    "let's play a game", "let's roleplay", "let's role-play", "let's role play",
    "rollenspiel", "imagine i ", "imagine we ", "imagine that i", "pretend that i",
    "pretend i'm", "my character is ", "my character's name is "});
// "You are the judge and I am the defendant": parts in a play, the other's first.
inline constexpr auto kOthersParts = std::to_array<std::string_view>({
    "you are the ", "you're the ", "you are a ", "you're a ", "you are an ", "you're an ",
    "you are my ", "you're my ", "you play ", "you be the "});
inline constexpr auto kOwnParts = std::to_array<std::string_view>({
    " i am the ", " i'm the ", " i am a ", " i'm a ", " i am an ", " i'm an ", " i am your ",
    " i'm your ", " i play ", " i'll be the ", " i will be the "});
// Said by all, of whomever.
inline constexpr auto kFamousLines = std::to_array<std::string_view>({
    "i am groot", "i'm groot", "i am batman", "i'm batman", "i am iron man", "i am spartacus",
    "i am your father", "i am legend", "i am the walrus", "i shot the sheriff", "i'll be back",
    "i'm the king of the world", "i am the one who knocks", "i see dead people"});
// "In the novel, I am a detective": where a made-up world is told of, and how its people speak.
inline constexpr auto kInFiction = std::to_array<std::string_view>({
    "in the ", "in this ", "in my ", "in our ", "in that ", "in a "});
inline constexpr auto kFictions = std::to_array<std::string_view>({
    "campaign", "comic", "daydream", "dream", "fairy tale", "fanfic", "fiction", "film", "game",
    "manga", "movie", "musical", "nightmare", "novel", "play", "plot", "role play", "role-play",
    "roleplay", "saga", "scenario", "screenplay", "script", "short story", "sitcom", "story", "tale",
    "video game"});
inline constexpr auto kFictionSpeakers = std::to_array<std::string_view>({
    "i am", "i'm", "i play", "i live", "i work", "i have", "i own", "i was", "we are", "we're",
    "we live", "my name", "my character", "my wife", "my husband"});
inline constexpr auto kReturns = std::to_array<std::string_view>({
    "in reality", "in practice", "in real life", "back to reality", "back to the real", "back to real life",
    "but really", "really though", "anyway", "anyways", "seriously", "in truth", "the truth is",
    "truth is", "in fact", "as it is", "for real", "irl", "now for real", "the reality is",
    "reality", "jokes aside", "joking aside", "all jokes aside", "in wirklichkeit", "tatsächlich",
    "im ernst", "spaß beiseite"});
inline constexpr auto kRetractions = std::to_array<std::string_view>({
    "just kidding", "kidding", "jk", "april fools", "april fool", "gotcha", "just joking", "joking",
    "i'm kidding", "i'm joking", "nah, kidding", "not really", "as if", "i wish", "in my dreams",
    "only joking", "nur spaß", "war nur spaß", "nur ein scherz", "war nur ein scherz",
    "april, april", "scherz"});
inline constexpr auto kRetractionParts = std::to_array<std::string_view>({
    "kidding", "just a joke", "was joking", "am joking", "april fool"});
inline constexpr auto kIronicOpeners = std::to_array<std::string_view>({
    "oh great", "oh wonderful", "oh joy", "oh fantastic", "oh perfect", "oh lovely", "oh good",
    "oh yay", "great, another", "wonderful, another", "fantastic, another", "lovely, another",
    "perfect, another", "yeah right", "yeah, right", "yeah sure", "sure, because", "of course, another",
    "just what i", "at this rate"});
// ", obviously," is earnest where a reason follows, and mostly is not otherwise.
inline constexpr auto kIronicParts = std::to_array<std::string_view>({
    " totally gonna ", " totally going to ", " yeah right", " yeah, right", " yeah sure", " /s ",
    "just what i needed", "just what i always", "exactly what i needed", "exactly what i was hoping",
    "exactly what i wanted", ", obviously, while ", ", of course, while ", "i'm basically ",
    " im basically ", "i am basically ", " black belt in it",
    " what could go wrong", " what could possibly go", " said no one ever", " lucky me", " living the dream",
    " so much i should ", " so much he should ", " so much she should ", " so much they should ",
    " so often i should ", " so often he should ", " so often she should "});
// clang-format on
inline constexpr auto kIronicEnds =
    std::to_array<std::string_view>({", sure", ", yeah sure", ", as if", ", not", " yeah right"});
// "Sure, and I'm the Queen of England": who nobody is that writes here.
inline constexpr auto kClaims = std::to_array<std::string_view>(
    {"and i'm ", "and i am ", "and we're ", "and we are ", "then i'm ", "then i am "});
inline constexpr auto kThrones = std::to_array<std::string_view>({"the queen of ",
                                                                  "the king of ",
                                                                  "the emperor of ",
                                                                  "the empress of ",
                                                                  "the sultan of ",
                                                                  "the tsar of ",
                                                                  "the president of the united ",
                                                                  "the president of america",
                                                                  "the prime minister of ",
                                                                  "the pope",
                                                                  "the dalai lama",
                                                                  "the easter bunny",
                                                                  "the tooth fairy",
                                                                  "the queen",
                                                                  "the king",
                                                                  "the emperor",
                                                                  "napoleon",
                                                                  "santa",
                                                                  "cleopatra",
                                                                  "elvis",
                                                                  "einstein",
                                                                  "superman",
                                                                  "batman",
                                                                  "god",
                                                                  "caesar",
                                                                  "mother teresa",
                                                                  "jesus",
                                                                  "beyoncé",
                                                                  "a unicorn"});
inline constexpr auto kIronicSymbols =
    std::to_array<std::string_view>({"🙃", "🙄", "😏", "🤡", "😜"});

}  // namespace pyramid::engine::tables
