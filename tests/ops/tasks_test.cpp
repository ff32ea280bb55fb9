// Tasks: set, ended, linked, listed, recalled and drawn, in a real workspace with git.
#include "base/text.hpp"
#include "ops/ask/task_lookup.hpp"
#include "tests/ops/fixture.hpp"
#include "tests/support/faulty_file_system.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace pyramid::tasks_test {
namespace {

class Work : public test::Fixture {
 public:
  Work() { set_now("2026-05-12T10:00:00Z"); }

  AddTaskReport add(const std::string& title, AddTaskOptions options = {}) {
    options.workspace.root = root();
    options.title = title;
    const auto report = add_task(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  EndTaskReport end(Result<EndTaskReport> (*how)(const Environment&, const EndTaskOptions&),
                    const std::string& task, const std::string& text = {}) {
    EndTaskOptions options;
    options.workspace.root = root();
    options.task = task;
    options.text = text;
    const auto report = how(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  Result<LinkTaskReport> link(const std::string& task, const std::string& relation,
                              const std::string& to, bool remove = false) {
    LinkTaskOptions options;
    options.workspace.root = root();
    options.task = task;
    options.relation = relation;
    options.to = to;
    options.remove = remove;
    return link_task(environment(), options);
  }
  std::vector<std::string> listed(const std::string& state, const std::string& about = {}) {
    ListTasksOptions options;
    options.workspace.root = root();
    options.state = state;
    options.about = about;
    const auto report = list_tasks(environment(), options);
    REQUIRE(report);
    std::vector<std::string> titles;
    for (const TaskLine& one : report->tasks) titles.push_back(one.title);
    return titles;
  }
  ShowTaskReport shown(const std::string& task) {
    const auto report = show_task(environment(), {{root()}, task});
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  std::vector<std::string> relations(const std::string& task) {
    std::vector<std::string> told;
    for (const TaskRelation& one : shown(task).relations) {
      told.push_back(one.relation + " " + one.title + " (" + one.state + ")");
    }
    return told;
  }
  std::string recalled(const std::string& prompt) {
    RecallOptions options;
    options.workspace.root = root();
    options.prompt = prompt;
    const auto report = recall(environment(), options);
    REQUIRE(report);
    return report->text;
  }
  ForgetReport forgotten(const std::function<void(ForgetOptions&)>& set) {
    ForgetOptions options;
    options.workspace.root = root();
    set(options);
    const auto report = forget(environment(), options);
    INFO((report ? "" : to_string(report.error())));
    REQUIRE(report);
    return *report;
  }
  ForgetReport forgotten_match(const std::string& text, bool dry_run = false) {
    return forgotten([&](ForgetOptions& options) {
      options.match = text;
      options.dry_run = dry_run;
    });
  }
  // Files that say it, or are called by it.
  [[nodiscard]] std::vector<std::string> saying(const std::string& text) const {
    std::vector<std::string> found;
    for (const auto& [path, bytes] : tree()) {
      const bool says = (path + bytes).find(text) != std::string::npos;
      if (says) found.push_back(path);
    }
    return found;
  }
  Result<RevertReport> reverted(const std::string& commit) {
    RevertOptions options;
    options.workspace.root = root();
    options.what = commit;
    return revert(environment(), options);
  }
  [[nodiscard]] std::string last_subject() const {
    return test::run_git(root(), {"log", "-1", "--format=%s"}).out;
  }
};

using Lines = std::vector<std::string>;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("tasks: one is set, fails, is opened again, done and dropped, a commit each") {
  Work work;
  const std::size_t before = work.commits();
  const AddTaskReport added = work.add("Deploy the gateway");
  CHECK(added.path.starts_with("tasks/deploy-the-gateway-"));
  CHECK(work.last_subject() == "memory: task \"Deploy the gateway\"\n");
  CHECK(work.listed("open") == Lines{"Deploy the gateway"});
  CHECK(work.end(&fail_task, "gateway", "The certificate had expired.").was == "open");
  CHECK(work.last_subject() == "memory: task \"Deploy the gateway\" failed\n");
  CHECK(work.listed("failed") == Lines{"Deploy the gateway"});
  CHECK(work.read(added.path).find("2026-05-12, failed: The certificate had expired.") !=
        std::string::npos);
  CHECK(work.read(added.path).find("success: false\n") != std::string::npos);
  work.end(&reopen_task, "gateway");
  CHECK(work.read(added.path).find("success: null\n") != std::string::npos);
  CHECK(work.read(added.path).find("finished:") == std::string::npos);
  work.end(&finish_task, "gateway", "It runs.");
  CHECK(work.listed("done") == Lines{"Deploy the gateway"});
  work.end(&drop_task, "gateway");
  CHECK(work.listed("invalidated") == Lines{"Deploy the gateway"});
  CHECK(work.read(added.path).find("success: true\n") != std::string::npos);
  CHECK(work.commits() == before + 5);
  CHECK(work.check()->problems.empty());
}

TEST_CASE("tasks: the ledger has an event for whatever becomes of one, by its id") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  work.add("Renew the seal");
  REQUIRE(work.link("Deploy the gateway", "blocked by", "Renew the seal"));
  REQUIRE(work.link("Deploy the gateway", "blocked by", "Renew the seal"));  // nothing new
  work.end(fail_task, "Deploy the gateway", "The vault was sealed.");
  LedgerOptions options;
  options.workspace.root = work.root();
  options.kind = "task";
  REQUIRE(work.reverted("HEAD"));
  const auto ledger = read_ledger(work.environment(), options);
  REQUIRE(ledger);
  REQUIRE(ledger->events.size() == 5);
  CHECK(ledger->events[4].json.find(R"("state":"open")") != std::string::npos);
  CHECK(ledger->events[2].json.find(R"("state":"linked")") != std::string::npos);
  CHECK(ledger->events[3].json.find(R"("state":"failed")") != std::string::npos);
  CHECK(ledger->events[3].json.find(added.id) != std::string::npos);
  CHECK(ledger->events[3].json.find("gateway") == std::string::npos);
}

TEST_CASE("tasks: the same again changes nothing") {
  Work work;
  const AddTaskReport first = work.add("Deploy the gateway");
  const AddTaskReport second = work.add("Deploy the gateway");
  CHECK_FALSE(second.added);
  CHECK(second.path == first.path);
  CHECK(work.end(&finish_task, "gateway", "It runs.").changed);
  const auto before = work.tree();
  const std::size_t commits = work.commits();
  CHECK_FALSE(work.end(&finish_task, "gateway").changed);
  CHECK_FALSE(work.end(&finish_task, "gateway", "It runs.").changed);
  CHECK(work.tree() == before);
  CHECK(work.commits() == commits);
}

TEST_CASE("tasks: a task is named by its path, its id or words that it alone has") {
  Work work;
  const AddTaskReport gateway = work.add("Deploy the gateway");
  work.add("Deploy the proxy");
  const std::string tail = gateway.id.substr(gateway.id.size() - 6);
  for (const std::string& name : {gateway.path, gateway.id, tail, std::string("GATEWAY"),
                                  std::string("deploy the gateway")}) {
    CHECK(work.shown(name).task.path == gateway.path);
  }
  const auto both = show_task(work.environment(), {{work.root()}, "deploy"});
  REQUIRE_FALSE(both);
  CHECK(both.error().kind == ErrorKind::kUsage);
  CHECK(both.error().hint.find("Deploy the proxy") != std::string::npos);
  const auto none = show_task(work.environment(), {{work.root()}, "deploy the gatewya"});
  REQUIRE_FALSE(none);
  CHECK(none.error().kind == ErrorKind::kNotFound);
  CHECK(none.error().hint == "did you mean Deploy the gateway?");
  work.end(&finish_task, "proxy");
  CHECK(work.shown("deploy").task.path == gateway.path);  // the one that is still open
  CHECK(work.end(&reopen_task, "deploy").title == "Deploy the proxy");
}

TEST_CASE("tasks: of two files with one id that one is listed, drawn and meant which check names") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  work.add("Tell the team");
  REQUIRE(work.link("gateway", "blocks", "team"));
  work.write("tasks/copy.md", work.read(added.path));
  const auto checked = work.check();
  REQUIRE(checked);
  REQUIRE(checked->problems.size() == 1);
  const std::string left_out = checked->problems[0].where;
  const std::string counts = left_out == added.path ? "tasks/copy.md" : added.path;
  CHECK(work.listed("open").size() == 2);
  CHECK(work.listed("open", "deploy the gateway").front() == "Deploy the gateway");
  CHECK(work.shown(added.id).task.path == counts);
  CHECK(work.shown("gateway").task.path == counts);
  CHECK(work.shown(left_out).task.path == left_out);
  const auto graph = task_graph(work.environment(), {{work.root()}, {}, "mermaid"});
  REQUIRE(graph);
  CHECK(graph->tasks == 2);
  CHECK(graph->links == 1);
  REQUIRE(graph->diagnostics.size() == 1);
  CHECK(graph->diagnostics[0].where == left_out);
}

TEST_CASE("tasks: a title may come again") {
  Work work;
  const AddTaskReport first = work.add("Weekly backup");
  work.end(&finish_task, "backup", "All tapes are full.");
  work.set_now("2026-05-19T10:00:00Z");
  const AddTaskReport second = work.add("Weekly backup");
  CHECK(second.added);
  CHECK(second.path != first.path);
  CHECK(work.end(&fail_task, "backup", "No tape.").path == second.path);
  CHECK(work.listed("failed") == Lines{"Weekly backup"});
}

TEST_CASE("tasks: one that is dropped and wanted again is as it was") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  work.end(&finish_task, "gateway", "It runs.");
  const std::string before = work.read(added.path);
  work.end(&drop_task, "gateway");
  CHECK(work.end(&reopen_task, "gateway").state == "done");
  CHECK(work.read(added.path) == before);
}

TEST_CASE("tasks: an end that was told otherwise since is left whole by a revert, and named") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  const std::string done = work.end(&finish_task, "gateway", "It runs.").commit;
  work.set_now("2026-05-12T12:00:00Z");
  work.end(&finish_task, "gateway", "It runs well.");
  const std::string now = work.read(path);
  const auto left = work.reverted(done);
  REQUIRE(left);
  CHECK(left->left == Lines{path});
  CHECK(left->commit.empty());
  CHECK(work.read(path) == now);
}

TEST_CASE("tasks: an end that was edited by hand since is left whole by a revert") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  const std::string done = work.end(&finish_task, "gateway", "It runs.").commit;
  const std::string edited = replace_all(work.read(path), "It runs.", "It runs on pg-7.");
  work.write(path, edited);
  REQUIRE(work.sync());
  const auto left = work.reverted(done);
  REQUIRE(left);
  CHECK(left->left == Lines{path});
  CHECK(work.read(path) == edited);
}

TEST_CASE("tasks: an end is taken back whole where only a link came since") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  work.add("Tell the team");
  const std::string open = work.read(path);
  const std::string done = work.end(&finish_task, "gateway", "It runs.").commit;
  REQUIRE(work.link("gateway", "blocks", "team"));
  const auto report = work.reverted(done);
  REQUIRE(report);
  CHECK(report->left.empty());
  const std::string now = work.read(path);
  CHECK(now.starts_with(open));
  CHECK(has(now, "## Blocks"));
  CHECK_FALSE(has(now, "Outcome"));
}

