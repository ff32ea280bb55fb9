#include "ingest/openclaw_branch.hpp"

#include "ingest/turn_text.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

using format::Conversation;

// From the last entry up to the root.
std::vector<const Entry*> branch_of_last(const Transcript& transcript) {
  const std::vector<Entry>& entries = transcript.entries;
  std::unordered_map<std::string_view, std::size_t> by_id;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].id.empty()) by_id.emplace(entries[i].id, i);
  }
  std::vector<const Entry*> branch;
  if (by_id.empty()) {  // before there were ids, a session was a list
    for (const Entry& entry : entries) branch.push_back(&entry);
    return branch;
  }
  std::size_t at = entries.size();
  while (at > 0 && (entries[at - 1].side || entries[at - 1].id.empty())) --at;
  std::vector<bool> seen(entries.size(), false);
  while (at > 0 && !seen[at - 1]) {
    const Entry& entry = entries[at - 1];
    seen[at - 1] = true;
    branch.push_back(&entry);
    if (entry.parent.empty()) break;
    const auto parent = by_id.find(entry.parent);
    if (parent != by_id.end()) {
      at = parent->second + 1;
    } else {
      // Its parent was on a damaged line: what stood before it is the best guess.
      at = transcript.damaged ? at - 1 : 0;
    }
  }
  std::reverse(branch.begin(), branch.end());
  return branch;
}

// The entries of the active branch, first to last.
std::vector<const Entry*> active_branch(const Transcript& transcript) {
  if (transcript.active.empty()) return branch_of_last(transcript);
  std::vector<const Entry*> branch;
  for (const std::size_t i : transcript.active) branch.push_back(&transcript.entries[i]);
  return branch;
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
    for (const Entry& entry : entries) taken.insert(entry.id);
    parts.push_back(i);
  }
  std::stable_sort(parts.begin(), parts.end(), [&](std::size_t a, std::size_t b) {
    return begin_of(transcripts[a]) < begin_of(transcripts[b]);
  });
  return parts;
}

std::vector<Conversation> conversations_of(const Transcript& transcript, const Naming& naming,
                                           Diagnostics& diagnostics) {
  const auto origin_of = [&](const std::string& part) {
    return part.empty() ? naming.origin : naming.origin + "#" + part;
  };
  std::vector<Conversation> parts(1);
  parts.back().origin = origin_of(naming.part);
  for (const Entry* entry : active_branch(transcript)) {
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
      diagnostics.push_back(undated(naming.place, kNameItByDay));
      continue;
    }
    if (complete(part, naming.title)) complete_parts.push_back(std::move(part));
  }
  return complete_parts;
}

}  // namespace pyramid::ingest::openclaw
