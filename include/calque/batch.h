/**
 * @file batch.h
 * @brief Many translations in one call.
 *
 * Columns of texts have the layout of Arrow's utf8 arrays: the bytes of all
 * texts, and one offset more than there are texts. So a column can be passed
 * and returned without copying.
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
    /**
     * `count` + 1 byte offsets into `values`: the start of each text, and the
     * end of the last. Only for TEXT, DECIMAL and JSON.
     */
    const int32_t *offsets;
    /** The number of values: that of the rows, or 1 for the same in each. */
    size_t count;
} calque_column;

/** The input and output of a batch. */
typedef struct calque_batch {
    /** Size of this structure: `sizeof(calque_batch)`. */
    size_t struct_size;
    /** The number of translations. */
    size_t rows;
    /** The UTF-8 bytes of all keys. */
    const char *keys;
    /**
     * `key_count` + 1 byte offsets into `keys`: the start of each key, and the
     * end of the last. May be NULL if `separator` is set.
     */
    const int32_t *key_offsets;
    /** The number of keys: one for each row, or 1 for the same in all rows. */
    size_t key_count;
    /** Arguments; NULL when `column_count` is 0. */
    const calque_column *columns;
    /** The number of columns. */
    size_t column_count;
    /** Receives the texts, one after another; NULL to measure. */
    char *buffer;
    /** Bytes of the buffer, including one for the NUL after the last text. */
    size_t capacity;
    /** Receives `rows` + 1 byte offsets into the buffer; may be NULL. */
    int32_t *offsets;
    /** Like `offsets`, for texts of more than 2 GiB; may be NULL. */
    int64_t *large_offsets;
    /**
     * Receives for each row #CALQUE_OK, #CALQUE_MISSING_KEY, or
     * #CALQUE_TRUNCATED when its text does not fit; may be NULL.
     */
    calque_status *statuses;
    /**
     * An ASCII character that is added after each text and counted in its
     * length; 0 for none. If there are no key offsets, it also separates the
     * keys. For hosts that split a string faster than they slice it; they have
     * to make sure that no key or text contains it.
     */
    uint32_t separator;
    /** Must be 0. */
    uint32_t reserved;
    /** Bytes of the keys, or #CALQUE_NTS; used only without key offsets. */
    size_t keys_length;
} calque_batch;

/**
 * Translates many keys, or one key with many values, through a view. Each row
 * is translated as by calque_view_translate().
 *
 * @param view the view.
 * @param batch the input, and the buffers for the output.
 * @param length set to the size of all texts in bytes, without NUL; 0 on
 *        failure; may be NULL.
 * @param error may be NULL; its path is `rows.` and the number of the row.
 * @return #CALQUE_OK; #CALQUE_MISSING_KEY when a key is missing: its row has
 *         the fallback text; #CALQUE_TRUNCATED when the buffer is too small:
 *         the offsets are complete, and the buffer holds the texts that fit;
 *         #CALQUE_LIMIT_EXCEEDED when the texts are too long for 32-bit
 *         `offsets`; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON; #CALQUE_UNSUPPORTED for a structure of a newer
 *         header.
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 * @threadsafety Safe from any thread; no lock, no reference count.
 */
CALQUE_API calque_status calque_view_translate_batch(const calque_view *view,
                                                     const calque_batch *batch,
                                                     size_t *length,
                                                     calque_error **error);

CALQUE_END

#endif
