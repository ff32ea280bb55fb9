// Words that matter where a sentence is held against its sources. All lower case.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace pyramid::engine::grounding::tables {

struct Numeral {
  std::string_view word;
  int value;
  bool ordinal;
};
// clang-format off
inline constexpr auto kNumerals = std::to_array<Numeral>({
    {"zero", 0, false}, {"one", 1, false}, {"two", 2, false}, {"three", 3, false},
    {"four", 4, false}, {"five", 5, false}, {"six", 6, false}, {"seven", 7, false},
    {"eight", 8, false}, {"nine", 9, false}, {"ten", 10, false}, {"eleven", 11, false},
    {"twelve", 12, false}, {"dozen", 12, false}, {"thirteen", 13, false},
    {"fourteen", 14, false}, {"fifteen", 15, false}, {"sixteen", 16, false},
    {"seventeen", 17, false}, {"eighteen", 18, false}, {"nineteen", 19, false},
    {"twenty", 20, false}, {"thirty", 30, false}, {"forty", 40, false}, {"fifty", 50, false},
    {"sixty", 60, false}, {"seventy", 70, false}, {"eighty", 80, false}, {"ninety", 90, false},
    {"first", 1, true}, {"second", 2, true}, {"third", 3, true}, {"fourth", 4, true},
    {"fifth", 5, true}, {"sixth", 6, true}, {"seventh", 7, true}, {"eighth", 8, true},
    {"ninth", 9, true}, {"tenth", 10, true}, {"eleventh", 11, true}, {"twelfth", 12, true},
    {"thirteenth", 13, true}, {"fourteenth", 14, true}, {"fifteenth", 15, true},
    {"sixteenth", 16, true}, {"seventeenth", 17, true}, {"eighteenth", 18, true},
    {"nineteenth", 19, true}, {"twentieth", 20, true}, {"thirtieth", 30, true},
    {"zwei", 2, false}, {"drei", 3, false}, {"vier", 4, false}, {"fünf", 5, false},
    {"sechs", 6, false}, {"sieben", 7, false}, {"acht", 8, false}, {"neun", 9, false},
    {"zehn", 10, false}, {"elf", 11, false}, {"zwölf", 12, false}, {"fünfzehn", 15, false},
    {"zwanzig", 20, false}, {"dreißig", 30, false},
    {"vierzig", 40, false}, {"fünfzig", 50, false}});

