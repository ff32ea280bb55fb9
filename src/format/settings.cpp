#include "format/settings.hpp"

#include "base/text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <functional>
#include <variant>
#include <vector>

namespace pyramid::format {

namespace {

using Member =
    std::variant<int Settings::*, double Settings::*, bool Settings::*, std::string Settings::*>;

// Every setting: its place, its range, and the line that explains it in pyramid.yaml.
struct Setting {
  const char* key;
  Member member;
  double low, high;  // numbers only
  const char* comment;
};

const std::vector<Setting>& settings_table() {
  static const std::vector<Setting> kTable = {
      {"engine", &Settings::engine, 0, 0,
       "What writes text. `builtin` works by rule, without key or network."},
      {"embedding", &Settings::embedding, 0, 0,
       "What turns text into vectors for search. `static` is built in."},
      {"parallel", &Settings::parallel, 1, 64, "Engine calls at once."},
      {"step", &Settings::step, 2, 100,
       "Observations in a summary, and summaries in one of the next tier."},
      {"summary_chars", &Settings::summary_chars, 100, 20000, "Length budget of a summary."},
      {"section_chars", &Settings::section_chars, 100, 50000,
       "Length budget of a section of MEMORY.md or of a model."},
      {"model_mentions", &Settings::model_mentions, 1, 100,
       "Conversations in which a name must come back to get a model of its own."},
      {"vector_weight", &Settings::vector_weight, 0, 1,
       "In search: how much meaning counts against keywords, 0 to 1."},
      {"time_weight", &Settings::time_weight, 0, 1,
       "In search: how much recency counts against relevance, 0 to 1."},
      {"time_decay_days", &Settings::time_decay_days, 1, 100000,
       "In search: after so many days recency has fallen to a third."},
      {"commit", &Settings::commit, 0, 0, "Make a git commit after each sync."},
      {"user_name", &Settings::user_name, 0, 0,
       "How the person is called; empty: observations say `User`."}};
  return kTable;
}

std::string place(std::string_view path, const YAML::Mark& mark) {
  return fmt::format("{}:{}", path, mark.line + 1);
}

// nullopt when the value took; else what it should have been.
std::optional<std::string> assign(Settings& settings, const Setting& setting,
                                  const YAML::Node& value) {
  const auto in_range = [&](double number) {
    return number >= setting.low && number <= setting.high;
  };
  if (const auto* text = std::get_if<std::string Settings::*>(&setting.member)) {
    if (!value.IsScalar() && !value.IsNull()) return "a word";
    settings.*(*text) = value.IsNull() ? "" : value.Scalar();
  } else if (const auto* flag = std::get_if<bool Settings::*>(&setting.member)) {
    if (!YAML::convert<bool>::decode(value, settings.*(*flag))) return "true or false";
  } else if (const auto* whole = std::get_if<int Settings::*>(&setting.member)) {
    int number = 0;
    if (!value.IsScalar() || !YAML::convert<int>::decode(value, number) || !in_range(number)) {
      return fmt::format("a whole number from {} to {}", setting.low, setting.high);
    }
    settings.*(*whole) = number;
  } else {
    double number = 0;
    if (!value.IsScalar() || !YAML::convert<double>::decode(value, number) || !in_range(number)) {
      return fmt::format("a number from {} to {}", setting.low, setting.high);
    }
    settings.*std::get<double Settings::*>(setting.member) = number;
  }
  return std::nullopt;
}

std::string default_of(const Setting& setting) {
  const Settings defaults;
  if (const auto* text = std::get_if<std::string Settings::*>(&setting.member)) {
    return (defaults.*(*text)).empty() ? "\"\"" : defaults.*(*text);
  }
  if (const auto* flag = std::get_if<bool Settings::*>(&setting.member)) {
    return defaults.*(*flag) ? "true" : "false";
  }
  if (const auto* whole = std::get_if<int Settings::*>(&setting.member)) {
    return std::to_string(defaults.*(*whole));
  }
  return fmt::format("{}", defaults.*std::get<double Settings::*>(setting.member));
}

void take_key(Settings& settings, const std::string& key, const YAML::Node& value,
              std::string_view path, const YAML::Mark& mark, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const Setting& setting : settings_table()) {
    known.emplace_back(setting.key);
    if (key != setting.key) continue;
    const auto wanted = assign(settings, setting, value);
    if (!wanted) return;
    diagnostics.push_back({Severity::kError, place(path, mark), "`" + key + "` must be " + *wanted,
                           "until then it counts as " + default_of(setting)});
    return;
  }
  const auto near = closest(key, known);
  diagnostics.push_back({Severity::kWarning, place(path, mark), "no such setting: " + key,
                         near ? "did you mean " + *near + "?" : "remove the line"});
}

}  // namespace

Result<Settings> parse_settings(std::string_view yaml, std::string_view path,
                                Diagnostics& diagnostics) {
  Settings settings;
  try {
    const YAML::Node root = YAML::Load(std::string(yaml));
    if (root.IsNull()) return settings;
    if (!root.IsMap()) {
      return fail(ErrorKind::kInvalid, "is not a list of `key: value` lines", std::string(path),
                  "compare it with a new one: pyramid init in an empty folder");
    }
    for (const auto& entry : root) {
      if (!entry.first.IsScalar()) continue;
      take_key(settings, entry.first.Scalar(), entry.second, path, entry.first.Mark(), diagnostics);
    }
    return settings;
  } catch (const YAML::Exception& error) {
    return fail(ErrorKind::kInvalid, "is no YAML: " + error.msg, place(path, error.mark),
                "mend the line");
  }
}

std::string settings_template() {
  std::string text =
      "# Settings of this Pyramid workspace. Every line is optional; what stands here behind a #\n"
      "# is the default. Remove the # to change it.\n";
  for (const Setting& setting : settings_table()) {
    text += fmt::format("\n# {}\n#{}: {}\n", setting.comment, setting.key, default_of(setting));
  }
  return text;
}

std::string soul_template() {
  return "# Soul\n"
         "\n"
         "Who the assistant is. Pyramid reads this file and never writes it: it is yours.\n"
         "\n"
         "## Values\n"
         "\n"
         "- Honest before agreeable: says what it does not know.\n"
         "- Keeps its promises, and says so early when it cannot.\n"
         "\n"
         "## Tone\n"
         "\n"
         "- Friendly, short, concrete.\n"
         "\n"
         "## Boundaries\n"
         "\n"
         "- Asks before it does anything that cannot be undone.\n";
}

std::string user_template() {
  return "# User\n"
         "\n"
         "Who the person is, in their own words. Pyramid reads this file and never writes it.\n"
         "\n"
         "- Name:\n"
         "- Pronouns:\n"
         "- Time zone:\n"
         "- Languages:\n"
         "\n"
         "## Preferences\n"
         "\n"
         "## What matters now\n";
}

std::string gitattributes_template() {
  return "# Memory files are kept byte for byte: no conversion of line ends on any machine.\n"
         "*.md -text diff=markdown\n"
         "*.jsonl -text\n"
         "pyramid.yaml -text\n";
}

}  // namespace pyramid::format
