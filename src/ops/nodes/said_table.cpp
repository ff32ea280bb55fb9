#include "ops/nodes/said_table.hpp"

#include "base/digest.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

// What is remembered of a fact takes a few kilobytes.
constexpr std::size_t kMostKept = 4000;  // and as many again that were asked for before

constexpr double kMostFull = 0.75;  // of the slots
constexpr std::size_t kFewest = 64;

std::uint32_t upper_half(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32U); }

std::uint64_t key_of(std::string_view kind, std::string_view text) {
  const Digest digest = digest_of(std::string(kind).append(text));
  std::uint64_t key = 0;
  std::memcpy(&key, digest.bytes.data(), sizeof key);
  return key;
}

}  // namespace

SaidKeys keys_of(const engine::Said& said) {
  constexpr std::string_view kMeans = "means\n", kOffers = "offers\n", kAsks = "asks\n";
  SaidKeys keys;
  keys.meaning.push_back(key_of(kMeans, said.meaning));
  for (const std::string& one : said.offers) {
    keys.found_by.push_back(key_of(kOffers, one));
    keys.corrected_by.push_back(key_of(kAsks, one));
  }
  for (const std::string& one : said.asks) {
    keys.found_by.push_back(key_of(kAsks, one));
    keys.to_correct.push_back(key_of(kOffers, one));
  }
  return keys;
}

SaidKeys::Keys out_of_use(SaidKeys::Keys keys) {
  constexpr std::uint64_t kOutOfUse = 0x9E3779B97F4A7C15;  // any bits of both halves
  for (std::uint64_t& key : keys) key ^= kOutOfUse;
  return keys;
}

void SaidTable::add(const Ulid& id, const Entry& said) { add(id, said, keys_of(*said)); }

void SaidTable::add(const Ulid& id, const Entry& said, const SaidKeys& keys) {
  const auto number = static_cast<Number>(observations_.size());
  observations_.push_back({id, said->at.at});
  for (const std::uint64_t key : keys.meaning) place(key, number);
  for (const std::uint64_t key : keys.found_by) place(key, number);
  keep(id, said);
}

void SaidTable::place(std::uint64_t key, Number observation) {
  if (kMostFull * static_cast<double>(slots_.size()) <= static_cast<double>(used_)) grow();
  const std::uint32_t half = upper_half(key);
  Number& last = slots_[slot_of(half)];
  if (last == kNone) ++used_;
  const auto next = static_cast<Number>(places_.size());
  places_.push_back({half, observation, std::exchange(last, next)});
}

std::size_t SaidTable::slot_of(std::uint32_t half) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = half & mask;  // of a digest: any of its bits are as good
  while (slots_[slot] != kNone && places_[slots_[slot]].half != half) slot = (slot + 1) & mask;
  return slot;
}

void SaidTable::grow() {
  const std::vector<Number> old =
      std::exchange(slots_, std::vector<Number>(std::max(kFewest, 2 * slots_.size()), kNone));
  for (const Number last : old) {
    if (last != kNone) slots_[slot_of(places_[last].half)] = last;
  }
}

void SaidTable::put_out_of_use(const Ulid& id, const engine::Said& said) {
  if (slots_.empty()) return;
  for (const std::uint64_t key : keys_of(said).found_by) {
    Number* at = &slots_[slot_of(upper_half(key))];
    const auto is_it = [&](const Place& one) {
      return one.observation != kNone && observations_[one.observation].id == id;
    };
    while (*at != kNone && !is_it(places_[*at])) at = &places_[*at].before;
    if (*at == kNone) continue;
    const Number observation = places_[*at].observation;
    // The first one with a key stays in its slot, which others were placed behind.
    Place& out = places_[*at];
    if (out.before != kNone) {
      *at = out.before;
    } else {
      out.observation = kNone;
    }
    for (const std::uint64_t other : out_of_use({key})) place(other, observation);
  }
}

void SaidTable::find(const SaidKeys::Keys& keys, std::size_t limit_each, When when, Time at,
                     std::vector<Ulid>& ids) const {
  if (slots_.empty()) return;
  for (const std::uint64_t key : keys) {
    std::size_t left = limit_each;
    for (Number i = slots_[slot_of(upper_half(key))]; i != kNone && left > 0;
         i = places_[i].before) {
      if (places_[i].observation == kNone) continue;
      --left;
      const Observation& one = observations_[places_[i].observation];
      if (is_then(one.at, when, at)) ids.push_back(one.id);
    }
  }
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
