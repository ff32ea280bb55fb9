#include "workspace/extra_paths.hpp"

#include "pyramid/file_system.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace extra_paths_test {

using namespace pyramid;

namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

// A workspace "memory" with other folders beside it.
class Beside {
 public:
  Beside() {
    write("memory/pyramid.yaml");
    write("memory/notes/in.md");
    write("memory/.git/HEAD");
    write("wiki/a.md");
    write("wiki/deep/b.md");
    write("wiki/.private/c.md");
    write("wiki/export/d.md");
    write("wiki/picture.png");
    write("one.md");
    write("other/.git/x.md");
  }

  void write(const std::string& name) const {
    fs::create_directories(fs::path(directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << "x\n";
  }
  void link(const std::string& to, const std::string& name) const {
    fs::create_symlink(to, directory_ / name);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return directory_ / name; }

  workspace::ExtraPaths look(const Paths& setting, const std::string& home = {}) {
    return workspace::extra_paths(*files_, directory_ / "memory", setting, home);
  }
  // What is read of them, or why it is not.
  Paths told(const Paths& setting, const std::string& home = {}) {
    const workspace::ExtraPaths extra = look(setting, home);
    Paths lines;
    for (const workspace::ExtraPath& one : extra.found) lines.push_back(one.path);
    for (const Diagnostic& one : extra.problems) {
      CHECK(one.severity == Severity::kWarning);
      CHECK(one.where == "pyramid.yaml");
      CHECK_FALSE(one.hint.empty());
      lines.push_back(one.what);
    }
    return lines;
  }

 private:
  test::TempDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
};

}  // namespace

TEST_CASE("extra paths: folders and files, relative, absolute and from home") {
  Beside beside;
  CHECK(beside.told({}).empty());
  CHECK(beside.told({"../wiki/"}) == Paths{"../wiki"});
  CHECK(beside.told({"../wiki/deep/../../one.md"}) == Paths{"../one.md"});
  CHECK(beside.told({beside.path("wiki")}) == Paths{beside.path("wiki")});
  CHECK(beside.told({"~/wiki"}, beside.path("")) == Paths{beside.path("wiki")});
  CHECK(beside.told({"~/wiki"}) ==
        Paths{"extra path ~/wiki begins with ~, and no home folder is known"});
  beside.link("wiki", "linked");
  CHECK(beside.told({"../linked"}) == Paths{"../linked"});
}

TEST_CASE("extra paths: what cannot be one is refused in a line, and the rest is read") {
  Beside beside;
  CHECK(beside.told({"../gone", "../wiki"}) == Paths{"../wiki", "extra path ../gone is not there"});
  CHECK(beside.told({""}) == Paths{"extra path \"\" is not a path"});
  CHECK(beside.told({"../wiki/picture.png"}) ==
        Paths{"extra path ../wiki/picture.png is not markdown"});
  for (const char* inside : {"notes", "../memory/notes", "./notes", "notes/in.md"}) {
    CHECK(beside.told({inside}) == Paths{"extra path " + std::string(inside) +
                                         " lies in the workspace, all of which is searched"});
  }
  for (const char* above : {"..", "../..", "../memory", "/"}) {
    CHECK(beside.told({above}) ==
          Paths{"extra path " + std::string(above) + " holds the workspace"});
  }
  for (const char* git : {"../memory/.git", "../other/.git", "../other/.git/x.md"}) {
    CHECK(beside.told({git}) ==
          Paths{"extra path " + std::string(git) + " lies in a folder .git, which holds no notes"});
  }
  beside.link("round", "round");
  const Paths round = beside.told({"../round"});
  REQUIRE(round.size() == 1);
  CHECK(round[0].find("extra path ../round cannot be looked at (") == 0);
}

TEST_CASE("extra paths: a workspace below a folder .pyramid has extra paths beside it") {
  Beside beside;
  beside.write(".pyramid/memory/pyramid.yaml");
  beside.write(".pyramid/wiki/a.md");
  const auto files = make_real_file_system();
  const auto extra =
      workspace::extra_paths(*files, beside.path(".pyramid/memory"), {"../wiki"}, {});
  CHECK(extra.problems.empty());
  CHECK(extra.found.size() == 1);
}

TEST_CASE("extra paths: no file is read twice") {
  Beside beside;
  CHECK(beside.told({"../wiki", "../wiki/"}) ==
        Paths{"../wiki", "extra path ../wiki is read with ../wiki already"});
  CHECK(beside.told({"../wiki/deep", "../one.md", "../wiki"}) ==
        Paths{"../one.md", "../wiki", "extra path ../wiki/deep is read with ../wiki already"});
  CHECK(beside.told({"../wiki", "../wiki/a.md"}) ==
        Paths{"../wiki", "extra path ../wiki/a.md is read with ../wiki already"});
  // What a walk passes by is asked for by its own name.
  CHECK(beside.told({"../wiki", "../wiki/.private"}) == Paths{"../wiki", "../wiki/.private"});
}

TEST_CASE("extra paths: a file is named as the index names it, if it is read") {
  Beside beside;
  const auto extra = beside.look({"../wiki", "../one.md"}).found;
  const auto named = [&](const std::string& name) {
    return workspace::path_in(extra, fs::canonical(beside.path(name)).string()).value_or("none");
  };
  CHECK(named("wiki/a.md") == "../wiki/a.md");
  CHECK(named("wiki/deep/b.md") == "../wiki/deep/b.md");
  CHECK(named("wiki/export/d.md") == "../wiki/export/d.md");
  CHECK(named("one.md") == "../one.md");
  CHECK(named("wiki/.private/c.md") == "none");
  CHECK(named("wiki/picture.png") == "none");
  CHECK(named("wiki") == "none");
  CHECK(named("memory/notes/in.md") == "none");
  CHECK(workspace::is_outside("../wiki/a.md"));
  CHECK(workspace::is_outside("/wiki/a.md"));
  CHECK_FALSE(workspace::is_outside("..wiki/a.md"));
}

}  // namespace extra_paths_test
