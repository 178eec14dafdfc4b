/**
 * @file string.h
 * @brief Text owned by the caller, and text borrowed by a callback.
 */
#ifndef CALQUE_STRING_H
#define CALQUE_STRING_H

#include "export.h"

CALQUE_BEGIN

/**
 * Text that the library allocated and the caller owns.
 *
 * Start with `calque_string text = {0};` and end with
 * calque_string_dispose(). A call that fills it does not look at what it held,
 * so dispose of it before using it again.
 */
typedef struct calque_string {
    /** UTF-8, NUL-terminated; NULL when the call returned no text. */
    char *data;
    /** Bytes without the NUL. */
    size_t length;
} calque_string;

/** Text passed to a callback, valid until it returns. */
typedef struct calque_str {
    /** UTF-8, NUL-terminated; NULL for "undefined". */
    const char *data;
    /** Bytes without the NUL. */
    size_t length;
} calque_str;

/**
 * Frees the text and leaves the structure empty.
 *
 * @param string may be NULL or empty.
 * @threadsafety Safe from any thread; one thread at a time for one string.
 */
CALQUE_API void calque_string_dispose(calque_string *string);

CALQUE_END

#endif
