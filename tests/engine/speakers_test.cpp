// Whose model what other people say in conversations goes to.
#include "engine/speakers.hpp"

#include "base/ulid.hpp"
#include "tests/support/catch.hpp"

#include <map>
#include <utility>

namespace speakers_test {

using namespace pyramid;
using namespace pyramid::engine;

namespace {

// The model of each text, by who says it, where the engine gave all of them to the user, Ana.
std::map<std::string, std::string> given(
    const std::vector<std::pair<std::string, std::string>>& said,
    std::vector<KnownModel> models = {}) {
  AssignRequest request;
  request.user_names = {"Ana"};
  request.models = std::move(models);
  Assignments answer;
  for (const auto& [speaker, text] : said) {
    AssignItem item;
    item.id = derive_ulid(Time{}, text);
    item.text = text;
    item.speaker = speaker;
    answer.assignments.push_back({item.id, "user"});
    request.items.push_back(std::move(item));
  }
  give_to_speakers(request, answer);
  std::map<std::string, std::string> by_text;
  for (std::size_t i = 0; i < said.size(); ++i) {
    by_text[said[i].second] = answer.assignments[i].model;
  }
  return by_text;
}

}  // namespace

TEST_CASE("speakers: a person whose name begins like the user's is another one") {
  auto models = given({{"Ana María", "Ana María has three horses."},
                       {"Ana 2", "Ana 2 lives in Lugo."},
                       {"Bob", "User owes Bob ten euros."},
                       {"Bob", "Ana's dog bit Bob."},
                       {"", "Ana lives in Madrid."}});
  CHECK(models["Ana María has three horses."] == "ana-maria");
  CHECK(models["Ana 2 lives in Lugo."] == "ana-2");
  CHECK(models["User owes Bob ten euros."] == "user");
  CHECK(models["Ana's dog bit Bob."] == "user");
  CHECK(models["Ana lives in Madrid."] == "user");
}

TEST_CASE("speakers: one who is called as a model is that one, and none is made twice") {
  auto models = given({{"Tom Berg", "Tom Berg lives in Graz."},
                       {"Eva", "Eva sings."},
                       {"eva", "eva sails."},
                       {"assistant", "assistant sails."}},
                      {{"thomas", "Thomas", "person", {"Tom Berg"}, {}}});
  CHECK(models["Tom Berg lives in Graz."] == "thomas");
  CHECK(models["Eva sings."] == "eva");
  CHECK(models["eva sails."] == "eva");
  CHECK(models["assistant sails."] == "user");
}

}  // namespace speakers_test
