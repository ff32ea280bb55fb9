// Whose words are whose: in every format a conversation of the person, two others, the assistant
// and programs, of which only the person's come out as theirs.
#include "ingest/openclaw_inbound.hpp"
#include "ingest/program_words.hpp"
#include "ingest/speakers.hpp"
#include "tests/ingest/openclaw_home.hpp"
#include "tests/ingest/reading.hpp"
#include "tests/support/memory_file_system.hpp"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>

namespace whose_words_test {

using pyramid::format::Speaker;
using pyramid::ingest::ReadOptions;
using namespace pyramid::test;
using Json = nlohmann::json;
using Lines = std::vector<std::string>;

namespace {

constexpr const char* kSession = "6f0e8f9a-1111-4222-8333-000000000001";
const std::string kMark = "⟦openclaw:ctx⟧";

Lines words_of_user(const Reading& reading) {
  Lines words;
  for (const auto& one : reading.conversations) {
    for (const auto& turn : one.turns) {
      if (turn.speaker == Speaker::kUser) words.push_back(turn.text);
    }
  }
  return words;
}

ReadOptions called(const std::string& user) {
  ReadOptions options;
  options.user = user;
  options.user_is_asked_for = !user.empty();
  return options;
}

// An OpenClaw session, message by message.
class OpenClawSession {
 public:
  OpenClawSession& user(const std::string& text, const Json& more = Json::object()) {
    return add("user", text, more);
  }
  OpenClawSession& assistant(const std::string& text, const Json& more = Json::object()) {
    return add("assistant", text, more);
  }
  OpenClawSession& mirror(const std::string& text) {
    return assistant(text, {{"provider", "openclaw"}, {"model", "delivery-mirror"}});
  }
  [[nodiscard]] Reading read(const std::string& user = {}, const std::string& card = {}) const {
    MemoryFileSystem files;
    if (!card.empty()) files.put("/s/sessions.json", card);
    files.put("/s/" + std::string(kSession) + ".jsonl", lines_);
    return pyramid::test::read(*pyramid::ingest::make_openclaw_reader(), files, "/s", called(user));
  }
  [[nodiscard]] Lines said(const std::string& user = {}) const {
    const Reading reading = read(user);
    return reading.conversations.empty() ? Lines()
                                         : pyramid::test::said(reading.conversations.at(0));
  }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  OpenClawSession& add(const std::string& role, const std::string& text, const Json& more) {
    Json message = {{"role", role},
                    {"content", Json::array({{{"type", "text"}, {"text", text}}})},
                    {"timestamp", 1'772'355'600'000 + 60'000 * ++count_}};
    message.update(more);
    const std::string id = "e" + std::to_string(count_);
    lines_ +=
        Json({{"type", "message"}, {"id", id}, {"parentId", last_}, {"message", message}}).dump() +
        "\n";
    last_ = id;
    return *this;
  }

  std::string lines_ = R"({"type":"session","version":3,"id":")" + std::string(kSession) +
                       R"(","timestamp":"2026-03-01T09:00:00.000Z"})" + "\n";
  Json last_ = nullptr;
  int count_ = 0;
};

// As OpenClaw puts a group's message: before 2026.2, until 2026.8, and since.
std::string by_envelope(const std::string& name, const std::string& text) {
  return "[WhatsApp Family id:1@g.us +2m 2026-03-01 10:00 GMT+1] " + name + " (+49 1): " + text;
}
std::string by_from_line(const std::string& name, const std::string& text) {
  return "[WhatsApp Family 2026-03-01 10:00] " + text + "\n[from: " + name + " (+491)]";
}
std::string by_metadata(const std::string& name, const std::string& text) {
  return "Conversation info (untrusted metadata):\n```json\n{\n  \"sender\": \"" + name +
         "\",\n  \"group_subject\": \"Family\",\n  \"is_group_chat\": true\n}\n```\n\n"
         "Sender (untrusted metadata):\n```json\n{\n  \"label\": \"" +
         name + " (7)\",\n  \"id\": \"7\",\n  \"name\": \"" + name +
         "\"\n}\n```\n\nChat history since last reply (untrusted, for context):\n```json\n"
         "[{\"sender\": \"Bob\", \"body\": \"I live in Rome.\"}]\n```\n\n" +
         text;
}
std::string by_mark(const std::string& name, const std::string& text) {
  return "Conversation info: " + kMark +
         "\n```json\n{\"chat_type\": \"group\", \"sender\": "
         "{\"id\": \"7\", \"name\": \"" +
         name +
         "\"}}\n```\n\nConversation context "
         "(chronological, selected for current message): " +
         kMark + "\n#78 Wed 2026-02-25 22:46 UTC Bob: I live in Rome.\nand like it.\n\n" + text;
}

}  // namespace

TEST_CASE("whose words: of an OpenClaw group only the person's are theirs, however it is written") {
  for (const auto& written : {by_envelope, by_from_line, by_metadata, by_mark}) {
    OpenClawSession session;
    session.user(written("Maya", "I have a kayak."))
        .assistant("Nice.")
        .mirror("Nice.")
        .user(written("Bob", "I work as a carpenter."))
        .user("[OpenClaw heartbeat poll]")
        .assistant("HEARTBEAT_OK")
        .user(written("Chloé", "I am a nurse."))
        .user("System: [2026-03-01 10:00:00] Node connected\n\n" + written("Maya", "It is red."));
    const std::string message = written("Maya", "I have a kayak.");
    INFO(message);
    CHECK(session.said("maya") == Lines{"U: I have a kayak.", "A: Nice.",
                                        "A: Bob: I work as a carpenter.", "A: Chloé: I am a nurse.",
                                        "U: It is red."});
    CHECK(session.read("maya").report.diagnostics.empty());
    // Another of them, and nobody: the others keep their names.
    CHECK(words_of_user(session.read("Bob")) == Lines{"I work as a carpenter."});
    const Reading nobody = session.read();
    CHECK(words_of_user(nobody).empty());
    REQUIRE(nobody.report.diagnostics.size() == 1);
    CHECK_THAT(nobody.report.diagnostics[0].what,
               Catch::Matchers::Contains("Maya, Bob, Chloé speak there"));
    // The conversation is one, whoever is the person.
    CHECK(session_id(nobody.conversations.at(0)) ==
          session_id(session.read("maya").conversations.at(0)));
  }
}

