#include "base/parallel.hpp"
#include "base/text.hpp"
#include "format/corrected_sources.hpp"
#include "format/home_records.hpp"
#include "format/own_words.hpp"
#include "format/sections.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/lost_homes.hpp"
#include "ops/run/run.hpp"
#include "ops/write/budget.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/grounded.hpp"
#include "ops/write/home.hpp"
#include "ops/write/left_homes.hpp"
#include "ops/write/left_out.hpp"
#include "ops/write/levels.hpp"
#include "ops/write/model_index.hpp"
#include "ops/write/own_below.hpp"
#include "ops/write/planned_steps.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::Node;
using format::SectionDraft;

namespace {

// Steps by whose recipes these texts are written.
constexpr std::string_view kWriteSectionStep = "synthesize";
constexpr std::string_view kWriteDescriptionStep = "describe";

// The last part of a record name: "user/this-week" -> "this-week".
std::string_view section_part(std::string_view record) {
  const std::size_t slash = record.find('/');
  return slash == std::string_view::npos ? record : record.substr(slash + 1);
}

// What an item of a cover has to say.
Result<engine::SourceText> text_of(const WorkingSet& memory, const plan::FactIndex& facts,
                                   const plan::CoverItem& item) {
  PYRAMID_ASSIGN(engine::SourceText source, item.own_words
                                                ? source_text(memory, item.id)
                                                : source_with_own(memory, facts, item.id));
  if (!item.own_words) return source;
  source.text = source.by_hand;
  return source;
}

// What a person did to summaries whose sources stand in their place here, and the paths of those of
// them that the person's sentences speak for.
struct EditedAbove {
  format::ByHand by_hand;
  std::set<std::string, std::less<>> corrected;
};

Result<EditedAbove> edited_above(const WorkingSet& memory, const plan::SectionTask& task) {
  std::set<Ulid> edited;
  for (const plan::CoverItem& item : task.items)
    edited.insert(item.under.begin(), item.under.end());
  EditedAbove above;
  std::vector<format::SentenceMark>& struck = above.by_hand.struck;
  for (const Ulid& id : edited) {
    const std::string path = memory.path_of(id);
    PYRAMID_ASSIGN(const std::string bytes, memory.bytes(path));
    PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
    PYRAMID_ASSIGN(const Node node, format::read_node(document, path));
    const format::ByHand own = format::by_hand(node.text, node.output, node.sentences);
    struck.insert(struck.end(), own.struck.begin(), own.struck.end());
    above.by_hand.words = format::joined_text(above.by_hand.words, own.words);
    if (node.tier > 0) continue;
    for (const auto& [source, words] : format::corrected_sources(node, document.body)) {
      above.corrected.insert(source);
    }
  }
  return above;
}

// What a person wrote into the other sections of a model.
std::string words_beside(const Home& home, const std::string& name) {
  std::string words;
  for (const auto& [section, own] : home.own) {
    if (section != name) words = format::joined_text(words, own);
  }
  return words;
}

// How many facts below the sources no sentence tells, `told` of them that others tell: each
// sentence tells one of each source that it rests on.
std::size_t left_out_of(std::span<const engine::SourceText> sources, const format::Support& support,
                        std::size_t told) {
  std::vector<std::int64_t> left;
  left.reserve(sources.size());
  for (const engine::SourceText& source : sources) left.push_back(source.count);
  for (const auto& [sentence, rests_on] : support) {
    for (const std::size_t source : rests_on) --left[source];
  }
  auto count = -static_cast<std::int64_t>(told);
  for (const std::int64_t one : left) count += std::max<std::int64_t>(0, one);
  return static_cast<std::size_t>(std::max<std::int64_t>(0, count));
}

// What observations call the owner of the memory.
std::vector<std::string> names_of_owner(const Run& run) {
  std::vector<std::string> names = {"User"};
  const std::string& name = run.opened.workspace.settings.user_name;
  if (!name.empty()) names.push_back(name);
  return names;
}

struct WrittenSection {
  SectionDraft draft;
  std::size_t violations = 0;
  std::vector<DroppedSentence> dropped = {};
  std::optional<FallbackText> fallback = {};
};

// `by_hand` is what a person did to it.
Result<WrittenSection> synthesise(const Run& run, const plan::FactIndex& facts,
                                  const plan::SectionTask& task, const Home& home,
                                  format::ByHand by_hand) {
  SectionDraft draft;
  draft.name = task.name;
  draft.by_hand = std::move(by_hand);
  const std::string& kept = draft.by_hand.words;
  draft.inputs = task.inputs;
  engine::SynthesiseRequest request;
  request.model = role_of(run.memory.rules(), task.model);
  request.model_title = title_of_model(run.memory, task.model);
  request.section = section_part(task.name);
  request.now = run.memory.zone().local(run.services.clock.now());
  request.kept = kept;
  if (request.model == "user") {
    request.speakers = names_of_owner(run);
  } else if (request.model == "assistant") {
    request.speakers = {"Assistant"};
  }
  // Read anew each time, and not recorded here: they are in the summaries' files.
  PYRAMID_ASSIGN(const EditedAbove edited, edited_above(run.memory, task));
  const format::ByHand& above = edited.by_hand;
  request.struck = draft.by_hand.struck;
  request.struck.insert(request.struck.end(), above.struck.begin(), above.struck.end());
  request.own_elsewhere = format::joined_text(words_beside(home, task.name), above.words);
  std::size_t told_count = 0;
  for (const plan::CoverItem& item : task.items) {
    told_count += item.told.size();
    for (const Ulid& told : item.told) {
      PYRAMID_ASSIGN(const engine::SourceText elsewhere, source_text(run.memory, told));
      request.told_elsewhere = format::joined_text(request.told_elsewhere, elsewhere.text);
    }
  }
  std::vector<engine::SourceText> spoken_for;
  std::vector<std::size_t> read, not_read;  // positions of items
  for (const plan::CoverItem& item : task.items) {
    PYRAMID_ASSIGN(engine::SourceText source, text_of(run.memory, facts, item));
    std::string path = run.memory.path_of(item.id);
    const bool corrected = edited.corrected.contains(path);
    (corrected ? not_read : read).push_back(draft.from.size());
    draft.from.push_back({span_label(source.start, source.end), std::move(path)});
    (corrected ? spoken_for : request.sources).push_back(std::move(source));
  }
  if (request.sources.empty()) {
    request.sources = std::move(spoken_for);
    read = std::move(not_read);
  }
  request.budget = budget_with_own_words(kept, request.sources, task.room);
  const Material material{*run.words, request.sources, names_of_model(run.memory, task.model),
                          kept};
  PYRAMID_ASSIGN(LevelledText text,
                 ask_by_levels(run, material, kWriteSectionStep, Levels::kNotStrict,
                               [&](engine::TextEngine& engine, bool, const std::string& wrong) {
                                 request.complaint = wrong;
                                 return engine.synthesise(request);
                               }));
  draft.text = format::without_struck(format::behind_kept(text.text.text, kept), above.struck).text;
  draft.made_by = format::made_by(text.engine, text.recipe);
  draft.support = std::move(text.text.support);
  told_count += format::sentences_in(kept).size();
  draft.left_out = left_out_of(request.sources, draft.support, told_count);
  for (auto& [sentence, support] : draft.support) {
    for (std::size_t& source : support) source = read[source];
  }
  return WrittenSection{std::move(draft), text.text.violations, std::move(text.text.dropped),
                        std::move(text.fallback)};
}

// A section that a person changed and whose record is lost. Nothing tells then which of its words
// are theirs, unless the sources give the same text again, as its link tells: that is the record.
const SectionDraft* without_record(const plan::SectionTask& task, const Home& home) {
  if (task.reason != plan::Reason::kNoInputs) return nullptr;
  const auto is_it = [&](const SectionDraft& one) {
    return one.name == task.name && one.output && one.sentences.standing.empty() &&
           !one.text.empty();
  };
  const auto found = std::find_if(home.sections.begin(), home.sections.end(), is_it);
  return found == home.sections.end() ? nullptr : &*found;
}

Result<WrittenSection> rewritten(const Run& run, const plan::FactIndex& facts,
                                 const plan::SectionTask& task, const Home& home) {
  format::ByHand own{home.own_words(task.name), home.struck};
  if (const SectionDraft* edited = without_record(task, home)) {
    PYRAMID_ASSIGN(const WrittenSection again,
                   synthesise(run, facts, task, home, {"", home.struck}));
    const Digest output = format::text_digest(again.draft.text);
    if (format::why_tag(output) == format::why_tag(*edited->output)) {
      format::Sentences sentences{{}, home.struck};
      for (const std::string_view sentence : format::sentences_in(again.draft.text)) {
        sentences.standing.push_back(format::mark_of(sentence));
      }
      own = format::by_hand(edited->text, output, sentences);
    }
  }
  return synthesise(run, facts, task, home, std::move(own));
}

// The section as it stands, with `From` lines that name what it was made from.
Result<WrittenSection> relinked(const Run& run, const plan::SectionTask& task, const Home& home) {
  SectionDraft draft;
  for (const SectionDraft& section : home.sections) {
    if (section.name == task.name) draft = section;
  }
  draft.from.clear();
  for (const plan::CoverItem& item : task.items) {
    draft.from.push_back(
        {span_label(run.memory.zone().local(item.start), run.memory.zone().local(item.end)),
         run.memory.path_of(item.id)});
  }
  return WrittenSection{std::move(draft)};
}

// Sections that stand there without a record of what they were made from: the folder was removed,
// or taken back to an older commit.
void tell_without_record(const plan::Plan& plan, Diagnostics& diagnostics) {
  const auto without = [](const plan::SectionTask& task) {
    return task.reason == plan::Reason::kNoInputs;
  };
  const auto count = std::count_if(plan.sections.begin(), plan.sections.end(), without);
  if (count == 0) return;
  diagnostics.push_back({Severity::kWarning, "why",
                         "had no record of " +
                             count_of(static_cast<std::size_t>(count), "section") +
                             ", or one of another state: made again",
                         ""});
}

// The newest section older than `name` that reads something; "" if there is none.
std::string heir_of(const plan::Plan& plan, const plan::Rules& rules, const std::string& model,
                    std::string_view name, const plan::Today& today) {
  const auto cover = plan.covers.find(model);
  if (cover == plan.covers.end()) return {};
  const auto names = plan::section_names();
  auto older = std::find(names.begin(), names.end(), section_part(name));
  while (older != names.end() && ++older != names.end()) {
    for (const plan::CoverItem& item : cover->second) {
      if (plan::section_of(item.end, today) == *older) {
        return plan::section_record_name(model, *older, rules);
      }
    }
  }
  return {};
}

// Position of the task that writes a section, which is added if the section was up to date.
std::size_t task_for(plan::Plan& plan, const Home& home, const std::string& name,
                     const plan::Today& today) {
  for (std::size_t i = 0; i < plan.sections.size(); ++i) {
    plan::SectionTask& task = plan.sections[i];
    if (task.model != home.model || task.name != name) continue;
    if (task.reason == plan::Reason::kMislinked) task.reason = plan::Reason::kTakesUp;
    return i;
  }
  plan::SectionTask task{home.model, name, {}, {}, plan::Reason::kTakesUp};
  for (const plan::CoverItem& item : plan.covers.at(home.model)) {
    if (plan::section_of(item.end, today) == section_part(name)) task.items.push_back(item);
  }
  for (const SectionDraft& section : home.sections) {
    if (section.name == name) task.inputs = section.inputs;
  }
  task.room = plan.rooms.at({home.model, std::string(section_part(name))});
  plan.sections.push_back(std::move(task));
  return plan.sections.size() - 1;
}

// What a person wrote into sections that have no sources any more goes on with time: into the next
// older section, in front of what was written there. Returns which task takes up the words of
// which.
std::map<std::size_t, std::size_t> hand_on_words(const Run& run, plan::Plan& plan,
                                                 std::map<std::string, Home>& homes) {
  std::map<std::size_t, std::size_t> heirs;
  const plan::Today today(run.services.clock.now(), run.memory.zone());
  for (std::size_t i = plan.sections.size(); i-- > 0;) {  // oldest first: the newest ends in front
    const plan::SectionTask task = plan.sections[i];
    Home& home = homes.at(task.model);
    const auto words = home.own.find(task.name);
    if (!task.items.empty() || words == home.own.end()) continue;
    const std::string heir = heir_of(plan, run.memory.rules(), task.model, task.name, today);
    if (heir.empty()) continue;
    home.own[heir] = format::joined_text(words->second, home.own_words(heir));
    home.own.erase(task.name);
    heirs[i] = task_for(plan, home, heir, today);
  }
  return heirs;
}

Result<LevelledText> describe(const Run& run, const Home& home, const plan::SectionTask& task) {
  engine::DescribeRequest request;
  request.model_title = title_of_model(run.memory, home.model);
  request.model_type = home.type;
  request.speakers = names_of_owner(run);
  for (const plan::CoverItem& item : task.items) {
    PYRAMID_ASSIGN(engine::SourceText source, source_text(run.memory, item.id));
    request.sources.push_back(std::move(source));
  }
  const Material material{*run.words, request.sources, names_of_model(run.memory, home.model), {}};
  return ask_by_levels(run, material, kWriteDescriptionStep, Levels::kNotStrict,
                       [&](engine::TextEngine& engine, bool, const std::string& wrong) {
                         request.complaint = wrong;
                         return engine.describe(request);
                       });
}

using Described = std::vector<std::optional<Result<LevelledText>>>;

// A description that a person wrote stays; only what it was held against is recorded.
void apply_descriptions(Run& run, const std::vector<plan::SectionTask>& tasks, Described& results,
                        std::map<std::string, Home>& homes) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Home& home = homes.at(tasks[i].model);
    const SyncStep step = describe_step(run, tasks[i]);
    if (home.description_output) {
      home.description_made_by = writers(run).description;
    } else if (tasks[i].items.empty()) {
      home.changed = true;
      home.description.clear();
      home.description_inputs.reset();
      run.report.steps.push_back(step);
      continue;
    } else {
      if (!results[i]) continue;  // interrupted before its turn
      if (!*results[i]) {
        note_failed(run, std::move(*results[i]).error(), home.path);
        continue;
      }
      LevelledText& described = **results[i];
      const std::string place = home.path + "#description";
      home.description = std::move(described.text.text);
      home.description_made_by = format::made_by(described.engine, described.recipe);
      note_dropped(run.report, described.text.violations, std::move(described.text.dropped), place);
      note_fallback(run.report, std::move(described.fallback), place);
    }
    home.changed = true;
    home.description_inputs = tasks[i].inputs;
    run.report.steps.push_back(step);
  }
}

