// Verbs, for turning "I" into "User": which forms are past already, and which take an -s.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
// Forms that stay: pasts that do not end in -ed, and modals. Sorted.
inline constexpr auto kPastForms = std::to_array<std::string_view>({
    "arose", "ate", "awoke", "beat", "became", "began", "bent", "bet", "bit", "bled", "blew",
    "bought", "bred", "broadcast", "broke", "brought", "built", "burnt", "burst", "came", "can",
    "can't", "cannot", "cast", "caught", "chose", "clung", "could", "couldn't", "crept", "cut",
    "dealt", "did", "didn't", "dove", "drank", "dreamt", "drew", "drove", "dug", "dwelt", "fed",
    "fell", "felt", "fit", "fled", "flew", "flung", "forbade", "foresaw", "forgave", "forgot",
    "fought", "found", "froze", "gave", "got", "grew", "had", "hadn't", "heard", "held", "hid",
    "hit", "hung", "hurt", "kept", "knelt", "knew", "laid", "lay", "leant", "leapt", "learnt",
    "led", "left", "lent", "let", "lit", "lost", "made", "may", "meant", "met", "might",
    "misspoke", "mistook", "must", "overcame", "oversaw", "paid", "proved", "put", "quit", "ran",
    "rang", "read", "rebuilt", "rode", "rose", "said", "sang", "sank", "sat", "saw", "sent",
    "set", "shall", "shed", "shone", "shook", "shot", "should", "shouldn't", "showed", "shrank",
    "shut", "slept", "slid", "smelt", "sold", "sought", "spat", "sped", "spelt", "spent", "spilt",
    "split", "spoilt", "spoke", "sprang", "spread", "spun", "stank", "stole", "stood", "strode",
    "struck", "stuck", "stung", "swam", "swept", "swore", "swung", "taught", "thought", "threw",
    "told", "took", "tore", "understood", "undertook", "underwent", "undid", "upset", "used",
    "was", "wasn't", "went", "wept", "were", "weren't", "will", "withdrew", "woke", "won",
    "won't", "wore", "would", "wound", "wove", "wrote", "wrung"});

// Those of them that are the plain form too: which time is meant, the word does not say.
inline constexpr auto kPastsLikePlain = std::to_array<std::string_view>({
    "beat", "bet", "broadcast", "burst", "cast", "cost", "cut", "fit", "hit", "hurt", "let", "put",
    "quit", "read", "set", "shed", "shut", "split", "spread", "upset"});

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
inline constexpr auto kPlainVerbs = std::to_array<std::string_view>({
    "add", "adopt", "am", "answer", "apply", "arrive", "ask", "attend", "avoid", "babysit",
    "bake", "believe", "belong", "bike", "borrow", "breathe", "bring", "build", "buy", "call",
    "cancel", "carry", "catch", "celebrate", "change", "check", "choose", "clean", "climb",
    "close", "collect", "come", "commute", "consider", "cook", "cost", "count", "crochet",
    "cycle", "dance", "deal", "decide", "deliver", "depend", "develop", "die", "dislike", "do",
    "don't", "draw", "dream", "drink", "drive", "eat", "enjoy", "exercise", "fall", "fear",
    "feel", "fight", "find", "finish", "fix", "fly", "foster", "get", "give", "go", "grow",
    "hang", "hate", "have", "haven't", "hear", "help", "hike", "hire", "hold", "hope", "hunt",
    "hurt", "imagine", "juggle", "keep", "knit", "know", "lead", "learn", "leave", "like",
    "listen", "live", "lose", "love", "make", "manage", "meet", "mentor", "miss", "mix", "move",
    "mow", "need", "open", "own", "paint", "paste", "pay", "perform", "photograph", "pick",
    "plan", "play", "power", "practice", "practise", "pray", "prefer", "produce", "pull", "put",
    "raise", "read", "remember", "renovate", "rent", "repair", "return", "ride", "run", "save",
    "see", "sell", "send", "sew", "share", "shop", "sing", "sit", "ski", "skip", "sleep", "smoke",
    "snore", "speak", "spell", "spend", "stand", "start", "stay", "still", "struggle", "study",
    "suffer", "suggest", "support", "surf", "swim", "switch", "take", "talk", "teach", "tell",
    "think", "train", "translate", "travel", "try", "tutor", "understand", "use", "visit",
    "volunteer", "wake", "walk", "want", "wash", "watch", "wear", "weigh", "win", "wish", "work",
    "worry", "write"});

