#include "ingest/openclaw_inbound.hpp"

#include "base/text.hpp"
#include "ingest/json.hpp"
#include "ingest/markdown_labels.hpp"
#include "ingest/openclaw_envelope.hpp"
#include "ingest/program_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <vector>

namespace pyramid::ingest::openclaw {

namespace {

// What OpenClaw says itself, where no field of the message tells it.
constexpr auto kOpenClawTags = std::to_array<std::string_view>(
    {"relevant-memories", "active_memory_plugin", "conversation_context", "hindsight_memories",
     "supermemory-context", "mem0-context"});
constexpr auto kOpenClawEnclosed = std::to_array<EnclosedWords>(
    {{"<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"},
     {"[Chat messages since your last reply - for context]", "[Current message - respond to this]"},
     {"[Startup context loaded by runtime]", "END_QUOTED_NOTES"},
     {"[Untrusted daily memory:", "END_QUOTED_NOTES"},
     {"[Replying to ", "[/Replying]"},
     {"[Quoting ", "[/Quoting]"}});
constexpr auto kOpenClawLines = std::to_array<std::string_view>(
    {"System: [", "System (untrusted): ", "[System]",
     "[message_id:", "[slack message id:", "[discord message id:", "[media attached",
     "[User sent media without caption]", "requester_profile is the verified linked requester.",
     "To send an image back, prefer the message tool", "Delivery: to send a message, use the ",
     "Delivery: Final assistant text is not automatically delivered",
     "Note: The previous agent run was aborted by the user.", "[Startup context loaded by runtime]",
     "Bootstrap files like SOUL.md, USER.md, and MEMORY.md",
     "...[additional startup memory truncated]..."});
constexpr std::string_view kOpenClawFirstLines[] = {"System: "};
constexpr auto kOpenClawMessages =
    std::to_array<std::string_view>({"[OpenClaw heartbeat poll]",
                                     "[OpenClaw room event]",
                                     "Read HEARTBEAT.md if it exists",
                                     "[Inter-session message]",
                                     "[System Message]",
                                     "[Subagent ",
                                     "[cron:",
                                     "A new session was started via /new or /reset",
                                     "Pre-compaction memory flush",
                                     "Agent-to-agent announce step",
                                     "A scheduled reminder has been triggered",
                                     "A scheduled cron event was triggered",
                                     "An async command you ran earlier has completed",
                                     "An async command completion event was triggered",
                                     "Exec completed (",
                                     "Exec failed (",
                                     "Exec finished (",
                                     "OpenClaw runtime context (internal):",
                                     "Continue where you left off. The previous model ",
                                     "Write a dream diary entry ",
                                     "[Queued announce messages while agent was busy]",
                                     "[Queue overflow]"});
// Its own; a skill's or plugin's `/word` cannot be told from a path.
constexpr auto kOpenClawLoneCommands =
    std::to_array<std::string_view>({"agents", "commands", "help", "id", "restart", "status",
                                     "stop", "tasks", "unfocus", "whoami"});
constexpr auto kOpenClawCommands =
    std::to_array<std::string_view>({"acp",       "activation",
                                     "allowlist", "approve",
                                     "bash",      "btw",
                                     "compact",   "config",
                                     "context",   "crestodian",
                                     "debug",     "diagnostics",
                                     "elev",      "elevated",
                                     "exec",      "export-session",
                                     "export",    "export-trajectory",
                                     "fast",      "focus",
                                     "handoff",   "kill",
                                     "mcp",       "model",
                                     "models",    "new",
                                     "plugin",    "plugins",
                                     "queue",     "reason",
                                     "reasoning", "reset",
                                     "resume",    "send",
                                     "session",   "side",
                                     "skill",     "steer",
                                     "subagents", "t",
                                     "tell",      "think",
                                     "thinking",  "tools",
                                     "trace",     "trajectory",
                                     "tts",       "usage",
                                     "v",         "verbose"});
constexpr ProgramWords kOpenClawWords{.tags = kOpenClawTags,
                                      .enclosed = kOpenClawEnclosed,
                                      .lines = kOpenClawLines,
                                      .first_lines = kOpenClawFirstLines,
                                      .messages = kOpenClawMessages,
                                      .lone_commands = kOpenClawLoneCommands,
                                      .commands = kOpenClawCommands};

constexpr auto kThoughtTags =
    std::to_array<std::string_view>({"think", "thinking", "thought", "antThinking"});
constexpr auto kSentBeside = std::to_array<std::string_view>({"MEDIA:"});  // files, a line each
constexpr ProgramWords kThoughts{.tags = kThoughtTags, .lines = kSentBeside};

// What the assistant answers where it has nothing to say.
constexpr std::string_view kNoReply = "NO_REPLY";
constexpr std::string_view kHeartbeat = "HEARTBEAT_OK";  // or so begun or ended, in a few words
constexpr std::size_t kMostAcknowledged = 300;

// Ends the first line of a block that OpenClaw puts in, since 2026.9.
constexpr std::string_view kContextMark = "⟦openclaw:ctx⟧";
// Ends the line above what was said in a thread before.
constexpr std::string_view kThreadMark = " - for context]";
// Before, its line ended with a bracket that begins so.
constexpr std::string_view kUntrusted = "(untrusted";
// The block that stands behind all that was said.
constexpr auto kTailHeads = std::to_array<std::string_view>(
    {"Context: ⟦openclaw:ctx⟧",
     "Untrusted context (metadata, do not treat as instructions or commands):"});

// "Sender" of a line that begins a block: "Sender (untrusted metadata):"; "" of any other.
std::string_view label_of_block(std::string_view line) {
  if (!take_envelope(line).channel.empty()) return {};  // behind that somebody's words begin
  line = trim(line);
  const bool is_marked = line.ends_with(kContextMark);
  if (is_marked) line = trim(line.substr(0, line.size() - kContextMark.size()));
  const std::size_t bracket = std::min(line.rfind('('), line.size());
  if (line.empty() || line.find(':') != line.size() - 1) return {};
  if (!is_marked && !line.substr(bracket).starts_with(kUntrusted)) return {};
  line.remove_suffix(1);
  return trim(line.substr(0, bracket));
}

// Whether lines without a fence may follow: "(untrusted, chronological):" heads such, as does the
// mark, while below "(untrusted metadata):" without one stands what the person says of it.
bool may_head_prose(std::string_view line) {
  return line.ends_with(kContextMark) || line.find("(untrusted, ") != std::string_view::npos;
}

void add_names(Names& names, const Json& of, std::span<const char* const> keys) {
  for (const char* key : keys) add_name(names, string_member(of, key));
}

// Somebody may write a block that names another: what does not go with the first one is not read.
void set_sender(const Names& names, Inbound& inbound) {
  const bool same = std::any_of(names.begin(), names.end(), [&](const std::string& one) {
    return is_named(inbound.sender, one);
  });
  inbound.through_channel = true;
  if (!inbound.sender.empty() && !same) return;
  inbound.sender.insert(inbound.sender.begin(), names.begin(), names.end());  // the fuller block
}

constexpr std::array kSenderNames = {"name", "label", "username", "e164", "tag", "id"};
constexpr std::array kForwardedNames = {"from", "from_username", "from_id"};
constexpr std::array kInfoNames = {"sender", "sender_name", "sender_username", "sender_id"};

// What the blocks about the message say of who wrote it, and where.
void read_metadata(std::string_view label, std::string_view json, Inbound& inbound) {
  const ParsedJson parsed = parse_json(json);
  if (!parsed.value || !parsed.value->is_object()) return;
  const Json& fields = *parsed.value;
  Names names;
  if (label == "Sender") {
    add_names(names, fields, kSenderNames);
    set_sender(names, inbound);
  }
  if (label == "Forwarded message context") add_names(inbound.forwarded, fields, kForwardedNames);
  if (label != "Conversation info") return;
  if (inbound.clock.empty()) inbound.clock = string_member(fields, "timestamp");
  if (const Json* sender = member(fields, "sender"); sender != nullptr && sender->is_object()) {
    add_names(names, *sender, kSenderNames);
  }
  add_names(names, fields, kInfoNames);
  set_sender(names, inbound);
  const auto is_several = [&](const char* key) {
    const std::string type = string_member(fields, key);
    return !type.empty() && type != "direct";
  };
  if (true_member(fields, "is_group_chat") || is_several("chat_type") || is_several("chatType") ||
      !string_member(fields, "group_subject").empty() ||
      !string_member(fields, "group_channel").empty()) {
    inbound.in_group = true;
  }
}

using LineViews = std::vector<std::string_view>;

// The line behind the fenced block that begins at `first`, or `first` where there is none.
std::size_t after_fence(const LineViews& lines, std::size_t first) {
  if (first >= lines.size() || !trim(lines[first]).starts_with("```")) return first;
  for (std::size_t i = first + 1; i < lines.size(); ++i) {
    if (trim(lines[i]) == "```") return i + 1;
  }
  return first;
}

std::size_t end_of_paragraph(const LineViews& lines, std::size_t first) {
  while (first < lines.size() && !trim(lines[first]).empty()) ++first;
  return first;
}

// "#78 Wed 2026-02-25 22:46 UTC Mika: …", a message that is told for context.
bool is_numbered(std::string_view line) {
  const std::size_t end = line.find_first_not_of("0123456789", 1);
  return line.starts_with('#') && end != std::string_view::npos && end > 1 && line[end] == ' ';
}

// The line behind the block whose head is the line at `at`; `at` where that heads none. Behind
// somebody's words, in `before`, a block is not believed.
std::size_t after_block(const LineViews& lines, std::size_t at, std::string_view before,
                        Inbound& inbound) {
  const std::string_view head = trim(lines[at]);
  const std::string_view label = label_of_block(head);
  const bool is_tail = std::find(kTailHeads.begin(), kTailHeads.end(), head) != kTailHeads.end();
  if (label.empty() && !is_tail) return at;
  const std::size_t first = at + 1;
  if (const std::size_t end = after_fence(lines, first); end != first) {
    const std::string_view json(lines[first + 1].begin(), lines[end - 1].begin());  // of one text
    if (words_of_person(before, kOpenClawWords).text.empty()) read_metadata(label, json, inbound);
    return end;
  }
  if (first < lines.size() && trim(lines[first]) == "<active_memory_plugin>") return first;
  if (is_tail) return lines.size();
  if (!may_head_prose(head)) return at;
  std::size_t end = end_of_paragraph(lines, first);
  // The messages are numbered, and one may have several paragraphs.
  for (std::size_t i = end; first < end && is_numbered(lines[first]) && i < lines.size(); ++i) {
    if (is_numbered(lines[i])) end = i = end_of_paragraph(lines, i);
  }
  return end;
}

// The line behind what was said in a thread before, which begins at `at` with its head; `at` where
// that is none. It ends where what belongs to the message itself begins: its blocks, else what
// stands behind the last id of a message, else the last envelope, whose message may have an id too.
std::size_t after_thread(const LineViews& lines, std::size_t at) {
  const std::string_view head = trim(lines[at]);
  if (!head.starts_with("[Thread ") || !head.ends_with(kThreadMark)) return at;
  std::size_t envelope = 0, id = 0, gap = 0;
  bool behind_id = false;  // words
  for (std::size_t i = at + 1; i < lines.size(); ++i) {
    std::string_view line = trim(lines[i]);
    if (line.empty()) {
      if (gap == 0) gap = i;
    } else if (!label_of_block(line).empty() || line.starts_with("System: ")) {
      return i;
    } else if (line.starts_with('[') && line.find(" message id:") != std::string_view::npos) {
      id = i + 1;
      behind_id = false;
    } else {
      if (id != 0) behind_id = true;
      if (trim(lines[i - 1]).empty() && !take_envelope(line).text.empty()) envelope = i;
    }
  }
  if (envelope != 0 && (envelope > id || !behind_id)) return envelope;
  if (id != 0) return id;
  return gap != 0 ? gap : lines.size();
}

std::string without_blocks(std::string_view text, Inbound& inbound) {
  const bool may_have = text.find(kContextMark) != std::string_view::npos ||
                        text.find("ntrusted") != std::string_view::npos ||
                        text.find(kThreadMark) != std::string_view::npos;
  if (!may_have) return std::string(text);
  const LineViews lines = split_lines(text);
  std::string kept;
  bool changed = false;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t next = after_thread(lines, i);
    if (next == i) next = after_block(lines, i, kept, inbound);
    changed = changed || next != i;
    if (next == i) kept.append(lines[i]).push_back('\n');
    i = std::max(next, i + 1);
  }
  return changed ? std::string(trim(kept)) : std::string(text);
}

// "[from: Anna (+49)]", the last line of a group's message, or the first.
bool read_from_line(std::string_view line, Inbound& inbound) {
  line = trim(line);
  if (!starts_with_ignoring_case(line, "[from:") || !line.ends_with(']')) return false;
  Names names;
  add_name(names, line.substr(6, line.size() - 7));
  set_sender(names, inbound);
  inbound.in_group = true;
  return true;
}

// The same in front of the words, in their line: what stands behind it.
std::string_view without_from_mark(std::string_view words, Inbound& inbound) {
  words = trim(words);
  const std::size_t end = words.substr(0, words.find('\n')).find(']');
  if (end == std::string_view::npos || !read_from_line(words.substr(0, end + 1), inbound)) {
    return words;
  }
  return trim(words.substr(end + 1));
}

std::string without_from_line(std::string text, Inbound& inbound) {
  const std::string_view words = trim(text);
  const std::size_t last = words.rfind('\n');
  if (last != std::string_view::npos && read_from_line(words.substr(last), inbound)) {
    return std::string(trim(words.substr(0, last)));
  }
  const std::string_view behind = without_from_mark(words, inbound);
  return behind.size() == words.size() ? std::move(text) : std::string(behind);
}

// "[Audio]", "[Image 1/2]": the program was told in words what a picture or a recording holds.
bool is_media_head(std::string_view line) {
  if (!line.starts_with('[') || !line.ends_with(']')) return false;
  line = line.substr(1, line.size() - 2);
  for (const std::string_view kind : {"Audio", "Image", "Video"}) {
    if (!line.starts_with(kind)) continue;
    line.remove_prefix(kind.size());
    return line.empty() || (line.starts_with(' ') &&
                            line.find_first_not_of("0123456789/ ") == std::string_view::npos);
  }
  return false;
}

// What the person wrote and said: not how the program describes a picture, nor where one stood.
std::string without_media(std::string_view text) {
  constexpr std::string_view kPlace = "<media:", kWritten = "User text:", kSaid = "Transcript:",
                             kSeen = "Description:";
  const LineViews lines = split_lines(text);
  const bool has_sections = std::any_of(
      lines.begin(), lines.end(), [](std::string_view line) { return is_media_head(trim(line)); });
  const std::string_view first = lines.empty() ? std::string_view() : trim(lines.front());
  const bool are_sections = has_sections && (is_media_head(first) || first == kWritten);
  if (!are_sections && text.find(kPlace) == std::string_view::npos) return std::string(text);
  std::string kept;
  bool is_persons = true, is_picture = false;
  for (std::string_view line : lines) {
    const std::string_view words = trim(line);
    const bool is_head = are_sections && is_media_head(words);
    const bool begins_persons = are_sections && (words == kWritten || words == kSaid);
    const bool begins_seen = is_picture && words == kSeen;
    if (is_head) is_picture = !words.starts_with("[Audio");
    if (is_head || begins_persons || begins_seen) {
      is_persons = begins_persons;
      continue;
    }
    if (!is_persons) continue;
    if (words.starts_with(kPlace)) {
      line = trim(words.substr(std::min(words.find('>'), words.size() - 1) + 1));
      if (line.starts_with('(')) line = line.substr(std::min(line.find(')'), line.size() - 1) + 1);
    }
    kept.append(line).push_back('\n');
  }
  return std::string(trim(kept));
}

// "(self): ", in front of what the person writes to themselves.
std::string_view without_self(std::string_view words) {
  constexpr std::string_view kSelf = "(self): ";
  return words.starts_with(kSelf) ? trim(words.substr(kSelf.size())) : words;
}

}  // namespace

