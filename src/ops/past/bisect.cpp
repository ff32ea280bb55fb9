#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/nodes/memory_changes.hpp"
#include "ops/nodes/revision.hpp"
#include "pyramid/memory_history.hpp"
#include "workspace/layout.hpp"
#include "workspace/naming.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastChange;
using history::PastCommit;

constexpr std::size_t kShownBytes = 200;

// What a file says of it.
struct Saying {
  std::string line;    // "" = nothing
  std::string status;  // of an observation that says it and does not count: "superseded"
  [[nodiscard]] bool counts() const { return !line.empty() && status.empty(); }
};

// Which blobs say it, and where; each is read once.
class Sayer {
 public:
  Sayer(Past& past, std::string wanted) : past_(past), wanted_(std::move(wanted)) {}

  Result<Saying> in(const std::optional<std::string>& blob, const std::string& path) {
    if (!blob || !workspace::is_memory_file(path)) return Saying();
    const auto known = sayings_.find(*blob);
    if (known != sayings_.end()) return known->second;
    PYRAMID_ASSIGN(const std::string bytes, past_.read(*blob));
    Saying& saying = sayings_[*blob];
    if (ops::comparable(bytes).find(wanted_) == std::string::npos) return saying;
    const auto lines = split_lines(bytes);
    const auto place = std::find_if(lines.begin(), lines.end(), [&](std::string_view one) {
      return ops::comparable(one).find(wanted_) != std::string::npos;
    });
    std::string& line = saying.line;
    line = place == lines.end() ? "(over several lines)" : sentence_in(collapse_spaces(*place));
    if (line.size() > kShownBytes) line = std::string(utf8::truncate(line, kShownBytes)) + "…";
    const Result<format::Node> node = format::read_node(bytes, path);
    if (node && node->kind == format::Kind::kObservation) saying.status = node->status;
    return saying;
  }

 private:
  // Of a long line the sentence that says it, if one does.
  [[nodiscard]] std::string sentence_in(const std::string& line) const {
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t stop = line.find(". ", begin);
      const std::size_t end = stop == std::string::npos ? line.size() : stop + 1;
      const std::string sentence = line.substr(begin, end - begin);
      if (ops::comparable(sentence).find(wanted_) != std::string::npos) return sentence;
      begin = stop == std::string::npos ? line.size() : stop + 2;
    }
    return line;
  }

  Past& past_;
  std::string wanted_;
  std::map<std::string, Saying> sayings_;
};

// An event, and whether it is one of what did not count any more.
struct Found {
  BisectEvent event;
  bool is_over = false;
};

// A file that only changed its name says it as before.
void drop_renames(std::vector<Found>& events) {
  for (auto one = events.begin(); one != events.end();) {
    const auto other = std::find_if(one, events.end(), [&](const Found& there) {
      return there.event.came != one->event.came && there.event.kind == one->event.kind &&
             there.event.line == one->event.line && there.event.status == one->event.status;
    });
    if (other == events.end()) {
      ++one;
    } else {
      events.erase(other);  // behind `one`, which stays valid
      one = events.erase(one);
    }
  }
}

// What a commit did beside one of its parents. `paths` gets each file that says it there.
Result<std::vector<BisectEvent>> events_of(Sayer& sayer, const PastCommit& commit,
                                           const history::PastSide& side,
                                           std::set<std::string>& paths) {
  std::vector<Found> found;
  for (const PastChange& change : side.changes) {
    PYRAMID_ASSIGN(const Saying before, sayer.in(change.before, change.path));
    PYRAMID_ASSIGN(const Saying after, sayer.in(change.after, change.path));
    if (!after.line.empty()) paths.insert(change.path);
    const bool same =
        before.line.empty() == after.line.empty() && before.counts() == after.counts();
    if (same) continue;
    const bool gone = after.line.empty();
    const Saying& said = gone ? before : after;
    const bool came = before.line.empty() || after.counts();
    found.push_back(
        {{ops::told(commit), came, change.path,
          format::name_of(workspace::kind_of_path(change.path)), said.line, said.status},
         gone && !before.counts()});
  }
  drop_renames(found);
  std::vector<BisectEvent> events;
  for (Found& one : found) {
    if (!one.is_over) events.push_back(std::move(one.event));
  }
  return events;
}

// Of a merge, what is so beside each commit that it joins.
void keep_common(std::vector<BisectEvent>& events, const std::vector<BisectEvent>& others) {
  std::erase_if(events, [&](const BisectEvent& one) {
    return std::none_of(others.begin(), others.end(), [&](const BisectEvent& other) {
      return other.path == one.path && other.came == one.came;
    });
  });
}

Status look(Past& past, Sayer& sayer, BisectReport& report) {
  std::vector<std::vector<BisectEvent>> newest_first;
  std::set<std::string> paths;
  PYRAMID_TRY(past.each([&](const PastCommit& commit) -> Result<bool> {
    PYRAMID_ASSIGN(const std::vector<history::PastSide> sides, past.sides(commit));
    std::optional<std::vector<BisectEvent>> events;
    for (const history::PastSide& side : sides) {
      PYRAMID_ASSIGN(std::vector<BisectEvent> here, events_of(sayer, commit, side, paths));
      if (events) {
        keep_common(*events, here);
      } else {
        events = std::move(here);
      }
    }
    if (events && !events->empty()) newest_first.push_back(*std::move(events));
    return true;
  }));
  for (auto one = newest_first.rbegin(); one != newest_first.rend(); ++one) {
    report.events.insert(report.events.end(), one->begin(), one->end());
  }
  const Result<PastCommit> head = past.commit("HEAD");
  if (!head) return {};
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const std::optional<std::string> blob, past.blob_at(head->id, path));
    PYRAMID_ASSIGN(const Saying now, sayer.in(blob, path));
    if (now.counts()) report.now.push_back(path);
  }
  return {};
}

Result<BisectReport> bisect_in(const Environment& environment, const BisectOptions& options) {
  const std::string wanted = ops::comparable(options.text);
  if (wanted.empty()) {
    return fail(ErrorKind::kUsage, "the text has no word in it", {},
                "give words of the belief, such as \"lives in Porto\"");
  }
  BisectReport report;
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  report.diagnostics = workspace.diagnostics;
  PYRAMID_ASSIGN(const std::unique_ptr<Past> past, ops::open_past(workspace.root));
  Sayer sayer(*past, wanted);
  PYRAMID_TRY(look(*past, sayer, report));
  return report;
}

}  // namespace

Result<BisectReport> bisect_memory(const Environment& environment, const BisectOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 bisect_in(environment, options));
}

}  // namespace pyramid
