// How what is worth a note is told, where a judge keeps each line it is asked to keep.
#include "engine/builtin/noting/noting.hpp"

#include "engine/builtin/noting/telling.hpp"
#include "pyramid/time.hpp"
#include "tests/support/catch.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine::noting_test {
namespace {

using builtin::speaker_quoted;
using builtin::told_of;
using builtin::with_speaker;
using builtin::without_speaker;
using language::Judgement;
using language::Line;
using Texts = std::vector<std::string>;
using Told = std::vector<std::pair<std::string, std::string>>;

void check_told(const Told& each) {
  for (const auto& [said, told] : each) {
    INFO(said);
    CHECK(told_of(said, "User").value_or("(quoted)") == told);
  }
}

void check_quoted(const Texts& each) {
  for (const std::string& said : each) {
    INFO(said);
    CHECK(told_of(said, "User").value_or("(quoted)") == "(quoted)");
  }
}

format::Turn turn_of(format::Speaker speaker, std::string text) {
  format::Turn turn;
  turn.speaker = speaker;
  turn.at = parse_time("2026-06-10T08:00:00Z").value();
  turn.text = std::move(text);
  return turn;
}
format::Turn user(std::string text) { return turn_of(format::Speaker::kUser, std::move(text)); }
format::Turn assistant(std::string text) {
  return turn_of(format::Speaker::kAssistant, std::move(text));
}
format::Turn friend_of(std::string text) {
  format::Turn turn = assistant(std::move(text));
  turn.by_other = true;
  return turn;
}

// Said on Wednesday, 10 June 2026.
using JudgeText = std::function<Judgement(std::string_view text)>;
std::vector<Extracted> notes_as(std::vector<format::Turn> turns, const JudgeText& judge,
                                std::int64_t first = 1) {
  format::Conversation conversation;
  conversation.source = "test";
  conversation.origin = conversation.title = "noting";
  conversation.turns = std::move(turns);
  ExtractRequest request;
  request.conversation = &conversation;
  request.first = first;
  request.last = static_cast<std::int64_t>(conversation.turns.size());
  return builtin::notes_of(
             request, [&](std::span<const Line>, const Line& line) { return judge(line.text); })
      .value();
}
std::vector<Extracted> notes(std::vector<format::Turn> turns, const Judgement& judgement,
                             std::int64_t first = 1) {
  return notes_as(std::move(turns), [&](std::string_view) { return judgement; }, first);
}

Judgement kept(language::Kind kind = language::Kind::kState) {
  Judgement judgement;
  judgement.keep = 1;
  judgement.kind = kind;
  judgement.importance = 5;
  return judgement;
}
Judgement kept_with_line_before() {
  Judgement judgement = kept();
  judgement.needs_context = 1;
  return judgement;
}

Texts texts_of(const std::vector<Extracted>& all) {
  Texts texts;
  for (const Extracted& one : all) texts.push_back(one.text);
  return texts;
}

}  // namespace

TEST_CASE("telling: one English clause about its speaker is told in the third person") {
  check_told({
      {"I live in Kiel", "User lives in Kiel"},
      {"I'm a nurse at the Charité", "User is a nurse at the Charité"},
      {"I've been vegetarian since 2014", "User has been vegetarian since 2014"},
      {"I don't eat nuts", "User doesn't eat nuts"},
      {"I work as a baker in Graz", "User works as a baker in Graz"},
      {"I'll move to Porto in May", "User will move to Porto in May"},
      {"My sister Ana is a vet", "User's sister Ana is a vet"},
      {"My sister lives with her husband in Kiel", "User's sister lives with her husband in Kiel"},
      {"i moved to kiel", "User moved to kiel"},
      {"I have a cat and a dog", "User has a cat and a dog"},
      {"I finished my thesis", "User finished their thesis"},
  });
}

