#include "format/corrected_sources.hpp"

#include "base/text.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::format {

namespace {

using SourceNumbers = std::vector<std::size_t>;

// By source: the sentences that were written of it.
std::vector<SourceNumbers> recorded(const Node& summary, std::string_view body) {
  std::vector<SourceNumbers> all;
  for (const Edge& edge : summary.sources) {
    const std::string_view behind =
        edge.link.line_begin < body.size() ? body.substr(edge.link.line_begin) : "";
    all.push_back(sentence_numbers(behind.substr(0, behind.find('\n'))));
  }
  return all;
}

// How many sentences of a person's stood in front of `generated` ones when the numbers were made;
// nullopt where they cannot be of such a text.
std::optional<std::size_t> kept_in_front(const std::vector<SourceNumbers>& numbers,
                                         std::size_t generated) {
  std::set<std::size_t> all;
  for (const SourceNumbers& of_source : numbers) all.insert(of_source.begin(), of_source.end());
  if (all.empty() || *all.rbegin() < generated) return std::nullopt;
  const std::size_t kept = *all.rbegin() - generated;
  const auto first = all.upper_bound(kept);
  const bool complete = static_cast<std::size_t>(std::distance(first, all.end())) == generated;
  return complete ? std::optional(kept) : std::nullopt;
}

// Where the recorded sentences stand in the text now; nullopt where they changed their order.
using Places = std::vector<std::optional<std::size_t>>;
std::optional<Places> places_of(const std::vector<SentenceMark>& standing,
                                const std::vector<SentenceMark>& text) {
  Places places;
  std::size_t from = 0;
  for (const SentenceMark mark : standing) {
    const auto found = std::find(text.begin(), text.end(), mark);
    if (found == text.end()) {
      places.emplace_back();
      continue;
    }
    const auto place = static_cast<std::size_t>(found - text.begin());
    if (place < from) return std::nullopt;
    places.emplace_back(place);
    from = place + 1;
  }
  return places;
}

// By number of a sentence: the person's sentence in its place.
using InPlaceOf = std::map<std::size_t, SentenceMark>;
InPlaceOf in_place_of(const std::vector<SentenceMark>& text, const Places& places,
                      std::size_t kept) {
  InPlaceOf words;
  const auto first = std::find_if(places.begin(), places.end(),
                                  [](const auto& place) { return place.has_value(); });
  const std::size_t leading = first == places.end() ? text.size() : **first;
  if (leading < kept) return words;  // which of them went nobody can tell
  for (std::size_t i = 0; i < kept; ++i) words[i + 1] = text[i];
  std::size_t gap = kept;  // where what stands between two recorded sentences begins
  for (std::size_t i = 0; i < places.size();) {
    if (places[i]) {
      gap = *places[i++] + 1;
      continue;
    }
    const auto next = std::find_if(places.begin() + static_cast<std::ptrdiff_t>(i), places.end(),
                                   [](const auto& place) { return place.has_value(); });
    const std::size_t end = next == places.end() ? text.size() : **next;
    const auto behind = static_cast<std::size_t>(next - places.begin());
    // Fewer than were taken out: which of them they stand for nobody can tell.
    const bool each = behind - i <= end - gap;
    for (std::size_t place = gap; i < behind; ++i, ++place) {
      if (each) words[kept + i + 1] = text[place];
    }
  }
  return words;
}

}  // namespace

Support summary_support(const Node& summary, std::string_view body) {
  const std::vector<SentenceMark>& standing = summary.sentences.standing;
  const std::vector<SourceNumbers> numbers = recorded(summary, body);
  const bool as_generated = summary.output == text_digest(summary.text);
  const auto kept =
      as_generated ? std::optional<std::size_t>(0) : kept_in_front(numbers, standing.size());
  Support support;
  for (std::size_t source = 0; kept && source < numbers.size(); ++source) {
    for (const std::size_t number : numbers[source]) {
      if (number <= *kept) continue;
      if (number - *kept > standing.size()) return {};
      support[standing[number - *kept - 1]].push_back(source);
    }
  }
  return support;
}

CorrectedSources corrected_sources(const Node& summary, std::string_view body) {
  if (hand_in(summary.text, summary.output, summary.sentences) != Hand::kWords) return {};
  const std::vector<SentenceMark>& standing = summary.sentences.standing;
  std::vector<SentenceMark> text;
  for (const std::string_view sentence : sentences_in(summary.text)) {
    text.push_back(mark_of(sentence));
  }
  const std::vector<SourceNumbers> numbers = recorded(summary, body);
  const auto kept = kept_in_front(numbers, standing.size());
  const auto places = places_of(standing, text);
  if (!kept || !places) return {};
  const InPlaceOf words = in_place_of(text, *places, *kept);
  CorrectedSources corrected;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::vector<SentenceMark> marks;
    for (const std::size_t number : numbers[i]) {
      if (const auto place = words.find(number); place != words.end()) {
        marks.push_back(place->second);
      }
    }
    const bool all = !marks.empty() && marks.size() == numbers[i].size();
    if (all) corrected[summary.sources[i].path] = std::move(marks);
  }
  return corrected;
}

}  // namespace pyramid::format
