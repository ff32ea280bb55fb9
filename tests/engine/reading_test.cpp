#include "base/text.hpp"
#include "engine/builtin/assign.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/text/language.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine::reading_test {
namespace {

using builtin::address_user;
using builtin::to_third_person;

struct Memory {
  AssignRequest request;

  void add(std::string text, std::string session, std::string model = "") {
    AssignItem item;
    item.id.bytes[15] = static_cast<std::uint8_t>(request.items.size() + 1);
    item.text = std::move(text);
    item.session = std::move(session);
    item.model = std::move(model);
    request.items.push_back(std::move(item));
  }

  // The model of each item, in order; "" where nothing was assigned.
  [[nodiscard]] std::vector<std::string> models() const {
    const Assignments out = builtin::assign(request).value();
    std::vector<std::string> models(request.items.size());
    for (const Assignment& one : out.assignments) models[one.id.bytes[15] - 1U] = one.model;
    return models;
  }

  [[nodiscard]] std::vector<std::string> discovered() const {
    std::vector<std::string> names;
    for (const KnownModel& model : builtin::assign(request).value().discovered) {
      names.push_back(model.name + ":" + model.type);
    }
    return names;
  }
};

}  // namespace

TEST_CASE("reading: the first person becomes the third, and its verbs agree") {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"I moved to Austin", "User moved to Austin"},
      {"I have a sister", "User has a sister"},
      {"I always carry a pen", "User always carries a pen"},
      {"I'm vegetarian", "User is vegetarian"},
      {"my sister Ana is a vet", "User's sister Ana is a vet"},
      {"I left my job and I am happy", "User left their job and they are happy"},
      {"Tomas and I bought a house", "Tomas and User bought a house"},
      {"Jules gave me a key", "Jules gave User a key"},
      {"At Northwind Rail I build models", "At Northwind Rail, User builds models"},
      {"At Northwind Rail I'm building a model", "At Northwind Rail, User is building a model"},
      {"In Bristol, we had a garden", "In Bristol, User had a garden"},
      {"I no longer eat meat", "User no longer eats meat"},
      {"I'll write a page and keep it short", "User will write a page and keep it short"},
      {"I misread the sign and laughed", "User misread the sign and laughed"},
      {"I like the film \"My Left Foot\"", "User likes the film \"My Left Foot\""},
  };
  for (const auto& [said, told] : expected) CHECK(to_third_person(said, "User") == told);
  CHECK_FALSE(to_third_person("I'd been there", "User"));
  CHECK(to_third_person("I work from home", "Maya") == "Maya works from home");
}

TEST_CASE("reading: what the assistant says to you is about the user") {
  CHECK(address_user("I will remind you of your race") ==
        "I will remind the user of the user's race");
  CHECK(address_user("when you plan a party") == "when the user plans a party");
  CHECK(address_user("because you shop on foot") == "because the user shops on foot");
  CHECK(address_user("I will ask you on Friday") == "I will ask the user on Friday");
}

TEST_CASE("reading: other people's words are no part of what is read") {
  using builtin::own_words;
  const std::string mark(1, builtin::kOthersWords);
  const auto own = [](std::string_view text) {
    return std::string(trim(collapse_spaces(own_words(text))));
  };
  CHECK(own("He said \"I am late. I am sorry.\" and left") == "He said " + mark + " and left");
  CHECK(own("He wrote “I am “very” late.” We left.") == "He wrote " + mark + ". We left.");
  CHECK(own("Sam said 'I hate my job' and left") == "Sam said " + mark + " and left");
  CHECK(own("I don't like the kids' room") == "I don't like the kids' room");
  CHECK(own("I read \"The Salt Ledger\" twice") == "I read \"The Salt Ledger\" twice");
  CHECK(own("I have a 27\" screen") == "I have a 27\" screen");
  CHECK(own("Polish this:\n\nDear Ms Lind,\nI am a cook.\nRegards,\nPaula\n\nI like it short.") ==
        "Polish this: I like it short.");
  CHECK(own("SELECT a FROM b; -- I live in Oslo\nI am stuck.") == "I am stuck.");
  CHECK(own("Translate this: I live in Oslo") == "Translate this:");
  CHECK(own("See below\nFrom: Dana\nI am out.\n\nI am back.") == "See below");
}

TEST_CASE("assign: a name that comes back as a person or a project becomes a model") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("User's sister Ana visits on Sundays.", session);
    memory.add("User soldered the Kestrel firmware board.", session);
    memory.add("User lives in Lisbon.", session);
  }
  memory.add("Assistant will remind the user of Ana's birthday.", "c");
  CHECK(memory.discovered() == std::vector<std::string>{"ana:person", "kestrel:project"});
  const std::vector<std::string> models = memory.models();
  CHECK(std::count(models.begin(), models.end(), "ana") == 3);
  CHECK(std::count(models.begin(), models.end(), "kestrel") == 3);
  CHECK(std::count(models.begin(), models.end(), "user") == 3);
  CHECK(models.back() == "assistant");
}

TEST_CASE("assign: what has versions and ships is a project") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Pipette 0.4 ships on 20 May 2026.", session);
    memory.add("Pipette crashes on large files.", session);
    memory.add("Pipette opened the window.", session);
    memory.add("Tomas crashed into a fence.", session);
    memory.add("User's friend Tomas likes owls.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"pipette:project", "tomas:person"});
}

TEST_CASE("assign: a boat, a cat and a tool are no persons, and a boat builder is one") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Portolog is a small software tool for sailors.", session);
    memory.add("Tramontana is User's old wooden boat.", session);
    memory.add("User's cat Bruno sleeps on the sail.", session);
    memory.add("Rita is a boat builder with a cat.", session);
    memory.add("Nevio is a software engineer.", session);
    memory.add("Portolog needs a release.", session);
    memory.add("Tramontana needs paint.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"bruno:topic", "nevio:person",
                                                        "portolog:project", "rita:person",
                                                        "tramontana:topic"});
}

