// From a line of the memory to the turn it came from, and from a node to what it makes out of date.
#include "pyramid/why.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/sections.hpp"
#include "tests/ops/fixture.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace why_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

Result<WhyReport> ask(Fixture& fixture, const std::string& what, bool all = false,
                      std::optional<std::size_t> depth = std::nullopt) {
  WhyOptions options;
  options.workspace.root = fixture.root();
  options.what = what;
  options.depth = depth;
  if (all) options.shown = std::nullopt;
  return why(fixture.environment(), options);
}

// As above, of something that must be there, and nothing may have been written.
WhyNode why_of(Fixture& fixture, const std::string& what, bool all = false,
               std::optional<std::size_t> depth = std::nullopt) {
  const auto before = fixture.tree();
  const std::size_t commits = fixture.commits();
  const Result<WhyReport> report = ask(fixture, what, all, depth);
  INFO(what);
  if (!report) FAIL(to_string(report.error()));
  CHECK(fixture.tree() == before);
  CHECK(fixture.commits() == commits);
  return report->node;
}

Error refused(Fixture& fixture, const std::string& what) {
  const Result<WhyReport> report = ask(fixture, what);
  REQUIRE_FALSE(report);
  return report.error();
}

void import_and_sync(Fixture& fixture) {
  write_twelve_facts(fixture);
  REQUIRE(fixture.import_sessions());
  REQUIRE(fixture.sync());
}

// The one file below `folder` whose bytes hold `part`.
std::string file_with(const Fixture& fixture, const std::string& folder, std::string_view part) {
  for (const auto& [path, bytes] : fixture.tree()) {
    if (path.rfind(folder, 0) == 0 && bytes.find(part) != std::string::npos) return path;
  }
  FAIL("no file below " << folder << " with " << part);
  return {};
}

// 1-based line of a file that holds `part`, behind the frontmatter's end.
std::size_t line_with(const Fixture& fixture, const std::string& path, std::string_view part) {
  const std::string bytes = fixture.read(path);
  std::size_t number = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (line.find(part) != std::string_view::npos) return number;
  }
  FAIL("no line of " << path << " with " << part);
  return 0;
}

void edit(const Fixture& fixture, const std::string& path, const std::string& from,
          const std::string& to) {
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  fixture.write(path, bytes.replace(at, from.size(), to));
}

const WhyNode* find(const std::vector<WhyNode>& nodes,
                    const std::function<bool(const WhyNode&)>& wanted) {
  const auto at = std::find_if(nodes.begin(), nodes.end(), wanted);
  return at == nodes.end() ? nullptr : &*at;
}

const WhyNode* of_kind(const std::vector<WhyNode>& nodes, std::string_view kind) {
  return find(nodes, [&](const WhyNode& node) { return node.kind == kind; });
}

std::string id_of(const Fixture& fixture, const std::string& path) {
  const std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find("\nid: ") + 5;
  return bytes.substr(at, bytes.find('\n', at) - at);
}

}  // namespace

TEST_CASE("why: a line of MEMORY.md leads to the turn in which it was said") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::size_t line = line_with(fixture, "MEMORY.md", "- The user prefers tea");
  const WhyNode node = why_of(fixture, "MEMORY.md:" + std::to_string(line));
  CHECK(node.kind == "section");
  CHECK(node.name == "user/last-3-days");
  CHECK(node.first_line == line);
  CHECK(node.text.find("prefers tea without sugar") != std::string::npos);
  CHECK_FALSE(node.likely);
  CHECK(node.state == WhyState::kClean);
  REQUIRE(node.made_from.size() == 1);
  const WhyNode& observation = node.made_from[0];
  CHECK(observation.kind == "observation");
  CHECK(observation.text == "User prefers tea without sugar.");
  CHECK(*observation.support == Approx(1));
  CHECK(node.more_made_from > 0);
  REQUIRE(observation.made_from.size() == 1);
  const WhyNode& turn = observation.made_from[0];
  CHECK(turn.kind == "turn");
  CHECK(turn.name == "User");
  CHECK(turn.turn == 5);
  CHECK(turn.text == "I prefer tea without sugar.");
  CHECK(format_time(*turn.at) == "2026-05-12T20:19:00Z");
  const std::string session = fixture.read(turn.path);
  CHECK(split_lines(session)[turn.last_line - 1] == "^t5");
}

