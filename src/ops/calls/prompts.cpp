#include "ops/calls/prompts.hpp"

#include <string>
#include <utility>

namespace pyramid::ops {

engine::Prompts read_prompts(FileSystem& files, const workspace::Workspace& workspace,
                             Diagnostics& diagnostics) {
  engine::Prompts prompts = engine::default_prompts();
  for (const std::string_view step : engine::prompt_steps()) {
    const std::string path = "prompts/" + std::string(step) + ".md";
    const Result<std::string> bytes = files.read(workspace.absolute(path));
    if (!bytes && bytes.error().kind == ErrorKind::kNotFound) continue;
    Result<engine::Prompt> own = bytes ? engine::read_prompt(*bytes, path)
                                       : Result<engine::Prompt>(fail(Error(bytes.error())));
    if (!own) {
      diagnostics.push_back(to_diagnostic(own.error()));
      continue;
    }
    engine::override_prompt(prompts, step, std::move(own->text));
  }
  return prompts;
}

}  // namespace pyramid::ops