TEST_CASE("tasks: who ends or opens one again settles what two machines said of it") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  work.end(&finish_task, "gateway");
  const std::string merged = replace_all(
      work.read(path), "success: true\n",
      "success: true\n# conflict 2026-05-12: success: false\n# conflict 2026-05-12: mood: glad\n");
  work.write(path, merged);
  CHECK(work.end(&finish_task, "gateway").changed);
  CHECK_FALSE(has(work.read(path), "success: false"));
  CHECK(has(work.read(path), "success: true\n"));
  CHECK(has(work.read(path), "# conflict 2026-05-12: mood: glad\n"));
  CHECK_FALSE(work.end(&finish_task, "gateway").changed);
  work.write(path, merged);
  work.end(&reopen_task, "gateway");
  CHECK(has(work.read(path), "success: null\n"));
  CHECK_FALSE(has(work.read(path), "success: false"));
}

TEST_CASE("tasks: one cannot have ended before it was set") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  const std::string before = work.read(path);
  EndTaskOptions options;
  options.workspace.root = work.root();
  options.task = "gateway";
  options.at = *parse_time("2026-05-11T10:00:00Z");
  const auto refused = finish_task(work.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kUsage);
  CHECK(refused.error().where == path);
  CHECK(has(refused.error().what, "2026-05-12T10:00:00Z"));
  CHECK(work.read(path) == before);
}