TEST_CASE("assign: a conversation that is about a project makes its model") {
  Memory memory;
  const std::vector<std::string> facts = {
      "Kestrel 0.2 ships on 1 June.",       "User started Kestrel in May.",
      "Kestrel crashes when the SD fills.", "The Kestrel firmware is written in C.",
      "Kestrel ships with a wind sensor.",  "User tests Kestrel on the roof.",
      "The Kestrel repository is public.",  "Kestrel 0.3 reads the rain gauge.",
      "User soldered the Kestrel board.",   "Kestrel compiles in a minute.",
      "The Kestrel case is made of ash.",   "Kestrel 0.4 sends alerts."};
  for (const std::string& fact : facts) memory.add(fact, "a");
  CHECK(memory.discovered() == std::vector<std::string>{"kestrel:project"});
  memory.request.items.pop_back();  // eleven are not enough
  CHECK(memory.discovered().empty());
}

TEST_CASE("assign: a name in fewer sessions, or one that is only mentioned, becomes none") {
  Memory memory;
  for (int i = 0; i < 5; ++i) memory.add("User's brother Olaf is ill.", "one");
  for (const char* session : {"a", "b", "c"}) {
    memory.add("User went for a walk with the dog named Figo.", session);
  }
  CHECK(memory.discovered().empty());
}

TEST_CASE("assign: the second word of a company's name is no verb") {
  Memory memory;
  memory.add("Harbour Analytics moved everyone to an open-plan office.", "a");
  memory.add("Harbour Analytics allows full remote work.", "b");
  memory.add("User is leaving Harbour Analytics.", "c");
  CHECK(memory.discovered().empty());
}

TEST_CASE("assign: a name of the user becomes no model, whichever of them a fact has") {
  Memory memory;
  memory.request.user_names = {"Elin Vik", "Lina"};
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Elin works at a bakery.", session);
    memory.add("Elin's sister Ana visits on Sundays.", session);
    memory.add("Lina lives in Bergen.", session, "user");
    memory.add("User lives in Bergen.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"ana:person"});
  CHECK(memory.models()[0] == "user");
  CHECK(memory.models()[1] == "ana");
  CHECK(memory.models()[2].empty());
  CHECK(memory.models()[3] == "user");
  memory.request.models.push_back({"elin", "Elin", "person", {}});
  CHECK(memory.models()[0] == "user");
}

TEST_CASE("assign: facts of the user move to a model that is new, and nothing else moves") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Ana visits on Sundays.", session, "user");
    memory.add("Ana plays chess.", session, "tomas");
  }
  memory.add("Ana has a boat.", "d");  // the one that is to be assigned, and names her
  const std::vector<std::string> models = memory.models();
  CHECK(models[0] == "ana");
  CHECK(models[1].empty());
}

TEST_CASE("synthesise: a promise for a day that is over goes, unless nothing else is there") {
  CHECK(section({"2026-04-01 Assistant will remind the user to call the bank on 3 April 2026.",
                 "2026-05-02 Assistant will keep Fridays free of errands."}) ==
        "- I will keep Fridays free of errands.");
  CHECK(section({"2026-04-01 Assistant will remind the user to call the bank on 3 May 2026.",
                 "2026-05-02 Assistant will keep Fridays free of errands."})
            .find("call the bank on 3 May") != std::string::npos);
  CHECK_FALSE(
      section({"2026-04-01 Assistant will call the bank for the user on 3 March 2026."}).empty());
}

TEST_CASE("synthesise: a last day at work is no day before it was said") {
  CHECK(section({"2026-05-02 User's last day at Harbour Analytics was on 2026-04-30."}) ==
        "- The user's last day at Harbour Analytics was on 30 April 2026.");
}

TEST_CASE(
    "reading: of a name that waiting facts tell of, what the memory has is asked for and moves") {
  Memory all;
  all.add("User's daughter Nadia won a prize.", "s1", "user");
  all.add("User's daughter Nadia reads.", "s2", "user");
  all.add("User's son Timo swims.", "s3", "user");
  const std::vector<AssignItem> held = all.request.items;
  Memory waiting;
  waiting.request.items.clear();
  AssignItem item;
  item.id.bytes[15] = 9;
  item.text = "User's daughter Nadia dances in Oslo.";
  item.session = "s4";
  waiting.request.items.push_back(item);
  std::vector<std::string> asked;
  waiting.request.naming = [&](std::string_view name) {
    asked.emplace_back(name);
    std::vector<AssignItem> found = {item};  // what waits may be among them
    if (name == "nadia") found.insert(found.end(), held.begin(), held.begin() + 2);
    return found;
  };
  const Assignments out = builtin::assign(waiting.request).value();
  CHECK(asked == std::vector<std::string>{"nadia", "oslo"});
  REQUIRE(out.discovered.size() == 1);
  CHECK(out.discovered[0].name == "nadia");
  CHECK(out.assignments.size() == 3);
  for (const Assignment& one : out.assignments) CHECK(one.model == "nadia");
}

TEST_CASE("reading: a name of which nothing that waits tells is not judged again") {
  Memory memory;
  for (const char* session : {"s1", "s2", "s3"}) {
    memory.add("User's daughter Nadia won a prize.", session, "user");
  }
  memory.add("User reads.", "s4");
  CHECK(memory.discovered().empty());
  CHECK(memory.models() == std::vector<std::string>{"", "", "", "user"});
}

}  // namespace pyramid::engine::reading_test
