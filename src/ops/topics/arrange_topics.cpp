#include "ops/topics/arrange_topics.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "engine/engine.hpp"
#include "format/topic.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/topics/cut_leaves.hpp"
#include "topics/arrange.hpp"
#include "topics/keys.hpp"
#include "topics/names.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace pyramid::ops {

using format::Node;

namespace {

constexpr std::size_t kMostRelated = 3;
// Cosine of the middles of two folders. Of the 435 pairs of the thirty labelled topics
// (tests/topics/labelled/measured.txt) all come to 0.3, 330 to 0.5, 44 to 0.7 and 6 to 0.8.
constexpr double kLeastRelated = 0.7;

// What was said in a leaf; of one that a person wrote anew, what stands there.
std::string words_of(const WorkingSet& memory, const Node& leaf) {
  const Result<format::Conversation> said = said_in_leaf(memory, leaf);
  std::string words;
  if (said) {
    for (const format::Turn& turn : said->turns) words += turn.text + "\n";
    return words;
  }
  const Result<Node> whole = memory.read(leaf);
  return whole ? whole->text : words;
}

// Vectors of what leaves say, by leaf: the built-in table's, whatever search goes by, so that all
// machines come to one tree.
class LeafVectors {
 public:
  // Of leaves that are as they were when they were last asked for no file is read.
  Status add(const Run& run, const std::vector<Node>& leaves) {
    const auto kept = kept_vectors(run.opened.workspace);
    const std::string name = "topics/" + embedder_->name();
    std::vector<Digest> texts;
    for (const Node& leaf : leaves) texts.push_back(leaf.text_digest);
    // A cache that fails is none.
    const auto found = kept->find(name, texts);
    std::vector<Digest> fresh;
    std::vector<float> made;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      std::vector<float>& vector = vectors_[leaves[i].id];
      if (found) vector = (*found)[i];
      if (vector.size() == embedder_->dims()) continue;
      const std::string words = words_of(run.memory, leaves[i]);
      const std::string_view view = words;
      PYRAMID_ASSIGN(vector, embedder_->embed(std::span(&view, 1)));
      fresh.push_back(texts[i]);
      made.insert(made.end(), vector.begin(), vector.end());
    }
    if (!fresh.empty()) static_cast<void>(kept->put(name, embedder_->dims(), fresh, made));
    return {};
  }
  [[nodiscard]] std::span<const float> of(const Ulid& id) const { return vectors_.at(id); }

 private:
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::map<Ulid, std::vector<float>> vectors_;
};

class Arranger {
 public:
  Arranger(Run& run, const TopicTree& tree) : run_(run), tree_(tree) {
    for (const auto& [path, folder] : tree.folders()) path_of_[tree.id_of(path)] = path;
  }

  Result<Arranged> arrange() {
    PYRAMID_TRY(vectors_.add(run_, tree_.leaves()));
    const std::vector<topics::Node> nodes = all_nodes();
    topics::Rules rules;
    rules.fanout = static_cast<std::size_t>(run_.memory.settings().condensed_min_fanout);
    arrangement_ = topics::arrange(nodes, rules);
    for (const topics::Directory& one : arrangement_.directories) directories_[one.id] = &one;
    place_all();
    std::map<std::string, std::string> folders;
    for (const auto& [id, path] : path_of_) {
      const auto place = places_.find(id);
      if (place != places_.end()) folders.emplace(path, place->second);
    }
    PYRAMID_TRY(add_notes(*run_.opened.index, run_.memory, folders, moves_));
    PYRAMID_TRY(remove_gone());
    PYRAMID_TRY(move_topics(run_.memory, moves_));
    tell();
    Arranged arranged;
    for (const topics::Directory& one : arrangement_.directories) {
      const std::string& path = places_.at(one.id);
      arranged.born.emplace(path, one.id);
      arranged.related.emplace(path, related_to(one));
    }
    return arranged;
  }

