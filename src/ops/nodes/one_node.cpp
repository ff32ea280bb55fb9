#include "ops/nodes/one_node.hpp"

#include "base/path.hpp"
#include "format/node.hpp"
#include "format/successor.hpp"
#include "history/past_versions.hpp"
#include "history/stopped_merge.hpp"
#include "ops/nodes/copies.hpp"
#include "ops/nodes/summary_names.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

std::string with_body_of(const std::string& bytes, const std::string& other) {
  auto document = format::parse_document(bytes, "");
  const auto from = format::parse_document(other, "");
  if (!document || !from) return bytes;
  document->body = from->body;
  return to_bytes(*document);
}

// Two machines that make one summary may name its file otherwise, but for the end; a copy that a
// person named otherwise is theirs.
bool are_named_by_us(std::string_view a, std::string_view b) {
  const auto one = workspace::summary_place(a), other = workspace::summary_place(b);
  return one && other && one->tail == other->tail;
}

// A plain name stands: one machine gave it as the other told of what was forgotten.
United unite_summaries(Date day, const OneFile& counting, const OneFile& extra, bool takes_name) {
  // Links of another folder lead elsewhere.
  const bool beside = path::directory(extra.path) == path::directory(counting.path);
  const std::string there = beside ? extra.bytes : with_body_of(extra.bytes, counting.bytes);
  merge::Merged merged =
      merge::merge_file({counting.path, std::nullopt, counting.bytes, there, day});
  const std::string told = merged.bytes == counting.bytes ? "the same as " : "with the text of ";
  if (beside && takes_name) {
    return {extra.path, counting.path, std::move(merged),
            "the same summary as " + counting.path + ", which is gone"};
  }
  return {counting.path, extra.path, std::move(merged), told + extra.path + ", which is gone"};
}

// Where one side lost words, it lost them in the file's name, too.
United unite_sessions(Date day, const OneFile& counting, const OneFile& extra) {
  United united;
  united.merged =
      merge::merge_file({counting.path, std::nullopt, counting.bytes, extra.bytes, day});
  const auto title = [&](const std::string& bytes) {
    const auto node = format::read_node(bytes, counting.path);
    return node ? node->title : std::string();
  };
  const std::string titled = title(united.merged.bytes.value_or(counting.bytes));
  const bool there = titled == title(extra.bytes) && titled != title(counting.bytes);
  united.place = there ? extra.path : counting.path;
  united.gone = there ? counting.path : extra.path;
  united.reason = "the same conversation as " + united.gone + ", which is gone";
  return united;
}

// What another program carries is no move: of a file that one machine moved and another changed it
// makes two. The one that was changed comes back then to where a commit here moved it from. So does
// one that two machines made alike before one of them moved it, where they exchange commits.
std::optional<United> unite_left(const std::string& root, Date day, const std::string& id,
                                 const OneFile& moved, const OneFile& left) {
  const std::string there = with_links_of(left.bytes, left.path, moved.path);
  const auto move = history::moved_from(root, moved.path, id);
  if (!move || move->from != left.path) return std::nullopt;
  const bool alike = there == moved.bytes;  // a person's copy of what was moved, or not
  if (alike && !history::stayed_on_another_line(root, moved.path, left.path)) return std::nullopt;
  return United{moved.path, left.path,
                merge::merge_file({moved.path, std::nullopt, moved.bytes, there, day}),
                "moved on another machine from " + left.path + ", which is gone"};
}

// The moves that brought a file to `path`, the last one first.
std::vector<history::Move> moves_to(const std::string& root, std::string path,
                                    const std::string& id) {
  constexpr std::size_t kMost = 20;
  std::vector<history::Move> moves;
  while (moves.size() < kMost) {
    auto move = history::moved_from(root, path, id);
    if (!move) break;
    path = move->from;
    moves.push_back(*std::move(move));
  }
  return moves;
}

// Whether the two files were one, which a commit each moved elsewhere; of what came with one
// commit, or was never there, a person made one as a copy.
bool moved_apart(const std::vector<history::Move>& ours, const std::vector<history::Move>& theirs) {
  return std::any_of(ours.begin(), ours.end(), [&](const history::Move& our) {
    return std::any_of(theirs.begin(), theirs.end(), [&](const history::Move& their) {
      return our.from == their.from && our.commit != their.commit;
    });
  });
}

