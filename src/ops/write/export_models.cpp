#include "ops/write/export_models.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/write_whole.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "format/markdown.hpp"
#include "format/own_words.hpp"
#include "format/section_support.hpp"
#include "format/why_page.hpp"
#include "ops/nodes/support.hpp"
#include "ops/run/run.hpp"
#include "ops/write/home.hpp"
#include "workspace/layout.hpp"
#include "workspace/naming.hpp"
#include "workspace/store.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace pyramid {
namespace ops {

namespace {

struct Exported {
  std::string_view role, file, title;
};
constexpr std::array<Exported, 3> kFiles = {{{"assistant", "SOUL.md", "Soul"},
                                             {"user", "USER.md", "User"},
                                             {"system", "TOOLS.md", "Tools"}}};

struct ExportPart {
  std::string_view heading;
  std::array<std::string_view, 3> sections;  // of the model, newest first
};
constexpr std::array<ExportPart, 3> kParts = {
    {{"Recent", {"last-3-days", "this-week", ""}},
     {"This Month", {"this-month", "", ""}},
     {"Historical", {"this-quarter", "this-year", "earlier"}}}};

// Tells an export from a file that somebody wrote: the digest of the rest.
constexpr std::string_view kDigestKey = "pyramid_export";
// Before it stood in the frontmatter, it was the first line.
constexpr std::string_view kExportMark = "<!-- pyramid export ";
constexpr std::string_view kMarkEnd = " -->\n";

std::string digest_without(format::Document document) {
  document.frontmatter.erase(kDigestKey);
  return to_hex(digest_of(format::to_bytes(document)));
}

bool is_untouched_export(const std::string& bytes) {
  const std::size_t end = bytes.find(kMarkEnd);
  if (bytes.starts_with(kExportMark) && end != std::string::npos) {
    const std::string_view body = std::string_view(bytes).substr(end + kMarkEnd.size());
    return bytes.substr(kExportMark.size(), end - kExportMark.size()) == to_hex(digest_of(body));
  }
  const Result<format::Document> document = format::parse_document(bytes, {});
  if (!document) return false;
  const auto recorded = document->frontmatter.scalar(kDigestKey);
  return recorded && *recorded == digest_without(*document);
}

bool is_item(std::string_view line) {
  return line.starts_with("- ") || engine::builtin::writing::read_rated(line).importance > 0;
}

// A line of the text without what makes it an item.
std::string_view bare_line(std::string_view line) {
  if (line.starts_with("- ")) line.remove_prefix(2);
  return engine::builtin::writing::read_rated(line).text;
}

std::optional<format::Node> node_at(const WorkingSet& memory, const std::string& path) {
  const Result<std::string> bytes = memory.bytes(path);
  if (!bytes) return std::nullopt;
  Result<format::Node> node = format::read_node(*bytes, path);
  return node ? std::optional(*std::move(node)) : std::nullopt;
}

// How much the node at `path` says that a line matters which was made from it; 0: nothing.
int rating_in(const WorkingSet& memory, const std::string& path, std::string_view line) {
  const std::optional<format::Node> node = node_at(memory, path);
  if (!node) return 0;
  if (node->kind == format::Kind::kObservation) {
    return node->importance == 0 ? engine::builtin::writing::kUnrated : node->importance;
  }
  std::vector<SupportSource> lines;
  std::vector<int> ratings;
  for (const std::string_view one : split_lines(node->text)) {
    const auto rated = engine::builtin::writing::read_rated(one);
    if (rated.importance == 0) continue;
    lines.push_back({std::string(rated.text), memory.zone().local(node->end)});
    ratings.push_back(rated.importance);
  }
  const std::vector<Support> said = supporting_sources(bare_line(line), lines);
  return said.empty() ? 0 : ratings[said.front().source];
}

// The text of a section with each line rated as what it was made from; a line of which nobody knows
// that stays as it is.
std::string with_ratings(const WorkingSet& memory, const format::SectionDraft& section) {
  std::string text;
  for (const std::string_view line : split_lines(section.text)) {
    int rating = 0;
    for (const std::size_t source : format::support_of_line(line, section.support)) {
      if (source >= section.from.size()) continue;
      rating = std::max(rating, rating_in(memory, section.from[source].path, line));
    }
    if (!text.empty()) text += '\n';
    text += rating == 0 ? std::string(line)
                        : engine::builtin::writing::rated_line(rating, bare_line(line));
  }
  return text;
}

// Two lists become one; anything else stands apart.
void append_text(std::string& out, std::string_view text) {
  if (!out.empty()) {
    const bool lists = is_item(split_lines(out).back()) && is_item(text);
    out += lists ? "\n" : "\n\n";
  }
  out += text;
}

// Whose file a line of `## Always` goes to, which holds facts of all models: the assistant's and
// the system's their own, the user's all others.
std::string owner_of(const WorkingSet& memory, std::string_view line,
                     const format::SectionDraft& always, const std::string& user) {
  for (const std::size_t source : format::support_of_line(line, always.support)) {
    if (source >= always.from.size()) continue;
    const std::optional<format::Node> node = node_at(memory, always.from[source].path);
    if (node && memory.rules().is_base(node->model)) return node->model;
  }
  return user;
}

// `always` less the lines of other files.
format::SectionDraft part_of_always(const WorkingSet& memory, format::SectionDraft always,
                                    const std::string& model, const std::string& user) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(always.text)) {
    if (owner_of(memory, line, always, user) == model) lines.emplace_back(line);
  }
  always.text = join(lines, "\n");
  return always;
}

