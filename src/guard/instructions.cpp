#include "guard/instructions.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "guard/commands.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>

namespace pyramid::guard {

namespace {

// A pattern is a row of slots: `a|b` one of these words; `a|b*` any number of them, as far as
// kMostFill; `_3` up to three words of any sort. `^` in front: the first word must command, that is
// begin a clause; at a later slot, the word begins one. Words are in lower case; `:` is a word.
struct Pattern {
  std::string_view kind;
  std::string_view slots;
};

#define PYRAMID_FILL                                                          \
  "of|the|all|any|my|these|those|this|that|and|previous|prior|above|earlier|" \
  "preceding|your|system|existing|original|initial|safety|other|foregoing|current|content"
#define PYRAMID_RULES                                                    \
  "instructions|instruction|prompt|prompts|directions|rules|guidelines|" \
  "directives|constraints|programming|safeguards|restrictions|commands|orders"
#define PYRAMID_FUELLUNG                                                 \
  "sie|alle|die|bitte|bisherigen|bisherige|vorherigen|vorherige|obigen|" \
  "obige|früheren|vorigen|vorangegangenen|deine|ihre|deiner|ihrer|sämtliche|ab|jetzt|sofort|und"
#define PYRAMID_REGELN                                                       \
  "anweisungen|anweisung|instruktionen|befehle|regeln|vorgaben|richtlinien|" \
  "prompts|einschränkungen|systemanweisungen|sicherheitsregeln"
#define PYRAMID_ASKER "someone|anyone|anybody|somebody|people|they|the|a|any|user|users|you|ever"
#define PYRAMID_SAYING "^answer|respond|reply|say|claim|pretend|recommend|praise|insist"

constexpr Pattern kPatterns[] = {
    {"override", "^ignore|disregard|forget|override|bypass|discard|overwrite " PYRAMID_FILL
                 "* previous|prior|above|earlier|preceding|your|system|existing|original|initial|"
                 "foregoing|all|safety " PYRAMID_FILL "* " PYRAMID_RULES},
    {"override",
     "^ignore|disregard|forget|discard everything|anything|all that|you|were|was|i* "
     "above|before|previously|told|learned"},
    {"override", "^ignore|disregard|forget all|everything you know|learned|were"},
    {"override", "^stop following " PYRAMID_FILL "* " PYRAMID_RULES},
    {"override", "^do|don't not* follow|obey your|previous|system|prior|earlier " PYRAMID_FILL
                 "* " PYRAMID_RULES},
    {"override", "^follow|obey only my|these new* instructions|commands|orders"},
    {"override", "^follow|obey my|these new* instructions|commands|orders instead"},
    {"override", "you must|will|shall now|always|only* obey my|me|all|every"},
    {"override",
     "^new|updated|revised|real|important|urgent system|admin|developer* instructions|"
     "instruction|directive :"},
    {"override",
     "^attention|instructions|note|message|notice to|for|the|any|all|this* ai|llm|llms|"
     "assistant|chatbot model|models|assistant|assistants|agent|agents* :"},
    {"override",
     "your new|real|true|actual instructions|instruction|directive|objective|purpose "
     "is|are"},
    {"override",
     "^ignoriere|ignorier|ignorieren|vergiss|vergessen|missachte|missachten|"
     "überschreibe|umgehe|verwirf " PYRAMID_FUELLUNG
     "* bisherigen|bisherige|vorherigen|vorherige|obigen|obige|früheren|vorigen|"
     "vorangegangenen|deine|ihre|alle|sämtliche " PYRAMID_FUELLUNG "* " PYRAMID_REGELN},
    {"override",
     "^vergiss|ignoriere|vergessen sie* alles was _2* gesagt|gelernt|weißt|weiß|zuvor|"
     "bisher"},
    {"override",
     "^befolge|befolgen|folge sie|ab|jetzt|sofort|nur|noch|ausschließlich|stattdessen|"
     "nun* meine|meinen|diese neuen* anweisungen|befehle|befehlen"},
    {"override",
     "^neue|wichtige|aktualisierte anweisung|anweisungen|systemanweisung|instruktion :"},
    {"override", "^systemanweisung|systemnachricht :"},

    {"role",
     "you are|act now|henceforth a|an|the|my|as* _3 assistant|ai|bot|chatbot|llm|persona|"
     "hacker|terminal|interpreter|simulator|agent without|that|who|with|which|called|named|"
     "and|mode|instead|:"},
    {"role", "you are now|henceforth dan|unrestricted|jailbroken|uncensored|unfiltered|evil|free"},
    {"role",
     "you are now|in* in developer|god|debug|admin|maintenance|unrestricted|jailbreak|sudo "
     "mode"},
    {"role", "you are no longer bound|restricted|limited|constrained|chatgpt|claude"},
    {"role", "you are no longer an|a ai|assistant|language|chatbot"},
    {"role",
     "from now on _1* you are|will|must|should|shall|only|always* act|respond|answer|obey|"
     "reply|behave|comply|pretend|follow|ignore|disregard"},
    {"role", "^from now on|onward respond|answer|reply|act|obey|ignore|comply|pretend"},
    {"role", "^from|always now|on|onward|onwards|then* when|whenever|if " PYRAMID_ASKER
             "* asks|ask|asked|inquires|mentions|mention|says _9 " PYRAMID_SAYING},
    {"role", "^when|whenever|if " PYRAMID_ASKER
             "* someone|anyone|anybody|somebody|user|users " PYRAMID_ASKER
             "* asks|ask|inquires|mentions|mention _9 " PYRAMID_SAYING},
    {"role",
     "^ab sofort|jetzt wenn|falls _5 fragt|erwähnt|sagt _7 "
     "^antworte|antwortest|sag|sage|behaupte|empfiehl|lobe"},
    {"role",
     "^wenn|falls|sobald jemand|einer|irgendwer|nutzer|benutzer _9 fragt|erwähnt "
     "^antworte|behaupte|empfiehl|lobe|sag|sage"},
    {"role",
     "^pretend|imagine to|that|you're|you|are|be|have|had* a|an|no|without|any* _2 ai|"
     "restrictions|rules|filters|guidelines|unrestricted|uncensored|jailbroken|limits"},
    {"role",
     "^act|behave|respond as|like if|though|you|are|were|have|had|no|an|a|the|my* _1 unrestricted|"
     "uncensored|unfiltered|jailbroken|dan|evil|restrictions|rules|root"},
    {"role", "^enter|enable|activate|switch to|into|on* god|dan|jailbreak|unrestricted mode"},
    {"role", "do anything now"},
    {"role",
     "^system|developer|admin|administrator : you|your|ignore|disregard|override|forget|"
     "from|always|never|execute|obey|respond|reply|reveal|new|du|ignoriere|vergiss|antworte"},
    {"role",
     "du bist|agierst jetzt|nun|fortan|sofort|ab* ein|eine|kein|keine|der|die|mein _2 "
     "assistent|assistentin|ki|bot|sprachmodell|chatbot|hacker|dan|agent|modell"},
    {"role", "ab sofort|jetzt bist|agierst|antwortest|handelst du|sie"},
    {"role", "du bist nicht mehr an|durch|auf _3 gebunden|eingeschränkt|beschränkt"},
    {"role",
     "^tu|tue|tun sie* so als ob|wärst|wärest|hättest|du|seist|sie* ein|eine|keine* _1 ki|"
     "einschränkungen|regeln|filter|grenzen"},

    {"secrecy",
     "^do not tell|inform|notify|alert|warn|show|mention|reveal|say|let the|this|that|"
     "it|to|any|of|anything* user|users|human|operator|owner"},
    {"secrecy",
     "^don't|never tell|inform|notify|alert|warn|show|mention|reveal|say the|this|that|"
     "it|to|any|of|anything* user|users|human|operator|owner"},
    {"secrecy",
     "^hide|conceal|keep this|that|it|the|secret|message|instruction|hidden* from the "
     "user|human|operator"},
    {"secrecy",
     "^sag|sage|sagen|erzähl|erzähle|verrate|verraten|zeige|zeig|informiere|teile|melde "
     "sie|dem|den|der|das|davon|es|diesem* nutzer|benutzer|anwender|user|nutzerin _1* "
     "nicht|nichts|niemals"},
    {"secrecy",
     "^verheimliche|verschweige|verbirg dem|das|dies|es|vor|den* nutzer|benutzer|"
     "anwender|user"},

    {"prompt",
     "^reveal|print|show|repeat|output|display|leak|expose|dump|disclose|share|tell|give|"
     "send|write me|us|the|all|of|your|full|exact|entire|complete|out|verbatim* system|"
     "hidden|secret|developer prompt|prompts|instructions"},
    {"prompt",
     "^reveal|print|repeat|output|display|leak|expose|dump|disclose me|us|the|all|of* "
     "your full|exact|entire|complete|initial|original|first|own* instructions|prompt|"
     "rules|guidelines|configuration|secrets|memory|credentials"},
    {"prompt",
     "what is|are|was|were your system|hidden|initial|original|secret prompt|instructions"},
    {"prompt",
     "^send|forward|email|upload|post|transmit|exfiltrate|leak all|of|the* your|user's|"
     "users full|entire|whole* memory|memories|conversation|conversations|credentials|"
     "passwords|secrets|keys|api|history|prompt"},
    {"prompt",
     "^zeig|zeige|verrate|verraten|gib|geben|nenne|wiederhole|drucke|offenbare|schicke|"
     "sende sie|mir|uns|bitte|deinen|den|deine|ihren|ihre|die|gesamten|vollständigen|"
     "kompletten* systemprompt|systemanweisungen|systemanweisung"},
    {"prompt",
     "^verrate|offenbare|wiederhole|zeige|nenne mir|uns|bitte* deine|ihre geheimen|"
     "ursprünglichen|internen|versteckten* anweisungen|instruktionen|regeln"},
};

#undef PYRAMID_ASKER
#undef PYRAMID_SAYING
#undef PYRAMID_FILL
#undef PYRAMID_RULES
#undef PYRAMID_FUELLUNG
#undef PYRAMID_REGELN

// Chat templates, tool calls: no person writes these but to talk about them.
// clang-format off
constexpr std::string_view kMarkup[] = {
    "<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>",
    "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|begin_of_text|>", "[inst]",
    "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>", "<tool_call>",
    "</tool_call>", "<tool_calls>", "<function_calls>", "</function_calls>", "<function_call>",
    "<invoke name=", "<tool_use>", "<tool_result>", "<tool_response>", "<function_results>",
    "<system_prompt>", "<system-reminder>", "</system>", "<system>", "[system]", "[/system]",
    "### system:", "### instruction:", "### instructions:"};
// clang-format on

constexpr std::size_t kMostFill = 8;

struct Word {
  std::string text;  // lower case, ’ as '
  std::size_t begin = 0, end = 0;
  bool starts = false;  // a sentence or clause begins here
};

bool is_invisible(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200F) || c == 0x2060 || c == 0xFEFF;
}

bool is_clause_end(char32_t c) {
  return !utf8::is_space(c) && c != U'*' && c != U'_' && c != U'/' && c != U'-';
}

// Words, and colons; what nobody sees (zero width, soft hyphens) is left out.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  Word word;
  bool starts = true;
  const auto close = [&] {
    if (word.text.empty()) return;
    word.text = utf8::lower(word.text);
    words.push_back(std::move(word));
    word = {};
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    char32_t c = utf8::next(text, at);
    if (is_invisible(c)) continue;
    if (c == 0x2019) c = U'\'';
    const bool inner = c == U'\'' && !word.text.empty();
    if (utf8::is_letter(c) || utf8::is_digit(c) || inner) {
      if (word.text.empty()) {
        word.begin = begin;
        word.starts = starts;
        starts = false;
      }
      utf8::append(word.text, c);
      word.end = at;
      continue;
    }
    close();
    if (c == U':') words.push_back({":", begin, at, false});
    if (c == U'\n' || is_clause_end(c)) starts = true;
  }
  close();
  return words;
}

