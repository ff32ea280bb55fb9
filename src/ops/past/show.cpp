#include "base/text.hpp"
#include "ops/nodes/revision.hpp"
#include "ops/past/past_nodes.hpp"
#include "ops/run/opened.hpp"
#include "ops/why/why_target.hpp"
#include "pyramid/memory_history.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid {

namespace {

using history::Past;
using history::PastCommit;
using ops::Opened;
using ops::Services;

void describe(const std::string& bytes, ShowReport& report) {
  const Result<format::Node> node = format::read_node(bytes, report.path);
  if (!node) return;
  report.kind = format::name_of(node->kind);
  if (!node->id.is_zero()) report.id = to_string(node->id);
}

// When a node went, and how it can be looked at.
Error went(Past& past, const ops::PastTarget& target, const Zone& zone) {
  const std::string name = target.id.is_zero() ? target.path : to_string(target.id);
  Error error{ErrorKind::kNotFound,
              "is gone, which is not committed yet",
              target.path,
              {},
              "`pyramid show " + name + " --at HEAD` prints it"};
  const Status looked = ops::each_step(
      past, target, [&](const PastCommit& commit, const ops::PastStep& step) -> Result<bool> {
        if (step.after.blob) return false;
        const std::string id = commit.id.substr(0, ops::kShortId);
        error.what = "went on " + format_date(zone.date_of(commit.at)) + " with " + id + " \"" +
                     printable(history::subject_of(commit)) + "\"";
        error.hint = "`pyramid show " + name + " --at " + id + "~1` prints it, `pyramid revert " +
                     name + "` puts it back";
        return false;
      });
  return looked ? error : Error(looked.error());
}

// The file as it is, also where it was asked for by a name that it had. `found`: what is named, as
// far as it is there.
Result<std::string> path_now(Services& services, const Opened& opened,
                             const ops::WorkingSet& memory, const WhyOptions& named,
                             const Result<ops::Target>& found) {
  if (found) return found->path;
  if (found.error().kind != ErrorKind::kNotFound) return fail(Error(found.error()));
  const auto past = ops::open_past(opened.workspace.root);
  if (!past) return fail(Error(found.error()));
  PYRAMID_ASSIGN(const ops::PastTarget target,
                 ops::find_past_target(services.files, opened.workspace, *opened.index, memory,
                                       **past, named));
  if (target.is_there) return target.path;
  return fail(went(**past, target, services.zone));
}

Status show_past(Services& services, const Opened& opened, const ops::WorkingSet& memory,
                 const WhyOptions& named, const std::string& at, ShowReport& report) {
  PYRAMID_ASSIGN(const auto past, ops::open_past(opened.workspace.root));
  PYRAMID_ASSIGN(
      const ops::PastTarget target,
      ops::find_past_target(services.files, opened.workspace, *opened.index, memory, *past, named));
  PYRAMID_ASSIGN(const PastCommit commit,
                 ops::commit_named(*past, at, services.clock.now(), services.zone));
  PYRAMID_ASSIGN(const auto file, ops::file_at(*past, target, commit));
  if (!file) {
    return fail(ErrorKind::kNotFound, "was not there at " + commit.id.substr(0, ops::kShortId),
                target.path, "`pyramid history " + target.path + "` says when it came and went");
  }
  report.path = file->path;
  report.commit = ops::told(commit);
  PYRAMID_ASSIGN(report.bytes, past->read(file->blob));
  return {};
}

Status keep_line(std::size_t line, ShowReport& report) {
  const std::vector<std::string_view> lines = split_lines(report.bytes);
  if (line > lines.size()) {
    return fail(ErrorKind::kNotFound, "has no line " + std::to_string(line), report.path,
                "it has " + count_of(lines.size(), "line"));
  }
  report.bytes = std::string(lines[line - 1]) + "\n";
  return {};
}

Result<ShowReport> run(Services& services, const ShowOptions& options) {
  PYRAMID_ASSIGN(const Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ShowReport report;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  WhyOptions named;
  named.what = options.what;
  named.folder = options.folder;
  const Result<ops::Target> found =
      ops::find_target(services.files, opened.workspace, *opened.index, memory, named);
  if (options.at.empty()) {
    PYRAMID_ASSIGN(report.path, path_now(services, opened, memory, named, found));
    PYRAMID_ASSIGN(report.bytes, services.files.read(opened.workspace.absolute(report.path)));
  } else {
    PYRAMID_TRY(show_past(services, opened, memory, named, options.at, report));
  }
  describe(report.bytes, report);
  if (found && found->line > 0) PYRAMID_TRY(keep_line(found->line, report));
  return report;
}

}  // namespace

Result<ShowReport> show_memory(const Environment& environment, const ShowOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
