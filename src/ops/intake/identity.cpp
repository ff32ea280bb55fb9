#include "pyramid/identity.hpp"

#include "base/text.hpp"
#include "format/node.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/run.hpp"
#include "ops/run/storable.hpp"
#include "workspace/layout.hpp"
#include "workspace/naming.hpp"

#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

Status check_name(const std::string& name) {
  if (workspace::kind_of_path(name) == format::Kind::kIdentity) return {};
  return fail(ErrorKind::kUsage, "is not an identity file", printable(name),
              "name SOUL.md or USER.md");
}

Status check_text(const IdentityOptions& options) {
  if (trim(options.text).empty()) {
    return fail(ErrorKind::kUsage, "there is nothing to write down", options.name);
  }
  return ops::check_storable(options.text, options.name);
}

// As it stands; kNotFound where there is none, kUsage where a symlink is in its place.
Result<std::string> read(FileSystem& files, const workspace::Workspace& workspace,
                         const std::string& name) {
  PYRAMID_ASSIGN(const std::string path, ops::path_inside(files, workspace, name));
  return files.read(workspace.absolute(path));
}

Status check_expected(const IdentityOptions& options, const Result<std::string>& on_disk) {
  if (!options.expected) return {};
  const std::string now = on_disk ? *on_disk : std::string();
  if (now == *options.expected) return {};
  return fail(ErrorKind::kConflict, "says something else than what the new text was made from",
              options.name, "read it again");
}

Status replace(Services& services, Opened& opened, const std::string& text,
               const Result<std::string>& on_disk, IdentityReport& report) {
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(const ops::Diary diary,
                 ops::begin_diary(services, opened.workspace, report.diagnostics));
  PYRAMID_TRY(
      memory.put(report.path, text, on_disk ? std::optional(digest_of(*on_disk)) : std::nullopt));
  PYRAMID_TRY(memory.flush());
  if (!memory.changed_meanwhile().empty()) {
    return fail(ErrorKind::kConflict, "changed while it was being written", report.path,
                "read it again");
  }
  report.changed = true;
  if (!diary.repository) return {};
  PYRAMID_ASSIGN(report.commit, ops::commit_changes(*diary.repository, memory,
                                                    "memory: " + report.path + " updated\n",
                                                    services.clock.now(), report.diagnostics));
  return {};
}

Result<IdentityReport> run(Services& services, const IdentityOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  const Result<std::string> on_disk = read(services.files, opened.workspace, options.name);
  if (!on_disk && on_disk.error().kind != ErrorKind::kNotFound) {
    return fail(Error(on_disk.error()));
  }
  PYRAMID_TRY(check_expected(options, on_disk));
  PYRAMID_ASSIGN(
      guard::Redacted redacted,
      ops::redact_or_refuse(options.text, ops::secrets_policy(opened.workspace.settings)));
  if (!redacted.text.ends_with('\n')) redacted.text += '\n';
  const Result<format::Node> node = format::read_node(redacted.text, options.name);
  if (!node) return fail(Error(node.error()));
  IdentityReport report;
  report.path = options.name;
  report.text = redacted.text;
  report.redacted = redacted.findings.size();
  report.diagnostics = opened.workspace.diagnostics;
  std::vector<ops::SecretPlace> places;
  for (const guard::Finding& one : redacted.findings) places.push_back({one.kind, report.path});
  for (Diagnostic& one : ops::redacted_at(places)) report.diagnostics.push_back(std::move(one));
  if (on_disk && *on_disk == report.text) return report;
  PYRAMID_TRY(replace(services, opened, report.text, on_disk, report));
  return report;
}

Result<IdentityReport> read_named(const Environment& environment, const IdentityOptions& options) {
  PYRAMID_TRY(check_name(options.name));
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  IdentityReport report;
  report.path = options.name;
  PYRAMID_ASSIGN(report.text, read(environment.files, workspace, options.name));
  report.diagnostics = workspace.diagnostics;
  return report;
}

}  // namespace

Result<IdentityReport> read_identity(const Environment& environment,
                                     const IdentityOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 read_named(environment, options));
}

Result<IdentityReport> update_identity(const Environment& environment,
                                       const IdentityOptions& options) {
  PYRAMID_TRY(check_name(options.name));
  PYRAMID_TRY(check_text(options));
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
