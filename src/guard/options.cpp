#include "guard/assignments.hpp"
#include "guard/labels.hpp"
#include "guard/values.hpp"

#include <algorithm>
#include <array>

namespace pyramid::guard {

namespace {

constexpr std::size_t kShortest = 5;

// How programs are given a password on their line.
struct Option {
  std::string_view program;  // "" = any
  std::string_view option;   // with the blank or quote that has to follow it, if any
  bool behind_user = false;  // `user:password`
  bool mixed = false;        // a word of letters alone is something else: `mysql -p shop`
};
constexpr Option kOptions[] = {
    {"curl", "-u ", true},
    {"curl", "-u", true},
    {"curl", "--user ", true},
    {"curl", "--user=", true},
    {"curl", "-U ", true},
    {"curl", "--proxy-user ", true},
    {"http", "-a ", true},
    {"https", "-a ", true},
    {"wget", "--http-password="},
    {"mysql", "-p", false},
    {"mariadb", "-p", false},
    {"mysqldump", "-p", false},
    {"mysqladmin", "-p", false},
    {"mysql", "-p ", false, true},
    {"mariadb", "-p ", false, true},
    {"mysqldump", "-p ", false, true},
    {"mongo", "-p "},
    {"mongosh", "-p "},
    {"mongodump", "-p "},
    {"mongorestore", "-p "},
    {"sshpass", "-p "},
    {"sshpass", "-p"},
    {"redis-cli", "-a "},
    {"docker login", "-p "},
    {"podman login", "-p "},
    {"az login", "-p "},
    {"sqlcmd", "-P "},
    {"ldapsearch", "-w "},
    {"plink", "-pw "},
    {"unzip", "-P "},
    {"zip", "-P "},
    {"", "--password ", false, true},
    {"", "--passwd ", false, true},
    {"", "--passphrase ", false, true},
    {"", "-p ", false, true},
};

// `-u ana -p …`: a name in front makes it a password, whatever the program. These have a `-p` of
// their own.
bool follows_user(std::string_view command) {
  constexpr std::array<std::string_view, 4> kUsers = {" -u ", " --user ", " --username ", " -U "};
  constexpr std::array<std::string_view, 6> kOthers = {"mkdir", "docker run", "podman run",
                                                       "ssh ",  "scp ",       "sudo "};
  const auto holds = [&](std::string_view one) { return command.find(one) != command.npos; };
  return std::any_of(kUsers.begin(), kUsers.end(), holds) &&
         std::none_of(kOthers.begin(), kOthers.end(), holds);
}

bool is_of(const Option& option, std::string_view command) {
  if (option.program.empty()) return option.option != "-p " || follows_user(command);
  const std::size_t program = command.find(option.program);
  const std::size_t end = program + option.program.size();
  return program != std::string_view::npos && (program == 0 || !is_alnum(command[program - 1])) &&
         end < command.size() && command[end] == ' ';
}

// The password in what the option was given, if it is one.
std::optional<Finding> password_of(const Option& option, std::string_view text, std::size_t begin) {
  Value value = value_at(text, begin);
  std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (option.behind_user) {
    const std::size_t colon = said.find(':');
    const bool both =
        colon != std::string_view::npos && said.substr(0, colon) != said.substr(colon + 1);
    if (!both) return std::nullopt;
    value.begin += colon + 1;
    said.remove_prefix(colon + 1);
  }
  const Mix mix = mix_of(said);
  if (option.mixed && !(mix.letter && (mix.digit || mix.symbol))) return std::nullopt;
  if (said.size() < kShortest || is_usual(said) || is_placeholder(said) || said.starts_with("-") ||
      is_elsewhere(said, value.quoted)) {
    return std::nullopt;
  }
  return Finding{"password", value.begin, value.end};
}

}  // namespace

std::optional<Finding> option_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 240;
  if (at == 0 || text[at - 1] != ' ') return std::nullopt;
  const std::size_t far = at > kReach ? at - kReach : 0;
  std::string_view before = text.substr(far, at - far);
  before.remove_prefix(std::min(before.size(), before.find_last_of("\r\n|;") + 1));
  for (const Option& one : kOptions) {
    if (!text.substr(at).starts_with(one.option) || !is_of(one, before)) continue;
    const std::size_t begin = at + one.option.size();
    const bool joined = !one.option.ends_with(' ') && !one.option.ends_with('=');
    if (begin >= text.size() || (joined && is_one_of(text[begin], " -"))) continue;
    if (const auto found = password_of(one, text, begin)) return found;
  }
  return std::nullopt;
}

}  // namespace pyramid::guard
