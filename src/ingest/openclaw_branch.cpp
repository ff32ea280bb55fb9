#include "ingest/openclaw_branch.hpp"

#include "ingest/conversation_tree.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

using format::Conversation;

// The entries that count, first to last.
std::vector<const Entry*> entries_that_count(const Transcript& transcript, LeftOut& left_out) {
  std::vector<TreeEntry> entries;
  entries.reserve(transcript.entries.size());
  for (const Entry& entry : transcript.entries) {
    TreeEntry& one = entries.emplace_back();
    one.id = entry.id;
    one.parent = entry.parent;
    one.words = entry.text;
    if (entry.side) one.fork = Fork::kParallel;
    one.may_end = !entry.side;
    one.active = entry.active;
  }
  const Selection selection = select_entries(entries);
  left_out += selection.left_out;
  std::vector<const Entry*> kept;
  kept.reserve(selection.kept.size());
  for (const std::size_t i : selection.kept) kept.push_back(&transcript.entries[i]);
  return kept;
}

Time begin_of(const Transcript& transcript) {
  return transcript.entries.empty() ? transcript.last : transcript.entries.front().at;
}

}  // namespace

std::vector<std::size_t> parts_of(const std::vector<Transcript>& transcripts) {
  std::vector<std::size_t> by_end(transcripts.size());
  for (std::size_t i = 0; i < by_end.size(); ++i) by_end[i] = i;
  std::stable_sort(by_end.begin(), by_end.end(), [&](std::size_t a, std::size_t b) {
    return transcripts[b].last < transcripts[a].last;
  });
  std::unordered_set<std::string_view> taken;
  std::vector<std::size_t> parts;
  for (const std::size_t i : by_end) {
    const std::vector<Entry>& entries = transcripts[i].entries;
    const bool is_copy = std::any_of(entries.begin(), entries.end(),
                                     [&](const Entry& entry) { return taken.contains(entry.id); });
    if (is_copy || entries.empty()) continue;
    for (const Entry& entry : entries) {
      if (!entry.id.empty()) taken.insert(entry.id);
    }
    parts.push_back(i);
  }
  std::stable_sort(parts.begin(), parts.end(), [&](std::size_t a, std::size_t b) {
    return begin_of(transcripts[a]) < begin_of(transcripts[b]);
  });
  return parts;
}

std::vector<Conversation> conversations_of(const Transcript& transcript, const Naming& naming,
                                           ReadReport& report) {
  const auto origin_of = [&](const std::string& part) {
    return part.empty() ? naming.origin : naming.origin + "#" + part;
  };
  std::vector<Conversation> parts(1);
  parts.back().origin = origin_of(naming.part);
  for (const Entry* entry : entries_that_count(transcript, report.left_out)) {
    if (entry->boundary && !parts.back().turns.empty()) {
      parts.emplace_back();
      parts.back().origin = origin_of(entry->id);
    }
    if (entry->speaker) add_turn(parts.back(), *entry->speaker, entry->at, entry->text, entry->id);
  }
  std::vector<Conversation> complete_parts;
  for (Conversation& part : parts) {
    part.source = "openclaw";
    part.user = naming.user;
    if (!settle_times(part, naming.begun)) {
      report.diagnostics.push_back(undated(naming.place, kNameItByDay));
      continue;
    }
    if (complete(part, naming.title)) complete_parts.push_back(std::move(part));
  }
  return complete_parts;
}

}  // namespace pyramid::ingest::openclaw
