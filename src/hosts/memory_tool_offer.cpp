#include "hosts/memory_tool_offer.hpp"

#include "base/text.hpp"
#include "hosts/memory_tool.hpp"
#include "pyramid/version.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace pyramid::hosts {

namespace {

constexpr const char* kTool = "memory";

Json text_for(const char* description) {
  return {{"type", "string"}, {"description", description}};
}

Json definition() {
  const Json commands = {"view", "create", "str_replace", "insert", "delete", "rename"};
  return {
      {"name", kTool},
      {"title", "Memory"},
      {"description",
       "Files that stay between conversations, below /memories. Look there before you begin, and "
       "keep there what you will need later, in files called NAME.md. Errors say what to do "
       "instead."},
      {"inputSchema",
       {{"type", "object"},
        {"properties",
         {{"command", {{"type", "string"}, {"enum", commands}}},
          {"path", text_for("/memories or below it; of all commands but rename")},
          {"view_range",
           {{"type", "array"},
            {"items", {{"type", "integer"}}},
            {"minItems", 2},
            {"maxItems", 2},
            {"description", "view: the first and the last line; -1 is the end"}}},
          {"file_text", text_for("create: the whole text of the new file")},
          {"old_str", text_for("str_replace: what stands in the file once")},
          {"new_str", text_for("str_replace: what takes its place")},
          {"insert_line",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "insert: behind this line; 0 is the beginning"}}},
          {"insert_text", text_for("insert: the lines")},
          {"old_path", text_for("rename")},
          {"new_path", text_for("rename: nothing may be there")}}},
        {"required", {"command"}}}},
      {"outputSchema",
       {{"type", "object"},
        {"properties", {{"content", text_for("The text of the result")}}},
        {"required", {"content"}}}},
      {"annotations",
       {{"readOnlyHint", false},
        {"destructiveHint", true},
        {"idempotentHint", false},
        {"openWorldHint", false}}}};
}

}  // namespace

MemoryToolOffer::MemoryToolOffer(FileSystem& files, std::string root)
    : files_(files), root_(std::move(root)) {}

protocol::Offer::Info MemoryToolOffer::info() const {
  return {"pyramid", "Pyramid memory as Anthropic's memory tool", PYRAMID_VERSION, ""};
}

Json MemoryToolOffer::tools() const { return Json::array({definition()}); }

Result<Json> MemoryToolOffer::call(const std::string& tool, const Json& arguments,
                                   Progress& progress) const {
  if (tool != kTool) return fail(ErrorKind::kNotFound, "no such tool: " + printable(tool));
  const ToolAnswer answer = run_memory_tool(files_, root_, progress, arguments);
  return Json{{"content", Json::array({{{"type", "text"}, {"text", answer.text}}})},
              {"structuredContent", {{"content", answer.text}}},
              {"isError", answer.is_error}};
}

}  // namespace pyramid::hosts
