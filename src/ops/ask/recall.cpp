#include "pyramid/recall.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "engine/tokens.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "format/settings.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/calls/warm.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/nodes/lookup.hpp"
#include "search/query_words.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using ops::Opened;
using ops::Services;

constexpr std::size_t kLeastBudget = 100;
constexpr std::size_t kMostBudget = 100'000;
constexpr std::size_t kHits = 60;
// A hit with less than this part of the best one's relevance is noise, and so is one that shares
// hardly a word with the prompt and is not near it in meaning either.
constexpr double kLeastPart = 0.4;
constexpr double kLeastWords = 0.1;
constexpr double kLeastCosine = 0.2;
constexpr std::size_t kTurnBytes = 400;
constexpr std::size_t kLeastStems = 2;       // a sentence of one word is like many others
constexpr std::size_t kLinkBytes = 32;       // around what stands in a line
constexpr std::size_t kIdentityBytes = 240;  // if that is not half of the budget

// What a sentence tells, whoever says it: "I moved", "User moved".
struct Meaning {
  std::set<std::string> stems;
  bool denies = false;

  [[nodiscard]] bool holds(const Meaning& other) const {
    return other.stems.size() >= kLeastStems && denies == other.denies &&
           std::includes(stems.begin(), stems.end(), other.stems.begin(), other.stems.end());
  }
};

Meaning meaning_of(std::string_view sentence) {
  constexpr std::array<std::string_view, 7> kDenials = {"not",    "no",      "never", "none",
                                                        "nobody", "nothing", "cannot"};
  Meaning meaning;
  for (std::string& stem : engine::content_stems(sentence)) {
    if (stem != engine::stem("user") && stem != engine::stem("assistant")) {
      meaning.stems.insert(std::move(stem));
    }
  }
  for (const engine::Word& word : engine::words(sentence)) {
    const std::string lower = utf8::lower(word.text);
    const bool denial = lower.ends_with("n't") || lower.ends_with("n’t") ||
                        std::find(kDenials.begin(), kDenials.end(), lower) != kDenials.end();
    meaning.denies = meaning.denies || denial;
  }
  return meaning;
}

// Markdown that grows within a budget, each statement once.
class Context {
 public:
  // `cited`: so many things are cited before it.
  explicit Context(std::size_t bytes, std::size_t cited = 0) : left_(bytes), cited_(cited) {}

  // What may stand below `heading` takes `most` bytes at most.
  void begin(const std::string& heading, std::size_t most) {
    heading_ = "## " + heading + "\n";
    limit_ = std::min(most, left_);
  }

  // `text` on one line behind `lead`, its link behind it. False when it was said already or does
  // not fit.
  bool add(const std::string& lead, const std::string& text, const std::string& target,
           const std::string& citation) {
    if (text.empty() || said_before(text)) return false;
    const std::string line = "- " + lead + text + " ([" +
                             std::to_string(cited_ + taken_.size() + 1) + "](" + target + "))\n";
    const std::string opening = heading_.empty() ? "" : (out_.empty() ? heading_ : "\n" + heading_);
    if (opening.size() + line.size() > std::min(limit_, left_)) return false;
    out_ += opening + line;
    limit_ -= opening.size() + line.size();
    left_ -= opening.size() + line.size();
    heading_.clear();
    note_said(text);
    taken_.push_back(citation);
    return true;
  }

  // As if it stood here already.
  void note_said(const std::string& text) {
    said_ += utf8::fold(text) + "\n";
    for (const engine::Sentence& sentence : engine::sentences(text)) {
      meanings_.push_back(meaning_of(sentence.text));
    }
  }

  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] const std::string& text() const { return out_; }
  [[nodiscard]] std::vector<std::string> take() { return std::move(taken_); }

 private:
  // Word for word, or each of its sentences in one that says as much or more: a fact, its turn and
  // the summary over it tell one thing.
  [[nodiscard]] bool said_before(const std::string& text) const {
    if (said_.find(utf8::fold(text)) != std::string::npos) return true;
    const std::vector<engine::Sentence> sentences = engine::sentences(text);
    const auto is_held = [&](const engine::Sentence& sentence) {
      const Meaning meaning = meaning_of(sentence.text);
      return std::any_of(meanings_.begin(), meanings_.end(),
                         [&](const Meaning& known) { return known.holds(meaning); });
    };
    return !sentences.empty() && std::all_of(sentences.begin(), sentences.end(), is_held);
  }

  std::size_t left_, limit_ = 0;
  std::size_t cited_;
  std::string heading_;  // not written yet
  std::string out_, said_;
  std::vector<Meaning> meanings_;
  std::vector<std::string> taken_;
};

