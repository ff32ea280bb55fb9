// What was made from forgotten things in the past, by the links that stood in the files then.
#pragma once

#include "format/node.hpp"
#include "ops/forget/forget_targets.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

// Whether a version of a leaf of the topic tree may have what is forgotten, word for word.
bool is_cut_from(const format::Node& leaf, const ForgetTargets& targets);

// A text that was ever made from something forgotten tells it in words that nobody knows, so each
// of its versions counts that links what leads there, or what no commit ever had: it came from
// elsewhere. Losing an old generated text is fine, keeping a trace is not.
class Descent {
 public:
  // `head`: the blobs of the files as they are, by path.
  Descent(const ForgetTargets& targets, const std::map<std::string, std::string>& head)
      : targets_(targets), head_(head) {}

  // Every version of every file of the memory has to be looked at, in any order, before settle().
  void look_at(const std::string& path, const std::string& blob, const std::string& bytes);
  void settle();

  // Paths of forgotten nodes and of summaries made from them.
  [[nodiscard]] bool told_in(const std::string& path) const { return told_.contains(path); }
  // Paths that no commit may have, since they are named after it; none of `head`.
  [[nodiscard]] const std::set<std::string>& gone_paths() const { return gone_paths_; }
  // Model files whose description may tell it.
  [[nodiscard]] const std::set<std::string>& described() const { return described_; }
  // What the page of a home listed in any of its versions.
  [[nodiscard]] std::vector<format::Evidence> evidence_of(const std::string& page) const;
  // Titles that conversations had and have no more.
  [[nodiscard]] const std::set<std::string>& titles() const { return titles_; }
  // What commit messages may say of it.
  [[nodiscard]] const std::vector<Unwanted>& quoted() const { return quoted_; }

 private:
  struct Made {
    std::string path;
    std::vector<std::string> from;
    std::string page = {};
  };
  struct Title {
    std::string path, title;
    bool is_head = false;
  };
  void add_title(const std::string& title);

  const ForgetTargets& targets_;
  const std::map<std::string, std::string>& head_;
  void add_page(const std::string& path, const format::Document& page);

  std::vector<Made> summaries_, homes_;
  // By page, and by the name and the tag of the section.
  std::map<std::string, std::map<std::pair<std::string, std::string>, format::Evidence>> pages_;
  std::map<Ulid, std::vector<Title>> sessions_;
  std::set<std::string> known_, told_, gone_paths_, described_, titles_;
  std::vector<Unwanted> quoted_;
};

}  // namespace pyramid::ops
