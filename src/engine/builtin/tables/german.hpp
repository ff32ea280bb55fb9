// A little German: enough to read what someone says of themselves. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::tables {

// clang-format off
// In front of a statement without changing it.
inline constexpr auto kGermanLeadIns = std::to_array<std::string_view>({
    "hallo, ", "hallo! ", "hi, ", "hey, ", "also, ", "also ", "übrigens, ", "übrigens ", "ja, ",
    "nein, ", "nee, ", "doch, ", "na ja, ", "naja, ", "ach, ", "oh, ", "ok, ", "okay, ", "und ",
    "aber ", "leider ", "ehrlich gesagt, ", "in wirklichkeit ", "eigentlich ", "tatsächlich ",
    "ach so, ", "ach so ", "achso, ", "quatsch, ", "quatsch: ", "falsch, ", "stimmt nicht, ",
    "moment, ", "halt, ", "ach ", "äh, ", "ich habe mich geirrt, ", "ich habe mich geirrt: ",
    "ich hab mich geirrt, ", "ich habe mich vertan, ", "ich hab mich vertan, ", "korrektur: ", "berichtigung: ", "nachtrag: ", "kleine korrektur: "});
// Not meant, not known or not a statement.
inline constexpr auto kGermanNoFacts = std::to_array<std::string_view>({
    " würde", " könnte", " hätte", " wäre", " möchte", " sollte ich", " wenn ich ", " wenn wir ",
    " falls ", " vielleicht ", " stell dir vor", " angenommen", " glaube ", " denke ", " hoffe ",
    " du ", " dir ", " dich ", " dein ", " deine ", " deinen ", " ihnen ", " bitte ", " gesagt",
    " sagt ", " sagte ", " meint ", " meinte ", " angeblich ", " danke ", " träumte ", " scherz ",
    " spaß ", " als ob ", " eine frage ", " frage zu ", " fragen zu ",
    " sagt,", " sagte,", " meint,", " meinte,", " behauptet", " schreibt,", " schrieb,",
    " haha, ", " haha ", " hihi, ", " lol, ",
    " kaiser von ", " kaiserin von ", " königin von england", " der papst "});
// Behind a fact: why it is told, and what is asked for because of it.
inline constexpr auto kGermanAsides = std::to_array<std::string_view>({
    ", falls das ", ", falls es ", ", falls dir ", ", falls du ", ", nur so ", ", bitte ",
    ", deshalb bitte ", ", daher bitte ", ", darum bitte ", ", also bitte ", ", deswegen bitte "});
// What happens to a plan: told of anyone's, it is the writer's.
inline constexpr auto kGermanChanges = std::to_array<std::string_view>({
    " verschoben", " abgesagt", " gestrichen", " vorverlegt"});
inline constexpr auto kGermanOwners = std::to_array<std::string_view>({
    "mein", "meine", "meinen", "meinem", "meiner", "meines", "unser", "unsere", "unseren",
    "unserem", "unserer", "unseres"});
// Behind these the verb stands at the end of the clause.
inline constexpr auto kGermanConjunctions = std::to_array<std::string_view>({
    "weil", "dass", "da", "obwohl", "seit", "seitdem", "bevor", "nachdem", "während", "als", "bis",
    "damit", "wo", "die", "den", "das", "wie", "ob", "was"});
// The first person and the third, where they are no -e and -t.
inline constexpr auto kGermanThird =
    std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bin", "ist"}, {"habe", "hat"}, {"hab", "hat"}, {"werde", "wird"}, {"esse", "isst"},
    {"nehme", "nimmt"}, {"gebe", "gibt"}, {"lese", "liest"}, {"sehe", "sieht"}, {"fahre", "fährt"},
    {"schlafe", "schläft"}, {"laufe", "läuft"}, {"trage", "trägt"}, {"spreche", "spricht"},
    {"treffe", "trifft"}, {"helfe", "hilft"}, {"vergesse", "vergisst"}, {"halte", "hält"},
    {"lasse", "lässt"}, {"verlasse", "verlässt"}, {"vertrage", "verträgt"},
    {"ertrage", "erträgt"}, {"wasche", "wäscht"}, {"falle", "fällt"}, {"fange", "fängt"},
    {"trete", "tritt"}, {"rate", "rät"}, {"berate", "berät"},
    {"sammle", "sammelt"}, {"pendle", "pendelt"}, {"sind", "ist"}, {"haben", "hat"},
    {"werden", "wird"}, {"essen", "isst"}, {"fahren", "fährt"}, {"nehmen", "nimmt"},
    {"schlafen", "schläft"}, {"sprechen", "spricht"}, {"treffen", "trifft"}, {"waren", "war"},
    {"hatten", "hatte"}, {"müssen", "muss"}, {"können", "kann"}, {"wollen", "will"},
    {"dürfen", "darf"}, {"sollen", "soll"}});
