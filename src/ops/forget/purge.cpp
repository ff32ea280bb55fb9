#include "ops/forget/purge.hpp"

#include "base/path.hpp"
#include "base/string_finder.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/sections.hpp"
#include "format/successor.hpp"
#include "format/why_page.hpp"
#include "history/git_traces.hpp"
#include "history/tidy.hpp"
#include "ops/forget/descent.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/revision.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <map>
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
  Cleaner(const ForgetTargets& targets, const Descent& descent)
      : targets_(targets), descent_(descent) {
    for (const std::string& path : descent.gone_paths()) gone_names_.insert(telling_name(path));
    for (const std::string& title : descent.titles()) {
      linked_titles_.push_back("[" + format::escape_inline(title) + "](");
    }
  }

  // A folder of topics tells by its own name: the summaries of all have one.
  static std::string telling_name(const std::string& path) {
    const std::string_view name = path::name(path);
    if (name != workspace::kTopicSummary) return std::string(name);
    return path::join(path::name(path::directory(path)), name);
  }

  // The bytes to stand instead: the same where it says nothing of it, nullopt where it has to go.
  [[nodiscard]] std::optional<std::string> clean(const std::string& path,
                                                 const std::string& bytes) const {
    const Result<Node> node = format::read_node(bytes, path);
    if (node && goes(*node)) return std::nullopt;
    std::string cut = bytes;
    if (node && targets_.gone.turns.contains(node->id)) {
      cut = without_title(without_turns(*node, cut));
    }
    if (node && format::is_home(node->kind)) {
      cut = without_sections(path, cut);
    }
    if (node && node->kind == Kind::kWhy) cut = without_places(path, cut);
    if (node && node->successor && tells(node->successor->path)) {
      cut = format::with_successor_at(cut, path, {}).value_or(cut);
    }
    if (!tells_in_file(cut)) return cut;
    // What cannot be read cannot be cut in parts.
    if (!node && format::is_generated(format::kind_of_path(path))) return std::nullopt;
    cut = without_lines(cut);
    if (tells_in_file(cut)) return std::nullopt;  // it stands across two lines
    return cut;
  }

  // Lines that say it or quote it go.
  [[nodiscard]] std::string reworded(const std::string& message) const {
    const auto quotes = [&](std::string_view text) {
      return tells(text) || says(text, descent_.quoted());
    };
    return quotes(message) ? cut_lines(message, quotes) : message;
  }

 private:
  // Says it, or names a file that is named after it, or links under a title that is gone.
  [[nodiscard]] bool tells(std::string_view text) const {
    const auto is_in = [&](const std::string& part) {
      return text.find(part) != std::string_view::npos;
    };
    return says(text, targets_.unwanted) ||
           std::any_of(gone_names_.begin(), gone_names_.end(), is_in) ||
           std::any_of(targets_.names.begin(), targets_.names.end(), is_in) ||
           std::any_of(linked_titles_.begin(), linked_titles_.end(), is_in);
  }

  [[nodiscard]] bool tells_in_file(std::string_view bytes) const {
    return tells(bytes) || !said_in_head(bytes, targets_.unwanted).empty();
  }

  template <class Cut>
  static std::string cut_lines(const std::string& bytes, const Cut& cut) {
    std::string out;
    for (const std::string_view line : split_lines(bytes)) {
      out += cut(line) ? kForgotten : line;
      out += '\n';
    }
    return out;
  }

  [[nodiscard]] std::string without_lines(const std::string& bytes) const {
    const std::vector<SaidInHead> in_head = said_in_head(bytes, targets_.unwanted);
    std::size_t number = 0;
    return cut_lines(bytes, [&](std::string_view line) {
      ++number;
      return tells(line) || std::any_of(in_head.begin(), in_head.end(), [&](const SaidInHead& one) {
               return number >= one.line && number <= one.last;
             });
    });
  }

  [[nodiscard]] bool goes(const Node& node) const {
    if (!node.id.is_zero() && targets_.gone.nodes.contains(node.id)) return true;
    const auto& homes = targets_.homes;
    if (std::find(homes.begin(), homes.end(), node.id) != homes.end() && !node.id.is_zero()) {
      return true;
    }
    if (is_cut_from(node, targets_)) return true;
    // Told from it, in whatever words.
    return format::is_generated_text(node.kind) && any_told(node.sources);
  }

  [[nodiscard]] bool any_told(const std::vector<format::Edge>& edges) const {
    return std::any_of(edges.begin(), edges.end(),
                       [&](const format::Edge& edge) { return descent_.told_in(edge.path); });
  }

  // A title that a conversation has no more stands in lines of its own.
  [[nodiscard]] std::string without_title(const std::string& bytes) const {
    if (descent_.titles().empty()) return bytes;
    return cut_lines(bytes, [&](std::string_view line) {
      const bool may_be = line.starts_with("#") || line.starts_with("title:");
      return may_be && std::any_of(descent_.titles().begin(), descent_.titles().end(),
                                   [&](const std::string& title) {
                                     return line.find(title) != std::string_view::npos;
                                   });
    });
  }

  // Less the sections that were told from it, and what was told from these.
  [[nodiscard]] std::string without_sections(const std::string& path,
                                             const std::string& bytes) const {
    Result<format::Document> document = format::parse_document(bytes, path);
    if (!document) return bytes;
    document->evidence =
        descent_.evidence_of(format::why_path_of(*document, path).value_or(std::string()));
    std::vector<std::string> described;
    for (const std::string& home : descent_.described()) {
      described.push_back("(" + path::relative(path::directory(path), home) + ")");
    }
    const std::vector<format::FoundSection> sections = format::find_sections(*document, path);
    std::string out;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(bytes)) {
      ++number;
      const bool gone =
          std::any_of(sections.begin(), sections.end(), [&](const format::FoundSection& section) {
            if (number < section.line || number > section.last_line) return false;
            const auto links = [&](const std::string& home) {
              return line.find(home) != std::string_view::npos;
            };
            return any_told(section.from) ||
                   (section.name == format::kOtherModels && number > section.line &&
                    std::any_of(described.begin(), described.end(), links));
          });
      if (!gone) out += std::string(line) + "\n";
    }
    if (!bytes.ends_with("\n") && out.ends_with("\n")) out.pop_back();
    if (!descent_.described().contains(path)) return out;
    Result<std::string> plain = format::with_field(out, path, "description", "");
    return plain ? *std::move(plain) : out;
  }

  // A page less the places of the sections that were told from it.
  [[nodiscard]] std::string without_places(const std::string& path,
                                           const std::string& bytes) const {
    const Result<format::Document> page = format::parse_document(bytes, path);
    if (!page) return bytes;
    std::set<std::string> told;
    for (const format::Evidence& one : format::read_why_page(*page, path)) {
      if (any_told(one.from)) told.insert("## " + one.tag);
    }
    std::string out;
    bool gone = false;
    for (const std::string_view line : split_lines(bytes)) {
      if (line.starts_with("## ")) gone = told.contains(std::string(trim(line)));
      if (!gone) out.append(line).append("\n");
    }
    return out;
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
  const Descent& descent_;
  std::set<std::string> gone_names_;
  std::vector<std::string> linked_titles_;
};

