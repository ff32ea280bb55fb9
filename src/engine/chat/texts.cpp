// Summaries, sections, descriptions and answers: facts in, text out, held to its budget.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/chat/asking.hpp"
#include "engine/chat/chatter.hpp"
#include "engine/chat/marks.hpp"
#include "engine/chat/refusals.hpp"
#include "engine/chat/steps.hpp"
#include "engine/grounding/citations.hpp"
#include "engine/text/language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine::chat {

namespace {

constexpr std::size_t kLongestDescription = 300;  // bytes

std::string when(const SourceText& source) {
  std::string end = format_date(date_of(source.end));
  if (day_number(source.start) == day_number(source.end)) return end;
  return format_date(date_of(source.start)) + ".." + end;
}

// The model's title, the sources and the person's own words, each between marks.
std::string material(const std::string& title, std::span<const SourceText> sources,
                     const std::string& kept) {
  std::vector<std::string_view> texts = {title, kept};
  for (const SourceText& source : sources) {
    texts.push_back(source.text);
    texts.push_back(source.by_hand);
  }
  const Marks marks(texts);
  std::string out = "It is about:\n" + marks.around("", title) + "The facts, oldest first:\n";
  std::size_t number = 0;
  for (const SourceText& source : sources) {
    std::string attributes = fmt::format("fact={} on={}", ++number, when(source));
    if (source.importance != 0) attributes += fmt::format(" importance={}", source.importance);
    out += marks.around(attributes, source.text);
    if (!source.by_hand.empty()) {
      out += "Of that, a person wrote these words, which matter most:\n" +
             marks.around("", source.by_hand);
    }
  }
  if (!kept.empty()) {
    out += "The person's own words, which stand in front of your text and hold:\n" +
           marks.around("", kept);
  }
  return out;
}

// Whole lines, and of a single line whole sentences, in at most `budget` bytes; at least a part of
// the first sentence.
std::string within(const std::string& text, std::size_t budget) {
  if (text.size() <= budget) return text;
  const std::string_view cut = utf8::truncate(text, budget);
  const std::size_t line = cut.rfind('\n');
  if (line != std::string_view::npos) return std::string(trim(cut.substr(0, line)));
  std::string out;
  for (const Sentence& sentence : sentences(text)) {
    const std::size_t space = out.empty() ? 0 : 1;
    if (out.size() + space + sentence.text.size() > budget) break;
    out += (space == 0 ? "" : " ") + sentence.text;
  }
  return out.empty() ? std::string(trim(cut)) : out;
}

// The lines that are as asked for: "[7] User relocated to Austin."
std::string rated_lines_of(const std::string& text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view bare = trim(line.starts_with("- ") ? line.substr(2) : line);
    if (builtin::writing::read_rated(bare).importance == 0) continue;
    out += (out.empty() ? "" : "\n") + std::string(bare);
  }
  return out;
}

// The two halves of what is too long stand in the last question as two sources.
SourceText merged(std::span<const SourceText> sources, std::string text) {
  SourceText both = sources.front();
  both.end = sources.back().end;
  both.text = std::move(text);
  both.by_hand.clear();
  both.importance = 0;
  both.count = 0;
  for (const SourceText& one : sources) {
    both.end = std::max(both.end, one.end);
    both.count += one.count;
  }
  return both;
}

// The text without its citations: what is held against a budget.
std::string uncited(std::string_view text, std::span<const SourceText> sources) {
  return grounding::take_citations(text, texts_of(sources)).text;
}

// Nothing but marks and digits, such as "{}", "..." or a citation alone: no more than an empty
// text.
bool is_wordless(std::string_view text) {
  const std::string bare = grounding::take_citations(text, {}).text;
  for (std::size_t at = 0; at < bare.size();) {
    if (utf8::is_letter(utf8::next(bare, at))) return false;
  }
  return true;
}

// A text as a part of the question, behind what it is; nothing where there is none.
std::string part(std::string_view what, const std::string& text) {
  if (text.empty()) return {};
  const std::vector<std::string_view> texts = {text};
  return std::string(what) + "\n" + Marks(texts).around("", text);
}

// What a person wrote into other texts about the same.
std::string elsewhere_of(const std::string& words) {
  return part(
      "The person's own words in other places. They hold as well: do not repeat and do not "
      "contradict them.",
      words);
}

