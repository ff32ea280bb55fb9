#include "hosts/hook.hpp"
#include "hosts/host.hpp"
#include "hosts/json_text.hpp"
#include "hosts/toml_text.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace pyramid;
using namespace pyramid::hosts;

namespace {

const HostOurs kOurs{"/usr/bin/pyramid", "/home/mia/my \"memory\""};
const HostPlaces kPlaces{"/srv/app", "/home/mia", "", "", ""};

std::vector<HostFile> every_file() {
  std::vector<HostFile> all;
  for (const Host& host : all_hosts()) {
    for (const bool of_user : {false, true}) {
      for (const HostFile& file : files_of_host(host, kPlaces, of_user)) all.push_back(file);
    }
  }
  return all;
}

std::string with(const HostFile& file, const std::string& text) {
  Result<std::string> written = with_ours(file, kOurs, text);
  INFO(text << (written ? "" : to_string(written.error())));
  REQUIRE(written);
  return *written;
}
std::string without(const HostFile& file, const std::string& text) {
  Result<std::string> left = without_ours(file, text);
  INFO(text << (left ? "" : to_string(left.error())));
  REQUIRE(left);
  return *left;
}

bool has_server(const HostFile& file) {
  return file.kind == HostFileKind::kToml || !file.servers.empty();
}

void check_ours(const HostFile& file, const std::string& text, const HostOurs& ours) {
  INFO(text);
  const Result<std::optional<HostServer>> server = server_in(file, text);
  REQUIRE(server);
  CHECK(server->has_value() == has_server(file));
  if (*server) CHECK(**server == server_of(ours));
  const Result<std::vector<std::string>> hooks = hooks_in(file, text);
  REQUIRE(hooks);
  const std::size_t events = events_of_host(file.host).size();
  CHECK(hooks->size() == (file.hooks == HookShape::kNone ? 0 : events));
  for (const std::string& hook : *hooks) {
    CHECK(hook.starts_with(ours.program + " hook " + file.host + " "));
    CHECK(hook.find(ours.workspace) != std::string::npos);
  }
}

const std::vector<std::string> kJsonTexts = {
    "{\"a\": 1}",
    "{\"a\": 1}\n",
    "{\n  \"a\": 1\n}\n",
    "{\n\t\"a\": [1, 2],\n\t\"b\": {\"c\": \"x\\ty\"}\n}",
    "{\r\n    \"a\": 1,\r\n    \"mcpServers\": {\r\n        \"x\": {\"command\": \"y\"}\r\n    "
    "}\r\n}\r\n",
    "// mine\n{\n  // one\n  \"a\": 1, // of it\n  /* two */ \"b\": 2 /* behind */\n  // last\n}\n",
    "{\n  a: 'it\\'s',\n  \"mcp\": { servers: { other: { url: \"http://x\" }, }, },\n  n: "
    "+.5,\n}\n",
    "{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"} // why\n  }\n}\n",
    "{\n  \"mcpServers\": {\n    // none yet\n  },\n  \"z\": null\n}\n",
    "\xEF\xBB\xBF{\"mcpServers\": {\"x\": {\"command\": \"y\"}}, \"mcp\": {\"servers\": {\"q\": "
    "{}}}}",
};
const std::vector<std::string> kTomlTexts = {
    "model = \"gpt\"\n",
    "# mine\nmodel = \"gpt\"\n\n[mcp_servers.other]\ncommand = \"x\" # why\nargs = []\n\n# tail\n",
    "[mcp_servers]\n[mcp_servers.other]\ncommand = '''\n[mcp_servers.pyramid]\n'''\n",
    "notes = [\n  \"a\", # one\n  \"b\",\n]\r\n[profiles.x]\r\nmodel = \"m\"\r\n",
    "[[rules]]\na = 1\n[[rules]]\na = 2\n",
};

}  // namespace

TEST_CASE("setup: our lines come in once, lead to the workspace, and go out without a trace") {
  for (const HostFile& file : every_file()) {
    const bool is_json = file.kind == HostFileKind::kJson;
    for (const std::string& text : is_json ? kJsonTexts : kTomlTexts) {
      INFO(file.path << "\n" << text);
      const std::string written = with(file, text);
      INFO(written);
      check_ours(file, written, kOurs);
      CHECK(with(file, written) == written);
      const std::string left = without(file, written);
      if (file.hooks != HookShape::kFlat) {
        CHECK(left == text);
      } else {  // hooks of that shape need a version, which is nobody's
        JsonText json = *JsonText::parse(left);
        REQUIRE(json.erase({"version"}));
        CHECK(json.text() == text);
      }
      CHECK(without(file, text) == text);
    }
  }
}

TEST_CASE("setup: a file that there is not is made, and is nothing again without our lines") {
  for (const HostFile& file : every_file()) {
    const std::string written = with(file, "");
    INFO(written);
    CHECK(with(file, written) == written);
    CHECK(without(file, written).empty());
  }
}

TEST_CASE("setup: with the tools on tasks, and without them again") {
  const HostOurs tasks{kOurs.program, kOurs.workspace, true};
  CHECK(server_of(tasks).args.back() == "--tasks");
  for (const HostFile& file : every_file()) {
    const std::string before = with(file, "");
    const Result<std::string> told = with_ours(file, tasks, before);
    REQUIRE(told);
    check_ours(file, *told, tasks);
    CHECK(with(file, *told) == before);
    CHECK(without(file, *told).empty());
  }
}

