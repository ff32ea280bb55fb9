#include "format/settings.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/yaml_depth.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace pyramid::format {

namespace {

constexpr std::size_t kLargestSettings = 64 * 1024;
constexpr int kCalendarStep = 3;
constexpr std::string_view kTopicsPolicy = "topics";
constexpr const char* kDaysForm = "must be days, in the form {call: 400, all: 1000}, or one number";
constexpr const char* kBudgetForm = "must be cents, in the form {per_sync: 50, per_day: 200}";

using Names = std::vector<std::string>;
using Member =
    std::variant<std::string Settings::*, int Settings::*, double Settings::*, bool Settings::*,
                 Names Settings::*, Budget Settings::*, LedgerDays Settings::*>;

// One setting: where it goes, what it may be, and the line that explains it.
struct Setting {
  const char* key;
  Member member;
  double low, high;  // of numbers
  const char* meaning;
  Names choices = {};                            // of names; none: any text
  const char* calendar_meaning = nullptr;        // what the calendar preset says instead
  bool in_calendar = false;                      // the calendar preset sets it
  std::string (*wrong)(const Names&) = nullptr;  // what the names must be; "": as they are
};

std::string wrong_layers(const Names& names) {
  constexpr int kWhole = 100;
  Names known;
  int sum = 0;
  for (const std::string& name : names) {
    const std::optional<RecallLayer> layer = recall_layer(name);
    if (!layer) return "must be a list such as [facts 25, models 25, tasks 15, notes 20, turns 15]";
    if (std::count(known.begin(), known.end(), layer->name) > 0) {
      return "must name each part once, not " + layer->name + " twice";
    }
    known.push_back(layer->name);
    sum += layer->percent;
  }
  return sum > kWhole ? fmt::format("must add up to {} percent at most, not {}", kWhole, sum) : "";
}

const std::array<Setting, 50>& all_settings() {
  static const std::array<Setting, 50> kSettings = {{
      {"engine", &Settings::engine, 0, 0,
       "what writes text: builtin needs no key and no network; openai is a language model"},
      {"base_url", &Settings::base_url, 0, 0,
       "where the language model is asked, such as http://localhost:11434/v1; empty: OpenAI"},
      {"model", &Settings::model, 0, 0, "the language model, as its server calls it"},
      {"max_tokens", &Settings::max_tokens, 1, 1'000'000,
       "length of one answer of the language model, at most"},
      {"embedding",
       &Settings::embedding,
       0,
       0,
       "what makes vectors for search: static (built in), minilm (`minilm_path`), openai (a "
       "server)",
       {"static", "minilm", "openai"}},
      {"minilm_path", &Settings::minilm_path, 0, 0,
       "weights of all-MiniLM-L6-v2: a model.safetensors, from the workspace or from /"},
      {"embedding_model", &Settings::embedding_model, 0, 0,
       "of `embedding: openai`: the model, as its server calls it"},
      {"embedding_base_url", &Settings::embedding_base_url, 0, 0,
       "of `embedding: openai`: where it is asked; empty: where the language model is"},
      {"embedding_dims", &Settings::embedding_dims, 0, 16'384,
       "of `embedding: openai`: numbers of a vector; 0: as the model makes them"},
      {"rerank",
       &Settings::rerank,
       0,
       0,
       "what looks at the best 50 hits of a search once more: none or minilm (`minilm_path`)",
       {"none", "minilm"}},
      {"parallel", &Settings::parallel, 1, 64, "engine calls at once"},
      {"budget", &Settings::budget, 0, 1e9,
       "cents that a language model may cost, such as {per_sync: 50, per_day: 200}; empty: no end"},
      {"ledger_days", &Settings::ledger_days, 1, 36'500,
       "days that `ledger prune` leaves events, such as {call: 400, all: 1000}; empty: all of "
       "them"},
      {"policy",
       &Settings::policy,
       0,
       0,
       "how sources are grouped: count (every `step` of them) or calendar (by days); `topics` puts "
       "conversations into folders by topic too, as does [calendar, topics]",
       {"count", "calendar", "topics"},
       nullptr,
       true},
      {"step",
       &Settings::step,
       2,
       1000,
       "observations that make a summary, and summaries that make one of the next tier",
       {},
       "summaries' stretches of time that make one of the next tier: 3 days, 9 days, 27 days"},
      {"span_days",
       &Settings::span_days,
       1,
       366,
       "days that a summary of tier 0 covers",
       {},
       nullptr,
       true},
      {"base_models",
       &Settings::base_models,
       0,
       0,
       "models that MEMORY.md holds, in this order: assistant or self, user, system",
       {"assistant", "self", "user", "system"},
       nullptr,
       true},
      {"leaf_chunk_tokens", &Settings::leaf_chunk_tokens, 64, 100'000,
       "of topics: tokens in a leaf, a piece of a conversation as it was said"},
      {"fresh_tail_count", &Settings::fresh_tail_count, 0, 10'000,
       "of topics: the newest leaves, which no topic takes in yet"},
      {"condensed_min_fanout", &Settings::condensed_min_fanout, 2, 1000,
       "of topics: the fewest folders alike that get one above them"},
      {"summary_chars", &Settings::summary_chars, 100, 100'000, "length of one summary, at most"},
      {"section_chars", &Settings::section_chars, 100, 100'000,
       "length of one section of MEMORY.md or a model, at most, however much room there is"},
      {"memory_chars", &Settings::memory_chars, 8000, 1'000'000,
       "length of MEMORY.md, at most; what you write there counts first and is never cut"},
      {"model_chars", &Settings::model_chars, 2000, 1'000'000, "length of a model's file, at most"},
      {"model_mentions", &Settings::model_mentions, 1, 1000,
       "conversations in which a name must come back before it gets a model of its own"},
      {"extra_paths", &Settings::extra_paths, 0, 0,
       "folders and .md files outside to search too, such as [../notes, ~/wiki]; never written"},
      {"chunk_tokens", &Settings::chunk_tokens, 32, 8192,
       "tokens of four bytes in a piece of a note, at most; search finds pieces"},
      {"chunk_overlap", &Settings::chunk_overlap, 0, 4096,
       "tokens that a piece has of the one before, less than half of chunk_tokens"},
      {"vector_weight", &Settings::vector_weight, 0, 1,
       "weight of meaning (vectors) in search, beside text_weight"},
      {"text_weight", &Settings::text_weight, 0, 1,
       "weight of words (BM25); where one of the two is given, the other is what it leaves of 1"},
      {"fusion",
       &Settings::fusion,
       0,
       0,
       "how words and meaning are put together: weighted (scores) or rrf (ranks)",
       {"weighted", "rrf"}},
      {"min_score", &Settings::min_score, 0, 1, "hits with a lower score are left out"},
      {"max_results", &Settings::max_results, 1, 10'000, "hits of a search, unless --limit says"},
      {"sources", &Settings::sources, 0, 0,
       "what a search looks at, as --source has it, such as [memory, sessions]; empty: everything"},
      {"sync_on_search", &Settings::sync_on_search, 0, 0,
       "search and recall look for changed files first (true or false)"},
      {"time_weight", &Settings::time_weight, 0, 1,
       "weight of recency against relevance in search"},
      {"time_decay_days", &Settings::time_decay_days, 1, 100'000,
       "days after which recency has faded to about a third"},
      {"recall_layers",
       &Settings::recall_layers,
       0,
       0,
       "what recall gives, in order, with percents of the budget, such as [facts 25, models 25, "
       "tasks 15, ledger 5, notes 15, turns 15]; what is left out is not asked",
       {},
       nullptr,
       false,
       &wrong_layers},
      {"task_weight", &Settings::task_weight, 0, 1,
       "weight of how a task fits against how new it is, in recall"},
      {"task_decay_days", &Settings::task_decay_days, 1, 100'000,
       "days after which a task's newness has faded to about a third"},
      {"task_least", &Settings::task_least, 0, 1,
       "likeness in meaning below which a task is not recalled; 0.4375 is a distance of 1.5"},
      {"task_similar", &Settings::task_similar, 0, 1,
       "likeness from which on a new task is linked with an older one, under Similar to"},
      {"commit", &Settings::commit, 0, 0, "a git commit after each sync (true or false)"},
      {"secrets",
       &Settings::secrets,
       0,
       0,
       "keys, passwords and the like in what comes in: redact, block (refuse it) or off",
       {"redact", "block", "off"}},
      {"secrets_allow", &Settings::secrets_allow, 0, 0,
       "what is no secret though it looks like one; `abc*` stands for all that begins so"},
      {"capture", &Settings::capture, 0, 0,
       "hosts may keep conversations as they are had (true or false); `import` may always"},
      {"keep_transcripts",
       &Settings::keep_transcripts,
       0,
       0,
       "words of conversations: full, redacted (no addresses, telephone numbers) or none",
       {"full", "redacted", "none"}},
      {"user_name", &Settings::user_name, 0, 0, "how you are called in conversations"},
      {"timezone", &Settings::timezone, 0, 0,
       "whose days are meant, such as Europe/Madrid or +05:30; empty: UTC"},
      {"export",
       &Settings::export_folder,
       0,
       0,
       "folder for SOUL.md, USER.md and TOOLS.md made from the base models; empty: none",
       {},
       nullptr,
       true},
  }};
  return kSettings;
}

std::string shown(const Budget& budget) {
  Names parts;
  if (budget.per_sync) parts.push_back(fmt::format("per_sync: {}", *budget.per_sync));
  if (budget.per_day) parts.push_back(fmt::format("per_day: {}", *budget.per_day));
  return "{" + join(parts, ", ") + "}";
}

std::string shown(const LedgerDays& days) {
  Names parts;
  for (const auto& [kind, number] : days) parts.push_back(fmt::format("{}: {}", kind, number));
  return "{" + join(parts, ", ") + "}";
}

std::string shown(const Setting& setting, const Settings& values) {
  return std::visit(
      [&](auto member) -> std::string {
        using T = std::decay_t<decltype(values.*member)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return (values.*member).empty() ? "\"\"" : values.*member;
        } else if constexpr (std::is_same_v<T, Names>) {
          return "[" + join(values.*member, ", ") + "]";
        } else if constexpr (std::is_same_v<T, Budget> || std::is_same_v<T, LedgerDays>) {
          return shown(values.*member);
        } else if constexpr (std::is_same_v<T, bool>) {
          return values.*member ? "true" : "false";
        } else {
          return fmt::format("{}", values.*member);
        }
      },
      setting.member);
}

// The whole of `text` as a number; nullopt for anything else. No locale.
template <typename T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Whatever the case; null: none of them.
const std::string* choice_of(const Setting& setting, std::string_view text) {
  for (const std::string& choice : setting.choices) {
    if (equals_ignoring_case(choice, text)) return &choice;
  }
  return nullptr;
}

// "must be count or calendar", with the near miss of a slip.
std::string must_be_choice(const Setting& setting, const std::string& text) {
  const auto near = closest(text, setting.choices);
  std::string choices = join(setting.choices, ", ");
  const std::size_t last = choices.rfind(", ");
  if (last != std::string::npos) choices.replace(last, 2, " or ");
  return "must be " + choices + (near ? "; did you mean " + *near + "?" : "");
}

std::string apply_names(const Setting& setting, const Names& names, Names& value) {
  const auto times = [&](std::string_view name) {
    return std::count(names.begin(), names.end(), name);
  };
  if (setting.wrong != nullptr) {
    if (std::string wrong = setting.wrong(names); !wrong.empty()) return wrong;
  }
  if (setting.choices.empty()) {
    value = names;
    return "";
  }
  const bool known =
      !names.empty() && std::all_of(names.begin(), names.end(), [&](const auto& one) {
        return choice_of(setting, one) != nullptr && times(one) == 1;
      });
  if (!known) return "must be a list of some of: " + join(setting.choices, ", ");
  if (times("assistant") + times("self") > 1)
    return "must name one of assistant and self, not both";
  value = names;
  return "";
}

std::optional<int> days_in(const Setting& setting, std::string_view text) {
  const auto days = number<int>(text);
  return days && *days >= setting.low && *days <= setting.high ? days : std::nullopt;
}

// What is wrong with `text` as this setting's value; "" = nothing, and the value is set.
std::string apply(const Setting& setting, const std::string& text, Settings& settings) {
  return std::visit(
      [&](auto member) -> std::string {
        using T = std::decay_t<decltype(settings.*member)>;
        if constexpr (std::is_same_v<T, std::string>) {
          const std::string* choice = choice_of(setting, text);
          if (choice == nullptr && !setting.choices.empty()) return must_be_choice(setting, text);
          settings.*member = choice == nullptr ? text : *choice;
          return "";
        } else if constexpr (std::is_same_v<T, Names>) {
          return apply_names(setting, {text}, settings.*member);
        } else if constexpr (std::is_same_v<T, Budget>) {
          return kBudgetForm;
        } else if constexpr (std::is_same_v<T, LedgerDays>) {
          const std::optional<int> days = days_in(setting, text);
          if (days) settings.*member = {{kAllKinds, *days}};
          return days ? "" : kDaysForm;
        } else if constexpr (std::is_same_v<T, bool>) {
          const bool is_true = equals_ignoring_case(text, "true");
          if (!is_true && !equals_ignoring_case(text, "false")) return "must be true or false";
          settings.*member = is_true;
          return "";
        } else {
          const auto value = number<T>(text);
          const bool in_range = value && std::isfinite(static_cast<double>(*value)) &&
                                *value >= static_cast<T>(setting.low) &&
                                *value <= static_cast<T>(setting.high);
          if (!in_range) {
            return fmt::format("must be a {}number from {} to {}",
                               std::is_same_v<T, int> ? "whole " : "", setting.low, setting.high);
          }
          settings.*member = *value;
          return "";
        }
      },
      setting.member);
}

void warn(Diagnostics& diagnostics, std::string_view path, const YAML::Mark& mark, std::string what,
          std::string hint) {
  diagnostics.push_back({Severity::kWarning, fmt::format("{}:{}", path, std::max(mark.line, 0) + 1),
                         std::move(what), std::move(hint)});
}

// A slip must not group the whole memory another way.
void lose_shape(Diagnostics& diagnostics, std::string_view path, const YAML::Mark& mark,
                std::string what, std::string hint, Settings& settings) {
  warn(diagnostics, path, mark, std::move(what), std::move(hint));
  diagnostics.back().severity = Severity::kError;
  settings.shapeless.push_back(diagnostics.back());
}

std::string apply_budget(const Setting& setting, const YAML::Node& value, Budget& budget) {
  if (!value.IsMap()) return kBudgetForm;
  Budget given;
  for (const auto& entry : value) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : std::string();
    const auto cents =
        entry.second.IsScalar() ? number<double>(entry.second.Scalar()) : std::optional<double>();
    const bool usable = cents && *cents >= setting.low && *cents <= setting.high;
    if (!usable || (key != "per_sync" && key != "per_day")) return kBudgetForm;
    (key == "per_sync" ? given.per_sync : given.per_day) = cents;
  }
  budget = given;
  return "";
}

std::string apply_days(const Setting& setting, const YAML::Node& value, LedgerDays& days) {
  LedgerDays given;
  for (const auto& entry : value) {
    const bool scalars = entry.first.IsScalar() && entry.second.IsScalar();
    const auto number = scalars ? days_in(setting, entry.second.Scalar()) : std::nullopt;
    if (!number) return kDaysForm;
    given[entry.first.Scalar()] = *number;
  }
  days = std::move(given);
  return "";
}

// One of count and calendar, topics, or both.
std::string apply_policy(const Setting& setting, const Names& names, Settings& settings) {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    const std::string* choice = choice_of(setting, name);
    if (choice == nullptr) return must_be_choice(setting, name);
    known.push_back(*choice);
  }
  const auto topics = std::find(known.begin(), known.end(), kTopicsPolicy);
  const bool by_topic = topics != known.end();
  if (by_topic) known.erase(topics);
  if (known.size() > 1 || (known.empty() && !by_topic)) {
    return "must be count, calendar or topics, or a list of topics and one of the others";
  }
  settings.topics = by_topic;
  settings.policy = known.empty() ? Settings{}.policy : known.front();
  return "";
}

