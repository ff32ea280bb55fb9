// The three laws of a merge of two states of which nobody knows what they came from: as with sets,
// it does not matter who meets whom, when, and how often. So machines that exchange files come to
// rest, whatever the order.
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/own_words.hpp"
#include "format/sections.hpp"
#include "merge/merge.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace laws_test {

using namespace pyramid;

namespace {

constexpr const char* kNote = "memory/a.md";
constexpr const char* kFact = "observations/2026/05/12/a-7t5xbn.md";
constexpr const char* kSummary = "summaries/user/tier-0/2026-05-02-early-may-3t23hj.md";
constexpr const char* kSession = "sessions/2026/05/12/a-talk-abcdef.md";

std::string joined(const std::string& path, const std::string& one, const std::string& other) {
  constexpr Date kDay{2026, 5, 15};
  const auto merged = merge::merge_file({path, std::nullopt, one, other, kDay});
  RC_ASSERT(merged.bytes.has_value());
  return *merged.bytes;
}

// Of 0 to `end` - 1.
int any(int end) { return *rc::gen::inRange(0, end); }

std::vector<int> some(int end) {
  return *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, end));
}

const std::vector<std::string>& all_blocks() {
  static const std::vector<std::string> kBlocks = {
      "# Plan",
      "## Home",
      "## Work",
      "Call Ana.",
      "Call Ana. She is at home.",
      "Call Ana today.",
      "- milk",
      "- milk and bread",
      "- salt",
      "> said",
      "```\nmake\n\nmake all\n```",
      "Ana lives in Porto.",
      "Ana lives in Braga.",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "***",
      "> [!conflict] 2026-05-14: changed on two machines; keep what is right, without this note\n"
      ">\n> Ana lives in Braga.\n>\n> ***\n>\n> Ana lives in Faro."};
  return kBlocks;
}

std::string any_text() {
  std::vector<std::string> blocks;
  for (const int one : some(static_cast<int>(all_blocks().size()))) {
    blocks.push_back(all_blocks()[static_cast<std::size_t>(one)]);
  }
  return join(blocks, "\n\n") + "\n";
}

// One beginning, in which each state has put paragraphs of its own.
std::vector<std::string> grown_texts() {
  const std::vector<std::string> begin = {"# Plan", "First.", "## Home", "- milk", "## Work"};
  std::vector<std::string> texts;
  for (int i = 0; i < 3; ++i) {
    std::vector<std::string> blocks = begin;
    for (const int at : some(6)) {
      const std::string word =
          std::string(1, "zmb"[any(3)]) + std::to_string(i) + std::to_string(blocks.size());
      blocks.insert(blocks.begin() + std::min<std::ptrdiff_t>(at, 5), "Put in " + word + ".");
    }
    texts.push_back(join(blocks, "\n\n") + "\n");
  }
  return texts;
}

std::string any_keys() {
  std::string keys;
  if (any(2) == 0) keys += "mood: " + std::string(1, "abc"[any(3)]) + "\n";
  if (any(2) == 0) keys += "importance: " + std::to_string(any(4) + 3) + "\n";
  if (any(2) == 0) keys += "model: " + std::string(any(2) == 0 ? "user" : "ana") + "\n";
  if (any(2) == 0) keys += "tags:\n  - home\n  - " + std::string(1, "abc"[any(3)]) + "\n";
  return keys;
}

// YAML does not read it; people write so.
std::string any_refused_head() { return "---\ntitle: A: b\n" + any_keys() + "---\n" + any_text(); }

std::string any_fact() {
  std::string bytes =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\nat: 2026-05-12T10:03:00Z\n" +
      any_keys() + "---\n";
  static constexpr std::array<const char*, 4> kSaid = {"Ana moved.", "Ana moved. To Porto.",
                                                       "Ana moved to Braga.", "Ana stayed."};
  bytes += kSaid.at(static_cast<std::size_t>(any(4)));
  bytes += "\n\nFrom [A talk](../a-abcdef.md#^t1)";
  for (int i = 2; i < 5; ++i) {
    if (any(2) == 0) bytes += ", [B](../b-bcdefg.md#^t" + std::to_string(i) + ")";
  }
  bytes += "\n";
  if (any(2) == 0)
    bytes += "\n## Notes\n\n" + std::string(any(2) == 0 ? "Since May.\n" : "Or June.\n");
  return bytes;
}

