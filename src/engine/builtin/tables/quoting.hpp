// How other people's words show in a turn: quotation marks, letters, code.
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
// The head of a mail: all behind it is the mail.
inline constexpr auto kMailHeads = std::to_array<std::string_view>({
    "from: ", "to: ", "subject: ", "cc: ", "sent: ", "re: ", "fwd: "});
// How a letter ends.
inline constexpr auto kSignOffs = std::to_array<std::string_view>({
    "yours", "regards", "kind regards", "best regards", "best", "best wishes", "warm regards",
    "sincerely", "cheers", "love", "many thanks", "thanks", "thank you", "all the best",
    "respectfully", "mit freundlichen", "viele grüße", "liebe grüße", "xoxo", "take care"});
inline constexpr auto kCodeOpeners = std::to_array<std::string_view>({
    "//", "/*", "*/", "#include", "#!", "$ ", ">>> ", "def ", "import ", "class ", "function ",
    "const ", "return ", "public ", "private ", "--", "Traceback", "npm ERR", "Error:",
    "error:", "Exception", "Warning:", "warning:", "fatal:"});
// Upper case only: two of them make a query.
inline constexpr auto kQueryWords = std::to_array<std::string_view>({
    "SELECT", "FROM", "WHERE", "INSERT", "INTO", "VALUES", "UPDATE", "SET", "DELETE", "CREATE",
    "TABLE", "JOIN", "ALTER", "DROP", "ORDER", "GROUP"});
// clang-format on
inline constexpr auto kLogLevels = std::to_array<std::string_view>(
    {"ERROR", "WARN", "WARNING", "INFO", "DEBUG", "TRACE", "FATAL", "CRITICAL"});

}  // namespace pyramid::engine::tables
