#include "ops/intake/take_session.hpp"

#include "base/path.hpp"
#include "format/session_parts.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/intake/reporting.hpp"
#include "ops/nodes/transcripts.hpp"
#include "ops/run/tombstones.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using format::Node;

namespace {

// A conversation as it goes into its files.
struct Writing {
  Ulid id;
  Conversation said;  // with all its words
  Conversation kept;  // as the files have it
  std::vector<HeldPart> held;
  std::size_t stay = 0;       // turns in front that stay as they are held
  std::size_t first_new = 0;  // the first turn that is not held yet
  std::string first_path;
  // Where a person edited what is held: as the source has it, so that the next import knows.
  std::optional<Conversation> as_source;
};

// One of the files to write.
struct Part {
  Ulid id;
  std::string path;
  std::size_t begin = 0, end = 0;
  const HeldPart* held = nullptr;     // null: not held, or behind a part that is gone
  std::optional<std::string> before;  // the file's bytes, if there is one
};

Result<std::vector<Part>> cut(const Run& run, const Writing& writing) {
  std::vector<std::size_t> held;
  for (const HeldPart& part : writing.held) held.push_back(part.begin);
  const std::vector<std::size_t> begins = format::part_begins(writing.said, held, writing.stay);
  std::vector<Part> parts(begins.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[i];
    const int number = static_cast<int>(i) + 1;
    part.id = format::part_id(writing.id, number);
    part.begin = begins[i];
    part.end = i + 1 < begins.size() ? begins[i + 1] : writing.said.turns.size();
    if (i < writing.held.size()) part.held = &writing.held[i];
    part.path = part.held != nullptr ? part.held->path : run.memory.path_of(part.id);
    if (!part.path.empty()) {
      PYRAMID_ASSIGN(part.before, run.memory.bytes(part.path));
    } else {
      part.path = i == 0 ? writing.first_path : workspace::part_path(writing.first_path, number);
    }
  }
  return parts;
}

// Whether the file says all that it would say if it were written again.
bool is_untouched(const Writing& writing, const std::vector<Part>& parts, std::size_t place) {
  const Part& part = parts[place];
  return part.held != nullptr && part.held->end == part.end && part.end <= writing.stay &&
         (place + 1 < parts.size()) == (place + 1 < writing.held.size());
}

Conversation file_of(const Writing& writing, const std::vector<Part>& parts, std::size_t place) {
  const Part& part = parts[place];
  Conversation file =
      format::part_of(writing.kept, part.begin, part.end, static_cast<int>(place) + 1);
  const std::string_view folder = path::directory(part.path);
  if (place > 0) file.previous = path::relative(folder, parts[place - 1].path);
  if (place + 1 < parts.size()) file.next = path::relative(folder, parts[place + 1].path);
  return file;
}

// What was extracted of turns that stay is.
std::int64_t extracted_of(const Writing& writing, const Part& part) {
  const auto begin = static_cast<std::int64_t>(part.begin);
  if (part.held == nullptr) return begin;
  const auto end = static_cast<std::int64_t>(std::min(part.end, writing.stay));
  return std::max(begin, std::min(part.held->extracted, end));
}

Status put_part(Run& run, const Writing& writing, const std::vector<Part>& parts, std::size_t place,
                std::string& bytes) {
  const Part& part = parts[place];
  const Conversation file = file_of(writing, parts, place);
  const std::int64_t extracted = extracted_of(writing, part);
  if (part.before) {
    PYRAMID_ASSIGN(bytes, format::rewrite_session(file, extracted, part.path, *part.before));
  } else {
    bytes = format::write_session(file, extracted);
  }
  if (writing.as_source) {
    const Digest output = format::turns_digest(*writing.as_source, part.begin, part.end);
    PYRAMID_ASSIGN(bytes, format::with_field(bytes, part.path, "output", to_hex(output)));
  }
  const bool waits = extracted < static_cast<std::int64_t>(part.end);
  if (waits && keep_of(run.memory.settings()) == Keep::kNone) {
    run.heard[part.id] =
        with_context(writing.said, part.begin, part.end, static_cast<int>(place) + 1);
  }
  const auto made_from = part.before ? std::optional(digest_of(*part.before)) : std::nullopt;
  return run.memory.put(part.path, bytes, made_from);
}

// Counts the marks of turns [first, end).
void note_redacted_turns(Run& run, const RedactedConversation& redacted, std::size_t first,
                         std::size_t end, ImportReport& report) {
  for (const RedactedTurn& mark : redacted.marks) {
    if (mark.turn < first || mark.turn >= end) continue;
    note_redacted(run.services.ledger, mark.kind);
    ++report.redacted;
  }
}

Status put_parts(Run& run, const Writing& writing, const RedactedConversation& redacted,
                 ImportReport& report) {
  PYRAMID_ASSIGN(const std::vector<Part> parts, cut(run, writing));
  for (std::size_t place = 0; place < parts.size(); ++place) {
    if (is_untouched(writing, parts, place)) continue;
    std::string bytes;
    PYRAMID_TRY(put_part(run, writing, parts, place, bytes));
    const std::size_t first = std::max(writing.first_new, parts[place].begin);
    Diagnostics marks = redacted_in(redacted, {first, parts[place].end, parts[place].begin}, bytes,
                                    parts[place].path);
    note_redacted_turns(run, redacted, first, parts[place].end, report);
    std::move(marks.begin(), marks.end(), std::back_inserter(report.diagnostics));
  }
  for (std::size_t i = parts.size(); i < writing.held.size(); ++i) {
    PYRAMID_TRY(run.memory.remove(format::part_id(writing.id, static_cast<int>(i) + 1)));
  }
  return {};
}

// Drops the words of the turns that do not stay, where none are kept.
void drop_new_words(const Run& run, Writing& writing) {
  if (keep_of(run.memory.settings()) != Keep::kNone) return;
  drop_words(writing.kept, writing.stay, writing.said);
}

Status put_new(Run& run, const RedactedConversation& redacted, const Ulid& id,
               ImportReport& report) {
  ++report.added;
  ++run.taken_in;
  Writing writing;
  writing.id = id;
  writing.said = writing.kept = redacted.conversation;
  writing.first_path =
      run.memory.free_path(new_session_path(redacted.conversation, run.memory.zone()), id);
  drop_new_words(run, writing);
  PYRAMID_TRY(put_parts(run, writing, redacted, report));
  std::vector<SecretPlace> named;
  for (const std::string_view kind : redacted.named) named.push_back({kind, writing.first_path});
  tell_redacted(named, run.services.ledger, report);
  return {};
}

// The conversation with its words, named and numbered as the files have it.
Conversation said_as(const Conversation& held, const Conversation& source) {
  Conversation said = source;
  said.title = held.title;
  said.start = held.start;
  said.replaced = held.replaced;
  return said;
}

// Grown or changed: written over what is held.
Status put_followed(Run& run, const RedactedConversation& redacted, const Node& session,
                    Compared compared, TakenBack& taken_back, ImportReport& report) {
  const bool is_changed = compared.held == Held::kChanged;
  ++(is_changed ? report.changed : report.grown);
  ++run.taken_in;
  for (const HeldPart& part : compared.parts) {
    if (!is_changed || part.end <= compared.common) continue;
    PYRAMID_TRY(taken_back.turns_behind(compared.common, part.path, compared.conversation));
  }
  Followed followed = follow(compared, redacted.conversation);
  Writing writing;
  writing.id = session.id;
  writing.said = said_as(followed.conversation, redacted.conversation);
  writing.kept = std::move(followed.conversation);
  writing.stay = followed.stay;
  writing.first_new = is_changed ? compared.common : compared.conversation.turns.size();
  writing.first_path = session.path;
  drop_new_words(run, writing);
  if (compared.edited) writing.as_source = in_form_of(writing.kept, redacted.conversation);
  writing.held = std::move(compared.parts);
  return put_parts(run, writing, redacted, report);
}

// Turns whose words are not kept and which nobody extracted: an interrupted import, or an engine
// that failed. The source says them again.
Status hear_again(Run& run, const Node& session, const Conversation& source) {
  const std::vector<Node> nodes = parts_of(run.memory, session);
  const auto waits = [](const Node& part) { return part.extracted < part.turns; };
  if (std::none_of(nodes.begin(), nodes.end(), waits)) return {};
  PYRAMID_ASSIGN(const HeldSession held, read_held(run.memory, session));
  const Conversation form = in_form_of(held.conversation, source);
  const Conversation said = said_as(held.conversation, source);
  for (std::size_t i = 0; i < held.parts.size() && held.parts[i].end <= source.turns.size(); ++i) {
    const HeldPart& part = held.parts[i];
    if (!waits(nodes[i]) || part.begin == part.end) continue;
    const format::Turn& last = held.conversation.turns[part.end - 1];
    if (!last.unkept || !is_same(last, form.turns[part.end - 1])) continue;
    run.heard[nodes[i].id] = with_context(said, part.begin, part.end, static_cast<int>(i) + 1);
    run.not_extracted.erase(nodes[i].id);
  }
  return {};
}

// A session that is there already.
Status put_again(Run& run, const RedactedConversation& redacted, const Node& session,
                 TakenBack& taken_back, ImportReport& report) {
  PYRAMID_ASSIGN(Compared compared, compare(run.memory, session, redacted.conversation));
  if (compared.held == Held::kGrown || compared.held == Held::kChanged) {
    return put_followed(run, redacted, session, std::move(compared), taken_back, report);
  }
  ++report.unchanged;
  if (compared.held == Held::kLeft) report.diagnostics.push_back(left_as_it_is(session.path));
  return hear_again(run, session, redacted.conversation);
}

}  // namespace