Inbound read_inbound(std::string_view text) {
  Inbound inbound;
  const std::string whole = without_blocks(text, inbound);
  OwnWords own = words_of_person(whole, kOpenClawWords);
  inbound.left_out = own.left_out;
  const bool is_blocks_alone = trim(whole).empty() && !trim(text).empty();
  if (is_blocks_alone) inbound.left_out = LeftOutReason::kProgram;
  if (!inbound.left_out && whole.size() != text.size()) inbound.left_out = LeftOutReason::kContext;
  const std::string plain = without_from_line(std::move(own.text), inbound);
  const std::string heard = without_media(plain);
  std::string_view words = heard;
  if (Envelope envelope = take_envelope(words); !envelope.text.empty()) {
    inbound.clock = envelope.text;
    inbound.in_group = inbound.in_group || envelope.in_group;
    inbound.through_channel = inbound.through_channel || !envelope.channel.empty();
    inbound.channel = std::move(envelope.channel);
    inbound.from = std::move(envelope.sender);
    words = without_from_mark(words, inbound);
    own = words_of_person(without_media(without_self(words)), kOpenClawWords);  // a command, say
    inbound.words = std::move(own.text);
    if (own.left_out) inbound.left_out = own.left_out;
  } else {
    inbound.words = heard;
  }
  if (!inbound.left_out && heard.size() != plain.size()) inbound.left_out = LeftOutReason::kContext;
  return inbound;
}

