#include "ops/forget/forget_journal.hpp"

#include "base/path.hpp"
#include "base/utf8.hpp"
#include "history/leftovers.hpp"
#include "ops/run/stopped_forget.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

using Json = nlohmann::json;

// Names of files are bytes, and no text.
Json bytes_json(const std::string& bytes) {
  Json list = Json::array();
  for (const char c : bytes) list.push_back(static_cast<unsigned char>(c));
  return list;
}

Json text_json(const std::string& text) {
  return utf8::first_invalid(text) ? bytes_json(text) : Json(text);
}

std::string string_in(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  std::string bytes;
  for (const Json& one : json) bytes += static_cast<char>(one.get<unsigned>());
  return bytes;
}

template <typename Ids>
Json ids_json(const Ids& ids) {
  Json list = Json::array();
  for (const Ulid& id : ids) list.push_back(to_string(id));
  return list;
}

std::vector<Ulid> ids_in(const Json& json) {
  std::vector<Ulid> ids;
  for (const Json& one : json) {
    if (const auto id = parse_ulid(one.get<std::string>())) ids.push_back(*id);
  }
  return ids;
}

Json targets_json(const ForgetTargets& targets) {
  Json turns = Json::object(), titles = Json::object(), lates = Json::object(),
       emptied = Json::array(), unwanted = Json::array(), names = Json::array(),
       places = Json::array();
  for (const auto& [session, numbers] : targets.gone.turns) turns[to_string(session)] = numbers;
  for (const auto& [session, marks] : targets.gone.titles) titles[to_string(session)] = marks;
  for (const auto& [tail, late] : targets.gone.late) lates[tail] = late.turns;
  for (const EmptiedHome& home : targets.emptied) emptied.push_back(to_string(home.id));
  for (const Unwanted& one : targets.unwanted) {
    unwanted.push_back({{"words", text_json(one.words)}, {"whole", one.whole}});
  }
  for (const std::string& name : targets.names) names.push_back(text_json(name));
  for (const ForgottenPlace& one : targets.places) {
    places.push_back({{"path", text_json(one.path)}, {"line", one.line}, {"what", one.what}});
  }
  return {{"nodes", ids_json(targets.gone.nodes)},
          {"turns", turns},
          {"titles", titles},
          {"late", lates},
          {"homes", ids_json(targets.homes)},
          {"emptied", emptied},
          {"unwanted", unwanted},
          {"retold", ids_json(targets.retold)},
          {"renamed", ids_json(targets.renamed)},
          {"names", names},
          {"places", places}};
}

ForgetTargets targets_of(const Json& json) {
  ForgetTargets targets;
  for (const Ulid& id : ids_in(json.at("nodes"))) targets.gone.nodes.insert(id);
  for (const auto& [session, numbers] : json.at("turns").items()) {
    if (const auto id = parse_ulid(session)) {
      targets.gone.turns[*id] = numbers.get<std::set<std::int64_t>>();
    }
  }
  for (const auto& [session, marks] : json.at("titles").items()) {
    if (const auto id = parse_ulid(session)) {
      targets.gone.titles[*id] = marks.get<std::set<std::string>>();
    }
  }
  for (const auto& [tail, numbers] : json.at("late").items()) {
    targets.gone.late[tail].turns = numbers.get<std::set<std::int64_t>>();
  }
  targets.homes = ids_in(json.at("homes"));
  for (const Ulid& id : ids_in(json.at("emptied"))) targets.emptied.push_back({id, {}, {}});
  for (const Json& one : json.at("unwanted")) {
    targets.unwanted.push_back({string_in(one.at("words")), one.at("whole").get<bool>()});
  }
  targets.retold = ids_in(json.at("retold"));
  targets.renamed = ids_in(json.at("renamed"));
  for (const Json& one : json.at("names")) targets.names.insert(string_in(one));
  for (const Json& one : json.at("places")) {
    targets.places.push_back({string_in(one.at("path")), one.at("line").get<std::size_t>(),
                              one.at("what").get<std::string>()});
  }
  return targets;
}

}  // namespace

void add_waiting(const ForgetJournal& waiting, ForgetJournal& journal) {
  const ForgetTargets& from = waiting.targets;
  ForgetTargets& to = journal.targets;
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  to.gone.nodes.insert(from.gone.nodes.begin(), from.gone.nodes.end());
  for (const auto& [session, turns] : from.gone.turns) {
    to.gone.turns[session].insert(turns.begin(), turns.end());
  }
  for (const auto& [session, marks] : from.gone.titles) {
    to.gone.titles[session].insert(marks.begin(), marks.end());
  }
  for (const auto& [tail, late] : from.gone.late) {
    to.gone.late[tail].turns.insert(late.turns.begin(), late.turns.end());
  }
  append(to.homes, from.homes);
  append(to.unwanted, from.unwanted);
  append(to.places, from.places);
  append(to.retold, from.retold);
  append(to.renamed, from.renamed);
  to.names.insert(from.names.begin(), from.names.end());
  journal.purge = journal.purge || waiting.purge;
  if (waiting.backup.empty()) return;
  journal.backup = waiting.backup;
  journal.backed_up = waiting.backed_up;
}

Status write_journal(FileSystem& files, const workspace::Workspace& workspace,
                     const ForgetJournal& journal) {
  const std::string path = forget_journal_path(workspace);
  const std::string writing = history::own_file_in_writing(path);
  const Json json = {{"targets", targets_json(journal.targets)},
                     {"purge", journal.purge},
                     {"backup", journal.backup},
                     {"backed_up", journal.backed_up}};
  PYRAMID_TRY(files.write(writing, json.dump() + "\n"));
  PYRAMID_TRY(files.sync(std::string(path::directory(path))));
  return files.rename(writing, path);
}

Result<ForgetJournal> read_journal(FileSystem& files, const workspace::Workspace& workspace) {
  const std::string path = forget_journal_path(workspace);
  PYRAMID_ASSIGN(const std::string bytes, files.read(path));
  try {
    const Json json = Json::parse(bytes);
    ForgetJournal journal;
    journal.targets = targets_of(json.at("targets"));
    journal.purge = json.at("purge").get<bool>();
    journal.backup = json.at("backup").get<std::string>();
    journal.backed_up = json.at("backed_up").get<std::string>();
    return journal;
  } catch (const Json::exception&) {
    return fail(ErrorKind::kInvalid, "what a forget noted that was stopped cannot be read", path,
                "say again what is to be forgotten, then remove that file");
  }
}

Status remove_journal(FileSystem& files, const workspace::Workspace& workspace) {
  return files.remove(forget_journal_path(workspace));
}

}  // namespace pyramid::ops
