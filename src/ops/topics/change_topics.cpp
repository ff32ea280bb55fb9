// `topic add|move|delete|update`: the tree as a person wants it.
#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/tokens.hpp"
#include "format/topic.hpp"
#include "guard/redact.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "ops/topics/topic_tree.hpp"
#include "ops/topics/write_topics.hpp"
#include "pyramid/topics.hpp"
#include "topics/keys.hpp"
#include "topics/names.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using format::Node;
using ops::Run;
using ops::Services;
using ops::TopicFolder;
using ops::TopicMove;
using ops::TopicTree;

constexpr std::size_t kMostOfKey = 200;  // bytes

// What a person calls so: workspace-relative, a folder without its summary.
std::string called(const Run& run, const std::string& given) {
  std::string path = path::normalize(given);
  const std::string root = path::normalize(run.opened.workspace.root) + "/";
  if (path.starts_with(root)) path.erase(0, root.size());
  while (path.ends_with('/')) path.pop_back();
  if (path::name(path) == workspace::kTopicSummary) path = path::directory(path);
  return path;
}

Status check_inside_tree(const std::string& path, const std::string& given) {
  if (path == workspace::kTopics || path.starts_with(workspace::kTopicsFolder)) return {};
  return fail(ErrorKind::kUsage, "lies outside of the topic tree", printable(given),
              "`pyramid tree` lists what there is");
}

// A leaf, else a folder.
struct Meant {
  std::string path;
  const Node* leaf = nullptr;
  const TopicFolder* folder = nullptr;

  [[nodiscard]] std::string file() const { return leaf != nullptr ? path : ops::summary_of(path); }
  [[nodiscard]] std::string key() const {
    if (leaf != nullptr) return leaf->description;
    return folder->summary ? folder->summary->description : std::string(path::name(path));
  }
};

Result<Meant> find_topic(const Run& run, const TopicTree& tree, const std::string& given) {
  Meant meant{called(run, given)};
  PYRAMID_TRY(check_inside_tree(meant.path, given));
  if (meant.path == workspace::kTopicIndex) {
    return fail(ErrorKind::kUsage, "is written by the program", meant.path,
                "name a leaf or a folder");
  }
  const auto folder = tree.folders().find(meant.path);
  if (folder != tree.folders().end()) meant.folder = &folder->second;
  for (const Node& leaf : tree.leaves()) {
    if (leaf.path == meant.path) meant.leaf = &leaf;
  }
  if (meant.folder != nullptr || meant.leaf != nullptr) return meant;
  return fail(ErrorKind::kNotFound, "is not part of the topic tree", printable(given),
              "`pyramid tree` lists what there is");
}

// A folder that something is to lie in, there or not yet.
Result<std::string> folder_called(const Run& run, const std::string& given) {
  std::string path = called(run, given);
  // A plain name is of a folder at the top.
  if (path != workspace::kTopics && given.find('/') == std::string::npos) {
    path = path::join(workspace::kTopics, path);
  }
  PYRAMID_TRY(check_inside_tree(path, given));
  const std::string hint = "name a folder, such as topics/02-home";
  if (path == workspace::kFreshFolder) {
    return fail(ErrorKind::kUsage, "is where leaves wait for a topic", path, hint);
  }
  std::string way;
  for (const std::string_view part : split(path, '/')) {
    way = path::join(way, part);
    if (part.empty() || part.front() == '_' || part.front() == '.' || part.ends_with(".md")) {
      return fail(ErrorKind::kUsage, "is not a name for a folder of topics", printable(given),
                  hint);
    }
    const auto there = run.services.files.stat(run.opened.workspace.absolute(way));
    if (there && there->kind != FileKind::kDirectory) {
      return fail(ErrorKind::kConflict, "is not a folder", way, hint);
    }
  }
  return path;
}

// One line, without its secrets.
Result<std::string> checked_key(const Run& run, const std::string& key, std::size_t& redacted) {
  PYRAMID_TRY(ops::check_storable(key));
  const std::string line = collapse_spaces(trim(key));
  if (line.size() > kMostOfKey) {
    return fail(
        ErrorKind::kUsage,
        "the key is too long: " + with_commas(line.size()) + " bytes of " + with_commas(kMostOfKey),
        {}, "say in a few words what it is about");
  }
  PYRAMID_ASSIGN(const guard::Redacted found,
                 ops::redact_or_refuse(line, ops::secrets_policy(run.memory.settings())));
  redacted += found.findings.size();
  return found.text;
}

