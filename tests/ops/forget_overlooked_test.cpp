// Words to be forgotten that stand elsewhere than in the text of a fact or turn, in another
// spelling, or come later.
#include "format/sections.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <functional>

namespace forget_overlooked_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kKept = "observations/2026/05/12/kept-000001.md";

class Saying : public Fixture {
 public:
  // A fact that stays, with these lines in its frontmatter.
  void write_fact(const std::string& keys, const std::string& text = "User likes tea.",
                  const std::string& path = kKept) {
    write(path,
          "---\nid: 01KZZZZZZZZZZZZZZZZZ000001\nkind: observation\n"
          "at: 2026-05-12T10:00:00Z\nmodel: user\nsource: observe\n" +
              keys + "---\n" + text + "\n");
  }
  Result<ForgetReport> forgotten(const std::string& match, bool purge = false,
                                 bool dry_run = false) {
    ForgetOptions options;
    options.workspace.root = root();
    options.match = match;
    options.purge = purge;
    options.dry_run = dry_run;
    return forget(environment(), options);
  }
  ForgetReport must_forget(const std::string& match, bool purge = false) {
    auto report = forgotten(match, purge);
    if (!report) FAIL(to_string(report.error()));
    return *std::move(report);
  }
  // Every file that has the bytes is among the report's.
  void check_named(const ForgetReport& report, const std::string& text) const {
    for (const auto& [path, bytes] : tree()) {
      if (bytes.find(text) == std::string::npos) continue;
      INFO(path << "\n" << bytes);
      CHECK(std::any_of(report.kept.begin(), report.kept.end(),
                        [&, &name = path](const ForgottenPlace& one) { return one.path == name; }));
    }
  }
  std::string history() const {
    return run_git(root(), {"log", "--all", "-p", "--name-only"}).out +
           run_git(root(), {"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
  }
};

}  // namespace

TEST_CASE("forget: what a person calls the target of a link is named, where nothing else says it") {
  for (const char* line : {"- [Quimby](../a.md)", "- [that](quimby.md) because Quimby"}) {
    INFO(line);
    Saying memory;
    const std::string links = std::string("\n## Related to\n\n") + line + "\n";
    memory.write("tasks/do-it-task01.md",
                 "---\nid: 01KZZZZZZZZZZZZZZZZZTASK01\nkind: task\nat: 2026-05-12T10:00:00Z\n"
                 "success: null\n---\n# Do it\n" +
                     links);
    for (const bool purge : {false, true}) {
      const auto report = memory.forgotten("Quimby", purge, true);
      REQUIRE(report);
      memory.check_named(*report, "Quimby");
    }
  }
}

TEST_CASE("forget: tags and keys of one's own are named with their line") {
  for (const char* keys : {"tags: [quimby]\n", "tags:\n  - plain\n  - quimby\n", "with: Quimby\n",
                           "# met by quimby\n"}) {
    INFO(keys);
    Saying memory;
    memory.write_fact(keys);
    REQUIRE(memory.sync());
    const ForgetReport report = memory.must_forget("Quimby");
    REQUIRE(report.kept.size() == 1);
    CHECK(report.kept[0].path == kKept);
    CHECK(report.kept[0].line >= 7);
    CHECK(report.kept[0].what == std::string("observation"));
    const auto purge = memory.forgotten("Quimby", true);
    REQUIRE_FALSE(purge);
    CHECK(purge.error().kind == ErrorKind::kConflict);
  }
}

TEST_CASE("forget: keys of one's own are read as YAML, however their texts are written") {
  for (const char* keys : {
           "with: \"Qu\\u0069mby O'Hara\"\n",
           "with: \"\\x51uimby O'Hara\"\n",
           "with: 'Quimby O''Hara'\n",
           "with: >-\n  Quimby\n\n  O'Hara\n",
           "with: |\n  Quimby\n  O'Hara\n",
           "with: \"Quim\\\n  by O'Hara\"\n",
           "people:\n  - {name: \"Qu\\u0069mby O'Hara\"}\n",
           "\"Qu\\u0069mby O'Hara\": yes\n",
       }) {
    INFO(keys);
    for (const bool note : {false, true}) {
      Saying memory;
      const std::string path = note ? "memory/plan.md" : kKept;
      if (note) memory.write(path, "---\n" + std::string(keys) + "---\nTea.\n");
      if (!note) memory.write_fact(keys);
      REQUIRE(memory.sync());
      const ForgetReport report = memory.must_forget("quimby o'hara");
      REQUIRE(report.kept.size() == 1);
      CHECK(report.kept[0].path == path);
      CHECK(report.kept[0].line >= 2);
      const auto refused = memory.forgotten("quimby o'hara", true);
      REQUIRE_FALSE(refused);
      CHECK(refused.error().kind == ErrorKind::kConflict);
      // Taken out by hand, it goes out of the history, with the lines that it took alone.
      if (note) memory.write(path, "Tea.\n");
      if (!note) memory.write_fact("");
      REQUIRE(memory.sync());
      CHECK(memory.must_forget("quimby o'hara", true).kept.empty());
      CHECK(memory.history().find("Hara") == std::string::npos);
      CHECK(memory.history().find("ea.") != std::string::npos);
    }
  }
}

TEST_CASE("forget: the name of who speaks in a conversation is named where it stands") {
  Saying memory;
  memory.write_session("11111111-1111-4111-8111-111111111111", "2026-05-01T10:00:00Z",
                       {"I own a kettle."});
  REQUIRE(memory.import_sessions("Quimby"));
  REQUIRE(memory.sync());
  const ForgetReport report = memory.must_forget("Quimby");
  CHECK_FALSE(report.kept.empty());
  memory.check_named(report, "Quimby");
}

TEST_CASE("forget: a person's sentence in a summary is named, and what tells it again with it") {
  Saying memory;
  for (int i = 0; i < 12; ++i) {
    memory.write("observations/2026/05/12/x-00000" + std::string(1, "0123456789abcdef"[i]) + ".md",
                 "---\nid: 01KZZZZZZZZZZZZZZZZZ00000" + std::string(1, "0123456789ABCDEF"[i]) +
                     "\nkind: observation\nat: 2026-05-12T10:00:0" + std::to_string(i % 10) +
                     "Z\nmodel: user\nsource: observe\n---\nUser bought chair number " +
                     std::to_string(i) + ".\n");
  }
  REQUIRE(memory.sync());
  std::string summary;
  for (const auto& [path, bytes] : memory.tree()) {
    if (path.starts_with("summaries/user/tier-0/")) summary = path;
  }
  REQUIRE_FALSE(summary.empty());
  std::string bytes = memory.read(summary);
  bytes.insert(bytes.find("\n---\n", 4) + 5, "Quimby likes it. ");
  memory.write(summary, bytes);
  REQUIRE(memory.sync());
  const ForgetReport report = memory.must_forget("Quimby");
  REQUIRE_FALSE(report.kept.empty());
  CHECK(std::any_of(report.kept.begin(), report.kept.end(),
                    [&](const ForgottenPlace& one) { return one.path == summary; }));
}

TEST_CASE("forget: words are found however they are spelled and set") {
  for (const char* said : {
           "I live at 4711\xC2\xA0"
           "Elm Street O'Hara.",
           "I live at 4711 *Elm* Street O'Hara.",
           "I live at 4711\xE2\x80\x91"
           "Elm\xE2\x80\x90Street O'Hara.",
           "I live at 4711 E**l**m Street O'Hara.",
           "I live at 4711 El\xC2\xADm Street O'Hara.",
           "I live at 4711 El\xE2\x80\x8Bm Street O'Hara.",
           "I live at 4711 El\xE2\x80\x8Dm Street O'Hara.",
           "I live at 4711  ELM\xE2\x80\xAFstreet O\xE2\x80\x99Hara.",
           "I live at 4711\\nElm\\nStreet O'Hara.",
           "I live at \xEF\xBC\x94\xEF\xBC\x97\xEF\xBC\x91\xEF\xBC\x91 Elm\xE2\x80\x83Street "
           "O'Hara.",
           "I live in [my flat](notes/4711%20Elm%20Street%20O%27Hara.md).",
       }) {
    INFO(said);
    Saying memory;
    memory.write_session("11111111-1111-4111-8111-111111111111", "2026-05-01T10:00:00Z",
                         {said, "I like tea."});
    REQUIRE(memory.import_sessions());
    REQUIRE(memory.sync());
    const ForgetReport report = memory.must_forget("4711 elm street o\xE2\x80\x98hara", true);
    CHECK(report.kept.empty());
    for (const auto& [path, bytes] : memory.tree()) {
      INFO(path << "\n" << bytes);
      CHECK(bytes.find("Street") == std::string::npos);
      CHECK(bytes.find("street") == std::string::npos);
    }
    CHECK(memory.history().find("Street") == std::string::npos);
    CHECK(memory.history().find("like") != std::string::npos);
  }
}

TEST_CASE("forget: words of a note that are wrapped are named with the line where they begin") {
  Saying memory;
  memory.write("memory/plan.md", "# Plan\n\nTea.\n\n> We meet at 4711\n> Elm\n> Street soon.\n");
  REQUIRE(memory.sync());
  const ForgetReport report = memory.must_forget("4711 Elm Street");
  REQUIRE(report.kept.size() == 1);
  CHECK(report.kept[0].path == "memory/plan.md");
  CHECK(report.kept[0].line == 5);
}

TEST_CASE("forget: a purge takes names that persons gave to files and folders out of old commits") {
  Saying memory;
  memory.write_fact("");
  memory.write("memory/plan.md", "# Plan\n\nTea.\n");
  memory.write("memory/quimby_talks/first.md", "# First\n\nScones.\n");
  REQUIRE(memory.sync());
  std::filesystem::create_directories(memory.path("observations/Quimby/deep"));
  std::filesystem::rename(memory.path(kKept), memory.path("observations/Quimby/deep/a-000001.md"));
  std::filesystem::rename(memory.path("memory/plan.md"), memory.path("memory/qui\xCC\x81mby.md"));
  REQUIRE(memory.sync());
  // What bears such a name now is a person's to decide.
  const auto named = memory.forgotten("Quimby", true, true);
  REQUIRE(named);
  CHECK(named->kept.size() >= 3);
  std::filesystem::rename(memory.path("observations/Quimby/deep/a-000001.md"), memory.path(kKept));
  std::filesystem::rename(memory.path("memory/qui\xCC\x81mby.md"), memory.path("memory/plan.md"));
  std::filesystem::create_directories(memory.path("memory/talks"));
  std::filesystem::rename(memory.path("memory/quimby_talks/first.md"),
                          memory.path("memory/talks/first.md"));
  std::filesystem::remove_all(memory.path("memory/quimby_talks"));
  std::filesystem::remove_all(memory.path("observations/Quimby"));
  REQUIRE(memory.sync());
  const ForgetReport report = memory.must_forget("Quimby", true);
  CHECK(report.kept.empty());
  const std::string history = memory.history();
  for (const char* name : {"quimby", "Quimby", "qui\xCC\x81mby"}) {
    INFO(name);
    CHECK(history.find(name) == std::string::npos);
  }
  for (const char* text : {"Scones.", "Tea.", "User likes tea."}) {
    CHECK(history.find(text) != std::string::npos);
  }
}

TEST_CASE("forget: what was noted from a forgotten turn goes when it comes later") {
  Saying memory;
  Saying other;
  for (Saying* one : {&memory, &other}) {
    one->write_session(
        "11111111-1111-4111-8111-111111111111", "2026-05-01T10:00:00Z",
        {"My sister Rosalind Quimby plays the oboe. I drink green tea every morning.",
         "I own a blue kettle."});
    REQUIRE(one->import_sessions());
    REQUIRE(one->sync());
  }
  // Files come one by one: the conversation is there, and not what was noted from it.
  std::map<std::string, std::string> late;
  for (const auto& [path, bytes] : other.tree()) {
    if (!path.starts_with("observations/")) continue;
    late[path] = bytes;
    memory.remove(path);
  }
  REQUIRE(late.size() >= 2);
  REQUIRE(memory.sync());
  memory.must_forget("Quimby");
  for (const auto& [path, bytes] : late) memory.write(path, bytes);
  for (int round = 0; round < 2; ++round) REQUIRE(memory.sync());
  bool kettle = false;
  for (const auto& [path, bytes] : memory.tree()) {
    INFO(path << "\n" << bytes);
    CHECK(bytes.find("Quimby") == std::string::npos);
    kettle = kettle || (path.starts_with("observations/") && bytes.find("kettle") < bytes.size());
  }
  CHECK(kettle);  // of another turn
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE("forget: what was noted from a forgotten conversation goes when it comes later") {
  Saying memory;
  memory.write_session("11111111-1111-4111-8111-111111111111", "2026-05-01T10:00:00Z",
                       {"My sister Rosalind Quimby plays the oboe."});
  memory.write_session("22222222-2222-4222-8222-222222222222", "2026-05-02T10:00:00Z",
                       {"I own a blue kettle."});
  REQUIRE(memory.import_sessions());
  REQUIRE(memory.sync());
  std::map<std::string, std::string> late;
  std::string session;
  for (const auto& [path, bytes] : memory.tree()) {
    if (path.starts_with("observations/")) late[path] = bytes;
    if (path.starts_with("sessions/") && bytes.find("Quimby") < bytes.size()) session = path;
  }
  REQUIRE(late.size() >= 2);
  for (const auto& one : late) memory.remove(one.first);
  REQUIRE(memory.sync());
  ForgetOptions options;
  options.workspace.root = memory.root();
  options.session = session;
  REQUIRE(forget(memory.environment(), options));
  for (const auto& [path, bytes] : late) memory.write(path, bytes);
  for (int round = 0; round < 2; ++round) REQUIRE(memory.sync());
  bool kettle = false;
  for (const auto& [path, bytes] : memory.tree()) {
    INFO(path << "\n" << bytes);
    CHECK(bytes.find("Quimby") == std::string::npos);
    kettle = kettle || (path.starts_with("observations/") && bytes.find("kettle") < bytes.size());
  }
  CHECK(kettle);  // of another conversation
  CHECK(memory.sync()->nothing_to_do);
}

TEST_CASE(
    "forget: of a forgotten turn stays what was noted there and does not say it, elsewhere too") {
  Saying memory;
  memory.write_session("11111111-1111-4111-8111-111111111111", "2026-05-01T10:00:00Z",
                       {"My sister Rosalind Quimby plays the oboe. I own a blue kettle."});
  REQUIRE(memory.import_sessions());
  REQUIRE(memory.sync());
  const auto has_kettle = [](const Saying& one) {
    for (const auto& [path, bytes] : one.tree()) {
      if (path.starts_with("observations/") && bytes.find("kettle") != std::string::npos)
        return true;
    }
    return false;
  };
  REQUIRE(has_kettle(memory));
  memory.must_forget("Quimby");
  REQUIRE(memory.sync());
  CHECK(has_kettle(memory));
  // A copy of the workspace knows nothing but the files.
  memory.remove(".pyramid");
  REQUIRE(memory.sync());
  CHECK(has_kettle(memory));
}

TEST_CASE("forget: copies of git's files that a kill left go, and are called nobody's") {
  Saying memory;
  memory.write_fact("", "User met Quimby in Oslo.");
  REQUIRE(memory.sync());
  const std::string git = memory.path(".git/");
  for (const char* name :
       {"index.pyramid-999999-12345", "config.pyramid-999999-12345", "HEAD.pyramid-999999",
        "pyramid-commit.index.pyramid-999999-1", "pyramid-forget.pyramid-999999-1"}) {
    std::filesystem::copy_file(git + "index", git + name);
  }
  memory.write("memory/plan.md", "Tea.\n");
  REQUIRE(memory.sync());
  for (const auto& entry : std::filesystem::directory_iterator(git)) {
    CHECK(entry.path().string().find(".pyramid-") == std::string::npos);
  }
  CHECK(memory.must_forget("Quimby", true).kept.empty());
}

}  // namespace forget_overlooked_test
