#include "pyramid/search.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/node.hpp"
#include "guard/instructions.hpp"
#include "index/chunker.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/ask/grounded_answer.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/past/past_memory.hpp"
#include "ops/write/left_out.hpp"
#include "search/dates_asked.hpp"
#include "search/query_words.hpp"
#include "search/snippet.hpp"
#include "search/sources.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

// Hits that an answer is made from: further down they only add noise.
constexpr std::size_t kPassages = 8;
constexpr std::size_t kWholePassage = 8 * 1024;  // bytes; of a longer turn the snippet
constexpr std::size_t kMostHits = 10'000;

std::string citation_of(const std::string& path, std::size_t first, std::size_t last) {
  std::string out = path + "#L" + std::to_string(first);
  if (last > first) out += "-L" + std::to_string(last);
  return out;
}

SearchHit public_hit(const search::Hit& hit) {
  SearchHit out;
  out.path = hit.chunk.path;
  out.first_line = hit.chunk.first_line;
  out.last_line = hit.chunk.last_line;
  out.heading = hit.chunk.heading;
  out.kind = format::name_of(hit.chunk.kind);
  out.model = hit.chunk.model;
  out.status = hit.chunk.status;
  out.speaker = hit.chunk.speaker;
  out.at = hit.chunk.at;
  out.day = date_of(hit.said);
  out.score = hit.score;
  out.relevance = hit.relevance;
  out.keyword = hit.keyword;
  out.vector = hit.vector;
  out.cosine = hit.cosine;
  out.recency = hit.recency;
  out.near = hit.near;
  out.neighbours = hit.neighbours;
  out.file = hit.file;
  out.passage = hit.passage;
  out.speaker_named = hit.speaker;
  out.date_named = hit.date;
  out.time_told = hit.time;
  out.asking = hit.asking;
  out.telling = hit.telling;
  out.reranked = hit.reranked;
  out.snippet = hit.snippet;
  out.marks = hit.marks;
  out.citation = citation_of(out.path, out.first_line, out.last_line);
  for (const search::Twin& twin : hit.also) {
    out.also.push_back(citation_of(twin.path, twin.first_line, twin.last_line));
  }
  return out;
}

engine::Passage passage_of(const search::Hit& hit, std::size_t number,
                           const std::vector<std::string>& users) {
  engine::Passage out;
  out.citation = "[" + std::to_string(number) + "]";
  out.text = utf8::nfc(hit.snippet);
  out.at = hit.said;
  out.score = hit.score;
  if (hit.text.size() <= kWholePassage) {
    out.markdown = utf8::nfc(hit.table_head + search::said(hit.text, hit.chunk.kind));
  }
  const bool by_user = hit.chunk.speaker == "User" ||
                       std::find(users.begin(), users.end(), hit.chunk.speaker) != users.end();
  if (!by_user) out.speaker = hit.chunk.speaker;
  out.about = hit.chunk.heading + " " + hit.chunk.model;
  out.of_time_asked = hit.date == 1;
  out.outdated = hit.outdated;
  for (const search::Twin& twin : hit.also) {
    if (!twin.snippet.empty()) out.also.push_back(utf8::nfc(twin.snippet));
  }
  return out;
}

Result<ops::GroundedAnswer> answer(Services& services, const SearchOptions& options,
                                   std::vector<std::string> users,
                                   const std::vector<search::Hit>& hits) {
  engine::AnswerRequest request;
  request.users = std::move(users);
  request.query = search::with_iso_dates(utf8::nfc(options.query));
  const Date today = services.zone.date_of(options.as_of.value_or(services.clock.now()));
  if (const auto asked = search::dates_asked(request.query, today)) {
    request.time_asked = {asked->first, asked->last};
  }
  for (std::size_t i = 0; i < std::min(kPassages, hits.size()); ++i) {
    if (!hits[i].chunk.status.empty()) continue;  // out of use, quarantined: no answer
    request.passages.push_back(passage_of(hits[i], i + 1, request.users));
  }
  for (std::size_t i = kPassages; i < hits.size(); ++i) request.beside.push_back(hits[i].snippet);
  return ops::ask_grounded_answer(services, std::move(request));
}

