// The test server as a process of its own: a language model by rules that takes its time.
//
//   chat_server DELAY_MS   prints its base_url, serves until its input ends, then prints how many
//                          calls it had
#include "tests/support/chat_server.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: chat_server DELAY_MS\n", stderr);
    return 2;
  }
  const std::chrono::milliseconds delay(std::strtol(argv[1], nullptr, 10));
  const pyramid::test::ChatServer server([&](const pyramid::test::ServerCall& call) {
    pyramid::test::ServerReply reply = pyramid::test::answer_by_rules(call);
    reply.delay = delay;
    return reply;
  });
  std::printf("%s\n", server.base_url().c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  std::printf("%zu\n", server.calls());
  return 0;
}
