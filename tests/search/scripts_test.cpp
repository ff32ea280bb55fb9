// Words of many scripts, however they are written.
#include "base/utf8.hpp"
#include "tests/search/library.hpp"

#include <utf8proc.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace scripts_test {

using namespace pyramid;
using test::Library;

namespace {

std::string mapped(const std::string& text, int options) {
  utf8proc_uint8_t* out = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &out,
                                 static_cast<utf8proc_option_t>(options | UTF8PROC_STABLE));
  REQUIRE(size >= 0);
  std::string result(reinterpret_cast<const char*>(out), static_cast<std::size_t>(size));
  std::free(out);
  return result;
}

// NFC, NFD, NFKC, NFKD; without marks where they are none of another letter.
std::vector<std::string> spellings_of(const std::string& word, bool strip) {
  std::vector<std::string> all = {mapped(word, UTF8PROC_COMPOSE), mapped(word, UTF8PROC_DECOMPOSE),
                                  mapped(word, UTF8PROC_COMPOSE | UTF8PROC_COMPAT),
                                  mapped(word, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT)};
  if (strip) all.push_back(mapped(word, UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK));
  return all;
}

struct Script {
  const char* name;
  std::u32string_view letters;
  bool strip = true;  // marks may be left out
};
constexpr Script kScripts[] = {
    {"Vietnamese", U"bcdđghklmnpqrstvxaàảãáạăằẳẵắặâầẩẫấậêềểễếệôồổỗốộơờởỡớợưừửữứựỳỷỹýỵ"},
    {"Polish", U"abcdefghijklmnopqrstuwyząćęłńóśźżß"},
    {"Greek", U"αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋφχψωώ"},
    {"Cyrillic", U"абвгдеёжзийклмнопрстуфхцчшщъыьэюяїґ"},
    {"full width", U"ＡＢＣＤＥＦＧＨａｂｃｄｅｆｇ１２３４５６７８９０"},
    {"Hangul",
     U"가각강개건고관교구국군권금기김나내너노누는다대도동두드라로를리마만말머면명모무문물미"},
    {"kana",
     U"あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどパピプペポバビブベボ"},
    {"half-width kana", U"ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄ"},
    {"Han",
     U"山川田水火木金土日月年今天地人大小上下左右中東西南北春夏秋冬海空雨雪花草林森石犬猫鳥魚"},
    {"Devanagari", U"कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह", false},
    {"Thai", U"กขคงจชซญดตถทนบปผฝพฟภมยรลวศสหอฮะาเแโใไ", false},
    {"Khmer", U"កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអ", false},
    {"Burmese", U"ကခဂဃငစဆဇဈညဋဌဍဎဏတထဒဓနပဖဗဘမယရလဝသဟဠအ", false},
    {"Arabic", U"ابتثجحخدذرزسشصضطظعغفقكلمنهوي"},
    {"Hebrew", U"אבגדהוזחטיכלמנסעפצקרשת"},
};
// What stands over, below and between the letters of some, or not.
std::u32string_view points_of(const Script& script) {
  const std::string_view name = script.name;
  if (name == "Arabic") return U"\u064B\u064E\u064F\u0650\u0651\u0652\u0640";
  if (name == "Hebrew") return U"\u05B0\u05B4\u05B7\u05B8\u05BC";
  if (name == "Devanagari") return U"\u093E\u093F\u0940\u0941\u0947\u094D";
  if (name == "Thai") return U"\u0E34\u0E35\u0E38\u0E48\u0E49";
  return {};
}

std::string word_of(const Script& script, std::mt19937& random) {
  std::string word;
  const std::size_t letters = 4 + random() % 4;
  const std::u32string_view points = points_of(script);
  for (std::size_t i = 0; i < letters; ++i) {
    utf8::append(word, script.letters[random() % script.letters.size()]);
    if (!points.empty() && random() % 2 == 0) {
      utf8::append(word, points[random() % points.size()]);
    }
  }
  return word;
}

