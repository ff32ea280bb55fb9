// What the program's exit code means (docs/cli.md has the same table).
#pragma once

#include "pyramid/error.hpp"

namespace pyramid::process {

enum ExitCode : int {
  kExitOk = 0,
  kExitProblems = 1,  // done, but something in the input was wrong or is missing; check: found some
  kExitUsage = 2,     // the command line is wrong
  kExitNotFound = 3,  // no workspace, no such file
  kExitEngine = 4,    // a language model or the network failed
  kExitConflict = 5,  // another process or git holds it; try again
  kExitInvalid = 6,   // the input as a whole is not what it should be
  kExitIo = 7,        // the file system refused
  kExitInternal = 70,     // a bug of ours
  kExitInterrupted = 130  // Ctrl-C; what was finished is kept
};

constexpr ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return kExitUsage;
    case ErrorKind::kNotFound:
    case ErrorKind::kNotWorkspace:
      return kExitNotFound;
    case ErrorKind::kEngine:
    case ErrorKind::kTooLong:
      return kExitEngine;
    case ErrorKind::kConflict:
      return kExitConflict;
    case ErrorKind::kInvalid:
      return kExitInvalid;
    case ErrorKind::kIo:
    case ErrorKind::kCorruptCache:
      return kExitIo;
    case ErrorKind::kCancelled:
      return kExitInterrupted;
    case ErrorKind::kInternal:
      break;
  }
  return kExitInternal;
}

}  // namespace pyramid::process