Status apply_task(Run& run, Home& home, const plan::SectionTask& task,
                  std::optional<Result<WrittenSection>>& result) {
  if (task.items.empty()) {
    home.end(task.name);
  } else if (!result) {
    return {};  // interrupted before its turn
  } else if (!*result) {
    note_failed(run, std::move(*result).error(), home.path + "#" + task.name);
    return {};
  } else {
    home.replace(std::move((*result)->draft));
    const std::string place = home.path + "#" + task.name;
    note_dropped(run.report, (*result)->violations, std::move((*result)->dropped), place);
    note_fallback(run.report, std::move((*result)->fallback), place);
  }
  run.report.steps.push_back(section_step(run, task));
  ++run.report.sections_written;
  home.changed = true;
  if (std::find(run.report.models_rewritten.begin(), run.report.models_rewritten.end(),
                task.model) == run.report.models_rewritten.end()) {
    run.report.models_rewritten.push_back(task.model);
  }
  return {};
}

// The homes of all models that the plan has something of.
Result<std::map<std::string, Home>> homes_of(const Run& run, const plan::Plan& plan) {
  std::map<std::string, Home> homes;
  for (const std::string& model : plan.models) {
    if (is_home_hindered(run, model)) continue;
    PYRAMID_ASSIGN(Home home, read_home(run.memory, model));
    homes.emplace(model, std::move(home));
  }
  for (const auto* tasks : {&plan.sections, &plan.descriptions}) {
    for (const plan::SectionTask& task : *tasks) {  // of models that have no item any more
      if (homes.contains(task.model)) continue;
      PYRAMID_ASSIGN(Home home, read_home(run.memory, task.model));
      homes.emplace(task.model, std::move(home));
    }
  }
  return homes;
}

