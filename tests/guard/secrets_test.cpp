#include "guard/secrets.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "guard/redact.hpp"
#include "guard/seed_phrases.hpp"
#include "guard/token_rules.hpp"
#include "tests/guard/labelled.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <system_error>

namespace secrets_test {

using namespace pyramid;
using namespace pyramid::guard;
using pyramid::test::Labelled;
using pyramid::test::labelled;

namespace {

std::vector<std::string> kinds_of(const std::vector<Finding>& findings) {
  std::vector<std::string> kinds;
  for (const Finding& one : findings) kinds.emplace_back(one.kind);
  return kinds;
}

std::vector<std::string> kinds_in(std::string_view text) { return kinds_of(find_secrets(text)); }

using Kinds = std::vector<std::string>;

// Letters and digits drawn from a fixed seed: no key of anybody's.
std::string drawn(std::size_t length, std::string_view alphabet, unsigned seed = 7) {
  std::string text;
  std::uint32_t state = seed;
  while (text.size() < length) {
    state = state * 1664525U + 1013904223U;
    text += alphabet[(state >> 16U) % alphabet.size()];
  }
  return text;
}

constexpr std::string_view kAlnum =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

std::string github_token() { return "ghp_" + drawn(36, kAlnum); }

struct Rates {
  std::size_t missed = 0, positives = 0, wrong = 0, negatives = 0;
};

Rates measure(bool tell) {
  Rates rates;
  for (const Labelled& one : labelled("secrets/positive")) {
    ++rates.positives;
    if (kinds_in(one.text) == one.kinds) continue;
    ++rates.missed;
    if (tell) {
      std::cout << "missed, found [";
      for (const std::string& kind : kinds_in(one.text)) std::cout << kind << ' ';
      std::cout << "] in " << one.text << '\n';
    }
  }
  for (const Labelled& one : labelled("secrets/negative")) {
    ++rates.negatives;
    if (kinds_in(one.text).empty()) continue;
    ++rates.wrong;
    if (tell) std::cout << "wrong, " << kinds_in(one.text).front() << " in " << one.text << '\n';
  }
  return rates;
}

// The first lines of a file, without blank ones.
void add_lines(const std::string& path, std::size_t most, std::set<std::string>& lines) {
  std::ifstream file(path);
  std::string line;
  for (std::size_t i = 0; i < most && std::getline(file, line); ++i)
    if (!trim(line).empty()) lines.emplace(trim(line));
}

// Licences, release notes, manuals and headers; no links, so none twice.
std::vector<std::string> texts_under(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code none;  // what is not installed gives no lines
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
    const std::string kind = entry.path().extension();
    const bool licence = entry.path().parent_path().filename() == "common-licenses";
    if (!entry.is_symlink() && entry.is_regular_file() &&
        (licence || kind == ".txt" || kind == ".pod" || kind == ".h"))
      paths.push_back(entry.path());
  }
  return paths;
}

}  // namespace

TEST_CASE("secrets: an element of XML, pass: and psk= name a password") {
  const std::string word = "Xk29vLq8" + std::string("w!t");
  for (const char* front : {"<username>ana</username><password>", "<serverPassword>",
                            "router PW: ", "user: ana\npass: ", "  psk=\"", "wifi-pw="}) {
    INFO(front);
    CHECK(kinds_in(front + word + "</password>") == Kinds{"password"});
  }
  CHECK(kinds_in("the pass: 14 of 15 tests").empty());
  CHECK(kinds_in("<password>${env.PASSWORD}</password>").empty());
  CHECK(kinds_in("<input type=\"password\">Xk29vLq8w").empty());
}

TEST_CASE("secrets: how tests went is no password, and a password in capitals is one") {
  CHECK(kinds_in("PASS: tests/parse_1.sh").empty());
  CHECK(kinds_in("pass: tests/unit/login_2.py\n").empty());
  CHECK(kinds_in("PASS: addr2line-7\nFAIL: strip-10\n").empty());
  CHECK(kinds_in("XFAIL: ld-3\nPASS: addr2line-7\n").empty());
  const std::string word = "Xk29vLq8" + std::string("w!t");
  CHECK(kinds_in("USER: ana\nPASS: " + word) == Kinds{"password"});
  CHECK(kinds_in("USER: ana\nPASS: addr2line-7") == Kinds{"password"});
}

