#include "ops/topics/write_topics.hpp"

#include "base/parallel.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/topic.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/topics/arrange_topics.hpp"
#include "ops/topics/cut_leaves.hpp"
#include "ops/topics/topic_text.hpp"
#include "ops/topics/topic_tree.hpp"
#include "ops/write/calls_at_once.hpp"
#include "plan/inputs.hpp"
#include "plan/plan.hpp"
#include "topics/keys.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

constexpr int kLevelsOfIndex = 2;

bool is_persons_text(const Node& node) { return node.hand == format::Hand::kWords; }

bool has_topics(const WorkingSet& memory) {
  bool any = false;
  memory.each(Kind::kTopic, [&](const Ulid&, std::string_view) { any = true; });
  return any;
}

// What no person edited goes: another policy has no topics.
Status remove_topics(Run& run) {
  std::vector<Node> gone;
  PYRAMID_TRY(run.memory.walk(Kind::kTopic, [&](const Node& node) -> Status {
    if (node.model_type == format::kDeletedLeaf) return {};  // for the day when it has them again
    if (node.model_type == format::kTopicIndex || !is_persons_text(node)) gone.push_back(node);
    return {};
  }));
  for (const Node& node : gone) {
    run.report.steps.push_back({"remove", node.path, "`policy` has no topics"});
    PYRAMID_TRY(run.memory.remove_at(node.path));
  }
  return {};
}

// Of two files with one leaf that a merge left one goes, unless a person wrote in it: each is what
// the conversation says.
Status remove_copies(Run& run) {
  for (const auto& [path, counting] : run.memory.copies()) {
    if (workspace::kind_of_path(path) != Kind::kTopic) continue;
    PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(path));
    const Result<Node> node = format::read_node(bytes, path);
    const Node* other = run.memory.at(counting);
    if (!node || other == nullptr) continue;
    const bool same = node->text_digest == other->text_digest;
    if (is_persons_text(*node) && !same) continue;
    run.report.steps.push_back({"remove", path, "is " + counting + " once more"});
    PYRAMID_TRY(run.memory.remove_at(path));
  }
  return {};
}

std::string label_of(const Node& node) {
  return node.description.empty() ? node.title : node.description;
}

class TopicWriter {
 public:
  TopicWriter(Run& run, TopicTree tree, Arranged arranged)
      : run_(run), tree_(std::move(tree)), arranged_(std::move(arranged)), texts_(run) {}

  Status write_all() {
    PYRAMID_TRY(drop_childless());
    const std::vector<std::string> order = tree_.deepest_first();
    for (std::size_t from = 0; from < order.size();) {
      std::size_t to = from;
      const int depth = tree_.folders().at(order[from]).depth;
      while (to < order.size() && tree_.folders().at(order[to]).depth == depth) ++to;
      PYRAMID_TRY(write_level({order.begin() + static_cast<std::ptrdiff_t>(from),
                               order.begin() + static_cast<std::ptrdiff_t>(to)}));
      from = to;
    }
    PYRAMID_TRY(relate_all());
    if (!failed_.empty()) return {};
    PYRAMID_ASSIGN(const TopicTree now, TopicTree::of(run_.memory));
    return write_index(now, to_hex(now.state(run_.memory.settings())));
  }

  // Lists and numbers alone. The state that the table of contents records stays: what a sync has to
  // do it finds.
  Status relist() {
    PYRAMID_TRY(drop_childless());
    PYRAMID_TRY(relate_all());
    PYRAMID_ASSIGN(const TopicTree now, TopicTree::of(run_.memory));
    const Node* index = run_.memory.at(workspace::kTopicIndex);
    if (index == nullptr) return {};  // no sync has made the tree yet
    return write_index(now, index->inputs ? to_hex(*index->inputs) : std::string());
  }