TEST_CASE("why: an edited line goes by its words, the lines beside it by what is recorded") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string recorded = "- The user prefers tea without sugar.";
  edit(fixture, "MEMORY.md", recorded, "- User: tea without any sugar, no milk.\n- Call Kim.");
  const auto of_line = [&](std::string_view part) {
    return why_of(fixture, "MEMORY.md:" + std::to_string(line_with(fixture, "MEMORY.md", part)));
  };
  const WhyNode edited = of_line("no milk");
  CHECK(edited.likely);
  REQUIRE(edited.made_from.size() == 1);
  CHECK(edited.made_from[0].text == "User prefers tea without sugar.");
  const std::string text = fixture.read("MEMORY.md");
  const format::Document document = *format::parse_document(text, "MEMORY.md");
  std::size_t known = 0;
  for (const format::FoundSection& section : format::find_sections(document, "MEMORY.md")) {
    for (const std::string_view line : split_lines(section.text)) {
      if (section.name == "other-models" || !line.starts_with("- ")) continue;
      const WhyNode node = of_line(line);
      if (line.find("no milk") == std::string_view::npos && line != "- Call Kim.") {
        INFO(line);
        CHECK_FALSE(node.likely);
        CHECK_FALSE(node.made_from.empty());
        ++known;
      }
    }
  }
  CHECK(known > 3);
}

TEST_CASE("why: links that a person changed are not counted by what is recorded of them") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string text = fixture.read("MEMORY.md"), page = fixture.read("why/MEMORY.md");
  const std::size_t first = page.find("\n- [");
  REQUIRE(page.find("\n- [", first + 1) < page.find("\n## ", first));
  std::string edited = page;  // without its first link
  edited.erase(first, page.find('\n', first + 1) - first);
  fixture.write("why/MEMORY.md", edited);
  const std::size_t tag = page.rfind("\n## ", first) + 4;
  const std::size_t why = text.find("#" + page.substr(tag, page.find('\n', tag) - tag) + ")");
  REQUIRE(why != std::string::npos);
  const std::size_t section = text.rfind("\n- ", why);
  const std::string line = text.substr(section + 1, text.find('\n', section + 1) - section - 1);
  const std::string at = "MEMORY.md:" + std::to_string(line_with(fixture, "MEMORY.md", line));
  CHECK(why_of(fixture, at).likely);
  REQUIRE(fixture.sync());
  CHECK(fixture.read("MEMORY.md") == text);
  CHECK(page.size() >= fixture.read("why/MEMORY.md").size());
  CHECK(fixture.sync()->nothing_to_do);
}

TEST_CASE("why: a line of a summary leads to the sources that stand behind it") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "summaries/", "tier: 0");
  const std::string line = std::to_string(line_with(fixture, path, "Lisbon"));
  const WhyNode node = why_of(fixture, path + ":" + line, true);
  CHECK_FALSE(node.likely);
  const std::string text = fixture.read(path);
  std::size_t told = 0;
  for (const WhyNode& source : node.made_from) {
    const std::size_t link = text.find(std::string(path::name(source.path)) + ")");
    REQUIRE(link != std::string::npos);
    const bool numbered = text.substr(text.find(')', link), 12).starts_with(") (sentence");
    CHECK((!source.support || numbered));
    told += numbered ? 1 : 0;
  }
  CHECK(told > 0);
}