// A command begins a clause, or stands behind what leads one in.
bool commands(const std::vector<Word>& words, std::size_t at) {
  static constexpr std::array<std::string_view, 15> kLeads = {
      "please", "now",  "then",  "and",   "just",   "must", "should",   "immediately",
      "also",   "must", "bitte", "jetzt", "sofort", "und",  "assistant"};
  if (words[at].starts || at == 0) return true;
  const std::string& before = words[at - 1].text;
  if (before == ":") return true;
  // "you should", but not "I just" or "they should".
  const auto said_to_you = [&](std::size_t reach) {
    for (std::size_t back = 1; back <= reach && back <= at; ++back) {
      const std::string& word = words[at - back].text;
      if (word == "you" || word == "du" || word == "your") return true;
      if (word == "i" || word == "they" || word == "we" || word == "he" || word == "she" ||
          word == "user" || word == "ich" || word == "wir") {
        return false;
      }
    }
    return false;
  };
  if (before == "to" || before == "must" || before == "should" || before == "will") {
    return said_to_you(4);
  }
  if (before == "just" || before == "also" || before == "now" || before == "then" ||
      before == "and" || before == "und" || before == "jetzt") {
    const bool person = at >= 2 && (words[at - 2].text == "i" || words[at - 2].text == "ich");
    return !person;
  }
  return std::find(kLeads.begin(), kLeads.end(), before) != kLeads.end();
}