  Result<PlannedTopics> plan_all() {
    PlannedTopics planned;
    PYRAMID_TRY(drop_childless());
    for (const std::string& path : tree_.deepest_first()) {
      if (tree_.folders().at(path).count == 0) continue;
      const std::vector<Child> children = children_of(path);
      const bool waits = std::any_of(children.begin(), children.end(), [&](const Child& child) {
        return failed_.contains(std::string(path::directory(child.path)));
      });
      if (!waits && !is_dirty(path, children)) continue;
      failed_.insert(path);  // what reads it is to be written too
      run_.report.steps.push_back(step_of(path));
      ++run_.report.summaries_written;
      std::size_t bytes = 0;
      for (const Child& child : children) {
        const Result<std::string> content = run_.memory.bytes(child.path);
        bytes += content ? content->size()
                         : static_cast<std::size_t>(run_.memory.settings().summary_chars);
      }
      planned.bytes.push_back(bytes);
    }
    return planned;
  }

 private:
  // A leaf or a folder in a folder.
  struct Child {
    Ulid id;
    std::string path;  // of the file
    Time earliest;
    const Node* node = nullptr;  // null: a summary that is to be written first
  };

  // By time, then id.
  [[nodiscard]] std::vector<Child> children_of(const std::string& path) const {
    const TopicFolder& folder = tree_.folders().at(path);
    std::vector<Child> children;
    for (const Ulid& id : folder.leaves) {
      const Node& leaf = tree_.leaf(id);
      children.push_back({id, leaf.path, leaf.start, &leaf});
    }
    for (const std::string& below : folder.folders) {
      const TopicFolder& one = tree_.folders().at(below);
      if (one.count == 0) continue;
      const std::string file = summary_of(below);
      children.push_back({id_of(below), file, one.earliest, run_.memory.at(file)});
    }
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return std::tie(a.earliest, a.id) < std::tie(b.earliest, b.id);
    });
    return children;
  }

  [[nodiscard]] Ulid id_of(const std::string& path) const {
    const Node* summary = run_.memory.at(summary_of(path));
    if (summary != nullptr) return summary->id;
    const auto born = arranged_.born.find(path);
    return born == arranged_.born.end() ? format::topic_id(path) : born->second;
  }

  static Digest inputs_of(const std::vector<Child>& children) {
    std::vector<std::pair<Ulid, Digest>> sources;
    for (const Child& child : children) {
      sources.emplace_back(child.id, child.node == nullptr ? Digest() : child.node->digest);
    }
    return plan::inputs_digest(sources);
  }

  [[nodiscard]] bool is_dirty(const std::string& path, const std::vector<Child>& children) const {
    const Node* summary = run_.memory.at(summary_of(path));
    return summary == nullptr || summary->inputs != inputs_of(children) || is_unwanted(*summary);
  }

  // Whether it is to be written again for having been written otherwise.
  [[nodiscard]] bool is_unwanted(const Node& summary) const {
    return run_.refresh && run_.refresh->model.empty() && is_topic_outdated(run_, summary);
  }

  [[nodiscard]] SyncStep step_of(const std::string& path) const {
    const Node* summary = run_.memory.at(summary_of(path));
    if (summary == nullptr) return {"create", summary_of(path), "not written yet"};
    return {"rewrite", summary_of(path),
            is_unwanted(*summary) ? plan::describe(plan::Reason::kOutdated)
                                  : "what it sums up changed"};
  }

  // A summary of nothing: it goes, unless a person wrote in it.
  Status drop_childless() {
    for (const auto& [path, folder] : tree_.folders()) {
      if (folder.count > 0 || !folder.summary) continue;
      if (is_persons_text(*folder.summary)) continue;
      if (!run_.memory.is_at(folder.summary->path)) continue;
      run_.report.steps.push_back({"remove", folder.summary->path, "nothing lies there any more"});
      PYRAMID_TRY(run_.memory.remove_at(folder.summary->path));
      ++run_.report.summaries_removed;
    }
    return {};
  }

  [[nodiscard]] format::TopicDraft draft_of(const std::string& path,
                                            const std::vector<Child>& children) const {
    const TopicFolder& folder = tree_.folders().at(path);
    format::TopicDraft draft;
    draft.id = id_of(path);
    draft.depth = folder.depth;
    draft.leaves = folder.count;
    draft.earliest = folder.earliest;
    draft.latest = folder.latest;
    for (const Child& child : children) {
      draft.children.push_back(
          {child.node == nullptr ? std::string() : label_of(*child.node), child.path});
    }
    return draft;
  }

  // The keys of all leaves below.
  [[nodiscard]] std::vector<std::string_view> keys_below(const std::string& path) const {
    const TopicFolder& folder = tree_.folders().at(path);
    std::vector<std::string_view> keys;
    for (const Ulid& id : folder.leaves) keys.push_back(tree_.leaf(id).description);
    for (const std::string& below : folder.folders) {
      const std::vector<std::string_view> its = keys_below(below);
      keys.insert(keys.end(), its.begin(), its.end());
    }
    return keys;
  }

  // What tells a folder from those beside it.
  std::string key_of(const std::string& path) {
    std::vector<const topics::Shares*> others;
    const std::string_view above = path::directory(path);
    for (const auto& [other, folder] : tree_.folders()) {
      if (other == path || path::directory(other) != above || folder.count == 0) continue;
      const auto [shares, added] = shares_.try_emplace(other);
      if (added) shares->second = topics::shares_of(keys_below(other));
      others.push_back(&shares->second);
    }
    return keys_.of(keys_below(path), others);
  }

  struct Written {
    std::string bytes;
    std::optional<Digest> made_from;
    TopicAnswer answer;
  };
  [[nodiscard]] Result<Written> write_one(const std::string& path,
                                          const std::vector<Child>& children,
                                          const std::string& key) const {
    Written written;
    const std::string file = summary_of(path);
    const Node* known = run_.memory.at(file);
    std::string existing;
    format::ByHand by_hand;
    if (known != nullptr) {
      PYRAMID_ASSIGN(existing, run_.memory.bytes(file));
      written.made_from = digest_of(existing);
      PYRAMID_ASSIGN(const Node old, format::read_node(existing, file));
      by_hand = format::by_hand(old.text, old.output, old.sentences);
    } else if (run_.memory.bytes(file)) {
      return fail(ErrorKind::kInvalid, "lies where the summary of its folder goes, and is none",
                  file, "move it, or mend it");
    }
    std::vector<const Node*> sources;
    for (const Child& child : children) sources.push_back(child.node);
    PYRAMID_ASSIGN(written.answer, texts_.write(sources, key, by_hand));
    format::TopicDraft draft = draft_of(path, children);
    draft.written = {written.answer.text.text.text, by_hand, written.answer.text.engine,
                     written.answer.text.recipe,    key,     inputs_of(children)};
    PYRAMID_ASSIGN(written.bytes, format::write_topic(draft, file, existing));
    return written;
  }

  Status write_level(const std::vector<std::string>& paths) {
    std::vector<std::string> dirty, keys;
    std::vector<std::vector<Child>> children;
    for (const std::string& path : paths) {
      if (tree_.folders().at(path).count == 0) continue;
      std::vector<Child> its = children_of(path);
      const bool waits = std::any_of(its.begin(), its.end(),
                                     [](const Child& child) { return child.node == nullptr; });
      const TopicFolder& folder = tree_.folders().at(path);
      const bool failed_below =
          waits || std::any_of(folder.folders.begin(), folder.folders.end(),
                               [&](const std::string& below) { return failed_.contains(below); });
      if (failed_below) failed_.insert(path);
      if (failed_below || !is_dirty(path, its)) continue;
      dirty.push_back(path);
      keys.push_back(key_of(path));
      children.push_back(std::move(its));
    }
    if (dirty.empty()) return {};
    PYRAMID_TRY(cancelled_if_asked(run_));
    std::vector<std::optional<Result<Written>>> results(dirty.size());
    run_.services.progress.begin("writing topics", dirty.size());
    PYRAMID_TRY(while_flushing(run_, [&] {
      parallel_for(dirty.size(), threads_of(run_), [&](std::size_t i) {
        if (run_.services.progress.cancelled()) return;
        results[i].emplace(write_one(dirty[i], children[i], keys[i]));
        run_.services.progress.advance(1);
      });
    }));
    run_.services.progress.end();
    for (std::size_t i = 0; i < dirty.size(); ++i) {
      if (!results[i]) continue;
      const std::string file = summary_of(dirty[i]);
      if (!*results[i]) {
        note_failed(run_, std::move(*results[i]).error(), file);
        failed_.insert(dirty[i]);
        continue;
      }
      Written& written = **results[i];
      run_.report.steps.push_back(step_of(dirty[i]));
      note_dropped(run_.report, written.answer.text.text.violations,
                   std::move(written.answer.text.text.dropped), file);
      note_fallback(run_.report, std::move(written.answer.text.fallback), file);
      PYRAMID_TRY(run_.memory.put(file, std::move(written.bytes), written.made_from));
      ++run_.report.summaries_written;
    }
    PYRAMID_TRY(run_.memory.flush());
    return cancelled_if_asked(run_);
  }

  // Files: as they were arranged, else as the summary has them.
  [[nodiscard]] Result<std::vector<std::string>> related_to(const std::string& path,
                                                            const std::string& file,
                                                            const std::string& existing) const {
    std::vector<std::string> files;
    const auto arranged = arranged_.related.find(path);
    if (arranged != arranged_.related.end()) {
      for (const std::string& folder : arranged->second) files.push_back(summary_of(folder));
      return files;
    }
    PYRAMID_ASSIGN(const auto links, format::related_in_topic(existing, file));
    for (const format::SourceLink& link : links) files.push_back(link.path);
    return files;
  }

  // Links and numbers of all folders as they are now: no text changes by that.
  Status relate_all() {
    for (const auto& [path, folder] : tree_.folders()) {
      const std::string file = summary_of(path);
      if (!run_.memory.is_at(file)) continue;
      PYRAMID_ASSIGN(const std::string existing, run_.memory.bytes(file));
      if (folder.count == 0) {  // a person's: what it lists is gone
        PYRAMID_ASSIGN(const Node summary, format::read_node(existing, file));
        if (summary.sources.empty()) continue;
      }
      format::TopicDraft draft = draft_of(path, children_of(path));
      PYRAMID_ASSIGN(const std::vector<std::string> related, related_to(path, file, existing));
      for (const std::string& other : related) {
        const Node* node = run_.memory.at(other);
        if (node != nullptr) draft.related.push_back({label_of(*node), node->path});
      }
      PYRAMID_ASSIGN(std::string bytes, format::write_topic(draft, file, existing));
      if (bytes != existing) {
        PYRAMID_TRY(run_.memory.put(file, std::move(bytes), digest_of(existing)));
      }
    }
    return {};
  }

  void add_entry(const std::string& path, int level,
                 std::vector<format::TopicEntry>& entries) const {
    const TopicFolder& folder = tree_.folders().at(path);
    const Node* summary = run_.memory.at(summary_of(path));
    if (summary == nullptr) return;
    entries.push_back(
        {level,
         {label_of(*summary), summary->path},
         " (" + count_of(static_cast<std::size_t>(folder.count), "leaf", "leaves") + ")"});
    if (level + 1 >= kLevelsOfIndex) return;
    for (const std::string& below : folder.folders) add_entry(below, level + 1, entries);
  }

  Status write_index(const TopicTree& now, const std::string& state) {
    const std::string path(workspace::kTopicIndex);
    if (now.empty()) return run_.memory.is_at(path) ? run_.memory.remove_at(path) : Status();
    std::vector<format::TopicEntry> entries;
    for (const auto& [folder, known] : now.folders()) {
      if (!tree_.folders().contains(std::string(path::directory(folder)))) {
        add_entry(folder, 0, entries);
      }
    }
    std::vector<Ulid> waiting = now.waiting();
    std::reverse(waiting.begin(), waiting.end());  // the newest first
    waiting.resize(std::min(waiting.size(),
                            static_cast<std::size_t>(run_.memory.settings().fresh_tail_count)));
    for (const Ulid& id : waiting) {
      entries.push_back({0, {label_of(now.leaf(id)), now.leaf(id).path}, ""});
    }
    std::string bytes = format::write_topic_index(entries, path);
    PYRAMID_ASSIGN(bytes, format::with_field(bytes, path, "inputs", state));
    const Result<std::string> existing = run_.memory.bytes(path);
    if (existing && *existing == bytes) return {};
    return run_.memory.put(path, std::move(bytes),
                           existing ? std::optional(digest_of(*existing)) : std::nullopt);
  }

  Run& run_;
  const TopicTree tree_;
  const Arranged arranged_;
  TopicTexts texts_;
  topics::Keys keys_;
  std::map<std::string, topics::Shares> shares_;  // of what the leaves below a folder say
  std::set<std::string> failed_;                  // folders whose text could not be made
};

