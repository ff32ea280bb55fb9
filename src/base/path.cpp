#include "base/path.hpp"

#include "base/text.hpp"

#include <vector>

namespace pyramid::path {

std::string join(std::string_view directory, std::string_view name) {
  if (directory.empty() || is_absolute(name)) return std::string(name);
  std::string out(directory);
  if (out.back() != '/') out += '/';
  out += name;
  return out;
}

std::string_view directory(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string_view name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view extension(std::string_view path) {
  const std::string_view last = name(path);
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : last.substr(dot);
}

std::string_view stem(std::string_view path) {
  const std::string_view last = name(path);
  return last.substr(0, last.size() - extension(last).size());
}

bool is_markdown(std::string_view path) { return equals_ignoring_case(extension(path), ".md"); }

bool is_absolute(std::string_view path) { return !path.empty() && path.front() == '/'; }

std::string normalize(std::string_view path) {
  const bool absolute = is_absolute(path);
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (!parts.empty() && parts.back() != "..") {
        parts.pop_back();
        continue;
      }
      if (absolute) continue;  // above the root there is the root
    }
    parts.push_back(part);
  }
  std::string out = absolute ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += '/';
    out += parts[i];
  }
  return out.empty() ? "." : out;
}

std::string relative(std::string_view from_directory, std::string_view to) {
  const std::string from = normalize(from_directory);
  const std::string target = normalize(to);
  const auto from_parts =
      from == "." ? std::vector<std::string_view>() : split(std::string_view(from), '/');
  const auto to_parts = split(std::string_view(target), '/');
  std::size_t common = 0;
  while (common < from_parts.size() && common + 1 < to_parts.size() &&
         from_parts[common] == to_parts[common]) {
    ++common;
  }
  std::string out;
  for (std::size_t i = common; i < from_parts.size(); ++i) out += "../";
  for (std::size_t i = common; i < to_parts.size(); ++i) {
    out += to_parts[i];
    if (i + 1 < to_parts.size()) out += '/';
  }
  return out;
}

std::optional<std::string> resolve_inside(std::string_view from_directory,
                                          std::string_view target) {
  if (target.empty() || is_absolute(target)) return std::nullopt;
  std::string resolved = normalize(join(from_directory, target));
  if (resolved == ".." || resolved.rfind("../", 0) == 0) return std::nullopt;
  return resolved;
}

}  // namespace pyramid::path
