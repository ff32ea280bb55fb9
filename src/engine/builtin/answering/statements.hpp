// What passages state, a sentence or a list item each, and of whom. Pure; any thread.
#pragma once

#include "engine/builtin/answering/question.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/engine.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::answering {

struct Statement {
  writing::Fact fact;       // in the third person
  std::string text;         // as the passage has it, without markup
  std::size_t passage = 0;  // which one
  std::set<std::string> stems;
  // Of a row of a table: those of what it says without its headings.
  std::optional<std::set<std::string>> cells;
  bool is_others = false;       // another person's words, neither the user's nor the assistant's
  bool then = false;            // of the time that the question names
  std::set<std::string> kin;    // of the user's family, whom it is about
  std::set<std::string> names;  // what it speaks of by name, or stands under (name_of)
  bool names_kin = false;       // it has the name of one of `kin`: "their daughter Mia"
  double covered = 0;           // of the question's words
  double said = 0;              // of those that say what is asked, not of whom
  double score = 0;
};

// In the order of the passages, each text once. Questions, headings, fields left empty, sources and
// what is known to hold no longer state nothing.
std::vector<Statement> statements_of(const AnswerRequest& request);

// Whether it speaks of whom the question is about: a fact about another one is no answer.
bool is_about(const Question& question, const Statement& statement);

// Of facts that cannot both hold only the newest stays; then in order of time.
void drop_corrected(std::vector<Statement>& statements);

}  // namespace pyramid::engine::builtin::answering
