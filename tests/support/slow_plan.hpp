// What a sync has to do, worked out slowly and plainly from the markdown files alone: no index, no
// plan, no cache. Policy `count`; written from docs/design.md, to hold src/plan to it.
//
// Uses src/format to read files and nothing else of the program; tests link it by including it.
#pragma once

#include "format/own_words.hpp"
#include "format/sections.hpp"
#include "format/why_page.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pyramid::test {

class SlowPlan {
 public:
  // `files`: the workspace, by path.
  SlowPlan(const std::map<std::string, std::string>& files, std::size_t step, Time now)
      : step_(step), now_(now) {
    for (const auto& [path, bytes] : files) {
      if (!path.ends_with(".md")) continue;
      const auto read = [&files](const std::string& page) -> Result<std::string> {
        const auto there = files.find(page);
        if (there == files.end()) return fail(ErrorKind::kNotFound, "no such file", page);
        return there->second;
      };
      const Result<format::Document> document = format::parse_home(bytes, path, read);
      if (!document) continue;
      const Result<format::Node> node = format::read_node(*document, path);
      if (node && !node->id.is_zero()) nodes_.emplace(path, *node);
      if (node && (node->kind == format::Kind::kModel || node->kind == format::Kind::kMemory)) {
        found_[path] = format::find_sections(*document, path);
      }
    }
    for (const auto& [path, node] : nodes_) by_id_[node.id] = &node;
    find_all_swapped();
    group_all();
    find_dirty();
    cover_all();
  }

  // "create summaries/user/tier-0/", "rewrite PATH", "remove PATH", "section HOME#NAME".
  [[nodiscard]] const std::multiset<std::string>& steps() const { return steps_; }

 private:
  using Node = format::Node;
  struct Group {
    Ulid id;
    std::string model;
    int tier = 0;
    std::vector<std::size_t> claims, members;  // positions in the sources of its tier
    std::vector<Ulid> sources;
    Time start, end;
    std::int64_t count = 0;
    bool alive = true, edited = false, orphan = false;
  };
  struct Source {
    Time start, end;
    Ulid id;
    std::int64_t count = 1;
    bool operator<(const Source& other) const {
      return start != other.start ? start < other.start : id < other.id;
    }
  };

  [[nodiscard]] const Node* node_of(const Ulid& id) const {
    const auto it = by_id_.find(id);
    return it == by_id_.end() ? nullptr : it->second;
  }
  static bool has_words(const Node& node) { return node.hand == format::Hand::kWords; }
  static bool is_edited(const Node& node) { return node.hand != format::Hand::kNone; }

  // Whether the name of a file ends as the id does.
  static bool is_named(const std::string& path, const Ulid& id) {
    std::string tail = to_string(id).substr(20);
    for (char& c : tail) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return path.ends_with("-" + tail + ".md");
  }
  // The node whose id ends as the name does.
  [[nodiscard]] const Node* named(const std::string& path) const {
    const Node* meant = nullptr;
    for (const auto& [id, node] : by_id_) {
      if (!is_named(path, id)) continue;
      if (meant != nullptr) return nullptr;
      meant = node;
    }
    return meant;
  }
  // The node a link of this file means: that whose name the file there took, else the file there,
  // else the one that the name tells.
  [[nodiscard]] const Node* target(const std::string& file, const std::string& path) const {
    if (const auto of_file = swapped_.find(file); of_file != swapped_.end()) {
      const auto other = of_file->second.find(path);
      if (other != of_file->second.end()) return other->second;
    }
    if (const auto there = nodes_.find(path); there != nodes_.end()) return &there->second;
    return named(path);
  }
  [[nodiscard]] std::vector<Ulid> listed(const Node& summary) const {
    std::vector<Ulid> ids;
    for (const format::Edge& edge : summary.sources) {
      if (const Node* node = target(summary.path, edge.path)) ids.push_back(node->id);
    }
    return ids;
  }

  // Whether the summary lists one that is gone and whose id, which no file has, is this one.
  [[nodiscard]] bool comes_again(const Node& summary, const Ulid& id) const {
    return node_of(id) == nullptr &&
           std::any_of(summary.sources.begin(), summary.sources.end(), [&](const auto& edge) {
             return target(summary.path, edge.path) == nullptr && is_named(edge.path, id);
           });
  }

