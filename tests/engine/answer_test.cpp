#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::engine::answer_test {
namespace {

AnswerRequest request_with(const std::vector<std::string>& lines) {
  AnswerRequest request;
  for (const std::string& line : lines) {
    const auto number = std::to_string(request.passages.size() + 1);
    request.passages.push_back({"[" + number + "]",
                                line.substr(11),
                                {*parse_time(line.substr(0, 10))},
                                1.0 / static_cast<double>(request.passages.size() + 1)});
  }
  return request;
}

const std::vector<std::string> kMemory = {
    "2026-05-12 User moved to Austin in May 2026.\n\nFrom [Bicycle](../a.md#^t1)",
    "2026-01-12 User lives in Denver with Mia.",
    "2026-03-12 As of March 2026, the user works at Brightwave as a data engineer. The user's dog "
    "is "
    "called Max. Mia started school in September 2025.",
    "2026-03-20 - User is allergic to peanuts.\n- Assistant will remind the user to book the vet "
    "on "
    "2026-06-01.",
    "2026-03-21 User's favourite colour is blue.",
    "2026-03-22 Did you book the vet? I bought a red bicycle for $420 at the flea market."};

std::string ask_of(const std::vector<std::string>& memory, std::string query) {
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with(memory);
  request.query = std::move(query);
  return builtin::answer(request, *embedder).value();
}

std::string ask(std::string query) { return ask_of(kMemory, std::move(query)); }

std::string ask_note(const std::string& markdown, std::string query) {
  return ask_of({"2026-03-12 " + markdown}, std::move(query));
}

}  // namespace

TEST_CASE("answer: in scripts that the vectors do not know words answer, or nothing does") {
  const std::vector<std::string> memory = {
      "2026-05-01 우산은 현관 옆에 걸려 있다.", "2026-05-02 세탁기는 매주 금요일 저녁에 돌린다.",
      "2026-05-03 私の犬の名前はポチです。", "2026-05-04 Ο φάκελος είναι στο συρτάρι.",
      "2026-05-05 กุญแจอยู่ในลิ้นชักสีแดง"};
  CHECK(ask_of(memory, "세탁기") == "세탁기는 매주 금요일 저녁에 돌린다. [2]");
  CHECK(ask_of(memory, "우산") == "우산은 현관 옆에 걸려 있다. [1]");
  CHECK(ask_of(memory, "犬の名前") == "私の犬の名前はポチです。 [3]");
  CHECK(ask_of(memory, "φακελοσ") == "Ο φάκελος είναι στο συρτάρι. [4]");
  CHECK(ask_of(memory, "กุญแจ") == "กุญแจอยู่ในลิ้นชักสีแดง [5]");
  for (const char* unknown : {"המפתח", "자전거", "где ключ?", "冷蔵庫", "Πού είναι το ποδήλατο;"}) {
    INFO(unknown);
    CHECK(ask_of(memory, unknown).empty());
  }
}

TEST_CASE("answer: one sentence and where it stands") {
  CHECK(ask("What is my dog's name?") == "The user's dog is called Max. [3]");
  CHECK(ask("When did Mia start school?") == "Mia started school in September 2025. [3]");
  CHECK(ask("what am I allergic to") == "User is allergic to peanuts. [4]");
  CHECK(ask("how much was the bicycle") ==
        "I bought a red bicycle for $420 at the flea market. [6]");
  CHECK(ask("What do I do for a living?") ==
        "As of March 2026, the user works at Brightwave as a data engineer. [3]");
}

TEST_CASE("answer: the newer of two facts, also for words that only mean the same") {
  CHECK(ask("Where do I live?") == "User moved to Austin in May 2026. [1]");
}

