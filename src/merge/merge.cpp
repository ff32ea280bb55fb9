#include "merge/merge.hpp"

#include "base/code_fence.hpp"
#include "base/line_ends.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "merge/fields.hpp"
#include "merge/generated.hpp"
#include "merge/sequence.hpp"
#include "merge/text.hpp"
#include "merge/upkeep.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::merge {

namespace {

using format::Document;
using format::Kind;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
  return lines;
}

// Settings and the like: line by line. Of a line that both changed the greater one stands, and the
// other in a comment.
Merged merge_settings(const Sides& sides) {
  const auto before = lines_of(sides.base.value_or(std::string_view()));
  const auto mine = lines_of(*sides.ours), others = lines_of(*sides.theirs);
  // Lines are alike that set the same key.
  const auto key = [](const std::string& line) { return line.substr(0, line.find(':')); };
  const auto alike = [&](const std::string& a, const std::string& b) {
    return a.find(':') != std::string::npos && key(a) == key(b);
  };
  const auto never = [](const std::string&, const std::string&) { return false; };
  Merged merged;
  std::vector<std::string> lines;
  for (const Origin& origin : merge_items(before, mine, others, {alike, never})) {
    if (!origin.ours || !origin.theirs) {
      lines.push_back(origin.ours ? mine[*origin.ours] : others[*origin.theirs]);
      continue;
    }
    const std::string& a = mine[*origin.ours];
    const std::string& b = others[*origin.theirs];
    const std::string* base = origin.base ? &before[*origin.base] : nullptr;
    if (a == b || (base != nullptr && b == *base)) {
      lines.push_back(a);
    } else if (base != nullptr && a == *base) {
      lines.push_back(b);
    } else {
      lines.push_back(std::max(a, b));
      lines.push_back(std::string(kConflictComment) + format_date(sides.day) + ": " +
                      std::min(a, b));
      ++merged.conflicts;
    }
  }
  // Two lines that set one key, each put in by one side: a second one would be an error.
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i] == lines[i - 1] || !alike(lines[i], lines[i - 1]) || lines[i].starts_with('#')) {
      continue;
    }
    if (lines[i - 1] < lines[i]) std::swap(lines[i - 1], lines[i]);
    lines[i].insert(0, std::string(kConflictComment) + format_date(sides.day) + ": ");
    ++merged.conflicts;
  }
  merged.bytes = join(lines, "\n");
  return merged;
}

// A line of settings by the keys above it, and how deep it stands.
struct SettingLines {
  std::vector<std::string> lines;
  std::vector<Placed> places;
  std::map<std::string, std::string> told;  // other values, kept in comments; day
};

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// "step" of "step: 5", with what stands before it.
std::string_view key_of_line(std::string_view line) { return line.substr(0, line.find(':')); }

SettingLines cut_settings(std::string_view text) {
  SettingLines cut;
  std::vector<std::string_view> above;  // the lines that this one is inside
  for (const std::string_view line : split_lines(text)) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(kConflictComment) && colon != std::string_view::npos) {
      const std::string day(line.substr(kConflictComment.size(), colon - kConflictComment.size()));
      std::string& there = cut.told[std::string(line.substr(colon + 2))];
      there = there.empty() ? day : std::min(there, day);
      continue;
    }
    const bool is_key = line.find(':') != std::string_view::npos && !trim(line).starts_with('#');
    const bool is_blank_line = trim(line).empty();
    while (!is_blank_line && !above.empty() && indent_of(above.back()) >= indent_of(line)) {
      above.pop_back();
    }
    std::string key;
    for (const std::string_view one : above) key.append(key_of_line(one)).append(":");
    key += is_key ? key_of_line(line) : line;
    cut.lines.emplace_back(line);
    cut.places.push_back({std::move(key), std::min(above.size() + 1, kNoHeading)});
    if (is_key) above.push_back(line);
  }
  return cut;
}

