// What the program tells people to type: each command and option of its own that a message names is
// there.
#include "tests/cli/program.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace hints_test {

using namespace pyramid::test;

namespace {

// The string literals of all sources that are sentences; what goes on in the next line as one.
std::vector<std::string> messages() {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::vector<std::string> found;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(PYRAMID_SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    std::ifstream file(entry.path());
    bool open = false;  // the last line ended with a literal
    for (std::string line; std::getline(file, line);) {
      const std::string code = line.substr(0, line.find("//"));
      for (std::sregex_iterator one(code.begin(), code.end(), literal), end; one != end; ++one) {
        const bool is_first =
            code.find_first_not_of(" \t") == static_cast<std::size_t>(one->position());
        if (open && is_first) {
          found.back() += one->str(1);
        } else {
          found.push_back(one->str(1));
        }
      }
      const std::size_t last = code.find_last_not_of(" \t");
      open = last != std::string::npos && code[last] == '"';
    }
  }
  static const std::regex argument("^ *--[a-z-]+(=.*| *)$");  // of another program
  std::erase_if(found, [](const std::string& one) {
    return one.find(' ') == std::string::npos || std::regex_match(one, argument);
  });
  return found;
}

std::set<std::string> options_in(const std::string& text) {
  static const std::regex option(R"((^|[\s,`(])(--[a-z][a-z-]+))");
  std::set<std::string> found;
  for (std::sregex_iterator one(text.begin(), text.end(), option), end; one != end; ++one)
    found.insert(one->str(2));
  return found;
}

// The commands that a help names.
std::vector<std::string> commands_in(const std::string& help) {
  static const std::regex line(R"(^  ([a-z][a-z-]+) {2,}\S)");
  std::vector<std::string> found;
  const std::size_t begin = help.find("Subcommands:");
  std::istringstream lines(begin == std::string::npos ? "" : help.substr(begin));
  for (std::string one; std::getline(lines, one);) {
    std::smatch match;
    if (std::regex_search(one, match, line)) found.push_back(match.str(1));
  }
  return found;
}

// The options of each command and of those below it, by what its help says.
std::map<std::string, std::set<std::string>> commands() {
  const Program program;
  std::map<std::string, std::set<std::string>> found;
  const std::string help = program.run({"help"}).out;
  const std::set<std::string> general = options_in(help.substr(0, help.find("Subcommands:")));
  for (const std::string& command : commands_in(help)) {
    const std::string own = program.run({command, "--help"}).out;
    std::set<std::string> options = options_in(own);
    for (const std::string& below : commands_in(own)) {
      options.merge(options_in(program.run({command, below, "--help"}).out));
    }
    options.insert(general.begin(), general.end());
    found[command] = std::move(options);
  }
  return found;
}

}  // namespace

TEST_CASE("hints: each command and option of pyramid's that a message names is there") {
  const std::map<std::string, std::set<std::string>> known = commands();
  REQUIRE(known.size() > 30);
  std::set<std::string> all;
  for (const auto& [name, options] : known) all.insert(options.begin(), options.end());
  // Told where the command of git's stands elsewhere.
  const std::set<std::string> of_git = {"--continue", "--abort", "--prune", "--keep"};
  static const std::regex typed(R"(`pyramid ([a-z-]+)([^`]*)(`|$))");
  std::size_t looked_at = 0;
  for (const std::string& message : messages()) {
    INFO(message);
    for (std::sregex_iterator one(message.begin(), message.end(), typed), end; one != end; ++one) {
      const auto command = known.find(one->str(1));
      INFO(one->str());
      if (one->str(1) == "merge-driver") continue;  // git's to call, in no list
      REQUIRE(command != known.end());
      ++looked_at;
      for (const std::string& option : options_in(one->str(2)))
        CHECK(command->second.contains(option));
    }
    if (message.find("git ") != std::string::npos) continue;
    for (const std::string& option : options_in(message)) {
      INFO(option);
      CHECK((all.contains(option) || of_git.contains(option)));
      ++looked_at;
    }
  }
  CHECK(looked_at > 50);
}

}  // namespace hints_test
