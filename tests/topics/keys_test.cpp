#include "topics/keys.hpp"

#include "base/text.hpp"
#include "engine/text/language.hpp"
#include "tests/support/catch.hpp"
#include "tests/topics/labelled.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::keys_test {

using topics::Keys;

namespace {

std::string key_of(std::string_view text) { return Keys().of(std::span(&text, 1)); }

bool has(std::string_view key, std::string_view word) {
  const std::vector<std::string_view> words = split(key, ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("keys: the words that tell what a text is about, not those that every text has") {
  const std::string key = key_of(
      "My starter smells like nail varnish and hardly rises. It is hungry. Feed it one part "
      "starter, five parts flour and five parts water twice a day, and keep it at 26 degrees.");
  for (const char* word : {"starter", "flour"}) CHECK(has(key, word));
  for (const char* word : {"My", "it", "and", "the", "is", "26"}) CHECK_FALSE(has(key, word));
}

TEST_CASE("keys: other languages have keys as good") {
  const std::string german = key_of(
      "Mein Sauerteigbrot reisst immer an der Seite auf. Schneide es vor dem Backen tiefer ein und "
      "gib am Anfang mehr Dampf in den Ofen, dann geht es oben auf.");
  CHECK(has(german, "Sauerteigbrot"));
  CHECK(has(german, "Backen"));
  for (const char* word : {"es", "der", "und", "an"}) CHECK_FALSE(has(german, word));
  const std::string spanish = key_of(
      "El arroz jazmín me queda pastoso. Lávalo hasta que el agua salga clara y déjalo reposar.");
  CHECK(has(spanish, "agua"));
  for (const char* word : {"el", "que", "me"}) CHECK_FALSE(has(spanish, word));
}

TEST_CASE("keys: the forms of a word are one, written as it is most") {
  const std::string key = key_of("Bees! The bees swarm, and Ana's bee swarmed. Swarms of bees.");
  CHECK(has(key, "bees"));
  for (const char* word : {"Bees", "bee", "swarmed", "Swarms"}) CHECK_FALSE(has(key, word));
}

TEST_CASE("keys: what several texts of a topic say counts more than what one says often") {
  const std::vector<std::string_view> texts = {"The queen left the hive. Honey, honey, honey!",
                                               "I marked the queen of the second hive.",
                                               "A hive without a queen is silent."};
  const std::string key = Keys().of(texts);
  CHECK(key.find("queen") < key.find("oney"));
  CHECK(key.find("hive") < key.find("oney"));
}

TEST_CASE("keys: what every topic beside it says comes last") {
  const std::vector<std::string_view> own = {"Caroline told Melanie of her painting of a sunset",
                                             "Melanie saw the painting that Caroline hung up",
                                             "Caroline and Melanie bought brushes for a painting"};
  const std::vector<std::string_view> pottery = {"Caroline and Melanie made a bowl of clay",
                                                 "Melanie has a kiln, and Caroline wants clay"};
  const std::vector<std::string_view> camping = {"Caroline went camping with Melanie",
                                                 "Melanie lost the tent of Caroline"};
  CHECK(has(Keys().of(own), "Caroline"));
  const topics::Shares first = topics::shares_of(pottery), second = topics::shares_of(camping);
  const std::string key = Keys().of(own, {&first, &second});
  CHECK(key.starts_with("painting "));
  for (const char* name : {"Caroline", "Melanie"}) CHECK_FALSE(has(key, name));
  // Where all say the same, that is what they are about.
  const topics::Shares same = topics::shares_of(own);
  CHECK(has(Keys().of(own, {&same}), "painting"));
}

TEST_CASE("keys: two words that keep standing side by side are told so") {
  const std::string key = key_of(
      "The support group met on Tuesday. A support group helps, and the group, said Ana, is kind: "
      "her support group listens when the pottery class is over.");
  CHECK(key.find("support group") != std::string::npos);
  const std::vector<std::string_view> keys = {"support group Tuesday kind", "Ana support group",
                                              "pottery support group class"};
  CHECK(Keys().of(keys).find("support group") != std::string::npos);
}

TEST_CASE("keys: texts without a word have none") {
  CHECK(key_of("").empty());
  CHECK(key_of("12 + 30 = 42! ... ---").empty());
  CHECK(Keys().of({}).empty());
  CHECK(key_of("\xff\xfe ok \x80").size() < 10);
}

TEST_CASE("keys: of five to fifteen words, each once, and nearer to their text than to any other") {
  const test::Labelled labelled("measured");
  const Keys keys;
  std::vector<std::string> all;
  for (const std::string& text : labelled.texts) {
    const std::string_view view = text;
    all.push_back(keys.of(std::span(&view, 1)));
    std::set<std::string> stems;
    const std::vector<std::string_view> words = split(all.back(), ' ');
    for (const std::string_view word : words) stems.insert(engine::stem(std::string(word)));
    CHECK(words.size() >= topics::kFewestKeyWords);
    CHECK(words.size() <= topics::kMostKeyWords);
    CHECK(stems.size() == words.size());
  }
  const std::vector<std::string_view> views(all.begin(), all.end());
  const std::vector<float> vectors = engine::make_static_embedder()->embed(views).value();
  std::size_t found = 0;
  for (std::size_t key = 0; key < all.size(); ++key) {
    std::size_t best = 0;
    double most = -2;
    for (std::size_t text = 0; text < labelled.texts.size(); ++text) {
      double likeness = 0;
      for (std::size_t d = 0; d < labelled.dims; ++d) {
        likeness += vectors[key * labelled.dims + d] * labelled.vector(text)[d];
      }
      if (likeness > most) most = likeness, best = text;
    }
    found += best == key ? 1 : 0;
  }
  CAPTURE(found);
  CHECK(found > 290);
}

}  // namespace pyramid::keys_test
