// What planning needs of a large memory, kept from one run to the next (index::Index::keep).
#include "format/why_page.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <set>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

namespace {

// Counted up when what is packed, or how, changes between two versions of the program.
constexpr std::int64_t kFormat = 14;

// A file to look at again takes some 50 us; to keep 100,000 facts anew takes 100 ms.
constexpr std::size_t kMostToLookAt = 256;

}  // namespace

Digest WorkingSet::cache_key() const {
  Hasher hasher;
  hasher.field(PYRAMID_VERSION).field(kFormat);
  hasher.field(static_cast<std::int64_t>(sizeof(Row)));
  hasher.field(static_cast<std::int64_t>(sizeof(plan::FactIndex::Observation)));
  for (const std::string& base : rules_.base_models) hasher.field(base);  // whose sections we know
  return hasher.finish();
}

Result<bool> WorkingSet::load_kept() {
  PYRAMID_ASSIGN(const std::optional<index::Index::Kept> kept, index_->kept());
  if (!kept) return false;
  bool serves = unpack(kept->bytes);
  if (serves) {
    PYRAMID_TRY(look_again(kept->touched));
    serves = table_.copies().empty();  // which of two files counts, the links of all files tell
  }
  if (serves) {
    not_kept_ = kept->touched.size();
    return true;
  }
  table_ = NodeTable();
  facts_ = plan::FactIndex();
  homes_.clear();
  stale_homes_.clear();
  pages_to_tidy_.clear();
  unresolved_.clear();
  unresolved_from_.clear();
  nodes_.clear();
  return false;
}

bool WorkingSet::unpack(std::string_view bytes) {
  Unpacker from(bytes);
  Digest key;
  from.value(key);
  if (key != cache_key() || !table_.unpack(from) || !facts_.unpack(from)) return false;
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    std::string model(from.text());
    homes_[std::move(model)] = from.text();
  }
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    std::string path(from.text());
    Ulid summary;
    from.value(summary);
    unresolved_.emplace(std::move(path), summary);
  }
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    std::string path(from.text());
    unresolved_from_.emplace(std::move(path), from.text());
  }
  return from.at_end();
}

// Brings these files up to what the index has of them: first all of them go, so that it does not
// matter which of them had an id before and which has it now.
Status WorkingSet::look_again(const std::vector<std::string>& paths) {
  std::map<std::string, Ulid> before;
  for (const std::string& path : paths) {
    if (const Row* row = table_.at(path)) before[path] = row->id;
    forget(path);
  }
  std::vector<Node> summaries;
  std::set<Ulid> readers;  // whose links lead to another node now, or to none
  bool elsewhere = false;  // what a path led to: `From` lines mean something else now
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(std::optional<Node> node, index_->node_at(path));
    const bool counts = node && format::is_known_by_id(node->kind) && take(*node);
    const auto old = before.find(path);
    const bool other = old != before.end() && (!counts || old->second != node->id);
    elsewhere = elsewhere || other;
    if (other) {
      for (const Ulid& reader : facts_.readers_of(old->second)) readers.insert(reader);
    }
    if (counts && node->kind == Kind::kSummary) summaries.push_back(*std::move(node));
  }
  if (elsewhere) {
    for (const auto& [model, path] : homes_) stale_homes_.insert(path);
    if (is_at(workspace::kMemoryFile)) stale_homes_.emplace(workspace::kMemoryFile);
  }
  for (const Node& summary : summaries) put_summary(summary);
  for (const Ulid& reader : readers) {
    const Node* summary = find(reader);
    if (summary != nullptr && summary->kind == Kind::kSummary) put_summary(*summary);
  }
  for (const std::string& path : paths) {
    if (is_at(path)) resolve_again(path);
    if (format::is_why_path(path)) note_page(path);
  }
  return {};
}

Status WorkingSet::keep(const std::vector<std::string>& edited) {
  if (!all_on_disk_ || !pending_.empty() || index_ == nullptr) return {};
  if (not_kept_ && *not_kept_ + changes_.size() <= kMostToLookAt) return {};
  PYRAMID_TRY(facts());
  std::vector<std::string> unsure = changed_meanwhile_;
  unsure.insert(unsure.end(), edited.begin(), edited.end());
  Packer to;
  to.value(cache_key());
  if (!table_.pack(to) || !facts_.pack(to)) return {};
  to.value(homes_.size());
  for (const auto& [model, path] : homes_) {
    to.text(model);
    to.text(path);
  }
  to.value(unresolved_.size());
  for (const auto& [path, summary] : unresolved_) {
    to.text(path);
    to.value(summary);
  }
  to.value(unresolved_from_.size());
  for (const auto& [path, home] : unresolved_from_) {
    to.text(path);
    to.text(home);
  }
  return index_->keep(std::move(to).take(), unsure);
}

Result<std::vector<std::string>> WorkingSet::edited_since() const {
  std::vector<std::string> paths;
  for (const auto& [path, digest] : changes_) {
    if (!workspace::is_memory_file(path)) continue;  // a tombstone: the index has none
    PYRAMID_ASSIGN(const std::optional<Digest> indexed, index_->file_digest(std::string(path)));
    if (indexed != digest) paths.emplace_back(path);
  }
  return paths;
}

}  // namespace pyramid::ops
