#include "ingest/conversation_tree.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>

namespace conversation_tree_test {

using pyramid::LeftOutReason;
using pyramid::Time;
using namespace pyramid::ingest;
using Names = std::vector<std::string>;

namespace {

// Entries that own their texts; each says its id unless told otherwise.
class Log {
 public:
  TreeEntry& add(const std::string& id, const std::string& parent = "",
                 const std::string& words = "") {
    TreeEntry& one = entries_.emplace_back();
    one.id = texts_.emplace_back(id);
    one.parent = texts_.emplace_back(parent);
    one.words = texts_.emplace_back(words.empty() ? "says " + id : words);
    one.kind = Kind::kPrompt;
    return one;
  }
  [[nodiscard]] Selection select(Order order = Order::kAsGiven) const {
    return select_entries(entries_, order);
  }
  [[nodiscard]] Names kept(Order order = Order::kAsGiven) const {
    Names names;
    for (const std::size_t i : select(order).kept) names.emplace_back(entries_[i].id);
    return names;
  }
  [[nodiscard]] std::size_t left_out(LeftOutReason reason) const {
    return select().left_out[reason];
  }
  [[nodiscard]] const std::vector<TreeEntry>& entries() const { return entries_; }

 private:
  std::deque<std::string> texts_;
  std::vector<TreeEntry> entries_;
};

std::size_t sum_of(const pyramid::LeftOut& left_out) {
  std::size_t sum = 0;
  for (const std::size_t count : left_out.counts()) sum += count;
  return sum;
}

}  // namespace

TEST_CASE("conversation tree: of several answers to one entry the branch that ends last goes on") {
  Log log;
  log.add("a");
  log.add("b", "a");
  log.add("c", "b");
  log.add("d", "a");
  log.add("e", "d");
  CHECK(log.kept() == Names{"a", "d", "e"});
  CHECK(log.left_out(LeftOutReason::kBranch) == 2);
  log.add("f", "c");  // back again
  CHECK(log.kept() == Names{"a", "b", "c", "f"});
}

TEST_CASE("conversation tree: the branch that the source calls active goes on, with what follows") {
  Log log;
  log.add("a");
  log.add("b", "a").active = true;
  log.add("c", "b");
  log.add("d", "a");
  log.add("e", "d");
  CHECK(log.kept() == Names{"a", "b", "c"});
}

TEST_CASE("conversation tree: a parent that is not there loses nothing in front of it") {
  for (const std::string& lost : {"b", "c", "d", "e"}) {
    Log log;
    std::string before;
    for (const char* id : {"a", "b", "c", "d", "e"}) {
      log.add(id, id == lost ? "never written" : before);
      before = id;
    }
    CHECK(log.kept() == Names{"a", "b", "c", "d", "e"});
    CHECK(sum_of(log.select().left_out) == 0);
  }
}

TEST_CASE("conversation tree: a parent that is not there, named by all, is nobody's branch") {
  Log log;
  for (const char* id : {"a", "b", "c"}) log.add(id, "never written");
  CHECK(log.kept() == Names{"a", "b", "c"});
}

TEST_CASE("conversation tree: a branch that was left in front of a broken link is still left") {
  Log log;
  log.add("a");
  log.add("b", "a");
  log.add("c", "a");
  log.add("d", "never written");
  log.add("e", "d");
  CHECK(log.kept() == Names{"a", "c", "d", "e"});
  CHECK(log.left_out(LeftOutReason::kBranch) == 1);
}

TEST_CASE("conversation tree: two roots, and names from the middle on") {
  Log log;
  log.add("");
  log.add("");
  log.add("c");
  log.add("d", "c");
  log.add("e");
  log.add("f", "e");
  CHECK(log.kept() == Names{"", "", "c", "d", "e", "f"});
}

TEST_CASE("conversation tree: circles, an entry that is its own parent, children in front") {
  Log log;
  log.add("a", "c");
  log.add("b", "a");
  log.add("c", "b");
  log.add("s", "s");
  log.add("y", "x");
  log.add("x", "s");
  CHECK(log.kept() == Names{"a", "b", "c", "s", "x", "y"});
}

TEST_CASE("conversation tree: what goes on in parallel replaces nothing and is not replaced") {
  Log log;
  log.add("call");
  log.add("progress", "call").kind = Kind::kOther;
  log.add("result", "call").kind = Kind::kOther;
  log.add("answer", "result").kind = Kind::kOther;
  log.add("prompt", "progress");
  CHECK(log.kept() == Names{"call", "progress", "result", "answer", "prompt"});
  log.add("edited", "progress");
  CHECK(log.kept() == Names{"call", "progress", "result", "answer", "edited"});
  log.add("boundary", "progress").kind = Kind::kOther;
  log.add("next", "boundary");
  CHECK(log.kept() == Names{"call", "progress", "result", "answer", "edited", "boundary", "next"});
}

TEST_CASE("conversation tree: a prompt takes the place of a prompt, an answer that of an answer") {
  Log log;
  log.add("q");
  log.add("a", "q").kind = Kind::kAnswer;
  log.add("more", "q");
  CHECK(log.kept() == Names{"q", "a", "more"});
  log.add("again", "q").kind = Kind::kAnswer;
  CHECK(log.kept() == Names{"q", "more", "again"});
  log.add("edited", "q");
  CHECK(log.kept() == Names{"q", "again", "edited"});
  CHECK(log.left_out(LeftOutReason::kBranch) == 2);
}

TEST_CASE("conversation tree: what is put aside goes with what follows it, unless it is active") {
  Log log;
  log.add("a");
  log.add("b", "a").aside = true;
  log.add("c", "b");
  log.add("r").aside = true;
  CHECK(log.kept() == Names{"a"});
  CHECK(log.left_out(LeftOutReason::kBranch) == 3);
  log.add("d", "c").active = true;
  CHECK(log.kept() == Names{"a", "b", "c", "d"});
}

TEST_CASE("conversation tree: an entry that is there twice counts once, another of its id too") {
  Log log;
  log.add("a");
  log.add("b", "a");
  log.add("b", "a");
  log.add("c", "b");
  log.add("b", "a");
  CHECK(log.kept() == Names{"a", "b", "c"});
  CHECK(log.left_out(LeftOutReason::kCopy) == 2);

  Log again;  // the program counted from the start
  again.add("1", "", "one");
  again.add("2", "1", "two");
  again.add("1", "", "three");
  again.add("2", "1", "four");
  CHECK(again.kept() == Names{"1", "2", "1", "2"});
}

TEST_CASE("conversation tree: what a marker takes back goes, and nothing else for it") {
  Log log;
  log.add("a");
  log.add("b", "a").undone = true;
  log.add("c", "b");
  CHECK(log.kept() == Names{"a", "c"});
  CHECK(log.left_out(LeftOutReason::kUndone) == 1);
}

TEST_CASE("conversation tree: by time, an entry without one is as old as its parent") {
  Log log;
  log.add("late").at = Time{30};
  log.add("undated", "", "x");
  log.add("a").at = Time{10};
  log.add("b", "a");
  log.add("c", "b").at = Time{20};
  log.add("d", "lost").at = Time{15};
  CHECK(log.kept(Order::kByTime) == Names{"undated", "a", "b", "d", "c", "late"});
  Log child;  // a clock that was set back moves no answer in front of its question
  child.add("q").at = Time{20};
  child.add("a", "q").at = Time{10};
  CHECK(child.kept(Order::kByTime) == Names{"q", "a"});
}

TEST_CASE("conversation tree: in random logs nothing is lost that no other branch took over") {
  std::mt19937 random(20'261'127);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 3000; ++round) {
    Log log;
    const std::size_t size = 1 + below(20);
    const std::size_t breaks = 1 + below(6), forks = 1 + below(6);
    for (std::size_t i = 0; i < size; ++i) {
      std::string parent = i == 0 ? "" : std::to_string(i - 1);
      if (below(breaks) == 1) parent = below(2) == 0 ? "" : "lost " + std::to_string(below(3));
      if (i > 0 && below(forks) == 1) parent = std::to_string(below(i));
      TreeEntry& one = log.add(std::to_string(i), parent);
      if (below(8) == 0) one.kind = Kind::kOther;
      if (below(4) == 0) one.kind = Kind::kAnswer;
      one.undone = below(20) == 0;
      one.active = below(20) == 0;
      one.may_end = below(10) != 0;
    }
    const std::vector<TreeEntry>& entries = log.entries();
    const Selection selection = log.select();
    REQUIRE(std::is_sorted(selection.kept.begin(), selection.kept.end()));
    REQUIRE(selection.kept.size() + sum_of(selection.left_out) == size);
    std::set<std::string_view> gone;
    for (const TreeEntry& one : entries) gone.insert(one.id);
    for (const std::size_t i : selection.kept) gone.erase(entries[i].id);
    const auto takes_over = [&](const TreeEntry& one, const TreeEntry& other) {
      return &one != &other && other.parent == one.parent && other.kind == one.kind &&
             !gone.contains(other.id);
    };
    for (const TreeEntry& one : entries) {
      if (!gone.contains(one.id) || one.undone) continue;
      const bool parent_is_there =
          std::any_of(entries.begin(), entries.end(),
                      [&](const TreeEntry& other) { return other.id == one.parent; });
      REQUIRE(parent_is_there);
      const bool is_behind_one = gone.contains(one.parent);
      const bool is_taken_over =
          one.kind != Kind::kOther && !one.active &&
          std::any_of(entries.begin(), entries.end(),
                      [&](const TreeEntry& other) { return takes_over(one, other); });
      REQUIRE((is_behind_one || is_taken_over));
    }
  }
}

