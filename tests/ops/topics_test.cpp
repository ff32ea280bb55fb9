// The topic tree, from conversations to folders with summaries.
#include "tests/ops/topics.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/topic.hpp"
#include "pyramid/why.hpp"

#include <algorithm>
#include <set>

namespace topics_test {

using namespace pyramid;
using namespace pyramid::test;

TEST_CASE("topics: without the policy there is no tree") {
  Tree memory("count");
  memory.synced();
  CHECK(files_below(memory, "topics/").empty());
}

TEST_CASE("topics: conversations alike come into one folder, with a summary and links that lead") {
  Tree memory;
  memory.synced();
  const auto leaves = memory.leaves();
  REQUIRE(leaves.size() == 2);
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  CHECK(bread != bicycle);
  CHECK(leaves.at(bread).size() == 4);
  CHECK(leaves.at(bicycle).size() == 4);
  for (const std::string& folder : {bread, bicycle}) {
    const std::string file = folder + "/_summary.md";
    const auto node = format::read_node(memory.read(file), file).value();
    CHECK(node.model_type == format::kCondensed);
    CHECK(node.sources.size() == 4);
    CHECK(node.count == 4);
    CHECK_FALSE(node.text.empty());
    CHECK_FALSE(node.description.empty());
    for (const format::Edge& edge : node.sources) {
      CHECK(std::filesystem::exists(memory.path(edge.path)));
    }
  }
  const std::string index = memory.read("topics/_index.md");
  CHECK(index.find(std::string(path::name(bread)) + "/_summary.md") != std::string::npos);
  // Each leaf leads to its turn.
  for (const auto& [folder, names] : leaves) {
    for (const std::string& name : names) {
      const std::string file = folder + "/" + name;
      const auto leaf = format::read_node(memory.read(file), file).value();
      REQUIRE(leaf.from);
      CHECK(std::filesystem::exists(memory.path(leaf.from->path)));
    }
  }
  const auto checked = memory.check();
  REQUIRE(checked);
  CHECK(checked->problems.empty());
}

TEST_CASE("topics: a second sync does nothing, and one file more costs its own folder") {
  Tree memory;
  memory.synced();
  const auto before = memory.tree();
  const SyncReport second = memory.synced();
  CHECK(second.nothing_to_do);
  CHECK(memory.tree() == before);
  // Another change alone leaves the tree as it is.
  memory.write("notes/a.md", "# A\nSomething else.\n");
  memory.synced();
  for (const auto& [file, bytes] : before) {
    if (file.rfind("topics/", 0) == 0) CHECK(memory.read(file) == bytes);
  }
  const std::string bicycle = memory.folder_of("chain of my bicycle broke");
  memory.say("11111119", "2026-05-09", "T09:00:00Z",
             "The rye sourdough bread rose well in the oven this morning.");
  taken_in(memory);
  const SyncReport third = memory.synced();
  CHECK(memory.leaves().at(memory.folder_of("starter needs rye")).size() == 5);
  const std::string other = bicycle + "/_summary.md";
  CHECK(memory.read(other) == before.at(other));
}

TEST_CASE("topics: the newest leaves wait, and a dry run tells what a sync does") {
  Tree memory("topics", 8);
  const auto before = memory.tree();
  SyncOptions options;
  options.dry_run = true;
  const auto planned = memory.sync(options);
  REQUIRE(planned);
  CHECK(memory.tree() == before);
  const auto is_leaf = [](const SyncStep& step) {
    return step.what == "create" && step.path.rfind("topics/_fresh/", 0) == 0;
  };
  CHECK(std::count_if(planned->steps.begin(), planned->steps.end(), is_leaf) == 8);
  memory.synced();
  const auto leaves = memory.leaves();
  REQUIRE(leaves.size() == 1);
  CHECK(leaves.begin()->first == "topics/_fresh");
  CHECK(leaves.begin()->second.size() == 8);
  memory.write("pyramid.yaml", "policy: [count, topics]\nfresh_tail_count: 0\n");
  const auto then = memory.sync(options);
  REQUIRE(then);
  const auto is_summary = [](const SyncStep& step) {
    return step.what == "create" && step.path.ends_with("/_summary.md");
  };
  CHECK(std::count_if(then->steps.begin(), then->steps.end(), is_summary) == 2);
  CHECK(memory.leaves().size() == 1);
  memory.synced();
  CHECK(memory.leaves().size() == 2);
}

TEST_CASE("topics: what is forgotten stands in no leaf, no summary and no name") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  REQUIRE_FALSE(memory.saying("oven stone").empty());
  ForgetOptions options;
  options.workspace.root = memory.root();
  options.match = "oven stone";
  const auto report = forget(memory.environment(), options);
  REQUIRE(report);
  CHECK(report->kept.empty());
  CHECK(memory.saying("oven stone").empty());
  CHECK(memory.saying("better crust").empty());
  CHECK(memory.saying("oven-stone").empty());
  CHECK(memory.synced().nothing_to_do);
  CHECK(memory.check()->problems.empty());
  // Also out of git's history.
  options.purge = true;
  const auto purged = forget(memory.environment(), options);
  REQUIRE(purged);
  const ProcessResult log = run_git(memory.root(), {"log", "-p", "--all"});
  CHECK(log.out.find("oven stone") == std::string::npos);
  CHECK(log.out.find("better crust") == std::string::npos);
  CHECK(log.out.find("My bicycle tyres lost air") != std::string::npos);
}