TEST_CASE("why: a line that a summary tells goes down through the summary") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.set_now("2027-06-01T09:00:00Z");  // far enough for sections to read the summary
  REQUIRE(fixture.sync());
  const std::size_t line = line_with(fixture, "MEMORY.md", "Lisbon");
  const WhyNode node = why_of(fixture, "MEMORY.md:" + std::to_string(line));
  const WhyNode* summary = of_kind(node.made_from, "summary");
  REQUIRE(summary != nullptr);
  const WhyNode* observation = of_kind(summary->made_from, "observation");
  REQUIRE(observation != nullptr);
  CHECK(observation->text.find("Lisbon") != std::string::npos);
  REQUIRE(observation->made_from.size() == 1);
  CHECK(observation->made_from[0].text == "I moved to Lisbon in March 2026.");
}

TEST_CASE("why: a summary edited by hand is said to be, and stays clean") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "summaries/", "tier: 0");
  CHECK_FALSE(why_of(fixture, path).made->edited);
  edit(fixture, path, "\n\n## Sources", " It was a good spring.\n\n## Sources");
  const WhyNode node = why_of(fixture, path);
  CHECK(node.state == WhyState::kClean);
  REQUIRE(node.made);
  CHECK(node.made->edited);
  CHECK(node.made->inputs_recorded == node.made->inputs_now);
  CHECK(node.made->writer_recorded == "builtin:summarize/4");
  CHECK(node.made->writer_now == node.made->writer_recorded);
  CHECK(node.made_from.size() == 3);
  CHECK(node.more_made_from == 7);
  CHECK(why_of(fixture, path, true).made_from.size() == 10);
  CHECK(why_of(fixture, path, true, 1).made_from[0].made_from.empty());
}

TEST_CASE("why: a changed observation tells what will be rewritten, and its summary why") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.set_now("2027-06-01T09:00:00Z");
  REQUIRE(fixture.sync());
  const std::string path = file_with(fixture, "observations/", "Lisbon");
  edit(fixture, path, "Lisbon", "Setubal");
  const WhyNode observation = why_of(fixture, path);
  const WhyNode* summary = of_kind(observation.read_by, "summary");
  REQUIRE(summary != nullptr);
  CHECK(summary->state == WhyState::kDirty);
  CHECK(summary->reason == "its sources changed");
  const WhyNode* section = of_kind(summary->read_by, "section");
  REQUIRE(section != nullptr);
  CHECK(section->path == "MEMORY.md");
  CHECK(section->state == WhyState::kDirty);

  const WhyNode below = why_of(fixture, summary->path);
  CHECK(below.state == WhyState::kDirty);
  CHECK_FALSE(below.made->inputs_now.empty());
  CHECK(below.made->inputs_now != below.made->inputs_recorded);
  REQUIRE(fixture.sync());
  CHECK(why_of(fixture, summary->path).state == WhyState::kClean);
}

TEST_CASE("why: the state is that of the plan, node by node") {
  Fixture fixture;
  import_and_sync(fixture);
  edit(fixture, file_with(fixture, "observations/", "Lisbon"), "Lisbon", "Setubal");
  SyncOptions dry;
  dry.dry_run = true;
  const auto planned = fixture.sync(dry);
  REQUIRE(planned);
  for (const SyncStep& step : planned->steps) {
    if (step.what == "commit") continue;
    const std::size_t hash = step.path.find('#');
    const WhyNode node = why_of(fixture, step.path.substr(0, hash));
    CHECK(node.state == WhyState::kDirty);
    if (hash == std::string::npos) {
      CHECK(node.reason == step.reason);
      continue;
    }
    const std::string name = hash == std::string::npos ? "description" : step.path.substr(hash + 1);
    const WhyNode* section =
        find(node.made_from, [&](const WhyNode& one) { return one.name == name; });
    REQUIRE(section != nullptr);
    CHECK(section->reason == step.reason);
  }
  CHECK_FALSE(planned->steps.empty());
}

