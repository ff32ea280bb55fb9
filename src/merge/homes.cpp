// MEMORY.md and models/*.md: a line that stands for each generated section goes through the merge
// of what is a person's, and the section that is taken comes in its place.
#include "base/text.hpp"
#include "format/home_records.hpp"
#include "merge/fields.hpp"
#include "merge/generated.hpp"
#include "merge/text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using format::Document;
using format::FoundSection;
using format::Frontmatter;
using format::SectionRecord;

constexpr std::string_view kMark = "## \x02";  // no person's line begins so, nor with one '#' more
constexpr std::string_view kDescription = "description";

// Of the level that the section's heading has.
std::string mark_of(const std::string& name) {
  const bool is_inside = name != format::kAlways && name.find('/') != std::string::npos;
  return std::string(is_inside ? "#" : "").append(kMark).append(name);
}
bool is_mark(std::string_view line) {
  return line.starts_with(kMark) || (line.starts_with('#') && line.substr(1).starts_with(kMark));
}
std::string name_in(std::string_view mark) {
  return std::string(mark.substr(mark.find(kMark) + kMark.size()));
}
// What stands, or does not: never the heading of another one edited.
bool is_generated(std::string_view block) {
  return is_mark(block) || format::heads_sections(block);
}

struct Section {
  std::string lines;  // with its heading
  std::string tag;    // of the state that it is of
  Generated text;
};

// A home taken apart.
struct Home {
  std::vector<std::string> body;  // lines, with marks
  std::map<std::string, Section> sections;
  std::map<std::string, SectionRecord> records;  // that an earlier version wrote into the head
  std::vector<std::string> order, unread;        // names of these; lines that are none
};

// As far as the home alone tells it: its page is another file, with a merge of its own.
Generated generated_of(const FoundSection& found, const SectionRecord* old) {
  if (found.tag.empty() || (old != nullptr && format::why_tag(old->output) == found.tag)) {
    if (old == nullptr) return {found.text, std::nullopt};
    return {found.text, old->output, old->sentences};
  }
  const SectionRecord record = format::record_by_tag(found.name, found.text, found.tag);
  return {found.text, record.output, record.sentences};
}

Home take_apart(const Document& document, std::string_view path) {
  Home home;
  for (const std::string& line : document.frontmatter.list("sections")) {
    if (auto record = format::parse_section_record(line)) {
      home.order.push_back(record->name);
      std::string name = record->name;
      home.records.emplace(std::move(name), *std::move(record));
    } else {
      home.unread.push_back(line);
    }
  }
  const std::vector<std::string_view> lines = split(document.body, '\n');
  std::size_t next = 0;
  for (const FoundSection& found : format::find_sections(document, path)) {
    const std::size_t begin = found.line - document.body_line;
    const std::size_t end = found.last_line - document.body_line + 1;
    for (; next < begin; ++next) home.body.emplace_back(lines[next]);
    Section section;
    for (; next < end; ++next) section.lines.append(lines[next]).append("\n");
    section.tag = found.tag;
    const auto record = home.records.find(found.name);
    section.text = generated_of(found, record == home.records.end() ? nullptr : &record->second);
    home.body.push_back(mark_of(found.name));
    home.sections.emplace(found.name, std::move(section));
  }
  for (; next < lines.size(); ++next) home.body.emplace_back(lines[next]);
  return home;
}

// What one side has edited may stand as it was generated in another.
void tell_generated(const std::vector<Home*>& homes) {
  for (Home* home : homes) {
    for (auto& [name, section] : home->sections) {
      if (section.tag.empty() || !section.text.sentences.standing.empty()) continue;
      for (const Home* other : homes) {
        const auto same = other->sections.find(name);
        if (same == other->sections.end() || same->second.tag != section.tag) continue;
        const Generated& known = same->second.text;
        if (known.sentences.standing.empty()) continue;
        section.text.output = known.output;
        section.text.sentences = known.sentences;
      }
    }
  }
}

const Section* section_of(const Home& home, const std::string& name) {
  const auto found = home.sections.find(name);
  return found == home.sections.end() ? nullptr : &found->second;
}

class HomeMerger {
 public:
  explicit HomeMerger(const Documents& documents)
      : documents_(documents),
        base_(documents.base == nullptr ? Home() : take_apart(*documents.base, documents.path)),
        ours_(take_apart(documents.ours, documents.path)),
        theirs_(take_apart(documents.theirs, documents.path)) {
    tell_generated({&base_, &ours_, &theirs_});
    for (const Document* one : {&documents.ours, &documents.theirs}) {
      const auto struck = format::struck_in(one->frontmatter);
      struck_.insert(struck.begin(), struck.end());
    }
  }

