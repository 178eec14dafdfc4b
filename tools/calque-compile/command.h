/* The parts of calque-compile. */
#ifndef CALQUE_COMPILE_COMMAND_H
#define CALQUE_COMPILE_COMMAND_H

#include <calque.h>

/* Exit codes, those of the command `calque`. */
enum { DONE = 0, FINDINGS = 1, USAGE = 2, BROKEN = 3 };

/* Text that grows; `data` is NUL-terminated once something was added. */
typedef struct buffer {
    char *data;
    size_t length, capacity;
} buffer;

/* Ends the program when there is no memory. */
void buffer_add(buffer *into, const void *data, size_t length);
void buffer_text(buffer *into, const char *text);
void buffer_json(buffer *into, const char *text);
void buffer_free(buffer *into);

/* Reads a whole file. False, with errno, when it cannot be read. */
bool read_file(const char *path, buffer *content);

/* Replaces a file as a whole; tells on standard error what went wrong. */
bool write_file(const char *path, const void *data, size_t length);

/*
 * The JSON text of the resources of a folder, language -> namespace -> tree, of
 * LANG.json and LANG/NAMESPACE.json. Tells a file that is broken, with the
 * place.
 */
int read_resources(const char *folder, buffer *json, size_t *languages,
                   size_t *bundles);

/* The output of `embed`. */
typedef struct embedding {
    const char *name, *header, *source, *object;
} embedding;

int embed(const char *catalog, const embedding *wanted);

#endif
