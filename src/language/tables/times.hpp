// Words that tell a time, by language, and what they mean. All lower case.
#pragma once

#include "language/times.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace pyramid::language::tables {

// clang-format off

// The commonest words of a language that the others do not have.
struct CommonWords {
  Tongue tongue;
  std::string_view words;  // a blank around each
};
inline constexpr std::array<CommonWords, 4> kCommonWords = {{
    {Tongue::kEnglish,
     " the i i'm i've i'll my and is are was were have has had of to with for it this that we you they he she not "
     "at our your on from by will be been last next ago yesterday tomorrow today since until his her their a an "
     "don't didn't it's but as user's "},
    {Tongue::kGerman,
     " ich der die das den dem ein eine einen einem einer und ist bin sind war waren habe haben hat hatte mein meine "
     "meinen meiner mit für wir uns nicht auf bei vom zum zur von sich auch nach aus im am seit gestern morgen heute "
     "vor wird werde werden noch schon zu "},
    {Tongue::kSpanish,
     " el la los las yo mi mis y es soy son era fue fui he ha han tengo tiene que en con por para una un del al se "
     "lo no nos muy desde hasta hace ayer hoy mañana está estoy estaba su sus pero "},
    {Tongue::kFrench,
     " le les je j'ai mon ma mes et est suis sont était ai avons une un du des au aux avec pour dans en sur pas que "
     "qui nous on il elle depuis jusqu'à hier demain aujourd'hui c'est ce cette ne la se sera mais l'an d'un d'une "},
}};

enum class TimeUnit : std::uint8_t { kDay, kWeek, kWeekend, kMonth, kYear };
struct UnitName {
  Tongue tongue;
  TimeUnit unit;
  std::string_view names;
};
inline constexpr auto kUnits = std::to_array<UnitName>({
    {Tongue::kEnglish, TimeUnit::kDay, " day days "},
    {Tongue::kEnglish, TimeUnit::kWeek, " week weeks "},
    {Tongue::kEnglish, TimeUnit::kWeekend, " weekend "},
    {Tongue::kEnglish, TimeUnit::kMonth, " month months "},
    {Tongue::kEnglish, TimeUnit::kYear, " year years "},
    {Tongue::kGerman, TimeUnit::kDay, " tag tage tagen "},
    {Tongue::kGerman, TimeUnit::kWeek, " woche wochen "},
    {Tongue::kGerman, TimeUnit::kWeekend, " wochenende "},
    {Tongue::kGerman, TimeUnit::kMonth, " monat monate monaten "},
    {Tongue::kGerman, TimeUnit::kYear, " jahr jahre jahren "},
    {Tongue::kSpanish, TimeUnit::kDay, " día días dia dias "},
    {Tongue::kSpanish, TimeUnit::kWeek, " semana semanas "},
    {Tongue::kSpanish, TimeUnit::kWeekend, " finde "},
    {Tongue::kSpanish, TimeUnit::kMonth, " mes meses "},
    {Tongue::kSpanish, TimeUnit::kYear, " año años "},
    {Tongue::kFrench, TimeUnit::kDay, " jour jours "},
    {Tongue::kFrench, TimeUnit::kWeek, " semaine semaines "},
    {Tongue::kFrench, TimeUnit::kWeekend, " week-end weekend "},
    {Tongue::kFrench, TimeUnit::kMonth, " mois "},
    {Tongue::kFrench, TimeUnit::kYear, " an ans année années "},
});