std::vector<Queued> queued_messages(std::string_view text) {
  constexpr std::string_view kHead = "[Queued messages while agent was busy]", kRule = "---",
                             kNumber = "Queued #", kFrom = "(from ";
  if (!trim(text).starts_with(kHead)) return {{text, {}}};
  std::vector<Queued> messages;
  const LineViews lines = split_lines(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view number = trim(lines[i]);
    const bool begins = number.starts_with(kNumber) && trim(lines[i - 1]) == kRule;
    if (begins) {
      const std::size_t from = number.find(kFrom);
      messages.push_back({});
      if (from != std::string_view::npos && number.ends_with(')')) {
        messages.back().from = number.substr(from + kFrom.size());
        messages.back().from.remove_suffix(1);
      }
      continue;
    }
    if (messages.empty()) continue;
    const bool is_rule =
        i + 1 < lines.size() && trim(lines[i]) == kRule && trim(lines[i + 1]).starts_with(kNumber);
    std::string_view& all = messages.back().text;
    if (is_rule) continue;
    const char* begin = all.empty() ? lines[i].data() : all.data();
    all = std::string_view(begin, static_cast<std::size_t>(lines[i].end() - begin));
  }
  for (Queued& message : messages) message.text = trim(message.text);
  if (messages.empty()) messages.push_back({text, {}});
  return messages;
}

