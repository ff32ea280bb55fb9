#include "format/conversation.hpp"
#include "index/index.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace pyramid::lookup_test {
namespace {

// Two conversations, a fact with a tag and a log, indexed.
class Shelf {
 public:
  explicit Shelf(const std::vector<std::string>& turns = {"Ben: The ferry sails.", "It is late.",
                                                          "The ferry again."}) {
    write("sessions/a.md", session("a", turns));
    write("sessions/b.md", session("b", {"No boats here.", "A ferry, you said?"}));
    write("observations/c.md",
          "---\nid: 01KQ0000000000000000000001\nkind: observation\nat: 2026-05-01T10:00:00Z\n"
          "model: Kestrel\ntags: [Boats]\n---\nThe ferry is blue.\n");
    write("daily/2026-05-02.md", "# Log\n\nMissed the ferry.\n");
    workspace_.root = directory_.path();
    std::filesystem::create_directories(directory_ / ".pyramid");
    index_ = opened();
    refresh(*index_);
  }

  [[nodiscard]] std::unique_ptr<index::Index> opened() const {
    return index::open(workspace_, embedder_->name(), embedder_->dims(), {}, {}).value();
  }
  void refresh(index::Index& index) {
    SilentProgress progress;
    REQUIRE(index.refresh(*files_, *embedder_, progress, false));
  }
  [[nodiscard]] std::vector<float> embedded(std::string_view text) const {
    return embedder_->embed(std::vector{text}).value();
  }

  static std::string session(const std::string& name, const std::vector<std::string>& turns) {
    format::Conversation conversation;
    conversation.source = "test";
    conversation.origin = conversation.title = name;
    conversation.user = "Ana";
    conversation.start = *parse_time("2026-05-03T10:00:00Z");
    for (const std::string& text : turns) {
      format::Turn& turn = conversation.turns.emplace_back();
      turn.at = conversation.start;
      turn.text = text;
      if (text.starts_with("Ben: ")) turn.speaker = format::Speaker::kAssistant;
    }
    return format::write_session(conversation, 0);
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }

  index::Index& index() { return *index_; }
  std::vector<index::Chunk> found(const std::string& query, const index::RowSet* among = nullptr) {
    std::vector<std::int64_t> rows;
    for (const index::Scored& one : index_->keyword(query, 100, among).value()) {
      rows.push_back(one.row);
    }
    return index_->chunks(rows).value();
  }
  std::size_t count(const index::Filter& filter) {
    const index::RowSet rows = index_->rows_where(filter).value();
    return found("\"ferry\"", &rows).size();
  }

 private:
  test::TempDirectory directory_;
  workspace::Workspace workspace_;
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  std::unique_ptr<index::Index> index_;
};

}  // namespace

TEST_CASE("lookup: a filter takes any of a sort and each of several, whatever the case") {
  Shelf shelf;
  CHECK(shelf.count({}) == 5);
  CHECK(shelf.count({{format::Kind::kSession}, false, {}, {}, {}}) == 3);
  CHECK(shelf.count({{format::Kind::kSession, format::Kind::kDaily}, false, {}, {}, {}}) == 4);
  CHECK(shelf.count({{}, false, {"kestrel"}, {}, {}}) == 1);
  CHECK(shelf.count({{}, false, {}, {"boats"}, {}}) == 1);
  CHECK(shelf.count({{format::Kind::kSession}, false, {}, {"boats"}, {}}) == 0);
  const index::TimeSpan day{*parse_time("2026-05-02"), *parse_time("2026-05-03")};
  CHECK(shelf.count({{}, false, {}, {}, {day}}) == 1);
  CHECK(shelf.count({{}, false, {}, {}, {{Time{1}, Time{2}}, day}}) == 1);
  CHECK(shelf.count({{}, true, {}, {}, {}}) == 0);
  CHECK(shelf.index().tag_names().value() == std::vector<std::string>{"Boats"});
  CHECK(shelf.index().model_names().value() == std::vector<std::string>{"kestrel"});
}