Result<std::string> checked_text(const Run& run, const std::string& text, const std::string& path,
                                 std::size_t& redacted) {
  PYRAMID_TRY(ops::check_storable(text));
  PYRAMID_ASSIGN(const guard::Redacted found,
                 ops::redact_or_refuse(text, ops::secrets_policy(run.memory.settings())));
  std::vector<ops::SecretPlace> places;
  for (const guard::Finding& one : found.findings) places.push_back({one.kind, path});
  for (Diagnostic& one : ops::redacted_at(places)) run.report.diagnostics.push_back(std::move(one));
  redacted += places.size();
  return found.text;
}

// What goes elsewhere, file by file.
class Moving {
 public:
  Moving(Run& run, const TopicTree& tree) : run_(run), tree_(tree) {}

  // Each of these into a folder, under a name that is free there; gives their places.
  Result<std::vector<std::string>> move(const std::vector<Meant>& all, const std::string& to) {
    std::vector<std::string> places;
    for (const bool leaves : {true, false}) {
      std::vector<topics::Sibling> siblings = names_in(to, leaves);
      const std::size_t there = siblings.size();
      std::vector<const Meant*> coming;
      for (const Meant& one : all) {
        if ((one.leaf != nullptr) != leaves) continue;
        const std::string name(leaves ? path::stem(one.path) : path::name(one.path));
        const Ulid id = leaves ? one.leaf->id : tree_.id_of(one.path);
        siblings.push_back({id, name, one.key(), !topics::number_in(name)});
        coming.push_back(&one);
      }
      const std::vector<std::string> names =
          topics::sibling_names(siblings, leaves ? topics::kLeafDigits : topics::kFolderDigits);
      for (std::size_t i = 0; i < coming.size(); ++i) {
        const std::string place = path::join(to, names[there + i]) + (leaves ? ".md" : "");
        PYRAMID_TRY(add(*coming[i], place));
        places.push_back(place);
      }
    }
    return places;
  }
  // What a person put into this folder goes there.
  void take_notes(const std::string& folder, const std::string& to) { folders_[folder] = to; }

  Result<std::vector<MovedTopic>> finish() {
    PYRAMID_TRY(ops::add_notes(*run_.opened.index, run_.memory, folders_, moves_));
    std::map<std::string, std::string> places;
    std::vector<MovedTopic> moved;
    for (const TopicMove& one : moves_) {
      places.emplace(one.from, one.to);
      moved.push_back({one.from, one.to});
    }
    PYRAMID_TRY(ops::move_topics(run_.memory, moves_));
    PYRAMID_TRY(lead_links(places));
    return moved;
  }

 private:
  // Names that are taken; none of them changes.
  [[nodiscard]] std::vector<topics::Sibling> names_in(const std::string& to, bool leaves) const {
    std::vector<topics::Sibling> siblings;
    if (leaves) {
      for (const Node& leaf : tree_.leaves()) {
        if (path::directory(leaf.path) == to) {
          siblings.push_back({leaf.id, std::string(path::stem(leaf.path)), {}, true});
        }
      }
      return siblings;
    }
    for (const auto& [path, folder] : tree_.folders()) {
      if (path::directory(path) != to) continue;
      siblings.push_back({tree_.id_of(path), std::string(path::name(path)), {}, true});
    }
    return siblings;
  }

  Status add(const Meant& one, const std::string& place) {
    const auto there = run_.services.files.stat(run_.opened.workspace.absolute(place));
    if (there) {
      return fail(ErrorKind::kConflict, "something is there already", place,
                  "give one of the two another name");
    }
    if (one.leaf != nullptr) {
      moves_.push_back({one.path, place});
      return {};
    }
    const std::string below = one.path + "/";
    const auto placed = [&](const std::string& path) {
      return place + path.substr(one.path.size());
    };
    for (const auto& [path, folder] : tree_.folders()) {
      if (path != one.path && !path.starts_with(below)) continue;
      folders_[path] = placed(path);
      if (folder.summary) moves_.push_back({folder.summary->path, placed(folder.summary->path)});
    }
    for (const Node& leaf : tree_.leaves()) {
      if (leaf.path.starts_with(below)) moves_.push_back({leaf.path, placed(leaf.path)});
    }
    return {};
  }

