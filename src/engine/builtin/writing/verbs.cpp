#include "engine/builtin/writing/verbs.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace pyramid::engine::builtin::writing {
namespace {

template <std::size_t N>
constexpr bool is_sorted(const std::string_view (&table)[N]) {
  return std::is_sorted(std::begin(table), std::end(table));
}

struct Irregular {
  std::string_view base, past, participle;
};
// Sorted by base.
constexpr Irregular kIrregular[] = {
    {"be", "was", "been"},           {"beat", "beat", "beaten"},
    {"become", "became", "become"},  {"begin", "began", "begun"},
    {"bet", "bet", "bet"},           {"break", "broke", "broken"},
    {"bring", "brought", "brought"}, {"build", "built", "built"},
    {"buy", "bought", "bought"},     {"catch", "caught", "caught"},
    {"choose", "chose", "chosen"},   {"come", "came", "come"},
    {"cost", "cost", "cost"},        {"cut", "cut", "cut"},
    {"do", "did", "done"},           {"draw", "drew", "drawn"},
    {"drink", "drank", "drunk"},     {"drive", "drove", "driven"},
    {"eat", "ate", "eaten"},         {"fall", "fell", "fallen"},
    {"feel", "felt", "felt"},        {"find", "found", "found"},
    {"fly", "flew", "flown"},        {"forget", "forgot", "forgotten"},
    {"get", "got", "got"},           {"give", "gave", "given"},
    {"go", "went", "gone"},          {"grow", "grew", "grown"},
    {"have", "had", "had"},          {"hear", "heard", "heard"},
    {"hold", "held", "held"},        {"hurt", "hurt", "hurt"},
    {"keep", "kept", "kept"},        {"know", "knew", "known"},
    {"lead", "led", "led"},          {"leave", "left", "left"},
    {"lend", "lent", "lent"},        {"let", "let", "let"},
    {"lose", "lost", "lost"},        {"make", "made", "made"},
    {"mean", "meant", "meant"},      {"meet", "met", "met"},
    {"pay", "paid", "paid"},         {"put", "put", "put"},
    {"quit", "quit", "quit"},        {"read", "read", "read"},
    {"ride", "rode", "ridden"},      {"rise", "rose", "risen"},
    {"run", "ran", "run"},           {"say", "said", "said"},
    {"see", "saw", "seen"},          {"sell", "sold", "sold"},
    {"send", "sent", "sent"},        {"set", "set", "set"},
    {"show", "showed", "shown"},     {"shut", "shut", "shut"},
    {"sing", "sang", "sung"},        {"sit", "sat", "sat"},
    {"sleep", "slept", "slept"},     {"speak", "spoke", "spoken"},
    {"spend", "spent", "spent"},     {"stand", "stood", "stood"},
    {"steal", "stole", "stolen"},    {"swim", "swam", "swum"},
    {"take", "took", "taken"},       {"teach", "taught", "taught"},
    {"tell", "told", "told"},        {"think", "thought", "thought"},
    {"throw", "threw", "thrown"},    {"understand", "understood", "understood"},
    {"wake", "woke", "woken"},       {"wear", "wore", "worn"},
    {"win", "won", "won"},           {"write", "wrote", "written"},
};

static_assert(std::is_sorted(std::begin(kIrregular), std::end(kIrregular),
                             [](const auto& a, const auto& b) { return a.base < b.base; }));

// Sorted.
constexpr std::string_view kRegular[] = {
    "accept",   "accompany", "ache",       "achieve",   "add",       "admire",     "admit",
    "adopt",    "affect",    "afford",     "agree",     "aim",       "allow",      "amuse",
    "announce", "answer",    "apologise",  "apologize", "appear",    "apply",      "appreciate",
    "approach", "approve",   "arrange",    "arrest",    "arrive",    "ask",        "assist",
    "assume",   "attach",    "attempt",    "attend",    "avoid",     "bake",       "balance",
    "bark",     "base",      "behave",     "believe",   "belong",    "benchmark",  "benefit",
    "bike",     "book",      "borrow",     "bother",    "calculate", "call",       "cancel",
    "care",     "carry",     "cause",      "celebrate", "change",    "charge",     "chat",
    "check",    "claim",     "clean",      "climb",     "close",     "collect",    "commute",
    "compare",  "complete",  "configure",  "confirm",   "connect",   "consider",   "contact",
    "contain",  "continue",  "contribute", "control",   "convert",   "cook",       "cope",
    "copy",     "correct",   "cover",      "crash",     "create",    "cycle",      "damage",
    "dance",    "date",      "deal",       "debug",     "decide",    "declare",    "decline",
    "delay",    "delete",    "deliver",    "demand",    "deny",      "depend",     "deploy",
    "describe", "deserve",   "design",     "determine", "develop",   "diagnose",   "die",
    "discover", "discuss",   "dislike",    "display",   "divorce",   "document",   "donate",
    "download", "draft",     "dream",      "dress",     "drill",     "drop",       "earn",
    "edit",     "email",     "enable",     "encourage", "end",       "enjoy",      "enrol",
    "enroll",   "establish", "examine",    "exercise",  "exist",     "expect",     "explain",
    "explore",  "export",    "express",    "fail",      "file",      "finish",     "fix",
    "focus",    "follow",    "form",       "gain",      "garden",    "graduate",   "grant",
    "guess",    "hand",      "handle",     "happen",    "hate",      "help",       "hike",
    "hire",     "hope",      "host",       "hurry",     "identify",  "ignore",     "imagine",
    "import",   "improve",   "include",    "increase",  "indicate",  "inform",     "injure",
    "insist",   "install",   "intend",     "interview", "introduce", "invest",     "invite",
    "jog",      "join",      "joke",       "judge",     "kick",      "knit",       "lack",
    "land",     "last",      "launch",     "leak",      "learn",     "lift",       "like",
    "limit",    "list",      "listen",     "live",      "lock",      "log",        "look",
    "love",     "lower",     "mail",       "maintain",  "manage",    "marry",      "measure",
    "meditate", "mention",   "merge",      "migrate",   "mind",      "miss",       "monitor",
    "move",     "name",      "need",       "note",      "notice",    "object",     "observe",
    "offer",    "open",      "order",      "organise",  "organize",  "owe",        "own",
    "pack",     "paint",     "park",       "pass",      "perform",   "permit",     "pick",
    "plan",     "plant",     "play",       "point",     "possess",   "postpone",   "practice",
    "practise", "prefer",    "prepare",    "present",   "process",   "produce",    "promise",
    "propose",  "publish",   "rain",       "raise",     "rank",      "reach",      "react",
    "realise",  "realize",   "receive",    "recommend", "record",    "recover",    "reduce",
    "refactor", "refuse",    "register",   "reject",    "release",   "relocate",   "rely",
    "remember", "remind",    "remove",     "rename",    "renew",     "rent",       "repair",
    "replace",  "reply",     "report",     "represent", "require",   "reschedule", "rescue",
    "research", "reserve",   "resign",     "respond",   "retire",    "return",     "review",
    "save",     "schedule",  "search",     "sew",       "share",     "ship",       "sign",
    "smell",    "snore",     "snow",       "solder",    "solve",     "sprain",     "sprint",
    "start",    "stay",      "stop",       "struggle",  "study",     "submit",     "suffer",
    "suggest",  "summarise", "summarize",  "support",   "suspect",   "swap",       "switch",
    "talk",     "taste",     "test",       "text",      "track",     "trade",      "train",
    "transfer", "translate", "travel",     "treat",     "try",       "turn",       "update",
    "upgrade",  "use",       "value",      "visit",     "volunteer", "wait",       "walk",
    "want",     "warn",      "wash",       "watch",     "weigh",     "wish",       "wonder",
    "work",     "worry"};
static_assert(is_sorted(kRegular));

// Verbs whose past tells of something done once: "had adopted" is true from then on. Sorted.
constexpr std::string_view kEvents[] = {
    "accept",    "add",      "adopt",    "agree",    "apologise",  "apologize", "apply",
    "arrange",   "become",   "begin",    "book",     "borrow",     "break",     "bring",
    "build",     "buy",      "cancel",   "change",   "choose",     "complete",  "confirm",
    "create",    "decide",   "delete",   "deliver",  "deploy",     "discover",  "drop",
    "end",       "enrol",    "enroll",   "fail",     "file",       "find",      "finish",
    "fix",       "get",      "give",     "graduate", "hand",       "hire",      "install",
    "invite",    "join",     "launch",   "learn",    "leave",      "lose",      "make",
    "meet",      "merge",    "migrate",  "move",     "notice",     "offer",     "open",
    "order",     "paint",    "pass",     "pay",      "pick",       "plant",     "postpone",
    "promise",   "propose",  "publish",  "put",      "quit",       "raise",     "receive",
    "recommend", "refactor", "register", "release",  "relocate",   "remove",    "rename",
    "renew",     "rent",     "repair",   "replace",  "reschedule", "reserve",   "resign",
    "retire",    "see",      "sell",     "send",     "set",        "ship",      "sign",
    "solder",    "solve",    "start",    "stop",     "submit",     "suggest",   "switch",
    "take",      "tell",     "transfer", "update",   "upgrade",    "visit",     "win",
    "write"};
static_assert(is_sorted(kEvents));

// Verbs whose third person is hardly ever the plural of a noun. Sorted.
constexpr std::string_view kNeverNouns[] = {
    "attend",   "avoid",   "be",   "believe", "belong", "bring",     "buy",
    "consider", "dislike", "do",   "eat",     "enjoy",  "expect",    "get",
    "go",       "have",    "keep", "know",    "learn",  "live",      "maintain",
    "make",     "meet",    "own",  "pay",     "prefer", "recommend", "remember",
    "remind",   "say",     "sell", "send",    "speak",  "spend",     "suffer",
    "take",     "teach",   "tell", "think",   "wait",   "want",      "write"};
static_assert(is_sorted(kNeverNouns));
// What follows a verb and never a plural noun. Sorted.
constexpr std::string_view kDeterminers[] = {"a",    "all", "an",    "any",  "each", "every",
                                             "her",  "his", "its",   "my",   "no",   "our",
                                             "that", "the", "their", "this", "user"};
static_assert(is_sorted(kDeterminers));

constexpr std::string_view kModals[] = {"can",   "could",  "may",  "might", "must",
                                        "shall", "should", "will", "would"};
static_assert(is_sorted(kModals));

constexpr std::string_view kAdverbs[] = {
    "actively",   "actually",  "already",    "also",      "always",       "apparently", "currently",
    "eventually", "finally",   "firmly",     "generally", "gradually",    "just",       "mainly",
    "mostly",     "never",     "not",        "now",       "occasionally", "often",      "only",
    "originally", "presently", "previously", "primarily", "probably",     "rarely",     "really",
    "recently",   "regularly", "sometimes",  "soon",      "still",        "strongly",   "then",
    "typically",  "usually",   "violently"};
static_assert(is_sorted(kAdverbs));

bool is_regular(std::string_view base) {
  return std::binary_search(std::begin(kRegular), std::end(kRegular), base);
}
const Irregular* irregular(std::string_view base) {
  const auto* found = std::lower_bound(
      std::begin(kIrregular), std::end(kIrregular), base,
      [](const Irregular& one, std::string_view wanted) { return one.base < wanted; });
  return found != std::end(kIrregular) && found->base == base ? found : nullptr;
}
bool is_known(std::string_view base) { return is_regular(base) || irregular(base) != nullptr; }

// What "moves", "studies", "passes" could be the third person of, best first.
std::array<std::string, 3> bases_of_present(std::string_view word) {
  std::array<std::string, 3> bases;
  if (word.size() < 3 || !word.ends_with('s') || word.ends_with("ss")) return bases;
  bases[0] = word.substr(0, word.size() - 1);
  if (word.ends_with("ies") && word.size() > 4) {
    bases[1] = std::string(word.substr(0, word.size() - 3)) + "y";
  } else if (word.ends_with("es")) {
    bases[1] = word.substr(0, word.size() - 2);
  }
  return bases;
}

// What "moved", "studied", "planned" could be the past of, best first.
std::array<std::string, 3> bases_of_past(std::string_view word) {
  std::array<std::string, 3> bases;
  if (word.size() < 4 || !word.ends_with("ed")) return bases;
  const std::string_view cut = word.substr(0, word.size() - 2);
  bases[0] = word.substr(0, word.size() - 1);
  bases[1] = cut;
  if (cut.ends_with('i')) {
    bases[2] = std::string(cut.substr(0, cut.size() - 1)) + "y";
  } else if (cut.size() > 2 && cut[cut.size() - 1] == cut[cut.size() - 2]) {
    bases[2] = cut.substr(0, cut.size() - 1);
  }
  return bases;
}

std::string first_known(const std::array<std::string, 3>& bases) {
  for (const std::string& base : bases) {
    if (!base.empty() && is_known(base)) return base;
  }
  return {};
}

// The base that English spelling makes most likely where no table knows the verb.
std::string likely_base(std::string_view present) {
  const auto bases = bases_of_present(present);
  if (present.ends_with("ies") && present.size() > 4) return bases[1];
  for (const std::string_view ending : {"sses", "shes", "ches", "xes", "zzes", "oes"}) {
    if (present.ends_with(ending)) return bases[1];
  }
  return bases[0];
}

}  // namespace