TEST_CASE("tasks: a title that is a text is refused, and a list with one is taken without it") {
  Work work;
  const std::string text(5000, 'a');
  AddTaskOptions options;
  options.workspace.root = work.root();
  options.title = text;
  const auto refused = add_task(work.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "the title is too long: 5,000 bytes of 1,024");
  work.write("heartbeat.md", "- [ ] Call Ana\n- [ ] " + text + "\n- [ ] Pay the rent\n");
  TakeTasksOptions taking;
  taking.workspace.root = work.root();
  const auto taken = take_tasks(work.environment(), taking);
  REQUIRE(taken);
  CHECK(taken->paths.size() == 2);
  REQUIRE(taken->diagnostics.size() == 1);
  CHECK(taken->diagnostics[0].where == "heartbeat.md:2");
}

TEST_CASE("tasks: set again it gets the links that are new") {
  Work work;
  work.add("Announce the release");
  const AddTaskReport first = work.add("Deploy the gateway");
  AddTaskOptions options;
  options.blocks = {"announce"};
  options.description = "To all regions.";
  const AddTaskReport again = work.add("Deploy the gateway", options);
  CHECK_FALSE(again.added);
  CHECK(again.path == first.path);
  REQUIRE(again.diagnostics.size() == 1);
  CHECK(again.diagnostics[0].what == "the task was there; its description is left as it is");
  CHECK(work.relations("gateway") == Lines{"blocks Announce the release (open)"});
}

TEST_CASE("tasks: two turns of one conversation are two links, and each can be taken away") {
  Work work;
  work.write_session("a", "2026-05-01T09:00:00Z", {"Deploy the gateway.", "Deploy it soon."});
  REQUIRE(work.import_sessions());
  const std::string session = file_below(work, "sessions/");
  work.add("Deploy the gateway");
  REQUIRE(work.link("gateway", "derived-from", session + "#^t1")->changed);
  REQUIRE(work.link("gateway", "derived-from", session + "#^t3")->changed);
  CHECK(work.shown("gateway").relations.size() == 2);
  REQUIRE(work.link("gateway", "derived-from", session + "#^t1", true)->changed);
  REQUIRE(work.shown("gateway").relations.size() == 1);
  CHECK(work.shown("gateway").relations[0].path == session + "#^t3");
}

TEST_CASE("tasks: a link that leads nowhere, and none with words beside it, can be taken away") {
  Work work;
  work.write(
      "tasks/a.md",
      "---\nkind: task\n---\n# Alpha\n\n## Blocks\n- [gone](gone.md)\n- [B](b.md), says Mia\n");
  work.write("tasks/b.md", "---\nkind: task\n---\n# Beta\n");
  REQUIRE(work.link("alpha", "blocks", "gone.md", true)->changed);
  CHECK(work.read("tasks/a.md").find("gone") == std::string::npos);
  const auto refused = work.link("alpha", "blocks", "beta", true);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == "tasks/a.md:7");
  CHECK(work.read("tasks/a.md").find("says Mia") != std::string::npos);
}

TEST_CASE("tasks: recall tells what came of a task last, and what it is blocked by first") {
  Work work;
  AddTaskOptions options;
  for (int i = 0; i < 9; ++i) {
    const std::string other = "Ferry number " + std::to_string(i);
    work.add(other);
    options.related_to.push_back(other);
  }
  work.add("Renew the vault's seal");
  options.blocked_by = {"seal"};
  work.add("Migrate the database", options);
  work.end(&fail_task, "migrate", "The disk was full.");
  work.end(&fail_task, "migrate", "The replica lagged behind.");
  const std::string text = work.recalled("Migrate the database");
  CHECK(text.find("Migrate the database (failed): 2026-05-12, failed: The replica lagged") !=
        std::string::npos);
  CHECK(text.find("is blocked by Renew the vault's seal") < text.find("is related to"));
}

TEST_CASE("tasks: what is no longer wanted is listed by what it is about, too") {
  Work work;
  work.add("Announce the release");
  work.end(&drop_task, "announce");
  CHECK(work.listed("invalidated", "announce") == Lines{"Announce the release"});
  CHECK(work.listed("open", "announce").empty());
}

TEST_CASE("tasks: what cannot be seen in the file is refused") {
  Work work;
  work.write("tasks/f.md", "---\nkind: task\n---\n# Fence\n\n```\nopen\n");
  const std::string before = work.read("tasks/f.md");
  EndTaskOptions options;
  options.workspace.root = work.root();
  options.task = "fence";
  options.text = "It runs.";
  CHECK(finish_task(work.environment(), options).error().kind == ErrorKind::kInvalid);
  CHECK(work.read("tasks/f.md") == before);
}

TEST_CASE("tasks: a relation is seen from both of its ends") {
  Work work;
  work.add("Rotate the certificates");
  AddTaskOptions options;
  options.blocked_by = {"certificates"};
  work.add("Deploy the gateway", options);
  REQUIRE(work.link("gateway", "blocks", "certificates")->changed == true);
  CHECK(work.relations("gateway") == Lines{"blocks Rotate the certificates (open)",
                                           "blocked by Rotate the certificates (open)"});
  CHECK_FALSE(work.link("gateway", "blocks", "certificates")->changed);
  REQUIRE(work.link("gateway", "blocks", "certificates", true)->changed);
  CHECK(work.relations("certificates") == Lines{"blocks Deploy the gateway (open)"});
  CHECK(work.link("gateway", "blocks", "gateway").error().kind == ErrorKind::kUsage);
  CHECK(work.link("gateway", "hates", "certificates").error().kind == ErrorKind::kUsage);
  CHECK(work.check()->problems.empty());
}

TEST_CASE("tasks: one may come of what was said in a conversation") {
  Work work;
  work.write_session("a", "2026-05-01T09:00:00Z", {"We have to deploy the gateway soon."});
  REQUIRE(work.import_sessions());
  const std::string session = file_below(work, "sessions/");
  AddTaskOptions options;
  options.derived_from = {session + "#^t1"};
  const AddTaskReport added = work.add("Deploy the gateway", options);
  CHECK(work.read(added.path).find("#^t1)") != std::string::npos);
  const ShowTaskReport shown = work.shown("gateway");
  REQUIRE(shown.relations.size() == 1);
  CHECK(shown.relations[0].relation == "derived from");
  CHECK(shown.relations[0].path == session + "#^t1");
  CHECK(work.check()->problems.empty());
}

