// What reads the keys of a frontmatter with yaml-cpp.
#include "base/text.hpp"
#include "format/flat_yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kDeepest = 64;  // levels; flat frontmatter needs two
constexpr std::string_view kProbe = "end-of-the-frontmatter";

// Thrown out of yaml-cpp's callbacks, caught in read_yaml().
struct Refused {
  std::size_t line;
  const char* what;
  const char* hint;
};

// Collects the keys of the root map; what lies deeper is walked over.
class FieldCollector : public YAML::EventHandler {
 public:
  explicit FieldCollector(bool flow = false) : flow_(flow) {}

  // What stands where, for place().
  struct Spot {
    std::size_t column = 0;           // of the key
    std::vector<YAML::Mark> scalars;  // where the scalars of its value begin
  };
  std::vector<Field> fields;
  std::vector<Spot> spots;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refused{line_of(mark), "a second YAML document", ""};
  }
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    static_cast<void>(name);
    throw Refused{line_of(mark), "an anchor (`&name`)", "write the value out where it is used"};
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    static_cast<void>(anchor);
    throw Refused{line_of(mark), "an alias (`*name`)", "write the value out"};
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    // A root that is null is a block of comments.
    if (depth_ == 0) return;
    if (depth_ == 1 && !in_value_) throw Refused{line_of(mark), "a key without a name", ""};
    scalar(mark, "");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    static_cast<void>(tag);
    refuse_anchor(mark, anchor);
    if (depth_ == 0) throw Refused{line_of(mark), "text where `key: value` should be", ""};
    if (depth_ == 1 && !in_value_) {
      begin_key(mark, value);
    } else {
      scalar(mark, value);
    }
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    static_cast<void>(tag);
    static_cast<void>(style);
    refuse_anchor(mark, anchor);
    if (depth_ == 0) throw Refused{line_of(mark), "a list where `key: value` should be", ""};
    refuse_complex_key(mark);
    if (depth_ == 1) {
      fields.back().is_list = true;
    } else {
      nest();
    }
    ++depth_;
  }
  void OnSequenceEnd() override { leave(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    static_cast<void>(tag);
    refuse_anchor(mark, anchor);
    if (depth_ == 0 && !flow_ && style == YAML::EmitterStyle::Flow) {
      throw Refused{line_of(mark), "all keys in one `{…}`", "write one `key: value` a line"};
    }
    refuse_complex_key(mark);
    if (depth_ > 0) nest();
    ++depth_;
  }
  void OnMapEnd() override { leave(); }

 private:
  static std::size_t line_of(const YAML::Mark& mark) {
    return static_cast<std::size_t>(std::max(mark.line, 0)) + 1;
  }
  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor == 0) return;
    throw Refused{line_of(mark), "an anchor (`&name`)", "write the value out where it is used"};
  }
  void refuse_complex_key(const YAML::Mark& mark) const {
    if (depth_ == 1 && !in_value_) throw Refused{line_of(mark), "a key that is no text", ""};
  }
  void begin_key(const YAML::Mark& mark, const std::string& key) {
    const bool twice = std::any_of(fields.begin(), fields.end(),
                                   [&](const Field& field) { return field.key == key; });
    if (twice) throw Refused{line_of(mark), "a key that is there already", "remove one of the two"};
    Field& field = fields.emplace_back();
    field.key = key;
    field.line = line_of(mark);
    spots.push_back({static_cast<std::size_t>(std::max(mark.column, 0)), {}});
    in_value_ = true;
  }
  void scalar(const YAML::Mark& mark, const std::string& value) {
    spots.back().scalars.push_back(mark);
    Field& field = fields.back();
    if (!field.is_nested) field.values.push_back(value);
    if (depth_ == 1) in_value_ = false;
  }
  void nest() {
    Field& field = fields.back();
    field.is_nested = true;
    field.is_list = false;
    field.values.clear();
  }
  void leave() {
    if (--depth_ == 1) in_value_ = false;
  }

  bool flow_ = false;  // all keys may stand in one `{…}`
  std::size_t depth_ = 0;
  bool in_value_ = false;
  int documents_ = 0;
};

Failure refuse(std::size_t line, std::string what, std::string hint = {}) {
  return fail(ErrorKind::kInvalid, "frontmatter: " + std::move(what), std::to_string(line),
              std::move(hint));
}

std::vector<std::string_view> raw_lines(std::string_view block) {
  std::vector<std::string_view> lines;  // with their ends
  while (!block.empty()) {
    const std::size_t newline = block.find('\n');
    const std::size_t size = newline == std::string_view::npos ? block.size() : newline + 1;
    lines.push_back(block.substr(0, size));
    block.remove_prefix(size);
  }
  return lines;
}

std::size_t indent_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? line.size() : first;
}

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || line[first] == '#';
}

bool has_control_character(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const auto byte = static_cast<unsigned char>(line[at]);
    // A lone `\r` is a line end to YAML, but not to yaml-cpp.
    const bool line_end = line[at] == '\n' || line.substr(at, 2) == "\r\n";
    if ((byte < 0x20 && line[at] != '\t' && !line_end) || byte == 0x7F) return true;
  }
  return false;
}

// The nesting of brackets over the lines seen so far, quoted ones included: an upper bound.
class Nesting {
 public:
  bool too_deep(std::string_view line) {
    for (const char c : line) {
      if (c == '[' || c == '{') ++open_;
      if ((c == ']' || c == '}') && open_ > 0) --open_;
      if (open_ > kDeepest) return true;
    }
    const std::size_t first = line.find_first_not_of(" -?");
    return std::min(first, line.size()) > 16 * kDeepest;  // `- - - …` nests as well
  }

 private:
  std::size_t open_ = 0;
};

