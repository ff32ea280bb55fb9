#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/memory_changes.hpp"
#include "ops/revision.hpp"
#include "pyramid/memory_history.hpp"
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pyramid {

namespace {

using history::Past;
using history::PastChange;
using history::PastCommit;

constexpr std::size_t kShownBytes = 200;

// Which blobs say it, and where; each is read once.
class Sayer {
 public:
  Sayer(Past& past, std::string wanted) : past_(past), wanted_(std::move(wanted)) {}

  // The line that says it; "" = none does.
  Result<std::string> line_in(const std::optional<std::string>& blob, const std::string& path) {
    if (!blob || !workspace::is_memory_file(path)) return std::string();
    const auto known = lines_.find(*blob);
    if (known != lines_.end()) return known->second;
    PYRAMID_ASSIGN(const std::string bytes, past_.read(*blob));
    std::string& line = lines_[*blob];
    if (ops::comparable(bytes).find(wanted_) == std::string::npos) return line;
    const auto lines = split_lines(bytes);
    const auto place = std::find_if(lines.begin(), lines.end(), [&](std::string_view one) {
      return ops::comparable(one).find(wanted_) != std::string::npos;
    });
    line = place == lines.end() ? "(over several lines)" : sentence_in(collapse_spaces(*place));
    if (line.size() > kShownBytes) line = std::string(utf8::truncate(line, kShownBytes)) + "…";
    return line;
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
  std::map<std::string, std::string> lines_;
};

// A file that only changed its name says it as before.
void drop_renames(std::vector<BisectEvent>& events) {
  for (auto one = events.begin(); one != events.end();) {
    const auto other = std::find_if(one, events.end(), [&](const BisectEvent& there) {
      return there.came != one->came && there.kind == one->kind && there.line == one->line;
    });
    if (other == events.end()) {
      ++one;
    } else {
      events.erase(other);  // behind `one`, which stays valid
      one = events.erase(one);
    }
  }
}

Status look(Past& past, Sayer& sayer, BisectReport& report) {
  std::vector<std::vector<BisectEvent>> newest_first;
  std::map<std::string, bool> last;  // whether the newest event of a file is that it came
  PYRAMID_TRY(past.each([&](const PastCommit& commit) -> Result<bool> {
    PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(commit));
    std::vector<BisectEvent> events;
    for (const PastChange& change : changes) {
      PYRAMID_ASSIGN(const std::string before, sayer.line_in(change.before, change.path));
      PYRAMID_ASSIGN(const std::string after, sayer.line_in(change.after, change.path));
      if (before.empty() == after.empty()) continue;
      last.try_emplace(change.path, before.empty());
      events.push_back({ops::told(commit), before.empty(), change.path,
                        format::name_of(workspace::kind_of_path(change.path)),
                        before.empty() ? after : before});
    }
    drop_renames(events);
    if (!events.empty()) newest_first.push_back(std::move(events));
    return true;
  }));
  for (auto one = newest_first.rbegin(); one != newest_first.rend(); ++one) {
    report.events.insert(report.events.end(), one->begin(), one->end());
  }
  for (const auto& [path, came] : last) {
    if (came) report.now.push_back(path);
  }
  return {};
}

}  // namespace

Result<BisectReport> bisect_memory(const Environment& environment, const BisectOptions& options) {
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

}  // namespace pyramid
