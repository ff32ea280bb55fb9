// Dates behind the words that tell them, as said on Tuesday, 12 May 2026.
#include "language/times.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::language::times_test {
namespace {

constexpr Date kSaid{2026, 5, 12};

struct Dated {
  std::string_view said;
  Tense tense;
  std::string_view dated;
};

void check(const std::vector<Dated>& all) {
  for (const Dated& one : all) {
    INFO(one.said);
    CHECK(with_dates(one.said, kSaid, one.tense) == one.dated);
  }
}

}  // namespace

TEST_CASE("times: a certain day stands behind its words in four languages") {
  check({
      {"I saw my sister yesterday.", Tense::kOpen, "I saw my sister yesterday (2026-05-11)."},
      {"We met the day before yesterday", Tense::kPast,
       "We met the day before yesterday (2026-05-10)"},
      {"Ich war vorgestern beim Arzt.", Tense::kPast, "Ich war vorgestern (2026-05-10) beim Arzt."},
      {"Ich fahre übermorgen nach Kiel.", Tense::kFuture,
       "Ich fahre übermorgen (2026-05-14) nach Kiel."},
      {"Ayer firmé el contrato de la casa.", Tense::kPast,
       "Ayer (2026-05-11) firmé el contrato de la casa."},
      {"Pasado mañana tengo una entrevista.", Tense::kFuture,
       "Pasado mañana (2026-05-14) tengo una entrevista."},
      {"J'ai signé le bail hier.", Tense::kPast, "J'ai signé le bail hier (2026-05-11)."},
      {"Je pars demain avec ma sœur.", Tense::kFuture, "Je pars demain (2026-05-13) avec ma sœur."},
      {"I quit three days ago.", Tense::kPast, "I quit three days ago (2026-05-09)."},
      {"Hace 3 días empecé en la clínica.", Tense::kPast,
       "Hace 3 días (2026-05-09) empecé en la clínica."},
  });
}

TEST_CASE("times: what is not known to the day says so") {
  check({
      {"I moved to Porto two weeks ago.", Tense::kPast,
       "I moved to Porto two weeks ago (around 2026-04-28)."},
      {"Ich habe vor zwei Wochen gekündigt.", Tense::kPast,
       "Ich habe vor zwei Wochen (ca. 2026-04-28) gekündigt."},
      {"We moved here last month.", Tense::kPast, "We moved here last month (April 2026)."},
      {"Wir sind letzten Monat umgezogen.", Tense::kPast,
       "Wir sind letzten Monat (2026-04) umgezogen."},
      {"Nos mudamos el mes pasado.", Tense::kPast, "Nos mudamos el mes pasado (2026-04)."},
      {"Nous avons déménagé le mois dernier.", Tense::kPast,
       "Nous avons déménagé le mois dernier (2026-04)."},
      {"I turned forty last year.", Tense::kPast, "I turned forty last year (2025)."},
      {"Il y a deux ans, j'ai arrêté de fumer.", Tense::kPast,
       "Il y a deux ans (ca. 2024), j'ai arrêté de fumer."},
      {"My exam is next week.", Tense::kFuture, "My exam is next week (around 2026-05-19)."},
      {"La semana que viene me operan.", Tense::kFuture,
       "La semana que viene (ca. 2026-05-19) me operan."},
      {"We drove to the lake last weekend.", Tense::kPast,
       "We drove to the lake last weekend (around 2026-05-09)."},
  });
}

TEST_CASE("times: a weekday or month is the one before or behind, as what is told was or will be") {
  check({
      {"I signed it on Friday.", Tense::kPast, "I signed it on Friday (2026-05-08)."},
      {"I sign it on Friday.", Tense::kFuture, "I sign it on Friday (2026-05-15)."},
      {"I swim on Friday.", Tense::kOpen, "I swim on Friday."},
      {"Ich habe am Freitag unterschrieben.", Tense::kPast,
       "Ich habe am Freitag (2026-05-08) unterschrieben."},
      {"El viernes firmé el contrato.", Tense::kPast, "El viernes (2026-05-08) firmé el contrato."},
      {"Je pars vendredi avec mon frère.", Tense::kFuture,
       "Je pars vendredi (2026-05-15) avec mon frère."},
      {"Le vendredi je nage avec ma fille.", Tense::kFuture, "Le vendredi je nage avec ma fille."},
      {"We married in March.", Tense::kPast, "We married in March (2026)."},
      {"We marry in September.", Tense::kFuture, "We marry in September (2026)."},
      {"Wir heiraten am 13. Juni in Kiel.", Tense::kFuture,
       "Wir heiraten am 13. Juni (2026) in Kiel."},
      {"Nos casamos el 3 de abril en Soria.", Tense::kFuture,
       "Nos casamos el 3 de abril (2027) en Soria."},
      {"Ma fille est née le 3 mars.", Tense::kPast, "Ma fille est née le 3 mars (2026)."},
      {"I have been here since January.", Tense::kOpen, "I have been here since January (2026)."},
  });
}

TEST_CASE("times: a month ahead in what is told as past has no year, unless its words say past") {
  check({
      {"Ich fange im August bei Bosch an.", Tense::kPast, "Ich fange im August bei Bosch an."},
      {"We signed for the flat in June.", Tense::kPast, "We signed for the flat in June."},
      {"Firmé con la clínica en septiembre.", Tense::kPast, "Firmé con la clínica en septiembre."},
      {"I have lived here since June.", Tense::kPast, "I have lived here since June (2025)."},
      {"Ich war letzten August in Kiel.", Tense::kPast, "Ich war letzten August (2025) in Kiel."},
  });
}

TEST_CASE("times: what has its date, is no date, or is in another language stays as it is") {
  check({
      {"I moved on 3 June 2019.", Tense::kPast, "I moved on 3 June 2019."},
      {"I moved in June 2019.", Tense::kPast, "I moved in June 2019."},
      {"Nací el 3 de junio de 1990.", Tense::kPast, "Nací el 3 de junio de 1990."},
      {"I met Ana yesterday (2026-05-11).", Tense::kPast, "I met Ana yesterday (2026-05-11)."},
      {"Ich wohne hier mit meiner Frau.", Tense::kOpen, "Ich wohne hier mit meiner Frau."},
      {"Ich laufe jeden Morgen im Park.", Tense::kOpen, "Ich laufe jeden Morgen im Park."},
      {"Trabajo por la mañana en el taller.", Tense::kOpen, "Trabajo por la mañana en el taller."},
      {"Вчера мы переехали.", Tense::kPast, "Вчера мы переехали."},
      {"", Tense::kPast, ""},
      {"\xff\xfe yesterday", Tense::kPast, "\xff\xfe yesterday (2026-05-11)"},
  });
}

TEST_CASE("times: an apostrophe may be typed or set") {
  check(
      {{"J’ai signé hier.", Tense::kPast, "J’ai signé hier (2026-05-11)."},
       {"Aujourd’hui je suis à Lyon.", Tense::kOpen, "Aujourd’hui (2026-05-12) je suis à Lyon."}});
}

}  // namespace pyramid::language::times_test
