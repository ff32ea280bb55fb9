// Extraction beside what brings the sessions in: while one batch is with the engine, the next is
// read, and goes to the engine too before the last answers to the first are there.
#pragma once

#include "format/node.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/run/run.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// A stage of progress, in turns: a long conversation takes minutes.
inline constexpr std::string_view kReadingTurns = "reading turns";
std::size_t waiting_turns(const format::Node& session);
std::size_t waiting_turns(std::span<const format::Node> sessions);

// Used from one thread, which alone touches the memory: what the engine needs is copied before.
// Observations are written in the order of the sessions, so that it makes no difference how long
// one takes.
class BackgroundExtraction {
 public:
  explicit BackgroundExtraction(Run& run);
  ~BackgroundExtraction();  // waits; what was found and not written is extracted again next time

  // Sessions whose turns were not all looked at, none of which is under way or failed before.
  [[nodiscard]] std::vector<format::Node> waiting() const;
  // Whether anything is with the engine.
  [[nodiscard]] bool is_under_way() const { return under_way_ != nullptr; }
  // Whether a part of the conversation whose first part lies there is with the engine: before it
  // changes, finish().
  [[nodiscard]] bool is_under_way(const std::string& conversation) const;

  // What a session's extraction fails with where the engine asks nobody (Batches::rehearse()).
  [[nodiscard]] std::optional<Error> rehearse(const format::Node& session) const;

  // Begins with these, or all that wait; waits for the batch before, and puts what it gave.
  // Flushed, while the engine has these.
  Status go_on_with(std::span<const format::Node> sessions, bool tell_progress);
  Status go_on();
  // Puts what is under way. Not flushed: what follows asks the engine meanwhile.
  Status finish();

 private:
  struct Job;
  struct Extraction;
  struct Batch;

  [[nodiscard]] Result<Job> job_of(const format::Node& session) const;
  using ReadTurns = std::function<void(std::size_t turns)>;
  // On any thread: of the run it reads what does not change.
  [[nodiscard]] Result<Extraction> extract_one(const Job& job, const ReadTurns& read) const;
  // Until the last of it has begun.
  void work_on(Batch& batch);
  Status write(Batch& batch);
  Status write_one(KnownFacts& known, const Extraction& extraction);

  Run& run_;
  std::unique_ptr<Batch> under_way_;
};

}  // namespace pyramid::ops