// Summaries that could not be written, and all that stands below them.
struct Unwritten {
  std::set<Ulid> summaries, below;
};
Unwritten unwritten(const plan::FactIndex& facts, const plan::Plan& plan) {
  Unwritten found;
  for (const plan::SummaryTask& task : plan.summaries) found.summaries.insert(task.group.id);
  if (found.summaries.empty()) return found;
  const std::vector<plan::Group>& groups = plan.grouping.groups;  // the lowest tier first
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    if (!found.summaries.contains(group->id) && !found.below.contains(group->id)) continue;
    const std::vector<Ulid> sources = plan::sources_of(facts, *group);
    found.below.insert(sources.begin(), sources.end());
  }
  return found;
}

bool reads_any(const plan::SectionTask& task, const std::set<Ulid>& summaries) {
  const auto is_one = [&](const Ulid& id) { return summaries.contains(id); };
  return std::any_of(task.items.begin(), task.items.end(), [&](const plan::CoverItem& item) {
    return is_one(item.id) || std::any_of(item.under.begin(), item.under.end(), is_one);
  });
}

bool tells_any(const WorkingSet& memory, const Home& home, const std::string& section,
               const std::set<Ulid>& ids) {
  return std::any_of(home.sections.begin(), home.sections.end(), [&](const SectionDraft& draft) {
    return draft.name == section &&
           std::any_of(draft.from.begin(), draft.from.end(), [&](const auto& line) {
             const Node* node = memory.at(line.path);
             return node != nullptr && ids.contains(node->id);
           });
  });
}

