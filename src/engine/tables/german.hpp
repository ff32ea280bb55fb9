// German words that tell one fact from another, and what they are in English. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

using Meant = std::pair<std::string_view, std::string_view>;

// clang-format off
// Third persons of the present, and pasts.
inline constexpr auto kGermanPredicates = std::to_array<Meant>({
    {"ist", "is"}, {"hat", "has"}, {"heißt", "is called"}, {"wohnt", "lives"}, {"lebt", "lives"},
    {"arbeitet", "works"}, {"isst", "eats"}, {"trinkt", "drinks"}, {"spielt", "plays"},
    {"raucht", "smokes"}, {"mag", "likes"}, {"liebt", "loves"}, {"hasst", "hates"},
    {"fährt", "drives"}, {"studiert", "studies"}, {"lernt", "learns"}, {"spricht", "speaks"},
    {"wiegt", "weighs"}, {"verdient", "earns"}, {"zahlt", "pays"}, {"sammelt", "collects"},
    {"schreibt", "writes"}, {"läuft", "runs"}, {"singt", "sings"}, {"tanzt", "dances"},
    {"reitet", "rides"}, {"schwimmt", "swims"}, {"nimmt", "takes"}, {"nutzt", "uses"},
    {"benutzt", "uses"}, {"verwendet", "uses"}, {"trägt", "wears"}, {"braucht", "needs"},
    {"beträgt", "is"}, {"kostet", "costs"}, {"war", "was"}, {"hatte", "had"}, {"zog", "moved"},
    {"kaufte", "bought"}, {"verlor", "lost"}, {"bekam", "got"}, {"kündigte", "quit"}, {"wurde", "was"},
    {"leitet", "leads"}, {"unterrichtet", "teaches"}, {"besitzt", "owns"}, {"beginnt", "begins"},
    {"kocht", "cooks"}, {"joggt", "jogs"}, {"klettert", "climbs"}, {"pendelt", "commutes"},
    {"verträgt", "tolerates"}, {"bezieht", "gets"}, {"züchtet", "breeds"}});
// Behind "ist" and "hat" at the end: "ist nach Bremen gezogen".
inline constexpr auto kGermanParticiples = std::to_array<Meant>({
    {"gezogen", "moved"}, {"umgezogen", "moved"}, {"gekauft", "bought"}, {"verkauft", "sold"},
    {"verloren", "lost"}, {"bekommen", "got"}, {"gekündigt", "quit"}, {"geheiratet", "married"},
    {"gewonnen", "won"}, {"gelernt", "learned"}, {"umgestiegen", "switched"},
    {"gewechselt", "switched"}, {"abgesagt", "cancelled"}, {"gestrichen", "cancelled"},
    {"verschoben", "moved"}, {"aufgehört", "stopped"}, {"verlegt", "moved"}, {"geworden", "became"},
    {"aufgegeben", "gave up"}, {"abgegeben", "gave away"}, {"weggegeben", "gave away"},
    {"verschenkt", "gave away"}, {"getrennt", "separated"}, {"gestorben", "died"}});
// They open a subject; as they stand at the beginning of a sentence.
inline constexpr auto kGermanThe = std::to_array<std::string_view>({"Der", "Die", "Das"});
inline constexpr auto kGermanMeanings = std::to_array<Meant>({
    {"in", "in"}, {"im", "in the"}, {"bei", "at"}, {"beim", "at the"}, {"als", "as"},
    {"für", "for"}, {"nach", "to"}, {"aus", "from"}, {"mit", "with"}, {"von", "from"}, {"auf", "to"}, {"am", "on"}, {"und", "and"},
    {"oder", "or"}, {"ein", "a"}, {"eine", "a"}, {"einen", "a"}, {"einem", "a"}, {"einer", "a"},
    {"der", "the"}, {"die", "the"}, {"das", "the"}, {"den", "the"}, {"dem", "the"},
    {"jahre", "years"}, {"alt", "old"}, {"euro", "euros"}, {"nicht", "not"}, {"sehr", "very"},
    {"januar", "January"}, {"februar", "February"}, {"märz", "March"}, {"april", "April"},
    {"mai", "May"}, {"juni", "June"}, {"juli", "July"}, {"august", "August"},
    {"september", "September"}, {"oktober", "October"}, {"november", "November"},
    {"dezember", "December"}, {"hund", "dog"}, {"hündin", "dog"}, {"katze", "cat"},
    {"kater", "cat"}, {"pferd", "horse"}, {"vogel", "bird"}, {"kaninchen", "rabbit"},
    {"haustier", "pet"}, {"welpe", "puppy"}, {"schwester", "sister"}, {"bruder", "brother"},
    {"sohn", "son"}, {"tochter", "daughter"}, {"kind", "child"}, {"freund", "friend"},
    {"freundin", "friend"}, {"kollege", "colleague"}, {"kollegin", "colleague"},
    {"cousin", "cousin"}, {"cousine", "cousin"}, {"tante", "aunt"}, {"onkel", "uncle"},
    {"nachbar", "neighbour"}, {"nachbarin", "neighbour"}, {"nichte", "niece"},
    {"neffe", "nephew"}, {"enkel", "grandchild"}, {"enkelin", "grandchild"}, {"frau", "wife"},
    {"mann", "husband"}, {"mutter", "mother"}, {"vater", "father"}, {"partner", "partner"},
    {"partnerin", "partner"}, {"chef", "boss"}, {"chefin", "boss"}, {"arzt", "doctor"},
    {"ärztin", "doctor"}, {"zahnarzt", "dentist"}, {"zahnärztin", "dentist"},
    {"vermieter", "landlord"}, {"vermieterin", "landlord"}, {"miete", "rent"},
    {"geburtstag", "birthday"}, {"name", "name"}, {"gehalt", "salary"}, {"adresse", "address"},
    {"lieblingsfarbe", "favourite colour"}, {"lieblingsessen", "favourite food"},
    {"projekt", "project"}, {"arbeitgeber", "employer"}, {"vegetarier", "vegetarian"},
    {"vegetarierin", "vegetarian"}, {"kaffee", "coffee"}, {"tee", "tea"}, {"fleisch", "meat"}, {"auto", "car"}, {"fahrrad", "bicycle"}, {"reise", "trip"},
    {"flug", "flight"}, {"urlaub", "holiday"}, {"termin", "appointment"}, {"frist", "deadline"},
    {"um", "at"}, {"zug", "train"}, {"bus", "bus"}, {"schule", "school"}, {"wohnung", "flat"},
    {"haus", "house"}, {"lehrer", "teacher"}, {"lehrerin", "teacher"}, {"hausarzt", "doctor"},
    {"hausärztin", "doctor"}, {"telefonnummer", "phone number"}, {"handynummer", "phone number"},
    {"größe", "size"}, {"gewicht", "weight"}, {"stelle", "job"}, {"job", "job"}, {"chor", "choir"},
    {"zahnarzttermin", "dentist appointment"}, {"abgabetermin", "deadline"}, {"boot", "boat"}});
// A sentence says the same without them: most say that it holds now.
inline constexpr auto kGermanNow = std::to_array<std::string_view>({
    "jetzt", "nun", "inzwischen", "mittlerweile", "momentan", "aktuell", "derzeit", "uhr", "erst",
    "schon", "sich"});
inline constexpr auto kGermanNone = std::to_array<std::string_view>({
    "kein", "keine", "keinen", "keinem", "keiner", "keines"});
// clang-format on

}  // namespace pyramid::engine::tables