TEST_CASE("topics: another policy takes away what no person wrote in") {
  Tree memory;
  memory.synced();
  const std::string file = memory.folder_of("starter needs rye") + "/_summary.md";
  std::string bytes = memory.read(file);
  bytes.insert(bytes.find("\n---\n") + 5, "I bake on Sundays.\n\n");
  memory.write(file, bytes);
  memory.write("pyramid.yaml", "policy: count\n");
  memory.synced();
  CHECK(files_below(memory, "topics/") == std::vector<std::string>{file});
  CHECK(memory.read(file) == bytes);
}

TEST_CASE("topics: a person's words stay in a summary that is written again") {
  Tree memory;
  memory.synced();
  const std::string file = memory.folder_of("starter needs rye") + "/_summary.md";
  std::string bytes = memory.read(file);
  bytes.insert(bytes.find("\n---\n") + 5, "I bake on Sundays.\n\n");
  memory.write(file, bytes);
  memory.say("11111119", "2026-05-09", "T09:00:00Z",
             "The rye sourdough bread rose well in the oven this morning.");
  taken_in(memory);
  memory.synced();
  CHECK(memory.read(file).find("I bake on Sundays.") != std::string::npos);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a folder that a person made is kept, and gets its summary") {
  Tree memory("topics", 8);
  memory.synced();
  const std::vector<std::string> fresh = files_below(memory, "topics/_fresh/");
  std::filesystem::create_directories(memory.path("topics/Kitchen"));
  for (const std::string& file : fresh) {
    if (memory.read(file).find("bread") == std::string::npos) continue;
    std::filesystem::rename(memory.path(file),
                            memory.path("topics/Kitchen/" + std::string(path::name(file))));
  }
  memory.synced();
  const std::string summary = memory.read("topics/Kitchen/_summary.md");
  CHECK(summary.find("## Children\n- [") != std::string::npos);
  const std::vector<std::string> kitchen = memory.leaves().at("topics/Kitchen");
  CHECK(kitchen.size() == 3);
  for (const std::string& name : kitchen) {
    const std::string file = "topics/Kitchen/" + name;
    const auto leaf = format::read_node(memory.read(file), file).value();
    CHECK(std::filesystem::exists(memory.path(leaf.from->path)));
  }
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a leaf of a conversation that went goes, and so does an empty folder") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  for (const std::string& file : files_below(memory, "sessions/")) {
    const std::string bytes = memory.read(file);
    if (bytes.find("bread") != std::string::npos || bytes.find("loaf") != std::string::npos) {
      memory.remove(file);
    }
  }
  memory.synced();
  CHECK(memory.leaves().size() == 1);
  CHECK(files_below(memory, bread + "/").empty());
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a leaf that was edited stays so, and its summary is written again") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  const std::vector<std::string> names = memory.leaves().at(bread);
  const std::string file = bread + "/" + names.front();
  const std::string bytes = replace_all(memory.read(file), "every morning", "every evening");
  REQUIRE(bytes != memory.read(file));
  memory.write(file, bytes);
  const std::string before = memory.read(bread + "/_summary.md");
  memory.synced();
  CHECK(memory.read(file).find("every evening") != std::string::npos);
  CHECK(memory.read(bread + "/_summary.md") != before);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: of a leaf that two machines moved apart one file stays") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  const std::vector<std::string> names = memory.leaves().at(bread);
  const std::string copy = bicycle + "/" + names.front();
  memory.write(copy, memory.read(bread + "/" + names.front()));
  memory.synced();
  std::size_t leaves = 0;
  for (const auto& [folder, files] : memory.leaves()) leaves += files.size();
  CHECK(leaves == 8);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a folder moved by hand keeps what lies in it, and links lead again") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  const std::string text =
      format::read_node(memory.read(bread + "/_summary.md"), bread + "/_summary.md")->text;
  std::filesystem::rename(memory.path(bread), memory.path(bicycle + "/Baking"));
  memory.synced();
  const std::string now = memory.folder_of("starter needs rye");
  const std::string file = now + "/_summary.md";
  const auto summary = format::read_node(memory.read(file), file).value();
  CHECK(path::name(now) == "Baking");
  CHECK(summary.text == text);
  for (const format::Edge& edge : summary.sources) {
    const auto leaf = format::read_node(memory.read(edge.path), edge.path).value();
    CHECK(std::filesystem::exists(memory.path(leaf.from->path)));
  }
  CHECK(memory.check()->problems.empty());
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: what makes no sense is named, and the rest goes on") {
  Tree memory;
  memory.write("topics/_fresh/900-broken.md", "---\nid: [\n---\n# Broken\n");
  memory.write("topics/Empty/_summary.md",
               "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: topic\nnode_kind: condensed\n---\n"
               "Of nothing.\n\n## Children\n- [gone](001-gone.md)\n");
  memory.write("topics/03-a-file.md", "A person's own.\n");
  memory.write("topics/Notes/mine.md", "# Mine\nA note of mine.\n");
  const SyncReport report = memory.synced();
  CHECK(std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [](const auto& one) {
    return one.where.rfind("topics/_fresh/900-broken.md", 0) == 0;
  }));
  CHECK(memory.folder_of("starter needs rye") != memory.folder_of("chain of my bicycle broke"));
  CHECK(memory.read("topics/_fresh/900-broken.md").find("# Broken") != std::string::npos);
  CHECK(memory.read("topics/Empty/_summary.md").find("Of nothing.") != std::string::npos);
  CHECK(memory.read("topics/Notes/mine.md") == "# Mine\nA note of mine.\n");
  const auto before = memory.tree();
  memory.synced();
  CHECK(memory.tree() == before);
}