// All that a plan was made with, and its rewording still asks.
struct Looks {
  Looks(const ForgetTargets& wanted, std::map<std::string, std::string> files)
      : targets(wanted), head(std::move(files)), descent(targets, head) {}
  Looks(const Looks&) = delete;
  Looks& operator=(const Looks&) = delete;

  const ForgetTargets targets;
  const std::map<std::string, std::string> head;  // blobs by path
  Descent descent;
  std::optional<Cleaner> cleaner;
};

// Of versions that may hold words: exports too, and what lies in folders that are not read.
bool is_text(const std::string& path) {
  return is_told(path) || path::is_markdown(path) || path.starts_with("ledger/");
}

std::string name_of(const ForgottenPlace& place) {
  return place.path + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

// At the first of the places, and naming all. REQUIRES at least one.
Failure still_says_it(const std::string& what, const std::vector<std::string>& places,
                      const std::string& hint) {
  const std::vector<std::string> others(std::next(places.begin()), places.end());
  return fail(ErrorKind::kConflict,
              what + (others.empty() ? "" : ", and so do " + join(others, ", ")), places.front(),
              hint);
}

history::Says says_it(const ForgetTargets& targets) {
  return [&targets](std::string_view text) { return file_says(text, targets.unwanted); };
}

// The files as they are committed, by path; kConflict where one of them says it.
Result<std::map<std::string, std::string>> clean_head(history::Past& past,
                                                      const ForgetTargets& targets) {
  PYRAMID_ASSIGN(const history::PastCommit commit, past.commit("HEAD"));
  PYRAMID_ASSIGN(const std::vector<history::PastFile> files, past.files(commit.id));
  std::map<std::string, std::string> head;
  std::vector<std::string> saying;
  for (const history::PastFile& file : files) {
    head[file.path] = file.blob;
    if (!is_text(file.path)) continue;
    const Result<std::string> bytes = past.read(file.blob);
    const bool named = is_named_by(file.path, targets.unwanted);
    if (bytes && (named || file_says(*bytes, targets.unwanted))) saying.push_back(file.path);
  }
  if (!saying.empty()) {
    return still_says_it("still says it as it is committed, so nothing was purged", saying,
                         "take it out, commit that, and say it again with --purge");
  }
  return head;
}

// Whether the name of a file says it, or was made of what did.
bool is_named_by_it(const std::string& path, const ForgetTargets& targets) {
  return is_named_by(path, targets.unwanted) ||
         targets.names.contains(std::string(path::name(path)));
}

// Pictures and the like hold no words, nor do tombstones.
bool holds_it(history::Past& past, const history::Version& version, const ForgetTargets& targets,
              const StringFinder& names) {
  if (path::directory(version.path) == kForgottenFolder) return false;
  if (is_named_by_it(version.path, targets)) return true;
  const Result<std::string> bytes = past.read(version.blob);
  if (!bytes || bytes->find('\0') != std::string::npos) return false;
  return file_says(*bytes, targets.unwanted) || names.any_in(*bytes);
}

// Of other programs: no rule says what may be cut out of them.
Status add_other_files(const std::string& root, const ForgetTargets& targets,
                       std::vector<ForgottenPlace>& places) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(const history::PastCommit commit, past->commit("HEAD"));
  PYRAMID_ASSIGN(const std::vector<history::PastFile> files, past->files(commit.id));
  std::set<std::pair<std::string, std::string>> head, found;
  for (const history::PastFile& file : files) head.emplace(file.path, file.blob);
  PYRAMID_ASSIGN(const std::vector<history::Version> versions, history::all_versions(root));
  const StringFinder names(targets.names);
  for (const history::Version& version : versions) {
    if (is_text(version.path) || !holds_it(*past, version, targets, names)) continue;
    found.emplace(version.path, head.contains({version.path, version.blob}) ? "file" : "old file");
  }
  for (const auto& [path, what] : found) places.push_back({path, 0, what});
  return {};
}

