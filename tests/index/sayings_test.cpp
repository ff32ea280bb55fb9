#include "index/index.hpp"
#include "tests/index/indexed.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::sayings_test {

using test::Indexed;

TEST_CASE("index: what is said of a name is found by its words, one behind the other") {
  Indexed files;
  const auto write = [&](int number, const std::string& text, const std::string& fields) {
    files.write("observations/" + std::to_string(number) + ".md",
                "---\nid: 01KQ00000000000000000000" + std::to_string(number) +
                    "\nkind: observation\nat: 2026-05-01T10:00:00Z\n" + fields + "---\n" + text +
                    "\n");
  };
  write(10, "Jean-Luc moved to Lyon.", "model: user\n");
  write(11, "Jean-Luc's boat sank.\n\nFrom [talk](../sessions/s.md#^t2)", "model: user\n");
  write(12, "Jean met Luc.", "model: user\n");
  write(13, "Jean-Luc paints.", "model: maria\n");
  write(14, "Jean-Luc sings.", "model: user\nstatus: superseded\n");
  write(15, "User saw 田中 at the station.", "model: self\n");
  files.write("memory/note.md", "Jean-Luc called.\n");
  files.write("sessions/s.md",
              "---\nid: 01KQ0000000000000000000020\nkind: session\nat: 2026-05-01T10:00:00Z\n"
              "user: Ana\nturns: 0\n---\n# Talk\n");
  const auto index = files.open();
  REQUIRE(files.try_refresh(*index));
  auto found = index->sayings("jean-luc", {"user", "assistant"}, 100).value();
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  REQUIRE(found.size() == 2);
  CHECK(found[0].text == "Jean-Luc moved to Lyon.");
  CHECK(found[0].model == "user");
  CHECK(found[0].said_in.empty());
  CHECK(found[1].said_in == "sessions/s.md");
  CHECK(index->sayings("田中", {"self"}, 100).value().size() == 1);
  CHECK(index->sayings("\"", {"user"}, 100).value().empty());
  CHECK(index->sayings("nobody", {"user"}, 100).value().empty());
  CHECK(index->sayings("jean-luc", {"user"}, 4).value().empty());  // five texts have it
  CHECK(index->user_names().value() == std::vector<std::string>{"Ana"});
}

}  // namespace pyramid::sayings_test