TEST_CASE("topics: a file where the folder of waiting leaves goes is named, and the rest goes on") {
  Tree memory;
  memory.write("topics/_fresh", "Mine.\n");
  const SyncReport report = memory.synced();
  CHECK(report.sections_written > 0);
  CHECK_FALSE(report.commit.empty());
  CHECK(std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                    [](const auto& one) { return one.where == "topics/_fresh"; }));
  CHECK(memory.read("topics/_fresh") == "Mine.\n");
  memory.remove("topics/_fresh");
  memory.synced();
  CHECK(memory.leaves().size() == 2);
}

TEST_CASE("topics: a long conversation is cut into leaves that have all of it, in order") {
  Tree memory("topics", 8);
  memory.write("pyramid.yaml", "policy: topics\nfresh_tail_count: 1000\nleaf_chunk_tokens: 64\n");
  std::vector<std::string> said;
  for (int i = 0; i < 120; ++i) {
    said.push_back("Turn " + std::to_string(i) + " says that the ship number " + std::to_string(i) +
                   " left the harbour with its cargo of barley and came back with salt.");
  }
  memory.write_session("77777777-1111-4111-8111-111111111111", "2026-05-10T08:00:00Z", said);
  taken_in(memory);
  memory.synced();
  const std::vector<std::string> leaves = files_below(memory, "topics/_fresh/");
  CHECK(leaves.size() > 60);
  std::string all;
  for (const std::string& file : leaves) all += memory.read(file);
  for (const std::string& turn : said) CHECK(all.find(turn) != std::string::npos);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a folder of more than can be read is split, as renames, and its links lead") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(10 + i);
    memory.say("555555" + number, "2026-04-" + std::to_string(10 + i % 20), "T09:00:00Z",
               std::string(kBread[i % 4]) + " That was loaf number " + number + ".");
  }
  taken_in(memory);
  memory.synced();
  // As trees were before there was a bound.
  for (const auto& [folder, names] : memory.leaves()) {
    if (memory.read(folder + "/" + names.front()).find("bicycle") != std::string::npos) continue;
    for (const std::string& name : names) {
      std::filesystem::rename(memory.path(folder + "/" + name), memory.path(bread + "/" + name));
    }
  }
  REQUIRE(memory.leaves().at(bread).size() == 44);
  memory.synced();
  std::size_t leaves = 0, stayed = 0;
  for (const auto& [folder, names] : memory.leaves()) {
    CHECK(names.size() <= 32);
    leaves += names.size();
    if (folder == bread) stayed = names.size();
    const std::string file = folder + "/_summary.md";
    CHECK(format::read_node(memory.read(file), file)->sources.size() == names.size());
    for (const std::string& name : names) {
      const std::string path = folder + "/" + name;
      CHECK(std::filesystem::exists(
          memory.path(format::read_node(memory.read(path), path)->from->path)));
    }
  }
  CHECK(leaves == 48);
  CHECK(stayed >= 15);
  const ProcessResult log = run_git(memory.root(), {"show", "--summary", "-M", "HEAD"});
  CHECK(log.out.find("rename topics/{") != std::string::npos);
  CHECK(memory.check()->problems.empty());
  CHECK(memory.synced().nothing_to_do);
  // One more is one text, or two where it splits a folder.
  memory.say("55555599", "2026-05-09", "T09:00:00Z", std::string(kBread[1]) + " The last one.");
  taken_in(memory);
  CHECK(memory.synced().summaries_written <= 3);
}

