#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/splitting.hpp"
#include "engine/chat/asking.hpp"
#include "engine/chat/holding.hpp"
#include "engine/chat/marks.hpp"
#include "engine/chat/steps.hpp"
#include "engine/comparing.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace pyramid::engine::chat {

namespace {

constexpr std::size_t kLongestFact = 500;  // bytes: more is no sentence, but a paragraph
constexpr int kMostImportant = 10;

// To talk: said of the user or the assistant, with these alone nothing is said of the world.
constexpr auto kTalking = std::to_array<std::string_view>(
    {"asked", "asks", "mentioned", "mentions", "inquired", "inquires", "requested", "requests",
     "stated", "states", "greeted", "thanked", "replied", "responded", "said", "noted",
     "acknowledged", "indicated"});
// To talk of something: a fact only with whom, or with a name or number of what.
constexpr auto kSpeaking = std::to_array<std::string_view>(
    {"shared", "shares", "discussed", "discusses", "described", "describes", "expressed",
     "expresses", "talked", "talks", "chatted", "provided", "provides", "explained", "explains",
     "told", "offered", "gave"});

Tool observation_tool(bool importance) {
  Tool tool;
  tool.name = "add_observation";
  tool.description = "Notes one fact.";
  tool.parameters =
      fmt::format(R"({{"type":"object","properties":{{)"
                  R"("text":{{"type":"string","description":"the fact in one sentence"}},)"
                  R"("turn":{{"type":"integer","description":"number of the turn that says it"}},)"
                  R"("about":{{"type":"string","enum":["user","assistant","other"],)"
                  R"("description":"assistant: its own promise, decision or learning"}}{}}},)"
                  R"("required":["text","turn"]}})",
                  importance ? R"(,"importance":{"type":"integer","minimum":1,"maximum":10,)"
                               R"("description":"1: passing, 10: defining"})"
                             : "");
  return tool;
}

// `complaint`: what was noted before and the turns do not say; "" = nothing.
std::string question_of(const ExtractRequest& request, const std::string& complaint) {
  const format::Conversation& said = *request.conversation;
  const std::string& user = request.user_name.empty() ? said.user : request.user_name;
  std::vector<std::string_view> texts = {said.title, user};
  texts.push_back(complaint);
  for (const format::Turn& turn : said.turns) texts.push_back(turn.text);
  const Marks marks(texts);
  std::string question =
      fmt::format("A conversation of {}. It is called:\n{}",
                  format_date(date_of(begun_at(said, request.zone))), marks.around("", said.title));
  if (!user.empty()) {
    question +=
        "The user is called as follows; write \"User\" all the same:\n" + marks.around("", user);
  }
  question += fmt::format("Read turns {} to {}. The turns:\n", request.first, request.last);
  for (std::size_t i = 0; i < said.turns.size(); ++i) {
    const format::Turn& turn = said.turns[i];
    const char* speaker = turn.by_other                            ? "other"
                          : turn.speaker == format::Speaker::kUser ? "user"
                                                                   : "assistant";
    question += marks.around(fmt::format("turn={} speaker={} at={}", i + 1, speaker,
                                         format_time(said_at(turn, request.zone))),
                             turn.text);
  }
  if (!complaint.empty()) {
    question +=
        "These facts were noted already, and say what the turns do not say. Note each of them "
        "again, as the turns say it, or leave it out; note nothing else:\n" +
        marks.around("", complaint);
  }
  return question;
}

// "User lives in Austin. She likes it." -> "User lives in Austin; she likes it."
std::string one_sentence(std::string_view text) {
  std::string out;
  for (const Sentence& sentence : sentences(collapse_spaces(text))) {
    std::string part = sentence.text;
    const std::vector<Word> all = words(part);
    while (!part.empty() && (part.back() == '.' || part.back() == '!')) part.pop_back();
    if (!out.empty() && !all.empty() && is_stop_word(utf8::lower(all[0].text))) {
      part.replace(0, all[0].text.size(), utf8::lower(all[0].text));
    }
    out += (out.empty() ? "" : "; ") + part;
  }
  return out.empty() ? out : out + ".";
}

// Two facts in one sentence, for the prompt asks for one in each: "User lives in Kiel and has a
// cat." as two sentences.
std::vector<std::string> told_apart(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  std::vector<std::string> facts = builtin::clauses_apart(sentence);
  if (facts.size() == 1) facts = builtin::single_german_facts(sentence, "User");
  for (std::string& fact : facts) fact += '.';
  return facts;
}

bool is_first_person(std::string_view text) {
  const std::vector<Word> all = words(text);
  return !all.empty() && (all[0].text == "I" || all[0].text == "My" || all[0].text == "We" ||
                          all[0].text == "Our" || all[0].text.starts_with("I'"));
}

}  // namespace

