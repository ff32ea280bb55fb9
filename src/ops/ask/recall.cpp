#include "pyramid/recall.hpp"

#include "base/cut_text.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "engine/tokens.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "format/settings.hpp"
#include "format/without_data_uris.hpp"
#include "guard/instructions.hpp"
#include "ops/ask/brief.hpp"
#include "ops/ask/context.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/ask/heartbeat.hpp"
#include "ops/ask/learned.hpp"
#include "ops/ask/named_models.hpp"
#include "ops/ask/recalled_tasks.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/nodes/lookup.hpp"
#include "pyramid/topics.hpp"
#include "search/query_words.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using ops::Context;
using ops::Opened;
using ops::Services;

constexpr std::size_t kLeastBudget = 100;
constexpr std::size_t kMostBudget = 100'000;
constexpr std::size_t kHits = 60;
constexpr std::size_t kTurnBytes = 400;
constexpr std::size_t kLinkBytes = 32;       // around what stands in a line
constexpr std::size_t kLeastShare = 200;     // of a section beside others that are named, as a line
constexpr std::size_t kLeastText = 80;       // and of what it says
constexpr std::size_t kIdentityBytes = 240;  // if that is not half of the budget
constexpr const char* kFacts = "Facts";
constexpr const char* kModels = "What the models say";
constexpr const char* kTasks = "Tasks";
constexpr const char* kLearned = "Learned";
constexpr const char* kKnown = "What is known";
constexpr const char* kSaid = "What was said";
constexpr std::string_view kTailHeading = "Just now";
constexpr std::string_view kBetween = "\n";  // the last turns and what stands above them

// What a turn says on one line, of what is longer the beginning and "…".
std::string in_short(std::string_view line, std::size_t most) {
  constexpr std::string_view kCut = " …";
  if (line.size() <= most) return std::string(line);
  const std::string_view beginning = trim(beginning_of(line, most - std::min(most, kCut.size())));
  return beginning.empty() ? "" : std::string(beginning).append(kCut);
}

std::string citation(const std::string& path, std::size_t first, std::size_t last) {
  return path + "#L" + std::to_string(first) + "-L" + std::to_string(last);
}

std::string where(const search::Hit& hit) {
  return citation(hit.chunk.path, hit.chunk.first_line, hit.chunk.last_line);
}

std::string target_of(const std::string& path, const std::string& fragment = {}) {
  const std::string link = format::link("", path, fragment);  // "[](…)"
  return link.substr(3, link.size() - 4);
}

// How many of the stems it has.
std::size_t shared(std::string_view text, const std::set<std::string>& asked) {
  const std::set<std::string> stems = ops::stems_of(text);
  return static_cast<std::size_t>(std::count_if(
      stems.begin(), stems.end(), [&](const std::string& stem) { return asked.contains(stem); }));
}

// What a text says that the prompt touches: the statements with most of its words first,
// then what stands in one block with them, or all where its heading has one of them.
std::vector<std::size_t> touched(const std::vector<ops::Statement>& statements,
                                 const std::string& heading, const std::set<std::string>& asked) {
  const bool all = shared(heading, asked) > 0;
  std::set<std::size_t> blocks;
  std::vector<std::pair<std::size_t, std::size_t>> ranked;
  for (const ops::Statement& statement : statements) {
    const std::string& own = statement.cells ? *statement.cells : statement.text;
    ranked.emplace_back(shared(own, asked), ranked.size());
    if (ranked.back().first > 0) blocks.insert(statement.block);
  }
  std::erase_if(ranked, [&](const auto& one) {
    const ops::Statement& statement = statements[one.second];
    return statement.text.empty() || (!all && !blocks.contains(statement.block));
  });
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::size_t> places;
  for (const auto& [count, place] : ranked) places.push_back(place);
  return places;
}

bool is_written(Kind kind) { return kind == Kind::kNote || kind == Kind::kDaily; }

bool has_row(const std::vector<ops::Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(),
                     [](const ops::Statement& statement) { return statement.cells.has_value(); });
}

