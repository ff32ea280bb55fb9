#include "ops/topics/cut_leaves.hpp"

#include "base/path.hpp"
#include "engine/tokens.hpp"
#include "format/topic.hpp"
#include "topics/cut.hpp"
#include "topics/keys.hpp"
#include "topics/names.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

using format::Conversation;
using format::Kind;
using format::Node;

namespace {

constexpr const char* kPlainKey = "topic";  // of a name that tells nothing

bool is_edited(const Node& leaf) { return leaf.output != leaf.text_digest; }

// A leaf that a person took its link out of is theirs.
bool leads_to(const Node& leaf, const Node& session) {
  return !leaf.from || leaf.from->path == session.path;
}

// A leaf as it is to stand.
struct Wanted {
  format::LeafDraft draft;
  std::string path;
  std::string existing;  // "" = it is new
  bool stays = false;    // as it is: a person's
  Digest text;           // of what will stand there
};

class Cutter {
 public:
  Cutter(Run& run, const TopicTree& tree) : run_(run), tree_(tree) {
    for (const Node& leaf : tree.leaves()) {
      of_session_[leaf.session].push_back(&leaf);
      largest_ = std::max(largest_, topics::number_in(path::stem(leaf.path)).value_or(0));
    }
  }

  Result<bool> cut_all() {
    PYRAMID_TRY(
        run_.memory.walk(Kind::kSession, [&](const Node& session) { return look_at(session); }));
    for (const auto& [session, leaves] : of_session_) {
      const bool own = session.is_zero();  // a person's words, said in no conversation
      if (own || sessions_.contains(session)) continue;
      for (const Node* leaf : leaves) PYRAMID_TRY(drop(*leaf, "its conversation is gone"));
    }
    PYRAMID_TRY(give_plain_names());
    return changed_;
  }

 private:
  Status look_at(const Node& session) {
    PYRAMID_TRY(cancelled_if_asked(run_));
    sessions_.insert(session.id);
    const auto known = of_session_.find(session.id);
    const auto leaves = known == of_session_.end() ? std::vector<const Node*>() : known->second;
    return is_cut(session, leaves) ? Status() : cut(session, leaves);
  }

  // What one of the leaves of a session records, so that no other file need be read to know that
  // all of them are as they should be.
  [[nodiscard]] Digest record_of(const Node& session,
                                 const std::map<Ulid, Digest>& texts_of_leaves) const {
    Hasher hasher;
    hasher.field(to_hex(session.digest)).field(run_.memory.settings().leaf_chunk_tokens);
    hasher.field(session.path);
    for (const auto& [id, text] : texts_of_leaves) hasher.field(to_string(id)).field(to_hex(text));
    for (const auto& [id, turn] : tree_.deleted(session.id)) {
      hasher.field(to_string(id)).field(turn);
    }
    return hasher.finish();
  }

  [[nodiscard]] bool is_cut(const Node& session, const std::vector<const Node*>& leaves) const {
    std::map<Ulid, Digest> texts;
    std::optional<Digest> recorded;
    for (const Node* leaf : leaves) {
      if (!leads_to(*leaf, session)) return false;
      texts[leaf->id] = leaf->text_digest;
      if (leaf->inputs && *leaf->inputs != Digest()) recorded = leaf->inputs;
    }
    return recorded && *recorded == record_of(session, texts);
  }

  Status cut(const Node& session, const std::vector<const Node*>& leaves) {
    const Result<std::string> bytes = run_.memory.bytes(session.path);
    const auto document = bytes ? format::parse_document(*bytes, session.path)
                                : Result<format::Document>(fail(Error(bytes.error())));
    const auto said = document ? format::read_session(*document, session.path)
                               : Result<Conversation>(fail(Error(document.error())));
    if (!said) return {};  // the scan names it, and its leaves stay
    std::vector<Wanted> wanted;
    PYRAMID_TRY(want(session, *said, wanted));
    std::set<Ulid> stay;
    for (const Wanted& one : wanted) stay.insert(one.draft.id);
    for (const Node* leaf : leaves) {
      if (!stay.contains(leaf->id)) PYRAMID_TRY(drop(*leaf, "its words are gone"));
    }
    std::map<Ulid, Digest> texts;
    for (Wanted& one : wanted) {
      PYRAMID_TRY(settle(one));
      texts[one.draft.id] = one.text;
    }
    if (wanted.empty()) return {};
    wanted.back().draft.inputs = record_of(session, texts);
    for (const Wanted& one : wanted) PYRAMID_TRY(write(one));
    return {};
  }

