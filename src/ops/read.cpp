#include "pyramid/read.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/inside.hpp"
#include "search/snippet.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace pyramid {

namespace {

struct Lines {
  std::size_t first = 1, last = 0;
};

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

// "#L3", "#L3-L5"; takes it off the path.
std::optional<Lines> take_fragment(std::string& path) {
  const std::size_t sign = path.rfind("#L");
  if (sign == std::string::npos) return std::nullopt;
  const std::string_view fragment = std::string_view(path).substr(sign + 2);
  const std::size_t dash = fragment.find("-L");
  const auto first = number_in(fragment.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number_in(fragment.substr(dash + 2));
  if (!first || !last) return std::nullopt;
  path.resize(sign);
  return Lines{*first, *last};
}

}  // namespace

Result<ReadReport> read_memory(const Environment& environment, const ReadOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  std::string path = options.path;
  const std::optional<Lines> cited = take_fragment(path);
  ReadReport report;
  PYRAMID_ASSIGN(report.path, ops::path_inside(environment.files, workspace, path));
  Result<std::string> bytes = environment.files.read(workspace.absolute(report.path));
  if (!bytes) {
    bytes.error().where = report.path;
    return fail(std::move(bytes).error());
  }
  report.all_lines = split_lines(*bytes).size();
  report.first_line = cited ? cited->first : std::max<std::size_t>(1, options.from);
  report.last_line = cited ? std::min(cited->last, report.all_lines) : report.all_lines;
  if (!cited && options.lines > 0 && options.lines <= report.all_lines) {
    report.last_line = std::min(report.all_lines, report.first_line - 1 + options.lines);
  }
  report.text =
      utf8::replace_invalid(search::lines_of(*bytes, report.first_line, report.last_line));
  return report;
}

}  // namespace pyramid