// Whether the prompt touches a table by what its headings say, as it does each of its rows.
bool touches_headings(const std::vector<ops::Statement>& statements,
                      const std::set<std::string>& asked) {
  return std::any_of(statements.begin(), statements.end(), [&](const ops::Statement& statement) {
    return statement.cells && shared(statement.text, asked) > 0;
  });
}

ops::Passage selected(const search::Hit& hit, const std::set<std::string>& asked) {
  const Kind kind = hit.chunk.kind;
  const bool may_have_table = is_written(kind) && hit.text.find('|') != std::string::npos;
  if (format::is_generated(kind) || may_have_table) {
    ops::Passage passage;
    passage.statements = ops::statements_of(hit.table_head + hit.text);
    const bool table = may_have_table && has_row(passage.statements);
    if (format::is_generated(kind) || table) {
      passage.wanted = touched(passage.statements, hit.chunk.heading, asked);
    }
    if (!passage.wanted.empty()) return passage;
    if (table && touches_headings(passage.statements, asked)) return {};
  }
  ops::Passage passage = ops::whole(ops::statements_of(hit.snippet));
  return passage.wanted.empty() ? ops::whole({{ops::one_line(hit.snippet)}}) : passage;
}

// Of a generated text, and of a table, which tell of many things, what the prompt touches; of
// others, and where it was found by its meaning alone, the snippet.
ops::Passage passage_of(const search::Hit& hit, const std::set<std::string>& asked) {
  ops::Passage passage = selected(hit, asked);
  passage.quoted = hit.chunk.kind == Kind::kSession;
  passage.said = hit.said;
  return passage;
}

// What the models say that was found or is of a model that the prompt names: where somebody is
// named beside others, what is known of the others may fill all hits.
struct Section {
  search::Hit hit;
  bool named = false;     // by its model or its heading
  std::size_t round = 0;  // how many of its file stand before it
};

Result<std::vector<Section>> sections_for(Services& services, Opened& opened,
                                          const std::vector<search::Hit>& hits,
                                          const std::string& prompt,
                                          const std::set<std::string>& asked) {
  PYRAMID_ASSIGN(const std::vector<format::Node> models,
                 ops::models_named_in(services, opened, prompt));
  std::set<std::string> named;
  for (const format::Node& model : models) named.insert(model.path);
  std::set<std::string> found;
  std::vector<Section> sections;
  for (const search::Hit& hit : hits) {
    if (hit.chunk.kind != Kind::kModel && hit.chunk.kind != Kind::kMemory) continue;
    found.insert(hit.chunk.path);
    sections.push_back(
        {hit, named.contains(hit.chunk.path) || shared(hit.chunk.heading, asked) > 0});
  }
  for (const format::Node& model : models) {
    if (found.contains(model.path)) continue;
    std::vector<std::pair<std::size_t, search::Hit>> ranked;
    for (search::Hit& hit : ops::sections_of(services, opened, model, prompt)) {
      ranked.emplace_back(shared(hit.text, asked), std::move(hit));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [count, hit] : ranked) sections.push_back({std::move(hit), true});
  }
  return sections;
}

// Whom or what the prompt names comes first, since a section that has more of its other words tells
// of another one; of several who are named each has its first section before any has a second.
void put_in_turn(std::vector<Section>& sections) {
  constexpr std::size_t kLast = ~std::size_t{0};
  std::map<std::string, std::size_t> taken;
  for (Section& section : sections) {
    section.round = section.named ? taken[section.hit.chunk.path]++ : kLast;
  }
  std::stable_sort(sections.begin(), sections.end(),
                   [](const Section& a, const Section& b) { return a.round < b.round; });
}

std::string status_of(const search::Hit& hit) {
  return hit.chunk.status.empty() ? "" : "(" + hit.chunk.status + ") ";
}

// Bytes that a part may have.
struct Share {
  std::size_t least = 0, most = 0;
};