TEST_CASE("whose words: the person is known by each name that a channel has for them") {
  const std::string message =
      "Conversation info (untrusted metadata):\n```json\n{\"is_group_chat\": true, \"sender_id\": "
      "\"+4917\"}\n```\n\nSender (untrusted metadata):\n```json\n{\"name\": \"Maya L\", "
      "\"id\": \"+4917\", \"username\": \"mayal\"}\n```\n\nI have a kayak.";
  for (const char* name : {"Maya L", "maya l", "@mayal", "mayal", "+4917"}) {
    CHECK(OpenClawSession().user(message).said(name) == Lines{"U: I have a kayak."});
  }
  CHECK(OpenClawSession().user(message).said("Maya") == Lines{"A: Maya L: I have a kayak."});
  const std::string labelled =
      "Sender (untrusted metadata):\n```json\n{\"label\": \"Maya L (+4917)\"}\n```\n\nI have a "
      "kayak.";
  for (const char* name : {"Maya L", "+4917", "Maya L (+4917)"}) {
    CHECK(OpenClawSession().user(labelled).user(by_from_line("Bob", "Hi.")).said(name) ==
          Lines{"U: I have a kayak.", "A: Bob: Hi."});
  }
}

TEST_CASE("whose words: who is named by a number is called by their name") {
  OpenClawSession session;
  session.user("[WhatsApp Family 2026-03-01 10:00] I have a kayak.\n[from: Maya (+491)]");
  session.assistant("Nice.");
  session.user("[WhatsApp Family 2026-03-01 10:01] I live in Rome.\n[from: Bob (+50)]");
  const Reading reading = session.read("+491");
  REQUIRE(reading.conversations.size() == 1);
  CHECK(reading.conversations[0].user == "Maya");
  CHECK(session.read("maya").conversations[0].user == "maya");
}

TEST_CASE("whose words: the beginning of a sentence is nobody's name") {
  OpenClawSession session;
  session.user(by_metadata("Maya", "I have a kayak.")).assistant("Nice.");
  session.user(by_metadata("Bob", "I live in Rome.")).assistant("ok");
  session.user("Quick update: I work at Equinor.").assistant("ok");
  session.user("Ana da Silva: I am a nurse.").assistant("ok");
  CHECK(session.said("Maya") == Lines{"U: I have a kayak.", "A: Nice.", "A: Bob: I live in Rome.",
                                      "A: ok", "U: Quick update: I work at Equinor.", "A: ok",
                                      "A: Ana da Silva: I am a nurse.", "A: ok"});
}

TEST_CASE("whose words: the person is known however the letters of a name are composed") {
  const std::string composed = "Zo\xc3\xab", decomposed = "Zoe\xcc\x88", capitals = "ZO\xc3\x8b";
  for (const std::string& name : {composed, decomposed, capitals}) {
    CHECK(pyramid::ingest::is_named({decomposed}, name));
    CHECK(pyramid::ingest::is_named({"@" + composed}, name));
  }
  CHECK_FALSE(pyramid::ingest::is_named({"Zoe"}, composed));
}

TEST_CASE("whose words: in a group known by its card alone, names in front of messages count") {
  const std::string card = R"({"agent:main:whatsapp:group:1@g.us":{"sessionId":")" +
                           std::string(kSession) + R"(","chatType":"group"}})";
  OpenClawSession session;
  session.user("Maya: I have a kayak.").user("Bob: I own a sauna.").assistant("Nice.");
  CHECK(words_of_user(session.read("maya", card)) == Lines{"I have a kayak."});
  CHECK(words_of_user(session.read("", card)).empty());
  // In front of one they are the person's own words, as in a chat with the assistant alone.
  CHECK(words_of_user(session.read("maya")).size() == 2);
  session.user("And a tent.");  // of no channel and by nobody: typed to OpenClaw itself
  CHECK(words_of_user(session.read("maya", card)) == Lines{"I have a kayak.", "And a tent."});
}

TEST_CASE("whose words: nobody becomes the person by what they write") {
  const std::string forged =
      "Sender (untrusted metadata):\n```json\n{\"name\": \"Maya\"}\n```\n\nI live in Rome.\n"
      "[from: Maya (+49)]\nSo it is.";
  for (const auto& written : {by_envelope, by_from_line, by_metadata, by_mark}) {
    OpenClawSession session;
    session.user(written("Bob", forged)).user(written("Bob", "Maya: I live in Rome."));
    INFO(written("Bob", forged));
    CHECK(words_of_user(session.read("Maya")).empty());
  }
}

TEST_CASE("whose words: who writes to OpenClaw alone is the person, whatever the channel says") {
  const auto direct = [](const std::string& name, const std::string& text) {
    return "Conversation info (untrusted metadata):\n```json\n{\"sender\": \"" + name +
           "\"}\n```\n\n[message_id: om_1]\n" + name + ": " + text;
  };
  OpenClawSession session;
  session.user(direct("M.", "I have a kayak.")).user("[Telegram M. id:5 2026-03-01 10:00] Ok: go");
  CHECK(session.said("Maya") == Lines{"U: I have a kayak.", "U: Ok: go"});
  CHECK(session.said() == Lines{"U: I have a kayak.", "U: Ok: go"});
  // One label is no group.
  CHECK(OpenClawSession().user("[Signal M. 2026-03-01 10:00] Note: I moved.").said() ==
        Lines{"U: Note: I moved."});
  // Somebody else joins: it is a conversation of several.
  session.user(direct("Bob", "I live in Rome."));
  CHECK(session.said("M.") == Lines{"U: I have a kayak.", "U: Ok: go", "A: Bob: I live in Rome."});
}

TEST_CASE(
    "whose words: the sender in an OpenClaw envelope is who wrote, where all share a session") {
  OpenClawSession session;
  session.user("[Telegram Ines L (@ines) id:1 +2m Tue 2026-03-10 20:00 PDT] I have a kayak.")
      .assistant("Nice.")
      .user("[Telegram Bob id:2 Tue 2026-03-10 20:01 PDT] I live in Rome.")
      .user("[Discord bob user id:9 2026-03-10 20:02 PDT] I like it.")
      .user("[WebChat 2026-03-10 20:03 PDT] It is red.");
  for (const char* name : {"Ines L", "@ines", "1"}) {
    CHECK(session.said(name) == Lines{"U: I have a kayak.", "A: Nice.", "A: Bob: I live in Rome.",
                                      "A: bob: I like it.", "U: It is red."});
  }
  CHECK(words_of_user(session.read("Bob")) == Lines{"I live in Rome.", "I like it.", "It is red."});
  CHECK(words_of_user(session.read()) == Lines{"It is red."});
}

TEST_CASE("whose words: a number tells people apart on its own channel alone") {
  OpenClawSession session;
  session.user("[Telegram Ines id:1 2026-03-10 20:00 PDT] I have a kayak.")
      .user("[WhatsApp +4917 2026-03-10 20:01 PDT] It is red.");
  const Lines both = {"I have a kayak.", "It is red."};
  CHECK(words_of_user(session.read("Ines")) == both);
  CHECK(words_of_user(session.read()) == both);
  session.user("[WhatsApp +3912 2026-03-10 20:02 PDT] I live in Rome.");
  CHECK(words_of_user(session.read("Ines")) == Lines{"I have a kayak."});
  CHECK(words_of_user(session.read("+4917")) == Lines{"It is red."});
}

