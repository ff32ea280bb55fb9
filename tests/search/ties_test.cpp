// Which of many equal pieces are taken must follow from the files alone (law 1).
#include "tests/search/library.hpp"

#include <random>

namespace pyramid::ties_test {
namespace {

// Far more of one score than a search takes as candidates.
constexpr int kFiles = 90;

std::string picture(test::Library& library, const std::string& query) {
  const auto hits = library.ask(query);
  INFO((hits ? "" : to_string(hits.error())));
  REQUIRE(hits);
  std::string out;
  for (const search::Hit& hit : *hits) {
    out += hit.chunk.path + ":" + std::to_string(hit.chunk.first_line) + " " +
           std::to_string(hit.score) + " " + std::to_string(hit.vector) + "\n";
    for (const search::Twin& twin : hit.also) {
      out += "  " + twin.path + ":" + std::to_string(twin.first_line) + "\n";
    }
  }
  return out;
}

// Few texts, in many files; some of the same words in another order, which embed alike.
std::string text(std::mt19937& random) {
  static const std::vector<std::string> texts = {
      "The boiler hums.",           "The boiler hums.",    "Hums the boiler.",
      "The garden boiler is warm.", "Boiler: see garden.", "The kestrel hovers over the garden.",
  };
  std::string out = texts[random() % texts.size()] + "\n";
  if (random() % 4 == 0) out += "\n## Again\n\n" + texts[random() % texts.size()] + "\n";
  return out;
}

void change(const test::Library& library, std::mt19937& random) {
  for (int i = 0; i < 25; ++i) {
    const std::string name = "notes/n" + std::to_string(random() % kFiles) + ".md";
    if (random() % 4 == 0) {
      library.remove(name);
    } else {
      library.write(name, text(random));
    }
  }
}

}  // namespace

TEST_CASE("ties: a search after any history is that of a new index") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::mt19937 random(seed);
    test::Library library;
    for (int i = 0; i < kFiles; ++i) {
      library.write("notes/n" + std::to_string(i) + ".md", text(random));
    }
    for (int step = 0; step < 3; ++step) {
      INFO("seed " << seed << ", step " << step);
      static_cast<void>(library.ask("boiler"));
      change(library, random);
      const std::string words = picture(library, "boiler");
      const std::string meaning = picture(library, "who hums in the warm garden");
      library.forget_index();
      CHECK(picture(library, "boiler") == words);
      CHECK(picture(library, "who hums in the warm garden") == meaning);
    }
  }
}

TEST_CASE("ties: of more equal pieces than there are places the first by path are taken") {
  test::Library library;
  for (int i = 99; i >= 10; --i) {  // the last come first
    library.write("notes/n" + std::to_string(i) + ".md", "The boiler hums.\n");
    if (i % 30 == 0) static_cast<void>(library.ask("boiler"));
  }
  const auto hits = library.ask("boiler");
  REQUIRE(hits);
  REQUIRE(hits->size() == 1);
  CHECK(hits->front().chunk.path == "notes/n10.md");
  REQUIRE(hits->front().also.size() == 59);
  CHECK(hits->front().also.back().path == "notes/n69.md");
}

}  // namespace pyramid::ties_test
