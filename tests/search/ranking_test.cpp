#include "tests/search/library.hpp"

#include <span>
#include <string_view>

namespace pyramid::ranking_test {
namespace {

using test::Library;

std::string session(const std::string& day, const std::vector<std::string>& turns,
                    const std::string& user = {}) {
  static int made = 0;
  format::Conversation conversation;
  conversation.source = "test";
  conversation.origin = std::to_string(++made);
  conversation.title = "Talk";
  conversation.user = user;
  conversation.start = *parse_time(day);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    format::Turn& turn = conversation.turns.emplace_back();
    turn.speaker = i % 2 == 0 ? format::Speaker::kUser : format::Speaker::kAssistant;
    turn.at = conversation.start;
    turn.text = turns[i];
  }
  return format::write_session(conversation, 0);
}

// Two directions: what speaks of music, and everything else.
class Musical final : public engine::Embedder {
 public:
  [[nodiscard]] std::string name() const override { return "minilm-test"; }
  [[nodiscard]] std::size_t dims() const override { return 2; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::vector<float> vectors;
    for (const std::string_view text : texts) {
      read.emplace_back(text);
      const bool music = text.find("music") != std::string_view::npos ||
                         text.find("cello") != std::string_view::npos;
      vectors.insert(vectors.end(), {music ? 1.0F : 0.0F, music ? 0.0F : 1.0F});
    }
    return vectors;
  }

  std::vector<std::string> read;
};

}  // namespace

TEST_CASE("search: an answer that shares no word with its question is found beside it") {
  Library library;
  library.write("sessions/a.md", session("2026-05-01", {"Which instrument does your boy practise?",
                                                        "Cello, since he was six."}));
  library.write("sessions/b.md", session("2026-05-02", {"The tram was late.", "It often is."}));
  const auto hits = library.ask("what instrument does the boy practise").value();
  REQUIRE(hits.size() >= 2);
  CHECK(hits[0].chunk.path == "sessions/a.md");
  CHECK(hits[1].chunk.path == "sessions/a.md");
  CHECK(hits[1].neighbours > hits[1].keyword);
}

TEST_CASE("search: an observation stands where the turn stands that it was taken from") {
  Library library;
  library.write("sessions/a.md", session("2026-05-01", {"What does your boy play?", "Ben: Cello.",
                                                        "The whole orchestra came."}));
  library.write("observations/o.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\n"
                "at: 2026-05-01T10:00:00Z\nmodel: user\n---\nThe boy plays the cello.\n\n"
                "From [a](../sessions/a.md#^t2)\n");
  const auto hits = library.ask("does the boy play in an orchestra").value();
  const auto observed = std::find_if(hits.begin(), hits.end(), [](const search::Hit& hit) {
    return hit.chunk.kind == format::Kind::kObservation;
  });
  REQUIRE(observed != hits.end());
  const auto turn = std::find_if(hits.begin(), hits.end(), [&](const search::Hit& hit) {
    return hit.chunk.row == observed->turn;
  });
  REQUIRE(turn != hits.end());
  CHECK(observed->neighbours == turn->neighbours);
  CHECK(observed->file == turn->file);
}

TEST_CASE("search: a turn and what was taken from it take one place") {
  Library library;
  library.write("sessions/a.md", session("2026-05-01", {"I moved to Braga on 2 May 2026.",
                                                        "The Porto flat is let to Ana."}));
  library.write("observations/o.md",
                "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\nkind: observation\n"
                "at: 2026-05-01T10:00:00Z\nmodel: user\n---\nUser moved to Braga on 2 May 2026.\n\n"
                "From [a](../sessions/a.md#^t1)\n");
  const auto hits = library.ask("moved to Braga").value();
  REQUIRE_FALSE(hits.empty());
  CHECK(hits[0].also.size() == 1);
}

TEST_CASE("search: a turn that tells one thing more than a fact taken from it keeps its place") {
  Library library;
  library.write("sessions/a.md", session("2026-05-01", {"I am allergic to penicillin tablets from "
                                                        "Bayer. I am not allergic to ibuprofen "
                                                        "tablets from Bayer."}));
  const auto taken = [&](const char* name, const char* text, int id) {
    library.write(std::string("observations/") + name + ".md",
                  "---\nid: 01KQ000000000000000000000" + std::to_string(id) +
                      "\nkind: observation\nat: 2026-05-01T10:00:00Z\nmodel: user\n---\n" + text +
                      "\n\nFrom [a](../sessions/a.md#^t1)\n");
  };
  taken("ibuprofen", "User is not allergic to ibuprofen tablets from Bayer.", 1);
  taken("penicillin", "User is allergic to penicillin tablets from Bayer.", 2);
  const auto hits = library.ask("am I allergic to ibuprofen").value();
  std::string shown;
  for (const search::Hit& hit : hits) shown += hit.snippet + "\n";
  CHECK(shown.find("allergic to penicillin") != std::string::npos);
  CHECK(shown.find("not allergic to ibuprofen") != std::string::npos);
}

