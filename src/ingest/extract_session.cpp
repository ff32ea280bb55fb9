#include "ingest/extract_session.hpp"

#include "base/code_fence.hpp"
#include "base/cut_text.hpp"
#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/waiting.hpp"
#include "guard/identities.hpp"
#include "guard/redact.hpp"
#include "ingest/long_text.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::ObservationDraft;

constexpr std::size_t kWindowBytes = 40'000;  // 10,000 tokens of about four characters
constexpr int kMostImportant = 10;
constexpr int kMostOfOthers = 5;  // what somebody else tells defines nobody's memory but theirs
constexpr const char* kAssistantModel = "assistant";

// What was said last is nearest to what comes.
void shorten_context(std::string& text) {
  if (text.size() <= kWindowBytes) return;
  const std::string_view before = beginning_of(text, text.size() - kWindowBytes);
  text = behind_fence(open_fence(before), std::string_view(text).substr(before.size()));
}

// The block of code that is open where the turn begins: what was said at once and is too long for a
// file goes on in further turns.
std::string_view fence_before(const Conversation& conversation, std::size_t turn) {
  constexpr std::size_t kCutTurn = 1'000'000;
  const auto goes_on = [&](std::size_t at) {
    const format::Turn& before = conversation.turns[at - 1];
    const format::Turn& one = conversation.turns[at];
    return before.text.size() > kCutTurn && before.speaker == one.speaker && before.at == one.at;
  };
  std::size_t first = turn;
  while (first > 0 && goes_on(first)) --first;
  std::string_view fence;
  for (std::size_t i = first; i < turn; ++i) fence = open_fence(conversation.turns[i].text, fence);
  return fence;
}

// A turn that is longer than a window, which has one to itself, is shown some sentences at a time;
// code that is cut stays code.
Result<std::vector<engine::Extracted>> ask_in_pieces(engine::TextEngine& engine,
                                                     const engine::ExtractRequest& request,
                                                     Conversation& part) {
  if (part.turns.back().text.size() <= kWindowBytes) return engine.extract(request);
  const std::string whole = std::move(part.turns.back().text);
  std::vector<engine::Extracted> all;
  std::optional<Error> waiting;
  std::string_view fence;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::string_view piece = beginning_of(rest, kWindowBytes);
    part.turns.back().text = behind_fence(fence, piece);
    fence = open_fence(piece, fence);
    rest.remove_prefix(piece.size());
    Result<std::vector<engine::Extracted>> facts = engine.extract(request);
    if (facts) {
      std::move(facts->begin(), facts->end(), std::back_inserter(all));
    } else if (engine::is_waiting(facts.error())) {
      waiting = std::move(facts).error();  // the other pieces go into the same batch
    } else {
      return facts;
    }
  }
  if (waiting) return fail(*std::move(waiting));
  return all;
}

// Told the number of the last turn that was read.
using ReadSoFar = std::function<void(std::int64_t turn)>;

// The window with a little of what was said before it; what an engine sees is bounded by that.
Result<std::vector<engine::Extracted>> extract_window(
    engine::TextEngine& engine, const Conversation& conversation, const Window& window,
    const std::string& user_name, const Zone& zone, const std::function<bool()>& stops,
    const ReadSoFar& read) {
  const std::int64_t skipped = window.read_from - 1;
  const auto turn = [&](std::int64_t number) {
    return conversation.turns.begin() + (number - conversation.first);
  };
  Conversation part;
  part.source = conversation.source;
  part.origin = conversation.origin;
  part.title = conversation.title;
  part.user = conversation.user;
  part.start = conversation.start;
  part.session = format::session_id(conversation);
  part.turns.assign(turn(window.read_from), turn(window.last) + 1);
  auto number = static_cast<std::size_t>(window.read_from - conversation.first);
  for (format::Turn& one : part.turns) {
    one.text = utf8::nfc(behind_fence(fence_before(conversation, number++),
                                      with_lf(without_left_out_mark(one.text))));
  }
  for (std::int64_t i = window.read_from; i < window.first; ++i) {
    shorten_context(part.turns[static_cast<std::size_t>(i - window.read_from)].text);
  }
  engine::ExtractRequest request;
  request.conversation = &part;
  request.first = window.first - skipped;
  request.last = window.last - skipped;
  request.user_name = user_name;
  request.zone = zone;
  request.stops = stops;
  request.read = [&](std::int64_t done) { read(done + skipped); };
  PYRAMID_ASSIGN(std::vector<engine::Extracted> facts, ask_in_pieces(engine, request, part));
  for (engine::Extracted& fact : facts) fact.turn += skipped;
  std::erase_if(facts, [&](const engine::Extracted& fact) {
    return fact.turn < window.first || fact.turn > window.last;
  });
  std::stable_sort(facts.begin(), facts.end(),
                   [](const auto& a, const auto& b) { return a.turn < b.turn; });
  return facts;
}