TEST_CASE("secrets: a UUID called a token, an ARN and the key of a map in a page are none") {
  const std::string uuid = "0bc01e21-03c9-4b98-9433-6229cbf1ef1c";
  CHECK(kinds_in("\"LockToken\": \"" + uuid + "\",").empty());
  CHECK(kinds_in("Order token: " + uuid).empty());
  CHECK(kinds_in("HEROKU_API_KEY=" + uuid).size() == 1);
  CHECK(kinds_in("arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestDatabaseSecret-a1b2c3")
            .empty());
  const std::string key = "AIza" + drawn(35, kAlnum);
  CHECK(kinds_in("<iframe src=\"https://www.google.com/maps/embed/v1/place?key=" + key + "&q=a\">")
            .empty());
  CHECK(kinds_in("![map](https://maps.googleapis.com/maps/api/staticmap?zoom=12&key=" + key + ")")
            .empty());
  CHECK(kinds_in("curl https://maps.googleapis.com/x?key=" + key) == Kinds{"google-api-key"});
}

TEST_CASE("secrets: the two error rates of the labelled texts", "[.report]") {
  const Rates rates = measure(true);
  std::cout << "missed or of another kind: " << rates.missed << " of " << rates.positives
            << "\nwrongly found: " << rates.wrong << " of " << rates.negatives << '\n';
}

// find /usr/share/doc -name '*.txt' | xargs cat | build/dev/tests/test_guard "[.lines]"
TEST_CASE("secrets: in how many lines of the text on standard input one is found", "[.lines]") {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  std::size_t line = 1;
  std::size_t last = 0;
  std::size_t found = 0;
  auto at = text.begin();
  for (const Finding& one : find_secrets(text)) {
    const auto place = text.begin() + static_cast<std::ptrdiff_t>(one.begin);
    line += static_cast<std::size_t>(std::count(at, place, '\n'));
    at = place;
    if (line == last) continue;
    last = line;
    ++found;
    const std::size_t begin = text.rfind('\n', one.begin) + 1;  // npos + 1 = 0
    std::cout << line << ": " << one.kind << ": "
              << text.substr(begin, std::min(text.find('\n', begin), begin + 200) - begin) << '\n';
  }
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  std::cout << found << " of " << lines << " lines\n";
}

TEST_CASE("secrets: the error rates stay where docs/measured/reader.md says") {
  const Rates rates = measure(false);
  CHECK(rates.positives >= 200);
  CHECK(rates.negatives >= 500);
  CHECK(rates.missed <= 2);
  CHECK(rates.wrong <= 3);
}