// A summary that could not be written leaves what would read it for the next sync, and what tells
// now what stands below it, which would be told nowhere.
void leave_waiting(const Run& run, const plan::FactIndex& facts,
                   const std::map<std::string, Home>& homes, plan::Plan& plan) {
  const Unwritten missing = unwritten(facts, plan);
  if (missing.summaries.empty()) return;
  std::set<std::string> waiting;  // models
  std::erase_if(plan.sections, [&](const plan::SectionTask& task) {
    const bool waits = reads_any(task, missing.summaries) ||
                       tells_any(run.memory, homes.at(task.model), task.name, missing.below);
    if (waits) waiting.insert(task.model);
    return waits;
  });
  // Words go into another section, which may be one of those.
  std::erase_if(plan.sections, [&](const plan::SectionTask& task) {
    return task.items.empty() && waiting.contains(task.model) &&
           homes.at(task.model).own.contains(task.name);
  });
  std::erase_if(plan.descriptions,
                [&](const plan::SectionTask& task) { return reads_any(task, missing.summaries); });
}

}  // namespace

Status add_heirs(const Run& run, plan::Plan& plan) {
  PYRAMID_ASSIGN(auto homes, homes_of(run, plan));
  hand_on_words(run, plan, homes);
  return {};
}

Status write_sections(Run& run) {
  PYRAMID_ASSIGN(plan::Plan plan, current_plan(run));
  PYRAMID_TRY(restore_homes(run, plan));
  PYRAMID_ASSIGN(auto homes, homes_of(run, plan));
  PYRAMID_ASSIGN(const plan::FactIndex* facts, run.memory.facts());
  leave_waiting(run, *facts, homes, plan);
  tell_without_record(plan, run.report.diagnostics);
  const std::map<std::size_t, std::size_t> heirs = hand_on_words(run, plan, homes);
  if (!plan.sections.empty()) {
    const Diagnostics ahead = yet_to_come(run.memory, plan, run.services.clock.now());
    run.report.diagnostics.insert(run.report.diagnostics.end(), ahead.begin(), ahead.end());
    run.services.progress.begin("writing models", plan.sections.size());
  }
  std::vector<std::optional<Result<WrittenSection>>> results(plan.sections.size());
  Described described(plan.descriptions.size());
  // Neither reads the other: all at once.
  const auto write_this = [&](std::size_t i) {
    if (run.services.progress.cancelled()) return;
    if (i >= results.size()) {
      const plan::SectionTask& task = plan.descriptions[i - results.size()];
      const Home& home = homes.at(task.model);
      const bool stands = home.description_output || task.items.empty();
      if (!stands) described[i - results.size()].emplace(describe(run, home, task));
      return;
    }
    const plan::SectionTask& task = plan.sections[i];
    if (task.items.empty()) return;
    const Home& home = homes.at(task.model);
    const bool text_stands = task.reason == plan::Reason::kMislinked;
    results[i].emplace(text_stands ? relinked(run, task, home)
                                   : rewritten(run, *facts, task, home));
    run.services.progress.advance(1);
  };
  const std::size_t count = results.size() + described.size();
  PYRAMID_TRY(while_taking_in(run, [&] { parallel_for(count, threads_of(run), write_this); }));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const plan::SectionTask& task = plan.sections[i];
    const auto heir = heirs.find(i);
    const bool handed_on = heir == heirs.end() || (results[heir->second] && *results[heir->second]);
    if (!handed_on) continue;  // the words stay until they stand elsewhere
    PYRAMID_TRY(apply_task(run, homes.at(task.model), task, results[i]));
  }
  if (!plan.sections.empty()) run.services.progress.end();
  apply_descriptions(run, plan.descriptions, described, homes);
  PYRAMID_TRY(write_changed(run.memory, homes));
  PYRAMID_TRY(write_homes(run));
  return cancelled_if_asked(run);
}

Status write_homes(Run& run) {
  if (!is_index_hindered(run.opened)) {
    PYRAMID_TRY(end_left_homes(run));
    PYRAMID_ASSIGN(const IndexDone done, write_memory_home(run.memory));
    if (done == IndexDone::kChanged) run.report.steps.push_back(index_step(kModelsChanged));
    if (done == IndexDone::kCreated) run.report.steps.push_back(home_step());
  }
  PYRAMID_TRY(tidy_pages(run.memory));
  return run.memory.flush();
}

Result<bool> is_index_to_write(const Run& run) {
  if (is_index_hindered(run.opened)) return false;
  return is_memory_home_stale(run.memory);
}

}  // namespace pyramid::ops
