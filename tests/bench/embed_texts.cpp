// Texts a second of an embedding on one thread: the best of several runs, after a first one.
//
//   embed_texts static TEXTS             one text a line
//   embed_texts minilm TEXTS WEIGHTS
#include "engine/embedding/minilm/minilm_embedder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pyramid;
using Clock = std::chrono::steady_clock;

constexpr int kRuns = 9;

Result<std::unique_ptr<engine::Embedder>> make(const std::vector<std::string>& arguments) {
  if (arguments[0] == "static") return engine::make_static_embedder();
  return engine::make_minilm_embedder(arguments.size() > 2 ? arguments[2] : std::string());
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + 1, values + count);
  if (arguments.size() < 2) return 2;
  const auto embedder = make(arguments);
  if (!embedder) {
    std::fprintf(stderr, "%s\n", embedder.error().what.c_str());
    return 1;
  }
  std::vector<std::string> texts;
  std::ifstream file(arguments[1]);
  for (std::string line; std::getline(file, line);) texts.push_back(line);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  double best = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Clock::time_point begun = Clock::now();
    if (!(*embedder)->embed(views)) return 1;
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    best = std::max(best, static_cast<double>(texts.size()) / seconds);
  }
  std::printf("%.1f\n", best);
  return 0;
}
