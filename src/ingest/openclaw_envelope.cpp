#include "ingest/openclaw_envelope.hpp"

#include "base/text.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace pyramid::ingest::openclaw {

namespace {

constexpr auto kChannels = std::to_array<std::string_view>(
    {"WebChat", "WhatsApp", "Telegram", "Signal", "Slack", "Discord", "Google Chat", "iMessage",
     "Teams", "Matrix", "Zalo Personal", "Zalo", "BlueBubbles"});
// Of plugins: these head an envelope only if it has a clock, too.
constexpr auto kChannelsWithClock = std::to_array<std::string_view>(
    {"Feishu", "GoogleChat", "IRC", "LINE", "Lark", "MSTeams", "Mattermost", "Nextcloud Talk",
     "Nostr", "QQ", "QQ Bot", "Synology Chat", "Tlon", "Twitch", "WeChat", "WeCom"});

// A word of the head that only a group's has.
constexpr auto kGroupBegins =
    std::to_array<std::string_view>({"#", "group:", "channel:", "room:", "space:", "spaces/",
                                     "topic:", "thread:", "id:-", "id:group:", "id:channel:"});
constexpr auto kGroupEnds =
    std::to_array<std::string_view>({"@g.us", "@thread.tacv2", "@thread.v2", "@thread.skype"});

constexpr auto kWeekdays =
    std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"});

std::string_view channel_among(std::string_view envelope,
                               std::span<const std::string_view> channels) {
  for (const std::string_view channel : channels) {
    const bool is_whole = envelope.size() == channel.size() ||
                          (envelope.size() > channel.size() && envelope[channel.size()] == ' ');
    if (is_whole && envelope.starts_with(channel)) return channel;
  }
  return {};
}

bool is_group_sign(std::string_view word) {
  return begins_with_one(word, kGroupBegins) ||
         std::any_of(kGroupEnds.begin(), kGroupEnds.end(),
                     [&](std::string_view one) { return word.ends_with(one); });
}

// "+2m", since the message before.
bool is_elapsed(std::string_view word) {
  return word.size() > 2 && word.front() == '+' && is_digit(word[1]) && !is_digit(word.back());
}

// What stands in front of the clock, and whether words of the program's own were among it.
struct HeadWords {
  std::vector<std::string_view> words;
  bool has_signs = false;
};
HeadWords words_before_clock(std::string_view head) {
  HeadWords before;
  for (const std::string_view word : split(head, ' ')) {
    if (word.empty()) continue;
    if (parse_date(word.substr(0, 10))) break;
    before.words.push_back(word);
    before.has_signs = before.has_signs || word.starts_with("id:");
  }
  const auto drop_last_if = [&](const auto& is_sign) {
    if (before.words.empty() || !is_sign(before.words.back())) return;
    before.words.pop_back();
    before.has_signs = true;
  };
  drop_last_if([](std::string_view word) {
    return std::find(kWeekdays.begin(), kWeekdays.end(), word) != kWeekdays.end();
  });
  drop_last_if(is_elapsed);
  return before;
}

bool tells_clock(std::string_view head) {
  return has_pattern(head, "0000-00-00 00:00") || has_pattern(head, "0000-00-00T00:00Z");
}

// Where the bracket stands that ends the head; npos where none begins. A group may be called
// "Berlin [private]": then it is the one behind the clock.
std::size_t end_of_head(std::string_view text) {
  if (!text.starts_with('[')) return std::string_view::npos;
  const std::size_t first = text.find(']');
  const std::string_view line = text.substr(0, text.find('\n'));
  int depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '[') ++depth;
    if (line[i] != ']' || --depth > 0) continue;
    return i != first && tells_clock(line.substr(0, i)) ? i : first;
  }
  return first;
}

void read_from(std::string_view from, Envelope& envelope) {
  const std::vector<std::string_view> words = words_before_clock(from).words;
  std::string name, id;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_id = words[i].starts_with("id:");
    const bool is_of_channel = is_id && i > 0 && words[i - 1] == "channel";
    if (is_group_sign(words[i]) || is_of_channel) envelope.in_group = true;
    if (is_id) {
      id = words[i].substr(3);
      break;
    }
    const bool is_kind =
        words[i] == "user" && i + 1 < words.size() && words[i + 1].starts_with("id:");
    if (!is_kind) name.append(name.empty() ? "" : " ").append(words[i]);
  }
  if (envelope.in_group) return;
  add_name(envelope.sender, name);
  add_name(envelope.sender, id);
}

}  // namespace

Envelope take_envelope(std::string_view& text) {
  Envelope envelope;
  const std::string_view start = trim(text);
  const std::size_t end = end_of_head(start);
  if (end == std::string_view::npos) return envelope;
  const std::string_view head = start.substr(1, end - 1);
  const bool has_clock = tells_clock(head);
  std::string_view channel = channel_among(head, kChannels);
  if (channel.empty() && has_clock) channel = channel_among(head, kChannelsWithClock);
  if (channel.empty() && !has_clock) return envelope;
  if (channel.empty()) {  // a plugin's that nobody knows: by what else OpenClaw writes there
    const HeadWords unknown = words_before_clock(head);
    if (unknown.has_signs && !unknown.words.empty()) channel = unknown.words.front();
  }
  envelope.text = head;
  envelope.channel = channel;
  // Nobody but the person sits at OpenClaw's own window.
  const bool says_who = !channel.empty() && channel != "WebChat";
  if (says_who) read_from(head.substr(channel.size()), envelope);
  text = trim(start.substr(end + 1));
  return envelope;
}

Names names_in(std::string_view from) {
  Envelope envelope;
  read_from(from, envelope);
  return std::move(envelope.sender);
}

void add_name(Names& names, std::string_view name) {
  name = trim(name);
  const std::size_t bracket = name.ends_with(')') ? name.rfind(" (") : std::string_view::npos;
  if (bracket != std::string_view::npos) {
    add_name(names, name.substr(0, bracket));
    add_name(names, name.substr(bracket + 2, name.size() - bracket - 3));
  }
  if (!name.empty()) names.emplace_back(name);
}

Names take_forwarded(std::string_view& text) {
  const std::string_view start = trim(text);
  Names names;
  const std::size_t end = start.find(']');
  std::string_view rest = start.substr(0, end);
  const auto take = [&](std::string_view words) {
    const bool is_there = starts_with_ignoring_case(rest, words);
    if (is_there) rest.remove_prefix(words.size());
    return is_there;
  };
  if (end == std::string_view::npos || !take("[Forwarded")) return names;
  const bool is_message = take(" message");
  if (take(" from ")) {
    const std::size_t at = rest.rfind(" at ");
    const bool is_dated = at != std::string_view::npos && parse_date(rest.substr(at + 4, 10));
    add_name(names, is_dated ? rest.substr(0, at) : rest);
  } else if (is_message && rest.empty()) {
    names.emplace_back(kSomebody);
  }
  if (!names.empty()) text = trim(start.substr(end + 1));
  return names;
}

}  // namespace pyramid::ingest::openclaw
