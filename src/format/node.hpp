// A node: one markdown file, what it means, and how it is written (docs/format.md).
//
// Pure: bytes in, values out. Paths are workspace-relative and only used for links and messages.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "format/frontmatter.hpp"
#include "format/markdown.hpp"
#include "format/own_words.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

enum class Kind {
  kObservation,
  kSummary,
  kModel,     // models/<name>.md
  kMemory,    // MEMORY.md
  kSession,   // a conversation
  kDaily,     // daily/*.md
  kIdentity,  // SOUL.md, USER.md: written by people
  kNote,      // any other markdown: indexed, never written
  kWhy,       // why/*.md: what the sections of homes were made from
  kTask,      // tasks/*.md: something to do, or done
  kTopic,  // topics/: a leaf, a summary of a folder of them, a table of contents (format/topic.hpp)
};
const char* name_of(Kind kind);  // "observation", …
std::optional<Kind> parse_kind(std::string_view name);
// The kind that the place alone tells; kNote for any other path.
Kind kind_of_path(std::string_view path);
// Whether such files are people's own: notes, daily logs, SOUL.md, USER.md, and tasks, which people
// and programs write.
bool is_persons(Kind kind);
// A home of mental models, whose sections are each made from others or a person's: MEMORY.md,
// models.
bool is_home(Kind kind);
// Made as one text: a summary, or a file of the topic tree.
bool is_generated_text(Kind kind);
bool is_generated(Kind kind);  // either of both
// Whether links, tombstones and other machines find such a file by an id of ours wherever it lies:
// all but notes, daily logs, SOUL.md, USER.md and pages.
bool is_known_by_id(Kind kind);
// The kind that a head says. In a place of a person's own a `kind: session` may be theirs too: that
// of the program has an id of ours there, or stays a note.
std::optional<Kind> named_kind(const Frontmatter& frontmatter, std::string_view path);

// An edge that a node's file states.
struct Edge {
  Link link;
  std::string path;  // workspace-relative target, or "" when it leaves the workspace or is external
};
// What a task has to do with another file: the headings below which its links stand.
enum class Relation {
  kBlocks,       // `## Blocks`: that one cannot be done before this one
  kRelatedTo,    // `## Related to`
  kDerivedFrom,  // `## Derived from`: it came of that one, or of what was said there
  kSimilarTo,    // `## Similar to`
};
inline constexpr std::size_t kRelations = 4;
struct Related {
  Relation relation = Relation::kRelatedTo;
  Edge edge;
  bool found_by_program = false;  // which is said behind the link
};
// The number of the turn that a link leads to by its fragment "^t17"; 0 = to none.
std::int64_t turn_number(std::string_view fragment);

// "builtin" and "summarize/1" -> "builtin:summarize/1": what a text was written by. An engine's
// name holds no space, a recipe's neither space nor colon.
std::string made_by(std::string_view engine, std::string_view recipe);

// What is recorded of one generated text of a home.
struct SectionRecord {
  std::string name;  // "user/this-week", "other-models"; in a model file "this-week", "description"
  Digest inputs;     // zero: not known, so that it is written again
  Digest output;
  std::string made_by;       // "" = the program itself, without an engine
  Sentences sentences = {};  // none without an engine
};
// As a line: "user/this-week <inputs> <output> builtin:synthesise/1 <sentences>".
std::string to_line(const SectionRecord& record);
std::optional<SectionRecord> parse_section_record(std::string_view line);

// What the page of a home tells of one of its texts (format/why_page.hpp).
struct Evidence {
  std::string name;                     // of the section, or "description"
  std::string tag;                      // which state of it
  std::optional<SectionRecord> record;  // not there: the page is of an earlier version
  std::vector<Edge> from;  // what it was made from, in order; links as they stand in the page
  std::vector<std::vector<std::size_t>> sentences;  // by link: those that rest on it, from 1
};

// A file cut into its parts, all bytes accounted for: bytes == bom + opening fence + frontmatter +
// closing fence + body.
struct Document {
  bool bom = false;
  bool crlf = false;  // the first line end is \r\n; new lines are written likewise
  bool has_frontmatter = false;
  std::string open_fence, close_fence;  // the two `---` lines with their ends; "" = plain
  Frontmatter frontmatter;
  std::string body;           // as it stands in the file
  std::size_t body_line = 1;  // 1-based line of the file where the body starts
  // Why parse_document() refuses the head, where read_document() read it as far as it goes.
  std::optional<Error> head_problem = {};
  // Of a home whose page was looked for, what that lists: no bytes of this file.
  std::optional<std::vector<Evidence>> evidence = {};
};

