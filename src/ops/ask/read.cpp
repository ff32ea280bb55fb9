#include "pyramid/read.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "ops/nodes/citation.hpp"
#include "ops/nodes/inside.hpp"
#include "search/snippet.hpp"
#include "workspace/naming.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyramid {

namespace {

using ops::Lines;

Failure no_such_lines(const ReadReport& report) {
  return fail(
      ErrorKind::kNotFound,
      report.last_line < report.first_line && report.first_line <= report.all_lines
          ? "the last line is before the first"
          : "there are no such lines",
      report.path,
      "it has " + std::to_string(report.all_lines) + (report.all_lines == 1 ? " line" : " lines"));
}

// A file that is there, and what of it is named.
Result<ops::Cited> find_file(const Environment& environment, const workspace::Workspace& workspace,
                             const std::string& given) {
  const auto at = [&](ops::Cited reading) -> Result<ops::Cited> {
    PYRAMID_ASSIGN(reading.path, ops::readable_path(environment.files, workspace, environment.home,
                                                    reading.path));
    return reading;
  };
  for (const ops::Cited& reading : ops::readings_of(given)) {
    if (Result<ops::Cited> found = at(reading)) return found;
  }
  return at(ops::cited_in(given));  // says why
}

Result<ReadReport> read_in(const Environment& environment, const ReadOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  PYRAMID_ASSIGN(ops::Cited named, find_file(environment, workspace, options.path));
  ReadReport report;
  report.path = std::move(named.path);
  Result<std::string> bytes = environment.files.read(workspace.absolute(report.path));
  if (!bytes) {
    bytes.error().where = report.path;
    return fail(std::move(bytes).error());
  }
  make_utf8(*bytes);
  report.all_lines = split_lines(*bytes).size();
  std::optional<Lines>& cited = named.lines;
  if (!named.block.empty()) {
    cited = ops::lines_of_block(*bytes, report.path, named.block);
    if (!cited)
      return fail(ErrorKind::kNotFound, "there is no such block", printable(options.path));
  }
  if (cited && (options.from != 1 || options.lines > 0)) {
    return fail(ErrorKind::kUsage, "the path names lines already", printable(options.path),
                "leave out --from and --lines, or what stands behind the file's name");
  }
  report.first_line = cited ? cited->first : options.from;
  report.last_line = cited ? std::min(cited->last, report.all_lines) : report.all_lines;
  if (!cited && options.lines > 0 && options.lines <= report.all_lines) {
    report.last_line = std::min(report.all_lines, report.first_line - 1 + options.lines);
  }
  const bool whole_of_nothing = report.all_lines == 0 && !cited && options.from == 1;
  const bool there = report.first_line > 0 && report.first_line <= report.last_line;
  if (!there && !whole_of_nothing) return no_such_lines(report);
  report.text = search::lines_of(*bytes, report.first_line, report.last_line);
  return report;
}

}  // namespace

Result<ReadReport> read_memory(const Environment& environment, const ReadOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 read_in(environment, options));
}

}  // namespace pyramid
