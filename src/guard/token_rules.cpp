#include "guard/token_rules.hpp"

#include "guard/labels.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace pyramid::guard {

namespace {

// Literal text, and `{C,min,max}` for so many characters of a class: d digits, h lower-case hex,
// H hex, A the upper-case base32 of AWS, U upper case and digits, a letters and digits, w those and
// `_`, u those and `-`, b base64, . u and `.`. `{C,n}` is just n. The longest possible run is
// taken, and what follows it must not be of the last class.
struct Rule {
  std::string_view pattern;
  std::string_view kind;
};

// Prefixes, lengths and alphabets are those of the vendors' documentation of their token formats;
// GitHub's "secret scanning patterns" page lists most of the vendors. Lengths that are no promise
// of the vendor are given as ranges.
constexpr Rule kRules[] = {
    // AWS, IAM identifiers: AKIA long-term, ASIA temporary, ABIA bearer, ACCA context-specific.
    {"AKIA{A,16}", "aws-access-key"},
    {"ASIA{A,16}", "aws-access-key"},
    {"ABIA{A,16}", "aws-access-key"},
    {"ACCA{A,16}", "aws-access-key"},
    // github.blog, "Behind GitHub's new authentication token formats".
    {"ghp_{a,36,255}", "github-token"},
    {"gho_{a,36,255}", "github-token"},
    {"ghu_{a,36,255}", "github-token"},
    {"ghs_{a,36,255}", "github-token"},
    {"ghr_{a,36,255}", "github-token"},
    {"github_pat_{a,22}_{a,59}", "github-token"},
    // docs.gitlab.com, "Token prefixes"; routable tokens hold dots.
    {"glpat-{.,20,300}", "gitlab-token"},
    {"gldt-{.,20,300}", "gitlab-token"},
    {"glrt-{.,20,300}", "gitlab-token"},
    {"glptt-{.,20,300}", "gitlab-token"},
    {"glft-{.,20,300}", "gitlab-token"},
    {"glsoat-{.,20,300}", "gitlab-token"},
    {"glcbt-{.,20,300}", "gitlab-token"},
    {"gloas-{.,20,300}", "gitlab-token"},
    // docs.slack.dev, "Tokens".
    {"xoxb-{u,20,300}", "slack-token"},
    {"xoxp-{u,20,300}", "slack-token"},
    {"xoxa-{u,20,300}", "slack-token"},
    {"xoxr-{u,20,300}", "slack-token"},
    {"xoxs-{u,20,300}", "slack-token"},
    {"xoxe-{u,20,300}", "slack-token"},
    {"xoxe.xoxp-{u,20,300}", "slack-token"},
    {"xoxe.xoxb-{u,20,300}", "slack-token"},
    {"xapp-{u,20,300}", "slack-token"},
    {"hooks.slack.com/services/T{U,8,12}/B{U,8,12}/{a,20,48}", "slack-webhook"},
    {"hooks.slack.com/workflows/T{U,8,12}/A{U,8,12}/{d,17,20}/{a,20,48}", "slack-webhook"},
    {"sk_live_{a,16,250}", "stripe-key"},
    {"sk_test_{a,16,250}", "stripe-key"},
    {"rk_live_{a,16,250}", "stripe-key"},
    {"rk_test_{a,16,250}", "stripe-key"},
    {"whsec_{b,32,64}", "stripe-key"},
    {"AIza{u,35}", "google-api-key"},
    {"GOCSPX-{u,28}", "google-oauth-secret"},
    {"ya29.{u,30,1024}", "google-oauth-token"},
    {"sk-ant-{u,30,200}", "anthropic-key"},
    {"sk-proj-{u,40,200}", "openai-key"},
    {"sk-svcacct-{u,40,200}", "openai-key"},
    {"sk-admin-{u,40,200}", "openai-key"},
    {"sk-or-v1-{h,64}", "openrouter-key"},
    {"sk-{a,48}", "openai-key"},
    {"sk-{h,32}", "api-key"},  // DeepSeek and others that took over the prefix
    {"npm_{a,36}", "npm-token"},
    // A macaroon of the Python package index, in base64.
    {"pypi-AgEIcHlwaS5vcmc{u,50,1024}", "pypi-token"},
    {"SK{h,32}", "twilio-key"},
    {"SG.{u,22}.{u,43}", "sendgrid-key"},
    {"discord.com/api/webhooks/{d,17,20}/{u,60,80}", "discord-webhook"},
    {"discordapp.com/api/webhooks/{d,17,20}/{u,60,80}", "discord-webhook"},
    {"eyJ{u,10,2048}.eyJ{u,10,8192}.{u,16,2048}", "jwt"},
    {"hf_{a,34,40}", "hugging-face-token"},
    {"dop_v1_{h,64}", "digitalocean-token"},
    {"doo_v1_{h,64}", "digitalocean-token"},
    {"dor_v1_{h,64}", "digitalocean-token"},
    {"shpat_{H,32}", "shopify-token"},
    {"shpss_{H,32}", "shopify-token"},
    {"shpca_{H,32}", "shopify-token"},
    {"shppa_{H,32}", "shopify-token"},
    {"sq0atp-{u,22}", "square-token"},
    {"sq0csp-{u,43}", "square-token"},
    {"key-{h,32}", "mailgun-key"},
    {"dapi{h,32}", "databricks-token"},
    {"dp.pt.{a,40,44}", "doppler-token"},
    {"lin_api_{a,40}", "linear-key"},
    {"ntn_{a,40,50}", "notion-token"},
    {"PMAK-{h,24}-{h,34}", "postman-key"},
    {"glsa_{a,32}_{H,8}", "grafana-token"},
    {"hvs.{u,24,300}", "vault-token"},
    {"ATATT3{u,60,300}", "atlassian-token"},
    {"gsk_{a,52}", "groq-key"},
    {"xai-{a,80}", "xai-key"},
    {"pplx-{a,48}", "perplexity-key"},
    {"r8_{a,37}", "replicate-token"},
    {"AGE-SECRET-KEY-1{U,58}", "age-key"},
    {"tskey-auth-{a,10,20}-{a,20,40}", "tailscale-key"},
    {"tskey-api-{a,10,20}-{a,20,40}", "tailscale-key"},
    {"sbp_{h,40}", "supabase-token"},
    {"nfp_{a,36}", "netlify-token"},
    {"figd_{u,40,60}", "figma-token"},
    {"NRAK-{U,27}", "new-relic-key"},
    {"rubygems_{h,48}", "rubygems-key"},
    {"dckr_pat_{u,27}", "docker-token"},
    {"pul-{h,40}", "pulumi-token"},
    {"sntrys_{b,60,400}", "sentry-token"},
    {"sntryu_{h,64}", "sentry-token"},
    // core.telegram.org: the bot's number, a colon, 35 characters that begin with AA.
    {"{d,8,10}:AA{u,33}", "telegram-token"},
    // The bot's number in base64 (it begins with a digit, so with M, N or O), a time, a signature.
    {"M{u,23,27}.{u,6}.{u,27,38}", "discord-token"},
    {"N{u,23,27}.{u,6}.{u,27,38}", "discord-token"},
    {"O{u,23,27}.{u,6}.{u,27,38}", "discord-token"},
};

constexpr SecretKind kKinds[] = {
    {"aws-access-key", "an AWS access key"},
    {"aws-secret-key", "an AWS secret key"},
    {"github-token", "a GitHub token"},
    {"gitlab-token", "a GitLab token"},
    {"slack-token", "a Slack token"},
    {"slack-webhook", "a Slack webhook"},
    {"stripe-key", "a Stripe key"},
    {"google-api-key", "a Google API key"},
    {"google-oauth-secret", "a Google OAuth secret"},
    {"google-oauth-token", "a Google OAuth token"},
    {"anthropic-key", "an Anthropic key"},
    {"openai-key", "an OpenAI key"},
    {"openrouter-key", "an OpenRouter key"},
    {"npm-token", "an npm token"},
    {"pypi-token", "a PyPI token"},
    {"twilio-key", "a Twilio key"},
    {"sendgrid-key", "a SendGrid key"},
    {"discord-webhook", "a Discord webhook"},
    {"discord-token", "a Discord token"},
    {"telegram-token", "a Telegram bot token"},
    {"jwt", "a JSON web token"},
    {"azure-storage-key", "an Azure storage key"},
    {"hugging-face-token", "a Hugging Face token"},
    {"digitalocean-token", "a DigitalOcean token"},
    {"shopify-token", "a Shopify token"},
    {"square-token", "a Square token"},
    {"mailgun-key", "a Mailgun key"},
    {"databricks-token", "a Databricks token"},
    {"doppler-token", "a Doppler token"},
    {"linear-key", "a Linear key"},
    {"notion-token", "a Notion token"},
    {"postman-key", "a Postman key"},
    {"grafana-token", "a Grafana token"},
    {"vault-token", "a Vault token"},
    {"atlassian-token", "an Atlassian token"},
    {"groq-key", "a Groq key"},
    {"xai-key", "an xAI key"},
    {"perplexity-key", "a Perplexity key"},
    {"replicate-token", "a Replicate token"},
    {"age-key", "an age key"},
    {"tailscale-key", "a Tailscale key"},
    {"supabase-token", "a Supabase token"},
    {"netlify-token", "a Netlify token"},
    {"figma-token", "a Figma token"},
    {"new-relic-key", "a New Relic key"},
    {"rubygems-key", "a RubyGems key"},
    {"docker-token", "a Docker token"},
    {"pulumi-token", "a Pulumi token"},
    {"sentry-token", "a Sentry token"},
    {"private-key", "a private key"},
    {"password", "a password"},
    {"url-password", "a password in a URL"},
    {"pin", "a PIN"},
    {"api-key", "an API key"},
    {"secret", "a secret"},
    {"token", "a token"},
    {"authorization", "credentials of a request"},
    {"seed-phrase", "a seed phrase"},
    {"card-number", "a card number"},
    {"iban", "an IBAN"},
    {"us-ssn", "a US social security number"},
    {"german-tax-id", "a German tax id"},
    {"brazilian-cpf", "a Brazilian CPF"},
    {"brazilian-cnpj", "a Brazilian CNPJ"},
    {"spanish-id", "a Spanish DNI or NIE"},
    {"dutch-bsn", "a Dutch BSN"},
    {"indian-aadhaar", "an Indian Aadhaar number"},
    {"italian-tax-code", "an Italian tax code"},
    {"french-nir", "a French social security number"},
};

// From docs.stripe.com, docs.aws.amazon.com and jwt.io.
constexpr std::string_view kStripeExample =
    "sk_test_"
    "4eC39HqLyjWDarjtT1zdp7dc";
constexpr std::string_view kAwsExample = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
constexpr std::string_view kJwtExample =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";

// What vendors and standards print as examples.
constexpr std::string_view kExamples[] = {
    "4111111111111111",
    "4242424242424242",
    "4012888888881881",
    "4000056655665556",
    "4000000000000002",
    "5555555555554444",
    "5105105105105100",
    "2223003122003222",
    "5200828282828210",
    "378282246310005",
    "371449635398431",
    "378734493671000",
    "6011111111111117",
    "6011000990139424",
    "30569309025904",
    "38520000023237",
    "3530111333300000",
    "3566002020360505",
    "6200000000000005",
    "DE89370400440532013000",
    "GB82WEST12345698765432",
    "GB29NWBK60161331926819",
    "FR1420041010050500013M02606",
    "NL91ABNA0417164300",
    "ES9121000418450200051332",
    "CH9300762011623852957",
    "AT611904300234573201",
    "BE68539007547034",
    "IT60X0542811101000000123456",
    "12345678Z",
    "X1234567L",
    "111.444.777-35",
    "123.456.789-09",
    "078-05-1120",
    "219-09-9999",
    // RFC 5849, 6749, 6750 and 7009, which the documentation of libraries repeats.
    "ad180jjd733klru7",
    "h480djs93hd8",
    "SlAV32hkKG",
    "2YotnFZFEjr1zCsicMWpAA",
    "tGzv3JOkF0XG5Qx2TlKWIA",
    "mF_9.B5f-4.1JqM",
    "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
    "45ghiukldjahdnhzdauz",
    kStripeExample,
    kAwsExample,
    kJwtExample,
};

bool in_class(char name, char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool alnum = std::isalnum(byte) != 0;
  switch (name) {
    case 'd':
      return std::isdigit(byte) != 0;
    case 'h':
      return std::isdigit(byte) != 0 || (c >= 'a' && c <= 'f');
    case 'H':
      return std::isxdigit(byte) != 0;
    case 'A':
      return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7');
    case 'U':
      return std::isdigit(byte) != 0 || (c >= 'A' && c <= 'Z');
    case 'a':
      return alnum;
    case 'w':
      return alnum || c == '_';
    case 'u':
      return alnum || c == '_' || c == '-';
    case 'b':
      return alnum || c == '+' || c == '/' || c == '=';
    case '.':
      return alnum || c == '_' || c == '-' || c == '.';
    default:
      return false;
  }
}

struct Run {
  char name = 0;
  std::size_t least = 0, most = 0;
};

// "{a,36,255}" at `at`, which moves behind it.
Run read_run(std::string_view pattern, std::size_t& at) {
  Run run;
  run.name = pattern[at + 1];
  at += 3;
  const auto number = [&] {
    std::size_t value = 0;
    for (; pattern[at] >= '0' && pattern[at] <= '9'; ++at) {
      value = value * 10 + static_cast<std::size_t>(pattern[at] - '0');
    }
    return value;
  };
  run.least = number();
  run.most = run.least;
  if (pattern[at] == ',') {
    ++at;
    run.most = number();
  }
  ++at;
  return run;
}

// Where the text stops matching the pattern as a whole; nullopt where it does not.
std::optional<std::size_t> match(std::string_view pattern, std::string_view text, std::size_t at) {
  char last = 'a';
  for (std::size_t p = 0; p < pattern.size();) {
    if (pattern[p] != '{') {
      if (at >= text.size() || text[at] != pattern[p]) return std::nullopt;
      ++at;
      ++p;
      continue;
    }
    const Run run = read_run(pattern, p);
    const std::size_t begin = at;
    while (at < text.size() && at - begin < run.most && in_class(run.name, text[at])) ++at;
    if (at - begin < run.least) return std::nullopt;
    last = run.name;
  }
  while (last == '.' && (text[at - 1] == '.' || text[at - 1] == '-')) --at;  // a sentence's end
  if (last == '.' || at >= text.size()) return at;
  // `_KEY_` is a key in italics, `KEY_NAME` a longer word.
  const bool italics =
      last != 'b' && text[at] == '_' && (at + 1 == text.size() || !in_class('a', text[at + 1]));
  const bool goes_on = !italics && in_class(last == 'b' ? 'b' : 'w', text[at]);
  return goes_on ? std::nullopt : std::optional(at);
}

// A key is drawn by lot: `AKIA` and one letter sixteen times and "sk-this-is-where-your-key-goes"
// are not. One of letters alone has many of either case.
bool is_drawn(std::string_view variable) {
  constexpr std::size_t kFewestDifferent = 7;
  constexpr std::ptrdiff_t kFewestOfACase = 8;
  std::array<bool, 256> seen{};
  std::size_t different = 0;
  bool digit = false;
  for (const char c : variable) {
    bool& known = seen[static_cast<unsigned char>(c)];
    if (!known) ++different;
    known = true;
    digit = digit || std::isdigit(static_cast<unsigned char>(c)) != 0;
  }
  const auto many = [&](char first, char last) {
    return std::count_if(variable.begin(), variable.end(),
                         [&](char c) { return first <= c && c <= last; }) >= kFewestOfACase;
  };
  return different >= kFewestDifferent && (digit || (many('a', 'z') && many('A', 'Z')));
}

// The rules by the first byte of what they match.
const std::array<std::vector<const Rule*>, 256>& rules_by_byte() {
  static const auto kIndex = [] {
    std::array<std::vector<const Rule*>, 256> index;
    for (const Rule& rule : kRules) {
      if (rule.pattern[0] != '{') {
        index[static_cast<unsigned char>(rule.pattern[0])].push_back(&rule);
        continue;
      }
      for (std::size_t byte = 0; byte < index.size(); ++byte) {
        if (in_class(rule.pattern[1], static_cast<char>(byte))) index[byte].push_back(&rule);
      }
    }
    return index;
  }();
  return kIndex;
}

}  // namespace

