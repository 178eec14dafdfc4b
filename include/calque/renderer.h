/**
 * @file renderer.h
 * @brief Tables of keys, languages and arguments, rendered into columns of
 * text.
 *
 * Tables come and go by the Arrow C data interface, which DuckDB, Polars,
 * Spark, Daft and others speak. Its structures are declared in calque/arrow.h
 * or by any Arrow library; this header only names them.
 *
 * A table is a struct array. One column has the keys, another may have a
 * language for each row; the name of every other column is that of an argument.
 * Columns may be of these types, with nulls and offsets, or dictionaries of
 * them: utf8, large utf8, utf8 view, integers, floats, decimals, booleans,
 * dates and timestamps (milliseconds since 1970, as formatters take them),
 * null. A column of length 1 in a longer table is the same in all rows. An
 * array that is not a struct is the column of keys.
 */
#ifndef CALQUE_RENDERER_H
#define CALQUE_RENDERER_H

#include "view.h"

struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;

CALQUE_BEGIN

/** A renderer: a view, and the options of its tables. Immutable. */
typedef struct calque_renderer calque_renderer;

/**
 * Creates a renderer.
 *
 * @param view where texts are looked up; the renderer keeps it.
 * @param options a JSON object; NULL or empty for none: `key`, the name of the
 *        column of keys ("key"); `lng`, the name of the column of languages
 *        ("lng"); `missing`, what shows for a key without a translation:
 * "text", the default or the key ("text"), or "null"; `output`, the type of the
 *        texts: "utf8", "large_utf8" or "utf8_view" ("utf8"); `statuses`,
 *        whether the result is a struct of `text` and `status`, an int32,
 * instead of the texts alone (false).
 * @param out set to the renderer, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_OPTION.
 */
CALQUE_API calque_status calque_renderer_create(const calque_view *view,
                                                const char *options,
                                                size_t options_length,
                                                calque_renderer **out,
                                                calque_error **error);

/**
 * Frees the renderer when the last result and stream made with it are released,
 * too.
 *
 * @param renderer may be NULL.
 */
CALQUE_API void calque_renderer_release(calque_renderer *renderer);

/**
 * Renders a table. Each row is translated as by calque_view_translate(), with
 * its columns as arguments. A row that this refuses, one without a key, and one
 * that its array does not hold have no text (null) and a status of their own;
 * the others are not affected. A callback of the host may be called twice for a
 * text of more than 16 KiB.
 *
 * @param renderer the renderer.
 * @param schema the type of the table.
 * @param rows the table. It is only read, and not released.
 * @param out_schema set to the type of the result, for the caller to release;
 *        may be NULL.
 * @param out set to the result, of as many rows, for the caller to release.
 *        Neither output is set on failure.
 * @return #CALQUE_OK; #CALQUE_MISSING_KEY when the key of a row is missing;
 *         #CALQUE_PARTIAL when a row has a status of failure; otherwise nothing
 *         was rendered: #CALQUE_INVALID_ARGUMENT for a table that is damaged or
 *         has no column of keys; #CALQUE_UNSUPPORTED for a column of another
 *         type; #CALQUE_LIMIT_EXCEEDED for more than 2^31 - 1 rows, and texts
 * of more than 2 GiB as utf8. The path of the error is the column.
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 */
CALQUE_API calque_status calque_renderer_render(
    const calque_renderer *renderer, const struct ArrowSchema *schema,
    const struct ArrowArray *rows, struct ArrowSchema *out_schema,
    struct ArrowArray *out, calque_error **error);

/**
 * Renders a stream of tables, in memory that does not grow with its length.
 * Results have up to 65,536 rows and some 4 MiB of text; the memory of those
 * that were released is used again.
 *
 * @param renderer the renderer.
 * @param rows the tables; taken over unless the call fails: its `release` is
 *        NULL then.
 * @param out set to the stream of results, for the caller to release. It is
 * used by one thread at a time; results may be released by any.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback As calque_renderer_render(), while the stream is read.
 */
CALQUE_API calque_status calque_renderer_stream(const calque_renderer *renderer,
                                                struct ArrowArrayStream *rows,
                                                struct ArrowArrayStream *out,
                                                calque_error **error);

CALQUE_END

#endif