// kInvalid (where = path:line): invalid UTF-8, NUL, unterminated or broken frontmatter, over 8 MiB.
Result<Document> parse_document(std::string_view bytes, std::string_view path);
// As parse_document(), for who only reads. What a person keeps in a place of their own (a note, a
// daily log, SOUL.md, USER.md) is never refused for its head: of one that is no YAML the keys count
// that can be read, and text between two rules `---` is body, as is all of a file whose first rule
// has no second. Not so where the head says that the file is of the program's own kinds.
// REQUIRES of the caller: nothing is set in the frontmatter.
Result<Document> read_document(std::string_view bytes, std::string_view path);
// A file that read_document() refuses for its head, with those values of it in quotes that YAML
// refuses: what a person meant who wrote `title: A: b`. nullopt where that is not all that is
// wrong.
std::optional<std::string> with_quoted_head(std::string_view bytes, std::string_view path);
std::string to_bytes(const Document& document);

// The status of an observation with `quarantine: true`: out of use until a person releases it.
inline constexpr const char* kQuarantined = "quarantined";
// The status of a task with `invalidated:`: it is no longer wanted.
inline constexpr const char* kInvalidated = "invalidated";

// Whose a file is by what it says and where it lies.
Kind kind_of(const Document& document, std::string_view path);
// The name of a model, by its file: as it says, else as that is called.
std::string model_of(const Document& document, std::string_view path);

// The typed view of a document.
struct Node {
  Ulid id;  // zero for notes without one
  Kind kind = Kind::kNote;
  std::string path;
  std::string title;   // first `# ` heading, or frontmatter title, or first words of the text
  std::string model;   // observation, summary: the model it belongs to; model: its own name
  std::string status;  // "" = active; "superseded", …; kQuarantined; of a task kInvalidated
  Time at;             // observation: said; session: start; summary: its end; else zero
  int importance = 0;  // 1 to 10; 0 = none
  // kObservation: seconds east of UTC where it was said; none: by the workspace's zone
  std::optional<std::int32_t> offset;
  // observations; none of it is in a digest
  Ulid superseded_by;             // zero = none, or a link alone
  std::optional<Edge> successor;  // the link to it, no part of `edges`; the index has its path
  // the index does not hold these
  std::vector<std::string> seen;  // when it was said again: format_time(), sorted, each once
  // summaries; of topics `tier` is the depth, `count` the leaves below
  int tier = 0;
  std::string policy;  // "" = count
  Time start, end;
  std::int64_t count = 0;  // observations below, all the way down
  // generated nodes
  std::string engine, recipe;
  std::optional<Digest> inputs, output;  // as recorded
  Sentences sentences;                   // kSummary, kTopic; the index does not hold them
  Hand hand = Hand::kNone;               // kSummary, kTopic
  std::vector<SectionRecord> sections;   // kModel, kMemory; without its page what the head has
  std::string description;               // kModel; kTopic: its key
  std::string model_type;                // kModel: "person", "project", "topic"; kTopic: its sort
  std::string fact;                      // kObservation: "lasting", "rule", …; "" = not judged
  std::vector<std::string> aliases;      // kModel
  // tasks
  std::string outcome;           // "done", "failed"; "" = open
  std::vector<Related> related;  // in the order of the file
  // topics
  Ulid session;             // of a leaf: what it was cut from
  std::int64_t tokens = 0;  // of the text
  // sessions, and leaves of them
  std::string user;            // how the person is called in it, or ""
  std::int64_t first = 1;      // number of the first turn; the index does not hold it
  std::int64_t turns = 0;      // number of the last turn
  std::int64_t extracted = 0;  // observations were taken through this turn

  std::string text;           // the node's text, see design.md; `\n` line ends
  std::size_t text_line = 1;  // 1-based line of the file where the text starts
  std::vector<Edge> sources;  // links under `## Sources`, of a topic under `## Children`, in order
  std::optional<Edge> from;   // the link of the last `From [` line
  std::vector<Edge> edges;    // every internal link of the body, sources and from included

  Digest digest;                // what a reader of the node would use: id-independent meaning
  Digest text_digest;           // of `text` alone; != output means edited by hand
  std::int64_t text_bytes = 0;  // of what that covers
};

// The kind comes from the frontmatter's `kind`; without one from the path, though a file in one of
// our folders that has no ULID as its `id` is a note; so is, without id or edges, what lies outside
// the workspace. What lacks what its kind needs (a ULID, a time) is kInvalid with the line.
Result<Node> read_node(const Document& document, std::string_view path);
Result<Node> read_node(std::string_view bytes, std::string_view path);  // as read_document() has it

// Digest of a generated text as recorded in `output`; equals text_digest after a round trip.
Digest text_digest(std::string_view text);

