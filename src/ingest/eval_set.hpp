// Sets of questions with known evidence, for measuring search.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <string>
#include <vector>

namespace pyramid::ingest {

struct EvalTurn {
  std::string id, speaker, text;
};
struct EvalSession {
  std::string name;
  Time at;
  std::vector<EvalTurn> turns;
};
// A fact or a note that stands for itself.
struct EvalNote {
  std::string id, text;
  Time at;  // zero: a note without a date
};
struct EvalQuestion {
  std::string text, category;
  std::vector<std::string> evidence;  // ids of turns and notes
};
struct EvalConversation {
  std::string name;
  std::vector<EvalSession> sessions;
  std::vector<EvalNote> notes;
  std::vector<EvalQuestion> questions;
};
struct EvalSet {
  std::vector<EvalConversation> conversations;
  Diagnostics diagnostics;  // bad lines, with path:line
};

// JSON lines: `conversation`, `sessions[] {session, date, turns[] {id, speaker, text}}`, `notes[]
// {id, text, date}`, `questions[] {question, category, evidence[]}`; lines of one conversation are
// one memory. A bad line, and evidence that is no turn, is told and left out. Fails only when the
// file cannot be read.
Result<EvalSet> read_eval_set(FileSystem& files, const std::string& path);

}  // namespace pyramid::ingest