// Two machines moved it apart.
std::optional<United> unite_moved(const std::string& root, Date day, const std::string& id,
                                  const OneFile& ours, const OneFile& theirs) {
  const std::vector<history::Move> moves = moves_to(root, ours.path, id);
  if (moves.empty()) return std::nullopt;
  const std::vector<history::Move> others = moves_to(root, theirs.path, id);
  if (!moved_apart(moves, others)) return std::nullopt;
  const std::string there = with_links_of(theirs.bytes, theirs.path, ours.path);
  return United{ours.path, theirs.path,
                merge::merge_file({ours.path, std::nullopt, ours.bytes, there, day}),
                "moved apart on two machines, also to " + theirs.path + ", which is gone"};
}

// The same where another program carried the other machine's file here, so that no commit has it
// yet: it says what was committed before the move here.
bool has_arrived(const std::string& root, const std::string& id, const OneFile& moved,
                 const OneFile& arrived) {
  if (history::has_file(root, "HEAD", arrived.path)) return false;
  const auto move = history::moved_from(root, moved.path, id);
  if (!move) return false;
  std::vector<std::string> versions = history::past_versions(root, move->from, kPastVersions);
  for (std::string& one : versions) one = with_links_of(one, move->from, arrived.path);
  versions.push_back(with_links_of(moved.bytes, moved.path, arrived.path));
  return std::find(versions.begin(), versions.end(), arrived.bytes) != versions.end();
}

std::optional<United> unite_arrived(const std::string& root, Date day, const std::string& id,
                                    const OneFile& counting, const OneFile& extra) {
  if (!has_arrived(root, id, counting, extra) && !has_arrived(root, id, extra, counting)) {
    return std::nullopt;
  }
  const std::string there = with_links_of(extra.bytes, extra.path, counting.path);
  return United{counting.path, extra.path,
                merge::merge_file({counting.path, std::nullopt, counting.bytes, there, day}),
                "moved apart on two machines, also to " + extra.path + ", which is gone"};
}

}  // namespace

std::string with_links_of(const std::string& bytes, const std::string& from,
                          const std::string& place) {
  const std::string_view folder = path::directory(place);
  const auto node = format::read_node(bytes, from);
  if (!node || path::directory(from) == folder) return bytes;
  std::string moved = bytes;
  for (const format::Edge& edge : node->edges) {
    if (edge.path.empty()) continue;
    moved = format::with_link_target(moved, edge.link, path::relative(folder, edge.path));
  }
  if (!node->successor || node->successor->path.empty()) return moved;
  return format::with_successor_at(moved, place, node->successor->path).value_or(moved);
}

std::optional<United> unite_files(const std::string& root, Date day, const OneFile& counting,
                                  const OneFile& extra) {
  const auto ours = format::read_node(counting.bytes, counting.path);
  const auto theirs = format::read_node(extra.bytes, extra.path);
  if (!ours || !theirs || ours->kind != theirs->kind) return std::nullopt;
  const bool summaries = ours->kind == Kind::kSummary;
  if (summaries && are_named_by_us(counting.path, extra.path)) {
    const bool takes_name = is_named_by_words(*ours) && !is_named_by_words(*theirs);
    return unite_summaries(day, counting, extra, takes_name);
  }
  // Nobody begins a conversation with a copy of another.
  if (ours->kind == Kind::kSession) return unite_sessions(day, counting, extra);
  const std::string id = to_string(ours->id);
  if (auto one = unite_moved(root, day, id, counting, extra)) return one;
  if (auto one = unite_arrived(root, day, id, counting, extra)) return one;
  if (auto one = unite_left(root, day, id, counting, extra)) return one;
  return unite_left(root, day, id, extra, counting);
}

bool becomes_one(const std::string& root, const OneFile& one, const OneFile& other) {
  const auto is_copy_of = [](const OneFile& extra, const OneFile& counting) {
    const auto copy = conflict_copy(extra.path);
    return copy && copy->original == counting.path;
  };
  if (is_copy_of(one, other) || is_copy_of(other, one)) return true;
  const Date any_day;  // decides what the one says, not whether it is one
  return unite_files(root, any_day, one, other).has_value();
}

}  // namespace pyramid::ops