  // Not those without a word.
  Status want(const Node& session, const Conversation& said, std::vector<Wanted>& wanted) const {
    std::vector<std::string_view> texts;
    for (const format::Turn& turn : said.turns) texts.push_back(turn.text);
    const auto most = static_cast<std::size_t>(run_.memory.settings().leaf_chunk_tokens);
    for (topics::Leaf& leaf : topics::cut(texts, most)) {
      if (leaf.tokens == 0 || !leave_deleted_out(session, said, leaf)) continue;
      Wanted& one = wanted.emplace_back();
      format::LeafDraft& draft = one.draft;
      draft.session = session.id;
      draft.session_path = session.path;
      draft.said = said;
      draft.said.turns.clear();
      draft.said.previous.clear();
      draft.said.next.clear();
      std::vector<std::string_view> words;
      for (const topics::Slice& slice : leaf.slices) {
        format::Turn turn = said.turns[slice.turn];
        turn.text = turn.text.substr(slice.begin, slice.end - slice.begin);
        draft.said.turns.push_back(std::move(turn));
        words.push_back(texts[slice.turn].substr(slice.begin, slice.end - slice.begin));
      }
      const topics::Slice& first = leaf.slices.front();
      draft.said.first = said.first + static_cast<std::int64_t>(first.turn);
      draft.id = id_of(session, said, leaf);
      draft.tokens = static_cast<std::int64_t>(leaf.tokens);
      draft.key = keys_.of(words);
    }
    return {};
  }

  static Ulid id_of(const Node& session, const Conversation& said, const topics::Leaf& leaf) {
    const topics::Slice& first = leaf.slices.front();
    return format::leaf_id(session.id, said.turns[first.turn].at,
                           said.first + static_cast<std::int64_t>(first.turn), first.begin);
  }

  // A leaf that was deleted stays so: it begins behind what it had then. False: nothing is left.
  [[nodiscard]] bool leave_deleted_out(const Node& session, const Conversation& said,
                                       topics::Leaf& leaf) const {
    const std::map<Ulid, std::int64_t>& deleted = tree_.deleted(session.id);
    if (deleted.empty()) return true;
    while (true) {
      const auto mark = deleted.find(id_of(session, said, leaf));
      if (mark == deleted.end()) return true;
      std::erase_if(leaf.slices, [&](const topics::Slice& slice) {
        return said.first + static_cast<std::int64_t>(slice.turn) <= mark->second;
      });
      std::size_t bytes = 0;
      for (const topics::Slice& slice : leaf.slices) bytes += slice.end - slice.begin;
      leaf.tokens = engine::tokens_of(bytes);
      if (bytes == 0) return false;
    }
  }

  // Where it lies, or is to, and what will stand there.
  Status settle(Wanted& one) {
    const Node* old = run_.memory.find(one.draft.id);
    if (old != nullptr) {
      one.path = old->path;
      one.stays = is_edited(*old);
      PYRAMID_ASSIGN(one.existing, run_.memory.bytes(one.path));
    } else {
      one.path =
          path::join(workspace::kFreshFolder,
                     topics::numbered_name(++largest_, one.draft.key, topics::kLeafDigits) + ".md");
    }
    if (one.stays) {
      one.text = old->text_digest;
      return {};
    }
    PYRAMID_ASSIGN(const std::string bytes, format::write_leaf(one.draft, one.path, one.existing));
    PYRAMID_ASSIGN(const Node node, format::read_node(bytes, one.path));
    one.text = node.text_digest;
    if (old == nullptr || one.text == old->text_digest) return {};
    PYRAMID_ASSIGN(const Node before, format::read_node(one.existing, one.path));
    if (!node.text.starts_with(before.text)) {  // it did not just grow: words are gone
      note_lost(one.path);
      const auto number = topics::number_in(path::stem(one.path));
      const std::string name =
          number ? topics::numbered_name(*number, one.draft.key, topics::kLeafDigits) + ".md"
                 : std::string();
      const std::string place = path::join(path::directory(one.path), name);
      if (!number || place == one.path || run_.memory.is_at(place)) return {};
      PYRAMID_TRY(move_topics(run_.memory, {{one.path, place}}));
      one.path = place;
      PYRAMID_ASSIGN(one.existing, run_.memory.bytes(place));
    }
    return {};
  }

