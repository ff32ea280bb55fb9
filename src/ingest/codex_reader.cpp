// Codex's rollouts: JSON lines of {timestamp, type, payload}, one file a session.
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/conversation_tree.hpp"
#include "ingest/json.hpp"
#include "ingest/json_lines.hpp"
#include "ingest/program_words.hpp"
#include "ingest/reader.hpp"
#include "ingest/session_files.hpp"
#include "ingest/session_paths.hpp"
#include "ingest/source.hpp"
#include "ingest/turn_text.hpp"
#include "ingest/zstd.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

using format::Conversation;
using format::Speaker;

constexpr std::string_view kCodexSource = "~/.codex/sessions";
constexpr const char* kCodexHint = "name ~/.codex/sessions or one rollout-*.jsonl in it";

// What Codex puts into what the person says.
constexpr auto kCodexTags = std::to_array<std::string_view>(
    {"environment_context", "user_instructions", "INSTRUCTIONS", "turn_aborted", "skill",
     "subagent_notification", "user_shell_command", "hook_prompt", "user_action", "model_switch",
     "apps_instructions", "skills_instructions", "plugins_instructions", "collaboration_mode",
     "realtime_conversation", "goal_context", "permissions instructions", "recommended_plugins"});
// What stands around a picture.
constexpr auto kCodexLines =
    std::to_array<std::string_view>({"<image>", "<image name=", "</image>"});
// Whatever it is that the app or an editor tells, it has headings, and ends with that of the
// request.
constexpr std::string_view kCodexRequest = "## My request for Codex:";
constexpr EnclosedWords kCodexEnclosed[] = {
    {"# ", kCodexRequest}, {"This block is automatically supplied", kCodexRequest}};
constexpr auto kCodexMessages =
    std::to_array<std::string_view>({"# AGENTS.md ", "PLEASE IMPLEMENT THIS PLAN:\n",
                                     "Another language model started to solve this problem",
                                     "Warning: apply_patch was requested via ",
                                     "Warning: The maximum number of unified exec processes"});
// Its own, as it lists them (2026).
constexpr auto kCodexCommands = std::to_array<std::string_view>(
    {"agent",   "apps",         "approvals",  "clear",    "collab",      "compact",     "diff",
     "exit",    "experimental", "fast",       "feedback", "fork",        "init",        "logout",
     "mcp",     "mention",      "model",      "new",      "permissions", "personality", "plan",
     "prompts", "ps",           "quit",       "rename",   "resume",      "review",      "rollout",
     "skills",  "status",       "statusline", "theme",    "undo"});
constexpr ProgramWords kCodexWords{.tags = kCodexTags,
                                   .enclosed = kCodexEnclosed,
                                   .lines = kCodexLines,
                                   .messages = kCodexMessages,
                                   .commands = kCodexCommands};
constexpr std::string_view kCodexEnvironment = "<environment_context>";

struct Said {
  Speaker speaker = Speaker::kUser;
  Time at;
  std::string text;
  std::optional<std::int32_t> offset = std::nullopt;  // as Turn has it
  bool begins_turn = false;
  bool undone = false;
  std::optional<LeftOutReason> left_out = std::nullopt;  // what else the message says
};

// What was said, in turns: what the person types while Codex is at work belongs to the turn that it
// is at. Versions that do not say when a turn begins have one for each message of the person.
struct Thread {
  std::vector<Said> said;
  bool names_turns = false;
  bool is_in_turn = false;

  void begin_turn() {
    names_turns = true;
    is_in_turn = false;
  }
  void add(Said one, bool is_prompt) {
    one.begins_turn = is_prompt && !(names_turns && is_in_turn);
    is_in_turn = is_in_turn || is_prompt;
    said.push_back(std::move(one));
  }
  void add_programs() {
    Said nothing;
    nothing.left_out = LeftOutReason::kProgram;
    add(std::move(nothing), false);
  }
  // What stands in front of the first turn is no turn's and stays.
  void roll_back(std::uint64_t turns) {
    std::size_t first = said.size();
    for (std::size_t i = said.size(); i-- > 0 && turns > 0;) {
      if (!said[i].begins_turn || said[i].undone) continue;
      first = i;
      --turns;
    }
    for (std::size_t i = first; i < said.size(); ++i) said[i].undone = true;
    is_in_turn = false;
  }
};

