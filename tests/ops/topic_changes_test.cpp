// The topic tree changed by a person's word: added to, moved, deleted from, set.
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/topic.hpp"
#include "pyramid/revert.hpp"
#include "tests/ops/topics.hpp"

#include <algorithm>

namespace topic_changes_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

class Changed : public Tree {
 public:
  using Tree::Tree;

  Result<AddTopicReport> add(const std::string& text, const std::string& folder = {}) {
    AddTopicOptions options;
    options.workspace.root = root();
    options.text = text;
    options.into = folder;
    return add_topic(environment(), options);
  }
  Result<MoveTopicReport> move(const std::string& path, const std::string& to) {
    return move_topic(environment(), {{root()}, path, to});
  }
  Result<DeleteTopicReport> take(const std::string& path, bool with_contents = false) {
    return delete_topic(environment(), {{root()}, path, with_contents});
  }
  Result<UpdateTopicReport> set(const std::string& path, const std::string& text,
                                const std::string& key = {}) {
    return update_topic(environment(), {{root()}, path, text, key});
  }
  std::string file_of(const std::string& words) const {
    for (const std::string& file : files_below(*this, "topics/")) {
      const bool leaf = path::name(file).front() != '_';
      if (leaf && read(file).find(words) != std::string::npos) return file;
    }
    return {};
  }
  // Every link of the tree leads to a file.
  void check_links() {
    for (const std::string& file : files_below(*this, "topics/")) {
      const auto node = format::read_node(read(file), file);
      INFO(file);
      REQUIRE(node);
      for (const format::Edge& edge : node->edges) {
        INFO(edge.link.target);
        CHECK(std::filesystem::exists(path(edge.path)));
      }
    }
    const auto checked = check();
    REQUIRE(checked);
    for (const auto& one : checked->problems) INFO(one.where << ": " << one.what);
    CHECK(checked->problems.empty());
  }
  void undo(const std::string& commit) {
    RevertOptions options;
    options.workspace.root = root();
    options.what = commit;
    const auto report = revert(environment(), options);
    if (!report) FAIL(to_string(report.error()));
  }
};

}  // namespace

TEST_CASE("topic changes: words of a person's own wait as the newest leaf, and are found") {
  Changed memory("topics", 8);
  memory.synced();
  const std::string words = "The oven needs an hour.\n\n- first 250 degrees\n- then 210\n";
  const auto added = memory.add(words);
  REQUIRE(added);
  CHECK(added->added);
  CHECK(path::directory(added->path) == "topics/_fresh");
  CHECK_FALSE(added->commit.empty());
  CHECK(memory.read(added->path).ends_with("---\n" + words));
  CHECK_FALSE(memory.add(words)->added);
  memory.check_links();
  memory.synced();
  CHECK(memory.read(added->path).ends_with("---\n" + words));
  CHECK(memory.read("topics/_index.md").find(std::string(path::name(added->path))) !=
        std::string::npos);
  const auto found = memory.search("oven needs an hour 250 degrees");
  REQUIRE(found);
  CHECK(std::any_of(found->hits.begin(), found->hits.end(),
                    [&](const auto& hit) { return hit.path == added->path; }));
  CHECK(memory.synced().nothing_to_do);
  CHECK(memory.add(" \n").error().kind == ErrorKind::kUsage);
  CHECK(memory.add("a\xff").error().kind == ErrorKind::kUsage);
}

TEST_CASE("topic changes: without a topic tree nothing is added") {
  Changed memory("count");
  CHECK(memory.add("The oven needs an hour.").error().kind == ErrorKind::kUsage);
}

TEST_CASE("topic changes: what is added to a folder stays there, and is in its summary") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  const auto added = memory.add("Steam makes the crust of rye bread thin.", bread);
  REQUIRE(added);
  CHECK(path::directory(added->path) == bread);
  const std::string summary = bread + "/_summary.md";
  CHECK(memory.read(summary).find(std::string(path::name(added->path))) != std::string::npos);
  memory.check_links();
  const SyncReport report = memory.synced();
  CHECK(report.summaries_written >= 1);
  CHECK(path::directory(memory.file_of("Steam makes the crust")) == bread);
  CHECK(format::read_node(memory.read(summary), summary)->count == 5);
  CHECK(memory.synced().nothing_to_do);
  memory.undo(added->commit);
  CHECK(memory.file_of("Steam makes the crust").empty());
}

