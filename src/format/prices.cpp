#include "format/prices.hpp"

#include "format/yaml_depth.hpp"
#include "pyramid/time.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace pyramid::format {

namespace {

constexpr double kCentsPerDollar = 100;
constexpr double kMostDollars = 1e6;  // for a million tokens: more is a slip
constexpr std::size_t kLargest = 64 * 1024;

PriceTable unreadable() {
  PriceTable table;
  table.unreadable = true;
  return table;
}

class PriceReader {
 public:
  PriceReader(std::string_view path, Diagnostics& diagnostics)
      : path_(path), diagnostics_(diagnostics) {}

  PriceTable read(const YAML::Node& root) {
    if (root.IsNull()) return {};
    if (!root.IsMap()) {
      warn(root, "prices are no YAML map", "write `models:` and below it one model a line");
      return unreadable();
    }
    for (const auto& entry : root) {
      const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : std::string();
      if (key == "as_of") {
        read_date(entry.second);
      } else if (key == "models") {
        read_models(entry.second);
      } else {
        warn(entry.first, "no such entry: " + key, "known are: as_of, models");
      }
    }
    return std::move(table_);
  }

  void warn(int line, std::string what, std::string hint) {
    diagnostics_.push_back({Severity::kWarning, fmt::format("{}:{}", path_, std::max(line, 0) + 1),
                            std::move(what), std::move(hint)});
  }

 private:
  void warn(const YAML::Node& at, std::string what, std::string hint) {
    warn(at.Mark().line, std::move(what), std::move(hint));
  }

  void read_date(const YAML::Node& value) {
    if (value.IsScalar() && parse_date(value.Scalar())) {
      table_.as_of = value.Scalar();
    } else {
      warn(value, "`as_of` is not a date", "write it as 2026-11-06");
    }
  }

  void read_models(const YAML::Node& models) {
    if (models.IsNull()) return;
    if (!models.IsMap()) {
      table_.unreadable = true;
      return warn(models, "`models` is not a YAML map", "write one model a line");
    }
    for (const auto& entry : models) {
      if (!entry.first.IsScalar()) continue;
      const std::string& name = entry.first.Scalar();
      const std::optional<ModelPrice> price = read_price(entry.second);
      table_.models[name] = price;
      if (!price) {
        warn(entry.first, "the price of `" + name + "` cannot be read; it counts as unknown",
             "write it as {in: 0.40, cached: 0.10, out: 1.60}: dollars for a million tokens");
      }
    }
  }

  static std::optional<double> dollars(const YAML::Node& value) {
    if (!value.IsScalar()) return std::nullopt;
    const std::string& text = value.Scalar();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || !std::isfinite(number) || number < 0 || number > kMostDollars) {
      return std::nullopt;
    }
    return number;
  }

  static std::optional<ModelPrice> read_price(const YAML::Node& value) {
    if (!value.IsMap()) return std::nullopt;
    std::map<std::string, double, std::less<>> numbers;
    for (const auto& entry : value) {
      const std::optional<double> number = dollars(entry.second);
      const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : std::string();
      const bool known = key == "in" || key == "cached" || key == "out" || key == "batch";
      if (!number || !known) return std::nullopt;
      numbers[key] = *number;
    }
    if (!numbers.contains("in") || !numbers.contains("out")) return std::nullopt;
    numbers.emplace("cached", numbers["in"]);
    numbers.emplace("batch", 1);
    return ModelPrice{numbers["in"] * kCentsPerDollar, numbers["cached"] * kCentsPerDollar,
                      numbers["out"] * kCentsPerDollar, numbers["batch"]};
  }

  std::string_view path_;
  Diagnostics& diagnostics_;
  PriceTable table_;
};

auto entry_of(const PriceTable& table, std::string_view model) {
  const auto found = table.models.find(model);
  const std::size_t slash = model.rfind('/');
  if (found != table.models.end() || slash == std::string_view::npos) return found;
  return table.models.find(model.substr(slash + 1));
}

}  // namespace

PriceTable parse_prices(std::string_view yaml, std::string_view path, Diagnostics& diagnostics) {
  PriceReader reader(path, diagnostics);
  if (yaml.size() > kLargest || nests_deeply(yaml)) {
    reader.warn(0, "this is not a table of prices: too large or nested too deeply",
                "write one model a line");
    return unreadable();
  }
  try {
    return reader.read(YAML::Load(std::string(yaml)));
  } catch (const YAML::Exception& error) {
    reader.warn(error.mark.line, "prices are not YAML (" + error.msg + ")",
                "until they are, no price is known");
    return unreadable();
  }
}

PriceTable default_prices() {
  Diagnostics none;
  return parse_prices(default_prices_file(), "schema/prices.yaml", none);
}

std::optional<ModelPrice> price_of(const PriceTable& table, std::string_view model) {
  if (table.unreadable) return std::nullopt;
  const auto found = entry_of(table, model);
  return found == table.models.end() ? std::nullopt : found->second;
}

bool is_misread(const PriceTable& table, std::string_view model) {
  if (table.unreadable) return true;
  const auto found = entry_of(table, model);
  return found != table.models.end() && !found->second;
}

}  // namespace pyramid::format