bool starts_character(const std::string& text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

void check_marks(const search::Hit& hit) {
  for (const auto& [begin, end] : hit.marks) {
    REQUIRE(begin < end);
    REQUIRE(end <= hit.snippet.size());
    REQUIRE(starts_character(hit.snippet, begin));
    REQUIRE(starts_character(hit.snippet, end));
  }
}

std::string best(Library& library, const std::string& query) {
  const auto hits = library.ask(query).value();
  if (hits.empty() || hits[0].keyword == 0) return "";
  return hits[0].chunk.path.substr(std::string_view("observations/").size());
}

}  // namespace

TEST_CASE("search: a word of any script is found however its letters are put together") {
  std::mt19937 random(7);
  Library library;
  struct Written {
    std::string path, word;
    bool strip;
  };
  std::vector<Written> all;
  for (const Script& script : kScripts) {
    for (int i = 0; i < 2; ++i) {
      const std::string word = word_of(script, random);
      const std::vector<std::string> spellings = spellings_of(word, false);
      const std::string name = "n" + std::to_string(all.size());
      library.observe(name, "2026-05-01", "A " + spellings[random() % spellings.size()] + " x.");
      all.push_back({"observations/" + name + ".md", word, script.strip});
    }
  }
  for (const Written& written : all) {
    for (const std::string& spelling : spellings_of(written.word, written.strip)) {
      INFO(written.word << " asked for as " << spelling);
      const auto hits = library.ask(spelling).value();
      const auto hit = std::find_if(hits.begin(), hits.end(), [&](const search::Hit& one) {
        return one.chunk.path == written.path;
      });
      REQUIRE(hit != hits.end());
      CHECK(hit->keyword > 0);
      CHECK_FALSE(hit->marks.empty());
      for (const search::Hit& one : hits) check_marks(one);
    }
  }
}

TEST_CASE("search: Korean nouns are found with their particles, and not by one syllable") {
  Library library;
  library.observe("washer", "2026-05-01", "세탁기는 매주 금요일 저녁에 돌린다.");
  library.observe("umbrella", "2026-05-01", "우산은 현관 옆에 걸려 있다.");
  library.observe("world", "2026-05-01", "세계 지도가 벽에 있다.");
  library.observe("book", "2026-05-01", "책을 도서관에서 빌렸다.");
  CHECK(best(library, "세탁기") == "washer.md");
  CHECK(best(library, "우산이 어디 있지?") == "umbrella.md");
  CHECK(best(library, "책") == "book.md");
  for (const search::Hit& hit : library.ask("세탁기").value()) {
    if (hit.chunk.path == "observations/world.md") CHECK(hit.keyword == 0);
  }
}

TEST_CASE("search: a question in a script that the vectors do not know finds words or nothing") {
  Library library;
  library.observe("el", "2026-05-01", "Ο φάκελος είναι στο συρτάρι.");
  library.observe("ko", "2026-05-01", "우산은 현관 옆에 걸려 있다.");
  library.observe("en", "2026-05-01", "The key is under the mat?");
  library.query.time_weight = 0.3;
  for (const char* unknown : {"המפתח", "กุญแจ", "მარანი", "Where is המפתח?"}) {
    INFO(unknown);
    const auto hits = library.ask(unknown).value();
    CHECK(hits.empty());
  }
  CHECK(best(library, "φάκελος") == "el.md");
  // What they know is still found by what it means.
  CHECK_FALSE(library.ask("door mat").value().empty());
  for (const char* asked : {"Wo ist der Schlüssel?", "钥匙在哪里？", "где ключ?"}) {
    INFO(asked);
    const auto hits = library.ask(asked).value();
    REQUIRE_FALSE(hits.empty());
    CHECK(hits[0].chunk.path == "observations/en.md");
  }
}

}  // namespace scripts_test
