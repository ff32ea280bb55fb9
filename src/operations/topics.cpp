// Operations on the topic tree.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

const Record<TreeOptions>& Described<TreeOptions>::record() {
  static const auto record =
      Record<TreeOptions>()
          .has("path", &TreeOptions::path, "A folder or file of the tree; without it all")
          .typed("PATH")
          .has("depth", &TreeOptions::depth, "Levels")
          .between(1, 99)
          .typed("--depth", "N");
  return record;
}

const Record<TreeLine>& Described<TreeLine>::record() {
  using Line = TreeLine;
  static const auto record =
      Record<Line>()
          .has("path", &Line::path, "Of its file")
          .has("key", &Line::key, "What it is about")
          .has("sort", &Line::sort, "condensed: a folder; leaf")
          .has("level", &Line::level, "Of the path that was asked for: 0; else the top: 1")
          .has("leaves", &Line::leaves, "Of a folder: below, all the way down")
          .has("tokens", &Line::tokens, "Of its text")
          .has("earliest", &Line::earliest, "When the oldest of it was said")
          .has("latest", &Line::latest, "When the newest of it was said");
  return record;
}

const Record<TreeReport>& Described<TreeReport>::record() {
  static const auto record = [] {
    Record<TreeReport> report;
    report.has("lines", &TreeReport::lines,
               "A folder, then what lies in it; leaves that wait last");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<WalkOptions>& Described<WalkOptions>::record() {
  static const auto record = Record<WalkOptions>()
                                 .has("query", &WalkOptions::query, "What to look for")
                                 .plain()
                                 .required()
                                 .typed("QUERY")
                                 .has("budget", &WalkOptions::budget, "Most tokens")
                                 .plain()
                                 .between(100, 100'000)
                                 .typed("--budget", "N")
                                 .has("beam", &WalkOptions::beam, "Branches entered of each folder")
                                 .between(1, 100)
                                 .detail()
                                 .typed("--beam", "N");
  return record;
}

const Record<WalkPlace>& Described<WalkPlace>::record() {
  static const auto record = Record<WalkPlace>()
                                 .has("path", &WalkPlace::path, "Of its file")
                                 .has("key", &WalkPlace::key, "What it is about");
  return record;
}

const Record<WalkReport>& Described<WalkReport>::record() {
  static const auto record = [] {
    Record<WalkReport> report;
    report.has("text", &WalkReport::text, "Markdown; links lead from the workspace's root")
        .has("tokens", &WalkReport::tokens, "Of the text")
        .has("taken", &WalkReport::taken, "Files that it has")
        .has("passed", &WalkReport::passed, "Branches seen and not entered, best first")
        .has("looked", &WalkReport::looked, "Keys that were compared")
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

namespace {

constexpr const char* kWhichTopic = "A leaf or a folder of the tree";
constexpr const char* kCommitOfTopic = "Id of the commit, or \"\"";
constexpr const char* kTopicKeyHelp = "What it is about, in a few words";

}  // namespace

const Record<AddTopicOptions>& Described<AddTopicOptions>::record() {
  using O = AddTopicOptions;
  static const auto record =
      Record<O>()
          .has("text", &O::text, "The words, kept as they are")
          .required()
          .words("TEXT", "The words, kept as they are")
          .has("folder", &O::into, "The folder that it goes into, there or not yet")
          .typed("--in", "FOLDER",
                 "The folder that it goes into, there or not yet; default: it waits for a topic")
          .has("key", &O::key, kTopicKeyHelp)
          .typed("--key", "WORDS", "What it is about; default: some of its words")
          .takes<ToldTime>(
              "at", [](ToldTime told, O& to) { to.at = told.at; }, "When that was")
          .plain()
          .typed("--at", "TIME", "When that was; default: now");
  return record;
}

const Record<AddTopicReport>& Described<AddTopicReport>::record() {
  using R = AddTopicReport;
  static const auto record = [] {
    Record<R> report;
    report.has("id", &R::id, "Of the leaf")
        .has("path", &R::path, "Of its file")
        .has("added", &R::added, "false: the same was there")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, kCommitOfTopic)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<MovedTopic>& Described<MovedTopic>::record() {
  static const auto record = Record<MovedTopic>()
                                 .has("from", &MovedTopic::from, "Where the file lay")
                                 .has("to", &MovedTopic::to, "Where it lies");
  return record;
}

const Record<MoveTopicOptions>& Described<MoveTopicOptions>::record() {
  using O = MoveTopicOptions;
  static const auto record =
      Record<O>()
          .has("path", &O::path, kWhichTopic)
          .required()
          .typed("PATH", {}, kWhichTopic)
          .has("to", &O::to, "The folder that it goes into, there or not yet")
          .required()
          .typed("FOLDER", {}, "The folder that it goes into, there or not yet; topics: the top");
  return record;
}

const Record<MoveTopicReport>& Described<MoveTopicReport>::record() {
  using R = MoveTopicReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of its file now")
        .has("moved", &R::moved, "All files; none: it lay there")
        .has("commit", &R::commit, kCommitOfTopic)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<DeleteTopicOptions>& Described<DeleteTopicOptions>::record() {
  using O = DeleteTopicOptions;
  static const auto record =
      Record<O>()
          .has("path", &O::path, kWhichTopic)
          .required()
          .typed("PATH", {}, kWhichTopic)
          .has("with_contents", &O::with_contents, "Of a folder: all that lies below it, too");
  return record;
}

const Record<DeleteTopicReport>& Described<DeleteTopicReport>::record() {
  using R = DeleteTopicReport;
  static const auto record = [] {
    Record<R> report;
    report.has("deleted", &R::deleted, "Files that went")
        .has("moved", &R::moved, "What lay in the folder")
        .has("commit", &R::commit, kCommitOfTopic)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<UpdateTopicOptions>& Described<UpdateTopicOptions>::record() {
  using O = UpdateTopicOptions;
  static const auto record = Record<O>()
                                 .has("path", &O::path, kWhichTopic)
                                 .required()
                                 .typed("PATH", {}, kWhichTopic)
                                 .has("text", &O::text, "In place of what stands there")
                                 .words("TEXT", "In place of what stands there")
                                 .has("key", &O::key, kTopicKeyHelp)
                                 .typed("--key", "WORDS", kTopicKeyHelp);
  return record;
}

const Record<UpdateTopicReport>& Described<UpdateTopicReport>::record() {
  using R = UpdateTopicReport;
  static const auto record = [] {
    Record<R> report;
    report.has("path", &R::path, "Of its file")
        .has("changed", &R::changed, "false: it was so")
        .has("redacted", &R::redacted, "Secrets that were taken out")
        .detail()
        .has("commit", &R::commit, kCommitOfTopic)
        .detail();
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

namespace {

// Each is a commit, which `undo` takes back.
void add_topic_changes(std::vector<Operation>& table) {
  const auto named = [](std::string verb, std::string title, std::string what, Effect effect) {
    Operation about{"topic_" + verb, std::move(title), std::move(what), "", effect};
    about.command = "topic " + verb;
    return about;
  };
  Operation adding =
      named("add", "Add a leaf", "Add words of your own to the topic tree.", Effect::kWrites);
  adding.examples = {"pyramid topic add \"The oven needs an hour.\" --in topics/02-home",
                     "pyramid topic add - --key \"minutes of May\" < minutes.md"};
  table.push_back(operation(std::move(adding), &add_topic));

  Operation moving =
      named("move", "Move a topic", "Move a leaf or a folder into a folder.", Effect::kWrites);
  moving.manual = "Links lead where they led. Where its number is taken it gets another.";
  moving.examples = {"pyramid topic move topics/_fresh/031-oven-stone.md topics/Kitchen",
                     "pyramid topic move topics/04-boiler topics/02-home"};
  table.push_back(operation(std::move(moving), &move_topic));

  Operation deleting =
      named("delete", "Delete a topic", "Delete a leaf or a folder.", Effect::kDestroys);
  deleting.manual =
      "The conversation keeps the words (`forget` takes them out), and the mark in "
      "topics/_deleted\n"
      "keeps the leaf from being cut again. What lies in a folder goes to the one above, or waits.";
  deleting.examples = {"pyramid topic delete topics/02-home/007-small-talk.md",
                       "pyramid topic delete topics/04-boiler",
                       "pyramid topic delete topics/04-boiler --with-contents"};
  table.push_back(operation(std::move(deleting), &delete_topic));

  Operation updating = named("update", "Update a topic",
                             "Set the text or the key of a leaf or a folder.", Effect::kWrites);
  updating.manual = "No sync writes over it, unless you take `key_by_hand` out of the file.";
  updating.examples = {"pyramid topic update topics/02-home --key \"the house in Braga\"",
                       "pyramid topic update topics/02-home - < summary.md"};
  table.push_back(operation(std::move(updating), &update_topic));
}

}  // namespace

void add_topics(std::vector<Operation>& table) {
  Operation tree{"tree", "List the topic tree", "The topic tree: folders, and the leaves in them.",
                 "", Effect::kReads};
  tree.manual =
      "One line each, what lies in a folder below it: what it is about, (leaves below), its file.\n"
      "The tree is there where pyramid.yaml has `policy: topics`.";
  tree.examples = {"pyramid tree", "pyramid tree topics/02-home --depth 3"};
  table.push_back(operation(std::move(tree), &topic_tree));

  Operation walk{
      "walk", "Walk the topic tree", "What was said about something, down the topic tree.",
      "To go from topics to the very words; then memory_get what it links.", Effect::kReads};
  walk.command = "recall";
  walk.on_topics = true;
  table.push_back(operation(std::move(walk), &walk_topics));
  add_topic_changes(table);
}

}  // namespace pyramid::operations
