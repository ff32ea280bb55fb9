#include "search/search.hpp"

#include "search/snippet.hpp"
#include "tests/search/library.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::search_test {
namespace {

using test::Library;
using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("search: words and meaning together find what is asked for") {
  Library library;
  library.observe("allergy", "2026-05-01", "Mia is allergic to peanuts.");
  library.observe("garden", "2026-05-02", "User planted tomatoes in the garden.");
  library.observe("job", "2026-05-03", "User works as a data engineer at Northwind Rail.");
  CHECK(library.paths("who is allergic to peanuts").front() == "observations/allergy.md");
  // No word in common: the vectors alone.
  CHECK(library.paths("employer and profession").front() == "observations/job.md");
  CHECK(library.paths("vegetables grown outdoors").front() == "observations/garden.md");
}

TEST_CASE("search: the newer of two that fit alike comes first, unless time weighs nothing") {
  Library library;
  library.observe("a-old", "2024-01-01", "User ran the city marathon in four hours.");
  library.observe("b-new", "2026-05-01", "User ran the city marathon in three hours.");
  library.query.time_weight = 0.3;
  CHECK(library.paths("city marathon") == Paths{"observations/b-new.md", "observations/a-old.md"});
  library.query.time_weight = 0;
  const auto hits = library.ask("city marathon");
  for (const search::Hit& hit : *hits) CHECK(hit.score == hit.relevance);
}

TEST_CASE("search: a note without a date comes before what is new and says nothing of it") {
  Library library;
  library.observe("new", "2026-05-14", "The walrus came to tea.");
  library.write("notes/facts.md",
                "# Facts\n\nVersion 2 is current. Buy anchovies. The dentist is paid.\n\n"
                "Invoice INV-2026-0042 costs 1250 euros.\n\nThe ratio is three to one.\n");
  library.query.time_weight = 0.3;
  for (const char* query : {"INV-2026-0042", "anchovies"}) {
    INFO(query);
    CHECK(library.paths(query).front() == "notes/facts.md");
  }
}

TEST_CASE("search: \"now\" and \"today\" in a question are no words to look for") {
  Library library;
  library.observe("tired", "2026-05-01", "Now it is raining today.");
  library.observe("tea", "2026-05-02", "User drinks rooibos tea.");
  CHECK(library.paths("what tea now today").front() == "observations/tea.md");
  CHECK(library.paths("today").front() == "observations/tired.md");
}

TEST_CASE("search: what is superseded comes below what is in use and says as much") {
  Library library;
  library.write("observations/old.md",
                "---\nid: 01KQ0000000000000000000001\nkind: observation\nstatus: superseded\n"
                "at: 2026-05-10T10:00:00Z\nmodel: user\n---\nUser drinks green tea.\n");
  library.observe("new", "2026-05-01", "User drinks rooibos tea, not green.");
  library.observe("other", "2026-05-01", "Mia plays chess on Sundays.");
  library.query.time_weight = 0.3;
  const auto hits = library.ask("drinks green tea").value();
  REQUIRE(hits.size() >= 2);
  CHECK(hits[0].chunk.path == "observations/new.md");
  CHECK(hits[0].chunk.status.empty());
  CHECK(hits[1].chunk.path == "observations/old.md");
  CHECK(hits[1].chunk.status == "superseded");
}

TEST_CASE("search: one text in two files takes one place") {
  Library library;
  library.observe("one", "2026-05-01", "The boiler was serviced by Kim.");
  library.observe("two", "2026-05-01", "The boiler was serviced by Kim.");
  CHECK(library.paths("boiler") == Paths{"observations/one.md"});
}

TEST_CASE("search: of two notes that say the same the one with a date is shown") {
  Library library;
  library.write("n/a.md", "The green kiln is hot.\n");
  library.write("n/z.md", "---\ndate: 2025-11-01\n---\nThe green kiln is hot.\n");
  library.write("n/o.md", "Other things.\n");
  for (const double weight : {0.0, 0.1, 0.3}) {
    library.query.time_weight = weight;
    const auto hits = library.ask("green kiln hot");
    REQUIRE(hits);
    CHECK((*hits)[0].chunk.path == "n/z.md");
    REQUIRE((*hits)[0].also.size() == 1);
    CHECK((*hits)[0].also[0].path == "n/a.md");
    CHECK(std::is_sorted(hits->begin(), hits->end(),
                         [](const auto& a, const auto& b) { return a.score > b.score; }));
  }
}

TEST_CASE("search: a summary and its own sources never both take places") {
  Library library;
  library.observe("boiler", "2026-05-01", "The boiler was serviced by Kim in May.");
  library.observe("sofa", "2026-05-02", "The sofa is grey.");
  library.write("summaries/user/tier-0/s.md",
                "---\nid: 01JV9QD4000000000000000000\nkind: summary\nmodel: user\ntier: 0\n"
                "start: 2026-05-01T10:00:00Z\nend: 2026-05-02T10:00:00Z\ncount: 2\n---\n"
                "Kim serviced the boiler and the sofa is grey.\n\n## Sources\n"
                "- [a](../../../observations/boiler.md)\n- [b](../../../observations/sofa.md)\n");
  const Paths found = library.paths("who serviced the boiler");
  const auto has = [&](const char* path) {
    return std::find(found.begin(), found.end(), path) != found.end();
  };
  CHECK(has("summaries/user/tier-0/s.md") != has("observations/boiler.md"));
}

TEST_CASE("search: operators, quotes and emoji in a query are only words") {
  Library library;
  library.observe("boiler", "2026-05-01", "The boiler was serviced by Kim.");
  for (const char* text : {"boiler AND", "\"boiler", "NEAR(boiler, 2)", "boiler* -kim",
                           "text:boiler", "boiler 🔥", "boiler') OR 1=1 --", "BOILER"}) {
    INFO(text);
    CHECK(library.paths(text) == Paths{"observations/boiler.md"});
  }
}

TEST_CASE("search: a query without a word and a weight out of range are refused") {
  Library library;
  library.observe("boiler", "2026-05-01", "The boiler was serviced by Kim.");
  for (const char* text : {"", "   ", "?!", "\xff\xfe"}) {
    const auto hits = library.ask(text);
    REQUIRE_FALSE(hits);
    CHECK(hits.error().kind == ErrorKind::kUsage);
  }
  CHECK(library.ask("the of and"));  // stop words alone are words still
  library.query.time_weight = 1.5;
  CHECK(library.ask("boiler").error().kind == ErrorKind::kUsage);
}

TEST_CASE("search: a hit of a note names its heading and its lines") {
  Library library;
  library.write("memory/long.md", "# Boiler\n\nThe boiler hums.\n");
  const auto hits = library.ask("boiler");
  REQUIRE(hits->size() == 1);
  CHECK(hits->front().chunk.first_line == 2);
  CHECK(hits->front().chunk.heading == "Boiler");
}

TEST_CASE("search: the line under an underlined heading is no text") {
  Library library;
  library.write(
      "memory/a.md",
      "The boiler\nin the cellar\n==========\n\nIt hums.\n\nRadiators\n---\nThey drip.\n\n"
      "Pumps\n-----\n");
  const auto one = [&](const std::string& query) {
    const auto hits = library.ask(query);
    REQUIRE(hits);
    REQUIRE_FALSE(hits->empty());
    const search::Hit& hit = hits->front();
    return std::to_string(hit.chunk.first_line) + "-" + std::to_string(hit.chunk.last_line) + " " +
           hit.chunk.heading + ": " + hit.snippet;
  };
  CHECK(one("cellar hums") == "4-6 The boiler in the cellar: It hums.");
  CHECK(one("radiators drip") == "9-10 The boiler in the cellar › Radiators: They drip.");
  CHECK(one("pumps") == "11-12 The boiler in the cellar › Pumps: Pumps");
}

TEST_CASE("search: what stands in a code block is found and shown") {
  Library library;
  library.write("memory/router.md", "# Router\n\n```\nssid: Quokkanest\nkey: xyzzy42\n```\n");
  library.observe("garden", "2026-05-02", "User planted tomatoes in the garden.");
  const auto hits = library.ask("Quokkanest").value();
  REQUIRE(!hits.empty());
  CHECK(hits[0].chunk.path == "memory/router.md");
  CHECK(hits[0].keyword > 0);
  CHECK(hits[0].snippet == "ssid: Quokkanest\nkey: xyzzy42");
}

TEST_CASE("search: what stands in a block of HTML is found and shown") {
  Library library;
  library.write(
      "memory/house.md",
      "# House\n\n<table>\n<tr><td>Boiler</td><td>Quokkatherm &amp; Co</td></tr>\n</table>\n");
  library.observe("garden", "2026-05-02", "User planted tomatoes in the garden.");
  const auto hits = library.ask("Quokkatherm").value();
  REQUIRE(!hits.empty());
  CHECK(hits[0].chunk.path == "memory/house.md");
  CHECK(hits[0].keyword > 0);
  CHECK(hits[0].snippet == "Boiler Quokkatherm & Co");
}

TEST_CASE("search: notes that differ in their code alone are two hits") {
  Library library;
  library.write("memory/a.md", "Restart the router:\n\n```\nreboot now\n```\n");
  library.write("memory/b.md", "Restart the router:\n\n```\npower off\n```\n");
  CHECK(library.ask("restart the router")->size() == 2);
}

TEST_CASE("search: a section of a model with nothing but a comment takes no place") {
  Library library;
  library.write("models/kim.md",
                "---\nid: 01KQ0000000000000000000002\nkind: model\n---\n# Kim\n\n## Notes\n"
                "<!-- Yours: what you write here stays as you wrote it. -->\n");
  library.write("memory/kim.md", "# Kim\n\n<!-- a picture of her -->\n");
  library.observe("boiler", "2026-05-01", "The boiler was serviced by Kim.");
  CHECK(library.paths("Kim") == Paths{"memory/kim.md", "observations/boiler.md"});
}

TEST_CASE("snippet: whole sentences around the ones that match, at most 700 characters") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "Nothing happened on day " + std::to_string(i) + ". ";
  text += "Kim serviced the boiler. ";
  for (int i = 0; i < 40; ++i) text += "Rain fell on evening " + std::to_string(i) + ". ";
  const std::string shown = search::snippet(text, format::Kind::kNote, {"boiler", "kim"});
  CHECK(shown.size() <= search::kSnippetBytes);
  CHECK(shown.find("Kim serviced the boiler.") != std::string::npos);
  CHECK((shown.back() == '.' || shown.ends_with("…")));
  CHECK(search::snippet("Short.", format::Kind::kNote, {"x"}) == "Short.");
}