TEST_CASE("tasks: recall finds the cause of a failed deployment one step away") {
  Work work;
  work.add("Renew the vault's seal");
  work.end(&fail_task, "seal", "Nobody had the second key share on holiday.");
  AddTaskOptions options;
  options.blocked_by = {"seal"};
  work.add("Deploy the gateway", options);
  work.end(&fail_task, "gateway", "It was stopped.");
  for (const char* other : {"Order cake for the party", "Paint the fence", "Call the dentist"}) {
    work.add(other);
  }
  REQUIRE(work.sync());
  const std::string text = work.recalled("Why did we not deploy the gateway?");
  CHECK(text.find("Deploy the gateway (failed)") != std::string::npos);
  CHECK(text.find("Deploy the gateway is blocked by Renew the vault's seal (failed): 2026-05-12, "
                  "failed: Nobody had the second key share on holiday.") != std::string::npos);
  CHECK(text.find("cake") == std::string::npos);
  work.end(&drop_task, "seal");
  CHECK(work.recalled("Why did we not deploy the gateway?").find("key share") == std::string::npos);
}

TEST_CASE("tasks: how new one is counts as much as the settings say, by the formula of the page") {
  Work work;
  work.add("Deploy the red gateway");
  work.set_now("2026-06-09T10:00:00Z");
  work.add("Deploy the blue gateway");
  const auto first_by = [&](const std::string& weight) {
    work.write("pyramid.yaml", "task_weight: " + weight + "\n");
    return work.listed("open", "deploy red gateway").front();
  };
  CHECK(first_by("0.9") == "Deploy the red gateway");
  CHECK(first_by("0.1") == "Deploy the blue gateway");
  SearchOptions options;
  options.workspace.root = work.root();
  options.query = "deploy red gateway";
  options.sources = {"tasks"};
  options.time_weight = 0.3;
  options.time_decay_days = 14;
  const auto found = search_memory(work.environment(), options);
  REQUIRE(found);
  REQUIRE(found->hits.size() == 2);
  // 28 days old: exp(-28/14) = exp(-2).
  CHECK(found->hits[0].recency == Approx(std::exp(-2.0)));
  for (const SearchHit& hit : found->hits) {
    CHECK(hit.score == Approx(0.7 * hit.relevance + 0.3 * hit.recency));
  }
}

TEST_CASE("tasks: likeness is that of L2 distances") {
  // d² = 2 - 2c; 1 - d²/4 with d = 1.5 is 0.4375, where c is -0.125.
  CHECK(ops::likeness(-0.125) == Approx(0.4375));
  CHECK(ops::likeness(1) == Approx(1));
}

TEST_CASE("tasks: one like another is linked with it, and the link says who found it") {
  Work work;
  const AddTaskReport first = work.add("Deploy the gateway to production");
  const AddTaskReport second = work.add("Deploy the new gateway to production");
  REQUIRE(second.similar.size() == 1);
  CHECK(second.similar[0].path == first.path);
  CHECK(work.read(second.path).find("## Similar to\n- [Deploy the gateway to production](") !=
        std::string::npos);
  CHECK(work.read(second.path).find("<!-- found by Pyramid -->") != std::string::npos);
  CHECK(work.add("Water the ferns").similar.empty());
}

TEST_CASE("tasks: a secret in what is said of one is taken out") {
  Work work;
  work.add("Deploy the gateway");
  const EndTaskReport ended =
      work.end(&fail_task, "gateway", "The token ghp_16C7e42F292c6912E7710c838347Ae178B4a leaked.");
  CHECK(ended.redacted == 1);
  CHECK(ended.text.find("ghp_") == std::string::npos);
  CHECK(work.read(ended.path).find("ghp_") == std::string::npos);
}

TEST_CASE("tasks: nor does a link to a list whose first line has one") {
  Work work;
  work.write("heartbeat.md",
             "- [ ] Rotate ghp_16C7e42F292c6912E7710c838347Ae178B4a\n- [ ] Pay the rent\n");
  TakeTasksOptions take;
  take.workspace.root = work.root();
  const auto taken = take_tasks(work.environment(), take);
  REQUIRE(taken);
  REQUIRE(taken->paths.size() == 1);
  for (const std::string& path : taken->paths) {
    CHECK(work.read(path).find("ghp_") == std::string::npos);
    CHECK(work.read(path).find("../heartbeat.md") != std::string::npos);
  }
}

TEST_CASE("tasks: \"yesterday\" in a long outcome is the day before it was said") {
  Work work;
  work.add("Build the app");
  std::string text = "The build failed because the certificate had expired yesterday. ";
  for (int i = 0; i < 40; ++i) text += "Line " + std::to_string(i) + " of the log says no more. ";
  const EndTaskReport ended = work.end(&fail_task, "app", text);
  INFO(ended.text);
  CHECK(ended.text.find("1969") == std::string::npos);
  CHECK(ended.text.find("1970") == std::string::npos);
}

TEST_CASE("tasks: what came of one is kept in at most 600 bytes") {
  Work work;
  work.add("Deploy the gateway");
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "Step " + std::to_string(i) + " of the rollout reached another region. ";
  }
  const EndTaskReport ended = work.end(&finish_task, "gateway", text);
  CHECK(ended.text.size() <= 600);
  CHECK(ended.text.size() > 200);
}

TEST_CASE("tasks: check names those that block each other, and one that lies in the future") {
  Work work;
  work.write("tasks/a.md", "---\nkind: task\n---\n# Alpha\n\n## Blocks\n- [B](b.md)\n");
  work.write("tasks/b.md", "---\nkind: task\n---\n# Beta\n\n## Blocks\n- [A](a.md)\n");
  work.write("tasks/c.md", "---\nkind: task\nat: 2199-01-01T00:00:00Z\n---\n# Gamma\n");
  const auto report = work.check();
  REQUIRE(report);
  std::string told;
  for (const Diagnostic& one : report->problems) told += to_string(one) + "\n";
  INFO(told);
  CHECK(told.find("tasks/a.md: tasks block each other: Alpha → Beta → Alpha") != std::string::npos);
  CHECK(told.find("tasks/c.md: lies in the future: 2199") != std::string::npos);
}