 private:
  // A leaf that waits counts once enough newer ones do.
  std::vector<topics::Node> all_nodes() {
    std::vector<topics::Node> nodes;
    std::vector<Ulid> waiting = tree_.waiting();
    const auto tail = static_cast<std::size_t>(run_.memory.settings().fresh_tail_count);
    waiting.resize(waiting.size() - std::min(tail, waiting.size()));
    for (const Ulid& id : waiting) nodes.push_back(leaf_node(id, {}));
    for (const auto& [path, folder] : tree_.folders()) {
      const Ulid own = tree_.id_of(path);
      for (const Ulid& id : folder.leaves) nodes.push_back(leaf_node(id, own));
      topics::Node node{.id = own, .is_leaf = false};
      const auto above = tree_.folders().find(std::string(path::directory(path)));
      if (above != tree_.folders().end()) node.parent = tree_.id_of(above->first);
      node.by_hand = is_by_hand(path, folder);
      node.edited = folder.summary && folder.summary->hand == format::Hand::kWords;
      nodes.push_back(node);
    }
    return nodes;
  }

  [[nodiscard]] topics::Node leaf_node(const Ulid& id, const Ulid& parent) const {
    topics::Node node{.id = id, .parent = parent, .vector = vectors_.of(id)};
    const Node& leaf = tree_.leaf(id);
    node.tokens = static_cast<std::size_t>(leaf.tokens);
    const bool edited = leaf.output != leaf.text_digest;
    node.by_hand = edited || leaf.session.is_zero() || !topics::number_in(path::stem(leaf.path));
    return node;
  }

  static bool is_by_hand(const std::string& path, const TopicFolder& folder) {
    return !folder.summary || !topics::number_in(path::name(path));
  }

  // From the top down: names stay where they may.
  void place_all() {
    std::map<Ulid, std::vector<const topics::Directory*>> below;
    for (const topics::Directory& one : arrangement_.directories) {
      below[one.parent].push_back(&one);
    }
    std::string_view top = workspace::kTopicsFolder;
    top.remove_suffix(1);
    place_below(below, {}, std::string(top));
  }

