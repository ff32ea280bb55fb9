#include "base/text.hpp"
#include "engine/builtin/writing.hpp"
#include "engine/builtin/writing/alone.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/overriding.hpp"
#include "engine/builtin/writing/overruled.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/builtin/writing/selection.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/builtin/writing/struck.hpp"

#include <algorithm>
#include <vector>

namespace pyramid::engine::builtin {
namespace {

using writing::Fact;
using writing::Grain;
using writing::Style;

Style style_for(const SummariseRequest& request) {
  Style style;
  style.lead_ins = true;
  style.emphasis = true;
  const std::int64_t days =
      day_number(request.sources.back().end) - day_number(request.sources.front().start);
  style.grain = days < 2 ? Grain::kDay : days <= 62 ? Grain::kMonthPart : Grain::kMonth;
  return style;
}

std::string compose_chosen(const std::vector<Fact>& facts, const std::vector<std::size_t>& chosen,
                           const Style& style) {
  std::vector<Fact> in_order;
  in_order.reserve(chosen.size());
  for (const std::size_t i : chosen) in_order.push_back(facts[i]);
  return writing::compose(in_order, style);
}

std::string paragraph(const std::vector<Fact>& facts, const Style& style, std::size_t budget,
                      Date day) {
  if (facts.empty()) return {};
  std::vector<double> weights = writing::weights_of(facts);
  const std::vector<double> standing = writing::standing_of(facts, day);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += standing[i];
  const std::vector<std::size_t> ranked = writing::pick(facts, weights, budget * 5 / 4);
  std::vector<std::size_t> chosen;
  std::string text;
  for (const std::size_t i : ranked) {
    std::vector<std::size_t> more = chosen;
    more.insert(std::upper_bound(more.begin(), more.end(), i), i);
    std::string longer = compose_chosen(facts, more, style);
    if (longer.size() > budget) continue;
    chosen = std::move(more);
    text = std::move(longer);
  }
  return text.empty() ? writing::compose_within(facts[ranked[0]], style, budget) : text;
}

bool is_one_month(const std::vector<SourceText>& sources) {
  const Date start = date_of(sources.front().start);
  const Date end = date_of(sources.back().end);
  return start.year == end.year && start.month == end.month;
}

std::string written(const SummariseRequest& request, const std::vector<Fact>& facts,
                    std::size_t budget) {
  if (request.style == SummaryStyle::kRatedLines) {
    return writing::rated_lines(facts, request.tier == 0, !is_one_month(request.sources), budget);
  }
  const Date day = writing::day_of_reading(writing::newest_of(request.sources));
  return paragraph(facts, style_for(request), budget, day);
}

}  // namespace

Result<std::string> summarise(const SummariseRequest& request) {
  const std::string kept(trim(request.kept));
  if (request.sources.empty()) return kept;
  std::vector<Fact> facts = writing::facts_of(request.sources, false);
  writing::drop_repeated(facts);
  writing::drop_replaced(facts, true);
  writing::drop_struck(facts, request.struck, writing::prose_tellings(style_for(request)));
  writing::drop_said(facts, writing::without_ratings(kept));
  if (!request.struck.empty()) writing::drop_overruled(facts, kept);
  writing::drop_elliptical(facts);
  if (kept.empty()) return written(request, facts, request.budget);
  const std::size_t rest = request.budget > kept.size() + 2 ? request.budget - kept.size() - 2 : 0;
  std::string text = rest < 80 ? std::string() : written(request, facts, rest);
  return text.empty() ? kept : kept + "\n\n" + text;
}

}  // namespace pyramid::engine::builtin