struct ObservationDraft {
  Ulid id;
  Time at;
  std::string model;      // "" = not assigned yet
  std::string fact = {};  // what sort of fact: "lasting", "rule", …; "" = the key is left out
  int importance = 0;     // 0 = the key is left out
  std::string text;
  std::string from_title;  // the session's title
  std::string from_path;   // workspace-relative path of the session file
  std::int64_t from_turn = 0;
  std::string source;       // said outside any conversation: to what; "" = the key is left out
  bool quarantine = false;  // speaks to the assistant: the text is written as a quotation
  Ulid superseded_by = {};  // zero = it is in use
  std::optional<std::int32_t> offset = std::nullopt;  // as of Node
  std::vector<std::string> scopes = {};  // tags of whoever it was told to and by (format/tags.hpp)
};
// A new observation file for `path`.
std::string write_observation(const ObservationDraft& draft, std::string_view path);

// The observation at `path` with this in its record: it was said again, at `again.at`, in the turn
// that `again` names, if any, and is of its scopes, too. The same bytes where the record has that
// time or turn already, so that the same conversation counts once, in whatever order machines read.
Result<std::string> said_again(std::string_view bytes, std::string_view path,
                               const ObservationDraft& again);
// The observation at `path` with the links of its `From` lines under these titles, and each place
// once: what was merged may name one twice, under two titles. `title_of`: of a session, by its path
// or, where the link leads out of the workspace, by the link; "" = as it stands. The same bytes
// where all is so.
Result<std::string> with_from_titles(
    std::string_view bytes, std::string_view path,
    const std::function<std::string(const std::string& session)>& title_of);
// The observation at `path` with the links of its `From` lines but the first, which is of its own
// turn, by `order` of the session that each leads to.
Result<std::string> with_from_in_order(
    std::string_view bytes, std::string_view path,
    const std::function<std::string(const std::string& session)>& order);
// The observation at `path` without those of its links, and without `times` in `seen`: what was
// said there is another observation. One link stays.
Result<std::string> without_said(std::string_view bytes, std::string_view path,
                                 const std::function<bool(const Edge& from)>& is_gone,
                                 const std::vector<std::string>& times);
// Whether the observation at `path` holds nothing but its text and what the program puts beside it.
Result<bool> is_as_written(std::string_view bytes, std::string_view path);
// The observation at `path` once the turns of `session` behind turn `last` are no longer what was
// said: without its links to them and without their times in `seen`; or, with no other link left,
// out of use, by nothing that took its place. nullopt where it links none of them.
struct Unsaid {
  std::string bytes;
  bool out_of_use = false;
};
Result<std::optional<Unsaid>> unsaid(std::string_view bytes, std::string_view path,
                                     std::string_view session, std::int64_t last,
                                     const std::vector<std::string>& times);
// The observation that unsaid() put out of use, said after all in the turn that `again` names: in
// use, with a link to that turn alone and without `times` in `seen`.
Result<std::string> said_after_all(std::string_view bytes, std::string_view path,
                                   const ObservationDraft& again,
                                   const std::vector<std::string>& times);
// The observation out of use: `by` took its place.
Result<std::string> superseded(std::string_view bytes, std::string_view path, const Ulid& by);
// The observation in use again: what took its place is gone.
Result<std::string> reinstated(std::string_view bytes, std::string_view path);

struct SourceLink {
  std::string text;  // escaped by the writer
  std::string path;  // workspace-relative
};
struct SummaryDraft {
  Ulid id;
  std::string model;
  int tier = 0;
  Time start, end;
  std::int64_t count = 0;
  std::string engine, recipe;
  Digest inputs;
  std::string text;
  std::vector<SourceLink> sources;
  std::string policy = {};  // "" = count: the key is left out
  ByHand by_hand = {};      // the words stand in front of the text, verbatim
  // Positions of the sources that each sentence rests on, as far as that is known.
  std::map<SentenceMark, std::vector<std::size_t>> support = {};
};
// Writes a summary. `existing` (may be empty) is the file as it stands: its unknown keys, order,
// comments, BOM and line ends survive. Records output and sentences of the text, without the
// person's words.
Result<std::string> write_summary(const SummaryDraft& draft, std::string_view path,
                                  std::string_view existing);

// A summary whose sources are gone, as the statement of the person who edited it: with their words
// alone, without the links under `## Sources`, recorded as made from nothing, of which `inputs` is
// the digest. All else of the file stays.
Result<std::string> own_statement(std::string_view bytes, std::string_view path,
                                  const Digest& inputs);

// Sets or (empty value) removes one frontmatter key of a file, every other byte kept.
Result<std::string> with_field(std::string_view bytes, std::string_view path, std::string_view key,
                               std::string_view value);

}  // namespace pyramid::format
