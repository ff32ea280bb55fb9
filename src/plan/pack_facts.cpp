// The index of facts as bytes, for the cache of it.
#include "plan/fact_index.hpp"

#include <algorithm>

namespace pyramid::plan {

namespace {

void pack_home(Packer& to, const ModelFact& home) {
  to.text(home.name);
  to.value(home.sections.size());
  for (const SectionFact& section : home.sections) {
    to.text(section.name);
    to.value(section.inputs);
    to.value(section.output);
    to.value(section.text);
    to.value(section.present);
    to.text(section.made_by);
  }
}

ModelFact unpack_home(Unpacker& from) {
  ModelFact home;
  home.name = from.text();
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    SectionFact& section = home.sections.emplace_back();
    section.name = from.text();
    from.value(section.inputs);
    from.value(section.output);
    from.value(section.text);
    from.value(section.present);
    section.made_by = from.text();
  }
  return home;
}

// All but what derives from others.
void pack_summary(Packer& to, const FactIndex::Summary& summary) {
  to.value(summary.id);
  to.value(summary.exists);
  to.value(summary.model);
  to.value(summary.tier);
  to.value(summary.start);
  to.value(summary.end);
  to.value(summary.digest);
  to.value(summary.inputs);
  to.value(summary.policy);
  to.value(summary.edited);
  to.text(summary.made_by);
  to.values(summary.sources);
  to.value(summary.listed);
  to.value(summary.reader);
}

void unpack_summary(Unpacker& from, FactIndex::Summary& summary) {
  from.value(summary.id);
  from.value(summary.exists);
  from.value(summary.model);
  from.value(summary.tier);
  from.value(summary.start);
  from.value(summary.end);
  from.value(summary.digest);
  from.value(summary.inputs);
  from.value(summary.policy);
  from.value(summary.edited);
  summary.made_by = from.text();
  from.values(summary.sources);
  from.value(summary.listed);
  from.value(summary.reader);
}

}  // namespace

bool FactIndex::pack(Packer& to) const {
  std::size_t links = 0, there = 0;
  for (const Summary& summary : summaries_) links += summary.sources.size();
  for (const Model& model : models_) there += model.observations.size();
  constexpr std::size_t kFew = 1024;
  const bool too_old =
      readers_.size() > 2 * links + kFew || observations_.size() > 2 * there + kFew;
  if (too_old) return false;
  to.values(observations_);
  to.values(standings_);
  observation_at_.pack(to);
  to.value(summaries_.size());
  for (const Summary& summary : summaries_) pack_summary(to, summary);
  summary_at_.pack(to);
  to.value(models_.size());
  for (const Model& model : models_) {
    to.text(model.name);
    to.values(model.observations);
  }
  to.values(readers_);
  to.value(homes.size());
  for (const auto& [name, home] : homes) {
    to.text(name);
    pack_home(to, home);
  }
  return true;
}

bool FactIndex::unpack(Unpacker& from) {
  from.values(observations_);
  from.values(standings_);
  if (standings_.size() != observations_.size()) return false;
  if (!observation_at_.unpack(from)) return false;
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    unpack_summary(from, summaries_.emplace_back());
  }
  if (!summary_at_.unpack(from)) return false;
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    Model& model = models_[model_number(from.text())];
    from.values(model.observations);
  }
  from.values(readers_);
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    const std::string name(from.text());
    homes[name] = unpack_home(from);
  }
  listed_again_ = true;
  settle();
  return from.good();
}

}  // namespace pyramid::plan
