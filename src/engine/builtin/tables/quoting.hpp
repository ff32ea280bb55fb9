// How other people's words show in a turn: quotation marks and letters.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

inline constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kQuotationMarks = {
    {{"“", "”"}, {"„", "“"}, {"«", "»"}, {"‘", "’"}, {"”", "”"}}};

// Words that begin with an apostrophe by themselves.
inline constexpr auto kElisions =
    std::to_array<std::string_view>({"cause", "til", "em", "bout", "tis", "n", "cos"});

// A short quotation with one of these was said by someone: it is no term.
inline constexpr auto kSpeakerWords = std::to_array<std::string_view>(
    {"i",  "i'm", "i've", "i'll", "im",  "you", "you're", "we",  "we're", "he",  "she",
     "me", "my",  "your", "our",  "ich", "du",  "wir",    "mir", "mein",  "yes", "no"});

// Nouns and verbs that hand over to another text when the line ends with a colon.
// clang-format off
inline constexpr auto kTextNouns = std::to_array<std::string_view>({
    "mail", "email", "e-mail", "letter", "message", "text", "texted", "note", "post", "posted",
    "tweet", "review", "poem", "lyrics", "article", "paragraph", "draft", "transcript", "log",
    "wrote", "writes", "said", "says", "reads", "sent", "emailed", "messaged", "replied", "story",
    "scene", "abstract", "bio", "ad", "advert", "description", "excerpt", "chapter", "snippet",
    "query", "code", "comment", "caption", "essay", "speech", "thread",
    "conversation", "chat", "minutes", "notes", "section", "passage", "sentence", "dialogue"});
// Verbs of a request that works on the text behind a colon.
inline constexpr auto kTextRequests = std::to_array<std::string_view>({
    "translate", "proofread", "rephrase", "rewrite", "reword", "polish", "summarise", "summarize",
    "shorten", "paraphrase", "edit", "improve", "correct", "fix", "translation", "pretend"});
// In front of a colon, these hand over to what somebody says: "My dad always says: I am …".
inline constexpr auto kSayings = std::to_array<std::string_view>({
    "say", "says", "said", "saying", "claim", "claims", "claimed", "goes", "went", "sings", "sang",
    "sing", "shouts", "shouted", "yells", "yelled", "writes", "wrote", "reads", "texted", "tells",
    "told", "asks", "asked", "replies", "replied", "answers", "answered", "whispers", "whispered",
    "quotes", "insists", "insisted", "announced", "announces", "thinks", "thought", "sagt", "sagte",
    "meint", "meinte", "schreibt", "schrieb", "behauptet", "behauptete", "ruft", "rief", "singt"});
// Who says it then is the writer.
inline constexpr auto kSayers = std::to_array<std::string_view>(
    {"i", "i'm", "i've", "i'll", "we", "we've", "ich", "wir", "user"});
// The same for songs and made-up people.
inline constexpr auto kMadeUp = std::to_array<std::string_view>({
    "song", "lyrics", "lyric", "chorus", "motto", "quote", "proverb", "joke", "riddle", "role-play",
    "roleplay", "role", "persona", "character", "monologue", "dialogue", "script", "line", "lines",
    "novel", "scene", "play", "campaign", "game", "film", "movie", "poem", "book",
    "rollenspiel", "lied", "witz", "zitat", "spruch"});
// Words in front of a colon that name no speaker; the writer's own are among them.
inline constexpr auto kOwnLabels = std::to_array<std::string_view>({
    "i", "i'm", "i've", "me", "myself", "ich", "we", "wir", "user", "update", "correction", "news",
    "note", "notes", "ps", "edit", "fyi", "reminder", "fact", "facts", "info", "intro", "context",
    "background", "status", "summary", "confession", "plan", "plans", "goal", "goals", "question",
    "problem", "issue", "result", "answer", "reason", "bonus", "warning", "spoiler", "hint", "tip",
    "today", "yesterday", "tomorrow", "now", "work", "job", "home", "health", "diet", "allergies",
    "family", "hobbies", "pets", "profile", "bio", "korrektur", "nachtrag", "übrigens", "hinweis",
    "frage", "neuigkeit", "neuigkeiten", "privat", "beruflich", "info", "wichtig", "important",
    "remember", "also", "anyway", "well", "ok", "okay", "currently", "recently", "first", "second",
    "third", "finally", "medication", "medications", "meds", "sleep", "exercise", "sport", "sports",
    "breakfast", "lunch", "dinner", "hobby", "pet", "likes", "dislikes", "languages", "skills",
    "education", "experience", "location", "age", "name", "birthday", "travel", "music", "food",
    "preferences", "budget", "außerdem", "auch", "beruf", "wohnort", "familie",
    "constraint", "constraints", "requirement", "requirements", "detail", "point", "thing", "condition",
    "honestly", "truth", "disclaimer", "caveat", "background", "tldr", "tl", "dr", "side"});
// One of these alone in front of a colon is what the writer goes on to tell of: "Sauna: I go
// weekly". So are "running" and its kind; nobody who may speak is.
inline constexpr auto kTopics = std::to_array<std::string_view>({
    "alcohol", "apartment", "badminton", "basketball", "beer", "bike", "books",
    "bouldering", "boxing", "bread", "car", "cheese", "chess", "childhood", "chocolate", "choir",
    "cigarettes", "climate", "coffee", "commute", "computer", "computers", "crafts",
    "dance", "desk", "drums", "eggs", "email", "exams", "fish", "flat",
    "flights", "football", "fruit", "games", "garden", "glasses", "golf", "guitar",
    "gym", "hair", "handball", "hockey", "holidays", "insurance", "judo", "karate",
    "laptop", "lunches", "marriage", "meat", "meditation", "milk", "mobile", "money",
    "movies", "mushrooms", "news", "nuts", "office", "opera", "parking",
    "parties", "phone", "photography", "piano", "pilates", "podcasts", "politics", "pottery",
    "religion", "rent", "rugby", "salary", "sauna", "school", "shoes", "smoking", "smokes", "snacks",
    "soccer", "social", "spa", "squash", "stress", "studies", "sugar", "sushi", "sweets", "taxes",
    "tea", "television", "tennis", "theatre", "therapy", "trains", "tv", "vacation", "vegetables",
    "violin", "vitamins", "volleyball", "water", "weekends", "weight", "wine", "yoga"});
// Who speaks behind the colon.
inline constexpr auto kFirstPersonsSaid = std::to_array<std::string_view>({
    "i", "i'm", "i've", "i'll", "i'd", "im", "ive", "my", "we", "we're", "we've", "our", "me",
    "ich", "wir", "mein", "meine", "meinen", "mir", "mich", "unser", "unsere"});
// The head of a mail: all behind it is the mail.
inline constexpr auto kMailHeads = std::to_array<std::string_view>({
    "from: ", "to: ", "subject: ", "cc: ", "sent: ", "re: ", "fwd: "});
// How a letter ends.
inline constexpr auto kSignOffs = std::to_array<std::string_view>({
    "yours", "regards", "kind regards", "best regards", "best", "best wishes", "warm regards",
    "sincerely", "cheers", "love", "many thanks", "thanks", "thank you", "all the best",
    "respectfully", "mit freundlichen", "viele grüße", "liebe grüße", "xoxo", "take care"});
// clang-format on

}  // namespace pyramid::engine::tables
