// A workspace that asks a language model: a server in this process that answers by rules.
#pragma once

#include "tests/ops/fixture.hpp"
#include "tests/support/chat_server.hpp"

#include <string>
#include <utility>
#include <vector>

namespace pyramid::test {

inline constexpr const char* kKey = "a-key-that-nobody-may-see-0123456789";

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Asking {
 public:
  explicit Asking(ChatServer::Model model = answer_by_rules) : server(std::move(model)) {
    set("engine: openai\nbase_url: " + server.base_url() + "\nstep: 3\n");
    write_twelve_facts(fixture);
  }
  void set(const std::string& settings) const { fixture.write("pyramid.yaml", settings); }
  Environment environment() {
    Environment environment = fixture.environment();
    environment.engine.key = key;
    return environment;
  }
  Result<SyncReport> sync(bool dry_run = false) {
    SyncOptions options;
    options.workspace.root = fixture.root();
    options.dry_run = dry_run;
    return pyramid::sync(environment(), options);
  }
  SyncReport synced() {
    auto report = sync();
    REQUIRE(report);
    return *report;
  }
  Result<ImportReport> import_all(unsigned parallel = 0) {
    ImportOptions options;
    options.workspace.root = fixture.root();
    options.source = fixture.outside("sessions");
    options.parallel = parallel;
    return pyramid::import(environment(), options);
  }
  Result<SearchReport> search(const std::string& query) {
    SearchOptions options;
    options.workspace.root = fixture.root();
    options.query = query;
    return search_memory(environment(), options);
  }
  // Of the ledger.
  std::vector<LedgerEvent> violations() {
    LedgerOptions options;
    options.workspace.root = fixture.root();
    options.kind = "violation";
    auto report = read_ledger(environment(), options);
    REQUIRE(report);
    return report->events;
  }
  DoctorReport examined() {
    auto report = doctor(environment(), {fixture.root(), {}});
    REQUIRE(report);
    return *report;
  }

  ChatServer server;
  Fixture fixture;
  std::string key = kKey;
};

}  // namespace pyramid::test