TEST_CASE("tasks: what a person broke is named, and the rest is drawn") {
  Work work;
  work.write("tasks/a.md", "---\nkind: task\n---\n# Alpha\n\n## Blocks\n- [B](b.md)\n");
  work.write("tasks/b.md",
             "---\nkind: task\n---\n# Beta \"quoted\"\n\n## Blocks\n- [A](a.md)\n- [gone](c.md)\n");
  work.write("tasks/d.md", "---\nkind: task\n---\n# Delta\n");
  TaskGraphOptions options;
  options.workspace.root = work.root();
  const auto graph = task_graph(work.environment(), options);
  REQUIRE(graph);
  CHECK(graph->tasks == 3);
  CHECK(graph->links == 2);
  CHECK(graph->text ==
        "graph LR\n"
        "  t1[\"Alpha (open)\"]\n"
        "  t2[\"Beta #quot;quoted#quot; (open)\"]\n"
        "  t3[\"Delta (open)\"]\n"
        "  t1 --> t2\n"
        "  t2 --> t1\n");
  REQUIRE(graph->diagnostics.size() == 2);
  CHECK(graph->diagnostics[0].what == "links to a missing file: tasks/c.md");
  CHECK(graph->diagnostics[1].what == "tasks block each other: Alpha → Beta \"quoted\" → Alpha");
  options.task = "tasks/a.md";
  options.format = "dot";
  const auto around = task_graph(work.environment(), options);
  REQUIRE(around);
  CHECK(around->tasks == 2);
  CHECK(around->text.find("label=\"Beta \\\"quoted\\\" (open)\"") != std::string::npos);
  CHECK(work.recalled("alpha").find("Alpha (open)") != std::string::npos);
}

TEST_CASE("tasks: a chain of many that block each other is walked without recursion") {
  Work work;
  constexpr int kMany = 3000;
  for (int i = 0; i < kMany; ++i) {
    work.write("tasks/t" + std::to_string(i) + ".md",
               "---\nkind: task\n---\n# Step " + std::to_string(i) + "\n\n## Blocks\n- [next](t" +
                   std::to_string((i + 1) % kMany) + ".md)\n");
  }
  TaskGraphOptions options;
  options.workspace.root = work.root();
  const auto graph = task_graph(work.environment(), options);
  REQUIRE(graph);
  CHECK(graph->tasks == kMany);
  CHECK(graph->diagnostics.size() == 1);
}

TEST_CASE("tasks: a person's own words behind the relations are found") {
  Work work;
  work.write(
      "tasks/a.md",
      "---\nkind: task\n---\n# Alpha\n\n## Blocks\n- [B](b.md)\n\n## Log\nThe pergola fell.\n");
  const auto found = work.search("pergola");
  REQUIRE(found);
  REQUIRE_FALSE(found->hits.empty());
  CHECK(found->hits[0].snippet == "The pergola fell.");
  CHECK(found->hits[0].first_line == 10);
}

TEST_CASE("tasks: a forget takes those that say it, with the links to them") {
  Work work;
  AddTaskOptions of_ring, of_dinner;
  of_ring.description = "For Rosalind, in gold.";
  of_dinner.blocked_by = {"Buy the ring"};
  const AddTaskReport ring = work.add("Buy the ring", of_ring);
  const AddTaskReport dinner = work.add("Book the table", of_dinner);
  const std::string dinner_alone = work.read(dinner.path);
  REQUIRE(work.link("Book the table", "related to", "Buy the ring"));
  ObserveOptions told;
  told.workspace.root = work.root();
  told.text = "User's fiancee is Rosalind.";
  const auto fact = observe(work.environment(), told);
  REQUIRE(fact);
  REQUIRE(work.link("Book the table", "derived from", fact->path));
  const auto before = work.tree();
  CHECK(work.forgotten_match("rosalind", true).kept.empty());
  CHECK(work.tree() == before);
  const ForgetReport forgotten = work.forgotten_match("rosalind");
  CHECK(forgotten.kept.empty());
  REQUIRE(forgotten.forgotten.size() == 2);
  CHECK(forgotten.forgotten[1].path == ring.path);
  CHECK(forgotten.forgotten[1].what == "task");
  CHECK(work.listed("all") == std::vector<std::string>{"Book the table"});
  CHECK(work.read(dinner.path) == dinner_alone);
  CHECK(work.saying("Rosalind").empty());
  CHECK(work.saying("ring").empty());
}

TEST_CASE("tasks: a forget leaves a line that says more than its link, and names it") {
  Work work;
  const AddTaskReport ring = work.add("Buy the ring");
  const AddTaskReport dinner = work.add("Book the table");
  const std::string link = "- [Buy the ring](" + ring.path.substr(6) + ")";
  work.write(dinner.path, work.read(dinner.path) + "\n## Related to\n" + link + ", before!\n");
  const ForgetReport forgotten = work.forgotten_match("buy the ring");
  REQUIRE(forgotten.kept.size() == 1);
  CHECK(forgotten.kept[0].path == dinner.path);
  CHECK(work.read(dinner.path).ends_with(link + ", before!\n"));
}

TEST_CASE("tasks: a purge leaves no word of one in git, nor in what commits say") {
  Work work;
  const AddTaskReport ring = work.add("Buy the ring for Rosalind");
  AddTaskOptions of_dinner;
  of_dinner.blocked_by = {"Buy the ring for Rosalind"};
  work.add("Book the table", of_dinner);
  work.end(finish_task, "Buy the ring for Rosalind", "It fits.");
  work.forgotten([&](ForgetOptions& options) {
    options.what = ring.id;
    options.purge = true;
  });
  CHECK(work.saying("Rosalind").empty());
  const std::string log = test::run_git(work.root(), {"log", "--all", "-p", "--stat"}).out;
  CHECK(log.find("osalind") == std::string::npos);
  CHECK(log.find("It fits") == std::string::npos);
}

TEST_CASE("tasks: what comes back of a forgotten one goes with the next sync") {
  Work work;
  const AddTaskReport ring = work.add("Buy the ring for Rosalind");
  const AddTaskReport dinner = work.add("Book the table");
  const std::string ring_then = work.read(ring.path), dinner_then = work.read(dinner.path);
  work.forgotten_match("rosalind");
  const auto tree = work.tree();
  work.write(ring.path, ring_then);
  work.write(dinner.path, dinner_then + "\n## Related to\n- [Buy the ring for Rosalind](" +
                              ring.path.substr(6) + ")\n");
  REQUIRE(work.sync());
  CHECK(work.saying("Rosalind").empty());
  CHECK(work.read(dinner.path) == dinner_then);
  AddTaskOptions again;
  again.workspace.root = work.root();
  again.title = "Buy the ring for Rosalind";
  const auto added = add_task(work.environment(), again);  // in the same second: the same task
  REQUIRE_FALSE(added);
  CHECK(added.error().what == "this task was forgotten");
}

