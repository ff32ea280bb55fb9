// Where forgotten words stay: all of it is a person's to decide.
#include "base/digest.hpp"
#include "base/path.hpp"
#include "base/string_finder.hpp"
#include "base/text.hpp"
#include "format/conversation.hpp"
#include "format/home_records.hpp"
#include "format/sections.hpp"
#include "ops/forget/forget_targets.hpp"
#include "ops/forget/glance.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Document;
using format::Kind;
using format::Node;

// The sections of a home, and its description as long as that is the program's.
std::vector<format::FoundSection> generated_parts(const Document& document, const std::string& path,
                                                  const std::string& bytes) {
  std::vector<format::FoundSection> parts = format::find_sections(document, path);
  const std::string description(document.frontmatter.scalar("description").value_or(""));
  if (description.empty()) return parts;
  const auto record = format::record_of_description(document);
  const bool written = record && record->output == format::text_digest(description);
  std::size_t number = 0;
  for (const std::string_view line : split_lines(bytes)) {
    ++number;
    if (!written || !line.starts_with("description:")) continue;
    format::FoundSection part;
    part.line = part.last_line = number;
    parts.push_back(std::move(part));
    break;
  }
  return parts;
}

class Looker {
 public:
  // `written`: what is to be forgotten is gone, and what was made from it is written anew; before
  // that what will go, or be written anew, does not count.
  Looker(FileSystem& files, Opened& opened, const ForgetTargets& targets, bool written)
      : files_(files),
        opened_(opened),
        targets_(targets),
        names_(targets.names),
        written_(written) {}

  Result<std::vector<ForgottenPlace>> look() {
    PYRAMID_ASSIGN(const std::vector<Node> nodes,
                   opened_.index->nodes({Kind::kNote, Kind::kDaily, Kind::kIdentity, Kind::kTask,
                                         Kind::kMemory, Kind::kModel, Kind::kSession,
                                         Kind::kSummary, Kind::kWhy, Kind::kTopic}));
    std::set<Digest> seen;  // paths, shorter so: there may be a great many
    for (const Node& node : nodes) {
      seen.insert(digest_of(node.path));
      if (node.id.is_zero() || !goes(node.id)) take(node);
    }
    PYRAMID_TRY(opened_.index->each_facts([&](const index::NodeFacts& one) {
      if (one.kind != Kind::kObservation) return;
      Node fact;
      fact.id = one.id;
      fact.kind = Kind::kObservation;
      fact.path = one.path;
      seen.insert(digest_of(fact.path));
      if (!goes(fact.id)) take(std::move(fact));
    }));
    look_at_taken();
    PYRAMID_TRY(look_at_others(seen));
    std::stable_sort(found_.begin(), found_.end(),
                     [](const ForgottenPlace& a, const ForgottenPlace& b) {
                       return std::tie(a.path, a.line) < std::tie(b.path, b.line);
                     });
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool goes(const Ulid& id) const {
    return targets_.gone.nodes.contains(id) ||
           std::find(targets_.homes.begin(), targets_.homes.end(), id) != targets_.homes.end();
  }

  void take(Node node) {
    taken_.push_back(std::move(node));
    if (taken_.size() == kAtOneGlance) look_at_taken();
  }

  void look_at_taken() {
    std::vector<std::string> paths;
    for (const Node& node : taken_) paths.push_back(node.path);
    const std::vector<char> may =
        glance(files_, opened_.workspace, paths, targets_.unwanted, names_);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const EmptiedHome* emptied = emptied_by(taken_[i].id);
      if (emptied == nullptr) add_name(taken_[i]);
      if (emptied != nullptr || may[i] != 0) look_at(taken_[i], emptied);
    }
    taken_.clear();
  }

  [[nodiscard]] const EmptiedHome* emptied_by(const Ulid& id) const {
    const auto found = std::find_if(targets_.emptied.begin(), targets_.emptied.end(),
                                    [&](const EmptiedHome& home) { return home.id == id; });
    return found == targets_.emptied.end() ? nullptr : &*found;
  }

