#include "ingest/openclaw_branch.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/openclaw_envelope.hpp"
#include "ingest/openclaw_inbound.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::ingest::openclaw {

namespace {

using format::Speaker;

// What changes of branch put aside: all behind the entry that each goes back to, and where that is
// older than the change before it, what was said in between. Where the last one goes on, in what
// may be a branch that was left before, is active.
void mark_switches(const std::vector<Entry>& read, std::vector<TreeEntry>& entries) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> children;
  std::unordered_map<std::string_view, std::size_t> places;
  bool switches = false, knows_active = false;
  std::size_t first = 0;  // since the last change
  std::string_view leaf;
  const auto is_in_front = [&](std::string_view parent) {
    const auto known = places.find(parent);
    return parent.empty() || (known != places.end() && known->second < first);
  };
  for (std::size_t i = 0; i < read.size(); ++i) {
    const Entry& entry = read[i];
    knows_active = knows_active || entry.active;
    if (entry.switches) {
      for (const std::size_t child : std::exchange(children[entry.parent], {})) {
        entries[child].aside = true;
      }
      for (std::size_t k = first; k < i && is_in_front(entry.parent); ++k) {
        if (is_in_front(read[k].parent)) entries[k].aside = true;
      }
      switches = true;
      first = i;
    }
    children[entry.parent].push_back(i);
    if (!entry.id.empty()) places[entry.id] = i;
    if (!entry.side) leaf = entry.id;
  }
  const auto end = places.find(leaf);
  if (switches && !knows_active && end != places.end()) entries[end->second].active = true;
}

// The entries that count, first to last.
std::vector<const Entry*> entries_that_count(const Transcript& transcript, LeftOut& left_out) {
  std::vector<TreeEntry> entries;
  entries.reserve(transcript.entries.size());
  for (const Entry& entry : transcript.entries) {
    TreeEntry& one = entries.emplace_back();
    one.id = entry.id;
    one.parent = entry.parent;
    one.words = entry.text;
    one.kind = entry.kind;
    one.aside = entry.side;
    one.may_end = !entry.side && !entry.switches;
    one.active = entry.active;
  }
  mark_switches(transcript.entries, entries);
  const Selection selection = select_entries(entries);
  left_out += selection.left_out;
  std::vector<const Entry*> kept;
  kept.reserve(selection.kept.size());
  for (const std::size_t i : selection.kept) kept.push_back(&transcript.entries[i]);
  return kept;
}

// Without the copies of replies that channels deliver: one counts where the transcript has no words
// of the assistant's own between the same two messages, and these words nowhere.
std::vector<const Entry*> without_mirrors(std::vector<const Entry*> branch, LeftOut& left_out) {
  std::unordered_set<std::string_view> said;
  std::unordered_set<std::size_t> answered;  // messages, by number
  const auto each = [&](const auto& take) {
    std::size_t message = 0;
    for (const Entry*& entry : branch) {
      if (entry->speaker == Speaker::kUser || entry->by_program) ++message;
      if (entry->speaker == Speaker::kAssistant) take(entry, message);
    }
  };
  each([&](const Entry* entry, std::size_t message) {
    if (entry->mirror) return;
    said.insert(trim(entry->text));
    answered.insert(message);
  });
  each([&](const Entry*& entry, std::size_t message) {
    const bool repeats =
        entry->mirror && (answered.contains(message) || !said.insert(trim(entry->text)).second);
    if (repeats) entry = nullptr;
  });
  left_out[LeftOutReason::kCopy] += std::erase(branch, nullptr);
  return branch;
}

// Those who write in a group, by the names that stand in front of what they say.
class Labels {
 public:
  // `user`: how the person is called, or "".
  Labels(const std::vector<const Entry*>& branch, const std::string& user) {
    add(user);
    for (const Entry* entry : branch) {
      if (entry->speaker != Speaker::kUser) continue;
      for (const std::string& name : entry->sender) add(name);
      if (!entry->through_channel || !entry->sender.empty()) continue;
      const std::string name = take_label(entry->text).name;
      is_all_labelled_ = is_all_labelled_ && !name.empty() && !is_named(entry->from, name);
      if (name.empty()) continue;
      ++times_[name];
      is_user_named_ = is_user_named_ || is_named({name}, user);
      add(name);
    }
  }

  // Whether the labels alone make it a group, as nothing else says so: everybody has one, and those
  // whom they name come again, or the person is among them. "Update:" and "Also:" are no people.
  [[nodiscard]] bool are_of_several() const {
    const auto again =
        std::count_if(times_.begin(), times_.end(), [](const auto& one) { return one.second > 1; });
    return is_all_labelled_ && times_.size() > 1 && (again > 1 || is_user_named_);
  }
  [[nodiscard]] bool knows(const std::string& name) const {
    return names_.contains(utf8::caseless(name));
  }

 private:
  void add(const std::string& name) {
    if (!name.empty()) names_.insert(utf8::caseless(name));
  }

  std::unordered_set<std::string> names_;
  std::map<std::string, std::size_t> times_;
  bool is_all_labelled_ = true, is_user_named_ = false;
};

// What one person says in an entry.
struct Saying {
  Names names;
  std::string words;
  bool quoted = false;  // handed on by another
};