// Whole sentences of at most so many bytes, on one line.
std::string in_short(const std::string& markdown, std::size_t most) {
  std::string out;
  for (const engine::Sentence& sentence : engine::sentences(format::plain_text(markdown))) {
    if (out.size() + sentence.text.size() + 1 > most) break;
    if (!out.empty()) out += ' ';
    out += sentence.text;
  }
  if (!out.empty()) return out;
  return std::string(utf8::truncate(ops::one_line(markdown), most));
}

std::string citation(const std::string& path, std::size_t first, std::size_t last) {
  return path + "#L" + std::to_string(first) + "-L" + std::to_string(last);
}

std::string target_of(const std::string& path, const std::string& fragment = {}) {
  const std::string link = format::link("", path, fragment);  // "[](…)"
  return link.substr(3, link.size() - 4);
}

// What a person wrote there or filled in: each list item and each sentence, without headings,
// fields left empty and what `init` wrote.
std::vector<std::string> filled(const std::string& text, const std::string& as_made) {
  const std::vector<std::string_view> made = split_lines(as_made);
  std::vector<std::string> units;
  std::string paragraph;
  const auto end_paragraph = [&] {
    const std::string plain = format::plain_text(std::exchange(paragraph, {}));
    for (const engine::Sentence& sentence : engine::sentences(plain)) {
      units.push_back(collapse_spaces(sentence.text));
    }
  };
  for (const std::string_view line : split_lines(text)) {
    const std::string_view said = trim(line);
    const bool from_template = std::find(made.begin(), made.end(), said) != made.end();
    if (said.empty() || said.starts_with("#") || from_template) {
      end_paragraph();
    } else if (const auto item = engine::list_item(line)) {
      end_paragraph();
      if (!item->ends_with(":")) units.push_back(collapse_spaces(format::plain_text(*item)));
    } else {
      paragraph.append(line).append("\n");
    }
  }
  end_paragraph();
  std::erase_if(units, [](const std::string& unit) { return unit.empty(); });
  return units;
}

// As many of them as have room, each ended by something; of one that is too long its beginning.
std::string listed(const std::vector<std::string>& units, std::size_t most) {
  std::string out;
  for (const std::string& unit : units) {
    const bool ended = out.empty() || std::string_view(".!?:;").find(out.back()) != out.npos;
    const std::string between = out.empty() ? "" : ended ? " " : "; ";
    if (out.size() + between.size() + unit.size() <= most) out += between + unit;
  }
  if (out.empty() && !units.empty()) return std::string(utf8::truncate(units.front(), most));
  return out;
}

// What a person wrote into SOUL.md and USER.md; as `init` left them they say nothing.
void add_identity(Services& services, const Opened& opened, std::size_t most, Context& context) {
  context.begin("Who", most);
  for (const auto& [name, as_made] : {std::pair{"SOUL.md", format::soul_template()},
                                      std::pair{"USER.md", format::user_template()}}) {
    const Result<std::string> bytes = services.files.read(opened.workspace.absolute(name));
    if (!bytes) continue;
    const Result<format::Node> node = format::read_node(*bytes, name);
    if (!node) continue;  // the scan names it
    context.add("", listed(filled(node->text, as_made), most / 2 - kLinkBytes), target_of(name),
                name);
  }
}

