// The taught reader against what others make of the same weights (reference/make_reference.py).
#include "language/reader.hpp"

#include "base/text.hpp"
#include "language/kernels.hpp"
#include "language/pieces.hpp"
#include "language/weights.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace pyramid::language::reader_test {
namespace {

// Whole numbers of 14 bits between the matrices lose less than this of a probability.
constexpr double kTolerance = 0.002;

std::vector<std::vector<std::string>> reference(const std::string& name) {
  std::ifstream file(PYRAMID_SOURCE_DIR "/tests/language/reference/" + name);
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    for (const std::string_view field : split(line, '\t')) fields.emplace_back(field);
    out.push_back(std::move(fields));
  }
  REQUIRE(!out.empty());
  return out;
}

std::vector<double> numbers(const std::string& field) {
  std::vector<double> out;
  for (const std::string_view one : split(field, ' ')) out.push_back(std::stod(std::string(one)));
  return out;
}

const Reader& reader() {
  static const auto one = Reader::shipped();
  REQUIRE(one);
  return **one;
}

Speaker speaker_of(const std::string& who) {
  if (who == "user") return Speaker::kUser;
  return who == "assistant" ? Speaker::kAssistant : Speaker::kFriend;
}

struct Said {
  std::vector<Line> before;
  Line line;
};

Said said_in(const std::vector<std::string>& fields) {
  Said out;
  for (std::size_t i = 2; i + 1 < fields.size(); i += 2) {
    out.before.push_back({speaker_of(fields[i]), fields[i + 1]});
  }
  out.line = out.before.back();
  out.before.pop_back();
  return out;
}

bool same_bits(const Judgement& a, const Judgement& b) {
  return std::memcmp(&a.keep, &b.keep, sizeof a.keep) == 0 && a.kind == b.kind &&
         a.about == b.about && std::memcmp(&a.importance, &b.importance, sizeof a.keep) == 0 &&
         std::memcmp(&a.needs_context, &b.needs_context, sizeof a.keep) == 0 &&
         a.left_early == b.left_early;
}

}  // namespace

TEST_CASE("reader: texts become the tokens that a unigram model makes of them") {
  const auto weights = read_weights(shipped_weights());
  REQUIRE(weights);
  const Pieces pieces(weights->pieces);
  for (const auto& fields : reference("tokens.tsv")) {
    INFO(fields[0]);
    std::string found;
    for (const std::uint16_t id : pieces.of(fields[0])) {
      found += (found.empty() ? "" : " ") + std::to_string(id);
    }
    CHECK(found == fields[1]);
  }
}

TEST_CASE("reader: judgements are those of the same weights in floats") {
  std::size_t read = 0;
  for (const auto& fields : reference("judgements.tsv")) {
    INFO(fields.back());
    const std::vector<double> wanted = numbers(fields[1]);
    if (fields[0] == "compare") {
      const auto found = reader().compare(fields[2], fields[3]);
      for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(found[i] - wanted[i]) < kTolerance);
    } else if (fields[0] == "answers") {
      CHECK(std::abs(reader().answers(fields[2], fields[3]) - wanted[0]) < kTolerance);
    } else {
      const Said said = said_in(fields);
      const Judgement found = reader().judge(said.before, said.line);
      if (found.left_early) continue;
      ++read;
      CHECK(std::abs(found.keep - wanted[0]) < kTolerance);
      CHECK(static_cast<double>(found.kind) == wanted[1]);
      CHECK(static_cast<double>(found.about) == wanted[2]);
      CHECK(std::abs(found.importance - wanted[3]) < 10 * kTolerance);
      CHECK(std::abs(found.needs_context - wanted[4]) < kTolerance);
    }
  }
  CHECK(read >= 20);
}

TEST_CASE("reader: what a person says of themselves is kept, what fills a talk is not") {
  const auto keep = [](Speaker speaker, std::string_view text) {
    return reader().judge({}, {speaker, text}).keep;
  };
  CHECK(keep(Speaker::kUser, "I moved to Porto last week.") > 0.9F);
  CHECK(keep(Speaker::kUser, "Things have been great lately!") < 0.1F);
  CHECK(keep(Speaker::kUser, "npm WARN deprecated foo@1.0") < 0.1F);
  CHECK(reader().answers("where do I live", "Assistant: Long live Hildegard!") < 0.1F);
}

TEST_CASE("reader: what the assistant decides, finds and puts right is more than its progress") {
  const Line asked{Speaker::kUser, "which proxy did we take"};
  const auto keep = [&](std::string_view text) {
    return reader().judge(std::span(&asked, 1), {Speaker::kAssistant, text}).keep;
  };
  for (const std::string_view text :
       {"We went with Caddy for the proxy, because it renews the certificates by itself.",
        "Correction: the invoices go out on the 5th, not on the 15th.",
        "Wir bleiben bei Postfix, weil das Relay nichts anderes annimmt.",
        "Me equivoqué: el camión llega el jueves, no el martes.", "We agreed to use Caddy.",
        "The team decided against Caddy."}) {
    INFO(text);
    CHECK(keep(text) > 0.1F);
  }
  for (const std::string_view text :
       {"Running the tests again now.", "Postgres is written in C.",
        "It could also be the firewall.", "Shall I put that in the notes?"}) {
    INFO(text);
    CHECK(keep(text) < 0.1F);
  }
  CHECK(reader().judge({}, {Speaker::kUser, "Never deploy on a Friday."}).kind == Kind::kRule);
  CHECK(reader().judge({}, {Speaker::kUser, "We decided to use Redis."}).keep > 0.8F);
}