inline constexpr auto kMultipliers = std::to_array<std::pair<std::string_view, double>>({
    {"hundred", 1e2}, {"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9},
    {"k", 1e3}, {"bn", 1e9}, {"hundert", 1e2}, {"tausend", 1e3}});

// A unit and the forms of its name; those of one row are the same.
inline constexpr auto kUnits = std::to_array<std::array<std::string_view, 7>>({
    {"pound", "pounds", "£", "gbp", "quid", ""},
    {"euro", "euros", "€", "eur", "", ""},
    {"dollar", "dollars", "$", "usd", "bucks", ""},
    {"krona", "kronor", "sek", "kr", "crowns", ""},
    {"yen", "¥", "jpy", "", "", ""},
    {"franc", "francs", "franken", "chf", "", ""},
    {"percent", "%", "prozent", "", "", ""},
    {"second", "seconds", "sec", "secs", "s", "sekunden"},
    {"minute", "minutes", "min", "mins", "minuten", ""},
    {"hour", "hours", "h", "hrs", "hr", "stunde", "stunden"},
    {"day", "days", "tag", "tage", "tagen", ""},
    {"night", "nights", "nacht", "nächte", "nächten", ""},
    {"week", "weeks", "woche", "wochen", "", ""},
    {"month", "months", "monat", "monate", "monaten", ""},
    {"year", "years", "yr", "yrs", "jahr", "jahre", "jahren"},
    {"metre", "metres", "meter", "meters", "m", "metern"},
    {"kilometre", "kilometres", "kilometer", "kilometers", "km", "kms", "kilometern"},
    {"centimetre", "centimetres", "centimeter", "centimeters", "cm", "zentimeter"},
    {"millimetre", "millimetres", "millimeter", "millimeters", "mm", ""},
    {"mile", "miles", "mi", "meile", "meilen", ""},
    {"foot", "feet", "ft", "", "", ""},
    {"inch", "inches", "", "", "", ""},
    {"gram", "grams", "g", "gramme", "grammes", "gramm"},
    {"kilogram", "kilograms", "kg", "kilo", "kilos", "kgs", "kilogramm"},
    {"milligram", "milligrams", "mg", "", "", ""},
    {"tonne", "tonnes", "ton", "tons", "", ""},
    {"litre", "litres", "liter", "liters", "l", ""},
    {"millilitre", "millilitres", "milliliter", "milliliters", "ml", ""},
    {"degree", "degrees", "°c", "°", "grad", ""},
    {"megabyte", "megabytes", "mb", "", "", ""},
    {"gigabyte", "gigabytes", "gb", "", "", ""},
    {"watt", "watts", "w", "", "", ""},
    {"kilowatt", "kilowatts", "kw", "", "", ""}});

// Units that are so many of the smallest of their sort.
struct Size {
  std::string_view unit;
  int sort;
  double size;
};
inline constexpr auto kSizes = std::to_array<Size>({
    {"second", 1, 1}, {"minute", 1, 60}, {"hour", 1, 3600}, {"day", 1, 86400},
    {"week", 1, 604800}, {"month", 2, 1}, {"year", 2, 12}, {"millimetre", 3, 1},
    {"centimetre", 3, 10}, {"metre", 3, 1000}, {"kilometre", 3, 1e6}, {"milligram", 4, 1},
    {"gram", 4, 1000}, {"kilogram", 4, 1e6}, {"tonne", 4, 1e9}, {"millilitre", 5, 1},
    {"litre", 5, 1000}, {"watt", 6, 1}, {"kilowatt", 6, 1000}});

inline constexpr auto kMonths = std::to_array<std::string_view>({
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december"});
inline constexpr auto kWeekdays = std::to_array<std::string_view>({
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"});

inline constexpr auto kGermanMonths = std::to_array<std::string_view>({
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
    "november", "dezember"});
inline constexpr auto kGermanWeekdays = std::to_array<std::string_view>({
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"});
// Little words that English has not: a sentence with some of them is German.
inline constexpr auto kGermanOnly = std::to_array<std::string_view>({
    "der", "das", "und", "ist", "ein", "eine", "einen", "einem", "einer", "eines", "nicht", "kein",
    "keine", "keinen", "mit", "für", "auf", "zu", "von", "nach", "seit", "im", "dem", "des", "sich",
    "ihre", "ihren", "ihr", "ihrer", "seine", "seinen", "seiner", "seinem", "sein", "wird", "wurde",
    "wurden", "werden", "sind", "zur", "zum", "vom", "beim", "aber", "oder", "auch", "aus", "über",
    "unter", "sie", "er", "als", "wenn", "dass", "weil", "haben", "hatte", "wie", "noch", "mehr",
    "dort", "jeden", "jede", "dieser", "diese", "vor", "bis", "gegen", "wohnt", "heißt", "bei",
    "ab", "um", "es", "dann", "hier", "heute", "gestern", "morgen", "jetzt", "nun", "derzeit",
    "aktuell", "momentan", "inzwischen", "mittlerweile", "außerdem", "zudem", "deshalb", "daher",
    "danach", "davor", "dabei", "damit", "dafür", "davon", "früher", "später", "zuletzt",
    "manchmal", "regelmäßig", "täglich", "gerne", "abends", "morgens", "nachts", "tagsüber",
    "seitdem", "damals", "künftig", "anfang", "mitte", "trotz", "wegen", "während", "letztes",
    "letzten", "letzte", "nächstes", "nächsten", "nächste", "dieses", "diesen", "allerdings",
    "jedoch", "trotzdem", "zunächst", "anschließend", "insgesamt", "mein", "meine", "meinen", "ich",
    "wir", "unser", "unsere"});
// Those that English has too, or that open a sentence without being a name.
inline constexpr auto kGermanLittle = std::to_array<std::string_view>({
    "die", "den", "am", "an", "in", "hat", "war", "was", "man", "so", "also", "da", "bald", "ende",
    "oft", "gern"});
// Behind these a capital letter mostly begins a name: common nouns take an article there.
inline constexpr auto kGermanBeforeNames = std::to_array<std::string_view>({
    "nach", "in", "aus", "bei", "mit", "von", "auf", "frau", "herr", "herrn", "dr", "heißt",
    "namens", "firma", "freundin", "freund", "schwester", "bruder", "tochter", "sohn", "kollege",
    "kollegin", "chef", "chefin", "mutter", "vater", "onkel", "tante", "cousin", "cousine", "hund",
    "katze", "kater", "mann", "nachbar", "nachbarin"});
// No noun is the subject of these, or seldom.
inline constexpr auto kGermanVerbs = std::to_array<std::string_view>({
    "wohnt", "lebt", "arbeitet", "studiert", "lernt", "spricht", "heißt", "zog", "kaufte",
    "trinkt", "isst", "mag", "liebt", "spielt", "raucht", "schreibt", "pflegt", "plant", "möchte",
    "will", "kündigte", "heiratete", "half", "fährt", "reist"});
// Behind these no noun stands that opens a sentence without an article, or seldom.
inline constexpr auto kGermanFinite = std::to_array<std::string_view>({
    "hat", "hatte", "ist", "war", "wird", "wurde", "kommt", "kam", "geht", "ging", "bekommt",
    "bekam", "gab", "gibt", "sagt", "sagte", "kann", "soll", "muss"});
// How German nouns end that names do not.
inline constexpr auto kGermanNounEndings = std::to_array<std::string_view>({
    "ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "schaften", "tion", "tionen",
    "tät", "nis", "ismus", "tum", "chen", "lein", "ling", "zeit", "hause"});

// Who somebody is to somebody: the words of a row are the same, those of two are never.
inline constexpr auto kKin = std::to_array<std::array<std::string_view, 7>>({
    {"mother", "mum", "mom", "mama", "mutter", "mutti", ""},
    {"father", "dad", "papa", "vater", "vati", "daddy", ""},
    {"sister", "sisters", "schwester", "schwestern", "", "", ""},
    {"brother", "brothers", "bruder", "brüder", "", "", ""},
    {"daughter", "daughters", "tochter", "töchter", "", "", ""},
    {"son", "sons", "sohn", "söhne", "", "", ""},
    {"wife", "ehefrau", "", "", "", "", ""},
    {"husband", "ehemann", "", "", "", "", ""},
    {"aunt", "auntie", "aunts", "tante", "tanten", "", ""},
    {"uncle", "uncles", "onkel", "", "", "", ""},
    {"niece", "nieces", "nichte", "nichten", "", "", ""},
    {"nephew", "nephews", "neffe", "neffen", "", "", ""},
    {"grandson", "enkel", "", "", "", "", ""},
    {"granddaughter", "enkelin", "", "", "", "", ""},
    {"grandmother", "grandma", "granny", "gran", "nan", "oma", "großmutter"},
    {"grandfather", "grandpa", "grandad", "granddad", "opa", "großvater", ""}});

// Prepositions that say what somebody is to a deed; those of a row say the same.
inline constexpr auto kRoles = std::to_array<std::array<std::string_view, 2>>({
    {"to", ""}, {"from", ""}, {"with", "mit"}, {"for", "für"}});
inline constexpr auto kDeterminers = std::to_array<std::string_view>({
    "the", "a", "an", "his", "her", "their", "its", "my", "our", "your", "this", "that", "some",
    "der", "die", "das", "dem", "den", "des", "ein", "eine", "einen", "einem", "einer", "eines",
    "seinem", "seinen", "seiner", "ihrem", "ihren", "ihrer", "meinem", "meinen", "meiner"});
inline constexpr auto kBeing = std::to_array<std::string_view>({
    "is", "are", "was", "were", "be", "been", "being", "am", "gets", "got"});
inline constexpr auto kHelpers = std::to_array<std::string_view>({
    "has", "have", "had", "will", "would", "can", "could", "may", "might", "shall", "should",
    "must", "did", "does", "do"});
// Of a number that several others make up.
inline constexpr auto kAddsUp = std::to_array<std::string_view>({
    "together", "total", "altogether", "combined", "overall", "sum", "both", "insgesamt",
    "zusammen", "gesamt", "beide"});
// What says that a number grew, or shrank.
inline constexpr auto kRises = std::to_array<std::string_view>({
    "rise", "rises", "rose", "risen", "rising", "grow", "grows", "grew", "grown", "growing",
    "increase", "increases", "increased", "increasing", "climb", "climbs", "climbed", "raised",
    "stieg", "stiegen", "gestiegen", "steigt", "wuchs", "gewachsen", "erhöht"});
inline constexpr auto kFalls = std::to_array<std::string_view>({
    "fall", "falls", "fell", "fallen", "falling", "drop", "drops", "dropped", "dropping",
    "decrease", "decreases", "decreased", "decline", "declines", "declined", "shrink", "shrinks",
    "shrank", "shrunk", "sank", "sunk", "lowered", "reduced", "sinkt", "gesunken", "fiel",
    "gefallen", "gesenkt"});
inline constexpr auto kNear = std::to_array<std::string_view>({
    "almost", "nearly", "fast", "knapp", "beinahe"});
inline constexpr auto kRates = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"daily", "day"}, {"weekly", "week"}, {"monthly", "month"}, {"yearly", "year"},
    {"annually", "year"}, {"täglich", "day"}, {"wöchentlich", "week"}, {"monatlich", "month"},
    {"jährlich", "year"}});

inline constexpr auto kDenials = std::to_array<std::string_view>({
    "not", "never", "no", "without", "neither", "nor", "cannot", "none", "nobody", "nothing",
    "nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "niemand", "nichts",
    "ohne", "weder"});
// Words that deny something without one of these: what has them is not told apart.
inline constexpr auto kHalfDenials = std::to_array<std::string_view>({
    "stop", "stopped", "stops", "quit", "quits", "gave", "left", "ended", "ends", "cancelled",
    "canceled", "cancels", "refuses", "refused", "declined", "avoids", "avoided", "lacks", "lack",
    "failed", "fails", "unable", "dislikes", "hates", "hated", "free", "except", "hardly",
    "rarely", "barely", "former", "formerly", "used", "over", "gone", "unless", "instead",
    "rather", "only", "until", "yet", "verzichtet", "vermeidet", "aufgehört", "statt", "außer",
    "kaum", "selten", "allergisch", "unverträglichkeit"});

// How a generated sentence opens, capital only for that.
inline constexpr auto kOpeners = std::to_array<std::string_view>({
    "according", "additionally", "afterwards", "beside", "besides", "currently", "earlier",
    "eventually", "finally", "furthermore", "health", "home", "however", "including", "initially",
    "lately", "later", "meanwhile", "moreover", "nevertheless", "next", "notably", "originally",
    "overall", "plans", "previously", "recently", "several", "similarly", "since", "soon",
    "specifically", "still", "subsequently", "therefore", "thus", "today", "together", "two",
    "upcoming", "work", "family", "travel", "hobbies", "projects", "project", "preferences",
    "habits", "despite", "though", "although", "among", "around", "within", "everyone", "everything",
    "people", "many", "others", "another", "half", "critical", "important", "every", "since",
    "whenever", "having", "being", "apart", "aside", "instead", "rather", "now", "once", "late",
    "early", "mid", "end", "spring", "summer", "autumn", "winter", "user", "assistant"});
// Behind these something begins of which the subject may be another.
inline constexpr auto kJoiners = std::to_array<std::string_view>({
    "and", "but", "because", "so", "while", "although", "which", "who", "that", "though", "since",
    "if", "when", "whereas"});
// From spring on; each of three months, the first of them March.
inline constexpr auto kSeasons = std::to_array<std::array<std::string_view, 4>>({
    {"spring", "springtime", "frühling", "frühjahr"},
    {"summer", "sommer", "", ""},
    {"autumn", "fall", "herbst", ""},
    {"winter", "", "", ""}});
inline constexpr auto kParts = std::to_array<std::string_view>({"early", "mid", "late"});
// clang-format on

}  // namespace pyramid::engine::grounding::tables