TEST_CASE("why: the description of a model leads to what it was taken from") {
  Fixture fixture;
  fixture.write("models/mia.md",
                "---\nid: 0000000000W7GZDV4H7362PM0R\nkind: model\nmodel: mia\n---\n# Mia\n");
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "observations/", "peanuts");
  const std::string bytes = fixture.read(path);
  if (bytes.find("model: mia") == std::string::npos)
    edit(fixture, path, "model: user", "model: mia");
  REQUIRE(fixture.sync());
  const std::size_t line = line_with(fixture, "models/mia.md", "description:");
  const WhyNode node = why_of(fixture, "models/mia.md:" + std::to_string(line));
  CHECK(node.name == "description");
  CHECK(node.state == WhyState::kClean);
  REQUIRE(node.made_from.size() == 1);
  CHECK(node.made_from[0].path == path);
  const std::size_t listed_at = line_with(fixture, "MEMORY.md", "(models/mia.md)");
  const WhyNode listed = why_of(fixture, "MEMORY.md:" + std::to_string(listed_at));
  REQUIRE(listed.made);
  CHECK(listed.made->writer_recorded == "builtin:index/2");
  CHECK(listed.made->writer_now == listed.made->writer_recorded);
  edit(fixture, path, "peanuts", "hazelnuts");
  CHECK(why_of(fixture, "models/mia.md").made_from[0].state == WhyState::kDirty);
}

TEST_CASE("why: a source that was deleted is named, and makes its summary dirty") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string gone = file_with(fixture, "observations/", "Lisbon");
  const std::string summary = file_with(fixture, "summaries/", path::name(gone));
  fixture.remove(gone);
  const WhyNode node = why_of(fixture, summary, true);
  CHECK(node.state == WhyState::kDirty);
  const WhyNode* missing = of_kind(node.made_from, "missing");
  REQUIRE(missing != nullptr);
  CHECK(missing->path == gone);
  CHECK(missing->reason.find("gone") == 0);
  const Error error = refused(fixture, gone);
  CHECK(error.kind == ErrorKind::kNotFound);
}

TEST_CASE("why: a source that was moved is followed, and its old name leads to it") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string old = file_with(fixture, "observations/", "Lisbon");
  const std::string moved = "observations/" + std::string(path::name(old));
  const std::string summary = file_with(fixture, "summaries/", path::name(old));
  fixture.write(moved, fixture.read(old));
  fixture.remove(old);
  const WhyNode node = why_of(fixture, summary, true);
  const WhyNode* source = find(node.made_from, [&](const auto& one) { return one.path == moved; });
  REQUIRE(source != nullptr);
  CHECK(source->reason.find("moved") == 0);
  CHECK(refused(fixture, old).hint == "did you mean " + moved + "?");
}

TEST_CASE("why: a person's own line is made from nothing") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("MEMORY.md", fixture.read("MEMORY.md") + "\nThe boiler needs Kim.\n");
  const std::string line = std::to_string(line_with(fixture, "MEMORY.md", "The boiler needs"));
  const WhyNode node = why_of(fixture, "MEMORY.md:" + line);
  CHECK(node.kind == "line");
  CHECK(node.text == "The boiler needs Kim.");
  CHECK(node.state == WhyState::kNone);
  CHECK(node.reason == "written by a person, made from nothing");
  CHECK(node.made_from.empty());
  fixture.write("memory/boiler.md", "# Boiler\n\nKim serviced it.\n");
  CHECK(why_of(fixture, "memory/boiler.md").reason == node.reason);
  CHECK(why_of(fixture, "memory/boiler.md:3").text == "Kim serviced it.");
}

TEST_CASE("why: a line that a person wrote into a section has no source") {
  Fixture fixture;
  import_and_sync(fixture);
  edit(fixture, "MEMORY.md", "- The user prefers tea",
       "- Boiler: call Kim.\n- The user prefers tea");
  const std::string line = std::to_string(line_with(fixture, "MEMORY.md", "- Boiler"));
  const WhyNode node = why_of(fixture, "MEMORY.md:" + line);
  CHECK(node.made->edited);
  CHECK(node.made_from.empty());
  CHECK(node.more_made_from > 0);
  CHECK(node.reason.find("none of its sources says this line: a person") != std::string::npos);
}

