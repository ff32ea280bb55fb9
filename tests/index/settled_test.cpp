#include "index/index.hpp"
#include "tests/index/indexed.hpp"

#include <string>
#include <vector>

namespace pyramid::settled_test {

using test::Indexed;
using Paths = std::vector<std::string>;

TEST_CASE("index: what changed since a settled state is told by each refresh until the next") {
  Indexed files;
  files.write("memory/a.md", "A.\n");
  files.write("memory/b.md", "B.\n");
  files.write("memory/c.md", "C.\n");
  const auto index = files.open();
  CHECK(files.try_refresh(*index).value().added.size() == 3);
  REQUIRE(index->set_settled(index::Settled{Time{5}, std::nullopt, "first"}));
  CHECK(files.try_refresh(*index).value().added.empty());
  files.write("memory/d.md", "D.\n");
  CHECK(files.try_refresh(*index).value().added == Paths{"memory/d.md"});
  files.write("memory/a.md", "A, and more.\n");
  files.write("memory/d.md", "D, and more.\n");
  files.remove("memory/b.md");
  REQUIRE(files.try_refresh(*index));
  files.write("memory/b.md", "B again, and more.\n");
  REQUIRE(files.try_refresh(*index));
  REQUIRE(index->rename_settled("second"));
  for (const auto& report :
       {files.try_refresh(*index).value(), index->as_it_stands().value().value()}) {
    REQUIRE(report.settled);
    CHECK(report.settled->key == "second");
    CHECK(report.settled->at == Time{5});
    CHECK(report.added == Paths{"memory/d.md"});
    CHECK(report.changed == Paths{"memory/a.md"});
    CHECK(report.removed == Paths{"memory/b.md"});  // it went: another file is there now
    CHECK(report.committed == Paths{"memory/a.md", "memory/d.md"});
  }
  files.write("memory/a.md", "A, and still more.\n");
  CHECK(files.try_refresh(*index).value().committed == Paths{"memory/d.md"});
  REQUIRE(index->set_settled(index::Settled{Time{6}, std::nullopt, "third"}));
  const auto now = files.try_refresh(*index).value();
  CHECK(now.settled->key == "third");
  CHECK(now.added.size() + now.changed.size() + now.removed.size() == 0);
}

TEST_CASE("index: a state of which too much changed is settled no more, one without key neither") {
  Indexed files;
  const auto index = files.open();
  files.write("memory/a.md", "A.\n");
  const auto first = files.try_refresh(*index).value();
  CHECK_FALSE(first.settled);
  CHECK(first.added == Paths{"memory/a.md"});
  CHECK(files.try_refresh(*index).value().added.empty());
  REQUIRE(index->set_settled(index::Settled{Time{5}, std::nullopt, "key"}));
  for (int i = 0; i < 4097; ++i) {
    files.write("memory/" + std::to_string(i) + ".md", "N " + std::to_string(i) + ".\n");
  }
  const auto many = files.try_refresh(*index).value();
  CHECK_FALSE(many.settled);
  CHECK(many.added.size() == 4097);
}

}  // namespace pyramid::settled_test