std::string apply(const Setting& setting, const YAML::Node& value, Settings& settings) {
  if (std::string_view(setting.key) == "policy" && (value.IsScalar() || value.IsSequence())) {
    Names names;
    for (const auto& one : value) names.push_back(one.IsScalar() ? one.Scalar() : std::string());
    if (value.IsScalar()) names.push_back(value.Scalar());
    return apply_policy(setting, names, settings);
  }
  const auto* days = std::get_if<LedgerDays Settings::*>(&setting.member);
  if (days != nullptr && value.IsMap()) return apply_days(setting, value, settings.**days);
  if (const auto* budget = std::get_if<Budget Settings::*>(&setting.member)) {
    return apply_budget(setting, value, settings.**budget);
  }
  if (value.IsScalar()) return apply(setting, value.Scalar(), settings);
  const auto* names = std::get_if<Names Settings::*>(&setting.member);
  const bool list =
      value.IsSequence() &&
      std::all_of(value.begin(), value.end(), [](const auto& one) { return one.IsScalar(); });
  if (names == nullptr) return "must be one value, no list";
  if (!list) return "must be a list";
  Names given;
  for (const auto& one : value) given.push_back(one.Scalar());
  return apply_names(setting, given, settings.**names);
}

constexpr double kNotGiven = -1;