TEST_CASE("why: an id, its beginning and the end that file names carry") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "observations/", "Lisbon");
  const std::string id = id_of(fixture, path);
  CHECK(why_of(fixture, id).path == path);
  CHECK(why_of(fixture, id.substr(0, 25)).path == path);
  CHECK(why_of(fixture, id.substr(20)).path == path);
  CHECK(why_of(fixture, utf8::lower(id.substr(20))).path == path);
}

TEST_CASE("why: a place is named as searches and links name it") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::size_t line = line_with(fixture, "MEMORY.md", "Lisbon");
  const std::string number = std::to_string(line);
  const WhyNode meant = why_of(fixture, "MEMORY.md:" + number);
  for (const std::string& behind :
       {"#L" + number, "#L" + number + "-L" + number, ":" + number + "-" + number}) {
    const WhyNode node = why_of(fixture, "MEMORY.md" + behind);
    CHECK(node.path == meant.path);
    CHECK(node.first_line == meant.first_line);
    CHECK(node.made_from.size() == meant.made_from.size());
  }
  const std::string session = files_below(fixture, "sessions/").front();
  const WhyNode turn = why_of(fixture, session + "#^t1");
  CHECK(turn.path == session);
  CHECK(turn.kind == "turn");
  CHECK(turn.turn == 1);
  CHECK(refused(fixture, session + "#^t999").kind == ErrorKind::kNotFound);
}

TEST_CASE("why: a file of an odd name is found as links call it, and its own name goes before") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("notes/my note (1).md", "The boiler hums.\n");
  CHECK(why_of(fixture, "notes/my%20note%20%281%29.md").path == "notes/my note (1).md");
  CHECK(why_of(fixture, "notes/my%20note%20%281%29.md#L1").first_line == 1);
  fixture.write("notes/my%20note%20%281%29.md", "It drips.\n");
  CHECK(why_of(fixture, "notes/my%20note%20%281%29.md").path == "notes/my%20note%20%281%29.md");
  CHECK(refused(fixture, "..%2Fx.md").kind == ErrorKind::kNotFound);
}

TEST_CASE("why: several lines lead to all that they rest on") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::size_t line = line_with(fixture, "MEMORY.md", "- The user prefers tea") - 1;
  const std::string bytes = fixture.read("MEMORY.md");
  const std::vector<std::string_view> lines = split_lines(bytes);
  REQUIRE(lines[line - 1].starts_with("- "));
  const auto place = [](std::size_t first, std::size_t last) {
    return "MEMORY.md:" + std::to_string(first) + "-" + std::to_string(last);
  };
  const WhyNode both = why_of(fixture, place(line, line + 1), true);
  CHECK(both.first_line == line);
  CHECK(both.last_line == line + 1);
  CHECK(both.text == std::string(lines[line - 1]) + " " + std::string(lines[line]));
  std::set<std::string> ids, told;
  for (const std::size_t one : {line, line + 1}) {
    const WhyNode node = why_of(fixture, place(one, one), true);
    for (const WhyNode& source : node.made_from) {
      if (source.support) ids.insert(source.id);
    }
  }
  for (const WhyNode& source : both.made_from) {
    if (source.support) told.insert(source.id);
  }
  CHECK(ids.size() > 1);
  CHECK(told == ids);
  // Up to the end of the section, whatever number is named.
  CHECK(why_of(fixture, place(line, 9999), true).last_line < lines.size());
  CHECK(refused(fixture, place(line + 1, line)).kind == ErrorKind::kUsage);
}

TEST_CASE("why: the beginning of several ids is refused with their names") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "observations/", "Lisbon");
  const Error error = refused(fixture, id_of(fixture, path).substr(0, 2));
  CHECK(error.kind == ErrorKind::kUsage);
  CHECK(error.what.find("ids match") != std::string::npos);
  CHECK(error.hint.find("observations/") != std::string::npos);
}