TEST_CASE("snippet: one endless word is cut between characters") {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "ü";
  const std::string shown = search::snippet(text, format::Kind::kNote, {"x"});
  CHECK(shown.size() <= search::kSnippetBytes);
  CHECK(shown.size() % 2 == (shown.ends_with("…") ? 1 : 0));
}

TEST_CASE("snippet: of a sentence without end what stands around the match is shown") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "word" + std::to_string(i) + " ";
  const std::string shown = search::snippet(text, format::Kind::kNote, {"word1500"});
  CHECK(shown.size() <= search::kSnippetBytes);
  CHECK(shown.find(" word1500 ") != std::string::npos);
}

TEST_CASE("search: a paragraph on one long line is several pieces, each found by its own words") {
  Library library;
  std::string line;
  for (int i = 0; i < 400; ++i) line += "On day " + std::to_string(i) + " nothing came. ";
  library.write("memory/long.md", "# Log\n\n" + line + "Then the heron landed. " + line + "\n");
  library.write("memory/words.md", std::string(9000, 'x') + " heron\n");
  library.query.limit = 50;
  const auto hits = library.ask("heron");
  REQUIRE(hits);
  const auto in_line = std::find_if(hits->begin(), hits->end(), [](const search::Hit& hit) {
    return hit.chunk.path == "memory/long.md" && hit.keyword > 0;
  });
  REQUIRE(in_line != hits->end());
  CHECK(in_line->chunk.first_line == 3);
  CHECK(in_line->chunk.last_line == 3);
  CHECK(in_line->snippet.find("Then the heron landed.") != std::string::npos);
  CHECK(std::count_if(hits->begin(), hits->end(), [](const search::Hit& hit) {
          return hit.chunk.path == "memory/long.md" && hit.keyword > 0;
        }) == 1);
}