  MergedDocument merge() {
    for (const Home* home : {&ours_, &theirs_}) {
      for (const auto& [name, section] : home->sections) choose_section(name);
    }
    MergedDocument merged;
    merge_frontmatter(merged);
    merge_body(merged);
    return merged;
  }

 private:
  void choose_section(const std::string& name) {
    if (!looked_at_.insert(name).second) return;
    const Section* before = section_of(base_, name);
    const Section* mine = section_of(ours_, name);
    const Section* others = section_of(theirs_, name);
    if (mine == nullptr || others == nullptr) {
      const Section& left = mine == nullptr ? *others : *mine;
      const bool taken_out = before != nullptr && !is_edited(left.text);
      if (!taken_out) take(name, mine != nullptr, left.lines);
      return;
    }
    const auto unchanged = [&](const Section& one) {
      return before != nullptr && before->lines == one.lines;
    };
    if (mine->lines == others->lines && mine->text.output == others->text.output) {
      take(name, smaller_record(name), mine->lines);
    } else if (unchanged(*mine) || unchanged(*others)) {
      take(name, unchanged(*others), unchanged(*others) ? mine->lines : others->lines);
    } else {
      choose_text(name, before, *mine, *others);
    }
  }

  void choose_text(const std::string& name, const Section* before, const Section& mine,
                   const Section& others) {
    const Choice choice =
        choose(before == nullptr ? nullptr : &before->text, mine.text, others.text);
    const bool same = mine.text.text == others.text.text && mine.text.output == others.text.output;
    const bool ours = same ? mine.lines <= others.lines : choice.ours;
    std::string lines = ours ? mine.lines : others.lines;
    if (!choice.words.empty()) lines.insert(lines.find('\n') + 1, choice.words + "\n\n");
    take(name, ours, std::move(lines));
    struck_.insert(choice.sentences.struck.begin(), choice.sentences.struck.end());
  }

  // Of two records of the same text one counts, whoever asks.
  [[nodiscard]] bool smaller_record(const std::string& name) const {
    const auto mine = ours_.records.find(name), others = theirs_.records.find(name);
    if (mine == ours_.records.end()) return false;
    if (others == theirs_.records.end()) return true;
    return to_line(mine->second) <= to_line(others->second);
  }

  void take(const std::string& name, bool ours, std::string lines) {
    const auto& records = ours ? ours_.records : theirs_.records;
    if (const auto record = records.find(name); record != records.end()) {
      records_.insert_or_assign(name, record->second);
    }
    sections_.emplace(name, Taken{std::move(lines), section_of(ours ? ours_ : theirs_, name)});
  }

  // What a person took out of any section on one machine, the other may have written meanwhile.
  [[nodiscard]] std::string lines_of(const std::string& name) const {
    const auto& [lines, section] = sections_.at(name);
    const std::vector<format::SentenceMark>& standing = section->text.sentences.standing;
    std::vector<format::SentenceMark> gone;
    std::copy_if(standing.begin(), standing.end(), std::back_inserter(gone),
                 [&](format::SentenceMark mark) { return struck_.contains(mark); });
    const std::string& text = section->text.text;
    const std::size_t place = gone.empty() || text.empty() ? std::string::npos : lines.find(text);
    if (place == std::string::npos) return lines;
    return std::string(lines).replace(place, text.size(), format::without_struck(text, gone).text);
  }

  static std::string description_of(const Document& document) {
    return std::string(document.frontmatter.scalar(kDescription).value_or(std::string_view()));
  }

  static Generated generated_description(const Document& document) {
    Generated text{description_of(document), std::nullopt};
    if (const auto record = format::record_of_description(document)) text.output = record->output;
    return text;
  }

  // Whose description stands; nullopt: both are a person's.
  [[nodiscard]] std::optional<bool> choose_description() const {
    const Generated mine = generated_description(documents_.ours);
    const Generated others = generated_description(documents_.theirs);
    const auto by_person = [](const Generated& one) {
      return !one.output || format::text_digest(one.text) != *one.output;
    };
    if (by_person(mine) && by_person(others)) return std::nullopt;
    if (by_person(mine) != by_person(others)) return by_person(mine) && !mine.text.empty();
    if (documents_.base != nullptr) {
      const std::string before = description_of(*documents_.base);
      if (before == others.text && before != mine.text) return true;
      if (before == mine.text && before != others.text) return false;
    }
    if (mine.text != others.text) return *mine.output < *others.output;
    return smaller_record(std::string(kDescription));
  }

