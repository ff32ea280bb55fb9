#include "engine/builtin/reading/text_kind.hpp"

#include "engine/builtin/noting/telling.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::text_kind_test {
namespace {

using builtin::kind_of;
using builtin::TextKind;
using builtin::without_machine_output;
using Texts = std::vector<std::string>;

struct Floor {
  std::string_view name;
  TextKind kind;
  double precision, recall;
};
// Of lines that the weights were not trained on, as measured, rounded down. They may only rise.
constexpr std::array<Floor, 4> kFloors = {{{"english", TextKind::kEnglish, 0.75, 0.95},
                                           {"german", TextKind::kGerman, 0.95, 0.90},
                                           {"other", TextKind::kOther, 0.95, 0.92},
                                           {"machine", TextKind::kMachine, 0.97, 0.85}}};

// What comes out of one conversation, turns of the user and the assistant by turns.
Texts told(const Texts& turns) {
  format::Conversation conversation;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    conversation.turns.push_back({i % 2 == 0 ? format::Speaker::kUser : format::Speaker::kAssistant,
                                  *parse_time("2026-05-12T10:00:00Z"), turns[i], ""});
  }
  ExtractRequest request;
  request.conversation = &conversation;
  request.last = static_cast<std::int64_t>(turns.size());
  Texts texts;
  for (Extracted& one : make_builtin_engine()->extract(request).value())
    texts.push_back(std::move(one.text));
  return texts;
}

}  // namespace

TEST_CASE("text kinds: the lines that were kept from training are told as well as was measured") {
  std::ifstream file(PYRAMID_SOURCE_DIR "/tests/engine/text_kinds/held_out.tsv");
  std::map<std::string, std::map<TextKind, int>> told;
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    REQUIRE(tab != std::string::npos);
    ++told[line.substr(0, tab)][kind_of(line.substr(tab + 1))];
  }
  REQUIRE(told.size() == kFloors.size());
  for (const Floor& floor : kFloors) {
    const std::string name(floor.name);
    double meant = 0;
    double said = 0;
    for (const auto& [kind, count] : told[name]) meant += count;
    for (auto& [label, counts] : told) said += counts[floor.kind];
    const double right = told[name][floor.kind];
    INFO(name << ": precision " << right / said << ", recall " << right / meant);
    CHECK(right >= floor.precision * said);
    CHECK(right >= floor.recall * meant);
  }
}

