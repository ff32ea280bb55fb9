#include "engine/builtin/noting/german_verbs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

// clang-format off
// Those that do not take -t alone: irregular ones, the strong ones that change their vowel, and
// those whose stem wants an -e-.
constexpr auto kGermanThirdPerson = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bin", "ist"}, {"habe", "hat"}, {"hab", "hat"}, {"werde", "wird"}, {"weiß", "weiß"}, {"kann", "kann"},
    {"muss", "muss"}, {"soll", "soll"}, {"will", "will"}, {"mag", "mag"}, {"darf", "darf"}, {"möchte", "möchte"},
    {"arbeite", "arbeitet"}, {"miete", "mietet"}, {"warte", "wartet"}, {"leite", "leitet"}, {"heirate", "heiratet"},
    {"teste", "testet"}, {"antworte", "antwortet"}, {"richte", "richtet"}, {"achte", "achtet"}, {"züchte", "züchtet"},
    {"starte", "startet"}, {"reite", "reitet"}, {"biete", "bietet"}, {"esse", "isst"},
    {"backe", "backt"}, {"befehle", "befiehlt"}, {"berge", "birgt"}, {"blase", "bläst"}, {"brate", "brät"},
    {"breche", "bricht"}, {"empfehle", "empfiehlt"}, {"fahre", "fährt"}, {"falle", "fällt"}, {"fange", "fängt"},
    {"fresse", "frisst"}, {"gebe", "gibt"}, {"gelte", "gilt"}, {"grabe", "gräbt"}, {"halte", "hält"},
    {"helfe", "hilft"}, {"lade", "lädt"}, {"lasse", "lässt"}, {"laufe", "läuft"}, {"lese", "liest"},
    {"messe", "misst"}, {"nehme", "nimmt"}, {"rate", "rät"}, {"saufe", "säuft"}, {"schlafe", "schläft"},
    {"schlage", "schlägt"}, {"sehe", "sieht"}, {"spreche", "spricht"}, {"steche", "sticht"}, {"stehle", "stiehlt"},
    {"sterbe", "stirbt"}, {"stoße", "stößt"}, {"trage", "trägt"}, {"treffe", "trifft"}, {"trete", "tritt"},
    {"vergesse", "vergisst"}, {"wachse", "wächst"}, {"wasche", "wäscht"}, {"werbe", "wirbt"}, {"werfe", "wirft"},
    {"verderbe", "verdirbt"}, {"bade", "badet"}, {"binde", "bindet"}, {"finde", "findet"}, {"gründe", "gründet"},
    {"ende", "endet"}, {"lande", "landet"}, {"leide", "leidet"}, {"meide", "meidet"}, {"melde", "meldet"},
    {"öffne", "öffnet"}, {"ordne", "ordnet"}, {"rechne", "rechnet"}, {"rede", "redet"}, {"scheide", "scheidet"},
    {"schneide", "schneidet"}, {"sende", "sendet"}, {"trockne", "trocknet"}, {"wende", "wendet"}, {"zeichne", "zeichnet"},
    {"atme", "atmet"}, {"widme", "widmet"}, {"bastle", "bastelt"}, {"sammle", "sammelt"}, {"wechsle", "wechselt"},
    {"segle", "segelt"}, {"pendle", "pendelt"}, {"radle", "radelt"}});