TEST_CASE("telling: one German clause about its speaker is told in the third person") {
  check_told({
      {"Ich wohne in Kiel", "User wohnt in Kiel"},
      {"Ich bin Lehrer", "User ist Lehrer"},
      {"Ich arbeite bei Siemens", "User arbeitet bei Siemens"},
      {"Ich habe zwei Katzen", "User hat zwei Katzen"},
      {"Ich ziehe im Mai nach Graz um", "User zieht im Mai nach Graz um"},
      {"Ich esse keine Nüsse", "User isst keine Nüsse"},
      {"Ich bade gern im See", "User badet gern im See"},
      {"Ich heiratete in Graz", "User heiratete in Graz"},
      {"Ich vertrage keine Laktose", "User verträgt keine Laktose"},
      {"Ich übernehme im Mai ein Lager", "User übernimmt im Mai ein Lager"},
      {"Ich unterrichte Physik in Graz", "User unterrichtet Physik in Graz"},
      {"Ich empfehle den Bäcker nicht", "User empfiehlt den Bäcker nicht"},
      {"Ich sammle alte Karten", "User sammelt alte Karten"},
      {"Ich studiere in Graz", "User studiert in Graz"},
      {"Ich leide unter Migräne", "User leidet unter Migräne"},
  });
}

TEST_CASE("telling: what a small grammar could get wrong stays quoted") {
  check_quoted({
      "We live in Kiel",                    // who else?
      "I think that it works",              // another clause
      "I love it there",                    // points back
      "I cook, clean and bake",             // endings
      "I live in Kiel and work in Lübeck",  // the same; one fact each before
      "Moved to Kiel",                      // no subject
      "I frobnicate the widgets daily",     // no verb that is known
      "Ich gerbe Leder in Graz",
      "I cut hair in Kiel",  // is or was
      "I read a lot",
      "I never put sugar in coffee",
      "I quit my job in March",
      "I told her: never again",            // another's words
      "I moved (finally) to Kiel",          // brackets
      "Ich wohne mit meiner Frau in Kiel",  // whose wife is told otherwise
      "Ich faste im März",                  // -te could be a past
      "Ich koche und backe gern",           // endings
      "Seit März wohne ich in Kiel",        // another order
      "Ich freue mich auf Kiel",            // reflexive
      "Vivo en Soria desde marzo",          // other languages
      "J'habite à Lyon depuis un an",
      "京都に住んでいます",
      "My フォルダ is NOTES.md",
      "I live in Kiel. I have a dog",  // two sentences
      "I",
      "",
  });
}

TEST_CASE("telling: a note that is told in another language is known for one") {
  for (const char* foreign :
       {"User leidet unter Migräne.", "User verträgt keine Laktose.",
        "User will im Mai nach Graz ziehen.", "User vive en Soria con su hijo.",
        "User war in Kiel.", "User hat zwei Katzen."}) {
    INFO(foreign);
    CHECK(builtin::is_told_in_another_language(foreign));
  }
  for (const char* english :
       {"User will move.", "User has a cat.", "User visited La Paz.", "User no longer likes sushi.",
        "User likes Die Zeit.", "User lives in Los Angeles.", "User: \"Ich wohne in Kiel.\"",
        "Kestrel ships on Friday."}) {
    INFO(english);
    CHECK_FALSE(builtin::is_told_in_another_language(english));
  }
}

TEST_CASE("telling: what a quotation says of its speaker is compared as if it were told") {
  CHECK(builtin::roughly_told("User: \"We moved to Lyon!\"") == "User moved to Lyon.");
  CHECK(builtin::roughly_told("User: \"Ich wohne mit meiner Frau in Kiel.\"") ==
        "User wohnt mit meiner Frau in Kiel.");
  CHECK(builtin::roughly_told("Ana, to \"Where?\": \"I live in Kiel.\"") == "Ana lives in Kiel.");
  CHECK(builtin::roughly_told("User lives in Kiel.") == "User lives in Kiel.");
  CHECK(builtin::roughly_told("User said: nothing is \"fine\".") ==
        "User said: nothing is \"fine\".");
  CHECK(builtin::roughly_told("User: \"\"") == "User: \"\"");
}

