#include "hosts/memory_tool.hpp"

#include "pyramid/init.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace pyramid;
using pyramid::hosts::Json;
using pyramid::hosts::ToolAnswer;

namespace {

class Tool {
 public:
  Tool() {
    FixedClock clock(*parse_time("2026-05-15T09:00:00Z"));
    REQUIRE(init(Environment{*files_, clock, silent_}, root()));
  }
  [[nodiscard]] std::string root() const { return directory_ / "memory"; }
  [[nodiscard]] std::string outside(const std::string& name) const { return directory_ / name; }
  ToolAnswer call(const Json& command) {
    return hosts::run_memory_tool(*files_, root(), silent_, command);
  }
  std::string done(const Json& command) {
    const ToolAnswer answer = call(command);
    INFO(answer.text);
    CHECK_FALSE(answer.is_error);
    return answer.text;
  }
  std::string refused(const Json& command) {
    const ToolAnswer answer = call(command);
    INFO(answer.text);
    CHECK(answer.is_error);
    return answer.text;
  }

 private:
  test::TempDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  SilentProgress silent_;
};

Json on(const char* command, const std::string& path) {
  return {{"command", command}, {"path", path}};
}
Json creating(const std::string& path, const std::string& text) {
  return {{"command", "create"}, {"path", path}, {"file_text", text}};
}

}  // namespace

TEST_CASE("memory tool: a file is made, viewed, edited, moved and deleted") {
  Tool tool;
  const std::string path = "/memories/memory/tea.md";
  CHECK(tool.done(creating(path, "one\ntwo\n")) == "File created successfully at: " + path);
  CHECK(tool.done(on("view", path)) ==
        "Here's the content of " + path +
            " with line numbers:\n     1\tone\n     2\ttwo\n     3\t");
  CHECK(tool.done(
            {{"command", "str_replace"}, {"path", path}, {"old_str", "two"}, {"new_str", "2"}}) ==
        "The memory file has been edited. Here is the snippet showing the change (with line "
        "numbers):\n     1\tone\n     2\t2\n     3\t");
  CHECK(
      tool.done(
          {{"command", "insert"}, {"path", path}, {"insert_line", 0}, {"insert_text", "zero\n"}}) ==
      "The file " + path + " has been edited.");
  CHECK(tool.done({{"command", "rename"}, {"old_path", path}, {"new_path", "/memories/x/y.md"}}) ==
        "Successfully renamed " + path + " to /memories/x/y.md");
  std::ifstream file(tool.root() + "/x/y.md");
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "zero\none\n2\n");
  CHECK(tool.done(on("delete", "/memories/x")) == "Successfully deleted /memories/x");
  CHECK_FALSE(std::filesystem::exists(tool.root() + "/x"));
}

TEST_CASE("memory tool: what Pyramid writes, or a person alone, can be read and not changed") {
  Tool tool;
  for (const char* path : {"/memories/MEMORY.md", "/memories/SOUL.md", "/memories/pyramid.yaml"}) {
    INFO(path);
    tool.done(on("view", path));
    CHECK(tool.refused(on("delete", path)).find(path) != std::string::npos);
    tool.refused({{"command", "insert"}, {"path", path}, {"insert_line", 0}, {"insert_text", "x"}});
    tool.refused({{"command", "str_replace"}, {"path", path}, {"old_str", "e"}, {"new_str", "x"}});
    tool.refused({{"command", "rename"}, {"old_path", path}, {"new_path", "/memories/z.md"}});
  }
  for (const char* folder : {"models", "summaries/user", "observations", "sessions", "ledger",
                             "facts/areas", "tasks", "topics/_fresh"}) {
    tool.refused(creating("/memories/" + std::string(folder) + "/x.md", "x"));
  }
  tool.done(creating("/memories/y.md", "x"));
  tool.refused({{"command", "rename"},
                {"old_path", "/memories/y.md"},
                {"new_path", "/memories/models/y.md"}});
  CHECK(tool.refused(on("delete", "/memories")) == "Cannot delete the /memories directory itself");
}

TEST_CASE("memory tool: nothing outside of the workspace, hidden or beside it is reached") {
  Tool tool;
  std::ofstream(tool.outside("secret.md")) << "secret";
  std::filesystem::create_symlink(tool.outside("secret.md"), tool.root() + "/link.md");
  std::filesystem::create_directory_symlink(tool.outside(""), tool.root() + "/out");
  std::ofstream(tool.root() + "/.env") << "KEY=secret";
  for (const char* path :
       {"/memories/link.md", "/memories/out/secret.md", "/memories/../secret.md", "/memories/.env",
        "/memories/.git/config", "/memories/.pyramid/index.db", "/memories/x/../../secret.md",
        "/memoriesx/y", "/etc/passwd", "memories/MEMORY.md", ""}) {
    for (const char* command : {"view", "delete"}) {
      INFO(command << " " << path);
      CHECK(tool.refused(on(command, path)).find("KEY") == std::string::npos);
    }
    tool.refused(creating(path, "x"));
    tool.refused({{"command", "rename"}, {"old_path", "/memories/MEMORY.md"}, {"new_path", path}});
  }
  CHECK(tool.done(on("view", "/memories")).find("secret") == std::string::npos);
  CHECK(std::filesystem::exists(tool.outside("secret.md")));
}

TEST_CASE("memory tool: whatever the command is, there is an answer") {
  Tool tool;
  for (const Json& command :
       {Json(), Json(7), Json::array(), Json::object(), Json{{"command", 7}},
        Json{{"command", "x"}}, Json{{"command", "view"}}, Json{{"command", "view"}, {"path", 7}},
        Json{{"command", "create"}, {"path", "/memories/a"}},
        Json{{"command", "insert"},
             {"path", "/memories/a"},
             {"insert_line", "1"},
             {"insert_text", ""}}}) {
    CHECK_FALSE(tool.refused(command).empty());
  }
  std::ofstream(tool.root() + "/bytes.md") << "\xff\xfe";
  tool.refused(on("view", "/memories/bytes.md"));
}
