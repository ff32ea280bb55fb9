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
    {"sntrys_{b,40,400}_{b,43}", "sentry-token"},
    {"sntrys_{b,60,400}", "sentry-token"},
    {"sntryu_{h,64}", "sentry-token"},
    // Personal access tokens: an id of 14 characters and 64 hex digits (airtable.com/developers).
    {"pat{a,14}.{h,64}", "airtable-token"},
    // developers.asana.com, "Personal access token": a version, the user, perhaps the app, a hash.
    {"0/{h,32}", "asana-token"},
    {"1/{d,10,20}:{h,32}", "asana-token"},
    {"2/{d,10,20}/{d,10,20}:{h,32}", "asana-token"},
    // Private apps; the region is in the prefix.
    {"pat-na{d,1}-{H,8}-{H,4}-{H,4}-{H,4}-{H,12}", "hubspot-token"},
    {"pat-eu{d,1}-{H,8}-{H,4}-{H,4}-{H,4}-{H,12}", "hubspot-token"},
    {"pat-ap{d,1}-{H,8}-{H,4}-{H,4}-{H,4}-{H,12}", "hubspot-token"},
    // The data centre stands behind it.
    {"{h,32}-us{d,1,2}", "mailchimp-key"},
    {"xkeysib-{h,64}-{a,16}", "brevo-key"},
    {"xsmtpsib-{h,64}-{a,16}", "brevo-key"},
    {"re_{a,8}_{a,24}", "resend-key"},
    {"secret_{a,43}", "notion-token"},
    // NVIDIA says the prefix; the length is that of the keys seen.
    {"nvapi-{u,60,128}", "nvidia-key"},
    {"ls__{h,32}", "langsmith-key"},
    {"lsv2_pt_{h,32}_{h,10}", "langsmith-key"},
    {"lsv2_sk_{h,32}_{h,10}", "langsmith-key"},
    {"lsv2_{a,2}_{h,32}_{h,10}", "langsmith-key"},
    {"tvly-{a,32}", "tavily-key"},
    {"tvly-dev-{u,32,64}", "tavily-key"},
    {"tvly-prod-{u,32,64}", "tavily-key"},
    {"sk_{h,48}", "elevenlabs-key"},
    // docs.honeycomb.io, "API keys": ingest, configuration and management keys.
    {"hcaik_{a,40,64}", "honeycomb-key"},
    {"hcaic_{a,40,64}", "honeycomb-key"},
    {"hcaek_{a,40,64}", "honeycomb-key"},
    {"hcamk_{a,40,64}", "honeycomb-key"},
    {"hcbik_{a,40,64}", "honeycomb-key"},
    {"hcxik_{a,40,64}", "honeycomb-key"},
    {"hcxlk_{a,40,64}", "honeycomb-key"},
    {"hcxmk_{a,40,64}", "honeycomb-key"},
    // posthog.com/docs/api: personal keys and those of feature flags; `phc_` is public.
    {"phx_{a,40,64}", "posthog-key"},
    {"phs_{a,40,64}", "posthog-key"},
    {"{a,14}.atlasv1.{u,60,70}", "terraform-token"},
    // buildkite.com/docs/platform/security/tokens.
    {"bkua_{h,40}", "buildkite-token"},
    {"bkat_{h,40,64}", "buildkite-token"},
    {"bkct_{a,40,64}", "buildkite-token"},
    {"bkaj_{u,40,300}", "buildkite-token"},
    {"CCIPAT_{a,20,24}_{h,40}", "circleci-token"},
    {"CCIPRJ_{a,20,24}_{h,40}", "circleci-token"},
    // developer.1password.com, "Service accounts": a JSON object in base64.
    {"ops_eyJ{b,200,2048}", "1password-token"},
    {"A3-{U,6}-{U,6}-{U,5}-{U,5}-{U,5}-{U,5}", "1password-key"},
    {"A3-{U,6}-{U,11}-{U,5}-{U,5}-{U,5}", "1password-key"},
    // `pk.` is public.
    {"sk.eyJ{u,40,300}.{u,20,24}", "mapbox-token"},
    {"sl.u.{u,130,2048}", "dropbox-token"},
    {"sl.{u,130,2048}", "dropbox-token"},
    // fly.io, macaroons.
    {"fm1r_{b,64,2048}", "fly-token"},
    {"fm1a_{b,64,2048}", "fly-token"},
    {"fm2_{b,64,2048}", "fly-token"},
    {"fo1_{u,43}", "fly-token"},
    {"HRKU-AA{u,58}", "heroku-key"},
    {"HRKU-{h,8}-{h,4}-{h,4}-{h,4}-{h,12}", "heroku-key"},
    // planetscale.com/docs, "Service tokens".
    {"pscale_tkn_{.,32,64}", "planetscale-token"},
    {"pscale_oauth_{.,32,64}", "planetscale-token"},
    {"pscale_pw_{.,32,64}", "planetscale-token"},
    // neon.com/docs/changelog/2025-01-31 says the prefix.
    {"napi_{a,40,80}", "neon-key"},
    // Client secrets of Microsoft Entra ID: three characters, a digit and `Q~`.
    {"{~,3}{d,1}Q~{~,31,34}", "azure-client-secret"},
    {"rzp_live_{a,14}", "razorpay-key"},
    {"rzp_test_{a,14}", "razorpay-key"},
    {"LTAI{a,12,24}", "alibaba-access-key"},
    {"AKID{a,32}", "tencent-secret-id"},
    // A refresh token; access tokens begin with ya29.
    {"1//0{u,40,300}", "google-oauth-token"},
    // developers.cloudflare.com, "API token formats"; those of the origin certificate authority.
    {"cfut_{a,40}{h,8}", "cloudflare-token"},
    {"cfat_{a,40}{h,8}", "cloudflare-token"},
    {"v1.0-{h,24}-{h,146}", "cloudflare-token"},
    {"glc_{b,32,400}", "grafana-token"},
    {"sgp_{H,16}_{H,40}", "sourcegraph-token"},
    {"sgp_local_{H,40}", "sourcegraph-token"},
    {"sgp_{H,40}", "sourcegraph-token"},
    {"dt0c01.{a,24}.{a,64}", "dynatrace-token"},
    {"sb_secret_{u,20,60}", "supabase-token"},
    {"tfp_{.,59}", "typeform-token"},
    {"rdme_{a,70}", "readme-key"},
    {"pnu_{a,36}", "prefect-key"},
    {"EZAK{a,54}", "easypost-key"},
    {"apify_api_{a,30,40}", "apify-token"},
    {"tgp_v1_{u,43}", "together-key"},
    {"pcsk_{a,4,8}_{a,50,70}", "pinecone-key"},
    {"sk-lf-{h,8}-{h,4}-{h,4}-{h,4}-{h,12}", "langfuse-key"},
    {"lin_oauth_{h,64}", "linear-key"},
    {"ATCTT3{u,60,300}", "atlassian-token"},
    {"ATBB{a,32}", "atlassian-token"},
    {"dckr_oat_{u,27,40}", "docker-token"},
    {"duffel_live_{u,43}", "duffel-token"},
    {"duffel_test_{u,43}", "duffel-token"},
    {"shippo_live_{h,40}", "shippo-token"},
    {"CFPAT-{u,43}", "contentful-token"},
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
    {"airtable-token", "an Airtable token"},
    {"asana-token", "an Asana token"},
    {"hubspot-token", "a HubSpot token"},
    {"mailchimp-key", "a Mailchimp key"},
    {"brevo-key", "a Brevo key"},
    {"resend-key", "a Resend key"},
    {"nvidia-key", "an NVIDIA key"},
    {"langsmith-key", "a LangSmith key"},
    {"tavily-key", "a Tavily key"},
    {"elevenlabs-key", "an ElevenLabs key"},
    {"honeycomb-key", "a Honeycomb key"},
    {"posthog-key", "a PostHog key"},
    {"terraform-token", "a Terraform Cloud token"},
    {"buildkite-token", "a Buildkite token"},
    {"circleci-token", "a CircleCI token"},
    {"1password-token", "a 1Password token"},
    {"1password-key", "a 1Password secret key"},
    {"mapbox-token", "a Mapbox token"},
    {"dropbox-token", "a Dropbox token"},
    {"fly-token", "a Fly token"},
    {"heroku-key", "a Heroku key"},
    {"planetscale-token", "a PlanetScale token"},
    {"neon-key", "a Neon key"},
    {"azure-client-secret", "an Azure client secret"},
    {"razorpay-key", "a Razorpay key"},
    {"alibaba-access-key", "an Alibaba Cloud access key"},
    {"tencent-secret-id", "a Tencent Cloud secret id"},
    {"cloudflare-token", "a Cloudflare token"},
    {"sourcegraph-token", "a Sourcegraph token"},
    {"dynatrace-token", "a Dynatrace token"},
    {"typeform-token", "a Typeform token"},
    {"readme-key", "a ReadMe key"},
    {"prefect-key", "a Prefect key"},
    {"easypost-key", "an EasyPost key"},
    {"apify-token", "an Apify token"},
    {"together-key", "a Together key"},
    {"pinecone-key", "a Pinecone key"},
    {"langfuse-key", "a Langfuse key"},
    {"duffel-token", "a Duffel token"},
    {"shippo-token", "a Shippo token"},
    {"contentful-token", "a Contentful token"},
    {"signed-address", "the signature of an address"},
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
    case '~':
      return alnum || c == '_' || c == '-' || c == '.' || c == '~';
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
  if (last == '~') last = '.';
  while (last == '.' && (text[at - 1] == '.' || text[at - 1] == '-')) --at;  // a sentence's end
  if (last == '.' || at >= text.size()) return at;
  // `_KEY_` is a key in italics, `KEY_NAME` a longer word.
  const bool italics =
      last != 'b' && text[at] == '_' && (at + 1 == text.size() || !in_class('a', text[at + 1]));
  const bool goes_on = !italics && in_class(last == 'b' ? 'b' : 'w', text[at]);
  return goes_on ? std::nullopt : std::optional(at);
}