TEST_CASE("telling: a quotation loses its speaker and gets them back") {
  const std::string said = "User: \"We moved to Lyon!\"";
  const std::string asked = "User, to \"Since when?\": \"Three years.\"";
  CHECK(speaker_quoted(said) == "User");
  CHECK(speaker_quoted(asked) == "User");
  CHECK(without_speaker(said) == "\"We moved to Lyon!\"");
  CHECK(without_speaker(asked) == "To \"Since when?\": \"Three years.\"");
  CHECK(without_speaker("User lives in Lyon.") == "User lives in Lyon.");
  const std::string both =
      "- " + without_speaker(said) + "\n- The user likes tea.\n" + without_speaker(asked);
  CHECK(with_speaker(both, "User") == "- " + said + "\n- The user likes tea.\n" + asked);
}

TEST_CASE("noting: what cannot be told is quoted with whose words it is") {
  CHECK(texts_of(notes({user("We got the keys for the flat in Lyon!")}, kept())) ==
        Texts{"User: \"We got the keys for the flat in Lyon!\""});
  CHECK(texts_of(notes({friend_of("Ana: we moved to Lyon")}, kept())) ==
        Texts{"Ana: \"we moved to Lyon\""});
  CHECK(texts_of(notes({friend_of("Ana: I live in Lyon.")}, kept())) ==
        Texts{"Ana lives in Lyon."});
  CHECK(texts_of(notes({assistant("You're right, that step was wrong.")}, kept())) ==
        Texts{"Assistant: \"You're right, that step was wrong.\""});
}

TEST_CASE(
    "noting: who alone talks with the assistant is heard as its user, not as one of a round") {
  const auto heard_as = [](std::vector<format::Turn> turns) {
    format::Conversation conversation;
    conversation.source = "test";
    conversation.origin = conversation.title = "noting";
    conversation.turns = std::move(turns);
    ExtractRequest request;
    request.conversation = &conversation;
    request.first = 1;
    request.last = 1;
    std::vector<language::Speaker> speakers;
    REQUIRE(builtin::notes_of(request, [&](std::span<const Line>, const Line& line) {
      speakers.push_back(line.speaker);
      return kept();
    }));
    REQUIRE(speakers.size() == 1);
    return speakers.front();
  };
  const format::Turn cem = friend_of("Cem: I like jazz.");
  CHECK(heard_as({cem, assistant("Noted.")}) == language::Speaker::kUser);
  CHECK(heard_as({cem, user("So do I.")}) == language::Speaker::kFriend);
  CHECK(heard_as({cem, friend_of("Ana: So do I.")}) == language::Speaker::kFriend);
  // Still it is what they say, and not so by itself.
  CHECK(texts_of(notes({friend_of("Cem: The train leaves at nine.")}, kept())) ==
        Texts{"Cem: \"The train leaves at nine.\""});
}

TEST_CASE("noting: reading ends between two sentences of a turn, and tells each turn before") {
  format::Conversation conversation;
  conversation.turns = {user("I live in Kiel. I have a cat."), user("I swim. I bake. I sing.")};
  ExtractRequest request;
  request.conversation = &conversation;
  request.last = 2;
  int judged = 0;
  std::vector<std::int64_t> read;
  request.stops = [&] { return judged == 4; };
  request.read = [&](std::int64_t turn) { read.push_back(turn); };
  const auto stopped = builtin::notes_of(request, [&](std::span<const Line>, const Line&) {
    ++judged;
    return kept();
  });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::kCancelled);
  CHECK(judged == 4);
  CHECK(read == std::vector<std::int64_t>{1});
}

TEST_CASE("noting: two facts in a sentence are two notes where each can be told") {
  CHECK(texts_of(notes({user("I live in Kiel and have a cat.")}, kept())) ==
        Texts{"User lives in Kiel.", "User has a cat."});
}

