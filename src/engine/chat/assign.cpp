#include "base/parallel.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/chat/asking.hpp"
#include "engine/chat/marks.hpp"
#include "engine/chat/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::engine::chat {

namespace {

constexpr std::size_t kMostAtOnce = 64;  // observations in a question
using Batch = std::vector<const AssignItem*>;

Tool assign_tool() {
  Tool tool;
  tool.name = "assign_model";
  tool.description = "Says which model an observation belongs to.";
  tool.parameters = R"({"type":"object","properties":{)"
                    R"("number":{"type":"integer","description":"of the observation"},)"
                    R"("model":{"type":"string","description":"name of the model, listed or new"},)"
                    R"("title":{"type":"string","description":"of a new model: how it is called"},)"
                    R"("type":{"type":"string","enum":["person","project","topic"],)"
                    R"("description":"of a new model"}},"required":["number","model"]})";
  return tool;
}

bool same_name(std::string_view a, std::string_view b) { return utf8::fold(a) == utf8::fold(b); }

class Assigning {
 public:
  explicit Assigning(const AssignRequest& request) : request_(request), models_(request.models) {}

  [[nodiscard]] std::string question(const Batch& batch) const {
    std::vector<std::string> lines;
    for (const KnownModel& model : models_) lines.push_back(line_of(model));
    std::vector<std::string_view> texts(lines.begin(), lines.end());
    for (const AssignItem* item : batch) texts.push_back(item->text);
    const Marks marks(texts);
    std::string out = "Models that are always there: " + join(request_.base_models, ", ") + ".\n";
    if (!lines.empty()) out += "The other models:\n" + marks.around("", join(lines, "\n"));
    out += "The observations:\n";
    for (std::size_t i = 0; i < batch.size(); ++i) {
      out += marks.around(fmt::format("number={} on={}", i + 1, format_date(date_of(batch[i]->at))),
                          batch[i]->text);
    }
    return out;
  }

  // Takes what the model says of a batch; what it does not say, or wrongly, is the user's.
  void take(const Batch& batch, const std::vector<Item>& answers) {
    std::vector<std::string> chosen(batch.size());
    for (const Item& answer : answers) {
      const auto number = number_of(answer, "number");
      if (!number || *number < 1 || *number > static_cast<std::int64_t>(batch.size())) continue;
      chosen[static_cast<std::size_t>(*number - 1)] = model_in(answer);
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const bool assistants = batch[i]->text.starts_with("Assistant ");
      if (chosen[i].empty()) chosen[i] = assistants ? "assistant" : "user";
      out_.assignments.push_back({batch[i]->id, chosen[i]});
    }
  }

  Assignments finish() {
    std::set<std::string> used;
    for (const Assignment& one : out_.assignments) used.insert(one.model);
    for (std::size_t i = request_.models.size(); i < models_.size(); ++i) {
      if (used.contains(models_[i].name)) out_.discovered.push_back(models_[i]);
    }
    return std::move(out_);
  }

 private:
  static std::string line_of(const KnownModel& model) {
    std::string line = model.name + ": " + model.title;
    if (!model.type.empty()) line += " (" + model.type + ")";
    if (!model.aliases.empty()) line += ", also called " + join(model.aliases, ", ");
    if (!model.description.empty()) line += ". " + model.description;
    return collapse_spaces(line);
  }

  // The name of the model that is meant, made known if it is new and may be; else "".
  std::string model_in(const Item& answer) {
    const std::string name = text_of(answer, "model");
    const std::string title = collapse_spaces(text_of(answer, "title"));
    for (const std::string& base : request_.base_models) {
      if (same_name(base, name)) return base;
    }
    for (const std::string& said : {name, title}) {
      const std::string known = said.empty() ? std::string() : known_as(said);
      if (!known.empty()) return known;
    }
    return discover(title.empty() ? name : title, text_of(answer, "type"));
  }

  [[nodiscard]] std::string known_as(const std::string& said) const {
    for (const KnownModel& model : models_) {
      const auto is = [&](const std::string& one) { return same_name(one, said); };
      if (is(model.name) || is(model.title) ||
          std::any_of(model.aliases.begin(), model.aliases.end(), is)) {
        return model.name;
      }
    }
    return {};
  }

  std::string discover(const std::string& title, const std::string& type) {
    constexpr std::size_t kLongestTitle = 60;
    if (title.empty() || title.size() > kLongestTitle) return {};
    if (type != "person" && type != "project" && type != "topic") return {};
    const auto is_title = [&](const std::string& name) { return same_name(name, title); };
    const auto& names = request_.user_names;
    if (std::any_of(names.begin(), names.end(), is_title) || same_name(title, "user")) return {};
    std::string name = slug_of_name(title);
    const bool taken = name == "user" || name == "assistant" || name == "system" ||
                       std::any_of(models_.begin(), models_.end(),
                                   [&](const KnownModel& model) { return model.name == name; });
    if (taken || !comes_back(title)) return {};
    KnownModel model;
    model.name = name;
    model.title = title;
    model.type = type;
    models_.push_back(std::move(model));
    return name;
  }