TEST_CASE("text kinds: what tells nothing is read as English") {
  for (const char* text : {"", " ", "ok", "42", "\n", "Hm", "Porto"}) {
    INFO(text);
    CHECK(kind_of(text) == TextKind::kEnglish);
  }
  CHECK(kind_of("\xff\xfe\x80") != TextKind::kGerman);  // broken bytes end nothing
  const std::string endless(100'000, 'x');
  CHECK(kind_of(endless) == kind_of(endless.substr(0, 400)));
}

TEST_CASE("text kinds: a block of output goes with what stands between its lines") {
  const std::string block =
      "error[E0382]: borrow of moved value: `tide`\n"
      "  --> src/tide.rs:14:9\n"
      "the tide is moved here\n"
      "error: could not compile `tide` (lib) due to 1 previous error\n";
  CHECK(without_machine_output(block, "") == "\n\n\n\n");
  // A blank line ends it, and what comes behind is somebody's again.
  const std::string mixed =
      "  --> src/tide.rs:14:9\n\nI live in Whitby now.\n\n  --> src/tide.rs:14:9";
  CHECK(without_machine_output(mixed, "") == "\n\nI live in Whitby now.\n\n");
  const std::string commented =
      "KeyError: 'tide'\nValueError: no tide was given\nI live in Whitby now.\n";
  CHECK(without_machine_output(commented, "") == "\n\nI live in Whitby now.\n");
  const std::string languages = "oye sigues ahi\nMy kayak is yellow.";
  CHECK(without_machine_output(languages, "") == "oye sigues ahi\n\nMy kayak is yellow.");
  const std::string own = "I run\r\ntwo boats.\n";
  CHECK(without_machine_output(own, "") == "I run\ntwo boats.\n");
  const std::string fenced = "```\n$ git push origin main\n```\n";
  CHECK(without_machine_output(fenced, "") == fenced);
}

TEST_CASE("text kinds: machine output is no fact, and what is said beside it is one") {
  const Texts kFact = {"User's kayak is yellow."};
  for (const char* output :
       {"11:02:40 [agent] job kayak/paint#4 was refused\n\n11:02:41 [warn] user has no kayak",
        "paddlectl list --yaml", "$ paddlectl paint kayak --colour yellow\nkayak/14 painted",
        "Jun  3 04:10:11 dock paddled[88]: User ana has painted kayak 14",
        "PASS  spec/kayak.spec.js (1.2 s)\nFAIL  spec/dock.spec.js\nTests: 1 failed, 4 passed, 5 "
        "total",
        "HTTP/2 429\nretry-after: 30\ncontent-type: application/json",
        "| kayak | colour |\n|---|---|\n| Marit | yellow |",
        "{\"kayak\": {\"colour\": \"yellow\", \"owner\": \"User\"}}",
        "kayak:\n  colour: yellow\n  length_cm: 480\n  enabled: true\n  tags: []",
        "diff --git a/kayak.c b/kayak.c\n@@ -1,2 +1,2 @@\n-  my_kayak.colour = RED;\n"
        "+  my_kayak.colour = YELLOW;",
        "Traceback (most recent call last):\n  File \"paint.py\", line 4, in <module>\n"
        "    kayak.paint(\"yellow\")\nRuntimeError: the kayak is locked by its owner",
        "npm WARN deprecated kayak@2.0.1: this package has moved to paddle\nadded 12 packages in "
        "3s",
        "2026-05-12T10:00:00Z INFO my kayak was painted\n2026-05-12T10:00:01Z INFO I am idle"}) {
    INFO(output);
    const std::string text = output;
    CHECK(told({text, "I see.", "My kayak is yellow."}) == kFact);
    CHECK(told({"My kayak is yellow.\n\n" + text}) == kFact);
    CHECK(told({"Here is the log:\n" + text + "\n\nMy kayak is yellow."}) == kFact);
  }
}

TEST_CASE("text kinds: what another language says stands in its own words or not at all") {
  const std::string fact = "User's kayak is yellow.";
  for (const char* text :
       {"oye sigues ahi", "Usa la herramienta 'paint' y ponlo en kayak.yaml.",
        "mon kayak est jaune et il dort dans le garage", "il mio kayak e giallo e sta in garage",
        "mijn kajak is geel en ligt in de schuur", "min kajak er gul og ligger i skuret",
        "mój kajak jest żółty i leży w garażu", "benim kanom sarı ve garajda duruyor",
        "kayak saya kuning dan ada di garasi", "thuyền của tôi màu vàng và ở trong nhà",
        "kajakkini on keltainen ja se on autotallissa", "a kajakom sárga és a garázsban van",
        "README.md を KAYAK.md に変えて", "main.py 里的 kayak 改成 yellow", "мой каяк жёлтый",
        "카약은 노란색이고 차고에 있어"}) {
    INFO(text);
    const std::string own_words = builtin::quoted("User", text);
    for (const Texts& noted : {told({text, "OK.", "My kayak is yellow."}),
                               told({std::string(text) + "\nMy kayak is yellow."})}) {
      CHECK(std::all_of(noted.begin(), noted.end(),
                        [&](const std::string& one) { return one == fact || one == own_words; }));
    }
  }
}

TEST_CASE("text kinds: times, prices, files and foreign names make no machine of a person") {
  for (const char* text :
       {"I run npm install every morning.", "My IP at home is 192.168.7.20.",
        "I met Ana at 09:14 at the harbour.", "My flight to Oslo leaves on 3 June at 06:55.",
        "We deploy with `kubectl apply` on Thursdays.", "I moved my notes to ~/notes in March.",
        "My wife Małgorzata is from Łódź.", "I work at Société Générale in Lyon.",
        "My dog is called Señor Pickles.", "Our server runs Debian 12 on a Raspberry Pi 4.",
        "I paid 1,249.99 euros for my laptop.", "I use Postgres 16 and Redis 7 at work.",
        "My grandmother Наталья was born in Lviv."}) {
    INFO(text);
    CHECK(told({text}).size() == 1);
  }
}

}  // namespace pyramid::engine::text_kind_test