// Equal for two sentences that differ in case, accents, spaces and the full stop only.
std::string sameness_key(const engine::Extracted& fact) {
  std::string key = utf8::fold(fact.text);
  while (!key.empty() && (key.back() == '.' || key.back() == '!')) key.pop_back();
  return (fact.about_assistant ? "a" : "u") + key;
}

}  // namespace

Ulid observation_id(const Ulid& session, Time at, std::string_view sentence) {
  // The same whatever `secrets` and `keep_transcripts` take out.
  const std::string bare = guard::without_identities(guard::redact(sentence, {}).text);
  return derive_ulid(at, "observation\n" + to_string(session) + "\n" + utf8::nfc(bare));
}

std::vector<Window> extraction_windows(const Conversation& conversation,
                                       std::int64_t already_extracted) {
  std::vector<Window> windows;
  std::size_t bytes = 0;
  const std::int64_t first = conversation.first;
  Window window{first, first, 0};
  const auto close = [&](std::int64_t last) {
    window.last = last;
    window.first = std::max(window.first, already_extracted + 1);
    window.read_from = std::max(first, window.first - static_cast<std::int64_t>(kContextTurns));
    if (window.first <= window.last) windows.push_back(window);
    window.first = last + 1;
    bytes = 0;
  };
  std::int64_t number = first;
  for (const format::Turn& turn : conversation.turns) {
    const std::size_t size = turn.text.size();
    if (bytes > 0 && bytes + size > kWindowBytes) close(number - 1);
    bytes += size;
    ++number;
  }
  close(number - 1);
  return windows;
}

Result<std::vector<ObservationDraft>> extract_session(
    engine::TextEngine& engine, const Conversation& conversation, std::int64_t already_extracted,
    const std::string& user_name, std::string_view session_path, const Zone& zone,
    const ExtractionWatch& watch) {
  const Ulid session = format::session_id(conversation);
  std::vector<ObservationDraft> drafts;
  std::unordered_set<std::string> said;  // in one turn
  std::int64_t said_in = 0;
  std::optional<Error> waiting;
  std::int64_t last_read = std::max(already_extracted, conversation.first - 1);
  const ReadSoFar read = [&](std::int64_t turn) {
    if (turn <= last_read) return;  // in an earlier piece
    if (watch.read) watch.read(static_cast<std::size_t>(turn - last_read));
    last_read = turn;
  };
  for (const Window& window : extraction_windows(conversation, already_extracted)) {
    if (watch.stops && watch.stops()) {
      return fail(ErrorKind::kCancelled, "interrupted", std::string(session_path));
    }
    Result<std::vector<engine::Extracted>> facts =
        extract_window(engine, conversation, window, user_name, zone, watch.stops, read);
    read(window.last);
    if (!facts) {
      Error error = std::move(facts).error();
      if (error.where.empty()) error.where = std::string(session_path);
      if (!engine::is_waiting(error)) return fail(std::move(error));
      waiting = std::move(error);  // the other windows go into the same batch
      continue;
    }
    for (engine::Extracted& fact : *facts) {
      fact.text = collapse_spaces(clean_text(fact.text));
      const std::int64_t turn = fact.turn;
      if (turn != said_in) said.clear();
      said_in = turn;
      if (fact.text.empty() || !said.insert(sameness_key(fact)).second) continue;
      const format::Turn& said_in_turn =
          conversation.turns[static_cast<std::size_t>(turn - conversation.first)];
      const Time at = said_in_turn.at;
      ObservationDraft draft;
      draft.id = observation_id(session, at, fact.text);
      draft.at = at;
      draft.offset = said_in_turn.offset;
      draft.model = fact.about_assistant ? kAssistantModel : "";
      draft.fact = fact.fact;
      draft.importance =
          std::clamp(fact.importance, 0, said_in_turn.by_other ? kMostOfOthers : kMostImportant);
      draft.text = std::move(fact.text);
      draft.from_title = conversation.title;
      draft.from_path = std::string(session_path);
      draft.from_turn = turn;
      draft.scopes = conversation.scopes;
      drafts.push_back(std::move(draft));
    }
  }
  if (waiting) return fail(*std::move(waiting));
  return drafts;
}

}  // namespace pyramid::ingest
