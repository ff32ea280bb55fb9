#include "engine/grounding/facts.hpp"

#include "engine/grounding/moments.hpp"
#include "format/own_words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

// Years that follow from when it was said or what was named before.
void settle(Clause& clause, const Source& source, int& told_year) {
  std::vector<Moment> all;
  for (const Moment& moment : clause.moments) {
    for (const LocalTime said : {source.start, source.end}) {
      std::vector<Moment> some = settled(moment, said, told_year);
      for (Moment& one : some) one.at = moment.at;
      all.insert(all.end(), some.begin(), some.end());
      if (source.start == source.end) break;
    }
    if (moment.year != 0) told_year = moment.year;
  }
  clause.moments = std::move(all);
}

// The host of an address stands for it too.
void add_host(std::string_view address, Words& words, std::unordered_set<std::uint32_t>& ids) {
  const std::size_t slash = address.find('/');
  if (slash != std::string_view::npos) ids.insert(words.find(address.substr(0, slash))->id);
}

void add_numbers(const Clause& clause, Words& words, std::vector<std::uint32_t>& keys) {
  for (const Amount& amount : clause.amounts) {
    if (!amount.idle) keys.push_back(words.find("#" + std::to_string(amount.value))->id);
  }
}

}  // namespace

std::vector<std::uint32_t> keys_of(const Clause& clause, Words& words) {
  std::vector<std::uint32_t> keys = clause.stems;
  add_numbers(clause, words, keys);
  return keys;
}

std::vector<std::uint32_t> exact_keys_of(const Clause& clause, Words& words) {
  std::vector<std::uint32_t> keys;
  for (const Name& name : clause.names) {
    if ((name.sure || name.likely) && !name.handed_on) keys.push_back(name.stem);
  }
  add_numbers(clause, words, keys);
  return keys;
}

Facts read_facts(Words& words, std::span<const Source> sources,
                 std::span<const std::string> known) {
  Facts facts;
  for (const std::string& name : known) {
    for (const Token& token : lex(name, words)) {
      facts.words.insert(token.word->id);
      facts.names.insert(token.word->stem);
    }
  }
  std::size_t sentence = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    facts.spans.push_back({{}, sources[i].start, sources[i].end});
    int told_year = 0;
    for (const std::string_view text : format::sentences_in(sources[i].text)) {
      for (Clause& clause : read_clauses(text, words, &sources[i].end)) {
        settle(clause, sources[i], told_year);
        facts.words.insert(clause.words.begin(), clause.words.end());
        for (const Name& one : clause.names) {
          if (one.sure || one.likely) facts.names.insert(one.stem);
        }
        for (const Exact& one : clause.exacts) add_host(one.shown, words, facts.words);
        for (const std::uint32_t stem : clause.stems) {
          facts.by_stem[stem].push_back(facts.all.size());
        }
        for (const std::uint32_t key : keys_of(clause, words)) {
          std::vector<std::size_t>& holders = facts.by_key[key];
          if (holders.empty() || holders.back() != i) holders.push_back(i);
        }
        facts.all.push_back({i, sentence, std::move(clause)});
      }
      ++sentence;
    }
  }
  return facts;
}

}  // namespace pyramid::engine::grounding