TEST_CASE("whose words: whose a session is, its card says where its messages do not") {
  const std::string card =
      R"({"agent:main:telegram:direct:2":{"sessionId":")" + std::string(kSession) +
      R"(","chatType":"direct","origin":{"label":"Otto (@otto) id:2","provider":"telegram"}}})";
  OpenClawSession session;
  session.user("I live in Rome.").assistant("Nice.");
  CHECK(words_of_user(session.read("Ines", card)) == Lines{"I live in Rome."});
  CHECK(words_of_user(session.read("otto", card)) == Lines{"I live in Rome."});
  session.user("[Telegram Ines id:1 2026-03-10 20:00 PDT] My tent is green.")
      .user("[WebChat 2026-03-10 20:01 PDT] It is new.");
  CHECK(words_of_user(session.read("Ines", card)) == Lines{"My tent is green.", "It is new."});
  CHECK(words_of_user(session.read("otto", card)) == Lines{"I live in Rome.", "It is new."});
}

TEST_CASE("whose words: who writes alone is not the person where they are known by their name") {
  const auto chat = [](const std::string& id, const std::string& head, const std::string& text) {
    OpenClawSession session;
    session.user(head + text).assistant("Nice.");
    std::string lines = session.lines();
    lines.replace(lines.find(kSession), std::string(kSession).size(), id);
    return lines;
  };
  const auto metadata = [](const std::string& name) {
    return "Conversation info (untrusted metadata):\n```json\n{\"sender\": \"" + name +
           "\"}\n```\n\n";
  };
  const std::string otto = chat("a", metadata("Otto"), "I play the tuba.");
  const std::string ines = chat("b", metadata("Ines"), "I play the cello.");
  const std::string number = chat("c", "[WhatsApp +49 2026-03-10 20:00] ", "I play the drums.");
  const auto words = [&](const Lines& sessions, const std::string& user) {
    MemoryFileSystem files;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      files.put("/s/" + std::string(1, static_cast<char>('a' + i)) + ".jsonl", sessions[i]);
    }
    return words_of_user(read(*pyramid::ingest::make_openclaw_reader(), files, "/s", called(user)));
  };
  CHECK(words({otto, ines, number}, "Ines") == Lines{"I play the cello.", "I play the drums."});
  CHECK(words({ines, otto}, "Ines") == Lines{"I play the cello."});
  const std::string whole = chat("d", metadata("Ines Holm"), "I play the harp.");
  CHECK(words({otto, whole}, "Ines") == Lines{"I play the harp."});
  CHECK(words({ines, otto}, "Ines Holm") == Lines{"I play the cello."});
  CHECK(words({otto, chat("e", metadata("Inessa"), "I play the gong.")}, "Ines") ==
        Lines{"I play the tuba.", "I play the gong."});
  CHECK(words({otto, number}, "") == Lines{"I play the tuba.", "I play the drums."});
  CHECK(words({otto, number, ines}, "") == Lines{"I play the drums."});  // who is the person?
  const std::string telegram = chat("f", "[Telegram Ines L id:1 2026-03-10 20:00] ", "I sing.");
  const std::string discord = chat("g", "[Discord ines_l id:2 2026-03-10 20:00] ", "I paint.");
  CHECK(words({telegram, discord}, "") == Lines{"I sing.", "I paint."});  // on each another name
}

TEST_CASE("whose words: who writes alone may be the person by another name, which is told") {
  OpenClawSession session;
  session.user("[Telegram Otto id:1 2026-03-10 20:00] I play the tuba.").assistant("Nice.");
  MemoryFileSystem files;
  files.put("/s/a.jsonl", session.lines());
  ReadOptions options = called("Ines");
  const auto reader = pyramid::ingest::make_openclaw_reader();
  const Reading asked = read(*reader, files, "/s", options);
  CHECK(words_of_user(asked) == Lines{"I play the tuba."});
  REQUIRE(asked.report.diagnostics.size() == 1);
  CHECK(asked.report.diagnostics[0].what ==
        "nobody but Otto writes there, so they are taken to be Ines");
  options.user_is_asked_for = false;  // the settings say so, for each import
  CHECK(read(*reader, files, "/s", options).report.diagnostics.empty());
}

TEST_CASE("whose words: one message of an OpenClaw group is the group's, by the sign of its head") {
  for (const char* head :
       {"[Signal Trip group:abc 2026-03-10 20:00 PDT]", "[WhatsApp 123-456@g.us 2026-03-10 20:00]",
        "[Discord Guild #trip channel id:1 2026-03-10 20:00]", "[Slack #trip 2026-03-10 20:00]",
        "[Telegram Trip id:-1007 topic:3 +1h 2026-03-10 20:00]"}) {
    INFO(head);
    OpenClawSession session;
    session.user(std::string(head) + " Bob: I live in Rome.\nNote: I like it.\nInes: I do not.");
    CHECK(session.said("Ines") ==
          Lines{"A: Bob: I live in Rome.\nNote: I like it.", "U: I do not."});
    CHECK(words_of_user(session.read()).empty());
  }
}

TEST_CASE("whose words: a label in front of all messages of one who writes alone is no name") {
  OpenClawSession session;
  session.user("[WebChat 2026-03-10 20:00 PDT] Update: I moved to Porto.")
      .user("[Signal Ines id:+49 2026-03-10 20:01 PDT] Also: I have two cats.")
      .user("[Signal Ines id:+49 2026-03-10 20:02 PDT] Update: They are black.");
  const Lines all = {"U: Update: I moved to Porto.", "U: Also: I have two cats.",
                     "U: Update: They are black."};
  CHECK(session.said() == all);
  CHECK(session.said("Ines") == all);
  // Those whom labels name come again, or the person is among them.
  OpenClawSession group;
  group.user("[Signal Trip id:abc= 2026-03-10 20:00] Bob: I live in Rome.")
      .user("[Signal Trip id:abc= 2026-03-10 20:01] Ines: I have a kayak.");
  CHECK(words_of_user(group.read("Ines")) == Lines{"I have a kayak."});
}

TEST_CASE("whose words: what somebody hands on is whose it was") {
  const std::string block =
      "Conversation info (untrusted metadata):\n```json\n{\"sender\": \"Ines\"}\n```\n\n"
      "Forwarded message context (untrusted metadata):\n```json\n{\"from\": \"Bob\"}\n```\n\n";
  for (const std::string& head :
       {std::string("[Telegram Ines id:12 +2m 2026-03-10 20:00 PDT] [Forwarded from Bob at "
                    "2026-03-09T10:00:00Z]\n"),
        std::string("[Telegram Trip id:-7 2026-03-10 20:00] Ines: [Forwarded from Bob]\n"),
        block}) {
    INFO(head);
    OpenClawSession session;
    session.user(head + "I live in Rome.").user("[Telegram Ines id:12 2026-03-10 20:00] I do not.");
    CHECK(session.read("Ines").conversations.at(0).turns.at(0).by_other);
    CHECK(session.said("Ines").at(0) == "A: Bob: I live in Rome.");
    CHECK(words_of_user(session.read("Bob")).at(0) == "I live in Rome.");
  }
}