std::string body_of(const WorkingSet& memory, const Home& home, const Home& users,
                    const Exported& file, const std::optional<std::string>& memory_link) {
  const plan::Rules& rules = memory.rules();
  const bool is_rated = rules.policy == plan::Policy::kCalendar;
  std::string body = "# " + std::string(file.title) + "\n";
  const auto told = [&](const format::SectionDraft& draft) {
    return is_rated ? with_ratings(memory, draft) : draft.text;
  };
  const auto add = [&](std::string_view heading, const std::string& text) {
    if (!text.empty()) body += "\n## " + std::string(heading) + "\n" + text + "\n";
  };
  const std::string always = plan::section_record_name(users.model, "always", rules);
  for (const format::SectionDraft& draft : users.sections) {
    if (draft.name == always)
      add("Always", told(part_of_always(memory, draft, home.model, users.model)));
  }
  for (const ExportPart& part : kParts) {
    std::string text;
    for (const std::string_view section : part.sections) {
      const std::string name = plan::section_record_name(home.model, section, rules);
      for (const format::SectionDraft& draft : home.sections) {
        if (section.empty() || draft.name != name) continue;
        append_text(text, told(draft));
      }
    }
    add(part.heading, text);
  }
  if (memory_link) body += "\nFrom " + format::link("Memory", *memory_link) + "\n";
  return body;
}

// The first sentence of the newest that there is to tell.
std::string description_in(std::string_view body) {
  for (const std::string_view line : split_lines(body)) {
    if (trim(line).empty() || line.starts_with('#') || format::is_source_line(line)) continue;
    const std::vector<std::string_view> sentences = format::sentences_in(bare_line(line));
    if (!sentences.empty()) return std::string(trim(sentences.front()));
  }
  return "Nothing is remembered yet.";
}

std::string export_file(const std::string& model, std::string body) {
  format::Document document;
  document.has_frontmatter = true;
  document.frontmatter.set("name", model);
  document.frontmatter.set("description", description_in(body));
  document.body = std::move(body);
  document.frontmatter.set(kDigestKey, digest_without(document));
  return format::to_bytes(document);
}

Error refused(std::string what, const std::string& directory) {
  return {ErrorKind::kUsage,
          std::move(what),
          directory,
          {},
          "use `export`, a folder below it, or one whose name begins with a dot"};
}