TEST_CASE("answer: who does a thing, and who is called so") {
  const auto embedder = make_static_embedder();
  const auto ask_beside = [&](const std::string& fact, std::string query) {
    AnswerRequest request = request_with({"2026-03-12 Mia is nine years old.", "2026-03-13 " + fact,
                                          "2026-03-14 Mia's shower is broken."});
    request.query = std::move(query);
    return builtin::answer(request, *embedder).value();
  };
  CHECK(ask_beside("Mia's teacher is Ms Okafor.", "who teaches Mia?") ==
        "Mia's teacher is Ms Okafor. [2]");
  CHECK(ask_beside("Ms Okafor teaches Mia.", "Who is Mia's teacher?") ==
        "Ms Okafor teaches Mia. [2]");
  CHECK(ask_beside("The driver of Mia's bus is Ana.", "Who drives Mia's bus?") ==
        "The driver of Mia's bus is Ana. [2]");
  CHECK(ask_beside("Mia has a cat.", "who teaches Mia?").empty());
}

TEST_CASE("answer: \"now\" and \"today\" are nothing that an answer must say") {
  CHECK(ask("where do I live now") == "User moved to Austin in May 2026. [1]");
  CHECK(ask("What is my favourite colour today?") == "User's favourite colour is blue. [5]");
  CHECK(ask("What is the weather in Oslo now?").empty());
}

TEST_CASE("answer: nothing rather than something else") {
  CHECK(ask("What is the capital of France?").empty());
  CHECK(ask("favourite movie").empty());
  CHECK(ask("quantum chromodynamics").empty());
  CHECK(ask("").empty());
  AnswerRequest none;
  none.query = "Where do I live?";
  CHECK(builtin::answer(none, *make_static_embedder()).value().empty());
}

TEST_CASE("answer: a question may say more than the fact") {
  CHECK(ask_of({"2026-05-01 The salary is 54000 pounds."}, "What is my current salary?") ==
        "The salary is 54000 pounds. [1]");
  CHECK(ask_note("- Rent: 1,450 euros", "What is the monthly rent?") == "Rent: 1,450 euros [1]");
  CHECK(ask_note("We moored at pier 4 in Piran.", "Where is the boat moored?") ==
        "We moored at pier 4 in Piran. [1]");
}

TEST_CASE("answer: a verb in another form") {
  CHECK(ask_of({"2026-05-10 I ran 12 kilometres."}, "How far did I run?") ==
        "I ran 12 kilometres. [1]");
  CHECK(ask_of({"2026-03-02 I bought a red bicycle for Lena."}, "What did I buy for Lena?") ==
        "I bought a red bicycle for Lena. [1]");
}

TEST_CASE("answer: the number of something is told by a number, and a date is none") {
  const std::string query = "What is my phone number?";
  CHECK(ask_of({"2026-02-06 User dropped their phone in the sink on Tuesday (2026-02-03)."}, query)
            .empty());
  CHECK(ask_of({"2026-02-06 The library card expires in September 2027."},
               "What is the library card number?")
            .empty());
  CHECK(ask_of({"2026-02-06 User's phone has the number 0161 555 0104."}, query) ==
        "User's phone has the number 0161 555 0104. [1]");
  CHECK(ask_of({"2026-02-06 User's passport is X1234567."}, "What is my passport number?") ==
        "User's passport is X1234567. [1]");
}

TEST_CASE(
    "answer: the day of a passage is nothing that was done, and names alone are no likeness") {
  const auto embedder = make_static_embedder();
  const auto ask_john = [&](const std::string& said, std::string query) {
    AnswerRequest request = request_with({"2023-03-26 " + said});
    request.passages[0].of_time_asked = true;
    request.passages[0].speaker = "John";
    request.query = std::move(query);
    return builtin::answer(request, *embedder).value();
  };
  CHECK(ask_john("John: Thanks, Maria!", "What did John attend with Maria in March 2023?").empty());
  CHECK(ask_john("John: I went to a concert with Maria.",
                 "Which concert did John and Maria go to?") ==
        "John: I went to a concert with Maria. [1]");
  CHECK(ask_john("John: We have roast on Sundays.", "What does John eat on Sundays?") ==
        "John: We have roast on Sundays. [1]");
}

