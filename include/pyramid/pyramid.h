/* Pyramid's memory for programs in any language: what the command line does, as functions of C.
 *
 * Texts are UTF-8 and end with a NUL. Options and reports are JSON objects;
 * docs/reference.md and schema/operations.json have their keys and types. A text that a
 * function gives belongs to the caller, who hands it to pyramid_free(); one that a function
 * takes is not kept.
 *
 * Each function that can fail returns a pyramid_code; its answer is then
 * {"error": {"kind", "what", "where", "cause", "hint"}}. No function prints, ends the process or
 * throws.
 *
 * Thread rule: pyramid_call() and pyramid_cancel() may be called on one memory from several
 * threads at once, everything else belongs to one thread while no other call is under way.
 */
#ifndef PYRAMID_PYRAMID_H
#define PYRAMID_PYRAMID_H

#ifdef __cplusplus
extern "C" {
#endif

#define PYRAMID_API __attribute__((visibility("default")))

/* The exit codes of the command line (docs/cli.md). */
typedef enum pyramid_code {
  PYRAMID_OK = 0,
  PYRAMID_USAGE = 2,      /* what was given is not as the options are described */
  PYRAMID_NOT_FOUND = 3,  /* no workspace, operation, file, line, id, conversation or model */
  PYRAMID_ENGINE = 4,     /* a language model or the network failed */
  PYRAMID_CONFLICT = 5,   /* another process or git holds it; try again */
  PYRAMID_INVALID = 6,    /* the input as a whole is not what it should be */
  PYRAMID_IO = 7,         /* the file system refused */
  PYRAMID_INTERNAL = 70,  /* a bug, or no memory */
  PYRAMID_CANCELLED = 130 /* pyramid_cancel(); what was finished is kept */
} pyramid_code;

/* A workspace that is open. */
typedef struct pyramid_memory pyramid_memory;

/* "0.2.0". Not to be freed. */
PYRAMID_API const char* pyramid_version(void);

/* What pyramid_call() can do, with the JSON Schemas of options and reports: schema/operations.json.
 * Null where there is no memory for it. */
PYRAMID_API char* pyramid_operations(void);

/* Makes the folder `root` a workspace, and it where it is missing, as `pyramid init` does. `options`
 * (or null): "preset" ("narrative" or "calendar"), "timezone" (default: the machine's). The answer
 * has "root", "created", "repository", "repository_created", "commit" and "offers". */
PYRAMID_API pyramid_code pyramid_init(const char* root, const char* options, char** answer);

/* Opens the workspace in the folder `root`. Several memories and programs may have one open.
 *
 * `options` (or null): "database" (where the index lies), "program" (the command line's program,
 * which git calls to merge; default: `pyramid` on the PATH), "now" (a time that stands still), and
 * "api_key" and "base_url" of a language model. What these leave out comes from the environment:
 * OPENAI_API_KEY, OPENAI_BASE_URL, the proxies.
 *
 * With PYRAMID_OK `*memory` is open until pyramid_close(), and `*answer` null; else the other way
 * round. */
PYRAMID_API pyramid_code pyramid_open(const char* root, const char* options,
                                      pyramid_memory** memory, char** answer);

/* Does an operation ("search", "observe", "sync" ...) with these options (or null: none). The answer
 * is its report. Operations and options have the names of pyramid_operations(), which may differ
 * from those of the command line. PYRAMID_OK also where part of the input was wrong or calls of a
 * language model failed (exit codes 1 and 4 of the command line): the report names these, in
 * "diagnostics" and "failed". */
PYRAMID_API pyramid_code pyramid_call(pyramid_memory* memory, const char* operation,
                                      const char* options, char** answer);

/* Has calls that are under way finish what they are at and end with PYRAMID_CANCELLED. Calls that
 * begin later are not cancelled. */
PYRAMID_API void pyramid_cancel(pyramid_memory* memory);

/* Null is nothing to close. */
PYRAMID_API void pyramid_close(pyramid_memory* memory);

/* Null is nothing to free. */
PYRAMID_API void pyramid_free(char* text);

#ifdef __cplusplus
}
#endif

#endif /* PYRAMID_PYRAMID_H */
