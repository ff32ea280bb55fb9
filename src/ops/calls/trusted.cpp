#include "ops/calls/trusted.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/remote.hpp"
#include "ops/calls/json_members.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

class Refusing final : public engine::openai::HttpClient {
 public:
  Refusing(std::string why, std::string root) : why_(std::move(why)), root_(std::move(root)) {}

  Result<engine::openai::HttpResponse> post(const engine::openai::HttpRequest&,
                                            const engine::openai::Cancelled&) override {
    return fail(ErrorKind::kUsage, "gets nothing: " + why_, {},
                "if it is yours: pyramid trust -w " + root_);
  }

 private:
  std::string why_, root_;
};

// In no commit, and so in no clone: a line for each person who confirmed something.
constexpr std::string_view kMarksFile = "trusted";

// `mark`, drawn by lot, stands in the workspace too: without it another folder in the same place
// would be taken for the one that was confirmed. "" in lines of earlier versions: holds for none.
struct Confirmation {
  TrustedAddress of;
  std::string mark;
};
using Confirmations = std::vector<Confirmation>;

std::string place_of_workspace(const Environment& environment, const std::string& root) {
  const Result<std::string> real = environment.files.real_path(root);
  return real ? *real : path::normalize(root);
}

std::string marks_file(const std::string& place) {
  return path::join(path::join(place, workspace::kCacheFolder), kMarksFile);
}

// None behind a link, which may lead to those of another workspace.
std::vector<std::string> marks_in(const Environment& environment, const std::string& place) {
  const std::string file = marks_file(place);
  const Result<std::string> real = environment.files.real_path(file);
  if (!real || *real != file) return {};
  const Result<std::string> bytes = environment.files.read(file);
  std::vector<std::string> marks;
  if (!bytes) return marks;
  for (const std::string_view line : split_lines(*bytes)) {
    if (!line.empty()) marks.emplace_back(line);
  }
  return marks;
}

std::string drawn_by_lot() {
  constexpr int kNumbers = 4;
  std::random_device random;
  std::string drawn;
  for (int i = 0; i < kNumbers; ++i) drawn += fmt::format("{:08x}", random());
  return drawn;
}

// None where the file is damaged. A JSON object a line: a path may hold any character.
Confirmations read_all(const Environment& environment) {
  Confirmations all;
  const std::string file = environment.engine.trusted.value_or("");
  if (file.empty()) return all;
  const Result<std::string> bytes = environment.files.read(file);
  if (!bytes) return all;
  for (const std::string_view line : split_lines(*bytes)) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    Confirmation one{{text_in(json, "workspace"), text_in(json, "address")}, text_in(json, "mark")};
    if (!one.of.workspace.empty()) all.push_back(std::move(one));
  }
  return all;
}

Status write_all(const Environment& environment, const Confirmations& all) {
  std::string bytes;
  for (const auto& [of, mark] : all) {
    bytes += Json{{"workspace", of.workspace}, {"address", of.address}, {"mark", mark}}.dump(
                 -1, ' ', false, Json::error_handler_t::replace) +
             "\n";
  }
  const std::string file = environment.engine.trusted.value_or("");
  if (file.empty()) {
    return fail(ErrorKind::kUsage, "there is no folder of yours to keep it in", {},
                "set HOME or XDG_CONFIG_HOME");
  }
  PYRAMID_TRY(environment.files.make_directories(std::string(path::directory(file))));
  return environment.files.write(file, bytes);
}

bool is_one_of(const std::vector<std::string>& marks, const std::string& mark) {
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

// Those of the workspace that lies there now.
Confirmations standing(const Environment& environment, const Confirmations& all,
                       const std::string& place) {
  const std::vector<std::string> marks = marks_in(environment, place);
  Confirmations found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found), [&](const Confirmation& one) {
    return one.of.workspace == place && is_one_of(marks, one.mark);
  });
  return found;
}

bool names(const Confirmations& all, std::string_view address) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Confirmation& one) { return one.of.address == address; });
}

void erase_place(Confirmations& all, const std::string& place) {
  std::erase_if(all, [&](const Confirmation& one) { return one.of.workspace == place; });
}