// The folder inside the workspace that the files go to; nullopt for one outside of it.
Result<std::optional<std::string>> place_inside(const workspace::Workspace& workspace,
                                                const std::string& directory) {
  std::optional<std::string> inside;
  if (directory.empty()) {
    const std::string& folder = workspace.settings.export_folder;
    if (folder.empty()) {
      return fail(ErrorKind::kUsage, "no folder to export to", "pyramid.yaml",
                  "set `export: export`, or name a folder");
    }
    if (!path::is_absolute(folder)) inside = path::resolve_inside("", folder);
    if (!inside) return fail(refused("the setting `export` leaves the workspace", folder));
  } else {
    const std::string whole = path::normalize(directory);
    const std::string root = path::normalize(workspace.root);
    if (whole != root && !whole.starts_with(root + "/")) return inside;
    inside = whole == root ? "" : whole.substr(root.size() + 1);
  }
  inside = path::normalize(*inside);
  if (*inside == ".") inside->clear();
  const std::string_view top = std::string_view(*inside).substr(0, inside->find('/'));
  if (top == ".git" || top == workspace::kCacheFolder) {
    return fail(refused("is not a folder to export to", *inside));
  }
  if (workspace::is_memory_file(path::join(*inside, "SOUL.md"))) {
    return fail(refused("what is exported there would be read back as memory", *inside));
  }
  return inside;
}

// A symlink in a workspace that came from elsewhere must not lead an export out of it.
Status refuse_symlinks(FileSystem& files, const workspace::Workspace& workspace,
                       const std::string& inside) {
  for (std::string_view folder = inside; !folder.empty(); folder = path::directory(folder)) {
    const Result<FileStat> stat = files.stat(workspace.absolute(folder));
    if (stat && stat->kind != FileKind::kDirectory) {
      return fail(refused("is not a folder of the workspace", std::string(folder)));
    }
  }
  return {};
}

// git leaves a folder of the workspace that is made again from the rest alone.
Status prepare(FileSystem& files, const std::string& directory, bool is_inside) {
  PYRAMID_TRY(files.make_directories(directory));
  const std::string ignore = path::join(directory, ".gitignore");
  if (!is_inside || files.stat(ignore)) return {};
  return write_whole(files, ignore, "*\n");
}

// A file that is to say something else; `old` is what it says.
struct Change {
  std::string name, bytes;
  std::optional<Digest> old;
  // What a person wrote there, which goes to a file beside it.
  std::optional<std::string> persons = {};
};

// What there is to do in a folder, before anything is written.
struct Survey {
  std::optional<std::string> inside;  // the folder, in the workspace; nullopt: outside of it
  bool force = false;
  ExportReport report;
  std::vector<Change> changes;
};

// Holds one file against what it is to say.
Status look_at(FileSystem& files, Change change, Survey& survey) {
  const std::string place = path::join(survey.report.directory, change.name);
  const Result<std::string> old = files.read(place);
  if (!old && old.error().kind != ErrorKind::kNotFound) return fail(Error(old.error()));
  if (old && *old == change.bytes) {
    survey.report.unchanged.push_back(change.name);
  } else if (old && !survey.force && !is_untouched_export(*old)) {
    const std::string where = survey.inside ? path::join(*survey.inside, change.name) : place;
    survey.report.diagnostics.push_back({Severity::kWarning, where,
                                         "was written or edited by hand; not exported",
                                         "move it away, and the next sync writes it; or `pyramid "
                                         "export --force`"});
  } else {
    if (old) change.old = digest_of(*old);
    if (old && !is_untouched_export(*old)) change.persons = *old;
    survey.changes.push_back(std::move(change));
  }
  return {};
}

Result<Survey> look(FileSystem& files, const workspace::Workspace& workspace,
                    const std::string& directory, bool force) {
  Survey survey;
  survey.force = force;
  PYRAMID_ASSIGN(survey.inside, place_inside(workspace, directory));
  const std::optional<std::string>& inside = survey.inside;
  if (inside) PYRAMID_TRY(refuse_symlinks(files, workspace, *inside));
  survey.report.directory = inside ? workspace.absolute(*inside) : path::normalize(directory);
  const WorkingSet memory(files, workspace);
  std::optional<std::string> link;
  if (inside) link = path::relative(*inside, workspace::kMemoryFile);
  PYRAMID_ASSIGN(const Home users, read_home(memory, model_of(memory.rules(), "user")));
  for (const Exported& file : kFiles) {
    const std::string model = model_of(memory.rules(), std::string(file.role));
    if (!memory.rules().is_base(model)) continue;
    PYRAMID_ASSIGN(const Home home, read_home(memory, model));
    std::string bytes = export_file(model, body_of(memory, home, users, file, link));
    PYRAMID_TRY(look_at(files, {std::string(file.file), std::move(bytes), {}}, survey));
  }
  return survey;
}

