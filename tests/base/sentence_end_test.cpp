#include "base/sentence_end.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace sentence_end_test {

using namespace pyramid;

namespace {

using Sentences = std::vector<std::string>;

Sentences cut(const std::string& text, LowerCase lower_case = LowerCase::kGoesOn) {
  Sentences found;
  std::size_t begin = 0;
  for (std::size_t at = 1; at <= text.size(); ++at) {
    if (!sentence_ends(text, at, lower_case) && at < text.size()) continue;
    found.push_back(text.substr(begin, at - begin));
    begin = at < text.size() && (text[at] == ' ' || text[at] == '\n') ? at + 1 : at;
  }
  return found;
}

}  // namespace

TEST_CASE("sentence end: a lower-case word goes on with the sentence, whatever stands before it") {
  for (const std::string whole :
       {"User rests at 3 p.m. on Mondays.", "User climbed Mt. Rainier in the U.S. in May.",
        "User got a Ph.D. in biology.", "User is approx. six ft. tall.",
        "User asked why? and left.", "User works at Yahoo! in Porto.", "User waited... and left.",
        "User waited… and left.", "User works at Acme Inc. in Braga.", "User weighs 80 k. more.",
        "User lives on Oak Ave. now.", "User runs 5 mi. a day.", "User said (\"Go!\") and went."}) {
    INFO(whole);
    CHECK(cut(whole) == Sentences{whole});
  }
}

TEST_CASE("sentence end: a stop that belongs to its word ends nothing") {
  for (const std::string whole :
       {"On 3 May, Dr. J. Kerr came.", "User was born on Jan. 5 in Bern.", "User flies on 12. May.",
        "Der Termin ist am 3. Oktober.", "User lives in No. 4, e.g. Nice.", "1. First",
        "St. Gallen", "Ordered 12 filters, part no. XK-900."}) {
    INFO(whole);
    CHECK(cut(whole) == Sentences{whole});
  }
}

TEST_CASE("sentence end: a line that is a quotation is one sentence") {
  for (const std::string whole : {"Ana: \"We moved. I like it.\"", "- \"We moved. I like it.\"",
                                  "\"In Bath. No, in Bristol.\""}) {
    INFO(whole);
    CHECK(cut(whole) == Sentences{whole});
  }
}

TEST_CASE("sentence end: a title before a name ends nothing in Romance languages either") {
  for (const std::string whole :
       {"La Dra. Sáenz y la Sra. Gómez llamaron.", "Vino el Sr. Ortega con Dña. Pilar.",
        "El Lic. Mora y la Srta. Vega firman.", "Mme. Dupont et Mlle. Roy habitent à Lyon.",
        "Mgr. Martin est venu.", "A Profa. Lima e o Exmo. Sr. Alves vieram.",
        "O Eng. Costa mora no Porto.", "La Dott.ssa Ricci e il Sig. Bruni arrivano.",
        "L'Avv. Conti e la Sig.ra Neri.", "Los Sres. Ruiz viven en Soria."}) {
    INFO(whole);
    CHECK(cut(whole) == Sentences{whole});
  }
}

TEST_CASE("sentence end: a capital, a digit or a quotation begins the next one") {
  CHECK(cut("User rests at 3 p.m. Ana does not.") ==
        Sentences{"User rests at 3 p.m.", "Ana does not."});
  CHECK(cut("User works at Acme Inc. Ana is a vet.") ==
        Sentences{"User works at Acme Inc.", "Ana is a vet."});
  CHECK(cut("It is 5. 12 came. \"Go.\" (Or not.) *So.* **Then** it was.") ==
        Sentences{"It is 5.", "12 came.", "\"Go.\"", "(Or not.)", "*So.*", "**Then** it was."});
  CHECK(cut("User waited... Ana left? Yes! Élan came.") ==
        Sentences{"User waited...", "Ana left?", "Yes!", "Élan came."});
}

TEST_CASE("sentence end: the end of a line is one behind any mark") {
  CHECK(cut("User lives on Main St.\nAna is a vet.") ==
        Sentences{"User lives on Main St.", "Ana is a vet."});
  CHECK(cut("User has plan B.\nkestrel is new.") ==
        Sentences{"User has plan B.", "kestrel is new."});
}

TEST_CASE("sentence end: Chinese and Japanese marks have no blank behind them") {
  CHECK(cut("用户住在北京。用户有一只猫！真的？(是。)User is 34.") ==
        Sentences{"用户住在北京。", "用户有一只猫！", "真的？", "(是。)", "User is 34."});
  CHECK(cut("用户说「好。」他走了。") == Sentences{"用户说「好。」", "他走了。"});
}

TEST_CASE("sentence end: in a chat a lower-case word may begin the next one") {
  CHECK(cut("i moved to kiel. we have a dog! ok?", LowerCase::kMayBegin) ==
        Sentences{"i moved to kiel.", "we have a dog!", "ok?"});
  CHECK(cut("780. I pay it by the month.", LowerCase::kMayBegin) ==
        Sentences{"780.", "I pay it by the month."});
  for (const std::string whole : {"we meet at 5 p.m. on mondays", "i know, e.g. the u.s. and kiel",
                                  "washington d.c. in 1980", "acme inc. in kiel"}) {
    INFO(whole);
    CHECK(cut(whole, LowerCase::kMayBegin) == Sentences{whole});
  }
}

}  // namespace sentence_end_test
