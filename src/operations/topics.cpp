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
}

}  // namespace pyramid::operations