// "Kestrel › This Week: …" says where it stands. More where many are named.
void add_models(const std::vector<Section>& sections, const std::set<std::string>& asked,
                Share bytes, Context& context) {
  const auto first = static_cast<std::size_t>(std::count_if(
      sections.begin(), sections.end(), [](const Section& section) { return section.round == 0; }));
  const std::size_t most = std::clamp(first * kLeastShare, bytes.least, bytes.most);
  const std::size_t share = std::max(most / std::max(first, std::size_t{1}), kLeastShare);
  context.begin(kModels, most);
  for (const Section& section : sections) {
    const index::Chunk& chunk = section.hit.chunk;
    const std::string heading = chunk.heading.empty() ? "" : chunk.heading + ": ";
    const std::string lead = status_of(section.hit) + heading;
    const std::string target = target_of(chunk.path);
    const std::size_t beside = lead.size() + target.size() + kLinkBytes;
    const bool shares = section.round == 0 && first > 1;
    context.add(
        {lead, passage_of(section.hit, asked),
         shares ? std::clamp(share - std::min(share, beside), kLeastText, search::kSnippetBytes)
                : search::kSnippetBytes,
         target, where(section.hit)});
  }
}

bool is_fact(Kind kind) {
  return kind == Kind::kObservation || kind == Kind::kSummary || kind == Kind::kNote ||
         kind == Kind::kDaily;
}

// One that is out of use is told with what else is known, behind what is in use.
bool is_promoted(const search::Hit& hit) {
  return hit.chunk.kind == Kind::kObservation && hit.chunk.status.empty() &&
         !workspace::fact_category(hit.chunk.path).empty();
}

std::string lead_of(const search::Hit& hit) {
  const std::string date = hit.said.at == Time{} ? "" : format_date(date_of(hit.said)) + ": ";
  return date + status_of(hit);
}

void add_hits(const std::vector<search::Hit>& hits, bool promoted,
              const std::set<std::string>& asked, Context& context) {
  for (const search::Hit& hit : hits) {
    if (!is_fact(hit.chunk.kind) || is_promoted(hit) != promoted) continue;
    context.add(
        {lead_of(hit), passage_of(hit, asked), kTurnBytes, target_of(hit.chunk.path), where(hit)});
  }
}

void add_facts(const std::vector<search::Hit>& hits, const std::set<std::string>& asked,
               std::size_t most, Context& context) {
  context.begin(kFacts, most);
  add_hits(hits, true, asked, context);
}

void add_notes(const std::vector<search::Hit>& hits, const std::set<std::string>& asked,
               std::size_t most, Context& context) {
  context.begin(kKnown, most);
  add_hits(hits, true, asked, context);  // what the facts had no room for
  add_hits(hits, false, asked, context);
}

// A task and what it has to do with others, a line each.
void add_tasks(const std::vector<ops::RecalledTask>& tasks, std::size_t most, Context& context) {
  context.begin(kTasks, most);
  for (const ops::RecalledTask& task : tasks) {
    const std::string cited =
        task.first_line == 0 ? task.path : citation(task.path, task.first_line, task.last_line);
    context.add_verbatim(task.text, target_of(task.path), cited);
  }
}

void add_learned(const std::vector<ops::LearnedLine>& lines, std::size_t most, Context& context) {
  context.begin(kLearned, most);
  for (const ops::LearnedLine& line : lines) {
    context.add_verbatim(line.text, target_of(line.path), line.path);
  }
}

// Why a turn is told in no recall; "" where it may be.
std::string unfit(const search::Hit& hit, const std::set<std::string>& fresh) {
  if (fresh.contains(where(hit))) return "is told below";
  if (hit.chunk.status == format::kQuarantined) return "is in quarantine";
  return hit.asking == 1 ? "is a question by itself" : "";
}