// What two settings say together.
void settle_search(std::string_view path, Settings& settings, Diagnostics& diagnostics) {
  const auto reset = [&](const char* what, const char* hint) {
    diagnostics.push_back({Severity::kWarning, std::string(path), what, hint});
  };
  double& vectors = settings.vector_weight;
  double& words = settings.text_weight;
  if (vectors == kNotGiven && words == kNotGiven) {
    vectors = words = Settings{}.vector_weight;
  } else if (vectors == kNotGiven) {
    vectors = 1 - words;
  } else if (words == kNotGiven) {
    words = 1 - vectors;
  }
  if (vectors + words == 0) {
    vectors = words = Settings{}.vector_weight;
    reset("`vector_weight` and `text_weight` must not both be 0", "0.5 each holds until then");
  }
  if (2 * settings.chunk_overlap >= settings.chunk_tokens) {
    settings.chunk_overlap =
        settings.chunk_tokens * Settings{}.chunk_overlap / Settings{}.chunk_tokens;
    reset("`chunk_overlap` must be less than half of `chunk_tokens`",
          "a tenth of it holds until then");
  }
}

int default_step(std::string_view policy) {
  return policy == "calendar" ? kCalendarStep : Settings{}.step;
}

bool gives_shape(std::string_view key) {
  return key == "policy" || key == "step" || key == "span_days" || key == "base_models";
}

