#include "ingest/speakers.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
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

bool share_one(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return is_named(b, one); });
}

// Whether all who write with a name are one, be it under several names.
bool is_one_alone(const UnsettledTalk& talk) {
  Names known;
  for (const Names& names : talk.speakers) {
    if (names.empty()) continue;
    if (!known.empty() && !share_one(names, known)) return false;
    known.insert(known.end(), names.begin(), names.end());
  }
  return true;
}

std::string told_of(std::string_view name, std::string_view words) {
  return std::string(name) + ": " + std::string(words);
}

}  // namespace

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

std::map<std::string, std::size_t> tell_apart(UnsettledTalk& talk, std::string_view user) {
  std::vector<format::Turn>& turns = talk.conversation.turns;
  const bool is_known = std::any_of(talk.speakers.begin(), talk.speakers.end(),
                                    [&](const Names& names) { return is_named(names, user); });
  if (!is_known && !talk.in_group && is_one_alone(talk)) return {};
  std::map<std::string, std::size_t> others;
  bool speaks = false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (turns[i].speaker != Speaker::kUser) continue;
    const Names& names = talk.speakers[i];
    if (names.empty() || is_named(names, user)) {
      speaks = true;
      continue;
    }
    turns[i].speaker = Speaker::kAssistant;
    turns[i].by_other = true;
    turns[i].text = told_of(names.front(), turns[i].text);
    ++others[names.front()];
  }
  if (speaks) others.clear();
  return others;
}

void Strangers::add(const std::string& path, const std::map<std::string, std::size_t>& turns) {
  if (turns.empty()) return;
  if (count_++ == 0) first_ = path;
  for (const auto& [name, count] : turns) turns_[name] += count;
}

void Strangers::tell(Diagnostics& diagnostics) const {
  constexpr std::size_t kMostNames = 6;
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
