#include "base/text.hpp"
#include "base/utf8.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace pyramid::cli {

namespace {

// What stands in front of a node's lines.
struct Glyphs {
  const char *fork, *last, *line, *blank;
  const char* cut;  // where something is left out
};
constexpr Glyphs kUnicode = {"├── ", "└── ", "│   ", "    ", "…"};
constexpr Glyphs kAscii = {"|-- ", "`-- ", "|   ", "    ", "..."};

constexpr std::size_t kLeastText = 24;  // columns, however deep the tree

std::string place_of(const WhyNode& node) {
  std::string place = printable(node.path);
  if (node.first_line > 0) place += ":" + std::to_string(node.first_line);
  if (node.last_line > node.first_line) place += "-" + std::to_string(node.last_line);
  return place;
}

// "observation, 12 May 2026", "turn 17, User, 12 May 2026 10:03", "section user/this-week".
std::string label_of(const Terminal& terminal, const WhyNode& node) {
  if (node.kind == "line" && node.text.empty()) return "a blank line";
  if (node.kind == "line") return node.text.starts_with('#') ? "a heading" : "a person's line";
  std::string label = node.kind;
  if (node.kind == "turn") {
    label += fmt::format(" {}, {}", node.turn, printable(node.name));
  } else if (node.kind == "summary") {
    label += fmt::format(" of {}, tier {}", printable(node.model), node.tier.value_or(0));
  } else if (!node.name.empty()) {
    label += " " + printable(node.name);
  }
  if (!node.at) return label;
  label += node.kind == "summary" ? ", until " : ", ";
  const LocalTime at = terminal.zone.local(*node.at, node.offset);
  label += format_date_long(date_of(at));
  if (node.kind == "turn") label += " " + format_clock(at);
  return label;
}

std::string state_of(const Terminal& terminal, const WhyNode& node) {
  if (node.state == WhyState::kClean) return styled(terminal, Style::kGreen, "clean");
  if (node.state == WhyState::kDirty) return styled(terminal, Style::kRed, "dirty");
  return {};
}

// Why a clean summary or section is clean goes without saying, except of what was asked for.
bool reason_is_news(const WhyNode& node) {
  return !node.reason.empty() && !(node.state == WhyState::kClean && node.made);
}

class TreePrinter {
 public:
  TreePrinter(const Terminal& terminal)
      : terminal_(terminal), glyphs_(terminal.utf8 ? kUnicode : kAscii) {}

  void print_root(const WhyNode& node) const {
    print(styled(terminal_, Style::kBold, place_of(node)) + "  " + label_of(terminal_, node) +
          "\n");
    if (!node.text.empty()) print("  " + text_of(node) + "\n");
    std::string state = state_of(terminal_, node);
    if (!node.reason.empty()) state += (state.empty() ? "" : ": ") + printable(node.reason);
    if (!state.empty()) print("  " + state + "\n");
    if (node.made) print_made(*node.made);
    print_list(title_below(node), node.made_from, node.more_made_from);
    print_list(node.kind == "session" || node.kind == "turn" ? "taken from it" : "read by",
               node.read_by, node.more_read_by);
  }

 private:
  static std::string title_below(const WhyNode& node) {
    if (node.likely) return "most likely from";
    return node.kind == "model" || node.kind == "memory" ? "made of" : "made from";
  }

  static void print_made(const WhyRecord& made) {
    if (!made.writer_recorded.empty()) {
      print(fmt::format("  by {}\n", printable(made.writer_recorded)));
    }
    if (made.writer_recorded != made.writer_now) {
      print(fmt::format("  outdated: {} would write it now (pyramid sync --refresh-outdated)\n",
                        printable(made.writer_now)));
    }
    const std::string recorded =
        made.inputs_recorded.empty() ? "not recorded" : made.inputs_recorded;
    if (made.inputs_recorded == made.inputs_now) {
      print(fmt::format("  inputs {}, now the same\n", recorded));
    } else {
      print(fmt::format(
          "  inputs {}, now {}\n", recorded,
          made.inputs_now.empty() ? "not known before its sources are written" : made.inputs_now));
    }
    print(made.edited ? "  edited by hand since it was generated\n" : "  as it was generated\n");
  }

  void print_list(const std::string& title, const std::vector<WhyNode>& nodes,
                  std::size_t more) const {
    if (nodes.empty() && more == 0) return;
    print("\n" + styled(terminal_, Style::kBold, title) + "\n");
    print_nodes("", nodes, more);
  }

  void print_nodes(const std::string& indent, const std::vector<WhyNode>& nodes,
                   std::size_t more) const {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool last = i + 1 == nodes.size() && more == 0;
      print_node(indent + (last ? glyphs_.last : glyphs_.fork),
                 indent + (last ? glyphs_.blank : glyphs_.line), nodes[i]);
    }
    if (more > 0)
      print(fmt::format("{}{}{} {} more (--all)\n", indent, glyphs_.last, glyphs_.cut,
                        with_commas(more)));
  }

  void print_node(const std::string& first, const std::string& rest, const WhyNode& node) const {
    std::string line = first + label_of(terminal_, node);
    if (!node.text.empty()) line += ": " + fitted(text_of(node), utf8::width(line) + 2);
    print(line + "\n");
    const std::vector<WhyNode>& below = node.made_from.empty() ? node.read_by : node.made_from;
    const std::size_t more = node.made_from.empty() ? node.more_read_by : node.more_made_from;
    print(rest + details(node) + "\n");
    print_nodes(rest, below, node.made_from.empty() && node.read_by.empty() ? 0 : more);
  }

  // "observations/….md, says 83 % of it, clean"
  [[nodiscard]] std::string details(const WhyNode& node) const {
    std::string line = styled(terminal_, Style::kDim, place_of(node));
    if (node.support) line += fmt::format("  says {:.0f} % of it", 100 * *node.support);
    const std::string state = state_of(terminal_, node);
    if (!state.empty()) line += "  " + state;
    if (node.made && node.made->edited) line += ", edited by hand";
    if (reason_is_news(node)) line += (state.empty() ? "  " : ": ") + printable(node.reason);
    return line;
  }

  // With the mark of what was cut off as this terminal shows it.
  [[nodiscard]] std::string text_of(const WhyNode& node) const {
    std::string text = printable(node.text);
    const std::string_view cut = kUnicode.cut;
    if (!text.ends_with(cut)) return text;
    return text.substr(0, text.size() - cut.size()) + glyphs_.cut;
  }

  // What of the text a terminal's line has room for.
  [[nodiscard]] std::string fitted(const std::string& text, std::size_t taken) const {
    if (!terminal_.out_is_terminal) return text;
    const std::size_t room =
        std::max(kLeastText, terminal_.width - std::min(terminal_.width, taken));
    if (utf8::width(text) <= room) return text;
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
      utf8::next(text, at);
      if (utf8::width(std::string_view(text).substr(0, at)) + 1 > room) break;
      end = at;
    }
    return text.substr(0, end) + glyphs_.cut;
  }

  const Terminal& terminal_;
  const Glyphs& glyphs_;
};

}  // namespace

void add_why(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "why", &why, {.print = [](Context& context, const WhyReport& report) {
                  TreePrinter(context.terminal()).print_root(report.node);
                }});
}

}  // namespace pyramid::cli
