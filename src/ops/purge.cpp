#include "ops/purge.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "history/purge.hpp"
#include "history/tidy.hpp"
#include "ops/memory_changes.hpp"
#include "ops/revision.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::string_view kForgotten = "[forgotten]";
constexpr const char* kBackups = "refs/pyramid/before-purge/";

// What becomes of one version of a file.
class Cleaner {
 public:
  explicit Cleaner(const ForgetTargets& targets) : targets_(targets) {
    for (const ForgottenPlace& place : targets.places) {
      if (place.what != "observation") continue;
      gone_paths_.insert(place.path);
      gone_names_.insert(std::string(path::name(place.path)));
    }
  }

  // The bytes to stand instead: the same where it says nothing of it, nullopt where it has to go.
  [[nodiscard]] std::optional<std::string> clean(const std::string& path,
                                                 const std::string& bytes) const {
    const Result<Node> node = format::read_node(bytes, path);
    if (node && goes(*node)) return std::nullopt;
    // A name of a file is in no version of the file.
    if (says(replace_all(path::name(path), "-", " "), targets_.unwanted)) return std::nullopt;
    std::string cut = node && node->kind == Kind::kSession ? without_turns(*node, bytes) : bytes;
    if (!tells(cut)) return cut;
    cut = without_lines(cut);
    if (tells(cut)) return std::nullopt;  // it stands across two lines
    return cut;
  }

  // Says it, or names a file that is named after it.
  [[nodiscard]] bool tells(std::string_view text) const {
    return says(text, targets_.unwanted) ||
           std::any_of(gone_names_.begin(), gone_names_.end(), [&](const std::string& name) {
             return text.find(name) != std::string_view::npos;
           });
  }

  [[nodiscard]] std::string without_lines(const std::string& bytes) const {
    std::string out;
    for (const std::string_view line : split_lines(bytes)) {
      out += tells(line) ? kForgotten : line;
      out += '\n';
    }
    return out;
  }

 private:
  [[nodiscard]] bool goes(const Node& node) const {
    if (!node.id.is_zero() && targets_.gone.nodes.contains(node.id)) return true;
    const auto& homes = targets_.homes;
    if (std::find(homes.begin(), homes.end(), node.id) != homes.end() && !node.id.is_zero()) {
      return true;
    }
    // Told from it, in whatever words.
    return node.kind == Kind::kSummary &&
           std::any_of(node.sources.begin(), node.sources.end(),
                       [&](const format::Edge& edge) { return gone_paths_.contains(edge.path); });
  }

  [[nodiscard]] std::string without_turns(const Node& session, const std::string& bytes) const {
    const auto turns = targets_.gone.turns.find(session.id);
    if (turns == targets_.gone.turns.end()) return bytes;
    const Result<format::Document> document = format::parse_document(bytes, session.path);
    if (!document) return bytes;
    const Result<format::Conversation> said = format::read_session(*document, session.path);
    const std::vector<format::TurnLines> places = format::turn_lines(*document);
    if (!said || said->turns.size() != places.size()) return bytes;
    std::set<std::size_t> dropped;
    for (const std::int64_t turn : turns->second) {
      const std::int64_t place = turn - session.first;
      if (place < 0 || place >= static_cast<std::int64_t>(places.size())) continue;
      if (said->turns[static_cast<std::size_t>(place)].text.empty()) continue;
      const format::TurnLines& lines = places[static_cast<std::size_t>(place)];
      for (std::size_t line = lines.first + 1; line <= lines.last; ++line) dropped.insert(line);
    }
    std::string out;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(bytes)) {
      const bool words = dropped.contains(++number) && !trim(line).empty() && line.front() != '^';
      out += words ? kForgotten : line;
      out += '\n';
    }
    return out;
  }

  const ForgetTargets& targets_;
  std::set<std::string> gone_paths_, gone_names_;
};

}  // namespace

Status can_purge(const std::string& root, const std::vector<ForgottenPlace>& kept) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  static_cast<void>(past);
  if (!kept.empty()) {
    const ForgottenPlace& first = kept.front();
    return fail(ErrorKind::kConflict, "still says it, in your own words",
                first.path + (first.line > 0 ? ":" + std::to_string(first.line) : ""),
                "take it out, and say it again: a purge leaves nothing behind");
  }
  return history::can_purge(root);
}

Result<PurgeReport> purge(const std::string& root, const ForgetTargets& targets, unsigned keep_days,
                          Time now) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(const std::vector<history::Version> versions, history::all_versions(root));
  const Cleaner cleaner(targets);
  history::Purge plan;
  for (const history::Version& version : versions) {
    // Exports too, and what lies in folders that are not read.
    const bool text = is_told(version.path) || path::extension(version.path) == ".md" ||
                      version.path.starts_with("ledger/");
    if (!text) continue;
    const Result<std::string> bytes = past->read(version.blob);
    if (!bytes) continue;  // a folder with a name like a file's
    std::optional<std::string> clean = cleaner.clean(version.path, *bytes);
    if (clean != *bytes) plan.blobs[version.blob] = std::move(clean);
  }
  plan.reword = [&](const std::string& message) {
    return cleaner.tells(message) ? cleaner.without_lines(message) : message;
  };
  PurgeReport report;
  if (keep_days > 0) {
    report.backup = kBackups + format_date(add_days(date_of(now), keep_days));
    plan.backup = report.backup;
  }
  PYRAMID_ASSIGN(history::Purged purged, history::purge_history(root, plan));
  report.commits = purged.commits;
  report.blobs = plan.blobs.size();
  report.remotes = std::move(purged.remotes);
  return report;
}

Status drop_expired_backups(const std::string& root, Time now) {
  return history::drop_refs_before(root, kBackups + format_date(date_of(now)));
}

}  // namespace pyramid::ops