struct Names {
  Tongue tongue;
  std::array<std::string_view, 12> names;  // in order; several of one with a "|" between them
};
inline constexpr std::array<Names, 4> kWeekdays = {{
    {Tongue::kEnglish, {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}},
    {Tongue::kGerman, {"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"}},
    {Tongue::kSpanish, {"lunes", "martes", "miércoles|miercoles", "jueves", "viernes", "sábado|sabado", "domingo"}},
    {Tongue::kFrench, {"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"}},
}};
inline constexpr std::array<Names, 4> kMonths = {{
    {Tongue::kEnglish, {"january|jan", "february|feb", "march", "april|apr", "may", "june", "july", "august|aug", "september|sept|sep", "october|oct", "november|nov", "december|dec"}},
    {Tongue::kGerman, {"januar|jänner", "februar|feber", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"}},
    {Tongue::kSpanish, {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre|setiembre", "octubre", "noviembre", "diciembre"}},
    {Tongue::kFrench, {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}},
}};
// From one on.
inline constexpr std::array<Names, 4> kNumbers = {{
    {Tongue::kEnglish, {"a|an|one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}},
    {Tongue::kGerman, {"ein|eine|einem|einer|einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"}},
    {Tongue::kSpanish, {"un|una|uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"}},
    {Tongue::kFrench, {"un|une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"}},
}};

enum class TimeMeaning : std::uint8_t {
  kDays,        // `amount` days from the day it was said
  kAgo,         // %n %u back
  kAhead,       // %n %u on
  kAheadOnly,   // the same, unless it is told as past: "in two weeks I learnt"
  kLast,        // the %u before
  kNext,        // the %u behind
  kThis,        // the %u that it was said in: a weekend to come
  kLastDay,     // the %w before
  kNextDay,     // the %w of next week, or the coming one
  kComingDay,   // the coming %w
  kNearDay,     // the %w before or behind, by the tense
  kNearMonth,   // the %m before or behind, by the tense
  kLastMonth,   // the last %m
  kNextMonth,   // the coming %m
  kDayOfMonth,  // %d %m, by the tense
};
// The words of an expression, with "|" between what may stand in one place. %n is a number, %d the
// day of a month, %u a unit, %w a weekday, %m a month.
struct TimePattern {
  Tongue tongue;
  std::string_view words;
  TimeMeaning meaning;
  int amount = 0;
  std::string_view not_behind = {};  // no such word in front, a blank around each
};
// The first that fits is taken.
inline constexpr auto kTimePatterns = std::to_array<TimePattern>({
    {Tongue::kEnglish, "the day before yesterday", TimeMeaning::kDays, -2},
    {Tongue::kEnglish, "the day after tomorrow", TimeMeaning::kDays, 2},
    {Tongue::kEnglish, "yesterday", TimeMeaning::kDays, -1},
    {Tongue::kEnglish, "last night", TimeMeaning::kDays, -1},
    {Tongue::kEnglish, "today|tonight", TimeMeaning::kDays, 0},
    {Tongue::kEnglish, "this morning|afternoon|evening", TimeMeaning::kDays, 0},
    {Tongue::kEnglish, "tomorrow", TimeMeaning::kDays, 1},
    {Tongue::kEnglish, "%n %u ago", TimeMeaning::kAgo},
    {Tongue::kEnglish, "in %n %u", TimeMeaning::kAheadOnly},
    {Tongue::kEnglish, "last %u", TimeMeaning::kLast},
    {Tongue::kEnglish, "next %u", TimeMeaning::kNext},
    {Tongue::kEnglish, "this weekend", TimeMeaning::kThis},
    {Tongue::kEnglish, "last %w", TimeMeaning::kLastDay},
    {Tongue::kEnglish, "next %w", TimeMeaning::kNextDay},
    {Tongue::kEnglish, "this %w", TimeMeaning::kNearDay},
    {Tongue::kEnglish, "by %w", TimeMeaning::kComingDay},
    {Tongue::kEnglish, "on %w", TimeMeaning::kNearDay},
    {Tongue::kEnglish, "last %m", TimeMeaning::kLastMonth},
    {Tongue::kEnglish, "since %m", TimeMeaning::kLastMonth},
    {Tongue::kEnglish, "next|until|till|by %m", TimeMeaning::kNextMonth},
    {Tongue::kEnglish, "in|early|late|mid %m", TimeMeaning::kNearMonth},
    {Tongue::kEnglish, "%d of %m", TimeMeaning::kDayOfMonth},
    {Tongue::kEnglish, "%d %m", TimeMeaning::kDayOfMonth},
    {Tongue::kEnglish, "%m %d", TimeMeaning::kDayOfMonth},

    {Tongue::kGerman, "vorgestern", TimeMeaning::kDays, -2},
    {Tongue::kGerman, "gestern", TimeMeaning::kDays, -1},
    {Tongue::kGerman, "heute morgen|früh|abend|nacht|mittag|nachmittag", TimeMeaning::kDays, 0},
    {Tongue::kGerman, "heute", TimeMeaning::kDays, 0},
    {Tongue::kGerman, "übermorgen", TimeMeaning::kDays, 2},
    {Tongue::kGerman, "morgen", TimeMeaning::kDays, 1,
     " am guten jeden diesen dem den gestern montag dienstag mittwoch donnerstag freitag samstag sonntag "},
    {Tongue::kGerman, "vor %n %u", TimeMeaning::kAgo},
    {Tongue::kGerman, "in %n %u", TimeMeaning::kAheadOnly},
    {Tongue::kGerman, "letzte|letzten|letztes|letzter|letztem|vorige|vorigen|voriges|vergangene|vergangenen|vergangenes %u", TimeMeaning::kLast},
    {Tongue::kGerman, "nächste|nächsten|nächstes|nächster|nächstem|kommende|kommenden|kommendes %u", TimeMeaning::kNext},
    {Tongue::kGerman, "dieses|am wochenende", TimeMeaning::kThis},
    {Tongue::kGerman, "letzten|vorigen|vergangenen %w", TimeMeaning::kLastDay},
    {Tongue::kGerman, "nächsten %w", TimeMeaning::kNextDay},
    {Tongue::kGerman, "kommenden|bis %w", TimeMeaning::kComingDay},
    {Tongue::kGerman, "am|diesen %w", TimeMeaning::kNearDay},
    {Tongue::kGerman, "letzten|seit %m", TimeMeaning::kLastMonth},
    {Tongue::kGerman, "nächsten|bis|ab %m", TimeMeaning::kNextMonth},
    {Tongue::kGerman, "im|anfang|mitte|ende %m", TimeMeaning::kNearMonth},
    {Tongue::kGerman, "%d %m", TimeMeaning::kDayOfMonth},

    {Tongue::kSpanish, "anteayer|antier|antes-de-ayer", TimeMeaning::kDays, -2},
    {Tongue::kSpanish, "antes de ayer", TimeMeaning::kDays, -2},
    {Tongue::kSpanish, "ayer|anoche", TimeMeaning::kDays, -1},
    {Tongue::kSpanish, "esta mañana|tarde|noche", TimeMeaning::kDays, 0},
    {Tongue::kSpanish, "hoy", TimeMeaning::kDays, 0},
    {Tongue::kSpanish, "pasado mañana", TimeMeaning::kDays, 2},
    {Tongue::kSpanish, "mañana", TimeMeaning::kDays, 1, " la de esta cada buena una toda "},
    {Tongue::kSpanish, "hace %n %u", TimeMeaning::kAgo},
    {Tongue::kSpanish, "dentro de %n %u", TimeMeaning::kAhead},
    {Tongue::kSpanish, "el|la %u pasado|pasada", TimeMeaning::kLast},
    {Tongue::kSpanish, "el|la %u que viene", TimeMeaning::kNext},
    {Tongue::kSpanish, "próximo|próxima|proximo|proxima %u", TimeMeaning::kNext},
    {Tongue::kSpanish, "este finde", TimeMeaning::kThis},
    {Tongue::kSpanish, "el %w pasado", TimeMeaning::kLastDay},
    {Tongue::kSpanish, "el pasado %w", TimeMeaning::kLastDay},
    {Tongue::kSpanish, "el %w que viene", TimeMeaning::kComingDay},
    {Tongue::kSpanish, "próximo|proximo %w", TimeMeaning::kComingDay},
    {Tongue::kSpanish, "el|este %w", TimeMeaning::kNearDay},
    {Tongue::kSpanish, "desde %m", TimeMeaning::kLastMonth},
    {Tongue::kSpanish, "hasta %m", TimeMeaning::kNextMonth},
    {Tongue::kSpanish, "en %m", TimeMeaning::kNearMonth},
    {Tongue::kSpanish, "%d de %m", TimeMeaning::kDayOfMonth},

    {Tongue::kFrench, "avant-hier", TimeMeaning::kDays, -2},
    {Tongue::kFrench, "hier", TimeMeaning::kDays, -1},
    {Tongue::kFrench, "ce|cet matin|soir|après-midi", TimeMeaning::kDays, 0},
    {Tongue::kFrench, "aujourd'hui", TimeMeaning::kDays, 0},
    {Tongue::kFrench, "après-demain", TimeMeaning::kDays, 2},
    {Tongue::kFrench, "demain", TimeMeaning::kDays, 1},
    {Tongue::kFrench, "il y a %n %u", TimeMeaning::kAgo},
    {Tongue::kFrench, "dans %n %u", TimeMeaning::kAhead},
    {Tongue::kFrench, "%u dernier|dernière|passé|passée", TimeMeaning::kLast},
    {Tongue::kFrench, "%u prochain|prochaine", TimeMeaning::kNext},
    {Tongue::kFrench, "ce week-end|weekend", TimeMeaning::kThis},
    {Tongue::kFrench, "%w dernier", TimeMeaning::kLastDay},
    {Tongue::kFrench, "%w prochain", TimeMeaning::kComingDay},
    {Tongue::kFrench, "%w", TimeMeaning::kNearDay, 0, " le les chaque tous un du "},
    {Tongue::kFrench, "depuis %m", TimeMeaning::kLastMonth},
    {Tongue::kFrench, "jusqu'en %m", TimeMeaning::kNextMonth},
    {Tongue::kFrench, "en|début|fin|mi %m", TimeMeaning::kNearMonth},
    {Tongue::kFrench, "%d %m", TimeMeaning::kDayOfMonth},
});
// clang-format on

}  // namespace pyramid::language::tables