// "SOUL.md.bak", or with a number where that is something else.
std::string place_beside(FileSystem& files, const std::string& directory, const std::string& name,
                         const std::string& bytes) {
  std::string place = name + ".bak";
  for (int number = 2;; ++number) {
    const Result<std::string> there = files.read(path::join(directory, place));
    if (there ? *there == bytes : there.error().kind == ErrorKind::kNotFound) return place;
    place = name + ".bak-" + std::to_string(number);
  }
}

}  // namespace

Result<ExportReport> export_models(FileSystem& files, const workspace::Workspace& workspace,
                                   const std::string& directory, bool force) {
  PYRAMID_ASSIGN(Survey survey, look(files, workspace, directory, force));
  PYRAMID_TRY(prepare(files, survey.report.directory, survey.inside.has_value()));
  workspace::Store store(files, survey.report.directory);
  for (Change& change : survey.changes) {
    if (change.persons) {
      const std::string beside =
          place_beside(files, survey.report.directory, change.name, *change.persons);
      survey.report.diagnostics.push_back({Severity::kWarning, change.name,
                                           "was written or edited by hand; that is in " + beside,
                                           ""});
      if (!files.stat(path::join(survey.report.directory, beside))) {
        store.put(beside, *std::move(change.persons), std::nullopt);
      }
    }
    store.put(change.name, std::move(change.bytes), change.old);
  }
  PYRAMID_ASSIGN(workspace::Store::Report stored, store.commit());
  survey.report.written = std::move(stored.written);
  return std::move(survey.report);
}

Result<ExportReport> expected_exports(FileSystem& files, const workspace::Workspace& workspace,
                                      const std::set<std::string>& models) {
  PYRAMID_ASSIGN(Survey survey, look(files, workspace, "", false));
  std::set<std::string> names;
  for (const Change& change : survey.changes) names.insert(change.name);
  const plan::Rules rules = rules_of(workspace);
  for (const Exported& file : kFiles) {
    const std::string name(file.file);
    std::vector<std::string>& unchanged = survey.report.unchanged;
    const bool changes =
        models.contains(model_of(rules, std::string(file.role))) && std::erase(unchanged, name) > 0;
    if (changes || names.contains(name)) survey.report.written.push_back(name);
  }
  return std::move(survey.report);
}

void take_exports(const Result<ExportReport>& exported, const workspace::Workspace& workspace,
                  SyncReport& report) {
  if (!exported) {
    report.diagnostics.push_back(to_diagnostic(exported.error()));
    return;
  }
  const std::string folder = path::normalize(workspace.settings.export_folder);
  for (const std::string& name : exported->written) {
    report.exported.push_back(path::join(folder, name));
  }
  report.nothing_to_do = report.nothing_to_do && report.exported.empty();
  report.diagnostics.insert(report.diagnostics.end(), exported->diagnostics.begin(),
                            exported->diagnostics.end());
}

}  // namespace ops

namespace {

Result<ExportReport> export_in(const Environment& environment, const ExportOptions& options) {
  FileSystem& files = environment.files;
  PYRAMID_ASSIGN(const workspace::Workspace opened, workspace::open(files, options.workspace.root));
  PYRAMID_ASSIGN(const std::unique_ptr<FileLock> lock,
                 workspace::lock(files, opened, environment.progress));
  PYRAMID_ASSIGN(ExportReport report,
                 ops::export_models(files, opened, options.directory, options.force));
  report.diagnostics.insert(report.diagnostics.begin(), opened.diagnostics.begin(),
                            opened.diagnostics.end());
  return report;
}

}  // namespace

Result<ExportReport> export_models(const Environment& environment, const ExportOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 export_in(environment, options));
}

}  // namespace pyramid
