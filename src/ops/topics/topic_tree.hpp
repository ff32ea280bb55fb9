// The topic tree as its files say it: leaves, and the folders that they lie in.
//
// The folders are the truth: what lies in one are its children, whoever put them there.
#pragma once

#include "base/digest.hpp"
#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

struct TopicFolder {
  std::optional<format::Node> summary;
  std::vector<std::string> folders;  // paths of those in it, sorted
  std::vector<Ulid> leaves;          // by time, then id
  int depth = 1;                     // 1: it has leaves alone
  std::int64_t count = 0;            // leaves below, all the way down
  Time earliest, latest;
};

class TopicTree {
 public:
  // As the memory has it now.
  static Result<TopicTree> of(const WorkingSet& memory);
  // As the index has it. Of two files with one leaf the first by path counts.
  static Result<TopicTree> of(index::Index& index);

  // Those of folders, and those that wait; by time, then id.
  [[nodiscard]] const std::vector<format::Node>& leaves() const { return leaves_; }
  [[nodiscard]] const format::Node& leaf(const Ulid& id) const;
  // By path ("topics/03-bread"), each behind those above it; not where leaves wait.
  [[nodiscard]] const std::map<std::string, TopicFolder>& folders() const { return folders_; }
  // Their paths, the deepest first: those of depth 1, then what has these, …
  [[nodiscard]] std::vector<std::string> deepest_first() const;
  // Leaves that lie in no folder.
  [[nodiscard]] std::vector<Ulid> waiting() const;
  // The id of a folder: of its summary, else by its path.
  [[nodiscard]] Ulid id_of(const std::string& folder) const;
  [[nodiscard]] bool empty() const { return leaves_.empty() && folders_.empty(); }
  // Leaves of a session that a person deleted, each with the last turn that it had.
  [[nodiscard]] const std::map<Ulid, std::int64_t>& deleted(const Ulid& session) const;
  // Of all that decides where a leaf belongs, and how the table of contents reads.
  [[nodiscard]] Digest state(const format::Settings& settings) const;

 private:
  void take(const format::Node& node);
  void settle();

  std::vector<format::Node> leaves_;
  std::map<Ulid, std::size_t> leaf_at_;
  std::map<std::string, TopicFolder> folders_;
  std::map<Ulid, std::map<Ulid, std::int64_t>> deleted_;  // by session
};

// "03-bread" of "topics/03-bread/_summary.md"; and whether a leaf lies where leaves wait.
std::string summary_of(const std::string& folder);
bool waits_for_topic(std::string_view path);

// Files at other places: all go first, then all come, their links leading where they led, and to
// what moves with them where that lies then. Not flushed.
struct TopicMove {
  std::string from, to;
};
Status move_topics(WorkingSet& memory, const std::vector<TopicMove>& moves);
// The bytes of a file with its links as they read once all of that has moved.
std::string with_moved_links(const std::string& bytes, const std::string& path,
                             const std::map<std::string, std::string>& places);
// Adds what a person put into these folders, which are to lie elsewhere: notes move along, but not
// onto another file.
Status add_notes(index::Index& index, const WorkingSet& memory,
                 const std::map<std::string, std::string>& folders, std::vector<TopicMove>& moves);

}  // namespace pyramid::ops