// Whether all is as the table of contents says it was left.
bool stands(const Run& run, const TopicTree& tree) {
  const Node* index = run.memory.at(workspace::kTopicIndex);
  if (tree.empty()) return index == nullptr;
  return index != nullptr && index->inputs == tree.state(run.memory.settings());
}

// What is to be done, up to the texts; nullopt: nothing.
Result<std::optional<TopicWriter>> begin(Run& run) {
  PYRAMID_TRY(remove_copies(run));
  PYRAMID_ASSIGN(const TopicTree before, TopicTree::of(run.memory));
  PYRAMID_ASSIGN(const bool cut, cut_leaves(run, before));
  PYRAMID_ASSIGN(const TopicTree tree, cut ? TopicTree::of(run.memory) : Result(before));
  if (stands(run, tree) && !run.refresh) return std::optional<TopicWriter>();
  PYRAMID_ASSIGN(Arranged arranged, arrange_topics(run, tree));
  PYRAMID_ASSIGN(TopicTree now, TopicTree::of(run.memory));
  std::optional<TopicWriter> writer;
  writer.emplace(run, std::move(now), std::move(arranged));
  return writer;
}

bool is_wanted(const Run& run) { return run.memory.settings().topics; }

// Whether something that is no folder lies where the tree goes: it is named, and the tree waits.
bool is_place_taken(Run& run) {
  const std::string_view top =
      workspace::kTopicsFolder.substr(0, workspace::kTopicsFolder.size() - 1);
  for (const std::string_view folder : {top, workspace::kFreshFolder}) {
    const auto there = run.services.files.stat(run.opened.workspace.absolute(std::string(folder)));
    if (!there || there->kind == FileKind::kDirectory) continue;
    run.report.diagnostics.push_back({Severity::kError, std::string(folder),
                                      "lies where a folder of topics goes, so there are none",
                                      "move it away"});
    run.report.changed_meanwhile.emplace_back(folder);  // so the next sync looks again
    return true;
  }
  return false;
}

}  // namespace

