#include "ops/services.hpp"

#include "engine/redacting.hpp"
#include "ops/secrets.hpp"

#include <algorithm>
#include <thread>

namespace pyramid::ops {

Result<Engines> make_engines(const format::Settings& settings) {
  if (settings.engine != "builtin") {
    return fail(ErrorKind::kUsage, "unknown engine `" + settings.engine + "`", "pyramid.yaml",
                "set `engine: builtin`");
  }
  if (settings.embedding != "static") {
    return fail(ErrorKind::kUsage, "unknown embedding `" + settings.embedding + "`", "pyramid.yaml",
                "set `embedding: static`");
  }
  // Whatever an engine answers goes through here, and nowhere else.
  return Engines{engine::redact_answers(engine::make_builtin_engine(), secrets_policy(settings)),
                 engine::make_static_embedder()};
}

unsigned worker_count(unsigned asked, const format::Settings& settings) {
  const unsigned wanted = asked != 0 ? asked : static_cast<unsigned>(settings.parallel);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp(wanted, 1U, settings.engine == "builtin" ? cores : 64U);
}

}  // namespace pyramid::ops