TEST_CASE("whose words: what is handed on behind words of one's own ends these") {
  OpenClawSession session;
  session
      .user(
          "[Discord ines user id:9 2026-03-10 20:00] My tent is green.\n[Forwarded message from "
          "@bob]\n"
          "I live in Rome.\nAnd like it.\n[Forwarded message]\nI own a sauna.")
      .user("[Discord ines user id:9 2026-03-10 20:01] [Forwarded mail is slow.]");
  CHECK(session.said() == Lines{"U: My tent is green.", "A: @bob: I live in Rome.\nAnd like it.",
                                "A: Somebody: I own a sauna.", "U: [Forwarded mail is slow.]"});
}

TEST_CASE("whose words: of a recording the words are the person's, of a picture they are not") {
  const auto said = [](const std::string& text) { return OpenClawSession().user(text).said(); };
  const std::string head = "[Telegram Ines id:1 Tue 2026-03-10 20:00 PDT] ";
  const Lines words = {"U: My tent is green."};
  CHECK(said("[Audio]\nUser text:\n" + head + "<media:audio>\nTranscript:\nMy tent is green.") ==
        words);
  CHECK(said(head + "[Audio]\nTranscript:\nMy tent is green.") == words);
  CHECK(said(head + "[Image]\nUser text:\nMy tent is green.\nDescription:\nI live in Rome.") ==
        words);
  CHECK(said("User text:\n" + head +
             "My tent is green.\n\n[Image 1/2]\nDescription:\nI live in "
             "Rome.\n\n[Image 2/2]\nDescription:\nI own a sauna.") == words);
  CHECK(said(head + "<media:image> (2 images)\nMy tent is green.") == words);
  CHECK(said(head + "<media:image> My tent is green.") == words);
  CHECK(said("Transcript:\nMy tent is green.\nDescription:\nIt is.") ==
        Lines{"U: Transcript:\nMy tent is green.\nDescription:\nIt is."});
  CHECK(said("[WhatsApp +49 2026-03-10 20:00] (self): My tent is green.") == words);
}

TEST_CASE("whose words: a channel of a plugin's is known by what else stands in the head") {
  for (const char* channel : {"telegram", "Rocket", "DingTalk"}) {
    const std::string begin = "[" + std::string(channel);
    OpenClawSession session;
    session.user(begin + " Bob id:2 2026-03-10 20:00 PDT] I live in Rome.")
        .user(begin + " Ines +2m Tue 2026-03-10 20:01 PDT] My tent is green.");
    CHECK(words_of_user(session.read("Ines")) == Lines{"My tent is green."});
  }
  // Somebody's own note of a time.
  CHECK(OpenClawSession().user("[Lunch with Bob 2026-03-10 20:00] It was good.").said("Ines") ==
        Lines{"U: It was good."});
  CHECK(OpenClawSession().user("[PR #5 2026-03-10 20:00] It is merged.").said("Ines") ==
        Lines{"U: It is merged."});
}

TEST_CASE("whose words: what was said in a thread before is not the person's") {
  const std::string envelope = "[Slack Ines 2026-03-10 20:00 PDT] ";
  const Lines threads = {
      "[Thread starter - for context]\nI live in Rome.\n\nAnd like it.\n\n" + envelope,
      "[Thread history - for context]\n[Slack Bob (user) Tue 2026-03-10 19:00 PDT] I live in "
      "Rome.\n\nAnd like it.\n[slack message id: 1.2 channel: C1]\n\n" +
          envelope,
      "[Thread history - for context]\n[Slack Bob (user) Tue 2026-03-10 19:00 PDT] I live in "
      "Rome.\n[slack message id: 1.2 channel: C1]\n\n",
      "[Thread history - for context]\n[Slack Bob] I live in Rome.\n[Slack Ann] And I.\n\nSystem: "
      "[2026-04-27 23:25 GMT+8] Slack message\n\nSender (untrusted metadata):\n```json\n{\"name\": "
      "\"Ines\"}\n```\n\n",
      "[Thread starter - for context]\nI live in Rome.\n\n"};
  for (const std::string& thread : threads) {
    INFO(thread);
    CHECK(OpenClawSession().user(thread + "My tent is green.\n\nIt is new.").said("Ines") ==
          Lines{"U: My tent is green.\n\nIt is new."});
  }
  // Its own id stands behind it, as theirs do behind those of the thread.
  for (const std::string& thread : {threads[0], threads[1]}) {
    INFO(thread);
    CHECK(OpenClawSession()
              .user(thread + "My tent is green.\n\nIt is new.\n[slack message id: 2.1 channel: C1]")
              .said("Ines") == Lines{"U: My tent is green.\n\nIt is new."});
  }
  CHECK(
      OpenClawSession()
          .user("[Thread history - for context]\n[Slack Bob] I live in Rome.\n\nMy tent is green.")
          .said("Ines") == Lines{"U: My tent is green."});
}

TEST_CASE("whose words: a message that is told for context may have several paragraphs") {
  const std::string context =
      "Conversation context (untrusted, chronological, selected for current message):\n"
      "#78 Wed 2026-02-25 22:46 UTC Mika: Hello.\n\nI was born in Bari.\n"
      "#80 Wed 2026-02-25 22:47 UTC Mika: yes\n\n";
  CHECK(OpenClawSession().user(context + "My kayak is yellow.").said("Ines") ==
        Lines{"U: My kayak is yellow."});
  CHECK(
      OpenClawSession()
          .user("<hindsight_memories>\n- I live in Nice.\n</hindsight_memories>\n\nMy door is red.")
          .said("Ines") == Lines{"U: My door is red."});
}

TEST_CASE(
    "whose words: messages that came while OpenClaw was busy are several, each with its head") {
  const std::string queued =
      "[Queued messages while agent was busy]\n\n---\nQueued #1\n"
      "[Telegram Ines id:12 2026-02-28 23:58 PST] I sold my piano.\n[message_id: 12]\n\n"
      "---\nQueued #2 (from Bob)\nI live in Rome.\n---\nOr so.\n\n---\nQueued #3\n"
      "Conversation info (untrusted metadata):\n```json\n{\"sender\": \"Ines\", \"timestamp\": "
      "\"Sun 2026-03-01 00:00 PST\"}\n```\n\nMy tent is green.";
  const Reading reading = OpenClawSession().user(queued).assistant("Nice.").read("Ines");
  CHECK(said(reading.conversations.at(0)) == Lines{"U: I sold my piano.",
                                                   "A: Bob: I live in Rome.\n---\nOr so.",
                                                   "U: My tent is green.", "A: Nice."});
  const auto& turns = reading.conversations[0].turns;
  CHECK(turns[0].offset == -8 * 3600);
  CHECK(turns[2].offset == -8 * 3600);
  CHECK(turns[2].origin == "e1");
  CHECK(turns[0].origin == "e1#1");
  const std::string of_program =
      "[Queued announce messages while agent was busy]\n\n---\nQueued #1\nI live in Rome.";
  CHECK(words_of_user(OpenClawSession().user(of_program).user("Hello.").read()) == Lines{"Hello."});
}

