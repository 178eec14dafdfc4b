/*
 * The floor: what hand-written C takes for the same data and the same output,
 * without options, errors, or checks of its input.
 *
 * A perfect hash (one 16-bit displacement for four keys), slots of 16 bytes,
 * one blob with texts; templates in segments, references as slot numbers,
 * plural messages as six offsets. Texts are moved 64 bytes at a time: the
 * buffer must have 64 bytes to spare.
 */
#ifndef BENCHMARK_FLOOR_H
#define BENCHMARK_FLOOR_H

#include "catalog.h"

struct floor;

/* Everything ends the program when there is no memory. */
struct floor *floor_create(const struct catalog *catalog,
                           enum catalog_language language);
void floor_free(struct floor *floor);

/* These write a text, NUL at its end, and return its length. */

/* A plain message; a missing one gives its key. */
size_t floor_text(const struct floor *floor, const char *key, char *out);

/* `name` is the variable's name as one word, see floor_name(). */
size_t floor_variable(const struct floor *floor, const char *key, uint64_t name,
                      const char *value, char *out);

size_t floor_plural(const struct floor *floor, const char *key, uint64_t count,
                    char *out);

/* The plural form of a number; the rule alone. */
enum plural_form floor_form(const struct floor *floor, uint64_t count);

size_t floor_context(const struct floor *floor, const char *key,
                     const char *context, char *out);

/* A name of up to eight bytes as one word. */
uint64_t floor_name(const char *name);

#endif