TEST_CASE("topics: a walk goes from the top to the words, within its budget") {
  Tree memory;
  memory.synced();
  WalkOptions options;
  options.workspace.root = memory.root();
  options.query = "why did the loaf of rye bread bake flat in the oven";
  options.budget = 300;
  const auto walked = walk_topics(memory.environment(), options);
  REQUIRE(walked);
  CHECK(walked->tokens <= 300);
  REQUIRE_FALSE(walked->taken.empty());
  const std::string bread = memory.folder_of("starter needs rye");
  CHECK(path::directory(walked->taken.front()) == bread);
  for (const std::string& file : walked->taken) {
    CHECK(walked->text.find("(" + file + ")") != std::string::npos);
  }
  WalkOptions nothing = options;
  nothing.query = " ";
  CHECK(walk_topics(memory.environment(), nothing).error().kind == ErrorKind::kUsage);
  options.budget = 10;
  CHECK(walk_topics(memory.environment(), options).error().kind == ErrorKind::kUsage);

  TreeOptions listed;
  listed.workspace.root = memory.root();
  const auto tree = topic_tree(memory.environment(), listed);
  REQUIRE(tree);
  CHECK(tree->lines.size() == 10);
  listed.path = bread;
  listed.depth = 1;
  CHECK(topic_tree(memory.environment(), listed)->lines.size() == 5);
  listed.path = "topics/no-such";
  CHECK(topic_tree(memory.environment(), listed).error().kind == ErrorKind::kNotFound);

  const auto opened = Memory::open(memory.root());
  REQUIRE(opened);
  CHECK(opened->tree(bread, 1)->lines.size() == 5);
  CHECK(opened->walk("rye bread")->taken.size() > 0);

  RecallOptions recalled;
  recalled.workspace.root = memory.root();
  recalled.prompt = "rye bread";
  recalled.tree = true;
  CHECK(recall(memory.environment(), recalled)->taken.size() > 0);
}

TEST_CASE(
    "topics: in a tree of leaves that wait what answers comes before a person's newest words") {
  Tree memory("topics", 32);
  memory.synced();
  AddTopicOptions own;
  own.workspace.root = memory.root();
  own.text = "I like the smell of bread in the morning.";
  REQUIRE(add_topic(memory.environment(), own));
  WalkOptions options;
  options.workspace.root = memory.root();
  options.query = "why did the loaf bake flat";
  for (const std::size_t budget : {100U, 200U, 400U, 2000U}) {
    options.budget = budget;
    const auto walked = walk_topics(memory.environment(), options);
    REQUIRE(walked);
    INFO(budget << ": " << walked->text);
    CHECK(walked->tokens <= budget);
    REQUIRE_FALSE(walked->taken.empty());
    CHECK(memory.read(walked->taken.front()).find("baked flat") != std::string::npos);
  }
}