TEST_CASE("tasks: a link to what another machine forgot goes, though the task did not change") {
  Work work;
  const AddTaskReport ring = work.add("Buy the ring for Rosalind");
  work.add("Book the table", [] {
    AddTaskOptions options;
    options.blocked_by = {"Buy the ring for Rosalind"};
    return options;
  }());
  const AddTaskReport poem = work.add("Write a poem");
  REQUIRE(work.link("Write a poem", "related to", "Buy the ring for Rosalind"));
  REQUIRE(work.sync());
  work.remove(ring.path);  // as a pull takes it away, with its tombstone
  work.write("forgotten/" + ring.id, "forgotten\n");
  REQUIRE(work.sync());
  CHECK(work.saying("Rosalind").empty());
  CHECK(work.read(poem.path).ends_with("# Write a poem\n"));
}

TEST_CASE("tasks: one that came of a conversation links it under the title that it gets") {
  Work work;
  work.write_session("a", "2026-05-01T09:00:00Z",
                     {"The venue is Villa Rosalind.", "We have to call them soon."});
  REQUIRE(work.import_sessions());
  AddTaskOptions options;
  options.derived_from = {file_below(work, "sessions/") + "#^t3"};
  const AddTaskReport task = work.add("Call the venue", options);
  REQUIRE(work.read(task.path).find("Villa Rosalind") != std::string::npos);
  work.forgotten_match("Villa Rosalind");
  CHECK(work.read(task.path).find("Rosalind") == std::string::npos);
  CHECK(work.shown("Call the venue").relations.size() == 1);
  CHECK(work.check()->problems.empty());
}

TEST_CASE("tasks: links follow a task that was moved by hand, and its own lead on") {
  Work work;
  const AddTaskReport paint = work.add("Order the paint");
  AddTaskOptions of_fence;
  of_fence.blocked_by = {"Order the paint"};
  const AddTaskReport fence = work.add("Paint the fence", of_fence);
  const std::string bytes = work.read(paint.path);
  work.remove(paint.path);
  work.write("tasks/shop/paint.md", bytes);
  REQUIRE(work.sync());
  CHECK(work.relations("Paint the fence") ==
        std::vector<std::string>{"blocked by Order the paint (open)"});
  CHECK(work.read("tasks/shop/paint.md").find("](../" + fence.path.substr(6) + ")") !=
        std::string::npos);
  const std::string moved = "tasks/garden/" + fence.path.substr(6);
  work.write(moved, work.read(fence.path));
  work.remove(fence.path);
  REQUIRE(work.sync());
  CHECK(work.relations("Paint the fence") ==
        std::vector<std::string>{"blocked by Order the paint (open)"});
  CHECK(test::run_git(work.root(), {"status", "--porcelain"}).out.empty());
}

TEST_CASE("tasks: history tells what became of one, and why that nothing made it") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  work.end(&fail_task, "gateway", "The certificate had expired.");
  HistoryOptions options;
  options.workspace.root = work.root();
  const auto told = memory_history(work.environment(), options);
  REQUIRE(told);
  REQUIRE(told->entries.front().changes.size() == 1);
  const MemoryChange& change = told->entries.front().changes.front();
  CHECK(change.kind == "task");
  CHECK(change.details == std::vector<std::string>{"state open, now failed"});
  WhyOptions asked;
  asked.workspace.root = work.root();
  asked.what = added.path;
  const auto origin = why(work.environment(), asked);
  REQUIRE(origin);
  CHECK(origin->node.reason == "set by a person or an agent");
}

TEST_CASE("tasks: what is pending in heartbeat.md is recalled once its day has come") {
  Work work;
  const std::string list =
      "# Heartbeat\n\n- [ ] Water the plants\n- [x] Feed the cat\n- [ ] Renew the visa by "
      "2026-05-20\n"
      "- [ ] Pay the rent 2026-05-01\n```\n- [ ] rm -rf\n```\n* [ ] Call Ana\n";
  work.write("heartbeat.md", list);
  const std::string told = work.recalled("hello");
  CHECK(has(told, "Pending: Water the plants"));
  CHECK(has(told, "Pending: Pay the rent 2026-05-01"));
  CHECK(has(told, "Pending: Call Ana"));
  CHECK_FALSE(has(told, "visa"));
  CHECK_FALSE(has(told, "cat"));
  CHECK_FALSE(has(told, "rm -rf"));
  work.set_now("2026-05-20T08:00:00Z");
  CHECK(has(work.recalled("hello"), "Pending: Renew the visa"));
  CHECK(work.read("heartbeat.md") == list);
}

TEST_CASE("tasks: a line of heartbeat.md whose task has ended is pending no longer") {
  Work work;
  work.write("heartbeat.md", "- [ ] Water the plants\n- [ ] Call Ana\n");
  TakeTasksOptions options;
  options.workspace.root = work.root();
  REQUIRE(take_tasks(work.environment(), options));
  CHECK(has(work.recalled("hello"), "Pending: Water the plants"));
  work.end(&finish_task, "plants");
  CHECK_FALSE(has(work.recalled("hello"), "plants"));
  CHECK(has(work.recalled("hello"), "Pending: Call Ana"));
  work.end(&reopen_task, "plants");
  CHECK(has(work.recalled("hello"), "Pending: Water the plants"));
}

TEST_CASE("tasks: recall tells a line of heartbeat.md once, as the task if the prompt touches it") {
  Work work;
  const std::string list =
      "# Heartbeat\n\nKeep calm.\n\n- [ ] Water the plants\n- [ ] Call Ana\n- [x] Feed the cat\n"
      "- [ ] Water the plants in June 2026-06-01\n- [ ] Call Ana\n";
  work.write("heartbeat.md", list);
  std::string told = work.recalled("who will water the plants and feed the cat");
  CHECK(count(told, "Water the plants (") + count(told, "Water the plants\n") == 1);
  CHECK(count(told, "Call Ana") == 1);
  CHECK(count(told, "Feed the cat") == 1);
  CHECK(count(told, "in June") == 1);
  AddTaskOptions options;
  options.derived_from = {"heartbeat.md"};
  options.description = "With rain water.";
  work.add("Water the plants", options);
  told = work.recalled("who will water the plants");
  CHECK(has(told, "- Water the plants (open): With rain water."));
  CHECK_FALSE(has(told, "Pending: Water"));
  CHECK_FALSE(has(told, "derived from"));
  CHECK(has(work.recalled("hello"), "Pending: Water the plants"));
}

TEST_CASE(
    "tasks: a line of heartbeat.md is pending no longer whoever set the task that has ended") {
  Work work;
  work.write("heartbeat.md", "- [ ] Paint the fence\n");
  work.add("Paint the fence");
  work.end(&finish_task, "fence", "It is green.");
  std::string told = work.recalled("the fence");
  CHECK(count(told, "Paint the fence") == 1);
  CHECK(has(told, "Paint the fence (done)"));
  work.set_now("2026-06-12T10:00:00Z");
  work.add("Paint the fence");
  told = work.recalled("hello");
  CHECK(has(told, "Pending: Paint the fence"));
}

