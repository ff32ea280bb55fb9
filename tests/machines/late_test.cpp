// What another program brings from another machine after it was forgotten here.
#include "pyramid/forget.hpp"
#include "tests/machines/conversations.hpp"
#include "tests/machines/folders.hpp"

#include <algorithm>
#include <array>

namespace late_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

// A fact of a kestrel: with nothing else in the summary's name, with a date, and with what stands
// in it alone.
constexpr std::array<const char*, 3> kFacts = {"I founded the kestrel kite club in Porto.",
                                               "I bought a kestrel kite in Porto in March 2026.",
                                               "I own a kestrel kite from Porto."};

// Three facts, the first of them of a kestrel, and what a sync makes of them.
SyncReport import_talk(Machine& machine, const std::string& file,
                       const std::string& fact = kFacts[0]) {
  const auto line = [](int minute, const std::string& words) {
    return R"({"type":"message","timestamp":"2026-05-12T10:0)" + std::to_string(minute) +
           R"(:00Z","message":{"role":"user","content":")" + words + "\"}}\n";
  };
  std::ofstream(file, std::ios::binary)
      << R"({"type":"session","version":3,"id":"talk","timestamp":"2026-05-12T10:00:00Z"})" << "\n"
      << line(0, fact) << line(1, "I founded the red lamp choir in Faro.")
      << line(2, "I joined the black piano school in Braga.");
  return import_of(machine, file);
}

bool says_it(const std::string& bytes) { return bytes.find("kestrel") != std::string::npos; }

// The file below a folder that is named after it.
std::string file_of_it(const Machine& machine, const std::string& folder) {
  for (const auto& [path, bytes] : machine.tree()) {
    if (path.starts_with(folder) && says_it(path)) return path;
  }
  return {};
}

std::string id_in(const std::string& bytes) { return bytes.substr(bytes.find("\nid: ") + 5, 26); }

void forget(Machine& machine, const std::string& folder, bool purge) {
  const std::string path = file_of_it(machine, folder);
  REQUIRE_FALSE(path.empty());
  ForgetOptions options;
  options.workspace.root = machine.root();
  (folder == "sessions/" ? options.session : options.what) = id_in(machine.read(path));
  options.purge = purge;
  const auto report = pyramid::forget(machine.environment(), options);
  if (!report) FAIL(to_string(report.error()));
}

std::string objects(const Machine& machine) {
  return machine.git({"cat-file", "--batch-all-objects", "--batch", "--buffer"}).out;
}

// Neither its files nor their names, nor anything that git has, say it; and nothing is left to do.
void check_is_forgotten(Machine& machine) {
  for (const auto& [path, bytes] : machine.tree()) {
    INFO(path << "\n" << bytes);
    CHECK_FALSE(says_it(bytes));
    CHECK_FALSE(says_it(path));
  }
  const std::string all = objects(machine);
  const std::size_t said = std::min(all.find("kestrel"), all.size());
  INFO(all.substr(said - std::min<std::size_t>(said, 600), 900));
  CHECK_FALSE(says_it(all));
  CHECK(machine.git({"status", "--porcelain"}).out.empty());
  CHECK(machine.must_sync(false).nothing_to_do);
}

// What was forgotten with its conversation or alone, on one of two machines that both had taken it
// in; the other one's files arrive then.
class Late {
 public:
  explicit Late(const std::string& folder, const std::string& fact = kFacts[0])
      : folders_(2, Diaries::kEach) {
    for (Machine* one : folders_.all()) import_talk(*one, folders_.outside() + "/talk.jsonl", fact);
    REQUIRE_FALSE(file_of_it(there(), "summaries/").empty());
    forget(here(), folder, true);
    check_is_forgotten(here());
  }
  [[nodiscard]] Machine& here() const { return *folders_.all()[0]; }
  [[nodiscard]] Machine& there() const { return *folders_.all()[1]; }
  [[nodiscard]] std::string outside() const { return folders_.outside(); }

