#include "ops/nodes/said_table.hpp"

#include "base/digest.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

// What is remembered of a fact takes a few kilobytes.
constexpr std::size_t kMostKept = 4000;  // and as many again that were asked for before

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
  keys.meaning = key_of(kMeans, said.meaning);
  for (const std::string& one : said.offers) {
    keys.found_by.push_back(key_of(kOffers, one));
    keys.looked_for.push_back(key_of(kAsks, one));
  }
  for (const std::string& one : said.asks) {
    keys.found_by.push_back(key_of(kAsks, one));
    keys.looked_for.push_back(key_of(kOffers, one));
  }
  return keys;
}

void SaidTable::add(const Ulid& id, const Entry& said) { add(id, said, keys_of(*said)); }

void SaidTable::add(const Ulid& id, const Entry& said, const SaidKeys& keys) {
  const auto number = static_cast<Number>(ids_.size());
  ids_.push_back(id);
  const auto place = [&](std::uint64_t key) {
    Number& last = last_of_.try_emplace(key, kNone).first->second;
    places_.push_back({number, last});
    last = static_cast<Number>(places_.size() - 1);
  };
  place(keys.meaning);
  for (const std::uint64_t key : keys.found_by) place(key);
  keep(id, said);
}

void SaidTable::put_out_of_use(const Ulid& id, const engine::Said& said) {
  for (const std::uint64_t key : keys_of(said).found_by) {
    const auto last = last_of_.find(key);
    if (last == last_of_.end()) continue;
    Number* at = &last->second;
    while (*at != kNone && ids_[places_[*at].observation] != id) at = &places_[*at].before;
    if (*at != kNone) *at = places_[*at].before;
    if (last->second == kNone) last_of_.erase(last);
  }
}

void SaidTable::find(const SaidKeys& keys, std::size_t limit_each, std::vector<Ulid>& ids) const {
  const auto add = [&](std::uint64_t key) {
    const auto last = last_of_.find(key);
    Number at = last == last_of_.end() ? kNone : last->second;
    for (std::size_t left = limit_each; at != kNone && left > 0; --left) {
      ids.push_back(ids_[places_[at].observation]);
      at = places_[at].before;
    }
  };
  add(keys.meaning);
  for (const std::uint64_t key : keys.looked_for) add(key);
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
