// Several machines with one memory: a bare repository between clones of it.
#pragma once

#include "tests/ops/fixture.hpp"

#include <array>
#include <cstdlib>
#include <memory>

namespace pyramid::test {

// One of them: a clone, with its own name and time.
class Machine {
 public:
  Machine(std::string root, std::string name) : root_(std::move(root)), name_(std::move(name)) {}

  [[nodiscard]] const std::string& root() const { return root_; }
  [[nodiscard]] std::string path(const std::string& name) const { return root_ + "/" + name; }

  ProcessResult git(const std::vector<std::string>& arguments) const {
    return run_git(root_, arguments);
  }
  void must_git(const std::vector<std::string>& arguments) const {
    const ProcessResult result = git(arguments);
    INFO("git " << arguments.front() << ": " << result.err << result.out);
    REQUIRE(result.exit_code == 0);
  }

  // As the program does it; `remote`: with the bare repository.
  Result<SyncReport> sync(bool remote = true) {
    SyncOptions options;
    options.workspace.root = root_;
    if (remote) options.remote = "";
    return pyramid::sync(environment(), options);
  }
  SyncReport must_sync(bool remote = true) {
    Result<SyncReport> report = sync(remote);
    if (!report) FAIL(name_ + ": " + to_string(report.error()));
    return *std::move(report);
  }
  Environment environment() {
    Environment environment{*files_, *clock_, progress_};
    environment.program = PYRAMID_PROGRAM;
    return environment;
  }
  void use_files(FileSystem& files) { files_ = &files; }
  void set_now(Time now) { clock_ = std::make_unique<FixedClock>(now); }

  [[nodiscard]] std::map<std::string, std::string> tree() const {
    return tree_below(root_, {".git", ".pyramid", "ledger"});
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    return Fixture::read_file(path(name));
  }

  // An observation file of an id of its own; its path.
  std::string add_fact(int number, const std::string& text,
                       const std::string& model = "user") const {
    const Time when{1'778'580'180 + number * 3600};
    const Ulid id = derive_ulid(when, "fact " + std::to_string(number) + text);
    const std::string name = "observations/2026/05/12/fact-" + short_id(id) + ".md";
    write(name, "---\nid: " + to_string(id) + "\nkind: observation\nat: " + format_time(when) +
                    "\nmodel: " + model + "\nsource: test\n---\n" + text + "\n");
    return name;
  }

 private:
  std::string root_, name_;
  std::unique_ptr<FileSystem> real_ = make_real_file_system();
  FileSystem* files_ = real_.get();
  std::unique_ptr<Clock> clock_ = std::make_unique<FixedClock>(at("2026-05-15T09:00:00Z"));
  SilentProgress progress_;
};

// kCopied: copies of what the first such call made, which is faster than to make and clone it.
enum class Start { kFresh, kCopied };

class Machines {
 public:
  // `count` clones of a workspace that one of them made. git reads no configuration of ours.
  explicit Machines(std::size_t count, const std::string& settings = "step: 3\n",
                    Start start = Start::kFresh) {
    if (start == Start::kCopied) {
      static const Machines first(1, settings);
      copy_of(first, count);
      return;
    }
    ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    ::setenv("HOME", directory_.path().c_str(), 1);
    std::filesystem::create_directories(directory_ / "bare");
    REQUIRE(run_git(directory_ / "bare", {"init", "-q", "--bare", "-b", "main"}).exit_code == 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string root = directory_ / ("machine" + std::to_string(i));
      machines_.push_back(std::make_unique<Machine>(root, "machine" + std::to_string(i)));
      if (i > 0) {
        REQUIRE(run_git(directory_.path(), {"clone", "-q", directory_ / "bare", root}).exit_code ==
                0);
        continue;
      }
      REQUIRE(init(machines_[0]->environment(), root, {"narrative"}));
      machines_[0]->write("pyramid.yaml", machines_[0]->read("pyramid.yaml") + "\n" + settings);
      machines_[0]->must_git({"remote", "add", "origin", directory_ / "bare"});
      machines_[0]->must_sync();
    }
    for (const auto& one : machines_) {
      one->must_git({"config", "user.name", "Test"});
      one->must_git({"config", "user.email", "test@example.org"});
    }
  }

  [[nodiscard]] std::vector<Machine*> all() const {
    std::vector<Machine*> found;
    for (const auto& one : machines_) found.push_back(one.get());
    return found;
  }
  Machine& operator[](std::size_t i) { return *machines_[i % machines_.size()]; }
  [[nodiscard]] std::size_t size() const { return machines_.size(); }
  [[nodiscard]] std::string outside(const std::string& name) const { return directory_ / name; }

 private:
  void copy_of(const Machines& first, std::size_t count) {
    const auto recursive = std::filesystem::copy_options::recursive;
    std::filesystem::copy(first.outside("bare"), directory_ / "bare", recursive);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "machine" + std::to_string(i), root = directory_ / name;
      std::filesystem::copy(first.machines_[0]->root(), root, recursive);
      std::filesystem::remove_all(root + "/.pyramid");
      machines_.push_back(std::make_unique<Machine>(root, name));
      std::string config = machines_[i]->read(".git/config");
      const std::string url = first.outside("bare");
      config.replace(config.find(url), url.size(), directory_ / "bare");
      machines_[i]->write(".git/config", config +
                                             "[branch \"main\"]\n\tremote = origin\n"
                                             "\tmerge = refs/heads/main\n");
    }
  }

  TempDirectory directory_;
  std::vector<std::unique_ptr<Machine>> machines_;
};

}  // namespace pyramid::test