  // Links of what stays to what moved.
  Status lead_links(const std::map<std::string, std::string>& places) {
    std::vector<std::string> readers;
    PYRAMID_TRY(run_.memory.walk(Kind::kTopic, [&](const Node& node) -> Status {
      const bool lists = node.model_type == format::kCondensed;
      if (lists) readers.push_back(node.path);
      return {};
    }));
    PYRAMID_TRY(run_.opened.index->each_link([&](std::string_view path, std::string_view target) {
      if (places.contains(std::string(target))) readers.emplace_back(path);
    }));
    for (const std::string& path : readers) {
      PYRAMID_ASSIGN(const std::string bytes, run_.memory.bytes(path));
      std::string led = ops::with_moved_links(bytes, path, places);
      if (led != bytes) PYRAMID_TRY(run_.memory.put(path, std::move(led), digest_of(bytes)));
    }
    return {};
  }

  Run& run_;
  const TopicTree& tree_;
  std::vector<TopicMove> moves_;
  std::map<std::string, std::string> folders_;  // where each lies then
};

// Lists as the files lie now; all on the disk, and in a commit. Gives its id, or "".
Result<std::string> settle(Run& run, const std::string& subject) {
  PYRAMID_TRY(ops::relist_topics(run));
  PYRAMID_ASSIGN(const ops::Diary diary,
                 ops::begin_diary(run.services, run.opened.workspace, run.report.diagnostics));
  PYRAMID_TRY(run.memory.flush());
  if (!run.memory.changed_meanwhile().empty()) {
    return fail(ErrorKind::kConflict, "changed while it was being written",
                run.memory.changed_meanwhile().front(), "run the command again");
  }
  if (!diary.repository || run.memory.changes().empty()) return std::string();
  return ops::commit_changes(*diary.repository, run.memory, "memory: " + subject + "\n",
                             run.services.clock.now(), run.report.diagnostics);
}

std::string topic_called(const std::string& key) { return "topic \"" + printable(key) + "\""; }

Result<AddTopicReport> add_leaf(Run& run, const AddTopicOptions& options) {
  if (!run.memory.settings().topics) {
    return fail(ErrorKind::kUsage, "this workspace has no topic tree", "pyramid.yaml",
                "write `policy: [count, topics]` there");
  }
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(run.memory));
  AddTopicReport report;
  std::string folder(workspace::kFreshFolder);
  if (!options.into.empty()) {
    PYRAMID_ASSIGN(folder, folder_called(run, options.into));
    if (folder == workspace::kTopics) folder = workspace::kFreshFolder;
  }
  format::OwnLeaf leaf;
  PYRAMID_ASSIGN(leaf.text, checked_text(run, options.text, folder, report.redacted));
  if (trim(leaf.text).empty()) {
    return fail(ErrorKind::kUsage, "there are no words to keep", {}, "say what the leaf holds");
  }
  PYRAMID_ASSIGN(leaf.key, checked_key(run, options.key, report.redacted));
  const std::string_view words = leaf.text;
  if (leaf.key.empty()) leaf.key = topics::Keys().of(std::span(&words, 1));
  leaf.at = options.at.value_or(run.services.clock.now());
  leaf.id = derive_ulid(leaf.at, "leaf\n" + leaf.text);
  leaf.tokens = static_cast<std::int64_t>(engine::tokens_of(leaf.text.size()));
  report.id = to_string(leaf.id);
  if (run.memory.find(leaf.id) != nullptr) {
    report.added = false;
    report.path = run.memory.path_of(leaf.id);
    return report;
  }
  std::size_t largest = 0;
  for (const Node& one : tree.leaves()) {
    largest = std::max(largest, topics::number_in(path::stem(one.path)).value_or(0));
  }
  report.path =
      path::join(folder, topics::numbered_name(largest + 1, leaf.key, topics::kLeafDigits) + ".md");
  PYRAMID_TRY(run.memory.put(report.path, format::write_own_leaf(leaf), std::nullopt));
  PYRAMID_ASSIGN(report.commit, settle(run, topic_called(leaf.key)));
  return report;
}

