// The test server as a process of its own: a language model by rules that takes its time.
//
//   chat_server DELAY_MS   prints its base_url, serves until its input ends, then prints how many
//                          calls it had; in how many rounds they came: a call that began after the
//                          first of a round was answered begins the next; and for how many
//                          milliseconds between the first call and the last answer none was there.
//                          The question that tests a connection does not count
#include "tests/support/chat_server.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct TimeLine {
  std::size_t rounds = 0;
  milliseconds idle{0};
};

// `begins`: of calls that take `delay` each.
TimeLine time_line(std::vector<Clock::time_point> begins, milliseconds delay) {
  std::sort(begins.begin(), begins.end());
  TimeLine line;
  Clock::time_point answered;      // the first of the round
  Clock::time_point all_answered;  // all until now
  for (const Clock::time_point begin : begins) {
    if (line.rounds == 0 || begin >= answered) {
      if (line.rounds > 0 && begin > all_answered) {
        line.idle += std::chrono::duration_cast<milliseconds>(begin - all_answered);
      }
      ++line.rounds;
      answered = begin + delay;
    }
    all_answered = begin + delay;
  }
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: chat_server DELAY_MS\n", stderr);
    return 2;
  }
  const milliseconds delay(std::strtol(argv[1], nullptr, 10));
  std::mutex mutex;
  std::vector<Clock::time_point> begins;
  const pyramid::test::ChatServer server([&](const pyramid::test::ServerCall& call) {
    if (call.body.find("You test a connection") == std::string::npos) {
      const std::lock_guard lock(mutex);
      begins.push_back(Clock::now());
    }
    pyramid::test::ServerReply reply = pyramid::test::answer_by_rules(call);
    reply.delay = delay;
    return reply;
  });
  std::printf("%s\n", server.base_url().c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  const std::lock_guard lock(mutex);
  const TimeLine line = time_line(begins, delay);
  std::printf("%zu %zu %lld\n", begins.size(), line.rounds,
              static_cast<long long>(line.idle.count()));
  return 0;
}