TEST_CASE("tasks: recall tells a relation from one of its ends, and a circle from both") {
  Work work;
  work.add("Prune the old backups");
  AddTaskOptions options;
  options.derived_from = {"prune"};
  work.add("Prune the new backups", options);
  const std::string text = work.recalled("prune backups");
  CHECK(has(text, " led to ") != has(text, " derived from "));
  REQUIRE(work.link("new", "blocks", "old"));
  REQUIRE(work.link("old", "blocks", "new"));
  const std::string circle = work.recalled("prune backups");
  CHECK(has(circle, " is blocked by "));
  CHECK(has(circle, " blocks "));
}

TEST_CASE("tasks: the open boxes of a list become tasks, each once, and the list stays") {
  Work work;
  const std::string list = "- [ ] Water the plants\n- [ ] Call Ana\n- [ ] Water the plants\n";
  work.write("heartbeat.md", list);
  TakeTasksOptions options;
  options.workspace.root = work.root();
  const auto taken = take_tasks(work.environment(), options);
  REQUIRE(taken);
  CHECK(taken->paths.size() == 2);
  CHECK(taken->known == 1);
  CHECK(has(work.read(taken->paths[0]), "## Derived from"));
  CHECK(has(work.read(taken->paths[0]), "../heartbeat.md"));
  CHECK(work.read("heartbeat.md") == list);
  const auto again = take_tasks(work.environment(), options);
  REQUIRE(again);
  CHECK(again->paths.empty());
  CHECK(again->known == 3);
  REQUIRE(finish_task(work.environment(), {{work.root()}, "water the plants", "Done.", {}}));
  CHECK(take_tasks(work.environment(), options)->paths.empty());
  work.write("heartbeat.md", "- [ ] Good\n<!--\n- [ ] Not this\n-->\n- [ ] Better\n");
  const auto some = take_tasks(work.environment(), options);
  REQUIRE(some);
  CHECK(some->paths.size() == 2);
  work.write("heartbeat.md", "- [ ] Best\n- [ ] b\xff\n");
  const auto refused = take_tasks(work.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(has(refused.error().where, "heartbeat.md"));
  CHECK(work.listed("open").size() == 3);
  options.path = "none.md";
  CHECK(take_tasks(work.environment(), options).error().kind == ErrorKind::kNotFound);
  options.path = "../outside.md";
  CHECK_FALSE(take_tasks(work.environment(), options));
}

TEST_CASE("tasks: wherever one is killed, the ledger has its event once, and no other") {
  for (std::size_t cut = 0; cut < 40; ++cut) {
    Work work;
    work.add("Renew the seal");
    const auto real = make_real_file_system();
    test::FaultyFileSystem disk(*real);
    disk.cut_mutations_at(cut);
    const Environment whole = work.environment();
    Environment cut_off{disk,          whole.clock,   whole.progress, whole.engine,
                        whole.program, whole.machine, whole.home,     whole.zone};
    EndTaskOptions options;
    options.workspace.root = work.root();
    options.task = "seal";
    options.text = "It broke.";
    const bool was_cut = !fail_task(cut_off, options);
    INFO("cut at " << cut);
    work.add("Call Ana");
    work.add("Call Ana's sister");
    LedgerOptions asked;
    asked.workspace.root = work.root();
    asked.kind = "task";
    const auto ledger = read_ledger(work.environment(), asked);
    REQUIRE(ledger);
    const auto told = std::count_if(
        ledger->events.begin(), ledger->events.end(),
        [](const LedgerEvent& event) { return has(event.json, R"("state":"failed")"); });
    CHECK(static_cast<std::size_t>(told) == work.listed("failed").size());
    if (!was_cut) break;
  }
}

TEST_CASE("tasks: of one that is open again recall does not tell how it ended before") {
  Work work;
  work.add("Deploy the gateway");
  work.end(&fail_task, "gateway", "The certificate had expired.");
  CHECK(has(work.recalled("deploy the gateway"), "certificate"));
  work.set_now("2026-05-13T10:00:00Z");
  work.end(&reopen_task, "gateway");
  const std::string told = work.recalled("deploy the gateway");
  CHECK(has(told, "Deploy the gateway (open): 2026-05-13, opened again."));
  CHECK_FALSE(has(told, "certificate"));
  const std::string path = work.shown("gateway").task.path;
  std::string bytes = work.read(path);  // a person opens it by hand
  bytes.erase(bytes.find("\n2026-05-13, opened again."));
  work.write(path, bytes);
  CHECK_FALSE(has(work.recalled("deploy the gateway"), "certificate"));
}

TEST_CASE("tasks: one that was done again tells that, and not that it was opened before") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  work.end(&fail_task, "gateway", "The certificate had expired.");
  work.set_now("2026-05-13T10:00:00Z");
  work.end(&reopen_task, "gateway");
  work.set_now("2026-05-14T10:00:00Z");
  work.end(&finish_task, "gateway");
  CHECK(has(work.read(path), "2026-05-14, done."));
  const std::string told = work.recalled("deploy the gateway");
  CHECK(has(told, "Deploy the gateway (done): 2026-05-14, done."));
  CHECK_FALSE(has(told, "opened again"));
}

TEST_CASE("tasks: one that was dropped and is wanted again tells what came of it") {
  Work work;
  const std::string path = work.add("Deploy the gateway").path;
  work.end(&finish_task, "gateway", "It runs in all regions.");
  work.end(&drop_task, "gateway", "The gateway goes.");
  work.end(&reopen_task, "gateway");
  CHECK(has(work.read(path), "2026-05-12, wanted again."));
  CHECK(has(work.recalled("deploy the gateway"),
            "(done): 2026-05-12, done: It runs in all regions."));
  work.add("Call the venue");
  work.end(&drop_task, "venue", "It is closed.");
  work.end(&reopen_task, "venue", "It has opened.");
  CHECK(has(work.recalled("call the venue"), "(open): 2026-05-12, wanted again: It has opened."));
}

TEST_CASE("tasks: a turn that a conversation does not have is refused as where one came from") {
  Work work;
  work.write_session("s1", "2026-05-01T09:00:00Z", {"We have to deploy the gateway."});
  REQUIRE(work.import_sessions());
  const std::string session = test::files_below(work, "sessions/").at(0);
  AddTaskOptions options;
  options.workspace.root = work.root();
  options.title = "Deploy the gateway";
  options.derived_from = {session + "#^t99"};
  const auto refused = add_task(work.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kNotFound);
  options.derived_from = {session + "#^t1"};
  CHECK(add_task(work.environment(), options));
}

