#include "format/schema.hpp"

#include "base/text.hpp"
#include "format/successor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace pyramid::format {

namespace {

enum class Type {
  kText,
  kKind,
  kUlid,
  kSuccessor,
  kTime,
  kDigest,
  kNumber,
  kFlag,
  kOutcome,
  kList,
  kRecords
};

// A key means the same in every kind, so that Obsidian can give it one type.
struct Key {
  std::string_view name;
  Type type;
  std::string_view meaning;
  std::int64_t low = 0, high = 0;  // of a number
};

constexpr Key kId = {"id", Type::kUlid, "identity of the node, wherever its file lies"};
constexpr Key kKind = {"kind", Type::kKind, "what sort of node this is"};
constexpr Key kAt = {"at", Type::kTime, "when it was said; of a session: its first turn"};
constexpr Key kOffset = {"offset", Type::kText,
                         "how far the clock of where it was said is from UTC; not there: the "
                         "workspace's zone"};
constexpr Key kModel = {"model", Type::kText, "the mental model that it belongs to"};
constexpr Key kFact = {"fact", Type::kText,
                       "lasting, state, preference, rule, event, plan, correction or promise"};
constexpr Key kImportance = {"importance", Type::kNumber, "1 (passing) to 10 (defining)", 1, 10};
constexpr Key kStatus = {"status", Type::kText, "not there: active; `superseded`: no longer true"};
constexpr Key kQuarantine = {"quarantine", Type::kFlag,
                             "speaks to the assistant: kept, and not used until it says false"};
constexpr Key kSupersededBy = {"superseded_by", Type::kSuccessor,
                               "link to the observation that took its place, or its id"};
constexpr Key kSeen = {"seen", Type::kList, "when it was said again: a set of times"};
constexpr Key kTags = {"tags", Type::kList, "the person's own"};
constexpr Key kTier = {"tier", Type::kNumber, "0 over observations, n + 1 over tier n", 0, 99};
constexpr Key kPolicy = {"policy", Type::kText, "how sources are grouped; not there: count"};
constexpr Key kStart = {"start", Type::kTime, "of the oldest observation below"};
constexpr Key kEnd = {"end", Type::kTime, "of the newest observation below"};
constexpr Key kCount = {"count", Type::kNumber, "observations below, all the way down", 0,
                        kMaxInteger};
constexpr Key kEngine = {"engine", Type::kText, "what wrote the text"};
constexpr Key kRecipe = {"recipe", Type::kText, "and how: name and version of the prompt or rule"};
constexpr Key kInputs = {"inputs", Type::kDigest, "digest of what was read"};
constexpr Key kOutput = {"output", Type::kDigest, "digest of the text as it was generated"};
constexpr Key kSentences = {"sentences", Type::kText,
                            "marks of its sentences; -: taken out by hand"};
constexpr Key kType = {"type", Type::kText,
                       "person, project or topic; or what a client of the graph calls it"};
constexpr Key kDescription = {"description", Type::kText, "the model in one sentence"};
constexpr Key kAliases = {"aliases", Type::kList, "other names"};
constexpr Key kStruck = {"struck", Type::kList, "marks of the sentences taken out by hand"};
constexpr Key kSections = {"sections", Type::kRecords,
                           "of an earlier version: name, inputs, output, writer and sentences of "
                           "each section"};
constexpr Key kSupport = {"support", Type::kList,
                          "of an earlier version: the links that each section's sentences rest on"};
constexpr Key kSource = {"source", Type::kText, "the program that it was said in"};
constexpr Key kOrigin = {"origin", Type::kText, "the conversation's id there"};
constexpr Key kTitle = {"title", Type::kText, "how it is called"};
constexpr Key kUser = {"user", Type::kText, "how the person is called in it"};
constexpr Key kTurns = {"turns", Type::kNumber, "the number of its last turn", 0, kMaxInteger};
constexpr Key kUpdated = {"updated", Type::kTime, "when it last changed at the source"};
constexpr Key kPart = {"part", Type::kNumber, "which part of a long conversation it is", 1,
                       kMaxInteger};
constexpr Key kFirst = {"first", Type::kNumber, "the number of its first turn", 1, kMaxInteger};
constexpr Key kSession = {"session", Type::kUlid, "the first part of the conversation"};
constexpr Key kExtracted = {"extracted", Type::kNumber, "observations were taken through this turn",
                            0, kMaxInteger};

constexpr Key kReplaced = {"replaced", Type::kList,
                           "the first turn that each change at the source replaced"};

constexpr Key kSuccess = {"success", Type::kOutcome, "true: done; false: failed; null: open"};
constexpr Key kFinished = {"finished", Type::kTime, "when it was done or failed"};
constexpr Key kInvalidatedKey = {"invalidated", Type::kTime, "since when it is no longer wanted"};

constexpr Key kVerbatimKey = {
    "verbatim", Type::kText,
    "the text or title as it was given, where markdown shows it otherwise"};
constexpr Key kEntity = {"entity", Type::kUlid, "when a client of the knowledge graph made it"};

constexpr Key kNodeKind = {"node_kind", Type::kText,
                           "leaf (words of a conversation), condensed (a summary of a folder), "
                           "index (a table of contents) or deleted (the mark of a leaf)"};
constexpr Key kTopicKey = {"key", Type::kText,
                           "what it is about, in a few words: search compares this"};
constexpr Key kKeyByHand = {"key_by_hand", Type::kFlag,
                            "`true`: `key` is a person's, and no other is written over it"};
constexpr Key kDepth = {"depth", Type::kNumber, "0: a leaf; else levels of folders above leaves", 0,
                        99};
constexpr Key kDescendants = {"descendant_count", Type::kNumber, "leaves below, all the way down",
                              0, kMaxInteger};
constexpr Key kEarliest = {"earliest_at", Type::kTime, "when the oldest of it was said"};
constexpr Key kLatest = {"latest_at", Type::kTime, "when the newest of it was said"};
constexpr Key kTokens = {"token_count", Type::kNumber, "length of the text, in tokens", 0,
                         kMaxInteger};
constexpr Key kSessionId = {"session_id", Type::kUlid, "the file of the session it was cut from"};

struct Use {
  Key key;
  bool required = true;
};
constexpr bool kOptional = false;

constexpr std::array<Use, 14> kObservationKeys = {{{kId},
                                                   {kKind},
                                                   {kAt},
                                                   {kOffset, kOptional},
                                                   {kModel, kOptional},
                                                   {kFact, kOptional},
                                                   {kImportance, kOptional},
                                                   {kSource, kOptional},
                                                   {kStatus, kOptional},
                                                   {kSupersededBy, kOptional},
                                                   {kSeen, kOptional},
                                                   {kQuarantine, kOptional},
                                                   {kVerbatimKey, kOptional},
                                                   {kTags, kOptional}}};
constexpr std::array<Use, 15> kSummaryKeys = {{{kId},
                                               {kKind},
                                               {kModel},
                                               {kTier},
                                               {kPolicy, kOptional},
                                               {kStart},
                                               {kEnd},
                                               {kCount},
                                               {kEngine, kOptional},  // a person's own has none
                                               {kRecipe, kOptional},
                                               {kInputs},
                                               {kOutput},
                                               {kSentences, kOptional},
                                               {kStatus, kOptional},
                                               {kTags, kOptional}}};
constexpr std::array<Use, 12> kModelKeys = {{{kId},
                                             {kKind},
                                             {kModel, kOptional},
                                             {kType, kOptional},
                                             {kDescription, kOptional},
                                             {kAliases, kOptional},
                                             {kEntity, kOptional},
                                             {kVerbatimKey, kOptional},
                                             {kStruck, kOptional},
                                             {kSections, kOptional},
                                             {kSupport, kOptional},
                                             {kTags, kOptional}}};
constexpr std::array<Use, 6> kMemoryKeys = {{{kId},
                                             {kKind},
                                             {kStruck, kOptional},
                                             {kSections, kOptional},
                                             {kSupport, kOptional},
                                             {kTags, kOptional}}};
constexpr std::array<Use, 16> kSessionKeys = {{{kId},
                                               {kKind},
                                               {kAt},
                                               {kSource},
                                               {kOrigin},
                                               {kTitle},
                                               {kUser, kOptional},
                                               {kSession, kOptional},
                                               {kPart, kOptional},
                                               {kFirst, kOptional},
                                               {kTurns},
                                               {kExtracted},
                                               {kReplaced, kOptional},
                                               {kUpdated, kOptional},
                                               {kOutput, kOptional},
                                               {kTags, kOptional}}};
constexpr std::array<Use, 1> kWhyKeys = {{{kKind}}};
// A person may write one with a title alone.
constexpr std::array<Use, 8> kTaskKeys = {{{kId, kOptional},
                                           {kKind},
                                           {kAt, kOptional},
                                           {kSuccess, kOptional},
                                           {kFinished, kOptional},
                                           {kInvalidatedKey, kOptional},
                                           {kTitle, kOptional},
                                           {kTags, kOptional}}};
constexpr std::array<Use, 19> kTopicKeys = {{{kId},
                                             {kKind},
                                             {kNodeKind},
                                             {kTopicKey, kOptional},
                                             {kKeyByHand, kOptional},
                                             {kDepth, kOptional},
                                             {kDescendants, kOptional},
                                             {kEarliest, kOptional},
                                             {kLatest, kOptional},
                                             {kTokens, kOptional},
                                             {kSessionId, kOptional},
                                             {kFirst, kOptional},
                                             {kTurns, kOptional},
                                             {kEngine, kOptional},
                                             {kRecipe, kOptional},
                                             {kInputs, kOptional},
                                             {kOutput, kOptional},
                                             {kSentences, kOptional},
                                             {kTags, kOptional}}};
// Files of people: nothing is required, and `id` and `kind` may mean what they like.
constexpr std::array<Use, 4> kPersonsKeys = {
    {{kTitle, kOptional}, {kStatus, kOptional}, {kAliases, kOptional}, {kTags, kOptional}}};

std::span<const Use> keys_of(Kind kind) {
  switch (kind) {
    case Kind::kObservation:
      return kObservationKeys;
    case Kind::kSummary:
      return kSummaryKeys;
    case Kind::kModel:
      return kModelKeys;
    case Kind::kMemory:
      return kMemoryKeys;
    case Kind::kSession:
      return kSessionKeys;
    case Kind::kWhy:
      return kWhyKeys;
    case Kind::kTask:
      return kTaskKeys;
    case Kind::kTopic:
      return kTopicKeys;
    case Kind::kDaily:
    case Kind::kIdentity:
    case Kind::kNote:
      break;
  }
  return kPersonsKeys;
}

std::string_view title_of(Kind kind) {
  switch (kind) {
    case Kind::kObservation:
      return "One factual sentence and where it came from";
    case Kind::kSummary:
      return "Prose over observations or over summaries of the tier below";
    case Kind::kModel:
      return "An entity that memory is about";
    case Kind::kMemory:
      return "MEMORY.md: the models of the assistant and the user, and an index of the others";
    case Kind::kSession:
      return "A conversation, verbatim";
    case Kind::kDaily:
      return "The log of a day";
    case Kind::kIdentity:
      return "SOUL.md and USER.md: written by people";
    case Kind::kWhy:
      return "Where the sections of MEMORY.md or of a model come from";
    case Kind::kTask:
      return "Something to do, or done";
    case Kind::kTopic:
      return "A part of the topic tree";
    case Kind::kNote:
      break;
  }
  return "Any other markdown file of a person";
}

bool is_of_people(Kind kind) { return keys_of(kind).data() == kPersonsKeys.data(); }

bool has_key(Kind kind, std::string_view key) {
  const std::span<const Use> keys = keys_of(kind);
  return std::any_of(keys.begin(), keys.end(), [&](const Use& use) { return use.key.name == key; });
}

bool is_record(std::string_view text) { return parse_section_record(text).has_value(); }

bool is_number(std::string_view text, const Key& key) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= key.low &&
         value <= key.high;
}

