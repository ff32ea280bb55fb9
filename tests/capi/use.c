/* The C API as a program in C uses it. */
#include "pyramid/pyramid.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void check(int holds, const char* what, const char* answer) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "not so: %s\n  %s\n", what, answer == NULL ? "(no answer)" : answer);
}

/* Calls, holds the code and a part of the answer against what is expected, and frees it. */
static void calls(pyramid_memory* memory, const char* operation, const char* options,
                  pyramid_code code, const char* part) {
  char* answer = NULL;
  const pyramid_code got = pyramid_call(memory, operation, options, &answer);
  check(got == code, operation, answer);
  check(answer != NULL && strstr(answer, part) != NULL, part, answer);
  pyramid_free(answer);
}

static void* searches(void* memory) {
  for (int i = 0; i < 20; ++i) {
    calls(memory, "search", "{\"query\": \"boat\"}", PYRAMID_OK, "Luna");
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  char folder[4096];
  snprintf(folder, sizeof folder, "%s/memory", argv[1]);

  char* answer = NULL;
  pyramid_memory* memory = NULL;
  check(pyramid_open(folder, NULL, &memory, &answer) == PYRAMID_NOT_FOUND, "nothing is there", answer);
  check(memory == NULL && answer != NULL && strstr(answer, "\"hint\"") != NULL, "an error", answer);
  pyramid_free(answer);
  check(pyramid_init(folder, "{\"timezone\": \"Europe/Madrid\"}", &answer) == PYRAMID_OK, "init", answer);
  check(strstr(answer, "pyramid.yaml") != NULL, "it says what it made", answer);
  pyramid_free(answer);

  check(pyramid_open(folder, "{\"colour\": \"red\"}", &memory, &answer) == PYRAMID_USAGE, "an option that there is not", answer);
  pyramid_free(answer);
  check(pyramid_open(folder, "{\"now\": \"2026-05-15T09:00:00Z\"}", &memory, &answer) == PYRAMID_OK, "open", answer);
  check(memory != NULL && answer == NULL, "a memory and no answer", answer);

  calls(memory, "observe", "{\"text\": \"User's boat is called Luna.\"}", PYRAMID_OK, "\"added\":true");
  calls(memory, "sync", NULL, PYRAMID_OK, "\"nothing_to_do\":false");
  calls(memory, "sync", "", PYRAMID_OK, "\"nothing_to_do\":true");
  calls(memory, "list", "{\"limit\": 1}", PYRAMID_OK, "2026-05-15T09:00:00Z");
  calls(memory, "get", "{\"path\": \"none.md\"}", PYRAMID_NOT_FOUND, "none.md");
  calls(memory, "search", "{\"query\": 5}", PYRAMID_USAGE, "query is not text");
  calls(memory, "search", "{\"query\": ", PYRAMID_USAGE, "no JSON");
  calls(memory, "search", "[]", PYRAMID_USAGE, "no object");
  calls(memory, "search", "{\"query\": \"\xff boat\"}", PYRAMID_USAGE, "error");
  calls(memory, "fly", "{}", PYRAMID_NOT_FOUND, "no such operation: fly");
  calls(NULL, "search", "{}", PYRAMID_USAGE, "no memory");

  pyramid_cancel(memory); /* of what begins later nothing */
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, searches, memory);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  calls(memory, "status", NULL, PYRAMID_OK, "\"observations\":1");

  char* all = pyramid_operations();
  check(all != NULL && strstr(all, "\"memory_status\"") == NULL && strstr(all, "\"status\"") != NULL, "operations", all);
  pyramid_free(all);
  check(strlen(pyramid_version()) > 0, "version", NULL);
  pyramid_close(memory);
  pyramid_close(NULL);
  pyramid_free(NULL);
  return failures == 0 ? 0 : 1;
}