TEST_CASE("why: what lies outside, is no memory file or is not there") {
  Fixture fixture;
  import_and_sync(fixture);
  fixture.write("../secret/outside.md", "A secret.\n");
  std::filesystem::create_directory_symlink(fixture.outside("secret"), fixture.path("linked"));
  for (const char* what : {"../secret/outside.md", "/etc/hostname", "linked/outside.md",
                           "pyramid.yaml", ".pyramid/lock", "summaries", "", "."}) {
    INFO(what);
    CHECK(refused(fixture, what).kind == ErrorKind::kUsage);
  }
  CHECK(refused(fixture, "MEMORY.md:9999").kind == ErrorKind::kNotFound);
  CHECK(refused(fixture, "MEMORI.md").hint == "did you mean MEMORY.md?");
  CHECK(refused(fixture, "no/such/thing-at-all-here.md").kind == ErrorKind::kNotFound);
  fixture.write("observations/broken.md", "---\nkind: observation\nid: [\n");
  CHECK(refused(fixture, "observations/broken.md").kind == ErrorKind::kInvalid);
}

TEST_CASE("why: a session lists what was taken from it, a turn what was taken from that") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "sessions/", "I moved to Lisbon");
  const WhyNode session = why_of(fixture, path);
  CHECK(session.kind == "session");
  CHECK(session.state == WhyState::kClean);
  REQUIRE(session.read_by.size() == 3);
  CHECK(session.more_read_by == 1);
  CHECK(session.read_by[0].turn == 1);
  CHECK(session.read_by[1].turn == 3);
  const std::string line = std::to_string(line_with(fixture, path, "I work at Harbour"));
  const WhyNode turn = why_of(fixture, path + ":" + line);
  CHECK(turn.kind == "turn");
  CHECK(turn.turn == 5);
  REQUIRE(turn.read_by.size() == 1);
  CHECK(turn.read_by[0].text.find("Harbour") != std::string::npos);
  CHECK_FALSE(turn.read_by[0].read_by.empty());
}

TEST_CASE("why: a file of nonsense that leads back to itself ends") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "summaries/", "tier: 0");
  edit(fixture, path, "## Sources\n",
       "## Sources\n- [me](" + std::string(path::name(path)) + ")\n");
  const WhyNode node = why_of(fixture, path, true);
  CHECK(find(node.made_from, [](const WhyNode& one) {
          return one.reason == "leaves it with the next sync" && one.made_from.empty();
        }) != nullptr);
}

TEST_CASE("why: a summary that reads a fact which was made from it is named once") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string summary = file_with(fixture, "summaries/user/", "kind: summary");
  const std::string fact = "facts/areas/mine.md";
  fixture.write(fact,
                "---\nid: 01KRDT23806GW3PSFBCJXCRJ70\nkind: observation\n"
                "at: 2026-05-02T10:00:00Z\nmodel: user\n---\nUser keeps geckos.\n\nFrom "
                "[what was told](../../" +
                    summary + ")\n");
  REQUIRE(fixture.sync());
  const WhyNode node = why_of(fixture, fact);
  REQUIRE(node.made_from.size() == 1);
  CHECK(node.made_from[0].path == summary);
  for (const WhyNode& reader : node.read_by) CHECK(reader.path != summary);
  REQUIRE(fixture.read(summary).find(fact) != std::string::npos);
  CHECK(node.reason == "what it was made from reads it, too");
}

TEST_CASE("why: the answer is the same after the index was deleted") {
  Fixture fixture;
  import_and_sync(fixture);
  const std::string path = file_with(fixture, "summaries/", "tier: 0");
  const WhyNode before = why_of(fixture, path);
  fixture.remove(".pyramid");
  const WhyNode after = why_of(fixture, path);
  CHECK(after.made->inputs_now == before.made->inputs_now);
  CHECK(after.made_from.size() == before.made_from.size());
  CHECK(after.read_by.size() == before.read_by.size());
}

}  // namespace why_test
