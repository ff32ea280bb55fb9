// Any bytes, asked of a small memory: an answer or a refusal, and what it shows fits.
#include "base/utf8.hpp"
#include "index/index.hpp"
#include "search/query_words.hpp"
#include "search/search.hpp"
#include "search/snippet.hpp"
#include "search/sources.hpp"
#include "tests/fuzz/property.hpp"
#include "tests/support/temp_directory.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

using namespace pyramid;
using pyramid::fuzz::hold;

namespace {

class Asked {
 public:
  Asked() {
    write("notes/boiler.md", "# Boiler\n\nThe boiler hums at 55 degrees. Ana repaired it.\n");
    write("notes/other.md", "# \"Quotes\" AND (operators)\n\nNEAR the *river*, 日本語 and 🦊.\n");
    write("daily/2026-05-14.md", "# 14 May 2026\n\n## 12:00\n\nAna called about the boiler.\n");
    workspace_.root = directory_.path();
    index::OpenOptions options;
    options.mode = index::Mode::kMemory;
    auto index = index::open(workspace_, embedder_->name(), embedder_->dims(), options,
                             [](std::string_view) {});
    hold(index.has_value(), "an index in memory can be made");
    index_ = *std::move(index);
    SilentProgress progress;
    hold(index_->refresh(*files_, *embedder_, progress, false).has_value(), "it can be filled");
  }

  void ask(const std::string& text) {
    search::Query query;
    query.text = text;
    query.now = Time{1'778'835'600};
    const auto hits = search::search(*index_, *embedder_, *files_, workspace_.root, query);
    if (!hits) {
      hold(hits.error().kind == ErrorKind::kUsage, "a query is answered or refused as wrong usage");
      hold(search::terms_of(text).empty(), "what holds a word is answered");
      return;
    }
    for (const search::Hit& hit : *hits) {
      hold(hit.score >= 0 && hit.score <= 1, "a score lies between 0 and 1");
      hold(hit.snippet.size() <= search::kSnippetBytes, "a snippet fits");
      hold(!utf8::first_invalid(hit.snippet), "a snippet is UTF-8");
      for (const auto& [begin, end] : hit.marks) {
        hold(begin < end && end <= hit.snippet.size(), "a mark lies in the snippet");
      }
    }
    const auto again = search::search(*index_, *embedder_, *files_, workspace_.root, query);
    hold(again && again->size() == hits->size(), "the same query has the same hits");
  }

  void filter(const std::string& source) {
    const std::array<std::string, 1> sources = {source};
    auto parsed = search::parse_sources(sources, Zone());
    const Status known = parsed ? search::find_names(*index_, *parsed) : fail(parsed.error());
    if (known) return;
    const ErrorKind kind = known.error().kind;
    hold(kind == ErrorKind::kUsage || kind == ErrorKind::kNotFound, "a source is known or refused");
  }

 private:
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }

  test::TempDirectory directory_;
  workspace::Workspace workspace_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  std::unique_ptr<engine::Embedder> embedder_ = engine::make_static_embedder();
  std::unique_ptr<index::Index> index_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Asked memory;
  const std::string text(fuzz::text_of(data, size));
  memory.ask(text);
  memory.filter(text);
  const std::vector<std::string> terms = search::terms_of(text);
  hold(terms.size() <= 64, "a page asks for its first words");
  static_cast<void>(search::snippet(text, format::Kind::kNote, terms));
  return 0;
}