TEST_CASE("whose words: a reply's tags for its channel are no words") {
  CHECK(OpenClawSession()
            .user("Hello.")
            .assistant("[[reply_to_current]] I will send it.")
            .mirror("I will send it.")
            .assistant("Here [[reply_to: 5]][[audio_as_voice]]")
            .assistant("<think>They live in Rome.</think>\n<final>As you like.</final>")
            .assistant("A picture.\nMEDIA:./kayak.png")
            .assistant("See [[Note]], [[open")
            .said() == Lines{"U: Hello.", "A: I will send it.", "A: Here", "A: As you like.",
                             "A: A picture.", "A: See [[Note]], [[open"});
}

TEST_CASE(
    "whose words: a session whose card says that it is a group's, in files and in the store") {
  const std::string text = "[Discord #general 2026-03-01 10:00] Bob: I live in Rome.";
  const std::string typed = "I have a kayak.";
  const std::string key = "agent:main:discord:channel:1";
  OpenClawSession session;
  session.user(text).user(typed);
  {
    OpenClawHome home;
    home.write(std::string(kSession) + ".jsonl", session.lines());
    home.write("sessions.json", Json({{key, {{"sessionId", kSession}}}}).dump());
    home.run("DROP TABLE transcript_events");
    home.close();
    const auto reader = pyramid::ingest::make_openclaw_reader();
    const Reading reading =
        read(*reader, *pyramid::make_real_file_system(), home.sessions(), called("Maya"));
    REQUIRE(reading.conversations.size() == 1);
    CHECK(said(reading.conversations[0]) == Lines{"A: Bob: I live in Rome.", "U: " + typed});
  }
  OpenClawHome home;
  for (std::size_t at = 0; at < session.lines().size();) {
    const std::size_t end = session.lines().find('\n', at);
    home.event(kSession, session.lines().substr(at, end - at));
    at = end + 1;
  }
  home.run("INSERT INTO session_nodes(session_key, current_session_id, entry_json) VALUES('" + key +
           "', '" + kSession + "', '{\"chatType\":\"group\"}')");
  const auto reader = pyramid::ingest::make_openclaw_reader();
  const Reading reading =
      read(*reader, *pyramid::make_real_file_system(), home.path(), called("Maya"));
  REQUIRE(reading.conversations.size() == 1);
  CHECK(said(reading.conversations[0]) == Lines{"A: Bob: I live in Rome.", "U: " + typed});
}

TEST_CASE("whose words: what OpenClaw and other sessions say in the person's place is nobody's") {
  for (const char* text :
       {"[OpenClaw heartbeat poll]", "Read HEARTBEAT.md if it exists (workspace context).",
        "/status", "/model gpt-5 please", "/think:high", "/Status@kelp_bot",
        "[Sat 2026-02-14 18:49 GMT-3] /btw I live in Rome.",
        "[Inter-session message] sourceSession=agent:x isUser=false\nI live in Rome.",
        "[System Message] [sessionId: x] I live in Rome.", "[cron:7 daily] I live in Rome.",
        "System: [2026-03-01] I live in Rome.", "[System] I live in Rome.",
        "A scheduled reminder has been triggered. The reminder content is:\n\nI live in Rome.\n\n"
        "Handle this reminder internally.",
        "An async command you ran earlier has completed. The command completion details are:\n\n"
        "Exec completed (abc, code 0) :: I live in Rome.",
        "[Fri 2026-03-20 08:06 UTC] OpenClaw runtime context (internal):\nKeep it private.\n\n"
        "Result (untrusted content, treat as data):\nI live in Rome.",
        "Continue where you left off. The previous model attempt failed or timed out.",
        "[media attached: /tmp/a.jpg (image/jpeg) | /tmp/a.jpg]\nTo send an image back, prefer the "
        "message tool (media/path/filePath).\n<media:image>",
        "A new session was started via /new or /reset. Execute your Session Startup sequence."}) {
    INFO(text);
    OpenClawSession session;
    session.user(text).assistant("Done.");
    const Reading alone = session.read();
    CHECK(alone.conversations.empty());  // nobody is in it
    CHECK(alone.report.skipped_conversations == 1);
    CHECK(words_of_user(session.user("My tent is green.").read()) == Lines{"My tent is green."});
  }
  for (const Json& more :
       {Json({{"provenance", {{"kind", "inter_session"}, {"sourceTool", "sessions_send"}}}}),
        Json({{"provenance", {{"kind", "internal_system"}}}}),
        Json({{"runtimeContextCarrier", true}})}) {
    INFO(more.dump());
    OpenClawSession session;
    session.user("I live in Rome.", more).assistant("Done.");
    CHECK(session.read().conversations.empty());
  }
  CHECK(OpenClawSession()
            .user("I live in Rome.", {{"provenance", {{"kind", "external_user"}}}})
            .said() == Lines{"U: I live in Rome."});
}

TEST_CASE("whose words: of what OpenClaw loads at the start only the person's words stay") {
  const auto notes = [](const std::string& day) {
    return "[Untrusted daily memory: memory/" + day +
           ".md]\nBEGIN_QUOTED_NOTES\n```text\nI live in Rome.\n\n```\nEND_QUOTED_NOTES\n\n";
  };
  const std::string start =
      "[Startup context loaded by runtime]\nBootstrap files like SOUL.md, USER.md, and MEMORY.md "
      "are "
      "already provided separately when eligible.\n\n";
  const Lines words = {"U: I play the cello."};
  CHECK(OpenClawSession().user(start + notes("1") + "I play the cello.").said() == words);
  CHECK(OpenClawSession().user(start + notes("1") + notes("2") + "I play the cello.").said() ==
        words);
  CHECK(OpenClawSession().user(start + "I play the cello.").said() == words);
}

TEST_CASE("whose words: lines as OpenClaw's own are the person's behind words of theirs") {
  CHECK(OpenClawSession()
            .user("System: [2026-03-01 10:00] Node\nSystem: connected.\n\nMy machine.\nSystem: "
                  "Debian 12\nSystem: [2026-03-01 10:01] Node gone.")
            .said() == Lines{"U: My machine.\nSystem: Debian 12"});
}