TEST_CASE("topic changes: a leaf that is moved lies there, with links that lead, and stays") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  const std::string leaf = memory.file_of("oven stone");
  const auto moved = memory.move(leaf, bicycle);
  REQUIRE(moved);
  CHECK(path::directory(moved->path) == bicycle);
  CHECK(memory.leaves().at(bread).size() == 3);
  CHECK(memory.leaves().at(bicycle).size() == 5);
  CHECK(memory.read(bicycle + "/_summary.md").find(std::string(path::name(moved->path))) !=
        std::string::npos);
  memory.check_links();
  const ProcessResult log =
      run_git(memory.root(), {"show", "--name-status", "-M", "--format=", moved->commit});
  CHECK(log.out.find("R100\t" + leaf + "\t" + moved->path) != std::string::npos);
  CHECK(memory.move(moved->path, bicycle)->moved.empty());
  const SyncReport report = memory.synced();
  CHECK(report.summaries_written == 2);
  CHECK(memory.folder_of("oven stone") == bicycle);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: what was moved lies where it lay once that is taken back") {
  Changed memory;
  memory.synced();
  const std::string leaf = memory.file_of("oven stone");
  const auto moved = memory.move(leaf, memory.folder_of("chain of my bicycle broke"));
  REQUIRE(moved);
  memory.undo(moved->commit);
  CHECK(memory.file_of("oven stone") == leaf);
  memory.synced();
  CHECK(memory.file_of("oven stone") == leaf);
  memory.check_links();
}

TEST_CASE("topic changes: a folder is moved with all that lies in it, a person's notes too") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  memory.write(bread + "/mine.md", "# Mine\n[the summary](_summary.md)\n");
  taken_in(memory);
  const auto moved = memory.move(bread, bicycle);
  REQUIRE(moved);
  const std::string now = memory.folder_of("starter needs rye");
  CHECK(path::directory(now) == bicycle);
  CHECK(moved->path == now + "/_summary.md");
  CHECK(memory.leaves().at(now).size() == 5);
  CHECK(memory.read(now + "/mine.md") == "# Mine\n[the summary](_summary.md)\n");
  CHECK(files_below(memory, bread + "/").empty());
  memory.check_links();
  memory.synced();
  memory.check_links();
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: a folder that is not there yet is made, and keeps its name") {
  Changed memory;
  memory.synced();
  const auto moved = memory.move(memory.file_of("oven stone"), "topics/Kitchen/");
  REQUIRE(moved);
  CHECK(path::directory(moved->path) == "topics/Kitchen");
  memory.synced();
  CHECK(memory.folder_of("oven stone") == "topics/Kitchen");
  CHECK_FALSE(memory.read("topics/Kitchen/_summary.md").empty());
  memory.check_links();
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: what cannot be moved is refused in plain words") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  const auto before = memory.tree();
  const auto kind = [](const auto& result) { return result.error().kind; };
  CHECK(kind(memory.move(bread, bread)) == ErrorKind::kUsage);
  CHECK(kind(memory.move(bread, bread + "/inner")) == ErrorKind::kUsage);
  CHECK(kind(memory.move(bread, "models/notes")) == ErrorKind::kUsage);
  CHECK(kind(memory.move(bread, "topics/../notes")) == ErrorKind::kUsage);
  CHECK(kind(memory.move(bread, "topics/_fresh")) == ErrorKind::kUsage);
  CHECK(kind(memory.move(bread, "topics/.hidden")) == ErrorKind::kUsage);
  CHECK(kind(memory.move("MEMORY.md", bread)) == ErrorKind::kUsage);
  CHECK(kind(memory.move("topics/_index.md", bread)) == ErrorKind::kUsage);
  CHECK(kind(memory.move("topics/no-such", bread)) == ErrorKind::kNotFound);
  CHECK(kind(memory.move(memory.file_of("oven stone"), "topics")) == ErrorKind::kUsage);
  CHECK(kind(memory.take("topics/no-such")) == ErrorKind::kNotFound);
  CHECK(kind(memory.set(bread, " ")) == ErrorKind::kUsage);
  CHECK(memory.tree() == before);
  memory.write(bicycle + "/Baking", "Mine.\n");
  CHECK(kind(memory.move(bread, bicycle + "/Baking")) == ErrorKind::kConflict);
  memory.remove(bicycle + "/Baking");
  REQUIRE(memory.move(memory.file_of("oven stone"), "topics/Baking"));
  REQUIRE(memory.move(memory.file_of("starter needs rye"), bicycle + "/Baking"));
  CHECK(kind(memory.move("topics/Baking", bicycle)) == ErrorKind::kConflict);
}

