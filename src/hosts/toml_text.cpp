#include "hosts/toml_text.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include <cstddef>
#include <string_view>
#include <utility>

namespace pyramid::hosts {

namespace {

constexpr const char* kServers = "mcp_servers";

Result<toml::table> parsed_toml(const std::string& text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return fail(ErrorKind::kInvalid, "this is not TOML: " + std::string(error.description()),
                std::to_string(error.source().begin.line));
  }
}

const toml::table* server_table(const toml::table& file, const std::string& name) {
  return file[kServers][name].as_table();
}

// A basic string of TOML is written as one of JSON is, but for DEL.
std::string toml_text_of(const std::string& text) {
  const std::string json =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return replace_all(json, "\x7f", "\\u007f");
}

std::string toml_args_of(const TomlServer& server) {
  std::string list;
  for (const std::string& one : server.args) list += (list.empty() ? "" : ", ") + toml_text_of(one);
  return "[" + list + "]";
}

// Where a line begins; lines count from 1.
std::size_t begin_of_line(const std::string& text, std::size_t line) {
  std::size_t at = 0;
  while (--line > 0 && at < text.size()) {
    const std::size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return at;
}

struct TomlLines {
  std::size_t begin = 0, end = 0;
};

// The first line of every table with a heading.
void collect_headings(const toml::node& node, std::vector<std::size_t>& lines) {
  if (const toml::table* table = node.as_table()) {
    if (!table->is_inline() && table->source().begin.line > 0) {
      lines.push_back(table->source().begin.line);
    }
    for (const auto& [key, value] : *table) collect_headings(value, lines);
  } else if (const toml::array* list = node.as_array()) {
    for (const toml::node& value : *list) collect_headings(value, lines);
  }
}

std::string_view line_at(const std::string& text, std::size_t begin) {
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return std::string_view(text).substr(begin, end - begin);
}

// From its heading to the next one, without blank lines and comments in front of that.
Result<TomlLines> lines_of_table(const std::string& text, const toml::table& file,
                                 const toml::table& table) {
  const std::size_t first = table.source().begin.line;
  const std::size_t begin = begin_of_line(text, first);
  if (table.is_inline() || first == 0 || !trim(line_at(text, begin)).starts_with("[")) {
    return fail(ErrorKind::kInvalid, "the server is written otherwise than as a table",
                std::to_string(first), "write it as [mcp_servers.NAME]");
  }
  std::vector<std::size_t> headings;
  for (const auto& [key, value] : file) collect_headings(value, headings);
  std::size_t next = 0;
  for (const std::size_t line : headings) {
    const std::size_t at = begin_of_line(text, line);
    if (line <= first || !trim(line_at(text, at)).starts_with("[")) continue;
    if (next == 0 || line < next) next = line;
  }
  std::size_t end = next == 0 ? text.size() : begin_of_line(text, next);
  while (end > begin) {
    const std::size_t last = end < 2 ? 0 : text.rfind('\n', end - 2) + 1;
    const std::string_view words = trim(line_at(text, last));
    if (last <= begin || (!words.empty() && !words.starts_with("#"))) break;
    end = last;
  }
  return TomlLines{begin, end};
}

// The line of a key that stands in the table, to its end.
TomlLines lines_of_value(const std::string& text, const toml::node& value) {
  const std::size_t begin = begin_of_line(text, value.source().begin.line);
  return {begin, begin_of_line(text, value.source().end.line + 1)};
}

}  // namespace

Result<std::optional<TomlServer>> toml_server(const std::string& text, const std::string& name) {
  PYRAMID_ASSIGN(const toml::table file, parsed_toml(text));
  const toml::table* table = server_table(file, name);
  if (table == nullptr) return std::optional<TomlServer>();
  TomlServer server;
  server.command = (*table)["command"].value_or(std::string());
  if (const toml::array* args = (*table)["args"].as_array()) {
    for (const toml::node& one : *args) server.args.push_back(one.value_or(std::string()));
  }
  return std::optional(std::move(server));
}

Result<std::optional<bool>> toml_flag(const std::string& text,
                                      const std::vector<std::string>& keys) {
  PYRAMID_ASSIGN(const toml::table file, parsed_toml(text));
  toml::node_view<const toml::node> at(file);
  for (const std::string& key : keys) at = at[key];
  return at.value<bool>();
}

Result<std::string> with_toml_server(const std::string& text, const std::string& name,
                                     const TomlServer& server) {
  PYRAMID_ASSIGN(const toml::table file, parsed_toml(text));
  const std::string end = text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
  const std::string command = "command = " + toml_text_of(server.command) + end;
  const std::string args = "args = " + toml_args_of(server) + end;
  std::string written = text;
  const toml::table* table = server_table(file, name);
  if (table == nullptr) {
    if (!written.empty() && !written.ends_with('\n')) written += end;
    if (!trim(written).empty()) written += end;
    written += "[" + std::string(kServers) + "." + name + "]" + end + command + args;
  } else {
    PYRAMID_TRY(lines_of_table(text, file, *table));
    const std::size_t behind_heading = begin_of_line(text, table->source().begin.line + 1);
    // The one that stands further below first: places before it stay right.
    std::vector<std::pair<TomlLines, const std::string*>> edits;
    for (const auto& [key, line] : {std::pair("command", &command), std::pair("args", &args)}) {
      const toml::node* value = table->get(key);
      edits.push_back({value == nullptr ? TomlLines{behind_heading, behind_heading}
                                        : lines_of_value(text, *value),
                       line});
    }
    if (edits[0].first.begin < edits[1].first.begin) std::swap(edits[0], edits[1]);
    for (const auto& [lines, line] : edits) {
      written.replace(lines.begin, lines.end - lines.begin, *line);
    }
  }
  // Whatever the text looked like: only what says this is handed over.
  const Result<std::optional<TomlServer>> said = toml_server(written, name);
  if (!said || *said != server) {
    return fail(ErrorKind::kInvalid, "the servers are written in a way that cannot be added to", {},
                "write them as tables, [mcp_servers.NAME]");
  }
  return written;
}

Result<std::string> without_toml_server(const std::string& text, const std::string& name) {
  std::string left = text;
  // Tables below it, [mcp_servers.NAME.env], are its own.
  while (true) {
    PYRAMID_ASSIGN(const toml::table file, parsed_toml(left));
    const toml::table* table = server_table(file, name);
    if (table == nullptr) break;
    const toml::table* first = table;
    for (const auto& [key, value] : *table) {
      const toml::table* inner = value.as_table();
      if (inner != nullptr && !inner->is_inline()) first = inner;
    }
    PYRAMID_ASSIGN(const TomlLines lines, lines_of_table(left, file, *first));
    std::size_t begin = lines.begin;
    while (begin > 0 && trim(line_at(left, begin)).starts_with("[")) {  // the blank line before it
      const std::size_t before = begin < 2 ? 0 : left.rfind('\n', begin - 2) + 1;
      if (!trim(line_at(left, before)).empty()) break;
      begin = before;
      break;
    }
    left.erase(begin, lines.end - begin);
  }
  return left;
}

}  // namespace pyramid::hosts
