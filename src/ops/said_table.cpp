#include "ops/said_table.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace pyramid::ops {

namespace {

// Of observations that are alike and do not correct each other ("User bought 3 apples.") the last
// ones are looked at: all of them would make a long import slower and slower.
constexpr std::ptrdiff_t kMostAlike = 200;

constexpr std::size_t kMostKept = 10'000;  // and as many again that were asked for before

std::size_t key_of(const std::string& text) { return std::hash<std::string>{}(text); }

}  // namespace

void SaidTable::add(const Ulid& id, const Entry& said) {
  meanings_[key_of(said->meaning)].push_back(id);
  for (const std::string& one : said->offers) offers_[key_of(one)].push_back(id);
  for (const std::string& one : said->asks) asks_[key_of(one)].push_back(id);
  keep(id, said);
}

void SaidTable::put_out_of_use(const Ulid& id, const engine::Said& said) {
  const auto take_out = [&id](Ids& table, const std::vector<std::string>& texts) {
    for (const std::string& one : texts) {
      const auto place = table.find(key_of(one));
      if (place == table.end()) continue;
      // From the end: what is corrected was said lately, as a rule.
      auto& ids = place->second;
      const auto found = std::find(ids.rbegin(), ids.rend(), id);
      if (found != ids.rend()) ids.erase(std::next(found).base());
      if (ids.empty()) table.erase(place);
    }
  };
  take_out(offers_, said.offers);
  take_out(asks_, said.asks);
}

void SaidTable::find(const engine::Said& said, std::vector<Ulid>& ids) const {
  const auto add = [&](const Ids& table, const std::string& text) {
    const auto place = table.find(key_of(text));
    if (place == table.end()) return;
    const std::vector<Ulid>& all = place->second;
    const auto count = std::min(kMostAlike, static_cast<std::ptrdiff_t>(all.size()));
    ids.insert(ids.end(), all.end() - count, all.end());
  };
  add(meanings_, said.meaning);
  for (const std::string& one : said.asks) add(offers_, one);
  for (const std::string& one : said.offers) add(asks_, one);
}

void SaidTable::keep(const Ulid& id, const Entry& said) {
  if (lately_.size() >= kMostKept) {
    before_ = std::move(lately_);
    lately_.clear();
  }
  lately_.emplace(id, said);
}

SaidTable::Entry SaidTable::kept(const Ulid& id) {
  if (const auto place = lately_.find(id); place != lately_.end()) return place->second;
  const auto place = before_.find(id);
  if (place == before_.end()) return nullptr;
  Entry said = place->second;
  keep(id, said);
  return said;
}

}  // namespace pyramid::ops
