// The prompts of the chat engine: one markdown file a step, schema/prompts/<step>.md, compiled in.
#pragma once

#include "pyramid/result.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::engine {

struct Prompt {
  std::string recipe;  // "extract/1"
  std::string text;    // the instructions
};
using Prompts = std::map<std::string, Prompt, std::less<>>;  // by step

// "answer", "assign", "chat", "describe", "extract", "summarize", "summarize-calendar",
// "synthesize".
std::span<const std::string_view> prompt_steps();
// Those that the library was built with; each step has one.
Prompts default_prompts();

// The prompt in a file: the body without its frontmatter. kInvalid where it is empty or its
// frontmatter is broken, with `path` in where.
Result<Prompt> read_prompt(std::string_view bytes, std::string_view path);
// `prompt` in place of the one for `step`: its recipe is the default's with a digest of the text
// behind it, "extract/1+5b1f90ac", so that texts made by another wording count as outdated. The
// default's own text changes nothing.
void override_prompt(Prompts& prompts, std::string_view step, std::string text);

}  // namespace pyramid::engine