// Behind these a verb stays as it is.
inline constexpr auto kModals = std::to_array<std::string_view>({
    "can", "can't", "cannot", "could", "couldn't", "did", "didn't", "may", "might", "must",
    "mustn't", "shall", "should", "shouldn't", "will", "won't", "would", "wouldn't", "do", "don't",
    "does", "doesn't"});
// Of be and have; of do, as a verb of its own.
inline constexpr auto kLinking = std::to_array<std::string_view>({
    "am", "are", "aren't", "had", "hadn't", "has", "hasn't", "have", "haven't", "is", "isn't",
    "was", "wasn't", "were", "weren't", "does", "do"});
// Plain forms in -ed; the pasts in -eed.
inline constexpr auto kPlainInEd = std::to_array<std::string_view>({"embed", "wed"});
inline constexpr auto kPastsInEed = std::to_array<std::string_view>({
    "agreed", "disagreed", "decreed", "freed", "guaranteed", "refereed", "teed", "peed"});
// In front of an irregular past: "misread", "overslept".
inline constexpr auto kVerbPrefixes = std::to_array<std::string_view>({
    "fore", "mis", "out", "over", "re", "under", "un", "with"});
// Past participles that are no -ed form, behind "she's" as "she has".
inline constexpr auto kPerfects = std::to_array<std::string_view>({
    "been", "become", "begun", "broken", "chosen", "come", "done", "driven", "eaten", "fallen",
    "flown", "forgotten", "given", "gone", "got", "gotten", "grown", "had", "known", "moved",
    "seen", "spoken", "started", "stopped", "taken", "worked", "lived", "written", "quit"});
// Participles that say how someone is, behind "she's" as "she is".
inline constexpr auto kParticipleAdjectives = std::to_array<std::string_view>({
    "addicted", "aged", "allowed", "annoyed", "ashamed", "attached", "banned", "based", "bored",
    "called", "colored", "concerned", "confused", "convinced", "delighted", "depressed",
    "devastated", "disabled", "disappointed", "disgusted", "divorced", "dressed", "educated",
    "embarrassed", "employed", "engaged", "excited", "exhausted", "experienced", "fascinated",
    "frightened", "frustrated", "gifted", "grounded", "hospitalised", "hospitalized", "impressed",
    "injured", "interested", "involved", "located", "married", "motivated", "named", "nicknamed",
    "obsessed", "overwhelmed", "overworked", "pleased", "prepared", "qualified", "registered",
    "related", "relaxed", "relieved", "retired", "satisfied", "scared", "scheduled",
    "self-employed", "separated", "shocked", "skilled", "spoiled", "stressed", "supposed",
    "surprised", "talented", "terrified", "thrilled", "tired", "trained", "trapped",
    "unemployed", "used", "vaccinated", "widowed", "worried"});
inline constexpr auto kDeterminers = std::to_array<std::string_view>({
    "a", "an", "the", "my", "our", "his", "her", "their", "its", "this", "that", "these", "those",
    "some", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "all", "every",
    "another", "one"});

// Between a subject and its verb. Sorted.
inline constexpr auto kMidAdverbs = std::to_array<std::string_view>({
    "actually", "almost", "already", "also", "always", "barely", "both", "constantly",
    "currently", "even", "ever", "finally", "first", "generally", "hardly", "just", "longer",
    "mostly", "never", "no", "normally", "not", "now", "often", "once", "only", "probably",
    "rarely", "really", "recently", "regularly", "seldom", "somehow", "sometimes", "soon",
    "still", "therefore", "thus", "totally", "usually"});
// clang-format on

}  // namespace pyramid::engine::tables