std::span<const SecretKind> secret_kinds() { return kKinds; }

bool is_published_example(std::string_view value) {
  return std::find(std::begin(kExamples), std::end(kExamples), value) != std::end(kExamples);
}

namespace {

// Whether what the rule matches is told by its prefix, also in the middle of a word: "key-" and 32
// hex digits may be the end of "cache-key-…".
bool is_telling(const Rule& rule) {
  constexpr std::size_t kFewestTelling = 4;
  const std::string_view prefix = rule.pattern.substr(0, rule.pattern.find('{'));
  return prefix.size() >= kFewestTelling && prefix != "key-";
}

std::optional<Finding> matching_at(std::string_view text, std::size_t at, bool just_telling) {
  static const auto& kIndex = rules_by_byte();
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  for (const Rule* rule : kIndex[static_cast<unsigned char>(text[at])]) {
    const char wanted = rule->pattern[0] == '{' ? '{' : rule->pattern[1];
    if (wanted != '{' && wanted != next) continue;  // nearly all
    if (just_telling && !is_telling(*rule)) continue;
    const auto end = match(rule->pattern, text, at);
    if (!end) continue;
    const std::string_view whole = text.substr(at, *end - at);
    const std::size_t prefix = rule->pattern.find('{');
    if (is_placeholder(whole) || is_published_example(whole)) continue;
    if (!is_drawn(whole.substr(prefix))) continue;
    return Finding{rule->kind, at, *end};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> token_at(std::string_view text, std::size_t at) {
  return matching_at(text, at, false);
}

std::optional<Finding> telling_token_at(std::string_view text, std::size_t at) {
  return matching_at(text, at, true);
}

}  // namespace pyramid::guard