// What another section of the page tells already.
std::string told_of(const std::string& told) {
  return part("Another section of the page tells this already: do not repeat it.", told);
}

// What was wrong with the text that came first.
std::string complaint_of(const std::string& complaint) {
  return part(
      " What was written first says these things that the facts do not say. Write it again "
      "without them, from the facts alone:",
      complaint);
}

using Ask = std::function<Result<TextAnswer>(ChatModel&, std::span<const SourceText>)>;

// A question over sources; one that is too long for the model is asked of each half, and then of
// the two answers.
Result<TextAnswer> ask_in_parts(ChatModel& model, std::span<const SourceText> sources,
                                const Ask& ask) {
  Result<TextAnswer> answer = ask(model, sources);
  if (answer || answer.error().kind != ErrorKind::kTooLong || sources.size() < 2) return answer;
  AtOnce at_once(model);
  std::vector<SourceText> halves;
  const std::size_t middle = sources.size() / 2;
  for (const auto half : {sources.first(middle), sources.subspan(middle)}) {
    PYRAMID_ASSIGN(TextAnswer part, ask_in_parts(at_once, half, ask));
    if (part.refused) return part;
    halves.push_back(merged(half, uncited(part.text, half)));
  }
  // Its numbers would be those of the halves.
  PYRAMID_ASSIGN(TextAnswer whole, ask(at_once, halves));
  whole.text = uncited(whole.text, sources);
  return whole;
}

// kInvalid: what came is of no use.
Failure useless(const ChatModel& model, std::string what, std::string cause = {}) {
  return fail(ErrorKind::kInvalid, model.name() + " " + std::move(what), {}, {}, std::move(cause));
}

constexpr const char* kCutOff = "was cut off at `max_tokens`";

// The text of an answer; one that was cut ends with its last whole line or sentence.
Result<std::string> text_of(const ChatModel& model, Result<TextAnswer> answer) {
  if (!answer) return fail(std::move(answer).error());
  if (answer->refused) return useless(model, "refuses to answer", std::move(answer->text));
  if (!answer->cut) return std::move(answer->text);
  if (is_wordless(answer->text)) return useless(model, kCutOff);
  std::string& text = answer->text;
  const std::size_t last = text.size();
  return within(text, last == 0 ? 0 : last - 1);
}

// The same of a text that is made of facts.
Result<std::string> made_of(const ChatModel& model, std::span<const SourceText> sources,
                            Result<TextAnswer> answer) {
  PYRAMID_ASSIGN(const std::string text, text_of(model, std::move(answer)));
  if (is_refusal_in_words(text, sources)) return useless(model, "refuses to answer", text);
  std::string told = without_chatter(text, sources);
  if (is_wordless(told) && !sources.empty()) return useless(model, "answered with no text");
  return told;
}

std::string length_of(const SummariseRequest& request) {
  if (!request.strict) return fmt::format("Write at most {} bytes.", request.budget);
  return fmt::format(
      "Write at most {} bytes, in short sentences: only what matters most. What was written first "
      "was too long or nothing at all, so keep to the length, and write something in any case.",
      request.budget * 2 / 3);
}

// Of observations each with its importance, in a text that tells it.
std::vector<SourceText> rated_sources(const SummariseRequest& request) {
  std::vector<SourceText> sources = request.sources;
  if (request.style != SummaryStyle::kRatedLines || request.tier > 0) return sources;
  for (SourceText& source : sources) {
    if (source.importance == 0) source.importance = builtin::writing::kUnrated;
  }
  return sources;
}

}  // namespace

Result<std::string> summarise(ChatModel& model, std::string_view instructions,
                              const SummariseRequest& request) {
  const auto ask = [&](ChatModel& asked, std::span<const SourceText> sources) {
    return ask_for_text(asked, instructions,
                        material(request.model_title, sources, request.kept) + length_of(request) +
                            complaint_of(request.complaint));
  };
  PYRAMID_ASSIGN(TextAnswer answer, ask_in_parts(model, rated_sources(request), ask));
  if (answer.refused || is_refusal_in_words(answer.text, request.sources)) {
    return useless(model, "refuses to answer", std::move(answer.text));
  }
  if (answer.cut) return useless(model, kCutOff);
  const bool rated = request.style == SummaryStyle::kRatedLines;
  answer.text = without_chatter(answer.text, request.sources);
  std::string text = rated ? rated_lines_of(answer.text) : collapse_spaces(answer.text);
  if (is_wordless(text) && !request.sources.empty()) return useless(model, "answered with no text");
  if (uncited(text, request.sources).size() > request.budget) {
    return useless(model, fmt::format("wrote more than {} bytes", request.budget));
  }
  return text;
}

