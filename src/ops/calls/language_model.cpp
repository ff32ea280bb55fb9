#include "ops/calls/language_model.hpp"

#include "base/text.hpp"
#include "ops/calls/json_members.hpp"
#include "ops/calls/trusted.hpp"
#include "workspace/layout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pyramid::ops {

namespace {

using engine::openai::Abilities;
using Json = nlohmann::json;

constexpr const char* kOpenAi = "https://api.openai.com/v1";
constexpr const char* kKeyVariable = "OPENAI_API_KEY";
constexpr const char* kEmbeddingKeyVariable = "EMBEDDING_API_KEY";
constexpr const char* kAddressVariable = "OPENAI_BASE_URL";

std::string unquoted(std::string_view value) {
  value = trim(value);
  const bool in_quotes = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                         value.find(value.front(), 1) != std::string_view::npos;
  if (in_quotes) return std::string(value.substr(1, value.find(value.front(), 1) - 1));
  const std::size_t comment = value.find(" #");
  return std::string(trim(value.substr(0, comment)));
}

std::string known_abilities_path(const workspace::Workspace& workspace) {
  return workspace.absolute(std::string(workspace::kCacheFolder) + "/engine.json");
}

// Nothing where the file speaks of another server or model, or is damaged.
Abilities read_abilities(FileSystem& files, const workspace::Workspace& workspace,
                         const std::string& base) {
  const Result<std::string> bytes = files.read(known_abilities_path(workspace));
  if (!bytes) return {};
  const Json json = Json::parse(*bytes, nullptr, false);
  if (!json.is_object() || text_in(json, "base_url") != base ||
      text_in(json, "model") != workspace.settings.model) {
    return {};
  }
  Abilities known;
  known.mode = engine::openai::mode_named(text_in(json, "mode"));
  known.completion_tokens = text_in(json, "limit") == "max_completion_tokens";
  return known;
}

// A cache: where it cannot be written, the next command asks again.
void write_abilities(FileSystem& files, const workspace::Workspace& workspace,
                     const std::string& base, const Abilities& known) {
  Json json = {{"base_url", base},
               {"model", workspace.settings.model},
               {"limit", known.completion_tokens ? "max_completion_tokens" : "max_tokens"}};
  if (known.mode) json["mode"] = engine::openai::name_of(*known.mode);
  if (!workspace::ensure_cache_folder(files, workspace)) return;
  static_cast<void>(files.write(known_abilities_path(workspace), json.dump() + "\n"));
}

// A line end in it would begin a header of its own; the message does not show the key.
Status fits_in_a_header(const ModelAccess& access) {
  const bool fits = std::all_of(access.key.begin(), access.key.end(),
                                [](unsigned char c) { return c > ' ' && c < 0x7f; });
  if (fits) return {};
  return fail(ErrorKind::kInvalid,
              std::string(kKeyVariable) + " has a space, a line end or a letter that no key has",
              access.key_from, "copy the key again, in one line");
}

// A key of a file is somebody's account, who may see there what is sent with it.
void confirm(const Environment& environment, const workspace::Workspace& workspace,
             ModelAccess& access) {
  if (access.named_by.empty() && access.key_from == kKeyFile) access.named_by = kKeyFile;
  access.confirmed =
      access.named_by.empty() || may_send_to(environment, workspace.root, access.endpoint.base);
}

}  // namespace

