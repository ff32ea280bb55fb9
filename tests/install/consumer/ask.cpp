// ask WORKSPACE QUERY: the best hit's path and the answer.
#include <pyramid/pyramid.hpp>
#include <pyramid/version.hpp>

#include <iostream>

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto files = pyramid::make_real_file_system();
  const pyramid::FixedClock clock(*pyramid::parse_time("2026-05-15T09:00:00Z"));
  pyramid::SilentProgress progress;
  pyramid::SearchOptions options;
  options.workspace.root = arguments[1];
  options.query = arguments[2];
  const auto report = pyramid::search_memory({*files, clock, progress}, options);
  if (!report) {
    std::cerr << pyramid::to_string(report.error()) << "\n";
    return 1;
  }
  std::cout << PYRAMID_VERSION << "\n" << report->hits.at(0).path << "\n" << report->answer << "\n";
}
