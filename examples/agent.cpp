// agent WORKSPACE PROMPT: what an agent does with its memory around one turn.
#include <pyramid/memory.hpp>

#include <iostream>
#include <string>

namespace {

int failed(const pyramid::Error& error) {
  std::cerr << "agent: " << pyramid::to_string(error) << "\n";
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: agent WORKSPACE PROMPT\n";
    return 2;
  }
  const std::string prompt = arguments[2];
  pyramid::MemoryOptions options;
  options.workspace.root = arguments[1];
  options.create = true;
  auto memory = pyramid::Memory::open(options);
  if (!memory) return failed(memory.error());

  // Before the turn: what to know.
  const auto known = memory->recall(prompt);
  if (!known) return failed(known.error());
  std::cout << known->text << "\n";

  // During it: one fact, and the lines that it stands in.
  const auto found = memory->search(prompt, 3);
  if (!found) return failed(found.error());
  for (const pyramid::SearchHit& hit : found->hits) {
    const auto lines = memory->read_file(hit.citation);
    if (!lines) return failed(lines.error());
    std::cout << "--- " << hit.citation << "\n" << lines->text;
  }

  // After it: what was said, and the memory brought up to date.
  const auto logged = memory->log_session("Asked: " + prompt, "example");
  if (!logged) return failed(logged.error());
  const auto synced = memory->sync();
  if (!synced) return failed(synced.error());
  const auto status = memory->status();
  if (!status) return failed(status.error());
  std::cout << "--- " << logged->path << ", " << status->observations << " observations, "
            << (status->up_to_date() ? "up to date" : "not up to date") << "\n";
}