struct Rollout {
  explicit Rollout(FileSystem& files) : zone(files) {}
  NamedZone zone;  // of the turn's context
  std::string id, forked_from, title;
  bool by_subagent = false;
  bool recognised = false;
  Thread items;   // what went to and came from the model
  Thread events;  // the same as it was shown, in old versions all that there is
  std::size_t skipped = 0;
  Time last;
  std::optional<std::int32_t> told;  // of the line's own time

  [[nodiscard]] std::optional<std::int32_t> offset() const {
    return told ? told : zone.offset_at(last);
  }
};

// Where the person is, as Codex tells its model.
void note_zone(std::string_view text, NamedZone& zone) {
  constexpr std::string_view kBegin = "<timezone>", kEnd = "</timezone>";
  if (!trim(text).starts_with(kCodexEnvironment)) return;
  const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return;
  const std::size_t from = begin + kBegin.size();
  zone.note(std::string(trim(text.substr(from, end - from))));
}

void note_zones(const Json& content, NamedZone& zone) {
  if (content.is_string()) note_zone(content.get_ref<const std::string&>(), zone);
  if (!content.is_array()) return;
  for (const Json& block : content) note_zone(string_member(block, "text"), zone);
}

OwnWords words_by(bool by_user, std::string text) {
  return by_user ? own_words_of(text, kCodexWords) : OwnWords{std::move(text), std::nullopt};
}

// Each block is looked at by itself: what Codex adds comes in blocks of its own.
OwnWords words_of_item(const Json& content, bool by_user) {
  if (content.is_string()) return words_by(by_user, content.get_ref<const std::string&>());
  OwnWords all;
  std::string& text = all.text;
  if (!content.is_array()) return all;
  for (const Json& block : content) {
    const std::string type = string_member(block, "type");
    if (type != "input_text" && type != "output_text" && type != "text") continue;
    const OwnWords part = words_by(by_user, string_member(block, "text"));
    if (part.left_out) all.left_out = part.left_out;
    if (trim(part.text).empty()) continue;
    text += (text.empty() ? "" : "\n\n") + part.text;
  }
  if (all.left_out && !text.empty()) all.left_out = LeftOutReason::kContext;
  return all;
}

bool is_of_subagent(const Json& meta) {
  if (string_member(meta, "thread_source") == "subagent") return true;
  if (!string_member(meta, "parent_thread_id").empty()) return true;
  const Json* source = member(meta, "source");
  return source != nullptr && member(*source, "subagent") != nullptr;
}

// A fork repeats the lines of what it was forked from, its first line among them: the first counts.
void read_meta(const Json& meta, Rollout& rollout) {
  if (!rollout.id.empty()) return;
  rollout.id = string_member(meta, "id");
  if (rollout.id.empty()) rollout.id = string_member(meta, "session_id");
  rollout.forked_from = string_member(meta, "forked_from_id");
  rollout.by_subagent = is_of_subagent(meta);
}

bool has_picture(const Json& content) {
  return content.is_array() && std::any_of(content.begin(), content.end(), [](const Json& block) {
           return string_member(block, "type") == "input_image";
         });
}

bool read_item(const Json& item, Rollout& rollout) {
  const std::string role = string_member(item, "role");
  const Json* content = member(item, "content");
  if (string_member(item, "type") != "message" || content == nullptr) return false;
  note_zones(*content, rollout.zone);
  if (is_programs_role(role)) {
    rollout.items.add_programs();
    return true;
  }
  if (role != "user" && role != "assistant") return false;
  const bool by_user = role == "user";
  OwnWords own = words_of_item(*content, by_user);
  const bool is_prompt = by_user && (!trim(own.text).empty() || has_picture(*content));
  rollout.items.add({by_user ? Speaker::kUser : Speaker::kAssistant, rollout.last,
                     std::move(own.text), rollout.offset(), false, false, own.left_out},
                    is_prompt);
  return true;
}

