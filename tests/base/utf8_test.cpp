#include "base/utf8.hpp"

#include "tests/support/catch.hpp"

#include <random>
#include <string>

namespace utf8_test {

using namespace pyramid;

TEST_CASE("utf8: the first invalid byte is found") {
  CHECK_FALSE(utf8::first_invalid(""));
  CHECK_FALSE(utf8::first_invalid("Zoë \xF0\x9F\x98\x80 東京"));
  CHECK(utf8::first_invalid("ab\x80") == 2);
  CHECK(utf8::first_invalid("ab\xC3") == 2);            // cut off
  CHECK(utf8::first_invalid("\xC0\xAF") == 0);          // overlong slash
  CHECK(utf8::first_invalid("\xE0\x80\xAF") == 0);      // overlong slash
  CHECK(utf8::first_invalid("a\xED\xA0\x80") == 1);     // surrogate
  CHECK(utf8::first_invalid("\xF4\x90\x80\x80") == 0);  // beyond U+10FFFF
  CHECK(utf8::first_invalid("\xFF") == 0);
  CHECK_FALSE(utf8::first_invalid(std::string_view("a\0b", 3)));
}

TEST_CASE("utf8: a byte that is not ASCII is seen wherever it stands") {
  for (std::size_t size = 1; size < 100; ++size) {
    const std::string plain(size, 'a');
    REQUIRE(utf8::is_ascii(plain));
    REQUIRE_FALSE(utf8::first_invalid(plain));
    for (std::size_t at = 0; at < size; ++at) {
      std::string bytes = plain;
      bytes[at] = '\x80';
      REQUIRE_FALSE(utf8::is_ascii(bytes));
      REQUIRE(utf8::first_invalid(bytes) == at);
    }
  }
}

TEST_CASE("utf8: replacing gives valid text and leaves valid text alone") {
  CHECK(utf8::replace_invalid("Zoë") == "Zoë");
  CHECK(utf8::replace_invalid("a\xFFz") == "a\xEF\xBF\xBDz");
  std::mt19937 random(3);
  for (int round = 0; round < 5'000; ++round) {
    std::string bytes(random() % 12, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 4 == 0 ? random() : 'a' + random() % 26);
    const std::string text = utf8::replace_invalid(bytes);
    REQUIRE_FALSE(utf8::first_invalid(text));
    if (!utf8::first_invalid(bytes)) REQUIRE(text == bytes);
    REQUIRE_FALSE(utf8::first_invalid(utf8::truncate(text, 5)));
    REQUIRE(utf8::truncate(text, 5).size() <= 5);
    (void)utf8::fold(bytes);
    (void)utf8::nfc(bytes);
    (void)utf8::width(bytes);
  }
}

TEST_CASE("utf8: code points go out as they came in") {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 97) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    utf8::append(text, c);
    std::size_t at = 0;
    REQUIRE(utf8::next(text, at) == c);
    REQUIRE(at == text.size());
  }
  std::string text;
  utf8::append(text, 0xD800);
  utf8::append(text, 0x110000);
  CHECK(text == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("utf8: folding drops case and marks, composed or not") {
  CHECK(utf8::fold("Élan") == "elan");
  CHECK(utf8::fold("E\xCC\x81lan") == "elan");
  CHECK(utf8::fold("ÅNGSTRÖM") == "angstrom");
  CHECK(utf8::fold("ΑΘΉΝΑ") == "αθηνα");
  CHECK(utf8::fold("東京") == "東京");
  CHECK(utf8::lower("ÉLAN") == "élan");
  CHECK(utf8::nfc("E\xCC\x81lan") == "Élan");
}

TEST_CASE("utf8: folding gives one spelling of a word, however it is written") {
  const auto same = [](std::initializer_list<const char*> spellings) {
    for (const char* one : spellings) {
      INFO(one);
      CHECK(utf8::fold(one) == *spellings.begin());
    }
  };
  same({"ruou", "rượu", "RƯỢU", "ru\u031B\u01A1\u0323u"});
  same({"hue", "Huế", "Hu\u00EA\u0301", "Hue\u0302\u0301"});
  same({"da nang", "Đà Nẵng"});
  same({"lodz", "Łódź"});
  same({"strasse", "Straße", "STRASSE", "STRAẞE"});
  same({"oresund", "Øresund"});
  same({"izmir", "İzmir", "ızmır"});
  same({"abc123", "ＡＢＣ１２３", "ａｂｃ１２３", "ABC①②③"});
  same({"ガス", "ｶﾞｽ", "カ\u3099ス"});
  same({"fix", "ﬁx", "ﬁX"});
  same({"여권은", "\u110B\u1167\u1100\u116F\u11AB\u110B\u1173\u11AB"});
  same({"كتاب", "كِتَاب", "كتــاب", "ﻛﺘﺎﺏ"});
  same({"שלום", "שָׁלוֹם"});
  same({"елка", "Ёлка", "е\u0308лка"});
  same({"οδοσ", "ΟΔΌΣ", "οδός"});
  same({"میخواهم", "می\u200Cخواهم"});
  same({"cooperate", "co\u00ADoperate", "co\u200Doperate"});
  CHECK(utf8::fold("ខ្ញុំ\u200Bស្រី").find(' ') != std::string::npos);
  // Other letters.
  CHECK(utf8::fold("か") != utf8::fold("が"));
  CHECK(utf8::fold("कला") != utf8::fold("काला"));
  CHECK(utf8::fold("ใกล้") != utf8::fold("ไกล"));
}

TEST_CASE("utf8: what is composed already is given back as it is") {
  for (const char* text :
       {"", "plain", "Élan", "Đà", "e\u0301", "여권", "\u110B\u1167", "\xFF\u0301"}) {
    std::string composed;
    INFO(text);
    CHECK(utf8::nfc(text, composed) == utf8::nfc(text));
  }
  std::string composed;
  const std::string_view plain = "Élan";
  CHECK(utf8::nfc(plain, composed).data() == plain.data());
  CHECK(utf8::caseless("E\u0301LAN") == "élan");
}

TEST_CASE("utf8: classes of characters") {
  CHECK(utf8::is_letter(U'ß'));
  CHECK(utf8::is_letter(U'東'));
  CHECK_FALSE(utf8::is_letter(U'7'));
  CHECK(utf8::is_upper(U'É'));
  CHECK_FALSE(utf8::is_upper(U'é'));
  CHECK(utf8::is_digit(U'٣'));
  CHECK(utf8::is_space(U'\u00A0'));
  CHECK(utf8::is_space(U'\u3000'));
  CHECK_FALSE(utf8::is_space(U'a'));
  CHECK(utf8::is_punctuation(U'“'));
  CHECK(utf8::is_punctuation(U'$'));
  CHECK(utf8::is_punctuation(U'。'));
  CHECK_FALSE(utf8::is_punctuation(U'€'));
  CHECK_FALSE(utf8::is_punctuation(U' '));
  CHECK(utf8::is_cjk(U'東'));
  CHECK_FALSE(utf8::is_cjk(U'ひ'));
}

TEST_CASE("utf8: truncation and width respect characters") {
  CHECK(utf8::truncate("Zoë!", 3) == "Zo");
  CHECK(utf8::truncate("Zoë!", 4) == "Zoë");
  CHECK(utf8::truncate("Zoë!", 99) == "Zoë!");
  CHECK(utf8::truncate("ë", 0).empty());
  CHECK(utf8::width("Zoë") == 3);
  CHECK(utf8::width("Zoe\xCC\x88") == 3);
  CHECK(utf8::width("東京") == 4);
}

}  // namespace utf8_test
