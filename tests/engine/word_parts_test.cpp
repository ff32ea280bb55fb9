#include "engine/text/word_parts.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace word_parts_test {

using namespace pyramid;

namespace {

std::string shown(const std::vector<engine::Word>& words) {
  std::string out;
  for (const engine::Word& word : words) out.append(out.empty() ? "" : "|").append(word.text);
  return out;
}

}  // namespace

TEST_CASE("word parts: a character, a pair or a word, as its script shows words") {
  CHECK(shown(engine::text_words("X線を")) == "X|線|を");
  CHECK(shown(engine::text_words("ポチ・ｱｲ、々〇")) == "ポ|チ|ｱ|ｲ|々|〇");
  CHECK(shown(engine::text_words("세탁기는 iPhone은")) == "세|세탁|탁기|기는|iPhone|은");
  CHECK(shown(engine::asked_words("세탁기는 iPhone은")) == "세탁|탁기|기는|iPhone|은");
  CHECK(shown(engine::asked_words("책")) == "책");
  CHECK(shown(engine::text_words("책을 샀다")) == "책|책을|샀|샀다");
  CHECK(shown(engine::asked_words("น้ำปลา")) == "น้ำ|ำป|ปล|ลา");
  CHECK(shown(engine::text_words("idx-kiln 重")) == "idx-kiln|重");
  CHECK(shown(engine::text_words("हिन्दी में")) == "हिन्दी|में");
  for (const char* text : {"", "Émile’s – “naïve” plan", "🐕 runs", "a\xe3\x82", "\xff\xe3 b"}) {
    INFO(text);
    CHECK_FALSE(engine::has_parts(text));
    CHECK(engine::indexed_words(text) == utf8::fold(text));
  }
}

TEST_CASE("word parts: a syllable that is spelled out is one character") {
  const std::string apart = "\u1109\u1166\u1110\u1161\u11A8\u1100\u1175";  // 세탁기
  CHECK(engine::asked_words(apart).size() == 2);
  CHECK(utf8::fold(engine::asked_words(apart)[0].text) == "세탁");
  CHECK(engine::text_words("ｶﾞｽ").size() == 2);
  CHECK(collapse_spaces(engine::indexed_words(apart + "는")) == "세 세탁 탁기 기는");
  CHECK(collapse_spaces(engine::indexed_words("ｶﾞｽの①")) == "ガ ス の 1");
}

TEST_CASE("word parts: words stand where they say, whatever the text is") {
  for (const char* text :
       {"여권은 서랍에 있다.", "ほん\u3099の本", "กุญแจอยู่ในลิ้นชัก a", "x세y탁\xFF기"}) {
    const std::string_view whole = text;
    for (const engine::Word& word : engine::text_words(whole)) {
      CHECK(whole.substr(word.begin, word.text.size()) == word.text);
      CHECK_FALSE(word.text.empty());
    }
  }
}

}  // namespace word_parts_test
