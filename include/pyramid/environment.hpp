// What every use case needs from the world, handed in by the front end.
#pragma once

#include "pyramid/clock.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/zone.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

class WarmState;

// A server of language models on this machine that answers.
struct LocalServer {
  std::string name;      // "Ollama"
  std::string base_url;  // "http://localhost:11434/v1"
  std::string model;     // one that it has
};

// What the machine's environment says of language models, read by the front end. The key is sent to
// the endpoint and stands in nothing that the library writes or says.
struct EngineAccess {
  std::string key;                  // $OPENAI_API_KEY
  std::string base_url;             // $OPENAI_BASE_URL; pyramid.yaml goes first
  std::string proxy, proxy_except;  // $HTTPS_PROXY, $NO_PROXY; "" = none
  // Looks for servers on this machine, which are told of, not used; asked where the rules wrote
  // texts. None: nobody looks.
  std::function<std::vector<LocalServer>()> find_local_servers = {};
  // The file in which a person's confirmations of addresses lie (pyramid/trust.hpp), "" = there are
  // none; nullopt: the caller vouches for what the files of a workspace name.
  std::optional<std::string> trusted = std::nullopt;
};

// Borrowed; must outlive the call. The library reads no environment variable and prints nothing.
struct Environment {
  FileSystem& files;
  const Clock& clock;
  Progress& progress;
  EngineAccess engine = {};
  std::string program = "pyramid";  // how git calls the merge driver: a path, or on the PATH
  std::string machine = {};  // what this machine is called, for the ledger's file; "" = unnamed
  std::string home = {};     // the person's folder, for "~" in extra_paths; "" = not known
  // The time zone of this run's "today", of what is said now and of what it shows; none: the
  // setting `timezone`. What is planned goes by the setting alone.
  std::optional<Zone> zone = std::nullopt;
  WarmState* warm = nullptr;  // pyramid/warm.hpp; none: each call looks for itself
};

// Names one workspace for a use case.
struct WorkspaceOptions {
  std::string root;      // folder that holds pyramid.yaml
  std::string database;  // where the index lies; "" = .pyramid/index.db
};

// The time zone in which a run reports times: `environment.zone`, else the workspace's; UTC where
// its settings cannot be read or name none that can be found.
Zone zone_of(const Environment& environment, const WorkspaceOptions& workspace);

// The workspace that encloses `from`, as git finds its repository. kNotWorkspace if none.
Result<std::string> find_workspace(FileSystem& files, const std::string& from);

}  // namespace pyramid
