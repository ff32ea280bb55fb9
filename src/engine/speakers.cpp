#include "engine/speakers.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace pyramid::engine {

namespace {

bool is_same(std::string_view a, std::string_view b) { return utf8::fold(a) == utf8::fold(b); }

bool is_called(const KnownModel& model, std::string_view name) {
  return is_same(model.title, name) || is_same(model.name, name) ||
         std::any_of(model.aliases.begin(), model.aliases.end(),
                     [&](const std::string& alias) { return is_same(alias, name); });
}

// A sentence of which the user is the subject, and not whoever says it: "Ana" is not "Ana María".
bool tells_of_user(const AssignItem& item, const std::vector<std::string>& names) {
  const auto begins = [&](std::string_view name) {
    if (name.empty() || !item.text.starts_with(name)) return false;
    const unsigned char next = name.size() < item.text.size() ? item.text[name.size()] : ' ';
    return std::isalnum(next) == 0;
  };
  if (begins(item.speaker)) return false;
  return begins("User") || std::any_of(names.begin(), names.end(), begins);
}

class Speakers {
 public:
  Speakers(const AssignRequest& request, Assignments& answer)
      : request_(request), answer_(answer), models_(request.models) {
    models_.insert(models_.end(), answer.discovered.begin(), answer.discovered.end());
  }

  // The name of the model of who is called so; "" = theirs is none.
  std::string model_of(const std::string& speaker) {
    const auto is_theirs = [&](const KnownModel& model) { return is_called(model, speaker); };
    const auto known = std::find_if(models_.begin(), models_.end(), is_theirs);
    if (known != models_.end()) return is_base(known->name) ? std::string() : known->name;
    std::string name = slug_of_name(speaker);
    const auto is_users = [&](const std::string& one) {
      return utf8::caseless(one) == utf8::caseless(speaker);
    };
    const auto& names = request_.user_names;
    const bool taken = std::any_of(models_.begin(), models_.end(),
                                   [&](const KnownModel& model) { return model.name == name; });
    if (name.empty() || is_base(name) || taken ||
        std::any_of(names.begin(), names.end(), is_users)) {
      return {};
    }
    models_.push_back({name, speaker, "person", {}, {}});
    answer_.discovered.push_back(models_.back());
    return name;
  }

 private:
  [[nodiscard]] bool is_base(const std::string& name) const {
    const auto& base = request_.base_models;
    return name == "user" || name == "assistant" ||
           std::find(base.begin(), base.end(), name) != base.end();
  }

  const AssignRequest& request_;
  Assignments& answer_;
  std::vector<KnownModel> models_;
};

}  // namespace

void give_to_speakers(const AssignRequest& request, Assignments& answer) {
  std::unordered_map<Ulid, const AssignItem*> said;
  for (const AssignItem& item : request.items) {
    if (!item.speaker.empty()) said.emplace(item.id, &item);
  }
  if (said.empty()) return;
  Speakers speakers(request, answer);
  for (Assignment& one : answer.assignments) {
    const auto item = said.find(one.id);
    if (one.model != "user" || item == said.end()) continue;
    if (tells_of_user(*item->second, request.user_names)) continue;
    if (std::string model = speakers.model_of(item->second->speaker); !model.empty()) {
      one.model = std::move(model);
    }
  }
}

}  // namespace pyramid::engine
