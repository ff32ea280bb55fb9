#include "merge/generated.hpp"

#include "base/text.hpp"
#include "merge/blocks.hpp"
#include "merge/fields.hpp"
#include "merge/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using format::ByHand;
using format::Document;
using format::Frontmatter;
using format::Node;

ByHand by_hand(const Generated& one) {
  return format::by_hand(one.text, one.output, one.sentences);
}

bool is_edited(const ByHand& edit) { return !edit.words.empty() || !edit.struck.empty(); }

bool has_line(std::string_view text, std::string_view line) {
  const std::vector<std::string_view> lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view one) { return trim(one) == trim(line); });
}

// Lines of a person's words that are neither in `kept` nor were taken out of it.
std::string missing_words(const std::string& words, const std::string& kept,
                          const std::string& before) {
  std::string missing;
  for (const std::string_view line : split_lines(words)) {
    const bool wanted = trim(line).empty()
                            ? !missing.empty()
                            : !has_line(before, line) && kept.find(trim(line)) == std::string::npos;
    if (wanted) missing.append(line).append("\n");
  }
  return std::string(trim(missing));
}

format::Sentences united(const format::Sentences& taken, const ByHand& a, const ByHand& b) {
  format::Sentences sentences = taken;
  for (const ByHand* one : {&a, &b}) {
    sentences.struck.insert(sentences.struck.end(), one->struck.begin(), one->struck.end());
  }
  std::sort(sentences.struck.begin(), sentences.struck.end());
  sentences.struck.erase(std::unique(sentences.struck.begin(), sentences.struck.end()),
                         sentences.struck.end());
  return sentences;
}

bool is_before(const Generated& a, const Generated& b) {
  if (a.output != b.output) return a.output < b.output;
  return std::pair(digest_of(a.text), to_text(a.sentences)) <
         std::pair(digest_of(b.text), to_text(b.sentences));
}

Generated generated_of(const Node& node) { return {node.text, node.output, node.sentences}; }

// Frontmatter of the three, to be changed before it is merged.
struct Fields {
  explicit Fields(const Documents& documents)
      : base(documents.base == nullptr ? Frontmatter() : documents.base->frontmatter),
        ours(documents.ours.frontmatter),
        theirs(documents.theirs.frontmatter),
        has_base(documents.base != nullptr),
        kind(documents.kind) {}

  template <typename Change>
  void each(const Change& change) {
    change(base);
    change(ours);
    change(theirs);
  }
  [[nodiscard]] Frontmatter merge(std::string_view day, std::size_t& conflicts) const {
    return merge_fields(has_base ? &base : nullptr, ours, theirs, kind, day, conflicts);
  }

  Frontmatter base, ours, theirs;
  bool has_base;
  format::Kind kind;
};

}  // namespace

bool is_edited(const Generated& one) { return is_edited(by_hand(one)); }

Choice choose(const Generated* base, const Generated& ours, const Generated& theirs) {
  const ByHand mine = by_hand(ours), others = by_hand(theirs);
  const bool only_one = is_edited(mine) != is_edited(others);
  Choice choice;
  choice.ours = only_one ? is_edited(mine) : is_before(ours, theirs);
  if (ours.output == theirs.output && !only_one) {  // the one that has the words of both
    const bool mine_has_all = missing_words(others.words, ours.text, {}).empty();
    const bool others_have_all = missing_words(mine.words, theirs.text, {}).empty();
    if (mine_has_all != others_have_all) choice.ours = mine_has_all;
  }
  // Where nobody knows what of an edited text is the person's, all of it would go in front.
  const auto is_told = [](const Generated& one) {
    return !one.output || !one.sentences.standing.empty();
  };
  if (is_edited(mine) && is_edited(others) && is_told(ours) != is_told(theirs)) {
    choice.ours = !is_told(ours);
  }
  const Generated& taken = choice.ours ? ours : theirs;
  const ByHand before = base == nullptr ? ByHand() : by_hand(*base);
  choice.words = missing_words(choice.ours ? others.words : mine.words, taken.text, before.words);
  choice.sentences = united(taken.sentences, mine, others);
  choice.stale = choice.sentences.struck != (choice.ours ? mine : others).struck;
  return choice;
}