TEST_CASE("topic changes: a leaf that is deleted is not cut again, and what is said later is") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  const auto deleted = memory.take(memory.file_of("oven stone"));
  REQUIRE(deleted);
  CHECK(deleted->deleted.size() == 1);
  memory.check_links();
  memory.synced();
  CHECK(memory.file_of("oven stone").empty());
  CHECK(memory.leaves().at(bread).size() == 3);
  CHECK(memory.synced().nothing_to_do);
  memory.check_links();
  // The conversation keeps the words, and goes on.
  CHECK_FALSE(memory.saying("oven stone").empty());
  memory.write_session("11111112-1111-4111-8111-111111111111", "2026-05-04T09:00:00Z",
                       {kBread[2], "The rye bread from the stone rose well in the oven."});
  taken_in(memory);
  memory.synced();
  const std::string later = memory.file_of("rye bread from the stone");
  REQUIRE_FALSE(later.empty());
  CHECK(format::read_node(memory.read(later), later)->text.find("better crust") ==
        std::string::npos);
  CHECK(memory.synced().nothing_to_do);
  // Without its mark it comes again.
  for (const std::string& mark : files_below(memory, "topics/_deleted/")) memory.remove(mark);
  memory.synced();
  const std::string again = memory.file_of("rye bread from the stone");
  CHECK(format::read_node(memory.read(again), again)->text.find("better crust") !=
        std::string::npos);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: a leaf that was deleted is there again once that is taken back") {
  Changed memory;
  memory.synced();
  const std::string leaf = memory.file_of("oven stone");
  const auto deleted = memory.take(leaf);
  REQUIRE(deleted);
  memory.undo(deleted->commit);
  CHECK(memory.file_of("oven stone") == leaf);
  CHECK(files_below(memory, "topics/_deleted/").empty());
  memory.synced();
  CHECK(memory.file_of("oven stone") == leaf);
}

