// The past of the memory and undo, as a person and as a program call them.
#include "tests/cli/program.hpp"
#include "tests/support/tree.hpp"

namespace undo_test {

using namespace pyramid::test;

namespace {

// A workspace in a folder of a larger repository, with one fact of its own commit.
class Vault : public Program {
 public:
  Vault() {
    std::filesystem::create_directories(root());
    git({"init", "-q", "-b", "main"}, vault());
    write(vault() + "/other.txt", "other\n");
    git({"add", "-A"}, vault());
    git({"commit", "-q", "-m", "elsewhere"}, vault());
    init();
    REQUIRE(ok({"observe", "User lives in Porto."}).exit_code == 0);
    REQUIRE(ok({"sync", "--quiet"}).exit_code == 0);
    const auto facts = names_below(inside("observations"));
    REQUIRE(facts.size() == 1);
    fact = "observations/" + facts.front();
  }
  [[nodiscard]] std::string vault() const { return outside(""); }
  ProcessResult ok(const std::vector<std::string>& arguments) const {
    const ProcessResult result = in_workspace(arguments);
    INFO(result.err << result.out);
    CHECK(result.exit_code == 0);
    return result;
  }
  std::string git(const std::vector<std::string>& arguments, const std::string& folder) const {
    const ProcessResult result = run_git(folder, arguments);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return result.out;
  }
  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    return nlohmann::json::parse(ok(arguments).out);
  }
  void edit() const {
    std::ifstream file(inside(fact), std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    file.close();
    bytes.replace(bytes.find("Porto"), 5, "Braga");
    write(inside(fact), bytes);
  }
  std::string fact;  // its file
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "cli: history and diff in a folder of a larger repository, words marked without colours") {
  const Vault program;
  program.edit();
  const std::string diff = program.ok({"diff"}).out;
  CHECK(holds(diff, "[-Porto.-]{+Braga.+}"));
  CHECK_FALSE(holds(diff, "\x1b["));
  CHECK_FALSE(holds(diff, "output:"));
  program.ok({"sync", "--quiet"});
  const std::string history = program.ok({"history"}).out;
  CHECK(holds(history, "by hand: " + program.fact));
  CHECK(holds(history, "learned    observation ["));
  CHECK_FALSE(holds(history, "elsewhere"));
  const auto document = program.json({"history", program.fact});
  REQUIRE(document["entries"].size() == 2);
  CHECK(document["entries"][0]["commit"]["by_hand"] == true);
  CHECK(document["entries"][0]["changes"][0]["what"] == "reworded");
  CHECK(document["entries"][1]["changes"][0]["what"] == "added");
  CHECK(program.json({"diff", "HEAD"})["changes"].empty());
  check_refused(program.in_workspace({"diff", "no-such-commit"}), 3, "git knows no commit");
  check_refused(program.in_workspace({"history", "MEMROY.md"}), 3, "did you mean MEMORY.md?");
}

TEST_CASE("cli: show, blame and bisect of a fact that was reworded") {
  const Vault program;
  const std::string before = program.ok({"show", program.fact}).out;
  program.edit();
  program.ok({"sync", "--quiet"});
  CHECK(holds(program.ok({"show", program.fact}).out, "Braga"));
  // The edit is a commit of its own below that of the sync.
  CHECK(program.ok({"show", program.fact, "--at", "HEAD~2"}).out == before);
  const auto blame = program.json({"blame", program.fact});
  REQUIRE(blame["facts"].size() == 1);
  CHECK(blame["facts"][0]["came_in"]["by_hand"] == false);
  CHECK(blame["facts"][0]["changed"]["by_hand"] == true);
  CHECK(holds(program.ok({"blame", program.fact}).out, "came in"));
  const auto bisect = program.json({"bisect", "LIVES in porto"});
  REQUIRE(bisect["events"].size() >= 2);
  CHECK(bisect["events"][0]["came"] == true);
  CHECK(bisect["now"].empty());
  CHECK(holds(program.ok({"bisect", "lives in Porto"}).out, "Nothing says it any more."));
  check_refused(program.in_workspace({"bisect", "  "}), 2, "no word");
  check_refused(program.in_workspace({"show", program.fact, "--at", "2001-01-01"}), 3, "as old as");
}

TEST_CASE("cli: revert says what the next sync has to do, and leaves what is staged") {
  const Vault program;
  program.edit();
  check_refused(program.in_workspace({"revert", program.fact}), 5, "is not committed");
  program.ok({"sync", "--quiet"});
  program.write(program.vault() + "/other.txt", "staged\n");
  program.git({"add", "other.txt"}, program.vault());
  const std::string dry = program.ok({"revert", program.fact, "--dry-run"}).out;
  CHECK(holds(dry, "{+Porto.+}"));
  CHECK(holds(dry, "the next `pyramid sync` has "));
  CHECK(holds(dry, "Nothing was written."));
  CHECK(holds(program.ok({"show", program.fact}).out, "Braga"));
  CHECK(holds(program.ok({"revert", program.fact}).out, "Committed as "));
  CHECK(holds(program.ok({"show", program.fact}).out, "Porto"));
  CHECK(program.git({"status", "--porcelain"}, program.vault()) == "M  other.txt\n");
  check_refused(program.in_workspace({"revert", "no-such-thing"}), 3, "no such commit, file or id");
}

TEST_CASE("cli: what finds nothing says why") {
  const Vault program;
  CHECK(holds(program.ok({"history", "--since", "2031-01-01"}).out,
              "Nothing was committed since 2031-01-01"));
  check_refused(program.in_workspace({"revert", "HEAD", "--to", "HEAD~1"}), 2,
                "--to puts back one file");
  program.edit();
  program.ok({"sync", "--quiet"});
  // The fact changed again since it came in.
  const std::string first =
      program.git({"log", "--format=%h", "--diff-filter=A", "--", program.inside(program.fact)},
                  program.vault());
  const ProcessResult left = program.in_workspace({"revert", first.substr(0, first.find('\n'))});
  CHECK(left.exit_code == 1);
  CHECK(holds(left.out, "left       " + program.fact));
  CHECK(holds(left.out, "Nothing was reverted."));
}

TEST_CASE("cli: a fact is found by the name that it had, and one that went with when it went") {
  const Vault program;
  std::filesystem::rename(program.inside(program.fact), program.inside("observations/home.md"));
  program.ok({"sync", "--quiet"});
  const std::string moved = program.ok({"history", program.fact}).out;
  CHECK(holds(moved, program.fact + " is called observations/home.md now."));
  CHECK(holds(moved, "renamed"));
  CHECK(program.json({"history", program.fact})["asked"] == program.fact);
  std::filesystem::remove(program.inside("observations/home.md"));
  program.ok({"sync", "--quiet"});
  check_refused(program.in_workspace({"show", "observations/home.md"}), 3, "went on 2026-05-15");
}

TEST_CASE("cli: the items of a list that came and went stand on lines of their own") {
  const Vault program;
  program.write(program.inside("memory/list.md"),
                "# List\n\n- The user is allergic to nuts.\n- Berta moved to Rome.\n- Last.\n");
  program.ok({"sync", "--quiet"});
  program.write(program.inside("memory/list.md"),
                "# List\n\n- Porto is where we live.\n- Berta moved to Oslo.\n- Last.\n");
  const std::string diff = program.ok({"diff", "HEAD"}).out;
  CHECK(holds(diff,
              "      [-- The user is allergic to nuts.-]\n"
              "      {+- Porto is where we live.+}\n"
              "      - Berta moved to [-Rome.-]{+Oslo.+}\n"));
}

TEST_CASE("cli: a search of the past finds what was, without a checkout, and keeps few indexes") {
  const Vault program;
  const std::string before = program.git({"rev-parse", "HEAD"}, program.vault()).substr(0, 40);
  program.edit();
  program.ok({"sync", "--quiet"});
  program.write(program.inside("memory/later.md"), "Porto has a bridge.\n");
  for (int round = 0; round < 2; ++round) {
    const auto then = program.json({"search", "--raw", "--at", before, "where does the user live"});
    REQUIRE_FALSE(then["hits"].empty());
    CHECK(holds(then["hits"][0]["snippet"], "Porto"));
    CHECK(then["freshness"]["commit"] == before);
    for (const auto& hit : then["hits"]) CHECK_FALSE(holds(hit["snippet"], "Braga"));
  }
  const auto now = program.json({"search", "--raw", "where does the user live"});
  CHECK(holds(now["hits"][0]["snippet"], "Braga"));
  const std::string head = program.ok({"search", "--raw", "--at", "HEAD", "bridge"}).out;
  CHECK_FALSE(holds(head, "later.md"));
  for (int commit = 0; commit < 6; ++commit) {
    program.ok({"search", "--raw", "--at", "HEAD~" + std::to_string(commit), "Porto"});
    program.ok({"observe", "User owns boat number " + std::to_string(commit) + "."});
  }
  std::size_t kept = 0;
  for (const auto& entry : std::filesystem::directory_iterator(program.inside(".pyramid/past"))) {
    kept += entry.path().extension() == ".db" ? 1U : 0U;
  }
  CHECK(kept <= 4);
  check_refused(program.in_workspace({"search", "--at", "nowhere", "x"}), 3, "git knows no commit");
}

TEST_CASE("cli: a search of the past scores as a search of the same files did then") {
  const Vault program;
  const auto then = program.json({"search", "--raw", "Porto"});
  const std::string before = program.git({"rev-parse", "HEAD"}, program.vault()).substr(0, 40);
  program.edit();
  program.ok({"observe", "User sold a piano."});
  program.ok({"sync", "--quiet"});
  const auto past = program.json({"search", "--raw", "--at", before, "--as-of", kNow, "Porto"});
  CHECK(past["hits"] == then["hits"]);
}

TEST_CASE("cli: forget says where it was, and a purge leaves the rest of the repository alone") {
  const Vault program;
  const std::string dry = program.ok({"forget", "--match", "porto", "--dry-run"}).out;
  CHECK(holds(dry, "observation  " + program.fact));
  CHECK(holds(dry, "section      MEMORY.md:"));
  CHECK(holds(dry, "Nothing was written."));
  program.write(program.vault() + "/other.txt", "staged\n");
  program.git({"add", "other.txt"}, program.vault());
  const auto report = program.json({"forget", "--match", "porto", "--purge"});
  CHECK(report["forgotten"].size() == 2);  // the fact, and the section that was made from it
  CHECK(report["purge"]["backup"] == "");
  CHECK(report["purge"]["remotes"].empty());
  // Behind it stands the commit that tells other machines of the purge.
  CHECK(program.git({"rev-parse", "HEAD~1"}, program.vault()) ==
        report["commit"].get<std::string>() + "\n");
  const std::string log = program.git({"log", "--all", "-p"}, program.vault());
  CHECK(holds(log, "elsewhere"));
  CHECK_FALSE(holds(log, "Porto"));
  CHECK(program.git({"status", "--porcelain"}, program.vault()) == "M  other.txt\n");
  program.git({"fsck", "--strict"}, program.vault());
  CHECK(holds(program.ok({"sync"}).out, "Nothing to do"));
  check_refused(program.in_workspace({"observe", "User lives in Porto.", "--at", kNow}), 2,
                "was forgotten");
  check_refused(program.in_workspace({"forget"}), 2, "nothing is named");
  check_refused(program.in_workspace({"forget", "--match", "x", "--person", "y"}), 2,
                "more than one thing");
  check_refused(program.in_workspace({"forget", "--match", "never said"}), 3, "nothing in the");
  check_refused(program.in_workspace({"forget", "--person", "nobody"}), 3, "no model is called");
  program.write(program.inside("memory/mine.md"), "A boat is called Vera.\n");
  const ProcessResult kept = program.in_workspace({"forget", "--match", "Vera"});
  CHECK(kept.exit_code == 1);
  CHECK(holds(kept.out, "memory/mine.md:1"));
}

TEST_CASE("cli: a purge says before and after what it takes from signed commits and from others") {
  const Vault program;
  const std::string gpg = program.outside("gpg");
  program.write(gpg,
                "#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED D 1 8 00 0 X' >&2\n"
                "echo '-----BEGIN PGP SIGNATURE-----'\necho; echo signed\n"
                "echo '-----END PGP SIGNATURE-----'\n");
  std::filesystem::permissions(gpg, std::filesystem::perms::owner_all);
  program.git({"-c", "gpg.program=" + gpg, "commit", "-q", "-S", "--allow-empty", "-m",
               "by another", "--author=Eva <eva@example.org>"},
              program.vault());
  const std::string dry = program.ok({"forget", "--match", "Porto", "--purge", "--dry-run"}).out;
  CHECK(holds(dry, "--purge would rewrite at most "));
  CHECK(holds(dry, "Signatures that this takes from commits: 1.\n"));
  CHECK(holds(dry, "Commits of others among them: 2. "));  // at most: that before the fact stays
  const auto report = program.json({"forget", "--match", "Porto", "--purge"});
  CHECK(report["purge"]["signatures"] == 1);
  CHECK(report["purge"]["others"] == 1);
  CHECK(report["purge"]["commits"].get<int>() >= 2);
}

TEST_CASE("cli: without git there is no past, said in one line") {
  Program program;
  program.init();
  std::filesystem::remove_all(program.inside(".git"));
  for (const std::vector<std::string>& command : {std::vector<std::string>{"history"},
                                                  {"diff"},
                                                  {"blame", "MEMORY.md"},
                                                  {"bisect", "x"},
                                                  {"revert", "HEAD"},
                                                  {"show", "MEMORY.md", "--at", "HEAD"}}) {
    check_refused(program.in_workspace(command), 3, "no git repository");
  }
}

}  // namespace undo_test
