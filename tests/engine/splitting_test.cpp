// One sentence that tells several facts, as one sentence each.
#include "engine/builtin/reading/splitting.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace pyramid::engine::builtin::splitting_test {
namespace {

using Facts = std::vector<std::string>;

void check_whole(const Facts& each) {
  for (const std::string& text : each) {
    INFO(text);
    CHECK(single_facts(text) == Facts{text});
  }
}

}  // namespace

TEST_CASE("splitting: two states of one subject are two facts") {
  CHECK(single_facts("I live in Kiel and have a cat") == Facts{"I live in Kiel", "I have a cat"});
  CHECK(single_facts("I live in Ghent and work at the Maes practice") ==
        Facts{"I live in Ghent", "I work at the Maes practice"});
  CHECK(single_facts("I'm a welder and work nights") == Facts{"I'm a welder", "I work nights"});
  CHECK(single_facts("I'm vegan and don't drink alcohol") ==
        Facts{"I'm vegan", "I don't drink alcohol"});
  CHECK(single_facts("I'm 34, live in Graz and have two kids") ==
        Facts{"I'm 34", "I live in Graz", "I have two kids"});
  CHECK(single_facts("My sister lives in Porto and has her own clinic") ==
        Facts{"My sister lives in Porto", "My sister has her own clinic"});
  CHECK(single_facts("User lives in Kiel and has a cat") ==
        Facts{"User lives in Kiel", "User has a cat"});
}

TEST_CASE("splitting: with whom somebody lives is told apart from where") {
  CHECK(single_facts("I live in Bristol with my partner Tomas and our daughter Mia") ==
        Facts{"I live in Bristol", "I live with my partner Tomas and our daughter Mia"});
  check_whole({"I live in a flat with my cat", "I live in Bristol with a view",
               "I'd live in Bristol with my partner", "I met my wife in Bristol with my cat"});
}

TEST_CASE("splitting: a clause with a subject of its own is a fact of its own") {
  CHECK(single_facts("I take the bus to work and I sing in a choir") ==
        Facts{"I take the bus to work", "I sing in a choir"});
  CHECK(single_facts("My sister's fiancé Pieter works at Volvo; I work at Dentius") ==
        Facts{"My sister's fiancé Pieter works at Volvo", "I work at Dentius"});
  CHECK(single_facts("I eat meat again, I'm no longer a vegetarian") ==
        Facts{"I eat meat again", "I'm no longer a vegetarian"});
  CHECK(single_facts("My name is Nora and I live in Leipzig") ==
        Facts{"My name is Nora", "I live in Leipzig"});
  CHECK(single_facts("I no longer drive at night and I gave the car to my son in July") ==
        Facts{"I no longer drive at night", "I gave the car to my son in July"});
  CHECK(single_facts("I play the oboe and my wife Tessa plays the harp") ==
        Facts{"I play the oboe", "my wife Tessa plays the harp"});
}

TEST_CASE("splitting: what makes sense together only stays together") {
  check_whole({"I like bread and butter",
               "I met Anna and Paul",
               "I went home and slept",
               "I came home and I fell asleep",
               "My office is between Zurich and Basel",
               "I wash and iron my own shirts",
               "I live and work in Kiel",
               "If it rains and I am late, I take the car",
               "I have a home and work phone",
               "I have a cat and she is eleven",
               "I bought a castle and I love it",
               "My wife and I have two kids",
               "Sarah and I run a bakery",
               "I like to read and play the piano",
               "I eat meat and drink wine when I'm abroad",
               "I don't eat meat and drink milk",
               "I know that he lives here and I like him",
               "I actually moved, I'm in Delft now",
               "I'm flying to Porto and coming back in May",
               "I'm allergic to walnuts and cashews, so baklava is out",
               "I need milk, eggs and have to hurry because it closes",
               "I quit smoking in 2019 and took up swimming"});
}

TEST_CASE("splitting: German facts are told apart too") {
  CHECK(single_german_facts("User wohnt in Kiel und hat eine Katze", "User") ==
        Facts{"User wohnt in Kiel", "User hat eine Katze"});
  CHECK(single_german_facts("User ist 41 und arbeitet als Hebamme", "User") ==
        Facts{"User ist 41", "User arbeitet als Hebamme"});
  CHECK(single_german_facts("User arbeitet als Gärtnerin und Users Frau ist Lehrerin", "User") ==
        Facts{"User arbeitet als Gärtnerin", "Users Frau ist Lehrerin"});
  for (const std::string whole :
       {"User mag Kaffee und Kuchen", "User hat ein Haus gekauft und ist nach Kiel gezogen",
        "User verträgt keine Laktose und trinkt deshalb Hafermilch",
        "User liebt Users Hund und Users Katze", "User wohnt hier, weil User arbeitet und spart"}) {
    INFO(whole);
    CHECK(single_german_facts(whole, "User") == Facts{whole});
  }
}

}  // namespace pyramid::engine::builtin::splitting_test