std::string env_value(std::string_view bytes, std::string_view name) {
  constexpr std::string_view kExport = "export ";
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string found;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  for (std::string_view line : split_lines(bytes)) {
    line = trim(line);
    if (line.starts_with(kExport)) line = trim(line.substr(kExport.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != name) continue;
    found = unquoted(line.substr(equals + 1));
  }
  return found;
}

Result<ModelAccess> model_access(const Environment& environment,
                                 const workspace::Workspace& workspace) {
  const Result<std::string> file = environment.files.read(workspace.absolute(kKeyFile));
  const std::string bytes = file ? *file : std::string();
  ModelAccess access;
  access.key = trim(environment.engine.key);
  if (!access.key.empty()) access.key_from = "the environment";
  if (access.key.empty()) {
    access.key = env_value(bytes, kKeyVariable);
    if (!access.key.empty()) access.key_from = kKeyFile;
  }
  std::string address = workspace.settings.base_url;
  if (!address.empty()) access.named_by = workspace::kSettingsFile;
  if (address.empty()) address = environment.engine.base_url;
  if (address.empty()) {
    address = env_value(bytes, kAddressVariable);
    if (!address.empty()) access.named_by = kKeyFile;
  }
  if (address.empty()) address = kOpenAi;
  PYRAMID_ASSIGN(access.endpoint, engine::openai::parse_endpoint(address));
  PYRAMID_TRY(fits_in_a_header(access));
  confirm(environment, workspace, access);
  return access;
}

Result<ModelAccess> embedding_access(const Environment& environment,
                                     const workspace::Workspace& workspace) {
  const Result<std::string> file = environment.files.read(workspace.absolute(kKeyFile));
  const std::string own = env_value(file ? *file : std::string(), kEmbeddingKeyVariable);
  PYRAMID_ASSIGN(ModelAccess access, model_access(environment, workspace));
  const std::string& address = workspace.settings.embedding_base_url;
  if (!address.empty()) {
    const std::string models = access.endpoint.server;
    PYRAMID_ASSIGN(access.endpoint, engine::openai::parse_endpoint(address));
    access.named_by = workspace::kSettingsFile;
    if (access.endpoint.local && access.endpoint.server != models) {
      access.key.clear();
      access.key_from.clear();
    }
  }
  if (!own.empty()) {
    access.key = own;
    access.key_from = kKeyFile;
  }
  PYRAMID_TRY(fits_in_a_header(access));
  confirm(environment, workspace, access);
  return access;
}

engine::openai::CallWorld call_world(const Environment& environment,
                                     const workspace::Workspace& workspace,
                                     const ModelAccess& access) {
  const engine::openai::Endpoint& endpoint = access.endpoint;
  engine::openai::Proxy proxy;
  if (!endpoint.local) proxy = {environment.engine.proxy, environment.engine.proxy_except};
  Progress& progress = environment.progress;
  engine::openai::CallWorld world;
  world.client = access.confirmed
                     ? engine::openai::make_curl_client(std::move(proxy))
                     : make_refusing_client(environment, access.named_by, workspace.root);
  world.sleeper = engine::openai::make_sleeper();
  world.cancelled = [&progress] { return progress.cancelled(); };
  world.told_wait = [&progress, server = endpoint.server](engine::openai::Milliseconds wait) {
    constexpr std::int64_t kSecond = 1000;
    const auto seconds = static_cast<std::size_t>((wait.count() + kSecond - 1) / kSecond);
    progress.notice("waits " + count_of(seconds, "second") + " for " + server +
                    ", which takes no more requests before");
  };
  return world;
}

Result<WatchedModel> make_language_model(const Environment& environment,
                                         const workspace::Workspace& workspace) {
  PYRAMID_ASSIGN(ModelAccess access, model_access(environment, workspace));
  FileSystem& files = environment.files;
  const std::string base = access.endpoint.base;
  engine::openai::World world{call_world(environment, workspace, access)};
  world.known = read_abilities(files, workspace, base);
  world.learnt = [&files, workspace, base](const Abilities& known) {
    write_abilities(files, workspace, base, known);
  };
  Diagnostics told_when_opened;
  const Prices prices = read_prices(files, workspace, told_when_opened);
  const auto price = price_of_model(prices, workspace.settings.model, access.endpoint.local);
  auto ledger =
      std::make_shared<Ledger>(files, environment.clock, workspace, environment.machine, price);
  world.watcher = ledger;
  const auto slots = std::make_shared<engine::openai::CallSlots>();
  world.slots = slots;
  engine::openai::BatchClient batches(access.endpoint, access.key, world.client, world.sleeper,
                                      world.cancelled);
  engine::openai::OpenAiOptions options;
  options.endpoint = std::move(access.endpoint);
  options.key = std::move(access.key);
  options.model = workspace.settings.model;
  options.max_tokens = workspace.settings.max_tokens;
  auto model = std::make_unique<engine::openai::OpenAiModel>(std::move(options), std::move(world));
  return WatchedModel{std::move(model), std::move(ledger), price, std::move(batches), slots};
}

}  // namespace pyramid::ops
