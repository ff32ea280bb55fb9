#include "engine/grounding/said.hpp"

namespace pyramid::engine::grounding {

Said read_said(std::span<const Clause> sentence, Words& words) {
  const Words::Fixed& known = words.fixed();
  Said said;
  for (const Clause& clause : sentence) {
    for (const Name& name : clause.names) {
      said.stems.push_back(name.stem);
      if (name.sure && name.id != known.user->id && name.id != known.assistant->id) ++said.listed;
    }
    said.stems.insert(said.stems.end(), clause.stems.begin(), clause.stems.end());
    for (const Amount& amount : clause.amounts) said.amounts.push_back(&amount);
    for (const Moment& moment : clause.moments) said.moments.push_back(&moment);
    said.adds_up = said.adds_up || clause.adds_up;
  }
  return said;
}

}  // namespace pyramid::engine::grounding