Verb read_verb(std::string_view word) {
  if (word.ends_with("n't") || word == "cannot") {
    if (word == "won't") return {VerbForm::kModal, "will", true};
    if (word == "can't" || word == "cannot") return {VerbForm::kModal, "can", true};
    Verb verb = read_verb(word.substr(0, word.size() - 3));
    verb.negated = true;
    return verb;
  }
  if (word == "is") return {VerbForm::kPresent, "be"};
  if (word == "were") return {VerbForm::kPast, "be"};
  if (word == "has") return {VerbForm::kPresent, "have"};
  if (std::binary_search(std::begin(kModals), std::end(kModals), word)) {
    return {VerbForm::kModal, std::string(word)};
  }
  for (const Irregular& one : kIrregular) {
    if (one.past == word) return {VerbForm::kPast, std::string(one.base)};
  }
  if (std::string base = first_known(bases_of_past(word)); !base.empty()) {
    return {VerbForm::kPast, std::move(base)};
  }
  if (std::string base = first_known(bases_of_present(word)); !base.empty()) {
    return {VerbForm::kPresent, std::move(base)};
  }
  if (is_known(word)) return {VerbForm::kBase, std::string(word)};
  return {};
}

Verb read_verb_here(std::string_view word) {
  Verb verb = read_verb(word);
  if (verb.form != VerbForm::kNone || word.size() < 4) return verb;
  if (word.ends_with("ed")) return {VerbForm::kPast, bases_of_past(word)[1]};
  if (word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("'s")) {
    return {VerbForm::kPresent, likely_base(word)};
  }
  return verb;
}