  // Files that swapped names: with some of the nodes that the names tell, and not with those that
  // lie there, what the text was made from comes out.
  void find_swapped(const std::string& file, const std::vector<format::Edge>& from,
                    const Digest& inputs) {
    std::vector<std::vector<std::pair<std::string, const Node*>>> ways = {{}};
    for (const format::Edge& edge : from) {
      const auto there = nodes_.find(edge.path);
      if (there == nodes_.end()) continue;
      const Node* other = named(edge.path);
      const std::size_t before = ways.size();
      for (std::size_t i = 0; i < before; ++i) {
        if (other != nullptr && other != &there->second) {
          ways.push_back(ways[i]);
          ways.back().emplace_back(edge.path, other);
        }
        ways[i].emplace_back(edge.path, &there->second);
      }
    }
    for (const auto& way : ways) {
      std::vector<Ulid> ids;
      for (const auto& [path, node] : way) ids.push_back(node->id);
      if (digest_over(ids) != inputs) continue;
      for (const auto& [path, node] : way) {
        if (node != &nodes_.at(path)) swapped_[file][path] = node;
      }
      return;
    }
  }
  void find_all_swapped() {
    for (const auto& [path, node] : nodes_) {
      if (node.inputs) find_swapped(path, node.sources, *node.inputs);
      for (const format::SectionRecord& record : node.sections) {
        for (const format::FoundSection& text : found_[path]) {
          if (text.name == record.name) find_swapped(path, text.from, record.inputs);
        }
      }
    }
  }

  void group_all() {
    std::map<std::string, std::vector<Source>> sources;
    std::set<std::string> models;
    for (const auto& [path, node] : nodes_) {
      if (node.kind == format::Kind::kSummary) models.insert(node.model);
      if (node.kind != format::Kind::kObservation || !node.status.empty()) continue;
      models.insert(node.model);
      sources[node.model].push_back({node.at, node.at, node.id});
    }
    for (int tier = 0; tier <= 20; ++tier) {
      for (const std::string& model : models) {
        std::vector<Source>& of_model = sources[model];
        std::sort(of_model.begin(), of_model.end());
        of_model = group_tier(model, tier, of_model);
      }
    }
  }