bool says_something(std::string_view sentence) {
  std::vector<std::string> lower;
  for (const Word& word : words(sentence)) lower.push_back(utf8::lower(word.text));
  if (!lower.empty() && lower[0] == "the") lower.erase(lower.begin());
  constexpr std::size_t kFewest = 3;
  if (lower.size() < kFewest) return false;
  if (lower[0] != "user" && lower[0] != "assistant") return true;
  const auto fact = builtin::writing::make_fact(std::string(sentence), LocalTime{});
  if (fact.stems.empty() && fact.anchors.empty()) return false;
  const std::size_t verb = lower[1] == "has" || lower[1] == "also" ? 2 : 1;
  const std::vector<Word> all = words(sentence);
  const std::size_t whom = verb + 1 + (all.size() - lower.size());
  std::size_t at = 0;
  const bool named = whom < all.size() && utf8::is_upper(utf8::next(all[whom].text, at));
  if (lists(kTalking, lower[verb])) return named;  // "asked Tom to marry him"
  return !lists(kSpeaking, lower[verb]) || !fact.anchors.empty();
}

namespace {

Result<std::vector<Extracted>> extract_at_once(ChatModel& model, std::string_view instructions,
                                               const ExtractRequest& request,
                                               const std::string& complaint, bool importance) {
  PYRAMID_ASSIGN(const std::vector<Item> items,
                 ask_for_calls(model, instructions, question_of(request, complaint),
                               observation_tool(importance)));
  const auto turns = static_cast<std::int64_t>(request.conversation->turns.size());
  std::vector<Extracted> facts;
  for (const Item& item : items) {
    const auto turn = number_of(item, "turn");
    if (!turn || *turn < request.first || *turn > std::min(request.last, turns)) continue;
    Extracted fact;
    fact.text = one_sentence(text_of(item, "text"));
    fact.turn = *turn;
    fact.about_assistant = text_of(item, "about") == "assistant";
    const auto rating = importance ? number_of(item, "importance") : std::nullopt;
    if (rating) {
      fact.importance = static_cast<int>(std::clamp<std::int64_t>(*rating, 1, kMostImportant));
    }
    if (fact.text.size() > kLongestFact || is_first_person(fact.text)) continue;
    for (std::string& text : told_apart(fact.text)) {
      if (says_something(text))
        facts.push_back({std::move(text), fact.turn, fact.importance, fact.about_assistant});
    }
  }
  return facts;
}

// By turn, each once.
void put_in_order(std::vector<Extracted>& facts, const ExtractRequest& request) {
  std::stable_sort(facts.begin(), facts.end(),
                   [](const Extracted& a, const Extracted& b) { return a.turn < b.turn; });
  std::unordered_set<std::string> known;
  std::erase_if(facts, [&](const Extracted& fact) {
    const auto& turn = request.conversation->turns[static_cast<std::size_t>(fact.turn - 1)];
    return !known.insert(read_said(fact.text, said_at(turn, request.zone)).meaning).second;
  });
}

// Takes out what the turns do not say, and puts in what comes when that is asked for again.
Result<std::vector<Extracted>> extract_held(ChatModel& model, std::string_view instructions,
                                            const ExtractRequest& request, bool importance,
                                            const std::function<void(Unheld)>& tell) {
  PYRAMID_ASSIGN(std::vector<Extracted> facts,
                 extract_at_once(model, instructions, request, {}, importance));
  std::vector<Unheld::Fact> wrong = take_unheld(facts, request);
  if (!wrong.empty()) {
    Unheld unheld;
    unheld.facts = wrong.size();
    AtOnce at_once(model);
    Result<std::vector<Extracted>> again =
        extract_at_once(at_once, instructions, request, complaint_of(wrong), importance);
    if (again) {
      wrong = take_unheld(*again, request);
      unheld.facts += wrong.size();
      facts.insert(facts.end(), again->begin(), again->end());
    }
    unheld.dropped = std::move(wrong);
    tell(std::move(unheld));
  }
  put_in_order(facts, request);
  return facts;
}

// A stretch of a request's turns as a conversation of its own.
struct Part {
  format::Conversation conversation;
  std::int64_t skipped = 0;  // turns of the whole in front of its first
  std::int64_t first = 1, last = 0;
};

Part part_of(const ExtractRequest& request, std::int64_t read_from, std::int64_t first,
             std::int64_t last) {
  const format::Conversation& whole = *request.conversation;
  Part part;
  part.conversation.source = whole.source;
  part.conversation.origin = whole.origin;
  part.conversation.title = whole.title;
  part.conversation.user = whole.user;
  part.conversation.start = whole.start;
  part.conversation.session = whole.session;
  part.conversation.turns.assign(whole.turns.begin() + (read_from - 1), whole.turns.begin() + last);
  part.skipped = read_from - 1;
  part.first = first - part.skipped;
  part.last = last - part.skipped;
  return part;
}

// About in the middle, at the end of a line or a word where one is near.
std::size_t middle_of(const std::string& text) {
  const std::size_t half = utf8::truncate(text, text.size() / 2).size();
  for (const char end : {'\n', ' '}) {
    const std::size_t at = text.rfind(end, half);
    if (at != std::string::npos && at > half / 2) return at + 1;
  }
  return half;
}

// What is too long, in two: the turns, else the one turn without those in front of it, else its
// text.
std::vector<Part> parts_of(const ExtractRequest& request) {
  constexpr std::int64_t kContext = 2;
  const std::int64_t first = request.first;
  const std::int64_t last = request.last;
  if (first < last) {
    const std::int64_t middle = first + (last - first) / 2;
    const std::int64_t context = std::max(std::int64_t{1}, middle + 1 - kContext);
    return {part_of(request, 1, first, middle), part_of(request, context, middle + 1, last)};
  }
  if (first > 1) return {part_of(request, first, first, last)};
  Part older = part_of(request, 1, 1, 1);
  Part newer = older;
  std::string& text = older.conversation.turns[0].text;
  const std::size_t middle = middle_of(text);
  newer.conversation.turns[0].text =
      behind_fence(open_fence(std::string_view(text).substr(0, middle)), text.substr(middle));
  text.resize(middle);
  return {std::move(older), std::move(newer)};
}

// How often a stretch may still be cut in two: for being too long to be read, and for an answer
// that broke off. That one costs as many tokens as an answer can have, each time.
struct CutsLeft {
  int of_question = 5;
  int of_answer = 1;
};

Result<std::vector<Extracted>> extract_in_parts(ChatModel& model, std::string_view instructions,
                                                const ExtractRequest& request, bool importance,
                                                const std::function<void(Unheld)>& tell,
                                                CutsLeft left) {
  auto facts = extract_held(model, instructions, request, importance, tell);
  if (facts) return facts;
  const bool too_long = facts.error().kind == ErrorKind::kTooLong;
  if (!too_long && facts.error().kind != ErrorKind::kInvalid) return facts;
  if ((too_long ? left.of_question : left.of_answer)-- == 0) return facts;
  AtOnce at_once(model);
  std::vector<Extracted> all;
  for (const Part& part : parts_of(request)) {
    ExtractRequest smaller = request;
    smaller.conversation = &part.conversation;
    smaller.first = part.first;
    smaller.last = part.last;
    PYRAMID_ASSIGN(std::vector<Extracted> some,
                   extract_in_parts(at_once, instructions, smaller, importance, tell, left));
    for (Extracted& fact : some) {
      fact.turn += part.skipped;
      all.push_back(std::move(fact));
    }
  }
  return all;
}

}  // namespace

Result<std::vector<Extracted>> extract(ChatModel& model, std::string_view instructions,
                                       const ExtractRequest& request, bool importance,
                                       const std::function<void(Unheld)>& tell) {
  auto facts = extract_in_parts(model, instructions, request, importance, tell, {});
  if (facts || facts.error().kind != ErrorKind::kInvalid) return facts;
  return fail(failed_for_good(std::move(facts).error()));
}

}  // namespace pyramid::engine::chat