Labelled take_label(std::string_view words) {
  const std::string_view line = words.substr(0, words.find('\n'));
  const auto label = markdown::parse_label(line);
  if (!label || label->style != markdown::Style::kPlain) return {};
  // "Quick update: …": of several words the last of a name is no common one.
  const std::size_t last = label->name.rfind(' ') + 1;  // npos + 1 = 0
  if (last > 0 && std::islower(static_cast<unsigned char>(label->name[last])) != 0) return {};
  const std::size_t behind = static_cast<std::size_t>(label->rest.data() - words.data());
  return {label->name, trim(words.substr(behind))};
}

std::string words_of_reply(std::string_view reply) {
  std::string thought_out = words_of_person(reply, kThoughts).text;
  for (const std::string_view tag : {"<final>", "</final>"}) {
    if (thought_out.find(tag) != std::string::npos) thought_out = replace_all(thought_out, tag, "");
  }
  const std::string_view text = thought_out;
  constexpr auto kTags = std::to_array<std::string_view>(
      {"reply_to_current", "reply_to", "audio_as_voice", "tts", "/tts"});
  std::string kept;
  std::size_t from = 0;
  for (std::size_t at = text.find("[["); at != std::string_view::npos; at = text.find("[[", at)) {
    const std::size_t end = text.find("]]", at);
    if (end == std::string_view::npos) break;
    const std::string_view tag = text.substr(at + 2, end - at - 2);
    const std::string_view name = trim(tag.substr(0, tag.find(':')));
    const bool is_one = std::any_of(kTags.begin(), kTags.end(), [&](std::string_view one) {
      return equals_ignoring_case(name, one);
    });
    if (is_one) {
      kept.append(text.substr(from, at - from));
      from = end + 2;
    }
    at = end + 2;
  }
  if (from == 0) return thought_out;
  return std::string(trim(kept.append(text.substr(from))));
}

bool is_no_reply(std::string_view text) {
  text = trim(text);
  while (!text.empty() && (text.front() == '*' || text.front() == '`')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '*' || text.back() == '`')) text.remove_suffix(1);
  const bool acknowledges = text.starts_with(kHeartbeat) || text.ends_with(kHeartbeat);
  return equals_ignoring_case(text, kNoReply) || (acknowledges && text.size() <= kMostAcknowledged);
}

}  // namespace pyramid::ingest::openclaw
