// Titles of conversations that were forgotten, and what another machine brings of them.
#include "pyramid/forget.hpp"
#include "pyramid/tasks.hpp"
#include "tests/machines/conversations.hpp"
#include "tests/machines/folders.hpp"

#include <algorithm>
#include <functional>

namespace titles_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kTitle = "The kestrel plan";

bool says_it(const std::string& text) { return text.find("kestrel") != std::string::npos; }

std::string session_of(const Machine& machine) {
  for (const auto& [path, bytes] : machine.tree()) {
    if (path.starts_with("sessions/")) return path;
  }
  return {};
}

// A talk of two or three turns.
void import_talk(Machine& machine, const std::string& file, bool has_grown,
                 const std::string& title = kTitle) {
  std::ofstream out(file, std::ios::binary);
  out << "# " << title
      << "\n\n## User (2026-05-12 10:00)\n\nMy name is Mia.\n"
         "\n## Assistant (2026-05-12 10:00)\n\nHello, Mia.\n";
  if (has_grown) out << "\n## User (2026-05-12 10:01)\n\nI founded the red lamp choir in Faro.\n";
  out.close();
  SyncOptions options;
  options.workspace.root = machine.root();
  options.source = file;
  options.source_format = "markdown";
  const auto report = pyramid::sync(machine.environment(), options);
  if (!report) FAIL(to_string(report.error()));
}

void forget_title(Machine& machine, bool purge, const std::string& match = "KESTREL plan") {
  ForgetOptions options;
  options.workspace.root = machine.root();
  options.match = match;
  options.purge = purge;
  const auto report = pyramid::forget(machine.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  REQUIRE(std::none_of(report->tombstones.begin(), report->tombstones.end(), says_it));
}

void rename(const Machine& machine, const std::string& from, const std::string& to) {
  std::filesystem::create_directories(std::filesystem::path(machine.path(to)).parent_path());
  std::filesystem::rename(machine.path(from), machine.path(to));
}

void replace(const Machine& machine, const std::string& path, const std::string& what,
             const std::string& with) {
  std::string bytes = machine.read(path);
  REQUIRE(bytes.find(what) != std::string::npos);
  machine.write(path, bytes.replace(bytes.find(what), what.size(), with));
}

void check_says_nothing(const Machine& machine) {
  for (const auto& [path, bytes] : machine.tree()) {
    INFO(path << "\n" << bytes);
    CHECK_FALSE(says_it(bytes));
    CHECK_FALSE(says_it(path));
  }
}

// What somebody may do on another machine to a conversation whose title is forgotten here.
struct Deed {
  const char* name;
  std::function<void(Machine&, const std::string& file)> act;
};
const std::vector<Deed>& deeds() {
  static const std::vector<Deed> kDeeds = {
      {"it went on",
       [](Machine& there, const std::string& file) { import_talk(there, file, true); }},
      {"it was moved",
       [](Machine& there, const std::string&) {
         const std::string session = session_of(there);
         rename(there, session, "sessions/kept/" + session.substr(session.rfind('/') + 1));
       }},
      {"it went on, and lies under a name that tells no id",
       [](Machine& there, const std::string& file) {
         import_talk(there, file, true);
         rename(there, session_of(there), "sessions/kept/plain.md");
         there.must_sync(false);
       }},
      {"a turn was reworded",
       [](Machine& there, const std::string&) {
         replace(there, session_of(there), "Mia.", "Mia Berg.");
       }},
      {"a task was made of it", [](Machine& there, const std::string&) {
         AddTaskOptions options;
         options.workspace.root = there.root();
         options.title = "Tidy up";
         REQUIRE(add_task(there.environment(), options));
         LinkTaskOptions link;
         link.workspace.root = there.root();
         link.task = "Tidy up";
         link.relation = "derived-from";
         link.to = session_of(there);
         const auto report = link_task(there.environment(), link);
         if (!report) FAIL(to_string(report.error()));
       }}};
  return kDeeds;
}

}  // namespace

TEST_CASE("titles: a forgotten one does not come back with what git brings of its conversation") {
  for (const Deed& deed : deeds()) {
    INFO(deed.name);
    Machines machines(2);
    const std::string file = machines.outside("talk.md");
    import_talk(machines[0], file, false);
    machines[0].must_sync();
    machines[1].must_sync();
    forget_title(machines[0], false);
    deed.act(machines[1], file);
    for (int round = 0; round < 2; ++round) {
      for (Machine* machine : machines.all()) machine->must_sync();
    }
    for (Machine* machine : machines.all()) {
      check_says_nothing(*machine);
      CHECK(machine->must_sync(false).nothing_to_do);
    }
    CHECK(machines[0].tree() == machines[1].tree());
  }
}