bool holds(std::string_view alternatives, std::string_view word) {
  for (std::size_t at = 0; at <= alternatives.size();) {
    const std::size_t end = std::min(alternatives.find('|', at), alternatives.size());
    if (alternatives.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

using Slots = std::vector<std::string_view>;

// The word behind the last one that the slots take, from the word `at` on.
std::optional<std::size_t> match(const std::vector<Word>& words, std::size_t at, const Slots& slots,
                                 std::size_t slot) {
  if (slot == slots.size()) return at;
  std::string_view wanted = slots[slot];
  const bool any = wanted[0] == '_';
  const bool many = wanted.back() == '*';
  if (many && !any) wanted.remove_suffix(1);
  if (!any && !many) {
    const bool begins = wanted[0] == '^';
    if (begins) wanted.remove_prefix(1);
    if (begins && at < words.size() && !words[at].starts) return std::nullopt;
    if (at >= words.size() || !holds(wanted, words[at].text)) return std::nullopt;
    return match(words, at + 1, slots, slot + 1);
  }
  const std::size_t most = any ? static_cast<std::size_t>(wanted[1] - '0') : kMostFill;
  for (std::size_t taken = 0; taken <= most; ++taken) {
    if (const auto end = match(words, at + taken, slots, slot + 1)) return end;
    if (at + taken >= words.size()) break;
    if (!any && !holds(wanted, words[at + taken].text)) break;
  }
  return std::nullopt;
}

struct Compiled {
  std::string_view kind;
  Slots slots;
  bool command = false;
};

using Table = std::unordered_map<std::string_view, std::vector<Compiled>>;

// By their first words.
const Table& patterns() {
  static const Table kTable = [] {
    Table table;
    for (const Pattern& pattern : kPatterns) {
      Compiled compiled{pattern.kind, split(pattern.slots, ' '), pattern.slots[0] == '^'};
      if (compiled.command) compiled.slots[0].remove_prefix(1);
      for (const std::string_view first : split(compiled.slots[0], '|')) {
        table[first].push_back(compiled);
      }
    }
    return table;
  }();
  return kTable;
}

void find_phrases(std::string_view text, std::vector<Instruction>& found) {
  const std::vector<Word> words = words_of(text);
  for (std::size_t at = 0; at < words.size();) {
    std::size_t next = at + 1;
    const auto known = patterns().find(words[at].text);
    if (known != patterns().end()) {
      for (const Compiled& pattern : known->second) {
        if (pattern.command && !commands(words, at)) continue;
        const auto end = match(words, at + 1, pattern.slots, 1);
        if (!end) continue;
        found.push_back({pattern.kind, words[at].begin, words[*end - 1].end});
        next = *end;
        break;
      }
    }
    at = next;
  }
}

// Between backticks of its line it is spoken about.
bool is_quoted(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::size_t kReach = 200;
  const std::size_t far = at > kReach ? at - kReach : 0;
  const std::string_view before = text.substr(far, at - far);
  const std::size_t line = before.rfind('\n');
  const std::string_view same = line == std::string_view::npos ? before : before.substr(line + 1);
  const std::string_view behind = text.substr(end, kReach);
  return std::count(same.begin(), same.end(), '`') % 2 == 1 &&
         behind.substr(0, behind.find('\n')).find('`') != std::string_view::npos;
}

void find_markup(std::string_view text, std::vector<Instruction>& found) {
  for (std::size_t at = text.find_first_of("<[#"); at != std::string_view::npos;
       at = text.find_first_of("<[#", at + 1)) {
    for (const std::string_view mark : kMarkup) {
      const std::size_t end = at + mark.size();
      if (!starts_with_ignoring_case(text.substr(at), mark) || is_quoted(text, at, end)) continue;
      found.push_back({"markup", at, end});
      at = end - 1;
      break;
    }
  }
}

}  // namespace

std::vector<Instruction> find_instructions(std::string_view text) {
  std::vector<Instruction> found;
  find_phrases(text, found);
  find_markup(text, found);
  if (found.empty()) find_commands(text, found);  // nobody needs to know twice
  std::sort(found.begin(), found.end(),
            [](const Instruction& a, const Instruction& b) { return a.begin < b.begin; });
  return found;
}

}  // namespace pyramid::guard