// Those that take -t for their -e.
constexpr auto kGermanRegular = std::to_array<std::string_view>({
    "ändere", "baue", "beantrage", "bediene", "beginne", "belege", "bleibe", "brauche",
    "brenne", "bringe", "danke", "denke", "diene", "drehe", "drücke", "erinnere", "erledige", "fehle", "feiere",
    "filme", "fliege", "fliehe", "fordere", "forsche", "frage", "fühle", "führe", "füttere", "gehe", "gehöre", "genieße",
    "gewinne", "gieße", "glaube", "gucke", "hasse", "heile", "heiße", "hoffe", "hole", "höre", "jage", "jogge",
    "kämpfe", "kaufe", "kenne", "kläre", "klettere", "koche", "komme", "kriege", "kündige", "lache", "lagere",
    "lebe", "lege", "lehre", "leihe", "lerne", "liebe", "liefere", "liege", "löse", "mache", "male", "merke", "mische",
    "nähe", "nenne", "nutze", "benutze", "packe", "pflanze", "pflege", "plane", "probe", "prüfe", "putze", "rauche",
    "reinige", "reise", "renne", "rufe", "sage", "schaffe", "schaue", "schenke", "schicke", "schiebe", "schließe",
    "schreibe", "schwimme", "schwöre", "singe", "sitze", "sorge", "spare", "spiele", "springe", "spüle", "stamme",
    "stehe", "steige", "stelle", "sticke", "stimme", "stricke", "suche", "surfe", "tanze", "tausche", "teile",
    "töpfere", "traue", "träume", "treibe", "trenne", "trinke", "turne", "übe", "umarme", "unterstütze", "wähle",
    "wandere", "wage", "wecke", "weine", "wiege", "wohne", "wünsche", "zahle", "zähle", "zeige", "ziehe"});
// Pasts, in which the two are alike.
constexpr auto kGermanPasts = std::to_array<std::string_view>({
    "war", "hatte", "wurde", "konnte", "musste", "sollte", "wollte", "mochte", "durfte", "wusste", "ging", "kam",
    "fuhr", "flog", "lief", "zog", "blieb", "fand", "bekam", "begann", "schrieb", "las", "sah", "traf", "gab", "nahm",
    "verlor", "trank", "aß", "schlief", "sprach", "wuchs", "wohnte", "kaufte", "arbeitete", "lebte", "machte",
    "lernte", "spielte", "studierte", "heiratete", "kündigte", "verkaufte", "gründete", "suchte", "besuchte"});
// In front of a verb that keeps its forms: "vertrage", "übernehme".
constexpr auto kGermanPrefixes = std::to_array<std::string_view>({
    "be", "emp", "ent", "er", "ge", "hinter", "miss", "über", "um", "unter", "ver", "wider", "wieder", "zer"});
// clang-format on

// Of the present.
std::optional<std::string> third_person_of(std::string_view lower) {
  for (const auto& [first, third] : kGermanThirdPerson) {
    if (first == lower) return std::string(third);
  }
  const bool regular =
      std::find(kGermanRegular.begin(), kGermanRegular.end(), lower) != kGermanRegular.end();
  // "studiere", "fotografiere": all of that ending
  if (!regular && !lower.ends_with("iere")) return std::nullopt;
  return std::string(lower.substr(0, lower.size() - 1)) + "t";
}

}  // namespace

std::optional<std::string> german_third_person(std::string_view lower) {
  if (std::find(kGermanPasts.begin(), kGermanPasts.end(), lower) != kGermanPasts.end())
    return std::string(lower);
  if (auto third = third_person_of(lower)) return third;
  for (const std::string_view prefix : kGermanPrefixes) {
    if (!lower.starts_with(prefix)) continue;
    if (const auto third = third_person_of(lower.substr(prefix.size())))
      return std::string(prefix) + *third;
  }
  return std::nullopt;
}

bool is_german_third_person(std::string_view lower) {
  const auto is_known = [](std::string_view verb) {
    const bool irregular = std::any_of(kGermanThirdPerson.begin(), kGermanThirdPerson.end(),
                                       [&](const auto& forms) { return forms.second == verb; });
    if (irregular || verb.ends_with("iert")) return true;
    if (!verb.ends_with('t')) return false;
    const std::string first = std::string(verb.substr(0, verb.size() - 1)) + "e";
    return std::find(kGermanRegular.begin(), kGermanRegular.end(), first) != kGermanRegular.end();
  };
  const bool past =
      std::find(kGermanPasts.begin(), kGermanPasts.end(), lower) != kGermanPasts.end();
  return past || is_known(lower) ||
         std::any_of(kGermanPrefixes.begin(), kGermanPrefixes.end(), [&](std::string_view prefix) {
           return lower.starts_with(prefix) && is_known(lower.substr(prefix.size()));
         });
}

}  // namespace pyramid::engine::builtin