bool is_list_type(Type type) { return type == Type::kList || type == Type::kRecords; }

// What the value should be; "" = it is.
std::string expected(const Key& key, const Field& field, Kind kind) {
  if (is_list_type(key.type)) {
    if (field.is_nested) return "a list of plain values";
    const bool records = key.type == Type::kRecords;
    const bool none = !field.is_list && field.values[0].empty();
    if (!records || none || std::all_of(field.values.begin(), field.values.end(), is_record)) {
      return "";
    }
    return "a list of `name inputs output writer sentences`";
  }
  if (field.is_list || field.is_nested) return "one value";
  const std::string& text = field.values[0];
  switch (key.type) {
    case Type::kKind:
      return text == name_of(kind) ? "" : fmt::format("`{}`", name_of(kind));
    case Type::kUlid:
      return parse_ulid(text) ? "" : "a ULID (26 letters and digits)";
    case Type::kSuccessor:
      return parse_successor(text, {}) ? "" : "a link to what took its place, or its id";
    case Type::kTime:
      return parse_time(text) ? "" : "a time such as 2026-05-12T10:03:00Z";
    case Type::kDigest:
      return parse_digest(text) ? "" : "32 hex digits";
    case Type::kNumber:
      if (is_number(text, key)) return "";
      return fmt::format("a whole number from {} to {}", key.low, key.high);
    case Type::kFlag:
      return text == "true" || text == "false" ? "" : "true or false";
    case Type::kOutcome:
      return text.empty() || text == "true" || text == "false" || text == "null" || text == "~"
                 ? ""
                 : "true, false or null";
    case Type::kText:
    case Type::kList:
    case Type::kRecords:
      break;
  }
  return "";
}

