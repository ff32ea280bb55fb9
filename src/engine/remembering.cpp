#include "engine/remembering.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::engine {

namespace {

using Json = nlohmann::json;

void add(Hasher& hasher, const std::vector<SourceText>& sources) {
  hasher.field(static_cast<std::int64_t>(sources.size()));
  for (const SourceText& source : sources) {
    hasher.field(to_string(source.id))
        .field(format_time(source.start))
        .field(format_time(source.end));
    hasher.field(source.text).field(source.count).field(source.importance).field(source.by_hand);
  }
}

void add(Hasher& hasher, const ExtractRequest& request) {
  const format::Conversation& said = *request.conversation;
  hasher.field(said.source).field(said.origin).field(said.title).field(said.user);
  hasher.field(said.start.seconds).field(request.first).field(request.last);
  hasher.field(request.user_name);
  for (const format::Turn& turn : said.turns) {
    hasher.field(static_cast<std::int64_t>(turn.speaker));
    hasher.field(format_time(said_at(turn, request.zone)));
    hasher.field(turn.text);
  }
}

// Neither the items nor the models: a command that was killed while it wrote the answer into its
// files has changed them, and asks for the rest.
void add(Hasher& hasher, const AssignRequest& request) {
  for (const auto* names : {&request.base_models, &request.user_names}) {
    hasher.field(static_cast<std::int64_t>(names->size()));
    for (const std::string& name : *names) hasher.field(name);
  }
  hasher.field(request.mentions);
}

// Of what was asked about an item.
std::string mark_of(const AssignItem& item) {
  Hasher hasher;
  hasher.field(to_string(item.id)).field(item.text).field(item.session).field(format_time(item.at));
  return to_hex(hasher.finish()).substr(0, 16);
}

// Answers, with the marks of what was asked about; what moves without having been asked about has
// none.
struct Assigned {
  Assignments answer;
  std::unordered_map<Ulid, std::string> marks;
};

void add(Hasher& hasher, const std::vector<format::SentenceMark>& struck) {
  for (const format::SentenceMark mark : struck) hasher.field(std::int64_t{mark});
}

void add(Hasher& hasher, const SummariseRequest& request) {
  hasher.field(static_cast<std::int64_t>(request.style)).field(request.model_title);
  hasher.field(request.tier).field(static_cast<std::int64_t>(request.budget)).field(request.kept);
  if (request.strict) hasher.field("strict");
  if (!request.complaint.empty()) hasher.field("complaint").field(request.complaint);
  add(hasher, request.struck);
  add(hasher, request.sources);
}

void add(Hasher& hasher, const SynthesiseRequest& request) {
  hasher.field(request.model).field(request.model_title).field(request.section);
  hasher.field(static_cast<std::int64_t>(request.budget)).field(day_number(request.now));
  hasher.field(request.kept);
  for (const std::string& name : request.speakers) hasher.field("speaker").field(name);
  if (!request.told_elsewhere.empty()) hasher.field("told").field(request.told_elsewhere);
  if (!request.complaint.empty()) hasher.field("complaint").field(request.complaint);
  add(hasher, request.struck);
  add(hasher, request.sources);
}

void add(Hasher& hasher, const DescribeRequest& request) {
  hasher.field(request.model_title).field(request.model_type);
  for (const std::string& name : request.speakers) hasher.field("speaker").field(name);
  if (!request.complaint.empty()) hasher.field("complaint").field(request.complaint);
  add(hasher, request.sources);
}

std::string to_text(const std::string& answer) { return answer; }

std::string to_text(const std::vector<Extracted>& answer) {
  Json list = Json::array();
  for (const Extracted& fact : answer) {
    list.push_back({fact.text, fact.turn, fact.importance, fact.about_assistant, fact.fact});
  }
  return list.dump();
}

std::string to_text(const Assigned& kept) {
  Json assigned = Json::array();
  for (const Assignment& one : kept.answer.assignments) {
    const auto mark = kept.marks.find(one.id);
    assigned.push_back(
        {to_string(one.id), one.model, mark == kept.marks.end() ? std::string() : mark->second});
  }
  Json discovered = Json::array();
  for (const KnownModel& model : kept.answer.discovered) {
    discovered.push_back({model.name, model.title, model.type, model.aliases});
  }
  return Json{std::move(assigned), std::move(discovered)}.dump();
}

// Only what to_text() wrote comes back; damage throws, and counts as nothing kept.
void from_text(const std::string& text, std::string& answer) { answer = text; }

void from_text(const std::string& text, std::vector<Extracted>& answer) {
  for (const Json& fact : Json::parse(text)) {
    answer.push_back({fact.at(0).get<std::string>(), fact.at(1).get<std::int64_t>(),
                      fact.at(2).get<int>(), fact.at(3).get<bool>(),
                      fact.at(4).get<std::string>()});
  }
}

void from_text(const std::string& text, Assigned& kept) {
  const Json both = Json::parse(text);
  for (const Json& one : both.at(0)) {
    const Ulid id = parse_ulid(one.at(0).get<std::string>()).value();
    kept.answer.assignments.push_back({id, one.at(1).get<std::string>()});
    const auto mark = one.at(2).get<std::string>();
    if (!mark.empty()) kept.marks.emplace(id, mark);
  }
  for (const Json& model : both.at(1)) {
    kept.answer.discovered.push_back(
        {model.at(0).get<std::string>(), model.at(1).get<std::string>(),
         model.at(2).get<std::string>(), model.at(3).get<std::vector<std::string>>()});
  }
}

// The items that have no answer yet. Of a kept answer goes what was asked about and is not asked
// about now: that has its model by now, maybe from a person.
std::vector<AssignItem> without_answer(const AssignRequest& request, Assigned& kept) {
  std::vector<AssignItem> rest;
  std::unordered_set<Ulid> answered;
  for (const AssignItem& item : request.items) {
    const auto mark = item.model.empty() ? kept.marks.find(item.id) : kept.marks.end();
    if (mark != kept.marks.end() && mark->second == mark_of(item)) {
      answered.insert(item.id);
    } else {
      rest.push_back(item);
    }
  }
  std::erase_if(kept.answer.assignments, [&](const Assignment& one) {
    return kept.marks.contains(one.id) && !answered.contains(one.id);
  });
  return rest;
}

void take(Assigned& all, Assignments&& more) {
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(all.answer.assignments, more.assignments);
  append(all.answer.discovered, more.discovered);
  all.answer.failure = std::move(more.failure);
}

class RememberingEngine final : public TextEngine {
 public:
  RememberingEngine(TextEngine& inner, AnswerStore& store) : inner_(inner), store_(store) {}

