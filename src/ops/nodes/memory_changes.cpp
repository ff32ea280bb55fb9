#include "ops/nodes/memory_changes.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/word_diff.hpp"
#include "format/sections.hpp"
#include "format/settings.hpp"
#include "ops/nodes/likeness.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// One side of a file. What cannot be read as a node is taken as text.
struct Side {
  std::string path;
  Node node;
  std::vector<format::FoundSection> sections;
  std::string own;  // of a home: what a person writes
};

// The headings and lines of a home that are the program's, outside of its sections.
bool is_frame(std::string_view line) {
  static constexpr std::string_view kFrame[] = {
      "## Self", "## User", "## System", "## Notes",
      "<!-- Yours: what you write here stays as you wrote it. -->"};
  return std::find(std::begin(kFrame), std::end(kFrame), line) != std::end(kFrame) ||
         line == trim(format::identity_template(workspace::kMemoryFile));
}

// The body less the generated sections, their headings and the title.
std::string own_text(const format::Document& document,
                     const std::vector<format::FoundSection>& sections) {
  std::string own;
  bool blank = true, has_title = false;
  std::size_t line = document.body_line;
  for (const std::string_view text : split_lines(document.body)) {
    const bool generated =
        std::any_of(sections.begin(), sections.end(), [line](const format::FoundSection& section) {
          return line >= section.line && line <= section.last_line;
        });
    ++line;
    if (generated || is_frame(trim(text))) continue;
    if (text.starts_with("# ") && !std::exchange(has_title, true)) continue;
    const bool empty = trim(text).empty();
    if (!empty || !blank) own += std::string(text) + "\n";  // more blank lines are nobody's
    blank = empty;
  }
  return std::string(trim(own));
}

Side read_side(const std::string& path, const std::string& bytes) {
  Side side;
  side.path = path;
  const Result<format::Document> document = format::read_document(bytes, path);
  Result<Node> node = fail(ErrorKind::kInvalid, "not read");
  if (document && workspace::is_memory_file(path)) node = format::read_node(*document, path);
  if (!node) {
    side.node.kind = Kind::kNote;
    side.node.path = path;
    side.node.text = utf8::replace_invalid(bytes);
    return side;
  }
  side.node = *std::move(node);
  if (format::is_home(side.node.kind)) {
    side.sections = format::find_sections(*document, path);
    // `## Sub` headings of a section are in it; so each line is in one section at most.
    side.own = own_text(*document, side.sections);
  } else if (format::is_persons(side.node.kind)) {
    side.node.text = trim(document->body);
  }
  return side;
}

std::string shown(const std::string& value) { return value.empty() ? "none" : value; }

class Comparison {
 public:
  explicit Comparison(std::vector<MemoryChange>& found) : found_(found) {}

  // At least one of the two.
  void compare(const Side* before, const Side* after) {
    const Side& one = after != nullptr ? *after : *before;
    const Kind kind = one.node.kind;
    if (format::is_home(kind)) {
      compare_homes(before, after);
    } else if (kind == Kind::kSession) {
      compare_sessions(before, after);
    } else {
      compare_texts(before, after);
    }
  }

 private:
  static MemoryChange begin(const Side* before, const Side* after) {
    const Side& one = after != nullptr ? *after : *before;
    MemoryChange change;
    change.kind = one.path == workspace::kSettingsFile ? "settings" : name_of(one.node.kind);
    if (!one.node.id.is_zero()) change.id = to_string(one.node.id);
    change.path = one.path;
    if (before != nullptr && before->path != one.path) change.path_before = before->path;
    change.model = one.node.model;
    if (one.node.kind == Kind::kSummary) change.tier = one.node.tier;
    change.what = before == nullptr ? "added" : after == nullptr ? "deleted" : "changed";
    return change;
  }

  static void set_texts(MemoryChange& change, std::string before, std::string after) {
    if (change.what != "added" && change.what != "deleted" && before != after) {
      change.words = word_diff(before, after);
    }
    change.text_before = std::move(before);
    change.text = std::move(after);
  }

  void compare_texts(const Side* before, const Side* after) {
    MemoryChange change = begin(before, after);
    bool differs = before == nullptr || after == nullptr;
    if (!differs) {
      note_fields(change, before->node, after->node);
      const bool status = before->node.status != after->node.status;
      const bool text = before->node.text != after->node.text;
      differs = text || status || !change.details.empty();
      if (text) change.what = "reworded";
      if (status) change.what = after->node.status.empty() ? "reinstated" : after->node.status;
      if (!differs && !change.path_before.empty()) {
        change.what = "renamed";
        note_category(change, before->node, after->node);
        differs = true;
      }
    } else if (after != nullptr && !after->node.status.empty()) {
      change.details.push_back(after->node.status);
    }
    if (!differs) return;
    set_texts(change, before == nullptr ? "" : before->node.text,
              after == nullptr ? "" : after->node.text);
    found_.push_back(std::move(change));
  }