  // Groups the sources of one model; returns the summaries, which are the next tier's sources.
  std::vector<Source> group_tier(const std::string& model, int tier,
                                 const std::vector<Source>& sources) {
    std::vector<Group> groups = claimants(model, tier, sources);
    std::vector<std::size_t> owner(sources.size(), kNone);
    std::vector<std::size_t> asked(sources.size(), 0);  // claimants that had their chance
    const auto pass_on = [&](std::size_t source) {
      owner[source] = kNone;
      while (asked[source] < groups.size()) {
        const std::size_t group = asked[source]++;
        const auto& claims = groups[group].claims;
        if (!groups[group].alive || !contains(claims, source)) continue;
        owner[source] = group;
        break;
      }
    };
    const auto members = [&](std::size_t group) {
      std::vector<std::size_t> of_group;
      for (std::size_t i = 0; i < owner.size(); ++i) {
        if (owner[i] == group) of_group.push_back(i);
      }
      return of_group;
    };
    const auto waiting = [&] { return contains(owner, kNone); };
    const auto end = [&](std::size_t group) {
      groups[group].alive = false;
      for (const std::size_t source : members(group)) pass_on(source);
    };
    for (std::size_t i = 0; i < sources.size(); ++i) pass_on(i);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (members(i).empty()) end(i);
    }
    const auto join_late = [&] {
      bool changed = false;
      for (std::size_t source = 0; source < sources.size(); ++source) {
        if (owner[source] != kNone) continue;
        std::optional<std::size_t> best;
        std::size_t begins = 0;
        for (std::size_t i = 0; i < groups.size(); ++i) {
          const auto own = members(i);
          if (own.empty() || own.front() > source || own.back() < source) continue;
          if (!best || own.front() > begins) best = i, begins = own.front();
        }
        if (best) owner[source] = *best, changed = true;
      }
      return changed;
    };
    const auto dissolve = [&] {
      bool changed = false;
      for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!groups[i].alive || groups[i].id.is_zero() || !waiting()) continue;
        if (2 * members(i).size() >= step_) continue;
        end(i);
        changed = true;
      }
      return changed;
    };
    const auto split = [&] {
      bool changed = false;
      for (std::size_t i = 0; i < groups.size(); ++i) {
        while (members(i).size() > 2 * step_) {
          changed = true;
          const auto own = members(i);
          std::vector<std::size_t> rest;
          for (std::size_t k = (own.size() + 1) / 2; k < own.size(); ++k) {
            pass_on(own[k]);
            if (owner[own[k]] == kNone) rest.push_back(own[k]);
          }
          if (2 * rest.size() < step_) continue;
          groups.emplace_back();
          for (const std::size_t source : rest) owner[source] = groups.size() - 1;
        }
      }
      return changed;
    };
    while (true) {
      const bool joined = join_late();
      const bool dissolved = dissolve();
      if (!joined && !dissolved && !split()) break;
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < owner.size(); ++i) {
      if (owner[i] != kNone) continue;
      free.push_back(i);
      if (free.size() < step_) continue;
      groups.emplace_back();
      for (const std::size_t source : free) owner[source] = groups.size() - 1;
      free.clear();
    }
    for (std::size_t i = 0; i < groups.size(); ++i) groups[i].members = members(i);
    return settle(model, tier, sources, std::move(groups));
  }

  std::vector<Group> claimants(const std::string& model, int tier,
                               const std::vector<Source>& sources) const {
    std::vector<Group> groups;
    for (const auto& [id, node] : by_id_) {
      if (node->kind != format::Kind::kSummary || node->model != model || node->tier != tier) {
        continue;
      }
      Group group;
      group.id = id;
      group.edited = has_words(*node);
      const std::vector<Ulid> links = listed(*node);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (contains(links, sources[i].id) || comes_again(*node, sources[i].id)) {
          group.claims.push_back(i);
        }
      }
      groups.push_back(std::move(group));
    }
    return groups;
  }

  std::vector<Source> settle(const std::string& model, int tier, const std::vector<Source>& sources,
                             std::vector<Group> groups) {
    std::set<Ulid> founded;
    std::vector<Ulid> dead;
    std::vector<Source> next;
    for (Group& group : groups) {
      group.model = model;
      group.tier = tier;
      group.orphan = group.members.empty();
      if (group.orphan && !group.edited) {
        dead.push_back(group.id);
        continue;
      }
      for (const std::size_t member : group.members) {
        const Source& source = sources[member];
        if (group.sources.empty()) group.start = source.start;
        group.end = group.sources.empty() ? source.end : std::max(group.end, source.end);
        group.count += source.count;
        group.sources.push_back(source.id);
      }
      if (group.orphan) group.start = node_of(group.id)->start, group.end = node_of(group.id)->end;
      if (group.id.is_zero()) {
        std::string born = "summary\n" + model + "\ncount\n" + std::to_string(tier);
        for (const Ulid& id : group.sources) born += "\n" + to_string(id);
        founded.insert(group.id = derive_ulid(group.start, born));
      }
      next.push_back({group.start, group.end, group.id, group.count});
      groups_.push_back(group);
    }
    for (const Ulid& id : dead) {
      if (!founded.contains(id)) steps_.insert("remove " + node_of(id)->path);
    }
    return next;
  }

  void find_dirty() {  // tier by tier: groups_ are in this order
    for (const Group& group : groups_) {
      const Node* node = node_of(group.id);
      if (group.orphan) {
        const bool statement = node->inputs == digest_over({}) && node->count == 0;
        if (!statement) dirty_.insert(group.id);
        continue;
      }
      if (node == nullptr) {
        const std::string tier = std::to_string(group.tier);
        steps_.insert("create summaries/" + group.model + "/tier-" + tier + "/");
        dirty_.insert(group.id);
        continue;
      }
      std::vector<Ulid> links = listed(*node);
      std::vector<Ulid> wanted = group.sources;
      std::sort(links.begin(), links.end());
      std::sort(wanted.begin(), wanted.end());
      const bool stated =
          node->start == group.start && node->end == group.end && node->count == group.count;
      if (stated && links == wanted && node->inputs == digest_over(group.sources) &&
          !any_dirty(group.sources)) {
        continue;
      }
      steps_.insert("rewrite " + node->path);
      dirty_.insert(group.id);
    }
  }

  [[nodiscard]] Digest digest_over(const std::vector<Ulid>& sources) const {
    Hasher hasher;
    for (const Ulid& id : sources) {
      const Node* node = node_of(id);
      hasher.field(to_string(id)).field(to_hex(node == nullptr ? Digest{} : node->digest));
    }
    return hasher.finish();
  }
  [[nodiscard]] bool any_dirty(const std::vector<Ulid>& ids) const {
    return std::any_of(ids.begin(), ids.end(), [&](const Ulid& id) { return dirty_.contains(id); });
  }

  [[nodiscard]] std::size_t section_at(Time end) const {
    const std::int64_t age = start_of(date_of(now_)).seconds - end.seconds;
    return static_cast<std::size_t>(std::count_if(
        kDays.begin(), kDays.end(), [&](auto days) { return age > days * kSecondsPerDay; }));
  }

  // What a section reads.
  struct Item {
    Time end;
    Ulid id;
    Digest digest;
    bool operator<(const Item& other) const {
      return end != other.end ? end < other.end : id < other.id;
    }
  };

  static Digest both(const Digest& first, const Digest& second) {
    return Hasher().field(to_hex(first)).field(to_hex(second)).finish();
  }
  // Of what a person put into a summary and took out of it.
  static Digest own_digest(const Node& node) {
    const format::ByHand own = format::by_hand(node.text, node.output, node.sentences);
    return Hasher().field(own.words).field(format::to_text({{}, own.struck})).finish();
  }

  // What stands for a node in its section: itself, or what it is made from and a person's words.
  // `under`: of what persons did to the summaries above it that gave way; nullopt: there are none.
  void add_to(std::vector<Item>& items, const Ulid& id,
              const std::optional<Digest>& under = std::nullopt) const {
    if (told_.contains(id)) return;
    const auto put = [&](Time end, const Digest& digest) {
      items.push_back({end, id, under ? both(digest, *under) : digest});
    };
    const Node* node = node_of(id);
    const auto group = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const Group& one) { return one.id == id; });
    if (group == groups_.end()) return put(node->at, node->digest);
    const std::size_t place = section_at(group->end);
    const std::int64_t seconds = group->end.seconds - group->start.seconds;
    const bool fits =
        place == kDays.size() ||
        seconds <= (kDays[place] - (place == 0 ? 0 : kDays[place - 1])) * kSecondsPerDay;
    if (fits || group->orphan) {
      const Digest digest = node == nullptr ? Digest{} : node->digest;
      std::set<Ulid> told;
      told_below(id, told);
      return put(group->end,
                 told.empty() ? digest : both(digest, digest_over({told.begin(), told.end()})));
    }
    std::optional<Digest> below = under;
    if (node != nullptr && is_edited(*node)) {
      below = both(under.value_or(Digest{}), own_digest(*node));
      if (has_words(*node)) put(group->end, own_digest(*node));
    }
    for (const Ulid& source : group->sources) add_to(items, source, below);
  }

  // Observations below a summary that MEMORY.md tells under `## Always`.
  void told_below(const Ulid& id, std::set<Ulid>& told) const {
    if (told_.contains(id)) told.insert(id);
    for (const Group& group : groups_) {
      if (group.id != id) continue;
      for (const Ulid& source : group.sources) told_below(source, told);
    }
  }

  static bool is_base(const std::string& model) { return model == "assistant" || model == "user"; }

  // What weighs most, whatever its age, is told first of all and nowhere else on the page.
  void find_always() {
    constexpr std::size_t kMost = 24;
    constexpr int kLeast = 8;
    std::vector<const Node*> facts;
    for (const auto& [path, node] : nodes_) {
      const bool active = node.kind == format::Kind::kObservation && node.status.empty();
      const bool counts = active && !node.model.empty() && node_of(node.id) == &node;
      if (counts && node.importance >= kLeast) facts.push_back(&node);
    }
    std::sort(facts.begin(), facts.end(), [](const Node* a, const Node* b) {
      return std::tuple(-a->importance, !is_base(a->model), a->at, a->id) <
             std::tuple(-b->importance, !is_base(b->model), b->at, b->id);
    });
    if (facts.size() > kMost) facts.resize(kMost);
    for (const Node* fact : facts) {
      always_.push_back({fact->at, fact->id, fact->digest});
      if (is_base(fact->model)) told_.insert(fact->id);
    }
    std::sort(always_.begin(), always_.end());
  }

  void cover_all() {
    find_always();
    check_section("user", "always", always_);
    std::set<Ulid> held;
    for (const Group& group : groups_) held.insert(group.sources.begin(), group.sources.end());
    std::map<std::string, std::vector<Item>> covers;
    for (const Group& group : groups_) {
      if (!held.contains(group.id)) add_to(covers[group.model], group.id);
    }
    for (const auto& [path, node] : nodes_) {
      const bool active = node.kind == format::Kind::kObservation && node.status.empty();
      if (active && !held.contains(node.id)) add_to(covers[node.model], node.id);
      if (node.kind == format::Kind::kModel) covers[node.model];
    }
    covers["assistant"], covers["user"];
    for (auto& [model, items] : covers) {
      std::sort(items.begin(), items.end());
      for (std::size_t i = 0; i < kNames.size(); ++i) {
        std::vector<Item> part;
        std::copy_if(items.begin(), items.end(), std::back_inserter(part),
                     [&](const Item& item) { return section_at(item.end) == i; });
        check_section(model, kNames[i], part);
      }
    }
  }

  // Whether the `From` lines of a section lead to these, in this order, or to nothing: a link to
  // what was moved is mended.
  [[nodiscard]] bool leads_to(const std::string& home, const format::FoundSection& text,
                              const std::vector<Ulid>& ids) const {
    return std::equal(text.from.begin(), text.from.end(), ids.begin(), ids.end(),
                      [&](const format::Edge& edge, const Ulid& id) {
                        if (!nodes_.contains(edge.path)) return true;
                        return target(home, edge.path)->id == id;
                      });
  }

  void check_section(const std::string& model, const std::string& section,
                     const std::vector<Item>& items) {
    const bool base = is_base(model);
    const std::string home = base ? "MEMORY.md" : "models/" + model + ".md";
    const std::string prefix = !base ? "" : model == "user" ? "user/" : "self/";
    const std::string name = prefix + section;
    std::vector<Ulid> ids;
    Hasher inputs;
    for (const Item& item : items) {
      ids.push_back(item.id);
      inputs.field(to_string(item.id)).field(to_hex(item.digest));
    }
    const format::SectionRecord* record = nullptr;
    if (const auto node = nodes_.find(home); node != nodes_.end()) {
      for (const format::SectionRecord& one : node->second.sections) {
        if (one.name == name) record = &one;
      }
    }
    const format::FoundSection* text = nullptr;
    for (const format::FoundSection& one : found_[home]) {
      if (one.name == name) text = &one;
    }
    const bool clean = record != nullptr && text != nullptr && record->inputs == inputs.finish() &&
                       !any_dirty(ids) && (ids.empty() || leads_to(home, *text, ids));
    const bool statement = clean && ids.empty() && text->text_digest != record->output;
    const bool settled = ids.empty() ? record == nullptr || statement : clean;
    if (!settled) steps_.insert("section " + home + "#" + name);
  }

  template <typename T>
  static bool contains(const std::vector<T>& in, const T& what) {
    return std::find(in.begin(), in.end(), what) != in.end();
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::array<std::int64_t, 5> kDays = {3, 7, 30, 90, 365};
  static constexpr std::array<const char*, 6> kNames = {"last-3-days",  "this-week", "this-month",
                                                        "this-quarter", "this-year", "earlier"};

  std::size_t step_;
  Time now_;
  std::map<std::string, Node> nodes_;  // by path
  std::map<Ulid, const Node*> by_id_;
  std::map<std::string, std::map<std::string, const Node*>> swapped_;  // by file and target
  std::map<std::string, std::vector<format::FoundSection>> found_;
  std::vector<Group> groups_;  // tier by tier
  std::set<Ulid> dirty_, told_;
  std::vector<Item> always_;
  std::multiset<std::string> steps_;
};

}  // namespace pyramid::test