  // Whether as many conversations name it as the settings ask for.
  [[nodiscard]] bool comes_back(const std::string& title) const {
    const std::string wanted = utf8::fold(title);
    std::set<std::string> sessions;
    const auto note = [&](const std::vector<AssignItem>& items) {
      for (const AssignItem& item : items) {
        if (utf8::fold(item.text).find(wanted) != std::string::npos) sessions.insert(item.session);
      }
    };
    note(request_.items);
    if (request_.naming) note(request_.naming(title));
    return sessions.size() >= static_cast<std::size_t>(std::max(1, request_.mentions));
  }

  const AssignRequest& request_;
  std::vector<KnownModel> models_;  // those known, then those discovered
  Assignments out_;
};

// As few as can be, all about equally long: a short last one would take a round of calls by itself.
std::vector<Batch> batches_of(const Batch& waiting) {
  const std::size_t count = (waiting.size() + kMostAtOnce - 1) / kMostAtOnce;
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t part) {
      return waiting.begin() + static_cast<std::ptrdiff_t>(waiting.size() * part / count);
    };
    batches.emplace_back(at(i), at(i + 1));
  }
  return batches;
}

// The answers for a batch, numbered within it.
struct Answers {
  std::vector<Item> items;
  std::size_t unanswered = 0;  // observations that the model was asked about for nothing
  std::optional<Error> why = {};
};

// A batch that is too long for the model in two halves, one whose answer breaks off or is none too,
// unless it is such a half already. What has no answer then stays without: asked again with each
// sync it would be paid for each time.
Result<Answers> ask_in_parts(ChatModel& model, std::string_view instructions,
                             const Assigning& assigning, const Batch& batch, const Tool& tool,
                             bool is_half = false) {
  auto items = ask_for_calls(model, instructions, assigning.question(batch), tool);
  if (items) return Answers{*std::move(items)};
  const bool breaks_off = items.error().kind == ErrorKind::kInvalid;
  const bool of_no_use = breaks_off || is_no_answer(items.error());
  const bool may_be_cut =
      batch.size() >= 2 && (of_no_use || items.error().kind == ErrorKind::kTooLong);
  if (!may_be_cut || (of_no_use && is_half)) {
    if (breaks_off) return fail(failed_for_good(std::move(items).error()));
    if (of_no_use) return Answers{{}, batch.size(), std::move(items).error()};
    return fail(std::move(items).error());
  }
  const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
  const Batch older(batch.begin(), middle);
  const Batch newer(middle, batch.end());
  AtOnce at_once(model);
  Answers all;
  std::int64_t before = 0;
  for (const Batch& half : {older, newer}) {
    PYRAMID_ASSIGN(Answers some, ask_in_parts(at_once, instructions, assigning, half, tool,
                                              is_half || of_no_use));
    const auto size = static_cast<std::int64_t>(half.size());
    for (Item& item : some.items) {
      const auto number = number_of(item, "number");
      if (!number || *number < 1 || *number > size) continue;
      item["number"] = std::to_string(*number + before);
      all.items.push_back(std::move(item));
    }
    before += size;
    all.unanswered += some.unanswered;
    if (some.why) all.why = std::move(some.why);
  }
  return all;
}

// kInvalid, so that nobody takes it for a call that is to be made again.
Error told_unanswered(std::size_t count, Error why) {
  why.kind = ErrorKind::kInvalid;
  why.what = count_of(count, "observation") +
             " without a model's word on where they belong: " + why.what +
             "; they are the user's, or the assistant's where they tell of it";
  why.hint = "set `model:` in their files where that is wrong";
  return why;
}

}  // namespace

Result<Assignments> assign(ChatModel& model, std::string_view instructions,
                           const AssignRequest& request) {
  Batch waiting;
  for (const AssignItem& item : request.items) {
    if (item.model.empty()) waiting.push_back(&item);
  }
  Assigning assigning(request);
  const Tool tool = assign_tool();
  const std::vector<Batch> batches = batches_of(waiting);
  std::vector<std::optional<Result<Answers>>> answers(batches.size());
  // Each is asked with the models that were known before, so that the order of answers is nothing.
  parallel_for(batches.size(), request.parallel, [&](std::size_t i) {
    answers[i].emplace(ask_in_parts(model, instructions, assigning, batches[i], tool));
  });
  std::optional<Error> failure, why;
  std::size_t failed = 0, unanswered = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (*answers[i]) {
      Answers& answer = **answers[i];
      assigning.take(batches[i], answer.items);
      unanswered += answer.unanswered;
      if (!why) why = std::move(answer.why);
      continue;
    }
    if (!failure) failure = answers[i]->error();
    ++failed;
  }
  if (failure && failed == batches.size()) return fail(*std::move(failure));
  Assignments assigned = assigning.finish();
  if (!failure && why) failure = told_unanswered(unanswered, *std::move(why));
  assigned.failure = std::move(failure);
  return assigned;
}

}  // namespace pyramid::engine::chat