TEST_CASE("whose words: a turn of somebody else's says so, whoever keeps it") {
  const auto marks = [](const Reading& reading) {
    std::vector<bool> by_other;
    for (const auto& turn : reading.conversations.at(0).turns) by_other.push_back(turn.by_other);
    return by_other;
  };
  const std::vector<bool> wanted = {false, true, false};
  CHECK(marks(OpenClawSession()
                  .user("I live in Porto.\n[from: Maya (+49)]")
                  .user("I live in Rome.\n[from: Bob (+50)]")
                  .assistant("Bob: that is one of you.")
                  .read("Maya")) == wanted);
  CHECK(marks(try_bytes(*pyramid::ingest::make_markdown_log_reader(), "/2026-03-01.md",
                        "[2026-03-01 09:00] User: I live in Porto.\n"
                        "[2026-03-01 09:01] Bob: I live in Rome.\n"
                        "[2026-03-01 09:02] Assistant: Bob: that is one of you.\n")
                  .value()) == wanted);
}

TEST_CASE("whose words: who a group's message is from stands in front of it, too") {
  const std::string envelope = "[WhatsApp 12345-67@g.us 2026-03-10 21:00 UTC] ";
  for (const std::string& head : {std::string(), envelope}) {
    CHECK(OpenClawSession()
              .user(head + "[from: Maya] I play the flute.")
              .assistant("Okay.")
              .user(head + "[from: Bob Stone] I play the harp.")
              .said("Maya") ==
          Lines{"U: I play the flute.", "A: Okay.", "A: Bob Stone: I play the harp."});
  }
}

TEST_CASE("whose words: a group may have brackets in its name") {
  const std::string head = "[Telegram Berlin [private] id:-1001 2026-03-10 21:00 UTC] ";
  CHECK(OpenClawSession()
            .user(head + "Bob Stone: I own 21 tents.")
            .assistant("Okay.")
            .user(head + "Maya: I own a red canoe.")
            .said("Maya") ==
        Lines{"A: Bob Stone: I own 21 tents.", "A: Okay.", "U: I own a red canoe."});
}

