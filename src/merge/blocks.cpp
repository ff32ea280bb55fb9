#include "merge/blocks.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::merge {

namespace {

std::string_view without_indent(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

// "```" or "~~~~": the characters that begin a fence, "" for any other line.
std::string_view fence_of(std::string_view line) {
  line = without_indent(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return {};
  const std::size_t size = std::min(line.find_first_not_of(line[0]), line.size());
  return size < 3 ? std::string_view() : line.substr(0, size);
}

bool closes(std::string_view line, std::string_view fence) {
  const std::string_view found = fence_of(line);
  return found.size() >= fence.size() && found[0] == fence[0] && trim(line).size() == found.size();
}

bool begins_item(std::string_view line) {
  line = without_indent(line);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && digits < line.size()) {
    return (line[digits] == '.' || line[digits] == ')') && line.substr(digits + 1).starts_with(' ');
  }
  return line.size() > 1 && std::string_view("-*+").find(line[0]) != std::string_view::npos &&
         line[1] == ' ';
}

bool begins_heading(std::string_view line) {
  const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
  return marks > 0 && marks <= 6 && (marks == line.size() || line[marks] == ' ');
}

BlockKind kind_of_line(std::string_view line) {
  if (!fence_of(line).empty()) return BlockKind::kFence;
  if (begins_heading(line)) return BlockKind::kHeading;
  if (without_indent(line).starts_with('>')) return BlockKind::kQuote;
  if (without_indent(line).starts_with("<!--")) return BlockKind::kComment;
  return begins_item(line) ? BlockKind::kItem : BlockKind::kParagraph;
}

class Cutter {
 public:
  void take(std::string_view line) {  // with its end
    std::string_view words = line;
    if (words.ends_with('\n')) words.remove_suffix(1);
    if (!fence_.empty() || in_comment_) {
      go_on(line, words);
    } else if (trim(words).empty()) {
      if (blocks_.empty()) blocks_.push_back({BlockKind::kBlank, {}, {}});
      blocks_.back().gap += line;
      open_ = false;
    } else {
      begin(line, words);
    }
  }

  std::vector<Block> finish() { return std::move(blocks_); }

 private:
  void append(std::string_view line, std::string_view words) {
    Block& block = blocks_.back();
    block.text += block.gap;
    block.text += words;
    block.gap = line.substr(words.size());
  }

  void go_on(std::string_view line, std::string_view words) {
    append(line, words);
    if (in_comment_) {
      in_comment_ = words.find("-->") == std::string_view::npos;
    } else if (closes(words, fence_)) {
      fence_.clear();
    }
  }

  void begin(std::string_view line, std::string_view words) {
    const BlockKind kind = kind_of_line(words);
    const BlockKind above = open_ ? blocks_.back().kind : BlockKind::kBlank;
    const bool inside_item = above == BlockKind::kItem && words[0] == ' ' &&
                             (kind == BlockKind::kParagraph || kind == BlockKind::kFence);
    const bool lazy =
        kind == BlockKind::kParagraph &&
        (above == BlockKind::kParagraph || above == BlockKind::kItem || above == BlockKind::kQuote);
    const bool same_quote = kind == BlockKind::kQuote && above == BlockKind::kQuote;
    if (inside_item || lazy || same_quote) {
      append(line, words);
    } else {
      blocks_.push_back({kind, std::string(words), std::string(line.substr(words.size()))});
    }
    open_ = kind != BlockKind::kHeading && kind != BlockKind::kFence;
    if (kind == BlockKind::kFence) fence_ = fence_of(words);
    in_comment_ = kind == BlockKind::kComment && words.find("-->") == std::string_view::npos;
    if (kind == BlockKind::kComment) open_ = false;
    if (inside_item) open_ = true;
  }

  std::vector<Block> blocks_;
  bool open_ = false;  // the next line may belong to the last block
  std::string fence_;
  bool in_comment_ = false;
};

// Whether the second would be read as part of the first without a blank line between them.
bool run_together(BlockKind above, BlockKind below) {
  if (below == BlockKind::kQuote) return above == BlockKind::kQuote;
  return below == BlockKind::kParagraph &&
         (above == BlockKind::kParagraph || above == BlockKind::kItem ||
          above == BlockKind::kQuote);
}

}  // namespace

std::vector<Block> cut_blocks(std::string_view text) {
  Cutter cutter;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    cutter.take(text.substr(0, size));
    text.remove_prefix(size);
  }
  return cutter.finish();
}

BlockKind kind_of_block(std::string_view text) {
  return text.empty() ? BlockKind::kBlank : kind_of_line(text.substr(0, text.find('\n')));
}

std::optional<std::size_t> level_of_block(std::string_view text) {
  if (kind_of_block(text) != BlockKind::kHeading) return std::nullopt;
  return std::min(text.find_first_not_of('#'), text.size());
}

std::string put_together(const std::vector<Block>& blocks) {
  std::string out;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    out += blocks[i].text;
    out += blocks[i].gap;
    if (i + 1 == blocks.size() || blocks[i].kind == BlockKind::kBlank) continue;
    const auto ends = std::count(blocks[i].gap.begin(), blocks[i].gap.end(), '\n');
    const std::ptrdiff_t wanted = run_together(blocks[i].kind, blocks[i + 1].kind) ? 2 : 1;
    for (auto there = ends; there < wanted; ++there) out += '\n';
  }
  return out;
}

std::vector<std::string> cut_sentences(std::string_view line) {
  std::vector<std::string> sentences;
  std::size_t begin = 0;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (line[i] != ' ' || line[i + 1] == ' ' || !sentence_ends(line, i)) continue;
    sentences.emplace_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  sentences.emplace_back(line.substr(begin));
  return sentences;
}

}  // namespace pyramid::merge