std::string json_type(const Key& key, Kind kind) {
  constexpr std::string_view kDigestPattern = "[0-9a-f]{32}";
  switch (key.type) {
    case Type::kKind:
      return fmt::format(R"("const": "{}")", name_of(kind));
    case Type::kUlid:
      return R"("type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$")";
    case Type::kSuccessor:
      return R"("type": "string", "pattern": "^([0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}|\\[.+[\\])])$")";
    case Type::kTime:
      return R"("type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+(Z|[+-][0-9:]+)?)?$")";
    case Type::kDigest:
      return fmt::format(R"("type": "string", "pattern": "^{}$")", kDigestPattern);
    case Type::kNumber:
      return fmt::format(R"("type": "integer", "minimum": {}, "maximum": {})", key.low, key.high);
    case Type::kFlag:
      return R"("enum": [true, false, "true", "false"])";
    case Type::kOutcome:
      return R"("enum": [true, false, null, "true", "false", "null", "~", ""])";
    case Type::kList:
      return R"("type": ["array", "string", "number", "null"], "items": {"type": ["string", "number", "boolean", "null"]})";
    case Type::kRecords:
      return fmt::format(
          R"("type": ["array", "null"], "items": {{"type": "string", "pattern": "^[^ ]+ {0} {0}( [^ ]+( -?[a-p]{{6}})*)?$"}})",
          kDigestPattern);
    case Type::kText:
      break;
  }
  // A title such as 2024 is text to us, whatever YAML takes it for.
  return R"("type": ["string", "number", "boolean", "null"])";
}