void add_turns(const std::vector<search::Hit>& hits, const std::set<std::string>& asked,
               const std::set<std::string>& fresh, std::size_t most, Context& context) {
  context.begin(kSaid, most);
  for (const search::Hit& hit : hits) {
    if (hit.chunk.kind != Kind::kSession) continue;
    if (const std::string why = unfit(hit, fresh); !why.empty()) {
      context.leave(where(hit), why);
      continue;
    }
    // In front of whatever is shown of it: its first sentence may be told already.
    const std::string speaker = hit.chunk.speaker + ": ";
    search::Hit said = hit;
    if (said.snippet.starts_with(speaker)) said.snippet.erase(0, speaker.size());
    context.add({lead_of(hit) + speaker, passage_of(said, asked), kTurnBytes,
                 target_of(hit.chunk.path, "L" + std::to_string(hit.chunk.first_line)),
                 where(hit)});
  }
}

struct FreshTurn {
  std::string text;  // with who says it in front
  std::string target, citation;
  LocalTime at;
};

// The last turns, oldest first.
Result<std::vector<FreshTurn>> tail_of(Services& services, const Opened& opened,
                                       const RecallOptions& options) {
  std::vector<FreshTurn> tail;
  if (options.session.empty()) return tail;
  PYRAMID_ASSIGN(const std::string path,
                 ops::linked_path(services.files, opened.workspace, options.session));
  PYRAMID_ASSIGN(const std::string bytes, services.files.read(opened.workspace.absolute(path)));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
  PYRAMID_ASSIGN(const format::Conversation said, format::read_session(document, path));
  const std::vector<format::TurnLines> lines = format::turn_lines(document);
  const std::size_t turns = std::min(lines.size(), said.turns.size());
  for (std::size_t i = turns - std::min(turns, options.turns); i < turns; ++i) {
    if (trim(said.turns[i].text).empty()) continue;  // its words are not kept
    if (!guard::find_instructions(said.turns[i].text).empty()) continue;
    const bool by_user = said.turns[i].speaker == format::Speaker::kUser;
    tail.push_back(
        {(by_user ? "User: " : "Assistant: ") +
             in_short(ops::one_line(format::without_data_uris(said.turns[i].text)), kTurnBytes),
         target_of(path, "^t" + std::to_string(i + 1)),
         citation(path, lines[i].first, lines[i].last),
         said_at(said.turns[i], opened.workspace.zone)});
  }
  return tail;
}

// The newest that fit beside their heading; where none does, the beginning of the newest.
void keep_newest(std::vector<FreshTurn>& tail, std::size_t most) {
  constexpr std::size_t kLine = std::string_view("-  ([12345]())\n").size();
  constexpr std::size_t kLeast = 24;  // "Assistant: " and a word or two
  const auto room_for = [](const FreshTurn& turn, std::size_t left) {
    const std::size_t beside = kLine + turn.target.size();
    return left - std::min(left, beside);
  };
  std::size_t left = most - std::min(most, kTailHeading.size() + std::string_view("## \n").size());
  std::size_t first = tail.size();
  while (first > 0 && tail[first - 1].text.size() <= room_for(tail[first - 1], left)) {
    --first;
    left = room_for(tail[first], left) - tail[first].text.size();
  }
  if (first > 0 && first == tail.size()) {
    FreshTurn& newest = tail[first - 1];
    const std::size_t room = room_for(newest, left);
    newest.text = in_short(newest.text, room);
    if (room >= kLeast) --first;
  }
  tail.erase(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(first));
}

