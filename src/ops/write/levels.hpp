// A text by the first way of asking that gives one of use: the engine's own; the same, asked for
// more strictly; the built-in engine's, which always has one.
#pragma once

#include "engine/engine.hpp"
#include "ops/write/grounded.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

struct Run;

struct LevelledText {
  // With what was dropped of the texts before it too.
  Grounded text;
  std::string engine, recipe;            // as files record them: "openai/gpt-4.1-mini+strict"
  std::optional<FallbackText> fallback;  // nullopt: the first answer; without its path
};

enum class Levels { kAll, kNotStrict };

// `ask` writes the text with one engine, strictly or not, told what was wrong with it. An answer is
// of no use where it is kInvalid, or where more of its sentences are dropped than stand. Tells the
// ledger. Other failures are passed on.
using AskAtLevel =
    std::function<Result<std::string>(engine::TextEngine&, bool strict, const std::string&)>;
Result<LevelledText> ask_by_levels(const Run& run, const Material& material, std::string_view step,
                                   Levels levels, const AskAtLevel& ask);

}  // namespace pyramid::ops
