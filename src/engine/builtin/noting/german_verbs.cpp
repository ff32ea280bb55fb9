#include "engine/builtin/noting/german_verbs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

// clang-format off
// Those that do not take -t, or change their vowel.
constexpr auto kGermanThirdPerson = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bin", "ist"}, {"habe", "hat"}, {"hab", "hat"}, {"werde", "wird"}, {"weiß", "weiß"}, {"kann", "kann"},
    {"muss", "muss"}, {"soll", "soll"}, {"will", "will"}, {"mag", "mag"}, {"darf", "darf"}, {"möchte", "möchte"},
    {"arbeite", "arbeitet"}, {"miete", "mietet"}, {"vermiete", "vermietet"}, {"warte", "wartet"}, {"leite", "leitet"},
    {"heirate", "heiratet"}, {"teste", "testet"}, {"starte", "startet"}, {"reite", "reitet"}, {"berate", "berät"},
    {"biete", "bietet"}, {"esse", "isst"}, {"fahre", "fährt"}, {"lese", "liest"}, {"nehme", "nimmt"},
    {"spreche", "spricht"}, {"gebe", "gibt"}, {"sehe", "sieht"}, {"helfe", "hilft"}, {"schlafe", "schläft"},
    {"trage", "trägt"}, {"laufe", "läuft"}, {"halte", "hält"}, {"lasse", "lässt"}, {"treffe", "trifft"},
    {"vergesse", "vergisst"}, {"fange", "fängt"}, {"lade", "lädt"}, {"wachse", "wächst"}, {"wasche", "wäscht"},
    {"falle", "fällt"}, {"verlasse", "verlässt"}, {"behalte", "behält"}, {"betreibe", "betreibt"}, {"sterbe", "stirbt"}});
// Pasts, in which the two are alike.
constexpr auto kGermanPasts = std::to_array<std::string_view>({
    "war", "hatte", "wurde", "konnte", "musste", "sollte", "wollte", "mochte", "durfte", "wusste", "ging", "kam",
    "fuhr", "flog", "lief", "zog", "blieb", "fand", "bekam", "begann", "schrieb", "las", "sah", "traf", "gab", "nahm",
    "verlor", "trank", "aß", "schlief", "sprach", "wuchs", "wohnte", "kaufte", "arbeitete", "lebte", "machte",
    "lernte", "spielte", "studierte", "heiratete", "kündigte", "verkaufte", "gründete", "suchte", "besuchte"});
// clang-format on

}  // namespace

std::optional<std::string> german_third_person(std::string_view lower) {
  for (const auto& [first, third] : kGermanThirdPerson) {
    if (first == lower) return std::string(third);
  }
  if (std::find(kGermanPasts.begin(), kGermanPasts.end(), lower) != kGermanPasts.end())
    return std::string(lower);
  constexpr std::size_t kShortest = 4;
  if (lower.size() < kShortest || !lower.ends_with('e') || lower.ends_with("te"))
    return std::nullopt;
  std::string stem(lower.substr(0, lower.size() - 1));
  const bool hard = stem.ends_with('d') || stem.ends_with("chn") || stem.ends_with("ffn") ||
                    stem.ends_with("gn") || stem.ends_with("tm") || stem.ends_with("dn");
  return stem + (hard ? "et" : "t");
}

}  // namespace pyramid::engine::builtin
