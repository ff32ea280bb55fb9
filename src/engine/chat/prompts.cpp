#include "engine/chat/prompts.hpp"

#include "base/digest.hpp"
#include "base/text.hpp"
#include "engine/chat/prompt_files.hpp"
#include "format/node.hpp"

#include <array>
#include <utility>

namespace pyramid::engine {

namespace {

constexpr std::array<std::string_view, 9> kSteps = {
    "answer",    "assign", "chat",      "describe",
    "extract",   "judge",  "summarize", "summarize-calendar",
    "synthesize"};
constexpr std::size_t kDigits = 8;

}  // namespace

std::span<const std::string_view> prompt_steps() { return kSteps; }

Result<Prompt> read_prompt(std::string_view bytes, std::string_view path) {
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, path));
  Prompt prompt;
  prompt.recipe = document.frontmatter.scalar("recipe").value_or("");
  prompt.text = trim(document.body);
  if (prompt.text.empty()) {
    return fail(ErrorKind::kInvalid, "a prompt without a word", std::string(path),
                "write what the model is to do, or remove the file");
  }
  return prompt;
}

Prompts default_prompts() {
  Prompts prompts;
  for (const PromptFile& file : prompt_files()) {
    // A test reads each of them; one that is broken has no instructions rather than no engine.
    Prompt& prompt = prompts[std::string(file.step)];
    Result<Prompt> read = read_prompt(file.bytes, file.step);
    if (read) prompt = std::move(*read);
  }
  return prompts;
}

void override_prompt(Prompts& prompts, std::string_view step, std::string text) {
  Prompt& prompt = prompts[std::string(step)];
  if (prompt.text == text) return;
  const std::string base = prompt.recipe.substr(0, prompt.recipe.find('+'));
  prompt.recipe = base + "+" + to_hex(digest_of(text)).substr(0, kDigits);
  prompt.text = std::move(text);
}

}  // namespace pyramid::engine