TEST_CASE("search: pieces of one long line are told apart, and each shows its own words") {
  Library library;
  std::string line = "The tabby cat Milo was born in Delft. ";
  for (int i = 0; i < 80; ++i) line += "On day " + std::to_string(i) + " nothing at all came. ";
  library.write("memory/cats.md", "# Cats\n\n" + line + "The tabby cat Otis was born in Ghent.\n");
  const auto hits = library.ask("where was the tabby cat born").value();
  REQUIRE(hits.size() >= 2);
  std::string shown;
  for (const search::Hit& hit : hits) {
    shown += hit.snippet + "\n";
    CHECK(hit.also.empty());
  }
  CHECK(shown.find("Milo was born in Delft") != std::string::npos);
  CHECK(shown.find("Otis was born in Ghent") != std::string::npos);
}

TEST_CASE("search: an image that stands in a note is found by what it shows, not by its letters") {
  Library library;
  std::string data = "data:image/png;base64,";
  for (int i = 0; i < 8000; ++i) data += "wiring" + std::to_string(i % 7) + "+/";
  const std::string note =
      "# Wiring\n\nThe fuse box is behind the coats.\n\n![diagram](" + data + ")\n\nKim drew it.\n";
  library.write("memory/wiring.md", note);
  library.observe("turn", "2026-05-01", "User took a picture: " + data);
  library.query.limit = 50;
  const auto hits = library.ask("wiring diagram").value();
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].chunk.path == "memory/wiring.md");
  CHECK(hits[0].chunk.first_line == 2);
  CHECK(hits[0].chunk.last_line == 7);
  CHECK(hits[0].snippet == "The fuse box is behind the coats.\ndiagram\nKim drew it.");
  CHECK(hits[1].snippet == "User took a picture:");
  for (const search::Hit& hit : hits) CHECK(hit.text.size() < 200);
  const auto letters = library.ask("wiring5").value();
  CHECK(std::all_of(letters.begin(), letters.end(),
                    [](const search::Hit& hit) { return hit.keyword == 0; }));
}