  void look_at(const Node& node, const EmptiedHome* emptied) {
    const Result<std::string> bytes = files_.read(opened_.workspace.absolute(node.path));
    if (!bytes) return;
    if (emptied != nullptr) return add_words(*emptied, node.path, *bytes);
    const char* what = format::name_of(node.kind);
    const Result<Document> document = format::parse_document(*bytes, node.path);
    switch (document ? node.kind : Kind::kNote) {
      case Kind::kMemory:
      case Kind::kModel:
        return add_lines(node.path, *bytes, what, in_home(*document, node.path, *bytes));
      case Kind::kSummary:
      case Kind::kTopic:
        if (!written_) return add_lines(node.path, *bytes, what, in_summary(*document, node.path));
        break;
      case Kind::kSession:
        if (written_ && says(node.title, targets_.unwanted)) what = "title";
        if (!written_) return add_lines(node.path, *bytes, what, in_session(*document, node));
        break;
      case Kind::kWhy:  // written anew with its home
        if (!written_) return;
        break;
      case Kind::kObservation:
      case Kind::kTask:
        // Links to what goes or gets another name get other titles, or go.
        if (!written_) {
          return add_lines(
              node.path, *bytes, what,
              [this, at = document->body_line, gone = line_of_gone_successor(*document, node)](
                  std::size_t number, std::string_view line) {
                if (number == gone) return false;
                const bool links = line.find("](") != std::string_view::npos;
                return number < at || !links || !names_.any_in(line);
              });
        }
        break;
      default:
        break;
    }
    add_lines(node.path, *bytes, what, {});
  }

  // That of `superseded_by` where it links what goes; 0: there is none.
  [[nodiscard]] std::size_t line_of_gone_successor(const Document& document,
                                                   const Node& stub) const {
    const Result<Node> fact = format::read_node(document, stub.path);
    if (!fact || !fact->successor) return 0;
    const bool is_gone = goes(fact->superseded_by) || names_.any_in(fact->successor->path);
    return is_gone ? fact->successor->link.line : 0;
  }

  // Those of the program's files get other names, and a model's folder goes with the model.
  void add_name(const Node& node) {
    const bool own = format::is_persons(node.kind);
    const bool renamed = format::is_generated_text(node.kind);
    if (renamed && !written_) return;
    const std::string_view named = own || written_ ? node.path : path::directory(node.path);
    if (!is_named_by(named, targets_.unwanted)) return;
    const bool model = format::is_home(node.kind);
    if (!model) found_.push_back({node.path, 0, "name"});
  }

  using Counts = std::function<bool(std::size_t number, std::string_view line)>;

  [[nodiscard]] Counts in_home(const Document& document, const std::string& path,
                               const std::string& bytes) const {
    std::vector<format::FoundSection> generated;
    if (!written_ || !targets_.emptied.empty()) {
      generated = generated_parts(document, path, bytes);
    }
    // A model whose file stays is listed.
    if (written_) {
      std::erase_if(generated, [](const auto& part) { return part.name != format::kOtherModels; });
    }
    return [generated = std::move(generated)](std::size_t number, std::string_view) {
      return std::none_of(generated.begin(), generated.end(),
                          [&](const format::FoundSection& section) {
                            return number >= section.line && number <= section.last_line;
                          });
    };
  }

  // A person's sentences, and keys of their own.
  [[nodiscard]] static Counts in_summary(const Document& document, const std::string& path) {
    std::string words;
    if (const Result<Node> summary = format::read_node(document, path)) {
      words = format::by_hand(summary->text, summary->output, summary->sentences).words;
    }
    return [words = std::move(words), at = document.body_line](std::size_t number,
                                                               std::string_view line) {
      if (number < at) return !line.starts_with("model:");
      for (const std::string_view own : split_lines(words)) {
        const bool is_there = !trim(own).empty() && !trim(line).empty() &&
                              (line.find(trim(own)) != std::string_view::npos ||
                               own.find(trim(line)) != std::string_view::npos);
        if (is_there) return true;
      }
      return false;
    };
  }