  void merge_frontmatter(MergedDocument& merged) {
    Frontmatter base = documents_.base == nullptr ? Frontmatter() : documents_.base->frontmatter;
    Frontmatter mine = documents_.ours.frontmatter, others = documents_.theirs.frontmatter;
    const std::string name(kDescription);
    const std::optional<bool> ours = choose_description();
    const Home& described = ours.value_or(smaller_record(name)) ? ours_ : theirs_;
    if (const auto record = described.records.find(name); record != described.records.end()) {
      records_.insert_or_assign(name, record->second);
    }
    if (ours) {
      const Document& taken = *ours ? documents_.ours : documents_.theirs;
      const std::string text = description_of(taken);
      for (Frontmatter* one : {&base, &mine, &others}) {
        text.empty() ? one->erase(kDescription) : one->set(kDescription, text);
        one->set_comment(kDescription, taken.frontmatter.comment(kDescription));
      }
    }
    const std::vector<std::string> lines = record_lines();
    for (Frontmatter* one : {&base, &mine, &others}) {
      lines.empty() ? one->erase("sections") : one->set_list("sections", lines);
      one->erase("support");  // of an earlier version, and of one text; the words tell it too
      format::set_struck(*one, {struck_.begin(), struck_.end()});
    }
    merged.frontmatter = merge_fields(documents_.base == nullptr ? nullptr : &base, mine, others,
                                      documents_.kind, documents_.day, merged.conflicts);
  }

  // In the order of the side that holds more of them, then those of the other.
  [[nodiscard]] std::vector<std::string> record_lines() const {
    const bool ours_first = std::pair(ours_.order.size(), ours_.order) >=
                            std::pair(theirs_.order.size(), theirs_.order);
    std::vector<std::string> lines;
    std::set<std::string> done, unread;
    for (const Home* home : {ours_first ? &ours_ : &theirs_, ours_first ? &theirs_ : &ours_}) {
      for (const std::string& name : home->order) {
        const auto record = records_.find(name);
        if (record != records_.end() && done.insert(name).second) {
          lines.push_back(to_line(record->second));
        }
      }
      unread.insert(home->unread.begin(), home->unread.end());
    }
    lines.insert(lines.end(), unread.begin(), unread.end());
    return lines;
  }

  // With a mark for each section that stands; of the base those that neither side took out.
  [[nodiscard]] std::string with_marks(const Home& home, bool is_base) const {
    std::vector<std::string> lines;
    for (const std::string& line : home.body) {
      if (is_mark(line)) {
        const std::string name = name_in(line);
        const bool on_both =
            section_of(ours_, name) != nullptr && section_of(theirs_, name) != nullptr;
        if (!sections_.contains(name) || (is_base && !on_both)) continue;
      }
      lines.push_back(line);
    }
    return join(lines, "\n");
  }

  void merge_body(MergedDocument& merged) const {
    const TextRules rules{documents_.day, is_generated};
    const std::string mine = with_marks(ours_, false), others = with_marks(theirs_, false);
    const MergedText text = documents_.base == nullptr
                                ? join_text(mine, others, Joined::kNote, rules)
                                : merge_text(with_marks(base_, true), mine, others, rules);
    merged.conflicts += text.conflicts;
    merged.kept_edits = text.kept_edits;
    std::set<std::string> placed;
    for (const std::string_view line : split(text.text, '\n')) {
      if (is_mark(line)) {
        const std::string name = name_in(line);
        if (placed.insert(name).second) merged.body += lines_of(name);
      } else {
        merged.body.append(line).append("\n");
      }
    }
    if (!merged.body.empty()) merged.body.pop_back();  // split() sees a line behind the last `\n`
  }

  const Documents& documents_;
  Home base_, ours_, theirs_;
  std::set<std::string> looked_at_;
  struct Taken {
    std::string lines;
    const Section* section;  // of which side
  };
  std::map<std::string, Taken> sections_;  // that stand
  std::map<std::string, SectionRecord> records_;
  std::set<format::SentenceMark> struck_;
};

}  // namespace

MergedDocument merge_homes(const Documents& documents) { return HomeMerger(documents).merge(); }

}  // namespace pyramid::merge