 private:
  Folders folders_;
};

// As the name says, a copy of a conflict.
std::string copy_of(const std::string& path) {
  const std::string stem = path.substr(0, path.rfind(".md"));
  return stem + ".sync-conflict-20260512-100300-ABCD123.md";
}

}  // namespace

TEST_CASE("late: a tombstone that arrives alone takes out what it names with the next sync") {
  const Folders folders(2, Diaries::kEach);
  Machine &here = *folders.all()[0], &there = *folders.all()[1];
  for (Machine* one : folders.all()) import_talk(*one, folders.outside() + "/talk.jsonl");
  REQUIRE(here.must_sync(false).nothing_to_do);
  forget(there, "observations/", false);
  for (const auto& [path, bytes] : there.tree()) {
    if (path.starts_with("forgotten/")) here.write(path, bytes);
  }
  CHECK_FALSE(here.must_sync(false).nothing_to_do);
  for (const auto& [path, bytes] : here.tree()) {
    INFO(path << "\n" << bytes);
    CHECK_FALSE(says_it(bytes));
    CHECK_FALSE(says_it(path));
  }
  CHECK(here.git({"status", "--porcelain"}).out.empty());
  CHECK(here.must_sync(false).nothing_to_do);
}

TEST_CASE("late: no object of git says what arrives after it was forgotten, whichever file it is") {
  const std::string folder = GENERATE("observations/", "sessions/");
  for (const char* fact : kFacts) {
    const Late late(folder, fact);
    const auto brought = late.there().tree();
    for (const auto& [path, bytes] : brought) {
      if (!says_it(bytes) && !says_it(path)) continue;
      for (const bool is_copy : {false, true}) {
        INFO(path << (is_copy ? ", as a conflict copy" : "") << ", forgotten in " << folder << ": "
                  << fact);
        const std::string place = late.outside() + "/here";
        std::filesystem::remove_all(place);
        std::filesystem::copy(late.here().root(), place, std::filesystem::copy_options::recursive);
        Machine here(place, "here");
        here.write(is_copy ? copy_of(path) : path, bytes);
        here.must_sync(false);
        check_is_forgotten(here);
      }
    }
  }
}

TEST_CASE("late: nor does one where all of another machine's files arrive at once") {
  for (const char* fact : kFacts) {
    for (const char* folder : {"observations/", "sessions/"}) {
      INFO(fact << " Forgotten in " << folder);
      const Late late(folder, fact);
      for (const auto& [path, bytes] : late.there().tree()) late.here().write(path, bytes);
      late.here().must_sync(false);
      check_is_forgotten(late.here());
    }
  }
}

TEST_CASE(
    "late: facts and texts that arrive before a forget of something else are in none either") {
  const Late late("observations/");
  for (const auto& [path, bytes] : late.there().tree()) {
    if (!path.starts_with("sessions/")) late.here().write(path, bytes);
  }
  ForgetOptions options;
  options.workspace.root = late.here().root();
  options.match = "red lamp";
  REQUIRE(pyramid::forget(late.here().environment(), options));
  late.here().must_sync(false);
  check_is_forgotten(late.here());
}

TEST_CASE("late: what somebody wrote is committed as before, though something was forgotten") {
  const Late late("observations/");
  Machine& here = late.here();
  here.write("memory/plan.md", "# Plan\n\nBread.\n");
  here.write("MEMORY.md", here.read("MEMORY.md") + "\n## Notes\n\nTea.\n");
  const SyncReport report = here.must_sync(false);
  CHECK_FALSE(report.hand_edits_commit.empty());
  CHECK(
      here.git({"show", "--stat", "--format=%s", report.hand_edits_commit}).out.find("MEMORY.md") !=
      std::string::npos);
  CHECK(here.git({"status", "--porcelain"}).out.empty());
}

}  // namespace late_test
