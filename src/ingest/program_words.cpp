#include "ingest/program_words.hpp"

#include "base/text.hpp"
#include "ingest/turn_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

namespace pyramid::ingest {

namespace {

struct Tag {
  std::string_view name;
  std::string closing;
  std::size_t last_end = 0;  // behind the last closing tag in the text
};

std::vector<Tag> closed_tags(std::string_view text, std::span<const std::string_view> names) {
  std::vector<Tag> tags;
  for (const std::string_view name : names) {
    Tag tag{name, "</" + std::string(name) + ">", 0};
    const std::size_t last = text.rfind(tag.closing);
    if (last == std::string_view::npos) continue;
    tag.last_end = last + tag.closing.size();
    tags.push_back(std::move(tag));
  }
  return tags;
}

// Behind the block that begins at the `<` at `at`; `at` when none does.
std::size_t end_of_block(std::string_view text, std::size_t at, const std::vector<Tag>& tags) {
  const std::string_view rest = text.substr(at + 1);
  for (const Tag& tag : tags) {
    if (!rest.starts_with(tag.name) || at > tag.last_end) continue;
    const char next = rest.size() > tag.name.size() ? rest[tag.name.size()] : '\0';
    if (next != '>' && next != ' ') continue;
    const std::size_t end = text.find(tag.closing, at);
    if (end != std::string_view::npos) return end + tag.closing.size();
  }
  return at;
}

std::string without_tags(std::string_view text, std::span<const std::string_view> tags) {
  if (text.find('<') == std::string_view::npos) return std::string(text);
  const std::vector<Tag> closed = closed_tags(text, tags);
  if (closed.empty()) return std::string(text);
  std::string kept;
  std::size_t kept_to = 0, looked_to = 0;
  bool at_line_start = true;  // nothing but blanks since the line's start or the last block
  for (std::size_t at = text.find('<'); at != std::string_view::npos;
       at = text.find('<', looked_to)) {
    const std::string_view between = text.substr(looked_to, at - looked_to);
    const std::size_t line = between.rfind('\n');
    if (line != std::string_view::npos) at_line_start = true;
    const std::size_t from = line == std::string_view::npos ? 0 : line;
    at_line_start = at_line_start && trim(between.substr(from)).empty();
    const std::size_t end = at_line_start ? end_of_block(text, at, closed) : at;
    if (end == at) {
      at_line_start = false;
      looked_to = at + 1;
      continue;
    }
    kept += text.substr(kept_to, at - kept_to);
    kept_to = looked_to = end;
  }
  if (kept_to == 0) return std::string(text);
  kept += text.substr(kept_to);
  return std::string(trim(kept));
}

// Each line that is kept, with its end.
std::string lines_of_person(const std::vector<std::string_view>& lines,
                            const ProgramWords& program) {
  std::vector<std::size_t> last_closing;  // one behind the last line that closes it; 0 = none
  for (const EnclosedWords& one : program.enclosed) {
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [&](std::string_view line) {
      return trim(line).starts_with(one.close);
    });
    last_closing.push_back(static_cast<std::size_t>(lines.rend() - last));
  }
  std::string kept;
  bool has_words = false;
  const EnclosedWords* within = nullptr;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (within != nullptr) {
      if (!line.starts_with(within->close)) continue;
      const std::string_view behind = trim(line.substr(within->close.size()));
      if (!behind.empty()) kept.append(behind).push_back('\n');
      has_words = has_words || !behind.empty();
      within = nullptr;
      continue;
    }
    for (std::size_t k = 0; k < program.enclosed.size() && within == nullptr; ++k) {
      const EnclosedWords& one = program.enclosed[k];
      if (line.starts_with(one.open) && i + 1 < last_closing[k]) within = &one;
    }
    if (within != nullptr || begins_with_one(line, program.lines)) continue;
    if (!has_words && begins_with_one(line, program.first_lines)) continue;
    has_words = has_words || !line.empty();
    kept.append(lines[i]).push_back('\n');
  }
  return kept;
}

std::string without_lines(std::string_view text, const ProgramWords& program) {
  const auto has = [&](std::string_view one) { return text.find(one) != std::string_view::npos; };
  const bool may_have =
      std::any_of(program.lines.begin(), program.lines.end(), has) ||
      std::any_of(program.first_lines.begin(), program.first_lines.end(), has) ||
      std::any_of(program.enclosed.begin(), program.enclosed.end(),
                  [&](const EnclosedWords& one) { return has(one.open) && has(one.close); });
  if (!may_have) return std::string(text);
  const std::string kept = lines_of_person(split_lines(text), program);
  const std::string_view words = trim(kept);
  return words.size() == trim(text).size() ? std::string(text) : std::string(words);
}

// As the programs themselves read commands: `/name`, also `/name@bot` and `/name: on`; and one line
// for the shell, `!git status`.
bool is_command(std::string_view text, const ProgramWords& program) {
  constexpr std::string_view kBlanks = " \t\n";
  const bool is_line = !program.commands.empty() && text.find('\n') == std::string_view::npos;
  if (is_line && text.size() > 1 && text[0] == '!' &&
      std::islower(static_cast<unsigned char>(text[1])) != 0) {
    return true;
  }
  if (!text.starts_with('/')) return false;
  const std::size_t end = std::min(text.find_first_of(" \t\n:@"), text.size());
  const std::string_view name = text.substr(1, end - 1);
  std::string_view rest = text.substr(end);
  if (rest.starts_with('@')) rest.remove_prefix(std::min(rest.find_first_of(kBlanks), rest.size()));
  if (rest.starts_with(':')) rest.remove_prefix(1);
  const auto is_one_of = [&](std::span<const std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view one) { return equals_ignoring_case(one, name); });
  };
  return is_one_of(program.commands) || (trim(rest).empty() && is_one_of(program.lone_commands));
}

}  // namespace

bool is_programs_message(std::string_view text, const ProgramWords& program) {
  text = trim(text);
  const std::string_view behind_word = text.substr(std::min(text.find(' '), text.size()));
  return std::any_of(program.messages.begin(), program.messages.end(), [&](std::string_view one) {
    return one.starts_with('*') ? behind_word.starts_with(one.substr(1)) : text.starts_with(one);
  });
}

OwnWords words_of_person(std::string_view text, const ProgramWords& program) {
  if (is_programs_message(text, program)) return {"", LeftOutReason::kProgram};
  const std::string others = without_tags(text, program.command_tags);
  const bool command = others.size() != text.size();
  std::string words = without_lines(without_tags(others, program.tags), program);
  const std::string_view left = trim(words);
  if (trim(text).empty()) return {};
  if (left.empty()) return {"", command ? LeftOutReason::kCommand : LeftOutReason::kProgram};
  if (is_programs_message(left, program)) return {"", LeftOutReason::kProgram};
  if (is_command(left, program)) return {"", LeftOutReason::kCommand};
  if (words.size() == text.size()) return {std::move(words), std::nullopt};
  return {std::move(words), LeftOutReason::kContext};
}

OwnWords own_words_of(std::string_view text, const ProgramWords& program) {
  OwnWords own;
  own.text = stripped(text, [&](std::string_view lines) {
    OwnWords of_lines = words_of_person(lines, program);
    own.left_out = of_lines.left_out;
    return std::move(of_lines.text);
  });
  return own;
}

bool is_programs_role(std::string_view role) { return role == "system" || role == "developer"; }

}  // namespace pyramid::ingest
