#include "engine/builtin/reading/pasted_forms.hpp"

#include "base/text.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::pasted_forms_test {
namespace {

// The lines that stay, joined by "|".
std::string left(std::string_view turn) {
  const std::vector<std::string_view> lines = split_lines(turn);
  const std::vector<bool> pasted = builtin::pasted_forms(lines);
  std::vector<std::string> own;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!pasted[i] && !trim(lines[i]).empty()) own.emplace_back(lines[i]);
  }
  return join(own, "|");
}

}  // namespace

TEST_CASE("pasted forms: a form goes with all that stands in it, what a person adds stays") {
  for (const char* form :
       {"BEGIN:VCARD\nFN:Bob Smith\n\nNOTE:My cat is called Tom\nEND:VCARD",
        "diff --git a/me.txt b/me.txt\nindex 1..2 100644\n--- a/me.txt\n+++ b/me.txt\n"
        "@@ -1,2 +1,2 @@\n-I live in Oslo.\n+I live in Bergen.\n My name is Ana.",
        "@@ -12,3 +12,3 @@ about\n I have a dog.\n-My cat is called Tem.\n+My cat is called Tum.",
        "--- a/x\n+++ b/x\n+I moved.",
        "ana@host:~$ cat bio.txt\nI live in Oslo.\nana@host:~$",
        "$ make test\nI live in Oslo.",
        "$ ./whoami\nI live in Oslo.",
        "% cat bio\nI live in Oslo.",
        "~/proj ❯ cat bio\nI live in Oslo.",
        "HTTP/2 200\ncontent-type: text/plain\n\nI live in Oslo.",
        "HTTP/2 200\ncontent-type: application/json\n\n{\n\"I live in Oslo.\": 1}",
        "HTTP/1.1 404 Not Found\nDate: Tue",
        "$ curl -i https://x.example\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\nI moved.",
        "2026-03-10 20:00:00,123 INFO bot - I live in Oslo.",
        "PS C:\\Users\\ana> Get-Content bio.txt\nI live in Bergen.",
        "C:\\Users\\ana>type bio.txt\nI live in Bergen.",
        ">>> print('I live in Turku')\nI live in Turku",
        "In [3]: me\nI live in Turku",
        "notes/a.md:12:I live in Vaasa.\nnotes/b.md:3:My cat is called Tam.",
        "1\n00:00:01,000 --> 00:00:03,000\nI live in Lund.",
        "TAP version 13\n1..2\nok 1 - user lives in Oslo\nnot ok 2 - my cat is called Tom",
        "ok 1 - I live in Oslo",
        "[ana@host ~]$ cat bio.txt\nI live in Oslo.",
        "name,city,pet\nAna,Madrid,cat\nBob,Rome,dog",
        "Name\tCity\nAna\tMadrid\nBob\tRome",
        "Name       City       Pet\nAna        Madrid     cat\nBob        Rome       dog",
        "services:\n  web:\n    image: nginx\nowner: Ana\ncity: Madrid",
        "app.user=Ana\napp.city=Oslo",
        "Bob, [10.03.2026 20:00]\nI moved to Rome.\nCarla, [10.03.2026 20:01]\nMe too.",
        "Bob Smith  8:00 PM\nI moved to Bari.\nCarla  8:01 PM\nMe too.",
        "Bob — Today at 8:00 PM\nI moved to Pisa.\nCarla — Today at 8:01 PM\nMe too."}) {
    INFO(form);
    CHECK(left(form).empty());
    CHECK(left("I have two cats.\n\n" + std::string(form) + "\n\nWhat does it say?") ==
          "I have two cats.|What does it say?");
  }
}

TEST_CASE("pasted forms: what people type is none") {
  for (const char* text :
       {"- milk\n- eggs\n- bread", "Dentist — Tuesday at 8:00", "Meet me at 8:00 PM",
        "I like tea, coffee, and rain.\nI like rye, oats, and rice.\nI like red, blue, and green.",
        "10:30: dentist\n11:30: Bob", "1. I live in Oslo.\n2. I have a cat.", "$500 for the boiler",
        "Name: Ana\nCity: Porto", "ok 1 more thing", "- I moved to Rome.\n+ a cat",
        "Mail me at ana@example.org: I answer.", "me@work $ cheap", "Plan:\nI move in May.",
        "x=3 in the end", "I am 34.  I live in Porto.", "My wifi: heron\nMy car: a Skoda"}) {
    INFO(text);
    CHECK(left(text) == replace_all(text, "\n", "|"));
  }
}

TEST_CASE("pasted forms: a mail goes with all that stands below its head") {
  for (const char* mail :
       {"From: Bob <bob@example.org>\nTo: Mia\nDate: Mon, 2 Mar 2026\n\nI moved.\n\nBob",
        "Von: Bob\nGesendet: 2. März 2026 10:00\nAn: Mia\n\nIch wohne in Lyon.",
        "De: Bob <bob@example.org>\nPara: Mia\nAsunto: Hola\nFecha: 2 mar 2026\n\nVivo en Lyon."}) {
    INFO(mail);
    CHECK(left(mail).empty());
    CHECK(left("I have two cats.\n\n" + std::string(mail)) == "I have two cats.");
  }
  for (const char* text : {"Name: Ana\nCity: Porto\nPet: a cat\n\nThat is me.",
                           "Born: 2 May 1990\nCity: Porto\nPet: a cat\n\nThat is me."}) {
    INFO(text);
    CHECK(left(text).ends_with("That is me."));
  }
}

}  // namespace pyramid::engine::pasted_forms_test
