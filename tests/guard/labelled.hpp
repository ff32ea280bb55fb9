// Labelled texts, a JSON object a line. A text is a list of pieces, so that no scanner of a code
// host takes what we made up for a secret of ours.
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace pyramid::test {

struct Labelled {
  std::string text;
  std::vector<std::string> kinds;  // of the secrets in it, in order
};

// `name`: "secrets/positive".
inline std::vector<Labelled> labelled(const std::string& name) {
  std::vector<Labelled> all;
  std::ifstream file(std::string(PYRAMID_SOURCE_DIR) + "/tests/guard/" + name + ".jsonl");
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json entry = nlohmann::json::parse(line);
    Labelled one;
    for (const auto& piece : entry.at("text")) one.text += piece.get<std::string>();
    if (entry.contains("kinds")) one.kinds = entry.at("kinds").get<std::vector<std::string>>();
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace pyramid::test
