#include "ops/nodes/copy_base.hpp"

#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "format/sections.hpp"
#include "ops/nodes/likeness.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace pyramid::ops {

namespace {

// Whether one state of a fact or a summary lacks what the other says of where it came from.
bool lacks_sources(const std::string& bytes, const std::string& other, const std::string& path) {
  const auto mine = format::read_node(other, path), theirs = format::read_node(bytes, path);
  if (!mine || !theirs) return false;
  const auto has_edge = [&](const format::Edge& edge) {
    return std::any_of(theirs->edges.begin(), theirs->edges.end(),
                       [&](const format::Edge& one) { return one.path == edge.path; });
  };
  const auto was_seen = [&](const std::string& at) {
    return std::find(theirs->seen.begin(), theirs->seen.end(), at) != theirs->seen.end();
  };
  return !std::all_of(mine->edges.begin(), mine->edges.end(), has_edge) ||
         !std::all_of(mine->seen.begin(), mine->seen.end(), was_seen);
}

// Whether two states of a conversation have the same turns, some perhaps with a few other words.
// Two machines may also have heard apart what was said at one time: neither is lost.
bool have_same_turns(const std::string& ours, const std::string& theirs, const std::string& path) {
  const auto read = [&](const std::string& bytes) -> std::optional<format::Conversation> {
    const auto document = format::parse_document(bytes, path);
    if (!document) return std::nullopt;
    auto said = format::read_session(*document, path);
    if (!said) return std::nullopt;
    return *std::move(said);
  };
  const auto mine = read(ours), others = read(theirs);
  if (!mine || !others) return false;
  const auto by_word = [](std::string text) {
    std::replace(text.begin(), text.end(), ' ', '\n');
    return text;
  };
  const auto is_one = [&](const format::Turn& a, const format::Turn& b) {
    if (a.speaker != b.speaker || a.at != b.at) return false;
    return a.text == b.text || likeness(by_word(a.text), by_word(b.text)) >= kRenamed;
  };
  return std::equal(mine->turns.begin(), mine->turns.end(), others->turns.begin(),
                    others->turns.end(), is_one);
}

// What persons wrote into MEMORY.md or a model file, less the headings: two machines write, move
// and drop the sections alike, each for itself, so these say nothing of who saw what.
std::string written_by_persons(const std::string& bytes, const std::string& path) {
  const auto document = format::parse_document(bytes, path);
  if (!document) return bytes;
  std::vector<std::string_view> lines = split_lines(bytes);
  const std::size_t body = std::min(document->body_line, lines.size() + 1);
  std::fill_n(lines.begin(), body == 0 ? 0 : body - 1, std::string_view());
  for (const format::FoundSection& section : format::find_sections(*document, path)) {
    const std::size_t end = std::min(section.last_line, lines.size());
    for (std::size_t at = section.line; at <= end; ++at) lines[at - 1] = {};
  }
  std::string text;
  for (const std::string_view line : lines) {
    if (!line.empty() && !line.starts_with('#')) text.append(line).append("\n");
  }
  return text;
}

VersionBehind home_behind(const std::string& path, const std::vector<std::string>& versions,
                          const std::string& ours, const std::string& theirs) {
  std::vector<std::string> written;
  written.reserve(versions.size());
  for (const std::string& version : versions) written.push_back(written_by_persons(version, path));
  VersionBehind found =
      version_behind(written, written_by_persons(ours, path), written_by_persons(theirs, path));
  if (found.version != nullptr) found.version = versions.data() + (found.version - written.data());
  return found;
}

}  // namespace

VersionBehind base_of(const std::string& path, const std::vector<std::string>& versions,
                      const std::string& ours, const std::string& theirs) {
  const format::Kind kind = workspace::kind_of_path(path);
  const bool is_told = kind == format::Kind::kObservation || kind == format::Kind::kSummary;
  if (kind == format::Kind::kSession && !have_same_turns(ours, theirs, path)) {
    return {common_version(versions, ours, theirs), true};
  }
  const bool is_home = kind == format::Kind::kMemory || kind == format::Kind::kModel;
  const VersionBehind base =
      is_home ? home_behind(path, versions, ours, theirs) : version_behind(versions, ours, theirs);
  if (kind == format::Kind::kSession && base.version == nullptr && !versions.empty()) {
    return {&versions.back(), true};
  }
  const bool is_apart = is_told && base.version != nullptr && *base.version == ours &&
                        lacks_sources(theirs, ours, path);
  return is_apart ? VersionBehind{common_version(versions, ours, theirs), true} : base;
}

bool breaks_off(const std::string& copy, const std::string& ours,
                const std::vector<std::string>& versions) {
  if (trim(copy).empty()) return !trim(ours).empty();
  if (copy.ends_with('\n')) return false;  // a person may have taken out what stood below
  const auto goes_on = [&](const std::string& whole) {
    return whole.size() > copy.size() && whole.ends_with('\n') && whole.starts_with(copy) &&
           trim(std::string_view(whole).substr(copy.size())) != "";
  };
  return goes_on(ours) || std::any_of(versions.begin(), versions.end(), goes_on);
}

}  // namespace pyramid::ops
