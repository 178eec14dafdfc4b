/* The same calls through the C interface, for the comparison. */
#ifndef BESIDE_H
#define BESIDE_H

#include <stddef.h>
#include <stdint.h>

/* A translator over a catalog of JSON, and keys of it. */
void beside_open(const char *json, const char *const *keys, size_t count);

/* Each makes `calls` calls, one key after another, and returns bytes written.
 */
size_t beside_plain(size_t calls);
size_t beside_variable(size_t calls);
size_t beside_plural(size_t calls);

/* Nanoseconds of CPU time that this thread has had. */
double beside_nanoseconds(void);

#endif
