// prices.yaml: what language models cost, as of when. schema/prices.yaml is compiled in.
//
// Pure; any thread.
#pragma once

#include "pyramid/error.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

// In cents for a million tokens. `cached`: of what is read, what the server had read before.
// `batch`: the share of these prices that a call in a batch costs.
struct ModelPrice {
  double in = 0, cached = 0, out = 0;
  double batch = 1;
  bool operator==(const ModelPrice&) const = default;
};

struct PriceTable {
  std::string as_of;  // a date, or ""
  // nullopt: there is a price, and it cannot be read.
  std::map<std::string, std::optional<ModelPrice>, std::less<>> models;
  bool unreadable = false;  // the table itself: nobody knows what it says of any model
};

// A table in dollars for a million tokens. What cannot be read is a warning at its line, and its
// model counts as one without a price.
PriceTable parse_prices(std::string_view yaml, std::string_view path, Diagnostics& diagnostics);

std::string_view default_prices_file();
PriceTable default_prices();

// The price of a model as its server calls it, else of what stands behind the last `/` of its name
// ("openai/gpt-4.1-mini"); nullopt where the table has neither, or what it has cannot be read.
std::optional<ModelPrice> price_of(const PriceTable& table, std::string_view model);
// Whether it may be that the table has a price of the model that cannot be read.
bool is_misread(const PriceTable& table, std::string_view model);

}  // namespace pyramid::format