TEST_CASE("answer: of whom the question is about, by kin, name or what stands for one thing") {
  const std::vector<std::string> family = {
      "2025-10-19 Mia is allergic to peanuts.",
      "2024-11-03 User lives in Bristol with their daughter Mia.",
      "2025-04-09 User's father turned 72 on 9 April 2025."};
  CHECK(ask_of(family, "Is my daughter allergic to anything?") ==
        "Mia is allergic to peanuts. [1]");
  CHECK(ask_of(family, "Is my father allergic to anything?").empty());
  const std::vector<std::string> valves = {
      "2025-10-19 The part number of the spare valve is KX56993B, stored in box 54.",
      "2025-10-20 The part number of the other valve is KX78773B, stored in box 31."};
  CHECK(ask_of(valves, "where is part KX78773B stored") ==
        "The part number of the other valve is KX78773B, stored in box 31. [2]");
  CHECK(ask_of(valves, "where is part KX11111B stored").empty());
  const std::vector<std::string> homes = {"2025-10-19 My sister Ana lives in Lisbon.",
                                          "2025-10-20 I moved to Braga on 2 May 2025."};
  CHECK(ask_of(homes, "where do I live now?") == "I moved to Braga on 2 May 2025. [2]");
  CHECK(ask_of(homes, "where does my sister live?") == "My sister Ana lives in Lisbon. [1]");
}

TEST_CASE("answer: nothing where the memory knows nobody of that kin or name") {
  const std::vector<std::string> memory = {
      "2026-03-12 My father Tom lives in Hull. I like hiking and I no longer smoke.",
      "2026-03-13 Biscuit is eleven years old now.",
      "2026-03-14 Our neighbour Mr Campbell plays the cello at six in the morning.",
      "2026-03-15 User lives with their wife Nora and their son Felix."};
  CHECK(ask_of(memory, "where does my father live") == "My father Tom lives in Hull. [1]");
  CHECK(ask_of(memory, "how old is Biscuit") == "Biscuit is eleven years old now. [2]");
  CHECK(ask_of(memory, "what is my wife's name") ==
        "User lives with their wife Nora and their son Felix. [4]");
  for (const char* query : {"where does my mother live", "does my brother smoke",
                            "how old is Tomas", "do I play the piano"}) {
    INFO(query);
    CHECK(ask_of(memory, query).empty());
  }
}

TEST_CASE("answer: list items, fields and short lines are answers of their own") {
  const std::string list =
      "- Passports: top drawer of the desk\n- Spare key: with Mrs Novak next door\n"
      "- Fuse box: behind the coats\n- Christmas lights: attic, red box\n";
  CHECK(ask_note(list, "where is the fuse box") == "Fuse box: behind the coats [1]");
  CHECK(ask_note("Name: Robert Hale\nCalled:\nTime zone: Europe/London\nLanguages:\n",
                 "what is my time zone") == "Time zone: Europe/London [1]");
  CHECK(ask_note("First turn the valve\nThen press reset\nWait 30 seconds\n",
                 "when to press reset") == "Then press reset [1]");
  const std::string wrapped =
      "The boiler in the cellar was serviced last week by a man from the\n"
      "Vaillant works, who left a card.\n";
  CHECK(ask_note(wrapped, "who serviced the boiler") ==
        "The boiler in the cellar was serviced last week by a man from the Vaillant works, who "
        "left a card. [1]");
}

