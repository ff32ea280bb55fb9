#include "ops/run/latecomers.hpp"

#include "format/conversation.hpp"
#include "format/sections.hpp"
#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/revision.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// What a generated file says of how it was made.
std::vector<std::string> makings_in(const std::string& bytes, const std::string& path) {
  const Result<format::Document> document = format::parse_document(bytes, path);
  const auto node = document ? format::read_node(*document, path) : fail(Error(document.error()));
  if (!node) return {};
  std::vector<std::string> makings = {node->description};
  for (const auto& digest : {node->inputs, node->output}) {
    makings.push_back(digest ? to_hex(*digest) : std::string());
  }
  for (const format::SectionRecord& one : node->sections) makings.push_back(format::to_line(one));
  for (const format::FoundSection& one : format::find_sections(*document, path)) {
    makings.push_back(one.name + " " + one.tag);
  }
  return makings;
}

// A file as the last commit has it.
Result<std::string> committed(const std::string& root, const std::string& path) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(const history::PastCommit head, past->commit("HEAD"));
  PYRAMID_ASSIGN(const std::optional<std::string> blob, past->blob_at(head.id, path));
  if (!blob) return fail(ErrorKind::kNotFound, "is in no commit", path);
  return past->read(*blob);
}

}  // namespace

Latecomers::Latecomers(FileSystem& files, const workspace::Workspace& workspace)
    : files_(files), workspace_(workspace) {
  Result<Forgotten> forgotten = read_forgotten(files, workspace);
  if (!forgotten) return;
  forgotten_ = *std::move(forgotten);
  for (const Ulid& id : forgotten_.nodes) tails_.insert(short_id(id));
  for (const Ulid& session : forgotten_.untitled()) tails_.insert(short_id(session));
  for (const auto& [tail, late] : forgotten_.late) tails_.insert(tail);
}

bool Latecomers::has_lost_words(const Node& session, const std::string& bytes) const {
  std::set<std::int64_t> turns;
  const auto known = forgotten_.turns.find(session.id);
  if (known != forgotten_.turns.end()) turns = known->second;
  const auto late = forgotten_.late.find(short_id(session.id));
  if (late != forgotten_.late.end())
    turns.insert(late->second.turns.begin(), late->second.turns.end());
  if (turns.empty() && !forgotten_.titles.contains(session.id)) return false;
  const auto document = format::parse_document(bytes, session.path);
  if (!document) return true;
  for (const std::string_view title :
       {std::string_view(session.title), document->frontmatter.scalar("title").value_or("")}) {
    if (forgotten_.is_title(session.id, title)) return true;
  }
  const auto said = format::read_session(*document, session.path);
  if (!said) return true;
  return std::any_of(turns.begin(), turns.end(), [&](std::int64_t turn) {
    const std::int64_t place = turn - said->first;
    return place >= 0 && place < static_cast<std::int64_t>(said->turns.size()) &&
           !said->turns[static_cast<std::size_t>(place)].text.empty();
  });
}

bool Latecomers::says_it(const std::string& path, const std::string& bytes) const {
  if (forgotten_.empty()) return false;
  const Result<Node> node = format::read_node(bytes, path);
  if (!node) return false;
  return forgotten_.nodes.contains(node->id) ||
         (node->kind == Kind::kSession && has_lost_words(*node, bytes));
}

// A person may have renamed the file.
bool Latecomers::is_lost(const std::string& target) const {
  const Result<std::string> bytes = files_.read(workspace_.absolute(target));
  const Result<Node> node =
      bytes ? format::read_node(*bytes, target) : Result<Node>(fail(Error(bytes.error())));
  return node && !node->id.is_zero() && tails_.contains(short_id(node->id));
}

bool Latecomers::was_brought(const std::string& path, const std::string& bytes) const {
  const Result<std::string> before = committed(workspace_.root, path);
  return !before || makings_in(*before, path) != makings_in(bytes, path);
}

bool Latecomers::may_say(const std::string& path, const std::string& bytes, bool is_united) const {
  if (forgotten_.empty()) return false;
  const Result<Node> node = format::read_node(bytes, path);
  if (!node) return false;
  if (forgotten_.nodes.contains(node->id)) return true;
  switch (node->kind) {
    case Kind::kSession:
      return has_lost_words(*node, bytes);
    case Kind::kObservation:
    case Kind::kTask:
      return std::any_of(node->edges.begin(), node->edges.end(), [&](const format::Edge& edge) {
        return forgotten_.is_title(edge.link.text) || tails_.contains(tail_in(named_by(edge))) ||
               (!edge.path.empty() && is_lost(edge.path));
      });
    case Kind::kSummary:
    case Kind::kTopic:
    case Kind::kMemory:
    case Kind::kModel:
      return is_united || was_brought(path, bytes);
    case Kind::kWhy: {  // names of files say it
      const Result<std::string> before = committed(workspace_.root, path);
      return !before || *before != bytes;
    }
    default:
      return false;
  }
}

}  // namespace pyramid::ops
