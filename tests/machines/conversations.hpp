// A conversation that goes on in two places.
#pragma once

#include "tests/machines/machines.hpp"

#include <map>
#include <set>

namespace pyramid::test {

// "My name is Mia." and one more turn.
inline std::string conversation(const std::string& last, const std::string& at) {
  const auto line = [](const std::string& when, const std::string& words) {
    return R"({"type":"message","timestamp":")" + when +
           R"(","message":{"role":"user","content":")" + words + "\"}}\n";
  };
  return R"({"type":"session","version":3,"id":"talk","timestamp":"2026-05-12T10:00:00Z"})"
         "\n" +
         line("2026-05-12T10:00:00Z", "My name is Mia.") + line(at, last);
}

inline SyncReport import_of(Machine& machine, const std::string& file) {
  SyncOptions options;
  options.workspace.root = machine.root();
  options.source = file;
  Result<SyncReport> report = pyramid::sync(machine.environment(), options);
  if (!report) FAIL(to_string(report.error()));
  return *std::move(report);
}

// Three facts of it, of Mia, of Lisbon and of a carpenter, each with the turn that says it.
inline void check_turns(Machine& machine) {
  std::map<std::string, std::string> facts;
  std::string session;
  for (const auto& [path, bytes] : machine.tree()) {
    if (path.starts_with("observations/")) facts.emplace(path, bytes);
    if (path.starts_with("sessions/")) session = bytes;
  }
  REQUIRE(facts.size() == 3);
  std::set<std::string> ids;
  for (const auto& [path, bytes] : facts) {
    INFO(bytes);
    ids.insert(bytes.substr(bytes.find("id: "), 30));
    const std::size_t link = bytes.find("#^t");
    REQUIRE(link != std::string::npos);
    CHECK(bytes.find("#^t", link + 1) == std::string::npos);
    const std::string turn = bytes.substr(link + 1, 3);
    const std::size_t said =
        session.find(bytes.find("Lisbon") != std::string::npos      ? "Lisbon"
                     : bytes.find("carpenter") != std::string::npos ? "carpenter"
                                                                    : "Mia");
    CHECK(session.substr(session.find("^t", said), 3) == turn);
  }
  CHECK(ids.size() == 3);
}

}  // namespace pyramid::test