TEST_CASE("reader: what plainly says nothing is left after a first look, without its context") {
  const Line before{Speaker::kUser, "I moved to Porto last week."};
  for (const Line& line :
       {Line{Speaker::kAssistant, "Sounds good!"}, Line{Speaker::kUser, "Thanks!"}}) {
    const Judgement found = reader().judge(std::span(&before, 1), line);
    CHECK(found.left_early);
    CHECK(found.keep == 0);
  }
  CHECK_FALSE(reader().judge({}, before).left_early);
}

TEST_CASE("reader: every sort of processor gives the same bits") {
  std::vector<std::shared_ptr<const Reader>> others;
  for (const Kernels* kernels : {&portable_kernels(), avx2_kernels(), avx512_kernels()}) {
    if (kernels == nullptr) continue;
    const auto other = Reader::of(shipped_weights(), kernels);
    REQUIRE(other);
    others.push_back(*other);
  }
  for (const auto& fields : reference("judgements.tsv")) {
    INFO(fields.back());
    for (const auto& other : others) {
      if (fields[0] == "compare") {
        CHECK(other->compare(fields[2], fields[3]) == reader().compare(fields[2], fields[3]));
      } else if (fields[0] == "answers") {
        CHECK(other->answers(fields[2], fields[3]) == reader().answers(fields[2], fields[3]));
      } else {
        const Said said = said_in(fields);
        CHECK(same_bits(other->judge(said.before, said.line),
                        reader().judge(said.before, said.line)));
      }
    }
  }
}

TEST_CASE("reader: many threads read as one does, whatever was read before") {
  const auto all = reference("judgements.tsv");
  const auto judged = [&](const Reader& with, std::size_t first) {
    std::vector<Judgement> out(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t at = (i + first) % all.size();
      if (all[at][0] != "read") continue;
      const Said said = said_in(all[at]);
      out[at] = with.judge(said.before, said.line);
    }
    return out;
  };
  const auto fresh = Reader::of(shipped_weights());
  REQUIRE(fresh);
  std::vector<std::vector<Judgement>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] { found[i] = judged(**fresh, 11 * i); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto wanted = judged(reader(), 0);
  for (const auto& one : found) {
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(same_bits(one[i], wanted[i]));
  }
}

TEST_CASE("reader: only the two last lines before are read") {
  const std::vector<Line> before = {{Speaker::kUser, "We talked of boats."},
                                    {Speaker::kUser, "I have a new job at the harbour."},
                                    {Speaker::kAssistant, "When did you start?"}};
  const Line line{Speaker::kUser, "Three years ago."};
  const Judgement all = reader().judge(before, line);
  CHECK(same_bits(all, reader().judge(std::span(before).subspan(1), line)));
  CHECK_FALSE(same_bits(all, reader().judge(std::span(before).subspan(2), line)));
}

TEST_CASE("reader: lines that differ in a long number alone are judged alike, but for years") {
  const auto of = [](std::string_view text) { return reader().judge({}, {Speaker::kUser, text}); };
  CHECK(same_bits(of("My locker is 4711 at the pool."), of("My locker is 4098 at the pool.")));
  CHECK_FALSE(same_bits(of("I have lived here since 2014."), of("I have lived here since 2009.")));
}

TEST_CASE("reader: empty, huge and broken texts are read like any other") {
  const std::vector<std::string> texts = {
      "",
      " \t\n\r ",
      std::string(1 << 20, 'x'),
      std::string(1 << 16, '\0'),
      "\xff\xfe broken \xc3",
      "</s> <s> <pad> <unk>",
      [] {
        std::string many;
        for (int i = 0; i < 20000; ++i) many += "I moved to Porto. ";
        return many;
      }(),
      std::string("\xF0\x9F\x98\x80").append(4092, 'a').append("\xF0\x9F\x98"),
  };
  for (const std::string& text : texts) {
    const Line line{Speaker::kFriend, text};
    const Judgement found = reader().judge(std::vector<Line>(3, line), line);
    CHECK(found.keep >= 0);
    CHECK(found.keep <= 1);
    CHECK(found.importance >= 1);
    CHECK(found.importance <= 10);
    float sum = 0;
    for (const float one : reader().compare(text, text)) sum += one;
    CHECK(std::abs(sum - 1) < 1e-5F);
    const float answers = reader().answers(text, text);
    CHECK((answers >= 0 && answers <= 1));
  }
}

TEST_CASE("reader: weights of another kind or version or cut short are refused by name") {
  const std::string_view all = shipped_weights();
  const auto refusal = [](std::string_view bytes) {
    const auto found = Reader::of(bytes);
    return found ? std::string("taken") : found.error().what;
  };
  CHECK(refusal("") == "holds no weights of the reader");
  CHECK(refusal("---\nid: 1\n---\nsome page of a memory\n") == "holds no weights of the reader");
  CHECK(refusal(all.substr(0, 1 << 20)) ==
        "is of 1048576 bytes, not " + std::to_string(all.size()));
  std::string other(all.substr(0, 4096));
  other[8] = 9;
  CHECK(refusal(other) == "is of version 9, not 1");

  const auto none = Reader::open(PYRAMID_SOURCE_DIR "/no-such.bin");
  REQUIRE_FALSE(none);
  CHECK(none.error().kind == ErrorKind::kNotFound);
  const auto wrong = Reader::open(PYRAMID_SOURCE_DIR "/LICENSE");
  REQUIRE_FALSE(wrong);
  CHECK(to_string(wrong.error()).find("LICENSE: holds no weights") != std::string::npos);
}

}  // namespace pyramid::language::reader_test