// A language model sees at the first mention what the built-in rules see when a name comes back.
int default_mentions(std::string_view engine) {
  return engine == Settings{}.engine ? Settings{}.model_mentions : 1;
}

void read_entry(const YAML::Node& key_node, const YAML::Node& value, std::string_view path,
                Settings& settings, Diagnostics& diagnostics) {
  if (!key_node.IsScalar()) {
    return warn(diagnostics, path, key_node.Mark(), "a key that is no text", "remove it");
  }
  const std::string& key = key_node.Scalar();
  const auto& all = all_settings();
  const auto setting =
      std::find_if(all.begin(), all.end(), [&](const Setting& one) { return key == one.key; });
  if (setting == all.end()) {
    std::vector<std::string> names;
    for (const Setting& one : all) names.emplace_back(one.key);
    const auto near = closest(key, names);
    if (near && gives_shape(*near)) {
      return lose_shape(diagnostics, path, key_node.Mark(), "no such setting: " + key,
                        "did you mean " + *near + "? nothing is summed up until it is mended",
                        settings);
    }
    return warn(diagnostics, path, key_node.Mark(), "no such setting: " + key,
                near ? "did you mean " + *near + "?" : "known are: " + join(names, ", "));
  }
  if (value.IsNull()) return;  // `key:` alone leaves the default
  const std::string wrong = apply(*setting, value, settings);
  if (wrong.empty()) return;
  if (gives_shape(key)) {
    return lose_shape(diagnostics, path, key_node.Mark(), fmt::format("`{}` {}", key, wrong),
                      "nothing is summed up until it is mended", settings);
  }
  // A slip must not lift the limit of what may be spent.
  const bool limit = std::holds_alternative<Budget Settings::*>(setting->member);
  if (limit) settings.budget = {0, std::nullopt};
  // Nor keep what may not be kept.
  const bool keeps = std::string_view(setting->key) == "capture";
  if (keeps) settings.capture = false;
  warn(diagnostics, path, key_node.Mark(), fmt::format("`{}` {}", key, wrong),
       limit   ? "nothing may be spent until then"
       : keeps ? "no conversation is kept until then"
               : fmt::format("the default {} holds until then", shown(*setting, Settings{})));
}