Result<search::Query> make_query(const SearchOptions& options, const format::Settings& settings,
                                 Time now) {
  search::Query query;
  query.text = search::with_iso_dates(options.query);
  query.limit = options.limit.value_or(static_cast<std::size_t>(settings.max_results));
  query.time_weight = options.time_weight.value_or(settings.time_weight);
  query.vector_weight = options.vector_weight.value_or(settings.meaning());
  query.decay_days = options.time_decay_days.value_or(settings.time_decay_days);
  query.quarantined = options.quarantined;
  query.piece_bytes = index::piece_size(settings).most;
  query.now = options.as_of.value_or(now);
  query.min_score = options.min_score.value_or(settings.min_score);
  const std::string fusion = options.fusion.value_or(settings.fusion);
  if (fusion != "weighted" && fusion != "rrf") {
    return fail(ErrorKind::kUsage, "no such fusion: " + printable(fusion), {},
                "there are: weighted, rrf");
  }
  if (fusion == "rrf") query.fusion = search::Fusion::kRanks;
  for (const auto& [name, value] : options.weights) {
    PYRAMID_TRY(search::set_weight(query.weights, name, value));
  }
  return query;
}

Result<index::Filter> filter_of(const SearchOptions& options, const format::Settings& settings,
                                const Zone& zone) {
  if (!options.sources.empty()) return search::parse_sources(options.sources, zone);
  return ops::default_filter(settings, zone);
}

Status tell(Services& services, const SearchOptions& options, const Opened& opened,
            const std::vector<search::Hit>& hits, SearchReport& report) {
  for (const search::Hit& hit : hits) report.hits.push_back(public_hit(hit));
  if (options.answer && !hits.empty()) {
    PYRAMID_ASSIGN(std::vector<std::string> users, ops::names_of_user(opened));
    Result<ops::GroundedAnswer> answered = answer(services, options, std::move(users), hits);
    report.answer_failed = !answered;
    if (answered) {
      report.answer = std::move(answered->text);
      for (const DroppedSentence& one : answered->dropped) {
        report.diagnostics.push_back(
            {Severity::kWarning, {}, "left out of the answer: " + one.sentence, one.reason});
      }
    } else if (answered.error().kind == ErrorKind::kCancelled) {
      return fail(std::move(answered).error());
    } else {  // the hits stand without it
      report.diagnostics.push_back(to_diagnostic(answered.error()));
    }
  }
  return {};
}

// The memory as a commit had it.
Result<SearchReport> run_in_past(Services& services, const SearchOptions& options) {
  PYRAMID_ASSIGN(ops::PastMemory past, ops::open_past_memory(services, options));
  Services then{*past.files,   services.clock,    services.progress,
                services.text, services.embedder, services.ledger};
  then.zone = services.zone;
  SearchOptions asked = options;
  if (!asked.as_of) asked.as_of = past.commit.at;
  PYRAMID_ASSIGN(const std::vector<search::Hit> hits, ops::find_hits(then, past.opened, asked));
  SearchReport report;
  report.embedding = services.embedder.name();
  report.commit = std::move(past.commit);
  report.checked_at = services.clock.now();
  report.files = past.opened.scan.files;
  if (past.opened.read_alone) report.diagnostics.push_back(*past.opened.read_alone);
  PYRAMID_TRY(tell(services, asked, past.opened, hits, report));
  return report;
}

Result<SearchReport> run(Services& services, const SearchOptions& options) {
  if (!options.at.empty()) return run_in_past(services, options);
  PYRAMID_ASSIGN(Opened opened,
                 ops::open(services, options.workspace, ops::access_to_ask(options.refresh)));
  PYRAMID_ASSIGN(const std::vector<search::Hit> hits, ops::find_hits(services, opened, options));
  SearchReport report;
  report.embedding = services.embedder.name();
  report.refreshed = opened.refreshed;
  report.diagnostics = opened.scan.diagnostics;
  report.files = opened.scan.files;
  PYRAMID_ASSIGN(report.checked_at, ops::checked_at(services, opened));
  PYRAMID_TRY(tell(services, options, opened, hits, report));
  return report;
}