TEST_CASE("secrets: what a page has in its addresses is known to all who see the page") {
  const std::string drawn_value = drawn(24, "abcdefghijklmnopqrstuvwxyz0123456789");
  for (const char* name : {"secret", "access_key", "token", "api_key", "client_secret", "pwd",
                           "auth_token", "password"}) {
    const std::string query = "e?a=1&" + std::string(name) + "=" + drawn_value;
    const std::string address = "https://example.org/" + query;
    for (const std::string& text :
         {"<iframe src=\"" + address + "\" width=\"600\"></iframe>", "<img src='" + address + "'>",
          "<a class=x href = \"" + address + "&b=2\">x</a>", "<img src=\"/" + query + "\">",
          "![a picture](" + address + ")", "[a page](" + address + "#part)", "<" + address + ">",
          "[1]: //example.org/" + query, "[[Note#" + query + "]]",
          "<p style=\"background:url(/" + query + ")\">"}) {
      INFO(text);
      CHECK(kinds_in(text).empty());
    }
    INFO(address);
    const bool handed_around = kinds_in(address).empty();
    CHECK(handed_around ==
          (std::string_view("secret access_key token pwd").find(name) != std::string_view::npos));
    // Elsewhere it is a secret as before.
    CHECK(kinds_in(std::string(name) + "=" + drawn_value).size() == 1);
  }
  const auto found = find_secrets("curl https://example.org/?api_key=" + drawn_value + "&b=2");
  REQUIRE(found.size() == 1);
  CHECK(found[0].end - found[0].begin == drawn_value.size());
  CHECK(kinds_in("![](https://example.org/?token=ghp_" +
                 drawn(36, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") + ")")
            .size() == 1);
}

TEST_CASE("secrets: who signed an address, and what HTML writes for a quote, is none") {
  const std::string key = "AKIA" + drawn(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
  CHECK(
      kinds_in("https://b.s3.amazonaws.com/x.png?X-Amz-Credential=" + key + "%2F20260101").empty());
  CHECK(kinds_in("key=" + key).size() == 1);
  CHECK(kinds_in("printf(&quot;Password is correct.&quot;);").empty());
  const auto quoted = find_secrets("password=&quot;Muschel7!&quot;");
  REQUIRE(quoted.size() == 1);
  CHECK(quoted[0].end - quoted[0].begin == 9);
  CHECK(kinds_in("redis+unix://[[USERNAME:]PASSWORD@localhost]/x").empty());
}

TEST_CASE("secrets: words and numbers behind the name of a key are none") {
  for (const char* text : {"Token: ERC-20-compatible", "secret: review-of-the-2023-film.",
                           "The secret: open_data/2026/index"}) {
    INFO(text);
    CHECK(kinds_in(text).empty());
  }
}

TEST_CASE("secrets: a product whose name ends with what names a secret is none") {
  for (const char* text : {"1Password: 14-day trial", "1Password is SOC2-certified.",
                           "1Password=v8.10", "Try 1password: it's $36/year!"}) {
    INFO(text);
    CHECK(kinds_in(text).empty());
  }
  CHECK(kinds_in("router 2 password: Muschel7!").size() == 1);
  CHECK(kinds_in("DB2_PASSWORD=Muschel7!").size() == 1);
}

TEST_CASE("secrets: every kind of the labelled texts has a name") {
  std::set<std::string_view> names;
  for (const SecretKind& kind : secret_kinds()) names.insert(kind.kind);
  for (const Labelled& one : labelled("secrets/positive")) {
    for (const std::string& kind : one.kinds) CHECK(names.contains(kind));
  }
  CHECK(name_of_secret("aws-access-key") == "an AWS access key");
}

TEST_CASE("secrets: an AWS access key in a sentence is found, its published example is not") {
  const std::string key = "AKIA" + drawn(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
  const std::string text = "Use " + key + ", please.";
  const auto found = find_secrets(text);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "aws-access-key");
  CHECK(text.substr(found[0].begin, found[0].end - found[0].begin) == key);
  CHECK(kinds_in("AKIAIOSFODNN7EXAMPLE").empty());
}

TEST_CASE("secrets: a key is found whatever code or joint stands beside it") {
  for (const std::string& key :
       {github_token(), "AKIA" + drawn(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        "npm_" + drawn(36, kAlnum), "sk_live_" + drawn(24, kAlnum), "sk-ant-" + drawn(40, kAlnum),
        "xoxb-" + drawn(30, kAlnum), "glpat-" + drawn(20, kAlnum)}) {
    for (const char* before : {"_", "__", "%20", "%0A", "next=a%3D", R"({"log":"a\u0022)",
                               R"(a\x22)", R"(C:\keys\)", "token_", "TOKEN-", "a/", "=", "\\n"}) {
      for (const char* behind : {"", "_ ok", "__", "\"", " ", "%22"}) {
        const bool takes_it_in = *behind == '_' && key.find('-') != std::string::npos;
        if (takes_it_in) continue;
        INFO(before << key << behind);
        const auto found = find_secrets(before + key + behind);
        REQUIRE(found.size() == 1);
        CHECK(found[0].end == std::string(before).size() + key.size());
      }
    }
  }
  // The end of a longer word may look like one of a key without a prefix of its own.
  CHECK(kinds_in("cache-key-" + drawn(32, "0123456789abcdef")).empty());
  CHECK(kinds_in("my_sk-" + drawn(48, kAlnum)).empty());
  CHECK(kinds_in(github_token() + "_name").empty());
}

TEST_CASE("secrets: a token is found beside letters of other scripts and never cuts one") {
  const std::string text = "ключ：" + github_token() + "。Ende";
  const auto found = find_secrets(text);
  REQUIRE(found.size() == 1);
  CHECK(text.substr(found[0].begin, found[0].end - found[0].begin) == github_token());
}

TEST_CASE("secrets: a long quoted password with umlauts at the scanner's limit is not cut") {
  for (std::size_t length = 500; length < 520; ++length) {
    const std::string text = "password=a1" + std::string(length, '!') + "üüüüüüüü";
    const Redacted result = redact(text, {});
    CHECK_FALSE(utf8::first_invalid(result.text));
  }
}

TEST_CASE("secrets: a private key that is cut off is found as far as it goes") {
  const std::string key = "-----BEGIN RSA PRIVATE " + std::string("KEY-----\n") +
                          drawn(64, kAlnum) + "\n" + drawn(64, kAlnum, 8) + "\n" +
                          drawn(20, kAlnum, 9);
  const std::string text = "Look:\n" + key + "\n\nThat was it.";
  const auto found = find_secrets(text);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "private-key");
  CHECK(text.substr(found[0].begin, found[0].end - found[0].begin) == key);
}

TEST_CASE("secrets: a social security number counts only where it is named so") {
  CHECK(kinds_in("SSN: 536-22-8145") == Kinds{"us-ssn"});
  CHECK(kinds_in("part 536-22-8145 is out of stock").empty());
}

TEST_CASE("secrets: a password is told of by any of its names, in capitals or not") {
  for (const char* name : {"password", "Passwort", "PASSWORT", "kennwort", "passphrase",
                           "PASSPHRASE", "passcode", "PASSCODE", "passwd", "pwd", "PWD"}) {
    const std::string text = std::string("The ") + name + " is gr1nd" + "stone.";
    INFO(text);
    CHECK(kinds_in(text) == Kinds{"password"});
  }
  CHECK(kinds_in(std::string("The word is gr1nd") + "stone.").empty());
  CHECK(kinds_in(std::string("The order is gr1nd") + "stone.").empty());
}

TEST_CASE("secrets: the word list of seed phrases is BIP-39's") {
  std::string lines(bip39_words());
  for (char& c : lines) c = c == ' ' ? '\n' : c;
  const auto hash = sha256(lines);
  CHECK(hash[0] == 0x2f);
  CHECK(hash[1] == 0x5e);
  CHECK(hash[2] == 0xed);
  CHECK(bip39_index("abandon") == 0);
  CHECK(bip39_index("zoo") == 2047);
  CHECK_FALSE(bip39_index("house"));
}

TEST_CASE("secrets: twelve words of the list are a seed phrase only if their checksum holds") {
  const std::string eleven = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo ";
  CHECK(kinds_in("say " + eleven + "wrong!") == Kinds{"seed-phrase"});
  CHECK(kinds_in("say " + eleven + "zoo!").empty());
  CHECK(kinds_in("seed phrase: " + eleven + "zoo") == Kinds{"seed-phrase"});
}

TEST_CASE("secrets: one word said over and over is no seed phrase") {
  std::string words;
  for (int i = 0; i < 48; ++i) words += "word ";
  CHECK(kinds_in(words).empty());
}

TEST_CASE("redact: each secret becomes a mark of its kind, and doing it again changes nothing") {
  for (const Labelled& one : labelled("secrets/positive")) {
    const Redacted first = redact(one.text, {});
    INFO(first.text);
    const Redacted second = redact(first.text, {});
    CHECK(second.text == first.text);
    CHECK(second.findings.empty());
    for (const Finding& mark : first.findings) {
      CHECK(first.text.substr(mark.begin, mark.end - mark.begin) ==
            "[redacted:" + std::string(mark.kind) + "]");
    }
  }
}

TEST_CASE("redact: what is allowed by its text or its beginning stays") {
  const std::string text = "token " + github_token() + " and password: Muschel7!";
  CHECK(redact(text, {}).findings.size() == 2);
  CHECK(redact(text, {Handling::kRedact, {github_token()}}).findings.size() == 1);
  CHECK(redact(text, {Handling::kRedact, {"ghp_*", "Muschel7!"}}).text == text);
  CHECK(redact(text, {Handling::kRedact, {"ghp_"}}).findings.size() == 2);
  CHECK(redact(text, {Handling::kRedact, {"*"}}).findings.size() == 2);
}

TEST_CASE("redact: off changes nothing") {
  const std::string text = "password: Muschel7!";
  const Redacted result = redact(text, {Handling::kOff, {}});
  CHECK(result.text == text);
  CHECK(result.findings.empty());
}

TEST_CASE("redact: a secret is found in the name that its text gave a file") {
  CHECK(secret_in_name("the-password-is-hunter2xyz-db-postgr-7t5xbn.md", {}) == "password");
  CHECK(secret_in_name("the-password-is-hunter2xyz.md", {}) == "password");
  const std::string token = "ghp-" + drawn(36, "0123456789abcdef");
  CHECK_FALSE(secret_in_name("users-github-token-is-" + token + "-7t5xbn.md", {}).empty());
  CHECK_FALSE(secret_in_name("users-github-token-is-" + token.substr(0, 30) + ".md", {}).empty());
  // The id says nothing, nor does what was redacted before, nor a name without a secret.
  for (const char* name :
       {"the-new-password-is-7t5xbn.md", "the-password-is-redacted-password-7t5xbn.md",
        "the-api-key-is-redacted-google-api-key-2-of-3-7t5xbn.md",
        "user-moved-to-porto-in-march-2026-7t5xbn.md", "2026-05-12.md", "notes.md", ""}) {
    INFO(name);
    CHECK(secret_in_name(name, {}).empty());
  }
}

TEST_CASE("redact: a token that a person called a file by is found") {
  CHECK(secret_in_name(github_token() + ".md", {}) == "github-token");
  CHECK(secret_in_name("notes on " + github_token() + ".md", {}) == "github-token");
  CHECK(secret_in_name(github_token() + ".md", {Handling::kRedact, {github_token()}}).empty());
}

TEST_CASE("redact: what the policy allows may stand in a name too") {
  const std::string name = "the-password-is-hunter2xyz-db-postgr-7t5xbn.md";
  CHECK(secret_in_name(name, {Handling::kOff, {}}).empty());
  CHECK(secret_in_name(name, {Handling::kRedact, {"Hunter2XYZ!"}}).empty());
  CHECK(secret_in_name(name, {Handling::kRedact, {"Hunter*"}}).empty());
  CHECK(secret_in_name(name, {Handling::kRedact, {"hunter"}}) == "password");
}

TEST_CASE("secrets: any bytes are read to their end, findings in order and apart") {
  const std::string signs =
      "aA0:=-_/@. \n\\\"'é\xff\xc3"
      "eyJ" +
      std::string(1, '\0');
  for (unsigned seed = 1; seed < 400; ++seed) {
    const std::string text = drawn(300, signs, seed) + "password=" + drawn(40, signs, seed + 1);
    std::size_t last = 0;
    for (const Finding& one : find_secrets(text)) {
      CHECK(one.begin >= last);
      CHECK(one.end > one.begin);
      CHECK(one.end <= text.size());
      last = one.end;
    }
  }
}

TEST_CASE("secrets: every rule for a token finds its own example, in text and in code") {
  std::uint32_t state = 11;
  const auto draw = [&](std::string_view alphabet) {
    state = state * 1664525U + 1013904223U;
    const bool digit = (state >> 30U) == 0;  // alphabets begin with those that they have
    return alphabet[(state >> 16U) % std::min<std::size_t>(alphabet.size(), digit ? 6 : 64)];
  };
  for (std::size_t rule = 0; rule < count_of_token_rules(); ++rule) {
    const TokenExample example = example_of(rule, draw);
    INFO(example.text);
    for (const std::string& text : {example.text, "It is " + example.text + ", says Ana.",
                                    "KEY=\"" + example.text + "\"\n"}) {
      const auto found = find_secrets(text);
      REQUIRE(found.size() == 1);
      CHECK(text.substr(found[0].begin, found[0].end - found[0].begin) == example.text);
    }
    CHECK(kinds_in(example.text) == Kinds{std::string(example.kind)});
    CHECK(name_of_secret(example.kind) != "a secret");
    CHECK(redact("x " + example.text + " y", {}).text ==
          "x [redacted:" + std::string(example.kind) + "] y");
  }
}

TEST_CASE("secrets: of 20,000 ordinary lines at most one is said to hold one") {
  std::set<std::string> lines;  // each counts once
  for (const char* name : {"conversations_a", "conversations_b", "conversations_c",
                           "conversations_f", "conversations_g", "prose", "other", "machine"}) {
    add_lines(std::string(PYRAMID_SOURCE_DIR) + "/training/lines/" + name + ".tsv", 1'000'000,
              lines);
  }
  CHECK(lines.size() > 8000);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(find_secrets(line).empty());
  }
  // Of what packages.txt brings: licences and release notes, which nobody rewrites, and Perl's
  // manuals and the described headers of libgit2, which are there also where a system leaves out
  // documentation.
  constexpr std::size_t kOfOneFile = 1000;
  for (const char* installed : {"/usr/share/common-licenses", "/usr/share/doc/git/RelNotes",
                                "/usr/share/perl", "/usr/include/git2"}) {
    for (const std::string& file : texts_under(installed)) add_lines(file, kOfOneFile, lines);
  }
  if (lines.size() < 20'000) {
    FAIL("only " << lines.size() << " lines, of training/lines and of installed texts: are "
                 << "packages.txt installed, and can /usr/share/perl be read?");
  }
  std::string found;
  std::size_t count = 0;
  for (const std::string& line : lines) {
    if (find_secrets(line).empty()) continue;
    ++count;
    found += '\n' + line;
  }
  INFO(count << " of " << lines.size() << " lines:" << found);
  CHECK(count * 20'000 <= lines.size());
}

TEST_CASE("secrets: a private key is found however often JSON wrapped it") {
  std::string key =
      "-----BEGIN "
      "PRIVATE KEY-----\n";
  for (unsigned line = 0; line < 6; ++line) key += drawn(64, kAlnum, line + 1) + "\n";
  key +=
      "a/+b==\n-----END "
      "PRIVATE KEY-----\n";
  std::string wrapped = key;
  for (int times = 0; times < 4; ++times) {
    INFO(wrapped);
    const auto found = find_secrets("It said " + wrapped + " then");
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == "private-key");
    CHECK(redact(wrapped, {}).text.find(drawn(64, kAlnum, 6).substr(0, 20)) == std::string::npos);
    CHECK(redact(wrapped, {}).text.find("END") == std::string::npos);
    wrapped = nlohmann::json(wrapped).dump();
  }
  CHECK(redact(pyramid::replace_all(key, "\n", "\\u000a"), {}).text ==
        "[redacted:private-key]\\u000a");
  std::string slashes = pyramid::replace_all(key, "/", "\\/");
  CHECK(redact(pyramid::replace_all(slashes, "\n", "\\r\\n"), {}).text.find("END") ==
        std::string::npos);
}

