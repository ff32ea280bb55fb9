// The index of facts as bytes, for the cache of it.
#include "plan/fact_index.hpp"

#include <algorithm>

namespace pyramid::plan {

namespace {

// One list of the fields for both ways: an Archive is a Packer and takes const facts, or an
// Unpacker.
template <typename Archive, typename Section>
void section_fields(Archive& archive, Section& section) {
  archive.text(section.name);
  archive.value(section.inputs);
  archive.value(section.output);
  archive.value(section.text);
  archive.value(section.present);
  archive.text(section.made_by);
  archive.value(section.from);
}

// All but what derives from others.
template <typename Archive, typename Summary>
void summary_fields(Archive& archive, Summary& summary) {
  archive.value(summary.id);
  archive.value(summary.exists);
  archive.value(summary.model);
  archive.value(summary.tier);
  archive.value(summary.start);
  archive.value(summary.end);
  archive.value(summary.count);
  archive.value(summary.digest);
  archive.value(summary.inputs);
  archive.value(summary.policy);
  archive.value(summary.edited);
  archive.value(summary.struck);
  archive.value(summary.own);
  archive.text(summary.made_by);
  archive.text(summary.gone);
  archive.value(summary.bytes);
  archive.values(summary.sources);
  archive.value(summary.listed);
  archive.value(summary.reader);
}

void pack_home(Packer& to, const ModelFact& home) {
  to.text(home.name);
  to.value(home.own_bytes);
  to.value(home.sections.size());
  for (const SectionFact& section : home.sections) section_fields(to, section);
}

ModelFact unpack_home(Unpacker& from) {
  ModelFact home;
  from.text(home.name);
  from.value(home.own_bytes);
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    section_fields(from, home.sections.emplace_back());
  }
  return home;
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
  to.value(successors_.size());
  for (const auto& [number, by] : successors_) {
    to.value(number);
    to.value(by);
  }
  to.value(summaries_.size());
  for (const Summary& summary : summaries_) summary_fields(to, summary);
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
    Number number = kNone;
    from.value(number);
    from.value(successors_[number]);
  }
  for (std::size_t left = from.size(); left > 0 && from.good(); --left) {
    summary_fields(from, summaries_.emplace_back());
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
