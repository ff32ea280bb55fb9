// What holds of every merge, whatever the texts.
#include "base/text.hpp"
#include "merge/merge.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <array>
#include <string>
#include <vector>

namespace properties_test {

using namespace pyramid;
using pyramid::merge::merge_file;

namespace {

constexpr Date kDay{2026, 5, 15};

struct Edit {
  int at = 0, what = 0, word = 0;
};
std::ostream& operator<<(std::ostream& out, const Edit& edit) {
  return out << edit.at << "/" << edit.what << "/" << edit.word;
}
rc::Gen<std::vector<Edit>> any_edits() {
  return rc::gen::container<std::vector<Edit>>(rc::gen::construct<Edit>(
      rc::gen::inRange(0, 100), rc::gen::inRange(0, 6), rc::gen::inRange(0, 100)));
}

using Blocks = std::vector<std::string>;

Blocks any_blocks() {
  static constexpr std::array<const char*, 8> kBlocks = {
      "# Head",          "Ana lives in Porto. She is a vet. She\nsings. She is here.",
      "- milk\n- bread", "```sh\nmake\n\nmake all\n```",
      "> said",          "One line\nand another line.",
      "## Notes",        "<!-- yours -->"};
  Blocks blocks;
  for (const int one : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8))) {
    blocks.emplace_back(kBlocks.at(static_cast<std::size_t>(one)));
  }
  return blocks;
}

// Every word that an edit puts in is a word of its own.
Blocks edited(Blocks blocks, const std::vector<Edit>& edits, const std::string& who,
              std::vector<std::string>& words) {
  for (const Edit& edit : edits) {
    const auto size = static_cast<int>(blocks.size());
    const std::size_t at = static_cast<std::size_t>(edit.at) % (blocks.size() + 1);
    const std::string word = who + std::to_string(words.size()) + "x" + std::to_string(edit.word);
    if (edit.what < 2 || size == 0) {
      blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(at),
                    edit.what == 0 ? "New " + word + "." : "- item " + word);
    } else if (at < blocks.size() && edit.what < 5) {
      std::string& block = blocks[at];
      const std::size_t blank = block.find(' ', edit.what == 3 ? block.size() / 2 : 0);
      block.insert(blank == std::string::npos ? block.size() : blank, " " + word);
    } else {
      continue;
    }
    words.push_back(word);
  }
  return blocks;
}

std::string text_of(const Blocks& blocks, const std::string& keys) {
  return "---\nid: 01JV2MF0S8Q4WZ3H6K9R7T5XBN\n" + keys + "---\n" + join(blocks, "\n\n") + "\n";
}

}  // namespace

TEST_CASE("merge: whatever two people write, both texts stand and both machines agree") {
  CHECK(rc::check([] {
    const Blocks blocks = any_blocks();
    std::vector<std::string> mine, others;
    const auto a = *any_edits();
    const auto b = *any_edits();
    const std::string base = text_of(blocks, "");
    const std::string ours = text_of(edited(blocks, a, "mine", mine), "tags:\n  - a\n");
    const std::string theirs = text_of(edited(blocks, b, "yours", others), "mood: b\n");
    for (const std::string path : {"memory/a.md", "MEMORY.md", "models/a.md", "daily/a.md"}) {
      const auto one = merge_file({path, base, ours, theirs, kDay});
      const auto other = merge_file({path, base, theirs, ours, kDay});
      RC_ASSERT(one.bytes.has_value());
      RC_ASSERT(*one.bytes == *other.bytes);
      // The merge driver asks git for the day only where there are conflicts.
      const auto on_no_day = merge_file({path, base, ours, theirs, {}});
      RC_ASSERT(one.conflicts > 0 || one.bytes == on_no_day.bytes);
      RC_ASSERT(one.conflicts == on_no_day.conflicts);
      for (const auto* words : {&mine, &others}) {
        for (const std::string& word : *words) {
          RC_ASSERT(one.bytes->find(word) != std::string::npos);
        }
      }
      RC_ASSERT(merge_file({path, base, *one.bytes, *one.bytes, kDay}).bytes == one.bytes);
      RC_ASSERT(merge_file({path, ours, *one.bytes, ours, kDay}).bytes == one.bytes);
    }
  }));
}

TEST_CASE("merge: without a base nothing of either text is lost") {
  CHECK(rc::check([] {
    const Blocks blocks = any_blocks();
    std::vector<std::string> mine, others;
    const std::string ours = text_of(edited(blocks, *any_edits(), "mine", mine), "");
    const std::string theirs = text_of(edited(blocks, *any_edits(), "yours", others), "");
    const auto one = merge_file({"memory/a.md", std::nullopt, ours, theirs, kDay});
    RC_ASSERT(one.bytes == merge_file({"memory/a.md", std::nullopt, theirs, ours, kDay}).bytes);
    for (const auto* words : {&mine, &others}) {
      for (const std::string& word : *words) RC_ASSERT(one.bytes->find(word) != std::string::npos);
    }
    RC_ASSERT(merge_file({"memory/a.md", std::nullopt, ours, ours, kDay}).bytes == ours);
  }));
}

TEST_CASE(
    "merge: where two put in links, one of them behind its text, it is the same both ways round") {
  const std::string ours = "\nFrom [a](b)\n",
                    theirs = "From [a](b)\n## Sources\nFrom [a](b)\n---\n";
  const std::string base = "---\n", path = "observations/a.md";
  CHECK(merge_file({path, base, ours, theirs, kDay}).bytes ==
        merge_file({path, base, theirs, ours, kDay}).bytes);
}

TEST_CASE("merge: any bytes are merged, the same both ways round") {
  CHECK(rc::check([] {
    static constexpr std::array<const char*, 14> kPieces = {"---\n",
                                                            "a: b\n",
                                                            "\n",
                                                            "```\n",
                                                            "> x\n",
                                                            "<!--",
                                                            "-->\n",
                                                            "- i\n",
                                                            "From [a](b)\n",
                                                            "## Sources\n",
                                                            "\r\n",
                                                            "\xff",
                                                            "## User\n\n### This Week\n",
                                                            "x. y."};
    const auto any = [] {
      std::string bytes;
      for (const int one : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 14))) {
        bytes += kPieces.at(static_cast<std::size_t>(one));
      }
      return bytes;
    };
    const std::string base = any(), ours = any(), theirs = any();
    for (const std::string path :
         {"memory/a.md", "MEMORY.md", "observations/a.md", "pyramid.yaml"}) {
      RC_ASSERT(merge_file({path, base, ours, theirs, kDay}).bytes ==
                merge_file({path, base, theirs, ours, kDay}).bytes);
    }
  }));
}

}  // namespace properties_test
