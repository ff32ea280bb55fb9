#include "ops/nodes/transcripts.hpp"

#include "base/cut_text.hpp"
#include "base/line_ends.hpp"
#include "base/text.hpp"
#include "guard/identities.hpp"
#include "ingest/long_text.hpp"
#include "ingest/turn_text.hpp"
#include "ops/nodes/session_titles.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Conversation;
using format::Settings;
using format::Turn;

namespace {

constexpr std::string_view kMark = "[redacted:";

guard::Policy policy_of(const Settings& settings) {
  guard::Policy policy = secrets_policy(settings);
  const bool off = policy.handling == guard::Handling::kOff;
  if (off && keep_of(settings) == Keep::kRedacted) policy.handling = guard::Handling::kRedact;
  return policy;
}

// Without all that any setting takes out.
std::string bare_turn(std::string_view text) {
  return guard::without_identities(guard::redact(text, {}).text);
}

// What stands for the words in a file outlives every setting, and tells nothing of a secret.
std::vector<Digest> digests_of(Conversation said) {
  for (Turn& turn : said.turns) turn.text = bare_turn(turn.text);
  return format::said_digests(said);
}

// A memory file holds 8 MiB, and each of these may stand there with a backslash in every line.
constexpr std::size_t kLongestTurn = 4'000'000;

// What was said at once and is too long for any file, as turns that follow one another.
Conversation in_pieces(const Conversation& conversation) {
  Conversation out = conversation;
  out.turns.clear();
  for (const Turn& turn : conversation.turns) {
    std::string_view rest = turn.text;
    while (rest.size() > kLongestTurn) {
      Turn piece = turn;
      piece.text = beginning_of(rest, kLongestTurn);
      rest.remove_prefix(piece.text.size());
      out.turns.push_back(std::move(piece));
    }
    out.turns.push_back(turn);
    out.turns.back().text = rest;
  }
  return out;
}

bool holds_a_long_turn(const Conversation& conversation) {
  return std::any_of(conversation.turns.begin(), conversation.turns.end(),
                     [](const Turn& turn) { return turn.text.size() > kLongestTurn; });
}

}  // namespace

Diagnostics cut_to_kept(Conversation& conversation, const std::string& source) {
  Diagnostics told;
  for (std::size_t i = 0; i < conversation.turns.size(); ++i) {
    const std::size_t left_out = ingest::cut_to_kept(conversation.turns[i].text);
    if (left_out == 0) continue;
    told.push_back({Severity::kWarning, source,
                    "turn " + with_commas(i + 1) + " of conversation " +
                        printable(conversation.origin) + " is longer than " +
                        human_bytes(ingest::kMostKept) + "; its last " + with_commas(left_out) +
                        " bytes are left out",
                    "its session file says so where it ends; put the whole text into a note of "
                    "yours if it is to be found"});
  }
  return told;
}

Keep keep_of(const Settings& settings) {
  if (settings.keep_transcripts == "none") return Keep::kNone;
  return settings.keep_transcripts == "redacted" ? Keep::kRedacted : Keep::kFull;
}

RedactedConversation admit(const Conversation& conversation, const Settings& settings) {
  RedactedConversation admitted =
      redact(holds_a_long_turn(conversation) ? in_pieces(conversation) : conversation,
             policy_of(settings));
  Conversation& kept = admitted.conversation;
  const Keep keep = keep_of(settings);
  if (keep == Keep::kFull) return admitted;
  const bool is_called_by_words = conversation.title == ingest::title_from_words(conversation);
  if (keep == Keep::kNone) {
    if (is_called_by_words) kept.title = format::plain_title(kept.start);
    return admitted;
  }
  for (Turn& turn : kept.turns) turn.text = guard::without_identities(turn.text);
  // Words that were cut off may end within a number.
  kept.title =
      is_called_by_words ? ingest::title_from_words(kept) : guard::without_identities(kept.title);
  return admitted;
}

void drop_words(Conversation& conversation, std::size_t first, const Conversation& said) {
  const std::vector<Digest> digests = digests_of(said);
  for (std::size_t i = first; i < conversation.turns.size(); ++i) {
    conversation.turns[i].text.clear();
    conversation.turns[i].unkept = digests[i];
  }
}

Conversation in_form_of(const Conversation& held, const Conversation& conversation) {
  Conversation form = conversation;
  std::vector<Digest> digests;
  const std::size_t common = std::min(held.turns.size(), form.turns.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (!held.turns[i].unkept) continue;
    if (digests.empty()) digests = digests_of(conversation);
    form.turns[i].text.clear();
    form.turns[i].unkept = digests[i];
  }
  return form;
}

bool is_same(const Turn& held, const Turn& turn) {
  if (held.speaker != turn.speaker || held.unkept != turn.unkept) return false;
  // A file of before has `\n` line ends throughout.
  if (held.unkept || is_same_but_line_ends(held.text, turn.text)) return true;
  // Taken in when more or less was taken out.
  const bool one_is_redacted =
      held.text.find(kMark) != std::string::npos || turn.text.find(kMark) != std::string::npos;
  return one_is_redacted && is_same_but_line_ends(bare_turn(held.text), bare_turn(turn.text));
}

}  // namespace pyramid::ops