bool is_topic_outdated(const Run& run, const Node& summary) {
  const engine::TextEngine& text = run.services.text;
  return summary.model_type == format::kCondensed && summary.inputs &&
         !plan::is_by(format::made_by(summary.engine, summary.recipe),
                      format::made_by(text.name(), text.recipe(kTopicStep)));
}

Status write_topics(Run& run) {
  if (!is_wanted(run)) return has_topics(run.memory) ? remove_topics(run) : Status();
  if (is_place_taken(run)) return {};
  PYRAMID_ASSIGN(std::optional<TopicWriter> writer, begin(run));
  return writer ? writer->write_all() : Status();
}

Status relist_topics(Run& run) {
  PYRAMID_ASSIGN(TopicTree tree, TopicTree::of(run.memory));
  return TopicWriter(run, std::move(tree), {}).relist();
}

Result<PlannedTopics> plan_topics(Run& run) {
  if (!is_wanted(run)) {
    if (has_topics(run.memory)) PYRAMID_TRY(remove_topics(run));
    return PlannedTopics();
  }
  if (is_place_taken(run)) return PlannedTopics();
  PYRAMID_ASSIGN(std::optional<TopicWriter> writer, begin(run));
  return writer ? writer->plan_all() : Result(PlannedTopics());
}

}  // namespace pyramid::ops
