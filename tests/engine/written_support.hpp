// Requests for the writing steps from "2026-05-02 User …" lines.
#pragma once

#include "engine/builtin/writing.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

inline SourceText said(std::string_view line, int importance = 0) {
  SourceText source;
  source.start = source.end = {*parse_time(line.substr(0, 10))};
  source.text = line.substr(11);
  source.importance = importance;
  return source;
}

inline std::vector<SourceText> all_said(const std::vector<std::string>& lines) {
  std::vector<SourceText> sources;
  for (const std::string& line : lines) sources.push_back(said(line));
  return sources;
}

inline std::string summary(const std::vector<std::string>& lines, std::size_t budget = 600,
                           std::string kept = {}) {
  SummariseRequest request;
  request.sources = all_said(lines);
  request.budget = budget;
  request.kept = std::move(kept);
  return builtin::summarise(request).value();
}

inline std::string section(const std::vector<std::string>& lines, std::string name = "this-week",
                           std::size_t budget = 1200, std::string kept = {}) {
  SynthesiseRequest request;
  request.section = std::move(name);
  request.sources = all_said(lines);
  request.budget = budget;
  request.now = {*parse_time("2026-06-01")};
  request.speakers = {"User"};
  request.kept = std::move(kept);
  return builtin::synthesise(request).value();
}

}  // namespace pyramid::engine