  static void note_category(MemoryChange& change, const Node& before, const Node& after) {
    const std::string_view from = workspace::fact_category(before.path);
    const std::string_view to = workspace::fact_category(after.path);
    if (from == to) return;
    change.details.push_back(from.empty() ? "promoted: " + std::string(to)
                             : to.empty() ? "a fact no more"
                                          : "now among " + std::string(to));
  }

  static void note_fields(MemoryChange& change, const Node& before, const Node& after) {
    const auto note = [&](const char* what, const std::string& old, const std::string& now) {
      if (old != now) {
        change.details.push_back(std::string(what) + " " + shown(old) + ", now " + shown(now));
      }
    };
    const auto number = [](std::int64_t value) { return value == 0 ? "" : std::to_string(value); };
    if (!before.model.empty()) note("model", before.model, after.model);
    note("importance", number(before.importance), number(after.importance));
    if (after.kind == Kind::kObservation) {
      note("date", format_time(before.at), format_time(after.at));
      if (after.seen.size() > before.seen.size()) change.details.emplace_back("said again");
      const bool is_followed = !after.superseded_by.is_zero();
      if (is_followed && after.superseded_by != before.superseded_by) {
        change.details.push_back("by [" + short_id(after.superseded_by) + "]");
      }
    }
    if (after.kind == Kind::kTask) {
      const auto state = [](const Node& task) {
        return task.outcome.empty() ? "open" : task.outcome;
      };
      note("state", state(before), state(after));
    }
    if (after.kind == Kind::kSummary) note("facts", number(before.count), number(after.count));
  }

  void compare_sessions(const Side* before, const Side* after) {
    MemoryChange change = begin(before, after);
    const Side& one = after != nullptr ? *after : *before;
    change.name = one.node.title;
    const auto turns = [](const Side& side) { return std::to_string(side.node.turns); };
    if (before == nullptr || after == nullptr) {
      change.details.push_back("turns " + turns(one));
    } else if (before->node.turns != after->node.turns) {
      change.details.push_back("turns " + turns(*before) + ", now " + turns(*after));
    } else if (before->node.title != after->node.title) {
      change.details.push_back("title " + before->node.title);
    } else if (before->node.text == after->node.text) {
      if (change.path_before.empty()) return;  // how far it was looked at
      change.what = "renamed";
    }
    found_.push_back(std::move(change));
  }

  void add_part(const Side* before, const Side* after, const char* kind, std::string name,
                std::string text_before, std::string text) {
    if (text_before == text) return;
    MemoryChange change = begin(before, after);
    change.kind = kind;
    change.name = std::move(name);
    change.what = text_before.empty() ? "added" : text.empty() ? "deleted" : "reworded";
    change.path_before.clear();  // the file's own change says so
    set_texts(change, std::move(text_before), std::move(text));
    found_.push_back(std::move(change));
  }

  void compare_homes(const Side* before, const Side* after) {
    std::map<std::string, std::pair<std::string, std::string>> sections;
    std::vector<std::string> order;
    const auto note = [&](const Side* side, bool first) {
      if (side == nullptr) return;
      for (const format::FoundSection& section : side->sections) {
        const auto [place, is_new] = sections.try_emplace(section.name);
        if (is_new) order.push_back(section.name);
        (first ? place->second.first : place->second.second) = section.text;
      }
    };
    note(after, false);
    note(before, true);
    if (before == nullptr || after == nullptr || before->path != after->path) {
      MemoryChange change = begin(before, after);
      if (change.what == "changed") change.what = "renamed";
      change.name = (after != nullptr ? after : before)->node.title;
      found_.push_back(std::move(change));
    } else if (before->node.title != after->node.title) {
      MemoryChange change = begin(before, after);
      change.details.push_back("title " + before->node.title + ", now " + after->node.title);
      found_.push_back(std::move(change));
    }
    const auto described = [](const Side* side) {
      return side == nullptr ? std::string() : side->node.description;
    };
    add_part(before, after, "section", "description", described(before), described(after));
    for (const std::string& name : order) {
      auto& [old, now] = sections[name];
      add_part(before, after, "section", name, std::move(old), std::move(now));
    }
    add_part(before, after, "text", {}, before == nullptr ? "" : before->own,
             after == nullptr ? "" : after->own);
  }

  std::vector<MemoryChange>& found_;
};