TEST_CASE("secrets: a passphrase in quotes has blanks, a sentence in quotes is none") {
  CHECK(kinds_in("passphrase: \"correct horse battery staple\"") == Kinds{"password"});
  CHECK(kinds_in("BACKUP_PASSPHRASE='apple river seven stone cloud magic'") == Kinds{"password"});
  CHECK(kinds_in("The passphrase is 'velvet tractor lemon orbit'.") == Kinds{"password"});
  CHECK(kinds_in("The passphrase is “velvet tractor lemon orbit”.") == Kinds{"password"});
  CHECK(kinds_in("Das Passwort lautet: Zq8Wm-3vTx7") == Kinds{"password"});
  CHECK(kinds_in("合言葉は Zq8Wm-3vTx7") == Kinds{"password"});
  CHECK(kinds_in("phrase de passe : « cheval agrafe batterie lampe »") == Kinds{"password"});
  CHECK(kinds_in("wachtwoordzin: \"paard nietje batterij lamp\"") == Kinds{"password"});
  CHECK(kinds_in("Die Passphrase lautet „Samt Traktor Zitrone Umlauf“.") == Kinds{"password"});
  CHECK(kinds_in("password: \"Please enter your password again\"").empty());
  CHECK(kinds_in("passphrase: \"must be at least eight characters\"").empty());
  CHECK(kinds_in("\"password\": \"Das Feld ist ein Pflichtfeld\"").empty());
}

