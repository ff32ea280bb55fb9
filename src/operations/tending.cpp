// Operations that look after the memory and what it leans on.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

const Record<StatusOptions>& Described<StatusOptions>::record() {
  static const Record<StatusOptions> record;
  return record;
}

const Record<StatusReport>& Described<StatusReport>::record() {
  using S = StatusReport;
  static const auto record = [] {
    Record<S> report;
    report.has("root", &S::root, "The workspace's folder")
        .detail()
        .has("engine", &S::engine, "What writes texts")
        .detail()
        .has("embedding", &S::embedding, "Whose vectors a search goes by")
        .detail()
        .has("sessions", &S::sessions, "Conversations")
        .has("observations", &S::observations, "Facts")
        .has("unassigned", &S::unassigned, "Facts without a model")
        .detail()
        .has("summaries_by_tier", &S::summaries_by_tier, "Summaries")
        .detail()
        .has("models", &S::models, "Mental models")
        .has("tasks", &S::tasks, "Set, whatever came of them")
        .detail()
        .has("notes", &S::notes, "A person's files")
        .detail()
        .has("files", &S::files, "Memory files")
        .detail()
        .has("extra_files", &S::extra_files, "Of these, outside the workspace")
        .detail()
        .has("chunks", &S::chunks, "Passages in the index")
        .detail()
        .has("embeddings", &S::embeddings, "Vectors in the index")
        .detail()
        .has("cached_embeddings", &S::cached_embeddings, "Vectors kept beside it")
        .detail()
        .has("next_embedding", &S::next_embedding, "Whose vectors are not complete yet")
        .detail()
        .has("texts_to_embed", &S::texts_to_embed, "Texts without a vector of it")
        .detail()
        .has("index_bytes", &S::index_bytes, "Size of the index")
        .unit("bytes")
        .detail()
        .has("memory_bytes", &S::memory_bytes, "Size of MEMORY.md")
        .unit("bytes")
        .detail()
        .has("memory_share", &S::memory_share, "How much of it is memory, in percent")
        .detail()
        .has("models_share", &S::models_share, "The same of the files of models")
        .detail()
        .has("checked_at", &S::checked_at, "The files were compared with the index then")
        .detail()
        .has("files_read", &S::files_read, "That had changed")
        .detail()
        .has("cache_hits", &S::cache_hits, "Files that the index knew as they are")
        .detail()
        .tells(
            "up_to_date", [](const S& from) { return from.up_to_date(); },
            "A sync has nothing to do")
        .has("sessions_to_extract", &S::sessions_to_extract, "By the next sync")
        .detail()
        .has("summaries_to_write", &S::summaries_to_write, "By the next sync")
        .detail()
        .has("summaries_to_remove", &S::summaries_to_remove, "By the next sync")
        .detail()
        .has("sections_to_write", &S::sections_to_write, "By the next sync")
        .detail()
        .has("copies_to_merge", &S::copies_to_merge, "Conflict copies")
        .detail()
        .has("queued", &S::queued, "Transcripts that wait to be taken in")
        .has("outdated_summaries", &S::outdated_summaries, "Of another engine or recipe")
        .detail()
        .has("outdated_sections", &S::outdated_sections, "Of another engine or recipe")
        .detail()
        .has("last_commit", &S::last_commit, "Its id")
        .detail()
        .has("last_commit_subject", &S::last_commit_subject, "Its first line")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<InitReport>& Described<InitReport>::record() {
  using R = InitReport;
  static const auto record =
      Record<R>()
          .has("root", &R::root, "The workspace's folder")
          .has("created", &R::created, "Files; none where all were there")
          .has("repository", &R::repository, "That keeps it")
          .has("repository_created", &R::repository_created, "By this command")
          .has("commit", &R::commit, "The first one's id")
          .has("offers", &R::offers, "Language models that are at hand");
  return record;
}

const Record<CheckOptions>& Described<CheckOptions>::record() {
  static const auto record =
      Record<CheckOptions>()
          .has("fix", &CheckOptions::fix, "Mend first what can be mended without a loss")
          .has("grounding", &CheckOptions::grounding,
               "Also check every generated sentence against what it was made from")
          .has("index", &CheckOptions::index,
               "Also check every row of the index against the files, each read again");
  return record;
}

const Record<Ungrounded::Violation>& Described<Ungrounded::Violation>::record() {
  using Violation = Ungrounded::Violation;
  static const auto record =
      Record<Violation>()
          .has("fault", &Violation::fault, "name, number, date, address or denial")
          .has("words", &Violation::words, "Of the sentence")
          .has("reason", &Violation::reason, "In a few words");
  return record;
}

const Record<Ungrounded>& Described<Ungrounded>::record() {
  static const auto record =
      Record<Ungrounded>()
          .has("path", &Ungrounded::path, "Of the file")
          .has("line", &Ungrounded::line, "In it")
          .has("sentence", &Ungrounded::sentence, "As it was generated")
          .has("violations", &Ungrounded::violations, "What it says else than its sources")
          .has("sources", &Ungrounded::sources, "Those that say most of it, else all");
  return record;
}

const Record<GroundingReport>& Described<GroundingReport>::record() {
  using R = GroundingReport;
  static const auto record = Record<R>()
                                 .has("texts", &R::texts, "Judged")
                                 .has("sentences", &R::sentences, "Judged")
                                 .has("bytes", &R::bytes, "Judged")
                                 .has("by_hand", &R::by_hand, "Sentences of people: not judged")
                                 .has("findings", &R::findings, "By path, then as they stand");
  return record;
}

const Record<IndexReport::Difference>& Described<IndexReport::Difference>::record() {
  using Difference = IndexReport::Difference;
  static const auto record =
      Record<Difference>()
          .has("table", &Difference::table, "Of the index, or a file beside it")
          .has("path", &Difference::path, "The memory file that the row is about")
          .has("what", &Difference::what, "What differs");
  return record;
}

const Record<IndexReport>& Described<IndexReport>::record() {
  using R = IndexReport;
  static const auto record = Record<R>()
                                 .has("files", &R::files, "Compared")
                                 .has("chunks", &R::chunks, "Compared")
                                 .has("words", &R::words, "Compared, as often as they are said")
                                 .has("differing", &R::differing, "Rows")
                                 .has("differences", &R::differences, "The first of them");
  return record;
}

const Record<CheckReport>& Described<CheckReport>::record() {
  using R = CheckReport;
  static const auto record =
      Record<R>()
          .has("files", &R::files, "Looked at")
          .has("links", &R::links, "Looked at")
          .has("problems", &R::problems, "By path, then line; with fix those that are left")
          .has("fixed", &R::fixed, "What was mended")
          .has("grounding", &R::grounding, "Where it was asked for")
          .or_left_out()
          .has("index", &R::index, "Where it was asked for")
          .or_left_out()
          .has("diagnostics", &R::problems, "The same as problems");
  return record;
}

const Record<DoctorOptions>& Described<DoctorOptions>::record() {
  static const Record<DoctorOptions> record;
  return record;
}

const Record<DoctorReport>& Described<DoctorReport>::record() {
  using R = DoctorReport;
  static const auto record =
      Record<R>()
          .has("root", &R::root, "The workspace's folder")
          .has("engine", &R::engine, "What writes texts")
          .has("model", &R::model, "The language model; empty: none is asked")
          .has("endpoint", &R::endpoint, "Its address")
          .has("key", &R::key, "There is one for it")
          .has("key_from", &R::key_from, "the environment or .env")
          .has("reachable", &R::reachable, "It answers")
          .has("mode", &R::mode, "tools, schema or plain: how it answers with values")
          .has("embedding", &R::embedding, "With its version; empty: it cannot be used")
          .has("embedding_endpoint", &R::embedding_endpoint, "Of one asked over a network")
          .has("embedding_key_from", &R::embedding_key_from, "The same")
          .has("embedding_dims", &R::embedding_dims, "The same; 0: it did not answer")
          .has("repository", &R::repository, "That keeps the workspace; empty: none")
          .has("index", &R::index, "It can be read")
          .has("files", &R::files, "That it knows")
          .has("offers", &R::offers, "Language models that are at hand")
          .has("problems", &R::problems, "What is wrong")
          .has("diagnostics", &R::problems, "The same as problems");
  return record;
}

Result<StatusReport> status_as_asked(const Environment& environment, const StatusOptions& options) {
  return status(environment, options.workspace);
}

Result<DoctorReport> doctor_as_asked(const Environment& environment, const DoctorOptions& options) {
  return doctor(environment, options.workspace);
}

void add_tending(std::vector<Operation>& table) {
  Operation state{"status", "Memory status", "What memory holds and whether it is up to date.",
                  "To see whether memory_sync is due.", Effect::kReads};
  state.examples = {"pyramid status", "pyramid status --json"};
  table.push_back(operation(std::move(state), &status_as_asked));

  Operation checking{"check", "Check the files", "Check every file and link against the format.",
                     "", Effect::kWrites};
  checking.manual =
      "Exits with 1 when it finds a problem. Changes nothing without --fix, which mends links to\n"
      "moved files, gives the second of two files with one id, and an observation without one, an\n"
      "id of its own, and records that a summary's text is yours where nothing says what was\n"
      "generated. --grounding names sentences with a name, number, date or address that their\n"
      "sources do not have, or that say the opposite. With --index and --fix a wrong index is\n"
      "made anew.";
  checking.examples = {"pyramid check", "pyramid check --fix", "pyramid check --grounding",
                       "pyramid check --index", "pyramid check --json"};
  table.push_back(operation(std::move(checking), &check));

  Operation doctoring{"doctor", "Look at engine, git and index",
                      "Check that engine, git and index are as they should be.", "",
                      Effect::kReads};
  doctoring.manual =
      "Where a language model is set, asks it up to three short questions and remembers how it\n"
      "answers; the next sync then asks it again what it had no answer to. An embedding that is\n"
      "asked over a network is asked for one vector. Says whether there is a key, never which.";
  doctoring.examples = {"pyramid doctor", "pyramid doctor --json",
                        "pyramid doctor --host claude-code"};
  doctoring.is_local = true;
  table.push_back(operation(std::move(doctoring), &doctor_as_asked));
}

}  // namespace pyramid::operations