// Third persons that a subject may follow: "eigentlich heißt meine Katze …".
inline constexpr auto kGermanThirds = std::to_array<std::string_view>({
    "heißt", "ist", "hat", "wohnt", "lebt", "arbeitet", "wird", "kommt", "fährt", "geht", "spielt",
    "studiert", "isst", "trinkt", "mag", "kostet", "beträgt", "war", "hatte"});
// The same for "I" and "User".
inline constexpr auto kGermanSame = std::to_array<std::string_view>({
    "kann", "muss", "soll", "will", "darf", "mag", "weiß", "war", "hatte", "wollte", "konnte",
    "musste", "durfte", "ging", "kam", "zog", "fand", "bekam", "schrieb", "las", "aß", "trank",
    "fuhr", "flog", "lief", "sah", "traf", "verlor", "gewann", "begann", "blieb", "hieß",
    "wurde"});
// Regular verbs of the first person; behind "und" only these are surely verbs.
inline constexpr auto kGermanVerbs = std::to_array<std::string_view>({
    "arbeite", "backe", "baue", "bevorzuge", "boxe", "häkle", "höre", "klettere", "nähe", "rudere",
    "schaue", "segle", "stricke", "zeichne", "beginne", "benutze", "besitze", "besuche", "betreibe", "betreue",
    "bezahle", "bleibe", "brauche", "bringe", "feiere", "fliege", "fotografiere", "gehe", "hasse",
    "heiße", "jogge", "kaufe", "kenne", "koche", "komme", "lebe", "lehre", "leide", "leite",
    "lerne", "liebe", "mache", "male", "miete", "nutze", "pflege", "plane", "programmiere",
    "rauche", "reise", "reite", "repariere", "schreibe", "schwimme", "singe", "spare", "spiele",
    "stehe", "studiere", "suche", "tanze", "trainiere", "trinke", "unterrichte", "verdiene",
    "verkaufe", "verwende", "wandere", "warte", "wohne", "zahle", "ziehe", "züchte"});
// What one owns by the article, where one is the subject oneself.
inline constexpr auto kGermanArticles =
    std::to_array<std::pair<std::string_view, std::string_view>>({
    {"meinen", "den"}, {"meine", "die"}, {"meinem", "dem"}, {"meiner", "der"}, {"mein", "das"},
    {"unseren", "den"}, {"unsere", "die"}, {"unserem", "dem"}, {"unserer", "der"},
    {"unser", "das"}});
// Things of which one has one, as a rule; behind "mein" these are told by the article.
inline constexpr auto kGermanThings = std::to_array<std::string_view>({
    "abitur", "abschluss", "angelschein", "arbeit", "ausbildung", "auto", "bachelor", "bart",
    "beruf", "büro", "diplom", "examen", "fahrprüfung", "fahrrad", "führerschein", "garten",
    "geldbeutel", "gepäck", "geschäft", "haar", "haare", "handgelenk", "handy", "haus",
    "jagdschein", "job", "kaffee", "keller", "knie", "koffer", "konto", "laden", "laptop",
    "lehre", "lizenz", "master", "masterarbeit", "meisterbrief", "mietvertrag", "motorrad",
    "pass", "portemonnaie", "promotion", "prüfung", "rad", "reisepass", "rücken", "schein",
    "schlüssel", "schulter", "segelschein", "stelle", "steuererklärung", "studium", "tasche",
    "tee", "termin", "urlaub", "vertrag", "wohnung", "zeugnis", "zimmer"});
inline constexpr auto kGermanPromises = std::to_array<std::string_view>({
    "ich werde ", "ich verspreche ", "ab jetzt werde ich ", "nächstes mal werde ich ",
    "ich habe gelernt", "ich habe beschlossen", "ich habe mich geirrt"});
inline constexpr auto kGermanPolite = std::to_array<std::string_view>({
    " helfen", " erklären", " versuchen", " mein bestes", " hier sein", " merken"});
// clang-format on

}  // namespace pyramid::engine::tables
