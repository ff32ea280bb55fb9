#include "ops/take_session.hpp"

#include "ops/transcripts.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using format::Node;

namespace {

void report_redacted(const RedactedConversation& redacted, std::size_t first,
                     std::string_view session, const std::string& path, ImportReport& report) {
  Diagnostics marks = redacted_in(redacted, first, session, path);
  report.redacted += marks.size();
  report.diagnostics.insert(report.diagnostics.end(), std::make_move_iterator(marks.begin()),
                            std::make_move_iterator(marks.end()));
}

// Drops the words of the turns from `first` on, where no words are kept, and leaves them for the
// extraction.
void keep_words(Run& run, const Ulid& id, const Conversation& said, std::size_t first,
                Conversation& kept) {
  if (keep_of(run.memory.settings()) != Keep::kNone) return;
  drop_words(kept, first, said);
  Conversation heard = said;
  heard.title = kept.title;
  heard.start = kept.start;
  heard.replaced = kept.replaced;
  run.heard[id] = std::move(heard);
}

Status put_new(Run& run, const RedactedConversation& redacted, const Ulid& id,
               ImportReport& report) {
  ++report.added;
  Conversation kept = redacted.conversation;
  keep_words(run, id, redacted.conversation, 0, kept);
  const std::string path = new_session_path(kept);
  std::string session = format::write_session(kept, 0);
  report_redacted(redacted, 0, session, path, report);
  return run.memory.put(path, std::move(session), std::nullopt);
}

Diagnostic left_as_it_is(const std::string& path) {
  return {Severity::kWarning, path, "differs from its source; left as it is",
          "remove the file and import again to take the source's text"};
}

// Grown or changed: written over what is held.
Status put_followed(Run& run, const RedactedConversation& redacted, const Node& session,
                    const Compared& compared, TakenBack& taken_back, ImportReport& report) {
  if (compared.held == Held::kChanged) {
    ++report.changed;
    PYRAMID_TRY(taken_back.turns_behind(compared.common, session.path, compared.conversation));
  } else {
    ++report.grown;
  }
  Followed followed = follow(compared, session, redacted.conversation);
  keep_words(run, session.id, redacted.conversation, followed.stay, followed.conversation);
  PYRAMID_ASSIGN(std::string bytes,
                 format::rewrite_session(followed.conversation, followed.extracted, session.path,
                                         compared.bytes));
  if (compared.edited) {
    const Conversation source = in_form_of(followed.conversation, redacted.conversation);
    const Digest output = format::turns_digest(source, source.turns.size());
    PYRAMID_ASSIGN(bytes, format::with_field(bytes, session.path, "output", to_hex(output)));
  }
  const bool is_changed = compared.held == Held::kChanged;
  const std::size_t first_new = is_changed ? compared.common : compared.conversation.turns.size();
  report_redacted(redacted, first_new, bytes, session.path, report);
  return run.memory.put(session.path, std::move(bytes), digest_of(compared.bytes));
}

// Turns whose words are not kept and which nobody extracted: an interrupted import, or an engine
// that failed. The source says them again.
Status hear_again(Run& run, const Node& session, const Conversation& source) {
  const auto turns = static_cast<std::size_t>(session.turns);
  if (session.extracted >= session.turns || source.turns.size() < turns) return {};
  PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(session.path));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, session.path));
  PYRAMID_ASSIGN(const Conversation held, format::read_session(document, session.path));
  const Conversation form = in_form_of(held, source);
  if (held.turns.size() != turns || !held.turns.back().unkept) return {};
  if (!is_same(held.turns.back(), form.turns[turns - 1])) return {};
  Conversation heard = source;
  heard.turns.resize(turns);
  heard.title = held.title;
  heard.start = held.start;
  heard.replaced = held.replaced;
  run.heard[session.id] = std::move(heard);
  run.not_extracted.erase(session.id);
  return {};
}

// A session that is there already.
Status put_again(Run& run, const RedactedConversation& redacted, const Node& session,
                 TakenBack& taken_back, ImportReport& report) {
  PYRAMID_ASSIGN(const Compared compared, compare(run.memory, session, redacted.conversation));
  if (compared.held == Held::kGrown || compared.held == Held::kChanged) {
    return put_followed(run, redacted, session, compared, taken_back, report);
  }
  ++report.unchanged;
  if (compared.held == Held::kLeft) report.diagnostics.push_back(left_as_it_is(session.path));
  return hear_again(run, session, redacted.conversation);
}

}  // namespace

std::string new_session_path(const Conversation& conversation) {
  return workspace::session_path(conversation.start, conversation.title,
                                 format::session_id(conversation));
}

Status take_session(Run& run, const RedactedConversation& redacted, TakenBack& taken_back,
                    ImportReport& report) {
  const Ulid id = format::session_id(redacted.conversation);
  const Node* known = run.memory.find(id);
  if (known == nullptr) return put_new(run, redacted, id, report);
  const Node session = *known;
  return put_again(run, redacted, session, taken_back, report);
}

}  // namespace pyramid::ops
