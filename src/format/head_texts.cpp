#include "format/head_texts.hpp"

#include "base/text.hpp"
#include "format/frontmatter.hpp"
#include "format/yaml_depth.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>

namespace pyramid::format {

namespace {

class TextCollector : public YAML::EventHandler {
 public:
  explicit TextCollector(std::vector<HeadText>& texts) : texts_(texts) {}
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    texts_.push_back({static_cast<std::size_t>(mark.line) + 1, 0, value});
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  std::vector<HeadText>& texts_;
};

// False where it is no YAML, with what stands before that.
bool collect_texts(std::string_view yaml, std::vector<HeadText>& texts) {
  if (nests_deeply(yaml)) return false;
  try {
    std::istringstream stream{std::string(yaml)};
    YAML::Parser parser(stream);
    TextCollector collector(texts);
    while (parser.HandleNextDocument(collector)) {
    }
    return true;
  } catch (const YAML::Exception&) {
    return false;
  }
}

}  // namespace

std::vector<HeadText> yaml_texts(std::string_view yaml) {
  std::vector<HeadText> texts;
  const std::vector<std::string_view> lines = split_lines(yaml);
  if (!collect_texts(yaml, texts)) {
    for (std::size_t i = texts.empty() ? 0 : texts.back().line - 1; i < lines.size(); ++i) {
      std::vector<HeadText> here;
      collect_texts(lines[i], here);
      for (HeadText& one : here) texts.push_back({i + 1, 0, std::move(one.text)});
    }
  }
  std::size_t next = lines.size() + 1;
  for (auto one = texts.rbegin(); one != texts.rend(); ++one) {
    one->last_line = std::max(one->line, next - 1);
    const auto before = std::next(one);
    if (before != texts.rend() && before->line < one->line) next = one->line;
  }
  return texts;
}

std::vector<HeadText> head_texts(std::string_view bytes) {
  const std::optional<std::string_view> block = frontmatter_block(bytes);
  // Nothing else makes a text look unlike what it says.
  if (!block || block->find_first_of("\\'|>") == std::string_view::npos) return {};
  std::vector<HeadText> texts = yaml_texts(*block);
  for (HeadText& one : texts) {
    ++one.line;
    ++one.last_line;
  }
  return texts;
}

}  // namespace pyramid::format
