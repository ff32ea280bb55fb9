// The memory as a sync sees it: what the index knows of the files, plus what this run has written.
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"
#include "format/node.hpp"
#include "index/index.hpp"
#include "plan/facts.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/store.hpp"
#include "workspace/workspace.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

// Of two files with one id the older counts; of equally old ones that with the shorter path, then
// the smaller: the original rather than "… (copy).md".
bool counts_before(const format::Node& a, const format::Node& b);

// Nodes by id, kept up to date by put() and remove(), so that later steps see what earlier ones
// wrote. Nothing reaches the disk before flush(). read() and bytes() may be called from several
// threads while nobody writes.
class WorkingSet {
 public:
  WorkingSet(FileSystem& files, const workspace::Workspace& workspace);

  // Takes every node of the index. Of two files with one id one counts; `check` names both.
  Status load(index::Index& index);

  [[nodiscard]] const format::Node* find(const Ulid& id) const;
  [[nodiscard]] const format::Node* at(std::string_view path) const;
  // Where a model lives: MEMORY.md, its file wherever a person moved it, else where a new one goes.
  [[nodiscard]] std::string home_of(const std::string& model) const;
  // Ids of one kind, by (at, id).
  [[nodiscard]] std::vector<Ulid> ids(format::Kind kind) const;

  // The file as this run leaves it; kNotFound when there is none.
  [[nodiscard]] Result<std::string> bytes(const std::string& path) const;
  // The node with its text and all edges.
  [[nodiscard]] Result<format::Node> read(const format::Node& node) const;

  // Writes or rewrites one file. `made_from`: the bytes this text was made from, nullopt for a file
  // that must not exist yet.
  Status put(const std::string& path, std::string content, std::optional<Digest> made_from);
  Status remove(const Ulid& id);

  // Puts what was collected on the disk. A file that a person changed meanwhile is left theirs.
  Status flush();

  // Everything flush() wrote or removed so far (nullopt), by path: what the commit takes.
  [[nodiscard]] const std::map<std::string, std::optional<std::string>>& changes() const {
    return changes_;
  }
  [[nodiscard]] const std::vector<std::string>& overtaken() const { return overtaken_; }
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }

  // How this workspace's settings have it planned, and which models are its base models.
  [[nodiscard]] const plan::Rules& rules() const { return rules_; }

  // What planning needs. Sections are read from MEMORY.md and the model files.
  [[nodiscard]] Result<plan::Facts> facts() const;

 private:
  void index_node(format::Node node);
  void forget(const std::string& path);

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  plan::Rules rules_;
  workspace::Store store_;
  std::unordered_map<Ulid, format::Node> nodes_;
  std::unordered_map<std::string, Ulid> by_path_;
  std::map<std::string, std::string> homes_;  // paths of model files, by model
  std::map<std::string, std::optional<std::string>> pending_;
  std::map<std::string, std::optional<std::string>> changes_;
  std::vector<std::string> overtaken_;
};

// The plan's view of one summary node. `resolve` maps a path to the id of the node there.
plan::SummaryFact summary_fact(const format::Node& node,
                               const std::unordered_map<std::string, Ulid>& by_path);

plan::Rules rules_of(const format::Settings& settings);

}  // namespace pyramid::ops