std::string any_log() {
  std::string bytes = "# 2026-05-15\n";
  for (int hour = 9; hour < 12; ++hour) {
    if (any(2) == 0) continue;
    bytes += "\n### [2026-05-15 " + std::to_string(hour) + ":00] web\n\nAsked for " +
             std::string(1, "abc"[any(3)]) + ".\n";
  }
  return bytes;
}

std::string any_settings() {
  std::string bytes = "version: 1\n";
  if (any(2) == 0) bytes += "step: " + std::to_string(any(3) + 3) + "\n";
  if (any(2) == 0) bytes += "# a person's comment " + std::to_string(any(2)) + "\n";
  if (any(2) == 0) bytes += "embedder:\n  kind: builtin\n";
  if (any(2) == 0)
    bytes += "engine:\n  kind: " + std::string(any(2) == 0 ? "a" : "b") + "\n  model: x\n";
  return bytes;
}

std::string any_ledger() {
  std::string bytes;
  for (int i = 0; i < 5; ++i) {
    if (any(2) == 0) bytes += "{\"at\":\"2026-05-1" + std::to_string(i) + "\",\"calls\":1}\n";
  }
  return bytes;
}

std::string any_summary() {
  static constexpr std::array<const char*, 3> kTexts = {"First text.", "Second text.", "Third."};
  const std::string made = kTexts.at(static_cast<std::size_t>(any(3)));
  std::string text = made;
  if (any(2) == 0) text = "Mine " + std::string(1, "abc"[any(3)]) + ".\n\n" + text;
  std::string sources;
  for (const char* one : {"a", "b", "c"}) {
    if (any(2) == 0) sources += "- [F](../" + std::string(one) + ".md)\n";
  }
  return "---\nid: 01K40VHHWRTB28D4VBD73T23HJ\nkind: summary\nmodel: user\ntier: 0\nstart: "
         "2026-05-02T08:11:00Z\nend: 2026-05-12T10:03:00Z\ncount: 3\nengine: builtin\nrecipe: "
         "summarize/1\ninputs: 5b1f0000000000000000000000000001\noutput: " +
         to_hex(format::text_digest(made)) +
         "\nsentences: " + format::to_text(format::without_struck(made, {}).sentences) + "\n---\n" +
         text + "\n\n## Sources\n" + sources;
}

std::string any_home(const std::string& kind) {
  static constexpr std::array<const char*, 3> kTexts = {"- First.", "- Second.", "- Third."};
  std::string records, body;
  for (const char* name : {"This Week", "Earlier"}) {
    if (any(2) == 0) continue;
    const std::string made = kTexts.at(static_cast<std::size_t>(any(3)));
    records += "  - user/" + slugify(name) + " 5b1f0000000000000000000000000001 " +
               to_hex(format::text_digest(made)) + " builtin:synthesize/1 " +
               format::to_text(format::without_struck(made, {}).sentences) + "\n";
    body += "### " + std::string(name) + "\n" + made + "\n\nFrom [12 May](observations/a.md)\n\n";
  }
  if (!body.empty()) body = "## User\n\n" + body;
  if (!records.empty()) records = "sections:\n" + records;
  return "---\nid: 0000000000R1JFQJMXKQMDV6XG\nkind: " + kind + "\n" + records +
         "---\n# Memory\n\n" + body + "## Notes\n\n" + (any(2) == 0 ? "Mine.\n" : "Yours.\n");
}

// A turn a minute; the first `common` + 1 are the same whoever took the conversation in.
std::string session_of(int common, int more, char who, bool extracted) {
  format::Conversation said;
  said.source = "openclaw";
  said.origin = "abc";
  said.title = "A talk";
  said.start = *parse_time("2026-05-12T10:00:00Z");
  for (int i = 0; i < common + more + 1; ++i) {
    format::Turn turn;
    turn.at = Time{said.start.seconds + std::int64_t{i} * 60};
    turn.text = "Turn " + std::to_string(i) + (i > common ? std::string(1, who) : "") + ".";
    said.turns.push_back(turn);
  }
  return format::write_session(said, extracted ? static_cast<std::int64_t>(said.turns.size()) : 0);
}

