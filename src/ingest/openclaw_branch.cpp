#include "ingest/openclaw_branch.hpp"

#include "ingest/conversation_tree.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>
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

Time begin_of(const Transcript& transcript) { return transcript.entries.front().at; }

using Content = std::pair<std::string_view, std::string_view>;  // id and words
Content content_of(const Entry& entry) { return {entry.id, entry.text}; }

}  // namespace

std::vector<std::vector<std::size_t>> parts_of(const std::vector<Transcript>& transcripts) {
  if (transcripts.size() == 1) return {{0}};
  std::vector<std::size_t> by_end(transcripts.size());
  for (std::size_t i = 0; i < by_end.size(); ++i) by_end[i] = i;
  std::stable_sort(by_end.begin(), by_end.end(), [&](std::size_t a, std::size_t b) {
    return transcripts[b].last < transcripts[a].last;
  });
  std::map<Content, std::size_t> part_of;  // of each entry with an id
  std::vector<std::vector<std::size_t>> parts;
  for (const std::size_t i : by_end) {
    const std::vector<Entry>& entries = transcripts[i].entries;
    const auto shared = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return part_of.contains(content_of(entry));
    });
    const std::size_t part = shared == entries.end() ? parts.size() : part_of[content_of(*shared)];
    if (part == parts.size()) parts.emplace_back();
    parts[part].push_back(i);
    for (const Entry& entry : entries) {
      if (!entry.id.empty()) part_of.emplace(content_of(entry), part);
    }
  }
  std::stable_sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) {
    return begin_of(transcripts[a.front()]) < begin_of(transcripts[b.front()]);
  });
  return parts;
}

Transcript take_joined(std::vector<Transcript>& transcripts, const std::vector<std::size_t>& part) {
  if (part.size() == 1) return std::move(transcripts[part.front()]);
  Transcript all;
  all.title = transcripts[part.front()].title;
  std::map<Content, std::size_t> places;
  for (auto i = part.rbegin(); i != part.rend(); ++i) {  // the oldest first
    const bool is_newest = i + 1 == part.rend();
    const std::size_t held = all.entries.size();
    for (const Entry& entry : transcripts[*i].entries) {
      const auto [known, is_new] = places.emplace(content_of(entry), all.entries.size());
      if (is_new || known->second >= held) {
        all.entries.push_back(entry);
        all.entries.back().active = entry.active && is_newest;
      } else if (is_newest && entry.active) {
        all.entries[known->second].active = true;
      }
    }
  }
  return all;
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