TEST_CASE("noting: what says nothing alone has the line before it") {
  CHECK(texts_of(notes({assistant("When did you start?"), user("Three years ago.")},
                       kept_with_line_before(), 2)) ==
        Texts{"User, to \"When did you start?\": \"Three years ago (around 2023).\""});
  CHECK(texts_of(notes({user("We got a dog. He's a beagle.")}, kept_with_line_before())).back() ==
        "User: \"We got a dog. He's a beagle.\"");
}

TEST_CASE("noting: a standing rule is a note of its own, whatever was said in one breath before") {
  const auto judged = [](std::string_view text) {
    Judgement judgement = kept(language::Kind::kEvent);
    judgement.about = language::About::kOther;
    if (text.starts_with("From")) {
      judgement = kept(language::Kind::kRule);
      judgement.needs_context = 1;
    }
    return judgement;
  };
  const auto all = notes_as({user("Lena got a job at Bosch. From now on call me Max.")}, judged);
  REQUIRE(all.size() == 2);
  CHECK(all[0].text == "Lena got a job at Bosch.");
  CHECK(all[1].text == "User: \"From now on call me Max.\"");
  CHECK(all[1].fact == "rule");
}

TEST_CASE("noting: what tells of its speaker does not join a note about somebody else") {
  const auto judged = [](std::string_view text) {
    Judgement judgement = kept();
    if (text.starts_with("Lena")) judgement.about = language::About::kOther;
    if (text.starts_with("So")) judgement.needs_context = 0.7F;
    if (text.starts_with("No")) judgement.kind = language::Kind::kFix;
    return judgement;
  };
  CHECK(texts_of(notes_as({user("Lena got a job at Bosch. So from now on I am Max.")}, judged)) ==
        Texts{"Lena got a job at Bosch.", "User: \"So from now on I am Max.\""});
  CHECK(texts_of(notes_as({user("Lena lives in Ulm. No, sorry, Kiel.")}, judged)) ==
        Texts{"User: \"Lena lives in Ulm. No, sorry, Kiel.\""});
  const auto of_lena = [](std::string_view text) {
    Judgement judgement = kept_with_line_before();
    if (text.starts_with("She")) judgement.about = language::About::kOther;
    return judgement;
  };
  CHECK(texts_of(notes_as({user("I visited Lena. She lives in Ulm.")}, of_lena)).back() ==
        "User: \"I visited Lena. She lives in Ulm.\"");
}

TEST_CASE("noting: a number that opens an answer is a part of it, and not the mark of a list") {
  const Texts answered = texts_of(
      notes({assistant("What's the rent now?"), user("780. Priya and I might look in Ludlow.")},
            kept_with_line_before(), 2));
  CHECK(answered == Texts{"User, to \"What's the rent now?\": \"780. Priya and I might look in "
                          "Ludlow.\""});
  CHECK(texts_of(notes({user("1. I live in Kiel.\n2. I have a cat.")}, kept())) ==
        Texts{"User lives in Kiel.", "User has a cat."});
}

TEST_CASE("noting: a day has its date, past or to come by what sort of note it is") {
  CHECK(texts_of(notes({user("I signed the lease on Friday.")}, kept(language::Kind::kEvent))) ==
        Texts{"User signed the lease on Friday (2026-06-05)."});
  CHECK(texts_of(notes({user("I'll sign the lease on Friday.")}, kept(language::Kind::kPlan))) ==
        Texts{"User will sign the lease on Friday (2026-06-12)."});
  CHECK(texts_of(notes({user("Wir unterschreiben am Freitag.")}, kept(language::Kind::kPlan))) ==
        Texts{"User: \"Wir unterschreiben am Freitag (2026-06-12).\""});
}

TEST_CASE("noting: pasted machine output and other people's words are nobody's notes") {
  CHECK(notes({user("npm WARN deprecated foo@1.0.2: use bar instead")}, kept()).empty());
  CHECK(notes({user("My boss said \"I am leaving the company\".")}, kept()).empty());
}