  // Not the title, which is another one then, nor what stands under it, nor the turns that go.
  [[nodiscard]] Counts in_session(const Document& document, const Node& session) const {
    std::set<std::size_t> dropped;
    const std::vector<format::TurnLines> places = format::turn_lines(document);
    const auto turns = targets_.gone.turns.find(session.id);
    const Result<format::Conversation> said = format::read_session(document, session.path);
    if (turns != targets_.gone.turns.end() && said) {
      for (const std::int64_t turn : turns->second) {
        const std::int64_t place = turn - said->first;
        if (place < 0 || place >= static_cast<std::int64_t>(places.size())) continue;
        const format::TurnLines& lines = places[static_cast<std::size_t>(place)];
        for (std::size_t line = lines.first + 1; line <= lines.last; ++line) dropped.insert(line);
      }
    }
    const std::size_t begin = places.empty() ? document.body_line : places.front().first;
    return [dropped = std::move(dropped), begin, at = document.body_line](std::size_t number,
                                                                          std::string_view line) {
      if (number < at) return !line.starts_with("title:");
      return number >= begin && !dropped.contains(number);
    };
  }

  void add_lines(const std::string& path, const std::string& bytes, const char* what,
                 const Counts& counts) {
    const std::vector<std::string_view> lines = split_lines(bytes);
    const auto line_at = [&](std::size_t number) {
      return number == 0 ? std::string_view(bytes) : lines[number - 1];
    };
    std::set<std::size_t> saying;
    for (const std::size_t number : lines_saying(bytes, targets_.unwanted)) saying.insert(number);
    const bool yaml = path == workspace::kSettingsFile;
    for (const SaidInHead& one :
         yaml ? said_in_yaml(bytes, targets_.unwanted) : said_in_head(bytes, targets_.unwanted)) {
      // Where its words stand as they are, the line that they begin in is known.
      const auto within = saying.lower_bound(one.line);
      if (within == saying.end() || *within > one.last) saying.insert(one.line);
    }
    for (std::size_t number = 1; number <= lines.size(); ++number) {
      if (names_.any_in(lines[number - 1])) saying.insert(number);
    }
    for (const std::size_t number : saying) {
      if (!counts || counts(number, line_at(number))) found_.push_back({path, number, what});
    }
  }

  // Where the person's lines stand in a model file that stays for them.
  void add_words(const EmptiedHome& home, const std::string& path, const std::string& bytes) {
    std::size_t number = 0;
    for (const std::string_view line : split_lines(bytes)) {
      ++number;
      const bool is_persons = std::any_of(
          home.words.begin(), home.words.end(),
          [&](const std::string& words) { return line.find(words) != std::string_view::npos; });
      if (is_persons) found_.push_back({path, number, format::name_of(Kind::kModel)});
    }
  }

  // What no node is: files that cannot be read as one, conflict copies, and the settings.
  Status look_at_others(const std::set<Digest>& seen) {
    const auto enters = [](std::string_view folder) { return workspace::enters(folder); };
    PYRAMID_ASSIGN(const Walk walk, files_.walk(opened_.workspace.root, enters, 2));
    const std::string exports = opened_.workspace.settings.export_folder;
    for (const WalkEntry& entry : walk.files) {
      const bool settings = entry.path == workspace::kSettingsFile;
      const bool exported = !exports.empty() && entry.path.starts_with(exports + "/");
      const bool text = path::is_markdown(entry.path) && !exported;
      if ((!text && !settings) || seen.contains(digest_of(entry.path))) continue;
      const Result<std::string> bytes = files_.read(opened_.workspace.absolute(entry.path));
      if (!bytes) continue;
      const Result<Node> node = format::read_node(*bytes, entry.path);
      if (!written_ && node && !node->id.is_zero() && goes(node->id)) continue;
      if (is_named_by(entry.path, targets_.unwanted)) found_.push_back({entry.path, 0, "name"});
      add_lines(entry.path, *bytes,
                settings ? "settings" : format::name_of(format::kind_of_path(entry.path)), {});
    }
    return {};
  }

  FileSystem& files_;
  Opened& opened_;
  const ForgetTargets& targets_;
  StringFinder names_;
  bool written_;
  std::vector<Node> taken_;  // that are looked at together
  std::vector<ForgottenPlace> found_;
};

}  // namespace

Result<std::vector<ForgottenPlace>> find_kept(FileSystem& files, Opened& opened,
                                              const ForgetTargets& targets, bool generated_too) {
  if (targets.unwanted.empty() && targets.names.empty()) return std::vector<ForgottenPlace>();
  return Looker(files, opened, targets, generated_too).look();
}

}  // namespace pyramid::ops