namespace {

constexpr std::array<std::string_view, 13> kWritten = {
    "id",    "kind",   "model",  "tier",   "policy", "start",    "end",
    "count", "engine", "recipe", "inputs", "output", "sentences"};
// In a topic, too.
constexpr std::array<std::string_view, 9> kWrittenInTopic = {
    "node_kind",   "depth",     "first",       "turns",           "session_id",
    "earliest_at", "latest_at", "token_count", "descendant_count"};

// Whose key a topic has: a person's before what the program wrote; null: each has a person's.
const Document* keyed_by_hand(const Documents& documents, const Document& taken) {
  const auto is_by_hand = [](const Document& one) {
    return one.frontmatter.find("key_by_hand") != nullptr;
  };
  const bool ours = is_by_hand(documents.ours), theirs = is_by_hand(documents.theirs);
  if (ours == theirs) return ours ? nullptr : &taken;
  return ours ? &documents.ours : &documents.theirs;
}

// Where the text of a summary ends and its lists of links begin.
std::size_t end_of_text(std::string_view body) {
  static constexpr std::array<std::string_view, 4> kEdges = {"Sources", "Children", "Related",
                                                             "Blocks"};
  for (const format::Heading& heading : format::outline(body).headings) {
    const bool edge =
        heading.level == 2 && std::find(kEdges.begin(), kEdges.end(), heading.text) != kEdges.end();
    if (edge) return heading.begin;
  }
  return body.size();
}

std::string_view tail_of(const Document& document) {
  return std::string_view(document.body).substr(end_of_text(document.body));
}

bool is_link_item(std::string_view block) { return block.starts_with("- ["); }

// A file that both list, by different names, is listed once.
std::string without_repeats(std::string_view tail) {
  std::vector<Block> blocks = cut_blocks(tail);
  std::set<std::string> targets;
  std::erase_if(blocks, [&](const Block& block) {
    const std::size_t target = block.text.rfind("](");
    if (!is_link_item(block.text) || target == std::string::npos) return false;
    return !targets.insert(block.text.substr(target)).second;
  });
  return put_together(blocks);
}

// A tail in which the links that the other one has, too, stand as they do there: the numbers behind
// them are of its text.
std::string with_links_as_in(std::string_view taken, std::string_view tail) {
  const auto target = [](const Block& block) {
    const std::size_t at = is_link_item(block.text) ? block.text.rfind("](") : std::string::npos;
    return at == std::string::npos ? std::string()
                                   : block.text.substr(at, block.text.find(')', at) - at);
  };
  std::map<std::string, std::string> links;
  for (const Block& block : cut_blocks(taken)) links.emplace(target(block), block.text);
  std::vector<Block> blocks = cut_blocks(tail);
  for (Block& block : blocks) {
    const std::string there = target(block);
    if (!there.empty() && links.contains(there)) block.text = links.at(there);
  }
  return put_together(blocks);
}

std::string with_words_in_front(std::string_view text, const std::string& words) {
  if (words.empty()) return std::string(text);
  std::size_t at = 0;
  if (text.starts_with("# ")) at = std::min(text.find('\n'), text.size() - 1) + 1;
  return std::string(text.substr(0, at)) + words + "\n\n" + std::string(text.substr(at));
}

}  // namespace

MergedDocument merge_summaries(const Documents& documents) {
  const Result<Node> mine = format::read_node(documents.ours, documents.path);
  const Result<Node> others = format::read_node(documents.theirs, documents.path);
  if (!mine || !others) return merge_notes(documents);
  std::optional<Generated> before;
  if (documents.base != nullptr) {
    if (const auto base = format::read_node(*documents.base, documents.path)) {
      before = generated_of(*base);
    }
  }
  const Choice choice =
      choose(before ? &*before : nullptr, generated_of(*mine), generated_of(*others));
  const Document& taken = choice.ours ? documents.ours : documents.theirs;
  Fields fields(documents);
  fields.each([&](Frontmatter& one) {
    for (const std::string_view key : kWritten) one.take(key, taken.frontmatter);
    if (documents.kind == format::Kind::kTopic) {
      for (const std::string_view key : kWrittenInTopic) one.take(key, taken.frontmatter);
      if (const Document* keyed = keyed_by_hand(documents, taken)) {
        one.take("key", keyed->frontmatter);
      }
    }
    if (taken.frontmatter.find("sentences") != nullptr) {
      one.set("sentences", to_text(choice.sentences));
    }
    if (choice.stale && taken.frontmatter.find("inputs") != nullptr) {
      one.set("inputs", to_hex(Digest()));
    }
  });
  MergedDocument merged;
  merged.frontmatter = fields.merge(documents.day, merged.conflicts);
  const TextRules rules{documents.day, is_link_item};
  const MergedText tail =
      documents.base == nullptr
          ? join_text(with_links_as_in(tail_of(taken), tail_of(documents.ours)),
                      with_links_as_in(tail_of(taken), tail_of(documents.theirs)), Joined::kNote,
                      rules)
          : merge_text(tail_of(*documents.base), tail_of(documents.ours), tail_of(documents.theirs),
                       rules);
  merged.conflicts += tail.conflicts;
  const std::string_view body = taken.body;
  merged.body = with_words_in_front(body.substr(0, end_of_text(body)), choice.words) +
                without_repeats(tail.text);
  return merged;
}

namespace {

Joined joined_by(std::string_view path) {
  const format::Kind kind = format::kind_of_path(path);
  if (kind == format::Kind::kDaily) return Joined::kLog;
  return kind == format::Kind::kObservation ? Joined::kFact : Joined::kNote;
}

}  // namespace

MergedDocument merge_notes(const Documents& documents) {
  MergedDocument merged;
  merged.frontmatter = Fields(documents).merge(documents.day, merged.conflicts);
  const std::string &ours = documents.ours.body, &theirs = documents.theirs.body;
  const TextRules rules{documents.day};
  const MergedText text = documents.base == nullptr
                              ? join_text(ours, theirs, joined_by(documents.path), rules)
                              : merge_text(documents.base->body, ours, theirs, rules);
  merged.body = text.text;
  merged.conflicts += text.conflicts;
  merged.kept_edits = text.kept_edits;
  return merged;
}

}  // namespace pyramid::merge