void set_rewritten(const history::Rewritten& rewritten, PurgeReport& report) {
  report.commits = rewritten.commits;
  report.signatures = rewritten.signatures;
  report.others = rewritten.others;
}

}  // namespace

Result<PurgeReport> expected_purge(const std::string& root, const ForgetTargets& targets) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  static_cast<void>(past);
  PYRAMID_ASSIGN(const std::vector<history::MadeCommit> made, history::commits_made(root));
  PYRAMID_ASSIGN(const history::Rewritten most, history::count_rewritten(root, made, {}));
  PurgeReport report;
  set_rewritten(most, report);
  PYRAMID_ASSIGN(report.named, history::commits_by(root, says_it(targets)));
  return report;
}

Result<std::vector<ForgottenPlace>> kept_by_git(const std::string& root,
                                                const ForgetTargets& targets) {
  PYRAMID_ASSIGN(std::vector<history::GitTrace> traces,
                 history::traces_beside_objects(root, says_it(targets)));
  std::vector<ForgottenPlace> places;
  for (history::GitTrace& one : traces) {
    places.push_back({std::move(one.path), one.line, std::move(one.what)});
  }
  PYRAMID_TRY(add_other_files(root, targets, places));
  return places;
}

Result<bool> is_in_history(const std::string& root, const ForgetTargets& targets) {
  if (!targets.empty()) return true;  // with tombstones
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(const std::vector<history::Version> versions, history::all_versions(root));
  for (const history::Version& version : versions) {
    if (!is_text(version.path)) continue;
    if (is_named_by_it(version.path, targets)) return true;
    const Result<std::string> bytes = past->read(version.blob);
    if (bytes && file_says(*bytes, targets.unwanted)) return true;
  }
  PYRAMID_ASSIGN(const bool in_messages, history::messages_say(root, says_it(targets)));
  if (in_messages) return true;
  return history::unreachable_objects_say(root, says_it(targets));
}