  void place_below(const std::map<Ulid, std::vector<const topics::Directory*>>& below,
                   const Ulid& parent, const std::string& place) {
    const auto here = below.find(parent);
    if (here == below.end()) return;
    std::vector<topics::Sibling> siblings;
    for (const topics::Directory* one : here->second) {
      topics::Sibling sibling;
      sibling.id = one->id;
      const auto old = path_of_.find(one->id);
      if (old != path_of_.end()) {
        const TopicFolder& folder = tree_.folders().at(old->second);
        sibling.by_hand = is_by_hand(old->second, folder);
        const bool stays = parent_path(old->second) == old_path(parent);
        if (stays || sibling.by_hand) sibling.name = path::name(old->second);
        if (folder.summary) sibling.key = folder.summary->description;
      }
      if (sibling.key.empty()) sibling.key = key_of(*one, here->second);
      siblings.push_back(std::move(sibling));
    }
    const std::vector<std::string> names = topics::sibling_names(siblings);
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      const topics::Directory& one = *here->second[i];
      const std::string path = path::join(place, names[i]);
      places_[one.id] = path;
      const auto old = path_of_.find(one.id);
      if (old != path_of_.end() && tree_.folders().at(old->second).summary) {
        moves_.push_back({summary_of(old->second), summary_of(path)});
      }
      place_leaves(one, path);
      place_below(below, one.id, path);
    }
  }

  void place_leaves(const topics::Directory& directory, const std::string& place) {
    std::vector<topics::Sibling> siblings;
    for (const Ulid& id : directory.children) {
      if (directories_.contains(id)) continue;
      const Node& leaf = tree_.leaf(id);
      const std::string_view name = path::stem(leaf.path);
      siblings.push_back({id, std::string(name), leaf.description, !topics::number_in(name)});
    }
    const std::vector<std::string> names = topics::sibling_names(siblings, topics::kLeafDigits);
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      moves_.push_back({tree_.leaf(siblings[i].id).path, path::join(place, names[i] + ".md")});
    }
  }

  [[nodiscard]] std::string parent_path(const std::string& path) const {
    return std::string(path::directory(path));
  }
  // Where a folder lay; of what is new, nowhere.
  [[nodiscard]] std::string old_path(const Ulid& id) const {
    if (id.is_zero()) {
      std::string_view top = workspace::kTopicsFolder;
      top.remove_suffix(1);
      return std::string(top);
    }
    const auto known = path_of_.find(id);
    return known == path_of_.end() ? std::string() : known->second;
  }

  // What tells it from those beside it.
  std::string key_of(const topics::Directory& directory,
                     const std::vector<const topics::Directory*>& siblings) {
    std::vector<const topics::Shares*> others;
    for (const topics::Directory* one : siblings) {
      if (one == &directory) continue;
      const auto [shares, added] = shares_.try_emplace(one->id);
      if (added) shares->second = topics::shares_of(keys_below(*one));
      others.push_back(&shares->second);
    }
    return keys_.of(keys_below(directory), others);
  }
  // Of all leaves.
  [[nodiscard]] std::vector<std::string_view> keys_below(const topics::Directory& directory) const {
    std::vector<std::string_view> keys;
    for (const Ulid& id : directory.children) {
      const auto folder = directories_.find(id);
      if (folder == directories_.end()) {
        keys.push_back(tree_.leaf(id).description);
      } else {
        const std::vector<std::string_view> its = keys_below(*folder->second);
        keys.insert(keys.end(), its.begin(), its.end());
      }
    }
    return keys;
  }

  Status remove_gone() {
    for (const Ulid& id : arrangement_.gone) {
      const auto known = path_of_.find(id);
      if (known == path_of_.end()) continue;
      const TopicFolder& folder = tree_.folders().at(known->second);
      if (!folder.summary) continue;
      run_.report.steps.push_back(
          {"remove", folder.summary->path, "what lay there lies elsewhere"});
      PYRAMID_TRY(run_.memory.remove_at(folder.summary->path));
      ++run_.report.summaries_removed;
    }
    return {};
  }

  void tell() {
    for (const TopicMove& move : moves_) {
      if (move.from != move.to) run_.report.steps.push_back({"move", move.from, "to " + move.to});
    }
  }

  [[nodiscard]] std::vector<std::string> related_to(const topics::Directory& one) const {
    std::vector<std::pair<double, std::string>> near;
    for (const topics::Directory& other : arrangement_.directories) {
      if (is_one_branch(one, other)) continue;
      double cosine = 0;
      const std::size_t dims = std::min(one.middle.size(), other.middle.size());
      for (std::size_t i = 0; i < dims; ++i) {
        cosine += static_cast<double>(one.middle[i]) * static_cast<double>(other.middle[i]);
      }
      if (cosine >= kLeastRelated) near.emplace_back(-cosine, places_.at(other.id));
    }
    const std::size_t most = std::min(kMostRelated, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end());
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < most; ++i) paths.push_back(near[i].second);
    return paths;
  }

  // The one lies in the other, or both in one folder.
  [[nodiscard]] bool is_one_branch(const topics::Directory& one,
                                   const topics::Directory& other) const {
    const std::string& a = places_.at(one.id);
    const std::string& b = places_.at(other.id);
    const bool siblings = one.parent == other.parent && !one.parent.is_zero();
    return siblings || a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
  }

  Run& run_;
  const TopicTree& tree_;
  LeafVectors vectors_;
  topics::Keys keys_;
  std::map<Ulid, topics::Shares> shares_;  // of what the leaves below a folder say
  topics::Arrangement arrangement_;
  std::map<Ulid, const topics::Directory*> directories_;
  std::map<Ulid, std::string> path_of_;  // of folders that there are
  std::map<Ulid, std::string> places_;   // of those that there are to be
  std::vector<TopicMove> moves_;
};

}  // namespace

Result<Arranged> arrange_topics(Run& run, const TopicTree& tree) {
  return Arranger(run, tree).arrange();
}

}  // namespace pyramid::ops