// "Kestrel › This Week: …" says where it stands.
void add_models(const std::vector<search::Hit>& hits, std::size_t most, Context& context) {
  context.begin("What the models say", most);
  for (const search::Hit& hit : hits) {
    if (hit.chunk.kind != Kind::kModel && hit.chunk.kind != Kind::kMemory) continue;
    for (const std::string_view line : split_lines(hit.snippet)) {
      context.add(hit.chunk.heading.empty() ? "" : hit.chunk.heading + ": ", collapse_spaces(line),
                  target_of(hit.chunk.path),
                  citation(hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line));
    }
  }
}

bool is_fact(Kind kind) {
  return kind == Kind::kObservation || kind == Kind::kSummary || kind == Kind::kNote ||
         kind == Kind::kDaily;
}

std::string lead_of(const search::Hit& hit) {
  std::string lead = hit.chunk.at == Time{} ? "" : format_date(date_of(hit.chunk.at)) + ": ";
  if (!hit.chunk.status.empty()) lead += "(" + hit.chunk.status + ") ";
  return lead;
}

void add_facts(const std::vector<search::Hit>& hits, Context& context) {
  context.begin("What is known", context.left() * 2 / 3);
  for (const search::Hit& hit : hits) {
    if (!is_fact(hit.chunk.kind)) continue;
    context.add(lead_of(hit), in_short(hit.snippet, kTurnBytes), target_of(hit.chunk.path),
                citation(hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line));
  }
}

void add_turns(const std::vector<search::Hit>& hits, const std::set<std::string>& fresh,
               Context& context) {
  context.begin("What was said", context.left());
  for (const search::Hit& hit : hits) {
    const std::string where = citation(hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line);
    if (hit.chunk.kind != Kind::kSession || fresh.contains(where)) continue;
    if (hit.chunk.status == format::kQuarantined) continue;
    if (hit.asking == 1) continue;  // a question by itself tells nothing
    const std::string speaker = hit.chunk.speaker + ": ";
    const bool labelled = hit.snippet.starts_with(speaker);
    context.add(lead_of(hit) + (labelled ? "" : speaker), in_short(hit.snippet, kTurnBytes),
                target_of(hit.chunk.path, "L" + std::to_string(hit.chunk.first_line)), where);
  }
}

struct Tail {
  std::vector<std::string> texts, targets, citations;  // of the last turns, oldest first
};

Result<Tail> tail_of(Services& services, const Opened& opened, const RecallOptions& options) {
  Tail tail;
  if (options.session.empty()) return tail;
  PYRAMID_ASSIGN(const std::string path,
                 ops::path_inside(services.files, opened.workspace, options.session));
  PYRAMID_ASSIGN(const std::string bytes, services.files.read(opened.workspace.absolute(path)));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
  PYRAMID_ASSIGN(const format::Conversation said, format::read_session(document, path));
  const std::vector<format::TurnLines> lines = format::turn_lines(document);
  const std::size_t turns = std::min(lines.size(), said.turns.size());
  for (std::size_t i = turns - std::min(turns, options.turns); i < turns; ++i) {
    if (trim(said.turns[i].text).empty()) continue;  // its words are not kept
    if (!guard::find_instructions(said.turns[i].text).empty()) continue;
    const bool by_user = said.turns[i].speaker == format::Speaker::kUser;
    tail.texts.push_back((by_user ? "User: " : "Assistant: ") +
                         in_short(said.turns[i].text, kTurnBytes));
    tail.targets.push_back(target_of(path, "^t" + std::to_string(i + 1)));
    tail.citations.push_back(citation(path, lines[i].first, lines[i].last));
  }
  return tail;
}

// The first of the newest turns that fit.
std::size_t first_of(const Tail& tail, std::size_t most) {
  std::size_t first = tail.texts.size();
  std::size_t bytes = 0;
  while (first > 0 &&
         bytes + tail.texts[first - 1].size() + tail.targets[first - 1].size() <= most) {
    --first;
    bytes += tail.texts[first].size() + tail.targets[first].size();
  }
  return first;
}