int rank(const MemoryChange& change) {
  static constexpr std::string_view kOrder[] = {"observation", "summary", "model",   "memory",
                                                "section",     "text",    "task",    "identity",
                                                "note",        "daily",   "session", "settings"};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), change.kind) -
                          std::begin(kOrder));
}

std::vector<Side>::iterator newest(std::vector<Side>& gone) {
  return gone.empty() ? gone.end() : std::prev(gone.end());
}

// Which of the files without an id this one was under another name; the end: none.
std::vector<Side>::iterator likest(std::vector<Side>& gone, const Side& side) {
  auto best = gone.end();
  double most = kRenamed;
  for (auto one = gone.begin(); one != gone.end(); ++one) {
    const double like = likeness(one->node.text, side.node.text);
    if (one->node.kind != side.node.kind || like < most) continue;
    if (like == most && best != gone.end()) continue;
    most = like;
    best = one;
  }
  return best;
}

// What files mean, one after the other: those that came when all others were taken.
class FilesTold {
 public:
  void take(const FileVersions& file) {
    if (file.before == file.after) return;
    if (file.before && file.after) {
      const Side before = read_side(file.path, *file.before);
      const Side after = read_side(file.path, *file.after);
      comparison_.compare(&before, &after);
    } else if (file.before) {
      Side side = read_side(file.path, *file.before);
      const Ulid id = side.node.id;
      gone_[id].push_back(std::move(side));
    } else {
      const Side side = read_side(file.path, *file.after);
      const auto place = gone_.find(side.node.id);
      std::vector<Side> none;
      std::vector<Side>& there = place == gone_.end() ? none : place->second;
      const auto old = side.node.id.is_zero() ? likest(there, side) : newest(there);
      comparison_.compare(old != there.end() ? &*old : nullptr, &side);
      if (old != there.end()) there.erase(old);
    }
  }

  std::vector<MemoryChange> finish() {
    for (const auto& [id, sides] : gone_) {
      for (const Side& side : sides) comparison_.compare(&side, nullptr);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const MemoryChange& a, const MemoryChange& b) {
                       const int first = rank(a), second = rank(b);
                       return std::tie(first, a.path) < std::tie(second, b.path);
                     });
    return std::move(found_);
  }

 private:
  std::vector<MemoryChange> found_;
  Comparison comparison_{found_};
  std::map<Ulid, std::vector<Side>> gone_;  // two files may have had one id, or none
};

Result<FileVersions> bytes_of(history::Past& past, const history::PastChange& change) {
  FileVersions file;
  file.path = change.path;
  if (change.before) {
    PYRAMID_ASSIGN(file.before, past.read(*change.before));
  }
  if (change.after) {
    PYRAMID_ASSIGN(file.after, past.read(*change.after));
  }
  return file;
}

}  // namespace

bool is_told(std::string_view path) {
  return workspace::is_memory_file(path) || path == workspace::kSettingsFile;
}

std::string comparable(std::string_view text) {
  return comparable_raw(format::plain_text(utf8::replace_invalid(text)));
}

std::string comparable_raw(std::string_view text) {
  const std::string folded = utf8::fold(text);
  std::string plain;
  plain.reserve(folded.size());
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t c = utf8::next(folded, at);
    const bool single = (c >= 0x2018 && c <= 0x201B) || c == 0x2039 || c == 0x203A || c == 0x2032;
    const bool doubled = (c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB || c == 0x2033;
    const bool dash = (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
    utf8::append(plain, utf8::is_space(c) ? U' '
                        : single          ? U'\''
                        : doubled         ? U'"'
                        : dash            ? U'-'
                                          : c);
  }
  return collapse_spaces(plain);
}

std::vector<MemoryChange> meaning_of(const std::vector<FileVersions>& files) {
  FilesTold told;
  for (const bool came : {false, true}) {
    for (const FileVersions& file : files) {
      if (is_told(file.path) && (!file.before && file.after) == came) told.take(file);
    }
  }
  return told.finish();
}

Result<std::vector<MemoryChange>> meaning_of(history::Past& past,
                                             const std::vector<history::PastChange>& changes) {
  FilesTold told;
  for (const bool came : {false, true}) {
    for (const history::PastChange& change : changes) {
      if (!is_told(change.path) || (!change.before && change.after) != came) continue;
      PYRAMID_ASSIGN(const FileVersions file, bytes_of(past, change));
      told.take(file);
    }
  }
  return told.finish();
}

Result<std::vector<FileVersions>> read_versions(history::Past& past,
                                                const std::vector<history::PastChange>& changes) {
  std::vector<FileVersions> files;
  for (const history::PastChange& change : changes) {
    if (!is_told(change.path)) continue;
    PYRAMID_ASSIGN(FileVersions file, bytes_of(past, change));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace pyramid::ops
