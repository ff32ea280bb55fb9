// The functions of include/pyramid/pyramid.h, over the table of operations.
#include "operations/documents.hpp"
#include "operations/operation.hpp"
#include "process/exit_code.hpp"
#include "process/surroundings.hpp"
#include "protocol/json_rpc.hpp"
#include "pyramid/pyramid.h"
#include "pyramid/pyramid.hpp"
#include "pyramid/version.hpp"
#include "pyramid/warm.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace {

using pyramid::Environment;
using pyramid::Error;
using pyramid::ErrorKind;
using pyramid::Result;
using pyramid::Status;
using pyramid::operations::Json;

// Null where there is no memory for it.
char* copied(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

pyramid_code told(const Error& error, char** answer) {
  *answer = copied(dumped(pyramid::operations::to_json(error)));
  return static_cast<pyramid_code>(pyramid::process::exit_code_of(error.kind));
}

// What a function does: nothing that it throws gets past it.
template <typename F>
pyramid_code guarded(char** answer, F function) noexcept {
  if (answer == nullptr) return PYRAMID_USAGE;
  *answer = nullptr;
  try {
    const Result<Json> report = function();
    if (!report) return told(report.error(), answer);
    if (!report->is_null()) *answer = copied(dumped(*report));
    return PYRAMID_OK;
  } catch (const std::bad_alloc&) {
    return PYRAMID_INTERNAL;
  } catch (const std::exception& error) {
    try {
      return told({ErrorKind::kInternal, "a bug", {}, error.what(), {}}, answer);
    } catch (...) {
      return PYRAMID_INTERNAL;
    }
  } catch (...) {
    return PYRAMID_INTERNAL;
  }
}

Result<Json> options_in(const char* options) {
  if (options == nullptr || *options == '\0') return Json::object();
  Result<Json> given = pyramid::protocol::parse_message(options);
  if (!given) {
    return pyramid::fail(Error{ErrorKind::kUsage,
                               "the options are no JSON",
                               {},
                               given.error().what,
                               "give an object in UTF-8, such as {\"limit\": 5}"});
  }
  if (!given->is_object()) return pyramid::fail(ErrorKind::kUsage, "the options are no object");
  return given;
}

// The texts of an object by these names; kUsage for any other member.
Status take_texts(const Json& given,
                  std::initializer_list<std::pair<const char*, std::string*>> texts) {
  for (const auto& [name, value] : given.items()) {
    const auto* found = std::find_if(texts.begin(), texts.end(),
                                     [&](const auto& one) { return name == one.first; });
    if (found == texts.end()) {
      return pyramid::fail(ErrorKind::kUsage, "no such option: " + name);
    }
    if (!value.is_string()) return pyramid::fail(ErrorKind::kUsage, name + " is not text");
    *found->second = value.get<std::string>();
  }
  return {};
}

// Tells nobody, and ends the calls that had begun when it was cancelled.
class CallProgress final : public pyramid::Progress {
 public:
  explicit CallProgress(const std::atomic<std::size_t>& cancels)
      : cancels_(cancels), before_(cancels.load()) {}
  void begin(std::string_view, std::size_t) override {}
  void advance(std::size_t) override {}
  void end() override {}
  void notice(std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return cancels_.load() != before_; }

 private:
  const std::atomic<std::size_t>& cancels_;
  std::size_t before_;
};

}  // namespace

struct pyramid_memory {
  std::unique_ptr<pyramid::FileSystem> files = pyramid::make_real_file_system();
  std::unique_ptr<pyramid::Clock> clock = std::make_unique<pyramid::SystemClock>();
  pyramid::EngineAccess engine = pyramid::process::engine_access();
  std::string program = "pyramid";
  pyramid::WorkspaceOptions workspace = {};
  std::unique_ptr<pyramid::WarmState> warm = {};
  std::atomic<std::size_t> cancels = 0;

  Environment environment(pyramid::Progress& progress) {
    return Environment{.files = *files,
                       .clock = *clock,
                       .progress = progress,
                       .engine = engine,
                       .program = program,
                       .machine = pyramid::process::machine_name(),
                       .home = pyramid::process::home_folder(),
                       .warm = warm.get()};
  }
};

