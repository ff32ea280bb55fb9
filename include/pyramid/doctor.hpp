// Whether what the program leans on is there: engine, git, index.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid {

struct DoctorReport {
  std::string root;
  std::string engine;    // "builtin", "openai"
  std::string model;     // the language model; "" = none is asked
  std::string endpoint;  // its address, without user and password
  bool key = false;      // there is one for it; what it is stands nowhere
  std::string key_from;  // "the environment", ".env", or ""
  bool reachable = false;
  // How the model answers with values: "tools" (it calls them), "schema" (held to a JSON Schema),
  // "plain" (asked for JSON in words); "" = not known.
  std::string mode;
  std::string embedding;  // with its version, such as "static-176/3"; "" = it cannot be used
  // Of an embedding that is asked over a network: its address, where its key is from, and the
  // length of its vectors; 0 = it did not answer.
  std::string embedding_endpoint, embedding_key_from;
  std::size_t embedding_dims = 0;
  std::string repository;  // that keeps the workspace; "" = none
  bool index = false;      // it can be read
  std::size_t files = 0;   // that it knows
  bool engine_failed = false;
  // Language models that are at hand, with what to write into pyramid.yaml to have them used.
  std::vector<std::string> offers;
  Diagnostics problems;
};

// Asks the language model, if one is set, up to three short questions and remembers how it answers;
// what it had no answer to, the next sync asks again. Asks an embedding that is reached over a
// network for one vector. Changes no memory file. What is wrong is in `problems`; fails only where
// there is no workspace.
Result<DoctorReport> doctor(const Environment& environment, const WorkspaceOptions& options);

}  // namespace pyramid