Result<std::string> synthesise(ChatModel& model, std::string_view instructions,
                               const SynthesiseRequest& request) {
  const std::string task =
      fmt::format("The section is \"{}\" of the page of {}. Today is {}. Write at most {} bytes{}.",
                  request.section,
                  request.model == "assistant" ? "the assistant itself, in the first person"
                                               : "what it is about, in the third person",
                  format_date(date_of(request.now)), request.budget,
                  request.kept.empty() ? "" : " beside the person's own words");
  const auto ask = [&](ChatModel& asked, std::span<const SourceText> sources) {
    return ask_for_text(asked, instructions,
                        material(request.model_title, sources, request.kept) +
                            elsewhere_of(request.own_elsewhere) + told_of(request.told_elsewhere) +
                            task + complaint_of(request.complaint));
  };
  PYRAMID_ASSIGN(const std::string text,
                 made_of(model, request.sources, ask_in_parts(model, request.sources, ask)));
  return within(text, request.budget + text.size() - uncited(text, request.sources).size());
}

Result<std::string> describe(ChatModel& model, std::string_view instructions,
                             const DescribeRequest& request) {
  if (request.sources.empty()) return std::string();
  const auto ask = [&](ChatModel& asked, std::span<const SourceText> sources) {
    return ask_for_text(asked, instructions,
                        material(request.model_title, sources, "") + "Its type: " +
                            request.model_type + "." + complaint_of(request.complaint));
  };
  PYRAMID_ASSIGN(const std::string text,
                 made_of(model, request.sources, ask_in_parts(model, request.sources, ask)));
  const std::vector<Sentence> all = sentences(collapse_spaces(uncited(text, request.sources)));
  if (all.empty()) return std::string();
  return within(all.front().text, kLongestDescription);
}

namespace {

Result<TextAnswer> ask_passages(ChatModel& model, std::string_view instructions,
                                const AnswerRequest& request) {
  std::vector<std::string_view> texts = {request.query, request.complaint};
  for (const Passage& passage : request.passages) texts.push_back(passage.text);
  const Marks marks(texts);
  std::string question;
  for (const Passage& passage : request.passages) {
    question += passage.citation + " of " + format_date(date_of(passage.at)) + ":\n" +
                marks.around("", passage.text);
  }
  question += "The question:\n" + marks.around("", request.query);
  if (!request.complaint.empty()) {
    question +=
        "What was answered first says these things that the passages do not say. Answer "
        "again without them, from the passages alone:\n" +
        marks.around("", request.complaint);
  }
  return ask_for_text(model, instructions, question);
}

// The one word that the prompt asks for, with whatever marks or excuses around it: "NOTHING [1]",
// "**NOTHING**. The passages are about …".
bool says_nothing(std::string_view text) {
  constexpr std::string_view kNothing = "NOTHING";
  text.remove_prefix(std::min(text.find_first_not_of("*_\"'` "), text.size()));
  if (!text.starts_with(kNothing)) return false;
  text.remove_prefix(kNothing.size());
  return text.empty() || text.find_first_of(".,:;[*_\"'` (!") == 0;
}

}  // namespace

Result<std::string> answer(ChatModel& model, std::string_view instructions,
                           const AnswerRequest& request) {
  if (request.passages.empty()) return std::string();
  AnswerRequest asked = request;
  Result<TextAnswer> answered = ask_passages(model, instructions, asked);
  // The best passages stand in front.
  while (!answered && answered.error().kind == ErrorKind::kTooLong && asked.passages.size() > 1) {
    asked.passages.resize(asked.passages.size() / 2);
    answered = ask_passages(model, instructions, asked);
  }
  if (answered && answered->refused) return refusal(model, answered->text);
  PYRAMID_ASSIGN(std::string text, text_of(model, std::move(answered)));
  text = collapse_spaces(text);
  return is_wordless(text) || says_nothing(text) ? std::string() : text;
}

}  // namespace pyramid::engine::chat
