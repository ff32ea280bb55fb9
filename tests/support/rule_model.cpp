#include "tests/support/chat_server.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace pyramid::test {

using Json = nlohmann::json;

namespace {

// A text between two marks, with what stands in the first.
struct Marked {
  std::string attributes, text;
  [[nodiscard]] std::string value(const std::string& key) const {
    const std::size_t at = (" " + attributes).find(" " + key + "=");
    if (at == std::string::npos) return {};
    const std::string rest = attributes.substr(at + key.size() + 1);
    return rest.substr(0, rest.find(' '));
  }
};

std::vector<Marked> marked_in(const std::string& question) {
  std::vector<Marked> all;
  std::istringstream lines(question);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("</data-") && inside) {
      std::string& text = all.back().text;
      if (!text.empty()) text.pop_back();
      inside = false;
    } else if (line.starts_with("<data-")) {
      inside = true;
      const std::size_t blank = std::min(line.find(' '), line.size() - 1);
      const std::size_t end = line.size() - 1;
      all.push_back({blank < end ? line.substr(blank + 1, end - blank - 1) : "", ""});
    } else if (inside) {
      all.back().text += line + "\n";
    }
  }
  return all;
}

long number_behind(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? 0 : std::strtol(text.c_str() + at + words.size(), nullptr, 10);
}

// "I moved to Lisbon" -> "User moved to Lisbon."; "" for what is no statement of the person's own.
std::string fact_in(const std::string& sentence) {
  for (const auto& [from, to] : {std::pair("I ", "User "), std::pair("My ", "User's "),
                                 std::pair("We ", "User "), std::pair("Our ", "User's ")}) {
    if (sentence.starts_with(from)) return to + sentence.substr(std::string(from).size()) + ".";
  }
  return {};
}

std::vector<std::string> observations_in(const std::string& question) {
  const long first = number_behind(question, "Read turns ");
  const long last = number_behind(question.substr(question.find("Read turns ")), " to ");
  std::vector<std::string> arguments;
  for (const Marked& turn : marked_in(question)) {
    const long number = std::atol(turn.value("turn").c_str());
    if (number < first || number > last || turn.value("speaker") != "user") continue;
    std::string text = turn.text + " ";
    std::replace(text.begin(), text.end(), '\n', ' ');
    for (std::size_t end = 0; (end = text.find_first_of(".!?")) != std::string::npos;) {
      const std::size_t stop = text[end + 1] == ' ' ? end : text.find(". ", end);
      if (stop == std::string::npos) break;
      const std::string fact = text[stop] == '?' ? "" : fact_in(text.substr(0, stop));
      if (!fact.empty()) {
        arguments.push_back(Json{{"text", fact}, {"turn", number}, {"importance", 5}}.dump());
      }
      text.erase(0, text.find_first_not_of(' ', stop + 1));
    }
  }
  return arguments;
}

std::vector<std::string> assignments_in(const std::string& question) {
  std::vector<std::string> arguments;
  for (const Marked& one : marked_in(question)) {
    const long number = std::atol(one.value("number").c_str());
    if (number > 0) arguments.push_back(Json{{"number", number}, {"model", "user"}}.dump());
  }
  return arguments;
}

std::vector<std::string> judgements_in(const std::string& question) {
  std::vector<std::string> arguments;
  for (const Marked& one : marked_in(question)) {
    const long number = std::atol(one.value("number").c_str());
    if (number == 0) continue;
    arguments.push_back(Json{{"number", number},
                             {"verdict", "lasting"},
                             {"category", "areas"},
                             {"reason", "It will hold."}}
                            .dump());
  }
  return arguments;
}

std::vector<std::string> arguments_for(const std::string& tool, const std::string& question) {
  if (tool == "note") return {R"({"word":"ready"})"};
  if (tool == "judge_fact") return judgements_in(question);
  return tool == "add_observation" ? observations_in(question) : assignments_in(question);
}

std::string text_for(const std::string& instructions, const std::string& question) {
  const auto says = [&](const char* words) {
    return instructions.find(words) != std::string::npos;
  };
  const std::vector<Marked> marked = marked_in(question);
  if (says("You answer a question")) return marked.front().text + " [1]";
  std::string in_front;
  std::string between = " ";
  if (says("You cut the facts")) in_front = "[5] ";
  if (says("You write one section")) in_front = "- ";
  if (!in_front.empty()) between = "\n";
  const auto budget = static_cast<std::size_t>(number_behind(question, "at most "));
  std::string text;
  for (const Marked& one : marked) {
    if (one.value("on").empty()) continue;
    if (says("You say in one sentence")) return marked.front().text + ": " + one.text;
    std::string line = one.text;
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (line.starts_with("[5] ")) line.erase(0, 4);
    line = (text.empty() ? "" : between) + in_front + line;
    if (!text.empty() && text.size() + line.size() > budget) break;
    text += line;
  }
  return text;
}

}  // namespace

ServerReply answer_by_rules(const ServerCall& call) {
  const Json body = Json::parse(call.body);
  const std::string instructions = body["messages"][0]["content"];
  const std::string question = body["messages"][1]["content"];
  if (body.contains("tools")) {
    const std::string tool = body["tools"][0]["function"]["name"];
    const std::vector<std::string> arguments = arguments_for(tool, question);
    return arguments.empty() ? test::says("NONE") : calls_tool(tool, arguments);
  }
  const std::string told = "You cannot call `";
  const std::size_t at = instructions.find(told);
  if (at == std::string::npos) return test::says(text_for(instructions, question));
  std::string tool = instructions.substr(at + told.size());
  tool.resize(tool.find('`'));
  Json items = Json::array();
  for (const std::string& one : arguments_for(tool, question)) items.push_back(Json::parse(one));
  return test::says(Json{{"items", items}}.dump());
}

}  // namespace pyramid::test