TEST_CASE("search: a turn that tells nothing but what is superseded is superseded") {
  Library library;
  library.write("sessions/a.md",
                session("2026-01-10", {"My favourite colour is blue. And yours?"}));
  library.write("sessions/b.md",
                session("2026-01-11", {"My favourite colour is blue. I have a cat called Tom."}));
  const auto taken = [&](const char* from, int id) {
    library.write(
        "observations/" + std::string(from) + ".md",
        "---\nid: 01KQ000000000000000000000" + std::to_string(id) +
            "\nkind: observation\nstatus: superseded\nat: 2026-01-10T10:00:00Z\n"
            "model: user\n---\nUser's favourite colour is blue.\n\nFrom [it](../sessions/" +
            from + ".md#^t1)\n");
  };
  taken("a", 1);
  taken("b", 2);
  const auto hits = library.ask("favourite colour").value();
  for (const search::Hit& hit : hits) {
    if (hit.chunk.path == "sessions/a.md") CHECK(hit.chunk.status == "superseded");
    if (hit.chunk.path != "sessions/b.md") continue;
    CHECK(hit.chunk.status.empty());
    CHECK(hit.outdated == std::vector<std::string>{"User's favourite colour is blue."});
  }
  CHECK(hits.size() >= 2);
}

TEST_CASE("search: one part number is not near to another") {
  Library library;
  for (int i = 0; i < 30; ++i) {
    library.write("memory/" + std::to_string(i) + ".md",
                  "The spare valve is KX" + std::to_string(56900 + 7 * i) + "B, in box 4.\n");
  }
  CHECK(library.paths("KX56921B")[0] == "memory/3.md");
}

TEST_CASE("search: the turns of whom the query names come first") {
  Library library;
  library.write(
      "sessions/a.md",
      session("2026-05-01", {"I dance every evening.", "Ben: I dance every morning."}, "Ana"));
  const auto of_ana = library.ask("when does Ana dance").value();
  REQUIRE_FALSE(of_ana.empty());
  CHECK(of_ana[0].chunk.speaker == "Ana");
  CHECK(of_ana[0].speaker == 1);
  const auto of_ben = library.ask("When is Ben's time to dance?").value();
  CHECK(of_ben[0].chunk.speaker == "Ben");
  for (const search::Hit& hit : library.ask("do Ana and Ben dance").value()) {
    CHECK(hit.speaker == 0);
  }
}

TEST_CASE("search: a date in the query lifts what is of that time, and hides nothing") {
  Library library;
  library.observe("a", "2025-03-10", "User bought a lamp.");
  library.observe("b", "2026-02-10", "User bought a chair.");
  const auto hits = library.ask("what was bought in March 2025").value();
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].chunk.path == "observations/a.md");
  CHECK(hits[0].date == 1);
  CHECK(hits[1].date < 0.01);
}

TEST_CASE("search: what is of the time asked for comes before what is newer") {
  Library library;
  library.query.time_weight = 0.3;
  library.observe("a", "2025-07-10", "User walked along the coast.");
  library.observe("b", "2026-05-10", "User must hire somebody before the summer.");
  const auto hits = library.ask("What did I do last summer?").value();
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].chunk.path == "observations/a.md");
  CHECK(hits[0].keyword > 0);  // "july 2025"
  CHECK(hits[0].recency == 1);
  CHECK(hits[1].recency < 0.01);
}

TEST_CASE("search: a word near to one of the query's counts where the word itself is missing") {
  Library library;
  library.observe("a", "2026-05-01", "User's father mends clocks.");
  library.observe("b", "2026-05-01", "User's teacher mends clocks.");
  const auto hits = library.ask("dad").value();
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].chunk.path == "observations/a.md");
  CHECK(hits[0].near > hits[1].near);
  CHECK(library.ask("father").value()[0].near == 0);  // it has the word: that is no second proof
  library.query.vector_weight = 0;
  CHECK(library.ask("clocks").value()[0].near == 0);
}

TEST_CASE("search: what all candidates say does not bring them nearer to a question") {
  Library library;
  for (const char* what : {"a lamp", "a chair", "some bread", "two tickets"}) {
    library.observe(std::string("n") + what[2], "2026-05-01",
                    std::string("User told the assistant that they had bought ") + what + ".");
  }
  const auto hits = library.ask("furniture").value();
  REQUIRE(hits.size() == 4);
  CHECK(hits[0].snippet.find("chair") != std::string::npos);
  CHECK(hits[3].vector == 0);
}

