#include "history/process_name.hpp"

#include "tests/support/catch.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace process_name_test {

using namespace pyramid;

TEST_CASE("process names: a process that was killed and that nobody waited for does nothing") {
  CHECK_FALSE(history::has_ended(::getpid()));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(0);
  siginfo_t told{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &told, WEXITED | WNOWAIT) == 0);
  CHECK(history::has_ended(child));  // it has its number still
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK_FALSE(history::has_ended(child));  // nobody tells any more
}

}  // namespace process_name_test
