#include "ops/forget/descent.hpp"

#include "base/utf8.hpp"
#include "format/sections.hpp"
#include "format/why_page.hpp"
#include "ops/nodes/memory_changes.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Edge;
using format::Kind;
using format::Node;

constexpr std::size_t kQuoted = 60;  // bytes of a fact that the subject of a commit has at most

std::vector<std::string> paths_of(const std::vector<Edge>& edges) {
  std::vector<std::string> paths;
  for (const Edge& edge : edges) paths.push_back(edge.path);
  return paths;
}

}  // namespace

bool is_cut_from(const Node& leaf, const ForgetTargets& targets) {
  if (leaf.kind != Kind::kTopic || leaf.session.is_zero()) return false;
  if (targets.gone.nodes.contains(leaf.session)) return true;
  const auto turns = targets.gone.turns.find(leaf.session);
  if (turns == targets.gone.turns.end()) return false;
  const auto first = turns->second.lower_bound(leaf.first);
  return first != turns->second.end() && *first <= leaf.turns;
}

void Descent::add_title(const std::string& title) {
  if (titles_.insert(title).second) quoted_.push_back({comparable(title), true});
}

void Descent::add_page(const std::string& path, const format::Document& page) {
  for (format::Evidence& one : format::read_why_page(page, path)) {
    format::Evidence& known = pages_[path][{one.name, one.tag}];
    known.name = one.name;
    known.tag = one.tag;
    known.from.insert(known.from.end(), one.from.begin(), one.from.end());
  }
}

std::vector<format::Evidence> Descent::evidence_of(const std::string& page) const {
  std::vector<format::Evidence> all;
  const auto known = pages_.find(page);
  if (known == pages_.end()) return all;
  for (const auto& [section, evidence] : known->second) all.push_back(evidence);
  return all;
}

void Descent::look_at(const std::string& path, const std::string& blob, const std::string& bytes) {
  known_.insert(path);
  const Result<format::Document> document = format::read_document(bytes, path);
  if (!document) return;
  const Result<Node> node = format::read_node(*document, path);
  if (!node) return;
  const auto at_head = head_.find(path);
  const bool is_head = at_head != head_.end() && at_head->second == blob;
  if (!node->id.is_zero() && targets_.gone.nodes.contains(node->id)) {
    told_.insert(path);
    if (node->kind == Kind::kSession || node->kind == Kind::kTask) add_title(node->title);
    if (node->kind != Kind::kObservation) return;
    const std::string words = comparable(utf8::truncate(node->text, kQuoted));
    if (!words.empty()) quoted_.push_back({words, false});
  } else if (node->kind == Kind::kSession && targets_.gone.turns.contains(node->id)) {
    sessions_[node->id].push_back({path, node->title, is_head});
  } else if (node->kind == Kind::kWhy) {
    add_page(path, *document);
  } else if (is_head) {
    return;  // made anew without it
  } else if (is_cut_from(*node, targets_)) {
    told_.insert(path);
  } else if (format::is_generated_text(node->kind)) {
    summaries_.push_back({path, paths_of(node->sources)});
  } else if (format::is_home(node->kind)) {
    Made& home = homes_.emplace_back();
    home.path = path;
    home.page = format::why_path_of(*document, path).value_or(std::string());
    for (const format::FoundSection& section : format::find_sections(*document, path)) {
      for (const Edge& edge : section.from) home.from.push_back(edge.path);
    }
  }
}

void Descent::settle() {
  for (Made& home : homes_) {
    for (const format::Evidence& one : evidence_of(home.page)) {
      for (const Edge& edge : one.from) home.from.push_back(edge.path);
    }
  }
  // What came here without its sources may have been told from it as well.
  for (const auto* made : {&summaries_, &homes_}) {
    for (const Made& one : *made) {
      for (const std::string& path : one.from) {
        if (!path.empty() && !known_.contains(path)) told_.insert(path);
      }
    }
  }
  const auto is_told = [&](const Made& made) {
    return std::any_of(made.from.begin(), made.from.end(),
                       [&](const std::string& path) { return told_.contains(path); });
  };
  for (bool more = true; more;) {
    more = false;
    for (const Made& summary : summaries_) {
      if (is_told(summary)) more = told_.insert(summary.path).second || more;
    }
  }
  // What stood under `## Always` may have told who a model is.
  const std::vector<format::Evidence> memory = evidence_of(format::why_path({}));
  const bool introduces = std::any_of(memory.begin(), memory.end(), [&](const auto& one) {
    return one.name == format::kAlways &&
           std::any_of(one.from.begin(), one.from.end(),
                       [&](const Edge& edge) { return told_.contains(edge.path); });
  });
  for (const Made& home : homes_) {
    if (introduces || is_told(home)) described_.insert(home.path);
  }
  for (const std::string& path : told_) {
    if (!head_.contains(path)) gone_paths_.insert(path);
  }
  for (const auto& [id, versions] : sessions_) {
    const auto head = std::find_if(versions.begin(), versions.end(),
                                   [](const Title& version) { return version.is_head; });
    if (head == versions.end()) continue;
    for (const Title& version : versions) {
      if (version.title == head->title) continue;
      add_title(version.title);
      if (!head_.contains(version.path)) gone_paths_.insert(version.path);
    }
  }
}

}  // namespace pyramid::ops
