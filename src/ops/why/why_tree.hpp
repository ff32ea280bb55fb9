// The tree that `why` shows: what a node was made from, down to the turn, and who reads it.
#pragma once

#include "format/conversation.hpp"
#include "ops/why/why_graph.hpp"
#include "ops/why/why_target.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/why.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Borrows everything. Reads each file that it shows, as it stands on the disk.
class WhyTree {
 public:
  WhyTree(FileSystem& files, const workspace::Workspace& workspace, const WorkingSet& memory,
          const WhyGraph& graph, const WhyOptions& options);

  // kNotFound for a line that the file does not have; kInvalid for a broken file.
  Result<WhyNode> of(const Target& target);

 private:
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  // One source of a text: a node, or what is left of a link that leads nowhere.
  struct Source {
    const format::Node* node = nullptr;
    std::string missing;  // where the link leads
    std::string note;     // what happens to it
  };
  // How far down, and along which sentence.
  struct Descent {
    std::size_t levels = 0;
    std::string sentence;     // "" = everything
    std::vector<Ulid> above;  // a file of nonsense may lead back to itself
    // Positions of the sources on which the sentence rests as its file records it; empty = the
    // words have to tell.
    std::vector<std::size_t> rests_on = {};
  };
  // The lines of a file that were asked for.
  struct Passage {
    std::size_t first = 0;  // 1-based; 0 = the file as a whole
    std::vector<std::string_view> lines;

    [[nodiscard]] std::size_t last() const { return first + lines.size() - 1; }
    void end_before(std::size_t line);
    [[nodiscard]] std::string joined(std::string_view between) const;
  };
  struct SessionText {
    format::Conversation conversation;
    std::vector<format::TurnLines> lines;
  };

  // From the first line to the last, or to the end of the file; just the first where `last` is
  // less.
  static Passage passage_of(const std::vector<std::string_view>& lines, std::size_t first,
                            std::size_t last);

  // What was asked for, by kind.
  WhyNode of_home(const HomeText& home, const Passage& asked);
  WhyNode of_home_lines(const HomeText& home, const format::FoundSection& section, Passage asked);
  [[nodiscard]] std::vector<std::size_t> rests_on(const HomeText& home,
                                                  const format::FoundSection& section,
                                                  const Passage& asked) const;
  WhyNode of_description(const HomeText& home, std::size_t line);
  WhyNode of_session(const format::Node& session, std::size_t line);
  Result<WhyNode> of_summary(const format::Document& document, const format::Node& summary,
                             Passage asked);
  [[nodiscard]] static std::vector<std::size_t> recorded_sources(const Passage& asked,
                                                                 const format::Support& support,
                                                                 std::size_t sources);

  // One node without its neighbours.
  [[nodiscard]] WhyNode head(const format::Node& node) const;
  [[nodiscard]] WhyNode section_head(const HomeText& home, std::string_view name) const;
  [[nodiscard]] WhyNode turn_head(const format::Node& session, const SessionText& text,
                                  std::size_t place) const;

  // Downwards: why_sources.cpp.
  WhyNode down(const format::Node& node, const Descent& descent);
  void add_sources(WhyNode& into, const std::vector<Source>& sources, const Descent& descent);
  WhyNode source_node(const Source& source, const Descent& descent);
  [[nodiscard]] std::vector<Source> sources_of(const format::Node& summary) const;
  [[nodiscard]] std::vector<Source> sources_of(const HomeText& home,
                                               std::string_view section) const;
  [[nodiscard]] std::vector<Source> sources_of_description(const HomeText& home) const;
  // Adds those of `planned` that are not among the sources yet.
  void add_joining(std::vector<Source>& sources, const std::vector<Ulid>& planned) const;
  [[nodiscard]] Source resolve(const format::Edge& edge) const;
  WhyNode turn_of(const format::Edge& from);
  void add_turns(WhyNode& into, const format::Node& leaf, std::size_t levels);
  using Shares = std::vector<std::optional<double>>;
  void order_by_support(WhyNode& into, std::vector<Source>& sources, Shares& shares,
                        const Descent& descent) const;

  // Upwards: why_readers.cpp.
  void add_readers(WhyNode& into, const Ulid& id, std::size_t levels) const;
  void add_folders(WhyNode& into, std::size_t levels) const;
  [[nodiscard]] WhyNode reader_node(const Reader& reader, std::size_t levels) const;
  void add_observations(WhyNode& into, const std::string& session, std::size_t turn,
                        std::size_t levels) const;

  [[nodiscard]] Result<format::Node> read(const std::string& path) const;
  const SessionText* session_text(const std::string& path);

  FileSystem& files_;
  const workspace::Workspace& workspace_;
  const WorkingSet& memory_;
  const WhyGraph& graph_;
  std::size_t shown_ = 0;
  std::optional<std::size_t> depth_;
  std::map<std::string, std::optional<SessionText>> sessions_;  // read so far
};

}  // namespace pyramid::ops