// A turn that speaks to the assistant stays verbatim, and is no better than what is taken from it.
void mark_commanding(search::Hit& hit) {
  if (hit.chunk.kind != format::Kind::kSession || !hit.chunk.status.empty()) return;
  if (!guard::find_instructions(hit.text).empty()) hit.chunk.status = format::kQuarantined;
}

// What came since the last sync has no vectors of a server yet.
Status tell_unembedded(const Services& services, index::Index& index) {
  const bool asks = services.embedding != nullptr && services.embedding->serving_asks;
  if (!asks) return {};
  PYRAMID_ASSIGN(const auto first, index.without_vector(0, 1));
  if (first.empty()) return {};
  PYRAMID_ASSIGN(const index::Counts counts, index.counts());
  services.progress.notice(count_of(counts.chunks - counts.embeddings, "text") +
                           " not embedded yet, and found by words alone: run pyramid sync");
  return {};
}

}  // namespace

Result<index::Filter> ops::default_filter(const format::Settings& settings, const Zone& zone) {
  Result<index::Filter> filter = search::parse_sources(settings.sources, zone);
  if (!filter) filter.error().where = std::string(workspace::kSettingsFile) + ", `sources`";
  return filter;
}

Status ops::check_options(const SearchOptions& options, const format::Settings& settings) {
  PYRAMID_ASSIGN(const search::Query query, make_query(options, settings, Time{}));
  PYRAMID_TRY(search::check(query));
  PYRAMID_TRY(filter_of(options, settings, Zone()));
  return {};
}

void ops::drop_noise(std::vector<search::Hit>& hits, std::vector<search::Hit>* dropped) {
  constexpr double kLeastPart = 0.4;
  constexpr double kLeastWords = 0.1;
  constexpr double kLeastCosine = 0.3;
  const double least = hits.empty() ? 0 : kLeastPart * hits.front().relevance;
  std::erase_if(hits, [&](const search::Hit& hit) {
    const bool is_noise =
        hit.relevance < least || (hit.keyword < kLeastWords && hit.cosine < kLeastCosine);
    if (is_noise && dropped != nullptr) dropped->push_back(hit);
    return is_noise;
  });
}

bool ops::is_waiting_copy(Services& services, Opened& opened, const std::string& path) {
  const auto copy = as_waiting_copy(*opened.index, path);
  return copy && *copy && services.files.stat(opened.workspace.absolute((*copy)->original));
}

Result<std::vector<search::Hit>> ops::find_hits(Services& services, Opened& opened,
                                                const SearchOptions& options) {
  PYRAMID_ASSIGN(search::Query query,
                 make_query(options, opened.workspace.settings, services.clock.now()));
  query.zone = opened.workspace.zone;
  query.today = services.zone.date_of(query.now);
  PYRAMID_ASSIGN(query.filter,
                 filter_of(options, opened.workspace.settings, opened.workspace.zone));
  PYRAMID_TRY(search::find_names(*opened.index, query.filter));
  PYRAMID_ASSIGN(const std::unique_ptr<engine::Embedder> reranker, make_reranker(opened.workspace));
  query.reranker = reranker.get();
  query.leaves_out = [&](const std::string& path) {
    return is_waiting_copy(services, opened, path);
  };
  PYRAMID_ASSIGN(std::vector<search::Hit> hits,
                 search::search(*opened.index, services.embedder, services.files,
                                opened.workspace.root, query));
  for (search::Hit& hit : hits) mark_commanding(hit);
  PYRAMID_TRY(tell_unembedded(services, *opened.index));
  return hits;
}

Result<SearchReport> search_memory(const Environment& environment, const SearchOptions& options) {
  if (options.limit == std::size_t{0}) {
    return fail(ErrorKind::kUsage, "a limit of 0 finds nothing", {}, "give --limit 1 or more");
  }
  if (options.limit.value_or(1) > kMostHits) {
    return fail(ErrorKind::kUsage, "a limit of " + std::to_string(*options.limit) + " is too high",
                {}, "give --limit " + std::to_string(kMostHits) + " or less");
  }
  SearchOptions asked = options;
  asked.query = search::asked_part(std::move(asked.query));
  return ops::with_services(environment, asked.workspace,
                            [&](Services& services) { return run(services, asked); });
}

}  // namespace pyramid
