#include "ops/calls/offers.hpp"

#include "ops/calls/language_model.hpp"

namespace pyramid::ops {

namespace {

std::string written_by(const std::string& lines) {
  return "; to have the texts written by it, put into pyramid.yaml: " + lines;
}

}  // namespace

std::vector<std::string> offers(const Environment& environment,
                                const workspace::Workspace& workspace) {
  std::vector<std::string> found;
  if (workspace.settings.engine != "builtin") return found;
  const Result<ModelAccess> access = model_access(environment, workspace);
  if (access && !access->key.empty()) {
    found.push_back("the key of a language model (OPENAI_API_KEY) is in " + access->key_from +
                    written_by("engine: openai"));
  }
  if (!environment.engine.find_local_servers) return found;
  for (const LocalServer& server : environment.engine.find_local_servers()) {
    found.push_back(server.name + " answers on this machine" +
                    written_by("engine: openai, base_url: " + server.base_url +
                               ", model: " + server.model + " (a line each)"));
  }
  return found;
}

}  // namespace pyramid::ops
