// Any bytes as what a program in another language passes to the C API: each call answers with a
// code of the header and with JSON that fits it, and the memory can be asked afterwards. The first
// line of an input names a function or an operation, what follows are its options.
#include "pyramid/pyramid.h"
#include "tests/fuzz/property.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

using pyramid::fuzz::hold;

namespace {

namespace fs = std::filesystem;

// A workspace with a fact in it, which is gone when the program ends. Paths that an input names are
// looked for in a folder that is empty.
class Workspace {
 public:
  Workspace() {
    std::string pattern = (fs::temp_directory_path() / "fuzz-capi-XXXXXX").string();
    hold(mkdtemp(pattern.data()) != nullptr, "there is a folder for the workspace");
    folder_ = pattern;
    fs::create_directory(folder_ / "empty");
    fs::current_path(folder_ / "empty");
    ask(pyramid_init(root().c_str(), R"({"timezone": "UTC"})", &answer_), "init");
    ask(pyramid_open(root().c_str(), R"({"now": "2026-05-15T09:00:00Z"})", &memory_, &answer_),
        "open");
    ask(pyramid_call(memory_, "observe", R"({"text": "Mia's boat is called Luna."})", &answer_),
        "observe");
  }
  ~Workspace() {
    pyramid_close(memory_);
    std::error_code left_behind;
    fs::remove_all(folder_, left_behind);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  [[nodiscard]] std::string root() const { return (folder_ / "memory").string(); }
  [[nodiscard]] pyramid_memory* memory() const { return memory_; }

 private:
  void ask(pyramid_code code, const char* what) {
    if (code != PYRAMID_OK) std::fprintf(stderr, "%s\n", answer_ == nullptr ? "" : answer_);
    hold(code == PYRAMID_OK, what);
    pyramid_free(answer_);
    answer_ = nullptr;
  }

  fs::path folder_;
  pyramid_memory* memory_ = nullptr;
  char* answer_ = nullptr;
};

bool is_code(pyramid_code code) {
  switch (code) {
    case PYRAMID_OK:
    case PYRAMID_USAGE:
    case PYRAMID_NOT_FOUND:
    case PYRAMID_ENGINE:
    case PYRAMID_CONFLICT:
    case PYRAMID_INVALID:
    case PYRAMID_IO:
    case PYRAMID_CANCELLED:
      return true;
    case PYRAMID_INTERNAL:  // a bug
      break;
  }
  return false;
}

void judge(pyramid_code code, char* answer) {
  hold(is_code(code), "the code is one of the header's and no bug");
  if (answer != nullptr) {
    const auto json = nlohmann::json::parse(answer, nullptr, false);
    hold(json.is_object(), "an answer is a JSON object");
    hold(json.contains("error") == (code != PYRAMID_OK), "an error comes with its code");
    hold(code == PYRAMID_OK || (json["error"].contains("kind") && json["error"].contains("what")),
         "an error says what is wrong");
  }
  hold(answer != nullptr || code == PYRAMID_OK, "a failure is explained");
  pyramid_free(answer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Workspace workspace;
  const std::string bytes(pyramid::fuzz::text_of(data, size));
  const std::size_t line = bytes.find('\n');
  const std::string name = bytes.substr(0, line);
  const std::string options = line == std::string::npos ? "" : bytes.substr(line + 1);
  char* answer = nullptr;
  pyramid_code code = PYRAMID_OK;
  if (name == "init") {
    code = pyramid_init(workspace.root().c_str(), options.c_str(), &answer);
  } else if (name == "open") {
    pyramid_memory* second = nullptr;
    code = pyramid_open(workspace.root().c_str(), options.c_str(), &second, &answer);
    hold((second != nullptr) == (code == PYRAMID_OK), "what opens is a memory");
    pyramid_close(second);
  } else {
    code = pyramid_call(workspace.memory(), name.c_str(), options.c_str(), &answer);
  }
  judge(code, answer);
  return 0;
}