Result<MoveTopicReport> move_in(Run& run, const MoveTopicOptions& options) {
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(run.memory));
  PYRAMID_ASSIGN(const Meant meant, find_topic(run, tree, options.path));
  PYRAMID_ASSIGN(const std::string to, folder_called(run, options.to));
  if (to == workspace::kTopics && meant.leaf != nullptr) {
    return fail(ErrorKind::kUsage, "a leaf lies in a folder, not at the top", meant.path,
                "name a folder, such as topics/02-home");
  }
  if (meant.folder != nullptr && (to == meant.path || to.starts_with(meant.path + "/"))) {
    return fail(ErrorKind::kUsage, "a folder cannot go into itself", meant.path);
  }
  MoveTopicReport report;
  report.path = meant.file();
  if (path::directory(meant.path) == to) return report;
  const std::string subject = topic_called(meant.key()) + " moved";
  Moving moving(run, tree);
  PYRAMID_ASSIGN(const std::vector<std::string> places, moving.move({meant}, to));
  report.path = meant.leaf != nullptr ? places.front() : ops::summary_of(places.front());
  PYRAMID_ASSIGN(report.moved, moving.finish());
  PYRAMID_ASSIGN(report.commit, settle(run, subject));
  return report;
}

// Of words of a conversation a mark stays, so that they are not cut again.
Status remove_leaf(Run& run, const Node& leaf, DeleteTopicReport& report) {
  report.deleted.push_back(leaf.path);
  if (!leaf.session.is_zero()) {
    const std::string mark = path::join(workspace::kDeletedLeaves, to_string(leaf.id) + ".md");
    PYRAMID_ASSIGN(const Node whole, run.memory.read(leaf));
    PYRAMID_TRY(run.memory.put(mark, format::write_deleted_leaf(whole), std::nullopt));
  }
  return run.memory.remove_at(leaf.path);
}

Status remove_summary(Run& run, const TopicFolder& folder, DeleteTopicReport& report) {
  if (!folder.summary) return {};
  report.deleted.push_back(folder.summary->path);
  return run.memory.remove_at(folder.summary->path);
}

Status remove_all_below(Run& run, const TopicTree& tree, const std::string& path,
                        DeleteTopicReport& report) {
  const std::string below = path + "/";
  for (const Node& leaf : tree.leaves()) {
    if (leaf.path.starts_with(below)) PYRAMID_TRY(remove_leaf(run, leaf, report));
  }
  for (const auto& [one, folder] : tree.folders()) {
    if (one == path || one.starts_with(below)) PYRAMID_TRY(remove_summary(run, folder, report));
  }
  PYRAMID_ASSIGN(const std::vector<std::string> notes,
                 run.opened.index->strangers(below, Kind::kTopic));
  for (const std::string& note : notes) {
    run.report.diagnostics.push_back(
        {Severity::kWarning, note, "is a note of yours, and stays", "delete it if you want to"});
  }
  return {};
}

// What lies in it goes to the folder above, or waits.
Status dissolve_folder(Run& run, const TopicTree& tree, const Meant& meant,
                       DeleteTopicReport& report) {
  const std::string above(path::directory(meant.path));
  std::vector<Meant> leaves, folders;
  for (const Ulid& id : meant.folder->leaves) {
    leaves.push_back({tree.leaf(id).path, &tree.leaf(id), nullptr});
  }
  for (const std::string& path : meant.folder->folders) {
    folders.push_back({path, nullptr, &tree.folders().at(path)});
  }
  PYRAMID_TRY(remove_summary(run, *meant.folder, report));
  Moving moving(run, tree);
  PYRAMID_TRY(moving.move(
      leaves, above == workspace::kTopics ? std::string(workspace::kFreshFolder) : above));
  PYRAMID_TRY(moving.move(folders, above));
  moving.take_notes(meant.path, above);
  PYRAMID_ASSIGN(report.moved, moving.finish());
  return {};
}