// In the order in which they were said.
void add_tail(const Tail& tail, std::size_t first, Context& context) {
  context.begin("Just now", context.left());
  for (std::size_t i = first; i < tail.texts.size(); ++i) {
    context.add("", tail.texts[i], tail.targets[i], tail.citations[i]);
  }
}

// "Hi!", "ok, thanks": no fact is wanted.
bool is_courtesy(const std::vector<std::string>& terms) {
  constexpr std::array<std::string_view, 14> kCourtesies = {
      "bye",  "evening", "good", "great",   "hello",  "hey",   "hi",
      "nice", "ok",      "okay", "morning", "please", "thank", "thanks"};
  return std::all_of(terms.begin(), terms.end(), [&](const std::string& term) {
    return std::find(kCourtesies.begin(), kCourtesies.end(), term) != kCourtesies.end();
  });
}

Result<std::vector<search::Hit>> hits_for(Services& services, Opened& opened,
                                          const std::string& prompt) {
  std::vector<search::Hit> hits;
  if (is_courtesy(search::terms_of(prompt))) return hits;
  SearchOptions options;
  options.query = prompt;
  options.limit = kHits;
  PYRAMID_ASSIGN(hits, ops::find_hits(services, opened, options));
  const double least = hits.empty() ? 0 : kLeastPart * hits.front().relevance;
  std::erase_if(hits, [&](const search::Hit& hit) {
    return hit.relevance < least || (hit.keyword < kLeastWords && hit.cosine < kLeastCosine);
  });
  return hits;
}

// `graph` or none.
Result<RecallReport> run(Services& services, const RecallOptions& options,
                         index::VectorGraph* graph) {
  const ops::Access access = options.refresh ? ops::Access::kRead : ops::Access::kReadUnchecked;
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, access));
  if (graph != nullptr) index::use_graph(*opened.index, *graph);
  PYRAMID_ASSIGN(const Tail tail, tail_of(services, opened, options));
  PYRAMID_ASSIGN(const std::vector<search::Hit> hits, hits_for(services, opened, options.prompt));
  const std::size_t bytes = options.budget * engine::kBytesPerToken;
  const std::size_t for_tail = tail.texts.empty() ? 0 : bytes / 4;
  Context context(bytes - for_tail);
  const std::size_t first = first_of(tail, for_tail * 3 / 4);
  for (std::size_t i = first; i < tail.texts.size(); ++i) context.note_said(tail.texts[i]);
  add_identity(services, opened, std::max(bytes / 8, std::min(bytes / 2, kIdentityBytes)), context);
  add_models(hits, bytes / 4, context);
  add_facts(hits, context);
  add_turns(hits, std::set(tail.citations.begin(), tail.citations.end()), context);
  RecallReport report;
  report.text = context.text();
  report.taken = context.take();
  Context fresh(for_tail, report.taken.size());
  add_tail(tail, first, fresh);
  if (!report.text.empty() && !fresh.text().empty()) report.text += "\n";
  report.text += fresh.text();
  for (std::string& one : fresh.take()) report.taken.push_back(std::move(one));
  report.tokens = engine::tokens_of(report.text.size());
  report.refreshed = opened.refreshed;
  report.diagnostics = opened.scan.diagnostics;
  report.checked_at = services.clock.now();
  if (!opened.refreshed) {
    PYRAMID_ASSIGN(report.checked_at, opened.index->refreshed_at());
  }
  return report;
}

Result<RecallReport> recall_with(const Environment& environment, const RecallOptions& options,
                                 index::VectorGraph* graph) {
  if (options.budget < kLeastBudget || options.budget > kMostBudget) {
    return fail(ErrorKind::kUsage,
                "a budget of " + std::to_string(options.budget) + " tokens is out of range", {},
                "give 100 to 100000");
  }
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options, graph); });
}

}  // namespace

Result<RecallReport> recall(const Environment& environment, const RecallOptions& options) {
  return recall_with(environment, options, nullptr);
}

Result<RecallReport> ops::recall_warm(const Environment& environment, const RecallOptions& options,
                                      index::VectorGraph& graph) {
  return recall_with(environment, options, &graph);
}

}  // namespace pyramid