// A key is drawn by lot: `AKIA` and one letter sixteen times and "sk-this-is-where-your-key-goes"
// are not. One of letters alone has many of either case, or a third of a short one.
bool is_drawn(std::string_view variable) {
  constexpr std::size_t kFewestDifferent = 7;
  constexpr std::size_t kFewestOfACase = 8;
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
    const auto count = std::count_if(variable.begin(), variable.end(),
                                     [&](char c) { return first <= c && c <= last; });
    return static_cast<std::size_t>(count) >= std::min(kFewestOfACase, variable.size() / 3);
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

std::size_t count_of_token_rules() { return std::size(kRules); }

TokenExample example_of(std::size_t rule, const std::function<char(std::string_view)>& draw) {
  constexpr std::string_view kBase64 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::string_view pattern = kRules[rule].pattern;
  TokenExample made{kRules[rule].kind, {}};
  for (std::size_t p = 0; p < pattern.size();) {
    if (pattern[p] != '{') {
      made.text += pattern[p++];
      continue;
    }
    const Run run = read_run(pattern, p);
    std::string alphabet;
    for (const char c : kBase64) {
      if (in_class(run.name, c)) alphabet += c;
    }
    for (std::size_t i = 0; i < run.least; ++i) made.text += draw(alphabet);
  }
  return made;
}

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
