/**
 * @file batch.h
 * @brief Many translations in one call: texts one behind the other, and where
 * each begins.
 *
 * Texts come in and go out as Arrow lays out a column of utf8: the bytes of all
 * of them, and one offset more than there are texts. So a column can be taken
 * and given without copying.
 */
#ifndef CALQUE_BATCH_H
#define CALQUE_BATCH_H

#include "view.h"

CALQUE_BEGIN

/** An argument of the rows of a batch: a column, or one value for all. */
typedef struct calque_column {
    /** UTF-8 name. */
    const char *name;
    /** Bytes of the name, or #CALQUE_NTS. */
    size_t name_length;
    /** The type of the values. #CALQUE_ARG_KIND_NULL needs none. */
    calque_arg_kind kind;
    /** Must be 0. */
    uint32_t reserved;
    /**
     * The values: `int64_t` for INT, `double` for DOUBLE, `uint8_t` for BOOL (0
     * is false), bytes for TEXT, DECIMAL and JSON.
     */
    const void *values;
    /** Where the texts begin, and where the last ends: `count` + 1 numbers. */
    const int32_t *offsets;
    /** As many as there are rows, or 1: the same value for all rows. */
    size_t count;
} calque_column;

/** The input and output of a batch. */
typedef struct calque_batch {
    /** Size of this structure: `sizeof(calque_batch)`. */
    size_t struct_size;
    /** How many texts are wanted. */
    size_t rows;
    /** The keys. */
    const char *keys;
    /**
     * Where the keys begin, and where the last ends: `key_count` + 1 numbers;
     * may be NULL with a separator.
     */
    const int32_t *key_offsets;
    /** As many as there are rows, or 1: the same key for all rows. */
    size_t key_count;
    /** Arguments; NULL when `column_count` is 0. */
    const calque_column *columns;
    /** How many. */
    size_t column_count;
    /** Receives the texts, one behind the other; NULL to measure. */
    char *buffer;
    /** Bytes of the buffer, with one for NUL behind the last text. */
    size_t capacity;
    /** Receives `rows` + 1 offsets into the buffer; may be NULL. */
    int32_t *offsets;
    /** As `offsets`, for more than 2 GiB; may be NULL. */
    int64_t *large_offsets;
    /**
     * Receives for each row #CALQUE_OK, #CALQUE_MISSING_KEY, or
     * #CALQUE_TRUNCATED when its text does not fit; may be NULL.
     */
    calque_status *statuses;
    /**
     * An ASCII character that is put behind each text, and counted; 0 for none.
     * It also lies between the keys when they have no offsets. For hosts that
     * join and split texts faster than they cut them by offsets: whether it
     * occurs in a key or a text is theirs to see to.
     */
    uint32_t separator;
    /** Must be 0. */
    uint32_t reserved;
    /** Bytes of the keys, or #CALQUE_NTS; read when they have no offsets. */
    size_t keys_length;
} calque_batch;

/**
 * Translates many keys, or one key with many values, through a view; each as
 * calque_view_translate().
 *
 * @param view the view.
 * @param batch what to translate, and where to.
 * @param length set to the bytes that all texts take, without NUL; 0 on
 *        failure; may be NULL.
 * @param error may be NULL; its path is `rows.` and the number of the row.
 * @return #CALQUE_OK; #CALQUE_MISSING_KEY when a key is missing, whose fallback
 *         text is given; #CALQUE_TRUNCATED when the buffer is too small: the
 *         offsets are those of the whole, and the buffer holds what fits;
 *         #CALQUE_LIMIT_EXCEEDED when the texts take more than `offsets` can
 *         tell; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON; #CALQUE_UNSUPPORTED as for every structure.
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.1
 */
CALQUE_API calque_status calque_view_translate_batch(const calque_view *view,
                                                     const calque_batch *batch,
                                                     size_t *length,
                                                     calque_error **error);

CALQUE_END

#endif