  Status write(const Wanted& one) {
    std::string bytes;
    if (one.stays) {  // the record and the link alone: who edits a leaf has it stay as it is
      PYRAMID_ASSIGN(const Node leaf, format::read_node(one.existing, one.path));
      bytes = one.existing;
      if (leaf.from) {
        bytes = format::with_link_target(
            bytes, leaf.from->link,
            path::relative(path::directory(one.path), one.draft.session_path));
      }
      const bool records = one.draft.inputs != Digest();
      PYRAMID_ASSIGN(bytes, format::with_field(bytes, one.path, "inputs",
                                               records ? to_hex(one.draft.inputs) : std::string()));
    } else {
      PYRAMID_ASSIGN(bytes, format::write_leaf(one.draft, one.path, one.existing));
    }
    if (bytes == one.existing) return {};
    const bool is_new = one.existing.empty();
    const bool told = is_new || !one.stays;
    if (told) {
      run_.report.steps.push_back(
          {is_new ? "create" : "rewrite", one.path,
           is_new ? "a leaf of " + one.draft.session_path : "its conversation changed"});
    }
    changed_ = true;
    const auto made_from = is_new ? std::nullopt : std::optional(digest_of(one.existing));
    return run_.memory.put(one.path, std::move(bytes), made_from);
  }

  Status drop(const Node& leaf, const char* why) {
    if (is_edited(leaf)) return {};  // a person's by now
    run_.report.steps.push_back({"remove", leaf.path, why});
    note_lost(leaf.path);
    changed_ = true;
    return run_.memory.remove_at(leaf.path);
  }

  void note_lost(const std::string& path) {
    if (waits_for_topic(path)) return;
    for (std::string folder(path::directory(path)); tree_.folders().contains(folder);
         folder = path::directory(folder)) {
      plain_.insert(folder);
    }
  }

  // Of folders with a number; what a person called one is theirs.
  [[nodiscard]] std::string plain_path(const std::string& folder) const {
    const std::string above(path::directory(folder));
    const std::string place = tree_.folders().contains(above) ? plain_path(above) : above;
    const auto number = topics::number_in(path::name(folder));
    const bool plain = number && plain_.contains(folder);
    return path::join(
        place, plain ? topics::numbered_name(*number, kPlainKey) : std::string(path::name(folder)));
  }

  Status give_plain_names() {
    if (plain_.empty()) return {};
    PYRAMID_ASSIGN(const TopicTree now, TopicTree::of(run_.memory));
    std::vector<TopicMove> moves;
    const auto move = [&](const std::string& path) {
      const std::string folder(path::directory(path));
      if (!tree_.folders().contains(folder)) return;
      const std::string place = path::join(plain_path(folder), path::name(path));
      if (place != path) moves.push_back({path, place});
    };
    for (const Node& leaf : now.leaves()) move(leaf.path);
    for (const auto& [folder, known] : now.folders()) {
      if (known.summary) move(known.summary->path);
    }
    return move_topics(run_.memory, moves);
  }

  Run& run_;
  const TopicTree& tree_;
  topics::Keys keys_;
  std::map<Ulid, std::vector<const Node*>> of_session_;
  std::set<Ulid> sessions_;
  std::set<std::string> plain_;  // folders whose names may tell words that went
  std::size_t largest_ = 0;      // number of a leaf's name
  bool changed_ = false;
};

}  // namespace

Result<bool> cut_leaves(Run& run, const TopicTree& tree) { return Cutter(run, tree).cut_all(); }

Result<Conversation> said_in_leaf(const WorkingSet& memory, const Node& leaf) {
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(leaf.path));
  PYRAMID_ASSIGN(format::Document document, format::parse_document(bytes, leaf.path));
  PYRAMID_ASSIGN(const Node node, format::read_node(document, leaf.path));
  document.frontmatter.set("at", format_time(node.start));
  document.body = node.text;  // without the link to the session
  PYRAMID_ASSIGN(Conversation said, format::read_session(document, leaf.path));
  if (leaf.session.is_zero() || said.turns.empty()) {
    return fail(ErrorKind::kInvalid, "holds no turns of a conversation", leaf.path);
  }
  return said;
}

}  // namespace pyramid::ops