TEST_CASE("secrets: keys are known by the end of their name") {
  const std::string key = drawn(32, "abcdefghijklmnopqrstuvwxyz0123456789");
  for (const char* name : {"MEILI_ADMIN_KEY", "meili_master_key", "AZURE_DEVOPS_PAT", "PAT",
                           "SUPABASE_SERVICE_ROLE_KEY"}) {
    INFO(name);
    CHECK(kinds_in(std::string(name) + "=" + key).size() == 1);
  }
  CHECK(kinds_in("compat=" + key).empty());
  CHECK(kinds_in("Pat: " + key).empty());
}

TEST_CASE("secrets: the signature of an address of Azure's storage goes, its other parts stay") {
  const std::string digits = drawn(40, kAlnum);
  const std::string address = "https://ana.blob.core.windows.net/box/a.pdf?sv=2022-11-02&sp=r&sig=";
  for (const std::string& signature : {digits + "%2Fa%2B%3D", digits + "/a+="}) {
    CHECK(redact("See " + address + signature + "&se=2026-06-01 now", {}).text ==
          "See " + address + "[redacted:signed-address]&se=2026-06-01 now");
    CHECK(redact("[a](" + address + signature + ")", {}).text ==
          "[a](" + address + "[redacted:signed-address])");
  }
  CHECK(kinds_in("https://example.org/v?sig=" + digits + "abc").empty());
  CHECK(kinds_in("https://example.org/v?sv=1&sig=short").empty());
}