TEST_CASE("topics: what a person wrote behind a leaf's link has the walk tell that link once") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("baked flat");
  const std::vector<std::string> names = memory.leaves().at(bread);
  for (const std::string& name : names) {
    const std::string file = bread + "/" + name;
    memory.write(file, memory.read(file) + "\nI have a drier dough by now.\n");
  }
  WalkOptions options;
  options.workspace.root = memory.root();
  options.query = "why did the loaf bake flat";
  options.budget = 200;
  const auto walked = walk_topics(memory.environment(), options);
  REQUIRE(walked);
  REQUIRE(walked->taken.size() == 1);
  INFO(walked->text);
  CHECK(walked->text.find("I have a drier dough") != std::string::npos);
  const std::size_t first = walked->text.find("From [");
  CHECK(walked->text.find("](sessions/", first) != std::string::npos);
  CHECK(walked->text.find("From [", first + 1) == std::string::npos);
}

TEST_CASE(
    "topics: why tells of a leaf its turns, of a folder what lies in it, and of both what reads "
    "it") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("baked flat");
  std::string leaf;
  const std::vector<std::string> names = memory.leaves().at(bread);
  for (const std::string& name : names) {
    if (memory.read(bread + "/" + name).find("baked flat") != std::string::npos) {
      leaf = bread + "/" + name;
    }
  }
  const auto why_of = [&](const std::string& what) {
    WhyOptions options;
    options.workspace.root = memory.root();
    options.what = what;
    const auto before = memory.tree();
    const auto report = why(memory.environment(), options);
    if (!report) FAIL(to_string(report.error()));
    CHECK(memory.tree() == before);
    return report->node;
  };
  const WhyNode of_leaf = why_of(leaf);
  CHECK(of_leaf.kind == "topic");
  CHECK(of_leaf.state == WhyState::kClean);
  CHECK_FALSE(of_leaf.name.empty());
  REQUIRE_FALSE(of_leaf.made_from.empty());
  CHECK(of_leaf.made_from[0].kind == "turn");
  CHECK(of_leaf.made_from[0].turn == 1);
  CHECK(of_leaf.made_from[0].text.find("baked flat") != std::string::npos);
  REQUIRE(of_leaf.read_by.size() == 1);
  CHECK(of_leaf.read_by[0].path == bread + "/_summary.md");

  const WhyNode of_folder = why_of(bread + "/_summary.md");
  CHECK(of_folder.state == WhyState::kClean);
  REQUIRE(of_folder.made);
  CHECK(of_folder.made->inputs_recorded == of_folder.made->inputs_now);
  CHECK(of_folder.made_from.size() + of_folder.more_made_from == 4);
  REQUIRE_FALSE(of_folder.made_from.empty());
  REQUIRE_FALSE(of_folder.made_from[0].made_from.empty());
  CHECK(of_folder.made_from[0].made_from[0].kind == "turn");

  memory.write(leaf, replace_all(memory.read(leaf), "too wet", "far too wet"));
  const WhyNode after = why_of(bread + "/_summary.md");
  CHECK(after.state == WhyState::kDirty);
  CHECK(after.reason == "what it sums up changed");
}

TEST_CASE("topics: a folder without a summary is listed by its name") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  const std::string name = memory.leaves().at(bread).front();
  std::filesystem::create_directories(memory.path("topics/Kitchen"));
  std::filesystem::rename(memory.path(bread + "/" + name), memory.path("topics/Kitchen/" + name));
  TreeOptions options;
  options.workspace.root = memory.root();
  const auto tree = topic_tree(memory.environment(), options);
  REQUIRE(tree);
  CHECK(std::any_of(tree->lines.begin(), tree->lines.end(), [](const TreeLine& line) {
    return line.path == "topics/Kitchen" && line.key == "Kitchen";
  }));
}