bool read_event(const Json& event, Rollout& rollout) {
  const std::string type = string_member(event, "type");
  if (type == "thread_name_updated" || type == "session_name_updated") {
    rollout.title = string_member(event, "thread_name");
    if (rollout.title.empty()) rollout.title = string_member(event, "name");
    return true;
  }
  if (type == "task_started" || type == "turn_started") {
    rollout.items.begin_turn();
    rollout.events.begin_turn();
    return false;
  }
  if (type == "thread_rolled_back") {
    const Json* turns = member(event, "num_turns");
    const bool is_number = turns != nullptr && turns->is_number_unsigned();
    const std::uint64_t count = is_number ? turns->get<std::uint64_t>() : 0;
    rollout.items.roll_back(count);
    rollout.events.roll_back(count);
    return true;
  }
  if (type != "user_message" && type != "agent_message") return false;
  const bool by_user = type == "user_message";
  note_zone(string_member(event, "message"), rollout.zone);
  const std::string kind = string_member(event, "kind");
  if (by_user && !kind.empty() && kind != "plain") {  // what Codex says in its place
    rollout.events.add_programs();
    return true;
  }
  OwnWords own = words_by(by_user, string_member(event, "message"));
  rollout.events.add({by_user ? Speaker::kUser : Speaker::kAssistant, rollout.last,
                      std::move(own.text), rollout.offset(), false, false, own.left_out},
                     by_user);
  return true;
}

// The first versions wrote the payloads alone, with a line without a type in front.
bool is_bare_header(const Json& line) {
  return member(line, "type") == nullptr && !string_member(line, "id").empty() &&
         (member(line, "instructions") != nullptr || member(line, "git") != nullptr);
}
bool is_bare_item(const Json& line) {
  return string_member(line, "type") == "message" && !string_member(line, "role").empty();
}

constexpr std::array<std::string_view, 4> kCodexMembers = {"payload", "role", "instructions",
                                                           "git"};
