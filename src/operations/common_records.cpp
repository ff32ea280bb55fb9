// What several reports tell.
#include "operations/described.hpp"

namespace pyramid::operations {

const Record<Diagnostic>& Described<Diagnostic>::record() {
  static const auto record =
      Record<Diagnostic>()
          .tells(
              "severity",
              [](const Diagnostic& one) {
                return std::string(one.severity == Severity::kError ? "error" : "warning");
              },
              "error or warning")
          .has("where", &Diagnostic::where, "path or path:line")
          .has("what", &Diagnostic::what, "What is wrong")
          .has("hint", &Diagnostic::hint, "What to do");
  return record;
}

const Record<MemoryCommit>& Described<MemoryCommit>::record() {
  static const auto record =
      Record<MemoryCommit>()
          .has("id", &MemoryCommit::id, "40 hex digits")
          .has("at", &MemoryCommit::at, "When it was made")
          .has("subject", &MemoryCommit::subject, "Its first line")
          .has("by_hand", &MemoryCommit::by_hand, "A person's edits")
          .has("machine", &MemoryCommit::machine, "Whose sync it was")
          .detail()
          .has("author", &MemoryCommit::author, "Who made it")
          .detail()
          .has("edge", &MemoryCommit::is_edge, "A shallow clone begins with it")
          .detail();
  return record;
}

namespace {

// [["same", "lives in "], ["removed", "Oslo"], ["added", "Austin"]]
Json words_of(const MemoryChange& change) {
  Json list = Json::array();
  for (const TextPiece& one : change.words) {
    const char* kind = one.kind == TextPiece::Kind::kSame      ? "same"
                       : one.kind == TextPiece::Kind::kRemoved ? "removed"
                                                               : "added";
    list.push_back({kind, one.text});
  }
  return list;
}

}  // namespace

const Record<MemoryChange>& Described<MemoryChange>::record() {
  static const auto record =
      Record<MemoryChange>()
          .has("what", &MemoryChange::what, "added, deleted, reworded, superseded, renamed …")
          .has("kind", &MemoryChange::kind, "observation, summary, section, session …")
          .has("path", &MemoryChange::path, "As it is; of what was deleted, as it was")
          .has("path_before", &MemoryChange::path_before, "Its path before, where that was another")
          .or_left_out()
          .has("id", &MemoryChange::id, "Of the node")
          .or_left_out()
          .has("name", &MemoryChange::name, "Of a section or session")
          .or_left_out()
          .has("model", &MemoryChange::model, "That it belongs to")
          .or_left_out()
          .has("tier", &MemoryChange::tier, "Of a summary")
          .or_left_out()
          .has("text_before", &MemoryChange::text_before, "What it said before")
          .or_left_out()
          .has("text", &MemoryChange::text, "What it says")
          .or_left_out()
          .tells("words", words_of, "Both texts, word by word")
          .or_left_out()
          .detail()
          .has("details", &MemoryChange::details, "Other changes")
          .or_left_out();
  return record;
}

const Record<SyncStep>& Described<SyncStep>::record() {
  static const auto record = Record<SyncStep>()
                                 .has("what", &SyncStep::what, "extract, create, rewrite, remove …")
                                 .has("path", &SyncStep::path, "Of the file")
                                 .has("reason", &SyncStep::reason, "Why");
  return record;
}

const Record<BatchUse>& Described<BatchUse>::record() {
  static const auto record =
      Record<BatchUse>()
          .has("submitted", &BatchUse::submitted, "Calls sent in batches by this command")
          .has("waiting", &BatchUse::waiting, "Calls of earlier batches that are under way")
          .has("collected", &BatchUse::collected, "Answers that came from earlier batches")
          .has("asked_again", &BatchUse::asked_again, "Calls of batches that failed");
  return record;
}

}  // namespace pyramid::operations