TEST_CASE("answer: a row of a table, each cell with the heading it stands under") {
  const std::string trades =
      "# Trades\n\n| Trade | Name | Phone |\n| --- | :-- | --: |\n"
      "| Plumber | **Bob Marsh** | 0113 496 0001 |\n"
      "| Roofer | Carl St. John | 0113 496 0002 |\n"
      "| Cleaner | | 0113 496 0003 |\n\nAll of them come on Mondays.";
  CHECK(ask_note(trades, "What is the phone number of the plumber?") ==
        "Trade: Plumber; Name: Bob Marsh; Phone: 0113 496 0001 [1]");
  CHECK(ask_note(trades, "Who is the roofer?") ==
        "Trade: Roofer; Name: Carl St. John; Phone: 0113 496 0002 [1]");
  CHECK(ask_note(trades, "What is the cleaner's phone?") ==
        "Trade: Cleaner; Phone: 0113 496 0003 [1]");
  CHECK(ask_note(trades, "When do they come?") == "All of them come on Mondays. [1]");

  CHECK(ask_note(trades, "Whose phone number is 0113 496 0002?") ==
        "Trade: Roofer; Name: Carl St. John; Phone: 0113 496 0002 [1]");
  CHECK(ask_note(trades, "0113 496 0003") == "Trade: Cleaner; Phone: 0113 496 0003 [1]");

  CHECK(ask_note("My daughter Mia swims.\n\n| Who | Birthday |\n|---|---|\n| Mia | 12 May |\n| Bo "
                 "| 3 June |\n",
                 "When is my daughter's birthday?") == "Who: Mia; Birthday: 12 May [1]");

  CHECK(ask_note("My daughter Mia swims.\n\n| Who | Day |\n|---|---|\n| Mia | 3 May |\n| Tom | his "
                 "own |\n",
                 "What is my daughter's day?") ==
        "Who: Mia; Day: 3 May [1] My daughter Mia swims. [1]");

  // Not by what all rows have, and neither the headings nor rows without any.
  CHECK(ask_note(trades, "What is the phone number of the baker?").empty());
  CHECK(ask_note("| Product | Price |\n|---|---|\n| Oat milk | £2.10 |\n| Rye | £3.90 |\n",
                 "What is the price of petrol?")
            .empty());
  CHECK(ask_note("| Plumber | Name |\n| --- | --- |\n", "What is the plumber's name?").empty());
  CHECK(ask_note("| Plumber | Bob Marsh |\n| Roofer | Carl |\n", "Who is the plumber?").empty());
  CHECK(ask_note("| The ladder is in the shed.", "Where is the ladder?").empty());
}

TEST_CASE("answer: of a sentence without end no more than its snippet") {
  const std::string endless = std::string(5000, 'x') + " the narwhal swims in the fjord";
  CHECK(ask_note(endless, "where does the narwhal swim") == "");
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with({"2026-03-12 … the narwhal swims in the fjord"});
  request.passages[0].markdown = endless + "\n\nMia plays chess.\n";
  request.query = "where does the narwhal swim";
  CHECK(builtin::answer(request, *embedder).value() == "… the narwhal swims in the fjord [1]");
  request.query = "who plays chess";
  CHECK(builtin::answer(request, *embedder).value() == "Mia plays chess. [1]");
}

TEST_CASE("answer: accents make no other word") {
  AnswerRequest request = request_with({"2026-03-12 The dinghy Modr\u00e1 has a leak."});
  for (const char* query : {"Modra", "Modr\u00e1", "Modra\u0301"}) {
    request.query = query;
    CHECK(builtin::answer(request, *make_static_embedder()).value() ==
          "The dinghy Modr\u00e1 has a leak. [1]");
  }
}

TEST_CASE("answer: in turns, too, the newer fact takes the place of the older") {
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with({"2026-05-10 My favourite colour is green now.",
                                        "2026-01-10 My favourite colour is blue.",
                                        "2026-05-11 I moved to York last week."});
  request.query = "what is my favourite colour";
  CHECK(builtin::answer(request, *embedder).value() == "My favourite colour is green now. [1]");
  AnswerRequest alone = request_with({"2026-01-10 I live in Leeds. I have a cat called Tom."});
  alone.query = "where do I live";
  CHECK(builtin::answer(alone, *embedder).value() == "I live in Leeds. [1]");
  alone.passages[0].outdated = {"User lives in Leeds."};
  CHECK(builtin::answer(alone, *embedder).value().empty());
}