bool is_codex_line(const Json& line) {
  constexpr std::array<std::string_view, 5> kTypes = {"session_meta", "response_item", "event_msg",
                                                      "turn_context", "compacted"};
  if (is_bare_header(line) || is_bare_item(line)) return true;
  const std::string type = string_member(line, "type");
  return member(line, "payload") != nullptr &&
         std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

void read_line(const Json& line, Rollout& rollout) {
  rollout.recognised = rollout.recognised || is_codex_line(line);
  rollout.last = time_member(line, "timestamp").value_or(rollout.last);
  rollout.told = offset_member(line, "timestamp");
  const std::string type = string_member(line, "type");
  const Json* payload = member(line, "payload");
  bool used = false;
  if (payload != nullptr) rollout.zone.note(*payload);
  if (is_bare_header(line)) {
    read_meta(line, rollout);
  } else if (is_bare_item(line)) {
    used = read_item(line, rollout);
  } else if (payload != nullptr && type == "session_meta") {
    read_meta(*payload, rollout);
  } else if (payload != nullptr && type == "response_item") {
    used = read_item(*payload, rollout);
  } else if (payload != nullptr && type == "event_msg") {
    used = read_event(*payload, rollout);
  }
  if (!used) ++rollout.skipped;
}

SessionRead read_codex_session(FileSystem& files, const std::string& path) {
  SessionRead session;
  Rollout rollout(files);
  const Status read = read_json_lines(files, path, session.report.diagnostics,
                                      [&](const Json& line, std::size_t number) {
                                        static_cast<void>(number);
                                        read_line(line, rollout);
                                        return true;
                                      });
  if (!read) {
    session.failure = read.error();
    return session;
  }
  session.recognised = rollout.recognised;
  session.report.skipped_records = rollout.skipped;
  session.title = rollout.title;
  session.forked_from = rollout.forked_from;
  const std::vector<Said>& all =
      rollout.items.said.empty() ? rollout.events.said : rollout.items.said;
  if (rollout.by_subagent) {
    session.report.left_out[LeftOutReason::kProgram] = all.size();
    return session;
  }
  std::vector<TreeEntry> entries;
  entries.reserve(all.size());
  for (const Said& said : all) {
    TreeEntry& one = entries.emplace_back();
    one.words = said.text;
    one.undone = said.undone;
  }
  const Selection selection = select_entries(entries);
  session.report.left_out = selection.left_out;
  for (const Said& said : all) {
    if (said.left_out) ++session.report.left_out[*said.left_out];
  }
  for (const std::size_t i : selection.kept) {
    add_turn(session.conversation, all[i].speaker, all[i].at, all[i].text, "", all[i].offset);
  }
  return session;
}

SessionFile codex_head_of(FileSystem& files, const std::string& path) {
  return look_at_head(files, path, session_stem(path), [&](const Json& line, SessionFile& file) {
    const std::optional<Time> at = time_member(line, "timestamp");
    if (at && file.start == Time{}) file.start = *at;
    const Json* payload = member(line, "payload");
    Rollout rollout(files);
    if (is_bare_header(line)) read_meta(line, rollout);
    if (payload != nullptr && string_member(line, "type") == "session_meta") {
      read_meta(*payload, rollout);
    }
    if (!rollout.id.empty()) file.origin = rollout.id;
    return !rollout.id.empty();  // the first line, as a rule
  });
}

bool is_rollout(std::string_view name) {
  return name.starts_with("rollout-") && (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst"));
}

// Years, months, days, and what they lie in.
bool may_hold_rollouts(std::string_view directory) {
  const std::string_view name = path::name(directory);
  return name == "sessions" || name == "archived_sessions" ||
         name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

// Those in a folder; archived sessions lie beside the others.
Result<std::vector<std::string>> codex_paths(FileSystem& files, const std::string& folder,
                                             Diagnostics& diagnostics) {
  PYRAMID_ASSIGN(std::vector<std::string> paths,
                 files_below(files, folder, may_hold_rollouts, is_rollout, diagnostics));
  if (path::name(folder) == "sessions") {
    const std::string archive = path::join(path::directory(folder), "archived_sessions");
    const auto archived = files_below(files, archive, may_hold_rollouts, is_rollout, diagnostics);
    if (archived) {
      paths.insert(paths.end(), archived->begin(), archived->end());
    } else if (archived.error().kind != ErrorKind::kNotFound) {
      diagnostics.push_back(to_diagnostic(archived.error()));
    }
  }
  return paths;
}

namespace {

class CodexReader final : public Reader {
 public:
  [[nodiscard]] std::string name() const override { return "codex"; }
  [[nodiscard]] std::string description() const override {
    return "Codex sessions (rollout-*.jsonl, .jsonl.zst)";
  }
  [[nodiscard]] std::string default_source() const override { return std::string(kCodexSource); }
  bool recognises(FileSystem& files, const std::string& path, const Source& what) override;
  Result<ReadReport> read(FileSystem& files, const std::string& source, const ReadOptions& options,
                          const std::function<Status(Conversation)>& sink) override;
};

bool is_one_file(const Source& what, const std::string& path) {
  return what.look == Look::kJsonObject || (is_zstd(what.head) && path::extension(path) == ".zst");
}

bool CodexReader::recognises(FileSystem& files, const std::string& path, const Source& what) {
  if (is_one_file(what, path)) return any_line(files, path, kCodexMembers, is_codex_line);
  if (what.look != Look::kFolder) return false;
  Diagnostics unheard;  // reading will tell them
  const auto paths = codex_paths(files, path, unheard);
  return paths && any_of_some(*paths, [&](const std::string& one) {
           return any_line(files, one, kCodexMembers, is_codex_line);
         });
}

Result<ReadReport> CodexReader::read(FileSystem& files, const std::string& source,
                                     const ReadOptions& options,
                                     const std::function<Status(Conversation)>& sink) {
  const SessionFormat format{name(),      "a Codex session", "rollout-*.jsonl",
                             kCodexHint,  kCodexSource,      is_one_file,
                             codex_paths, codex_head_of,     read_codex_session};
  return read_session_files(files, source, options, format, sink);
}

}  // namespace

std::unique_ptr<Reader> make_codex_reader() { return std::make_unique<CodexReader>(); }

}  // namespace pyramid::ingest