// Of which nobody knows the base: every key of both, once.
Merged join_settings(const Sides& sides) {
  const SettingLines mine = cut_settings(*sides.ours), others = cut_settings(*sides.theirs);
  std::map<std::string, std::string> told = mine.told;
  for (const auto& [text, day] : others.told) {
    std::string& there = told[text];
    there = there.empty() ? day : std::min(there, day);
  }
  Merged merged;
  std::vector<std::string> lines;
  for (const Origin& origin : join_items(mine.places, others.places)) {
    const std::string& a = origin.ours ? mine.lines[*origin.ours] : others.lines[*origin.theirs];
    const std::string& b = origin.theirs ? others.lines[*origin.theirs] : a;
    lines.push_back(std::max(a, b));
    if (a != b && told.emplace(std::min(a, b), format_date(sides.day)).second) ++merged.conflicts;
  }
  std::string bytes;
  const auto tell = [&](auto kept) {
    bytes.append(kConflictComment)
        .append(kept->second)
        .append(": ")
        .append(kept->first)
        .append("\n");
    return told.erase(kept);
  };
  for (const std::string& line : lines) {
    bytes.append(line).append("\n");
    told.erase(line);
    for (auto kept = told.begin(); kept != told.end();) {
      const bool is_other = kept->first.find(':') != std::string::npos &&
                            key_of_line(kept->first) == key_of_line(line);
      kept = is_other ? tell(kept) : std::next(kept);
    }
  }
  for (auto kept = told.begin(); kept != told.end();) kept = tell(kept);
  merged.bytes = std::move(bytes);
  return merged;
}

// Ledgers: lines that were appended, each with its time in front.
Merged merge_log(const Sides& sides) {
  std::set<std::string_view> lines;
  for (const std::string_view side : {*sides.ours, *sides.theirs}) {
    for (const std::string_view line : split_lines(side)) lines.insert(line);
  }
  std::string bytes;
  for (const std::string_view line : lines) bytes.append(line).append("\n");
  return {std::move(bytes), 0, {}};
}

// Lines of text without any structure.
Merged merge_plain(const Sides& sides) {
  const TextRules rules{format_date(sides.day)};
  const MergedText text = sides.base ? merge_text(*sides.base, *sides.ours, *sides.theirs, rules)
                                     : join_text(*sides.ours, *sides.theirs, Joined::kNote, rules);
  return {text.text, text.conflicts, {}};
}

// What was read, with `\n` line ends in its body; nullopt for what is none.
std::optional<Document> with_plain_ends(Result<Document> read) {
  if (!read) return std::nullopt;
  if (read->crlf) read->body = replace_all(read->body, "\r\n", "\n");
  return *std::move(read);
}

std::optional<Document> document_of(std::optional<std::string_view> bytes, std::string_view path) {
  return bytes ? with_plain_ends(format::parse_document(*bytes, path)) : std::nullopt;
}

Kind kind_in(const Document& document, std::string_view path) {
  const Result<format::Node> node = format::read_node(document, path);
  return node ? node->kind : format::kind_of_path(path);
}

MergedDocument merge_documents(Documents documents) {
  const Kind kind = kind_in(documents.ours, documents.path);
  if (kind_in(documents.theirs, documents.path) != kind) return merge_notes(documents);
  documents.kind = kind;
  switch (kind) {
    case Kind::kSummary:
    case Kind::kTopic:
      return merge_summaries(documents);
    case Kind::kModel:
    case Kind::kMemory:
      return merge_homes(documents);
    case Kind::kWhy:
      return merge_pages(documents);
    case Kind::kSession:
      if (auto merged = merge_sessions(documents)) return *std::move(merged);
      break;
    default:
      break;
  }
  return merge_notes(documents);
}

// Line ends as the side has them that changed them; where both came with theirs, `\n`.
bool has_crlf(const Document* base, const Document& a, const Document& b) {
  if (a.crlf == b.crlf || base == nullptr) return a.crlf && b.crlf;
  return !base->crlf;
}

// The frame of the one whose bytes are less, of those with these line ends: fences, byte order
// mark.
std::string in_frame(const Document* base, const Document& a, const Document& b,
                     MergedDocument merged) {
  const bool crlf = has_crlf(base, a, b);
  const auto rank = [&](const Document& one) {
    return std::tuple(one.crlf != crlf, one.open_fence, one.close_fence);
  };
  const bool a_first = rank(a) <= rank(b);
  Document out = a_first ? a : b;
  if (a.has_frontmatter != b.has_frontmatter) out = a.has_frontmatter ? a : b;
  out.bom = a.bom || b.bom;
  out.frontmatter = std::move(merged.frontmatter);
  out.has_frontmatter = a.has_frontmatter || b.has_frontmatter;
  out.body = std::move(merged.body);
  out.crlf = crlf;
  if (crlf) out.body = replace_all(out.body, "\n", "\r\n");
  return to_bytes(out);
}