TEST_CASE(
    "topics: what another recipe wrote is counted, and written again where that is asked for") {
  Tree memory;
  memory.synced();
  const std::string file = memory.folder_of("starter needs rye") + "/_summary.md";
  const std::string before = memory.read(file);
  const std::size_t at = before.find("recipe: ");
  REQUIRE(at != std::string::npos);
  std::string older = before;
  older.replace(at, older.find('\n', at) - at, "recipe: summarize/0");
  memory.write(file, older);
  WorkspaceOptions workspace;
  workspace.root = memory.root();
  CHECK(status(memory.environment(), workspace)->outdated_summaries == 1);
  memory.synced();
  CHECK(memory.read(file) == older);
  SyncOptions options;
  options.refresh_outdated = "";
  REQUIRE(memory.sync(options));
  CHECK(memory.read(file) == before);
  CHECK(status(memory.environment(), workspace)->outdated_summaries == 0);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: two folders with one number, and a leaf without a key, are settled") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  const std::string number(path::name(bicycle).substr(0, 2));
  std::filesystem::rename(memory.path(bread), memory.path("topics/" + number + "-bread"));
  const std::string leaf = memory.leaves().at(bicycle).front();
  std::string bytes = memory.read(bicycle + "/" + leaf);
  const std::size_t at = bytes.find("key: ");
  bytes.erase(at, bytes.find('\n', at) + 1 - at);
  memory.write(bicycle + "/" + leaf, bytes);
  memory.synced();
  const std::string now = memory.folder_of("starter needs rye"),
                    other = memory.folder_of("chain of my bicycle broke");
  CHECK(now != other);
  CHECK(path::name(now).substr(0, 2) != path::name(other).substr(0, 2));
  CHECK(memory.check()->problems.empty());
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a link that leads round in a circle is not followed") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  std::filesystem::create_directory_symlink(memory.path("topics"), memory.path(bread + "/loop"));
  const auto before = memory.leaves();
  memory.say("11111119", "2026-05-09", "T09:00:00Z",
             "The rye sourdough bread rose well in the oven this morning.");
  taken_in(memory);
  memory.synced();
  CHECK(std::filesystem::is_symlink(memory.path(bread + "/loop")));
  MoveTopicOptions through;
  through.workspace.root = memory.root();
  through.path = memory.folder_of("chain of my bicycle broke");
  through.to = bread + "/loop";
  CHECK(move_topic(memory.environment(), through).error().kind == ErrorKind::kConflict);
  std::filesystem::remove(memory.path(bread + "/loop"));
  CHECK(memory.leaves().at(bread).size() == before.at(bread).size() + 1);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a file where the summary of a folder goes is named, and the rest goes on") {
  Tree memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  memory.write(bread + "/_summary.md", "Mine.\n");
  memory.say("22222229", "2026-05-09", "T09:00:00Z",
             "The chain of the bicycle broke again while riding to the bridge.");
  taken_in(memory);
  const SyncReport report = memory.synced();
  CHECK(std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                    [&](const auto& one) { return one.where == bread + "/_summary.md"; }));
  CHECK(memory.read(bread + "/_summary.md") == "Mine.\n");
  CHECK(memory.leaves().at(memory.folder_of("chain of my bicycle broke")).size() == 5);
}

TEST_CASE("topics: a conversation of a thousand leaves is cut, and nothing is left to do") {
  Tree memory("count");
  memory.write("pyramid.yaml", "policy: topics\nfresh_tail_count: 10000\nleaf_chunk_tokens: 64\n");
  std::string session =
      "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: session\nat: 2026-05-10T08:00:00Z\nsource: log\n"
      "turns: 1000\nextracted: 1000\n---\n# Ships\n";
  for (int i = 1; i <= 1000; ++i) {
    session += "\n## 08:00 User\nShip " + std::to_string(i) + " sailed.\n" + std::string(240, 'x') +
               "\n\n^t" + std::to_string(i) + "\n";
  }
  memory.write("sessions/2026/05/10/ships-7t5xbn.md", session);
  memory.synced();
  CHECK(files_below(memory, "topics/_fresh/").size() >= 1000);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topics: a workspace without a tree has an empty one to walk") {
  Tree memory("count");
  memory.synced();
  WalkOptions options;
  options.workspace.root = memory.root();
  options.query = "bread";
  const auto walked = walk_topics(memory.environment(), options);
  REQUIRE(walked);
  CHECK(walked->text.empty());
}

}  // namespace topics_test
