#include "guard/identities.hpp"

#include "guard/redact.hpp"
#include "tests/format/generate.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <string>
#include <string_view>

namespace identities_test {

using namespace pyramid;
using guard::without_identities;

namespace {

constexpr std::string_view kEmail = "[redacted:email-address]";
constexpr std::string_view kPhone = "[redacted:phone-number]";
constexpr std::string_view kQuery = "[redacted:url-query]";

void check_taken(std::string_view before, std::string_view taken, std::string_view behind,
                 std::string_view mark) {
  const std::string text = std::string(before).append(taken).append(behind);
  INFO(text);
  CHECK(without_identities(text) == std::string(before).append(mark).append(behind));
}

void check_stays(std::string_view text) { CHECK(without_identities(text) == text); }

}  // namespace

TEST_CASE("identities: e-mail addresses go, whatever stands around them") {
  check_taken("Write to ", "mia.keller+tax@example.org", ".", kEmail);
  check_taken("<o'", "brien@mail.example.co.uk", ">", kEmail);
  check_taken("(", "mia_k@example.museum", ")", kEmail);
  check_taken("mailto:", "MIA@EXAMPLE.ORG", "?subject", kEmail);
  check_taken("Schreib an ", "jürgen@büro.example", "!", kEmail);
}

TEST_CASE("identities: what only looks like an e-mail address stays") {
  check_stays("The decorator is @property, and the meeting is @ noon.");
  check_stays("user@localhost, a@b, @example.org");
  check_stays("pnpm add react@18.2.0 and vite@5");
}

TEST_CASE("identities: telephone numbers go in the ways in which people write them") {
  check_taken("Call me at ", "+351 912 345 678", ".", kPhone);
  check_taken("", "+49 (0)171 2345678", "", kPhone);
  check_taken("It is ", "+14155550123", ", after six.", kPhone);
  check_taken("", "(555) 010-1234", " is hers", kPhone);
  check_taken("Call ", "555-010-1234", " now", kPhone);
  check_taken("Praxis: ", "030 12345678", "", kPhone);
  check_taken("Meine Nummer ist ", "0171-2345678", ".", kPhone);
  check_taken("", "01712345678", "", kPhone);
  check_taken("Appelle le ", "06 12 34 56 78", ".", kPhone);
  check_taken("My mobile is ", "912345678", ".", kPhone);
}

TEST_CASE("identities: dates, times, amounts, versions, hashes and ids are no telephone numbers") {
  for (const std::string_view text :
       {"On 2026-05-12 at 10:03:00 and on 12.05.2026, 05/12/2026.", "It costs 12,345,678.90 euros.",
        "1.234.567 people, 1234567 rows, 0.123456789 of them",
        "version 10.0.19045.4291, build 20260512",
        "commit 0123456789abcdef0123456789abcdef01234567", "10.0.0.1:8080 and 192.168.100.200",
        "123e4567-e89b-12d3-a456-426614174000", "ISBN 978-3-16-148410-0", "room 030, seat 12",
        "From 1998 to 2026, 1000-2000 a year", "#0123456789 and order_0123456789",
        "0x0123456789"}) {
    check_stays(text);
  }
}

TEST_CASE("identities: what is behind the question mark of a web address goes, the address stays") {
  check_taken("See https://example.org/doc?", "id=12&user=mia", " please", kQuery);
  check_taken("[doc](https://example.org/a?", "x=(1)", ")", kQuery);
  check_taken("<https://example.org?", "t=1", ">.", kQuery);
  check_taken("https://example.org/#", "access_token=abc&x=1", "", kQuery);
  check_taken("https://example.org/a?", "b=1#part", ".", kQuery);
  check_stays("https://example.org/doc#part-two, really? Yes: http://example.org/?");
}

TEST_CASE("identities: taking them out again changes nothing, with secrets or without") {
  constexpr std::array<std::string_view, 24> kPieces = {"mia@example.org",
                                                        "+351 912 345 678",
                                                        "phone",
                                                        "12345678",
                                                        " ",
                                                        "\n",
                                                        ".",
                                                        "@",
                                                        "?",
                                                        "a=b",
                                                        "https://example.org/",
                                                        "(",
                                                        ")",
                                                        "[",
                                                        "]",
                                                        "-",
                                                        "0171",
                                                        "2345678",
                                                        "password: ",
                                                        "555",
                                                        "é",
                                                        "redacted:",
                                                        "#",
                                                        "Hunter22"};
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::Dice dice(seed);
    const std::string text = dice.mix(kPieces, 12);
    INFO(text);
    const std::string once = without_identities(text);
    REQUIRE(without_identities(once) == once);
    const std::string bare = without_identities(guard::redact(text, {}).text);
    REQUIRE(without_identities(guard::redact(bare, {}).text) == bare);
  }
}

}  // namespace identities_test