Status can_purge(const std::string& root, const std::vector<ForgottenPlace>& kept) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  static_cast<void>(past);
  if (!kept.empty()) {
    std::vector<std::string> places;
    for (const ForgottenPlace& one : kept) places.push_back(name_of(one));
    return still_says_it("still says it, in your own words", places,
                         "take it out, and say it again: a purge leaves nothing behind");
  }
  return history::can_purge(root);
}

Result<PurgePlan> plan_purge(const workspace::Workspace& workspace, const ForgetTargets& targets) {
  const std::string& root = workspace.root;
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(auto head, clean_head(*past, targets));
  const auto looks = std::make_shared<Looks>(targets, std::move(head));
  std::set<std::string> stay;
  for (const auto& file : looks->head) stay.insert(file.second);
  PYRAMID_ASSIGN(const std::vector<history::Version> versions, history::all_versions(root));
  for (const history::Version& version : versions) {
    if (!is_told(version.path)) continue;
    const Result<std::string> bytes = past->read(version.blob);
    if (bytes) looks->descent.look_at(version.path, version.blob, *bytes);
  }
  looks->descent.settle();
  const Cleaner& cleaner = looks->cleaner.emplace(looks->targets, looks->descent);
  const std::string& exports = workspace.settings.export_folder;
  PurgePlan plan;
  plan.looks = looks;
  plan.git.paths = looks->descent.gone_paths();
  for (const history::Version& version : versions) {
    if (!is_text(version.path)) continue;
    // A name of a file or folder is in no version of the file, whatever stands in it.
    if (is_named_by_it(version.path, targets)) plan.git.paths.insert(version.path);
    if (plan.git.paths.contains(version.path)) {
      ++plan.versions;
      continue;
    }
    if (stay.contains(version.blob)) continue;
    const Result<std::string> bytes = past->read(version.blob);
    if (!bytes) continue;  // a submodule
    std::optional<std::string> clean = cleaner.clean(version.path, *bytes);
    // What was exported then may tell it in other words, and says not from where.
    if (!exports.empty() && version.path.starts_with(exports + "/")) clean.reset();
    if (clean == *bytes) continue;
    plan.git.blobs[version.blob] = std::move(clean);
    ++plan.versions;
  }
  plan.git.reword = [&cleaner](const std::string& message) { return cleaner.reworded(message); };
  return plan;
}

Result<PurgeReport> purge(const workspace::Workspace& workspace, const ForgetTargets& targets,
                          const PurgePlan& plan) {
  const std::string& root = workspace.root;
  PurgeReport report;
  report.backup = plan.git.backup;
  PYRAMID_ASSIGN(history::Purged purged, history::purge_history(root, plan.git));
  set_rewritten(purged.rewritten, report);
  report.blobs = plan.versions;
  report.remotes = std::move(purged.remotes);
  PYRAMID_ASSIGN(report.named, history::commits_by(root, says_it(targets)));
  return report;
}

std::string backup_ref(unsigned keep_days, Time now) {
  return keep_days == 0 ? "" : kBackups + format_date(add_days(date_of(now), keep_days));
}

Result<std::vector<std::string>> kept_backups(const std::string& root) {
  return history::refs_below(root, kBackups);
}

Status drop_expired_backups(const std::string& root, Time now) {
  return history::drop_refs_before(root, kBackups + format_date(date_of(now)));
}

}  // namespace pyramid::ops
