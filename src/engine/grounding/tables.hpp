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
    {"nineteenth", 19, true}, {"twentieth", 20, true}, {"thirtieth", 30, true}});

inline constexpr auto kMultipliers = std::to_array<std::pair<std::string_view, double>>({
    {"hundred", 1e2}, {"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9},
    {"k", 1e3}, {"bn", 1e9}});

// A unit and the forms of its name; those of one row are the same.
inline constexpr auto kUnits = std::to_array<std::array<std::string_view, 6>>({
    {"pound", "pounds", "£", "gbp", "quid", ""},
    {"euro", "euros", "€", "eur", "", ""},
    {"dollar", "dollars", "$", "usd", "bucks", ""},
    {"krona", "kronor", "sek", "kr", "crowns", ""},
    {"yen", "¥", "jpy", "", "", ""},
    {"percent", "%", "", "", "", ""},
    {"second", "seconds", "sec", "secs", "s", ""},
    {"minute", "minutes", "min", "mins", "", ""},
    {"hour", "hours", "h", "hrs", "hr", ""},
    {"day", "days", "", "", "", ""},
    {"night", "nights", "", "", "", ""},
    {"week", "weeks", "", "", "", ""},
    {"month", "months", "", "", "", ""},
    {"year", "years", "yr", "yrs", "", ""},
    {"metre", "metres", "meter", "meters", "m", ""},
    {"kilometre", "kilometres", "kilometer", "kilometers", "km", "kms"},
    {"centimetre", "centimetres", "centimeter", "centimeters", "cm", ""},
    {"millimetre", "millimetres", "millimeter", "millimeters", "mm", ""},
    {"mile", "miles", "mi", "", "", ""},
    {"foot", "feet", "ft", "", "", ""},
    {"inch", "inches", "", "", "", ""},
    {"gram", "grams", "g", "gramme", "grammes", ""},
    {"kilogram", "kilograms", "kg", "kilo", "kilos", "kgs"},
    {"milligram", "milligrams", "mg", "", "", ""},
    {"tonne", "tonnes", "ton", "tons", "", ""},
    {"litre", "litres", "liter", "liters", "l", ""},
    {"millilitre", "millilitres", "milliliter", "milliliters", "ml", ""},
    {"degree", "degrees", "°c", "°", "", ""},
    {"megabyte", "megabytes", "mb", "", "", ""},
    {"gigabyte", "gigabytes", "gb", "", "", ""},
    {"watt", "watts", "w", "", "", ""},
    {"kilowatt", "kilowatts", "kw", "", "", ""}});

inline constexpr auto kMonths = std::to_array<std::string_view>({
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december"});
inline constexpr auto kWeekdays = std::to_array<std::string_view>({
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"});

inline constexpr auto kDenials = std::to_array<std::string_view>({
    "not", "never", "no", "without", "neither", "nor", "cannot", "none", "nobody", "nothing"});
// Words that deny something without one of these: what has them is not told apart.
inline constexpr auto kHalfDenials = std::to_array<std::string_view>({
    "stop", "stopped", "stops", "quit", "quits", "gave", "left", "ended", "ends", "cancelled",
    "canceled", "cancels", "refuses", "refused", "declined", "avoids", "avoided", "lacks", "lack",
    "failed", "fails", "unable", "dislikes", "hates", "hated", "free", "except", "hardly",
    "rarely", "barely", "former", "formerly", "used", "over", "gone", "unless", "instead",
    "rather", "only", "until", "yet"});

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
inline constexpr auto kParts = std::to_array<std::string_view>({"early", "mid", "late"});
// clang-format on

}  // namespace pyramid::engine::grounding::tables