TEST_CASE("lookup: a turn says who speaks, and knows its conversation") {
  Shelf shelf;
  std::vector<std::string> speakers;
  std::int64_t file = 0;
  for (const index::Chunk& chunk : shelf.found("\"sails\" OR \"late\"")) {
    speakers.push_back(chunk.speaker);
    file = chunk.file;
  }
  std::sort(speakers.begin(), speakers.end());
  CHECK(speakers == std::vector<std::string>{"Ana", "Ben"});
  CHECK(shelf.index().rows_of_file(file).value().size() == 3);
}

TEST_CASE("lookup: a word with a colon is no speaker where other turns have none") {
  Shelf shelf({"Correction: the ferry sails at noon.", "It is late."});
  const std::vector<index::Chunk> found = shelf.found("\"correction\"");
  REQUIRE(found.size() == 1);
  CHECK(found[0].speaker == "Ana");
}

TEST_CASE("lookup: a conversation with the rarer word is the better one, and none has no score") {
  Shelf shelf;
  std::vector<std::vector<std::int64_t>> files;
  for (const index::Chunk& chunk : shelf.found("\"sails\" OR \"boats\"")) {
    files.push_back(shelf.index().rows_of_file(chunk.file).value());
  }
  REQUIRE(files.size() == 2);
  const bool first_sails = files[0].size() == 3;
  const auto scores = shelf.index().keyword_of_files("\"ferry\" OR \"sails\"", files).value();
  REQUIRE(scores.size() == 2);
  CHECK((first_sails ? scores[0] > scores[1] : scores[1] > scores[0]));
  CHECK(shelf.index().keyword_of_files("\"moon\"", files).value() == std::vector<double>{0, 0});
  CHECK(shelf.index().word_weights("\"moon\"").value().empty());
  CHECK(shelf.index().word_weights("\"sails\" OR \"moon\"").value().size() == 2);
}

TEST_CASE("lookup: candidates are the best by words and by meaning, of few vectors and of many") {
  Shelf shelf;
  const auto compare = [&] {
    const std::vector<float> question = shelf.embedded("a late ferry");
    const auto all = shelf.index().candidates("\"ferry\" OR \"late\"", question, 60).value();
    const auto by_words = shelf.index().keyword("\"ferry\" OR \"late\"", 60).value();
    const auto by_vector = shelf.index().nearest(question, 60).value();
    const auto equal = [](const index::Scored& a, const index::Scored& b) {
      return a.row == b.row && a.score == b.score;
    };
    CHECK(std::equal(all.by_words.begin(), all.by_words.end(), by_words.begin(), by_words.end(),
                     equal));
    CHECK(std::equal(all.by_vector.begin(), all.by_vector.end(), by_vector.begin(), by_vector.end(),
                     equal));
    return all.by_vector.size();
  };
  CHECK(compare() < 10);
  std::string timetable;
  for (int i = 0; i < 9000; ++i) {
    timetable += "# " + std::to_string(i) + "\n\nFerry " + std::to_string(i) + ".\n\n";
  }
  shelf.write("memory/timetable.md", timetable);
  shelf.refresh(shelf.index());
  REQUIRE(shelf.index().counts().value().chunks > 9000);
  CHECK(compare() == 60);
}

TEST_CASE("lookup: what is read at once is of one moment, and read again if somebody wrote") {
  Shelf shelf;
  const auto another = shelf.opened();
  std::size_t looks = 0;
  REQUIRE(shelf.index().read_at_once([&]() -> Status {
    const std::size_t there = ++looks == 1 ? 5 : 6;
    CHECK(shelf.found("\"ferry\"").size() == there);
    if (looks == 1) {
      shelf.write("daily/2026-05-04.md", "# Log\n\nThe ferry came.\n");
      shelf.refresh(*another);
      CHECK(another->keyword("\"ferry\"", 100).value().size() == 6);
    }
    CHECK(shelf.found("\"ferry\"").size() == there);
    return {};
  }));
  CHECK(looks == 2);
  CHECK(shelf.found("\"ferry\"").size() == 6);
  CHECK_FALSE(shelf.index().read_at_once([] { return Status(fail(ErrorKind::kIo, "no")); }));
  CHECK(shelf.index().read_at_once([] { return Status(); }));
}

}  // namespace pyramid::lookup_test