TEST_CASE("conversation tree: copies anywhere behind an entry change nothing") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 1000; ++round) {
    Log plain, doubled;
    const std::size_t size = 1 + below(15);
    std::vector<std::string> parents;
    std::size_t copies = 0;
    for (std::size_t i = 0; i < size; ++i) {
      parents.push_back(below(4) == 0 ? "lost" : std::to_string(below(i + 1)));
      plain.add(std::to_string(i), parents[i]);
      doubled.add(std::to_string(i), parents[i]);
      if (below(3) != 0) continue;
      const std::size_t again = below(i + 1);
      doubled.add(std::to_string(again), parents[again]);
      ++copies;
    }
    REQUIRE(plain.kept() == doubled.kept());
    REQUIRE(doubled.left_out(LeftOutReason::kCopy) == copies);
    REQUIRE(doubled.left_out(LeftOutReason::kBranch) == plain.left_out(LeftOutReason::kBranch));
  }
}

TEST_CASE("conversation tree: any links at all give each entry once, parents first") {
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 2000; ++round) {
    Log log;
    const std::size_t size = 1 + below(12);
    for (std::size_t i = 0; i < size; ++i) {
      TreeEntry& one = log.add(std::to_string(below(size)), std::to_string(below(size + 2)),
                               std::to_string(below(3)));
      one.kind = Kind::kOther;
      one.at = Time{static_cast<std::int64_t>(below(4))};
    }
    for (const Order order : {Order::kAsGiven, Order::kByTime}) {
      const Selection selection = log.select(order);
      const std::set<std::size_t> once(selection.kept.begin(), selection.kept.end());
      REQUIRE(once.size() == selection.kept.size());
      REQUIRE(once.size() + selection.left_out[LeftOutReason::kCopy] == size);
    }
  }
}

TEST_CASE("conversation tree: a hundred thousand entries of one id, or in one chain, are no work") {
  Log same, chain;
  for (int i = 0; i < 100'000; ++i) {
    same.add("a", "a", std::to_string(i));
    chain.add(std::to_string(i), i == 0 ? "" : std::to_string(i - 1));
  }
  CHECK(same.kept().size() == 100'000);
  CHECK(chain.kept().size() == 100'000);
}

}  // namespace conversation_tree_test