TEST_CASE("topic changes: what lies in a folder that is deleted goes to the one above") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye"),
                    bicycle = memory.folder_of("chain of my bicycle broke");
  REQUIRE(memory.move(bread, bicycle));
  const std::string inner = memory.folder_of("starter needs rye");
  memory.write(inner + "/mine.md", "# Mine\n");
  taken_in(memory);
  const auto deleted = memory.take(inner);
  REQUIRE(deleted);
  CHECK(deleted->deleted == std::vector<std::string>{inner + "/_summary.md"});
  CHECK(memory.leaves().at(bicycle).size() == 9);
  CHECK(memory.read(bicycle + "/mine.md") == "# Mine\n");
  memory.check_links();
  memory.synced();
  memory.check_links();
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: leaves of a folder at the top that is deleted wait for a topic") {
  Changed memory("topics", 0);
  memory.synced();
  REQUIRE(memory.take(memory.folder_of("starter needs rye")));
  CHECK(memory.leaves().at("topics/_fresh").size() == 4);
  memory.check_links();
  memory.synced();
  CHECK(memory.leaves().size() == 2);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: once nothing lies there the table of contents goes") {
  Changed memory;
  memory.synced();
  REQUIRE(memory.take(memory.folder_of("starter needs rye"), true));
  REQUIRE(memory.take(memory.folder_of("chain of my bicycle broke"), true));
  CHECK_FALSE(std::filesystem::exists(memory.path("topics/_index.md")));
  memory.synced();
  CHECK_FALSE(std::filesystem::exists(memory.path("topics/_index.md")));
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: a folder goes with its contents where that is asked for") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  memory.write(bread + "/mine.md", "# Mine\n");
  taken_in(memory);
  const auto deleted = memory.take(bread, true);
  REQUIRE(deleted);
  CHECK(deleted->deleted.size() == 5);
  CHECK(deleted->diagnostics.size() == 1);
  CHECK(files_below(memory, bread + "/") == std::vector<std::string>{bread + "/mine.md"});
  memory.synced();
  CHECK(memory.file_of("starter needs rye").empty());
  CHECK(memory.read(bread + "/mine.md") == "# Mine\n");
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: a text and a key that a person sets stay theirs") {
  Changed memory;
  memory.synced();
  const std::string bread = memory.folder_of("starter needs rye");
  const std::string summary = bread + "/_summary.md", leaf = memory.file_of("oven stone");
  REQUIRE(memory.set(bread, "I bake on Sundays.", "my own bread"));
  REQUIRE(memory.set(leaf, "The stone is from Braga.", "the stone"));
  CHECK_FALSE(memory.set(leaf, "The stone is from Braga.")->changed);
  memory.check_links();
  CHECK(memory.read("topics/_index.md").find("[my own bread]") != std::string::npos);
  CHECK(memory.read(summary).find("[the stone]") != std::string::npos);
  memory.say("11111119", "2026-05-09", "T09:00:00Z",
             "The rye sourdough bread rose well in the oven this morning.");
  taken_in(memory);
  memory.synced();
  const auto node = format::read_node(memory.read(summary), summary).value();
  CHECK(node.description == "my own bread");
  CHECK(node.text.starts_with("I bake on Sundays."));
  CHECK(node.count == 5);
  CHECK(format::read_node(memory.read(leaf), leaf)->description == "the stone");
  CHECK(format::read_node(memory.read(leaf), leaf)->text == "The stone is from Braga.");
  CHECK(memory.read(leaf).find("\nFrom [") != std::string::npos);
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: a summary that a person wrote lists nothing once nothing lies there") {
  Changed memory;
  memory.synced();
  const std::string leaf = memory.add("I bake on Sundays.", "topics/Own")->path;
  memory.synced();
  const std::string file = "topics/Own/_summary.md";
  REQUIRE(memory.set(file, "What I bake, and when."));
  REQUIRE(memory.take(leaf));
  memory.check_links();
  CHECK(memory.read(file).find("What I bake, and when.") != std::string::npos);
  memory.synced();
  memory.check_links();
  CHECK(memory.synced().nothing_to_do);
}

TEST_CASE("topic changes: secrets are taken out of what is added or set") {
  Changed memory;
  memory.synced();
  const std::string secret = std::string("ghp_") + "q7Zt9RkW2mVb" + "X4nLs8YdPc1H" + "fJ6gTa3Ue5Ko";
  const auto added = memory.add("The token is " + secret + " for now.");
  REQUIRE(added);
  CHECK(added->redacted == 1);
  CHECK(memory.read(added->path).find(secret) == std::string::npos);
  const auto set = memory.set(memory.file_of("oven stone"), "The token is " + secret + ".");
  REQUIRE(set);
  CHECK(set->redacted == 1);
  CHECK(memory.saying(secret).empty());
}

TEST_CASE("topic changes: a memory adds, moves, sets and deletes by the same functions") {
  Changed made;
  made.synced();
  const auto memory = Memory::open(made.root());
  REQUIRE(memory);
  const auto added = memory->add("The oven needs an hour.", "topics/Kitchen");
  REQUIRE(added);
  CHECK(memory->read_file(added->path)->text.find("needs an hour") != std::string::npos);
  CHECK(memory->update(added->path, "The oven needs half an hour.")->changed);
  const auto moved = memory->move(added->path, "topics/Home");
  REQUIRE(moved);
  CHECK(memory->tree("topics/Home", 1)->lines.size() == 2);
  CHECK(memory->remove(moved->path)->deleted.size() == 1);
  CHECK(memory->sync());
}

}  // namespace topic_changes_test