// What to do about a key that is not there.
std::string advice(const Key& key) {
  if (key.name == kOutput.name) return "its text counts as yours; pyramid check --fix records that";
  if (key.name == kInputs.name) return "the next sync writes it again";
  if (key.name == kStart.name || key.name == kEnd.name || key.name == kCount.name) {
    return "the next sync adds the line, as its sources say";
  }
  return fmt::format("add the line; it says: {}", key.meaning);
}

}  // namespace

Diagnostics validate(const Document& document, Kind kind, std::string_view path) {
  Diagnostics problems;
  const bool is_ours = !is_of_people(kind);
  const Severity severity = is_ours ? Severity::kError : Severity::kWarning;
  for (const Use& use : keys_of(kind)) {
    const Field* field = document.frontmatter.find(use.key.name);
    if (field == nullptr) {
      if (!use.required) continue;
      problems.push_back({severity, fmt::format("{}:1", path),
                          fmt::format("{} without `{}:`", name_of(kind), use.key.name),
                          advice(use.key)});
      continue;
    }
    const std::string wanted = expected(use.key, *field, kind);
    if (wanted.empty()) continue;
    problems.push_back({severity, fmt::format("{}:{}", path, field->line + 1),
                        fmt::format("`{}` must be {}", use.key.name, wanted), "mend the line"});
  }
  return problems;
}

std::string json_schema(Kind kind) {
  std::string required;
  std::string properties;
  for (const Use& use : keys_of(kind)) {
    if (use.required)
      required += fmt::format(R"({}"{}")", required.empty() ? "" : ", ", use.key.name);
    properties += fmt::format("{}    \"{}\": {{{}, \"description\": \"{}\"}}",
                              properties.empty() ? "" : ",\n", use.key.name,
                              json_type(use.key, kind), use.key.meaning);
  }
  return fmt::format(R"({{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "{}",
  "type": "object",
  "required": [{}],
  "properties": {{
{}
  }}
}}
)",
                     title_of(kind), required, properties);
}

bool is_programs_key(std::string_view key, Kind kind) {
  return !is_of_people(kind) && has_key(kind, key);
}

bool is_flag_key(std::string_view key) { return key == kQuarantine.name || key == kSuccess.name; }

bool is_number_key(std::string_view key) {
  static constexpr std::array<const Key*, 10> kNumbers = {
      &kDepth, &kDescendants, &kTokens, &kImportance, &kTier,
      &kCount, &kPart,        &kFirst,  &kTurns,      &kExtracted};
  return std::any_of(kNumbers.begin(), kNumbers.end(),
                     [&](const Key* number) { return number->name == key; });
}

bool holds_any_words(std::string_view key) {
  static constexpr std::array<const Key*, 5> kWords = {&kTitle, &kDescription, &kAliases, &kTags,
                                                       &kTopicKey};
  if (std::any_of(kWords.begin(), kWords.end(), [&](const Key* one) { return one->name == key; })) {
    return true;
  }
  constexpr std::array kOurs = {Kind::kObservation, Kind::kSummary, Kind::kModel, Kind::kMemory,
                                Kind::kSession,     Kind::kTask,    Kind::kTopic};
  return std::none_of(kOurs.begin(), kOurs.end(), [&](Kind kind) { return has_key(kind, key); });
}

}  // namespace pyramid::format
