// A task as a file: what is to be done, what came of it, and what it has to do with others
// (docs/format.md, "Task").
#pragma once

#include "base/ulid.hpp"
#include "format/markdown.hpp"
#include "format/node.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// "Blocks", "Related to", …: what such links stand below.
std::string_view heading_of(Relation relation);
// The one that a heading of a task names, whatever the case of its letters.
std::optional<Relation> relation_of(const Heading& heading);
// What stands below those headings. A link out of the workspace or to the web is none.
std::vector<Related> related_in(std::string_view body, const Outline& found, std::string_view path);

struct TaskDraft {
  Ulid id;
  Time at;  // when it was set
  std::string title;
  std::string description;               // markdown, or ""
  std::vector<std::string> scopes = {};  // tags of whose it is (format/tags.hpp)
};
// A new task, open. What would end or forge a section in the description is escaped.
std::string write_task(const TaskDraft& draft);

// "open", "done", "failed" or "invalidated".
std::string state_of(const Node& task);
// How a task is called in its outcome that was opened again, was dropped, and is not any more.
inline constexpr std::string_view kOpenedAgain = "opened again",
                                  kNoLongerWanted = "no longer wanted",
                                  kWantedAgain = "wanted again";
// Whether a paragraph of its outcome calls it so: "2026-05-15, opened again: …".
bool calls_it(std::string_view outcome, std::string_view called);
// The task with what came of it below `## Outcome in full`, behind what stands there. `lead`: a
// line in front of it.
Result<std::string> with_whole_outcome(std::string_view bytes, std::string_view path,
                                       std::string_view lead, std::string_view markdown);

// The task with a paragraph below `## Outcome`, behind what came of it before, in front of its
// relations: "2026-05-13, failed: The certificate had expired."; every other byte kept. The same
// bytes where the last paragraph there says that. kInvalid where something left open hides it.
Result<std::string> with_outcome(std::string_view bytes, std::string_view path,
                                 std::string_view paragraph);

// A link to the file `to`, called `title`, below the relation's heading.
struct RelatedDraft {
  Relation relation = Relation::kRelatedTo;
  std::string to;  // workspace-relative
  std::string title;
  std::string fragment = {};      // of the link: "^t17"
  bool found_by_program = false;  // which is said behind it
};
// The task with that link; the same bytes where one leads there already, to that fragment. kInvalid
// where something left open hides it.
Result<std::string> with_related(std::string_view bytes, std::string_view path,
                                 const RelatedDraft& draft);
// The task without the lines below the relation's heading that are nothing but a link to the file
// `to` (with a fragment, to that), and without a heading that has nothing below it then. kInvalid
// for a line that says more: that is a person's.
Result<std::string> without_related(std::string_view bytes, std::string_view path,
                                    Relation relation, std::string_view to,
                                    std::string_view fragment = {});
// The task without such lines of all its relations that lead to what `is_gone`; one that says more
// stays.
Result<std::string> without_links_to(std::string_view bytes, std::string_view path,
                                     const std::function<bool(std::string_view to)>& is_gone);
// The body of a task as what stands behind its text, which ends where its relations begin: all
// before that, and the lines of the relations, are blank. "" where there are no relations.
std::string behind_relations(const Document& document);
// All that a task says, relations left out: its text, and what stands behind them.
std::string whole_text(const Document& document, const Node& task);
// The same in two: what came of it, a paragraph each, the newest last; and the rest, without title.
struct ToldTask {
  std::vector<std::string> outcomes;
  std::string description;
};
ToldTask told_task(const Document& document);

}  // namespace pyramid::format