TEST_CASE("secrets: passwords are named in nine languages") {
  const std::string word = "Tr0mbone!77";
  for (const char* front : {"password: ",
                            "Passwort: ",
                            "Mot de passe : ",
                            "mot de passe: ",
                            "MOT_DE_PASSE=",
                            "Contraseña: ",
                            "CONTRASEÑA: ",
                            "contrasena=",
                            "clave: ",
                            "Senha: ",
                            "senha=",
                            "Palavra-passe: ",
                            "Wachtwoord: ",
                            "parola: password=",
                            "パスワード：",
                            "password：",
                            "Passwort＝",
                            "パスワード: ",
                            "パスワードは",
                            "パスワードは「",
                            "the password is ",
                            "das Passwort ist ",
                            "le mot de passe est ",
                            "mon mot de passe du wifi est ",
                            "la contraseña es ",
                            "la contraseña del wifi es ",
                            "a senha é ",
                            "a senha do wifi é ",
                            "la password è ",
                            "la password del router è ",
                            "het wachtwoord is ",
                            "het wachtwoord van de wifi is ",
                            "password for the router: ",
                            "mot de passe du wifi : ",
                            "contraseña del router: ",
                            "mon mot de passe pour la banque, c'est ",
                            "the password for the bank, it's ",
                            "das Passwort für die Bank, das ist ",
                            "mdp : ",
                            "le mdp est ",
                            "mon mot de passe wifi c'est ",
                            "la password e' ",
                            "La parola d'ordine è ",
                            "la parola d'ordine e' ",
                            "Parola d’ordine: "}) {
    const std::string text = front + word + ".";
    INFO(text);
    const auto found = find_secrets(text);
    REQUIRE(found.size() == 1);
    CHECK(text.substr(found[0].begin, found[0].end - found[0].begin) == word);
  }
  for (const auto& [front, back] :
       {std::pair{"the password is “", "”."}, std::pair{"Das Passwort lautet „", "“."},
        std::pair{"le mot de passe est «", "»."}, std::pair{"the wifi password is ‘", "’, ok?"}}) {
    CHECK(redact(front + word + back, {}).text ==
          std::string(front) + "[redacted:password]" + back);
  }
  CHECK(kinds_in("暗証番号は4711です") == Kinds{"pin"});
  CHECK(kinds_in("暗証番号は Tr0mbone!77 です") == Kinds{"password"});
  for (const char* front : {"The password is ", "la contraseña es ", "het wachtwoord is "}) {
    CHECK(kinds_in(std::string(front) + "Gk4-" + "w8t2q9.") == Kinds{"password"});
  }
  CHECK(kinds_in("The password is base64-encoded.").empty());
  CHECK(kinds_in("The password is 8-digit.").empty());
  CHECK(kinds_in("The password is SHA-256-hashed.").empty());
  for (const char* text :
       {"La contraseña es muy larga.", "Palabra clave: marketing2026", "mot de passe oublié",
        "パスワードを忘れました。", "パスワードはPassword Managerに保存",
        "La clave es la paciencia.", "Het wachtwoord is verlopen.", "A senha é segura.",
        "La password è scaduta.", "Le mot de passe est trop court."}) {
    INFO(text);
    CHECK(kinds_in(text).empty());
  }
}

TEST_CASE("secrets: a name of a folder is looked at as that of a file") {
  const std::string token = github_token();
  CHECK(secret_in_path("notes/" + token + "/n.md", {}) == "github-token");
  CHECK(secret_in_path("notes/a/" + token + ".md", {}) == "github-token");
  CHECK(secret_in_path("notes/2026/05/n.md", {}).empty());
}

}  // namespace secrets_test
