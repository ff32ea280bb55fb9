#include "search/measure.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <vector>

namespace pyramid::measure_test {

TEST_CASE("measure: what is found late or not at all counts as little as it should") {
  search::Ranking ranking;
  ranking.found = {"a", "b", "c", "d", "e", "f"};
  ranking.wanted = {"b", "f", "x"};
  ranking.sessions = {"s1", "s2"};
  ranking.wanted_sessions = {"s2"};
  const Measures one = search::measure(ranking);
  CHECK(one.recall5 == Approx(1.0 / 3));
  CHECK(one.recall10 == Approx(2.0 / 3));
  CHECK(one.hit10 == 1);
  const double ideal = 1 + 1 / std::log2(3) + 1 / std::log2(4);
  CHECK(one.ndcg10 == Approx((1 / std::log2(3) + 1 / std::log2(7)) / ideal));
  CHECK(one.session_recall5 == 1);
  CHECK(one.session_mrr == 0.5);
}

TEST_CASE("measure: nothing found is 0 everywhere") {
  search::Ranking ranking;
  ranking.wanted = {"x"};
  ranking.wanted_sessions = {"s"};
  const Measures one = search::measure(ranking);
  CHECK(one.recall20 == 0);
  CHECK(one.ndcg10 == 0);
  CHECK(one.session_mrr == 0);
}

TEST_CASE("measure: the bounds enclose the mean, narrow where all agree, and are always the same") {
  Measures good;
  good.questions = 1;
  good.recall10 = 1;
  Measures bad;
  bad.questions = 1;
  const std::vector<std::vector<Measures>> groups = {{good, bad}, {good, good, bad}, {bad, bad}};
  const search::Bounds bounds = search::bootstrap(groups);
  CHECK(bounds.low.recall10 < 3.0 / 7);
  CHECK(bounds.high.recall10 > 3.0 / 7);
  CHECK(search::bootstrap(groups).high.recall10 == bounds.high.recall10);
  const std::vector<std::vector<Measures>> same = {{good, good, good}};
  CHECK(search::bootstrap(same).low.recall10 == 1);
}

}  // namespace pyramid::measure_test