// A side whose frontmatter nobody can read, with that of the other one; its lines that are not
// there stand in comments. nullopt where it has none.
std::optional<Document> with_frontmatter_of(const Document& other, std::string_view bytes,
                                            std::string_view day) {
  const std::vector<std::string_view> lines = lines_with_ends(bytes);
  const auto is_fence = [](std::string_view line) { return trim(line) == "---"; };
  if (!other.has_frontmatter || lines.empty() || !lines.front().ends_with("---\n")) {
    return std::nullopt;
  }
  const auto close = std::find_if(std::next(lines.begin()), lines.end(), is_fence);
  if (close == lines.end()) return std::nullopt;
  std::string block = other.frontmatter.bytes();
  const std::vector<std::string_view> there = split_lines(other.frontmatter.bytes());
  for (auto line = std::next(lines.begin()); line != close; ++line) {
    const std::string_view text = trim(*line);
    if (text.empty() || std::find(there.begin(), there.end(), text) != there.end()) continue;
    block.append(kConflictComment).append(day).append(": ").append(text).append("\n");
  }
  Result<format::Frontmatter> frontmatter = format::Frontmatter::parse(block);
  if (!frontmatter) return std::nullopt;
  Document document = other;
  document.frontmatter = *std::move(frontmatter);
  document.body = replace_all(
      bytes.substr(static_cast<std::size_t>(close->data() + close->size() - bytes.data())), "\r\n",
      "\n");
  return document;
}

void add_told(const MergedDocument& document, Merged& merged) {
  merged.conflicts += document.conflicts;
  if (document.kept_edits == 0) return;
  merged.told.push_back(count_of(document.kept_edits, "paragraph") +
                        " that one machine deleted and another changed: the change is kept");
}

// A side with a head that YAML may refuse; nullopt where no head ends.
std::optional<Document> loose_document_of(std::optional<std::string_view> bytes,
                                          std::string_view path) {
  auto read = bytes ? with_plain_ends(format::read_document(*bytes, path)) : std::nullopt;
  return read && read->has_frontmatter ? std::move(read) : std::nullopt;
}

// Heads that YAML refuses, as people write them: line by line, as settings are, and the bodies as
// those of any note. nullopt where one of the two has no head.
std::optional<Merged> merge_by_loose_heads(const Sides& sides) {
  std::optional<Document> base = loose_document_of(sides.base, sides.path);
  std::optional<Document> mine = loose_document_of(sides.ours, sides.path);
  std::optional<Document> others = loose_document_of(sides.theirs, sides.path);
  if (!mine || !others) return std::nullopt;
  const auto taken = [](Document& document) {
    std::string head(document.frontmatter.bytes());
    document.frontmatter = {};
    return replace_all(head, "\r\n", "\n");
  };
  const std::string ours = taken(*mine), theirs = taken(*others);
  std::optional<std::string> before;
  if (base) before = taken(*base);
  const Sides heads{sides.path, before, ours, theirs, sides.day};
  Merged merged = before ? merge_settings(heads) : join_settings(heads);
  const Document* root = base ? &*base : nullptr;
  MergedDocument text = merge_notes({root, *mine, *others, sides.path, format_date(sides.day)});
  add_told(text, merged);
  std::string bytes = in_frame(root, *mine, *others, std::move(text));
  std::string head = *std::move(merged.bytes);
  if (has_crlf(root, *mine, *others)) head = replace_all(head, "\n", "\r\n");
  merged.bytes = bytes.insert(bytes.find('\n') + 1, head);
  return merged;
}

