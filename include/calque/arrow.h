/**
 * @file arrow.h
 * @brief The structures of the Arrow C data and stream interfaces, for programs
 * without an Arrow library. calque.h does not include this file.
 *
 * The declarations are those of the Arrow specification. Each is left out when
 * another header has declared it: the guards are the standard's.
 */
#ifndef CALQUE_ARROW_H
#define CALQUE_ARROW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/** The type of an array. */
struct ArrowSchema {
    /** The layout of the values, such as "u" for utf8. */
    const char *format;
    /** The name of a column; may be NULL. */
    const char *name;
    /** Pairs of names and values; may be NULL. */
    const char *metadata;
    /** Some of the flags above. */
    int64_t flags;
    /** The number of children. */
    int64_t n_children;
    /** The types of the children. */
    struct ArrowSchema **children;
    /** The type of the values of a dictionary; NULL without one. */
    struct ArrowSchema *dictionary;
    /** Frees what this points to; NULL once it is released or moved. */
    void (*release)(struct ArrowSchema *);
    /** For `release`. */
    void *private_data;
};

/** The values of an array. */
struct ArrowArray {
    /** The number of values. */
    int64_t length;
    /** How many of them are null; -1 when that is not known. */
    int64_t null_count;
    /** The place of the first value in the buffers. */
    int64_t offset;
    /** The number of buffers. */
    int64_t n_buffers;
    /** The number of children. */
    int64_t n_children;
    /** The validity of the values, and the values. */
    const void **buffers;
    /** The columns of a struct. */
    struct ArrowArray **children;
    /** The values of a dictionary; NULL without one. */
    struct ArrowArray *dictionary;
    /** Frees what this points to; NULL once it is released or moved. */
    void (*release)(struct ArrowArray *);
    /** For `release`. */
    void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/** Arrays of one type, one after another. */
struct ArrowArrayStream {
    /** Gives the type of the arrays; 0, or a number of errno. */
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    /** Gives the next array, a released one at the end; 0, or a number of
     * errno. */
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    /** What went wrong last, until the next call; may be NULL. */
    const char *(*get_last_error)(struct ArrowArrayStream *);
    /** Frees the stream; NULL once it is released or moved. */
    void (*release)(struct ArrowArrayStream *);
    /** For `release`. */
    void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

#ifdef __cplusplus
}
#endif

#endif
