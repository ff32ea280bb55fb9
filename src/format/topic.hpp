// A file of the topic tree (docs/topics.md): words of a conversation, a summary of what lies in its
// folder, or the table of contents.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "format/own_words.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// Sorts of them, as `node_kind` and Node::model_type have it.
inline constexpr std::string_view kLeaf = "leaf";
inline constexpr std::string_view kCondensed = "condensed";
inline constexpr std::string_view kTopicIndex = "index";
// A leaf that a person deleted, whose words still stand in its conversation: it is not cut again.
// The name of the file is the id of the leaf, `turns` the last turn that it had.
inline constexpr std::string_view kDeletedLeaf = "deleted";
bool is_topic_sort(std::string_view text);

// Ids: of the leaf that begins with this byte of this turn; of a folder that nobody founded, and of
// the table of contents, by their path.
Ulid leaf_id(const Ulid& session, Time at, std::int64_t turn, std::size_t byte);
Ulid topic_id(std::string_view path);

struct LeafDraft {
  Ulid id, session;
  std::string session_path;
  std::string key;
  Conversation said;  // what of it the leaf has: at least one turn
  std::int64_t tokens = 0;
  Digest inputs;  // of what all leaves of the session were cut from; zero: the key is left out
};
// Over the file as it stands (`existing`, maybe ""): keys of a person's and what stands from the
// first edge heading on survive.
Result<std::string> write_leaf(const LeafDraft& draft, std::string_view path,
                               std::string_view existing);

// A leaf of a person's own words, which nothing was cut from: never written again.
struct OwnLeaf {
  Ulid id;
  std::string key, text;
  Time at;
  std::int64_t tokens = 0;
};
std::string write_own_leaf(const OwnLeaf& leaf);
// The mark of a leaf that was deleted: the same bytes on every machine.
std::string write_deleted_leaf(const Node& leaf);

// The file of a leaf or of a folder with another text, as if a person had put it there; lists, the
// link to the conversation and what stands behind them stay.
Result<std::string> with_topic_text(std::string_view bytes, std::string_view path,
                                    std::string_view text);
// The same with another key, which is a person's: the program writes no other over it.
Result<std::string> with_topic_key(std::string_view bytes, std::string_view path,
                                   std::string_view key);
// What a summary links to under `## Related`.
Result<std::vector<SourceLink>> related_in_topic(std::string_view bytes, std::string_view path);

// What an engine wrote of a folder.
struct TopicText {
  std::string text;
  ByHand by_hand = {};  // in front of the text, verbatim
  std::string engine, recipe;
  std::string key;
  Digest inputs;
};
struct TopicDraft {
  Ulid id;
  int depth = 1;
  std::int64_t leaves = 0;           // below, all the way down
  Time earliest, latest;             // of none: they stay
  std::optional<TopicText> written;  // nullopt: text, key and their record stay
  std::vector<SourceLink> children, related;
};
// The summary of a folder. `existing` (may be "") is the file as it stands: what a person put
// beside text and lists survives.
Result<std::string> write_topic(const TopicDraft& draft, std::string_view path,
                                std::string_view existing);

// The table of contents: what lies below, folder by folder.
struct TopicEntry {
  int level = 0;  // of indentation
  SourceLink link;
  std::string behind;  // what is said of it
};
std::string write_topic_index(const std::vector<TopicEntry>& entries, std::string_view path);

}  // namespace pyramid::format
