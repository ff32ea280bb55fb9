#include "ops/opened.hpp"
#include "ops/past_nodes.hpp"
#include "ops/revision.hpp"
#include "ops/why_target.hpp"
#include "pyramid/memory_history.hpp"

#include <optional>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

void describe(const std::string& bytes, ShowReport& report) {
  const Result<format::Node> node = format::read_node(bytes, report.path);
  if (!node) return;
  report.kind = format::name_of(node->kind);
  if (!node->id.is_zero()) report.id = to_string(node->id);
}

Result<ShowReport> run(Services& services, const ShowOptions& options) {
  PYRAMID_ASSIGN(const Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ShowReport report;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  WhyOptions named;
  named.what = options.what;
  named.folder = options.folder;
  if (options.at.empty()) {
    PYRAMID_ASSIGN(const ops::Target target, ops::find_target(services.files, opened.workspace,
                                                              *opened.index, memory, named));
    report.path = target.path;
    PYRAMID_ASSIGN(report.bytes, services.files.read(opened.workspace.absolute(target.path)));
  } else {
    PYRAMID_ASSIGN(const auto past, ops::open_past(options.workspace.root));
    PYRAMID_ASSIGN(const ops::PastTarget target,
                   ops::find_past_target(services.files, opened.workspace, *opened.index, memory,
                                         *past, named));
    PYRAMID_ASSIGN(const history::PastCommit commit,
                   ops::commit_named(*past, options.at, services.clock.now()));
    PYRAMID_ASSIGN(const auto file, ops::file_at(*past, target, commit));
    if (!file) {
      return fail(ErrorKind::kNotFound, "was not there at " + commit.id.substr(0, 7), target.path,
                  "`pyramid history " + target.path + "` says when it came and went");
    }
    report.path = file->path;
    report.commit = ops::told(commit);
    PYRAMID_ASSIGN(report.bytes, past->read(file->blob));
  }
  describe(report.bytes, report);
  return report;
}

}  // namespace

Result<ShowReport> show_memory(const Environment& environment, const ShowOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