std::string new_session_path(const Conversation& conversation, const Zone& zone) {
  return workspace::session_path(format::begun_at(conversation, zone), conversation.title,
                                 format::session_id(conversation));
}

Diagnostic left_as_it_is(const std::string& path) {
  return {Severity::kWarning, path, "differs from its source; left as it is",
          "remove the file and import again to take the source's text"};
}

std::optional<std::string> held_user(const Run& run, const Ulid& session) {
  const std::string path = run.memory.path_of(session);
  if (path.empty()) {
    const bool was = is_forgotten(run.services.files, run.opened.workspace, session);
    return was ? std::optional<std::string>("") : std::nullopt;
  }
  const Result<std::string> bytes = run.memory.bytes(path);
  if (!bytes) return "";
  const Result<format::Document> document = format::parse_document(*bytes, path);
  if (!document) return "";
  return std::string(document->frontmatter.scalar("user").value_or(std::string_view()));
}

Status take_session(Run& run, const RedactedConversation& redacted, TakenBack& taken_back,
                    ImportReport& report) {
  const Ulid id = format::session_id(redacted.conversation);
  if (is_forgotten(run.services.files, run.opened.workspace, id)) {
    ++report.unchanged;
    return {};
  }
  const Node* known = run.memory.find(id);
  if (known == nullptr) return put_new(run, redacted, id, report);
  const Node session = *known;
  return put_again(run, redacted, session, taken_back, report);
}

}  // namespace pyramid::ops