TEST_CASE("search: a question for a time wants a time told, and no other question") {
  Library library;
  library.write("sessions/a.md",
                session("2026-05-01", {"Who watered the ferns?", "I watered the ferns last Friday.",
                                       "I like the ferns.", "So do I."}));
  const auto hits = library.ask("When were the ferns watered?").value();
  REQUIRE(hits.size() == 4);
  CHECK(hits[0].time == 1);
  CHECK(hits[0].asking == 0);
  CHECK(hits[0].snippet.find("Friday") != std::string::npos);
  for (const search::Hit& hit : library.ask("Who watered the ferns?").value()) {
    CHECK(hit.time == 0);
    if (hit.snippet.find("Who") != std::string::npos) CHECK(hit.asking == 1);
  }
}

TEST_CASE("search: a stray word alone is no full match") {
  Library library;
  library.observe("a", "2026-05-01", "User does not drink coffee after noon.");
  library.observe("b", "2026-05-01", "The market opens at noon.");
  const auto hits = library.ask("caffeine espresso jitters bedtime noon").value();
  REQUIRE_FALSE(hits.empty());
  for (const search::Hit& hit : hits) CHECK(hit.keyword < 0.5);
}

TEST_CASE("search: the whole conversation counts for its turns") {
  Library library;
  library.write("sessions/a.md",
                session("2026-05-01", {"We spoke of the harbour.", "And of the ferry prices.",
                                       "The ticket was dear.", "Yes."}));
  library.write("sessions/b.md", session("2026-05-01", {"Another ticket got lost.", "A pity."}));
  const auto hits = library.ask("harbour ferry ticket").value();
  const auto of = [&](const char* path) {
    return *std::find_if(hits.begin(), hits.end(),
                         [&](const search::Hit& hit) { return hit.chunk.path == path; });
  };
  CHECK(of("sessions/a.md").file > of("sessions/b.md").file);
}

TEST_CASE("search: a turn counts with two on either side of it") {
  Library library;
  library.write("sessions/a.md",
                session("2026-05-01", {"The ferry was late.", "Yes.", "We had lunch.", "Again.",
                                       "The harbour was full."}));
  library.write("sessions/b.md",
                session("2026-05-01", {"A ferry left.", "Sure.", "Lunch was good.", "So it was."}));
  library.write("memory/c.md", "Lunch by the harbour.\n");
  const auto hits = library.ask("lunch ferry harbour").value();
  const auto lunch = [&](const char* path) {
    const auto found = std::find_if(hits.begin(), hits.end(), [&](const search::Hit& hit) {
      return hit.chunk.path == path && hit.snippet.find("unch") != std::string::npos;
    });
    REQUIRE(found != hits.end());
    return *found;
  };
  CHECK(lunch("sessions/a.md").passage > lunch("sessions/b.md").passage);
  CHECK(lunch("sessions/b.md").passage > 0);
  CHECK(lunch("memory/c.md").passage == lunch("memory/c.md").neighbours);  // it stands alone
}

TEST_CASE("search: a limit cuts the list and changes nothing above") {
  Library library;
  for (int i = 0; i < 30; ++i) {
    library.observe("n" + std::to_string(i), "2026-05-01",
                    "User saw " + std::to_string(i) + " herons at the river.");
  }
  library.query.limit = 30;
  const auto all = library.ask("herons by the river").value();
  library.query.limit = 3;
  const auto few = library.ask("herons by the river").value();
  REQUIRE(few.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(few[i].chunk.path == all[i].chunk.path);
    CHECK(few[i].score == all[i].score);
  }
}

TEST_CASE("search: ranks may be fused instead of scores, and low scores left out") {
  Library library;
  library.observe("a", "2026-05-01", "The boiler was serviced by Kim.");
  library.observe("b", "2026-05-01", "User planted tomatoes.");
  library.query.fusion = search::Fusion::kRanks;
  const auto hits = library.ask("who serviced the boiler").value();
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].chunk.path == "observations/a.md");
  library.query.min_score = hits[1].score + 0.001;
  CHECK(library.ask("who serviced the boiler").value().size() == 1);
  library.query.min_score = 2;
  CHECK(library.ask("boiler").error().kind == ErrorKind::kUsage);
}

TEST_CASE("search: what says the same in other words is listed with the better hit") {
  Library library;
  library.observe("a", "2026-05-01", "User moved to Austin.");
  library.observe("b", "2026-05-01", "The user moved to Austin!");
  library.observe("c", "2026-05-01", "User did not move to Austin.");
  const auto hits = library.ask("moved to Austin").value();
  REQUIRE(hits.size() == 2);
  REQUIRE(hits[0].also.size() == 1);
  CHECK(hits[0].also[0].path != hits[0].chunk.path);
}