TEST_CASE("setup: another workspace takes the place of the first, beside what a person added") {
  const HostOurs other{"/opt/pyramid", "/srv/memory"};
  for (const HostFile& file : every_file()) {
    const bool is_json = file.kind == HostFileKind::kJson;
    std::string text = with(file, is_json ? "{\n  \"a\": 1\n}\n" : "a = 1\n");
    if (is_json && has_server(file)) {
      JsonText json = *JsonText::parse(text);
      JsonPath at = file.servers;
      at.insert(at.end(), {kServerName, "env"});
      REQUIRE(json.set(at, {{"X", "1"}}));
      text = json.text();
    } else if (!is_json) {
      text += "startup_timeout_sec = 20 # slow\n\n[mcp_servers.pyramid.env]\nX = \"1\"\n";
    }
    const Result<std::string> moved = with_ours(file, other, text);
    REQUIRE(moved);
    INFO(*moved);
    check_ours(file, *moved, other);
    CHECK(moved->find("my \\\"memory\\\"") == std::string::npos);
    if (!has_server(file)) continue;
    CHECK(moved->find(is_json ? "\"X\": \"1\"" : "X = \"1\"") != std::string::npos);
    if (!is_json) CHECK(moved->find("startup_timeout_sec = 20 # slow\n") != std::string::npos);
    CHECK(without(file, *moved) == (is_json ? "{\n  \"a\": 1\n}\n" : "a = 1\n"));
  }
}

TEST_CASE("setup: a person's own hooks stay, and so does what a person changed in ours") {
  const HostFile file = files_of_host(*find_host("claude-code"), kPlaces, false).back();
  const std::string text = R"({
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "say done"}]}
    ],
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check"}]}]
  }
}
)";
  std::string written = with(file, text);
  CHECK(without(file, written) == text);
  // Ours beside another in one group, with another timeout; and one at an event that is none.
  JsonText json = *JsonText::parse(written);
  JsonPath group = {"hooks", "Stop", 0, "hooks"};
  const std::string old = "/old/pyramid hook claude-code Stop -w /old";
  REQUIRE(json.append(group, {{"type", "command"}, {"command", old}, {"timeout", 77}}));
  REQUIRE(
      json.append({"hooks", "PreToolUse"},
                  {{"hooks", Json::array({{{"command", "pyramid hook claude-code X -w /"}}})}}));
  const std::string again = with(file, json.text());
  INFO(again);
  CHECK(again.find("/old") == std::string::npos);
  CHECK(again.find("77") != std::string::npos);
  CHECK(again.find("claude-code X") == std::string::npos);
  CHECK(again.find("say done") != std::string::npos);
  CHECK(hooks_in(file, again)->size() == 5);
  CHECK(without(file, again).find("pyramid") == std::string::npos);
  CHECK(without(file, again).find("\"check\"") != std::string::npos);
}

TEST_CASE("setup: what cannot be read is refused with its line, and changed by nobody") {
  const HostFile json = files_of_host(*find_host("cursor"), kPlaces, false).front();
  const HostFile toml = files_of_host(*find_host("codex"), kPlaces, false).front();
  const auto refused = [](const HostFile& file, const std::string& text, const char* line) {
    INFO(text);
    for (const Result<std::string>& one :
         {with_ours(file, kOurs, text), without_ours(file, text)}) {
      REQUIRE_FALSE(one);
      CHECK(one.error().kind == ErrorKind::kInvalid);
      CHECK(one.error().where == line);
      CHECK(to_string(one.error()).find('\n') == std::string::npos);
    }
  };
  refused(json, "{\n\"a\": 1\n", "3");
  refused(json, "{\n\"a\": 1 \"b\": 2}", "2");
  refused(json, "{\"a\": 1, \"a\": 2}", "1");
  refused(json, "[]", "1");
  refused(json, "{} x", "1");
  refused(json, "{\"a\": \"x", "1");
  refused(json, "{\"a\": /* ", "1");
  refused(json, std::string(1000, '['), "1");
  refused(toml, "a = 1\nb = \n", "2");
  refused(toml, "[mcp_servers.x]\n[mcp_servers.x]\n", "2");
  CHECK_FALSE(with_ours(json, kOurs, "{\"mcpServers\": []}"));
  const auto on_one_line = with_ours(toml, kOurs, "mcp_servers = {x = {command = \"y\"}}\n");
  REQUIRE_FALSE(on_one_line);
  CHECK(on_one_line.error().what.find("cannot be added to") != std::string::npos);
}

TEST_CASE("setup: another server that is called as ours is not touched") {
  for (const HostFile& file : every_file()) {
    if (!has_server(file)) continue;
    std::string text = "[mcp_servers.pyramid]\ncommand = \"npx\"\n";
    if (file.kind == HostFileKind::kJson) {
      JsonText json = *JsonText::parse("{}");
      JsonPath at = file.servers;
      at.push_back(kServerName);
      REQUIRE(json.set(at, {{"command", "npx"}}));
      text = json.text();
    }
    for (const Result<std::string>& one :
         {with_ours(file, kOurs, text), without_ours(file, text)}) {
      REQUIRE_FALSE(one);
      CHECK(one.error().kind == ErrorKind::kConflict);
    }
  }
}

TEST_CASE("setup: a host is found by its name, and a near miss is told") {
  CHECK(find_host("codex"));
  CHECK(find_host("cursr").error().hint == "did you mean cursor?");
}