TEST_CASE("answer: what was on a day, to a question that names no more than the day") {
  const auto embedder = make_static_embedder();
  AnswerRequest request =
      request_with({"2026-05-13 I ran 8 km today. Good night!", "2026-05-02 I flew to Oslo.",
                    "2026-05-13 My sister Ana bought a boat."});
  request.passages[0].of_time_asked = request.passages[2].of_time_asked = true;
  request.query = "what did I do on 13 May 2026";
  CHECK(builtin::answer(request, *embedder).value() == "I ran 8 km today. [1]");
  for (const char* query : {"what did I do on 2026-05-13", "what did I do on May 13th",
                            "what did I do on 13 may", "what did I do on Wednesday, 13 May"}) {
    request.query = query;
    CHECK(builtin::answer(request, *embedder).value() == "I ran 8 km today. [1]");
  }
}

TEST_CASE("answer: a name that a passage has as an owner's") {
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with({"2026-05-14 Room 4B/12 is Dr. Müller-Lüdenscheidt's."});
  for (const char* query : {"Müller-Lüdenscheidt", "muller-ludenscheidt", "4B/12"}) {
    INFO(query);
    request.query = query;
    CHECK(builtin::answer(request, *embedder).value() ==
          "Room 4B/12 is Dr. Müller-Lüdenscheidt's. [1]");
  }
}

TEST_CASE("answer: a short name of a month beside a number, and a person with that name") {
  const auto embedder = make_static_embedder();
  AnswerRequest request =
      request_with({"2026-01-15 I had dinner with Karl.", "2025-05-02 Jan works at the harbour."});
  request.passages[0].of_time_asked = true;
  request.query = "what did I do on 15 Jan";
  CHECK(builtin::answer(request, *embedder).value() == "I had dinner with Karl. [1]");
  request.query = "Where does Jan work?";
  CHECK(builtin::answer(request, *embedder).value() == "Jan works at the harbour. [2]");
}

TEST_CASE("answer: what will be on a day, told before") {
  const auto embedder = make_static_embedder();
  AnswerRequest request =
      request_with({"2026-05-14 Assistant will send the user an outline by 1 June 2026.",
                    "2025-06-01 User ran a race.", "2026-05-12 I planted 1 tomato."});
  request.query = "what will happen on 1 June";
  request.time_asked = {Date{2026, 6, 1}, Date{2026, 6, 1}};
  CHECK(builtin::answer(request, *embedder).value() ==
        "Assistant will send the user an outline by 1 June 2026. [1]");
}

TEST_CASE(
    "answer: what another says of their own is no answer about the user's, and has their name") {
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with(
      {"2026-05-02 Bob: We are back. My wife is called Rita.", "2026-05-03 My dog is called Max."});
  request.passages[0].speaker = "Bob";
  request.query = "what is my wife called";
  CHECK(builtin::answer(request, *embedder).value().empty());
  request.query = "what is Bob's wife called";
  CHECK(builtin::answer(request, *embedder).value() == "Bob: My wife is called Rita. [1]");
}

TEST_CASE("answer: \"yesterday\" is of the day that it means, and tells it") {
  const auto embedder = make_static_embedder();
  AnswerRequest request =
      request_with({"2026-03-29 Yesterday I sold my tent.", "2026-03-29 Today I planted roses.",
                    "2026-03-28 I bought a kayak today."});
  request.query = "what did I do on 29 March 2026";
  request.time_asked = {Date{2026, 3, 29}, Date{2026, 3, 29}};
  request.passages[0].of_time_asked = request.passages[1].of_time_asked = true;
  CHECK(builtin::answer(request, *embedder).value() == "Today I planted roses. [2]");
  request.query = "what did I do on 28 March 2026";
  request.time_asked = {Date{2026, 3, 28}, Date{2026, 3, 28}};
  request.passages[0].of_time_asked = request.passages[1].of_time_asked = false;
  request.passages[2].of_time_asked = true;
  const std::string told = builtin::answer(request, *embedder).value();
  CHECK(told.find("Yesterday (2026-03-28) I sold my tent. [1]") != std::string::npos);
  CHECK(told.find("I bought a kayak today. [3]") != std::string::npos);
}