  [[nodiscard]] std::string name() const override { return inner_.name(); }
  [[nodiscard]] Price price() const override { return inner_.price(); }
  [[nodiscard]] bool cites() const override { return inner_.cites(); }
  [[nodiscard]] std::string recipe(std::string_view step) const override {
    return inner_.recipe(step);
  }
  Result<std::vector<Extracted>> extract(const ExtractRequest& request) override {
    return ask("extract", request, [&] { return inner_.extract(request); });
  }
  Result<Assignments> assign(const AssignRequest& request) override {
    const Digest key = key_of("assign", request);
    std::optional<Assigned> kept = find<Assigned>(key);
    const bool any_kept = kept.has_value();
    Assigned all = any_kept ? *std::move(kept) : Assigned();
    AssignRequest rest = request;
    rest.items = without_answer(request, all);
    const bool is_asked = std::any_of(rest.items.begin(), rest.items.end(),
                                      [](const AssignItem& item) { return item.model.empty(); });
    if (any_kept && !is_asked) return std::move(all.answer);
    rest.models.insert(rest.models.end(), all.answer.discovered.begin(),
                       all.answer.discovered.end());
    Result<Assignments> answer = inner_.assign(rest);
    if (!answer && all.answer.assignments.empty()) return answer;
    take(all, answer ? *std::move(answer) : Assignments{{}, {}, std::move(answer).error()});
    for (const AssignItem& item : request.items) {
      if (item.model.empty()) all.marks[item.id] = mark_of(item);
    }
    if (!all.answer.failure) store_.keep(key, to_text(all));
    return std::move(all.answer);
  }
  [[nodiscard]] bool judges() const override { return inner_.judges(); }
  Result<Judgements> judge(const JudgeRequest& request) override { return inner_.judge(request); }
  Result<std::string> summarise(const SummariseRequest& request) override {
    const bool rated = request.style == SummaryStyle::kRatedLines;
    return ask(rated ? "summarize-calendar" : "summarize", request,
               [&] { return inner_.summarise(request); });
  }
  Result<std::string> synthesise(const SynthesiseRequest& request) override {
    return ask("synthesize", request, [&] { return inner_.synthesise(request); });
  }
  Result<std::string> describe(const DescribeRequest& request) override {
    return ask("describe", request, [&] { return inner_.describe(request); });
  }
  Result<std::string> answer(const AnswerRequest& request) override {
    return inner_.answer(request);
  }

 private:
  template <typename Request>
  Digest key_of(std::string_view step, const Request& request) {
    Hasher hasher;
    hasher.field(inner_.name()).field(inner_.recipe(step));
    add(hasher, request);
    return hasher.finish();
  }
  template <typename Answer>
  std::optional<Answer> find(const Digest& key) {
    const std::optional<std::string> known = store_.find(key);
    if (!known) return std::nullopt;
    try {
      Answer answer;
      from_text(*known, answer);
      return answer;
    } catch (const std::exception&) {  // damaged: asked again
      return std::nullopt;
    }
  }
  template <typename Request, typename Call>
  auto ask(std::string_view step, const Request& request, const Call& call) -> decltype(call()) {
    const Digest key = key_of(step, request);
    if (auto known = find<typename decltype(call())::value_type>(key)) return *std::move(known);
    auto answer = call();
    if (answer) store_.keep(key, to_text(*answer));
    return answer;
  }

  TextEngine& inner_;
  AnswerStore& store_;
};

}  // namespace

std::unique_ptr<TextEngine> remember_answers(TextEngine& inner, AnswerStore& store) {
  return std::make_unique<RememberingEngine>(inner, store);
}

}  // namespace pyramid::engine