TEST_CASE("titles: nor with files that another program brings, in no object of git after a purge") {
  for (const Deed& deed : deeds()) {
    for (const bool is_copy : {false, true}) {
      INFO(deed.name << (is_copy ? ", as conflict copies" : ""));
      const Folders folders(2, Diaries::kEach);
      Machine &here = *folders.all()[0], &there = *folders.all()[1];
      const std::string file = folders.outside() + "/talk.md";
      for (Machine* machine : folders.all()) import_talk(*machine, file, false);
      forget_title(here, true);
      deed.act(there, file);
      there.must_sync(false);
      for (const auto& [path, bytes] : there.tree()) {
        if (!says_it(bytes) && !says_it(path)) continue;
        const std::string stem = path.substr(0, path.rfind(".md"));
        here.write(is_copy ? stem + ".sync-conflict-20260512-100300-ABCD123.md" : path, bytes);
      }
      here.must_sync(false);
      check_says_nothing(here);
      CHECK_FALSE(
          says_it(here.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out));
      CHECK(here.git({"status", "--porcelain"}).out.empty());
      CHECK(here.must_sync(false).nothing_to_do);
    }
  }
}

TEST_CASE(
    "titles: nor with an old copy of a task that links to the conversation, by whatever name") {
  for (const char* end : {" old.md", "_conflict-20260515-093000.md"}) {
    INFO(end);
    const Folders folders(1, Diaries::kEach);
    Machine& here = *folders.all()[0];
    import_talk(here, folders.outside() + "/talk.md", false);
    const std::string stem = "tasks/deploy-it-task01", session = session_of(here);
    here.write(stem + ".md",
               "---\nid: 01KZZZZZZZZZZZZZZZZZTASK01\nkind: task\nat: 2026-05-12T10:00:00Z\n"
               "success: null\n---\n# Deploy it\n\n## Derived from\n\n- [" +
                   std::string(kTitle) + "](../" + session + ")\n");
    here.must_sync(false);
    const std::string old = here.read(stem + ".md");
    forget_title(here, true);
    here.write(stem + end, old);
    static_cast<void>(here.sync(false));  // one of two ids may be left out
    check_says_nothing(here);
    CHECK_FALSE(says_it(here.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out));
  }
}

TEST_CASE(
    "titles: links follow a conversation from one name of a person's to the next, so that its "
    "facts go with it") {
  const Folders folders(1, Diaries::kEach);
  Machine& here = *folders.all()[0];
  import_talk(here, folders.outside() + "/talk.md", true);
  for (const char* place : {"sessions/kept/plain.md", "sessions/other.md"}) {
    rename(here, session_of(here), place);
    here.must_sync(false);
    CHECK(here.must_sync(false).nothing_to_do);
  }
  ForgetOptions options;
  options.workspace.root = here.root();
  options.session = "sessions/other.md";
  const auto report = pyramid::forget(here.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  CHECK(report->kept.empty());
  for (const auto& [path, bytes] : here.tree()) CHECK_FALSE(path.starts_with("observations/"));
}

TEST_CASE("titles: what a person calls the conversation from then on stays") {
  Machines machines(2);
  import_talk(machines[0], machines.outside("talk.md"), false);
  machines[0].must_sync();
  machines[1].must_sync();
  forget_title(machines[0], false);
  replace(machines[1], session_of(machines[1]), std::string("title: ") + kTitle,
          "title: The lamp plan");
  for (int round = 0; round < 2; ++round) {
    for (Machine* machine : machines.all()) machine->must_sync();
  }
  for (Machine* machine : machines.all()) {
    check_says_nothing(*machine);
    const std::string session = machine->read(session_of(*machine));
    INFO(session);
    CHECK(session.find("title: The lamp plan") != std::string::npos);
    CHECK(machine->must_sync(false).nothing_to_do);
  }
}

TEST_CASE("titles: a source that says it again gives it to nobody, not to the commit either") {
  const Folders folders(1, Diaries::kEach);
  Machine& here = *folders.all()[0];
  const std::string file = folders.outside() + "/talk.md";
  import_talk(here, file, false);
  forget_title(here, true);
  import_talk(here, file, true);
  check_says_nothing(here);
  CHECK_FALSE(says_it(here.git({"log", "-p", "--format=%B"}).out));
}

TEST_CASE("titles: signs and markup in one hide neither it nor its file's name from a purge") {
  for (const std::string title :
       {"Plan: the kestrel!", "[kestrel] \"plan\" (1)", "kestrel &amp; <b>plan</b>",
        "kestrel_plan #3", "kestrel & plan \xF0\x9F\x8E\x88"}) {
    INFO(title);
    const Folders folders(1, Diaries::kEach);
    Machine& here = *folders.all()[0];
    import_talk(here, folders.outside() + "/talk.md", false, title);
    REQUIRE(says_it(session_of(here)));
    forget_title(here, true, title);
    check_says_nothing(here);
    CHECK_FALSE(says_it(here.git({"log", "-p", "--all", "--name-only", "--format=%B"}).out));
    CHECK_FALSE(says_it(here.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out));
  }
}

TEST_CASE("titles: one goes whose words are parted otherwise than they were said, with its name") {
  const Folders folders(1, Diaries::kEach);
  Machine& here = *folders.all()[0];
  import_talk(here, folders.outside() + "/talk.md", false, "Plan: \"kestrel\"");
  forget_title(here, true, "plan kestrel");
  check_says_nothing(here);
}

}  // namespace titles_test