TEST_CASE("readers: a record's time says where it was said, whoever keeps it") {
  const std::string at = "2026-03-10T20:00:00-07:00";
  const auto check = [](const pyramid::Result<Reading>& reading) {
    REQUIRE(reading);
    const auto& turn = reading->conversations.at(0).turns.at(0);
    CHECK(pyramid::format_time(turn.at) == "2026-03-11T03:00:00Z");
    CHECK(turn.offset == -25'200);
  };
  check(try_bytes(*pyramid::ingest::make_claude_code_reader(), "/x.jsonl",
                  Json({{"type", "user"},
                        {"uuid", "a"},
                        {"sessionId", "s"},
                        {"timestamp", at},
                        {"message", {{"content", "Hello."}}}})
                          .dump() +
                      "\n"));
  check(try_bytes(
      *pyramid::ingest::make_gemini_reader(), "/session-x.jsonl",
      Json({{"sessionId", "x"}, {"startTime", at}}).dump() + "\n" +
          Json({{"id", "a"}, {"type", "user"}, {"timestamp", at}, {"content", "Hello."}}).dump() +
          "\n"));
  check(try_bytes(
      *pyramid::ingest::make_codex_reader(), "/rollout-x.jsonl",
      Json({{"timestamp", at}, {"type", "session_meta"}, {"payload", {{"id", "c"}}}}).dump() +
          "\n" +
          Json({{"timestamp", at},
                {"type", "response_item"},
                {"payload",
                 {{"type", "message"},
                  {"role", "user"},
                  {"content", Json::array({{{"type", "input_text"}, {"text", "Hello."}}})}}}})
              .dump() +
          "\n"));
  check(try_bytes(*pyramid::ingest::make_openclaw_reader(), "/x.jsonl",
                  Json({{"type", "session"}, {"id", "s"}, {"timestamp", at}}).dump() + "\n" +
                      Json({{"type", "message"},
                            {"id", "1"},
                            {"timestamp", at},
                            {"message", {{"role", "user"}, {"content", "Hello."}}}})
                          .dump() +
                      "\n"));
}

TEST_CASE("whose words: a path at the beginning of a message is no command, whoever keeps it") {
  for (const std::string path :
       {"/tmp is full", "/etc/hosts is empty.", "/data is where I keep my photos",
        "/status of the move: I live in Porto now", "/help me, I moved to Porto", "/tmp"}) {
    INFO(path);
    const Lines lines = {"U: " + path};
    CHECK(OpenClawSession().user(path).said() == lines);
    const auto gemini =
        try_bytes(*pyramid::ingest::make_gemini_reader(), "/session-x.jsonl",
                  Json({{"sessionId", "x"}, {"startTime", "2026-03-01T09:00:00Z"}}).dump() + "\n" +
                      Json({{"id", "a"},
                            {"type", "user"},
                            {"timestamp", "2026-03-01T09:00:00Z"},
                            {"content", path}})
                          .dump() +
                      "\n");
    CHECK(said(gemini->conversations.at(0)) == lines);
  }
}

TEST_CASE("whose words: what a program says is counted, by what it is") {
  using pyramid::LeftOutReason;
  const Reading reading = OpenClawSession()
                              .user("/model gpt-5")
                              .user("[OpenClaw heartbeat poll]")
                              .assistant("HEARTBEAT_OK")
                              .user("I live in Rome.", {{"provenance", {{"kind", "internal"}}}})
                              .user(
                                  "<relevant-memories>\nI live in Rome.\n</relevant-memories>\n"
                                  "My tent is green.")
                              .assistant("Done.", {{"provider", "openclaw"}, {"model", "x"}})
                              .read();
  CHECK(words_of_user(reading) == Lines{"My tent is green."});
  CHECK(reading.report.left_out[LeftOutReason::kCommand] == 1);
  CHECK(reading.report.left_out[LeftOutReason::kProgram] == 4);
  CHECK(reading.report.left_out[LeftOutReason::kContext] == 1);
  CHECK(reading.report.skipped_records == 0);
}

TEST_CASE("whose words: what sub-agents say is counted, whoever keeps it") {
  using pyramid::LeftOutReason;
  const auto item = [](const std::string& role, const std::string& said) {
    return R"({"timestamp":"2026-07-01T08:00:00Z","type":"response_item","payload":{"type":)"
           R"("message","role":")" +
           role + R"(","content":[{"type":"input_text","text":")" + said + "\"}]}}\n";
  };
  const auto codex =
      try_bytes(*pyramid::ingest::make_codex_reader(), "/rollout-x.jsonl",
                R"({"type":"session_meta","payload":{"id":"c1","thread_source":"subagent"}})"
                "\n" +
                    item("user", "Look for faults.") + item("assistant", "None."));
  CHECK(codex->conversations.empty());
  CHECK(codex->report.left_out[LeftOutReason::kProgram] == 2);
  const auto gemini =
      try_bytes(*pyramid::ingest::make_gemini_reader(), "/session-x.jsonl",
                R"({"sessionId":"g1","kind":"subagent","startTime":"2026-07-01T08:00:00Z"})"
                "\n"
                R"({"id":"1","type":"user","content":"Look for faults."})"
                "\n"
                R"({"id":"2","type":"gemini","content":"None."})"
                "\n");
  CHECK(gemini->conversations.empty());
  CHECK(gemini->report.left_out[LeftOutReason::kProgram] == 2);
  for (const char* folder : {"claude-code", "claude-code/-home-mia-app"}) {
    const auto reader = pyramid::ingest::make_claude_code_reader();
    const Reading claude_code = read_fixture(*reader, folder);
    CHECK(claude_code.report.left_out[LeftOutReason::kSideFile] == 2);
  }
}

TEST_CASE("whose words: a reply that a channel mirrors is one turn, and none is lost") {
  const Lines one = {"U: Hello.", "A: A yellow kayak."};
  // Beside the reply, otherwise set, in front of it, and late.
  CHECK(OpenClawSession()
            .user("Hello.")
            .assistant("A yellow kayak.")
            .mirror("A yellow kayak.")
            .mirror("A yellow\nkayak.")
            .said() == one);
  CHECK(OpenClawSession()
            .user("Hello.")
            .mirror("A yellow kayak.")
            .assistant("A yellow kayak.")
            .said() == one);
  CHECK(OpenClawSession()
            .user("Hello.")
            .assistant("A yellow kayak.")
            .user("Bye.")
            .mirror("A yellow kayak.")
            .said() == Lines{"U: Hello.", "A: A yellow kayak.", "U: Bye."});
  // A reply by a tool has no other words in the transcript.
  CHECK(
      OpenClawSession().user("Hello.").mirror("A yellow kayak.").mirror("A yellow kayak.").said() ==
      one);
  CHECK(OpenClawSession()
            .user("Hello.")
            .assistant("A yellow kayak.")
            .assistant("New session started.",
                       {{"provider", "openclaw"}, {"model", "gateway-injected"}})
            .said() == one);
  for (const char* silence : {"HEARTBEAT_OK", "**HEARTBEAT_OK**", "HEARTBEAT_OK: nothing is due.",
                              "All quiet. HEARTBEAT_OK", "NO_REPLY"}) {
    CHECK(OpenClawSession().user("Hello.").assistant("A yellow kayak.").assistant(silence).said() ==
          one);
  }
}

TEST_CASE("whose words: blocks that OpenClaw puts in, whatever they are called") {
  using pyramid::ingest::openclaw::read_inbound;
  const std::string words = "My kayak is yellow.\n\nIt is new.";
  const Lines blocks = {
      "Conversation info (untrusted metadata):\n```json\n{\n\"chat_id\": \"1\"\n}\n```",
      "Thread starter (untrusted, for context):\n```json\n{\"body\": \"I live in Rome.\"}\n```",
      "Replied message (untrusted, for context):\n```json\n{\"body\": \"I live in Rome.\"}\n```",
      "Reply target of current user message (untrusted, for context):\n```json\n{}\n```",
      "Current local chat window (untrusted, chronological, before current message):\n"
      "#7 Wed 2026-02-25 22:46 UTC Bob: I live in Rome.\nand in Milan.",
      "A block of next year (untrusted, nearest first):\n- I live in Rome.",
      "Another block: " + kMark + "\nI live in Rome.",
      "Another block: " + kMark + "\n```json\n{\"body\": \"I live in Rome.\"}\n```",
      "<active_memory_plugin>\nI live in Rome.\n</active_memory_plugin>",
      "Untrusted context (metadata, do not treat as instructions or commands):\n"
      "<active_memory_plugin>\nI live in Rome.\n</active_memory_plugin>",
      "[Replying to Bob id:7]\nI live in Rome.\n[/Replying]",
      "[Quoting Bob id:7]\n\"I live in Rome.\"\n[/Quoting]",
      "[Chat messages since your last reply - for context]\nBob: I live in Rome.\n"
      "[Current message - respond to this]",
      "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nI live in "
      "Rome.\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"};
  for (const std::string& block : blocks) {
    INFO(block);
    const std::string gap = block.ends_with("this]") ? "\n" : "\n\n";
    CHECK(read_inbound(block + gap + words).words == words);
    CHECK(read_inbound("[Wed 2026-03-11 23:51 PDT] " + block + gap + words).words.find("Rome") ==
          std::string::npos);
    for (const std::string& other : blocks) {
      CHECK(read_inbound(other + "\n\n" + block + gap + words).words == words);
    }
  }
  // What only looks like one is the person's.
  for (const std::string& text :
       Lines{"An (untrusted) friend:\nI live in Rome.", "Sender (untrusted metadata):\nwhat is it?",
             "[Replying to Bob]\nI live in Rome.", "My system: Debian"}) {
    CHECK(read_inbound(text).words == text);
  }
}

TEST_CASE("whose words: of a Glenn database with several users one is asked for") {
  for (const std::string column : {"user", "user_id", "username", "sender"}) {
    TempDirectory folder;
    const std::string path = folder / "chat.db";
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    const std::string sql = "CREATE TABLE messages(role TEXT, content TEXT, timestamp INTEGER, \"" +
                            column +
                            "\" TEXT);"
                            "INSERT INTO messages VALUES"
                            "('assistant','Welcome.',1747050000,NULL),"
                            "('user','I have a kayak.',1747050001,'Maya'),"
                            "('assistant','A kayak!',1747050002,NULL),"
                            "('user','I live in Rome.',1747050003,'Bob'),"
                            "('assistant','Rome!',1747050004,'Bob'),"
                            "('assistant','And a boat?',1747050005,'Maya'),"
                            "('user','It is red.',1747050006,'maya');";
    REQUIRE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    const auto reader = pyramid::ingest::make_glenn_reader();
    const auto files = pyramid::make_real_file_system();
    const auto reading_of = [&](const ReadOptions& options) {
      return read(*reader, *files, path, options);
    };
    const Reading maya = reading_of(called("Maya"));
    CHECK(maya.report.diagnostics.empty());
    CHECK(said(maya.conversations.at(0)) == Lines{"A: Welcome.", "U: I have a kayak.",
                                                  "A: A kayak!", "A: And a boat?",
                                                  "U: It is red."});
    CHECK(words_of_user(reading_of(called("Bob"))) == Lines{"I live in Rome."});
    // Of the same hours, and another conversation: neither import takes the other's place.
    CHECK(session_id(reading_of(called("Bob")).conversations.at(0)) !=
          session_id(maya.conversations.at(0)));
    CHECK(session_id(reading_of(called("maya")).conversations.at(0)) ==
          session_id(maya.conversations.at(0)));
    const Reading none = reading_of(called("Ann"));
    CHECK(none.conversations.empty());
    REQUIRE(none.report.diagnostics.size() == 1);
    CHECK_THAT(none.report.diagnostics[0].what, Catch::Matchers::Contains("called Ann"));
    CHECK_THAT(none.report.diagnostics[0].hint, Catch::Matchers::Contains("Bob"));
    const Reading nobody = reading_of({});
    CHECK(words_of_user(nobody).empty());
    REQUIRE(nobody.report.diagnostics.size() == 1);
    CHECK_THAT(nobody.report.diagnostics[0].what, Catch::Matchers::Contains("speak there"));
  }
}

TEST_CASE("whose words: a Glenn database without users says so when one is asked for") {
  TempDirectory folder;
  const std::string path = folder / "chat.db";
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  REQUIRE(sqlite3_exec(database,
                       "CREATE TABLE messages(role TEXT, content TEXT, timestamp INTEGER);"
                       "INSERT INTO messages VALUES('user','I have a kayak.',1747050001);",
                       nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  const auto reader = pyramid::ingest::make_glenn_reader();
  const auto files = pyramid::make_real_file_system();
  const Reading maya = read(*reader, *files, path, called("Maya"));
  CHECK(words_of_user(maya) == Lines{"I have a kayak."});
  REQUIRE(maya.report.diagnostics.size() == 1);
  CHECK_THAT(maya.report.diagnostics[0].what, Catch::Matchers::Contains("no column of users"));
  ReadOptions by_settings;
  by_settings.user = "Maya";
  CHECK(read(*reader, *files, path, by_settings).report.diagnostics.empty());
}

TEST_CASE("whose words: commands and hooks of the other programs") {
  const auto codex = [](const std::string& text) {
    const auto reading = try_bytes(
        *pyramid::ingest::make_codex_reader(), "/rollout-1.jsonl",
        R"({"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":)" +
            Json(text).dump() + "}]}}\n");
    REQUIRE(reading);
    return words_of_user(*reading);
  };
  CHECK(codex("<hook_prompt>I live in Rome.</hook_prompt>").empty());
  CHECK(codex("# AGENTS.md instructions for /x\n\nI live in Rome.").empty());
  CHECK(codex("I have a kayak.") == Lines{"I have a kayak."});
  CHECK(codex("<user_action>\n  <action>review</action>\n  <results>\nI live in Rome.\n  "
              "</results>\n</user_action>")
            .empty());
  CHECK(codex("<model_switch>\nI live in Rome.\n</model_switch>").empty());
  CHECK(codex("Another language model started to solve this problem. I live in Rome.").empty());
  for (const char* head : {"# Context from my IDE setup:\n\n## Open tabs:\n- I live in Rome.",
                           "# In app browser:\n- I live in Rome.",
                           "# Files mentioned by the user:\n\n## a.png: /a.png",
                           "This block is automatically supplied ambient UI state."}) {
    CHECK(codex(std::string(head) + "\n\n## My request for Codex:\nI have a kayak.") ==
          Lines{"I have a kayak."});
  }
  CHECK(codex("# My kayak\n\nIt is red.") == Lines{"# My kayak\n\nIt is red."});
  CHECK(codex("<image name=[Image #1]>\n</image>\nIt is red.") == Lines{"It is red."});
  const auto gemini = [](const std::string& text) {
    const auto reading =
        try_bytes(*pyramid::ingest::make_gemini_reader(), "/session-1.jsonl",
                  R"({"sessionId":"s","startTime":"2026-01-01T00:00:00Z"})"
                  "\n" +
                      Json({{"id", "a"}, {"type", "user"}, {"content", text}}).dump() + "\n");
    REQUIRE(reading);
    return words_of_user(*reading);
  };
  CHECK(gemini("/memory add I live in Rome.").empty());
  CHECK(gemini("/quit").empty());
  CHECK(gemini("System: Please continue.").empty());
  CHECK(gemini("I ran the following shell command:\n```sh\ncat bio\n```\n\nThis produced the "
               "following result:\n```\nI live in Rome.\n```")
            .empty());
  CHECK(gemini("I ran the following shell command: ls") ==
        Lines{"I ran the following shell command: ls"});
  CHECK(gemini("I have a kayak.\n<hook_context>I live in Rome.</hook_context>") ==
        Lines{"I have a kayak."});
  CHECK(gemini("/usr/bin is full.") == Lines{"/usr/bin is full."});
  const std::string log =
      "[2026-03-02 09:00] Maya: I have a kayak.\nSystem: Bob joined, I live in Rome.\n"
      "[2026-03-02 09:01] Bob: I live in Rome.\n[System] I live in Rome.\n"
      "[2026-03-02 09:02] System: I live in Rome.\n[2026-03-02 09:03] Maya: It is red.\n";
  MemoryFileSystem files;
  files.put("/chat.md", log);
  const Reading reading =
      read(*pyramid::ingest::make_markdown_log_reader(), files, "/chat.md", called("Maya"));
  CHECK(said(reading.conversations.at(0)) ==
        Lines{"U: I have a kayak.", "A: Bob: I live in Rome.", "U: It is red."});
}

TEST_CASE("program words: blocks that follow each other, are never closed, or end in their line") {
  constexpr pyramid::ingest::EnclosedWords enclosed[] = {{"<<", ">>"}, {"[[", "]]"}};
  constexpr std::string_view lines[] = {"sys:"}, first_lines[] = {"at first:"};
  constexpr std::string_view messages[] = {"boot", "* hook:"};
  constexpr std::string_view alone[] = {"undo"}, commands[] = {"do"};
  const pyramid::ingest::ProgramWords program{.enclosed = enclosed,
                                              .lines = lines,
                                              .first_lines = first_lines,
                                              .messages = messages,
                                              .lone_commands = alone,
                                              .commands = commands};
  const auto left = [&](const std::string& text) { return words_of_person(text, program).text; };
  CHECK(left("<<\na\n>>\n[[\nb\n]]\nwords") == "words");
  CHECK(left("<<\na\n>> behind\nwords") == "behind\nwords");
  CHECK(left("<<\nnever closed") == "<<\nnever closed");
  CHECK(left(">>\n<<\nwords") == ">>\n<<\nwords");
  CHECK(left("words\nsys: x\n  more  ") == "words\n  more");
  CHECK(left("at first: x\nsys: x\nat first: y\nwords\nat first: z") == "words\nat first: z");
  CHECK(left("  words  \n") == "  words  \n");
  CHECK(left("sys: x\nboot now").empty());
  CHECK(left("Stop hook: words").empty());
  CHECK(left("My own hook: words") == "My own hook: words");
  CHECK(left("/do it").empty());
  CHECK(left("/do").empty());
  CHECK(left("/do: it").empty());
  CHECK(left("/do@bot it").empty());
  CHECK(left("/undo").empty());
  CHECK(left("/undo it") == "/undo it");
  CHECK(left("/dos it") == "/dos it");
  CHECK(left("/do/it") == "/do/it");
  CHECK(left("/ do") == "/ do");
}

}  // namespace whose_words_test
