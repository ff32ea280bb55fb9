// why/*.md: which of two states of a section stands, the merge of its home decides, which this one
// cannot see; so the page has the places of both.
#include "base/text.hpp"
#include "merge/fields.hpp"
#include "merge/generated.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::merge {

namespace {

using Place = std::pair<std::string, std::string>;  // the name of a section and its tag

struct Page {
  std::string head;                   // what stands before the first place
  std::map<Place, std::string> text;  // with its heading
  std::vector<std::string> names;     // in their order
};

Page cut_page(std::string_view body) {
  Page page;
  std::string tag, name, text;
  const auto end = [&] {
    if (tag.empty()) {
      page.head = std::move(text);
    } else {
      if (std::find(page.names.begin(), page.names.end(), name) == page.names.end()) {
        page.names.push_back(name);
      }
      if (!text.ends_with("\n\n")) text += '\n';
      page.text[{name, tag}] = std::move(text);
    }
    text.clear();
    name.clear();
  };
  for (const std::string_view line : split_lines(body)) {
    if (line.starts_with("## ")) {
      end();
      tag = trim(line.substr(3));
    } else if (!tag.empty() && name.empty()) {
      name = line.substr(0, line.find(' '));
    }
    text.append(line).append("\n");
  }
  end();
  return page;
}

}  // namespace

MergedDocument merge_pages(const Documents& documents) {
  Page ours = cut_page(documents.ours.body);
  Page theirs = cut_page(documents.theirs.body);
  // In the order of the side with more names, then what the other has besides.
  if (std::pair(ours.names.size(), ours.names) < std::pair(theirs.names.size(), theirs.names)) {
    std::swap(ours, theirs);
  }
  for (const std::string& name : theirs.names) {
    if (std::find(ours.names.begin(), ours.names.end(), name) == ours.names.end()) {
      ours.names.push_back(name);
    }
  }
  for (auto& [place, text] : theirs.text) {
    const auto [there, is_new] = ours.text.emplace(place, text);
    if (!is_new) there->second = std::min(there->second, text);
  }
  MergedDocument merged;
  merged.frontmatter =
      merge_fields(documents.base == nullptr ? nullptr : &documents.base->frontmatter,
                   documents.ours.frontmatter, documents.theirs.frontmatter, documents.kind,
                   documents.day, merged.conflicts);
  merged.body = std::min(ours.head, theirs.head);
  for (const std::string& name : ours.names) {
    for (const auto& [place, text] : ours.text) {
      if (place.first == name) merged.body += text;
    }
  }
  while (merged.body.ends_with("\n\n")) merged.body.pop_back();
  return merged;
}

}  // namespace pyramid::merge
