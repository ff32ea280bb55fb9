#include "engine/builtin/writing/topics.hpp"

#include "engine/text/language.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

struct Theme {
  std::string_view name;
  std::string_view words;  // separated by blanks
};
// A fact belongs to the theme that knows most of its words; ties go to the first.
constexpr Theme kThemes[] = {
    {"#home",
     "live move relocate home house flat apartment lease landlord rent neighbour neighbor "
     "kitchen garden balcony furniture mortgage city"},
    {"#work",
     "work job company team manager colleague office meeting project client salary role "
     "engineer developer designer interview resign promotion contract deploy release "
     "report startup career"},
    {"#family",
     "daughter son wife husband partner mother father mum mom dad sister brother parent "
     "child kid baby family school kindergarten wedding marry birthday cousin aunt uncle "
     "grandmother grandfather niece nephew"},
    {"#health",
     "allergic allergy doctor dentist medication pill diet sleep injury knee pain "
     "physiotherapy therapist asthma hospital surgery vaccine migraine"},
    {"#sport",
     "run marathon gym swim cycle bike hike climb yoga tennis football training race "
     "kilometre km"},
    {"#pets", "cat dog puppy kitten pet vet"},
    {"#food", "vegetarian vegan coffee tea cook recipe bake bread eat restaurant dinner lunch"},
    {"#travel", "trip travel flight fly hotel visit holiday vacation train passport airport"},
    {"#money", "budget save invest loan tax bank insurance buy sell price cost"},
    {"#tools",
     "editor vim emacs python rust linux laptop keyboard code program software app "
     "database server script repository"},
    {"#leisure",
     "read book novel guitar piano music film movie game paint photography sing band "
     "concert series"},
};

bool is_time_word(std::string_view anchor) {
  static constexpr std::string_view kDays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                               "friday", "saturday", "sunday"};
  if (anchor.find_first_of("0123456789") != std::string_view::npos) return true;
  if (std::find(std::begin(kDays), std::end(kDays), anchor) != std::end(kDays)) return true;
  for (int month = 1; month <= 12; ++month) {
    const std::string_view name = month_name(month);
    if (name.size() == anchor.size() && name.substr(1) == anchor.substr(1)) return true;
  }
  return false;
}

// Stems of the themes' words, each with its theme's place in the table.
std::vector<std::pair<std::string, std::size_t>> theme_stems() {
  std::vector<std::pair<std::string, std::size_t>> stems;
  for (std::size_t i = 0; i < std::size(kThemes); ++i) {
    for (const Word& word : words(kThemes[i].words)) stems.emplace_back(stem(word.text), i);
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

std::size_t theme_of(const Fact& fact,
                     const std::vector<std::pair<std::string, std::size_t>>& stems) {
  std::vector<int> hits(std::size(kThemes));
  for (const std::string& one : fact.stems) {
    const auto found = std::lower_bound(stems.begin(), stems.end(), std::pair(one, std::size_t{0}));
    if (found != stems.end() && found->first == one) ++hits[found->second];
  }
  const auto best = std::max_element(hits.begin(), hits.end());
  return *best == 0 ? std::size(kThemes) : static_cast<std::size_t>(best - hits.begin());
}

}  // namespace

std::vector<Topic> topics_of(std::span<const Fact> facts) {
  std::map<std::string_view, int> names;
  for (const Fact& fact : facts) {
    for (const std::string& anchor : fact.anchors) {
      if (!is_time_word(anchor)) ++names[anchor];
    }
  }
  const auto stems = theme_stems();
  // A name that nearly every fact has (the person's own) tells nothing apart.
  const int most = std::max<int>(2, static_cast<int>(facts.size() / 3));
  std::vector<Topic> topics;
  for (const Fact& fact : facts) {
    std::string_view shared;
    for (const std::string& anchor : fact.anchors) {
      const auto found = names.find(anchor);
      if (found == names.end() || found->second < 2 || found->second > most) continue;
      if (shared.empty() || found->second > names.find(shared)->second) shared = anchor;
    }
    Topic topic{std::string(shared), theme_of(fact, stems)};
    if (shared.empty() && topic.theme < std::size(kThemes)) topic.name = kThemes[topic.theme].name;
    topics.push_back(std::move(topic));
  }
  return topics;
}

}  // namespace pyramid::engine::builtin::writing