Result<DeleteTopicReport> delete_in(Run& run, const DeleteTopicOptions& options) {
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(run.memory));
  PYRAMID_ASSIGN(const Meant meant, find_topic(run, tree, options.path));
  const std::string subject = topic_called(meant.key()) + " deleted";
  DeleteTopicReport report;
  if (meant.leaf != nullptr) {
    PYRAMID_TRY(remove_leaf(run, *meant.leaf, report));
  } else if (options.with_contents) {
    PYRAMID_TRY(remove_all_below(run, tree, meant.path, report));
  } else {
    PYRAMID_TRY(dissolve_folder(run, tree, meant, report));
  }
  PYRAMID_ASSIGN(report.commit, settle(run, subject));
  return report;
}

Result<UpdateTopicReport> update_in(Run& run, const UpdateTopicOptions& options) {
  if (trim(options.text).empty() && trim(options.key).empty()) {
    return fail(ErrorKind::kUsage, "there is nothing to set", printable(options.path),
                "give a text, or --key");
  }
  PYRAMID_ASSIGN(const TopicTree tree, TopicTree::of(run.memory));
  PYRAMID_ASSIGN(const Meant meant, find_topic(run, tree, options.path));
  UpdateTopicReport report;
  report.path = meant.file();
  if (meant.folder != nullptr && !meant.folder->summary) {
    return fail(ErrorKind::kNotFound, "has no summary yet", meant.path,
                "`pyramid sync` writes one");
  }
  PYRAMID_ASSIGN(const std::string before, run.memory.bytes(report.path));
  std::string bytes = before;
  if (!trim(options.text).empty()) {
    PYRAMID_ASSIGN(const std::string text,
                   checked_text(run, options.text, report.path, report.redacted));
    PYRAMID_ASSIGN(const Node now, format::read_node(bytes, report.path));
    const bool same = format::text_digest(text) == now.text_digest;
    if (!same) {
      PYRAMID_ASSIGN(bytes, format::with_topic_text(bytes, report.path, text));
    }
  }
  std::string key = meant.key();
  if (!trim(options.key).empty()) {
    PYRAMID_ASSIGN(key, checked_key(run, options.key, report.redacted));
    PYRAMID_ASSIGN(bytes, format::with_topic_key(bytes, report.path, key));
  }
  report.changed = bytes != before;
  if (!report.changed) return report;
  PYRAMID_TRY(run.memory.put(report.path, std::move(bytes), digest_of(before)));
  PYRAMID_ASSIGN(report.commit, settle(run, topic_called(key) + " updated"));
  return report;
}

template <typename Report, typename Options>
Result<Report> change_tree(const Environment& environment, const Options& options,
                           Result<Report> (*change)(Run&, const Options&)) {
  const auto in_memory = [&](Services& services) -> Result<Report> {
    PYRAMID_ASSIGN(ops::Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
    ops::WorkingSet memory(services.files, opened.workspace);
    PYRAMID_TRY(memory.load(*opened.index));
    SyncReport steps;
    Run run{services, opened, memory, steps};
    PYRAMID_ASSIGN(Report report, change(run, options));
    for (const Diagnostics* told : {&opened.scan.diagnostics, &steps.diagnostics}) {
      report.diagnostics.insert(report.diagnostics.end(), told->begin(), told->end());
    }
    return report;
  };
  return ops::with_services(environment, options.workspace, in_memory, "topic");
}

}  // namespace

Result<AddTopicReport> add_topic(const Environment& environment, const AddTopicOptions& options) {
  return change_tree(environment, options, &add_leaf);
}
Result<MoveTopicReport> move_topic(const Environment& environment,
                                   const MoveTopicOptions& options) {
  return change_tree(environment, options, &move_in);
}
Result<DeleteTopicReport> delete_topic(const Environment& environment,
                                       const DeleteTopicOptions& options) {
  return change_tree(environment, options, &delete_in);
}
Result<UpdateTopicReport> update_topic(const Environment& environment,
                                       const UpdateTopicOptions& options) {
  return change_tree(environment, options, &update_in);
}

}  // namespace pyramid