TEST_CASE("tasks: one cannot have ended in the future") {
  Work work;
  work.add("Deploy the gateway");
  EndTaskOptions options;
  options.workspace.root = work.root();
  options.task = "gateway";
  options.at = test::at("2027-01-01T00:00:00Z");
  const auto refused = finish_task(work.environment(), options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::kUsage);
}

TEST_CASE("tasks: a long outcome stays in full behind its summary") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  work.add("Renew the seal");
  REQUIRE(work.link("gateway", "blocked by", "seal"));
  REQUIRE(work.link("gateway", "related to", "seal"));
  std::string text = "# What we saw\n\n";
  for (int i = 0; i < 60; ++i) {
    text += "Step " + std::to_string(i) + " of the rollout reached another region. ";
  }
  text += "\n\nAt last the walrus was fed.";
  const EndTaskReport ended = work.end(&finish_task, "gateway", text);
  CHECK(ended.text.size() <= 600);
  const std::string bytes = work.read(added.path);
  CHECK(has(bytes, "## Outcome in full\n2026-05-12, done:\n\n### What we saw\n"));
  CHECK(has(bytes, "At last the walrus was fed.\n\n## Related to\n"));
  CHECK(work.relations("gateway").size() == 2);
  CHECK_FALSE(work.end(&finish_task, "gateway", text).changed);
  CHECK(has(work.shown("gateway").text, "walrus"));
  const std::string told = work.recalled("how did we deploy the gateway");
  CHECK(has(told, "Deploy the gateway (done): 2026-05-12, done: "));
  CHECK_FALSE(has(told, "What we saw"));
}

TEST_CASE("tasks: one that cannot be read is told as that, not as missing") {
  Work work;
  const AddTaskReport added = work.add("Renew the seal");
  AddTaskOptions options;
  options.blocks = {"seal"};
  work.add("Deploy the gateway", options);
  std::string bytes = work.read(added.path);
  bytes.replace(bytes.find("success: null"), 13, "success: perhaps");
  work.write(added.path, bytes);
  for (const std::string& name :
       {added.path, std::string("Renew the seal"), added.path.substr(added.path.size() - 9, 6)}) {
    INFO(name);
    const auto refused = show_task(work.environment(), {{work.root()}, name});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::kInvalid);
    CHECK(has(refused.error().where, added.path));
  }
  ListTasksOptions list;
  list.workspace.root = work.root();
  const auto listed = list_tasks(work.environment(), list);
  REQUIRE(listed);
  CHECK(std::any_of(listed->diagnostics.begin(), listed->diagnostics.end(),
                    [&](const Diagnostic& one) { return has(one.where, added.path); }));
  TaskGraphOptions drawn;
  drawn.workspace.root = work.root();
  const auto graph = task_graph(work.environment(), drawn);
  REQUIRE(graph);
  const auto says = [&](const std::string& what) {
    return std::any_of(graph->diagnostics.begin(), graph->diagnostics.end(),
                       [&](const Diagnostic& one) { return has(one.what, what); });
  };
  CHECK(says("links to a file that cannot be read"));
  CHECK_FALSE(says("missing"));
  bytes.replace(bytes.find("kind: task"), 10, "kind: \"task");
  work.write(added.path, bytes);
  const auto headless = show_task(work.environment(), {{work.root()}, "seal"});
  REQUIRE_FALSE(headless);
  CHECK(headless.error().kind == ErrorKind::kInvalid);
}

TEST_CASE("tasks: a pending line with a secret is told once, without it, and becomes no task") {
  Work work;
  work.write("heartbeat.md", "- [ ] Rotate AKIAIOSFODNN7EXAMPLQ at once\n- [ ] Call Ana\n");
  const std::string told = work.recalled("rotate at once");
  CHECK_FALSE(has(told, "AKIA"));
  CHECK(count(told, "Rotate") == 1);
  TakeTasksOptions options;
  options.workspace.root = work.root();
  const auto taken = take_tasks(work.environment(), options);
  REQUIRE(taken);
  CHECK(taken->paths.size() == 1);
  CHECK(std::any_of(taken->diagnostics.begin(), taken->diagnostics.end(),
                    [](const Diagnostic& one) { return has(one.what, "becomes no task"); }));
}

TEST_CASE("tasks: one that blocks itself is no cause of itself, and recall says so") {
  Work work;
  const AddTaskReport added = work.add("Deploy the gateway");
  const std::string name = added.path.substr(added.path.find('/') + 1);
  work.write(added.path, work.read(added.path) + "\n## Blocks\n- [itself](" + name + ")\n");
  RecallOptions options;
  options.workspace.root = work.root();
  options.prompt = "deploy the gateway";
  const auto report = recall(work.environment(), options);
  REQUIRE(report);
  CHECK_FALSE(has(report->text, "block"));
  CHECK(std::any_of(report->decisions.begin(), report->decisions.end(),
                    [](const RecallDecision& one) { return has(one.reason, "a circle"); }));
}

TEST_CASE("tasks: what recall looked at and leaves out is told with the reason") {
  Work work;
  work.write("pyramid.yaml", work.read("pyramid.yaml") + "task_least: 0.7\ntask_similar: 1\n");
  for (const char* title :
       {"Deploy the gateway in Oslo", "Deploy the gateway in Graz", "Deploy the gateway in Bern",
        "Deploy the gateway in Rome", "Deploy the gateway in Kyiv", "Deploy the gateway in Bonn"}) {
    work.add(title);
  }
  work.add("Feed the walrus");
  work.end(&drop_task, "Rome");
  RecallOptions options;
  options.workspace.root = work.root();
  options.prompt = "deploy the gateway";
  const auto report = recall(work.environment(), options);
  REQUIRE(report);
  std::map<std::string, std::string> left;  // by the path
  for (const RecallDecision& one : report->decisions) {
    if (one.layer == "tasks" && !one.taken) left[one.citation] = one.reason;
  }
  const auto says = [&](const std::string& words, const std::string& why) {
    return std::any_of(left.begin(), left.end(), [&](const auto& one) {
      return has(one.first, words) && has(one.second, why);
    });
  };
  CHECK(says("rome", "is no longer wanted"));
  CHECK(says("walrus", "task_least"));
  CHECK(std::count_if(left.begin(), left.end(),
                      [](const auto& one) { return has(one.second, "nearest 4"); }) == 1);
}

}  // namespace pyramid::tasks_test
