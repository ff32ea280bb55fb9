#include "engine/remembering.hpp"

#include <nlohmann/json.hpp>

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

// Not the models: a command that was killed while it wrote the answer into its files has changed
// them, and asks the same.
void add(Hasher& hasher, const AssignRequest& request) {
  hasher.field(static_cast<std::int64_t>(request.items.size()));
  for (const AssignItem& item : request.items) {
    hasher.field(to_string(item.id)).field(item.text).field(item.session);
    hasher.field(format_time(item.at));
  }
  for (const auto* names : {&request.base_models, &request.user_names}) {
    hasher.field(static_cast<std::int64_t>(names->size()));
    for (const std::string& name : *names) hasher.field(name);
  }
  hasher.field(request.mentions);
}

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
  if (!request.complaint.empty()) hasher.field("complaint").field(request.complaint);
  add(hasher, request.struck);
  add(hasher, request.sources);
}

void add(Hasher& hasher, const DescribeRequest& request) {
  hasher.field(request.model_title).field(request.model_type);
  if (!request.complaint.empty()) hasher.field("complaint").field(request.complaint);
  add(hasher, request.sources);
}

std::string to_text(const std::string& answer) { return answer; }

std::string to_text(const std::vector<Extracted>& answer) {
  Json list = Json::array();
  for (const Extracted& fact : answer) {
    list.push_back({fact.text, fact.turn, fact.importance, fact.about_assistant});
  }
  return list.dump();
}

std::string to_text(const Assignments& answer) {
  Json assigned = Json::array();
  for (const Assignment& one : answer.assignments) {
    assigned.push_back({to_string(one.id), one.model});
  }
  Json discovered = Json::array();
  for (const KnownModel& model : answer.discovered) {
    discovered.push_back({model.name, model.title, model.type, model.aliases});
  }
  return Json{std::move(assigned), std::move(discovered)}.dump();
}

template <typename Answer>
bool is_whole(const Answer&) {
  return true;
}
bool is_whole(const Assignments& answer) { return !answer.failure; }

// Only what to_text() wrote comes back; damage throws, and counts as nothing kept.
void from_text(const std::string& text, std::string& answer) { answer = text; }

void from_text(const std::string& text, std::vector<Extracted>& answer) {
  for (const Json& fact : Json::parse(text)) {
    answer.push_back({fact.at(0).get<std::string>(), fact.at(1).get<std::int64_t>(),
                      fact.at(2).get<int>(), fact.at(3).get<bool>()});
  }
}

void from_text(const std::string& text, Assignments& answer) {
  const Json both = Json::parse(text);
  for (const Json& one : both.at(0)) {
    const auto id = parse_ulid(one.at(0).get<std::string>());
    answer.assignments.push_back({id.value(), one.at(1).get<std::string>()});
  }
  for (const Json& model : both.at(1)) {
    answer.discovered.push_back({model.at(0).get<std::string>(), model.at(1).get<std::string>(),
                                 model.at(2).get<std::string>(),
                                 model.at(3).get<std::vector<std::string>>()});
  }
}

// "user" is no last word: what a discovered model says more about moves there.
void leave_assigned(const AssignRequest& request, std::vector<Assignment>& assignments) {
  std::unordered_set<Ulid> assigned;
  for (const AssignItem& item : request.items) {
    if (!item.model.empty() && item.model != "user") assigned.insert(item.id);
  }
  std::erase_if(assignments, [&](const Assignment& one) { return assigned.contains(one.id); });
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
    auto answer = ask("assign", request, [&] { return inner_.assign(request); });
    // A kept one may speak of what has its model by now, maybe from a person.
    if (answer) leave_assigned(request, answer->assignments);
    return answer;
  }
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
  template <typename Request, typename Call>
  auto ask(std::string_view step, const Request& request, const Call& call) -> decltype(call()) {
    Hasher hasher;
    hasher.field(inner_.name()).field(inner_.recipe(step));
    add(hasher, request);
    const Digest key = hasher.finish();
    if (const std::optional<std::string> known = store_.find(key)) {
      try {
        typename decltype(call())::value_type answer;
        from_text(*known, answer);
        return answer;
      } catch (const std::exception&) {  // damaged: asked again
      }
    }
    auto answer = call();
    if (answer && is_whole(*answer)) store_.keep(key, to_text(*answer));
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