// Writes a mark into the workspace and gives it.
Result<std::string> mark_anew(const Environment& environment, const workspace::Workspace& workspace,
                              const std::string& place) {
  std::vector<std::string> marks = marks_in(environment, place);
  marks.push_back(drawn_by_lot());
  const std::string file = marks_file(place);
  PYRAMID_TRY(workspace::ensure_cache_folder(environment.files, workspace));
  PYRAMID_TRY(environment.files.remove(file));  // it may be a link
  PYRAMID_TRY(environment.files.write(file, join(marks, "\n") + "\n"));
  if (is_one_of(marks_in(environment, place), marks.back())) return marks.back();
  return fail(ErrorKind::kConflict, "leads elsewhere, so nothing in it counts as confirmed",
              workspace.absolute(workspace::kCacheFolder), "put a folder in its place");
}

std::string why_refused(const Environment& environment, const std::string& named_by,
                        const std::string& root) {
  const std::string named = named_by + " names it, and ";
  const std::string place = place_of_workspace(environment, root);
  const Confirmations all = read_all(environment);
  if (!standing(environment, all, place).empty()) {
    return named + "nobody confirmed it on this machine";
  }
  const std::vector<std::string> marks = marks_in(environment, place);
  for (const Confirmation& one : all) {
    if (one.of.workspace == place) {
      return named +
             "what was confirmed here was for another workspace, an older version, or lost with "
             ".pyramid/";
    }
    if (is_one_of(marks, one.mark)) {
      return named + "nobody confirmed it since the workspace was in " + one.of.workspace;
    }
  }
  return named + "nobody confirmed it on this machine";
}

}  // namespace

bool may_send_to(const Environment& environment, const std::string& root,
                 const std::string& address) {
  if (!environment.engine.trusted) return true;
  const std::string place = place_of_workspace(environment, root);
  Confirmations all = read_all(environment);
  const Confirmations here = standing(environment, all, place);
  if (names(here, address)) return true;
  if (!names(here, "") || history::has_remotes(root)) return false;
  all.push_back({{place, address}, here.front().mark});
  static_cast<void>(write_all(environment, all));  // else it is found out again
  return true;
}

Status note_made_here(const Environment& environment, const workspace::Workspace& workspace) {
  if (!environment.engine.trusted || environment.engine.trusted->empty()) return {};
  const std::string place = place_of_workspace(environment, workspace.root);
  Confirmations all = read_all(environment);
  erase_place(all, place);
  PYRAMID_ASSIGN(const std::string mark, mark_anew(environment, workspace, place));
  all.push_back({{place, ""}, mark});
  return write_all(environment, all);
}

std::vector<TrustedAddress> all_confirmed(const Environment& environment) {
  const Confirmations all = read_all(environment);
  std::vector<TrustedAddress> found;
  for (const auto& [of, mark] : all) {
    if (is_one_of(marks_in(environment, of.workspace), mark)) found.push_back(of);
  }
  return found;
}

Result<TrustReport> confirm_addresses(const Environment& environment,
                                      const workspace::Workspace& workspace,
                                      const std::vector<std::string>& addresses) {
  TrustReport report;
  const std::string place = place_of_workspace(environment, workspace.root);
  Confirmations all = read_all(environment);
  const Confirmations here = standing(environment, all, place);
  for (const std::string& address : addresses) {
    (names(here, address) ? report.known : report.addresses).push_back({place, address});
  }
  if (report.addresses.empty()) return report;
  std::string mark;
  if (here.empty()) {
    erase_place(all, place);
    PYRAMID_ASSIGN(mark, mark_anew(environment, workspace, place));
  } else {
    mark = here.front().mark;
  }
  for (const TrustedAddress& one : report.addresses) all.push_back({one, mark});
  PYRAMID_TRY(write_all(environment, all));
  return report;
}

Result<std::vector<TrustedAddress>> take_back(const Environment& environment,
                                              const std::string& root) {
  const std::string place = place_of_workspace(environment, root);
  Confirmations all = read_all(environment);
  std::vector<TrustedAddress> taken;
  for (const Confirmation& one : all) {
    if (one.of.workspace == place) taken.push_back(one.of);
  }
  if (taken.empty()) return taken;
  erase_place(all, place);
  PYRAMID_TRY(write_all(environment, all));
  return taken;
}

std::unique_ptr<engine::openai::HttpClient> make_refusing_client(const Environment& environment,
                                                                 const std::string& named_by,
                                                                 const std::string& root) {
  return std::make_unique<Refusing>(why_refused(environment, named_by, root), root);
}

}  // namespace pyramid::ops