// What must not reach the parser: characters that YAML forbids (yaml-cpp takes 0x04 for the end),
// marks that end a document, and nesting without end.
Result<void> screen(const std::vector<std::string_view>& lines) {
  Nesting nesting;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (has_control_character(line)) return refuse(i + 1, "a control character", "remove it");
    if (!is_blank_or_comment(line) && nesting.too_deep(line)) {
      return refuse(i + 1, "nested too deeply");
    }
    // Whether yaml-cpp allows these depends on what stands in front of them.
    const std::size_t tab = line.find('\t');
    if (is_blank_or_comment(line) && tab < line.find_first_not_of(" \t")) {
      return refuse(i + 1, "a tab as indentation", "write blanks instead");
    }
    const std::string_view start = line.substr(0, 3);
    if (start == "---" || start == "..." || line.front() == '%') {
      return refuse(i + 1, "a mark that begins or ends a YAML document", "remove the line");
    }
  }
  return {};
}

// Whether a value holds a `|` or `>` scalar: only in those a `#` line may be text.
bool has_block_scalar(const FieldCollector::Spot& spot,
                      const std::vector<std::string_view>& lines) {
  return std::any_of(spot.scalars.begin(), spot.scalars.end(), [&](const YAML::Mark& mark) {
    const auto line = static_cast<std::size_t>(std::max(mark.line, 0));
    const auto column = static_cast<std::size_t>(std::max(mark.column, 0));
    return line < lines.size() && column < lines[line].size() &&
           (lines[line][column] == '|' || lines[line][column] == '>');
  });
}

// yaml-cpp lets a value go on at the left edge, where YAML does not; a key added behind such a
// value would become part of it.
Result<void> refuse_edge_text(const std::vector<Field>& fields, std::size_t indent,
                              const std::vector<std::string_view>& lines) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (next < fields.size() && fields[next].line == i + 1) {
      ++next;
      continue;
    }
    const std::string_view line = lines[i];
    const std::size_t edge = indent_of(line);
    if (is_blank_or_comment(line) || edge > indent) continue;
    const char behind = edge + 1 < line.size() ? line[edge + 1] : ' ';
    const bool item =
        line[edge] == '-' && std::string_view(" \t\r\n").find(behind) != std::string_view::npos;
    if (!item || edge < indent || next == 0) {
      return refuse(i + 1, "neither a key nor part of a value", "write one `key: value` a line");
    }
  }
  return {};
}

// Gives each key the lines from its own to the next key's, less blank lines and comments between.
Result<void> place(std::vector<Field>& fields, const std::vector<FieldCollector::Spot>& spots,
                   const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> offsets(1, 0);
  for (const std::string_view line : lines) offsets.push_back(offsets.back() + line.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t first = fields[i].line - 1;
    const std::size_t indent = spots[i].column;
    if (indent != spots[0].column || first >= lines.size() || indent_of(lines[first]) != indent) {
      return refuse(fields[i].line, "a key that does not begin its line",
                    "write one `key: value` a line");
    }
    const bool text = has_block_scalar(spots[i], lines);
    std::size_t last = i + 1 < fields.size() ? fields[i + 1].line - 1 : lines.size();
    while (last > first + 1 && is_blank_or_comment(lines[last - 1])) {
      const bool comment = lines[last - 1].find('#') != std::string_view::npos;
      if (text && comment && indent_of(lines[last - 1]) > indent) break;
      --last;
    }
    fields[i].begin = offsets[first];
    fields[i].end = offsets[last];
  }
  const std::size_t edge = fields.empty() ? std::string_view::npos : spots[0].column;
  return refuse_edge_text(fields, edge, lines);
}

// What yaml-cpp tells of a text of so many lines.
Result<void> collect(const std::string& text, std::size_t lines, FieldCollector& collector) {
  const auto within = [&](std::size_t line) {
    return std::min(line, std::max<std::size_t>(lines, 1));
  };
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(collector)) {
    }
  } catch (const Refused& refused) {
    return refuse(within(refused.line), refused.what, refused.hint);
  } catch (const YAML::Exception& error) {
    return refuse(within(static_cast<std::size_t>(std::max(error.mark.line, 0)) + 1),
                  "not YAML (" + error.msg + ")", "put the value in double quotes");
  }
  return {};
}

}  // namespace

Result<std::vector<Field>> read_flow_map(std::string_view block) {
  const std::vector<std::string_view> lines = raw_lines(block);
  PYRAMID_TRY(screen(lines));
  FieldCollector collector(true);
  PYRAMID_TRY(collect(std::string(block), lines.size(), collector));
  return std::move(collector.fields);
}

Result<std::vector<Field>> read_yaml(std::string_view block) {
  const std::vector<std::string_view> lines = raw_lines(block);
  PYRAMID_TRY(screen(lines));
  // yaml-cpp forgives a last value without its closing quote and a last key without its colon. A
  // key behind them, as set() would add it, tells.
  const auto first = std::find_if_not(lines.begin(), lines.end(), is_blank_or_comment);
  std::string probed(block);
  if (!probed.empty() && probed.back() != '\n') probed += '\n';
  probed.append(first == lines.end() ? 0 : indent_of(*first), ' ').append(kProbe).append(":\n");
  FieldCollector collector;
  PYRAMID_TRY(collect(probed, lines.size(), collector));
  std::vector<Field>& fields = collector.fields;
  if (fields.empty() || fields.back().key != kProbe || fields.back().line != lines.size() + 1) {
    return refuse(std::max<std::size_t>(lines.size(), 1), "a value that does not end",
                  "close its quotes");
  }
  fields.pop_back();
  collector.spots.pop_back();
  PYRAMID_TRY(place(fields, collector.spots, lines));
  return std::move(fields);
}

}  // namespace pyramid::format