TEST_CASE("answer: beside what is of the time asked for nothing of another time is told") {
  const auto embedder = make_static_embedder();
  AnswerRequest request =
      request_with({"2026-10-25 I sold my flute today.", "2026-03-30 I sold my drums yesterday."});
  request.query = "what did I sell yesterday";
  request.time_asked = {Date{2026, 10, 25}, Date{2026, 10, 25}};
  request.passages[0].of_time_asked = true;
  CHECK(builtin::answer(request, *embedder).value() == "I sold my flute today. [1]");
}

TEST_CASE("answer: \"today\" and \"in May\" ask for a time") {
  const auto embedder = make_static_embedder();
  AnswerRequest request = request_with(
      {"2026-05-15 I woke at six and watered the tomatoes.", "2026-04-02 I flew to Oslo."});
  request.passages[0].of_time_asked = true;
  for (const char* query : {"what did I do today", "what happened today", "what did I do in May",
                            "what did I do in the first week of May"}) {
    INFO(query);
    request.query = query;
    CHECK(builtin::answer(request, *embedder).value() ==
          "I woke at six and watered the tomatoes. [1]");
  }
}

TEST_CASE("answer: a question in a passage is no answer, nor is its source line") {
  const std::string text = ask("vet appointment");
  CHECK(text == "Assistant will remind the user to book the vet on 2026-06-01. [4]");
}

TEST_CASE("answer: several facts, at most four") {
  AnswerRequest request = request_with(
      {"2026-01-01 User visited Oslo in May 2024.", "2026-01-02 User visited Rome in June 2025.",
       "2026-01-03 User visited Oslo.", "2026-01-04 User visited Bern in July 2025.",
       "2026-01-05 User visited Graz in July 2023.", "2026-01-06 User visited Lyon in July 2022."});
  request.query = "What has the user visited?";
  const std::string text = builtin::answer(request, *make_static_embedder()).value();
  CHECK(std::count(text.begin(), text.end(), '[') == 4);
  CHECK(text == builtin::answer(request, *make_static_embedder()).value());
}

TEST_CASE("describe: from what the sources say, and only from that") {
  DescribeRequest request;
  request.sources =
      all_said({"2026-05-02 Kestrel is User's home weather station project.",
                "2026-05-03 User's daughter Mia started school in September 2025.",
                "2026-05-04 User adopted a cat named Biscuit.",
                "2026-05-05 Brightwave, a solar energy start-up, hired User.",
                "2026-05-06 User flew to Lisbon.", "2026-05-07 User's dog is called Max.",
                "2026-05-08 Lena's husband Tom is a baker.", "2026-05-09 Grafana is broken again.",
                "2026-05-09 User works on Osprey, their inverter gateway.",
                "2026-05-09 Zoe is not User's sister."});
  const auto describe = [&](std::string title) {
    request.model_title = std::move(title);
    return builtin::describe(request).value();
  };
  CHECK(describe("Kestrel") == "Kestrel: the user's home weather station project.");
  CHECK(describe("Project Kestrel") == "Project Kestrel: the user's home weather station project.");
  CHECK(describe("Mia") == "Mia: the user's daughter.");
  CHECK(describe("Biscuit") == "Biscuit: a cat.");
  CHECK(describe("Brightwave") == "Brightwave: a solar energy start-up.");
  CHECK(describe("Max") == "Max: the user's dog.");
  CHECK(describe("Tom") == "Tom: Lena's husband.");
  CHECK(describe("Osprey") == "Osprey: the user's inverter gateway.");
  CHECK(describe("Lisbon").empty());  // what happened tells nobody what that is
  CHECK(describe("Grafana").empty());
  CHECK(describe("Zoe").empty());
  CHECK(describe("Nobody").empty());
  CHECK(builtin::describe({}).value().empty());
}

