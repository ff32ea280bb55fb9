// German words that tell when something is. All lower case, but for the names of months.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
// Days from today.
inline constexpr auto kGermanDays = std::to_array<std::pair<std::string_view, int>>({
    {"heute", 0}, {"gestern", -1}, {"vorgestern", -2}, {"übermorgen", 2}, {"morgen", 1}});
inline constexpr std::array<std::string_view, 12> kGermanMonths = {
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember"};
// Monday first.
inline constexpr std::array<std::string_view, 7> kGermanWeekdays = {
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"};
inline constexpr auto kGermanPartsOfDay = std::to_array<std::string_view>(
    {"abend", "morgen", "nachmittag", "vormittag", "mittag", "früh", "nacht"});
// Behind these "gestern" needs no "am".
inline constexpr auto kGermanBeforeDays =
    std::to_array<std::string_view>({"seit", "bis", "ab", "von", "vor", "nach"});
// In front of a weekday that lies ahead.
inline constexpr auto kGermanAhead =
    std::to_array<std::string_view>({"bis", "ab", "für", "auf", "kommenden", "kommender"});
inline constexpr auto kGermanBack = std::to_array<std::string_view>(
    {"letzten", "letzter", "vergangenen", "vergangener", "vorigen", "voriger"});
// What is done on more than one of its days.
inline constexpr auto kGermanHabits = std::to_array<std::string_view>({
    "immer", "meist", "meistens", "normalerweise", "oft", "manchmal", "nie", "niemals", "jeden",
    "jede", "jedes", "jeder", "regelmäßig", "gewöhnlich", "üblicherweise", "wöchentlich", "stets"});
inline constexpr auto kGermanSmallNumbers = std::to_array<std::pair<std::string_view, int>>({
    {"einem", 1}, {"einer", 1}, {"zwei", 2}, {"drei", 3}, {"vier", 4}, {"fünf", 5}, {"sechs", 6},
    {"sieben", 7}, {"acht", 8}, {"neun", 9}, {"zehn", 10}, {"elf", 11}, {"zwölf", 12}});
// What was is told by these, by "hat" with a participle, and by "ist" with one of going.
inline constexpr auto kGermanPasts = std::to_array<std::string_view>({
    "war", "waren", "hatte", "hatten", "wurde", "wurden", "ging", "gingen", "kam", "kamen", "zog",
    "zogen", "fand", "fanden", "bekam", "bekamen", "schrieb", "las", "aß", "trank", "fuhr",
    "fuhren", "flog", "flogen", "lief", "liefen", "sah", "sahen", "traf", "trafen", "verlor",
    "gewann", "begann", "blieb", "starb", "rief", "gab", "nahm", "half", "machte", "machten",
    "kaufte", "kauften", "meinte", "sagte", "heiratete", "feierte", "feierten", "besuchte"});
inline constexpr auto kGermanGone = std::to_array<std::string_view>({
    "gangen", "fahren", "flogen", "kommen", "zogen", "laufen", "reist", "storben", "worden",
    "blieben", "wesen", "stürzt", "schwommen", "wandert", "stiegen", "fallen", "standen", "wacht",
    "passiert", "boren", "rannt", "radelt", "segelt"});
// In front of "ge" in a participle.
inline constexpr auto kGermanPrefixes = std::to_array<std::string_view>({
    "ab", "an", "auf", "aus", "bei", "durch", "ein", "fest", "frei", "her", "hin", "kennen", "los",
    "mit", "nach", "um", "vor", "weg", "wieder", "zu", "zurück", "zusammen"});
inline constexpr auto kGermanBoundPrefixes = std::to_array<std::string_view>(
    {"be", "ent", "er", "miss", "ver", "zer", "über", "unter"});
// What is to come is told by these, and by what one does once.
inline constexpr auto kGermanFutures = std::to_array<std::string_view>({
    "werde", "wird", "werden", "will", "wollen", "muss", "müssen", "soll", "sollen", "darf",
    "kann", "können"});
inline constexpr auto kGermanOnce = std::to_array<std::string_view>({
    "fahre", "fährt", "fahren", "fliege", "fliegt", "fliegen", "komme", "kommt", "kommen", "reise",
    "reist", "reisen", "ziehe", "zieht", "ziehen", "treffe", "trifft", "treffen", "besuche",
    "besucht", "besuchen", "heirate", "heiratet", "heiraten", "feiere", "feiert", "feiern", "hole",
    "holt", "holen", "beginne", "beginnt", "fange", "fängt", "starte", "startet", "findet",
    "bekomme", "bekommt", "bekommen", "kriege", "kriegt", "gehe", "geht", "gehen", "laufe", "läuft",
    "ziehen", "verreise", "verreist", "schreibe", "schreibt"});
inline constexpr auto kGermanPlans = std::to_array<std::string_view>({
    "abgabe", "abschlussfeier", "arzttermin", "auftritt", "besichtigung", "besprechung",
    "bewerbungsgespräch", "fahrprüfung", "feier", "flug", "geburtstagsfeier", "hochzeit",
    "interview", "klausur", "konzert", "op", "operation", "party", "prüfung", "spiel", "termin",
    "treffen", "turnier", "umzug", "verabredung", "vorspiel", "vorstellungsgespräch",
    "zahnarzttermin"});
// clang-format on

}  // namespace pyramid::engine::tables