namespace {

Result<Json> opened(const char* root, const char* options,
                    std::unique_ptr<pyramid_memory>& memory) {
  if (root == nullptr) return pyramid::fail(ErrorKind::kUsage, "no folder is named");
  PYRAMID_ASSIGN(const Json given, options_in(options));
  auto made = std::make_unique<pyramid_memory>();
  std::string now;
  PYRAMID_TRY(take_texts(given, {{"database", &made->workspace.database},
                                 {"program", &made->program},
                                 {"now", &now},
                                 {"api_key", &made->engine.key},
                                 {"base_url", &made->engine.base_url}}));
  if (!now.empty()) {
    const auto time = pyramid::parse_time(now);
    if (!time) return pyramid::fail(ErrorKind::kUsage, "now is not a time: " + now);
    made->clock = std::make_unique<pyramid::FixedClock>(*time);
  }
  made->workspace.root = root;
  pyramid::SilentProgress silent;
  pyramid::MemoryOptions look;
  look.workspace = made->workspace;
  look.files = made->files.get();
  look.clock = made->clock.get();
  PYRAMID_ASSIGN(const pyramid::Memory found, pyramid::Memory::open(look));
  made->workspace.root = found.root();
  made->warm = keep_warm(made->environment(silent), made->workspace, {.watches = true});
  memory = std::move(made);
  return Json();
}

Result<Json> initialised(const char* root, const char* options) {
  if (root == nullptr) return pyramid::fail(ErrorKind::kUsage, "no folder is named");
  PYRAMID_ASSIGN(const Json given, options_in(options));
  pyramid_memory memory;
  pyramid::SilentProgress silent;
  pyramid::InitOptions how;
  how.timezone = pyramid::process::timezone_of_machine(*memory.files);
  PYRAMID_TRY(take_texts(given, {{"preset", &how.preset}, {"timezone", &how.timezone}}));
  PYRAMID_ASSIGN(const pyramid::InitReport report,
                 pyramid::init(memory.environment(silent), root, how));
  return pyramid::operations::to_json(report);
}

Result<Json> called(pyramid_memory* memory, const char* operation, const char* options) {
  if (memory == nullptr || operation == nullptr) {
    return pyramid::fail(ErrorKind::kUsage, "no memory or no operation is named");
  }
  const pyramid::operations::Operation* found = pyramid::operations::find_operation(operation);
  if (found == nullptr) {
    return pyramid::fail(ErrorKind::kNotFound, "no such operation: " + std::string(operation), {},
                         "pyramid_operations() has all of them");
  }
  PYRAMID_ASSIGN(const Json given, options_in(options));
  CallProgress progress(memory->cancels);
  return found->run({memory->environment(progress), memory->workspace}, given);
}

}  // namespace

extern "C" {

const char* pyramid_version(void) { return PYRAMID_VERSION; }

char* pyramid_operations(void) {
  char* all = nullptr;
  guarded(&all, [] { return Result<Json>(pyramid::operations::described_operations()); });
  return all;
}

pyramid_code pyramid_init(const char* root, const char* options, char** answer) {
  return guarded(answer, [&] { return initialised(root, options); });
}

pyramid_code pyramid_open(const char* root, const char* options, pyramid_memory** memory,
                          char** answer) {
  if (memory == nullptr) return PYRAMID_USAGE;
  *memory = nullptr;
  std::unique_ptr<pyramid_memory> made;
  const pyramid_code code = guarded(answer, [&] { return opened(root, options, made); });
  *memory = made.release();
  return code;
}

pyramid_code pyramid_call(pyramid_memory* memory, const char* operation, const char* options,
                          char** answer) {
  return guarded(answer, [&] { return called(memory, operation, options); });
}

void pyramid_cancel(pyramid_memory* memory) {
  if (memory != nullptr) ++memory->cancels;
}

void pyramid_close(pyramid_memory* memory) { delete memory; }

void pyramid_free(char* text) { std::free(text); }

}  // extern "C"
