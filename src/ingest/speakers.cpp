#include "ingest/speakers.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Speaker;

std::string_view bare_name(std::string_view name) {
  name = trim(name);
  if (name.starts_with('@')) name.remove_prefix(1);
  return name;
}

// "Greta" and "Greta Holm": the words of one are the first of the other's. Of several people one
// may be so called as well as the next, so it counts where somebody writes alone.
bool is_called_like(const Names& names, std::string_view user) {
  const std::string wanted = utf8::caseless(bare_name(user));
  return !wanted.empty() && std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const std::string called = utf8::caseless(bare_name(name));
    const std::string& shorter = called.size() < wanted.size() ? called : wanted;
    const std::string& longer = called.size() < wanted.size() ? wanted : called;
    return !shorter.empty() && (longer == shorter || longer.starts_with(shorter + " "));
  });
}

// Whether a name is one, not the number or id of a channel.
bool has_letters(const Names& names) {
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return std::any_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             static_cast<unsigned char>(c) > 127;
    });
  });
}

bool are_two(const Writer& one, const Known& other) {
  if (share_a_name(one.names, other.names)) return false;
  const bool on_one_channel =
      std::find(other.channels.begin(), other.channels.end(), one.channel) != other.channels.end();
  return on_one_channel || (has_letters(one.names) && has_letters(other.names));
}

std::vector<Known> people_in(const UnsettledTalk& talk) {
  std::vector<Known> people;
  for (const Writer& writer : talk.writers) {
    if (writer.names.empty() || writer.quoted) continue;
    auto known = std::find_if(people.begin(), people.end(), [&](const Known& one) {
      return share_a_name(writer.names, one.names);
    });
    if (known == people.end()) known = people.insert(people.end(), Known());
    for (const std::string& name : writer.names) {
      if (!is_named(known->names, name)) known->names.push_back(name);
    }
    if (std::find(known->channels.begin(), known->channels.end(), writer.channel) ==
        known->channels.end()) {
      known->channels.push_back(writer.channel);
    }
  }
  return people;
}

}  // namespace

std::string told_of(std::string_view name, std::string_view words) {
  return std::string(name) + ": " + std::string(words);
}

bool is_named(const Names& names, std::string_view user) {
  const std::string wanted = utf8::caseless(bare_name(user));
  return !wanted.empty() && std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return utf8::caseless(bare_name(name)) == wanted;
  });
}

void add_others_turn(format::Conversation& conversation, std::string_view name, Time at,
                     std::string_view text, std::string origin,
                     std::optional<std::int32_t> offset) {
  const std::size_t turns = conversation.turns.size();
  add_turn(conversation, Speaker::kAssistant, at, told_of(name, text), std::move(origin), offset);
  if (conversation.turns.size() > turns) conversation.turns.back().by_other = true;
}

std::optional<Known> lone_writer(const UnsettledTalk& talk) {
  if (talk.in_group) return std::nullopt;
  std::vector<Known> people = people_in(talk);
  if (people.size() != 1 || !has_letters(people[0].names)) return std::nullopt;
  return std::move(people[0]);
}

bool write_on_one_channel(const Known& a, const Known& b) {
  return std::any_of(a.channels.begin(), a.channels.end(), [&](const std::string& one) {
    return std::find(b.channels.begin(), b.channels.end(), one) != b.channels.end();
  });
}

bool share_a_name(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return is_named(b, one); });
}

bool speaks_in(const UnsettledTalk& talk, std::string_view user) {
  return std::any_of(talk.writers.begin(), talk.writers.end(), [&](const Writer& one) {
    if (one.quoted) return false;
    return talk.in_group ? is_named(one.names, user) : is_called_like(one.names, user);
  });
}

ToldApart tell_apart(UnsettledTalk& talk, std::string_view user,
                     const std::function<bool()>& is_known_elsewhere) {
  std::vector<format::Turn>& turns = talk.conversation.turns;
  const std::vector<Known> people = talk.in_group ? std::vector<Known>() : people_in(talk);
  std::optional<bool> known;
  if (speaks_in(talk, user)) known = true;
  ToldApart found;
  // Of one who writes under a name that is not the person's.
  const auto is_other = [&](const Writer& one) {
    const bool are_several = talk.in_group || one.quoted ||
                             std::any_of(people.begin(), people.end(),
                                         [&](const Known& each) { return are_two(one, each); });
    if (are_several || !has_letters(one.names)) return are_several;
    if (is_called_like(one.names, user)) return false;
    if (!known) known = is_known_elsewhere();
    if (!*known) found.presumed = one.names.front();
    return *known;
  };
  bool speaks = false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (turns[i].speaker != Speaker::kUser) continue;
    const Writer& writer = talk.writers[i];
    if (writer.names.empty() || is_named(writer.names, user) || !is_other(writer)) {
      speaks = true;
      const bool by_number = is_named(writer.names, user) && !has_letters({std::string(user)});
      if (by_number && has_letters({writer.names.front()})) found.called = writer.names.front();
      continue;
    }
    turns[i].speaker = Speaker::kAssistant;
    turns[i].by_other = true;
    turns[i].text = told_of(writer.names.front(), turns[i].text);
    ++found.strangers[writer.names.front()];
  }
  if (speaks) found.strangers.clear();
  return found;
}

void Strangers::add(const std::string& path, const ToldApart& found) {
  if (!found.presumed.empty()) presumed_.emplace(found.presumed, path);
  if (found.strangers.empty()) return;
  if (count_++ == 0) first_ = path;
  for (const auto& [name, count] : found.strangers) turns_[name] += count;
}

void Strangers::tell_presumed(std::string_view user, Diagnostics& diagnostics) const {
  for (const auto& [name, path] : presumed_) {
    diagnostics.push_back({Severity::kWarning, path,
                           "nobody but " + printable(name) +
                               " writes there, so they are taken to be " + printable(user),
                           "if they are two people, take this import back with `pyramid revert`"});
  }
}

void Strangers::tell(std::string_view user, bool is_asked_for, Diagnostics& diagnostics) const {
  constexpr std::size_t kMostNames = 6;
  if (is_asked_for) tell_presumed(user, diagnostics);
  if (count_ == 0) return;
  std::vector<std::pair<std::string, std::size_t>> speakers(turns_.begin(), turns_.end());
  std::stable_sort(speakers.begin(), speakers.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(speakers.size(), kMostNames); ++i) {
    names.push_back(speakers[i].first);
  }
  std::string who = join(names, ", ");
  if (speakers.size() > kMostNames) {
    who += " and " + with_commas(speakers.size() - kMostNames) + " more";
  }
  const std::string where =
      count_ == 1 ? "in this conversation" : "in " + count_of(count_, "conversation");
  diagnostics.push_back(
      {Severity::kWarning, first_,
       "nobody " + where + " is known to be you, so nothing that was said is noted as yours; " +
           printable(who) + (speakers.size() == 1 ? " speaks" : " speak") + " there",
       "if you are one of them, import again with `--user NAME`"});
}

}  // namespace pyramid::ingest
