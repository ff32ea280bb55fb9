#include "engine/chat/calls_in_text.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/lists.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace pyramid::engine::chat {

namespace {

using Json = nlohmann::json;

Json parse(std::string_view text) { return Json::parse(text, nullptr, false); }

Item item_of(const Json& object) {
  Item item;
  for (const auto& [key, value] : object.items()) {
    if (value.is_string()) {
      item[key] = value.get<std::string>();
    } else if (value.is_number() || value.is_boolean()) {
      item[key] = value.dump();
    }
  }
  return item;
}

const Json* member(const Json& object, const char* key) {
  const auto place = object.find(key);
  return place == object.end() ? nullptr : &*place;
}

// The arguments in {"name": …, "arguments": …}, a discarded value where they are none; nullopt for
// an object that is no call.
std::optional<Json> arguments_in(const Json& object) {
  const Json* name = member(object, "name");
  if (name == nullptr || !name->is_string()) return std::nullopt;
  for (const char* key : {"arguments", "parameters"}) {
    const Json* arguments = member(object, key);
    if (arguments == nullptr) continue;
    if (arguments->is_string()) return parse(arguments->get<std::string>());
    return *arguments;
  }
  return std::nullopt;
}

void add_call(const std::string& name, const Json& arguments, const Tool& tool, ReadCalls& read) {
  if (name != tool.name) {
    read.complaint = "There is no tool but `" + tool.name + "`.";
  } else if (arguments.is_object()) {
    read.items.push_back(item_of(arguments));
  } else {
    read.complaint = "The arguments of a call of `" + tool.name + "` are no JSON object.";
  }
}

void add_value(const Json& value, const Tool& tool, ReadCalls& read) {
  if (value.is_array()) {
    for (const Json& one : value) {
      if (one.is_object()) add_value(one, tool, read);
    }
    return;
  }
  if (!value.is_object()) return;
  const Json* function = member(value, "function");
  if (function != nullptr && function->is_object()) return add_value(*function, tool, read);
  if (const auto arguments = arguments_in(value)) {
    return add_call(value["name"].get<std::string>(), *arguments, tool, read);
  }
  bool holds_list = false;
  for (const Json& inner : value) {
    if (!inner.is_array()) continue;
    holds_list = true;
    add_value(inner, tool, read);
  }
  if (holds_list) return;
  if (Item item = item_of(value); !item.empty()) read.items.push_back(std::move(item));
}

// Behind the bracket that closes the one at `begin`; npos where none does.
std::size_t end_of_value(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// Adds what is JSON; whether something begins as if it were and is none.
bool add_values(std::string_view text, const Tool& tool, ReadCalls& read) {
  constexpr int kMostBroken = 500;  // brackets: a text of nothing else is looked at for so long
  int broken = 0;
  std::size_t at = 0;
  while (broken < kMostBroken && (at = text.find_first_of("[{", at)) != std::string_view::npos) {
    const std::size_t end = end_of_value(text, at);
    const Json value = end == std::string_view::npos ? Json(Json::value_t::discarded)
                                                     : parse(text.substr(at, end - at));
    if (value.is_discarded()) {
      ++broken;
      ++at;
      continue;
    }
    add_value(value, tool, read);
    at = end;
  }
  return broken > 0;
}

struct Prose {
  std::size_t words = 0;
  bool none = false;    // "no", "nichts"
  bool any = false;     // "not … any"
  bool noting = false;  // of what the tool is for
  bool excuse = false;  // of one who cannot, or will not
  bool talk = false;    // from one to the other
  bool told = false;    // begins as a fact does
};

Prose read_prose(std::string_view text) {
  constexpr auto kNone = std::to_array<std::string_view>(
      {"no",   "none",    "nothing", "empty",     "without", "null",   "nichts",
       "kein", "keine",   "keinen",  "keinerlei", "rien",    "aucun",  "aucune",
       "nada", "ninguno", "ninguna", "niente",    "nessuno", "nessuna"});
  constexpr auto kNot = std::to_array<std::string_view>(
      {"not", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't"});
  constexpr auto kNoting = std::to_array<std::string_view>(
      {"note",         "notes",        "noting",        "noted",
       "noteworthy",   "record",       "recording",     "recorded",
       "remember",     "remembering",  "worth",         "keep",
       "keeping",      "fact",         "facts",         "observation",
       "observations", "add",          "extract",       "extracted",
       "information",  "item",         "items",         "relevant",
       "significant",  "festzuhalten", "festgehalten",  "notieren",
       "merken",       "fakten",       "beobachtungen", "erw\xc3\xa4hnenswertes",
       "nennenswertes"});
  constexpr auto kExcuse = std::to_array<std::string_view>(
      {"call", "calls", "calling", "tool", "tools", "function", "functions", "sorry", "apologize",
       "cannot", "can't", "could", "couldn't", "unable", "able", "policy", "access", "valid"});
  constexpr auto kTalk = std::to_array<std::string_view>({"i", "you", "but"});
  Prose prose;
  bool is_not = false;
  std::string word;
  for (const char c : utf8::lower(replace_all(text, "\u2019", "'")) + " ") {
    if ((c >= 'a' && c <= 'z') || c == '\'' || (static_cast<unsigned char>(c) & 0x80U) != 0) {
      word += c;
      continue;
    }
    if (word.empty()) continue;
    if (prose.words++ == 0) prose.told = word == "user" || word == "user's" || word == "assistant";
    prose.none = prose.none || lists(kNone, word);
    is_not = is_not || lists(kNot, word);
    prose.any = prose.any || (is_not && word == "any");
    prose.noting = prose.noting || lists(kNoting, word);
    prose.excuse = prose.excuse || lists(kExcuse, word);
    prose.talk = prose.talk || lists(kTalk, word);
    word.clear();
  }
  return prose;
}

// "Nothing to note.", "There are no new facts.", "None", "This is small talk; it has nothing that
// is worth noting.": an answer too, unlike an excuse, and unlike facts that were told in prose.
bool says_none(std::string_view text) {
  constexpr std::size_t kFewWords = 10, kMostWords = 60;
  const Prose whole = read_prose(text);
  if (whole.excuse || whole.words > kMostWords) return false;
  if (whole.words <= kFewWords && whole.none && !whole.talk) return true;
  bool none = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(".!;:\n"), text.size());
    const Prose sentence = read_prose(text.substr(0, end));
    if (sentence.told) return false;
    none = none || ((sentence.none || sentence.any) && sentence.noting);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return none;
}

}  // namespace

void read_arguments(std::string_view arguments, const Tool& tool, ReadCalls& read) {
  add_call(tool.name, parse(arguments), tool, read);
}

void require_members(const Tool& tool, ReadCalls& read) {
  const Json schema = parse(tool.parameters);
  const Json* required = schema.is_object() ? member(schema, "required") : nullptr;
  if (required == nullptr || read.items.empty()) return;
  const auto whole = [&](const Item& item) {
    return std::all_of(required->begin(), required->end(),
                       [&](const Json& key) { return item.contains(key.get<std::string>()); });
  };
  if (std::any_of(read.items.begin(), read.items.end(), whole)) return;
  read.items.clear();
  read.complaint = "No item of your answer has all that a call of `" + tool.name +
                   "` needs: " + required->dump() + ".";
}

ReadCalls calls_in_text(std::string_view text, const Tool& tool) {
  ReadCalls read;
  const bool broken = add_values(text, tool, read);
  require_members(tool, read);
  if (text.find_first_of("[{") != std::string_view::npos) {
    if (broken && read.complaint.empty()) read.complaint = "Your answer is not valid JSON.";
  } else if (trim(text).empty()) {
    read.complaint = "Your answer is empty. If there are no items, answer `[]`.";
  } else if (!says_none(text)) {
    read.complaint = "Your answer has no items. If there are none, answer `[]`.";
  }
  return read;
}

}  // namespace pyramid::engine::chat
