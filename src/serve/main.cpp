#include "serve/serve_program.hpp"

int main(int argc, char** argv) {
  return pyramid::serve::run_program(argc, argv, pyramid::serve::serve_http);
}