// What is handed on stands behind a head of its own, and ends with the message or at the next one.
std::vector<Saying> handed_on(Saying whole) {
  if (whole.words.find("orwarded") == std::string::npos) return {std::move(whole)};
  std::vector<Saying> sayings;
  Saying* current = &sayings.emplace_back(Saying{whole.names, "", whole.quoted});
  bool is_handed_on = false;
  for (std::string_view line : split_lines(whole.words)) {
    Names names = take_forwarded(line);
    if (!names.empty()) {
      current = &sayings.emplace_back(Saying{std::move(names), "", true});
      is_handed_on = true;
    }
    current->words.append(line).push_back('\n');
  }
  if (!is_handed_on) return {std::move(whole)};
  for (Saying& saying : sayings) saying.words = trim(saying.words);
  return sayings;
}

// A group's message without metadata: a name stands in front, and where somebody who is known
// writes in the same message, theirs does too.
std::vector<Saying> pieces_of(const std::string& text, const Labels& labels) {
  std::vector<Saying> pieces;
  for (const std::string_view line : split_lines(text)) {
    const Labelled labelled = take_label(line);
    const bool begins = !labelled.name.empty() && (pieces.empty() || labels.knows(labelled.name));
    if (begins) {
      pieces.push_back({{labelled.name}, std::string(labelled.words), false});
    } else if (pieces.empty()) {
      return {};
    } else {
      pieces.back().words.append("\n").append(line);
    }
  }
  return pieces;
}

// Adds what an entry says, with who says it.
void add_entry(const Entry& entry, const Labels& labels, const Naming& naming,
               UnsettledTalk& talk) {
  std::vector<Saying> pieces;
  const bool by_user = entry.speaker == Speaker::kUser;
  const bool says_nobody = entry.sender.empty() && entry.from.empty() && entry.channel.empty();
  if (by_user && talk.in_group && entry.sender.empty()) pieces = pieces_of(entry.text, labels);
  if (pieces.empty()) {
    Saying& piece = pieces.emplace_back(Saying{entry.sender, entry.text, false});
    if (by_user && entry.sender.empty()) {
      if (!talk.in_group) piece.names = says_nobody ? naming.peer : entry.from;
      if (talk.in_group && entry.through_channel) piece.names = {std::string(kSomebody)};
    }
    const Labelled labelled =
        by_user && entry.through_channel ? take_label(entry.text) : Labelled();
    if (is_named(piece.names, labelled.name)) piece.words = labelled.words;
    if (!entry.forwarded.empty()) piece = {entry.forwarded, std::move(piece.words), true};
  }
  const auto add = [&](Saying saying) {
    const std::size_t turns = talk.conversation.turns.size();
    add_turn(talk.conversation, *entry.speaker, entry.at, saying.words, entry.id, entry.offset);
    if (talk.conversation.turns.size() == turns) return;
    const std::string& channel = says_nobody ? naming.channel : entry.channel;
    talk.writers.push_back({std::move(saying.names), utf8::lower(channel), saying.quoted});
  };
  for (Saying& piece : pieces) {
    if (!by_user) {
      add(std::move(piece));
      continue;
    }
    for (Saying& saying : handed_on(std::move(piece))) add(std::move(saying));
  }
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

std::vector<UnsettledTalk> talks_of(const Transcript& transcript, const Naming& naming,
                                    ReadReport& report) {
  const auto origin_of = [&](const std::string& part) {
    return part.empty() ? naming.origin : naming.origin + "#" + part;
  };
  for (const Entry& entry : transcript.entries) {
    if (entry.left_out) ++report.left_out[*entry.left_out];
  }
  const std::vector<const Entry*> branch =
      without_mirrors(entries_that_count(transcript, report.left_out), report.left_out);
  const Labels labels(branch, naming.user);
  const bool in_group =
      naming.in_group || labels.are_of_several() ||
      std::any_of(branch.begin(), branch.end(), [](const Entry* entry) { return entry->in_group; });
  std::vector<UnsettledTalk> parts;
  std::vector<bool> asked;  // by a program, in each part
  const auto begin_part = [&](const std::string& id) {
    parts.emplace_back().in_group = in_group;
    parts.back().conversation.origin = origin_of(id);
    asked.push_back(false);
  };
  begin_part(naming.part);
  for (const Entry* entry : branch) {
    if (entry->boundary && !parts.back().conversation.turns.empty()) begin_part(entry->id);
    if (entry->by_program) asked.back() = true;
    if (entry->speaker) add_entry(*entry, labels, naming, parts.back());
  }
  std::vector<UnsettledTalk> talks;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    format::Conversation& part = parts[i].conversation;
    part.source = "openclaw";
    part.title = naming.title;
    const bool has_person =
        std::any_of(part.turns.begin(), part.turns.end(),
                    [](const format::Turn& turn) { return turn.speaker == Speaker::kUser; });
    if (asked[i] && !has_person) {
      ++report.skipped_conversations;
    } else if (!settle_times(part, naming.begun)) {
      report.diagnostics.push_back(undated(naming.place, kNameItByDay));
    } else if (!part.turns.empty()) {
      talks.push_back(std::move(parts[i]));
    }
  }
  return talks;
}

}  // namespace pyramid::ingest::openclaw