TEST_CASE("search: a reranker lifts what it finds near, and says how near that is") {
  Library library;
  library.observe("a", "2026-05-01", "The boy asked about music lessons at the market.");
  library.observe("b", "2026-05-02", "The boy practises the cello.");
  library.write("memory/c.md", "# Boats\n\nThe boy rows on the lake.\n");
  const auto before = library.ask("boy music").value();
  REQUIRE(before.size() == 3);
  for (const search::Hit& hit : before) CHECK_FALSE(hit.reranked.has_value());
  const auto of = [](const std::vector<search::Hit>& hits, const char* path) {
    return *std::find_if(hits.begin(), hits.end(),
                         [&](const search::Hit& hit) { return hit.chunk.path == path; });
  };

  Musical musical;
  library.query.reranker = &musical;
  const auto hits = library.ask("boy music").value();
  REQUIRE(hits.size() == 3);
  CHECK(of(hits, "observations/a.md").reranked == 1);
  CHECK(of(hits, "observations/b.md").reranked == 1);
  CHECK(of(hits, "memory/c.md").reranked == 0);
  CHECK(hits[2].chunk.path == "memory/c.md");
  CHECK(of(hits, "observations/b.md").relevance > of(before, "observations/b.md").relevance);
  for (const search::Hit& hit : hits) CHECK(hit.relevance <= 1);
  // The question, then each piece with its date and headings.
  REQUIRE(musical.read.size() == 4);
  CHECK(musical.read[0] == "boy music");
  std::sort(musical.read.begin(), musical.read.end());
  CHECK(musical.read[0].starts_with("1 May 2026"));
  CHECK(musical.read[2].starts_with("Boats"));

  library.query.weights.rerank = 0;
  CHECK(library.paths("boy music")[0] == before[0].chunk.path);
}

TEST_CASE("search: a reranker looks at the best hits alone") {
  Library library;
  for (int i = 0; i < 70; ++i) {
    library.observe("n" + std::to_string(i), "2026-05-01",
                    "User saw " + std::to_string(i) + " herons at the river.");
  }
  library.query.limit = 70;
  const auto before = library.paths("herons by the river");
  Musical musical;
  library.query.reranker = &musical;
  const auto hits = library.ask("herons by the river").value();
  REQUIRE(hits.size() == 70);
  CHECK(musical.read.size() == 51);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    CHECK(hits[i].reranked.has_value() == (i < 50));
    CHECK(hits[i].chunk.path == before[i]);  // all of them are equally near
  }
}

TEST_CASE("search: an unknown weight is refused with the names there are") {
  search::Weights weights;
  CHECK(search::set_weight(weights, "date", 0));
  CHECK(weights.date == 0);
  CHECK(search::set_weight(weights, "date", -1).error().kind == ErrorKind::kUsage);
  CHECK(search::set_weight(weights, "dates", 1).error().hint.find("speaker") != std::string::npos);
}

TEST_CASE("search: a query of any bytes and any length gives hits or one clear refusal") {
  Library library;
  library.observe("a", "2026-05-01", "The boiler was serviced by Kim.");
  library.observe("b", "2026-05-01", "Der Kessel wurde gewartet, meint Jürgen.");
  CHECK(library.paths("wer meint, der Kessel wurde gewartet?").front() == "observations/b.md");
  CHECK(library.paths(std::string("boiler\0kim", 10)).front() == "observations/a.md");
  std::string page = "boiler ";
  while (page.size() < 100'000) page += "word" + std::to_string(page.size()) + " \" OR * ) ";
  CHECK(library.ask(page));
  CHECK(library.ask(std::string(100'000, 'x')));
  CHECK(library.ask("ボイラー 锅炉 غلاية"));
  for (const std::string& text :
       {std::string("🔥🔥"), std::string(3, '\0'), std::string(100'000, '"')}) {
    const auto hits = library.ask(text);
    if (!hits) CHECK(hits.error().kind == ErrorKind::kUsage);
  }
}

TEST_CASE("ranking: what has no date has no recency, and what is recent comes before it") {
  Library library;
  library.write("memory/0.md", "The heron nests by the pond.\n");
  library.write("memory/2026-05-01.md", "The heron nests by the pond.\n");
  library.query.time_weight = 0.3;
  const auto hits = library.ask("heron pond").value();
  REQUIRE_FALSE(hits.empty());
  CHECK(hits[0].chunk.path == "memory/2026-05-01.md");
  library.remove("memory/2026-05-01.md");
  CHECK(library.ask("heron pond").value().at(0).recency == 0);
}

}  // namespace pyramid::ranking_test