// In the order in which they were said.
void add_tail(const std::vector<FreshTurn>& tail, Context& context) {
  context.begin(std::string(kTailHeading), context.left());
  for (const FreshTurn& turn : tail) context.add_verbatim(turn.text, turn.target, turn.citation);
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

// A promoted fact that was folded into a better hit, mostly its turn, stands in front of it.
void bring_out_facts(std::vector<search::Hit>& hits) {
  std::vector<search::Hit> out;
  for (search::Hit& hit : hits) {
    for (const search::Twin& twin : hit.also) {
      if (twin.snippet.empty() || workspace::fact_category(twin.path).empty()) continue;
      search::Hit fact = hit;
      fact.chunk.path = twin.path;
      fact.chunk.kind = Kind::kObservation;
      fact.chunk.first_line = twin.first_line;
      fact.chunk.last_line = twin.last_line;
      fact.chunk.status.clear();
      fact.said = twin.said;
      fact.text = fact.snippet = twin.snippet;
      fact.also.clear();
      out.push_back(std::move(fact));
    }
    out.push_back(std::move(hit));
  }
  hits = std::move(out);
}

// What was looked at and is told in no part, by the heading of the part.
using Left = std::map<std::string, std::vector<ops::LeftOut>>;

// Where a hit would be told; nullptr: in no part.
const char* part_of(const search::Hit& hit) {
  if (is_promoted(hit)) return kFacts;
  if (is_fact(hit.chunk.kind)) return kKnown;
  if (hit.chunk.kind == Kind::kSession) return kSaid;
  const bool is_model = hit.chunk.kind == Kind::kModel || hit.chunk.kind == Kind::kMemory;
  return is_model ? kModels : nullptr;
}

// The best first; behind them what is out of use.
Result<std::vector<search::Hit>> hits_for(Services& services, Opened& opened,
                                          const RecallOptions& options, Left& left) {
  std::vector<search::Hit> hits;
  if (is_courtesy(search::terms_of(options.prompt))) return hits;
  SearchOptions search;
  search.query = options.prompt;
  search.limit = kHits;
  search.sources = options.sources;
  PYRAMID_ASSIGN(hits, ops::find_hits(services, opened, search));
  std::vector<search::Hit> noise;
  ops::drop_noise(hits, &noise);
  for (const search::Hit& hit : noise) {
    const char* heading = part_of(hit);
    if (heading != nullptr) left[heading].push_back({where(hit), ops::kFarBehind});
  }
  bring_out_facts(hits);
  std::stable_partition(hits.begin(), hits.end(),
                        [](const search::Hit& hit) { return hit.chunk.status.empty(); });
  return hits;
}

// Of the facts among what was taken, in the ledger: reading changes no file of the memory.
Status note_recalled(Services& services, index::Index& index,
                     const std::vector<std::string>& taken) {
  std::vector<std::string> ids;
  for (const std::string& citation : taken) {
    const std::string path = citation.substr(0, citation.find('#'));
    if (workspace::fact_category(path).empty()) continue;
    PYRAMID_ASSIGN(const auto node, index.node_at(path));
    if (node) ids.push_back(to_string(node->id));
  }
  if (!ids.empty() && services.ledger != nullptr) services.ledger->recalled(ids);
  return {};
}

// What a recall is made of.
struct Found {
  std::vector<search::Hit> hits;
  std::set<std::string> asked;  // stems
  std::vector<Section> sections;
  std::vector<ops::RecalledTask> tasks;
  std::vector<ops::LearnedLine> learned;
  Left left;
  std::set<std::string> fresh;  // citations of turns that are told at the end
  bool whole = true;            // else of some sources alone: nothing of models
};

// The usual parts and their shares, of the whole budget or of what is left of it.
void add_usual_layers(const Found& found, std::size_t bytes, Context& context) {
  if (found.whole) {
    add_facts(found.hits, found.asked, bytes / 4, context);
    add_models(found.sections, found.asked, {bytes / 4, bytes / 2}, context);
  }
  add_tasks(found.tasks, context.left() / 3, context);
  add_learned(found.learned, context.left() / 5, context);
  add_notes(found.hits, found.asked, context.left() * 2 / 3, context);
  add_turns(found.hits, found.asked, found.fresh, context.left(), context);
}

void add_layer(const std::string& layer, const Found& found, std::size_t most, Context& context) {
  if (layer == "facts") return add_facts(found.hits, found.asked, most, context);
  if (layer == "tasks") return add_tasks(found.tasks, most, context);
  if (layer == "ledger") return add_learned(found.learned, most, context);
  if (layer == "notes") return add_notes(found.hits, found.asked, most, context);
  if (layer == "turns") return add_turns(found.hits, found.asked, found.fresh, most, context);
  if (found.whole) add_models(found.sections, found.asked, {most, most}, context);
}

// As `recall_layers` has them; of the others it is told that they might have said something.
void add_layers(const std::vector<std::string>& layers, const Found& found, std::size_t bytes,
                Context& context) {
  std::set<std::string> left_out(format::kRecallLayers.begin(), format::kRecallLayers.end());
  for (const std::string& one : layers) {
    const auto layer = format::recall_layer(one);
    if (!layer) continue;
    constexpr std::size_t kWhole = 100;
    add_layer(layer->name, found, bytes * static_cast<std::size_t>(layer->percent) / kWhole,
              context);
    left_out.erase(layer->name);
  }
  context.close("by `recall_layers` in pyramid.yaml");
  for (const std::string& layer : left_out) add_layer(layer, found, 0, context);
}

// By the names that pyramid.yaml has for the parts.
std::string layer_of(const std::string& heading) {
  static const std::map<std::string, std::string> kLayers = {{kFacts, "facts"},
                                                             {kModels, "models"},
                                                             {kLearned, "ledger"},
                                                             {kKnown, "notes"},
                                                             {kSaid, "turns"}};
  const auto found = kLayers.find(heading);
  return found == kLayers.end() ? utf8::lower(heading) : found->second;
}

void take_decisions(Context& context, RecallReport& report) {
  for (ops::Considered& one : context.take_considered()) {
    const bool taken = one.left_out.empty();
    report.decisions.push_back(
        {layer_of(one.heading), std::move(one.citation), taken, std::move(one.left_out)});
  }
}

// What the list of what is pending says of it is told with the tasks, or has ended: the rest stands
// where the prompt touches it.
void settle_list(const ops::Heartbeat& list, Found& found) {
  std::erase_if(found.hits, [&](search::Hit& hit) {
    if (list.settled.empty() || hit.chunk.path != list.path) return false;
    std::string rest = ops::without_pending(hit.text, list.settled);
    if (rest == hit.text) return false;
    hit.text = hit.snippet = std::move(rest);
    return shared(hit.text, found.asked) == 0;
  });
}

// What is due whatever the prompt is, then what the prompt touches; a task that is both once, as
// the latter, which says more.
Status find_tasks(Services& services, Opened& opened, const std::string& prompt, Found& found) {
  if (!found.whole) return {};
  const Date today = services.zone.date_of(services.clock.now());
  PYRAMID_ASSIGN(ops::Heartbeat list,
                 ops::read_heartbeat(services.files, opened.workspace, *opened.index, today));
  ops::RecalledTasks touched;
  if (!is_courtesy(search::terms_of(prompt))) {
    PYRAMID_ASSIGN(touched, ops::recalled_tasks(services, opened, prompt));
  }
  std::set<std::string> told;
  for (const ops::RecalledTask& one : touched.lines) told.insert(one.path);
  for (ops::Heartbeat::Due& one : list.due) {
    const bool is_told = !one.task.empty() && told.contains(one.task);
    if (!is_told) found.tasks.push_back(std::move(one.line));
  }
  for (ops::RecalledTask& one : touched.lines) {
    if (one.path != list.path) found.tasks.push_back(std::move(one));
  }
  std::vector<ops::LeftOut>& left = found.left[kTasks];
  left = std::move(touched.left);
  left.insert(left.end(), list.left.begin(), list.left.end());
  settle_list(list, found);
  return {};
}

Result<RecallReport> run(Services& services, const RecallOptions& options) {
  PYRAMID_ASSIGN(Opened opened,
                 ops::open(services, options.workspace, ops::access_to_ask(options.refresh)));
  PYRAMID_ASSIGN(std::vector<FreshTurn> tail, tail_of(services, opened, options));
  Found found;
  PYRAMID_ASSIGN(found.hits, hits_for(services, opened, options, found.left));
  found.asked = ops::stems_asked(options.prompt);
  PYRAMID_ASSIGN(found.sections,
                 sections_for(services, opened, found.hits, options.prompt, found.asked));
  put_in_turn(found.sections);
  found.whole = options.sources.empty();
  PYRAMID_TRY(find_tasks(services, opened, options.prompt, found));
  if (found.whole) {
    PYRAMID_ASSIGN(ops::LearnedLines learned,
                   ops::learned_lines(services, opened.workspace, options.prompt));
    found.learned = std::move(learned.lines);
    found.left[kLearned] = std::move(learned.left);
  }
  const std::size_t bytes = options.budget * engine::kBytesPerToken;
  const std::size_t for_tail = tail.empty() ? 0 : bytes / 4;
  keep_newest(tail, for_tail - std::min(for_tail, kBetween.size()));
  Context context(bytes - for_tail);
  for (const FreshTurn& turn : tail) {
    context.note_said(turn.text, turn.at);
    found.fresh.insert(turn.citation);
  }
  if (found.whole) {
    ops::add_identity(services.files, opened.workspace,
                      std::max(bytes / 8, std::min(bytes / 2, kIdentityBytes)), context);
  }
  const std::vector<std::string>& layers = opened.workspace.settings.recall_layers;
  if (layers.empty()) {
    add_usual_layers(found, bytes, context);
  } else {
    add_layers(layers, found, bytes, context);
  }
  for (const auto& [heading, left] : found.left) {
    context.begin(heading, 0);
    for (const ops::LeftOut& one : left) context.leave(one.citation, one.why);
  }
  RecallReport report;
  report.text = context.text();
  take_decisions(context, report);
  report.taken = context.take();
  Context just_now(for_tail - std::min(for_tail, kBetween.size()), report.taken.size());
  add_tail(tail, just_now);
  if (!report.text.empty() && !just_now.text().empty()) report.text += kBetween;
  report.text += just_now.text();
  take_decisions(just_now, report);
  for (std::string& one : just_now.take()) report.taken.push_back(std::move(one));
  PYRAMID_TRY(note_recalled(services, *opened.index, report.taken));
  report.tokens = engine::tokens_of(report.text.size());
  report.refreshed = opened.refreshed;
  report.diagnostics = opened.scan.diagnostics;
  PYRAMID_ASSIGN(report.checked_at, ops::checked_at(services, opened));
  return report;
}

Result<RecallReport> down_the_tree(const Environment& environment, const RecallOptions& options) {
  WalkOptions walk;
  walk.workspace = options.workspace;
  walk.query = options.prompt;
  walk.budget = options.budget;
  walk.refresh = options.refresh;
  PYRAMID_ASSIGN(WalkReport walked, walk_topics(environment, walk));
  RecallReport report;
  report.text = std::move(walked.text);
  report.tokens = walked.tokens;
  for (const std::string& path : walked.taken)
    report.decisions.push_back({"topics", path, true, ""});
  for (const WalkPlace& place : walked.passed) {
    report.decisions.push_back({"topics", place.path, false, "another branch came nearer"});
  }
  report.taken = std::move(walked.taken);
  report.checked_at = walked.checked_at;
  report.refreshed = walked.refreshed;
  report.diagnostics = std::move(walked.diagnostics);
  return report;
}

}  // namespace

Result<RecallReport> recall(const Environment& environment, const RecallOptions& options) {
  if (options.budget < kLeastBudget || options.budget > kMostBudget) {
    return fail(ErrorKind::kUsage,
                "a budget of " + std::to_string(options.budget) + " tokens is out of range", {},
                "give 100 to 100000");
  }
  if (options.tree) return down_the_tree(environment, options);
  RecallOptions asked = options;
  asked.prompt = search::asked_part(std::move(asked.prompt));
  return ops::with_services(environment, asked.workspace,
                            [&](Services& services) { return run(services, asked); });
}

}  // namespace pyramid