TEST_CASE("noting: what the assistant promised and how it is to behave is about the assistant") {
  Judgement rule = kept(language::Kind::kRule);
  rule.keep = 0.45F;  // a rule is kept sooner than anything else
  rule.about = language::About::kAssistant;
  CHECK(notes({user("Always answer in metric units.")}, rule).front().about_assistant);
  CHECK(notes({assistant("I'll check the backup on Monday.")}, kept(language::Kind::kPromise))
            .front()
            .about_assistant);
  CHECK_FALSE(notes({user("I live in Kiel.")}, kept()).front().about_assistant);
}

TEST_CASE("noting: what a note is stands beside it, and whether it holds for good") {
  const auto fact_of = [](const char* said, language::Kind kind) {
    const auto all = notes({user(said)}, kept(kind));
    REQUIRE(all.size() == 1);
    return all.front().fact;
  };
  using language::Kind;
  CHECK(fact_of("Mia is allergic to peanuts.", Kind::kState) == "lasting");
  CHECK(fact_of("My name is Elin and we have a daughter, Mia.", Kind::kState) == "lasting");
  CHECK(fact_of("My knee is fine.", Kind::kState) == "state");
  CHECK(fact_of("I prefer green.", Kind::kPreference) == "preference");
  CHECK(fact_of("I live in Kiel.", Kind::kState) == "lasting");
  CHECK(fact_of("I lived in Kiel.", Kind::kEvent) == "event");
  CHECK(fact_of("Always answer in metric units.", Kind::kRule) == "rule");
  CHECK(fact_of("We fly to Porto in July.", Kind::kPlan) == "plan");
  CHECK(fact_of("No, the trip is to Porto.", Kind::kFix) == "correction");
}

TEST_CASE("noting: turns that were noted before are context alone") {
  const auto all = notes({user("I live in Kiel."), user("I have a cat.")}, kept(), 2);
  REQUIRE(all.size() == 1);
  CHECK(all.front().turn == 2);
}

TEST_CASE("noting: a list stands with the line that opens it") {
  CHECK(texts_of(notes({user("This spring I planted:\n- three rows of beans\n- two quinces.")},
                       kept())) ==
        Texts{R"(User: "This spring I planted: three rows of beans; two quinces.")"});
  CHECK(texts_of(notes({user("My week:\n1. I ran. Twice.\n2. I slept.")}, kept())).size() > 1);
}

TEST_CASE("noting: nobody answers a question of their own") {
  CHECK(texts_of(notes({user("When is it due?"), user("In June it is.")}, kept_with_line_before()))
            .back() == R"(User: "In June it is.")");
}

TEST_CASE("noting: who puts something right in the next breath is quoted whole, and once") {
  CHECK(
      texts_of(notes({user("I live in Porto. No, sorry, Lisbon.")}, kept(language::Kind::kFix))) ==
      Texts{R"(User: "I live in Porto. No, sorry, Lisbon.")"});
  CHECK(texts_of(notes({user("We met. In June. By the sea.")}, kept_with_line_before())) ==
        Texts{R"(User: "We met. In June. By the sea.")"});
  CHECK(texts_of(notes({assistant("When are they due?"), user("End of May. Both of them.")},
                       kept_with_line_before()))
            .back() == R"(User, to "When are they due?": "End of May. Both of them.")");
}

TEST_CASE("noting: a plain statement of a name or a thing stands as it is") {
  check_told({{"Kestrel has seven users in four countries now",
               "Kestrel has seven users in four countries now"},
              {"The boiler is a Vaillant", "The boiler is a Vaillant"},
              {"Mrs Kerr sold the house on Friday", "Mrs Kerr sold the house on Friday"}});
  check_quoted({"Mrs Kerr accepted our offer", "Call the plumber at nine", "Second hand and cheap",
                "Sold the house on Friday", "the boiler is old", "No, the trip is to Porto",
                "The vet says it is broken", "We got the keys for the flat", "She moved to Lyon",
                "Her flat is small", "Working from home is great", "Dad sold my bike"});
}

}  // namespace pyramid::engine::noting_test