// Of a server: a user or password in front of the host, or a parameter that is named as a key.
bool holds_key(std::string_view address) {
  const std::size_t host = address.find("://");
  if (host == std::string_view::npos) return false;
  address.remove_prefix(host + 3);
  const std::size_t query = std::min(address.find('?'), address.size());
  if (address.substr(0, address.find_first_of("/?#")).find('@') != std::string_view::npos) {
    return true;
  }
  for (const std::string_view parameter : split(address.substr(query), '&')) {
    const std::string name = utf8::lower(parameter.substr(0, parameter.find('=')));
    for (const char* word : {"key", "token", "secret", "password", "signature", "auth"}) {
      if (name.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

// Settings are committed and pushed, so no command goes on with a key in them.
Status holds_no_key(const YAML::Node& key, const YAML::Node& value, std::string_view path) {
  if (!key.IsScalar() || !value.IsScalar() || !key.Scalar().ends_with("base_url")) return {};
  if (!holds_key(value.Scalar())) return {};
  const char* variable =
      key.Scalar().starts_with("embedding") ? "EMBEDDING_API_KEY" : "OPENAI_API_KEY";
  return fail(ErrorKind::kInvalid,
              fmt::format("`{}` holds a key or a password, which git would keep", key.Scalar()),
              fmt::format("{}:{}", path, std::max(key.Mark().line, 0) + 1),
              fmt::format("take it out, and write it into .env as {}=…, or an address that needs "
                          "it as OPENAI_BASE_URL=…",
                          variable));
}

// A key that stands twice: nobody can tell which of the two is meant.
void tell_repeated(const YAML::Node& root, std::string_view path, Settings& settings,
                   Diagnostics& diagnostics) {
  std::map<std::string, int> lines;  // where each key stood first
  for (const auto& entry : root) {
    if (!entry.first.IsScalar()) continue;
    const std::string& key = entry.first.Scalar();
    const auto [first, is_new] = lines.emplace(key, entry.first.Mark().line + 1);
    if (is_new) continue;
    const std::string what = fmt::format("`{}` stands in line {} too", key, first->second);
    if (gives_shape(key)) {
      lose_shape(diagnostics, path, entry.first.Mark(), what,
                 "remove one of them; nothing is summed up until it is mended", settings);
    } else if (key == "budget") {
      settings.budget = {0, std::nullopt};
      warn(diagnostics, path, entry.first.Mark(), what,
           "remove one of them; nothing may be spent until then");
    } else {
      warn(diagnostics, path, entry.first.Mark(), what, "remove one of them; the last one holds");
    }
  }
}

Settings calendar_preset() {
  Settings settings;
  settings.policy = "calendar";
  settings.step = kCalendarStep;
  settings.base_models = {"self", "user", "system"};
  settings.export_folder = "export";
  return settings;
}

}  // namespace

std::optional<RecallLayer> recall_layer(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, blank);
  const auto percent = number<int>(trim(text.substr(blank)));
  const bool is_known =
      std::find(kRecallLayers.begin(), kRecallLayers.end(), name) != kRecallLayers.end();
  if (!is_known || !percent || *percent < 1 || *percent > 100) return std::nullopt;
  return RecallLayer{std::string(name), *percent};
}

Result<Settings> parse_settings(std::string_view yaml, std::string_view path,
                                Diagnostics& diagnostics) {
  if (yaml.size() > kLargestSettings || nests_deeply(yaml)) {
    return fail(ErrorKind::kInvalid, "this is not a settings file: too large or nested too deeply",
                std::string(path), "write one `key: value` a line");
  }
  Settings settings;
  try {
    const YAML::Node root = YAML::Load(std::string(yaml));
    if (root.IsNull()) return settings;
    if (!root.IsMap()) {
      return fail(ErrorKind::kInvalid, "settings are no YAML map", fmt::format("{}:1", path),
                  "write one `key: value` a line");
    }
    settings.step = 0;
    settings.vector_weight = settings.text_weight = kNotGiven;
    settings.model_mentions = 0;
    for (const auto& entry : root) {
      PYRAMID_TRY(holds_no_key(entry.first, entry.second, path));
      read_entry(entry.first, entry.second, path, settings, diagnostics);
    }
    tell_repeated(root, path, settings, diagnostics);
    if (settings.step == 0) settings.step = default_step(settings.policy);
    if (settings.model_mentions == 0) settings.model_mentions = default_mentions(settings.engine);
    settle_search(path, settings, diagnostics);
  } catch (const YAML::Exception& error) {
    return fail(ErrorKind::kInvalid, "settings are not YAML",
                fmt::format("{}:{}", path, std::max(error.mark.line, 0) + 1),
                "put the value in double quotes", error.msg);
  }
  return settings;
}

std::vector<std::string> preset_names() { return {"narrative", "calendar"}; }

Result<std::string> settings_template(std::string_view preset, std::string_view timezone) {
  const std::vector<std::string> presets = preset_names();
  if (std::find(presets.begin(), presets.end(), preset) == presets.end()) {
    const auto near = closest(preset, presets);
    return fail(ErrorKind::kUsage, fmt::format("no such preset: {}", preset), {},
                near ? "did you mean " + *near + "?" : "one of: " + join(presets, ", "));
  }
  const bool calendar = preset == "calendar";
  Settings values = calendar ? calendar_preset() : Settings{};
  values.timezone = timezone;
  std::string out =
      "# Settings of this Pyramid workspace. Every key is optional; the values shown are the\n"
      "# defaults. Remove the `# ` in front of a line to change it.\n";
  if (calendar) {
    out =
        "# Settings of this Pyramid workspace. Every key is optional. The values behind `# ` are\n"
        "# the defaults: remove the `# ` to change one. The others make the calendar preset.\n";
  }
  for (const Setting& setting : all_settings()) {
    const bool zone = setting.key == std::string_view("timezone") && !timezone.empty();
    const bool set =
        zone || (calendar && (setting.in_calendar || setting.calendar_meaning != nullptr));
    const bool other = calendar && setting.calendar_meaning != nullptr;
    out += fmt::format("\n# {}\n{}{}: {}\n", other ? setting.calendar_meaning : setting.meaning,
                       set ? "" : "# ", setting.key, shown(setting, values));
  }
  return out;
}

}  // namespace pyramid::format
