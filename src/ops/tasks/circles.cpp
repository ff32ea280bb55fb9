#include "ops/tasks/circles.hpp"

#include "base/text.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

class Circles {
 public:
  Circles(std::span<const index::Index::TaskLink> links, const TitleOf& title_of)
      : title_of_(title_of) {
    for (const index::Index::TaskLink& link : links) {
      if (link.relation == format::Relation::kBlocks) blocks_[link.from].push_back(link.to);
    }
  }

  Diagnostics find() {
    for (const auto& [from, to] : blocks_) visit(from);
    return std::move(found_);
  }

 private:
  struct Step {
    std::string path;
    std::size_t next = 0;  // of what it blocks
  };

  // Depth first, without recursion: a chain may be long.
  void visit(const std::string& first) {
    if (done_.contains(first)) return;
    std::vector<Step> way = {{first}};
    std::map<std::string, std::size_t> on_way = {{first, 0}};
    while (!way.empty()) {
      Step& step = way.back();
      const auto blocked = blocks_.find(step.path);
      if (blocked == blocks_.end() || step.next == blocked->second.size()) {
        done_.insert(step.path);
        on_way.erase(step.path);
        way.pop_back();
        continue;
      }
      const std::string next = blocked->second[step.next++];
      if (const auto before = on_way.find(next); before != on_way.end()) {
        tell(way, before->second);
      } else if (!done_.contains(next)) {
        on_way.emplace(next, way.size());
        way.push_back({next});
      }
    }
  }

  void tell(const std::vector<Step>& way, std::size_t first) {
    std::vector<std::string> titles;
    for (std::size_t i = first; i < way.size(); ++i)
      titles.push_back(printable(title_of_(way[i].path)));
    titles.push_back(titles.front());
    found_.push_back({Severity::kWarning, way[first].path,
                      "tasks block each other: " + join(titles, " → "),
                      "remove one of these links"});
  }

  const TitleOf& title_of_;
  std::map<std::string, std::vector<std::string>> blocks_;
  std::set<std::string> done_;
  Diagnostics found_;
};

}  // namespace

Diagnostics circles_of(std::span<const index::Index::TaskLink> links, const TitleOf& title_of) {
  return Circles(links, title_of).find();
}

}  // namespace pyramid::ops
