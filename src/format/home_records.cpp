#include "format/home_records.hpp"

#include "base/text.hpp"
#include "format/sections.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kOldRecords = "sections";
constexpr std::string_view kOldSupport = "support";

std::vector<SectionRecord> old_records(const Document& home) {
  std::vector<SectionRecord> records;
  for (const std::string& line : home.frontmatter.list(kOldRecords)) {
    if (auto record = parse_section_record(line)) records.push_back(*std::move(record));
  }
  return records;
}

class Records {
 public:
  explicit Records(const Document& home) : home_(home), old_(old_records(home)) {}

  // What stands on record of this state of a text.
  [[nodiscard]] std::optional<SectionRecord> of(std::string_view name, std::string_view tag) const {
    for (const Evidence& one : *home_.evidence) {
      if (one.name == name && one.tag == tag && one.record) return one.record;
    }
    const SectionRecord* record = old(name);
    if (record == nullptr || (!tag.empty() && why_tag(record->output) != tag)) return std::nullopt;
    return *record;
  }

  [[nodiscard]] std::optional<SectionRecord> of_section(const FoundSection& section) const {
    if (section.tag.empty()) return of_unlinked(section);
    if (auto record = of(section.name, section.tag)) return record;
    return record_by_tag(section.name, section.text, section.tag);
  }

  // A comment is lost where another program rewrites the head.
  [[nodiscard]] std::optional<SectionRecord> of_description() const {
    const auto text = home_.frontmatter.scalar(kDescriptionRecord);
    if (!text) {  // a person took it out
      for (const Evidence& one : *home_.evidence) {
        if (one.name == kDescriptionRecord && one.record) return one.record;
      }
      return std::nullopt;
    }
    std::string tag(home_.frontmatter.comment(kDescriptionRecord));
    if (!is_why_tag(tag)) tag = why_tag(text_digest(*text));
    if (auto record = of(kDescriptionRecord, tag)) return record;
    if (auto record = record_of_description(home_)) return record;
    return of(kDescriptionRecord, why_tag({}));
  }

  // Of what no heading stands there.
  [[nodiscard]] std::vector<SectionRecord> that_say_nothing() const {
    std::vector<SectionRecord> records;
    for (const Evidence& one : *home_.evidence) {
      const bool nothing = one.record && says_nothing(one.record->output, one.record->made_by);
      if (nothing) records.push_back(*one.record);
    }
    records.insert(records.end(), old_.begin(), old_.end());
    return records;
  }

 private:
  // Without a link it is a person's own, unless it says what was generated: they took the link out.
  [[nodiscard]] std::optional<SectionRecord> of_unlinked(const FoundSection& section) const {
    std::set<SentenceMark> marks;
    for (const std::string_view sentence : sentences_in(section.text)) {
      marks.insert(mark_of(sentence));
    }
    for (const Evidence& one : *home_.evidence) {
      if (one.name != section.name || !one.record || one.record->sentences.standing.empty()) {
        continue;
      }
      const std::vector<SentenceMark>& standing = one.record->sentences.standing;
      if (std::any_of(standing.begin(), standing.end(),
                      [&](SentenceMark mark) { return marks.contains(mark); })) {
        return one.record;
      }
    }
    const SectionRecord* record = old(section.name);
    return record == nullptr ? std::nullopt : std::optional(*record);
  }

  [[nodiscard]] const SectionRecord* old(std::string_view name) const {
    const auto found = std::find_if(old_.begin(), old_.end(),
                                    [&](const SectionRecord& one) { return one.name == name; });
    return found == old_.end() ? nullptr : &*found;
  }

  const Document& home_;
  std::vector<SectionRecord> old_;
};

void sort_marks(std::vector<SentenceMark>& marks) {
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
}

}  // namespace

std::string why_tag(const Digest& output) { return to_hex(output).substr(0, kWhyTag); }

bool is_why_tag(std::string_view text) {
  return text.size() == kWhyTag &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::vector<SectionRecord> records_of(const Document& home, std::string_view path) {
  if (!home.evidence) return old_records(home);
  const Records recorded(home);
  std::vector<SectionRecord> records;
  const auto add = [&](std::optional<SectionRecord> record) {
    if (!record) return;
    const auto same = [&](const SectionRecord& one) { return one.name == record->name; };
    if (std::none_of(records.begin(), records.end(), same)) records.push_back(*std::move(record));
  };
  add(recorded.of_description());
  for (const FoundSection& section : find_sections(home, path)) add(recorded.of_section(section));
  for (SectionRecord& record : recorded.that_say_nothing()) add(std::move(record));
  const std::vector<SentenceMark> struck = struck_in(home.frontmatter);
  for (SectionRecord& record : records) {
    if (record.name == kDescriptionRecord || struck.empty()) continue;
    std::vector<SentenceMark>& all = record.sentences.struck;
    all.insert(all.end(), struck.begin(), struck.end());
    sort_marks(all);
  }
  return records;
}

SectionRecord record_by_tag(std::string name, std::string_view text, std::string_view tag) {
  SectionRecord record{std::move(name), {}, {}, {}};
  if (const auto generated = generated_in(text, tag)) {
    record.output = text_digest(*generated);
    for (const std::string_view sentence : sentences_in(*generated)) {
      record.sentences.standing.push_back(mark_of(sentence));
    }
  } else {  // of no text that stands there, and so of another one
    std::string digits(tag);
    digits.resize(to_hex(Digest()).size(), '0');
    record.output = parse_digest(digits).value_or(Digest());
  }
  return record;
}

std::optional<SectionRecord> record_of_description(const Document& home) {
  const std::string text(home.frontmatter.scalar(kDescriptionRecord).value_or(""));
  const std::string_view tag = home.frontmatter.comment(kDescriptionRecord);
  if (is_why_tag(tag)) {
    const Digest digest = text_digest(text);
    if (why_tag(digest) != tag) return record_by_tag(std::string(kDescriptionRecord), {}, tag);
    return SectionRecord{std::string(kDescriptionRecord), {}, digest, {}};
  }
  for (SectionRecord& record : old_records(home)) {
    if (record.name == kDescriptionRecord) return std::move(record);
  }
  return std::nullopt;
}

std::vector<SentenceMark> struck_in(const Frontmatter& head) {
  std::vector<SentenceMark> struck;
  for (const std::string& one : head.list(kStruckKey)) {
    const auto marks = parse_sentences(one);
    if (marks) struck.insert(struck.end(), marks->standing.begin(), marks->standing.end());
  }
  sort_marks(struck);
  return struck;
}

void set_struck(Frontmatter& head, std::vector<SentenceMark> struck) {
  sort_marks(struck);
  if (struck.empty()) return head.erase(kStruckKey);
  std::vector<std::string> marks;
  for (const SentenceMark mark : struck) marks.push_back(to_text(Sentences{{mark}, {}}));
  head.set_list(kStruckKey, marks);
}

bool has_old_head(const Document& home) {
  return home.frontmatter.find(kOldRecords) != nullptr ||
         home.frontmatter.find(kOldSupport) != nullptr;
}

}  // namespace pyramid::format