bool is_coordinated_verb(std::string_view word, std::string_view next) {
  const Verb verb = read_verb(word);
  if (verb.form == VerbForm::kPast) return true;
  if (verb.form != VerbForm::kPresent) return false;
  return std::binary_search(std::begin(kNeverNouns), std::end(kNeverNouns), verb.base) ||
         std::binary_search(std::begin(kDeterminers), std::end(kDeterminers), next) ||
         (verb.base == "work" && (next == "at" || next == "as" || next == "for" || next == "in"));
}

std::string first_person(std::string_view word) {
  if (word == "is") return "am";
  if (word == "isn't") return "am not";
  if (word == "has") return "have";
  if (word == "hasn't") return "haven't";
  if (word == "doesn't") return "don't";
  const Verb verb = read_verb_here(word);
  return verb.form == VerbForm::kPresent && !verb.negated ? verb.base : std::string(word);
}

std::optional<std::string> participle_of_event(std::string_view past) {
  const Verb verb = read_verb(past);
  if (verb.form != VerbForm::kPast || verb.negated) return std::nullopt;
  if (!std::binary_search(std::begin(kEvents), std::end(kEvents), verb.base)) return std::nullopt;
  const Irregular* one = irregular(verb.base);
  return std::string(one != nullptr ? one->participle : past);
}

std::optional<std::string> past_of_participle(std::string_view participle) {
  for (const Irregular& one : kIrregular) {
    if (one.participle == participle) return std::string(one.past);
  }
  if (read_verb(participle).form == VerbForm::kPast) return std::string(participle);
  return std::nullopt;
}

bool is_adverb(std::string_view word) {
  return std::binary_search(std::begin(kAdverbs), std::end(kAdverbs), word);
}

}  // namespace pyramid::engine::builtin::writing
