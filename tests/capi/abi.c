/* The functions of the header with nothing in them, for abidiff: of the library itself it would hold
 * all that is within against the last release too. */
#include "pyramid/pyramid.h"

#include <stddef.h>

const char* pyramid_version(void) { return NULL; }
char* pyramid_operations(void) { return NULL; }

pyramid_code pyramid_init(const char* root, const char* options, char** answer) {
  return root == options && answer == NULL ? PYRAMID_OK : PYRAMID_INTERNAL;
}

pyramid_code pyramid_open(const char* root, const char* options, pyramid_memory** memory,
                          char** answer) {
  return root == options && memory == NULL && answer == NULL ? PYRAMID_OK : PYRAMID_INTERNAL;
}

pyramid_code pyramid_call(pyramid_memory* memory, const char* operation, const char* options,
                          char** answer) {
  return memory == NULL && operation == options && answer == NULL ? PYRAMID_OK : PYRAMID_INTERNAL;
}

void pyramid_cancel(pyramid_memory* memory) { (void)memory; }
void pyramid_close(pyramid_memory* memory) { (void)memory; }
void pyramid_free(char* text) { (void)text; }