TEST_CASE("search: words of Chinese and Japanese are found within their sentence") {
  Library library;
  library.observe("dog", "2026-05-01", "私の犬の名前はポチです。");
  library.observe("home", "2026-05-01", "我住在上海，喜欢喝绿茶。");
  library.observe("phone", "2026-05-01", "新しいiPhone15を買った。");
  library.observe("boiler", "2026-05-01", "The boiler hums – in the cellar.");
  const auto best = [&](const std::string& query) {
    const auto hits = library.ask(query).value();
    REQUIRE_FALSE(hits.empty());
    CHECK(hits[0].keyword > 0);
    REQUIRE_FALSE(hits[0].marks.empty());
    const auto [begin, end] = hits[0].marks[0];
    return hits[0].chunk.path + ": " + hits[0].snippet.substr(begin, end - begin);
  };
  CHECK(best("犬") == "observations/dog.md: 犬");
  CHECK(best("ポチ") == "observations/dog.md: ポチ");
  CHECK(best("绿茶") == "observations/home.md: 绿茶");
  CHECK(best("上海 tea") == "observations/home.md: 上海");
  CHECK(best("iphone15") == "observations/phone.md: iPhone15");
  CHECK(best("買った") == "observations/phone.md: 買った");
  CHECK(best("boiler") == "observations/boiler.md: boiler");
  // A file that goes takes all its words with it.
  library.remove("observations/dog.md");
  for (const search::Hit& hit : library.ask("犬").value()) CHECK(hit.keyword == 0);
}

TEST_CASE("search: a speaker is named by a whole name, also in Chinese") {
  Library library;
  const auto session = [](const std::string& speaker, const std::string& id) {
    return "---\nid: 01KQ000000000000000000000" + id +
           "\nkind: session\nat: 2026-05-10T10:00:00Z\nsource: glenn\norigin: s" + id +
           "\ntitle: Tea\nturns: 1\n---\n# Tea\n\n## 10:00:00 User\n" + speaker +
           ": 我喜欢茶。\n\n^t1\n";
  };
  library.write("sessions/a.md", session("王小明", "1"));
  library.write("sessions/b.md", session("小田", "2"));
  const auto hits = library.ask("王小明喜欢什么").value();
  REQUIRE(hits.size() >= 1);
  CHECK(hits[0].chunk.speaker == "王小明");
  CHECK(hits[0].speaker == 1);
}

TEST_CASE("search: identity files as init made them are no hits, and what is filled in is") {
  Library library;
  library.write("SOUL.md", format::soul_template());
  std::string user = format::user_template();
  library.write("USER.md", user);
  CHECK(library.paths("honest name, plain words, time zone").empty());
  user.replace(user.find("- Time zone:"), 12, "- Time zone: Europe/Prague");
  library.write("USER.md", user);
  const auto hits = library.ask("time zone").value();
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].snippet == "Time zone: Europe/Prague");
}

TEST_CASE("search: seen from a day of the past what came long after it is not recent") {
  Library library;
  library.write("memory/2024-01-01-a.md", "The heron came.\n");
  library.write("memory/2026-05-01-b.md", "The heron came back.\n");
  library.query.time_weight = 0.3;
  library.query.now = *parse_time("2024-01-02T00:00:00Z");
  const auto hits = library.ask("heron");
  REQUIRE(hits);
  REQUIRE(hits->size() == 2);
  CHECK(hits->front().chunk.path == "memory/2024-01-01-a.md");
  CHECK(hits->back().recency < 0.01);
}

}  // namespace pyramid::search_test
