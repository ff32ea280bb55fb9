#include "pyramid/read.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "ops/nodes/inside.hpp"
#include "search/snippet.hpp"
#include "workspace/layout.hpp"
#include "workspace/workspace.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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

// What a path names, as search, recall and links in the memory write it.
struct Cited {
  std::string path;
  std::optional<Lines> lines;  // "#L3", "#L3-L5", ":3", ":3-5"
  std::string block;           // "#^t6": "t6"
};

std::optional<Lines> lines_in(std::string_view text, std::string_view between) {
  const std::size_t dash = text.find(between);
  const auto first = number_in(text.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : number_in(text.substr(dash + between.size()));
  if (!first || !last) return std::nullopt;
  return Lines{*first, *last};
}

Cited cited_in(const std::string& given) {
  const std::size_t sign = given.rfind("#^");
  if (sign != std::string::npos) return {given.substr(0, sign), {}, given.substr(sign + 2)};
  for (const auto& [mark, between] : {std::pair<std::string_view, std::string_view>{"#L", "-L"},
                                      std::pair<std::string_view, std::string_view>{":", "-"}}) {
    const std::size_t at = given.rfind(mark);
    if (at == std::string::npos) continue;
    const auto lines = lines_in(std::string_view(given).substr(at + mark.size()), between);
    if (lines) return {given.substr(0, at), lines, {}};
  }
  return {given, {}, {}};
}

// The turn, list item or paragraph that has this block id.
std::optional<Lines> lines_of_block(const std::string& bytes, const std::string& path,
                                    std::string_view block) {
  const std::string id = "^" + std::string(block);
  const auto has_id = [&](std::string_view line) {
    const std::string_view text = trim(line);
    return text == id || text.ends_with(" " + id);
  };
  const std::vector<std::string_view> lines = split_lines(bytes);
  const auto found = std::find_if(lines.begin(), lines.end(), has_id);
  if (block.empty() || found == lines.end()) return std::nullopt;
  const auto line = static_cast<std::size_t>(found - lines.begin()) + 1;
  const auto document = format::parse_document(bytes, path);
  if (document && workspace::kind_of_path(path) == format::Kind::kSession) {
    for (const format::TurnLines& turn : format::turn_lines(*document)) {
      if (turn.first <= line && line <= turn.last) return Lines{turn.first, turn.last};
    }
  }
  std::size_t first = line;
  while (first > 1 && !trim(lines[first - 2]).empty() && trim(*found) == id) --first;
  return Lines{first, line};
}

Failure no_such_lines(const ReadReport& report) {
  return fail(
      ErrorKind::kNotFound,
      report.last_line < report.first_line && report.first_line <= report.all_lines
          ? "the last line is before the first"
          : "there are no such lines",
      report.path,
      "it has " + std::to_string(report.all_lines) + (report.all_lines == 1 ? " line" : " lines"));
}

}  // namespace

Result<ReadReport> read_memory(const Environment& environment, const ReadOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  Cited named = cited_in(options.path);
  ReadReport report;
  PYRAMID_ASSIGN(report.path,
                 ops::readable_path(environment.files, workspace, environment.home, named.path));
  Result<std::string> bytes = environment.files.read(workspace.absolute(report.path));
  if (!bytes) {
    bytes.error().where = report.path;
    return fail(std::move(bytes).error());
  }
  report.all_lines = split_lines(*bytes).size();
  std::optional<Lines>& cited = named.lines;
  if (named.path.size() < options.path.size() && !cited) {
    cited = lines_of_block(*bytes, report.path, named.block);
    if (!cited)
      return fail(ErrorKind::kNotFound, "there is no such block", printable(options.path));
  }
  if (cited && (options.from > 1 || options.lines > 0)) {
    return fail(ErrorKind::kUsage, "the path names lines already", printable(options.path),
                "leave out --from and --lines, or what stands behind the file's name");
  }
  report.first_line = cited ? cited->first : std::max<std::size_t>(1, options.from);
  report.last_line = cited ? std::min(cited->last, report.all_lines) : report.all_lines;
  if (!cited && options.lines > 0 && options.lines <= report.all_lines) {
    report.last_line = std::min(report.all_lines, report.first_line - 1 + options.lines);
  }
  const bool whole_of_nothing = report.all_lines == 0 && !cited && options.from <= 1;
  if (report.last_line < report.first_line && !whole_of_nothing) return no_such_lines(report);
  report.text =
      utf8::replace_invalid(search::lines_of(*bytes, report.first_line, report.last_line));
  return report;
}

}  // namespace pyramid
