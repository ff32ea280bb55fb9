#include "ops/calls/trusted.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/remote.hpp"
#include "ops/calls/json_members.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

class Refusing final : public engine::openai::HttpClient {
 public:
  Refusing(std::string named_by, std::string root)
      : named_by_(std::move(named_by)), root_(std::move(root)) {}

  Result<engine::openai::HttpResponse> post(const engine::openai::HttpRequest&,
                                            const engine::openai::Cancelled&) override {
    return fail(ErrorKind::kUsage,
                "gets nothing: " + named_by_ +
                    " of this workspace names it, and nobody confirmed it on this machine",
                {}, "if it is yours: pyramid trust -w " + root_);
  }

 private:
  std::string named_by_, root_;
};

bool is_of(const TrustedAddress& one, const std::string& place, std::string_view address) {
  return one.workspace == place && one.address == address;
}

bool holds(const std::vector<TrustedAddress>& all, const std::string& place,
           std::string_view address) {
  return std::any_of(all.begin(), all.end(),
                     [&](const TrustedAddress& one) { return is_of(one, place, address); });
}

}  // namespace

std::string place_of_workspace(const Environment& environment, const std::string& root) {
  const Result<std::string> real = environment.files.real_path(root);
  return real ? *real : path::normalize(root);
}

// A JSON object a line: a path may hold any character.
std::vector<TrustedAddress> read_trusted(const Environment& environment) {
  std::vector<TrustedAddress> all;
  const std::string file = environment.engine.trusted.value_or("");
  if (file.empty()) return all;
  const Result<std::string> bytes = environment.files.read(file);
  if (!bytes) return all;
  for (const std::string_view line : split_lines(*bytes)) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    TrustedAddress one{text_in(json, "workspace"), text_in(json, "address")};
    if (!one.workspace.empty()) all.push_back(std::move(one));
  }
  return all;
}

Status write_trusted(const Environment& environment, const std::vector<TrustedAddress>& all) {
  std::string bytes;
  for (const TrustedAddress& one : all) {
    bytes += Json{{"workspace", one.workspace}, {"address", one.address}}.dump(
                 -1, ' ', false, Json::error_handler_t::replace) +
             "\n";
  }
  const std::string file = environment.engine.trusted.value_or("");
  if (file.empty()) {
    return fail(ErrorKind::kUsage, "there is no folder of yours to keep it in", {},
                "set HOME or XDG_CONFIG_HOME");
  }
  PYRAMID_TRY(environment.files.make_directories(std::string(path::directory(file))));
  return environment.files.write(file, bytes);
}

Status note_made_here(const Environment& environment, const std::string& root) {
  if (!environment.engine.trusted || environment.engine.trusted->empty()) return {};
  const std::string place = place_of_workspace(environment, root);
  std::vector<TrustedAddress> all = read_trusted(environment);
  // What was confirmed of another workspace in this place does not count for this one.
  std::erase_if(all, [&](const TrustedAddress& one) { return one.workspace == place; });
  all.push_back({place, ""});
  return write_trusted(environment, all);
}

bool may_send_to(const Environment& environment, const std::string& root,
                 const std::string& address) {
  if (!environment.engine.trusted) return true;
  const std::string place = place_of_workspace(environment, root);
  std::vector<TrustedAddress> all = read_trusted(environment);
  if (holds(all, place, address)) return true;
  if (!holds(all, place, "") || history::has_remotes(root)) return false;
  all.push_back({place, address});
  static_cast<void>(write_trusted(environment, all));  // else it is found out again
  return true;
}

std::unique_ptr<engine::openai::HttpClient> make_refusing_client(const std::string& named_by,
                                                                 const std::string& root) {
  return std::make_unique<Refusing>(named_by, root);
}

}  // namespace pyramid::ops