std::string any_session() {
  const int common = any(3), more = any(3), who = any(3);
  std::string bytes = session_of(common, more, "abc"[who], any(2) != 0);
  if (any(2) == 0) bytes += "\nWords of " + std::string(1, "abc"[any(3)]) + ".\n";
  if (any(2) == 0) bytes.insert(bytes.find("\n^t1\n") + 5, "\nBetween.\n");
  return bytes;
}

// Its lines, whatever their order; but a conversation's digest of its turns, which is of their
// order.
std::vector<std::string> words_in(const std::string& bytes) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(bytes)) {
    const bool by_order = line.starts_with("output: ") || line.starts_with("extracted: ");
    if (!trim(line).empty() && !by_order) lines.emplace_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

struct Kind {
  const char* name;
  const char* path;
  std::function<std::string()> state;
};
const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> kKinds = {
      {"a note", kNote, any_text},
      {"a note whose head YAML refuses", kNote, any_refused_head},
      {"an observation", kFact, any_fact},
      {"a log", "daily/2026-05-15.md", any_log},
      {"settings", "pyramid.yaml", any_settings},
      {"a ledger", "ledger/a.jsonl", any_ledger},
      {"a summary", kSummary, any_summary},
      {"MEMORY.md", "MEMORY.md", [] { return any_home("memory"); }},
      {"a model", "models/user.md", [] { return any_home("model"); }},
      {"a conversation", kSession, any_session},
  };
  return kKinds;
}

}  // namespace

TEST_CASE("laws: states of a file that meet twice change nothing, whichever comes first") {
  for (const Kind& kind : all_kinds()) {
    INFO(kind.name);
    CHECK(rc::check([&] {
      const std::string path = kind.path, a = kind.state(), b = kind.state();
      const std::string both = joined(path, a, b);
      RC_ASSERT(joined(path, a, a) == a);
      RC_ASSERT(joined(path, b, a) == both);
      RC_ASSERT(joined(path, both, a) == both);
      RC_ASSERT(joined(path, b, both) == both);
    }));
  }
}

TEST_CASE(
    "laws: a conversation that took in another's earlier turn behind its own holds it for good") {
  for (const char who : {'a', 'b', 'c'}) {
    const std::string a = session_of(1, 2, who, false), b = session_of(2, 1, who, false);
    const std::string both = joined(kSession, a, b);
    CHECK(joined(kSession, b, a) == both);
    CHECK(joined(kSession, both, a) == both);
    CHECK(joined(kSession, both, b) == both);
    CHECK(joined(kSession, b, both) == both);
  }
}

TEST_CASE("laws: what three states of a file come to says the same, whichever two met first") {
  for (const Kind& kind : all_kinds()) {
    INFO(kind.name);
    CHECK(rc::check([&] {
      const std::string path = kind.path, a = kind.state(), b = kind.state(), c = kind.state();
      const std::string one = joined(path, joined(path, a, b), c);
      const std::string other = joined(path, a, joined(path, b, c));
      RC_ASSERT(words_in(one) == words_in(other));
      // Where the order differs, one more meeting settles it.
      const std::string settled = joined(path, one, other);
      RC_ASSERT(words_in(settled) == words_in(one));
      RC_ASSERT(joined(path, settled, one) == settled);
      RC_ASSERT(joined(path, settled, other) == settled);
    }));
  }
}

TEST_CASE("laws: of texts that grew from one the order is the same, too, whichever two met first") {
  CHECK(rc::check([] {
    const std::vector<std::string> texts = grown_texts();
    const std::string one = joined(kNote, joined(kNote, texts[0], texts[1]), texts[2]);
    RC_ASSERT(one == joined(kNote, texts[0], joined(kNote, texts[1], texts[2])));
    RC_ASSERT(one == joined(kNote, joined(kNote, texts[2], texts[0]), texts[1]));
  }));
}

}  // namespace laws_test