TEST_CASE("describe: what is merely so of somebody or something is no description") {
  DescribeRequest request;
  request.speakers = {"User"};
  const auto describe = [&](const std::string& title, const std::vector<std::string>& lines) {
    request.model_title = title;
    request.sources = all_said(lines);
    return builtin::describe(request).value();
  };
  CHECK(describe("Quillon", {"2026-05-04 The Quillon parser accepts nested comments.",
                             "2026-05-05 Quillon compiles to WebAssembly."})
            .empty());
  CHECK(describe("Quillon", {"2026-05-04 User: \"Quillon is my compiler for a small language\"",
                             "2026-05-05 Quillon compiles to WebAssembly."}) ==
        "Quillon: the user's compiler for a small language.");
  CHECK(describe("Juniper", {"2026-05-04 Nora runs the Juniper project, a shop for theatres."}) ==
        "Juniper: a shop for theatres.");
  CHECK(describe("Hanne", {"2026-05-04 User's manager is Hanne."}) == "Hanne: the user's manager.");
  CHECK(describe("Tomas", {"2026-05-04 Tomas teaches statistics."}) == "Tomas teaches statistics.");
}

TEST_CASE("describe: who somebody is to the one who says so, and never what was merely said") {
  DescribeRequest request;
  request.speakers = {"User", "Elin"};
  const auto describe = [&](const std::string& title, const std::vector<std::string>& lines) {
    request.model_title = title;
    request.sources = all_said(lines);
    return builtin::describe(request).value();
  };
  const std::string us =
      "2024-11-03 User: \"I live in Bristol with my partner Tomas and our daughter Mia.\"";
  CHECK(describe("Tomas", {us, "2025-05-04 Tomas teaches statistics."}) ==
        "Tomas: the user's partner.");
  CHECK(describe("Mia", {us, "2025-10-19 Mia is allergic to peanuts."}) ==
        "Mia: the user's daughter.");
  CHECK(describe("Ana", {"2024-12-15 Elin: \"My sister Ana is a vet there.\""}) ==
        "Ana: the user's sister.");
  CHECK(describe("Henrik", {"2026-01-13 User: \"My new manager is Henrik.\""}) ==
        "Henrik: the user's manager.");
  CHECK(describe("Biscuit", {"2024-11-03 User: \"We have our grey cat Biscuit.\""}) ==
        "Biscuit: the user's cat.");
  CHECK(describe("Ana", {"2024-12-15 Ben: \"My sister Ana is a vet there.\""}).empty());
  CHECK(describe("Tom", {"2024-12-15 User: \"My sister Ana's husband Tom is here.\""}) ==
        "Tom: Ana's husband.");
  CHECK(describe("Jules", {"2026-05-13 Jules is coming to Leith on 24 May 2026.",
                           "2026-05-13 User: \"I met my sister. Jules was late.\""})
            .empty());
}

TEST_CASE("describe: who somebody is before what happened once") {
  const auto describe = [](std::string_view title, const std::vector<std::string>& lines) {
    DescribeRequest request;
    request.model_title = title;
    request.sources = all_said(lines);
    return builtin::describe(request).value();
  };
  CHECK(describe("Ulf", {"2025-05-02 Ulf has a knee operation on 22 May 2025.",
                         "2025-09-03 Ulf brought a suitcase of crispbread.",
                         "2026-01-03 Ulf walks without a stick again."})
            .empty());
  CHECK(describe("Henrik", {"2025-11-02 Henrik builds weather stations.",
                            "2026-05-11 Henrik gave the user a budget of 48000 pounds for it."}) ==
        "Henrik builds weather stations.");
  // Where nothing else is told, nothing is better than what passes.
  CHECK(describe("Ulf", {"2025-05-02 Ulf has a knee operation on 22 May 2025."}).empty());
}

}  // namespace pyramid::engine::answer_test