Merged merge_present(const Sides& sides) {
  if (sides.path.ends_with(".jsonl")) return merge_log(sides);
  if (!path::is_markdown(sides.path))
    return sides.base ? merge_settings(sides) : join_settings(sides);
  const std::string day = format_date(sides.day);
  auto mine = document_of(sides.ours, sides.path);
  auto others = document_of(sides.theirs, sides.path);
  const bool is_unread = !mine || !others;
  if (!mine && !others) {
    mine = document_of(with_each_key_once(*sides.ours, day), sides.path);
    others = document_of(with_each_key_once(*sides.theirs, day), sides.path);
  }
  const auto base = document_of(sides.base, sides.path);
  if (!mine || !others || (sides.base && !base)) {
    if (auto merged = merge_by_loose_heads(sides)) return *std::move(merged);
  }
  if (!mine && others) mine = with_frontmatter_of(*others, *sides.ours, day);
  if (mine && !others) others = with_frontmatter_of(*mine, *sides.theirs, day);
  if (!mine || !others) return merge_plain(sides);
  MergedDocument document =
      merge_documents({base ? &*base : nullptr, *mine, *others, sides.path, day});
  Merged merged;
  merged.conflicts = is_unread ? 1 : 0;
  add_told(document, merged);
  merged.bytes = in_frame(base ? &*base : nullptr, *mine, *others, std::move(document));
  return merged;
}

std::optional<std::string> copy_of(std::optional<std::string_view> bytes) {
  if (!bytes) return std::nullopt;
  return std::string(*bytes);
}

// One side deleted the file. What the program itself kept up to date on the other is no reason to
// have it back.
Merged merge_deleted(const Sides& sides) {
  const std::optional<std::string_view> left = sides.ours ? sides.ours : sides.theirs;
  const auto before = document_of(sides.base, sides.path), after = document_of(left, sides.path);
  if (before && after && path::is_markdown(sides.path) &&
      is_upkeep(*before, *after, kind_in(*before, sides.path))) {
    return {};
  }
  // What a page is to list, the next sync knows; what one side took out may be forgotten.
  if (after && kind_in(*after, sides.path) == Kind::kWhy) return {};
  return {copy_of(left), 0, {"one machine deleted it and another changed it: the change is kept"}};
}

// Places of the lines that part what git could not merge.
struct Conflict {
  std::optional<std::size_t> base;  // `|||||||`
  std::size_t middle = 0, end = 0;  // `=======`, `>>>>>>>`
};

// That which begins at this line; nullopt where none does, or only half of one is there.
std::optional<Conflict> conflict_at(const std::vector<std::string_view>& lines, std::size_t begin) {
  if (!lines[begin].starts_with("<<<<<<<")) return std::nullopt;
  Conflict found;
  for (std::size_t i = begin + 1; i < lines.size(); ++i) {
    if (lines[i].starts_with("<<<<<<<")) return std::nullopt;
    if (found.middle == 0 && !found.base && lines[i].starts_with("|||||||")) {
      found.base = i;
    } else if (found.middle == 0 && trim(lines[i]) == "=======") {
      found.middle = i;
    } else if (found.middle != 0 && lines[i].starts_with(">>>>>>>")) {
      found.end = i;
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

Merged merge_file(const Sides& sides) {
  if (sides.ours == sides.theirs) return {copy_of(sides.ours), 0, {}};
  if (sides.theirs == sides.base) return {copy_of(sides.ours), 0, {}};
  if (sides.ours == sides.base) return {copy_of(sides.theirs), 0, {}};
  if (!sides.ours || !sides.theirs) return merge_deleted(sides);
  Merged merged = merge_present(sides);
  if (merged.conflicts > 0) {
    merged.told.push_back("two machines changed the same words: both are kept in a note");
  }
  return merged;
}

std::optional<Unmarked> without_markers(std::string_view bytes, Fences fences) {
  const std::vector<std::string_view> lines = lines_with_ends(bytes);
  Unmarked found;
  std::string base;
  bool any = false, all_have_base = true;
  bool fenced = false;  // such lines in a block of code are somebody's words
  const auto add = [&](std::string& to, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) to += lines[i];
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view words = trim(lines[i]);
    if (fences == Fences::kHoldWords && is_code_fence(words)) fenced = !fenced;
    const std::optional<Conflict> conflict = fenced ? std::nullopt : conflict_at(lines, i);
    if (!conflict) {
      for (std::string* side : {&found.ours, &base, &found.theirs}) *side += lines[i];
      continue;
    }
    add(found.ours, i + 1, conflict->base.value_or(conflict->middle));
    if (conflict->base) add(base, *conflict->base + 1, conflict->middle);
    add(found.theirs, conflict->middle + 1, conflict->end);
    all_have_base = all_have_base && conflict->base;
    any = true;
    i = conflict->end;
  }
  if (!any) return std::nullopt;
  if (all_have_base) found.base = std::move(base);
  return found;
}

}  // namespace pyramid::merge
